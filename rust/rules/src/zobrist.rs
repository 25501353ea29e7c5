//! The random numbers that a position's key is made of (Zobrist 1970).

use crate::color::Color;
use crate::role::Role;
use crate::square::Square;

/// A position's key: equal positions have equal keys, others have different ones but for chance.
pub type Key = u64;

struct Tables {
    men: [[[Key; 64]; 8]; 2],
    promoted: [Key; 64],
    /// The n-th man of a kind in a pocket, n from 1 to 63: a pocket of three pawns is the numbers 1, 2 and 3.
    held: [[[Key; 64]; 8]; 2],
    castling: [Key; 64],
    /// By the square that was passed; 0 for those that none is passed on, and for "no square", which is 64.
    en_passant: [Key; 128],
}

/// The number of Black being to move: a constant in the code is cheaper than one in a table.
pub(crate) const BLACK_TO_MOVE: Key = 0xa1fc_38e8_5c3d_57c9;

/// Advances a splitmix64 generator (Steele, Lea, Flood 2014) and gives its next number.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn fill<const N: usize>(state: &mut u64) -> [Key; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = next(state);
        i += 1;
    }
    keys
}

const fn fill_men(state: &mut u64) -> [[[Key; 64]; 8]; 2] {
    let mut keys = [[[0; 64]; 8]; 2];
    let mut i = 0;
    while i < 16 {
        keys[i / 8][i % 8] = fill(state);
        i += 1;
    }
    keys
}

const fn fill_en_passant(state: &mut u64) -> [Key; 128] {
    let by_file: [Key; 8] = fill(state);
    let mut keys = [0; 128];
    let mut file = 0;
    while file < 8 {
        // The third and the sixth rank; no file has both in one position.
        keys[16 + file] = by_file[file];
        keys[40 + file] = by_file[file];
        file += 1;
    }
    keys
}

const fn tables() -> Tables {
    // "furyhous" in ASCII; any seed serves.
    let mut state = 0x6675_7279_686f_7573;
    Tables {
        men: fill_men(&mut state),
        promoted: fill(&mut state),
        held: fill_men(&mut state),
        castling: fill(&mut state),
        en_passant: fill_en_passant(&mut state),
    }
}

static TABLES: Tables = tables();

/// Gets the number of a man on a square.
#[inline]
pub(crate) fn man(color: Color, role: Role, square: Square) -> Key {
    TABLES.men[color.index()][role.index()][square.index()]
}

/// Gets the number of the promoted mark on a square.
#[inline]
pub(crate) fn promoted(square: Square) -> Key {
    TABLES.promoted[square.index()]
}

/// Gets the number of a side's n-th man of a kind in its pocket.
#[inline]
pub(crate) fn held(color: Color, role: Role, n: u8) -> Key {
    TABLES.held[color.index()][role.index()][usize::from(n & 63)]
}

/// Gets the number of the right to castle with the rook on a square.
#[inline]
pub(crate) fn castling(rook: Square) -> Key {
    TABLES.castling[rook.index()]
}

/// Gets the number of an en passant capture from the number of the passed square; 0 for 64, no square.
#[inline]
pub(crate) fn en_passant(passed: u8) -> Key {
    TABLES.en_passant[usize::from(passed & 127)]
}

/// What a man's move from one square to another changes in a position's key where nothing else is changed but the turn:
/// nothing taken, no rights lost, no promoted man. The way back changes the same.
///
/// ```
/// use furyhouse_rules::{Color, Position, Role, Square, shuffle_key};
///
/// let before = Position::from_fen("4k3/8/8/8/8/8/8/4K1N1[] w - - 0 1")?;
/// let after = before.play(before.parse_uci("g1f3")?);
/// let change = shuffle_key(Color::White, Role::Knight, Square::new(6), Square::new(21));
/// assert_eq!(before.key() ^ after.key(), change);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn shuffle_key(color: Color, role: Role, from: Square, to: Square) -> Key {
    man(color, role, from) ^ man(color, role, to) ^ BLACK_TO_MOVE
}
