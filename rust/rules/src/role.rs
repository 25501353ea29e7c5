//! The six kinds of men.

use std::fmt;

/// A kind of man, without its colour.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::Role;
///
/// assert_eq!(Role::from_letter(b'n'), Some(Role::Knight));
/// assert_eq!(Role::Queen.letter(), 'Q');
/// assert!(!Role::DROPPABLE.contains(&Role::King));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king: never captured, never held, never dropped.
    King,
}

impl Role {
    /// All six kinds, pawn first and king last.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// The five kinds that a pocket can hold.
    pub const DROPPABLE: [Self; 5] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
    ];

    /// The four kinds that a pawn can become.
    pub const PROMOTED: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Gets 0 for a pawn up to 5 for a king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Gets the kind with this index, if it is at most 5.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::ALL.len() {
            Some(Self::ALL[index])
        } else {
            None
        }
    }

    /// Gets the kind's letter in upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Gets the kind's letter in lower case.
    #[must_use]
    pub const fn lower_letter(self) -> char {
        self.letter().to_ascii_lowercase()
    }

    /// Reads a letter of either case.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            b'P' => Some(Self::Pawn),
            b'N' => Some(Self::Knight),
            b'B' => Some(Self::Bishop),
            b'R' => Some(Self::Rook),
            b'Q' => Some(Self::Queen),
            b'K' => Some(Self::King),
            _ => None,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}
