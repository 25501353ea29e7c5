//! The constants of the search, each with a name. Margins are centipawns, depths are plies.
//!
//! What plays no better with another number is a plain constant. What might is a parameter: a function that gives its
//! value, `params::null_depth()`. In a normal build that is a constant; with the feature `tuning` it can be set by name
//! while the program runs.

use std::time::Duration;

#[cfg(feature = "tuning")]
use std::sync::atomic::{AtomicI32, Ordering};

use crate::param::Param;
#[cfg(feature = "tuning")]
use crate::param_error::ParamError;

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

/// Nodes after which the clock ends the first iteration, too.
pub(crate) const FIRST_NODES: u64 = 4096;

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

/// Makes the parameters: for each line `name = default, min..=max;` under its doc lines a function `name()`, and a row of
/// the table that [`params`] gives. A parameter that nothing reads is a warning of the compiler.
///
/// Every value of a range must be safe with every value of the other ranges: no overflow, no division by zero, no search
/// without end.
macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal ..= $max:literal;)+) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tuning"))]
            #[inline]
            pub(crate) const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tuning")]
            #[inline]
            pub(crate) fn $name() -> i32 {
                cells::$name.load(Ordering::Relaxed)
            }
        )+

        #[cfg(feature = "tuning")]
        #[expect(non_upper_case_globals, reason = "named like the parameter")]
        mod cells {
            use super::AtomicI32;

            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)+
        }

        static PARAMS: &[Param] = &[$(Param {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            doc: concat!($($doc),+).trim_ascii(),
            #[cfg(feature = "tuning")]
            cell: &cells::$name,
        }),+];
    };
}

/// Gets all parameters of the search, in the order in which they were written down.
///
/// ```
/// assert!(furyhouse_search::params().iter().all(|param| param.min < param.max));
/// ```
#[must_use]
pub fn params() -> &'static [Param] {
    PARAMS
}

/// Sets the parameter called `name` for all searches of this process that begin after it. A search that is on takes the
/// new value somewhere in its middle.
///
/// # Errors
///
/// When there is no such parameter, or the value is out of its range.
///
/// ```
/// use furyhouse_search::set_param;
///
/// set_param("null_depth", 3)?;
/// assert!(set_param("null_depth", -1).is_err());
/// assert!(set_param("luck", 1).is_err());
/// # Ok::<(), furyhouse_search::ParamError>(())
/// ```
#[cfg(feature = "tuning")]
pub fn set_param(name: &str, value: i32) -> Result<(), ParamError> {
    let param = PARAMS
        .iter()
        .find(|param| param.name == name)
        .ok_or_else(|| ParamError::Unknown {
            name: name.to_owned(),
        })?;
    if !(param.min..=param.max).contains(&value) {
        return Err(ParamError::OutOfRange {
            name: param.name,
            found: value,
            min: param.min,
            max: param.max,
        });
    }
    param.cell.store(value, Ordering::Relaxed);
    Ok(())
}

params! {
    /// The iteration before which no mate is looked for by checks alone.
    solver_depth = 4, 1..=100;

    /// Positions that the search for a mate by checks may play before the first iteration.
    solver_first = 400, 0..=10_000;

    /// Positions that the search for a mate by checks may always play at the root.
    solver_nodes = 6_000, 0..=100_000;

    /// Positions that it may play beside those of the search, in percent of them.
    solver_percent = 10, 0..=100;

    /// The value from which on a mate is also looked for that begins with a quiet move.
    solver_quiet = 1_000, 0..=32_000;

    /// The first depth searched with an aspiration window.
    aspiration_depth = 4, 1..=12;

    /// Half the first aspiration window.
    aspiration_delta = 34, 5..=200;

    /// Beyond this half width the aspiration window is opened for good.
    aspiration_max = 1_500, 200..=5_000;

    /// What a change of the best move adds to the time of a move, in percent; halved with each iteration after it.
    change_percent = 60, 0..=200;

    /// Iterations with the same best move after which the search is calm.
    calm_iterations = 5, 1..=12;

    /// The share of the usual time that a calm search gets, in percent.
    calm_percent = 75, 30..=100;

    /// The greatest fall of the best value from one iteration to the next that counts.
    fall_max = 150, 0..=600;

    /// What a fall of the best value adds to the time of a move, in 1024ths of a percent for each centipawn.
    fall_weight = 683, 0..=2_048;

    /// Plies past its end to which a mate is searched before it is played under a clock.
    mate_margin = 4, 0..=20;

    /// The greatest depth of reverse futility pruning.
    reverse_futility_depth = 6, 1..=12;

    /// What the evaluation must be above beta for each ply of depth, to be trusted without a search.
    reverse_futility_margin = 72, 30..=300;

    /// The greatest depth of razoring.
    razor_depth = 3, 0..=8;

    /// What the evaluation must be below alpha for each ply of depth, for quiescence to answer instead.
    razor_margin = 470, 100..=900;

    /// The least depth of the null move.
    null_depth = 2, 1..=8;

    /// The null move's reduction, before what depth and evaluation add.
    null_reduction = 3, 1..=6;

    /// Depth that reduces the null move by one ply more.
    null_depth_divisor = 4, 2..=12;

    /// Centipawns above beta that reduce the null move by one ply more.
    null_eval_divisor = 220, 50..=600;

    /// The most that the evaluation reduces the null move.
    null_eval_max = 3, 0..=8;

    /// The least depth of internal iterative reduction.
    iir_depth = 4, 2..=10;

    /// The least depth of a singular extension's test.
    singular_depth = 7, 3..=14;

    /// Plies that the table's depth may be less than the node's, for the table's move to be tested for being singular.
    singular_table_depth = 3, 1..=6;

    /// What all other moves must stay below the table's value by, for each ply of depth, for the table's move to be
    /// singular.
    singular_margin = 2, 1..=10;

    /// What all other moves must stay below that by, for the table's move to be extended by two plies.
    double_margin = 40, 0..=400;

    /// Plies by which the table's move is searched less deeply where another move holds too and a cut is expected.
    negative_extension = 1, 0..=3;

    /// The greatest depth of late move pruning.
    late_move_depth = 6, 2..=14;

    /// Quiet moves tried before late move pruning, at depth 0.
    late_move_base = 9, 1..=30;

    /// Quiet moves tried more for each square of the depth, before late move pruning.
    late_move_factor = 4, 1..=10;

    /// The share of these quiet moves that is tried where the evaluation does not rise, in 1024ths.
    late_move_not_improving = 683, 256..=1_024;

    /// The greatest depth, after reduction, of futility pruning.
    futility_depth = 6, 1..=14;

    /// What a quiet move can gain at once.
    futility_base = 65, 0..=500;

    /// What a quiet move can gain with each ply of depth.
    futility_margin = 104, 20..=400;

    /// The greatest depth of pruning by static exchange.
    see_depth = 7, 1..=14;

    /// What a quiet move or a drop may lose by exchange for each ply of depth. An exchange counts a man twice: lost here,
    /// gained there.
    see_quiet_margin = -81, -300..=-10;

    /// What a capture may lose by exchange for each ply of depth.
    see_noisy_margin = -218, -600..=-40;

    /// What a quiet check may lose by exchange for each ply of depth.
    see_check_margin = -224, -800..=-40;

    /// The greatest depth of pruning by history.
    history_depth = 4, 0..=10;

    /// The history below which a quiet move is pruned, for each ply of depth.
    history_margin = -3_900, -12_000..=-500;

    /// The least depth of late move reductions.
    reduction_depth = 3, 2..=6;

    /// Moves searched in full before late ones are reduced.
    reduction_moves = 2, 1..=8;

    /// Moves searched in full before late ones are reduced, in nodes of the principal variation.
    reduction_moves_pv = 3, 1..=8;

    /// Late move reduction in 1024ths of a ply, before depth and move number count.
    reduction_base = 856, 0..=2_048;

    /// What the product of the logarithms of depth and move number is divided by, for a reduction in plies; in hundredths.
    reduction_divisor = 111, 100..=400;

    /// Reduction less, in 1024ths of a ply, in nodes of the principal variation.
    reduction_pv = 1_367, 0..=3_072;

    /// Reduction more, in 1024ths of a ply, where a cut is expected.
    reduction_cut = 1_246, 0..=3_072;

    /// Reduction more, in 1024ths of a ply, where the evaluation does not rise.
    reduction_not_improving = 415, 0..=2_048;

    /// Reduction less, in 1024ths of a ply, of a checking move.
    reduction_check = 1_246, 0..=3_072;

    /// Reduction less, in 1024ths of a ply, of killers and counter moves.
    reduction_killer = 1_106, 0..=3_072;

    /// Reduction more, in 1024ths of a ply, where the table's move is a capture.
    reduction_noisy_table_move = 700, 0..=2_048;

    /// History that reduces by one ply less.
    reduction_history = 9_244, 4_000..=40_000;

    /// Checks are extended only as far from the root as this many times the iteration's depth.
    extension_reach = 2, 1..=4;

    /// What a capture in quiescence can gain beside the man taken.
    delta_margin = 22, 0..=800;

    /// Plies of quiescence after which it evaluates even in check, as a negative depth.
    quiescence_plies = -9, -64..=-4;

    /// Quiet evasions that quiescence tries once one evasion is known not to lose by mate.
    quiet_evasions = 2, 0..=16;

    /// Checking drops that quiescence tries on its first ply.
    drop_checks = 2, 0..=16;

    /// History points for a best move, for each square of its depth.
    bonus_quadratic = 13, 0..=50;

    /// History points for a best move, for each ply of its depth.
    bonus_linear = 67, 10..=400;

    /// History points less for a best move, at any depth.
    bonus_offset = 20, -200..=200;

    /// The greatest change of a history entry.
    history_bonus_max = 1_783, 400..=8_000;

    /// A history entry's greatest size.
    history_max = 16_384, 8_192..=32_000;

    /// The greatest correction of the evaluation by the pawns, in centipawns.
    correction_pawns = 36, 0..=256;

    /// The greatest correction of the evaluation by pockets and kings, in centipawns.
    correction_pockets = 80, 0..=256;

    /// The greatest correction of the evaluation by the last move, in centipawns.
    correction_reply = 34, 0..=256;

    /// How fast corrections are learnt, in eighths of what the error times the depth says.
    correction_rate = 8, 1..=32;

    /// What one point of the static order score is worth in history points when quiet moves are sorted.
    static_weight = 17, 0..=60;

    /// What it is worth in the order of quiet moves that a minor man leaves the reach of a pawn; entering it costs as much.
    order_minor_threat = 5_800, 0..=20_000;

    /// The same for a rook and the reach of pawns and minor men.
    order_rook_threat = 8_400, 0..=20_000;

    /// The same for a queen and the reach of all lesser men.
    order_queen_threat = 4_100, 0..=20_000;

    /// What leaving an attacked square that nobody defends is worth, for each point of the man.
    order_loose = 600, 0..=3_000;

    /// What any drop is worth beside other quiet moves.
    order_drop = 1_100, -6_000..=6_000;

    /// What a move to a square next to the enemy king is worth.
    order_king_ring = 4_200, 0..=16_000;

    /// What a move to a square two steps from the enemy king is worth.
    order_king_near = 4_000, 0..=16_000;

    /// History points that are worth one point of the static order score when captures are sorted.
    capture_history_divisor = 8, 1..=64;

    /// Moves that a game is expected to last yet, when the clock does not say.
    moves_expected = 20, 10..=60;

    /// The share of the increment, in percent, that is spent at once.
    increment_percent = 75, 0..=100;

    /// The share of a move's base time, in percent, after which no new iteration starts.
    soft_percent = 80, 20..=150;

    /// The hard bound as a share of the base time, in percent.
    hard_percent = 300, 100..=800;

    /// The share of the whole clock, in percent, that no move may exceed, unless it is the last before the time control.
    clock_percent = 40, 10..=80;

    /// The share of the clock, in percent, that the last move before the time control may take.
    last_move_percent = 87, 50..=95;

    /// What the last move but one before the time control may take of the clock beyond other moves, in percent.
    second_last_percent = 20, 0..=60;

    /// Plies by which an entry of the same search must be deeper than a new bound to stay in its place in the table.
    table_depth_margin = 3, 0..=10;

    /// What being one search old takes off an entry's depth when one has to leave the table.
    table_age_weight = 4, 1..=16;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_value_lies_in_its_range() {
        for param in params() {
            assert!(param.min < param.max, "{param:?}");
            assert!(
                (param.min..=param.max).contains(&param.default),
                "{param:?}"
            );
            assert_eq!(param.value(), param.default, "{param:?}");
        }
    }

    #[test]
    fn every_name_is_there_once_and_every_doc_is_a_sentence() {
        let names: HashSet<_> = params().iter().map(|param| param.name).collect();
        assert_eq!(names.len(), params().len());
        for param in params() {
            let letters = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
            assert!(param.name.bytes().all(letters), "{param:?}");
            assert!(param.doc.starts_with(char::is_uppercase), "{param:?}");
            assert!(param.doc.ends_with('.'), "{param:?}");
        }
    }

    #[test]
    fn what_can_be_read_by_name_is_what_the_search_reads() {
        let value = |name| {
            let found = params().iter().find(|param| param.name == name);
            found.map(Param::value)
        };
        assert_eq!(value("null_depth"), Some(null_depth()));
        assert_eq!(value("see_quiet_margin"), Some(see_quiet_margin()));
        assert_eq!(value("history_max"), Some(history_max()));
    }
}
