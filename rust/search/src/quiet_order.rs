//! What a quiet move or a drop looks like before history knows it.

use furyhouse_rules::attacks::{bishop_attacks, king_attacks, rook_attacks};
use furyhouse_rules::{Bitboard, Color, Move, Position, Role};

use crate::params;

/// The men's worth, by role, for what stands loose; the king's never counts.
const LOOSE_UNITS: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// The squares two king's steps away, by square.
static TWO_STEPS: [u64; 64] = two_steps();

/// Scores the quiet moves and drops of one position, in history points: a man should not go, or stay, where a lesser one
/// takes him or nothing defends him, and belongs near the enemy king.
#[derive(Debug)]
pub(crate) struct QuietOrder {
    /// Squares that enemy men of lesser worth attack, by the role that must fear them.
    lesser: [Bitboard; 6],
    /// Squares that the enemy attacks and nobody defends.
    loose: Bitboard,
    /// Squares next to the enemy king.
    ring: Bitboard,
    /// Squares two steps from the enemy king.
    near: Bitboard,
}

impl QuietOrder {
    /// Prepares for the moves of `pos`.
    pub(crate) fn new(pos: &Position) -> Self {
        let us = pos.turn();
        let [pawns, minors, rooks, all] = attacks(pos, !us);
        let [_, _, _, own] = attacks(pos, us);
        let king = pos.king(!us);
        let none = Bitboard::EMPTY;
        QuietOrder {
            lesser: [none, pawns, pawns, minors, rooks, none],
            loose: all & !own,
            ring: king_attacks(king),
            near: Bitboard(TWO_STEPS[king.index()]),
        }
    }

    /// The score of a legal quiet move or drop of a man with `role`.
    #[inline]
    pub(crate) fn score(&self, mv: Move, role: Role) -> i32 {
        if role == Role::King {
            return 0;
        }
        let risk = |square| {
            if self.lesser[role.index()].contains(square) {
                match role {
                    Role::Rook => params::order_rook_threat(),
                    Role::Queen => params::order_queen_threat(),
                    _ => params::order_minor_threat(),
                }
            } else if self.loose.contains(square) {
                params::order_loose() * LOOSE_UNITS[role.index()]
            } else {
                0
            }
        };
        let mut score = mv.from().map_or(params::order_drop(), risk) - risk(mv.to());
        if self.ring.contains(mv.to()) {
            score += params::order_king_ring();
        } else if self.near.contains(mv.to()) {
            score += params::order_king_near();
        }
        score
    }
}

/// The squares that a side's pawns attack; that its pawns and minor men do; that these and its rooks do; and all.
fn attacks(pos: &Position, color: Color) -> [Bitboard; 4] {
    let occupied = pos.occupied();
    let pawns = pos.pieces(color, Role::Pawn).pawn_attacks(color);
    let mut minors = pawns | pos.pieces(color, Role::Knight).knight_attacks();
    for from in pos.pieces(color, Role::Bishop) {
        minors |= bishop_attacks(from, occupied);
    }
    let mut rooks = minors;
    for from in pos.pieces(color, Role::Rook) {
        rooks |= rook_attacks(from, occupied);
    }
    let mut all = rooks | king_attacks(pos.king(color));
    for from in pos.pieces(color, Role::Queen) {
        all |= rook_attacks(from, occupied) | bishop_attacks(from, occupied);
    }
    [pawns, minors, rooks, all]
}

/// The squares two king's steps from each square.
const fn two_steps() -> [u64; 64] {
    let mut table = [0; 64];
    let mut pair = 0i32;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let files = (from % 8 - to % 8).abs();
        let ranks = (from / 8 - to / 8).abs();
        if files <= 2 && ranks <= 2 && (files == 2 || ranks == 2) {
            table[from as usize] |= 1 << to;
        }
        pair += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::static_order::mover;

    fn score(fen: &str, text: &str) -> i32 {
        let pos = Position::from_fen(fen).expect("a position");
        let mv = pos.parse_uci(text).expect("a move");
        QuietOrder::new(&pos).score(mv, mover(&pos, mv))
    }

    #[test]
    fn men_avoid_lesser_ones_and_leave_their_reach() {
        let fen = "4k3/8/2p5/1R6/8/8/8/4K3[] w - - 0 1";
        // The pawn attacks b5 and d5, and nothing defends them.
        assert!(score(fen, "b5h5") > 0);
        assert!(score(fen, "b5d5") < score(fen, "b5h5"));
        let calm = "4k3/8/8/1R6/8/8/8/4K3[] w - - 0 1";
        assert_eq!(score(calm, "b5a5"), 0);
    }

    #[test]
    fn drops_belong_near_the_enemy_king() {
        let fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
        let far = score(fen, "N@a1");
        assert!(score(fen, "N@e6") > far);
        // Next to the king a man that nobody defends is lost, and that counts for more.
        let guarded = "4k3/8/8/8/6B1/8/8/4K3[P] w - - 0 1";
        assert!(score(guarded, "P@d7") > score(guarded, "P@a3"));
    }
}
