//! Playing a move: a copy of the position, changed.

use super::{NO_SQUARE, Position};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::color::Color;
use crate::errors::MoveError;
use crate::moves::{Move, MoveKind};
use crate::role::Role;
use crate::square::Square;
use crate::zobrist::{self, Key};

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
        let change = next.forget_en_passant();
        next.halfmove_clock += 1;
        next.end_turn(change);
        next
    }

    /// Plays a legal move in place, for callers that have made the copy themselves: `let mut next = *position` and
    /// `next.make(mv)` copy once where the compiler copies the result of [`play`](Self::play) a second time.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        // Every step gives what it changes in the key, which is then written once: in a register it costs nothing.
        if mv.is_drop() {
            let forgotten = self.forget_en_passant();
            self.halfmove_clock += 1;
            let change = self.make_drop(self.turn, mv.role_bits(), mv.to());
            self.end_turn(forgotten ^ change);
        } else if mv.kind() == MoveKind::Normal {
            self.make_normal(mv.origin(), mv.to());
        } else {
            self.make_special(mv);
        }
    }

    /// The key after a legal move, most of the time: without playing it, so that what is known about the position to come can
    /// be fetched early. Moves of more than one man and changes of castling or en passant rights are not followed.
    #[inline]
    #[must_use]
    pub fn likely_key_after(&self, mv: Move) -> Key {
        let (us, to) = (self.turn, mv.to());
        let key = self.key ^ zobrist::BLACK_TO_MOVE ^ zobrist::en_passant(self.passed);
        if mv.is_drop() {
            let role = mv.role_bits();
            let held = self.pockets[us.index()].count(role);
            return key ^ zobrist::held(us, role, held) ^ zobrist::man(us, role, to);
        }
        let from = mv.origin();
        let role = self.board.role_on(from);
        let mut change = zobrist::man(us, role, from) ^ zobrist::man(us, role, to);
        if self.board.by_color(!us).contains(to) {
            let victim = self.board.role_on(to);
            let held = self.pockets[us.index()].count(victim) + 1;
            change ^= zobrist::man(!us, victim, to) ^ zobrist::held(us, victim, held);
        }
        key ^ change
    }

    /// Promotes, takes en passant or castles, and ends the turn.
    #[inline(never)]
    fn make_special(&mut self, mv: Move) {
        let forgotten = self.forget_en_passant();
        self.halfmove_clock += 1;
        let us = self.turn;
        let (from, to) = (mv.origin(), mv.to());
        let change = match mv.kind() {
            MoveKind::EnPassant => self.make_en_passant(us, from, to),
            MoveKind::Castling => self.make_castling(us, from, to),
            _ => mv
                .promoted()
                .map_or(0, |role| self.make_promotion(us, from, to, role)),
        };
        self.end_turn(forgotten ^ change);
    }

    /// Moves a man and ends the turn.
    #[inline(never)]
    fn make_normal(&mut self, from: Square, to: Square) {
        let mut change = self.forget_en_passant();
        self.halfmove_clock += 1;
        let us = self.turn;
        let role = self.board.role_on(from);
        if self.board.by_color(!us).contains(to) {
            change ^= self.take(us, to);
        }
        change ^= self.lose_castling(us, role, from, to);
        let squares = Bitboard::from(from) | Bitboard::from(to);
        self.board.toggle(us, role, squares);
        change ^= zobrist::man(us, role, from) ^ zobrist::man(us, role, to);
        if self.board.promoted().contains(from) {
            self.board.toggle_promoted(squares);
            change ^= zobrist::promoted(from) ^ zobrist::promoted(to);
        }
        if role == Role::Pawn {
            self.halfmove_clock = 0;
        }
        self.end_turn(change);
        if role == Role::Pawn && from.index().abs_diff(to.index()) == 16 {
            let passed = usize::midpoint(from.index(), to.index());
            self.set_en_passant_if_legal(Square::from_low_bits(passed as u32));
        }
    }

    #[inline]
    fn make_drop(&mut self, us: Color, role: Role, to: Square) -> Key {
        let count = self.pockets[us.index()].remove(role);
        zobrist::held(us, role, count) ^ self.toggle_man(us, role, to)
    }

    fn make_promotion(&mut self, us: Color, from: Square, to: Square, role: Role) -> Key {
        let mut change = self.lose_castling(us, Role::Pawn, from, to);
        if self.board.by_color(!us).contains(to) {
            change ^= self.take(us, to);
        }
        self.board.toggle_promoted(to.into());
        self.halfmove_clock = 0;
        change
            ^ zobrist::promoted(to)
            ^ self.toggle_man(us, Role::Pawn, from)
            ^ self.toggle_man(us, role, to)
    }

    fn make_en_passant(&mut self, us: Color, from: Square, to: Square) -> Key {
        let victim = Bitboard::from(to).forward(!us).first();
        victim.map_or(0, |square| self.take(us, square))
            ^ self.toggle_man(us, Role::Pawn, from)
            ^ self.toggle_man(us, Role::Pawn, to)
    }

    fn make_castling(&mut self, us: Color, king: Square, rook: Square) -> Key {
        let side = if rook > king { Side::King } else { Side::Queen };
        self.lose_castling(us, Role::King, king, rook)
            ^ self.toggle_man(us, Role::King, king)
            ^ self.toggle_man(us, Role::Rook, rook)
            ^ self.toggle_man(us, Role::King, side.king_target(us))
            ^ self.toggle_man(us, Role::Rook, side.rook_target(us))
    }

    #[inline]
    fn toggle_man(&mut self, color: Color, role: Role, square: Square) -> Key {
        self.board.toggle(color, role, square.into());
        zobrist::man(color, role, square)
    }

    /// Takes the enemy man on a square into the pocket, as a pawn if it was one before.
    #[inline]
    fn take(&mut self, us: Color, square: Square) -> Key {
        let role = self.board.role_on(square);
        let mut change = self.toggle_man(!us, role, square);
        let mut gain = role;
        if self.board.promoted().contains(square) {
            gain = Role::Pawn;
            self.board.toggle_promoted(square.into());
            change ^= zobrist::promoted(square);
        }
        self.halfmove_clock = 0;
        let count = self.pockets[us.index()].add(gain);
        change ^ zobrist::held(us, gain, count)
    }

    /// Ends the rights of a king that moves and of a rook that moves or is taken.
    #[inline]
    fn lose_castling(&mut self, us: Color, role: Role, from: Square, to: Square) -> Key {
        let touched = self.castling.rooks() & (Bitboard::from(from) | to.into());
        if role == Role::King {
            self.end_castling_rights(touched | self.castling.rooks_of(us))
        } else {
            self.end_castling_rights(touched)
        }
    }

    /// Ends the rights of these rooks.
    #[inline]
    fn end_castling_rights(&mut self, rooks: Bitboard) -> Key {
        let mut change = 0;
        for rook in rooks {
            self.castling.remove(rook);
            change ^= zobrist::castling(rook);
        }
        change
    }

    #[inline]
    fn forget_en_passant(&mut self) -> Key {
        let forgotten = zobrist::en_passant(self.passed);
        self.passed = NO_SQUARE;
        forgotten
    }

    /// Hands the move to the other side and brings the key up to date.
    #[inline]
    fn end_turn(&mut self, change: Key) {
        self.ply += 1;
        self.turn = !self.turn;
        self.key ^= change ^ zobrist::BLACK_TO_MOVE;
    }

    /// Notes the square that an enemy pawn has passed, if the side to move can take it there.
    #[inline]
    pub(super) fn set_en_passant_if_legal(&mut self, square: Square) {
        let pawns = self.board.pieces(self.turn, Role::Pawn);
        for from in attacks::pawn_attacks(!self.turn, square) & pawns {
            if self.is_en_passant_legal(from, square) {
                self.passed = square.index() as u8;
                self.key ^= zobrist::en_passant(self.passed);
                return;
            }
        }
    }
}
