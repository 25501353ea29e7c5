//! `LegalMoveGenerator`: a board's legal moves as a collection.

use pyo3::prelude::*;
use pyo3::types::PyIterator;

use super::{MoveArg, PyBoard, move_list};
use crate::plain::PlainMove;

/// The legal moves of a board as they are when asked: iterable, with `in`, `len`, `count()` and `bool`.
///
/// >>> from furyhouse import Board
/// >>> board = Board()
/// >>> moves = board.legal_moves
/// >>> len(moves), len(list(moves)), bool(moves)
/// (20, 20, True)
#[pyclass(frozen, module = "furyhouse")]
pub(crate) struct LegalMoveGenerator {
    board: Py<PyBoard>,
}

impl LegalMoveGenerator {
    pub(crate) fn new(board: Py<PyBoard>) -> Self {
        Self { board }
    }
}

#[pymethods]
impl LegalMoveGenerator {
    /// Counts the legal moves without listing them.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().legal_moves.count()
    /// 20
    fn count(&self) -> u32 {
        self.board.get().game().position().count_legal_moves()
    }

    fn __len__(&self) -> usize {
        self.count() as usize
    }

    fn __bool__(&self) -> bool {
        self.board.get().game().position().has_legal_move()
    }

    fn __contains__(&self, r#move: Option<MoveArg>) -> bool {
        r#move.is_some_and(|mv| self.board.get().is_legal_move(mv))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let (moves, chess960) = self.board.get().legal_moves_now();
        let plain = moves.iter().map(|&mv| PlainMove::from_rules(mv, chess960));
        move_list(py, plain)?.try_iter()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let sans = {
            let game = slf.get().board.get().game();
            let position = game.position();
            position
                .legal_moves()
                .into_iter()
                .map(|mv| position.san(mv))
                .collect::<Vec<_>>()
        };
        format!(
            "<LegalMoveGenerator at {:#x} ({})>",
            slf.as_ptr() as usize,
            sans.join(", ")
        )
    }
}
