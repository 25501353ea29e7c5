//! Which men stand where.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::Piece;
use crate::role::Role;
use crate::square::Square;

/// The men on the 64 squares and the marks of the promoted ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Board {
    by_role: [Bitboard; 6],
    by_color: [Bitboard; 2],
    promoted: Bitboard,
}

impl Board {
    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    #[inline]
    pub(crate) fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    #[inline]
    pub(crate) fn by_role(&self, role: Role) -> Bitboard {
        self.by_role[role.index()]
    }

    #[inline]
    pub(crate) fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.by_color(color) & self.by_role(role)
    }

    #[inline]
    pub(crate) fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// Gets bishops and queens.
    #[inline]
    pub(crate) fn diagonal(&self) -> Bitboard {
        self.by_role(Role::Bishop) | self.by_role(Role::Queen)
    }

    /// Gets rooks and queens.
    #[inline]
    pub(crate) fn straight(&self) -> Bitboard {
        self.by_role(Role::Rook) | self.by_role(Role::Queen)
    }

    /// Gets the kind of the man on a square that is known to be occupied; a pawn for an empty one.
    #[inline]
    pub(crate) fn role_on(&self, square: Square) -> Role {
        // Five shifts and no jump: which kind stands there cannot be predicted.
        let bit = |role: Role| self.by_role(role).0 >> square.index() & 1;
        match bit(Role::Knight)
            + 2 * bit(Role::Bishop)
            + 3 * bit(Role::Rook)
            + 4 * bit(Role::Queen)
            + 5 * bit(Role::King)
        {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            _ => Role::King,
        }
    }

    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        self.occupied()
            .contains(square)
            .then(|| self.role_on(square))
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        let color = if self.by_color(Color::White).contains(square) {
            Color::White
        } else {
            Color::Black
        };
        Some(Piece { color, role })
    }

    /// Puts a man on an empty square, or takes it off its square.
    #[inline]
    pub(crate) fn toggle(&mut self, color: Color, role: Role, squares: Bitboard) {
        self.by_role[role.index()] ^= squares;
        self.by_color[color.index()] ^= squares;
    }

    /// Sets or removes promoted marks.
    #[inline]
    pub(crate) fn toggle_promoted(&mut self, squares: Bitboard) {
        self.promoted ^= squares;
    }
}
