//! What a search says a position is worth.
//!
//! Inside the search a score is a plain `i32`, called a *value*: centipawns, or, beyond [`MATE_BOUND`], the number of
//! plies to mate subtracted from [`MATE`]. [`Score`] is what leaves the crate.

use std::cmp::Ordering;

/// The value of giving mate at once; a mate `n` plies away is worth `MATE - n`.
pub(crate) const MATE: i32 = 32_000;

/// More than any value.
pub(crate) const INFINITE: i32 = MATE + 1;

/// The furthest from the root that the search looks, in plies, quiescence included.
pub(crate) const MAX_PLY: usize = 200;

/// The least value that announces a mate.
pub(crate) const MATE_BOUND: i32 = MATE - MAX_PLY as i32 - 1;

/// The greatest evaluation: one less than any mate.
pub(crate) const MAX_EVAL: i32 = MATE_BOUND - 1;

/// The value of a draw.
pub(crate) const DRAW: i32 = 0;

/// A score from the mover's side.
///
/// Scores are ordered: being mated sooner < being mated later < centipawns < mating later < mating sooner.
///
/// ```
/// use furyhouse_search::Score;
///
/// assert!(Score::Mate(1) > Score::Mate(3));
/// assert!(Score::Mate(3) > Score::Cp(900));
/// assert!(Score::Cp(-900) > Score::Mate(-2));
/// assert!(Score::Mate(-2) > Score::Mate(0));
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Score {
    /// Centipawns; positive when the mover stands better.
    Cp(i32),
    /// Mate in so many moves: positive when the mover gives it, negative when the mover suffers it, 0 when the mover
    /// is mated now.
    Mate(i32),
}

impl Score {
    /// Makes a score from a value seen from the root.
    pub(crate) fn from_value(value: i32) -> Self {
        if value >= MATE_BOUND {
            let plies = MATE - value;
            Score::Mate(plies / 2 + plies % 2)
        } else if value <= -MATE_BOUND {
            let plies = MATE + value;
            Score::Mate(-(plies / 2))
        } else {
            Score::Cp(value)
        }
    }

    /// A number that orders scores as they are ordered.
    fn rank(self) -> i64 {
        const STEP: i64 = 1 << 32;
        match self {
            Score::Cp(cp) => i64::from(cp),
            Score::Mate(moves) if moves > 0 => 2 * STEP - i64::from(moves),
            Score::Mate(moves) => -2 * STEP - i64::from(moves),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The value of being mated `ply` plies from the root.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    -MATE + ply as i32
}

/// Turns a value seen from the root into one seen from a node `ply` plies away, as the table keeps it: a mate's
/// distance must not depend on the path to the node.
pub(crate) const fn to_table(value: i32, ply: usize) -> i32 {
    if value >= MATE_BOUND {
        value + ply as i32
    } else if value <= -MATE_BOUND {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`to_table`].
pub(crate) const fn from_table(value: i32, ply: usize) -> i32 {
    if value >= MATE_BOUND {
        value - ply as i32
    } else if value <= -MATE_BOUND {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::from_value(MATE - 1), Score::Mate(1));
        assert_eq!(Score::from_value(MATE - 3), Score::Mate(2));
        assert_eq!(Score::from_value(-MATE), Score::Mate(0));
        assert_eq!(Score::from_value(-MATE + 2), Score::Mate(-1));
        assert_eq!(Score::from_value(-MATE + 4), Score::Mate(-2));
        assert_eq!(Score::from_value(-37), Score::Cp(-37));
        assert_eq!(Score::from_value(MAX_EVAL), Score::Cp(MAX_EVAL));
    }

    #[test]
    fn a_mates_distance_survives_the_table() {
        for ply in [0, 1, 7, 60] {
            for value in [MATE - 61, MATE_BOUND + 60, -MATE + 60, 0, 123, -MAX_EVAL] {
                assert_eq!(from_table(to_table(value, ply), ply), value);
            }
        }
        assert_eq!(
            to_table(MATE - 5, 2),
            MATE - 3,
            "five plies from the root are three from ply two"
        );
    }
}
