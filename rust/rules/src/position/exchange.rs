//! Static exchange evaluation: what a run of captures on one square is worth.

use super::Position;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::role::Role;
use crate::square::Square;

/// The values of the six kinds of men, pawn first, in any unit.
pub type RoleValues = [i32; 6];

/// More captures on one square than there can be attackers of it.
const MAX_CAPTURES: usize = 32;

impl Position {
    /// Computes what a legal move wins when both sides go on taking on its square, cheapest man first, and either may stop.
    ///
    /// Pins are not looked at, and men that could be dropped do not take part. A dropped man risks itself, a promotion
    /// wins the difference to a pawn, castling is worth nothing. (The swap algorithm; see the Chess Programming Wiki,
    /// "SEE - The Swap Algorithm".)
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::{Move, Position, Square};
    ///
    /// let values = [1, 3, 3, 5, 9, 100];
    /// let position = Position::from_fen("4k3/2p5/3p4/8/8/8/3Q4/4K3[] w - - 0 1")?;
    /// assert_eq!(position.see(Move::normal(Square::D2, Square::D6), &values), 1 - 9);
    /// # Ok::<(), furyhouse_rules::ParseError>(())
    /// ```
    #[must_use]
    pub fn see(&self, mv: Move, values: &RoleValues) -> i32 {
        if mv.kind() == MoveKind::Castling {
            return 0;
        }
        let to = mv.to();
        let (gain, mut standing) = self.first_gain(mv, values);
        let mut occupied = self.occupied_after(mv);
        let mut gains = [0; MAX_CAPTURES];
        gains[0] = gain;
        let mut last = 0;
        let mut side = !self.turn;
        let mut attackers = self.attackers_of_both(to, occupied) & occupied & !Bitboard::from(to);
        while let Some((role, from)) = self.cheapest(attackers, side) {
            occupied ^= from.into();
            let uncovered = (attacks::bishop_attacks(to, occupied) & self.board.diagonal())
                | (attacks::rook_attacks(to, occupied) & self.board.straight());
            attackers = (attackers | uncovered) & occupied & !Bitboard::from(to);
            if role == Role::King && (attackers & self.board.by_color(!side)).any() {
                // A king does not take a protected man.
                break;
            }
            if last + 1 == MAX_CAPTURES {
                break;
            }
            last += 1;
            gains[last] = values[standing.index()] - gains[last - 1];
            standing = role;
            side = !side;
        }
        for i in (0..last).rev() {
            gains[i] = -gains[i + 1].max(-gains[i]);
        }
        gains[0]
    }

    /// Tells whether [`see`](Self::see) is at least a threshold; faster where the first captures decide.
    #[must_use]
    pub fn see_ge(&self, mv: Move, threshold: i32, values: &RoleValues) -> bool {
        if mv.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        let (gain, standing) = self.first_gain(mv, values);
        if gain < threshold {
            return false;
        }
        gain - values[standing.index()] >= threshold || self.see(mv, values) >= threshold
    }

    /// Gets what the move itself wins and the man that then stands on its square.
    #[inline]
    fn first_gain(&self, mv: Move, values: &RoleValues) -> (i32, Role) {
        let victim = self.captured(mv).map_or(0, |role| values[role.index()]);
        if let Some(role) = mv.promoted() {
            let growth = values[role.index()] - values[Role::Pawn.index()];
            (victim + growth, role)
        } else {
            let role = mv
                .dropped()
                .unwrap_or_else(|| self.board.role_on(mv.origin()));
            (victim, role)
        }
    }

    fn occupied_after(&self, mv: Move) -> Bitboard {
        let mut occupied = self.occupied() | mv.to().into();
        if let Some(from) = mv.from() {
            occupied ^= from.into();
        }
        if mv.kind() == MoveKind::EnPassant {
            occupied ^= Bitboard::from(mv.to()).forward(!self.turn);
        }
        occupied
    }

    /// Finds a side's least valuable attacker.
    #[inline]
    fn cheapest(&self, attackers: Bitboard, side: Color) -> Option<(Role, Square)> {
        let own = attackers & self.board.by_color(side);
        Role::ALL.into_iter().find_map(|role| {
            let square = (own & self.board.by_role(role)).first()?;
            Some((role, square))
        })
    }
}
