//! How far the static evaluation was off in positions of the same kind.

use furyhouse_rules::{Color, Position, Role};

use crate::params;

/// Kinds of positions told apart by one key, and side to move.
pub(crate) const POSITION_KINDS: usize = 1 << 14;

/// An entry's greatest size.
const ENTRY_MAX: i32 = 16_384;

/// The greatest change of an entry at a time.
const CHANGE_MAX: i32 = ENTRY_MAX / 4;

/// Where the corrections of a position are: by its pawns, by pockets and kings, and by the move that led to it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Keys([usize; 3]);

impl Keys {
    /// Computes the keys of `pos`, reached by the move in slot `last`.
    pub(crate) fn new(pos: &Position, last: usize) -> Self {
        let side = pos.turn().index();
        let mut pawns = 0;
        let mut pockets = 0;
        for color in Color::ALL {
            pawns = mix(pawns ^ pos.pieces(color, Role::Pawn).0);
            pockets = pockets << 6 | pos.king(color).index() as u64;
            for role in Role::DROPPABLE {
                pockets = pockets << 4 | u64::from(pos.pocket(color).count(role) & 15);
            }
        }
        let hashes = [pawns as usize, mix(pockets) as usize, last];
        Keys(std::array::from_fn(|index| {
            (2 * index + side) * POSITION_KINDS + hashes[index] % POSITION_KINDS
        }))
    }
}

/// What the search has found the static evaluation to be off by, in positions with the same pawns, with the same pockets
/// and kings, and after the same move (correction history; Caissa and Stockfish, 2023).
#[derive(Debug)]
pub(crate) struct Corrections(Vec<i16>);

impl Corrections {
    /// Makes a table without corrections, some 200 KB; nothing where the memory cannot be had.
    pub(crate) fn new() -> Option<Self> {
        bytemuck::try_zeroed_vec(6 * POSITION_KINDS)
            .ok()
            .map(Corrections)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// What to add to the static evaluation, in centipawns.
    pub(crate) fn value(&self, keys: Keys) -> i32 {
        let [pawns, pockets, reply] = keys.0.map(|key| i32::from(self.0[key]));
        let sum = pawns * params::correction_pawns()
            + pockets * params::correction_pockets()
            + reply * params::correction_reply();
        sum / ENTRY_MAX
    }

    /// Learns that a search to `depth` found a position worth `error` centipawns more than its evaluation.
    pub(crate) fn learn(&mut self, keys: Keys, depth: i32, error: i32) {
        let change = (error * depth * params::correction_rate() / 8).clamp(-CHANGE_MAX, CHANGE_MAX);
        for key in keys.0 {
            let entry = &mut self.0[key];
            let old = i32::from(*entry);
            *entry = (old + change - old * change.abs() / ENTRY_MAX) as i16;
        }
    }
}

/// Spreads what tells two numbers apart over all bits.
fn mix(bits: u64) -> u64 {
    let product = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learnt_counts_for_the_same_kind_and_side_only() {
        let mut corrections = Corrections::new().expect("200 KB can be had");
        let pos = Position::start();
        let keys = Keys::new(&pos, 7);
        assert_eq!(corrections.value(keys), 0);
        for _ in 0..200 {
            corrections.learn(keys, 8, 150);
        }
        let most =
            params::correction_pawns() + params::correction_pockets() + params::correction_reply();
        let learnt = corrections.value(keys);
        assert!(0 < learnt && learnt <= most);
        assert_eq!(corrections.value(Keys::new(&pos.play_null(), 8)), 0);
        let other = pos.play(pos.parse_uci("e2e4").expect("legal"));
        let other = other.play(other.parse_uci("e7e5").expect("legal"));
        assert!(corrections.value(Keys::new(&other, 8)) < learnt);
        corrections.clear();
        assert_eq!(corrections.value(keys), 0);
    }
}
