//! What moves have been worth elsewhere in the tree.

use furyhouse_rules::{Color, Move, Position, Role};

use crate::corrections::{Corrections, POSITION_KINDS};
use crate::params;
use crate::static_order::mover;

/// Kinds of men that move or are dropped: six that move, five that come down.
const KINDS: usize = 11;

/// The number of slots: a kind and the square it goes to.
pub(crate) const SLOTS: usize = KINDS * 64;

// Corrections tell the last moves apart.
const _: () = assert!(SLOTS < POSITION_KINDS);

/// The slot that stands for no move: the root's and the null move's.
pub(crate) const NO_SLOT: usize = SLOTS;

/// What a move looks like to the moves after it: the kind of man, board or drop, and the square.
#[inline]
pub(crate) fn slot(pos: &Position, mv: Move) -> usize {
    slot_of(mv, mover(pos, mv))
}

/// [`slot`] where the man is known.
#[inline]
pub(crate) fn slot_of(mv: Move, role: Role) -> usize {
    let kind = if mv.is_drop() { 6 } else { 0 } + role.index();
    kind * 64 + mv.to().index()
}

/// How often moves were best, as numbers within plus and minus the parameter `history_max`: by squares for board moves,
/// by role and square for drops, and for both by the move before and the own move before that; by man, square and victim
/// for captures.
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
    /// How far the evaluation was off.
    pub(crate) corrections: Corrections,
}

impl History {
    /// Makes an empty history, some two megabytes; nothing where the memory cannot be had.
    pub(crate) fn new() -> Option<Self> {
        let counters = 2 * (SLOTS + 1);
        let mut counter = Vec::new();
        counter.try_reserve_exact(counters).ok()?;
        counter.resize(counters, None);
        Some(History {
            quiet: zeros(2 * 64 * 64)?,
            slots: zeros(2 * SLOTS)?,
            reply: zeros((SLOTS + 1) * SLOTS)?,
            follow: zeros((SLOTS + 1) * SLOTS)?,
            capture: zeros(SLOTS * 6)?,
            corrections: Corrections::new()?,
            counter,
        })
    }

    /// Forgets everything, in the memory it has.
    pub(crate) fn clear(&mut self) {
        for entries in [
            &mut self.quiet,
            &mut self.slots,
            &mut self.reply,
            &mut self.follow,
            &mut self.capture,
        ] {
            entries.fill(0);
        }
        self.counter.fill(None);
        self.corrections.clear();
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

/// Entries that are all zero. The system hands out such memory without touching it, so that what is never used costs
/// nothing.
fn zeros(length: usize) -> Option<Vec<i16>> {
    bytemuck::try_zeroed_vec(length).ok()
}

/// The reward for a move that was best at `depth`.
pub(crate) fn bonus(depth: i32) -> i32 {
    (params::bonus_quadratic() * depth * depth + params::bonus_linear() * depth
        - params::bonus_offset())
    .min(params::history_bonus_max())
}

/// Moves an entry towards the bonus's side; the nearer it is to the limit, the less it moves.
fn shift(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / params::history_max()) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearing_forgets_everything_and_takes_no_new_memory() {
        let mut history = History::new().expect("two megabytes can be had");
        let mv = Position::start().legal_moves()[0];
        let place = history.reply.as_ptr();
        history.update_quiet(Color::White, mv, 3, (4, 5), 900);
        history.update_capture(3, Role::Pawn, 900);
        history.set_counter(Color::White, 4, mv);
        assert_ne!(history.quiet(Color::White, mv, 3, 4, 5), 0);
        history.clear();
        assert_eq!(history.quiet(Color::White, mv, 3, 4, 5), 0);
        assert_eq!(history.capture(3, Role::Pawn), 0);
        assert_eq!(history.counter(Color::White, 4), None);
        assert_eq!(history.reply.as_ptr(), place);
    }

    #[test]
    fn entries_stay_within_their_limit() {
        let mut entry = 0;
        for _ in 0..1000 {
            shift(&mut entry, params::history_bonus_max());
            assert!(i32::from(entry) <= params::history_max());
        }
        assert!(i32::from(entry) > params::history_max() / 2);
        for _ in 0..1000 {
            shift(&mut entry, -params::history_bonus_max());
            assert!(i32::from(entry) >= -params::history_max());
        }
        assert!(i32::from(entry) < -params::history_max() / 2);
    }
}
