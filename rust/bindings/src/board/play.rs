//! Moves: asking about them, playing them, taking them back.

use furyhouse_rules::{Bitboard, Color, Move, MoveList, Role, Square};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use super::rights::castling_mask;
use super::{LegalMoveGenerator, PyBoard, move_list};
use crate::args::{RoleArg, SquareArg};
use crate::errors::IllegalMoveError;
use crate::game::Game;
use crate::moves::PyMove;
use crate::plain::PlainMove;
use crate::squareset::{SquareSet, SquaresArg};

/// A move as an argument: text is refused with a hint.
#[derive(Copy, Clone)]
pub(crate) struct MoveArg(pub(crate) PlainMove);

impl<'a, 'py> FromPyObject<'a, 'py> for MoveArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object
            .cast::<PyMove>()
            .map(|mv| Self(mv.get().plain()))
            .map_err(|_| {
                let found = object.get_type();
                PyTypeError::new_err(format!(
                    "a move is a furyhouse.Move, not {found} (for text: parse_uci or parse_san)"
                ))
            })
    }
}

/// The exception for a move that is not legal.
pub(super) fn illegal(game: &Game, plain: PlainMove) -> PyErr {
    IllegalMoveError::new_err(format!(
        "illegal move {} in {}",
        plain.uci(),
        game.position().fen()
    ))
}

/// The rules' move, or `IllegalMoveError`.
pub(crate) fn legal(game: &Game, plain: PlainMove) -> PyResult<Move> {
    game.legal(plain).ok_or_else(|| illegal(game, plain))
}

/// The squares a move touches; a drop touches none, as in python-chess.
fn touched(plain: PlainMove) -> Bitboard {
    Bitboard::from(plain.from()) ^ Bitboard::from(plain.to())
}

fn is_castling(game: &Game, plain: PlainMove) -> bool {
    let (position, from, to) = (game.position(), plain.from(), plain.to());
    position.by_role(Role::King).contains(from)
        && (from.file().index().abs_diff(to.file().index()) > 1
            || position.pieces(position.turn(), Role::Rook).contains(to))
}

fn is_en_passant(game: &Game, plain: PlainMove) -> bool {
    let (from, to) = (plain.from(), plain.to());
    game.passed() == Some(to)
        && game.position().by_role(Role::Pawn).contains(from)
        && matches!(from.index().abs_diff(to.index()), 7 | 9)
        && !game.position().occupied().contains(to)
}

/// Whether a move obeys its man's way of going. The rules know of an en passant capture only where it is legal, so the
/// one that would uncover the own king is looked for here.
fn is_pseudo_legal(game: &Game, plain: PlainMove) -> bool {
    let position = game.position();
    let (turn, from, to) = (position.turn(), plain.from(), plain.to());
    plain
        .to_rules(position)
        .is_some_and(|mv| position.is_pseudo_legal(mv))
        || (is_en_passant(game, plain)
            && position.by_color(turn).contains(from)
            && plain.promotion().is_none()
            && furyhouse_rules::attacks::pawn_attacks(turn, from).contains(to))
}

impl PyBoard {
    /// Plays a move given in Python's form.
    pub(super) fn push_plain(&self, plain: PlainMove) -> PyResult<()> {
        let mut game = self.game();
        if plain.is_null() {
            return if game.play_null() {
                Ok(())
            } else {
                Err(illegal(&game, plain))
            };
        }
        let mv = legal(&game, plain)?;
        game.play(mv);
        Ok(())
    }

    /// All legal moves, and whether castling is written as in 960.
    pub(super) fn legal_moves_now(&self) -> (MoveList, bool) {
        let game = self.game();
        (game.position().legal_moves(), game.is_960())
    }

    fn masked<'py>(
        &self,
        py: Python<'py>,
        from_mask: SquaresArg,
        to_mask: SquaresArg,
        keep: impl Fn(PlainMove) -> bool,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let (moves, chess960) = self.legal_moves_now();
        let plain = moves.iter().map(|&mv| PlainMove::from_rules(mv, chess960));
        let kept = plain.filter(|&plain| {
            from_mask.0.contains(plain.from()) && to_mask.0.contains(plain.to()) && keep(plain)
        });
        move_list(py, kept.collect::<Vec<_>>().into_iter())?.try_iter()
    }
}

#[pymethods]
impl PyBoard {
    /// The legal moves now: iterable, with `in`, `len`, `count()` and `bool`. It follows the board.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> board = Board()
    /// >>> board.legal_moves.count(), Move.from_uci("e2e4") in board.legal_moves
    /// (20, True)
    #[getter]
    fn legal_moves(slf: &Bound<'_, Self>) -> LegalMoveGenerator {
        LegalMoveGenerator::new(slf.clone().unbind())
    }

    /// Iterates over the legal moves from and to the squares of two masks.
    ///
    /// >>> from furyhouse import Board, SquareSet, G1
    /// >>> " ".join(move.uci() for move in Board().generate_legal_moves(SquareSet([G1])))
    /// 'g1f3 g1h3'
    #[pyo3(
        signature = (from_mask=SquaresArg(Bitboard::FULL), to_mask=SquaresArg(Bitboard::FULL)),
        text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)"
    )]
    fn generate_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: SquaresArg,
        to_mask: SquaresArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.masked(py, from_mask, to_mask, |_| true)
    }

    /// Iterates over the legal captures, en passant too, from and to the squares of two masks.
    ///
    /// >>> from furyhouse import Board
    /// >>> list(Board("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1").generate_legal_captures())
    /// [Move.from_uci('e4d5')]
    #[pyo3(
        signature = (from_mask=SquaresArg(Bitboard::FULL), to_mask=SquaresArg(Bitboard::FULL)),
        text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)"
    )]
    fn generate_legal_captures<'py>(
        &self,
        py: Python<'py>,
        from_mask: SquaresArg,
        to_mask: SquaresArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let game = self.game().with_last(1);
        let enemy = game.position().by_color(!game.position().turn());
        self.masked(py, from_mask, to_mask, |plain| {
            !plain.is_drop() && (enemy.contains(plain.to()) || is_en_passant(&game, plain))
        })
    }

    /// Iterates over the legal drops on the squares of a mask.
    ///
    /// >>> from furyhouse import Board, SquareSet, E4
    /// >>> list(Board("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1").generate_legal_drops(SquareSet([E4])))
    /// [Move.from_uci('Q@e4')]
    #[pyo3(
        signature = (to_mask=SquaresArg(Bitboard::FULL)),
        text_signature = "($self, to_mask=18446744073709551615)"
    )]
    fn generate_legal_drops<'py>(
        &self,
        py: Python<'py>,
        to_mask: SquaresArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.masked(py, to_mask, to_mask, PlainMove::is_drop)
    }

    /// Tells whether a move is legal.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board().is_legal(Move.from_uci("e2e5"))
    /// False
    #[pyo3(name = "is_legal")]
    pub(crate) fn is_legal_move(&self, r#move: MoveArg) -> bool {
        let (game, plain) = (self.game(), r#move.0);
        // In 960 a castling move is written in one way only; `push` and `parse_uci` are more lenient.
        game.legal(plain)
            .is_some_and(|mv| !game.is_960() || game.plain(mv) == plain)
    }

    /// Tells whether a move obeys its man's way of going, the mover's own king apart.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4r1k1/8/8/8/8/8/4R3/4K3[] w - - 0 1").is_pseudo_legal(Move.from_uci("e2a2"))
    /// True
    #[pyo3(name = "is_pseudo_legal")]
    fn is_pseudo_legal_move(&self, r#move: MoveArg) -> bool {
        is_pseudo_legal(&self.game(), r#move.0)
    }

    /// Tells whether a pseudo-legal move leaves or puts the mover's own king in check.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4r1k1/8/8/8/8/8/4R3/4K3[] w - - 0 1").is_into_check(Move.from_uci("e2a2"))
    /// True
    fn is_into_check(&self, r#move: MoveArg) -> bool {
        let game = self.game();
        is_pseudo_legal(&game, r#move.0) && game.legal(r#move.0).is_none()
    }

    /// Tells whether a legal move gives check, without playing it. Raises `IllegalMoveError`.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").gives_check(Move.from_uci("N@f6"))
    /// True
    fn gives_check(&self, r#move: MoveArg) -> PyResult<bool> {
        let game = self.game();
        Ok(game.position().gives_check(legal(&game, r#move.0)?))
    }

    /// Tells whether a pseudo-legal move captures, en passant too.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1").is_capture(Move.from_uci("e4d5"))
    /// True
    fn is_capture(&self, r#move: MoveArg) -> bool {
        let game = self.game();
        let enemy = game.position().by_color(!game.position().turn());
        (touched(r#move.0) & enemy).any() || is_en_passant(&game, r#move.0)
    }

    /// Tells whether a pseudo-legal move takes en passant.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1").is_en_passant(Move.from_uci("d4e3"))
    /// True
    fn is_en_passant(&self, r#move: MoveArg) -> bool {
        is_en_passant(&self.game(), r#move.0)
    }

    /// Tells whether a pseudo-legal move captures or moves or drops a pawn.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board().is_zeroing(Move.from_uci("e2e4")), Board().is_zeroing(Move.from_uci("g1f3"))
    /// (True, False)
    fn is_zeroing(&self, r#move: MoveArg) -> bool {
        let game = self.game();
        let position = game.position();
        let zeroing = position.by_role(Role::Pawn) | position.by_color(!position.turn());
        (touched(r#move.0) & zeroing).any() || r#move.0.dropped() == Some(Role::Pawn)
    }

    /// Tells whether a pseudo-legal move can never be made good: in Crazyhouse, whether it costs a castling right.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board().is_irreversible(Move.from_uci("e2e4"))
    /// False
    fn is_irreversible(&self, r#move: MoveArg) -> bool {
        let game = self.game();
        let position = game.position();
        let (rooks, touched) = (castling_mask(position), touched(r#move.0));
        let king_moves = Color::ALL.iter().any(|&color| {
            let king = position.king(color);
            touched.contains(king) && (rooks & Bitboard::rank(king.rank())).any()
        });
        (touched & rooks).any() || king_moves
    }

    /// Tells whether a pseudo-legal move castles.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1").is_castling(Move.from_uci("e1g1"))
    /// True
    fn is_castling(&self, r#move: MoveArg) -> bool {
        is_castling(&self.game(), r#move.0)
    }

    /// Tells whether a pseudo-legal move castles on the king's wing.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1").is_kingside_castling(Move.from_uci("e1g1"))
    /// True
    fn is_kingside_castling(&self, r#move: MoveArg) -> bool {
        let plain = r#move.0;
        is_castling(&self.game(), plain) && plain.to().file() > plain.from().file()
    }

    /// Tells whether a pseudo-legal move castles on the queen's wing.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> Board("4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1").is_queenside_castling(Move.from_uci("e1c1"))
    /// True
    fn is_queenside_castling(&self, r#move: MoveArg) -> bool {
        let plain = r#move.0;
        is_castling(&self.game(), plain) && plain.to().file() < plain.from().file()
    }

    /// Gets the squares on which the side to move may drop a man, whatever it holds; a pawn never on a last rank.
    ///
    /// >>> from furyhouse import Board
    /// >>> len(Board().legal_drop_squares())
    /// 32
    fn legal_drop_squares(&self) -> SquareSet {
        Bitboard(self.legal_drop_squares_mask()).into()
    }

    /// Gets the squares of `legal_drop_squares` as a mask.
    ///
    /// >>> from furyhouse import Board
    /// >>> hex(Board().legal_drop_squares_mask())
    /// '0xffffffff0000'
    fn legal_drop_squares_mask(&self) -> u64 {
        let position = self.position();
        let empty = !position.occupied();
        let checkers = position.checkers();
        let allowed = match checkers.first() {
            None => empty,
            Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => {
                empty & furyhouse_rules::attacks::between(position.king(position.turn()), checker)
            }
        };
        allowed.0
    }

    /// Finds the legal move between two squares; a pawn that reaches the last rank becomes a queen unless told else.
    ///
    /// Raises `IllegalMoveError`.
    ///
    /// >>> from furyhouse import Board, E2, E4
    /// >>> Board().find_move(E2, E4)
    /// Move.from_uci('e2e4')
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn find_move(
        &self,
        py: Python<'_>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<RoleArg>,
    ) -> PyResult<Py<PyMove>> {
        let found = {
            let game = self.game();
            let is_pawn = game.position().by_role(Role::Pawn).contains(from_square.0);
            let queens = promotion.is_none() && is_pawn && is_last_rank(to_square.0);
            let role = if queens {
                Some(Role::Queen)
            } else {
                promotion.map(|role| role.0)
            };
            game.plain(legal(
                &game,
                PlainMove::board_move(from_square.0, to_square.0, role),
            )?)
        };
        PyMove::object(py, found)
    }

    /// Plays a move. Raises `IllegalMoveError`, and the board is unchanged. A null move is played out of check only.
    ///
    /// >>> from furyhouse import Board, Move
    /// >>> board = Board()
    /// >>> board.push(Move.from_uci("e2e4"))
    /// >>> board.peek()
    /// Move.from_uci('e2e4')
    fn push(&self, r#move: MoveArg) -> PyResult<()> {
        self.push_plain(r#move.0)
    }

    /// Takes the last move back and returns it; raises `IndexError` when there is none.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4")
    /// >>> board.pop(), board == Board()
    /// (Move.from_uci('e2e4'), True)
    fn pop(&self, py: Python<'_>) -> PyResult<Py<PyMove>> {
        let played = self.game().take_back();
        PyMove::object(
            py,
            played.ok_or_else(|| PyIndexError::new_err("pop from a board with no moves"))?,
        )
    }

    /// Gets the last move; raises `IndexError` when there is none.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4")
    /// >>> board.peek()
    /// Move.from_uci('e2e4')
    fn peek(&self, py: Python<'_>) -> PyResult<Py<PyMove>> {
        let played = self.game().last_move();
        PyMove::object(
            py,
            played.ok_or_else(|| PyIndexError::new_err("peek at a board with no moves"))?,
        )
    }

    /// The moves played, oldest first, as a new list.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> _ = board.push_uci("e2e4"), board.push_uci("e7e5")
    /// >>> " ".join(move.uci() for move in board.move_stack)
    /// 'e2e4 e7e5'
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = self.game().moves().collect::<Vec<_>>();
        move_list(py, moves.into_iter())
    }
}

fn is_last_rank(square: Square) -> bool {
    matches!(square.rank().index(), 0 | 7)
}
