//! Castling rights and how castling is written.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::file::File;
use crate::rank::Rank;
use crate::square::Square;

/// The wing towards which a king castles.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Towards the h-file: the king ends on the g-file, the rook on the f-file.
    King,
    /// Towards the a-file: the king ends on the c-file, the rook on the d-file.
    Queen,
}

impl Side {
    /// Both wings, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Gets the file where the king ends.
    #[inline]
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// Gets the file where the rook ends.
    #[inline]
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            Self::King => File::F,
            Self::Queen => File::D,
        }
    }

    /// Gets the square where the king of that side ends.
    #[inline]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        Square::from_coords(self.king_file(), Rank::One.relative_to(color))
    }

    /// Gets the square where the rook of that side ends.
    #[inline]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        Square::from_coords(self.rook_file(), Rank::One.relative_to(color))
    }
}

/// How castling is written, and from where rooks may castle when a FEN is read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum CastlingMode {
    /// The king's two squares (`e1g1`); kings stand on the e-file and rooks in the corners.
    #[default]
    Standard,
    /// The king takes its rook (`e1h1`); any start position of Crazyhouse960.
    Chess960,
}

/// The four castling rights with the squares of their rooks.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Color, Position, Side, Square};
///
/// let castling = Position::start().castling();
/// assert_eq!(castling.rook(Color::White, Side::Queen), Some(Square::A1));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    /// On the first and the last rank the squares of the rooks that may be castled with, so that one look tells that a
    /// move touches none of them. Rooks stand nowhere else, which leaves bits 8 to 11 free for the rights themselves.
    bits: u64,
}

impl CastlingRights {
    /// No right at all.
    pub const NONE: Self = Self { bits: 0 };

    #[inline]
    const fn bit(color: Color, side: Side) -> u64 {
        1 << (8 + 2 * color as u8 + side as u8)
    }

    /// Tells whether that side may still castle on that wing.
    #[inline]
    #[must_use]
    pub const fn has(self, color: Color, side: Side) -> bool {
        self.bits & Self::bit(color, side) != 0
    }

    /// Tells whether that side may still castle at all.
    #[inline]
    #[must_use]
    pub const fn has_any(self, color: Color) -> bool {
        self.rooks_of(color).any()
    }

    /// Tells whether neither side may castle any more.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Gets the square of the rook to castle with.
    #[inline]
    #[must_use]
    pub const fn rook(self, color: Color, side: Side) -> Option<Square> {
        if !self.has(color, side) {
            return None;
        }
        // With both rights left, the king stands between the two rooks.
        let rooks = self.rooks_of(color);
        match side {
            Side::King => rooks.last(),
            Side::Queen => rooks.first(),
        }
    }

    /// Finds the wing of the right whose rook stands on a square.
    pub(crate) fn side_of(self, color: Color, rook: Square) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|&side| self.rook(color, side) == Some(rook))
    }

    /// Iterates over the rights that are left: side, wing and rook.
    pub fn iter(self) -> impl Iterator<Item = (Color, Side, Square)> {
        Color::ALL.into_iter().flat_map(move |color| {
            Side::ALL
                .into_iter()
                .filter_map(move |side| Some((color, side, self.rook(color, side)?)))
        })
    }

    /// Gets the rooks that may be castled with.
    #[inline]
    pub(crate) const fn rooks(self) -> Bitboard {
        Bitboard(self.bits & Bitboard::BACK_RANKS.0)
    }

    /// Gets a side's rooks that may be castled with.
    #[inline]
    pub(crate) const fn rooks_of(self, color: Color) -> Bitboard {
        Bitboard(self.bits & Bitboard::rank(Rank::One.relative_to(color)).0)
    }

    /// Gives a right.
    pub(crate) fn add(&mut self, color: Color, side: Side, rook: Square) {
        self.bits |= Self::bit(color, side) | Bitboard::from(rook).0;
    }

    /// Takes the right away whose rook stands on a square.
    #[inline]
    pub(crate) fn remove(&mut self, rook: Square) {
        let color = if rook.rank() == Rank::One {
            Color::White
        } else {
            Color::Black
        };
        let side = if self.rook(color, Side::King) == Some(rook) {
            Side::King
        } else {
            Side::Queen
        };
        self.bits &= !(Self::bit(color, side) | Bitboard::from(rook).0);
    }
}
