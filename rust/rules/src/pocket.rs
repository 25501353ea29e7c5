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
    /// Six bits for each kind, pawns lowest: 62 is the most men that two kings leave of 64.
    counts: u32,
}

const BITS: u32 = 6;
const MASK: u32 = (1 << BITS) - 1;

impl Pocket {
    /// The pocket without men.
    pub const EMPTY: Self = Self { counts: 0 };

    /// Gets the number of men of a kind.
    #[inline]
    #[must_use]
    pub const fn count(self, role: Role) -> u8 {
        (self.counts >> (BITS * role as u32) & MASK) as u8
    }

    /// Gets the number of all men.
    #[must_use]
    pub fn total(self) -> u32 {
        Role::DROPPABLE
            .iter()
            .map(|&role| u32::from(self.count(role)))
            .sum()
    }

    /// Tells whether there is at least one man of a kind.
    #[inline]
    #[must_use]
    pub const fn has(self, role: Role) -> bool {
        self.counts & MASK << (BITS * role as u32) != 0
    }

    /// Tells whether there are no men.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.counts == 0
    }

    /// Puts a man in; the caller keeps to at most 64 men in a game.
    #[inline]
    pub(crate) const fn add(&mut self, role: Role) {
        self.counts += 1 << (BITS * role as u32);
    }

    /// Takes a man out that is there.
    #[inline]
    pub(crate) const fn remove(&mut self, role: Role) {
        self.counts -= 1 << (BITS * role as u32);
    }
}
