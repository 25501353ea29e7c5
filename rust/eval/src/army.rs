//! What one side's men attack, and what they are worth where they stand.

use furyhouse_rules::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use furyhouse_rules::{Bitboard, Color, Position, Role, Square};

use crate::tally::Tally;
use crate::weights::{ATTACKER, HELD, HELD_FIRST, HIT, MATERIAL, MOBILITY, PIECE_SQUARE};

/// What one side's men attack.
pub(crate) struct Army {
    /// By pawns, knights, bishops, rooks and queens.
    pub(crate) attacks: [Bitboard; 5],
    /// By any man.
    pub(crate) all: Bitboard,
    /// By any man but the king.
    pub(crate) without_king: Bitboard,
    /// By two men or more; all pawns count as one man.
    pub(crate) twice: Bitboard,
}

impl Army {
    /// Looks at `color`'s men: what they are worth goes to `score`, what they do to the enemy king to `danger`. A promoted
    /// man counts like any of his role: what he is in the enemy's hands shows as soon as he is taken.
    #[inline]
    pub(crate) fn new<T: Tally>(
        pos: &Position,
        color: Color,
        score: &mut T,
        danger: &mut T,
    ) -> Self {
        let occupied = pos.occupied();
        let (king, target) = (pos.king(color), pos.king(!color));
        let zone = king_attacks(target) | target.into();
        let guarded = pos.pieces(!color, Role::Pawn).pawn_attacks(!color);
        let useful = !(pos.by_color(color) | guarded);
        let own_flip = flip(color);
        // The enemy king is what men are after, so the board is turned to have it on the right.
        let flip = own_flip ^ if target.index() & 4 == 0 { 7 } else { 0 };

        let pawns = pos.pieces(color, Role::Pawn);
        score.add(MATERIAL, pawns.count() as i32);
        for from in pawns {
            score.add(PIECE_SQUARE + (from.index() ^ flip), 1);
        }
        score.add(PIECE_SQUARE + 64 * 5 + (king.index() ^ own_flip), 1);

        let mut attacks = [pawns.pawn_attacks(color); 5];
        danger.add(HIT, (attacks[0] & zone).count() as i32);
        let mut all = attacks[0];
        let mut twice = Bitboard::EMPTY;
        let mut add = |role: Role, attacks_from: &dyn Fn(Square) -> Bitboard| {
            let role_index = role.index();
            let men = pos.pieces(color, role);
            score.add(MATERIAL + role_index, men.count() as i32);
            attacks[role_index] = Bitboard::EMPTY;
            for from in men {
                let reach = attacks_from(from);
                attacks[role_index] |= reach;
                twice |= all & reach;
                all |= reach;
                let square = PIECE_SQUARE + 64 * role_index + (from.index() ^ flip);
                score.add(square, 1);
                score.add(MOBILITY + role_index, (reach & useful).count() as i32);
                let hits = reach & zone;
                danger.add(ATTACKER + role_index, i32::from(hits.any()));
                danger.add(HIT + role_index, hits.count() as i32);
            }
        };
        add(Role::Knight, &knight_attacks);
        add(Role::Bishop, &|from| bishop_attacks(from, occupied));
        add(Role::Rook, &|from| rook_attacks(from, occupied));
        add(Role::Queen, &|from| {
            bishop_attacks(from, occupied) | rook_attacks(from, occupied)
        });

        let pocket = pos.pocket(color);
        if !pocket.is_empty() {
            for role in Role::DROPPABLE {
                let held = i32::from(pocket.count(role));
                score.add(HELD + role.index(), held);
                score.add(HELD_FIRST + role.index(), held.min(1));
            }
        }
        let steps = king_attacks(king);
        Army {
            attacks,
            all: all | steps,
            without_king: all,
            twice: twice | (all & steps),
        }
    }
}

/// What turns a square's index into that of a diagram with `color`'s own side at the bottom.
#[inline]
pub(crate) fn flip(color: Color) -> usize {
    if color == Color::White { 56 } else { 0 }
}
