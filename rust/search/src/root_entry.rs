//! A root move under search.

use furyhouse_rules::Move;

use crate::bound::Bound;
use crate::root_move::RootMove;
use crate::score::{INFINITE, Score};

/// A root move under search.
#[derive(Clone, Debug)]
pub(crate) struct RootEntry {
    /// The move.
    pub(crate) mv: Move,
    /// What the list is sorted by: the value, or less than any where it is only known not to be the best.
    pub(crate) rank: i32,
    /// The last value found.
    pub(crate) value: i32,
    /// How `value` relates to the true one.
    pub(crate) bound: Bound,
    /// The iteration that `value` is from; 0 before the first.
    pub(crate) depth: i32,
    /// Best play from the root, this move first.
    pub(crate) pv: Vec<Move>,
}

impl RootEntry {
    /// Makes an entry that nothing is known of, not even an upper bound below mate.
    pub(crate) fn new(mv: Move) -> Self {
        RootEntry {
            mv,
            rank: -INFINITE,
            value: 0,
            bound: Bound::Upper,
            depth: 0,
            pv: vec![mv],
        }
    }

    /// What is told of the move after an iteration to `depth`; only values of that iteration count as exact.
    pub(crate) fn report(&self, depth: i32) -> RootMove {
        RootMove {
            mv: self.mv,
            score: Score::from_value(self.value),
            exact: self.bound == Bound::Exact && self.depth == depth && depth > 0,
        }
    }
}
