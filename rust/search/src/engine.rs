//! The engine: what a program that wants moves talks to.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use furyhouse_rules::{Move, Position};

use crate::bound::Bound;
use crate::control::Control;
use crate::engine_error::EngineError;
use crate::info::Info;
use crate::observer::Observer;
use crate::params::{MAX_THREADS, TURN_INTERVAL};
use crate::pool::Pool;
use crate::request::Request;
use crate::root_entry::RootEntry;
use crate::score::{MAX_EVAL, Score};
use crate::search_result::SearchResult;
use crate::shared::Shared;
use crate::static_order::StaticOrder;
use crate::table::TranspositionTable;
use crate::weakened::Weakened;
use crate::worker_report::WorkerReport;

/// The table of a search below full strength, in MB: its few nodes fit into the smallest.
const WEAK_HASH_MB: usize = 1;

/// An engine: a table, threads, and what they have learnt from the searches so far.
///
/// All methods take `&self`, and threads may share an engine: a second search, or a change of size, waits for the search
/// that is on, until its own [`Control`] says to stop. Engines do not know of each other, so two of them search side by side.
///
/// ```
/// use furyhouse_rules::Position;
/// use furyhouse_search::{Control, Engine, Limit, Request, Score};
///
/// let engine = Engine::new(1, 1)?;
/// let pos = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8[P] w - - 0 1")?;
/// let limit = Limit { depth: Some(2), ..Limit::default() };
/// let result = engine.search(&Request::new(pos, limit), &Control::new(), &mut ());
/// assert_eq!(result.score, Score::Mate(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    parts: Mutex<Parts>,
    /// Kept beside the lock, so that asking does not wait for a search.
    hash_mb: AtomicUsize,
    threads: AtomicUsize,
}

/// What a search needs for itself.
#[derive(Debug)]
struct Parts {
    table: TranspositionTable,
    pool: Pool,
    /// What searches below full strength use; made for the first.
    weak: Option<(TranspositionTable, Pool)>,
}

impl Parts {
    /// The table and the threads for a search. One below full strength gets small ones that know nothing of other
    /// searches: nothing but its level is to make it strong. Where memory for them cannot be had, it gets the others.
    fn seat(&mut self, full: bool) -> (&mut TranspositionTable, &mut Pool) {
        if !full && self.weak.is_none() {
            self.weak = TranspositionTable::new(WEAK_HASH_MB)
                .and_then(|table| Ok((table, Pool::new(1)?)))
                .ok();
        }
        match &mut self.weak {
            Some((table, pool)) if !full => {
                pool.clear();
                table.clear(1);
                (table, pool)
            }
            _ => (&mut self.table, &mut self.pool),
        }
    }
}

impl Engine {
    /// Makes an engine with a table of `hash_mb` MB (0 counts as 1) and `threads` threads.
    ///
    /// More threads than a machine runs at a time only get in each other's way: of those asked for, as many run as twice
    /// the CPUs that this process may use.
    ///
    /// # Errors
    ///
    /// When the memory cannot be had, or there are no threads or more than 512.
    pub fn new(hash_mb: usize, threads: usize) -> Result<Self, EngineError> {
        check_threads(threads)?;
        let mut table = TranspositionTable::new(hash_mb)?;
        let pool = Pool::new(threads)?;
        table.clear(pool.running());
        Ok(Engine {
            hash_mb: AtomicUsize::new(table.megabytes()),
            threads: AtomicUsize::new(threads),
            parts: Mutex::new(Parts {
                table,
                pool,
                weak: None,
            }),
        })
    }

    /// Gets the table's size in MB.
    #[must_use]
    pub fn hash_mb(&self) -> usize {
        self.hash_mb.load(Ordering::Relaxed)
    }

    /// Gets the number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.load(Ordering::Relaxed)
    }

    /// Changes the table's size to `hash_mb` MB (0 counts as 1) and empties it. Waits for a running search,
    /// unless `control` is stopped.
    ///
    /// # Errors
    ///
    /// When the memory cannot be had, or the wait was stopped; the table is then as before.
    pub fn set_hash(&self, hash_mb: usize, control: &Control) -> Result<(), EngineError> {
        let mut parts = self.turn(control).ok_or(EngineError::Stopped)?;
        if parts.table.megabytes() != hash_mb.max(1) {
            parts.table = TranspositionTable::new(hash_mb)?;
            let running = parts.pool.running();
            parts.table.clear(running);
            self.hash_mb
                .store(parts.table.megabytes(), Ordering::Relaxed);
        }
        Ok(())
    }

    /// Changes the number of threads; see [`Engine::new`]. Waits for a running search, unless `control` is stopped.
    ///
    /// # Errors
    ///
    /// When there are none or more than 512, the memory cannot be had, or the wait was stopped; the threads are then as
    /// before.
    pub fn set_threads(&self, threads: usize, control: &Control) -> Result<(), EngineError> {
        check_threads(threads)?;
        let mut parts = self.turn(control).ok_or(EngineError::Stopped)?;
        if parts.pool.threads() != threads {
            parts.pool = Pool::new(threads)?;
            self.threads.store(threads, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Forgets all earlier searches, for a new game: a search after this is as that of a new engine. Waits for a running
    /// search, unless `control` is stopped.
    ///
    /// # Errors
    ///
    /// When the wait was stopped; nothing is then forgotten.
    pub fn clear(&self, control: &Control) -> Result<(), EngineError> {
        let mut parts = self.turn(control).ok_or(EngineError::Stopped)?;
        parts.pool.clear();
        let running = parts.pool.running();
        parts.table.clear(running);
        Ok(())
    }

    /// Searches as `request` says and gives the answer; blocks until then. `control` stops it from another thread,
    /// `observer` hears how it goes.
    ///
    /// With one thread and limits in depth and nodes only, the same search of the same engine gives the same answer
    /// after [`Engine::clear`] each time. A search that is stopped while it waits for another on the same engine answers
    /// at once too, with the legal move that would have been tried first.
    ///
    /// # Panics
    ///
    /// When the observer does.
    pub fn search(
        &self,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let called = Instant::now();
        let weakened = Weakened::new(request);
        let request = weakened.as_ref().map_or(request, |weak| &weak.request);
        let root = root_entries(request);
        let Some(mut parts) = self.turn(control) else {
            return unsearched(request, &root, called.elapsed());
        };
        let (table, pool) = parts.seat(weakened.is_none());
        let shared = Shared::new(request, control, table.begin_search(), pool.running());
        let report = if root.is_empty() {
            observer.info(&end_of_game(&request.position));
            WorkerReport {
                depth: 0,
                seldepth: 0,
                root,
            }
        } else {
            pool.search(&shared, &root, observer)
        };
        if request.limit.infinite || request.limit.ponder {
            control.wait(!request.limit.infinite);
        }
        let chosen = weakened
            .as_ref()
            .map_or(0, |weak| weak.choose(&report.root));
        answer(&shared, &report, chosen)
    }

    /// Waits for the parts, until `control` is stopped; where nobody has them, they are had even then.
    fn turn(&self, control: &Control) -> Option<MutexGuard<'_, Parts>> {
        loop {
            match self.parts.try_lock() {
                Ok(parts) => return Some(parts),
                // A search that panicked leaves nothing that another could not use.
                Err(TryLockError::Poisoned(error)) => return Some(error.into_inner()),
                Err(TryLockError::WouldBlock) if control.is_stopped() => return None,
                Err(TryLockError::WouldBlock) => control.nap(TURN_INTERVAL),
            }
        }
    }
}

/// Refuses numbers of threads out of range.
fn check_threads(threads: usize) -> Result<(), EngineError> {
    if (1..=MAX_THREADS).contains(&threads) {
        Ok(())
    } else {
        Err(EngineError::Threads { found: threads })
    }
}

/// The moves to search, in the static order.
fn root_entries(request: &Request) -> Vec<RootEntry> {
    let pos = &request.position;
    let order = StaticOrder::new(pos);
    let wanted = |mv: &Move| {
        request
            .root_moves
            .as_ref()
            .is_none_or(|moves| moves.contains(mv))
    };
    let mut moves: Vec<_> = pos.legal_moves().into_iter().filter(wanted).collect();
    moves.sort_by_cached_key(|&mv| std::cmp::Reverse(order.score(pos, mv)));
    moves.into_iter().map(RootEntry::new).collect()
}

/// The score where there is nothing to search.
fn final_score(pos: &Position) -> Score {
    if pos.is_check() && !pos.has_legal_move() {
        Score::Mate(0)
    } else {
        Score::Cp(0)
    }
}

/// What the observer hears where there is nothing to search.
fn end_of_game(pos: &Position) -> Info {
    Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score: final_score(pos),
        bound: Bound::Exact,
        nodes: 0,
        time: Duration::ZERO,
        nps: 0,
        hashfull: 0,
        pv: Vec::new(),
    }
}

/// The score of a position in which nothing was searched.
fn static_score(pos: &Position) -> Score {
    Score::Cp(furyhouse_eval::evaluate(pos).clamp(-MAX_EVAL, MAX_EVAL))
}

/// The answer of a search that never came to its turn.
fn unsearched(request: &Request, root: &[RootEntry], time: Duration) -> SearchResult {
    let pos = &request.position;
    let best = root.first().map(|entry| entry.mv);
    SearchResult {
        best,
        ponder: None,
        score: best.map_or_else(|| final_score(pos), |_| static_score(pos)),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        time,
        pv: best.into_iter().collect(),
        root_moves: root.iter().map(|entry| entry.report(0)).collect(),
        hashfull: 0,
    }
}

/// Puts the answer together, with the root move of this index as the best.
fn answer(shared: &Shared, report: &WorkerReport, chosen: usize) -> SearchResult {
    let pos = &shared.request.position;
    let nodes = shared.nodes();
    let best = report.root.get(chosen);
    let pv = best.map(|entry| shared.line(entry)).unwrap_or_default();
    let score = match best {
        Some(entry) if entry.depth > 0 => Score::from_value(entry.value),
        Some(_) => static_score(pos),
        None => final_score(pos),
    };
    let depth = best.map_or(0, |entry| entry.depth);
    SearchResult {
        best: best.map(|entry| entry.mv),
        ponder: pv.get(1).copied().or_else(|| expected_reply(shared, best?)),
        score,
        depth: report.depth as u32,
        seldepth: report.seldepth,
        nodes,
        time: shared.clock.elapsed(nodes),
        pv,
        root_moves: report
            .root
            .iter()
            .map(|entry| entry.report(depth))
            .collect(),
        hashfull: shared.table.hashfull(),
    }
}

/// The reply that the table expects where the line is only one move long.
fn expected_reply(shared: &Shared, best: &RootEntry) -> Option<Move> {
    let child = shared.request.position.play(best.mv);
    let reply = shared.table.probe(shared.table_key(&child))?.mv?;
    child.is_legal(reply).then_some(reply)
}
