//! The sum of all terms.

use furyhouse_rules::{Color, Position, Role};

use crate::army::Army;
use crate::king::danger;
use crate::tally::Tally;
use crate::weights::{HANGING, MINOR_THREAT, OVERLOAD, PAWN_THREAT, ROOK_THREAT, TEMPO};

/// The danger that no position exceeds, in quarters of a unit, so that a score never outgrows several queens.
const DANGER_CAP: i32 = 1_100;

/// Values `pos` in centipawns from the mover's side: positive when the mover stands better.
///
/// The figure knows nothing of mate: a search has to find those. With the men of a game it lies well inside ±20,000; sixty
/// queens in hand go beyond, so a search that gives large values a meaning cuts it. It is the same for a position and its
/// mirror image with the colours swapped.
#[must_use]
pub fn evaluate(pos: &Position) -> i32 {
    let (mut score, mut danger) = ([0; 2], [0; 2]);
    tally(pos, &mut score, &mut danger);
    let value = score[0] - score[1] + danger_value(danger[1]) - danger_value(danger[0]);
    let white = pos.turn() == Color::White;
    if white { value } else { -value }
}

/// Turns the danger of a king, in quarters of a unit, into centipawns: it grows slowly at first, then with its square.
#[inline]
#[must_use]
pub fn danger_value(danger: i32) -> i32 {
    let danger = danger.clamp(0, DANGER_CAP);
    (danger * (danger + 128)) >> 10
}

/// Adds up the score of both sides and the danger of both kings, white's first.
#[inline]
pub(crate) fn tally<T: Tally>(pos: &Position, score: &mut [T; 2], dangers: &mut [T; 2]) {
    let [white_score, black_score] = score;
    let [white_danger, black_danger] = dangers;
    let white = Army::new(pos, Color::White, white_score, black_danger);
    let black = Army::new(pos, Color::Black, black_score, white_danger);
    threats(pos, Color::White, &white, &black, white_score);
    threats(pos, Color::Black, &black, &white, black_score);
    danger(pos, Color::White, &white, &black, white_danger);
    danger(pos, Color::Black, &black, &white, black_danger);
    score[pos.turn().index()].add(TEMPO, 1);
}

/// Enemy men that `color` can take, where that is likely to gain: what is taken counts twice.
#[inline]
fn threats<T: Tally>(pos: &Position, color: Color, own: &Army, enemy: &Army, sum: &mut T) {
    let loose = own.all & !enemy.all;
    let minors = own.attacks[1] | own.attacks[2];
    for role in Role::DROPPABLE {
        let (index, men) = (role.index(), pos.pieces(!color, role));
        sum.add(HANGING + index, (men & loose).count() as i32);
        sum.add(PAWN_THREAT + index, (men & own.attacks[0]).count() as i32);
        sum.add(ROOK_THREAT + index, (men & own.attacks[3]).count() as i32);
        sum.add(
            OVERLOAD + index,
            (men & own.twice & !enemy.twice).count() as i32,
        );
        sum.add(MINOR_THREAT + index, (men & minors).count() as i32);
    }
}
