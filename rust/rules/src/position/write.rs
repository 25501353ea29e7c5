//! Writing a position as a FEN, in one canonical form.

use std::fmt::Write;

use super::Position;
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::color::Color;
use crate::fen::POCKET_ORDER;
use crate::file::File;
use crate::rank::Rank;
use crate::role::Role;
use crate::square::Square;

impl Position {
    /// Writes the position as a FEN in its canonical form.
    ///
    /// The pocket stands in brackets, White's men first, each side's from queens to pawns; an en passant square is
    /// written only where the capture is legal; castling rights are `KQkq`, or the file of a rook that is not the
    /// outermost one (X-FEN).
    #[must_use]
    pub fn fen(&self) -> String {
        let mut text = String::with_capacity(90);
        self.write_board(&mut text);
        self.write_pockets(&mut text);
        text.push(' ');
        text.push(self.turn().letter());
        text.push(' ');
        self.write_castling(&mut text);
        text.push(' ');
        match self.en_passant() {
            Some(square) => text.push_str(&square.to_string()),
            None => text.push('-'),
        }
        let (halfmoves, moves) = (self.halfmove_clock(), self.fullmove_number());
        // Writing to a String cannot fail.
        let _ = write!(text, " {halfmoves} {moves}");
        text
    }

    fn write_board(&self, text: &mut String) {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let Some(piece) = self.piece_at(square) else {
                    empty += 1;
                    continue;
                };
                push_digit(text, empty);
                empty = 0;
                text.push(piece.letter());
                if self.promoted().contains(square) {
                    text.push('~');
                }
            }
            push_digit(text, empty);
            if rank != Rank::One {
                text.push('/');
            }
        }
    }

    fn write_pockets(&self, text: &mut String) {
        text.push('[');
        for color in Color::ALL {
            for role in POCKET_ORDER {
                let letter = match color {
                    Color::White => role.letter(),
                    Color::Black => role.lower_letter(),
                };
                text.extend((0..self.pocket(color).count(role)).map(|_| letter));
            }
        }
        text.push(']');
    }

    fn write_castling(&self, text: &mut String) {
        if self.castling().is_empty() {
            text.push('-');
        }
        for (color, side, rook) in self.castling().iter() {
            let letter = match side {
                _ if self.outermost_rook(color, side) != Some(rook) => rook.file().letter(),
                Side::King => 'k',
                Side::Queen => 'q',
            };
            text.push(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            });
        }
    }

    /// Gets a side's rook nearest to the edge on that wing of its king, on its first rank.
    pub(super) fn outermost_rook(&self, color: Color, side: Side) -> Option<Square> {
        let first_rank = Bitboard::rank(Rank::One.relative_to(color));
        let king = self.king(color);
        let mut rooks = (self.pieces(color, Role::Rook) & first_rank).into_iter();
        match side {
            Side::King => rooks.filter(|&rook| rook > king).last(),
            Side::Queen => rooks.find(|&rook| rook < king),
        }
    }
}

fn push_digit(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push((b'0' + empty) as char);
    }
}
