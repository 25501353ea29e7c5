//! A man with its colour.

use crate::color::Color;
use crate::role::Role;

/// A man: its colour and its kind.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Color, Piece, Role};
///
/// let knight = Piece { color: Color::Black, role: Role::Knight };
/// assert_eq!(knight.letter(), 'n');
/// assert_eq!(Piece::from_letter(b'n'), Some(knight));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose man it is.
    pub color: Color,
    /// What kind of man it is.
    pub role: Role,
}

impl Piece {
    /// Gets the man's letter: upper case for White, lower case for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.lower_letter(),
        }
    }

    /// Reads a letter: upper case for White, lower case for Black.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Role::from_letter(letter) {
            Some(role) => Some(Self { color, role }),
            None => None,
        }
    }
}
