//! Moves in standard algebraic notation: `Nf3`, `exd6`, `e8=Q+`, `O-O`, `P@e4`, `N@f7#`.

use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::errors::{MoveError, excerpt};
use crate::file::File;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rank::Rank;
use crate::role::Role;
use crate::square::Square;

const EXPECTED: &str = "a move such as Nf3, exd5, e8=Q, O-O or P@e4";

impl Position {
    /// Writes a legal move in standard algebraic notation, with the mark of a check or a mate.
    ///
    /// The drop of a pawn is written `P@e4`, since `@e4` is read as the advance of a pawn by some programs.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::{Move, Position, Role, Square};
    ///
    /// let position = Position::from_fen("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1")?;
    /// assert_eq!(position.san(Move::drop(Role::Knight, Square::F7)), "N@f7#");
    /// # Ok::<(), furyhouse_rules::ParseError>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_mark(mv);
        if self.gives_check(mv) {
            let is_mate = !self.play(mv).has_legal_move();
            text.push(if is_mate { '#' } else { '+' });
        }
        text
    }

    fn san_without_mark(&self, mv: Move) -> String {
        let (from, to) = (mv.origin(), mv.to());
        match mv.kind() {
            MoveKind::Castling => {
                return if to > from { "O-O" } else { "O-O-O" }.to_owned();
            }
            MoveKind::Drop => return mv.to_string(),
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion => {}
        }
        let role = self.role_at(from).unwrap_or(Role::Pawn);
        let mut text = String::with_capacity(7);
        if role == Role::Pawn {
            if from.file() != to.file() {
                text.push(from.file().letter());
            }
        } else {
            text.push(role.letter());
            self.write_origin(mv, role, &mut text);
        }
        if self.is_capture(mv) {
            text.push('x');
        }
        text.push_str(&to.to_string());
        if let Some(role) = mv.promoted() {
            text.push('=');
            text.push(role.letter());
        }
        text
    }

    /// Writes as much of the square a man comes from as tells it from others that can go the same way.
    fn write_origin(&self, mv: Move, role: Role, text: &mut String) {
        let from = mv.origin();
        let men = self.pieces(self.turn(), role) ^ from.into();
        let rivals: Bitboard = men
            .into_iter()
            .filter(|&other| self.is_legal(Move::normal(other, mv.to())))
            .collect();
        if rivals.is_empty() {
            return;
        }
        let is_file_unique = (rivals & Bitboard::file(from.file())).is_empty();
        let is_rank_unique = (rivals & Bitboard::rank(from.rank())).is_empty();
        if is_file_unique || !is_rank_unique {
            text.push(from.file().letter());
        }
        if !is_file_unique {
            text.push(from.rank().digit());
        }
    }

    /// Reads a legal move in standard algebraic notation.
    ///
    /// Marks at the end (`+`, `#`, `!`, `?`) are passed over, castling may be written with zeros, a pawn's drop with or
    /// without its letter, a promotion with or without `=`, and more of the square of origin may be given than needed.
    ///
    /// # Errors
    ///
    /// When the text is no move, no legal move fits it, or several do.
    ///
    /// # Examples
    ///
    /// ```
    /// use furyhouse_rules::Position;
    ///
    /// let position = Position::start();
    /// assert_eq!(position.parse_san("Nf3"), position.parse_uci("g1f3"));
    /// assert!(position.parse_san("Ne5").is_err());
    /// # Ok::<(), furyhouse_rules::MoveError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let pattern = Pattern::parse(text).ok_or_else(|| MoveError::Syntax {
            found: excerpt(text),
            expected: EXPECTED,
        })?;
        let moves = self.legal_moves();
        let mut fits = moves.iter().filter(|&&mv| pattern.fits(self, mv));
        match (fits.next(), fits.next()) {
            (Some(&mv), None) => Ok(mv),
            (None, _) => Err(MoveError::Illegal {
                mv: excerpt(text),
                fen: self.fen(),
            }),
            (Some(first), Some(second)) => Err(MoveError::Ambiguous {
                mv: excerpt(text),
                fen: self.fen(),
                fits: format!("{first}, {second}"),
            }),
        }
    }
}

/// What a text in algebraic notation asks of a move.
enum Pattern {
    Castling(Side),
    Drop(Role, Square),
    Board {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promoted: Option<Role>,
    },
}

impl Pattern {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castling(Side::King)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castling(Side::Queen)),
            _ => {}
        }
        if let Some((letter, square)) = text.split_once('@') {
            let role = match letter.as_bytes() {
                [] => Role::Pawn,
                [letter] if letter.is_ascii_uppercase() => Role::from_letter(*letter)?,
                _ => return None,
            };
            return Some(Self::Drop(role, square.parse().ok()?));
        }
        Self::parse_board_move(text.as_bytes())
    }

    fn parse_board_move(text: &[u8]) -> Option<Self> {
        let (role, rest) = match text {
            [
                letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P'),
                rest @ ..,
            ] => (Role::from_letter(*letter)?, rest),
            _ => (Role::Pawn, text),
        };
        let (rest, promoted) = match rest {
            [rest @ .., b'=', letter] => (rest, Some(promoted_role(*letter)?)),
            [rest @ .., letter @ (b'N' | b'B' | b'R' | b'Q')] => {
                (rest, Some(promoted_role(*letter)?))
            }
            _ => (rest, None),
        };
        let [origin @ .., file, rank] = rest else {
            return None;
        };
        let to = Square::from_coords(File::from_letter(*file)?, Rank::from_digit(*rank)?);
        let origin = match origin {
            [origin @ .., b'x' | b'-' | b':'] => origin,
            _ => origin,
        };
        let (file, rank) = match *origin {
            [] => (None, None),
            [file, rank] => (
                Some(File::from_letter(file)?),
                Some(Rank::from_digit(rank)?),
            ),
            [one] => match (File::from_letter(one), Rank::from_digit(one)) {
                (None, None) => return None,
                found => found,
            },
            _ => return None,
        };
        Some(Self::Board {
            role,
            file,
            rank,
            to,
            promoted,
        })
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        match *self {
            Self::Castling(side) => {
                let is_king_side = mv.to() > mv.origin();
                mv.kind() == MoveKind::Castling && is_king_side == (side == Side::King)
            }
            Self::Drop(role, to) => mv.dropped() == Some(role) && mv.to() == to,
            Self::Board {
                role,
                file,
                rank,
                to,
                promoted,
            } => {
                let Some(from) = mv.from() else {
                    return false;
                };
                // `e4` is an advance; without a file a pawn's move is no capture.
                let is_file_right = match file {
                    Some(file) => from.file() == file,
                    None => role != Role::Pawn || from.file() == to.file(),
                };
                mv.kind() != MoveKind::Castling
                    && mv.to() == to
                    && mv.promoted() == promoted
                    && position.role_at(from) == Some(role)
                    && is_file_right
                    && rank.is_none_or(|rank| from.rank() == rank)
            }
        }
    }
}

fn promoted_role(letter: u8) -> Option<Role> {
    let role = Role::from_letter(letter)?;
    (role != Role::Pawn && role != Role::King).then_some(role)
}
