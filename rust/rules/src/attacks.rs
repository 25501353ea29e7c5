//! Which squares a man attacks: tables for kings, knights and pawns, magic bitboards for sliders.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::magics;
use crate::role::Role;
use crate::square::Square;

/// A step on the board: files to the right, ranks up.
type Step = (i8, i8);

const ROOK_STEPS: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT_STEPS: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [Step; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// Gets the square one step on, or 64 beyond the edge.
const fn step(square: usize, (files, ranks): Step) -> usize {
    let file = (square & 7) as i8 + files;
    let rank = (square >> 3) as i8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        64
    } else {
        rank as usize * 8 + file as usize
    }
}

/// Walks one way to the edge.
const fn walk(square: usize, direction: Step) -> u64 {
    let mut reached = 0;
    let mut next = step(square, direction);
    while next < 64 {
        reached |= 1 << next;
        next = step(next, direction);
    }
    reached
}

/// Gets the two lines that a slider moves along, without its own square.
const fn lines(square: usize, steps: [Step; 4]) -> [u64; 2] {
    [
        walk(square, steps[0]) | walk(square, steps[2]),
        walk(square, steps[1]) | walk(square, steps[3]),
    ]
}

/// Gets the attacks along a line by subtraction (hyperbola quintessence; see the Chess Programming Wiki): the borrow
/// runs from the slider up to the first occupied square, and in the reversed word down to it.
const fn line_attacks(slider: u64, line: u64, occupied: u64) -> u64 {
    let occupied = occupied & line;
    let up = occupied.wrapping_sub(slider.wrapping_mul(2));
    let mirrored = occupied.reverse_bits();
    let down = mirrored.wrapping_sub(slider.reverse_bits().wrapping_mul(2));
    (up ^ down.reverse_bits()) & line
}

/// Gets the squares of a slider's lines where a man can stand in the way: all but those at the far edges.
const fn relevant(square: usize, steps: [Step; 4]) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let mut next = step(square, steps[i]);
        while next < 64 && step(next, steps[i]) < 64 {
            mask |= 1 << next;
            next = step(next, steps[i]);
        }
        i += 1;
    }
    mask
}

const fn leaper_table(steps: &[Step; 8]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let target = step(square, steps[i]);
            if target < 64 {
                table[square].0 |= 1 << target;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn pawn_table() -> [[Bitboard; 64]; 2] {
    let mut table = [[Bitboard::EMPTY; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let pawn = Bitboard(1 << square);
        table[0][square] = pawn.pawn_attacks(Color::White);
        table[1][square] = pawn.pawn_attacks(Color::Black);
        square += 1;
    }
    table
}

const fn ray_table(steps: [Step; 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let [one, other] = lines(square, steps);
        table[square] = Bitboard(one | other);
        square += 1;
    }
    table
}

/// The squares strictly between two squares of a line, and the whole line through them.
struct Lines {
    between: [[Bitboard; 64]; 64],
    line: [[Bitboard; 64]; 64],
}

#[expect(
    clippy::large_stack_arrays,
    reason = "the compiler evaluates it; nothing of it lies on a stack"
)]
const fn line_tables() -> Lines {
    let mut tables = Lines {
        between: [[Bitboard::EMPTY; 64]; 64],
        line: [[Bitboard::EMPTY; 64]; 64],
    };
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < KING_STEPS.len() {
            let forth = KING_STEPS[direction];
            let back = (-forth.0, -forth.1);
            let whole = 1 << from | walk(from, forth) | walk(from, back);
            let mut passed = 0;
            let mut to = step(from, forth);
            while to < 64 {
                tables.between[from][to] = Bitboard(passed);
                tables.line[from][to] = Bitboard(whole);
                passed |= 1 << to;
                to = step(to, forth);
            }
            direction += 1;
        }
        from += 1;
    }
    tables
}

/// The way from a slider's square and the occupied squares to its entry of the table.
#[derive(Copy, Clone)]
struct Magic {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    const EMPTY: Self = Self {
        mask: 0,
        factor: 0,
        offset: 0,
        shift: 0,
    };

    #[inline]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        // The table's length is a power of two, so that this mask replaces a bounds check.
        ((product >> (self.shift & 63)) as usize + self.offset as usize) & (TABLE_SIZE - 1)
    }
}

/// 102,400 entries for rooks and 5,248 for bishops, rounded up to a power of two.
const TABLE_SIZE: usize = 1 << 17;

struct Sliders {
    rook: [Magic; 64],
    bishop: [Magic; 64],
    table: [Bitboard; TABLE_SIZE],
}

const fn fill(
    magics: &mut [Magic; 64],
    factors: &[u64; 64],
    steps: [Step; 4],
    table: &mut [Bitboard; TABLE_SIZE],
    mut offset: u32,
) -> u32 {
    let mut square = 0;
    while square < 64 {
        let mask = relevant(square, steps);
        let [one, other] = lines(square, steps);
        let slider = 1 << square;
        let magic = Magic {
            mask,
            factor: factors[square],
            offset,
            shift: 64 - mask.count_ones(),
        };
        let mut occupied: u64 = 0;
        loop {
            let attacks =
                line_attacks(slider, one, occupied) | line_attacks(slider, other, occupied);
            let entry = &mut table[magic.index(occupied)];
            assert!(
                entry.0 == 0 || entry.0 == attacks,
                "this multiplier is no magic"
            );
            entry.0 = attacks;
            // The next subset of the mask, in counting order (Carry-Rippler).
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        magics[square] = magic;
        offset += 1 << mask.count_ones();
        square += 1;
    }
    offset
}

#[expect(
    clippy::large_stack_arrays,
    reason = "the compiler evaluates it; nothing of it lies on a stack"
)]
const fn slider_tables() -> Sliders {
    let mut sliders = Sliders {
        rook: [Magic::EMPTY; 64],
        bishop: [Magic::EMPTY; 64],
        table: [Bitboard::EMPTY; TABLE_SIZE],
    };
    let table = &mut sliders.table;
    let offset = fill(&mut sliders.bishop, &magics::BISHOP, BISHOP_STEPS, table, 0);
    fill(&mut sliders.rook, &magics::ROOK, ROOK_STEPS, table, offset);
    sliders
}

static KING: [Bitboard; 64] = leaper_table(&KING_STEPS);
static KNIGHT: [Bitboard; 64] = leaper_table(&KNIGHT_STEPS);
static PAWN: [[Bitboard; 64]; 2] = pawn_table();
static ROOK_RAYS: [Bitboard; 64] = ray_table(ROOK_STEPS);
static BISHOP_RAYS: [Bitboard; 64] = ray_table(BISHOP_STEPS);
static LINES: Lines = line_tables();
#[expect(
    long_running_const_eval,
    reason = "a hundred thousand entries take the compiler some seconds"
)]
static SLIDERS: Sliders = slider_tables();

/// Gets the squares next to a king.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Square, attacks};
///
/// assert_eq!(attacks::king_attacks(Square::A1).count(), 3);
/// ```
#[inline]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Gets the squares that a knight attacks.
#[inline]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Gets the squares that a pawn of that side attacks.
#[inline]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Gets the squares that a bishop attacks when these squares are occupied.
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    SLIDERS.table[SLIDERS.bishop[square.index()].index(occupied.0)]
}

/// Gets the squares that a rook attacks when these squares are occupied.
///
/// ```text
/// . . . . . . . .
/// . . . . . . . .
/// . . . 1 . . . .
/// . . . 1 . . . .
/// 1 1 1 R 1 1 x .     x: occupied, and attacked
/// . . . x . . . .
/// . . . . . . . .
/// . . . . . . . .
/// ```
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    SLIDERS.table[SLIDERS.rook[square.index()].index(occupied.0)]
}

/// Gets the squares that a queen attacks when these squares are occupied.
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Gets the squares that a man attacks when these squares are occupied.
#[inline]
#[must_use]
pub fn attacks(color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn_attacks(color, square),
        Role::Knight => knight_attacks(square),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Queen => queen_attacks(square, occupied),
        Role::King => king_attacks(square),
    }
}

/// Gets the squares of the four diagonal lines from a square.
#[inline]
#[must_use]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Gets the squares of the four straight lines from a square.
#[inline]
#[must_use]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Gets the squares strictly between two squares on one line; none if they are on no common line.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Bitboard, Square, attacks};
///
/// assert_eq!(attacks::between(Square::A1, Square::D4).count(), 2);
/// assert_eq!(attacks::between(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    LINES.between[a.index()][b.index()]
}

/// Gets the whole line through two squares, edge to edge; none if they are on no common line.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES.line[a.index()][b.index()]
}
