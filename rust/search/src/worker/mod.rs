//! One thread of a search.
//!
//! Module order: ply, node → this → quiescence → prune → `alpha_beta` → mates → root.

mod alpha_beta;
mod mates;
mod node;
mod ply;
mod prune;
mod quiescence;
mod root;

use furyhouse_eval::evaluate;
use furyhouse_rules::{Move, Position};

use crate::bound::Bound;
use crate::corrections::Keys;
use crate::history::{History, slot};
use crate::mate_solver::MateSolver;
use crate::observer::Observer;
use crate::params::{CLOCK_NODES, FIRST_NODES, POLL_NODES};
use crate::path::Path;
use crate::root_entry::RootEntry;
use crate::score::{MAX_EVAL, MAX_PLY, to_table};
use crate::shared::Shared;
use crate::table_entry::TableEntry;
use ply::Ply;

/// Plies kept before the root, so that "two plies ago" always exists.
const BEFORE_ROOT: usize = 2;

/// One thread of a search: a line of the tree, what it remembers, and when to stop.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// 0 for the thread that keeps the limits and reports.
    id: usize,
    history: &'a mut History,
    lead: Option<Lead<'a>>,
    /// A mate proven by checks alone, from the root.
    proof: Option<Vec<Move>>,
    plies: Vec<Ply>,
    path: Path,
    nodes: u64,
    /// The node count at which to look at the limits again.
    next_poll: u64,
    /// The node count at which to look at the clock again.
    next_clock: u64,
    stopped: bool,
    seldepth: usize,
    root: Vec<RootEntry>,
    /// The depth of the current iteration.
    iteration: i32,
    /// The deepest iteration completed.
    completed: i32,
}

/// What only the first thread has.
pub(crate) struct Lead<'a> {
    pub(crate) solver: &'a mut MateSolver,
    pub(crate) observer: &'a mut (dyn Observer + 'a),
}

/// What the search of a node has found.
struct Finding {
    /// The value, seen from the root.
    value: i32,
    bound: Bound,
    mv: Option<Move>,
    /// The static evaluation; [`NO_EVAL`](crate::table_entry::NO_EVAL) in check.
    eval: i32,
}

impl<'a> Worker<'a> {
    /// Makes the worker with number `id` for the root moves in `root`. Only the worker with number 0 leads.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        id: usize,
        history: &'a mut History,
        root: Vec<RootEntry>,
        lead: Option<Lead<'a>>,
    ) -> Self {
        Worker {
            shared,
            id,
            history,
            lead,
            proof: None,
            plies: vec![Ply::new(); MAX_PLY + BEFORE_ROOT + 2],
            path: Path::new(&shared.request.history),
            nodes: 0,
            next_poll: 0,
            next_clock: 0,
            stopped: false,
            seldepth: 0,
            root,
            iteration: 0,
            completed: 0,
        }
    }

    /// The plies' data `ply` plies from the root.
    #[inline]
    fn ply(&mut self, ply: usize) -> &mut Ply {
        &mut self.plies[ply + BEFORE_ROOT]
    }

    /// The slots of the opponent's last move and of one's own before it.
    #[inline]
    fn context(&self, ply: usize) -> (usize, usize) {
        (
            self.plies[ply + BEFORE_ROOT - 1].slot,
            self.plies[ply + BEFORE_ROOT - 2].slot,
        )
    }

    /// Begins the move `mv` from `pos`, `ply` plies from the root. What the table knows of the position to come is fetched
    /// while the move is played: that wait was an eighth of the time.
    #[inline]
    fn enter_move(&mut self, pos: &Position, ply: usize, mv: Move) {
        self.shared.table.prefetch(pos.likely_key_after(mv));
        self.enter(pos, ply, slot(pos, mv));
    }

    /// Begins a move that goes to `slot`.
    #[inline]
    fn enter(&mut self, pos: &Position, ply: usize, slot: usize) {
        self.ply(ply).slot = slot;
        self.path.push(pos.key());
        self.nodes += 1;
    }

    /// Ends a move.
    #[inline]
    fn leave(&mut self) {
        self.path.pop();
    }

    /// Whether the game is a draw in `pos`, whatever could be played there.
    #[inline]
    fn is_drawn(&self, pos: &Position) -> bool {
        self.path.is_repetition(pos.key()) || (self.shared.fifty_moves && pos.is_fifty_moves())
    }

    /// Makes `mv` and the next ply's line the best play from `ply`.
    fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (left, right) = self.plies.split_at_mut(ply + BEFORE_ROOT + 1);
        if let (Some(own), Some(next)) = (left.last_mut(), right.first()) {
            own.pv.clear();
            own.pv.push(mv);
            own.pv.extend(next.pv.iter().copied().take(MAX_PLY));
        }
    }

    /// Keeps in the table what the search of `pos` to `depth` has found.
    #[inline]
    fn keep(&self, pos: &Position, ply: usize, depth: i32, finding: &Finding) {
        let &Finding {
            value,
            bound,
            mv,
            eval,
        } = finding;
        let entry = TableEntry {
            mv,
            value: to_table(value, ply),
            eval,
            depth,
            bound,
        };
        self.shared.table.store(self.shared.table_key(pos), entry);
    }

    /// Whether to stop; looks at the limits from time to time.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    /// Looks at the limits.
    #[cold]
    fn poll(&mut self) {
        self.shared.count(self.id, self.nodes);
        self.next_poll = self.nodes + POLL_NODES;
        let ended = self.shared.is_ended();
        if self.id != 0 {
            self.stopped |= ended;
            return;
        }
        let beginning = self.is_beginning();
        self.stopped |= ended && !beginning;
        if let Some(limit) = self.shared.request.limit.nodes {
            self.stopped |= self.total_nodes() >= limit;
            self.next_poll = self.next_poll.min(limit);
        }
        if self.shared.request.limit.nps.is_some() {
            // Where nodes are time, every node counts: drivers ask for so many nodes in this way.
            self.next_poll = self.nodes + 1;
            self.next_clock = self.nodes;
        }
        if self.nodes >= self.next_clock {
            self.next_clock = self.nodes + CLOCK_NODES;
            self.stopped |= !beginning
                && self
                    .shared
                    .clock
                    .is_up(self.total_nodes(), self.shared.control);
        }
    }

    /// Whether the first iteration goes on although the time is up or a stop has come: without it a move is little better
    /// than one drawn by lot, and it takes milliseconds.
    fn is_beginning(&self) -> bool {
        self.completed == 0 && self.nodes < FIRST_NODES && self.shared.request.limit.nps.is_none()
    }

    /// The nodes of all threads.
    fn total_nodes(&self) -> u64 {
        if self.shared.is_parallel() {
            self.shared.nodes()
        } else {
            self.nodes
        }
    }

    /// The static evaluation `raw` of `pos`, `ply` plies from the root, corrected by what earlier searches found.
    fn correct(&self, pos: &Position, ply: usize, raw: i32) -> i32 {
        let keys = Keys::new(pos, self.context(ply).0);
        (raw + self.history.corrections.value(keys)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The static evaluation, kept below any mate.
    #[inline]
    fn evaluate(pos: &Position) -> i32 {
        evaluate(pos).clamp(-MAX_EVAL, MAX_EVAL)
    }
}
