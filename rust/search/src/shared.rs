//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use furyhouse_rules::{Key, Move, Position};

use crate::clock::Clock;
use crate::control::Control;
use crate::reductions::Reductions;
use crate::request::Request;
use crate::root_entry::RootEntry;
use crate::score::{MATE, MATE_BOUND};
use crate::table::TableView;

/// The half-move clock from which on the 50-move rule is near: a search of that many plies more reaches its end.
const NEAR_FIFTY_MOVES: u32 = 76;

/// Spreads the half-move clock over a whole key.
const CLOCK_SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// A node counter on a line of the cache of its own, since each thread writes one often.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// What the threads of one search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) request: &'a Request,
    pub(crate) control: &'a Control,
    pub(crate) table: TableView<'a>,
    pub(crate) clock: Clock,
    pub(crate) reductions: Reductions,
    /// The request's own, closer at hand.
    pub(crate) fifty_moves: bool,
    /// Set when the first thread has ended, for the others to end too.
    halt: AtomicBool,
    nodes: Vec<Counter>,
}

impl<'a> Shared<'a> {
    /// Starts the clock of a search on `threads` threads.
    pub(crate) fn new(
        request: &'a Request,
        control: &'a Control,
        table: TableView<'a>,
        threads: usize,
    ) -> Self {
        let clock = Clock::new(&request.limit, request.move_overhead);
        let nodes = (0..threads).map(|_| Counter::default()).collect();
        Shared {
            request,
            control,
            table,
            clock,
            reductions: Reductions::new(),
            fifty_moves: request.fifty_moves,
            halt: AtomicBool::new(false),
            nodes,
        }
    }

    /// Ends all threads.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Whether a thread should end.
    pub(crate) fn is_ended(&self) -> bool {
        self.halt.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Publishes the nodes of thread `id`.
    pub(crate) fn count(&self, id: usize, nodes: u64) {
        self.nodes[id].0.store(nodes, Ordering::Relaxed);
    }

    /// The published nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|counter| counter.0.load(Ordering::Relaxed))
            .sum()
    }

    /// A root move's line, lengthened from the table where a mate was announced but the line ends before it.
    pub(crate) fn line(&self, entry: &RootEntry) -> Vec<Move> {
        let mut line = entry.pv.clone();
        let plies = (MATE - entry.value.abs()).max(0) as usize;
        if entry.value.abs() < MATE_BOUND || line.len() >= plies {
            return line;
        }
        let mut pos = line
            .iter()
            .fold(self.request.position, |pos, &mv| pos.play(mv));
        while line.len() < plies
            && let Some(mv) = self
                .table
                .probe(self.table_key(&pos))
                .and_then(|found| found.mv)
            && pos.is_legal(mv)
        {
            line.push(mv);
            pos = pos.play(mv);
        }
        line
    }

    /// The key of a position in the table. Where the 50-move rule is near, what a position is worth depends on how near it
    /// is, and the table knows it together with the clock.
    #[inline]
    pub(crate) fn table_key(&self, pos: &Position) -> Key {
        if self.fifty_moves {
            key_with_clock(pos)
        } else {
            pos.key()
        }
    }

    /// Whether there is more than one thread.
    pub(crate) fn is_parallel(&self) -> bool {
        self.nodes.len() > 1
    }
}

/// The key of a position, together with the clock where the 50-move rule is near.
#[cold]
fn key_with_clock(pos: &Position) -> Key {
    match pos.halfmove_clock() {
        clock @ NEAR_FIFTY_MOVES.. => pos.key() ^ u64::from(clock).wrapping_mul(CLOCK_SALT),
        _ => pos.key(),
    }
}
