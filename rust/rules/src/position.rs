//! A position that can be played, and everything that is read from it.

mod checks;
mod exchange;
mod legality;
mod movegen;
mod play;
mod validate;
mod write;

pub use exchange::RoleValues;

use std::fmt;
use std::str::FromStr;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastlingMode, CastlingRights};
use crate::color::Color;
use crate::errors::ParseError;
use crate::fen::Fen;
use crate::piece::Piece;
use crate::pocket::Pocket;
use crate::role::Role;
use crate::square::Square;
use crate::zobrist::{self, Key};

/// The FEN of the start of a game.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

/// A position of Crazyhouse: the men, both pockets, who is to move, and what has happened that still matters.
///
/// It cannot be wrong once made, and it is copied to play a move. Keys of earlier positions are kept by whoever plays a
/// game; see [`count_repetitions`](crate::count_repetitions).
///
/// # Examples
///
/// ```
/// use furyhouse_rules::Position;
///
/// let position = Position::start();
/// assert_eq!(position.legal_moves().len(), 20);
/// let next = position.play(position.parse_uci("e2e4")?);
/// assert_eq!(next.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1");
/// # Ok::<(), furyhouse_rules::MoveError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    key: Key,
    pockets: [Pocket; 2],
    castling: CastlingRights,
    /// The number of the square that can be taken on, or [`NO_SQUARE`]. Only where the capture is legal, so that equal
    /// keys mean equal moves.
    passed: u8,
    turn: Color,
    /// Both counters run on past what a FEN can hold, and are cut where they are read.
    halfmove_clock: u32,
    ply: u32,
}

/// The most that a FEN holds for the half-move clock and for the move number.
const MAX_COUNTER: u32 = u16::MAX as u32;

/// Stands for no square where squares are kept as numbers.
const NO_SQUARE: u8 = 64;

// Copying is how moves are played, so the size is part of the speed.
const _: () = assert!(size_of::<Position>() <= 192);

impl Position {
    /// Gets the position at the start of a game.
    ///
    /// # Panics
    ///
    /// Never: the start position is known to be valid.
    #[must_use]
    pub fn start() -> Self {
        match Self::from_fen(START_FEN) {
            Ok(position) => position,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// Reads a FEN with castling from the usual squares.
    ///
    /// # Errors
    ///
    /// When the text is no FEN or its position cannot be played; the error names every fault.
    pub fn from_fen(text: &str) -> Result<Self, ParseError> {
        Ok(Fen::parse(text)?.position(CastlingMode::Standard)?)
    }

    /// Reads a FEN of Crazyhouse960, where kings and rooks may castle from any square of their first rank.
    ///
    /// # Errors
    ///
    /// When the text is no FEN or its position cannot be played; the error names every fault.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::{CastlingMode, Position};
    ///
    /// let position = Position::from_fen_960("4k3/8/8/8/8/8/8/1RK3R1[n] w KQ - 0 1")?;
    /// let castling = position.parse_uci("c1g1").expect("the king takes its rook");
    /// assert_eq!(position.uci(castling, CastlingMode::Chess960), "c1g1");
    /// # Ok::<(), furyhouse_rules::ParseError>(())
    /// ```
    pub fn from_fen_960(text: &str) -> Result<Self, ParseError> {
        Ok(Fen::parse(text)?.position(CastlingMode::Chess960)?)
    }

    /// Gets the side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Gets all occupied squares.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Gets the squares of a side's men.
    #[inline]
    #[must_use]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// Gets the squares of all men of a kind.
    #[inline]
    #[must_use]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.board.by_role(role)
    }

    /// Gets the squares of a side's men of a kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.pieces(color, role)
    }

    /// Gets the man on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Gets the kind of the man on a square.
    #[inline]
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.board.role_at(square)
    }

    /// Gets the squares of promoted men: captured, they go to the pocket as pawns.
    #[inline]
    #[must_use]
    pub fn promoted(&self) -> Bitboard {
        self.board.promoted()
    }

    /// Gets the square of a side's king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        let king = self.board.pieces(color, Role::King);
        Square::from_low_bits(king.0.trailing_zeros())
    }

    /// Gets what a side holds.
    #[inline]
    #[must_use]
    pub fn pocket(&self, color: Color) -> Pocket {
        self.pockets[color.index()]
    }

    /// Gets the castling rights.
    #[inline]
    #[must_use]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Gets the square behind a pawn that has just advanced two squares, if it can legally be taken en passant.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        Square::try_new(self.passed)
    }

    /// Gets the number of plies since the last capture or pawn move, at most 65,535; a drop counts as any other ply.
    #[inline]
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock.min(MAX_COUNTER)
    }

    /// Gets the number of the move, 1 at the start and one more after each move of Black, at most 65,535.
    #[inline]
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        (self.ply / 2 + 1).min(MAX_COUNTER)
    }

    /// Gets the number of plies since the start, as the move number and the side to move tell it.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> u32 {
        2 * (self.fullmove_number() - 1) + self.turn as u32
    }

    /// Gets the position's key, kept up to date from move to move.
    ///
    /// It covers what a repetition compares: the men, the side to move, castling rights, an en passant capture that is
    /// legal, both pockets and the promoted marks.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Computes the key from nothing but the position; always equal to [`key`](Self::key).
    #[must_use]
    pub fn compute_key(&self) -> Key {
        let mut key = 0;
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                key ^= zobrist::man(piece.color, piece.role, square);
            }
        }
        for square in self.promoted() {
            key ^= zobrist::promoted(square);
        }
        for color in Color::ALL {
            for role in Role::DROPPABLE {
                for n in 1..=self.pocket(color).count(role) {
                    key ^= zobrist::held(color, role, n);
                }
            }
        }
        for (_, _, rook) in self.castling.iter() {
            key ^= zobrist::castling(rook);
        }
        key ^= zobrist::en_passant(self.passed);
        if self.turn == Color::Black {
            key ^= zobrist::BLACK_TO_MOVE;
        }
        key
    }

    /// Gets the enemy men that give check to the side to move.
    ///
    /// Checks and pins are not kept in the position: a look from the king outwards, some thirty instructions, costs less
    /// than to keep and copy them through every move that is played.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.king_danger(self.turn).0
    }

    /// Tells whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Gets the men of the side to move that are pinned to its king.
    #[inline]
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        self.king_danger(self.turn).1
    }

    /// Computes the men of a side that are pinned to its king.
    #[must_use]
    pub fn compute_pinned(&self, color: Color) -> Bitboard {
        self.king_danger(color).1
    }

    /// Gets the men of a side that attack a square when these squares are occupied.
    #[must_use]
    pub fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_of_both(square, occupied) & self.by_color(color)
    }

    /// Gets the men of both sides that attack a square when these squares are occupied.
    #[inline]
    pub(crate) fn attackers_of_both(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = &self.board;
        (attacks::pawn_attacks(Color::White, square) & board.pieces(Color::Black, Role::Pawn))
            | (attacks::pawn_attacks(Color::Black, square) & board.pieces(Color::White, Role::Pawn))
            | (attacks::knight_attacks(square) & board.by_role(Role::Knight))
            | (attacks::king_attacks(square) & board.by_role(Role::King))
            | (attacks::bishop_attacks(square, occupied) & board.diagonal())
            | (attacks::rook_attacks(square, occupied) & board.straight())
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::from_fen(text)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
