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
    /// Bit `2 * color + side` for each right.
    rights: u8,
    /// The rook's square for each right; that of `NONE` without the right.
    rooks: [[Square; 2]; 2],
    /// The squares of all rooks with a right, so that one look tells that a move touches none of them.
    touchy: Bitboard,
}

impl CastlingRights {
    /// No right at all.
    pub const NONE: Self = Self {
        rights: 0,
        rooks: [[Square::H1, Square::A1], [Square::H8, Square::A8]],
        touchy: Bitboard::EMPTY,
    };

    #[inline]
    const fn bit(color: Color, side: Side) -> u8 {
        1 << (2 * color as u8 + side as u8)
    }

    /// Tells whether that side may still castle on that wing.
    #[inline]
    #[must_use]
    pub const fn has(self, color: Color, side: Side) -> bool {
        self.rights & Self::bit(color, side) != 0
    }

    /// Tells whether that side may still castle at all.
    #[inline]
    #[must_use]
    pub const fn has_any(self, color: Color) -> bool {
        self.rights >> (2 * color as u8) & 3 != 0
    }

    /// Tells whether neither side may castle any more.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.rights == 0
    }

    /// Gets the square of the rook to castle with.
    #[inline]
    #[must_use]
    pub const fn rook(self, color: Color, side: Side) -> Option<Square> {
        if self.has(color, side) {
            Some(self.rooks[color.index()][side as usize])
        } else {
            None
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

    /// Gets the squares of all rooks that may be castled with.
    #[inline]
    pub(crate) const fn rook_squares(self) -> Bitboard {
        self.touchy
    }

    /// Gives a right.
    pub(crate) fn add(&mut self, color: Color, side: Side, rook: Square) {
        self.rights |= Self::bit(color, side);
        self.rooks[color.index()][side as usize] = rook;
        self.touchy |= rook.into();
    }

    /// Takes a right away that is there.
    pub(crate) fn remove(&mut self, color: Color, side: Side) {
        self.rights &= !Self::bit(color, side);
        let rook = &mut self.rooks[color.index()][side as usize];
        self.touchy ^= (*rook).into();
        // Equal rights are equal in every bit, wherever a lost right's rook stood.
        *rook = Self::NONE.rooks[color.index()][side as usize];
    }
}
