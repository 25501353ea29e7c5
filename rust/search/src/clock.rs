//! How long to think.

use std::time::{Duration, Instant};

use crate::control::Control;
use crate::limit::Limit;
use crate::params;

/// The least time that a move gets, however little is left.
const LEAST: Duration = Duration::from_millis(1);

/// The most of a fixed time that is kept for the overhead, as a divisor: nobody loses a game by it, as by a clock.
const FIXED_DIVISOR: u32 = 10;

/// The least of a clock that may be used, as a divisor, however large the overhead is said to be.
const USABLE_DIVISOR: u32 = 20;

/// The clock of one search: how much time has passed and when it is up. Every decision about time is made here.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    start: Instant,
    limit: Limit,
    /// After this no new iteration starts; stretched while the search is unsettled.
    soft: Option<Duration>,
    /// After this the search ends wherever it is.
    hard: Option<Duration>,
}

impl Clock {
    /// Starts the clock. `overhead` is lost between the engine and the clock on every move.
    pub(crate) fn new(limit: &Limit, overhead: Duration) -> Self {
        let mut clock = Clock {
            start: Instant::now(),
            limit: *limit,
            soft: None,
            hard: None,
        };
        if limit.infinite {
            return clock;
        }
        // Nodes do not get lost on the way.
        let overhead = if limit.nps.is_some() {
            Duration::ZERO
        } else {
            overhead
        };
        if let Some(time) = limit.time {
            let kept = overhead.min(time / FIXED_DIVISOR);
            clock.hard = Some(time.saturating_sub(kept).max(LEAST.min(time)));
        }
        if let Some(given) = limit.clock {
            let usable = given
                .remaining
                .saturating_sub(overhead)
                .max(given.remaining / USABLE_DIVISOR)
                .max(LEAST);
            let moves = given.moves_to_go.filter(|&moves| moves > 0);
            let most_moves = params::moves_expected() as u32;
            let expected = moves.unwrap_or(most_moves).min(most_moves);
            // Each later move loses the overhead too.
            let later = overhead.saturating_mul(expected - 1).min(usable / 2);
            let base = usable.saturating_sub(later) / expected
                + percent(given.increment, params::increment_percent());
            let share = match moves {
                Some(1) => params::last_move_percent(),
                Some(2) => params::clock_percent() + params::second_last_percent(),
                _ => params::clock_percent(),
            };
            let most = percent(usable, share).max(LEAST).min(usable);
            let hard = percent(base, params::hard_percent()).min(most);
            clock.soft = Some(percent(base, params::soft_percent()).min(hard));
            clock.hard = Some(clock.hard.map_or(hard, |time| time.min(hard)));
        }
        clock
    }

    /// Time since the start; under a node clock, the time of `nodes`.
    pub(crate) fn elapsed(&self, nodes: u64) -> Duration {
        match self.limit.nps {
            Some(nps) => {
                let nanos = u128::from(nodes) * 1_000_000_000 / u128::from(nps.get());
                Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
            }
            None => self.start.elapsed(),
        }
    }

    /// Whether the time for this move is up.
    pub(crate) fn is_up(&self, nodes: u64, control: &Control) -> bool {
        let Some(hard) = self.hard else {
            return false;
        };
        if !self.limit.ponder {
            return self.elapsed(nodes) >= hard;
        }
        // The opponent's time was free: only what came after the hit is on our clock.
        match (control.since_hit(), self.limit.nps) {
            (None, _) => false,
            // Thought about for long, the answer is ready.
            (Some(since), None) => {
                since >= hard
                    || self
                        .soft
                        .is_some_and(|soft| self.elapsed(nodes) >= 2 * soft)
            }
            (Some(_), Some(_)) => self.elapsed(nodes) >= hard,
        }
    }

    /// The number of nodes at which a clock that counts them runs out.
    pub(crate) fn most_nodes(&self) -> Option<u64> {
        let (hard, nps) = (self.hard?, self.limit.nps?);
        let nodes = hard.as_nanos() * u128::from(nps.get()) / 1_000_000_000;
        Some(nodes.try_into().unwrap_or(u64::MAX))
    }

    /// Whether a new iteration is not worth starting. `stretch`, in percent, is how much more time than usual the
    /// search deserves.
    pub(crate) fn is_enough(&self, nodes: u64, stretch: u32, control: &Control) -> bool {
        let Some(soft) = self.soft else {
            return false;
        };
        // Thoughts in the opponent's time count as ours once the hit has come.
        self.may_end(control) && self.elapsed(nodes) >= soft * stretch / 100
    }

    /// Whether the search plays by a clock and so may answer before any bound.
    pub(crate) fn is_managed(&self, control: &Control) -> bool {
        self.soft.is_some() && self.may_end(control)
    }

    /// Whether the search need not wait for a stop or a ponder hit.
    fn may_end(&self, control: &Control) -> bool {
        !self.limit.infinite && (!self.limit.ponder || control.is_hit())
    }
}

/// A share of a time.
fn percent(time: Duration, share: i32) -> Duration {
    time * share as u32 / 100
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;
    use crate::clock_limit::ClockLimit;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Clock {
        let given = ClockLimit {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limit = Limit {
            clock: Some(given),
            ..Limit::default()
        };
        Clock::new(&limit, Duration::from_millis(overhead))
    }

    #[test]
    fn no_move_ever_takes_what_is_not_there() {
        for remaining in [0, 1, 5, 20, 31, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(200)] {
                    let clock = clock(remaining, increment, moves, 30);
                    let (soft, hard) = (clock.soft.expect("set"), clock.hard.expect("set"));
                    assert!(soft <= hard);
                    let usable = Duration::from_millis(remaining.saturating_sub(30).max(1))
                        .max(Duration::from_millis(remaining) / USABLE_DIVISOR);
                    assert!(
                        hard <= usable,
                        "{remaining} {increment} {moves:?}: {hard:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_game_at_bullet_speed_lasts() {
        // Eight milliseconds go astray on each move, thirty are allowed for, and the search always takes its hard bound.
        let mut left = 1_000.0;
        for number in 0..400 {
            let hard = clock(left as u64, 10, None, 30).hard.expect("set");
            left -= hard.as_secs_f64() * 1_000.0 + 8.0;
            assert!(left > 0.0, "move {number} lost on time");
            left += 10.0;
        }
    }

    #[test]
    fn the_last_move_before_the_control_uses_most_of_the_clock() {
        let last = clock(1_000, 0, Some(1), 0).soft.expect("set");
        let open = clock(1_000, 0, None, 0).soft.expect("set");
        assert!(last > 5 * open);
    }

    #[test]
    fn most_of_a_fixed_time_is_used_whatever_the_overhead() {
        for (time, overhead, hard) in [
            (30, 30, 27),
            (20, 30, 18),
            (1_000, 30, 970),
            (1_000, 1_000, 900),
            (0, 30, 0),
        ] {
            let limit = Limit {
                time: Some(Duration::from_millis(time)),
                ..Limit::default()
            };
            let clock = Clock::new(&limit, Duration::from_millis(overhead));
            assert_eq!(clock.hard, Some(Duration::from_millis(hard)));
        }
    }

    #[test]
    fn an_overhead_beyond_the_clock_leaves_a_part_of_it() {
        let hard = clock(900, 0, None, 1_000).hard.expect("set");
        assert!(hard >= LEAST);
        assert!(
            hard > clock(100, 0, None, 1_000).hard.expect("set"),
            "{hard:?}"
        );
    }

    #[test]
    fn a_node_clock_counts_nodes() {
        let limit = Limit {
            time: Some(Duration::from_secs(2)),
            nps: NonZeroU64::new(1_000),
            ..Limit::default()
        };
        let clock = Clock::new(&limit, Duration::ZERO);
        let control = Control::new();
        assert_eq!(clock.elapsed(500), Duration::from_millis(500));
        assert!(!clock.is_up(1_999, &control));
        assert!(clock.is_up(2_000, &control));
        let allowing = Clock::new(&limit, Duration::from_millis(30));
        assert!(
            !allowing.is_up(1_999, &control),
            "no node is lost on its way"
        );
    }

    #[test]
    fn while_pondering_time_stands_still_until_the_hit() {
        let limit = Limit {
            time: Some(Duration::ZERO),
            ponder: true,
            ..Limit::default()
        };
        let clock = Clock::new(&limit, Duration::ZERO);
        let control = Control::new();
        assert!(!clock.is_up(1, &control));
        control.ponderhit();
        assert!(clock.is_up(1, &control));
    }
}
