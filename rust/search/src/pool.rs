//! The threads of a search.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

use crate::engine_error::EngineError;
use crate::history::History;
use crate::mate_solver::MateSolver;
use crate::observer::Observer;
use crate::params::{STACK_BYTES, THREADS_PER_CPU};
use crate::root_entry::RootEntry;
use crate::shared::Shared;
use crate::worker::{Lead, Worker};
use crate::worker_report::WorkerReport;

/// What the threads keep from one search to the next.
///
/// The threads search the same tree side by side and help each other only through the table ("Lazy SMP", Dan Homan and
/// others, 2013): what one has found, another need not search.
#[derive(Debug)]
pub(crate) struct Pool {
    /// The number of threads asked for.
    threads: usize,
    /// One for each thread that runs.
    histories: Vec<History>,
    /// The first thread's.
    solver: MateSolver,
    /// Whether any history has learnt something since it was made or cleared.
    used: bool,
}

impl Pool {
    /// Makes a pool of `threads` threads (at least one), of which no more run than this machine has use for.
    pub(crate) fn new(threads: usize) -> Result<Self, EngineError> {
        let cpus = available_parallelism().map_or(1, usize::from);
        Self::with_running(threads, threads.min(cpus * THREADS_PER_CPU))
    }

    /// Makes a pool of `threads` threads, of which `running` (at least one) run.
    fn with_running(threads: usize, running: usize) -> Result<Self, EngineError> {
        let error = EngineError::Memory { threads };
        let running = running.max(1);
        let mut histories = Vec::new();
        histories.try_reserve_exact(running).map_err(|_| error)?;
        for _ in 0..running {
            histories.push(History::new().ok_or(error)?);
        }
        Ok(Pool {
            threads,
            histories,
            solver: MateSolver::new(),
            used: false,
        })
    }

    /// The number of threads asked for.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// The number of threads that run.
    pub(crate) fn running(&self) -> usize {
        self.histories.len()
    }

    /// Forgets what earlier searches have taught.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.used) {
            self.histories.iter_mut().for_each(History::clear);
            self.solver.clear();
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
        self.used = true;
        let Some((first, others)) = self.histories.split_first_mut() else {
            return WorkerReport {
                depth: 0,
                seldepth: 0,
                root: root.to_vec(),
            };
        };
        // Shared by the two ways to run the first worker, of which one is taken.
        self.solver.new_search();
        let seat = Mutex::new((first, &mut self.solver, observer));
        let lead = || {
            let mut seat = seat.lock().unwrap_or_else(PoisonError::into_inner);
            let (history, solver, observer) = &mut *seat;
            let _guard = HaltOnDrop(shared);
            let lead = Lead {
                solver,
                observer: &mut **observer,
            };
            Worker::new(shared, 0, history, root.to_vec(), Some(lead)).iterate()
        };
        let results = scope(|scope| {
            let named = |id: usize| {
                Builder::new()
                    .name(format!("furyhouse-{id}"))
                    .stack_size(STACK_BYTES)
            };
            // The lead comes first, since it alone looks at the clock: behind its helpers it would wait for the CPU.
            let Ok(leader) = named(0).spawn_scoped(scope, lead) else {
                return vec![Ok(lead())];
            };
            let mut helpers = Vec::new();
            for (index, history) in others.iter_mut().enumerate() {
                let help =
                    move || Worker::new(shared, index + 1, history, root.to_vec(), None).iterate();
                if shared.is_ended() {
                    break;
                }
                match named(index + 1).spawn_scoped(scope, help) {
                    Ok(helper) => helpers.push(helper),
                    Err(_) => break,
                }
            }
            let mut results = vec![leader.join()];
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use furyhouse_rules::Position;

    use super::*;
    use crate::control::Control;
    use crate::limit::Limit;
    use crate::request::Request;
    use crate::table::TranspositionTable;

    #[test]
    fn no_more_threads_run_than_the_machine_has_use_for() {
        let cpus = available_parallelism().map_or(1, usize::from);
        let pool = Pool::new(usize::MAX).expect("some megabytes can be had");
        assert_eq!(pool.threads(), usize::MAX);
        assert_eq!(pool.running(), cpus * THREADS_PER_CPU);
        let one = Pool::new(1).expect("two megabytes can be had");
        assert_eq!((one.threads(), one.running()), (1, 1));
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        let made = Pool::with_running(512, usize::MAX);
        assert_eq!(made.err(), Some(EngineError::Memory { threads: 512 }));
    }

    #[test]
    fn the_clock_is_kept_with_far_more_threads_than_cpus() {
        let limit = Limit {
            time: Some(Duration::from_millis(100)),
            ..Limit::default()
        };
        let request = Request::new(Position::start(), limit);
        let root: Vec<_> = Position::start()
            .legal_moves()
            .into_iter()
            .map(RootEntry::new)
            .collect();
        let mut table = TranspositionTable::new(1).expect("a megabyte can be had");
        let mut pool = Pool::with_running(256, 256).expect("half a gigabyte can be reserved");
        // Three tries: on a busy machine one may have to wait for the CPU.
        let delays = (0..3).map(|_| {
            let control = Control::new();
            let shared = Shared::new(&request, &control, table.begin_search(), pool.running());
            let begun = Instant::now();
            let report = pool.search(&shared, &root, &mut ());
            assert!(Position::start().is_legal(report.root[0].mv));
            begun.elapsed()
        });
        let mut delays: Vec<_> = delays.collect();
        delays.sort();
        assert!(delays[1] < Duration::from_secs(1), "{delays:?}");
    }
}
