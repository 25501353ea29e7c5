//! From a well-formed FEN to a position that can be played: the second of two steps.

use super::{NO_SQUARE, Position};
use crate::bitboard::Bitboard;
use crate::castling::{CastlingMode, CastlingRights, Side};
use crate::color::Color;
use crate::errors::{PositionError, PositionFault};
use crate::fen::Fen;
use crate::file::File;
use crate::pocket::Pocket;
use crate::rank::Rank;
use crate::role::Role;
use crate::square::Square;

/// The most men on the board and in both pockets together: two full sets.
const MAX_MEN: u64 = 64;

impl Fen {
    /// Makes the position, if it can be played.
    ///
    /// # Errors
    ///
    /// When it cannot; the error lists every reason.
    pub fn position(&self, mode: CastlingMode) -> Result<Position, PositionError> {
        let mut faults = Vec::new();
        self.check_kings(&mut faults);
        self.check_men(&mut faults);
        // No fault ends the search for others: what they ask of a wrong position means nothing, but does no harm.
        let mut position = self.assemble();
        self.check_opponent(&position, &mut faults);
        self.read_castling(mode, &mut position, &mut faults);
        if let Some(square) = self.en_passant {
            if self.check_en_passant_square(square, &mut faults) {
                position.check_en_passant_history(square, &mut faults);
            }
            if faults.is_empty() {
                position.set_en_passant_if_legal(square);
            }
        }
        if faults.is_empty() {
            position.key = position.compute_key();
            Ok(position)
        } else {
            Err(PositionError::new(faults))
        }
    }

    fn check_kings(&self, faults: &mut Vec<PositionFault>) {
        for color in Color::ALL {
            match self.board.pieces(color, Role::King).count() {
                0 => faults.push(PositionFault::NoKing(color)),
                1 => {}
                count => faults.push(PositionFault::ManyKings(color, count)),
            }
        }
        for color in Color::ALL {
            if self.pockets[color.index()][Role::King.index()] > 0 {
                faults.push(PositionFault::KingInPocket(color));
            }
        }
    }

    fn check_men(&self, faults: &mut Vec<PositionFault>) {
        let pawns = self.board.by_role(Role::Pawn);
        for square in pawns & Bitboard::BACK_RANKS {
            faults.push(PositionFault::PawnOnBackRank(square));
        }
        for square in self.board.promoted() & (pawns | self.board.by_role(Role::King)) {
            faults.push(PositionFault::PromotedPawnOrKing(square));
        }
        let held: u64 = self.pockets.iter().flatten().sum();
        let men = held + u64::from(self.board.occupied().count());
        if men > MAX_MEN {
            faults.push(PositionFault::TooManyMen(men));
        }
    }

    fn assemble(&self) -> Position {
        let mut pockets = [Pocket::EMPTY; 2];
        for (pocket, counts) in pockets.iter_mut().zip(&self.pockets) {
            for role in Role::DROPPABLE {
                // More than can be counted is refused, whatever is put in here.
                for _ in 0..counts[role.index()].min(MAX_MEN) {
                    pocket.add(role);
                }
            }
        }
        Position {
            board: self.board,
            key: 0,
            pockets,
            castling: CastlingRights::NONE,
            passed: NO_SQUARE,
            turn: self.turn,
            halfmove_clock: self.halfmove_clock.into(),
            ply: 2 * (u32::from(self.fullmove_number) - 1) + self.turn as u32,
        }
    }

    fn check_opponent(&self, position: &Position, faults: &mut Vec<PositionFault>) {
        let kings = position.pieces(!self.turn, Role::King);
        let is_attacked = |king| {
            position
                .attackers(self.turn, king, position.occupied())
                .any()
        };
        if kings.into_iter().any(is_attacked) {
            faults.push(PositionFault::OpponentInCheck(!self.turn));
        }
    }

    fn read_castling(
        &self,
        mode: CastlingMode,
        position: &mut Position,
        faults: &mut Vec<PositionFault>,
    ) {
        for &letter in &self.castling {
            match castling_right(letter, mode, position) {
                None => faults.push(PositionFault::CastlingWithoutKingOrRook(letter)),
                Some((color, side, _)) if position.castling.has(color, side) => {
                    faults.push(PositionFault::CastlingTwice(letter));
                }
                Some((color, side, rook)) => position.castling.add(color, side, rook),
            }
        }
    }

    /// Asks whether a pawn stands where it would after passing the en passant square.
    fn check_en_passant_square(&self, square: Square, faults: &mut Vec<PositionFault>) -> bool {
        let opponent = !self.turn;
        let passed = Bitboard::from(square);
        let pawn = passed.forward(opponent);
        let origin = passed.forward(self.turn);
        let is_possible = square.rank() == Rank::Three.relative_to(opponent)
            && (self.board.pieces(opponent, Role::Pawn) & pawn).any()
            && (self.board.occupied() & (passed | origin)).is_empty();
        if !is_possible {
            faults.push(PositionFault::ImpossibleEnPassant(square));
        }
        is_possible
    }
}

impl Position {
    /// Asks whether the side to move was free of check before the pawn passed, as it must have been.
    fn check_en_passant_history(&self, square: Square, faults: &mut Vec<PositionFault>) {
        let passed = Bitboard::from(square);
        let pawn = passed.forward(!self.turn);
        let origin = passed.forward(self.turn);
        let before = self.occupied() ^ pawn ^ origin;
        let is_attacked = |king| {
            (self.attackers(!self.turn, king, before) & before).any()
                || origin.pawn_attacks(!self.turn).contains(king)
        };
        if self
            .pieces(self.turn, Role::King)
            .into_iter()
            .any(is_attacked)
        {
            faults.push(PositionFault::ImpossibleEnPassant(square));
        }
    }
}

/// Finds the wing and the rook that a letter of the castling field means.
fn castling_right(
    letter: char,
    mode: CastlingMode,
    position: &Position,
) -> Option<(Color, Side, Square)> {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let first_rank = Rank::One.relative_to(color);
    let kings = position.pieces(color, Role::King);
    let king = kings.first().filter(|king| king.rank() == first_rank)?;
    if kings.more_than_one() {
        return None;
    }
    let rook = match letter.to_ascii_lowercase() {
        'k' => position.outermost_rook(color, Side::King)?,
        'q' => position.outermost_rook(color, Side::Queen)?,
        file => Square::from_coords(File::from_letter(file as u8)?, first_rank),
    };
    if !position.pieces(color, Role::Rook).contains(rook) {
        return None;
    }
    let side = if rook > king { Side::King } else { Side::Queen };
    let corner = match side {
        Side::King => File::H,
        Side::Queen => File::A,
    };
    let is_usual = king.file() == File::E && rook.file() == corner;
    (mode == CastlingMode::Chess960 || is_usual).then_some((color, side, rook))
}
