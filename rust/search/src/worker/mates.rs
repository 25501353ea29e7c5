//! Mates at the root: found by checks alone, and told to their end.

use furyhouse_rules::{FIFTY_MOVES, Move};

use super::Worker;
use crate::bound::Bound;
use crate::mate_solver::Service;
use crate::params;
use crate::request::Request;
use crate::score::{INFINITE, MATE, MATE_BOUND};

/// The share of a node limit that the solver may use, as a divisor.
const LIMIT_DIVISOR: u64 = 8;

/// Whether a proven mate of so many plies comes before the 50-move rule, where it is in force. The proof's line is that of
/// the longest defence, and the mating move may be the last that the rule allows.
fn is_in_time(request: &Request, plies: usize) -> bool {
    !request.fifty_moves
        || request.position.halfmove_clock() as usize + plies <= FIFTY_MOVES as usize
}

impl Worker<'_> {
    /// Looks for a mate by checks from the root, where the one best move of all is asked for; where the mover stands to win,
    /// the first move may be quiet.
    ///
    /// A short look comes before the first iteration: with full pockets that may take longer than a clock that runs out
    /// allows, and what it has not come to by then is not played, be it mate in one.
    pub(super) fn prove_mate(&mut self) {
        let request = self.shared.request;
        let first = self.iteration == 1;
        let asked = request.multi_pv <= 1
            && request.root_moves.is_none()
            && (first || self.iteration >= params::solver_depth());
        if !asked || self.proof.is_some() {
            return;
        }
        let Some(lead) = self.lead.take() else {
            return;
        };
        let mut budget = if first {
            params::solver_first() as u64
        } else {
            params::solver_nodes() as u64
                + (self.nodes - lead.solver.nodes()) * params::solver_percent() as u64 / 100
        };
        let limit = request.limit.nodes.or(self.shared.clock.most_nodes());
        if let Some(limit) = limit {
            budget = budget.min(limit / LIMIT_DIVISOR);
        }
        let before = lead.solver.nodes();
        let budget = budget.saturating_sub(before);
        if budget == 0 {
            self.lead = Some(lead);
            return;
        }
        let searched = self.total_nodes() - before;
        let stop = |solved| {
            let clock = &self.shared.clock;
            self.shared.is_ended() || clock.is_up(searched + solved, self.shared.control)
        };
        let service = Service {
            path: &self.path,
            stop: &stop,
        };
        // Where nothing is won yet, a mate that begins quietly is too rare to look for.
        let quiet = self.root[0].value >= params::solver_quiet();
        if lead
            .solver
            .solve(&request.position, &service, budget, quiet)
            == Some(true)
        {
            let proof = lead.solver.line(&request.position, &service, budget);
            self.proof = proof.filter(|line| is_in_time(request, line.len()));
        }
        self.nodes += lead.solver.nodes() - before;
        self.lead = Some(lead);
    }

    /// Puts the proven mate in front where the search has found nothing better.
    pub(super) fn take_proof(&mut self) {
        let Some(proof) = &self.proof else {
            return;
        };
        let value = MATE - proof.len() as i32;
        let found = self.root.iter().position(|entry| entry.mv == proof[0]);
        let Some(index) = found.filter(|_| self.root[0].value < value) else {
            return;
        };
        let entry = &mut self.root[index];
        (entry.value, entry.rank, entry.bound) = (value, value, Bound::Exact);
        entry.depth = self.completed.max(1);
        entry.pv.clone_from(proof);
        self.root[..=index].rotate_right(1);
    }

    /// Searches on from the end of a line that announces a mate but stops before it: entries of the table cut lines
    /// short.
    pub(super) fn lengthen_mate(&mut self) {
        let entry = &self.root[0];
        let plies = (MATE - entry.value.abs()) as usize;
        if self.lead.is_none() || entry.value.abs() < MATE_BOUND || entry.bound != Bound::Exact {
            return;
        }
        let mut line: Vec<Move> = self.shared.line(entry);
        if line.len() >= plies {
            return;
        }
        let mut pos = self.shared.request.position;
        for (ply, &mv) in line.iter().enumerate() {
            self.enter_move(&pos, ply, mv);
            pos.make(mv);
        }
        let (ply, rest) = (line.len(), (plies - line.len()) as i32);
        self.alpha_beta::<true>(&pos, -INFINITE, INFINITE, rest + 1, ply, false);
        for _ in 0..ply {
            self.leave();
        }
        if self.stopped {
            return;
        }
        line.extend(self.ply(ply).pv.iter().copied());
        if line.len() == plies {
            self.root[0].pv = line;
        }
    }
}
