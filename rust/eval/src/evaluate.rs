//! The sum of all terms.

use furyhouse_rules::{Color, Position, Role};

use crate::king::{AttackMap, danger};
use crate::tables::PIECE_SQUARE;
use crate::values::{BOARD_VALUES, POCKET_VALUES, TEMPO};

/// The bonus in centipawns for each man within two squares of the enemy king, by role: pawns and knights there are
/// what most attacks are made of.
const NEAR_KING: [i32; 6] = [14, 16, 8, 8, 12, 0];

/// The squares at most two king's steps away, by square index.
static WITHIN_TWO: [u64; 64] = within_two();

/// Values `pos` in centipawns from the mover's side: positive when the mover stands better.
///
/// The figure knows nothing of mate: a search has to find those. With the men of a game it lies well inside ±20,000; sixty
/// queens in hand go beyond, so a search that gives large values a meaning cuts it. It is the same for a position and its
/// mirror image with the colours swapped.
#[must_use]
pub fn evaluate(pos: &Position) -> i32 {
    let white = AttackMap::new(pos, Color::White);
    let black = AttackMap::new(pos, Color::Black);
    let mut score = side(pos, Color::White) - side(pos, Color::Black);
    score += danger(pos, Color::Black, &black, &white) - danger(pos, Color::White, &white, &black);
    match pos.turn() {
        Color::White => score + TEMPO,
        Color::Black => TEMPO - score,
    }
}

/// Material, piece-square terms and closeness to the enemy king for one side. A promoted man counts like any of his
/// role: what he is in the enemy's hands shows as soon as he is taken.
#[inline]
fn side(pos: &Position, color: Color) -> i32 {
    let mirror = if color == Color::White { 0 } else { 56 };
    let near = WITHIN_TWO[pos.king(!color).index()];
    let pocket = pos.pocket(color);
    let mut score = 0;
    for role in Role::ALL {
        let men = pos.pieces(color, role);
        let table = &PIECE_SQUARE[role.index()];
        for square in men {
            score += i32::from(table[square.index() ^ mirror]);
        }
        score += BOARD_VALUES[role.index()] * men.count() as i32;
        score += NEAR_KING[role.index()] * (men.0 & near).count_ones() as i32;
    }
    if !pocket.is_empty() {
        for role in Role::DROPPABLE {
            score += POCKET_VALUES[role.index()] * i32::from(pocket.count(role));
        }
    }
    score
}

/// Computes [`WITHIN_TWO`].
const fn within_two() -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0i32;
    while from < 64 {
        let mut to = 0i32;
        while to < 64 {
            let files = ((from & 7) - (to & 7)).abs();
            let ranks = ((from >> 3) - (to >> 3)).abs();
            if files <= 2 && ranks <= 2 {
                table[from as usize] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
}
