//! How games end.

use crate::color::Color;
use crate::position::Position;
use crate::zobrist::Key;

/// The number of times a position must stand on the board to end the game by itself.
const FIVEFOLD: usize = 5;
/// The half-move clock at which the 50-move rule ends a game, where it is in force.
pub const FIFTY_MOVES: u32 = 100;

/// Why a game has ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The side to move is in check and has no legal move, not even a drop.
    Checkmate,
    /// The side to move is not in check and has no legal move, not even a drop.
    Stalemate,
    /// The position stands on the board for the fifth time.
    FivefoldRepetition,
    /// 50 moves of either side without a capture or a pawn's move; only where the game is played by that rule.
    FiftyMoves,
}

/// The end of a game.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Color, Position, Rules, Termination};
///
/// let mate = Position::from_fen("6bk/6Pp/5P2/8/8/8/8/6K1[] b - - 0 1")?;
/// let outcome = mate.outcome(&[], Rules::default()).expect("this is mate");
/// assert_eq!(outcome.termination, Termination::Checkmate);
/// assert_eq!(outcome.winner, Some(Color::White));
/// # Ok::<(), furyhouse_rules::ParseError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why the game has ended.
    pub termination: Termination,
    /// Who has won; nobody in a draw.
    pub winner: Option<Color>,
}

impl Outcome {
    /// Gets `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    const fn draw(termination: Termination) -> Self {
        Self {
            termination,
            winner: None,
        }
    }
}

/// The rules that are a matter of choice.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// Whether 50 moves without a capture or a pawn's move end the game in a draw. Lichess plays without this rule.
    pub fifty_moves: bool,
}

impl Position {
    /// Gets the end of the game that the position itself tells: mate or stalemate.
    #[must_use]
    pub fn board_outcome(&self) -> Option<Outcome> {
        if self.has_legal_move() {
            return None;
        }
        Some(if self.is_check() {
            Outcome {
                termination: Termination::Checkmate,
                winner: Some(!self.turn()),
            }
        } else {
            Outcome::draw(Termination::Stalemate)
        })
    }

    /// Whether the 50-move rule draws the game here, where it is in force; a mate or stalemate comes before it.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::Position;
    ///
    /// let pos = Position::from_fen("4k3/8/8/8/8/8/8/4K2R[] w - - 100 90")?;
    /// assert!(pos.is_fifty_moves());
    /// # Ok::<(), furyhouse_rules::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && self.has_legal_move()
    }

    /// Gets the end of the game, given the keys of all earlier positions.
    ///
    /// Insufficient material does not exist in Crazyhouse, and threefold repetition is a claim, not an end.
    #[must_use]
    pub fn outcome(&self, earlier: &[Key], rules: Rules) -> Option<Outcome> {
        if let Some(outcome) = self.board_outcome() {
            return Some(outcome);
        }
        if rules.fifty_moves && self.is_fifty_moves() {
            return Some(Outcome::draw(Termination::FiftyMoves));
        }
        let times = 1 + count_repetitions(earlier, self.key());
        (times >= FIVEFOLD).then_some(Outcome::draw(Termination::FivefoldRepetition))
    }
}

/// Counts how often a position has stood on the board before.
///
/// Captures and drops do not end the search: in Crazyhouse a position can come back through both. Only a lost castling
/// right never does, and the key tells that.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::count_repetitions;
///
/// assert_eq!(count_repetitions(&[7, 8, 7, 9], 7), 2);
/// ```
#[must_use]
pub fn count_repetitions(earlier: &[Key], key: Key) -> usize {
    earlier.iter().filter(|&&other| other == key).count()
}
