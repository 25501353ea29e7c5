//! A chess clock.

use std::time::Duration;

/// The mover's clock as a game's rules give it.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct ClockLimit {
    /// Time left on the clock.
    pub remaining: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves to the next time control; `None` when the rest of the game must be played in what is left.
    pub moves_to_go: Option<u32>,
}
