//! The static order of moves: what a move looks like before anything is searched.

use furyhouse_rules::attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use furyhouse_rules::{Bitboard, Move, MoveKind, Position, Role};

/// The men's values in the order score, by role; the king's is for its captures.
const ORDER_VALUES: [i32; 6] = [1, 3, 3, 5, 9, 10];

/// The score of castling.
const CASTLING: i32 = 100;

/// The score of a capture of like by like.
const CAPTURE: i32 = 950;

/// What each point of difference between victim and attacker adds to a capture.
const EXCHANGE: i32 = 100;

/// What a check adds.
const CHECK: i32 = 300;

/// What a promotion adds.
const PROMOTION: i32 = 500;

/// The man that `mv` moves or drops; the king castles.
#[inline]
pub(crate) fn mover(pos: &Position, mv: Move) -> Role {
    match (mv.dropped(), mv.from()) {
        (Some(role), _) => role,
        (None, from) => from
            .and_then(|from| pos.role_at(from))
            .unwrap_or(Role::King),
    }
}

/// Scores moves of one position in the static order, faster than one at a time.
#[derive(Debug)]
pub(crate) struct StaticOrder {
    /// From where a man of each role, put there, gives check; none for the king.
    check_squares: [Bitboard; 6],
    /// Own men in sight of the enemy king: only they can uncover a check.
    in_sight: Bitboard,
}

impl StaticOrder {
    /// Prepares for the moves of `pos`.
    #[inline]
    pub(crate) fn new(pos: &Position) -> Self {
        let us = pos.turn();
        let king = pos.king(!us);
        let occupied = pos.occupied();
        let diagonal = bishop_attacks(king, occupied);
        let straight = rook_attacks(king, occupied);
        StaticOrder {
            check_squares: [
                pawn_attacks(!us, king),
                knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            in_sight: (diagonal | straight) & pos.by_color(us),
        }
    }

    /// From where a man with `role` gives check.
    #[inline]
    pub(crate) fn check_squares(&self, role: Role) -> Bitboard {
        self.check_squares[role.index()]
    }

    /// Whether the legal move `mv` gives check.
    #[inline]
    pub(crate) fn gives_check(&self, pos: &Position, mv: Move) -> bool {
        self.gives_check_with(pos, mv, mover(pos, mv))
    }

    /// Whether the legal move `mv` of a man with `role` gives check.
    #[inline]
    pub(crate) fn gives_check_with(&self, pos: &Position, mv: Move, role: Role) -> bool {
        let plain = match (mv.kind(), mv.from()) {
            (MoveKind::Normal, Some(from)) => !self.in_sight.contains(from),
            (kind, _) => kind == MoveKind::Drop,
        };
        if plain {
            self.check_squares[role.index()].contains(mv.to())
        } else {
            pos.gives_check(mv)
        }
    }

    /// The static order score of a legal move that neither takes nor promotes, of a man with `role`.
    #[inline]
    pub(crate) fn quiet_score(&self, pos: &Position, mv: Move, role: Role) -> i32 {
        let castling = mv.kind() == MoveKind::Castling;
        let check = self.gives_check_with(pos, mv, role);
        CASTLING * i32::from(castling) + CHECK * i32::from(check)
    }

    /// The static order score of the legal move `mv`; see [`static_order_score`].
    #[inline]
    pub(crate) fn score(&self, pos: &Position, mv: Move) -> i32 {
        let mut score = 0;
        if mv.kind() == MoveKind::Castling {
            score += CASTLING;
        } else if let (Some(victim), Some(from)) = (pos.captured(mv), mv.from()) {
            let attacker = pos.role_at(from).unwrap_or(Role::Pawn);
            score += CAPTURE
                + EXCHANGE * (ORDER_VALUES[victim.index()] - ORDER_VALUES[attacker.index()]);
        }
        if self.gives_check(pos, mv) {
            score += CHECK;
        }
        if mv.promoted().is_some() {
            score += PROMOTION;
        }
        score
    }
}

/// Scores the legal move `mv` of `pos` before any search: the higher, the earlier it should be tried.
///
/// Castling scores 100; else a capture scores 950 + 100 × (victim − attacker), with pawn 1, knight 3, bishop 3, rook 5,
/// queen 9 and king 10, a promoted man counting as what it stands for and the victim of an en passant capture being a
/// pawn. A check adds 300, a promotion 500. A drop takes nothing and promotes nothing, so a checking drop scores 300 and
/// any other drop 0, like a quiet move.
///
/// ```
/// use furyhouse_rules::Position;
/// use furyhouse_search::static_order_score;
///
/// let pos = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3[N] w - - 0 1")?;
/// let score = |text: &str| pos.parse_uci(text).map(|mv| static_order_score(&pos, mv));
/// assert_eq!(score("e4d5"), Ok(950 + 100 * (9 - 1)));
/// assert_eq!(score("N@c7"), Ok(300));
/// assert_eq!(score("N@a1"), Ok(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn static_order_score(pos: &Position, mv: Move) -> i32 {
    StaticOrder::new(pos).score(pos, mv)
}
