//! Men in hand.

use crate::role::Role;

/// The men that one side holds, ready to be dropped.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Color, Position, Role};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3[QNPp] w - - 0 1")?;
/// let pocket = position.pocket(Color::White);
/// assert_eq!(pocket.count(Role::Queen), 1);
/// assert_eq!(pocket.total(), 3);
/// # Ok::<(), furyhouse_rules::ParseError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pocket {
    /// Six counts rather than five: an index by role then needs no bounds check. The king's is always 0.
    counts: [u8; 6],
}

impl Pocket {
    /// The pocket without men.
    pub const EMPTY: Self = Self { counts: [0; 6] };

    /// Gets the number of men of a kind.
    #[inline]
    #[must_use]
    pub const fn count(self, role: Role) -> u8 {
        self.counts[role.index()]
    }

    /// Gets the number of all men.
    #[must_use]
    pub fn total(self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// Tells whether there is at least one man of a kind.
    #[inline]
    #[must_use]
    pub const fn has(self, role: Role) -> bool {
        self.count(role) != 0
    }

    /// Tells whether there are no men.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [p, n, b, r, q, _] = self.counts;
        p | n | b | r | q == 0
    }

    /// Puts a man in, and tells how many of its kind there are then; the caller keeps to at most 64 men in a game.
    #[inline]
    pub(crate) const fn add(&mut self, role: Role) -> u8 {
        let count = &mut self.counts[role.index()];
        *count += 1;
        *count
    }

    /// Takes a man out that is there, and tells how many of its kind there were.
    #[inline]
    pub(crate) const fn remove(&mut self, role: Role) -> u8 {
        let count = &mut self.counts[role.index()];
        *count -= 1;
        *count + 1
    }
}
