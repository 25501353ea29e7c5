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
    "The base of every exception of furyhouse.

>>> from furyhouse import FuryhouseError
>>> issubclass(FuryhouseError, ValueError)
True
"
);
create_exception!(
    furyhouse,
    FenError,
    FuryhouseError,
    "Raised when a text is not a well formed FEN; `at` is the index of its first fault.

>>> from furyhouse import Board, FenError
>>> try:
...     Board(\"4k3/8/8/8/8/8/8/4K3[X] w - - 0 1\")
... except FenError as error:
...     error.at
20
"
);
create_exception!(
    furyhouse,
    PositionError,
    FuryhouseError,
    "Raised when a FEN is well formed, but its position cannot be played; `faults` has every reason.

>>> from furyhouse import Board, PositionError
>>> try:
...     Board(\"8/8/8/8/8/8/8/4K2P[] w - - 0 1\")
... except PositionError as error:
...     len(error.faults), error.faults[0]
(2, 'no black king')
"
);
create_exception!(
    furyhouse,
    MoveError,
    FuryhouseError,
    "The base of the exceptions about moves.

>>> from furyhouse import IllegalMoveError, MoveError
>>> issubclass(IllegalMoveError, MoveError)
True
"
);
create_exception!(
    furyhouse,
    InvalidMoveError,
    MoveError,
    "Raised when the text of a move is not well formed.

>>> from furyhouse import Board, InvalidMoveError
>>> try:
...     Board().parse_san(\"castle!\")
... except InvalidMoveError:
...     print(\"no move\")
no move
"
);
create_exception!(
    furyhouse,
    IllegalMoveError,
    MoveError,
    "Raised when a move is not legal in the position.

>>> from furyhouse import Board, IllegalMoveError
>>> try:
...     Board().parse_san(\"Ke2\")
... except IllegalMoveError:
...     print(\"not here\")
not here
"
);
create_exception!(
    furyhouse,
    AmbiguousMoveError,
    MoveError,
    "Raised when the text of a move fits more than one legal move.

>>> from furyhouse import Board, AmbiguousMoveError
>>> try:
...     Board(\"4k3/8/8/8/8/8/4K3/R6R[] w - - 0 1\").parse_san(\"Rd1\")
... except AmbiguousMoveError:
...     print(\"which rook?\")
which rook?
"
);
create_exception!(
    furyhouse,
    EngineError,
    FuryhouseError,
    "Raised when an engine cannot be set up as asked, or a search failed.

>>> from furyhouse import Engine, EngineError
>>> try:
...     Engine(threads=0)
... except EngineError:
...     print(\"at least one\")
at least one
"
);

/// The attributes in which an exception keeps what its properties show.
const PLACE: &str = "_at";
const FAULTS: &str = "_faults";

/// Gets the index in the text where the fault is, or None where there is no such place.
///
/// >>> from furyhouse import Move, InvalidMoveError
/// >>> try:
/// ...     Move.from_uci("e2x4")
/// ... except InvalidMoveError as error:
/// ...     error.at
/// 2
#[pyfunction]
fn at(error: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    error
        .getattr_opt(PLACE)?
        .map(|place| place.extract())
        .transpose()
}

/// Gets the text of every fault that was found; empty where the exception tells of one thing only.
///
/// >>> from furyhouse import Board, PositionError
/// >>> try:
/// ...     Board("8/8/8/8/8/8/8/8[] w - - 0 1")
/// ... except PositionError as error:
/// ...     error.faults
/// ('no white king', 'no black king')
#[pyfunction]
fn faults<'py>(error: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let known = error.getattr_opt(FAULTS)?;
    Ok(known.unwrap_or_else(|| PyTuple::empty(error.py()).into_any()))
}

/// Gives the base class its two properties.
pub(crate) fn complete(py: Python<'_>) -> PyResult<()> {
    let base = py.get_type::<FuryhouseError>();
    let property = py.import("builtins")?.getattr("property")?;
    base.setattr("at", property.call1((wrap_pyfunction!(at, py)?,))?)?;
    base.setattr("faults", property.call1((wrap_pyfunction!(faults, py)?,))?)
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
        PyTuple::new(py, texts).and_then(|texts| exception.value(py).setattr(FAULTS, texts));
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
    let placed = value.setattr(PLACE, index).and_then(|()| {
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
