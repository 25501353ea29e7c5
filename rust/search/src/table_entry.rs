//! What the table knows about a position.

use furyhouse_rules::Move;

use crate::bound::Bound;

/// What the table knows about a position.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct TableEntry {
    /// The best move found, if one was better than the rest.
    pub(crate) mv: Option<Move>,
    /// The value, mates counted from the position itself.
    pub(crate) value: i32,
    /// The static evaluation; [`NO_EVAL`] in check.
    pub(crate) eval: i32,
    /// The depth searched; 0 for quiescence.
    pub(crate) depth: i32,
    /// How the value relates to the true one.
    pub(crate) bound: Bound,
}

/// Stands for the static evaluation where there is none.
pub(crate) const NO_EVAL: i32 = i16::MIN as i32;

impl TableEntry {
    /// Whether a value that is `self.bound` settles a search with the window's `beta`, or all below it.
    #[inline]
    pub(crate) fn settles(&self, value: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value < beta,
        }
    }
}
