//! The weights of all terms, fitted by `scripts/fit`, which also writes them here.
//!
//! Weights of the score are centipawns, those of a king's danger are units of [`danger_value`](crate::danger_value).
//! Those in runs of five are for pawn, knight, bishop, rook and queen. A board is written like a diagram, the own side at
//! the bottom, two ranks a line.

use std::ops::Range;

/// A run of weights: its name, the term that it is a part of, whether it counts in a king's danger and not in the score,
/// and the indices of its weights.
pub type Run = (&'static str, &'static str, bool, Range<usize>);

/// Strings the runs of weights together, and names the start of each.
macro_rules! weights {
    ($($kind:literal $term:ident $(#[doc = $doc:literal])+ $name:ident[$len:literal] = $part:expr;)*) => {
        #[derive(Copy, Clone)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named like the runs")]
        enum Order { $($name),* }
        const LENGTHS: &[usize] = &[$($len),*];
        $($(#[doc = $doc])+ pub(crate) const $name: usize = start(Order::$name as usize);)*
        /// All runs of weights, in order.
        pub static RUNS: &[Run] =
            &[$((stringify!($name), stringify!($term), $kind, $name..$name + $len)),*];
        /// All weights.
        pub static WEIGHTS: [i16; start(LENGTHS.len())] = {
            let mut all = [0; start(LENGTHS.len())];
            $({
                let part: [i16; $len] = $part;
                let mut i = 0;
                while i < $len {
                    all[$name + i] = part[i];
                    i += 1;
                }
            })*
            all
        };
    };
}

/// Where a run starts.
const fn start(run: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < run {
        sum += LENGTHS[i];
        i += 1;
    }
    sum
}

weights! {
    false material /// A man on the board.
    MATERIAL[5] = [96, 257, 283, 335, 555];
    false pocket /// A man in the pocket.
    HELD[5] = [145, 323, 299, 367, 561];
    false pocket /// The first man of its kind in the pocket.
    HELD_FIRST[5] = [67, 40, 60, 60, 40];
    false squares /// A man on its square: a board for each role, turned to have the enemy king on the right (not for kings).
    PIECE_SQUARE[384] = [
        // Pawn.
           0,    0,    0,    0,    0,    0,    0,    0,   83,   65,   12,   71,  102,   42,   38,   50,
           9,   24,   27,   66,   71,  128,   41,   78,  -16,    6,    5,   33,   42,   31,   38,    0,
         -15,  -18,    4,   18,   15,   14,    2,  -17,   -7,   -4,    3,   -4,   -2,    8,   13,   -9,
          -6,   23,   14,  -23,  -23,   31,   46,   -1,    0,    0,    0,    0,    0,    0,    0,    0,
        // Knight.
         -54,  -21,  -14,   -5,  -18,  -46,  -17,  -61,  -36,  -81,   -6,    6,  -10,    1,    4,  -17,
          12,   26,    6,   43,   52,   52,   21,   13,   18,   20,   10,   64,   56,   56,    7,   49,
         -29,  -18,   25,   33,   46,   60,   61,   18,  -28,   -6,   -2,  -10,   27,    4,   27,  -11,
         -32,  -43,  -15,   -3,    4,    3,  -31,  -22,  -79,  -44,  -52,   -5,  -16,  -17,  -48,  -69,
        // Bishop.
         -50,  -37,  -28,   -9,   -6,   -4,  -14,  -14,  -36,  -19,  -41,  -22,   -7,  -57,   -1,  -27,
           1,   -2,  -14,   26,   24,   58,   27,   20,  -26,   -1,   -5,   32,   42,   12,   12,   25,
         -10,   13,   11,   31,   39,   15,   17,   14,  -19,   15,   10,    5,  -15,   21,   -6,   10,
          15,   29,   19,   -3,   22,   10,   46,    4,   -4,  -20,  -23,   13,   -8,  -28,  -21,  -35,
        // Rook.
          37,   28,   34,   38,   39,   27,   56,   51,   18,   10,  -15,   42,   22,   52,   19,   31,
         -12,    0,   -3,    7,  -16,   30,   24,   13,  -14,  -25,   -2,  -23,  -18,    2,  -17,    1,
         -28,  -13,   -1,  -27,  -33,  -38,  -20,  -12,  -40,  -20,  -15,  -32,  -33,  -15,  -11,  -19,
         -24,    5,  -21,   13,    6,   15,   -8,   -3,  -11,    0,   17,   15,   37,   37,   12,    6,
        // Queen.
          41,   46,   52,   36,   33,   18,   41,   61,    3,   -1,    2,   33,   38,    6,   27,   37,
         -24,   -6,   -1,   17,   -3,    7,  -10,   35,  -17,  -35,  -11,  -28,  -33,  -17,   -2,   -7,
         -24,  -37,  -16,  -25,  -29,  -10,    4,   17,  -33,  -12,  -13,  -17,  -39,  -11,    6,    0,
          -8,   -2,   20,   12,   24,   20,   -2,   -2,    0,  -29,   15,   25,   11,    0,  -17,  -28,
        // King.
        -200, -200, -200, -197, -200, -200, -200, -199, -180, -180, -180, -180, -180, -180, -177, -180,
        -160, -160, -156, -160, -159, -160, -160, -158, -139, -141, -137, -139, -139, -138, -139, -136,
        -105, -109, -122, -122, -106, -114, -111, -115,  -76,  -72,  -96,  -90, -107,  -94,  -91,  -90,
          -1,  -10,  -60,  -98,  -71,  -52,  -37,   21,   25,   47,   29,  -35,    3,   -5,   54,   69,
    ];
    false mobility /// A square that a piece attacks, free of own men and of enemy pawns' attacks.
    MOBILITY[5] = [0, 9, 10, 10, 4];
    false threats /// An enemy man that is attacked and not defended.
    HANGING[5] = [38, 51, 47, 54, 46];
    false threats /// An enemy man that a pawn attacks.
    PAWN_THREAT[5] = [-14, 109, 99, 170, 136];
    false threats /// An enemy man that a knight or a bishop attacks.
    MINOR_THREAT[5] = [-5, 52, 56, 82, 121];
    false threats /// An enemy man that a rook attacks.
    ROOK_THREAT[5] = [1, 32, 34, 4, 77];
    false threats /// An enemy man that two men attack and at most one defends.
    OVERLOAD[5] = [26, 30, 24, 8, 5];
    false tempo /// The side to move: the initiative counts for more than in chess.
    TEMPO[1] = [23];
    true attack /// An enemy piece that attacks a square beside the king or its own.
    ATTACKER[5] = [0, 65, 36, 43, 4];
    true attack /// A square beside the king, or its own, for each enemy piece that attacks it; pawns together.
    HIT[5] = [35, -6, -1, 0, 16];
    true attack /// An enemy man two king's steps away.
    SIEGE[5] = [52, 25, 39, 20, 44];
    true attack /// A square beside the king that two enemy men attack.
    TWICE[1] = [34];
    true attack /// Enemy pieces of that role can give check where nobody takes them.
    CHECK[5] = [0, 68, 21, 53, 39];
    true shelter /// Any king.
    BASE[1] = [236];
    true shelter /// The enemy is to move.
    MOVER[1] = [30];
    true shelter /// The king on its square.
    KING_SQUARE[64] = [
           0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   -4,    0,
           0,   -1,    0,    0,    0,    0,    0,    0,   -2,    0,   -5,   -2,   -2,    0,   -8,  -19,
          -6,   -9,    1,    7,  -60,  -44,   24,    6,   15,   -4,  -26,   22,    7,  -24,  -12,   31,
         -18,    6,  -18,   10,   32,    6,   23,  -22,  -37,   38,   62,   74,   68,   47,   -1,  -20,
    ];
    true shelter /// A square beside the king that the enemy attacks and only the king defends.
    WEAK[1] = [51];
    true shelter /// A square two king's steps away that only the enemy attacks.
    OUTER_HIT[1] = [25];
    true shelter /// An empty square two king's steps away that nobody defends: men come down there.
    OUTER_FREE[1] = [25];
    true shelter /// A man pinned to the king.
    PINNED[1] = [43];
    true shelter /// An own man beside the king.
    GUARD[5] = [-48, -27, -24, -6, 24];
    true shelter /// An own man two king's steps away.
    FAR_GUARD[5] = [-27, -21, -24, -4, 15];
    true drops /// A man in the enemy's pocket; of each kind three count.
    POCKET[5] = [55, 68, 38, 95, 93];
    true drops /// A man in the own pocket; of each kind three count.
    RESERVE[5] = [60, 64, 48, 82, 34];
    true drops /// A square from which a man in the enemy's pocket can give check where nobody takes it; three count.
    DROP[5] = [0, 49, 18, 40, 26];
}
