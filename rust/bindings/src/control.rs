//! How a search, or a count, is told to stop from another thread.

use furyhouse_search::Control;
use pyo3::prelude::*;

/// Stops one search or count, or tells a search of a ponder hit. Make one for each, before it.
///
/// A stop given before the search has begun is kept: the search then answers at once.
///
/// >>> from furyhouse import Board, Engine, Limit, SearchControl
/// >>> control = SearchControl()
/// >>> control.stop()
/// >>> Engine(1).search(Board(), Limit(infinite=True), control=control).move in Board().legal_moves
/// True
#[pyclass(frozen, module = "furyhouse", name = "SearchControl")]
pub(crate) struct PyControl(Control);

#[pymethods]
impl PyControl {
    #[new]
    fn new() -> Self {
        Self(Control::new())
    }

    /// Stops the search; it answers within milliseconds with the best it has.
    ///
    /// >>> from furyhouse import SearchControl
    /// >>> control = SearchControl()
    /// >>> control.stop()
    /// >>> control.is_stopped()
    /// True
    fn stop(&self) {
        self.0.stop();
    }

    /// Tells a pondering search that the opponent has played the move it ponders on: from now on its clock runs.
    ///
    /// >>> from furyhouse import SearchControl
    /// >>> SearchControl().ponderhit()
    fn ponderhit(&self) {
        self.0.ponderhit();
    }

    /// Tells whether the search was told to stop.
    ///
    /// >>> from furyhouse import SearchControl
    /// >>> SearchControl().is_stopped()
    /// False
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl PyControl {
    /// The control itself.
    pub(crate) fn inner(&self) -> Control {
        self.0.clone()
    }
}

/// The control that was handed over, or one that nobody else has.
pub(crate) fn inner_or_new(control: Option<&Bound<'_, PyControl>>) -> Control {
    control.map_or_else(Control::new, |control| control.get().inner())
}
