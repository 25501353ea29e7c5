// Module order, each may use those before it: values → tables → king → evaluate.

//! The worth of a Crazyhouse position, in centipawns.
//!
//! The evaluation is plain on purpose: material on the board and in the pockets, piece-square terms, the safety of
//! both kings and a small bonus for the side to move. [`evaluate`] reads a position and keeps nothing between calls.
//!
//! ```
//! use furyhouse_eval::evaluate;
//! use furyhouse_rules::Position;
//!
//! let even = Position::start();
//! let knight_up = Position::from_fen("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1")?;
//! assert!(evaluate(&knight_up) > evaluate(&even) + 400);
//! # Ok::<(), furyhouse_rules::ParseError>(())
//! ```

mod evaluate;
mod king;
mod tables;
mod values;

pub use evaluate::evaluate;
pub use values::{BOARD_VALUES, POCKET_VALUES, SEE_VALUES};
