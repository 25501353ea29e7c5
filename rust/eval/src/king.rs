//! The safety of a king: who attacks around it, what shields it, and what the enemy holds in hand.

use furyhouse_rules::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use furyhouse_rules::{Bitboard, Color, Position, Role};

use crate::army::{Army, flip};
use crate::tally::Tally;
use crate::weights::{
    BASE, CHECK, DROP, FAR_GUARD, GUARD, KING_SQUARE, MOVER, OUTER_FREE, OUTER_HIT, PINNED, POCKET,
    RESERVE, SIEGE, TWICE, WEAK,
};

/// At most so many men of a kind in a pocket count for danger, and so many squares from which one can give check.
const MOST: u32 = 3;

/// Adds up the danger that `color`'s king is in, in quarters of a unit.
#[inline]
pub(crate) fn danger<T: Tally>(
    pos: &Position,
    color: Color,
    own: &Army,
    enemy: &Army,
    sum: &mut T,
) {
    let king = pos.king(color);
    let occupied = pos.occupied();
    let ring = king_attacks(king);
    // Two steps away.
    let wide = ring | ring.east() | ring.west();
    let outer = (wide | wide.forward(Color::White) | wide.forward(Color::Black))
        & !ring
        & !Bitboard::from(king);
    let count = |squares: Bitboard| squares.count() as i32;
    sum.add(BASE, 1);
    sum.add(MOVER, i32::from(pos.turn() != color));
    sum.add(KING_SQUARE + (king.index() ^ flip(color)), 1);
    sum.add(WEAK, count(ring & enemy.all & !own.without_king));
    sum.add(TWICE, count(ring & enemy.twice));
    sum.add(OUTER_HIT, count(outer & enemy.all & !own.all));
    sum.add(OUTER_FREE, count(outer & !occupied & !own.all));
    sum.add(PINNED, count(pos.compute_pinned(color)));
    for role in Role::DROPPABLE {
        let (index, mine) = (role.index(), pos.pieces(color, role));
        sum.add(SIEGE + index, count(pos.pieces(!color, role) & outer));
        sum.add(GUARD + index, count(mine & ring));
        sum.add(FAR_GUARD + index, count(mine & outer));
    }

    let straight = rook_attacks(king, occupied);
    let diagonal = bishop_attacks(king, occupied);
    let checks = [
        pawn_attacks(color, king),
        knight_attacks(king),
        diagonal,
        straight,
        straight | diagonal,
    ];
    let safe = !own.all & !pos.by_color(!color);
    let mut check = |role: usize| {
        let squares = checks[role] & enemy.attacks[role] & safe;
        sum.add(CHECK + role, i32::from(squares.any()));
    };
    check(1);
    check(2);
    check(3);
    check(4);
    let (theirs, mine) = (pos.pocket(!color), pos.pocket(color));
    let most = |men: u8| u32::from(men).min(MOST) as i32;
    if !mine.is_empty() {
        for role in Role::DROPPABLE {
            sum.add(RESERVE + role.index(), most(mine.count(role)));
        }
    }
    if !theirs.is_empty() {
        let free = !occupied & !own.all;
        for role in Role::DROPPABLE {
            let (index, held) = (role.index(), theirs.count(role));
            if held > 0 {
                let drops = (checks[index] & free).count().min(MOST);
                sum.add(POCKET + index, most(held));
                sum.add(DROP + index, drops as i32);
            }
        }
    }
}
