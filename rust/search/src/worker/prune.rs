//! Where not to search, or less deeply.

use furyhouse_eval::SEE_VALUES;
use furyhouse_rules::{Move, Position};

use super::Worker;
use super::node::Node;
use crate::history::NO_SLOT;
use crate::params;
use crate::score::MATE_BOUND;

/// What is known of a move before it is searched.
#[derive(Copy, Clone, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// How many moves came before it at this node.
    pub(super) number: i32,
    /// Neither a capture nor a promotion.
    pub(super) quiet: bool,
    /// Gives check.
    pub(super) check: bool,
    /// A killer or the counter move.
    pub(super) refutation: bool,
    /// Its history, if quiet.
    pub(super) history: i32,
}

impl Worker<'_> {
    /// Settles a node outside the principal variation without trying its moves, where that is safe enough. The mover is
    /// not in check.
    pub(super) fn prune_node(&mut self, pos: &Position, node: &Node) -> Option<i32> {
        if node.excluded.is_some() || node.beta.abs() >= MATE_BOUND {
            return None;
        }
        self.reverse_futility(node)
            .or_else(|| self.razor(pos, node))
            .or_else(|| self.null_move(pos, node))
    }

    /// Reverse futility: so far above beta that a shallow search will hardly fall below it.
    #[expect(clippy::unused_self, reason = "reads like its neighbours")]
    fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let margin =
            params::reverse_futility_margin() * (node.depth - i32::from(node.improving)).max(1);
        let safe =
            node.depth <= params::reverse_futility_depth() && node.eval - margin >= node.beta;
        safe.then_some(node.eval)
    }

    /// Razoring: so far below alpha that only captures and checks can help, which quiescence sees.
    fn razor(&mut self, pos: &Position, node: &Node) -> Option<i32> {
        if node.depth > params::razor_depth()
            || node.eval + params::razor_margin() * node.depth >= node.alpha
        {
            return None;
        }
        let value = self.quiescence::<false>(pos, node.alpha, node.beta, 0, node.ply);
        (value <= node.alpha).then_some(value)
    }

    /// Null move: where even passing keeps the value above beta, a move will too. There is no zugzwang worth the name
    /// while men can be dropped.
    fn null_move(&mut self, pos: &Position, node: &Node) -> Option<i32> {
        let after_null = self.context(node.ply).0 == NO_SLOT;
        if node.depth < params::null_depth() || after_null || node.eval < node.beta {
            return None;
        }
        let surplus =
            ((node.eval - node.beta) / params::null_eval_divisor()).min(params::null_eval_max());
        let depth = node.depth
            - params::null_reduction()
            - node.depth / params::null_depth_divisor()
            - surplus;
        let child = pos.play_null();
        self.enter(pos, node.ply, NO_SLOT);
        let value = -self.alpha_beta::<false>(
            &child,
            -node.beta,
            1 - node.beta,
            depth,
            node.ply + 1,
            !node.cut,
        );
        self.leave();
        if self.stopped || value < node.beta {
            return None;
        }
        // A mate found after a pass is not proven.
        Some(if value >= MATE_BOUND {
            node.beta
        } else {
            value
        })
    }

    /// Whether a move is not worth searching at a node close to the leaves. Asked only when another move is known not to
    /// lose by mate, so that no mate is ever claimed because of a move left out.
    pub(super) fn is_hopeless(&self, pos: &Position, node: &Node, candidate: &Candidate) -> bool {
        let margin = match (candidate.quiet, candidate.check) {
            (true, true) => params::see_check_margin(),
            (true, false) => params::see_quiet_margin(),
            (false, _) => params::see_noisy_margin(),
        };
        if candidate.quiet && !candidate.check {
            let reduced = (node.depth
                - self.shared.reductions.get(node.depth, candidate.number) / 1024)
                .max(0);
            // Futility: a quiet move will not make up for what is missing.
            let reach = node.eval + params::futility_base() + params::futility_margin() * reduced;
            if !node.in_check && reduced <= params::futility_depth() && reach <= node.alpha {
                return true;
            }
            // History: a move that was bad everywhere.
            if node.depth <= params::history_depth()
                && candidate.history < params::history_margin() * node.depth
            {
                return true;
            }
        }
        // Exchange: a man put where it is lost.
        node.depth <= params::see_depth()
            && !pos.see_ge(candidate.mv, margin * node.depth, &SEE_VALUES)
    }

    /// Late move pruning: how many moves are tried before quiet ones are no longer; none are left out deeper in the tree.
    pub(super) fn enough_moves(node: &Node) -> i32 {
        if node.depth > params::late_move_depth() {
            return i32::MAX;
        }
        let moves = params::late_move_base() + params::late_move_factor() * node.depth * node.depth;
        if node.improving {
            moves
        } else {
            moves * params::late_move_not_improving() / 1024
        }
    }

    /// Late move reduction: by how many plies a move is searched less deeply at first.
    pub(super) fn reduction<const PV: bool>(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut reduction = self.shared.reductions.get(node.depth, candidate.number);
        if !node.improving {
            reduction += params::reduction_not_improving();
        }
        if node.cut {
            reduction += params::reduction_cut();
        }
        if PV {
            reduction -= params::reduction_pv();
        }
        if node.noisy_table_move {
            reduction += params::reduction_noisy_table_move();
        }
        if candidate.check {
            reduction -= params::reduction_check();
        }
        if candidate.refutation {
            reduction -= params::reduction_killer();
        }
        reduction -= 1024 * candidate.history / params::reduction_history();
        reduction / 1024
    }
}
