//! `Board`: a game of Crazyhouse. Here: making, setting up, copying and comparing; the rest by theme in `board/`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use furyhouse_rules::{CastlingMode, Fen, Position, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::args::TextArg;
use crate::errors::parse_error;
use crate::game::Game;
use crate::moves::PyMove;
use crate::plain::PlainMove;

mod attacks;
mod count;
mod ends;
mod generator;
mod men;
mod notation;
mod play;
mod rights;
mod tell;
mod text;

pub(crate) use generator::LegalMoveGenerator;
pub(crate) use play::{MoveArg, legal};

/// The starting position with empty pockets, as furyhouse writes it.
pub(crate) const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

/// A game of Crazyhouse: a position, the moves that led to it, and all its rules.
///
/// Names and meanings are those of python-chess's `chess.variant.CrazyhouseBoard`. Deliberate differences: an invalid
/// position cannot be made, `push` refuses an illegal move, `san` writes `P@e4` for a pawn's drop, the game is never
/// drawn for want of material, and there is a `key`. Attributes are read, not assigned.
///
/// `fen` is read in every usual form: pockets as `[Qn]`, `[-]`, `[]`, as a ninth rank or left out, `~` after promoted
/// men, four to six fields. `chess960` reads castling rights by the rooks' files and writes castling as king takes
/// rook. `fifty_moves` ends the game by the fifty-move rule, which Crazyhouse is played without. Raises `FenError` for
/// a text that is not a FEN, and `PositionError`, with every fault, for a position that cannot be played.
///
/// >>> from furyhouse import Board
/// >>> board = Board()
/// >>> board.push_san("e4")
/// Move.from_uci('e2e4')
/// >>> board
/// Board('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1')
/// >>> Board("8/8/8/8/8/8/8/4K3[] w - - 0 1").turn
/// Traceback (most recent call last):
/// furyhouse.PositionError: position: no black king
#[pyclass(frozen, module = "furyhouse", name = "Board")]
pub(crate) struct PyBoard(Mutex<Game>);

impl PyBoard {
    pub(crate) fn new(game: Game) -> Self {
        Self(Mutex::new(game))
    }

    /// Locks the game. Nothing of Python may run while the guard lives: it could come back to this very board.
    pub(crate) fn game(&self) -> MutexGuard<'_, Game> {
        // A panic in between leaves a game that is whole: it is changed by single assignments at the end.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position now, by value.
    pub(crate) fn position(&self) -> Position {
        *self.game().position()
    }
}

/// Reads a position, and the square a pawn has just passed by the text's own word.
fn read(py: Python<'_>, fen: &str, mode: CastlingMode) -> PyResult<(Position, Option<Square>)> {
    let position = Fen::parse(fen)
        .map_err(Into::into)
        .and_then(|parsed| parsed.position(mode).map_err(Into::into))
        .map_err(|error| parse_error(py, fen, &error))?;
    let passed = fen
        .split_ascii_whitespace()
        .nth(3)
        .and_then(|field| field.parse().ok());
    Ok((position, passed))
}

fn castling_mode(chess960: bool) -> CastlingMode {
    if chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(
        signature = (fen=TextArg::from(STARTING_FEN), chess960=false, *, fifty_moves=false),
        text_signature = "(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1', \
                          chess960=False, *, fifty_moves=False)"
    )]
    fn make(py: Python<'_>, fen: TextArg, chess960: bool, fifty_moves: bool) -> PyResult<Self> {
        let mode = castling_mode(chess960);
        let (position, passed) = read(py, &fen, mode)?;
        Ok(Self::new(Game::new(position, passed, mode, fifty_moves)))
    }

    /// The FEN of the starting position.
    #[classattr]
    fn starting_fen() -> &'static str {
        STARTING_FEN
    }

    /// The name of the variant in UCI.
    #[classattr]
    fn uci_variant() -> &'static str {
        "crazyhouse"
    }

    /// The name of the variant in CECP.
    #[classattr]
    fn xboard_variant() -> &'static str {
        "crazyhouse"
    }

    /// Whether castling is that of Crazyhouse960.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().chess960
    /// False
    #[getter]
    fn chess960(&self) -> bool {
        self.game().is_960()
    }

    /// Whether the fifty-move rule ends the game.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board(fifty_moves=True).fifty_moves
    /// True
    #[getter]
    fn fifty_moves(&self) -> bool {
        self.game().fifty_moves
    }

    /// Sets up a position, with no moves before it. Raises as the constructor; the board is then unchanged.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> board.set_fen("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1")
    /// >>> board.legal_moves.count()
    /// 67
    fn set_fen(&self, py: Python<'_>, fen: TextArg) -> PyResult<()> {
        let mode = self.game().mode;
        let (position, passed) = read(py, &fen, mode)?;
        self.game().restart(position, passed, mode);
        Ok(())
    }

    /// Sets up the starting position, with no moves before it.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1")
    /// >>> board.reset()
    /// >>> board == Board()
    /// True
    fn reset(&self) {
        let mut game = self.game();
        let mode = game.mode;
        game.restart(Position::start(), None, mode);
    }

    /// Forgets the moves, and keeps the position.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4")
    /// >>> board.clear_stack()
    /// >>> board.move_stack, board.ply()
    /// ([], 1)
    fn clear_stack(&self) {
        self.game().forget_past();
    }

    /// Makes a board of the first position, before all moves.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4")
    /// >>> board.root() == Board()
    /// True
    fn root(&self) -> Self {
        Self::new(self.game().root())
    }

    /// Copies the board: with all moves, with none (`stack=False`), or with the last few (`stack=4`).
    ///
    /// `fifty_moves` puts the fifty-move rule in force for the copy, or out of it; `None` leaves it as it is.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4")
    /// >>> copied = board.copy(stack=False)
    /// >>> copied == board, copied.move_stack
    /// (True, [])
    #[pyo3(
        signature = (*, stack=StackArg::All, fifty_moves=None),
        text_signature = "($self, *, stack=True, fifty_moves=None)"
    )]
    fn copy(&self, stack: StackArg, fifty_moves: Option<bool>) -> Self {
        let game = self.game();
        let mut copied = match stack {
            StackArg::All => game.clone(),
            StackArg::Last(plies) => game.with_last(plies),
        };
        copied.fifty_moves = fifty_moves.unwrap_or(game.fifty_moves);
        Self::new(copied)
    }

    /// The position's 64-bit key: over men, side to move, castling rights, en passant, pockets and promoted men.
    ///
    /// Positions that count as the same for a repetition have the same key. It is kept from move to move, and the
    /// same in every run.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
    /// ...     _ = board.push_uci(move)
    /// >>> board.key == Board().key
    /// True
    #[getter]
    fn key(&self) -> u64 {
        self.game().position().key()
    }

    /// Makes a board from a python-chess board, with its moves. Needs python-chess: `pip install furyhouse[chess]`.
    ///
    /// Raises `ImportError` without python-chess, `PositionError` for a position that furyhouse does not allow.
    ///
    /// >>> import pytest
    /// >>> variant = pytest.importorskip("chess.variant")
    /// >>> from furyhouse import Board
    /// >>> Board.from_chess(variant.CrazyhouseBoard()) == Board()
    /// True
    #[classmethod]
    fn from_chess<'py>(
        cls: &Bound<'py, PyType>,
        board: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Imported here and now: the extension knows nothing of python-chess until somebody asks.
        cls.py()
            .import("furyhouse.convert")?
            .call_method1("from_chess", (board,))
    }

    /// Makes a `chess.variant.CrazyhouseBoard` of this board, with its moves. Needs python-chess.
    ///
    /// >>> import pytest
    /// >>> variant = pytest.importorskip("chess.variant")
    /// >>> from furyhouse import Board
    /// >>> Board().to_chess() == variant.CrazyhouseBoard()
    /// True
    fn to_chess<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("furyhouse.convert")?
            .call_method1("to_chess", (slf,))
    }

    /// Rebuilds a pickled board: from the first position, by playing its moves again.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        fen: TextArg,
        chess960: bool,
        fifty_moves: bool,
        moves: Vec<String>,
    ) -> PyResult<Self> {
        let board = Self::make(py, fen, chess960, fifty_moves)?;
        for uci in moves {
            board.push_plain(crate::moves::parse_uci(py, &uci)?)?;
        }
        Ok(board)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let state = {
            let game = slf.get().game();
            let moves = game.moves().map(PlainMove::uci).collect();
            let fen = text::fen_with_passed(&game.root());
            (fen, game.is_960(), game.fifty_moves, moves)
        };
        Ok((slf.get_type().getattr("_restore")?, state))
    }

    fn __copy__(&self) -> Self {
        self.copy(StackArg::All, None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(StackArg::All, None)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        let other = other.cast::<Self>().ok()?.get().position();
        Some(self.position() == other)
    }

    fn __repr__(&self) -> String {
        let game = self.game();
        let chess960 = if game.is_960() { ", chess960=True" } else { "" };
        let fifty_moves = if game.fifty_moves {
            ", fifty_moves=True"
        } else {
            ""
        };
        format!("Board('{}'{chess960}{fifty_moves})", game.position().fen())
    }

    fn __str__(&self) -> String {
        tell::drawing(&self.position())
    }
}

/// What a pickle holds: the first FEN, the two rules of choice, and the moves.
type Pickled = (String, bool, bool, Vec<String>);

/// How much of the past a copy takes along: a bool, or a number of plies.
#[derive(Copy, Clone)]
pub(crate) enum StackArg {
    All,
    Last(usize),
}

impl<'a, 'py> FromPyObject<'a, 'py> for StackArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(all) = object.extract::<bool>() {
            return Ok(if all { Self::All } else { Self::Last(0) });
        }
        let plies = object.extract::<usize>();
        plies
            .map(Self::Last)
            .map_err(|_| PyTypeError::new_err("stack is True, False or a number of plies"))
    }
}

/// A list of moves for Python. The game is not locked while it is made: making objects can run any code.
pub(crate) fn move_list(
    py: Python<'_>,
    moves: impl ExactSizeIterator<Item = PlainMove>,
) -> PyResult<Bound<'_, PyList>> {
    // Borrowed first and counted second: the list alone then takes the references.
    let mut objects = Vec::with_capacity(moves.len());
    for plain in moves {
        objects.push(PyMove::made(py, plain)?);
    }
    PyList::new(py, objects)
}
