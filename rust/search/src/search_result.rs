//! A search's answer.

use std::time::Duration;

use furyhouse_rules::Move;

use crate::root_move::RootMove;
use crate::score::Score;

/// A search's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best move; `None` when the position has no legal move (or none of those asked for is legal).
    pub best: Option<Move>,
    /// The reply that the search expects.
    pub ponder: Option<Move>,
    /// The best move's score from the mover's side; without a move, `Mate(0)` when the mover is mated, else `Cp(0)`.
    pub score: Score,
    /// The depth searched in full, in plies; 0 when the search was stopped before the first.
    pub depth: u32,
    /// The deepest ply reached, quiescence included.
    pub seldepth: u32,
    /// Positions played, by all threads.
    pub nodes: u64,
    /// Time from the call to the answer; under a node clock, the nodes' time.
    pub time: Duration,
    /// Best play for both sides, as far as it is known; begins with `best`.
    pub pv: Vec<Move>,
    /// All moves searched, the best first. Exact scores come from one iteration.
    pub root_moves: Vec<RootMove>,
    /// How full the table is with this search's entries, in permille.
    pub hashfull: u32,
}
