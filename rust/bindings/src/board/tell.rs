//! The board drawn, and told in full.

use furyhouse_rules::{Bitboard, Color, Piece, Position, Square};
use pyo3::prelude::*;

use super::PyBoard;
use crate::args::{ColorArg, TextArg};
use crate::piece::figure;
use crate::pocket::fen_letters;

/// Eight lines of eight men, a dot for an empty square.
pub(super) fn drawing(position: &Position) -> String {
    let line = |rank: u8| {
        let letter = |file| {
            position
                .piece_at(Square::new(rank * 8 + file))
                .map_or('.', Piece::letter)
        };
        (0..8)
            .map(letter)
            .map(String::from)
            .collect::<Vec<_>>()
            .join(" ")
    };
    (0..8).rev().map(line).collect::<Vec<_>>().join("\n")
}

fn names(squares: Bitboard) -> String {
    let names = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect::<Vec<_>>();
    if names.is_empty() {
        "-".to_owned()
    } else {
        names.join(" ")
    }
}

fn held(position: &Position, color: Color) -> String {
    let letters = fen_letters(position.pocket(color), color);
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}

#[pymethods]
impl PyBoard {
    /// Draws the board with Unicode figures, as seen by `orientation`, with `borders` if wanted.
    ///
    /// >>> from furyhouse import Board
    /// >>> print(Board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1").unicode(empty_square="."))
    /// . . . . ♚ . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . ♔ . . .
    #[pyo3(
        signature = (*, invert_color=false, borders=false, empty_square=TextArg::from("⭘"), orientation=ColorArg(Color::White)),
        text_signature = "($self, *, invert_color=False, borders=False, empty_square='\\u2b58', orientation=True)"
    )]
    fn unicode(
        &self,
        invert_color: bool,
        borders: bool,
        empty_square: TextArg,
        orientation: ColorArg,
    ) -> String {
        let position = self.position();
        let white = orientation.0 == Color::White;
        let seen = |index: u8| if white { index } else { 7 - index };
        let rule = format!("  {}\n", "-".repeat(17));
        let separator = if borders { "|" } else { " " };
        let rank = |row: u8| {
            let rank = seen(7 - row);
            let man = |column: u8| {
                let square = Square::new(rank * 8 + seen(column));
                position.piece_at(square).map_or_else(
                    || (*empty_square).to_owned(),
                    |piece| figure(piece, invert_color).to_string(),
                )
            };
            let men = (0..8).map(man).collect::<Vec<_>>().join(separator);
            if borders {
                format!("{rule}{} |{men}|\n", rank + 1)
            } else {
                men
            }
        };
        let ranks = (0..8).map(rank).collect::<Vec<_>>();
        if borders {
            let files = if white {
                "a b c d e f g h"
            } else {
                "h g f e d c b a"
            };
            format!("{}{rule}   {files}", ranks.concat())
        } else {
            ranks.join("\n")
        }
    }

    /// Draws the board as SVG: what a notebook shows for it. `furyhouse.picture.board_svg` does it, with choices.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board()._repr_svg_().startswith("<svg ")
    /// True
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("furyhouse.picture")?
            .call_method1("board_svg", (slf,))
    }

    /// Tells everything about the position as text: board, pockets, FEN, key, checkers, pins, rights and counters.
    ///
    /// >>> from furyhouse import Board
    /// >>> print(Board("4r1k1/8/8/8/8/8/4R3/4K3[Qp] w - - 3 20").debug())
    /// . . . . r . k .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . R . . .
    /// . . . . K . . .
    /// white pocket: Q
    /// black pocket: p
    /// to move: white
    /// castling: -
    /// en passant: -
    /// checkers: -
    /// pinned: e2
    /// promoted: -
    /// half-move clock: 3
    /// move number: 20
    /// key: 0x...
    /// fen: 4r1k1/8/8/8/8/8/4R3/4K3[Qp] w - - 3 20
    fn debug(&self) -> String {
        let position = self.position();
        let pinned = position.compute_pinned(Color::White) | position.compute_pinned(Color::Black);
        let lines = [
            drawing(&position),
            format!("white pocket: {}", held(&position, Color::White)),
            format!("black pocket: {}", held(&position, Color::Black)),
            format!("to move: {}", position.turn()),
            format!("castling: {}", self.castling_xfen()),
            format!(
                "en passant: {}",
                names(
                    position
                        .en_passant()
                        .map_or(Bitboard::EMPTY, Bitboard::from)
                )
            ),
            format!("checkers: {}", names(position.checkers())),
            format!("pinned: {}", names(pinned)),
            format!("promoted: {}", names(position.promoted())),
            format!("half-move clock: {}", position.halfmove_clock()),
            format!("move number: {}", position.fullmove_number()),
            format!("key: {:#018x}", position.key()),
            format!("fen: {}", position.fen()),
        ];
        lines.join("\n")
    }
}
