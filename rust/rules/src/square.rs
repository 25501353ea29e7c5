//! The 64 squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::file::File;
use crate::rank::Rank;

/// A square, numbered from a1 = 0, b1 = 1 to h8 = 63.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::from_coords(File::E, Rank::Four));
/// assert_eq!(square.index(), 28);
/// # Ok::<(), furyhouse_rules::SquareError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

macro_rules! name_squares {
    ($($name:ident $index:expr;)*) => {
        $(
            #[doc = concat!("The square ", stringify!($name), ".")]
            pub const $name: Self = Self($index);
        )*
    };
}

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 64;

    name_squares! {
        A1 0; B1 1; C1 2; D1 3; E1 4; F1 5; G1 6; H1 7;
        A2 8; B2 9; C2 10; D2 11; E2 12; F2 13; G2 14; H2 15;
        A3 16; B3 17; C3 18; D3 19; E3 20; F3 21; G3 22; H3 23;
        A4 24; B4 25; C4 26; D4 27; E4 28; F4 29; G4 30; H4 31;
        A5 32; B5 33; C5 34; D5 35; E5 36; F5 37; G5 38; H5 39;
        A6 40; B6 41; C6 42; D6 43; E6 44; F6 45; G6 46; H6 47;
        A7 48; B7 49; C7 50; D7 51; E7 52; F7 53; G7 54; H7 55;
        A8 56; B8 57; C8 58; D8 59; E8 60; F8 61; G8 62; H8 63;
    }

    /// Makes the square with this number.
    ///
    /// # Panics
    ///
    /// When the number is over 63.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!(index < 64, "a square's number is at most 63");
        Self(index)
    }

    /// Makes the square with this number, if it is at most 63.
    #[inline]
    #[must_use]
    pub const fn try_new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// Makes the square from the low six bits of a number.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u32) -> Self {
        Self((bits & 63) as u8)
    }

    /// Gets the square where a file and a rank cross.
    #[inline]
    #[must_use]
    pub const fn from_coords(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 3 | file as u8)
    }

    /// Gets the square's number, 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructors hold: a table of 64 needs no bounds check.
        (self.0 & 63) as usize
    }

    /// Gets the square's file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// Gets the square's rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 3 & 7) as usize]
    }

    /// Gets the square mirrored between White's side and Black's: e2 gives e7.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0 ^ 0o70)
    }

    /// Gets the number of king's moves between two squares.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        let files = (self.0 & 7).abs_diff(other.0 & 7);
        let ranks = (self.0 >> 3).abs_diff(other.0 >> 3);
        if files > ranks {
            files as u32
        } else {
            ranks as u32
        }
    }

    /// Iterates over all squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64_u8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        if let [file, rank] = *text.as_bytes()
            && let (Some(file), Some(rank)) = (File::from_letter(file), Rank::from_digit(rank))
        {
            return Ok(Self::from_coords(file, rank));
        }
        Err(SquareError::new(text))
    }
}

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("square: expected a letter a to h and a digit 1 to 8, found {found:?}")]
pub struct SquareError {
    found: String,
}

impl SquareError {
    fn new(text: &str) -> Self {
        Self {
            found: text.chars().take(20).collect(),
        }
    }
}
