//! What moves have been worth elsewhere in the tree.

use furyhouse_rules::{Color, Move, Position, Role};

use crate::params::{HISTORY_BONUS_MAX, HISTORY_MAX};

/// Kinds of men that move or are dropped: six that move, five that come down.
const KINDS: usize = 11;

/// The number of slots: a kind and the square it goes to.
pub(crate) const SLOTS: usize = KINDS * 64;

/// The slot that stands for no move: the root's and the null move's.
pub(crate) const NO_SLOT: usize = SLOTS;

/// What a move looks like to the moves after it: the kind of man, board or drop, and the square.
#[inline]
pub(crate) fn slot(pos: &Position, mv: Move) -> usize {
    let kind = match (mv.dropped(), mv.from()) {
        (Some(role), _) => 6 + role.index(),
        (None, Some(from)) => pos.role_at(from).map_or(0, Role::index),
        (None, None) => 0,
    };
    kind * 64 + mv.to().index()
}

/// How often moves were best, as numbers within ±[`HISTORY_MAX`]: by squares for board moves, by role and square for
/// drops, and for both by the move before and the own move before that; by man, square and victim for captures.
#[derive(Debug)]
pub(crate) struct History {
    /// By colour, from and to.
    quiet: Vec<i16>,
    /// By colour and slot.
    slots: Vec<i16>,
    /// By the slot of the opponent's last move, then slot.
    reply: Vec<i16>,
    /// By the slot of the own last move, then slot.
    follow: Vec<i16>,
    /// By slot of the taker, then victim.
    capture: Vec<i16>,
    /// The move that last refuted a move, by colour and slot of the latter.
    counter: Vec<Option<Move>>,
}

impl History {
    /// Makes an empty history.
    pub(crate) fn new() -> Self {
        History {
            quiet: vec![0; 2 * 64 * 64],
            slots: vec![0; 2 * SLOTS],
            reply: vec![0; (SLOTS + 1) * SLOTS],
            follow: vec![0; (SLOTS + 1) * SLOTS],
            capture: vec![0; SLOTS * 6],
            counter: vec![None; 2 * (SLOTS + 1)],
        }
    }

    /// The worth of a quiet move or a drop after the moves in slots `last` (the opponent's) and `before` (one's own).
    #[inline]
    pub(crate) fn quiet(
        &self,
        color: Color,
        mv: Move,
        slot: usize,
        last: usize,
        before: usize,
    ) -> i32 {
        let base = match mv.from() {
            Some(from) => self.quiet[(color.index() * 64 + from.index()) * 64 + mv.to().index()],
            None => self.slots[color.index() * SLOTS + slot],
        };
        i32::from(base)
            + i32::from(self.reply[last * SLOTS + slot])
            + i32::from(self.follow[before * SLOTS + slot])
    }

    /// Rewards (or with a negative `bonus` punishes) a quiet move or a drop.
    pub(crate) fn update_quiet(
        &mut self,
        color: Color,
        mv: Move,
        slot: usize,
        (last, before): (usize, usize),
        bonus: i32,
    ) {
        let base = match mv.from() {
            Some(from) => {
                &mut self.quiet[(color.index() * 64 + from.index()) * 64 + mv.to().index()]
            }
            None => &mut self.slots[color.index() * SLOTS + slot],
        };
        shift(base, bonus);
        shift(&mut self.reply[last * SLOTS + slot], bonus);
        shift(&mut self.follow[before * SLOTS + slot], bonus);
    }

    /// The worth of a capture of `victim`.
    #[inline]
    pub(crate) fn capture(&self, slot: usize, victim: Role) -> i32 {
        i32::from(self.capture[slot * 6 + victim.index()])
    }

    /// Rewards (or with a negative `bonus` punishes) a capture.
    pub(crate) fn update_capture(&mut self, slot: usize, victim: Role, bonus: i32) {
        shift(&mut self.capture[slot * 6 + victim.index()], bonus);
    }

    /// The move of `color` that last refuted the move in slot `last`.
    #[inline]
    pub(crate) fn counter(&self, color: Color, last: usize) -> Option<Move> {
        self.counter[color.index() * (SLOTS + 1) + last]
    }

    /// Keeps `mv` as the answer to the move in slot `last`.
    pub(crate) fn set_counter(&mut self, color: Color, last: usize, mv: Move) {
        self.counter[color.index() * (SLOTS + 1) + last] = Some(mv);
    }
}

/// The reward for a move that was best at `depth`.
pub(crate) fn bonus(depth: i32) -> i32 {
    (14 * depth * depth + 60 * depth - 20).min(HISTORY_BONUS_MAX)
}

/// Moves an entry towards the bonus's side; the nearer it is to the limit, the less it moves.
fn shift(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limit() {
        let mut entry = 0;
        for _ in 0..1000 {
            shift(&mut entry, HISTORY_BONUS_MAX);
            assert!(i32::from(entry) <= HISTORY_MAX);
        }
        assert!(i32::from(entry) > HISTORY_MAX / 2);
        for _ in 0..1000 {
            shift(&mut entry, -HISTORY_BONUS_MAX);
            assert!(i32::from(entry) >= -HISTORY_MAX);
        }
        assert!(i32::from(entry) < -HISTORY_MAX / 2);
    }
}
