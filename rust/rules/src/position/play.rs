//! Playing a move: a copy of the position, changed.

use super::Position;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::color::Color;
use crate::errors::MoveError;
use crate::moves::{Move, MoveKind};
use crate::role::Role;
use crate::square::Square;
use crate::zobrist;

impl Position {
    /// Plays a legal move and gives the position after it.
    ///
    /// The move is not tested: an illegal one gives a position of no meaning, though never memory unsafety. Ask
    /// [`is_legal`](Self::is_legal) first, or use [`try_play`](Self::try_play), for moves from outside.
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        next.make(mv);
        next
    }

    /// Plays a move, if it is legal.
    ///
    /// # Errors
    ///
    /// When it is not.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::{Move, Position, Role, Square};
    ///
    /// let position = Position::start();
    /// assert!(position.try_play(Move::normal(Square::E2, Square::E4)).is_ok());
    /// assert!(position.try_play(Move::drop(Role::Pawn, Square::E4)).is_err());
    /// ```
    pub fn try_play(&self, mv: Move) -> Result<Self, MoveError> {
        if self.is_legal(mv) {
            Ok(self.play(mv))
        } else {
            Err(MoveError::Illegal {
                mv: mv.to_string(),
                fen: self.fen(),
            })
        }
    }

    /// Passes the turn without a move, as a null-move search does; the side to move must not be in check.
    #[must_use]
    pub fn play_null(&self) -> Self {
        let mut next = *self;
        next.forget_en_passant();
        next.halfmove_clock += 1;
        next.end_turn();
        next
    }

    /// Plays a legal move in place, for callers that have made the copy themselves: `let mut next = *position` and
    /// `next.make(mv)` copy once where the compiler copies the result of [`play`](Self::play) a second time.
    pub fn make(&mut self, mv: Move) {
        self.forget_en_passant();
        self.halfmove_clock += 1;
        let us = self.turn;
        let to = mv.to();
        let mut passed = None;
        match mv.kind() {
            MoveKind::Normal => passed = self.make_normal(us, mv.origin(), to),
            MoveKind::Drop => {
                if let Some(role) = mv.dropped() {
                    self.make_drop(us, role, to);
                }
            }
            MoveKind::Promotion => {
                if let Some(role) = mv.promoted() {
                    self.make_promotion(us, mv.origin(), to, role);
                }
            }
            MoveKind::EnPassant => self.make_en_passant(us, mv.origin(), to),
            MoveKind::Castling => self.make_castling(us, mv.origin(), to),
        }
        self.end_turn();
        if let Some(square) = passed {
            self.set_en_passant_if_legal(square);
        }
    }

    /// Moves a man; gives the square that a pawn has passed in two steps.
    #[inline]
    fn make_normal(&mut self, us: Color, from: Square, to: Square) -> Option<Square> {
        let role = self.board.role_on(from);
        if self.board.by_color(!us).contains(to) {
            self.take(us, to);
        }
        self.lose_castling(us, role, from, to);
        let squares = Bitboard::from(from) | Bitboard::from(to);
        self.board.toggle(us, role, squares);
        self.key ^= zobrist::man(us, role, from) ^ zobrist::man(us, role, to);
        if self.board.promoted().contains(from) {
            self.board.toggle_promoted(squares);
            self.key ^= zobrist::promoted(from) ^ zobrist::promoted(to);
        }
        if role != Role::Pawn {
            return None;
        }
        self.halfmove_clock = 0;
        let middle = (from.index() + to.index()) / 2;
        (from.index().abs_diff(to.index()) == 16).then(|| Square::from_low_bits(middle as u32))
    }

    #[inline]
    fn make_drop(&mut self, us: Color, role: Role, to: Square) {
        self.toggle_man(us, role, to);
        let pocket = &mut self.pockets[us.index()];
        self.key ^= zobrist::held(us, role, pocket.count(role));
        pocket.remove(role);
    }

    fn make_promotion(&mut self, us: Color, from: Square, to: Square, role: Role) {
        if self.board.by_color(!us).contains(to) {
            self.take(us, to);
        }
        self.lose_castling(us, Role::Pawn, from, to);
        self.toggle_man(us, Role::Pawn, from);
        self.toggle_man(us, role, to);
        self.board.toggle_promoted(to.into());
        self.key ^= zobrist::promoted(to);
        self.halfmove_clock = 0;
    }

    fn make_en_passant(&mut self, us: Color, from: Square, to: Square) {
        let victim = Bitboard::from(to).forward(!us);
        if let Some(square) = victim.first() {
            self.take(us, square);
        }
        self.toggle_man(us, Role::Pawn, from);
        self.toggle_man(us, Role::Pawn, to);
    }

    fn make_castling(&mut self, us: Color, king: Square, rook: Square) {
        let side = if rook > king { Side::King } else { Side::Queen };
        self.lose_castling(us, Role::King, king, rook);
        self.toggle_man(us, Role::King, king);
        self.toggle_man(us, Role::Rook, rook);
        self.toggle_man(us, Role::King, side.king_target(us));
        self.toggle_man(us, Role::Rook, side.rook_target(us));
    }

    #[inline]
    fn toggle_man(&mut self, color: Color, role: Role, square: Square) {
        self.board.toggle(color, role, square.into());
        self.key ^= zobrist::man(color, role, square);
    }

    /// Takes the enemy man on a square into the pocket, as a pawn if it was one before.
    #[inline]
    fn take(&mut self, us: Color, square: Square) {
        let role = self.board.role_on(square);
        self.toggle_man(!us, role, square);
        let mut gain = role;
        if self.board.promoted().contains(square) {
            gain = Role::Pawn;
            self.board.toggle_promoted(square.into());
            self.key ^= zobrist::promoted(square);
        }
        let pocket = &mut self.pockets[us.index()];
        pocket.add(gain);
        self.key ^= zobrist::held(us, gain, pocket.count(gain));
        self.halfmove_clock = 0;
    }

    /// Ends the rights of a king that moves and of a rook that moves or is taken.
    #[inline]
    fn lose_castling(&mut self, us: Color, role: Role, from: Square, to: Square) {
        let touched = Bitboard::from(from) | to.into();
        let is_king = role == Role::King && self.castling.has_any(us);
        if is_king || self.castling.touches(touched) {
            self.end_castling_rights(us, is_king, touched);
        }
    }

    #[cold]
    fn end_castling_rights(&mut self, us: Color, is_king: bool, touched: Bitboard) {
        for (color, side, rook) in self.castling.iter() {
            if touched.contains(rook) || (is_king && color == us) {
                self.castling.remove(color, side);
                self.key ^= zobrist::castling(rook);
            }
        }
    }

    #[inline]
    fn forget_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
    }

    /// Hands the move to the other side.
    #[inline]
    fn end_turn(&mut self) {
        self.fullmove_number += self.turn as u32;
        self.turn = !self.turn;
        self.key ^= zobrist::black_to_move();
        self.update_king_danger();
    }

    /// Notes the square that an enemy pawn has passed, if the side to move can take it there.
    #[inline]
    pub(super) fn set_en_passant_if_legal(&mut self, square: Square) {
        let pawns = self.board.pieces(self.turn, Role::Pawn);
        for from in attacks::pawn_attacks(!self.turn, square) & pawns {
            if self.is_en_passant_legal(from, square) {
                self.en_passant = Some(square);
                self.key ^= zobrist::en_passant(square.file());
                return;
            }
        }
    }
}
