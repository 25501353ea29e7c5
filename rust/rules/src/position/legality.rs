//! Asking about one move, without generating any.

use super::Position;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::rank::Rank;
use crate::role::Role;
use crate::square::Square;

impl Position {
    /// Tells whether a move follows the rules here; any of the 65,536 codes may be asked about.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::{Move, Position};
    ///
    /// let position = Position::start();
    /// let legal = (0..=u16::MAX)
    ///     .filter_map(Move::from_raw)
    ///     .filter(|&mv| position.is_legal(mv))
    ///     .count();
    /// assert_eq!(legal, 20);
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.keeps_king_safe(mv)
    }

    /// Tells whether a move follows the rules here but for the safety of the own king.
    ///
    /// Castling through or out of check is no pseudo-legal move either; an en passant capture counts as one only where
    /// some en passant capture is legal.
    #[must_use]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let to = mv.to();
        match mv.kind() {
            MoveKind::Drop => mv.dropped().is_some_and(|role| {
                self.pockets[self.turn.index()].has(role)
                    && !self.occupied().contains(to)
                    && (role != Role::Pawn || !Bitboard::BACK_RANKS.contains(to))
            }),
            MoveKind::Castling => self.may_castle(mv.origin(), to),
            MoveKind::EnPassant => {
                self.en_passant() == Some(to)
                    && self.is_own(Role::Pawn, mv.origin())
                    && attacks::pawn_attacks(self.turn, mv.origin()).contains(to)
            }
            MoveKind::Promotion => {
                self.is_own(Role::Pawn, mv.origin())
                    && to.rank() == Rank::Eight.relative_to(self.turn)
                    && self.pawn_reaches(mv.origin(), to)
            }
            MoveKind::Normal => self.man_reaches(mv.origin(), to),
        }
    }

    fn is_own(&self, role: Role, square: Square) -> bool {
        self.board.pieces(self.turn, role).contains(square)
    }

    fn may_castle(&self, king: Square, rook: Square) -> bool {
        king == self.king(self.turn)
            && !self.is_check()
            && self
                .castling
                .side_of(self.turn, rook)
                .is_some_and(|side| self.is_castling_legal(king, rook, side, Bitboard::EMPTY))
    }

    fn man_reaches(&self, from: Square, to: Square) -> bool {
        let own = self.board.by_color(self.turn);
        if !own.contains(from) || own.contains(to) {
            return false;
        }
        match self.board.role_on(from) {
            Role::Pawn => {
                to.rank() != Rank::Eight.relative_to(self.turn) && self.pawn_reaches(from, to)
            }
            role => attacks::attacks(self.turn, role, from, self.occupied()).contains(to),
        }
    }

    /// Tells whether a pawn gets from one square to the other by a step, two steps or a capture.
    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let empty = !self.occupied();
        let single = Bitboard::from(from).forward(us) & empty;
        let third_rank = Bitboard::rank(Rank::Three.relative_to(us));
        let double = (single & third_rank).forward(us) & empty;
        let captures = attacks::pawn_attacks(us, from) & self.board.by_color(!us);
        (single | double | captures).contains(to)
    }

    /// Tells whether a pseudo-legal move leaves the own king out of check.
    fn keeps_king_safe(&self, mv: Move) -> bool {
        let king = self.king(self.turn);
        let (from, to) = (mv.origin(), mv.to());
        match mv.kind() {
            MoveKind::Castling => return true,
            MoveKind::EnPassant => return self.is_en_passant_legal(from, to),
            MoveKind::Drop => return answers_check(self.checkers(), king, to),
            MoveKind::Normal | MoveKind::Promotion => {}
        }
        if from == king {
            let occupied = self.occupied() ^ king.into();
            return self.attackers(!self.turn, to, occupied).is_empty();
        }
        let (checkers, pinned) = self.king_danger(self.turn);
        answers_check(checkers, king, to)
            && (!pinned.contains(from) || attacks::line(king, from).contains(to))
    }

    /// Tells whether a legal move takes a man.
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured(mv).is_some()
    }

    /// Gets the kind of the man that a legal move takes, as it stands on the board.
    #[inline]
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion => self.board.role_at(mv.to()),
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Drop | MoveKind::Castling => None,
        }
    }

    /// Gets the kind of the man that a legal move puts into the pocket: a pawn for a promoted one.
    #[inline]
    #[must_use]
    pub fn gain(&self, mv: Move) -> Option<Role> {
        let role = self.captured(mv)?;
        let is_promoted = self.board.promoted().contains(mv.to());
        Some(if is_promoted { Role::Pawn } else { role })
    }
}

/// Tells whether a man other than the king that comes to a square leaves no check unanswered.
fn answers_check(checkers: Bitboard, king: Square, to: Square) -> bool {
    match checkers.first() {
        None => true,
        Some(_) if checkers.more_than_one() => false,
        Some(checker) => to == checker || attacks::between(king, checker).contains(to),
    }
}
