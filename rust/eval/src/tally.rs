//! How terms are added up.

use crate::weights::WEIGHTS;

/// Adds up terms: as a number, to evaluate, or as counts of the weights, to fit and to explain them. Both go through the
/// same code, so that what is fitted is what is played.
pub(crate) trait Tally {
    /// Adds the weight with this index so many times.
    fn add(&mut self, weight: usize, count: i32);
}

impl Tally for i32 {
    #[inline]
    fn add(&mut self, weight: usize, count: i32) {
        *self += i32::from(WEIGHTS[weight]) * count;
    }
}

impl Tally for Vec<i32> {
    fn add(&mut self, weight: usize, count: i32) {
        self[weight] += count;
    }
}
