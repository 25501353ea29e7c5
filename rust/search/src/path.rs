//! The way to the current node, for repetitions.

use furyhouse_rules::attacks::between;
use furyhouse_rules::{Key, Position};

use crate::shuffles::shuffle;

/// Counters in the filter; a power of two.
const COUNTERS: usize = 2048;

/// The keys of all positions before the current node: the game's, then the search's.
///
/// In Crazyhouse a repetition may go through captures and drops, so nothing shortens the way back; a counter for each
/// remainder of the keys tells at once that most positions are new.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    keys: Vec<Key>,
    /// How many keys are the game's.
    game: usize,
    counters: Vec<u16>,
}

impl Path {
    /// Makes a path of a game's earlier positions.
    pub(crate) fn new(game: &[Key]) -> Self {
        let mut path = Path {
            keys: Vec::with_capacity(game.len() + 256),
            game: 0,
            counters: vec![0; COUNTERS],
        };
        for &key in game {
            path.push(key);
        }
        path.game = game.len();
        path
    }

    /// Goes a move further, from the position with `key`.
    #[inline]
    pub(crate) fn push(&mut self, key: Key) {
        self.keys.push(key);
        let counter = &mut self.counters[key as usize % COUNTERS];
        *counter = counter.saturating_add(1);
    }

    /// Goes a move back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let counter = &mut self.counters[key as usize % COUNTERS];
            *counter = counter.saturating_sub(1);
        }
    }

    /// Whether the position with `key`, reached now, is a draw by repetition: it was there once since the search
    /// began, or twice in the game.
    #[inline]
    pub(crate) fn is_repetition(&self, key: Key) -> bool {
        self.counters[key as usize % COUNTERS] != 0 && self.is_repetition_for_sure(key)
    }

    /// Whether the side to move can come back to a position of the search with one move: it has a draw at least.
    #[inline]
    pub(crate) fn can_repeat(&self, pos: &Position) -> bool {
        let back = (pos.halfmove_clock() as usize).min(self.keys.len() - self.game);
        // The opponent was to move an odd number of plies ago, the last time before the own last move.
        (3..=back).step_by(2).any(|distance| {
            let earlier = self.keys[self.keys.len() - distance];
            shuffle(pos.key() ^ earlier)
                .is_some_and(|[from, to]| (between(from, to) & pos.occupied()).is_empty())
        })
    }

    /// [`Path::is_repetition`] without the filter.
    fn is_repetition_for_sure(&self, key: Key) -> bool {
        let mut seen = 0;
        for (index, &earlier) in self.keys.iter().enumerate().rev() {
            if earlier == key {
                seen += 1;
                if index >= self.game || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_in_the_search_or_twice_in_the_game() {
        let mut path = Path::new(&[1, 2, 3, 1]);
        assert!(!path.is_repetition(2));
        assert!(path.is_repetition(1));
        assert!(!path.is_repetition(9));
        path.push(9);
        assert!(path.is_repetition(9));
        path.push(2);
        assert!(path.is_repetition(2));
        path.pop();
        assert!(!path.is_repetition(2));
        assert!(
            !path.is_repetition(2 + COUNTERS as u64),
            "the filter alone proves nothing"
        );
    }
    /// Plays moves from the start; gives the way and the position.
    fn play(game: &[Key], moves: &[&str]) -> (Path, Position) {
        let (mut path, mut pos) = (Path::new(game), Position::start());
        for text in moves {
            path.push(pos.key());
            pos = pos.play(pos.parse_uci(text).expect("a legal move"));
        }
        (path, pos)
    }

    #[test]
    fn a_move_back_to_a_position_of_the_search_is_seen_before_it_is_made() {
        let (path, pos) = play(&[], &["g1f3", "g8f6", "f3g1"]);
        assert!(path.can_repeat(&pos));
        let (path, pos) = play(&[], &["g1f3", "g8f6", "h2h3"]);
        assert!(!path.can_repeat(&pos), "a pawn does not go back");
        let (path, pos) = play(&[], &["g1f3", "g8f6"]);
        assert!(
            !path.can_repeat(&pos),
            "the last position was the opponent's"
        );
    }

    #[test]
    fn a_position_of_the_game_is_no_draw_yet() {
        let (mut path, pos) = play(&[], &["g1f3", "g8f6", "f3g1"]);
        path.game = 3;
        assert!(!path.can_repeat(&pos));
    }
}
