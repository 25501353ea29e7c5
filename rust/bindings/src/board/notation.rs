//! Moves as text, in both notations.

use furyhouse_rules::{Color, Move, Role};
use pyo3::prelude::*;

use super::PyBoard;
use super::play::{MoveArg, illegal, legal};
use crate::args::TextArg;
use crate::errors::move_error;
use crate::game::Game;
use crate::moves::{PyMove, parse_uci};
use crate::plain::PlainMove;

/// Texts that python-chess reads as the null move.
const NULL_SANS: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

fn san(game: &Game, plain: PlainMove) -> PyResult<String> {
    if plain.is_null() {
        return Ok("--".to_owned());
    }
    Ok(game.position().san(legal(game, plain)?))
}

/// Long algebraic notation: the short one with the from-square always written.
fn lan(game: &Game, plain: PlainMove) -> PyResult<String> {
    if plain.is_null() {
        return Ok("--".to_owned());
    }
    let mv = legal(game, plain)?;
    let position = game.position();
    let short = position.san(mv);
    let role = mv.from().and_then(|from| position.role_at(from));
    let (Some(from), Some(role), false) = (mv.from(), role, short.starts_with('O')) else {
        return Ok(short);
    };
    let letter = if role == Role::Pawn {
        String::new()
    } else {
        role.letter().to_string()
    };
    let how = if position.is_capture(mv) { 'x' } else { '-' };
    let promotion = mv
        .promoted()
        .map_or_else(String::new, |role| format!("={}", role.letter()));
    let mark = short
        .chars()
        .last()
        .filter(|mark| matches!(mark, '+' | '#'))
        .map_or_else(String::new, String::from);
    Ok(format!("{letter}{from}{how}{}{promotion}{mark}", mv.to()))
}

fn read_san(py: Python<'_>, game: &Game, san: &str) -> PyResult<PlainMove> {
    if NULL_SANS.contains(&san) {
        return Ok(PlainMove::NULL);
    }
    let mv = game
        .position()
        .parse_san(san)
        .map_err(|error| move_error(py, san, &error))?;
    Ok(game.plain(mv))
}

fn read_uci(py: Python<'_>, game: &Game, uci: &str) -> PyResult<PlainMove> {
    let plain = parse_uci(py, uci)?;
    if plain.is_null() {
        Ok(plain)
    } else {
        Ok(game.plain(legal(game, plain)?))
    }
}

impl PyBoard {
    /// Reads a move from a copy of the game: the exception that a bad text raises is a Python object.
    fn read(
        &self,
        py: Python<'_>,
        text: &str,
        reader: impl Fn(Python<'_>, &Game, &str) -> PyResult<PlainMove>,
    ) -> PyResult<PlainMove> {
        let now = self.game().with_last(0);
        reader(py, &now, text)
    }
}

#[pymethods]
impl PyBoard {
    /// Writes a legal move in standard algebraic notation, drops as `P@e4` and `N@f7#`. Raises `IllegalMoveError`.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").san(Move.from_uci("N@f6"))
    /// 'N@f6+'
    fn san(&self, r#move: MoveArg) -> PyResult<String> {
        san(&self.game(), r#move.0)
    }

    /// Writes a legal move in long algebraic notation. Raises `IllegalMoveError`.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board().lan(Move.from_uci("g1f3"))
    /// 'Ng1-f3'
    fn lan(&self, r#move: MoveArg) -> PyResult<String> {
        lan(&self.game(), r#move.0)
    }

    /// Writes a legal move in standard algebraic notation and plays it. Raises `IllegalMoveError`.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> board = Board()
    /// >>> board.san_and_push(Move.from_uci("g1f3")), board.turn
    /// ('Nf3', False)
    fn san_and_push(&self, r#move: MoveArg) -> PyResult<String> {
        let text = san(&self.game(), r#move.0)?;
        self.push_plain(r#move.0)?;
        Ok(text)
    }

    /// Writes a line of legal moves with move numbers. The board stays as it is. Raises `IllegalMoveError`.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board().variation_san([Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3")])
    /// '1. e4 e5 2. Nf3'
    fn variation_san(&self, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        let mut game = self.game().with_last(0);
        let mut words = Vec::new();
        for plain in variation.try_iter()? {
            let plain = plain?.extract::<MoveArg>()?.0;
            let mv: Move = legal(&game, plain)?;
            let (position, text) = (game.position(), san(&game, plain)?);
            let number = position.fullmove_number();
            words.push(match position.turn() {
                Color::White => format!("{number}. {text}"),
                Color::Black if words.is_empty() => format!("{number}...{text}"),
                Color::Black => text,
            });
            game.play(mv);
        }
        Ok(words.join(" "))
    }

    /// Reads a legal move in standard algebraic notation: `Nf3`, `e8=Q`, `O-O`, `0-0`, `P@e4`, `@e4`, `N@f7#`.
    ///
    /// Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().parse_san("Nf3")
    /// Move.from_uci('g1f3')
    fn parse_san(&self, py: Python<'_>, san: TextArg) -> PyResult<Py<PyMove>> {
        PyMove::object(py, self.read(py, &san, read_san)?)
    }

    /// Reads a move as `parse_san` does, plays and returns it.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().push_san("Nf3")
    /// Move.from_uci('g1f3')
    fn push_san(&self, py: Python<'_>, san: TextArg) -> PyResult<Py<PyMove>> {
        let plain = self.read(py, &san, read_san)?;
        self.push_plain(plain)?;
        PyMove::object(py, plain)
    }

    /// Writes a move in UCI's notation; castling as `chess960` says, by default as the board does.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> board = Board("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1")
    /// >>> board.uci(Move.from_uci("e1g1")), board.uci(Move.from_uci("e1g1"), chess960=True)
    /// ('e1g1', 'e1h1')
    #[pyo3(signature = (r#move, *, chess960=None))]
    fn uci(&self, r#move: MoveArg, chess960: Option<bool>) -> String {
        let game = self.game();
        let mv = r#move.0.to_rules(game.position());
        let chess960 = chess960.unwrap_or_else(|| game.is_960());
        mv.map_or(r#move.0, |mv| PlainMove::from_rules(mv, chess960))
            .uci()
    }

    /// Reads a legal move in UCI's notation, castling written either way. Raises `InvalidMoveError`, `IllegalMoveError`.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1").parse_uci("e1h1")
    /// Move.from_uci('e1g1')
    /// >>> Board().parse_uci("e2e5")
    /// Traceback (most recent call last):
    /// furyhouse.IllegalMoveError: illegal move e2e5 in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
    fn parse_uci(&self, py: Python<'_>, uci: TextArg) -> PyResult<Py<PyMove>> {
        PyMove::object(py, self.read(py, &uci, read_uci)?)
    }

    /// Reads a move as `parse_uci` does, plays and returns it.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().push_uci("e2e4")
    /// Move.from_uci('e2e4')
    fn push_uci(&self, py: Python<'_>, uci: TextArg) -> PyResult<Py<PyMove>> {
        let plain = self.read(py, &uci, read_uci)?;
        self.push_plain(plain)?;
        PyMove::object(py, plain)
    }

    /// Writes a move as CECP does: as UCI, but castling as `O-O` or `O-O-O` in Crazyhouse960.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> board = Board("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", chess960=True)
    /// >>> board.xboard(Move.from_uci("e1h1"))
    /// 'O-O'
    #[pyo3(signature = (r#move, chess960=None))]
    fn xboard(&self, r#move: MoveArg, chess960: Option<bool>) -> PyResult<String> {
        let game = self.game();
        let plain = r#move.0;
        if plain.is_null() {
            return Ok("@@@@".to_owned());
        }
        if chess960.unwrap_or_else(|| game.is_960()) {
            let text = san(&game, plain).map_err(|_| illegal(&game, plain))?;
            if text.starts_with('O') {
                return Ok(text.trim_end_matches(['+', '#']).to_owned());
            }
        }
        Ok(plain.uci())
    }

    /// Reads a move that a CECP program sent, in algebraic notation. Raises as `parse_san`.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().parse_xboard("e4")
    /// Move.from_uci('e2e4')
    fn parse_xboard(&self, py: Python<'_>, xboard: TextArg) -> PyResult<Py<PyMove>> {
        self.parse_san(py, xboard)
    }

    /// Reads a move as `parse_xboard` does, plays and returns it.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().push_xboard("e4")
    /// Move.from_uci('e2e4')
    fn push_xboard(&self, py: Python<'_>, xboard: TextArg) -> PyResult<Py<PyMove>> {
        self.push_san(py, xboard)
    }
}
