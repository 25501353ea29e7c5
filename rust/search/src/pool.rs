//! The threads of a search.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

use crate::history::History;
use crate::observer::Observer;
use crate::params::STACK_BYTES;
use crate::root_entry::RootEntry;
use crate::shared::Shared;
use crate::worker::Worker;
use crate::worker_report::WorkerReport;

/// What the threads keep from one search to the next.
///
/// The threads search the same tree side by side and help each other only through the table ("Lazy SMP", Dan Homan and
/// others, 2013): what one has found, another need not search.
#[derive(Debug)]
pub(crate) struct Pool {
    histories: Vec<History>,
}

impl Pool {
    /// Makes a pool of `threads` threads (at least one).
    pub(crate) fn new(threads: usize) -> Self {
        Pool {
            histories: (0..threads.max(1)).map(|_| History::new()).collect(),
        }
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.histories.len()
    }

    /// Forgets what earlier searches have taught.
    pub(crate) fn clear(&mut self) {
        for history in &mut self.histories {
            // New memory costs nothing before it is used; there may be hundreds of threads.
            *history = History::new();
        }
    }

    /// Searches the moves in `root` on all threads and gives what the best of them has found. A panic of any thread
    /// goes on in the caller, once all have ended. A thread that cannot be started is done without.
    pub(crate) fn search(
        &mut self,
        shared: &Shared,
        root: &[RootEntry],
        observer: &mut (dyn Observer + '_),
    ) -> WorkerReport {
        let Some((first, others)) = self.histories.split_first_mut() else {
            return WorkerReport {
                depth: 0,
                seldepth: 0,
                root: root.to_vec(),
            };
        };
        // Shared by the two ways to run the first worker, of which one is taken.
        let seat = Mutex::new((first, observer));
        let lead = || {
            let mut seat = seat.lock().unwrap_or_else(PoisonError::into_inner);
            let (history, observer) = &mut *seat;
            let _guard = HaltOnDrop(shared);
            Worker::new(shared, 0, history, root.to_vec(), Some(&mut **observer)).iterate()
        };
        let results = scope(|scope| {
            let named = |id: usize| {
                Builder::new()
                    .name(format!("furyhouse-{id}"))
                    .stack_size(STACK_BYTES)
            };
            let mut helpers = Vec::new();
            for (index, history) in others.iter_mut().enumerate() {
                let help =
                    move || Worker::new(shared, index + 1, history, root.to_vec(), None).iterate();
                helpers.extend(named(index + 1).spawn_scoped(scope, help).ok());
            }
            let mut results = vec![match named(0).spawn_scoped(scope, lead) {
                Ok(handle) => handle.join(),
                Err(_) => Ok(lead()),
            }];
            results.extend(helpers.into_iter().map(std::thread::ScopedJoinHandle::join));
            results
        });
        let mut reports = Vec::new();
        for result in results {
            match result {
                Ok(report) => reports.push(report),
                Err(panic) => resume_unwind(panic),
            }
        }
        let lead = reports.swap_remove(0);
        if shared.request.multi_pv > 1 || shared.request.tie_margin.is_some() {
            return lead;
        }
        reports.into_iter().fold(lead, better)
    }
}

/// The report to trust: of two, the deeper one, if it does not see less.
fn better(one: WorkerReport, other: WorkerReport) -> WorkerReport {
    let value = |report: &WorkerReport| report.root.first().map_or(0, |entry| entry.value);
    if other.depth > one.depth && value(&other) >= value(&one) {
        other
    } else {
        one
    }
}

/// Ends the other threads when the first has ended, even by a panic.
struct HaltOnDrop<'a, 'b>(&'a Shared<'b>);

impl Drop for HaltOnDrop<'_, '_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}
