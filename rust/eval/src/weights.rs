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
    MATERIAL[5] = [103, 270, 296, 369, 593];
    false pocket /// A man in the pocket.
    HELD[5] = [181, 357, 353, 421, 642];
    false squares /// A man on its square: for each role a board.
    PIECE_SQUARE[384] = [
        // Pawn.
           0,    0,    0,    0,    0,    0,    0,    0,   71,   79,   59,   88,   81,   67,   77,   60,
          19,   37,   48,   57,   58,   53,   36,   33,   -5,    5,   14,   31,   32,   31,   27,    1,
         -14,  -15,    3,   18,   15,    5,   -7,  -12,   -5,   -2,    5,    3,    2,    2,    8,   -8,
          -1,   13,    9,  -12,  -18,   24,   36,    2,    0,    0,    0,    0,    0,    0,    0,    0,
        // Knight.
         -50,  -24,  -14,   -9,   -7,  -17,  -24,  -54,  -20,  -16,   10,   18,   13,   15,   -2,  -25,
          -1,   23,   30,   38,   44,   36,   18,    5,    0,   18,   22,   47,   36,   28,    9,   13,
         -24,   -4,   16,   21,   28,   36,   15,   -1,  -24,    2,    3,    6,   14,    8,    8,  -16,
         -33,  -23,  -11,   -4,    0,   -4,  -22,  -33,  -52,  -37,  -29,  -13,  -24,  -20,  -39,  -51,
        // Bishop.
         -25,  -10,  -16,  -13,   -9,  -10,  -12,  -23,  -13,    1,   -7,    4,    5,    2,   -1,  -12,
          -6,    5,    5,   15,   10,   14,    7,   -3,   -9,   -1,   11,   19,   16,   11,   16,   -1,
          -6,    1,    7,   20,   19,   16,   10,   -4,  -14,    7,   10,    4,    3,   15,   12,    4,
          -1,   21,    7,    3,   12,    6,   36,   -5,  -23,  -14,  -21,   -4,   -9,  -25,  -15,  -19,
        // Rook.
          22,   19,   21,   23,   22,   23,   22,   24,   23,   25,   22,   24,   27,   29,   28,   19,
           1,    5,    5,    5,    3,    6,    7,    3,   -6,   -3,   -1,    0,   -1,   -1,   -3,   -7,
         -10,   -4,   -5,   -7,   -6,   -7,   -9,  -15,  -20,   -8,   -3,   -9,   -9,   -6,   -9,  -14,
         -19,  -13,  -11,    3,   -4,   -9,  -11,  -18,  -15,   -3,    3,    6,   15,   20,   -7,   -3,
        // Queen.
          10,    9,   13,   18,   14,   10,    7,    8,   -1,    7,   18,   15,   18,   16,   12,    5,
          -6,   11,   12,   14,   10,   13,    5,    5,    3,   -4,    9,    6,    5,    4,    2,   -8,
         -10,   -6,   -4,    4,   -5,   -3,   -4,   -6,  -11,   -3,   -2,   -4,   -2,    0,   -2,   -9,
          -7,    0,   11,   11,   15,    6,   -7,  -10,  -16,  -20,   -1,   15,    6,  -15,  -16,  -22,
        // King.
        -200, -200, -200, -200, -200, -200, -200, -200, -180, -180, -180, -180, -180, -180, -180, -180,
        -160, -160, -160, -160, -160, -160, -160, -160, -140, -140, -140, -140, -140, -140, -140, -140,
        -110, -110, -120, -120, -119, -119, -111, -111,  -71,  -69,  -87,  -89,  -90,  -89,  -70,  -76,
         -10,   -9,  -37,  -54,  -53,  -39,  -19,   -4,   22,   27,    7,  -35,  -17,  -21,   38,   45,
    ];
    false mobility /// A square that a piece attacks, free of own men and of enemy pawns' attacks.
    MOBILITY[5] = [0, 9, 7, 8, 2];
    false threats /// An enemy man that is attacked and not defended.
    HANGING[5] = [31, 32, 26, 40, 39];
    false threats /// An enemy man that a pawn attacks.
    PAWN_THREAT[5] = [-1, 69, 57, 52, 50];
    false threats /// An enemy man that a knight or a bishop attacks.
    MINOR_THREAT[5] = [-4, 43, 45, 48, 67];
    false tempo /// The side to move: the initiative counts for more than in chess.
    TEMPO[1] = [22];
    true attack /// An enemy piece that attacks a square beside the king or its own.
    ATTACKER[5] = [0, 71, 55, 43, 27];
    true attack /// A square beside the king, or its own, for each enemy piece that attacks it; pawns together.
    HIT[5] = [43, 9, 8, 18, 24];
    true attack /// An enemy man two king's steps away.
    SIEGE[5] = [61, 18, 39, 29, 38];
    true attack /// A square beside the king that two enemy men attack.
    TWICE[1] = [25];
    true attack /// Enemy pieces of that role can give check where nobody takes them.
    CHECK[5] = [0, 52, 26, 37, 40];
    true shelter /// Any king.
    BASE[1] = [101];
    true shelter /// The enemy is to move.
    MOVER[1] = [8];
    true shelter /// The king on its square.
    KING_SQUARE[64] = [
           0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   -1,    0,
           0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   -2,
          -1,    0,    0,    0,   -3,   -2,    3,    3,    4,   -5,  -10,   -2,   -1,   -1,   -5,   15,
          -1,    0,  -13,    7,    7,   -9,   18,  -13,   -4,    5,   14,   34,   36,   26,  -14,  -26,
    ];
    true shelter /// A square beside the king that the enemy attacks and only the king defends.
    WEAK[1] = [51];
    true shelter /// A square two king's steps away that only the enemy attacks.
    OUTER_HIT[1] = [20];
    true shelter /// An empty square two king's steps away that nobody defends: men come down there.
    OUTER_FREE[1] = [28];
    true shelter /// A man pinned to the king.
    PINNED[1] = [36];
    true shelter /// An own man beside the king.
    GUARD[5] = [-36, -18, -24, 6, 22];
    true shelter /// An own man two king's steps away.
    FAR_GUARD[5] = [-17, -13, -18, 1, 16];
    true drops /// A man in the enemy's pocket; of each kind three count.
    POCKET[5] = [46, 80, 45, 73, 96];
    true drops /// A man in the own pocket; of each kind three count.
    RESERVE[5] = [57, 65, 58, 46, 34];
    true drops /// A square from which a man in the enemy's pocket can give check where nobody takes it; three count.
    DROP[5] = [0, 56, 26, 40, 33];
}
