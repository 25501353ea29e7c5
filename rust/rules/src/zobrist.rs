//! The random numbers that a position's key is made of (Zobrist 1970).

use crate::color::Color;
use crate::file::File;
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
    en_passant: [Key; 8],
    black_to_move: Key,
}

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

const fn tables() -> Tables {
    // "furyhous" in ASCII; any seed serves.
    let mut state = 0x6675_7279_686f_7573;
    Tables {
        men: fill_men(&mut state),
        promoted: fill(&mut state),
        held: fill_men(&mut state),
        castling: fill(&mut state),
        en_passant: fill(&mut state),
        black_to_move: next(&mut state),
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

/// Gets the number of an en passant capture on a file.
#[inline]
pub(crate) fn en_passant(file: File) -> Key {
    TABLES.en_passant[file.index()]
}

/// Gets the number of Black being to move.
#[inline]
pub(crate) fn black_to_move() -> Key {
    TABLES.black_to_move
}
