//! `Move`, each made once: the same move is always the same Python object.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::args::{RoleArg, SquareArg, TextArg, piece_type, square_index};
use crate::errors::{InvalidMoveError, shorten, with_place};
use crate::plain::PlainMove;

/// A move from a square to a square, perhaps with a promotion; or a man dropped on a square; or the null move.
///
/// A move knows nothing of a position: castling is the king's move from e1 to g1 (in Crazyhouse960 the king takes its
/// own rook), and a capture looks like any other move. A move is made once: `Move.from_uci("e2e4")` and the e2e4 of
/// any board are one object. Arguments are squares (0 to 63) and piece types (1 to 6). Raises `ValueError` when both a
/// promotion and a drop are given, or a drop with two squares.
///
/// >>> from furyhouse import Move, E2, E4, PAWN
/// >>> Move(E2, E4)
/// Move.from_uci('e2e4')
/// >>> Move(E4, E4, drop=PAWN)
/// Move.from_uci('P@e4')
/// >>> Move(E2, E4) is Move.from_uci("e2e4")
/// True
#[pyclass(frozen, eq, hash, module = "furyhouse", name = "Move")]
#[derive(Eq, PartialEq, Hash)]
pub(crate) struct PyMove(PlainMove);

/// One slot for each 16-bit code. Filled on first use: a game meets a few thousand of them.
static MADE: [PyOnceLock<Py<PyMove>>; 1 << 16] = [const { PyOnceLock::new() }; 1 << 16];

impl PyMove {
    /// The one object of a move.
    pub(crate) fn object(py: Python<'_>, plain: PlainMove) -> PyResult<Py<Self>> {
        Self::made(py, plain).map(|made| made.clone_ref(py))
    }

    /// The one object of a move where it is kept, without a reference of one's own.
    pub(crate) fn made(py: Python<'_>, plain: PlainMove) -> PyResult<&'static Py<Self>> {
        MADE[usize::from(plain.code())].get_or_try_init(py, || Py::new(py, Self(plain)))
    }

    pub(crate) fn plain(&self) -> PlainMove {
        self.0
    }
}

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, drop=None))]
    fn new(
        py: Python<'_>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<RoleArg>,
        drop: Option<RoleArg>,
    ) -> PyResult<Py<Self>> {
        let plain = match (promotion, drop) {
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err(
                    "a move is a promotion or a drop, not both",
                ));
            }
            (None, Some(_)) if from_square.0 != to_square.0 => {
                return Err(PyValueError::new_err(
                    "a drop has the same square as from_square and to_square",
                ));
            }
            (None, Some(role)) => PlainMove::drop(role.0, to_square.0),
            (promotion, None) => {
                PlainMove::board_move(from_square.0, to_square.0, promotion.map(|role| role.0))
            }
        };
        Self::object(py, plain)
    }

    /// Reads a move in UCI's notation, as CECP writes it too: `e2e4`, `e7e8q`, `P@e4`, `0000`.
    ///
    /// Raises `InvalidMoveError`, whose `at` is the index of the fault.
    ///
    /// >>> from furyhouse import Move
    /// >>> Move.from_uci("e7e8q").promotion
    /// 5
    /// >>> Move.from_uci("e7x8")
    /// Traceback (most recent call last):
    /// furyhouse.InvalidMoveError: invalid uci 'e7x8': expected a square at index 2
    ///   e7x8
    ///     ^
    #[classmethod]
    fn from_uci(_cls: &Bound<'_, PyType>, py: Python<'_>, uci: TextArg) -> PyResult<Py<Self>> {
        Self::object(py, parse_uci(py, &uci)?)
    }

    /// Makes the null move: it passes the turn, and is false as a bool.
    ///
    /// >>> from furyhouse import Move
    /// >>> Move.null(), bool(Move.null())
    /// (Move.from_uci('0000'), False)
    #[classmethod]
    fn null(_cls: &Bound<'_, PyType>, py: Python<'_>) -> PyResult<Py<Self>> {
        Self::object(py, PlainMove::NULL)
    }

    /// The square the move starts from; a drop has its own square here.
    ///
    /// >>> from furyhouse import Move, square_name
    /// >>> square_name(Move.from_uci("e2e4").from_square)
    /// 'e2'
    #[getter(from_square)]
    fn origin(&self) -> u8 {
        square_index(self.0.from())
    }

    /// The square the move ends on.
    ///
    /// >>> from furyhouse import Move, square_name
    /// >>> square_name(Move.from_uci("N@f7").to_square)
    /// 'f7'
    #[getter]
    fn to_square(&self) -> u8 {
        square_index(self.0.to())
    }

    /// The piece type a pawn becomes, or None.
    ///
    /// >>> from furyhouse import Move, KNIGHT
    /// >>> Move.from_uci("b7b8n").promotion == KNIGHT, Move.from_uci("b7b8").promotion
    /// (True, None)
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.0.promotion().map(piece_type)
    }

    /// The piece type that is dropped, or None.
    ///
    /// >>> from furyhouse import Move, QUEEN
    /// >>> Move.from_uci("Q@h7").drop == QUEEN, Move.from_uci("h5h7").drop
    /// (True, None)
    #[getter]
    fn drop(&self) -> Option<u8> {
        self.0.dropped().map(piece_type)
    }

    /// The kind of move in a word: `"normal"`, `"promotion"`, `"drop"` or `"null"`.
    ///
    /// >>> from furyhouse import Move
    /// >>> " ".join(Move.from_uci(text).kind for text in ("e2e4", "e7e8q", "P@e4", "0000"))
    /// 'normal promotion drop null'
    #[getter]
    fn kind(&self) -> &'static str {
        if self.0.is_null() {
            "null"
        } else if self.0.is_drop() {
            "drop"
        } else if self.0.promotion().is_some() {
            "promotion"
        } else {
            "normal"
        }
    }

    /// Writes the move in UCI's notation.
    ///
    /// >>> from furyhouse import Move, A7, A8, QUEEN
    /// >>> Move(A7, A8, QUEEN).uci()
    /// 'a7a8q'
    fn uci(&self) -> String {
        self.0.uci()
    }

    /// Writes the move as CECP does: as UCI, and `@@@@` for the null move.
    ///
    /// >>> from furyhouse import Move
    /// >>> Move.from_uci("P@e4").xboard(), Move.null().xboard()
    /// ('P@e4', '@@@@')
    fn xboard(&self) -> String {
        if self.0.is_null() {
            "@@@@".to_owned()
        } else {
            self.0.uci()
        }
    }

    fn __bool__(&self) -> bool {
        !self.0.is_null()
    }

    fn __str__(&self) -> String {
        self.0.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.0.uci())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let plain = slf.get().0;
        let arguments = (
            square_index(plain.from()),
            square_index(plain.to()),
            plain.promotion().map(piece_type),
            plain.dropped().map(piece_type),
        );
        Ok((slf.get_type(), arguments.into_pyobject(py)?))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Reads UCI's notation, or raises `InvalidMoveError` with the place of the fault.
pub(crate) fn parse_uci(py: Python<'_>, uci: &str) -> PyResult<PlainMove> {
    PlainMove::parse_uci(uci).map_err(|(at, expected)| {
        // Past the end of a short text the fault is where it stops.
        let at = at.min(uci.len());
        let text = shorten(uci).replace('"', "'");
        let error = InvalidMoveError::new_err(format!(
            "invalid uci {text}: expected {expected} at index {at}"
        ));
        with_place(py, error, uci, Some(at))
    })
}
