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

/// The kinds, in the four highest bits. None is zero, so that no move is, and no test is needed to see it.
const NORMAL: NonZeroU16 = kind(1);
const CASTLING: NonZeroU16 = kind(2);
const EN_PASSANT: NonZeroU16 = kind(3);
const DROP: NonZeroU16 = kind(4);
/// Promotion to a knight; bishop, rook and queen follow.
const PROMOTION: NonZeroU16 = kind(5);

const fn kind(number: u16) -> NonZeroU16 {
    match NonZeroU16::new(number << 12) {
        Some(kind) => kind,
        None => panic!("kinds are counted from 1"),
    }
}

impl Move {
    #[inline]
    fn pack(kind: NonZeroU16, from: usize, to: Square) -> Self {
        Self(kind | (from << 6 | to.index()) as u16)
    }

    /// Makes a move from a square to another, which is none of the special kinds.
    #[inline]
    #[must_use]
    pub fn normal(from: Square, to: Square) -> Self {
        Self::pack(NORMAL, from.index(), to)
    }

    /// Makes a castling move from the squares of the king and of the rook.
    #[inline]
    #[must_use]
    pub fn castling(king: Square, rook: Square) -> Self {
        Self::pack(CASTLING, king.index(), rook)
    }

    /// Makes an en passant capture.
    #[inline]
    #[must_use]
    pub fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(EN_PASSANT, from.index(), to)
    }

    /// Makes a drop.
    ///
    /// # Panics
    ///
    /// When the role is a king.
    #[inline]
    #[must_use]
    pub fn drop(role: Role, to: Square) -> Self {
        assert!(role != Role::King, "a king is never dropped");
        Self::pack(DROP, role.index(), to)
    }

    /// Makes a promotion.
    ///
    /// # Panics
    ///
    /// When the role is a pawn or a king.
    #[inline]
    #[must_use]
    pub fn promotion(from: Square, to: Square, role: Role) -> Self {
        assert!(
            !matches!(role, Role::Pawn | Role::King),
            "a pawn becomes a knight, a bishop, a rook or a queen"
        );
        let kind = match role {
            Role::Knight => PROMOTION,
            Role::Bishop => kind(6),
            Role::Rook => kind(7),
            _ => kind(8),
        };
        Self::pack(kind, from.index(), to)
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
        let is_move = if kind == DROP.get() {
            from < Role::King as u16
        } else {
            kind >= NORMAL.get() && kind < PROMOTION.get() + (4 << 12) && from != to
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
        match self.raw() >> 12 {
            1 => MoveKind::Normal,
            2 => MoveKind::Castling,
            3 => MoveKind::EnPassant,
            4 => MoveKind::Drop,
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
        match self.raw() >> 12 {
            5 => Some(Role::Knight),
            6 => Some(Role::Bishop),
            7 => Some(Role::Rook),
            8 => Some(Role::Queen),
            _ => None,
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
        self.raw() & 0xf000 == DROP.get()
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
