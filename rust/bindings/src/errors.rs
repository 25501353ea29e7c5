//! The exceptions of furyhouse, and how the errors of the rules become them.

use furyhouse_rules::{MoveError as RulesMoveError, ParseError};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

create_exception!(
    furyhouse,
    FuryhouseError,
    PyValueError,
    "The base of every exception of furyhouse. `at` is the index in the text where the fault is, or None; `faults` lists every fault found."
);
create_exception!(
    furyhouse,
    FenError,
    FuryhouseError,
    "Raised when a text is not a well formed FEN. `at` is the index of the fault in the text."
);
create_exception!(
    furyhouse,
    PositionError,
    FuryhouseError,
    "Raised when a FEN is well formed, but its position cannot be played. `faults` names all reasons at once."
);
create_exception!(
    furyhouse,
    MoveError,
    FuryhouseError,
    "The base of the exceptions about moves."
);
create_exception!(
    furyhouse,
    InvalidMoveError,
    MoveError,
    "Raised when the text of a move is not well formed."
);
create_exception!(
    furyhouse,
    IllegalMoveError,
    MoveError,
    "Raised when a move is not legal in the position."
);
create_exception!(
    furyhouse,
    AmbiguousMoveError,
    MoveError,
    "Raised when the text of a move fits more than one legal move."
);
create_exception!(
    furyhouse,
    EngineError,
    FuryhouseError,
    "Raised when an engine cannot be set up as asked, or a search failed."
);

/// Gives the base class its two attributes, so that each instance has them.
pub(crate) fn complete(py: Python<'_>) -> PyResult<()> {
    let base = py.get_type::<FuryhouseError>();
    base.setattr("at", py.None())?;
    base.setattr("faults", PyTuple::empty(py))
}

/// The exception for a text that is no position.
pub(crate) fn parse_error(py: Python<'_>, text: &str, error: &ParseError) -> PyErr {
    match error {
        ParseError::Fen(fen) => {
            let exception = with_faults(py, FenError::new_err(fen.to_string()), fen.faults());
            with_place(py, exception, text, Some(fen.at()))
        }
        ParseError::Position(position) => with_faults(
            py,
            PositionError::new_err(position.to_string()),
            position.faults(),
        ),
    }
}

/// The exception for a text that is no move of the position, or for a move that is not.
pub(crate) fn move_error(py: Python<'_>, text: &str, error: &RulesMoveError) -> PyErr {
    let message = error.to_string();
    match error {
        RulesMoveError::Syntax { .. } => {
            with_place(py, InvalidMoveError::new_err(message), text, Some(0))
        }
        RulesMoveError::Illegal { .. } => IllegalMoveError::new_err(message),
        RulesMoveError::Ambiguous { .. } => AmbiguousMoveError::new_err(message),
    }
}

fn with_faults(py: Python<'_>, exception: PyErr, faults: &[impl ToString]) -> PyErr {
    let texts = faults.iter().map(ToString::to_string).collect::<Vec<_>>();
    let named =
        PyTuple::new(py, texts).and_then(|texts| exception.value(py).setattr("faults", texts));
    named.err().unwrap_or(exception)
}

/// Adds the place of the fault: `at` counts characters as Python does, and a note points at it.
pub(crate) fn with_place(py: Python<'_>, exception: PyErr, text: &str, at: Option<usize>) -> PyErr {
    let Some(at) = at else {
        return exception;
    };
    let index = text
        .char_indices()
        .take_while(|&(byte, _)| byte < at)
        .count();
    let value = exception.value(py);
    let placed = value.setattr("at", index).and_then(|()| {
        // A pointer helps only where the line is short and prints as it is counted.
        if text.len() > 200 || text.chars().any(char::is_control) {
            return Ok(());
        }
        let note = format!("  {text}\n  {:>width$}", '^', width = index + 1);
        value.call_method1("add_note", (note,)).map(drop)
    });
    placed.err().unwrap_or(exception)
}

/// A text shortened for a message.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        format!("{text:?}")
    } else {
        format!("{:?}...", text.chars().take(LONGEST).collect::<String>())
    }
}
