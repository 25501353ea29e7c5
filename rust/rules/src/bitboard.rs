//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::color::Color;
use crate::file::File;
use crate::rank::Rank;
use crate::square::Square;

/// A set of squares, one bit a square: bit 0 is a1, bit 63 is h8.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Bitboard, Rank, Square};
///
/// let second = Bitboard::rank(Rank::Two);
/// assert_eq!(second.count(), 8);
/// assert!(second.contains(Square::E2));
/// assert_eq!(second.into_iter().next(), Some(Square::A2));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The set without squares.
    pub const EMPTY: Self = Self(0);
    /// The set of all squares.
    pub const FULL: Self = Self(!0);
    /// The first and the last rank: no pawn ever stands there.
    pub const BACK_RANKS: Self = Self(0xff00_0000_0000_00ff);

    /// Gets the squares of a file.
    #[inline]
    #[must_use]
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u8)
    }

    /// Gets the squares of a rank.
    #[inline]
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xff << (rank as u8 * 8))
    }

    /// Gets the set of one square.
    #[inline]
    #[must_use]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Counts the squares.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Tells whether no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether a square is in the set.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Tells whether two squares or more are in the set.
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Tells whether this square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Gets the square with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(self.0.trailing_zeros()))
        }
    }

    /// Gets the square with the highest number.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(self.0.ilog2()))
        }
    }

    /// Gets the squares one step ahead, as that side moves its pawns.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// Gets the squares one step towards the h-file.
    #[inline]
    #[must_use]
    pub const fn east(self) -> Self {
        Self(self.0 << 1 & !Self::file(File::A).0)
    }

    /// Gets the squares one step towards the a-file.
    #[inline]
    #[must_use]
    pub const fn west(self) -> Self {
        Self(self.0 >> 1 & !Self::file(File::H).0)
    }

    /// Gets the squares that knights on these squares attack.
    #[inline]
    #[must_use]
    pub const fn knight_attacks(self) -> Self {
        let (one_east, one_west) = (self.east(), self.west());
        let (two_east, two_west) = (one_east.east(), one_west.west());
        let (near, far) = (one_east.0 | one_west.0, two_east.0 | two_west.0);
        Self(near << 16 | near >> 16 | far << 8 | far >> 8)
    }

    /// Gets the squares that pawns of that side on these squares attack.
    #[inline]
    #[must_use]
    pub const fn pawn_attacks(self, color: Color) -> Self {
        let ahead = self.forward(color);
        Self(ahead.east().0 | ahead.west().0)
    }
}

macro_rules! bit_operator {
    ($($op:ident $method:ident $assign:ident $assign_method:ident $sign:tt;)*) => {
        $(
            impl $op for Bitboard {
                type Output = Self;
                #[inline]
                fn $method(self, other: Self) -> Self {
                    Self(self.0 $sign other.0)
                }
            }
            impl $assign for Bitboard {
                #[inline]
                fn $assign_method(&mut self, other: Self) {
                    *self = *self $sign other;
                }
            }
        )*
    };
}

bit_operator! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set from a1 towards h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

/// Draws the set as a board: `1` for a square in it, `.` for one outside.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let inside = self.contains(Square::from_coords(file, rank));
                f.write_str(if inside { "1" } else { "." })?;
                f.write_str(if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}
