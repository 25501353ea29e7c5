//! What a value is made of.

use furyhouse_rules::Position;

use crate::evaluate::tally;
use crate::weights::WEIGHTS;

/// How often each of the [`WEIGHTS`] counts in a position, by its index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// In the scores of white and of black.
    pub score: [Vec<i32>; 2],
    /// In the danger of the white king and of the black king.
    pub danger: [Vec<i32>; 2],
}

impl Counts {
    /// Counts the terms of a position.
    #[must_use]
    pub fn new(pos: &Position) -> Self {
        let none = || [vec![0; WEIGHTS.len()], vec![0; WEIGHTS.len()]];
        let (mut score, mut danger) = (none(), none());
        tally(pos, &mut score, &mut danger);
        Counts { score, danger }
    }
}
