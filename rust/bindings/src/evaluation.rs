//! What a position's value is made of, for `furyhouse.evaluation`.

use furyhouse_eval::{Counts, RUNS, WEIGHTS, danger_value, evaluate};
use pyo3::prelude::*;

use crate::board::PyBoard;

/// A term: its name, whether it is a part of the danger of a king, and its sums for white and for black.
type RawTerm = (&'static str, bool, i32, i32);

/// Evaluates a position without a search; `furyhouse.evaluation.evaluate` gives names to what comes back.
///
/// Returns the terms, each for white and for black, and the value in centipawns from the mover's side. The terms are
/// centipawns, or, where their second member says so, units of the danger of that side's king. The last is what that costs.
///
/// >>> from furyhouse import Board
/// >>> from furyhouse._core import evaluation_terms
/// >>> terms, value = evaluation_terms(Board())
/// >>> value == sum(white - black for _, danger, white, black in terms if not danger)
/// True
#[pyfunction]
pub(crate) fn evaluation_terms(board: &Bound<'_, PyBoard>) -> (Vec<RawTerm>, i32) {
    let game = board.get().game();
    let pos = game.position();
    let Counts { score, danger } = Counts::new(pos);
    let mut terms: Vec<RawTerm> = Vec::new();
    let mut dangers = [0; 2];
    for &(_, name, in_danger, ref range) in RUNS {
        let counts = if in_danger { &danger } else { &score };
        let [white, black] = [0, 1].map(|side| -> i32 {
            let product = |weight: usize| counts[side][weight] * i32::from(WEIGHTS[weight]);
            range.clone().map(product).sum()
        });
        if in_danger {
            dangers[0] += white;
            dangers[1] += black;
        }
        match terms.last_mut() {
            Some(term) if term.0 == name => {
                term.2 += white;
                term.3 += black;
            }
            _ => terms.push((name, in_danger, white, black)),
        }
    }
    let [white, black] = dangers.map(|danger| -danger_value(danger));
    terms.push(("king", false, white, black));
    (terms, evaluate(pos))
}
