//! What can be wrong with a text, a position or a move.

use std::fmt;

use thiserror::Error;

use crate::color::Color;
use crate::square::Square;

/// The longest piece of a user's text that a message repeats.
const EXCERPT: usize = 40;

/// Cuts a user's text to what a message can hold.
pub(crate) fn excerpt(text: &str) -> String {
    let mut cut: String = text.chars().take(EXCERPT).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

/// One thing that is wrong with the text of a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenFault {
    /// The field, in words.
    pub field: &'static str,
    /// The byte of the text where the fault begins.
    pub at: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: &'static str,
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            field,
            at,
            found,
            expected,
        } = self;
        write!(f, "{field} (at {at}): expected {expected}, found {found}")
    }
}

/// A text that is no FEN: every fault, in the order of the text.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::Fen;
///
/// let error = Fen::parse("4k3/9/8/8/8/8/8/4K3[X] w - - 0 1").unwrap_err();
/// assert_eq!(error.faults().len(), 2);
/// assert_eq!(error.at(), 4);
/// assert!(error.to_string().contains("rank 7"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("FEN: {}", join(.faults))]
pub struct FenError {
    faults: Vec<FenFault>,
}

impl FenError {
    /// Wraps the faults of a text; there is at least one.
    pub(crate) fn new(faults: Vec<FenFault>) -> Self {
        debug_assert!(!faults.is_empty(), "an error has a fault");
        Self { faults }
    }

    /// Gets all faults.
    #[must_use]
    pub fn faults(&self) -> &[FenFault] {
        &self.faults
    }

    /// Gets the byte of the text where the first fault begins.
    #[must_use]
    pub fn at(&self) -> usize {
        self.faults.first().map_or(0, |fault| fault.at)
    }
}

/// One reason why a position cannot be played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Error)]
pub enum PositionFault {
    /// A side has no king.
    #[error("no {0} king")]
    NoKing(Color),
    /// A side has several kings.
    #[error("{1} {0} kings, expected one")]
    ManyKings(Color, u32),
    /// A pocket holds a king.
    #[error("a {0} king in the pocket: a king cannot be held")]
    KingInPocket(Color),
    /// A pawn stands on the first or on the last rank.
    #[error("a pawn on {0}: no pawn stands on the first or the last rank")]
    PawnOnBackRank(Square),
    /// A pawn or a king is marked as promoted.
    #[error("a promoted pawn or king on {0}: only a knight, bishop, rook or queen can be promoted")]
    PromotedPawnOrKing(Square),
    /// There are more men than furyhouse plays with.
    #[error("{0} men on the board and in the pockets, expected at most 64")]
    TooManyMen(u64),
    /// The side that has just moved stands in check.
    #[error("the side not to move ({0}) is in check")]
    OpponentInCheck(Color),
    /// A castling right without its king and rook in place.
    #[error("castling right {0:?} with no king or rook there")]
    CastlingWithoutKingOrRook(char),
    /// A castling right that two letters name.
    #[error("castling right {0:?} twice")]
    CastlingTwice(char),
    /// An en passant square that no pawn has just passed.
    #[error("en passant square {0}: no pawn has just passed it")]
    ImpossibleEnPassant(Square),
}

/// A well-formed FEN whose position cannot be played: every reason.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{ParseError, Position};
///
/// let Err(ParseError::Position(error)) = Position::from_fen("8/8/8/8/8/8/8/P3K3[k] w - - 0 1") else {
///     panic!("this position cannot be played");
/// };
/// assert_eq!(error.faults().len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("position: {}", join(.faults))]
pub struct PositionError {
    faults: Vec<PositionFault>,
}

impl PositionError {
    /// Wraps the faults of a position; there is at least one.
    pub(crate) fn new(faults: Vec<PositionFault>) -> Self {
        debug_assert!(!faults.is_empty(), "an error has a fault");
        Self { faults }
    }

    /// Gets all reasons.
    #[must_use]
    pub fn faults(&self) -> &[PositionFault] {
        &self.faults
    }
}

/// A text that gives no position: it is no FEN, or its position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The text is no FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The position cannot be played.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// A move that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is no move in the notation that was asked for.
    #[error("move: expected {expected}, found {found:?}")]
    Syntax {
        /// What was given.
        found: String,
        /// What a move looks like.
        expected: &'static str,
    },
    /// The move is well formed, and against the rules here.
    #[error("illegal move {mv} in {fen}")]
    Illegal {
        /// The move as it was given.
        mv: String,
        /// The position.
        fen: String,
    },
    /// Several legal moves fit the text.
    #[error("ambiguous move {mv} in {fen}: {fits}")]
    Ambiguous {
        /// The move as it was given.
        mv: String,
        /// The position.
        fen: String,
        /// The moves that fit, in UCI notation.
        fits: String,
    },
}

fn join<T: fmt::Display>(faults: &[T]) -> String {
    let texts: Vec<String> = faults.iter().map(T::to_string).collect();
    texts.join("; ")
}
