//! News from a running search.

use std::time::Duration;

use furyhouse_rules::Move;

use crate::bound::Bound;
use crate::score::Score;

/// News from a running search: one line of play with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The deepest ply reached, quiescence included.
    pub seldepth: u32,
    /// Which of the best lines this is, from 1.
    pub multipv: usize,
    /// The line's score from the mover's side.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Positions played so far, by all threads.
    pub nodes: u64,
    /// Time since the search began; under a node clock, the nodes' time.
    pub time: Duration,
    /// Positions played a second.
    pub nps: u64,
    /// How full the table is with this search's entries, in permille.
    pub hashfull: u32,
    /// The line itself, best play for both sides as far as it is known.
    pub pv: Vec<Move>,
}
