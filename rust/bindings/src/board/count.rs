//! Counting move sequences, and the balance of an exchange.

use furyhouse_eval::SEE_VALUES;
use furyhouse_search::Control;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::PyBoard;
use super::play::{MoveArg, legal};
use crate::args::IntArg;
use crate::control::{PyControl, inner_or_new};
use crate::moves::PyMove;
use crate::perft;

#[pymethods]
impl PyBoard {
    /// Counts the move sequences of `depth` plies, on one or more threads. The interpreter is free meanwhile.
    ///
    /// Raises `ValueError` for a depth that is not 0 to 100 or a thread count that is not 1 to 512; Ctrl-C ends it, and another
    /// thread can by `control`, which raises `EngineError`.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().perft(3)
    /// 8902
    #[pyo3(
        signature = (depth, threads=IntArg::from(1), control=None),
        text_signature = "($self, depth, threads=1, control=None)"
    )]
    fn perft(
        &self,
        py: Python<'_>,
        depth: IntArg,
        threads: IntArg,
        control: Option<&Bound<'_, PyControl>>,
    ) -> PyResult<u64> {
        let depth = perft::checked_depth(&depth, 0)?;
        perft::count(
            py,
            self.position(),
            depth,
            perft::checked_threads(&threads)?,
            &inner_or_new(control),
        )
    }

    /// Counts as `perft` does, for each legal move apart.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> counts = Board().divide(2)
    /// >>> len(counts), counts[Move.from_uci("e2e4")]
    /// (20, 20)
    #[pyo3(signature = (depth, threads=IntArg::from(1)), text_signature = "($self, depth, threads=1)")]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: IntArg,
        threads: IntArg,
    ) -> PyResult<Bound<'py, PyDict>> {
        let depth = perft::checked_depth(&depth, 1)?;
        let threads = perft::checked_threads(&threads)?;
        let (position, mode) = {
            let game = self.game();
            (*game.position(), game.is_960())
        };
        let (counts, control) = (PyDict::new(py), Control::new());
        for mv in position.legal_moves() {
            let object = PyMove::object(py, crate::plain::PlainMove::from_rules(mv, mode))?;
            counts.set_item(
                object,
                perft::count(py, position.play(mv), depth - 1, threads, &control)?,
            )?;
        }
        Ok(counts)
    }

    /// Gets what a legal move wins or loses, in centipawns, when both sides go on taking on its square.
    ///
    /// The static exchange evaluation: nothing is searched, pins are not looked at, and nothing is dropped. Raises
    /// `IllegalMoveError`.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1").see(Move.from_uci("e4d5")) > 0
    /// True
    fn see(&self, r#move: MoveArg) -> PyResult<i32> {
        let game = self.game();
        Ok(game.position().see(legal(&game, r#move.0)?, &SEE_VALUES))
    }
}
