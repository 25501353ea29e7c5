//! What a position still allows, and its counters.

use furyhouse_rules::{Bitboard, Color, Position, Role, Side, Square};
use pyo3::prelude::*;

use super::PyBoard;
use crate::args::{ColorArg, square_index};

/// The squares of the rooks that may castle, of one side.
fn castling_rooks(position: &Position, color: Color) -> Bitboard {
    let mut rooks = Bitboard::EMPTY;
    for side in [Side::King, Side::Queen] {
        if let Some(rook) = position.castling().rook(color, side) {
            rooks |= Bitboard::from(rook);
        }
    }
    rooks
}

/// The squares of all rooks that may castle.
pub(super) fn castling_mask(position: &Position) -> Bitboard {
    castling_rooks(position, Color::White) | castling_rooks(position, Color::Black)
}

#[pymethods]
impl PyBoard {
    /// The squares of the rooks that may castle, as a mask.
    ///
    /// >>> from furyhouse import Board, SquareSet
    /// >>> list(SquareSet(Board().castling_rights))
    /// [0, 7, 56, 63]
    #[getter]
    fn castling_rights(&self) -> u64 {
        castling_mask(self.game().position()).0
    }

    /// Gets `castling_rights`: here the rights are always those that king and rook bear out.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().clean_castling_rights() == Board().castling_rights
    /// True
    fn clean_castling_rights(&self) -> u64 {
        self.castling_rights()
    }

    /// Tells whether a side may castle on either wing, now or later.
    ///
    /// >>> from furyhouse import Board, WHITE
    /// >>> Board().has_castling_rights(WHITE)
    /// True
    fn has_castling_rights(&self, color: ColorArg) -> bool {
        castling_rooks(self.game().position(), color.0).any()
    }

    /// Tells whether a side may castle on the king's wing, now or later.
    ///
    /// >>> from furyhouse import Board, WHITE
    /// >>> Board("4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1").has_kingside_castling_rights(WHITE)
    /// False
    fn has_kingside_castling_rights(&self, color: ColorArg) -> bool {
        self.game().position().castling().has(color.0, Side::King)
    }

    /// Tells whether a side may castle on the queen's wing, now or later.
    ///
    /// >>> from furyhouse import Board, WHITE
    /// >>> Board("4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1").has_queenside_castling_rights(WHITE)
    /// True
    fn has_queenside_castling_rights(&self, color: ColorArg) -> bool {
        self.game().position().castling().has(color.0, Side::Queen)
    }

    /// Tells whether some castling right is possible in Crazyhouse960 only.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().has_chess960_castling_rights()
    /// False
    fn has_chess960_castling_rights(&self) -> bool {
        let position = self.position();
        [
            (Color::White, Square::E1, Square::A1, Square::H1),
            (Color::Black, Square::E8, Square::A8, Square::H8),
        ]
        .into_iter()
        .any(|(color, king, left, right)| {
            let rooks = castling_rooks(&position, color);
            let corners = Bitboard::from(left) | Bitboard::from(right);
            rooks.any() && (position.king(color) != king || (rooks & !corners).any())
        })
    }

    /// The square a pawn has just passed by a double step, or None; whether it can be taken, `has_legal_en_passant` tells.
    ///
    /// >>> from furyhouse import Board, square_name
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4")
    /// >>> square_name(board.ep_square), board.has_legal_en_passant()
    /// ('e3', False)
    #[getter]
    fn ep_square(&self) -> Option<u8> {
        self.game().passed().map(square_index)
    }

    /// Tells whether an en passant capture is legal.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1").has_legal_en_passant()
    /// True
    fn has_legal_en_passant(&self) -> bool {
        self.game().position().en_passant().is_some()
    }

    /// Tells whether a pawn stands ready to take en passant, perhaps with its own king in the way.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1").has_pseudo_legal_en_passant()
    /// True
    fn has_pseudo_legal_en_passant(&self) -> bool {
        let game = self.game();
        game.passed()
            .is_some_and(|square| can_be_taken(game.position(), square))
    }

    /// The number of plies since the last capture or pawn's move; a drop counts as any move.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("g1f3")
    /// >>> board.halfmove_clock
    /// 1
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.game().position().halfmove_clock()
    }

    /// The number of the move: 1 at first, one more after each move of black.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().fullmove_number
    /// 1
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.game().position().fullmove_number()
    }

    /// Gets the number of plies since the start of the game, by the move number and the side to move.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4")
    /// >>> board.ply()
    /// 1
    fn ply(&self) -> u32 {
        self.game().position().ply()
    }
}

/// Whether a pawn of the side to move attacks the square that was passed.
pub(super) fn can_be_taken(position: &Position, passed: Square) -> bool {
    let turn = position.turn();
    let takers =
        furyhouse_rules::attacks::pawn_attacks(!turn, passed) & position.pieces(turn, Role::Pawn);
    takers.any()
}
