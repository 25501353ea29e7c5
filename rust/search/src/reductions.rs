//! How much late moves are reduced.

use crate::params;

/// Depths and move numbers told apart; greater ones count as the greatest.
const SIZE: usize = 64;

/// Late move reductions in 1024ths of a ply, by depth and move number. Made for each search, since the parameters behind
/// it can change between two.
#[derive(Debug)]
pub(crate) struct Reductions(Box<[[i32; SIZE]; SIZE]>);

impl Reductions {
    /// Computes the table: a reduction grows with the logarithms of depth and move number (Stockfish and others).
    pub(crate) fn new() -> Self {
        let logs: [f64; SIZE] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        let base = f64::from(params::reduction_base());
        let divisor = f64::from(params::reduction_divisor()) / 100.0;
        let entry = |depth: usize, number: usize| {
            (base + 1024.0 * (logs[depth] * logs[number]) / divisor) as i32
        };
        let row = |depth| std::array::from_fn(|number| entry(depth, number));
        Reductions(Box::new(std::array::from_fn(row)))
    }

    /// The reduction of the move with `number` moves before it, at `depth`.
    #[inline]
    pub(crate) fn get(&self, depth: i32, number: i32) -> i32 {
        let last = SIZE as i32 - 1;
        self.0[depth.clamp(0, last) as usize][number.clamp(0, last) as usize]
    }
}
