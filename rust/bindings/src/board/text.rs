//! FEN and its parts.

use furyhouse_rules::{Color, File, Position, Rank, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::PyBoard;
use super::rights::{can_be_taken, castling_mask};
use crate::args::TextArg;
use crate::game::Game;

/// When an en passant square is written.
#[derive(Copy, Clone)]
enum EnPassant {
    /// Where a capture is legal.
    Legal,
    /// After every double step, as the FEN standard has it.
    Fen,
    /// Where a pawn stands ready to take, as X-FEN has it.
    Xfen,
}

impl<'a, 'py> FromPyObject<'a, 'py> for EnPassant {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match &*object.extract::<TextArg>()? {
            "legal" => Ok(Self::Legal),
            "fen" => Ok(Self::Fen),
            "xfen" => Ok(Self::Xfen),
            other => {
                let found = crate::errors::shorten(other);
                Err(PyValueError::new_err(format!(
                    "en_passant is \"legal\", \"fen\" or \"xfen\", not {found}"
                )))
            }
        }
    }
}

/// The canonical FEN in its six fields, with the choices that a caller may make.
fn fields(
    game: &Game,
    shredder: bool,
    en_passant: EnPassant,
    promoted: Option<bool>,
) -> Vec<String> {
    let position = game.position();
    let mut fields = position
        .fen()
        .split(' ')
        .map(str::to_owned)
        .collect::<Vec<_>>();
    if promoted == Some(false) {
        fields[0] = fields[0].replace('~', "");
    }
    if shredder {
        fields[2] = shredder_castling(position);
    }
    let passed = match en_passant {
        EnPassant::Legal => position.en_passant(),
        EnPassant::Fen => game.passed(),
        EnPassant::Xfen => game
            .passed()
            .filter(|&square| can_be_taken(position, square)),
    };
    fields[3] = passed.map_or_else(|| "-".to_owned(), |square| square.to_string());
    fields
}

/// The FEN with the en passant square of every double step, so that nothing of a board is lost in it.
pub(super) fn fen_with_passed(game: &Game) -> String {
    fields(game, false, EnPassant::Fen, None).join(" ")
}

/// Castling rights by the files of the rooks, white's and the h-file's first.
fn shredder_castling(position: &Position) -> String {
    let rooks = castling_mask(position);
    let mut letters = String::new();
    for (color, rank) in [(Color::White, Rank::ALL[0]), (Color::Black, Rank::ALL[7])] {
        for file in File::ALL.into_iter().rev() {
            if rooks.contains(Square::from_coords(file, rank)) {
                let letter = file.letter();
                letters.push(if color == Color::White {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                });
            }
        }
    }
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}

#[pymethods]
impl PyBoard {
    /// Writes the position as a FEN in furyhouse's one canonical form.
    ///
    /// Pockets stand in brackets, white's men first, from queens to pawns; promoted men carry `~` unless
    /// `promoted=False`. `shredder` writes castling rights by the rooks' files. `en_passant` writes the square where
    /// a capture is legal (`"legal"`), where a pawn stands ready (`"xfen"`), or after every double step (`"fen"`).
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4")
    /// >>> board.fen()
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1'
    /// >>> board.fen(shredder=True, en_passant="fen")
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b HAha e3 0 1'
    #[pyo3(
        signature = (*, shredder=false, en_passant=EnPassant::Legal, promoted=None),
        text_signature = "($self, *, shredder=False, en_passant='legal', promoted=None)"
    )]
    fn fen(&self, shredder: bool, en_passant: EnPassant, promoted: Option<bool>) -> String {
        fields(&self.game(), shredder, en_passant, promoted).join(" ")
    }

    /// Writes the FEN with castling rights by the rooks' files.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().shredder_fen().split()[2]
    /// 'HAha'
    #[pyo3(
        signature = (*, en_passant=EnPassant::Legal, promoted=None),
        text_signature = "($self, *, en_passant='legal', promoted=None)"
    )]
    fn shredder_fen(&self, en_passant: EnPassant, promoted: Option<bool>) -> String {
        self.fen(true, en_passant, promoted)
    }

    /// Writes the first four fields of the FEN: the position without its counters.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().epd()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq -'
    #[pyo3(
        signature = (*, shredder=false, en_passant=EnPassant::Legal, promoted=None),
        text_signature = "($self, *, shredder=False, en_passant='legal', promoted=None)"
    )]
    fn epd(&self, shredder: bool, en_passant: EnPassant, promoted: Option<bool>) -> String {
        fields(&self.game(), shredder, en_passant, promoted)[..4].join(" ")
    }

    /// Writes the men on the board as the FEN has them, without the pockets.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().board_fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    #[pyo3(signature = (*, promoted=None))]
    fn board_fen(&self, promoted: Option<bool>) -> String {
        let fen = self.fen(false, EnPassant::Legal, promoted);
        fen.split('[').next().unwrap_or_default().to_owned()
    }

    /// Writes the castling rights as the FEN has them: `KQkq`, or a rook's file where that is not clear.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().castling_xfen()
    /// 'KQkq'
    pub(super) fn castling_xfen(&self) -> String {
        fields(&self.game(), false, EnPassant::Legal, None).swap_remove(2)
    }

    /// Writes the castling rights by the rooks' files.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().castling_shredder_fen()
    /// 'HAha'
    fn castling_shredder_fen(&self) -> String {
        shredder_castling(self.game().position())
    }
}
