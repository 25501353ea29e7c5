//! What a search is asked.

use std::time::Duration;

use furyhouse_rules::{Key, Move, Position};

use crate::limit::Limit;
use crate::skill::Skill;

/// What a search is asked: a position with its past, and when and how to answer.
///
/// ```
/// use furyhouse_rules::Position;
/// use furyhouse_search::{Limit, Request};
///
/// let limit = Limit { depth: Some(3), ..Limit::default() };
/// let request = Request::new(Position::start(), limit);
/// assert_eq!(request.multi_pv, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// The position to search.
    pub position: Position,
    /// The keys of all earlier positions of the game, oldest first, without the current one; draws by repetition
    /// need them.
    pub history: Vec<Key>,
    /// Whether the game is played by the 50-move rule.
    pub fifty_moves: bool,
    /// When to end.
    pub limit: Limit,
    /// Searches these moves only; illegal ones among them are passed over. `None` searches all.
    pub root_moves: Option<Vec<Move>>,
    /// How many best lines to find, each with an exact score; at least 1.
    pub multi_pv: usize,
    /// With `Some(m)`, root moves whose score is within `m` centipawns of the best get exact scores. One that a reduced
    /// search has put below that stays a bound.
    pub tie_margin: Option<i32>,
    /// Time lost between the engine and the clock, kept in reserve on every move.
    pub move_overhead: Duration,
    /// How well to play; `None` is full strength. An infinite search is an analysis, and always of full strength. Below
    /// full strength a search is bounded by its level, runs on one thread, and knows nothing of other searches; `best`
    /// need not be the first of its `root_moves`, which are the moves that were noticed.
    pub skill: Option<Skill>,
}

impl Request {
    /// Asks for the best move of `position` within `limit`: no earlier positions, no 50-move rule, all moves, one line,
    /// no reserve, full strength.
    #[must_use]
    pub fn new(position: Position, limit: Limit) -> Self {
        Request {
            position,
            history: Vec::new(),
            fifty_moves: false,
            limit,
            root_moves: None,
            multi_pv: 1,
            tie_margin: None,
            move_overhead: Duration::ZERO,
            skill: None,
        }
    }
}
