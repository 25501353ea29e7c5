//! The men: who stands where, and who is held.

use furyhouse_rules::{Bitboard, Color, Role};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::PyBoard;
use crate::args::{ColorArg, RoleArg, SquareArg, is_white, piece_type, square_index};
use crate::piece::PyPiece;
use crate::pocket::{PyPocket, both};
use crate::squareset::{SquareSet, SquaresArg};

#[pymethods]
impl PyBoard {
    /// The side to move: True is white.
    ///
    /// >>> from furyhouse import Board, WHITE
    /// >>> Board().turn == WHITE
    /// True
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.game().position().turn())
    }

    /// Both pockets, to be indexed by colour. They are snapshots: ask again after a move.
    ///
    /// >>> from furyhouse import Board, WHITE, BLACK, QUEEN
    /// >>> board = Board("4k3/8/8/8/8/8/8/4K3[Qpp] w - - 0 1")
    /// >>> board.pockets[WHITE].count(QUEEN), str(board.pockets[BLACK])
    /// (1, 'pp')
    #[getter]
    fn pockets(&self, py: Python<'_>) -> PyResult<(Py<PyPocket>, Py<PyPocket>)> {
        let position = self.position();
        both(
            py,
            [position.pocket(Color::Black), position.pocket(Color::White)],
        )
    }

    /// Gets the piece on a square, or None.
    ///
    /// >>> from furyhouse import Board, D8
    /// >>> Board().piece_at(D8)
    /// Piece.from_symbol('q')
    fn piece_at(&self, py: Python<'_>, square: SquareArg) -> PyResult<Option<Py<PyPiece>>> {
        let piece = self.game().position().piece_at(square.0);
        piece.map(|piece| PyPiece::object(py, piece)).transpose()
    }

    /// Gets the piece type on a square, or None.
    ///
    /// >>> from furyhouse import Board, D8, QUEEN
    /// >>> Board().piece_type_at(D8) == QUEEN
    /// True
    fn piece_type_at(&self, square: SquareArg) -> Option<u8> {
        self.game().position().role_at(square.0).map(piece_type)
    }

    /// Gets the colour of the man on a square, or None.
    ///
    /// >>> from furyhouse import Board, D8, E4
    /// >>> Board().color_at(D8), Board().color_at(E4)
    /// (False, None)
    fn color_at(&self, square: SquareArg) -> Option<bool> {
        self.game()
            .position()
            .piece_at(square.0)
            .map(|piece| is_white(piece.color))
    }

    /// Gets the square of a side's king.
    ///
    /// >>> from furyhouse import Board, BLACK, square_name
    /// >>> square_name(Board().king(BLACK))
    /// 'e8'
    fn king(&self, color: ColorArg) -> u8 {
        square_index(self.game().position().king(color.0))
    }

    /// Gets the squares of all men of a kind and colour.
    ///
    /// >>> from furyhouse import Board, KNIGHT, WHITE
    /// >>> list(Board().pieces(KNIGHT, WHITE))
    /// [1, 6]
    fn pieces(&self, piece_type: RoleArg, color: ColorArg) -> SquareSet {
        self.game().position().pieces(color.0, piece_type.0).into()
    }

    /// Gets the squares of all men of a kind and colour as a mask.
    ///
    /// >>> from furyhouse import Board, KNIGHT, WHITE
    /// >>> Board().pieces_mask(KNIGHT, WHITE)
    /// 66
    fn pieces_mask(&self, piece_type: RoleArg, color: ColorArg) -> u64 {
        self.game().position().pieces(color.0, piece_type.0).0
    }

    /// Gets a dict from square to piece, of the squares in `mask`; a change to it does not change the board.
    ///
    /// >>> from furyhouse import Board, A1
    /// >>> pieces = Board().piece_map()
    /// >>> len(pieces), pieces[A1]
    /// (32, Piece.from_symbol('R'))
    #[pyo3(signature = (*, mask=SquaresArg(Bitboard::FULL)), text_signature = "($self, *, mask=18446744073709551615)")]
    fn piece_map<'py>(&self, py: Python<'py>, mask: SquaresArg) -> PyResult<Bound<'py, PyDict>> {
        let position = self.position();
        let map = PyDict::new(py);
        for square in position.occupied() & mask.0 {
            if let Some(piece) = position.piece_at(square) {
                map.set_item(square_index(square), PyPiece::object(py, piece)?)?;
            }
        }
        Ok(map)
    }

    /// The squares of promoted men, as a mask: taken, they enter the pocket as pawns.
    ///
    /// >>> from furyhouse import Board, SquareSet
    /// >>> list(SquareSet(Board("Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1").promoted))
    /// [56]
    #[getter]
    fn promoted(&self) -> u64 {
        self.game().position().promoted().0
    }

    /// The squares of all men, as a mask.
    ///
    /// >>> from furyhouse import Board
    /// >>> hex(Board().occupied)
    /// '0xffff00000000ffff'
    #[getter]
    fn occupied(&self) -> u64 {
        self.game().position().occupied().0
    }

    /// The squares of each side's men, as masks, to be indexed by colour.
    ///
    /// >>> from furyhouse import Board, WHITE
    /// >>> hex(Board().occupied_co[WHITE])
    /// '0xffff'
    #[getter]
    fn occupied_co(&self) -> (u64, u64) {
        let position = self.position();
        (
            position.by_color(Color::Black).0,
            position.by_color(Color::White).0,
        )
    }

    /// The squares of both sides' pawns, as a mask.
    ///
    /// >>> from furyhouse import Board
    /// >>> hex(Board().pawns)
    /// '0xff00000000ff00'
    #[getter]
    fn pawns(&self) -> u64 {
        self.game().position().by_role(Role::Pawn).0
    }

    /// The squares of both sides' knights, as a mask.
    ///
    /// >>> from furyhouse import Board, SquareSet
    /// >>> list(SquareSet(Board().knights))
    /// [1, 6, 57, 62]
    #[getter]
    fn knights(&self) -> u64 {
        self.game().position().by_role(Role::Knight).0
    }

    /// The squares of both sides' bishops, as a mask.
    ///
    /// >>> from furyhouse import Board, SquareSet
    /// >>> list(SquareSet(Board().bishops))
    /// [2, 5, 58, 61]
    #[getter]
    fn bishops(&self) -> u64 {
        self.game().position().by_role(Role::Bishop).0
    }

    /// The squares of both sides' rooks, as a mask.
    ///
    /// >>> from furyhouse import Board, SquareSet
    /// >>> list(SquareSet(Board().rooks))
    /// [0, 7, 56, 63]
    #[getter]
    fn rooks(&self) -> u64 {
        self.game().position().by_role(Role::Rook).0
    }

    /// The squares of both sides' queens, as a mask.
    ///
    /// >>> from furyhouse import Board, SquareSet
    /// >>> list(SquareSet(Board().queens))
    /// [3, 59]
    #[getter]
    fn queens(&self) -> u64 {
        self.game().position().by_role(Role::Queen).0
    }

    /// The squares of both kings, as a mask.
    ///
    /// >>> from furyhouse import Board, SquareSet
    /// >>> list(SquareSet(Board().kings))
    /// [4, 60]
    #[getter]
    fn kings(&self) -> u64 {
        self.game().position().by_role(Role::King).0
    }
}
