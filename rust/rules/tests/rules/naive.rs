//! Crazyhouse written a second time, as plainly as possible, to hold the fast rules against.
//!
//! No bitboards, no pins, no tables: a board of 64 optional men, every move tried, and kept when the mover's king is not
//! attacked afterwards. Slow, and independent of everything in the crate but its squares, men and moves.

use furyhouse_rules::{Color, Move, MoveKind, Piece, Position, Role, Side, Square};

/// A man on the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Man {
    /// Its colour and kind.
    pub(crate) piece: Piece,
    /// True for a pawn in disguise.
    pub(crate) promoted: bool,
}

/// A position kept as a board of men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    /// The men, from a1 to h8.
    pub(crate) board: [Option<Man>; 64],
    /// Men in hand, by colour, then by role.
    pub(crate) pockets: [[u8; 5]; 2],
    /// The side to move.
    pub(crate) turn: Color,
    /// The rooks that may still castle, by colour; king's side first.
    pub(crate) rooks: [[Option<usize>; 2]; 2],
    /// The square that a pawn has just passed.
    pub(crate) passed: Option<usize>,
    /// Half-moves since the last capture or pawn move; drops count as neither.
    pub(crate) halfmoves: u32,
    /// The number of the move, counted by black's moves.
    pub(crate) fullmove: u32,
}

/// The largest half-move clock and move number that a FEN holds.
pub(crate) const MOST_COUNTED: u32 = 65_535;

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The square a step away, if it is on the board.
fn step(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = from as i32 % 8 + files;
    let rank = from as i32 / 8 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (rank * 8 + file) as usize)
}

/// The direction in which pawns of a colour walk, in ranks.
fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The first rank as its owner sees it.
fn home(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

fn square(index: usize) -> Square {
    Square::new(index as u8)
}

impl Naive {
    /// Reads the state of a position through its accessors.
    ///
    /// The en passant square is the position's own, so a square where no capture is legal is lost here.
    pub(crate) fn of(pos: &Position) -> Naive {
        let mut board = [None; 64];
        for (index, man) in board.iter_mut().enumerate() {
            let here = square(index);
            *man = pos.piece_at(here).map(|piece| Man {
                piece,
                promoted: pos.promoted().contains(here),
            });
        }
        let pocket = |color| [0, 1, 2, 3, 4].map(|role| pos.pocket(color).count(Role::ALL[role]));
        let rooks = |color| {
            [Side::King, Side::Queen]
                .map(|side| pos.castling().rook(color, side).map(Square::index))
        };
        Naive {
            board,
            pockets: [pocket(Color::White), pocket(Color::Black)],
            turn: pos.turn(),
            rooks: [rooks(Color::White), rooks(Color::Black)],
            passed: pos.en_passant().map(Square::index),
            halfmoves: pos.halfmove_clock(),
            fullmove: pos.fullmove_number(),
        }
    }

    /// The position as [`Naive::of`] reads it: the en passant square only where the capture is legal, and
    /// the counters cut to what a FEN holds.
    pub(crate) fn canonical(&self) -> Naive {
        let mut canonical = self.clone();
        canonical.halfmoves = self.halfmoves.min(MOST_COUNTED);
        canonical.fullmove = self.fullmove.min(MOST_COUNTED);
        if !self
            .legal_moves()
            .iter()
            .any(|m| m.kind() == MoveKind::EnPassant)
        {
            canonical.passed = None;
        }
        canonical
    }

    /// The square of a colour's king.
    pub(crate) fn king(&self, color: Color) -> usize {
        let king = Some(Piece {
            color,
            role: Role::King,
        });
        self.board
            .iter()
            .position(|man| man.map(|man| man.piece) == king)
            .expect("a king of each colour")
    }

    /// True when a man stands on the square.
    fn taken(&self, index: usize) -> bool {
        self.board[index].is_some()
    }

    /// The squares of all men of `by` that attack the square.
    pub(crate) fn attackers(&self, target: usize, by: Color) -> Vec<usize> {
        let slides = |from: usize, steps: &[(i32, i32)]| {
            steps.iter().any(|&direction| {
                let mut at = from;
                while let Some(next) = step(at, direction) {
                    if next == target {
                        return true;
                    }
                    if self.taken(next) {
                        return false;
                    }
                    at = next;
                }
                false
            })
        };
        let leaps = |from: usize, steps: &[(i32, i32)]| {
            steps.iter().any(|&leap| step(from, leap) == Some(target))
        };
        (0..64)
            .filter(|&from| {
                let Some(man) = self.board[from].filter(|man| man.piece.color == by) else {
                    return false;
                };
                match man.piece.role {
                    Role::Pawn => leaps(from, &[(1, forward(by)), (-1, forward(by))]),
                    Role::Knight => leaps(from, &LEAPS),
                    Role::Bishop => slides(from, &DIAGONAL),
                    Role::Rook => slides(from, &STRAIGHT),
                    Role::Queen => slides(from, &DIAGONAL) || slides(from, &STRAIGHT),
                    Role::King => leaps(from, &DIAGONAL) || leaps(from, &STRAIGHT),
                }
            })
            .collect()
    }

    /// The men that give check to the king of a colour.
    pub(crate) fn checkers(&self, color: Color) -> Vec<usize> {
        self.attackers(self.king(color), !color)
    }

    /// Every move that obeys the men's ways of moving, whether or not the king is safe afterwards.
    ///
    /// Castling is listed only where it is wholly legal, since its rule is about the squares on the way.
    pub(crate) fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in 0..64 {
            let Some(man) = self.board[from].filter(|man| man.piece.color == self.turn) else {
                continue;
            };
            match man.piece.role {
                Role::Pawn => self.pawn_moves(from, &mut moves),
                Role::Knight => self.leaping_moves(from, &LEAPS, &mut moves),
                Role::Bishop => self.sliding_moves(from, &DIAGONAL, &mut moves),
                Role::Rook => self.sliding_moves(from, &STRAIGHT, &mut moves),
                Role::Queen => {
                    self.sliding_moves(from, &DIAGONAL, &mut moves);
                    self.sliding_moves(from, &STRAIGHT, &mut moves);
                }
                Role::King => {
                    self.leaping_moves(from, &DIAGONAL, &mut moves);
                    self.leaping_moves(from, &STRAIGHT, &mut moves);
                    self.castling_moves(from, &mut moves);
                }
            }
        }
        for role in Role::DROPPABLE {
            if self.pockets[self.turn.index()][role.index()] == 0 {
                continue;
            }
            for to in (0..64).filter(|&to| !self.taken(to)) {
                if role != Role::Pawn || (1..7).contains(&(to / 8)) {
                    moves.push(Move::drop(role, square(to)));
                }
            }
        }
        moves
    }

    /// Every legal move.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&m| self.play(m).checkers(self.turn).is_empty());
        moves
    }

    fn leaping_moves(&self, from: usize, steps: &[(i32, i32)], moves: &mut Vec<Move>) {
        for to in steps.iter().filter_map(|&leap| step(from, leap)) {
            if self.board[to].is_none_or(|man| man.piece.color != self.turn) {
                moves.push(Move::normal(square(from), square(to)));
            }
        }
    }

    fn sliding_moves(&self, from: usize, steps: &[(i32, i32)], moves: &mut Vec<Move>) {
        for &direction in steps {
            let mut at = from;
            while let Some(to) = step(at, direction) {
                if self.board[to].is_none_or(|man| man.piece.color != self.turn) {
                    moves.push(Move::normal(square(from), square(to)));
                }
                if self.taken(to) {
                    break;
                }
                at = to;
            }
        }
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let ahead = forward(self.turn);
        let mut add = |to: usize| {
            if to / 8 == home(!self.turn) {
                moves
                    .extend(PROMOTIONS.map(|role| Move::promotion(square(from), square(to), role)));
            } else {
                moves.push(Move::normal(square(from), square(to)));
            }
        };
        if let Some(to) = step(from, (0, ahead)).filter(|&to| !self.taken(to)) {
            add(to);
            let second_rank = from / 8 == home(self.turn).abs_diff(1);
            if let Some(to) = step(to, (0, ahead)).filter(|&to| second_rank && !self.taken(to)) {
                add(to);
            }
        }
        for to in [-1, 1].iter().filter_map(|&side| step(from, (side, ahead))) {
            if self.board[to].is_some_and(|man| man.piece.color != self.turn) {
                add(to);
            }
        }
        for to in [-1, 1].iter().filter_map(|&side| step(from, (side, ahead))) {
            if self.passed == Some(to) {
                moves.push(Move::en_passant(square(from), square(to)));
            }
        }
    }

    /// The squares on which king and rook stand after castling.
    fn castled(&self, king: usize, rook: usize) -> (usize, usize) {
        let rank = home(self.turn) * 8;
        if rook > king {
            (rank + 6, rank + 5)
        } else {
            (rank + 2, rank + 3)
        }
    }

    fn castling_moves(&self, king: usize, moves: &mut Vec<Move>) {
        for rook in self.rooks[self.turn.index()].into_iter().flatten() {
            let (king_to, rook_to) = self.castled(king, rook);
            let between = |a: usize, b: usize| a.min(b)..=a.max(b);
            let free = |at: usize| at == king || at == rook || !self.taken(at);
            if !between(king, king_to).all(free) || !between(rook, rook_to).all(free) {
                continue;
            }
            // The king itself must not shield the squares that it walks over.
            let mut lifted = self.clone();
            lifted.board[king] = None;
            if between(king, king_to).all(|at| lifted.attackers(at, !self.turn).is_empty()) {
                moves.push(Move::castling(square(king), square(rook)));
            }
        }
    }

    /// The position after a pseudo-legal move.
    pub(crate) fn play(&self, m: Move) -> Naive {
        let mut next = self.clone();
        let us = self.turn;
        let to = m.to().index();
        next.turn = !us;
        next.passed = None;
        next.halfmoves += 1;
        next.fullmove += u32::from(us == Color::Black);

        let Some(from) = m.from().map(Square::index) else {
            let role = m.dropped().expect("a move without an origin is a drop");
            next.pockets[us.index()][role.index()] -= 1;
            next.board[to] = Some(Man {
                piece: Piece { color: us, role },
                promoted: false,
            });
            return next;
        };
        let mut man = self.board[from].expect("a man to move");

        // A king that takes a rook of its own colour castles.
        if self.board[to].is_some_and(|target| target.piece.color == us) {
            let (king_to, rook_to) = self.castled(from, to);
            next.board[from] = None;
            next.board[to] = None;
            next.board[king_to] = self.board[from];
            next.board[rook_to] = self.board[to];
            next.rooks[us.index()] = [None; 2];
            return next;
        }

        let pawn = man.piece.role == Role::Pawn;
        let taken_at = if pawn && self.passed == Some(to) {
            (from / 8) * 8 + to % 8
        } else {
            to
        };
        if let Some(taken) = self.board[taken_at] {
            let role = if taken.promoted {
                Role::Pawn
            } else {
                taken.piece.role
            };
            next.pockets[us.index()][role.index()] += 1;
        }
        if pawn || self.taken(taken_at) {
            next.halfmoves = 0;
        }
        next.board[taken_at] = None;
        next.board[from] = None;
        if let Some(role) = m.promoted() {
            man = Man {
                piece: Piece { color: us, role },
                promoted: true,
            };
        }
        next.board[to] = Some(man);
        if pawn && from.abs_diff(to) == 16 {
            next.passed = Some(usize::midpoint(from, to));
        }
        if man.piece.role == Role::King {
            next.rooks[us.index()] = [None; 2];
        }
        for rook in next.rooks.as_flattened_mut() {
            if *rook == Some(from) || *rook == Some(to) {
                *rook = None;
            }
        }
        next
    }

    /// True when a man of the opponent leaves the board by the move.
    pub(crate) fn is_capture(&self, m: Move) -> bool {
        let men = |naive: &Naive| naive.board.iter().flatten().count();
        let drop = usize::from(m.from().is_none());
        men(&self.play(m)) < men(self) + drop
    }

    /// The number of leaves at a depth, every one of them played.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal_moves()
            .iter()
            .map(|&m| self.play(m).perft(depth - 1))
            .sum()
    }

    /// The men on the board and in the pockets by role, promoted men counted as the pawns they were.
    pub(crate) fn men(&self) -> [u32; 6] {
        let mut men = [0; 6];
        for man in self.board.iter().flatten() {
            men[if man.promoted {
                Role::Pawn
            } else {
                man.piece.role
            }
            .index()] += 1;
        }
        for (role, count) in self
            .pockets
            .iter()
            .flat_map(|pocket| pocket.iter().enumerate())
        {
            men[role] += u32::from(*count);
        }
        men
    }

    /// The position with the colours exchanged and the board turned upside down.
    pub(crate) fn mirrored(&self) -> Naive {
        let mut board = [None; 64];
        for (index, man) in self.board.iter().enumerate() {
            board[index ^ 0o70] = man.map(|man| Man {
                piece: Piece {
                    color: !man.piece.color,
                    role: man.piece.role,
                },
                promoted: man.promoted,
            });
        }
        let rooks = |color: Color| self.rooks[color.index()].map(|rook| rook.map(|at| at ^ 0o70));
        Naive {
            board,
            pockets: [self.pockets[1], self.pockets[0]],
            turn: !self.turn,
            rooks: [rooks(Color::Black), rooks(Color::White)],
            passed: self.passed.map(|at| at ^ 0o70),
            halfmoves: self.halfmoves,
            fullmove: self.fullmove,
        }
    }

    /// The position as FEN text, castling rights by the files of the rooks.
    pub(crate) fn fen(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut empty = 0;
            for man in &self.board[rank * 8..rank * 8 + 8] {
                let Some(man) = man else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(char::from(letter(man.piece)));
                text += if man.promoted { "~" } else { "" };
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text += if rank > 0 { "/" } else { "[" };
        }
        for color in Color::ALL {
            for role in Role::DROPPABLE.into_iter().rev() {
                let count = usize::from(self.pockets[color.index()][role.index()]);
                text += &char::from(letter(Piece { color, role }))
                    .to_string()
                    .repeat(count);
            }
        }
        text += if self.turn == Color::White {
            "] w "
        } else {
            "] b "
        };
        let mut rights = String::new();
        for color in Color::ALL {
            for rook in self.rooks[color.index()].into_iter().flatten() {
                let file = b'a' + (rook % 8) as u8;
                rights.push(char::from(if color == Color::White {
                    file.to_ascii_uppercase()
                } else {
                    file
                }));
            }
        }
        text += if rights.is_empty() { "-" } else { &rights };
        let passed = self
            .passed
            .map_or_else(|| "-".to_owned(), |at| square(at).to_string());
        format!("{text} {passed} {} {}", self.halfmoves, self.fullmove)
    }
}

/// The letter of a man in FEN.
fn letter(piece: Piece) -> u8 {
    let upper = b"PNBRQK"[piece.role.index()];
    if piece.color == Color::White {
        upper
    } else {
        upper.to_ascii_lowercase()
    }
}
