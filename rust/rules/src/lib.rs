//! The rules of Crazyhouse, as played on lichess: chess in which captured men change sides and may be dropped.
//!
//! Modules, each of which knows only those before it:
//! `color, role, file, rank, square, piece, bitboard, errors, moves, castling, pocket, magics, attacks, zobrist, board, fen, position, outcome, uci, san, perft`.
//!
//! # Examples
//!
//! ```
//! use furyhouse_rules::{Position, Role};
//!
//! let mut position = Position::start();
//! for text in ["e4", "d5", "exd5", "Qxd5"] {
//!     position = position.play(position.parse_san(text)?);
//! }
//! assert!(position.pocket(position.turn()).has(Role::Pawn));
//! position = position.play(position.parse_san("P@c4")?);
//! assert_eq!(position.fen(), "rnb1kbnr/ppp1pppp/8/3q4/2P5/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 1 3");
//! # Ok::<(), furyhouse_rules::MoveError>(())
//! ```

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod color;
mod errors;
mod fen;
mod file;
mod magics;
mod moves;
mod outcome;
mod perft;
mod piece;
mod pocket;
mod position;
mod rank;
mod role;
mod san;
mod square;
mod uci;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingMode, CastlingRights, Side};
pub use color::Color;
pub use errors::{FenError, FenFault, MoveError, ParseError, PositionError, PositionFault};
pub use fen::Fen;
pub use file::File;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use outcome::{FIFTY_MOVES, Outcome, Rules, Termination, count_repetitions};
pub use perft::{divide, perft, perft_threads};
pub use piece::Piece;
pub use pocket::Pocket;
pub use position::{Position, RoleValues, START_FEN};
pub use rank::Rank;
pub use role::Role;
pub use square::{Square, SquareError};
pub use zobrist::{Key, shuffle_key};
