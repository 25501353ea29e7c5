//! `Pocket`: the men a side holds, as they were when asked for.

use furyhouse_rules::{Color, Pocket, Role};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::args::{RoleArg, TextArg, piece_type};

/// The men that one side may drop: a count for each kind. It is a snapshot, and does not change with its board.
///
/// The argument is the letters of the men, in any order and case. Raises `ValueError` for a letter that no pocket holds.
///
/// >>> from furyhouse import Board, Pocket, WHITE
/// >>> board = Board("4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1")
/// >>> board.pockets[WHITE]
/// Pocket('qpp')
/// >>> board.pockets[WHITE] == Pocket("pqp")
/// True
#[pyclass(frozen, eq, hash, module = "furyhouse", name = "Pocket")]
#[derive(Eq, PartialEq, Hash)]
pub(crate) struct PyPocket {
    /// Indexed by role; five of the six can be held.
    counts: [u32; 5],
}

impl From<Pocket> for PyPocket {
    fn from(pocket: Pocket) -> Self {
        Self {
            counts: Role::DROPPABLE.map(|role| u32::from(pocket.count(role))),
        }
    }
}

impl PyPocket {
    fn letters(&self) -> String {
        let kinds = Role::DROPPABLE.iter().rev();
        kinds
            .map(|role| {
                role.lower_letter()
                    .to_string()
                    .repeat(self.counts[role.index()] as usize)
            })
            .collect()
    }
}

#[pymethods]
impl PyPocket {
    #[new]
    #[pyo3(signature = (symbols=TextArg::from("")), text_signature = "(symbols='')")]
    fn new(symbols: TextArg) -> PyResult<Self> {
        let mut counts = [0; 5];
        for letter in symbols.chars() {
            let role = u8::try_from(letter)
                .ok()
                .and_then(Role::from_letter)
                .filter(|&role| role != Role::King);
            let role = role.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "a pocket holds men of the letters PNBRQ, not {letter:?}"
                ))
            })?;
            counts[role.index()] += 1;
        }
        Ok(Self { counts })
    }

    /// Counts the men of a piece type (1 to 6; kings are never held).
    ///
    /// >>> from furyhouse import Pocket, PAWN
    /// >>> Pocket("qpp").count(PAWN)
    /// 2
    fn count(&self, piece_type: RoleArg) -> u32 {
        self.counts.get(piece_type.0.index()).copied().unwrap_or(0)
    }

    /// The piece type of each man, the strongest first.
    ///
    /// >>> from furyhouse import Pocket
    /// >>> Pocket("pnp").pieces
    /// [2, 1, 1]
    #[getter]
    fn pieces(&self) -> Vec<u32> {
        let kinds = Role::DROPPABLE.iter().rev();
        kinds
            .flat_map(|&role| vec![u32::from(piece_type(role)); self.counts[role.index()] as usize])
            .collect()
    }

    /// Gives the same pocket: a pocket never changes.
    ///
    /// >>> from furyhouse import Pocket
    /// >>> Pocket("n").copy()
    /// Pocket('n')
    fn copy(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __len__(&self) -> usize {
        self.counts.iter().sum::<u32>() as usize
    }

    fn __str__(&self) -> String {
        self.letters()
    }

    fn __repr__(&self) -> String {
        format!("Pocket('{}')", self.letters())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().letters(),))
    }
}

/// Both pockets, so that a Python colour indexes them: black's first.
pub(crate) fn both(
    py: Python<'_>,
    black_and_white: [Pocket; 2],
) -> PyResult<(Py<PyPocket>, Py<PyPocket>)> {
    let [black, white] = black_and_white;
    Ok((
        Py::new(py, PyPocket::from(black))?,
        Py::new(py, PyPocket::from(white))?,
    ))
}

/// The letters of a pocket as a FEN holds them: upper case for white.
pub(crate) fn fen_letters(pocket: Pocket, color: Color) -> String {
    let letters = PyPocket::from(pocket).letters();
    if color == Color::White {
        letters.to_ascii_uppercase()
    } else {
        letters
    }
}
