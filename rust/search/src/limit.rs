//! When a search ends.

use std::num::NonZeroU64;
use std::time::Duration;

use crate::clock_limit::ClockLimit;

/// When a search ends: at the first of the limits that are set. With none set, it ends when it is stopped or has
/// reached the greatest depth (127 plies).
///
/// ```
/// use std::time::Duration;
/// use furyhouse_search::Limit;
///
/// let limit = Limit { depth: Some(12), time: Some(Duration::from_secs(2)), ..Limit::default() };
/// assert!(!limit.infinite);
/// ```
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Limit {
    /// Ends after this many plies are searched in full.
    pub depth: Option<u32>,
    /// Ends after this many nodes; a node is one position played. With one thread the count is kept exactly.
    pub nodes: Option<u64>,
    /// The time for this move, all of which is used.
    pub time: Option<Duration>,
    /// Ends once a mate in at most so many moves, given by the mover, is proven.
    pub mate: Option<u32>,
    /// The mover's clock, of which the search spends what seems right.
    pub clock: Option<ClockLimit>,
    /// A node clock: time is not read but taken as nodes divided by this, so that a run can be repeated anywhere.
    pub nps: Option<NonZeroU64>,
    /// Does not return before it is stopped, not even when there is nothing left to search.
    pub infinite: bool,
    /// Thinks in the opponent's time: no limit in time applies, and the search does not return, before the ponder hit
    /// or a stop.
    pub ponder: bool,
}
