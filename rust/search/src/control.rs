//! How a running search is told something.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How one search is told to stop, or that the opponent has played the move it ponders on.
///
/// Made by the caller, one for each search, so that nothing said between the call and the start of the search is lost:
/// a search whose control was stopped before it began answers at once. Clones speak to the same search.
///
/// ```
/// use furyhouse_search::Control;
///
/// let control = Control::new();
/// let other = control.clone();
/// other.stop();
/// assert!(control.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control {
    state: Arc<State>,
}

/// What the clones of a control share.
#[derive(Debug)]
struct State {
    stopped: AtomicBool,
    /// When the ponder hit came, in nanoseconds after `made`, plus one; 0 before.
    hit: AtomicU64,
    made: Instant,
    lock: Mutex<()>,
    told: Condvar,
}

impl Default for State {
    fn default() -> Self {
        State {
            stopped: AtomicBool::new(false),
            hit: AtomicU64::new(0),
            made: Instant::now(),
            lock: Mutex::new(()),
            told: Condvar::new(),
        }
    }
}

impl Control {
    /// Makes a control for one search.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the search; it answers within milliseconds with the best it has.
    pub fn stop(&self) {
        self.tell(|| self.state.stopped.store(true, Ordering::Relaxed));
    }

    /// Says that the opponent has played the move pondered on: from now on the limits in time apply. Has no effect on
    /// a search that does not ponder.
    pub fn ponderhit(&self) {
        let nanos = self.state.made.elapsed().as_nanos() as u64 + 1;
        self.tell(|| {
            // Only the first hit counts.
            let _ = self
                .state
                .hit
                .compare_exchange(0, nanos, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    /// Whether the search was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.state.stopped.load(Ordering::Relaxed)
    }

    /// What a stop sets, for work that only asks for that.
    #[must_use]
    pub fn flag(&self) -> &AtomicBool {
        &self.state.stopped
    }

    /// Time since the ponder hit, if there was one.
    pub(crate) fn since_hit(&self) -> Option<Duration> {
        let nanos = self.state.hit.load(Ordering::Relaxed).checked_sub(1)?;
        Some(
            self.state
                .made
                .elapsed()
                .saturating_sub(Duration::from_nanos(nanos)),
        )
    }

    /// Whether there was a ponder hit.
    pub(crate) fn is_hit(&self) -> bool {
        self.state.hit.load(Ordering::Relaxed) != 0
    }

    /// Sleeps until the search is stopped or, with `until_hit`, until the ponder hit.
    pub(crate) fn wait(&self, until_hit: bool) {
        let mut guard = self
            .state
            .lock
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        while !(self.is_stopped() || (until_hit && self.is_hit())) {
            guard = self
                .state
                .told
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sleeps for `time`, or until the search is stopped.
    pub(crate) fn nap(&self, time: Duration) {
        let guard = self
            .state
            .lock
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !self.is_stopped() {
            drop(self.state.told.wait_timeout(guard, time));
        }
    }

    /// Changes the state under the lock, so that a sleeper cannot miss it, and wakes the sleeper.
    fn tell(&self, change: impl FnOnce()) {
        let guard = self
            .state
            .lock
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        change();
        drop(guard);
        self.state.told.notify_all();
    }
}
