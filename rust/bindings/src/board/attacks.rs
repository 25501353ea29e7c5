//! Attacks, checks and pins.

use furyhouse_rules::{Bitboard, Color, Position, Role, Square, attacks};
use pyo3::prelude::*;

use super::PyBoard;
use crate::args::{ColorArg, SquareArg};
use crate::square_state::SquareState;
use crate::squareset::{SquareSet, SquaresArg};

fn attackers(
    position: &Position,
    color: Color,
    square: Square,
    occupied: Option<SquaresArg>,
) -> Bitboard {
    position.attackers(
        color,
        square,
        occupied.map_or(position.occupied(), |squares| squares.0),
    )
}

/// The line on which a man on the square would be pinned to its king; every square where it would not.
fn pin_line(position: &Position, color: Color, square: Square) -> Bitboard {
    let king = position.king(color);
    let enemy = position.by_color(!color);
    let square_mask = Bitboard::from(square);
    let queens = position.by_role(Role::Queen);
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY);
    let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY);
    for (rays, sliders) in [
        (straight, position.by_role(Role::Rook) | queens),
        (diagonal, position.by_role(Role::Bishop) | queens),
    ] {
        if !rays.contains(square) {
            continue;
        }
        for slider in rays & sliders & enemy {
            if attacks::between(king, slider) & (position.occupied() | square_mask) == square_mask {
                return attacks::line(king, slider);
            }
        }
    }
    Bitboard::FULL
}

#[pymethods]
impl PyBoard {
    /// Gets the squares of a side's men that attack a square; `occupied` stands for the board's own blockers.
    ///
    /// >>> from furyhouse import Board, WHITE, F3
    /// >>> list(Board().attackers(WHITE, F3))
    /// [6, 12, 14]
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers(
        &self,
        color: ColorArg,
        square: SquareArg,
        occupied: Option<SquaresArg>,
    ) -> SquareSet {
        attackers(self.game().position(), color.0, square.0, occupied).into()
    }

    /// Gets the attackers of a square as a mask.
    ///
    /// >>> from furyhouse import Board, WHITE, F3
    /// >>> Board().attackers_mask(WHITE, F3) == 1 << 6 | 1 << 12 | 1 << 14
    /// True
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers_mask(
        &self,
        color: ColorArg,
        square: SquareArg,
        occupied: Option<SquaresArg>,
    ) -> u64 {
        attackers(self.game().position(), color.0, square.0, occupied).0
    }

    /// Tells whether a side attacks a square. Pinned men attack too.
    ///
    /// >>> from furyhouse import Board, WHITE, E3, E4
    /// >>> Board().is_attacked_by(WHITE, E3), Board().is_attacked_by(WHITE, E4)
    /// (True, False)
    #[pyo3(signature = (color, square, occupied=None))]
    fn is_attacked_by(
        &self,
        color: ColorArg,
        square: SquareArg,
        occupied: Option<SquaresArg>,
    ) -> bool {
        attackers(self.game().position(), color.0, square.0, occupied).any()
    }

    /// Gets the squares that the man on a square attacks; none from an empty square.
    ///
    /// >>> from furyhouse import Board, G1
    /// >>> list(Board().attacks(G1))
    /// [12, 21, 23]
    fn attacks(&self, square: SquareArg) -> SquareSet {
        Bitboard(self.attacks_mask(square)).into()
    }

    /// Gets the squares that the man on a square attacks, as a mask.
    ///
    /// >>> from furyhouse import Board, G1
    /// >>> Board().attacks_mask(G1) == 1 << 12 | 1 << 21 | 1 << 23
    /// True
    fn attacks_mask(&self, square: SquareArg) -> u64 {
        let game = self.game();
        let position = game.position();
        position.piece_at(square.0).map_or(0, |piece| {
            attacks::attacks(piece.color, piece.role, square.0, position.occupied()).0
        })
    }

    /// Gets the men that give check.
    ///
    /// >>> from furyhouse import Board
    /// >>> list(Board("4k3/8/8/8/8/8/4R3/4K3[] b - - 0 1").checkers())
    /// [12]
    fn checkers(&self) -> SquareSet {
        self.game().position().checkers().into()
    }

    /// Gets the men that give check, as a mask.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().checkers_mask()
    /// 0
    fn checkers_mask(&self) -> u64 {
        self.game().position().checkers().0
    }

    /// Tells whether the side to move is in check.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("4k3/8/8/8/8/8/4R3/4K3[] b - - 0 1").is_check()
    /// True
    fn is_check(&self) -> bool {
        self.game().position().is_check()
    }

    /// Tells whether the side that has just moved is in check: never, since such a position cannot be made.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().was_into_check()
    /// False
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn was_into_check(&self) -> bool {
        false
    }

    /// Gets the men of a side that are pinned to their own king.
    ///
    /// >>> from furyhouse import Board, WHITE
    /// >>> list(Board("4r1k1/8/8/8/8/8/4R3/4K3[] w - - 0 1").pinned(WHITE))
    /// [12]
    fn pinned(&self, color: ColorArg) -> SquareSet {
        self.game().position().compute_pinned(color.0).into()
    }

    /// Gets the line to which a man on a square is pinned before its king; every square if it is not.
    ///
    /// >>> from furyhouse import Board, WHITE, E2, SquareSet, E1, E8
    /// >>> board = Board("4r1k1/8/8/8/8/8/4R3/4K3[] w - - 0 1")
    /// >>> board.pin(WHITE, E2) == SquareSet.ray(E1, E8)
    /// True
    fn pin(&self, color: ColorArg, square: SquareArg) -> SquareSet {
        pin_line(self.game().position(), color.0, square.0).into()
    }

    /// Gets the line of a pin as a mask; every square where there is no pin.
    ///
    /// >>> from furyhouse import Board, WHITE, E2
    /// >>> Board().pin_mask(WHITE, E2) == 2**64 - 1
    /// True
    fn pin_mask(&self, color: ColorArg, square: SquareArg) -> u64 {
        pin_line(self.game().position(), color.0, square.0).0
    }

    /// Tells whether a man of a side on a square is, or would be, pinned before its king.
    ///
    /// >>> from furyhouse import Board, WHITE, E2
    /// >>> Board("4r1k1/8/8/8/8/8/4R3/4K3[] w - - 0 1").is_pinned(WHITE, E2)
    /// True
    fn is_pinned(&self, color: ColorArg, square: SquareArg) -> bool {
        pin_line(self.game().position(), color.0, square.0) != Bitboard::FULL
    }

    /// Gets a square's man and who looks at it, in one byte with named parts.
    ///
    /// >>> from furyhouse import Board, F3
    /// >>> state = Board().square_state(F3)
    /// >>> int(state), state.kind, state.attacked_by_white
    /// (4, 0, True)
    fn square_state(&self, square: SquareArg) -> SquareState {
        SquareState::read(self.game().position(), square.0)
    }
}
