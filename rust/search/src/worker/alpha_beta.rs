//! The search of the full plies.

use arrayvec::ArrayVec;
use furyhouse_eval::SEE_VALUES;
use furyhouse_rules::{Move, Position};

use super::node::Node;
use super::prune::Candidate;
use super::{Finding, Worker};
use crate::bound::Bound;
use crate::corrections::Keys;
use crate::history::{History, bonus, slot};
use crate::params;
use crate::picker::{MovePicker, is_quiet};
use crate::score::{DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, from_table, mated_in};
use crate::static_order::StaticOrder;
use crate::table_entry::{NO_EVAL, TableEntry};

/// Moves tried before the best one, which history punishes; later ones are so many that they do not matter.
type Tried = ArrayVec<Move, 48>;

/// What trying a node's moves has come to.
struct Outcome {
    best: i32,
    best_move: Option<Move>,
    /// Moves tried, the left out not counted.
    count: i32,
    quiets: Tried,
    noisy: Tried,
}

impl Outcome {
    /// Nothing tried yet.
    fn new() -> Self {
        let (quiets, noisy) = (Tried::new(), Tried::new());
        Outcome {
            best: -INFINITE,
            best_move: None,
            count: 0,
            quiets,
            noisy,
        }
    }
}

impl Worker<'_> {
    /// Searches `pos` to `depth` plies, `ply` plies from the root, within the window from `alpha` to `beta`. Gives the
    /// value where it lies inside, else a bound on it; 0 when stopped. `cut` tells that a value above beta is expected.
    pub(super) fn alpha_beta<const PV: bool>(
        &mut self,
        pos: &Position,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(pos, alpha, beta, 0, ply);
        }
        if PV {
            self.ply(ply).pv.clear();
        }
        if self.must_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if self.is_drawn(pos) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return Self::evaluate(pos);
        }
        // Mate distance: a mate here can be no shorter than one already found.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        // Upcoming repetition: whoever can repeat need not take less than a draw.
        if alpha < DRAW && self.path.can_repeat(pos) {
            alpha = DRAW;
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.ply(ply).excluded;
        let mut entry = if excluded.is_some() {
            None
        } else {
            self.shared.table.probe(self.shared.table_key(pos))
        };
        if let Some(found) = &mut entry {
            found.value = from_table(found.value, ply);
            if !PV && found.depth >= depth && found.settles(found.value, beta) {
                return found.value;
            }
        }
        let mut node = self.node(pos, entry, ply, excluded);
        (node.depth, node.alpha, node.beta, node.cut) = (depth, alpha, beta, cut);
        if !PV
            && !node.in_check
            && let Some(value) = self.prune_node(pos, &node)
        {
            return value;
        }
        if self.stopped {
            return 0;
        }
        // Internal iterative reduction: without a table move the order is poor, and the search dear.
        if depth >= params::iir_depth()
            && (PV || cut)
            && node.table_move().is_none()
            && excluded.is_none()
        {
            node.depth -= 1;
        }
        let outcome = self.try_moves::<PV>(pos, &mut node);
        if self.stopped {
            return 0;
        }
        if outcome.count == 0 {
            return match (excluded, node.in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_in(ply),
                (None, false) => DRAW,
            };
        }
        self.learn(pos, &node, &outcome, alpha);
        outcome.best
    }

    /// Gathers what the steps of the search need to know of a node, its window and depth aside.
    fn node(
        &mut self,
        pos: &Position,
        entry: Option<TableEntry>,
        ply: usize,
        excluded: Option<Move>,
    ) -> Node {
        let in_check = pos.is_check();
        let known = entry.map_or(NO_EVAL, |found| found.eval);
        // With a move left out the node is the same, and so is its evaluation.
        if excluded.is_none() {
            let raw = match in_check {
                true => NO_EVAL,
                false if known != NO_EVAL => known,
                false => Self::evaluate(pos),
            };
            self.ply(ply).raw_eval = raw;
            self.ply(ply).eval = if in_check {
                NO_EVAL
            } else {
                self.correct(pos, ply, raw)
            };
            // Killers are shared by cousins, not beyond.
            self.ply(ply + 2).killers = [None; 2];
        }
        let static_eval = self.ply(ply).eval;
        let mut eval = static_eval;
        if let Some(found) = entry
            && found.value.abs() < MATE_BOUND
            && match found.bound {
                Bound::Exact => true,
                Bound::Lower => found.value > static_eval,
                Bound::Upper => found.value < static_eval,
            }
        {
            eval = found.value;
        }
        // Two plies before the root nothing is known; that counts as not rising.
        let before = if ply >= 2 {
            self.ply(ply - 2).eval
        } else {
            INFINITE
        };
        let table_move = entry.and_then(|found| found.mv);
        Node {
            ply,
            depth: 0,
            alpha: 0,
            beta: 0,
            cut: false,
            in_check,
            eval,
            improving: !in_check && static_eval > before,
            entry,
            noisy_table_move: table_move.is_some_and(|mv| !is_quiet(pos, mv)),
            excluded,
        }
    }

    /// Tries the moves of a node in order; raises the node's alpha.
    fn try_moves<const PV: bool>(&mut self, pos: &Position, node: &mut Node) -> Outcome {
        let ply = node.ply;
        let color = pos.turn();
        let context = self.context(ply);
        let killers = self.ply(ply).killers;
        let refutations = [
            killers[0],
            killers[1],
            self.history.counter(color, context.0),
        ];
        let order = StaticOrder::new(pos);
        let mut picker = MovePicker::new(node.table_move(), refutations, context);
        let mut outcome = Outcome::new();
        let enough = Self::enough_moves(node);
        while let Some(mv) = picker.next(pos, &order, self.history) {
            if Some(mv) == node.excluded {
                continue;
            }
            let (number, slot, quiet) = (outcome.count, slot(pos, mv), is_quiet(pos, mv));
            outcome.count += 1;
            let past = |history: &History| history.quiet(color, mv, slot, context.0, context.1);
            let candidate = Candidate {
                mv,
                number,
                quiet,
                check: order.gives_check(pos, mv),
                refutation: refutations.contains(&Some(mv)),
                history: if quiet { past(self.history) } else { 0 },
            };
            if outcome.best > -MATE_BOUND {
                if number >= enough && !node.in_check {
                    picker.skip_quiets();
                }
                if self.is_hopeless(pos, node, &candidate) {
                    continue;
                }
            }
            let extension = match self.extension(pos, node, &candidate) {
                Ok(extension) => extension,
                Err(value) => {
                    outcome.best = value;
                    outcome.best_move = Some(mv);
                    return outcome;
                }
            };
            if self.stopped {
                return outcome;
            }
            self.enter_move(pos, ply, mv);
            let mut child = *pos;
            child.make(mv);
            let value = self.search_child::<PV>(&child, node, &candidate, extension);
            self.leave();
            if self.stopped {
                return outcome;
            }
            if value > outcome.best {
                outcome.best = value;
                if value > node.alpha {
                    outcome.best_move = Some(mv);
                    if PV {
                        self.extend_pv(ply, mv);
                    }
                    if value >= node.beta {
                        return outcome;
                    }
                    node.alpha = value;
                }
            }
            let tried = if quiet {
                &mut outcome.quiets
            } else {
                &mut outcome.noisy
            };
            // The first ones are enough.
            let _ = tried.try_push(mv);
        }
        outcome
    }

    /// Searches the position after a move: the first move with the full window, later ones reduced and with a null
    /// window first, and again as far as they turn out better.
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        child: &Position,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
    ) -> i32 {
        let ply = node.ply + 1;
        let depth = node.depth - 1 + extension;
        let (alpha, beta) = (node.alpha, node.beta);
        if PV && candidate.number == 0 {
            return -self.alpha_beta::<true>(child, -beta, -alpha, depth, ply, false);
        }
        let mut value = INFINITE;
        let late = candidate.number
            >= if PV {
                params::reduction_moves_pv()
            } else {
                params::reduction_moves()
            };
        let mut searched = false;
        if node.depth >= params::reduction_depth() && late && (candidate.quiet || node.cut) {
            let reduced = (depth - self.reduction::<PV>(node, candidate)).clamp(1, depth.max(1));
            value = -self.alpha_beta::<false>(child, -alpha - 1, -alpha, reduced, ply, true);
            searched = reduced >= depth;
        }
        if !searched && value > alpha {
            value = -self.alpha_beta::<false>(child, -alpha - 1, -alpha, depth, ply, !node.cut);
        }
        if PV && value > alpha && !self.stopped {
            value = -self.alpha_beta::<true>(child, -beta, -alpha, depth, ply, false);
        }
        value
    }

    /// By how many plies a move is searched more deeply. An error is a value that settles the node: several moves beat
    /// beta.
    pub(super) fn extension(
        &mut self,
        pos: &Position,
        node: &Node,
        candidate: &Candidate,
    ) -> Result<i32, i32> {
        if node.ply >= (params::extension_reach() * self.iteration) as usize {
            return Ok(0);
        }
        // Singular: the table's move is the only one that holds, so it must be seen to the end.
        if let Some(found) = node.entry
            && found.mv == Some(candidate.mv)
            && node.excluded.is_none()
            && node.depth >= params::singular_depth()
            && found.depth >= node.depth - params::singular_table_depth()
            && found.bound != Bound::Upper
            && found.value.abs() < MATE_BOUND
        {
            let margin = found.value - params::singular_margin() * node.depth;
            self.ply(node.ply).excluded = node.table_move();
            let value = self.alpha_beta::<false>(
                pos,
                margin - 1,
                margin,
                (node.depth - 1) / 2,
                node.ply,
                node.cut,
            );
            self.ply(node.ply).excluded = None;
            if self.stopped {
                return Ok(0);
            }
            if value < margin {
                let alone = node.is_null_window() && value < margin - params::double_margin();
                return Ok(if alone { 2 } else { 1 });
            }
            // Multi-cut: another move beats beta too.
            if margin >= node.beta && node.is_null_window() {
                return Err(margin);
            }
            if found.value >= node.beta || node.cut {
                return Ok(-params::negative_extension());
            }
            return Ok(0);
        }
        // Check: most attacks are made of checks, and a safe one forces the reply.
        Ok(i32::from(
            candidate.check && pos.see_ge(candidate.mv, 0, &SEE_VALUES),
        ))
    }

    /// Keeps what a node has taught: killers, histories, the table.
    fn learn(&mut self, pos: &Position, node: &Node, outcome: &Outcome, alpha: i32) {
        let best = outcome.best;
        if best >= node.beta
            && let Some(mv) = outcome.best_move
        {
            self.reward(pos, node, outcome, mv);
        }
        if node.excluded.is_some() {
            return;
        }
        let bound = match best {
            _ if best >= node.beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.learn_correction(pos, node, outcome, bound);
        let eval = self.ply(node.ply).raw_eval;
        let finding = Finding {
            value: best,
            bound,
            mv: outcome.best_move,
            eval,
        };
        self.keep(pos, node.ply, node.depth, &finding);
    }

    /// Keeps by how much the search disagrees with the evaluation, where quiet play is all the difference.
    fn learn_correction(&mut self, pos: &Position, node: &Node, outcome: &Outcome, bound: Bound) {
        let eval = self.ply(node.ply).eval;
        let error = outcome.best - eval;
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        let quiet = outcome.best_move.is_none_or(|mv| is_quiet(pos, mv));
        if tells && quiet && !node.in_check && outcome.best.abs() < MATE_BOUND {
            let keys = Keys::new(pos, self.context(node.ply).0);
            self.history.corrections.learn(keys, node.depth, error);
        }
    }

    /// Rewards the move that gave a cut and punishes those tried before it.
    fn reward(&mut self, pos: &Position, node: &Node, outcome: &Outcome, mv: Move) {
        let color = pos.turn();
        let context = self.context(node.ply);
        let bonus = bonus(node.depth);
        if is_quiet(pos, mv) {
            self.history
                .update_quiet(color, mv, slot(pos, mv), context, bonus);
            for &other in &outcome.quiets {
                self.history
                    .update_quiet(color, other, slot(pos, other), context, -bonus);
            }
            self.history.set_counter(color, context.0, mv);
            let killers = &mut self.ply(node.ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        } else if let Some(victim) = pos.captured(mv) {
            self.history.update_capture(slot(pos, mv), victim, bonus);
        }
        for &other in &outcome.noisy {
            if let Some(victim) = pos.captured(other) {
                self.history
                    .update_capture(slot(pos, other), victim, -bonus);
            }
        }
    }
}
