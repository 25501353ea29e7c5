// Module order, each may use those before it: weights → values → tally → army → king → evaluate → counts.

//! The worth of a Crazyhouse position, in centipawns.
//!
//! The evaluation is plain: material on the board and in the pockets, piece-square terms, mobility, threats, the safety of
//! both kings and a bonus for the side to move. [`evaluate`] reads a position and keeps nothing between calls; [`Counts`]
//! tells what a value is made of. The weights were fitted to games of furyhouse against itself.
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

mod army;
mod counts;
mod evaluate;
mod king;
mod tally;
mod values;
mod weights;

pub use counts::Counts;
pub use evaluate::{danger_value, evaluate};
pub use values::{BOARD_VALUES, POCKET_VALUES, SEE_VALUES};
pub use weights::{RUNS, Run, WEIGHTS};
