//! Iterative deepening over the root moves.

use super::Worker;
use super::node::Node;
use super::prune::Candidate;
use crate::bound::Bound;
use crate::info::Info;
use crate::params::{self, BOUNDS_AFTER_MS, CURRENT_MOVE_AFTER_MS, MAX_DEPTH};
use crate::picker::is_quiet;
use crate::root_entry::RootEntry;
use crate::score::{INFINITE, MATE, MATE_BOUND, Score};
use crate::static_order::StaticOrder;
use crate::table_entry::NO_EVAL;
use crate::worker_report::WorkerReport;

/// How settled the search is, for the clock.
#[derive(Debug, Default)]
struct Mood {
    /// Changes of the best move; older ones count less.
    changes: u32,
    /// Iterations since the last change.
    stable: u32,
    /// The best value of the iteration before.
    last: Option<i32>,
}

impl Mood {
    /// Takes in an iteration's end; gives how much of the usual time the search deserves, in percent.
    fn stretch(&mut self, changed: bool, value: i32) -> u32 {
        self.changes /= 2;
        if changed {
            self.changes += params::change_percent() as u32;
            self.stable = 0;
        } else {
            self.stable += 1;
        }
        let fall =
            self.last
                .map_or(0, |last| (last - value).clamp(0, params::fall_max())) as u32;
        self.last = Some(value);
        let calm = if self.stable >= params::calm_iterations() as u32 {
            params::calm_percent() as u32
        } else {
            100
        };
        calm + self.changes + fall * params::fall_weight() as u32 / 1024
    }
}

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached, and tells what was found.
    pub(crate) fn iterate(mut self) -> WorkerReport {
        let limit = self.shared.request.limit;
        let last = limit
            .depth
            .map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let lines = self
            .shared
            .request
            .multi_pv
            .clamp(1, self.root.len().max(1));
        let mut mood = Mood::default();
        // Helpers that began alike would all do the same work.
        let first = (1 + (self.id % 2) as i32).min(last);
        for depth in first..=last {
            if self.root.is_empty() {
                break;
            }
            self.iteration = depth;
            self.seldepth = 0;
            let before = self.root.clone();
            self.prove_mate();
            for line in 0..lines {
                self.aspire(depth, line);
                self.root[line..].sort_by_key(|entry| std::cmp::Reverse(entry.rank));
                self.root[..=line].sort_by_key(|entry| std::cmp::Reverse(entry.rank));
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                // The iteration before is whole; the new one counts only where it has found something better.
                if self.root[0].mv == before[0].mv || self.root[0].bound == Bound::Upper {
                    self.root = before;
                    self.take_proof();
                } else {
                    self.take_proof();
                    self.report(0);
                }
                break;
            }
            self.completed = depth;
            self.take_proof();
            self.lengthen_mate();
            for line in 0..lines {
                self.report(line);
            }
            let stretch = mood.stretch(self.root[0].mv != before[0].mv, self.root[0].value);
            if self.id == 0 && self.is_done(stretch) {
                break;
            }
        }
        self.shared.count(self.id, self.nodes);
        WorkerReport {
            depth: self.completed,
            seldepth: self.seldepth as u32,
            root: self.root,
        }
    }

    /// Whether the search has what was asked for.
    fn is_done(&self, stretch: u32) -> bool {
        let limit = &self.shared.request.limit;
        let value = self.root[0].value;
        if let (Score::Mate(found), Some(wanted)) = (Score::from_value(value), limit.mate)
            && found > 0
            && found.unsigned_abs() <= wanted
        {
            return true;
        }
        let (clock, control) = (&self.shared.clock, self.shared.control);
        if clock.is_managed(control) {
            // A forced move needs no thought, and neither does a mate that was searched well past its end. A proof need
            // not be of the shortest mate, so that short ones are looked for all the same.
            let plies = MATE - value.abs();
            let proven = self.proof.is_some() && self.completed >= params::solver_depth();
            if self.root.len() == 1
                || proven
                || (value.abs() >= MATE_BOUND && self.completed > plies + params::mate_margin())
            {
                return true;
            }
        }
        clock.is_enough(self.total_nodes(), stretch, control)
    }

    /// Searches the root moves from `line` on with a window around what the last iteration found, and opens the window
    /// until the value lies inside.
    fn aspire(&mut self, depth: i32, line: usize) {
        let expected = self.root[line].value;
        let known = self.root[line].depth > 0 && self.root[line].bound == Bound::Exact;
        let margin = self
            .shared
            .request
            .tie_margin
            .map_or(0, |margin| margin.max(0));
        let mut delta = params::aspiration_delta();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params::aspiration_depth() && known && expected.abs() < MATE_BOUND {
            alpha = (expected - delta - margin).max(-INFINITE);
            beta = (expected + delta).min(INFINITE);
        }
        loop {
            let best = self.search_root(depth, line, alpha, beta);
            if self.stopped {
                return;
            }
            self.root[line..].sort_by_key(|entry| std::cmp::Reverse(entry.rank));
            delta *= 2;
            let open = delta > params::aspiration_max() || best.abs() >= MATE_BOUND;
            if best >= beta && beta < INFINITE {
                beta = if open { INFINITE } else { best + delta };
            } else if best - margin <= alpha && alpha > -INFINITE {
                alpha = if open {
                    -INFINITE
                } else {
                    best - delta - margin
                };
            } else {
                return;
            }
            if self.shared.clock.elapsed(self.total_nodes()).as_millis() >= BOUNDS_AFTER_MS {
                self.report(line);
            }
        }
    }

    /// Searches the root moves from `line` on within a window; gives the best value. With a tie margin, moves within the
    /// margin of the best get their exact values too.
    fn search_root(&mut self, depth: i32, line: usize, alpha: i32, beta: i32) -> i32 {
        let pos = self.shared.request.position;
        let order = StaticOrder::new(&pos);
        let margin = self.shared.request.tie_margin.map(|margin| margin.max(0));
        let in_check = pos.is_check();
        self.ply(0).eval = if in_check {
            NO_EVAL
        } else {
            Self::evaluate(&pos)
        };
        self.ply(0).excluded = None;
        self.ply(2).killers = [None; 2];
        for entry in &mut self.root[line..] {
            entry.rank = -INFINITE;
        }
        let mut best = -INFINITE;
        for index in line..self.root.len() {
            let mv = self.root[index].mv;
            self.announce(index);
            // Where ties are wanted, a move within the margin of the best is searched as if it could be the best.
            let low = margin
                .map_or(best, |margin| best.saturating_sub(margin + 1))
                .max(alpha);
            let node = Node {
                ply: 0,
                depth,
                alpha: low,
                beta,
                cut: false,
                in_check,
                eval: 0,
                improving: true,
                entry: None,
                noisy_table_move: false,
                excluded: None,
            };
            let candidate = Candidate {
                mv,
                number: (index - line) as i32,
                quiet: is_quiet(&pos, mv),
                check: order.gives_check(&pos, mv),
                refutation: false,
                history: 0,
            };
            let extension = self.extension(&pos, &node, &candidate).unwrap_or(0);
            self.enter_move(&pos, 0, mv);
            let mut child = pos;
            child.make(mv);
            let value = self.search_child::<true>(&child, &node, &candidate, extension);
            self.leave();
            if self.stopped {
                break;
            }
            self.note(index, value, low, beta, index == line);
            best = best.max(value);
            if value >= beta {
                break;
            }
        }
        debug_assert!(depth < params::reduction_depth() || best > -INFINITE || self.stopped);
        best
    }

    /// Keeps what the search of a root move in the window from `low` to `beta` has found.
    fn note(&mut self, index: usize, value: i32, low: i32, beta: i32, first: bool) {
        let depth = self.iteration;
        let line: Vec<_> = self.ply(1).pv.iter().copied().collect();
        let entry = &mut self.root[index];
        entry.depth = depth;
        entry.bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= low => Bound::Upper,
            _ => Bound::Exact,
        };
        // One's own mates take odd numbers of plies, the opponent's even ones.
        let impossible =
            value.abs() >= MATE_BOUND && (MATE - value.abs() + i32::from(value > 0)) % 2 != 0;
        let tighter = i32::from(impossible && entry.bound == Bound::Upper);
        entry.value = value - tighter;
        if first || value > low {
            entry.rank = entry.value;
        }
        if value > low {
            entry.pv.truncate(1);
            entry.pv.extend(line);
        }
    }

    /// Tells the observer which root move is searched.
    fn announce(&mut self, index: usize) {
        let (nodes, total) = (self.total_nodes(), self.root.len());
        let mv = self.root[index].mv;
        let late = self.shared.clock.elapsed(nodes).as_millis() >= CURRENT_MOVE_AFTER_MS;
        if let Some(lead) = &mut self.lead
            && late
        {
            lead.observer.current_move(mv, index + 1, total);
        }
    }

    /// Tells the observer of a line.
    fn report(&mut self, line: usize) {
        if self.lead.is_none() {
            return;
        }
        self.shared.count(self.id, self.nodes);
        let nodes = self.total_nodes();
        let time = self.shared.clock.elapsed(nodes);
        let entry: &RootEntry = &self.root[line];
        let info = Info {
            depth: self.iteration as u32,
            seldepth: self.seldepth as u32,
            multipv: line + 1,
            score: Score::from_value(entry.value),
            bound: entry.bound,
            nodes,
            time,
            nps: nodes_per_second(nodes, time),
            hashfull: self.shared.table.hashfull(),
            pv: self.shared.line(entry),
        };
        if let Some(lead) = &mut self.lead {
            lead.observer.info(&info);
        }
    }
}

/// Nodes a second.
fn nodes_per_second(nodes: u64, time: std::time::Duration) -> u64 {
    (u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)) as u64
}
