//! Reading a FEN: the first of two steps, which asks only whether the text is well formed.

use std::str::FromStr;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::errors::{FenError, FenFault, excerpt};
use crate::file::File;
use crate::piece::Piece;
use crate::rank::Rank;
use crate::role::Role;
use crate::square::Square;

const RANK_FIELDS: [&str; 8] = [
    "rank 1", "rank 2", "rank 3", "rank 4", "rank 5", "rank 6", "rank 7", "rank 8",
];

/// A well-formed FEN, whose position may still be impossible.
///
/// Read are four to six fields: men and pocket, side to move, castling, en passant square, half-move clock, move
/// number. The pocket is written `[Qn]`, `[]`, `[-]`, as a ninth rank `/Qn`, as a bare `/`, or left out; `~` follows
/// promoted men; castling is `KQkq` or the files of the rooks. A move number of 0 is read as 1.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{CastlingMode, Fen};
///
/// let fen = Fen::parse("4k3/1Q~6/8/8/8/8/8/4K3/Pn b - -")?;
/// let position = fen.position(CastlingMode::Standard)?;
/// assert_eq!(position.fen(), "4k3/1Q~6/8/8/8/8/8/4K3[Pn] b - - 0 1");
/// # Ok::<(), furyhouse_rules::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    pub(crate) board: Board,
    /// Men in hand by colour and kind; kings too, so that validation can refuse them.
    pub(crate) pockets: [[u64; 6]; 2],
    pub(crate) turn: Color,
    /// The letters of the castling field as they stand, each once.
    pub(crate) castling: Vec<char>,
    pub(crate) en_passant: Option<Square>,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
}

impl Fen {
    /// Reads a FEN.
    ///
    /// # Errors
    ///
    /// When the text is not well formed; the error lists every fault with its place in the text.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        let mut parser = Parser::default();
        let fen = parser.parse(text);
        if parser.faults.is_empty() {
            Ok(fen)
        } else {
            Err(FenError::new(parser.faults))
        }
    }
}

impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::parse(text)
    }
}

/// A piece of the text and where it begins.
#[derive(Copy, Clone)]
struct Field<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Field<'a> {
    fn part(self, from: usize, to: usize) -> Self {
        Self {
            text: &self.text[from..to],
            at: self.at + from,
        }
    }

    fn split(self, separator: char) -> impl Iterator<Item = Field<'a>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let field = Field { text, at };
            at += text.len() + separator.len_utf8();
            field
        })
    }
}

fn fields(text: &str) -> Vec<Field<'_>> {
    let start = text.as_ptr() as usize;
    text.split_ascii_whitespace()
        .map(|part| Field {
            text: part,
            at: part.as_ptr() as usize - start,
        })
        .collect()
}

#[derive(Default)]
struct Parser {
    faults: Vec<FenFault>,
}

impl Parser {
    fn fault(&mut self, field: &'static str, at: usize, found: String, expected: &'static str) {
        self.faults.push(FenFault {
            field,
            at,
            found,
            expected,
        });
    }

    fn parse(&mut self, text: &str) -> Fen {
        let fields = fields(text);
        let mut fen = Fen {
            board: Board::default(),
            pockets: [[0; 6]; 2],
            turn: Color::White,
            castling: Vec::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        if fields.len() < 4 {
            let found = match fields.len() {
                0 => "an empty text".to_owned(),
                n => format!("{n} in {:?}", excerpt(text)),
            };
            self.fault("text", 0, found, "4 to 6 fields");
            // A text with no rank in it is something else altogether: nothing more to say of it.
            if !text.contains('/') {
                return fen;
            }
        }
        if let Some(&field) = fields.first() {
            self.men(field, &mut fen);
        }
        if let Some(&field) = fields.get(1) {
            fen.turn = self.turn(field);
        }
        if let Some(&field) = fields.get(2) {
            fen.castling = self.castling(field);
        }
        if let Some(&field) = fields.get(3) {
            fen.en_passant = self.en_passant(field);
        }
        if let Some(&field) = fields.get(4) {
            fen.halfmove_clock = self.counter("halfmove clock", field);
        }
        if let Some(&field) = fields.get(5) {
            // Some programs count from 0; this is the one repair that is made.
            fen.fullmove_number = self.counter("move number", field).max(1);
        }
        if let Some(&field) = fields.get(6) {
            let found = format!("a seventh field {:?}", excerpt(field.text));
            self.fault("text", field.at, found, "4 to 6 fields");
        }
        fen
    }

    fn men(&mut self, field: Field<'_>, fen: &mut Fen) {
        let (placement, pocket) = match field.text.find('[') {
            Some(open) => {
                let pocket = field.part(open, field.text.len());
                (field.part(0, open), self.bracket(pocket))
            }
            None => (field, None),
        };
        let mut ranks: Vec<Field<'_>> = placement.split('/').collect();
        let is_ninth_a_pocket = ranks
            .get(8)
            .is_some_and(|ninth| !ninth.text.bytes().any(|byte| byte.is_ascii_digit()));
        let slash_pocket = if ranks.len() == 9 && is_ninth_a_pocket {
            ranks.pop()
        } else {
            None
        };
        if ranks.len() != 8 {
            let found = format!("{} ranks", ranks.len());
            self.fault("board", field.at, found, "8 ranks");
        }
        for (row, rank) in Rank::ALL.into_iter().rev().zip(ranks) {
            self.rank(row, rank, &mut fen.board);
        }
        match (pocket, slash_pocket) {
            (Some(_), Some(second)) => {
                self.fault("pocket", second.at, "two pockets".to_owned(), "one");
            }
            (Some(pocket), None) | (None, Some(pocket)) => self.pocket(pocket, &mut fen.pockets),
            (None, None) => {}
        }
    }

    /// Gets what stands inside the brackets.
    fn bracket<'a>(&mut self, field: Field<'a>) -> Option<Field<'a>> {
        let Some(close) = field.text.find(']') else {
            let found = excerpt(field.text);
            self.fault(
                "pocket",
                field.at,
                format!("{found:?}, bracket not closed"),
                "[…]",
            );
            return None;
        };
        let rest = field.part(close + 1, field.text.len());
        if let Some(second) = rest.text.strip_prefix('/') {
            let found = format!("two pockets, the second {:?}", excerpt(second));
            self.fault("pocket", rest.at, found, "one");
        } else if !rest.text.is_empty() {
            let found = format!("{:?} after the pocket", excerpt(rest.text));
            self.fault("pocket", rest.at, found, "nothing after it");
        }
        let inside = field.part(1, close);
        Some(if inside.text == "-" {
            inside.part(0, 0)
        } else {
            inside
        })
    }

    fn rank(&mut self, row: Rank, field: Field<'_>, board: &mut Board) {
        let name = RANK_FIELDS[row.index()];
        let mut column = 0;
        let mut last_square = None;
        let mut after_digit = false;
        for (offset, letter) in field.text.char_indices() {
            let at = field.at + offset;
            let before = last_square.take();
            let is_digit = letter.is_ascii_digit() && letter != '0';
            if letter == '~' {
                match before {
                    Some(square) => board.toggle_promoted(square),
                    None => self.fault(name, at, "~ with no man before it".to_owned(), "a man"),
                }
            } else if is_digit {
                if after_digit {
                    self.fault(name, at, "two digits in a row".to_owned(), "their sum");
                }
                column += letter as usize - '0' as usize;
            } else if let Some(piece) = piece(letter) {
                if let Some(&file) = File::ALL.get(column) {
                    let square = Bitboard::from(Square::from_coords(file, row));
                    board.toggle(piece.color, piece.role, square);
                    last_square = Some(square);
                } else {
                    // Beyond the edge, which is counted below; a `~` may still follow.
                    last_square = Some(Bitboard::EMPTY);
                }
                column += 1;
            } else {
                self.fault(
                    name,
                    at,
                    format!("{letter:?}"),
                    "a man, ~ or a digit 1 to 8",
                );
                column += 1;
            }
            after_digit = is_digit;
        }
        if column != 8 {
            self.fault(name, field.at, format!("{column} squares"), "8 squares");
        }
    }

    fn pocket(&mut self, field: Field<'_>, pockets: &mut [[u64; 6]; 2]) {
        for (offset, letter) in field.text.char_indices() {
            let at = field.at + offset;
            match (piece(letter), letter) {
                (Some(piece), _) => pockets[piece.color.index()][piece.role.index()] += 1,
                (None, '~') => {
                    let found = "~ in a pocket".to_owned();
                    self.fault("pocket", at, found, "men without marks");
                }
                (None, _) => {
                    let found = format!("unknown letter {letter:?}");
                    self.fault("pocket", at, found, "letters of men: QRBNP, qrbnp");
                    return;
                }
            }
        }
    }

    fn turn(&mut self, field: Field<'_>) -> Color {
        match field.text {
            "w" => return Color::White,
            "b" => return Color::Black,
            other => {
                let found = format!("{:?}", excerpt(other));
                self.fault("side to move", field.at, found, "w or b");
            }
        }
        Color::White
    }

    fn castling(&mut self, field: Field<'_>) -> Vec<char> {
        const EXPECTED: &str = "- or letters of KQkq or of the rooks' files, each once";
        let mut letters = Vec::new();
        if field.text == "-" {
            return letters;
        }
        for (offset, letter) in field.text.char_indices() {
            let at = field.at + offset;
            if !matches!(letter, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h') {
                self.fault("castling field", at, format!("{letter:?}"), EXPECTED);
                break;
            }
            if letters.contains(&letter) {
                self.fault("castling field", at, format!("{letter:?} twice"), EXPECTED);
                break;
            }
            letters.push(letter);
        }
        letters
    }

    fn en_passant(&mut self, field: Field<'_>) -> Option<Square> {
        if field.text == "-" {
            return None;
        }
        let square = field.text.parse::<Square>().ok();
        if let Some(square) = square
            && matches!(square.rank(), Rank::Three | Rank::Six)
        {
            return Some(square);
        }
        let found = format!("{:?}", excerpt(field.text));
        self.fault(
            "en passant field",
            field.at,
            found,
            "- or a square of rank 3 or 6",
        );
        None
    }

    fn counter(&mut self, name: &'static str, field: Field<'_>) -> u16 {
        let is_number = field.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = field.text.parse::<u16>().ok();
        match number {
            Some(number) if is_number => number,
            _ => {
                let out_of_range = if is_number { ", out of range" } else { "" };
                let found = format!("{:?}{out_of_range}", excerpt(field.text));
                self.fault(name, field.at, found, "a number from 0 to 65535");
                0
            }
        }
    }
}

fn piece(letter: char) -> Option<Piece> {
    u8::try_from(letter).ok().and_then(Piece::from_letter)
}

/// Writes the men of one pocket: queens first, pawns last.
pub(crate) const POCKET_ORDER: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];
