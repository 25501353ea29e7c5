//! Checks and pins, and which moves give check.

use super::Position;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::role::Role;
use crate::square::Square;

impl Position {
    /// Computes the enemy men that give check to a side and the men of that side that are pinned.
    ///
    /// Sliders are looked for from the king outwards on an empty board; what stands between decides:
    ///
    /// ```text
    /// . . r . . . . .     nothing between the rook and the king: check
    /// . . . . . . . .
    /// . . K . N . r .     one own man between: the knight is pinned
    /// ```
    #[inline]
    pub(super) fn king_danger(&self, color: Color) -> (Bitboard, Bitboard) {
        let board = &self.board;
        let (own, enemy) = (board.by_color(color), board.by_color(!color));
        let king = self.king(color);
        let leapers = self.checking_leapers(color, king);
        let snipers = (attacks::bishop_rays(king) & board.diagonal())
            | (attacks::rook_rays(king) & board.straight());
        let mut checkers = leapers & enemy;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & enemy {
            let blockers = attacks::between(king, sniper) & (own | enemy);
            if blockers.is_empty() {
                checkers |= sniper.into();
            } else if !blockers.more_than_one() {
                pinned |= blockers & own;
            }
        }
        (checkers, pinned)
    }

    /// Gets the knights and pawns that stand where an enemy one gives check to the king.
    #[inline]
    fn checking_leapers(&self, color: Color, king: Square) -> Bitboard {
        (attacks::knight_attacks(king) & self.board.by_role(Role::Knight))
            | (attacks::pawn_attacks(color, king) & self.board.by_role(Role::Pawn))
    }

    /// Tells whether a legal move gives check, without playing it.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::{Move, Position, Role, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")?;
    /// assert!(position.gives_check(Move::drop(Role::Knight, Square::F6)));
    /// assert!(!position.gives_check(Move::drop(Role::Knight, Square::F5)));
    /// # Ok::<(), furyhouse_rules::ParseError>(())
    /// ```
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.turn;
        let king = self.king(!us);
        let occupied = self.occupied();
        let to = mv.to();
        let from = mv.origin();
        match mv.kind() {
            MoveKind::Drop => mv
                .dropped()
                .is_some_and(|role| attacks::attacks(us, role, to, occupied).contains(king)),
            MoveKind::Normal => {
                let after = (occupied ^ from.into()) | to.into();
                let role = self.board.role_on(from);
                (role != Role::King && attacks::attacks(us, role, to, after).contains(king))
                    || self.uncovers_check(king, after, from.into())
            }
            MoveKind::Promotion => {
                let after = (occupied ^ from.into()) | to.into();
                mv.promoted()
                    .is_some_and(|role| attacks::attacks(us, role, to, after).contains(king))
                    || self.uncovers_check(king, after, from.into())
            }
            MoveKind::EnPassant => {
                let victim = Bitboard::from(to).forward(!us);
                let after = (occupied ^ from.into() ^ victim) | to.into();
                attacks::pawn_attacks(us, to).contains(king)
                    || self.uncovers_check(king, after, from.into())
            }
            MoveKind::Castling => {
                let side = if to > from { Side::King } else { Side::Queen };
                let rook = side.rook_target(us);
                let left = Bitboard::from(from) | to.into();
                let after = (occupied & !left) | side.king_target(us).into() | rook.into();
                attacks::rook_attacks(rook, after).contains(king)
                    || self.uncovers_check(king, after, left)
            }
        }
    }

    /// Tells whether a slider that has not moved attacks the enemy king when these squares are occupied.
    #[inline]
    fn uncovers_check(&self, king: Square, occupied: Bitboard, moved: Bitboard) -> bool {
        let ours = self.board.by_color(self.turn) & !moved;
        let diagonal = self.board.diagonal() & ours & attacks::bishop_rays(king);
        let straight = self.board.straight() & ours & attacks::rook_rays(king);
        // Most positions have no slider on the king's lines at all.
        (diagonal.any() && (attacks::bishop_attacks(king, occupied) & diagonal).any())
            || (straight.any() && (attacks::rook_attacks(king, occupied) & straight).any())
    }

    /// Gets the squares that a side's pawns, knights and king attack.
    #[inline]
    pub(super) fn leaper_attacks(&self, color: Color) -> Bitboard {
        let board = &self.board;
        board.pieces(color, Role::Pawn).pawn_attacks(color)
            | board.pieces(color, Role::Knight).knight_attacks()
            | attacks::king_attacks(self.king(color))
    }

    /// Tells whether enemy sliders attack a square when these squares are occupied.
    #[inline]
    pub(super) fn is_attacked_by_slider(
        &self,
        enemy: Bitboard,
        square: Square,
        occupied: Bitboard,
    ) -> bool {
        let diagonal = attacks::bishop_rays(square) & self.board.diagonal() & enemy;
        let straight = attacks::rook_rays(square) & self.board.straight() & enemy;
        (diagonal.any() && (attacks::bishop_attacks(square, occupied) & diagonal).any())
            || (straight.any() && (attacks::rook_attacks(square, occupied) & straight).any())
    }

    /// Tells whether the side to move may take en passant from a square without leaving its king in check.
    pub(super) fn is_en_passant_legal(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let victim = Bitboard::from(to).forward(!us);
        let after = (self.occupied() ^ from.into() ^ victim) | to.into();
        let enemy = self.board.by_color(!us) & !victim;
        let king = self.king(us);
        (self.checking_leapers(us, king) & enemy).is_empty()
            && !self.is_attacked_by_slider(enemy, king, after)
    }
}
