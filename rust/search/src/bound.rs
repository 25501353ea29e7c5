//! What a score says about the true one.

/// How a reported score relates to the true score of the search.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The true score is at least the one reported.
    Lower,
    /// The true score is at most the one reported.
    Upper,
}
