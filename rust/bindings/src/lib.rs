//! The Python extension of furyhouse: nothing but binding, and the only crate that knows Python.
//!
//! Modules, each of which knows only those before it:
//! `args, errors, plain, game, moves, piece, squareset, pocket, outcome, square_state, watch, control, perft, board, engine, evaluation, params, skill,
//! names`.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python arrives by value"
)]

mod args;
mod board;
mod control;
mod engine;
mod errors;
mod evaluation;
mod game;
mod moves;
mod names;
mod outcome;
mod params;
mod perft;
mod piece;
mod plain;
mod pocket;
mod skill;
mod square_state;
mod squareset;
mod watch;

/// The rules of Crazyhouse and the engine, in Rust.
#[pyo3::pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::board::{LegalMoveGenerator, PyBoard};
    #[pymodule_export]
    use crate::control::PyControl;
    #[pymodule_export]
    use crate::engine::{Searcher, bench, static_order_score};
    #[pymodule_export]
    use crate::errors::{
        AmbiguousMoveError, EngineError, FenError, FuryhouseError, IllegalMoveError,
        InvalidMoveError, MoveError, PositionError,
    };
    #[pymodule_export]
    use crate::evaluation::evaluation_terms;
    #[pymodule_export]
    use crate::moves::PyMove;
    #[pymodule_export]
    use crate::names::{
        between, parse_square, piece_name, piece_symbol, ray, square, square_distance, square_file,
        square_mirror, square_name, square_rank,
    };
    #[pymodule_export]
    use crate::outcome::PyOutcome;
    #[pymodule_export]
    use crate::params::{search_params, set_search_param};
    #[pymodule_export]
    use crate::piece::PyPiece;
    #[pymodule_export]
    use crate::pocket::PyPocket;
    #[pymodule_export]
    use crate::skill::{elo_for_level, level_for_elo, skill_levels};
    #[pymodule_export]
    use crate::square_state::SquareState;
    #[pymodule_export]
    use crate::squareset::SquareSet;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        crate::watch::keep_panics();
        crate::errors::complete(py)?;
        module.add("Termination", crate::outcome::termination(py)?)?;
        module.add("TUNING", crate::params::TUNING)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        crate::names::add_constants(module)
    }
}
