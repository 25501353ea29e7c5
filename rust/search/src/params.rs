//! The constants of the search, each with a name. Margins are centipawns, depths are plies.

use std::time::Duration;

/// The most threads an engine takes.
pub const MAX_THREADS: usize = 512;

/// Threads that run for each CPU, at most: some more than one, since a system may count its CPUs too low.
pub(crate) const THREADS_PER_CPU: usize = 2;

/// How often a search that waits for another on the same engine looks whether that has ended.
pub(crate) const TURN_INTERVAL: Duration = Duration::from_millis(1);

/// The greatest depth of an iteration.
pub(crate) const MAX_DEPTH: i32 = 127;

/// Nodes between two looks at the stop flag.
pub(crate) const POLL_NODES: u64 = 64;

/// Nodes between two looks at the clock.
pub(crate) const CLOCK_NODES: u64 = 512;

/// Stack of a search thread in bytes: a ply needs about 8 KiB in a release build, more in a debug build.
///
/// An engine starts such threads itself; where the system gives none, the thread that calls for the search does the work
/// and needs a stack of this size.
pub const STACK_BYTES: usize = 32 << 20;

/// Root moves are told to the observer one by one only after this many milliseconds.
pub(crate) const CURRENT_MOVE_AFTER_MS: u128 = 100;

/// Bounds are told to the observer only after this many milliseconds.
pub(crate) const BOUNDS_AFTER_MS: u128 = 500;

/// The first depth searched with an aspiration window.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// What a change of the best move adds to the time of a move, in percent; halved with each iteration after it.
pub(crate) const CHANGE_PERCENT: u32 = 60;

/// Iterations with the same best move after which the search is calm.
pub(crate) const CALM_ITERATIONS: u32 = 5;

/// The share of the usual time that a calm search gets, in percent.
pub(crate) const CALM_PERCENT: u32 = 75;

/// The greatest fall of the best value from one iteration to the next that counts.
pub(crate) const FALL_MAX: i32 = 150;

/// What a fall of the best value adds to the time of a move, in percent for each [`FALL_UNIT`].
pub(crate) const FALL_PERCENT: u32 = 2;

/// A fall of the best value by which time is counted.
pub(crate) const FALL_UNIT: u32 = 3;

/// Plies past its end to which a mate is searched before it is played under a clock.
pub(crate) const MATE_MARGIN: i32 = 4;

/// Half the first aspiration window.
pub(crate) const ASPIRATION_DELTA: i32 = 35;

/// Beyond this half width the window is opened for good.
pub(crate) const ASPIRATION_MAX: i32 = 1_500;

/// The greatest depth of reverse futility pruning.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 6;

/// What the evaluation must be above beta for each ply of depth, to be trusted without a search.
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 110;

/// The greatest depth of razoring.
pub(crate) const RAZOR_DEPTH: i32 = 3;

/// What the evaluation must be below alpha for each ply of depth, for quiescence to answer instead.
pub(crate) const RAZOR_MARGIN: i32 = 350;

/// The least depth of the null move.
pub(crate) const NULL_DEPTH: i32 = 2;

/// The null move's reduction, before what depth and evaluation add.
pub(crate) const NULL_REDUCTION: i32 = 3;

/// Depth that reduces the null move by one ply more.
pub(crate) const NULL_DEPTH_DIVISOR: i32 = 4;

/// Centipawns above beta that reduce the null move by one ply more.
pub(crate) const NULL_EVAL_DIVISOR: i32 = 200;

/// The most that the evaluation reduces the null move.
pub(crate) const NULL_EVAL_MAX: i32 = 3;

/// The least depth of internal iterative reduction.
pub(crate) const IIR_DEPTH: i32 = 4;

/// The least depth of a singular extension's test.
pub(crate) const SINGULAR_DEPTH: i32 = 7;

/// Plies that the table's depth may be less than the node's, for the table's move to be tested for being singular.
pub(crate) const SINGULAR_TABLE_DEPTH: i32 = 3;

/// What all other moves must stay below the table's value by, for each ply of depth, for the table's move to be singular.
pub(crate) const SINGULAR_MARGIN: i32 = 2;

/// The greatest depth of late move pruning.
pub(crate) const LATE_MOVE_DEPTH: i32 = 6;

/// Quiet moves tried before late move pruning, at depth 0.
pub(crate) const LATE_MOVE_BASE: i32 = 8;

/// Quiet moves tried more for each square of the depth, before late move pruning.
pub(crate) const LATE_MOVE_FACTOR: i32 = 3;

/// The greatest depth, after reduction, of futility pruning.
pub(crate) const FUTILITY_DEPTH: i32 = 6;

/// What a quiet move can gain at once.
pub(crate) const FUTILITY_BASE: i32 = 150;

/// What a quiet move can gain with each ply of depth.
pub(crate) const FUTILITY_MARGIN: i32 = 120;

/// The greatest depth of pruning by static exchange.
pub(crate) const SEE_DEPTH: i32 = 7;

/// What a quiet move or a drop may lose by exchange for each ply of depth. An exchange counts a man twice: lost here,
/// gained there.
pub(crate) const SEE_QUIET_MARGIN: i32 = -90;

/// What a capture may lose by exchange for each ply of depth.
pub(crate) const SEE_NOISY_MARGIN: i32 = -220;

/// The greatest depth of pruning by history.
pub(crate) const HISTORY_DEPTH: i32 = 4;

/// The history below which a quiet move is pruned, for each ply of depth.
pub(crate) const HISTORY_MARGIN: i32 = -4_000;

/// The least depth of late move reductions.
pub(crate) const REDUCTION_DEPTH: i32 = 3;

/// Moves searched in full before late ones are reduced.
pub(crate) const REDUCTION_MOVES: i32 = 2;

/// Moves searched in full before late ones are reduced, in nodes of the principal variation.
pub(crate) const REDUCTION_MOVES_PV: i32 = 3;

/// Late move reduction in 1024ths of a ply, before depth and move number count.
pub(crate) const REDUCTION_BASE: f64 = 500.0;

/// What the product of the logarithms of depth and move number is divided by, for a reduction in plies.
pub(crate) const REDUCTION_DIVISOR: f64 = 1.75;

/// Reduction less, in 1024ths of a ply, in nodes of the principal variation.
pub(crate) const REDUCTION_PV: i32 = 1_024;

/// Reduction more, in 1024ths of a ply, where a cut is expected.
pub(crate) const REDUCTION_CUT: i32 = 1_024;

/// Reduction more, in 1024ths of a ply, where the evaluation does not rise.
pub(crate) const REDUCTION_NOT_IMPROVING: i32 = 700;

/// Reduction less, in 1024ths of a ply, of a checking move.
pub(crate) const REDUCTION_CHECK: i32 = 1_024;

/// Reduction less, in 1024ths of a ply, of killers and counter moves.
pub(crate) const REDUCTION_KILLER: i32 = 1_024;

/// Reduction more, in 1024ths of a ply, where the table's move is a capture.
pub(crate) const REDUCTION_NOISY_TABLE_MOVE: i32 = 700;

/// History that reduces by one ply less.
pub(crate) const REDUCTION_HISTORY: i32 = 12_000;

/// Checks are extended only as far from the root as this many times the iteration's depth.
pub(crate) const EXTENSION_REACH: usize = 2;

/// What a capture in quiescence can gain beside the man taken.
pub(crate) const DELTA_MARGIN: i32 = 220;

/// Plies of quiescence after which it evaluates even in check.
pub(crate) const QUIESCENCE_PLIES: i32 = -32;

/// Quiet evasions that quiescence tries once one evasion is known not to lose by mate.
pub(crate) const QUIET_EVASIONS: u32 = 2;

/// Checking drops that quiescence tries on its first ply.
pub(crate) const DROP_CHECKS: usize = 2;

/// History points for a best move, for each square of its depth.
pub(crate) const BONUS_QUADRATIC: i32 = 14;

/// History points for a best move, for each ply of its depth.
pub(crate) const BONUS_LINEAR: i32 = 60;

/// History points less for a best move, at any depth.
pub(crate) const BONUS_OFFSET: i32 = 20;

/// The greatest change of a history entry.
pub(crate) const HISTORY_BONUS_MAX: i32 = 1_600;

/// A history entry's greatest size.
pub(crate) const HISTORY_MAX: i32 = 16_384;

/// What one point of the static order score is worth in history points when quiet moves are sorted.
pub(crate) const STATIC_WEIGHT: i32 = 12;

/// Moves that a game is expected to last yet, when the clock does not say.
pub(crate) const MOVES_EXPECTED: u32 = 26;

/// The share of the increment, in percent, that is spent at once.
pub(crate) const INCREMENT_PERCENT: u32 = 75;

/// The share of a move's base time, in percent, after which no new iteration starts.
pub(crate) const SOFT_PERCENT: u32 = 65;

/// The hard bound as a share of the base time, in percent.
pub(crate) const HARD_PERCENT: u32 = 300;

/// The share of the whole clock, in percent, that no move may exceed, unless it is the last before the time control.
pub(crate) const CLOCK_PERCENT: u32 = 40;

/// The share of the clock, in percent, that the last move before the time control may take.
pub(crate) const LAST_MOVE_PERCENT: u32 = 87;

/// What the last move but one before the time control may take of the clock beyond other moves, in percent.
pub(crate) const SECOND_LAST_PERCENT: u32 = 20;

/// Plies by which an entry of the same search must be deeper than a new bound to stay in its place in the table.
pub(crate) const TABLE_DEPTH_MARGIN: i32 = 3;
