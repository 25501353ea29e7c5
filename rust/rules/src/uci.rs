//! Moves as UCI and CECP write them: `e2e4`, `e7e8q`, `P@e4`.

use crate::castling::{CastlingMode, Side};
use crate::errors::{MoveError, excerpt};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;

const EXPECTED: &str = "a move such as e2e4, e7e8q or P@e4";

impl Position {
    /// Reads a legal move in UCI notation.
    ///
    /// Castling is read both as the king's step of two squares and as the king taking its rook; the letter of a
    /// dropped or promoted man in either case; a drop without letter is a pawn's.
    ///
    /// # Errors
    ///
    /// When the text is no move, or the move is not legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::{Move, Position, Role, Square};
    ///
    /// let position = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R[P] w Kq - 0 1")?;
    /// assert_eq!(position.parse_uci("e1g1"), position.parse_uci("e1h1"));
    /// assert_eq!(position.parse_uci("@e4"), Ok(Move::drop(Role::Pawn, Square::E4)));
    /// # Ok::<(), furyhouse_rules::ParseError>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let plain = plain_move(text).ok_or_else(|| MoveError::Syntax {
            found: excerpt(text),
            expected: EXPECTED,
        })?;
        let mv = self.resolve(plain);
        if self.is_legal(mv) {
            Ok(mv)
        } else {
            Err(MoveError::Illegal {
                mv: excerpt(text),
                fen: self.fen(),
            })
        }
    }

    /// Turns a move that is told by its squares alone into castling or an en passant capture, where it is one here.
    ///
    /// Other moves are given back as they are; the result need not be legal.
    #[must_use]
    pub fn resolve(&self, mv: Move) -> Move {
        if mv.kind() != MoveKind::Normal {
            return mv;
        }
        let (from, to) = (mv.origin(), mv.to());
        let us = self.turn();
        if from == self.king(us) && self.castling().has_any(us) {
            let to_rook = self.castling().side_of(us, to).map(|_| to);
            if let Some(rook) = to_rook.or_else(|| self.castling_rook(from, to)) {
                return Move::castling(from, rook);
            }
        }
        let is_pawn = self.pieces(us, Role::Pawn).contains(from);
        if is_pawn && self.en_passant() == Some(to) && from.file() != to.file() {
            return Move::en_passant(from, to);
        }
        mv
    }

    /// Finds the rook of a castling move that is written as the king's way, two squares or more.
    fn castling_rook(&self, from: Square, to: Square) -> Option<Square> {
        if from.distance(to) < 2 {
            return None;
        }
        let us = self.turn();
        let side = Side::ALL
            .into_iter()
            .find(|side| side.king_target(us) == to)?;
        self.castling().rook(us, side)
    }

    /// Writes a move in UCI notation.
    #[must_use]
    pub fn uci(&self, mv: Move, mode: CastlingMode) -> String {
        if mode == CastlingMode::Standard && mv.kind() == MoveKind::Castling {
            let (king, rook) = (mv.origin(), mv.to());
            let side = if rook > king { Side::King } else { Side::Queen };
            return format!("{king}{}", side.king_target(self.turn()));
        }
        mv.to_string()
    }
}

/// Reads a move's text without looking at a position.
fn plain_move(text: &str) -> Option<Move> {
    let square = |part: Option<&str>| part?.parse::<Square>().ok();
    if let Some(at) = text.find('@') {
        let role = match text.as_bytes() {
            [b'@', ..] => Role::Pawn,
            [letter, b'@', ..] => Role::from_letter(*letter)?,
            _ => return None,
        };
        let to = square(text.get(at + 1..))?;
        return (role != Role::King).then(|| Move::drop(role, to));
    }
    let (from, to) = (square(text.get(..2))?, square(text.get(2..4))?);
    if from == to {
        return None;
    }
    match text.as_bytes().get(4..)? {
        [] => Some(Move::normal(from, to)),
        [letter] | [b'=', letter] => {
            let role = Role::from_letter(*letter)?;
            (role != Role::Pawn && role != Role::King).then(|| Move::promotion(from, to, role))
        }
        _ => None,
    }
}
