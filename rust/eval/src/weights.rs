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
    MATERIAL[5] = [94, 258, 282, 357, 566];
    false pocket /// A man in the pocket.
    HELD[5] = [194, 359, 360, 433, 619];
    false squares /// A man on its square: for each role a board.
    PIECE_SQUARE[384] = [
        // Pawn.
           0,    0,    0,    0,    0,    0,    0,    0,   88,   67,   22,   84,   78,   46,   60,   42,
           6,   36,   56,   65,   64,   93,   42,   50,  -19,    7,   15,   36,   36,   32,   39,   -3,
         -21,  -15,    1,   17,   18,   15,    3,  -15,  -10,   -6,    4,   -2,    3,    9,   11,   -9,
          -8,   17,   11,  -18,  -18,   32,   46,    0,    0,    0,    0,    0,    0,    0,    0,    0,
        // Knight.
         -51,  -26,  -15,   -9,  -10,  -40,  -19,  -77,  -17,  -61,   -7,   12,   -6,    6,   -6,  -27,
           0,   31,   12,   34,   51,   40,   12,   17,   19,   20,   17,   59,   50,   38,    8,   48,
         -28,   -6,   23,   34,   39,   54,   41,   18,  -24,  -13,    0,    3,   16,    5,   21,  -11,
         -32,  -33,  -16,   -3,   -1,    8,  -23,  -31,  -60,  -38,  -44,   -9,  -21,  -16,  -44,  -57,
        // Bishop.
         -42,  -20,  -29,  -18,   -9,   -7,  -10,  -30,  -25,   -7,  -30,  -12,    3,  -22,  -14,  -29,
           4,    9,  -10,   18,   16,   39,   16,   13,  -11,   -4,   12,   33,   25,   -2,   17,   15,
          -2,    8,    6,   19,   34,   19,   10,    8,  -17,   10,   11,    7,   -7,   27,    0,   14,
          -2,   26,   17,    5,   17,    8,   45,    1,  -23,  -23,  -18,   12,  -12,  -24,  -19,  -22,
        // Rook.
          30,   24,   25,   31,   31,   29,   45,   45,   26,   16,    6,   27,   31,   37,   29,   14,
         -11,    0,    5,    4,   -5,   13,   13,    2,  -14,  -11,    0,   -8,   -8,    0,  -10,   -7,
         -21,   -2,   -4,  -14,  -20,  -13,  -14,  -17,  -35,  -16,  -10,  -13,  -18,  -10,  -13,  -12,
         -25,    3,  -23,    9,    2,    9,  -11,   -8,  -19,   -5,   -3,    6,   29,   29,    4,    3,
        // Queen.
          35,   22,   30,   27,   16,   13,   23,   32,    7,   10,   11,   25,   28,    5,   19,   17,
         -21,   14,   13,   19,    6,   10,  -16,   22,    1,  -23,    8,   -9,  -15,  -16,   -1,   -4,
         -11,  -18,   -7,  -10,  -22,   -9,    0,    2,  -21,   -7,  -16,  -10,  -20,   -3,    3,   -7,
         -11,   -4,   11,   13,   22,   19,   -9,  -16,   -1,  -24,    6,   21,   12,   -1,  -21,  -27,
        // King.
        -200, -200, -200, -199, -200, -200, -200, -200, -180, -180, -180, -180, -180, -180, -179, -180,
        -160, -160, -158, -160, -160, -160, -160, -160, -140, -141, -139, -140, -140, -139, -141, -139,
        -107, -109, -122, -121, -112, -116, -112, -112,  -71,  -72,  -89,  -90, -101,  -87,  -79,  -84,
          -3,   -6,  -43,  -74,  -72,  -50,  -28,    9,   27,   41,   18,  -36,   -9,  -15,   45,   58,
    ];
    false mobility /// A square that a piece attacks, free of own men and of enemy pawns' attacks.
    MOBILITY[5] = [0, 9, 8, 8, 3];
    false threats /// An enemy man that is attacked and not defended.
    HANGING[5] = [33, 46, 42, 51, 51];
    false threats /// An enemy man that a pawn attacks.
    PAWN_THREAT[5] = [-7, 101, 93, 139, 109];
    false threats /// An enemy man that a knight or a bishop attacks.
    MINOR_THREAT[5] = [-3, 51, 51, 81, 105];
    false tempo /// The side to move: the initiative counts for more than in chess.
    TEMPO[1] = [24];
    true attack /// An enemy piece that attacks a square beside the king or its own.
    ATTACKER[5] = [0, 63, 47, 34, 9];
    true attack /// A square beside the king, or its own, for each enemy piece that attacks it; pawns together.
    HIT[5] = [32, 1, -3, 8, 19];
    true attack /// An enemy man two king's steps away.
    SIEGE[5] = [56, 14, 45, 31, 37];
    true attack /// A square beside the king that two enemy men attack.
    TWICE[1] = [36];
    true attack /// Enemy pieces of that role can give check where nobody takes them.
    CHECK[5] = [0, 71, 21, 54, 39];
    true shelter /// Any king.
    BASE[1] = [188];
    true shelter /// The enemy is to move.
    MOVER[1] = [21];
    true shelter /// The king on its square.
    KING_SQUARE[64] = [
           0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   -4,    0,
           0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   -2,    0,    0,    0,    0,   -8,
          -9,   -5,   -1,    1,  -32,  -16,   15,    1,    4,    2,  -24,   11,    5,  -23,   -5,   37,
         -18,    1,   -6,    9,   31,    0,   26,  -28,  -28,   23,   38,   50,   56,   38,   -5,  -26,
    ];
    true shelter /// A square beside the king that the enemy attacks and only the king defends.
    WEAK[1] = [52];
    true shelter /// A square two king's steps away that only the enemy attacks.
    OUTER_HIT[1] = [22];
    true shelter /// An empty square two king's steps away that nobody defends: men come down there.
    OUTER_FREE[1] = [23];
    true shelter /// A man pinned to the king.
    PINNED[1] = [44];
    true shelter /// An own man beside the king.
    GUARD[5] = [-46, -28, -24, -1, 25];
    true shelter /// An own man two king's steps away.
    FAR_GUARD[5] = [-27, -24, -23, -2, 11];
    true drops /// A man in the enemy's pocket; of each kind three count.
    POCKET[5] = [43, 64, 39, 83, 113];
    true drops /// A man in the own pocket; of each kind three count.
    RESERVE[5] = [68, 65, 66, 78, 61];
    true drops /// A square from which a man in the enemy's pocket can give check where nobody takes it; three count.
    DROP[5] = [0, 54, 24, 39, 25];
}
