//! `Piece`: a man with its colour.

use furyhouse_rules::{Color, Piece, Role};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::args::{ColorArg, RoleArg, TextArg, is_white, piece_type};

/// A man with its colour. The arguments are a piece type (1 to 6) and a colour (True is white).
///
/// >>> from furyhouse import Piece, KNIGHT, BLACK
/// >>> Piece(KNIGHT, BLACK)
/// Piece.from_symbol('n')
/// >>> Piece(KNIGHT, BLACK) == Piece.from_symbol("n")
/// True
#[pyclass(frozen, eq, hash, module = "furyhouse", name = "Piece")]
#[derive(Eq, PartialEq, Hash)]
pub(crate) struct PyPiece(Piece);

static MADE: [PyOnceLock<Py<PyPiece>>; 12] = [const { PyOnceLock::new() }; 12];

impl PyPiece {
    /// The one object of a piece: there are twelve.
    pub(crate) fn object(py: Python<'_>, piece: Piece) -> PyResult<Py<Self>> {
        let slot = piece.color.index() * Role::ALL.len() + piece.role.index();
        MADE[slot]
            .get_or_try_init(py, || Py::new(py, Self(piece)))
            .map(|made| made.clone_ref(py))
    }
}

#[pymethods]
impl PyPiece {
    #[new]
    fn new(py: Python<'_>, piece_type: RoleArg, color: ColorArg) -> PyResult<Py<Self>> {
        Self::object(
            py,
            Piece {
                color: color.0,
                role: piece_type.0,
            },
        )
    }

    /// Makes the piece of a letter: upper case for white. Raises `ValueError` for any other text.
    ///
    /// >>> from furyhouse import Piece
    /// >>> Piece.from_symbol("Q").color
    /// True
    #[classmethod]
    fn from_symbol(
        _cls: &Bound<'_, PyType>,
        py: Python<'_>,
        symbol: TextArg,
    ) -> PyResult<Py<Self>> {
        let piece = match symbol.as_bytes() {
            [letter] => Piece::from_letter(*letter),
            _ => None,
        };
        let piece = piece.ok_or_else(|| {
            let shown = crate::errors::shorten(&symbol);
            PyValueError::new_err(format!(
                "a piece is one letter of PNBRQK or pnbrqk, not {shown}"
            ))
        })?;
        Self::object(py, piece)
    }

    /// The kind of man: 1 for a pawn to 6 for a king.
    ///
    /// >>> from furyhouse import Piece, ROOK
    /// >>> Piece.from_symbol("r").piece_type == ROOK
    /// True
    #[getter]
    fn piece_type(&self) -> u8 {
        piece_type(self.0.role)
    }

    /// The colour: True is white.
    ///
    /// >>> from furyhouse import Piece
    /// >>> Piece.from_symbol("r").color
    /// False
    #[getter]
    fn color(&self) -> bool {
        is_white(self.0.color)
    }

    /// Gives the letter: upper case for white, lower case for black.
    ///
    /// >>> from furyhouse import Piece, BISHOP, WHITE
    /// >>> Piece(BISHOP, WHITE).symbol()
    /// 'B'
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// Gives the Unicode figure; with `invert_color` that of the other colour, for terminals with a dark ground.
    ///
    /// >>> from furyhouse import Piece
    /// >>> Piece.from_symbol("K").unicode_symbol(), Piece.from_symbol("K").unicode_symbol(invert_color=True)
    /// ('♔', '♚')
    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        figure(self.0, invert_color)
    }

    fn __str__(&self) -> char {
        self.0.letter()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let piece = slf.get().0;
        let arguments = (piece_type(piece.role), is_white(piece.color));
        Ok((slf.get_type(), arguments.into_pyobject(slf.py())?))
    }
}

/// The Unicode figure of a piece.
pub(crate) fn figure(piece: Piece, invert_color: bool) -> char {
    const WHITE: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
    const BLACK: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
    let white = (piece.color == Color::White) != invert_color;
    (if white { WHITE } else { BLACK })[piece.role.index()]
}
