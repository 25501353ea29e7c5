//! The rows of the board.

use crate::color::Color;

/// A row of the board, 1 to 8 as White counts.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Color, Rank};
///
/// assert_eq!(Rank::Two.relative_to(Color::Black), Rank::Seven);
/// assert_eq!(Rank::from_digit(b'8'), Some(Rank::Eight));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the eight numbers explain themselves")]
pub enum Rank {
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
}

impl Rank {
    /// The eight ranks from the first to the last.
    pub const ALL: [Self; 8] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
    ];

    /// Gets 0 for the first rank up to 7 for the eighth.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Gets the digit, `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Reads a digit.
    #[must_use]
    pub const fn from_digit(digit: u8) -> Option<Self> {
        if digit >= b'1' && digit <= b'8' {
            Some(Self::ALL[(digit - b'1') as usize])
        } else {
            None
        }
    }

    /// Gets this rank as counted from that side: the second rank of Black is the seventh.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }
}
