//! The way to the current node, for repetitions.

use furyhouse_rules::Key;

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
}
