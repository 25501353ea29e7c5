//! A root move as a search's answer tells of it.

use furyhouse_rules::Move;

use crate::score::Score;

/// A move of the searched position and what the search found out about it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score from the mover's side; only a bound (mostly from above) unless `exact`.
    pub score: Score,
    /// Whether the score is the search's exact one. Never set for a score that is only a bound.
    pub exact: bool,
}
