//! How a game ends.

use furyhouse_rules::{Color, FIFTY_MOVES, Rules};
use pyo3::prelude::*;

use super::PyBoard;
use crate::args::{ColorArg, IntArg};
use crate::game::Game;
use crate::outcome::{PyOutcome, Reason};

fn outcome(game: &Game, claim_draw: bool) -> Option<PyOutcome> {
    let rules = Rules {
        fifty_moves: game.fifty_moves,
    };
    if let Some(outcome) = game.position().outcome(game.keys(), rules) {
        return Some(outcome.into());
    }
    let claimed = claim_draw.then(|| {
        if can_claim_fifty(game) {
            Some(Reason::FiftyMoves)
        } else if can_claim_threefold(game) {
            Some(Reason::ThreefoldRepetition)
        } else {
            None
        }
    });
    claimed.flatten().map(|reason| PyOutcome {
        reason,
        winner: None,
    })
}

/// A third occurrence on the board, or one move away from it.
fn can_claim_threefold(game: &Game) -> bool {
    if game.is_repetition(3) {
        return true;
    }
    let position = game.position();
    let mut keys = game.keys().to_vec();
    keys.push(position.key());
    position
        .legal_moves()
        .into_iter()
        .any(|mv| furyhouse_rules::count_repetitions(&keys, position.play(mv).key()) >= 2)
}

fn can_claim_fifty(game: &Game) -> bool {
    let position = game.position();
    game.fifty_moves
        && position.has_legal_move()
        && (position.halfmove_clock() >= FIFTY_MOVES
            || (position.halfmove_clock() + 1 >= FIFTY_MOVES
                && position.legal_moves().into_iter().any(|mv| {
                    let next = position.play(mv);
                    next.halfmove_clock() >= FIFTY_MOVES && next.has_legal_move()
                })))
}

#[pymethods]
impl PyBoard {
    /// Gets how the game ended, or None while it goes on.
    ///
    /// Ends are mate, stalemate (never while a drop is legal) and the fifth repetition; with `claim_draw` also the
    /// third repetition, on the board or by one more move. With `fifty_moves` the board also ends by that rule.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> for san in ("f3", "e5", "g4", "Qh4#"):
    /// ...     _ = board.push_san(san)
    /// >>> board.outcome()
    /// Outcome(termination=<Termination.CHECKMATE: 1>, winner=False)
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome(&self, claim_draw: bool) -> Option<PyOutcome> {
        outcome(&self.game(), claim_draw)
    }

    /// Tells whether the game is over; see `outcome`.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().is_game_over()
    /// False
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.outcome(claim_draw).is_some()
    }

    /// Gets the result as a PGN writes it, `*` while the game goes on; see `outcome`.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().result()
    /// '*'
    #[pyo3(signature = (*, claim_draw=false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        self.outcome(claim_draw)
            .map_or("*", |outcome| outcome.result())
    }

    /// Tells whether the side to move is mated.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1").is_checkmate()
    /// True
    fn is_checkmate(&self) -> bool {
        let position = self.position();
        position.is_check() && !position.has_legal_move()
    }

    /// Tells whether the side to move has no move and is not in check.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("7k/5Q2/8/8/8/8/8/K7[] b - - 0 1").is_stalemate()
    /// True
    /// >>> Board("7k/5Q2/8/8/8/8/8/K7[p] b - - 0 1").is_stalemate()
    /// False
    fn is_stalemate(&self) -> bool {
        let position = self.position();
        !position.is_check() && !position.has_legal_move()
    }

    /// Tells whether the position stands on the board for the third, or `count`-th, time.
    ///
    /// Compared are men, side to move, castling rights, en passant that can be played, pockets and promoted men.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> for uci in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
    /// ...     _ = board.push_uci(uci)
    /// >>> board.is_repetition(), board.is_repetition(4)
    /// (True, False)
    #[pyo3(signature = (count=IntArg::from(3)), text_signature = "($self, count=3)")]
    fn is_repetition(&self, count: IntArg) -> PyResult<bool> {
        let count = count.get("count", 0, i64::MAX)?;
        Ok(self
            .game()
            .is_repetition(usize::try_from(count).unwrap_or(0)))
    }

    /// Tells whether the position stands on the board for the fifth time, which ends the game.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().is_fivefold_repetition()
    /// False
    fn is_fivefold_repetition(&self) -> bool {
        self.game().is_repetition(5)
    }

    /// Tells whether the side to move may claim a draw: the position has come up three times, or can by one move.
    ///
    /// >>> from furyhouse import Board
    /// >>> board = Board()
    /// >>> for uci in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"):
    /// ...     _ = board.push_uci(uci)
    /// >>> board.is_repetition(), board.can_claim_threefold_repetition()
    /// (False, True)
    fn can_claim_threefold_repetition(&self) -> bool {
        can_claim_threefold(&self.game())
    }

    /// Tells whether the side to move may claim a draw, by repetition or, where it is on, the fifty-move rule.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().can_claim_draw()
    /// False
    fn can_claim_draw(&self) -> bool {
        let game = self.game();
        can_claim_fifty(&game) || can_claim_threefold(&game)
    }

    /// Tells whether the fifty-move rule, where it is on, has drawn the game.
    ///
    /// >>> from furyhouse import Board
    /// >>> fen = "4k3/8/8/8/8/8/8/4K3[] w - - 100 80"
    /// >>> Board(fen).is_fifty_moves(), Board(fen, fifty_moves=True).is_fifty_moves()
    /// (False, True)
    fn is_fifty_moves(&self) -> bool {
        let game = self.game();
        game.fifty_moves && game.position().is_fifty_moves()
    }

    /// Tells whether a draw by the fifty-move rule, where it is on, may be claimed now or by one move.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("4k3/8/8/8/8/8/8/4K3[] w - - 99 80", fifty_moves=True).can_claim_fifty_moves()
    /// True
    fn can_claim_fifty_moves(&self) -> bool {
        can_claim_fifty(&self.game())
    }

    /// Tells whether 75 moves without progress have drawn the game: never in Crazyhouse.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("4k3/8/8/8/8/8/8/4K3[] w - - 150 80").is_seventyfive_moves()
    /// False
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn is_seventyfive_moves(&self) -> bool {
        false
    }

    /// Tells whether neither side can mate: never said in Crazyhouse, where men come back.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1").is_insufficient_material()
    /// False
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn is_insufficient_material(&self) -> bool {
        false
    }

    /// Tells whether a side cannot mate: never said in Crazyhouse, where men come back.
    ///
    /// >>> from furyhouse import Board, WHITE
    /// >>> Board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1").has_insufficient_material(WHITE)
    /// False
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn has_insufficient_material(&self, color: ColorArg) -> bool {
        let _: Color = color.0;
        false
    }

    /// Tells whether the game is over by a rule that only the variant has: Crazyhouse has none.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().is_variant_end()
    /// False
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn is_variant_end(&self) -> bool {
        false
    }

    /// Tells whether the side to move has lost by a rule that only the variant has: Crazyhouse has none.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().is_variant_loss()
    /// False
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn is_variant_loss(&self) -> bool {
        false
    }

    /// Tells whether the side to move has won by a rule that only the variant has: Crazyhouse has none.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().is_variant_win()
    /// False
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn is_variant_win(&self) -> bool {
        false
    }

    /// Tells whether the game is drawn by a rule that only the variant has: Crazyhouse has none.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().is_variant_draw()
    /// False
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn is_variant_draw(&self) -> bool {
        false
    }

    /// Tells whether the position can be played: always, since no other can be made.
    ///
    /// >>> from furyhouse import Board
    /// >>> Board().is_valid()
    /// True
    #[expect(
        clippy::unused_self,
        reason = "python-chess's method, whose answer is always the same here"
    )]
    fn is_valid(&self) -> bool {
        true
    }
}
