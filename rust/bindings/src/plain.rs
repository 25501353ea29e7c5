//! A move without its position, as Python holds it.
//!
//! The rules' move says whether it castles or takes en passant; Python's `Move`, like python-chess's, says only from
//! where to where. The two are turned into each other here, by a look at the position.

use furyhouse_rules::{File, Move, MoveKind, Position, Role, Square};

/// From-square, to-square, a kind of man (0 for none), and whether the man is dropped, in 16 bits: 6, 6, 3 and 1.
///
/// All bits zero is the null move. A drop has its square twice.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct PlainMove(u16);

const ROLE_SHIFT: u16 = 12;
const DROP: u16 = 1 << 15;

impl PlainMove {
    pub(crate) const NULL: Self = Self(0);

    pub(crate) fn board_move(from: Square, to: Square, promotion: Option<Role>) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6 | role_bits(promotion))
    }

    pub(crate) fn drop(role: Role, to: Square) -> Self {
        Self(to.index() as u16 | (to.index() as u16) << 6 | role_bits(Some(role)) | DROP)
    }

    pub(crate) const fn code(self) -> u16 {
        self.0
    }

    pub(crate) fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    pub(crate) fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    pub(crate) fn promotion(self) -> Option<Role> {
        if self.is_drop() { None } else { self.role() }
    }

    pub(crate) fn dropped(self) -> Option<Role> {
        if self.is_drop() { self.role() } else { None }
    }

    pub(crate) const fn is_drop(self) -> bool {
        self.0 & DROP != 0
    }

    pub(crate) fn is_null(self) -> bool {
        self == Self::NULL
    }

    fn role(self) -> Option<Role> {
        usize::from(self.0 >> ROLE_SHIFT & 7)
            .checked_sub(1)
            .and_then(|index| Role::ALL.get(index).copied())
    }

    /// The move in UCI's notation: `e2e4`, `e7e8q`, `P@e4`, or `0000` for the null move.
    pub(crate) fn uci(self) -> String {
        let to = self.to();
        if let Some(role) = self.dropped() {
            format!("{}@{to}", role.letter())
        } else if self.is_null() {
            "0000".to_owned()
        } else {
            let promotion = self
                .promotion()
                .map(|role| role.letter().to_ascii_lowercase());
            let suffix = promotion.map(String::from).unwrap_or_default();
            format!("{}{to}{suffix}", self.from())
        }
    }

    /// Reads UCI's notation. The error is the byte at which the text stops being a move, and what was expected there.
    pub(crate) fn parse_uci(text: &str) -> Result<Self, (usize, &'static str)> {
        if text == "0000" {
            return Ok(Self::NULL);
        }
        let bytes = text.as_bytes();
        if bytes.get(1) == Some(&b'@') {
            let role = role_at(bytes, 0).ok_or((0, "the letter of a man (P, N, B, R, Q)"))?;
            let to = square_at(bytes, 2).ok_or((2, "a square"))?;
            return if bytes.len() == 4 {
                Ok(Self::drop(role, to))
            } else {
                Err((4, "the end of the move"))
            };
        }
        let from = square_at(bytes, 0).ok_or((0, "a square"))?;
        let to = square_at(bytes, 2).ok_or((2, "a square"))?;
        if from == to {
            return Err((2, "another square than the first (the null move is 0000)"));
        }
        let promotion = match bytes.len() {
            4 => None,
            _ => Some(role_at(bytes, 4).ok_or((4, "the letter of a man (n, b, r, q)"))?),
        };
        if bytes.len() > 5 {
            return Err((5, "the end of the move"));
        }
        Ok(Self::board_move(from, to, promotion))
    }

    /// The rules' move as Python writes it: castling as the king's two steps, or in 960 as king takes rook.
    pub(crate) fn from_rules(mv: Move, chess960: bool) -> Self {
        let to = mv.to();
        let Some(from) = mv.from() else {
            return mv.dropped().map_or(Self::NULL, |role| Self::drop(role, to));
        };
        match mv.kind() {
            MoveKind::Castling if !chess960 => {
                let file = if to.file() > from.file() {
                    File::ALL[6]
                } else {
                    File::ALL[2]
                };
                Self::board_move(from, Square::from_coords(file, from.rank()), None)
            }
            _ => Self::board_move(from, to, mv.promoted()),
        }
    }

    /// The rules' move, where the position can hold such a move at all. It need not be legal.
    pub(crate) fn to_rules(self, position: &Position) -> Option<Move> {
        let (from, to) = (self.from(), self.to());
        if self.is_drop() {
            return self
                .dropped()
                .filter(|&role| role != Role::King)
                .map(|role| Move::drop(role, to));
        }
        if from == to {
            return None;
        }
        if let Some(role) = self.promotion() {
            let possible = !matches!(role, Role::Pawn | Role::King);
            return possible.then(|| Move::promotion(from, to, role));
        }
        Some(position.resolve(Move::normal(from, to)))
    }
}

fn role_bits(role: Option<Role>) -> u16 {
    role.map_or(0, |role| (role as u16 + 1) << ROLE_SHIFT)
}

fn role_at(bytes: &[u8], at: usize) -> Option<Role> {
    bytes.get(at).and_then(|letter| Role::from_letter(*letter))
}

fn square_at(bytes: &[u8], at: usize) -> Option<Square> {
    let (file, rank) = (
        bytes.get(at)?.checked_sub(b'a')?,
        bytes.get(at + 1)?.checked_sub(b'1')?,
    );
    if file < 8 && rank < 8 {
        Square::try_new(rank * 8 + file)
    } else {
        None
    }
}
