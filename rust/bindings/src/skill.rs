//! The levels of strength, for `furyhouse.skill`.

use furyhouse_search::{FULL_ELO, LEVELS, Level, Skill};
use pyo3::prelude::*;

/// A level: its Elo, forcing and quiet moves noticed in percent, depth, nodes, slack in centipawns.
type RawLevel = (i32, u8, u8, u32, Option<u64>, i32);

/// Lists the levels below full strength, weakest first, and the Elo of full strength.
///
/// >>> from furyhouse._core import skill_levels
/// >>> levels, full_elo = skill_levels()
/// >>> len(levels), levels[-1][0] < full_elo
/// (20, True)
#[pyfunction]
pub(crate) fn skill_levels() -> (Vec<RawLevel>, i32) {
    let raw = |level: &Level| {
        (
            level.elo,
            level.forcing,
            level.quiet,
            level.depth,
            level.nodes,
            level.slack,
        )
    };
    (LEVELS.iter().map(raw).collect(), FULL_ELO)
}

/// Gets the level of a strength in Elo, in steps of a hundredth; what lies outside the levels counts as the nearer end.
///
/// >>> from furyhouse._core import level_for_elo
/// >>> level_for_elo(-1000.0), level_for_elo(9000.0)
/// (0.0, 20.0)
#[pyfunction]
pub(crate) fn level_for_elo(elo: f64) -> f64 {
    Skill::for_elo(elo, 0).level()
}

/// Gets the strength of a level in Elo.
///
/// >>> from furyhouse._core import elo_for_level, skill_levels
/// >>> elo_for_level(20.0) == skill_levels()[1]
/// True
#[pyfunction]
pub(crate) fn elo_for_level(level: f64) -> f64 {
    Skill::new(level, 0).elo()
}
