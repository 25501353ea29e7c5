//! How a game ended: `Outcome`, and the enumeration `Termination`.

use furyhouse_rules::{Color, Outcome, Termination};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::args::{ColorArg, is_white};

/// Why a game is over. The numbers are those of python-chess, whose other reasons never end a game of Crazyhouse.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub(crate) enum Reason {
    Checkmate = 1,
    Stalemate = 2,
    FivefoldRepetition = 5,
    FiftyMoves = 6,
    ThreefoldRepetition = 7,
}

/// The reasons that end a game of Crazyhouse.
const REASONS: [Reason; 5] = [
    Reason::Checkmate,
    Reason::Stalemate,
    Reason::FivefoldRepetition,
    Reason::FiftyMoves,
    Reason::ThreefoldRepetition,
];

/// The members of `Termination`, in python-chess's order.
const MEMBERS: [&str; 10] = [
    "CHECKMATE",
    "STALEMATE",
    "INSUFFICIENT_MATERIAL",
    "SEVENTYFIVE_MOVES",
    "FIVEFOLD_REPETITION",
    "FIFTY_MOVES",
    "THREEFOLD_REPETITION",
    "VARIANT_WIN",
    "VARIANT_LOSS",
    "VARIANT_DRAW",
];

const TERMINATION_DOC: &str = "Why a game is over, as python-chess numbers the reasons.

furyhouse gives five of the ten: CHECKMATE, STALEMATE, FIVEFOLD_REPETITION, and when a draw is claimed or the fifty-move
rule is on, THREEFOLD_REPETITION and FIFTY_MOVES. The rest are there for code that names them.

>>> from furyhouse import Termination
>>> Termination.CHECKMATE
<Termination.CHECKMATE: 1>
";

static TERMINATION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The enumeration `Termination`: a true `enum.Enum`, so that names, values and iteration are Python's own.
pub(crate) fn termination(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    TERMINATION
        .get_or_try_init(py, || {
            let options = PyDict::new(py);
            options.set_item("module", "furyhouse")?;
            let members = MEMBERS.to_vec();
            let class = py
                .import("enum")?
                .getattr("Enum")?
                .call(("Termination", members), Some(&options))?;
            class.setattr("__doc__", TERMINATION_DOC)?;
            Ok(class.unbind())
        })
        .map(|class| class.bind(py))
}

/// What makes an outcome: a termination, and the winner.
type Parts<'py> = (Bound<'py, PyAny>, Option<bool>);

/// How a game ended: the reason, and the winner's colour or None for a draw.
///
/// >>> from furyhouse import Board
/// >>> board = Board("7k/5Q2/8/8/8/8/8/K7[] b - - 0 1")
/// >>> board.outcome()
/// Outcome(termination=<Termination.STALEMATE: 2>, winner=None)
#[pyclass(frozen, eq, hash, module = "furyhouse", name = "Outcome")]
#[derive(Eq, PartialEq, Hash)]
pub(crate) struct PyOutcome {
    pub(crate) reason: Reason,
    pub(crate) winner: Option<Color>,
}

impl From<Outcome> for PyOutcome {
    fn from(outcome: Outcome) -> Self {
        let reason = match outcome.termination {
            Termination::Checkmate => Reason::Checkmate,
            Termination::Stalemate => Reason::Stalemate,
            Termination::FivefoldRepetition => Reason::FivefoldRepetition,
            Termination::FiftyMoves => Reason::FiftyMoves,
        };
        Self {
            reason,
            winner: outcome.winner,
        }
    }
}

#[pymethods]
impl PyOutcome {
    #[new]
    fn new(termination: &Bound<'_, PyAny>, winner: Option<ColorArg>) -> PyResult<Self> {
        let py = termination.py();
        if !termination.is_instance(self::termination(py)?)? {
            let found = termination.get_type();
            return Err(PyTypeError::new_err(format!(
                "termination is a furyhouse.Termination, not {found}"
            )));
        }
        let number = termination.getattr("value")?.extract::<u8>()?;
        let reason = REASONS
            .into_iter()
            .find(|&reason| reason as u8 == number)
            .ok_or_else(|| {
                PyValueError::new_err(format!("{termination} never ends a game of Crazyhouse"))
            })?;
        Ok(Self {
            reason,
            winner: winner.map(|color| color.0),
        })
    }

    /// The reason, a member of Termination.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1").outcome().termination.name
    /// 'CHECKMATE'
    #[getter]
    fn termination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        termination(py)?.call1((self.reason as u8,))
    }

    /// The colour of the winner, or None for a draw.
    ///
    /// >>> from furyhouse import Board, WHITE
    /// >>> Board("7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1").outcome().winner == WHITE
    /// True
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.winner.map(is_white)
    }

    /// Gives the result as a PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1").outcome().result()
    /// '1-0'
    pub(crate) fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        let number = self.reason as usize;
        let winner = match self.winner {
            Some(Color::White) => "True",
            Some(Color::Black) => "False",
            None => "None",
        };
        let name = MEMBERS[number - 1];
        format!("Outcome(termination=<Termination.{name}: {number}>, winner={winner})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Parts<'py>)> {
        let outcome = slf.get();
        let parts = (outcome.termination(slf.py())?, outcome.winner());
        Ok((slf.get_type(), parts))
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("termination", "winner")
    }
}
