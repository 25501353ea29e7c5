//! A move in 16 bits, and lists of them.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::role::Role;
use crate::square::Square;

/// The most moves that a list holds: more than any position can have.
///
/// At most eight men can move along lines to one square, the nearest in each direction, and no man has more than the 27
/// targets of a queen. With `n` own men and the enemy king, `e = 63 - n` squares are free, so that there are no more than
/// `min(27 n, 8 e)` such moves, and five drops on each free square. The sum is greatest, 632, for 14 or 15 men; knights in
/// their place take more than they bring. Promotions count fourfold but need a pawn each, which has at most 12 moves for a
/// queen's 27, and reach the last rank only: at most 72 more. 459 moves is the most that has been seen.
pub const MAX_MOVES: usize = 768;

/// The legal moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The kinds of moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A man goes from one square to another, taking what stands there.
    Normal,
    /// The king castles.
    Castling,
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// A man goes from the pocket to an empty square.
    Drop,
    /// A pawn reaches the last rank and becomes another man.
    Promotion,
}

/// A move in 16 bits, never zero, so that `Option<Move>` is as small.
///
/// ```text
/// bit 15   12 11        6 5         0
///     | kind |   from    |    to     |
/// ```
///
/// A drop keeps its role where others keep the square they come from. Castling is written as the king taking its own
/// rook, which serves every start position of Crazyhouse960. A move says nothing about the position it is for:
/// [`Position::is_legal`](crate::Position::is_legal) tells whether it fits.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Move, MoveKind, Role, Square};
///
/// let advance = Move::normal(Square::E2, Square::E4);
/// assert_eq!(advance.from(), Some(Square::E2));
/// let drop = Move::drop(Role::Knight, Square::F7);
/// assert_eq!((drop.kind(), drop.from(), drop.to()), (MoveKind::Drop, None, Square::F7));
/// assert_eq!(Move::from_raw(drop.raw()), Some(drop));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

const CASTLING: u16 = 1 << 12;
const EN_PASSANT: u16 = 2 << 12;
const DROP: u16 = 3 << 12;
/// Promotion to a knight; bishop, rook and queen follow.
const PROMOTION: u16 = 4 << 12;

impl Move {
    #[inline]
    const fn pack(kind: u16, from: u16, to: Square) -> Self {
        match NonZeroU16::new(kind | from << 6 | to.index() as u16) {
            Some(code) => Self(code),
            // Only a move from a1 to a1 comes here, which no rule allows; a move from a1 to b1 stands for it.
            None => Self(NonZeroU16::MIN),
        }
    }

    /// Makes a move from a square to another, which is none of the special kinds.
    #[inline]
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::pack(0, from.index() as u16, to)
    }

    /// Makes a castling move from the squares of the king and of the rook.
    #[inline]
    #[must_use]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self::pack(CASTLING, king.index() as u16, rook)
    }

    /// Makes an en passant capture.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(EN_PASSANT, from.index() as u16, to)
    }

    /// Makes a drop.
    ///
    /// # Panics
    ///
    /// When the role is a king.
    #[inline]
    #[must_use]
    pub const fn drop(role: Role, to: Square) -> Self {
        assert!(!matches!(role, Role::King), "a king is never dropped");
        Self::pack(DROP, role as u16, to)
    }

    /// Makes a promotion.
    ///
    /// # Panics
    ///
    /// When the role is a pawn or a king.
    #[inline]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Self {
        assert!(
            !matches!(role, Role::Pawn | Role::King),
            "a pawn becomes a knight, a bishop, a rook or a queen"
        );
        Self::pack(
            PROMOTION + ((role as u16 - 1) << 12),
            from.index() as u16,
            to,
        )
    }

    /// Gets the 16 bits.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// Reads 16 bits, if they are a move: a known kind, a role that can be dropped, two different squares.
    #[must_use]
    pub const fn from_raw(code: u16) -> Option<Self> {
        let (kind, from, to) = (code & 0xf000, code >> 6 & 63, code & 63);
        let is_move = match kind {
            DROP => from < Role::King as u16,
            _ => kind < 8 << 12 && from != to,
        };
        match NonZeroU16::new(code) {
            Some(code) if is_move => Some(Self(code)),
            _ => None,
        }
    }

    /// Gets the kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.raw() & 0xf000 {
            0 => MoveKind::Normal,
            CASTLING => MoveKind::Castling,
            EN_PASSANT => MoveKind::EnPassant,
            DROP => MoveKind::Drop,
            _ => MoveKind::Promotion,
        }
    }

    /// Gets the square that the man comes from; a drop has none.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() {
            None
        } else {
            Some(self.origin())
        }
    }

    /// Gets the square in the from-bits, whatever they stand for.
    #[inline]
    pub(crate) const fn origin(self) -> Square {
        Square::from_low_bits((self.raw() >> 6) as u32)
    }

    /// Gets the square that the man goes to; for castling the square of the rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.raw() as u32)
    }

    /// Gets the man that a pawn becomes.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<Role> {
        if self.raw() < PROMOTION {
            None
        } else {
            Some(match self.raw() >> 12 & 3 {
                0 => Role::Knight,
                1 => Role::Bishop,
                2 => Role::Rook,
                _ => Role::Queen,
            })
        }
    }

    /// Gets the man that is dropped.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<Role> {
        if self.is_drop() {
            Some(self.role_bits())
        } else {
            None
        }
    }

    /// Gets the drop of another man on the same square, from the drop of a pawn.
    #[inline]
    pub(crate) fn with_dropped(self, role: Role) -> Self {
        Self(self.0 | (role as u16) << 6)
    }

    /// Gets the role in the from-bits of a drop.
    #[inline]
    pub(crate) const fn role_bits(self) -> Role {
        let index = (self.raw() >> 6 & 63) as usize;
        Role::DROPPABLE[if index < 4 { index } else { 4 }]
    }

    /// Tells whether the move is a drop.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.raw() & 0xf000 == DROP
    }
}

/// Writes the move as UCI does, castling as the king taking its rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(role) = self.dropped() {
            return write!(f, "{}@{}", role.letter(), self.to());
        }
        write!(f, "{}{}", self.origin(), self.to())?;
        match self.promoted() {
            Some(role) => write!(f, "{}", role.lower_letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {self}", self.kind())
    }
}
