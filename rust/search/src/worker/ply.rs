//! What a worker keeps for each ply.

use arrayvec::ArrayVec;
use furyhouse_rules::Move;

use crate::history::NO_SLOT;
use crate::score::MAX_PLY;
use crate::table_entry::NO_EVAL;

/// A line of play.
pub(crate) type Line = ArrayVec<Move, { MAX_PLY + 2 }>;

/// What a worker keeps for each ply of the way it is on.
#[derive(Clone, Debug)]
pub(crate) struct Ply {
    /// Quiet moves that last gave a cut here.
    pub(crate) killers: [Option<Move>; 2],
    /// The static evaluation, corrected; [`NO_EVAL`] in check.
    pub(crate) eval: i32,
    /// The static evaluation as the table keeps it; [`NO_EVAL`] in check.
    pub(crate) raw_eval: i32,
    /// The slot of the move made from here.
    pub(crate) slot: usize,
    /// The move left out here while another search asks whether it is singular.
    pub(crate) excluded: Option<Move>,
    /// Best play from here.
    pub(crate) pv: Line,
}

impl Ply {
    /// Makes an empty ply.
    pub(crate) fn new() -> Self {
        Ply {
            killers: [None; 2],
            eval: NO_EVAL,
            raw_eval: NO_EVAL,
            slot: NO_SLOT,
            excluded: None,
            pv: Line::new(),
        }
    }
}
