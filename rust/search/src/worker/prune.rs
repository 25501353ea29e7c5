//! Where not to search, or less deeply.

use std::sync::LazyLock;

use furyhouse_eval::SEE_VALUES;
use furyhouse_rules::{Move, Position};

use super::Worker;
use super::node::Node;
use crate::history::NO_SLOT;
use crate::params::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, HISTORY_DEPTH, HISTORY_MARGIN, LATE_MOVE_BASE,
    LATE_MOVE_DEPTH, LATE_MOVE_FACTOR, NULL_DEPTH, NULL_DEPTH_DIVISOR, NULL_EVAL_DIVISOR,
    NULL_EVAL_MAX, NULL_REDUCTION, RAZOR_DEPTH, RAZOR_MARGIN, REDUCTION_BASE, REDUCTION_CHECK,
    REDUCTION_CUT, REDUCTION_DIVISOR, REDUCTION_HISTORY, REDUCTION_KILLER,
    REDUCTION_NOISY_TABLE_MOVE, REDUCTION_NOT_IMPROVING, REDUCTION_PV, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN, SEE_DEPTH, SEE_NOISY_MARGIN, SEE_QUIET_MARGIN,
};
use crate::score::MATE_BOUND;

/// Late move reductions in 1024ths of a ply, by depth and move number.
static REDUCTIONS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    let entry = |depth: usize, number: usize| {
        let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
        (REDUCTION_BASE + 1024.0 * product / REDUCTION_DIVISOR) as i32
    };
    (0..64)
        .map(|depth| std::array::from_fn(|number| entry(depth, number)))
        .collect()
});

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
        let margin = REVERSE_FUTILITY_MARGIN * (node.depth - i32::from(node.improving)).max(1);
        let safe = node.depth <= REVERSE_FUTILITY_DEPTH && node.eval - margin >= node.beta;
        safe.then_some(node.eval)
    }

    /// Razoring: so far below alpha that only captures and checks can help, which quiescence sees.
    fn razor(&mut self, pos: &Position, node: &Node) -> Option<i32> {
        if node.depth > RAZOR_DEPTH || node.eval + RAZOR_MARGIN * node.depth >= node.alpha {
            return None;
        }
        let value = self.quiescence::<false>(pos, node.alpha, node.beta, 0, node.ply);
        (value <= node.alpha).then_some(value)
    }

    /// Null move: where even passing keeps the value above beta, a move will too. There is no zugzwang worth the name
    /// while men can be dropped.
    fn null_move(&mut self, pos: &Position, node: &Node) -> Option<i32> {
        let after_null = self.context(node.ply).0 == NO_SLOT;
        if node.depth < NULL_DEPTH || after_null || node.eval < node.beta {
            return None;
        }
        let surplus = ((node.eval - node.beta) / NULL_EVAL_DIVISOR).min(NULL_EVAL_MAX);
        let depth = node.depth - NULL_REDUCTION - node.depth / NULL_DEPTH_DIVISOR - surplus;
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
    pub(super) fn is_hopeless(pos: &Position, node: &Node, candidate: &Candidate) -> bool {
        let margin = if candidate.quiet {
            SEE_QUIET_MARGIN
        } else {
            SEE_NOISY_MARGIN
        };
        if candidate.quiet && !candidate.check {
            let reduced = (node.depth
                - REDUCTIONS[node.depth.min(63) as usize][candidate.number.min(63) as usize]
                    / 1024)
                .max(0);
            // Futility: a quiet move will not make up for what is missing.
            let reach = node.eval + FUTILITY_BASE + FUTILITY_MARGIN * reduced;
            if !node.in_check && reduced <= FUTILITY_DEPTH && reach <= node.alpha {
                return true;
            }
            // History: a move that was bad everywhere.
            if node.depth <= HISTORY_DEPTH && candidate.history < HISTORY_MARGIN * node.depth {
                return true;
            }
        }
        // Exchange: a man put where it is lost.
        node.depth <= SEE_DEPTH && !pos.see_ge(candidate.mv, margin * node.depth, &SEE_VALUES)
    }

    /// Late move pruning: how many moves are tried before quiet ones are no longer; none are left out deeper in the tree.
    pub(super) fn enough_moves(node: &Node) -> i32 {
        if node.depth > LATE_MOVE_DEPTH {
            return i32::MAX;
        }
        let moves = LATE_MOVE_BASE + LATE_MOVE_FACTOR * node.depth * node.depth;
        if node.improving { moves } else { moves * 2 / 3 }
    }

    /// Late move reduction: by how many plies a move is searched less deeply at first.
    pub(super) fn reduction<const PV: bool>(node: &Node, candidate: &Candidate) -> i32 {
        let mut reduction =
            REDUCTIONS[node.depth.min(63) as usize][candidate.number.min(63) as usize];
        if !node.improving {
            reduction += REDUCTION_NOT_IMPROVING;
        }
        if node.cut {
            reduction += REDUCTION_CUT;
        }
        if PV {
            reduction -= REDUCTION_PV;
        }
        if node.noisy_table_move {
            reduction += REDUCTION_NOISY_TABLE_MOVE;
        }
        if candidate.check {
            reduction -= REDUCTION_CHECK;
        }
        if candidate.refutation {
            reduction -= REDUCTION_KILLER;
        }
        reduction -= 1024 * candidate.history / REDUCTION_HISTORY;
        reduction / 1024
    }
}
