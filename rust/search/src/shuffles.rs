//! The moves that can be taken back by the same man, found by what they change in a position's key.

use std::sync::LazyLock;

use furyhouse_rules::attacks::attacks;
use furyhouse_rules::{Bitboard, Color, Key, Role, Square, shuffle_key};

/// Places of the table; a power of two, more than twice the number of moves.
const PLACES: usize = 8192;

/// The men whose moves can be taken back.
const ROLES: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// Every such move once, with its change of the key, in one of the two places that the change gives it (cuckoo hashing;
/// for repetitions by Marcel van Kervinck, 2013).
struct Shuffles(Vec<(Key, [Square; 2])>);

static SHUFFLES: LazyLock<Shuffles> = LazyLock::new(Shuffles::new);

/// The two places where a change of the key may be.
#[inline]
fn places(change: Key) -> [usize; 2] {
    [change as usize % PLACES, (change >> 16) as usize % PLACES]
}

impl Shuffles {
    fn new() -> Self {
        let mut all = Shuffles(vec![(0, [Square::new(0); 2]); PLACES]);
        for color in Color::ALL {
            for role in ROLES {
                for from in (0..64).map(Square::new) {
                    for to in attacks(color, role, from, Bitboard::EMPTY) {
                        if from < to {
                            all.insert((shuffle_key(color, role, from, to), [from, to]));
                        }
                    }
                }
            }
        }
        all
    }

    /// Puts a move in its first place; whoever is there goes to its other one, and so on.
    fn insert(&mut self, mut entry: (Key, [Square; 2])) {
        let mut place = places(entry.0)[0];
        loop {
            std::mem::swap(&mut self.0[place], &mut entry);
            if entry.0 == 0 {
                return;
            }
            let [first, second] = places(entry.0);
            place = if place == first { second } else { first };
        }
    }
}

/// The squares of the move that changes a key so, if there is one.
#[inline]
pub(crate) fn shuffle(change: Key) -> Option<[Square; 2]> {
    let all = &SHUFFLES.0;
    let found = |place: usize| (all[place].0 == change).then_some(all[place].1);
    let [first, second] = places(change);
    found(first).or_else(|| found(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_found() {
        let mut moves = 0;
        for color in Color::ALL {
            for role in ROLES {
                for from in (0..64).map(Square::new) {
                    for to in attacks(color, role, from, Bitboard::EMPTY) {
                        let change = shuffle_key(color, role, from, to);
                        assert_eq!(shuffle(change), Some([from.min(to), from.max(to)]));
                        moves += 1;
                    }
                }
            }
        }
        // Both ways; the number is known from chess.
        assert_eq!(moves, 2 * 3668);
        assert_eq!(shuffle(1), None);
    }
}
