//! Random games, weighted towards the moves that hold the hard rules.

use furyhouse_rules::{Color, Move, MoveKind, Piece, Position, Role};

use crate::naive::{Man, Naive};
use crate::tables;

/// A small generator of random numbers (splitmix64, by Steele, Lea and Flood, 2014), the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    /// A generator that always gives the same numbers for a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// The elements in another order (Fisher and Yates).
    pub(crate) fn shuffled<T: Copy>(&mut self, items: &[T]) -> Vec<T> {
        let mut items = items.to_vec();
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
        items
    }
}

/// What a game has met.
#[derive(Default, Debug)]
pub(crate) struct Met {
    /// Positions seen.
    pub(crate) positions: u32,
    /// En passant captures.
    pub(crate) en_passant: u32,
    /// Castlings.
    pub(crate) castlings: u32,
    /// Promotions.
    pub(crate) promotions: u32,
    /// Captures of promoted men.
    pub(crate) promoted_taken: u32,
    /// Drops that block a check.
    pub(crate) blocking_drops: u32,
    /// Checks by two men at once.
    pub(crate) double_checks: u32,
    /// Mates.
    pub(crate) mates: u32,
}

impl Met {
    /// Counts a move and the position after it.
    pub(crate) fn count(&mut self, pos: &Position, m: Move, next: &Position) {
        self.positions += 1;
        self.en_passant += u32::from(m.kind() == MoveKind::EnPassant);
        self.castlings += u32::from(m.kind() == MoveKind::Castling);
        self.promotions += u32::from(m.kind() == MoveKind::Promotion);
        self.promoted_taken += u32::from(pos.is_capture(m) && pos.promoted().contains(m.to()));
        self.blocking_drops += u32::from(pos.is_check() && m.is_drop());
        self.double_checks += u32::from(next.checkers().more_than_one());
        self.mates += u32::from(next.is_check() && !next.has_legal_move());
    }
}

/// How eagerly a move is chosen: rare rules first.
fn weight(pos: &Position, m: Move) -> u64 {
    let rare = match m.kind() {
        MoveKind::EnPassant => 400,
        MoveKind::Castling => 200,
        MoveKind::Promotion => 60,
        MoveKind::Drop if pos.is_check() => 20,
        _ => 4,
    };
    let capture = match pos.captured(m) {
        Some(_) if pos.promoted().contains(m.to()) => 80,
        Some(Role::Rook) => 30,
        Some(_) => 12,
        None => 0,
    };
    let double_step = m.from().is_some_and(|from| {
        pos.role_at(from) == Some(Role::Pawn) && from.index().abs_diff(m.to().index()) == 16
    });
    let check = match pos.gives_check(m) {
        true if pos.play(m).checkers().more_than_one() => 300,
        true => 8,
        false => 0,
    };
    rare + capture + check + if double_step { 12 } else { 0 }
}

/// Chooses a move by a number, the weighted ones more often; none when the game is over.
pub(crate) fn choose(pos: &Position, number: u64) -> Option<Move> {
    let moves = pos.legal_moves();
    let total: u64 = moves.iter().map(|&m| weight(pos, m)).sum();
    let mut left = number % total.max(1);
    moves.into_iter().find(|&m| {
        let weight = weight(pos, m);
        let chosen = left < weight;
        left = left.wrapping_sub(weight);
        chosen
    })
}

/// A random start position of Crazyhouse960, both sides arranged alike.
pub(crate) fn start_960(random: &mut Random) -> Position {
    let row = loop {
        let row: String = random
            .shuffled(b"rnbqkbnr")
            .into_iter()
            .map(char::from)
            .collect();
        let at = |letter| {
            (
                row.find(letter).expect("a letter"),
                row.rfind(letter).expect("a letter"),
            )
        };
        let ((first_rook, last_rook), king) = (at('r'), at('k').0);
        let (first_bishop, last_bishop) = at('b');
        if first_rook < king && king < last_rook && (first_bishop + last_bishop) % 2 == 1 {
            break row;
        }
    };
    let fen = format!(
        "{row}/pppppppp/8/8/8/8/PPPPPPPP/{}[] w KQkq - 0 1",
        row.to_uppercase()
    );
    Position::from_fen_960(&fen).expect("a start position")
}

/// A position made up so that castling, en passant and promotion are near: few men, free back ranks, many pawns.
pub(crate) fn prepared(random: &mut Random) -> Position {
    loop {
        let mut naive = Naive::of(&Position::start());
        let put = |naive: &mut Naive, at: usize, color, role, promoted| {
            naive.board[at].get_or_insert(Man {
                piece: Piece { color, role },
                promoted,
            });
        };
        naive.board = [None; 64];
        let king = 1 + random.below(6);
        let rooks = [king + 1 + random.below(7 - king), random.below(king)];
        for (color, home) in [(Color::White, 0), (Color::Black, 56)] {
            put(&mut naive, home + king, color, Role::King, false);
            for rook in rooks {
                put(&mut naive, home + rook, color, Role::Rook, false);
            }
            naive.rooks[color.index()] = rooks.map(|rook| Some(home + rook));
        }
        for file in 0..8 {
            for (color, ranks) in [
                (Color::White, [1, 1, 3, 4, 6]),
                (Color::Black, [6, 6, 4, 3, 1]),
            ] {
                if !random.once_in(3) {
                    put(
                        &mut naive,
                        ranks[random.below(ranks.len())] * 8 + file,
                        color,
                        Role::Pawn,
                        false,
                    );
                }
            }
        }
        for _ in 0..random.below(6) {
            let (color, role) = (Color::ALL[random.below(2)], Role::PROMOTED[random.below(4)]);
            put(
                &mut naive,
                8 + random.below(48),
                color,
                role,
                random.once_in(2),
            );
        }
        for _ in 0..random.below(5) {
            naive.pockets[random.below(2)][random.below(5)] += 1;
        }
        naive.turn = Color::ALL[random.below(2)];
        // Most boards of this kind can be played; the few with the wrong side in check are thrown away.
        if let Ok(pos) = Position::from_fen_960(&naive.fen()) {
            return pos;
        }
    }
}

/// A start position for a game: the usual one, a position of a table, a Crazyhouse960 start or a prepared one.
pub(crate) fn start(number: u64) -> Position {
    let mut random = Random::new(number);
    match random.below(5) {
        0 => Position::start(),
        1 => {
            let fens = tables::positions();
            Position::from_fen(&fens[random.below(fens.len())]).expect("a position of the tables")
        }
        2 => start_960(&mut random),
        _ => prepared(&mut random),
    }
}
