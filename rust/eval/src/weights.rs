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
    MATERIAL[5] = [96, 245, 270, 303, 528];
    false pocket /// A man in the pocket.
    HELD[5] = [134, 298, 291, 336, 509];
    false pocket /// The first man of its kind in the pocket.
    HELD_FIRST[5] = [79, 51, 66, 80, 60];
    false squares /// A man on its square: a board for each role, turned to have the enemy king on the right (not for kings).
    PIECE_SQUARE[384] = [
        // Pawn.
           0,    0,    0,    0,    0,    0,    0,    0,   79,   72,   -2,   64,  123,   40,   37,   63,
          -9,   16,   30,   66,   81,  162,   59,  100,  -19,    7,    2,   36,   52,   28,   47,    0,
         -18,  -24,   -4,   15,   15,   16,   -1,  -21,  -11,  -16,   -2,  -12,   -7,    5,   16,  -10,
         -10,   23,   11,  -39,  -36,   36,   54,   -5,    0,    0,    0,    0,    0,    0,    0,    0,
        // Knight.
         -62,  -23,  -18,   11,  -37,  -56,  -16,  -53,  -45,  -87,   -3,   19,   -9,   -3,    1,    0,
          14,   33,    2,   43,   49,   53,   29,   36,   10,   19,   17,   74,   59,   64,   11,   64,
         -40,  -27,   26,   41,   52,   77,   72,   21,  -39,  -11,   -2,  -10,   29,    5,   33,  -11,
         -36,  -52,  -12,   -8,    5,   11,  -38,  -16,  -95,  -58,  -60,  -14,  -17,  -17,  -60,  -90,
        // Bishop.
         -63,  -43,  -35,  -10,    7,    7,   -1,    0,  -49,  -34,  -56,  -32,  -30,  -83,   -4,  -28,
          -3,   -7,  -13,   35,   15,   75,   44,   35,  -28,   -4,   -7,   45,   46,   18,   17,   41,
         -19,   20,    7,   18,   50,   17,   26,   19,  -15,   20,   13,    4,  -20,   20,    1,   10,
          -2,   38,   29,   -4,   24,   12,   54,    9,   10,  -22,  -33,    2,    0,  -41,  -35,  -44,
        // Rook.
          30,   30,   29,   32,   35,   31,   55,   57,   -2,    8,  -38,   62,   14,   67,   18,   41,
         -22,   -4,  -10,    5,  -36,   37,   37,   21,  -14,  -25,    7,  -20,  -30,    1,  -11,    5,
         -33,  -23,   -3,  -44,  -47,  -53,  -27,   -7,  -42,  -24,  -21,  -26,  -23,  -14,   -1,   -8,
         -24,   11,  -25,   30,   16,   18,   -4,   -1,   -9,    4,   24,   17,   41,   41,   11,    8,
        // Queen.
          40,   76,   76,   49,   33,   19,   62,   82,   -1,  -10,    3,   36,   61,   13,   41,   71,
         -38,  -10,    8,   11,   -3,    3,   -2,   37,  -31,  -51,  -28,  -42,  -32,  -22,   -6,  -16,
         -38,  -46,  -20,  -38,  -38,   -9,   13,   21,  -47,  -21,  -23,  -23,  -50,  -19,    5,    0,
         -18,   -6,   20,    7,   23,   25,   -6,    8,    5,  -35,    8,   24,   11,    4,  -11,  -25,
        // King.
        -200, -200, -200, -197, -200, -200, -200, -198, -180, -180, -180, -180, -180, -180, -176, -180,
        -160, -159, -154, -160, -158, -160, -160, -157, -138, -141, -135, -138, -139, -138, -137, -132,
         -99, -108, -118, -125, -102, -116, -111, -124,  -76,  -75, -111,  -87, -120,  -99, -104,  -91,
           4,  -11,  -73, -117,  -79,  -67,  -60,   40,   23,   58,   45,  -41,    7,    5,   79,   96,
    ];
    false mobility /// A square that a piece attacks, free of own men and of enemy pawns' attacks.
    MOBILITY[5] = [0, 10, 12, 11, 4];
    false threats /// An enemy man that is attacked and not defended.
    HANGING[5] = [36, 54, 52, 56, 48];
    false threats /// An enemy man that a pawn attacks.
    PAWN_THREAT[5] = [-22, 113, 106, 177, 142];
    false threats /// An enemy man that a knight or a bishop attacks.
    MINOR_THREAT[5] = [-4, 52, 60, 83, 129];
    false threats /// An enemy man that a rook attacks.
    ROOK_THREAT[5] = [9, 34, 39, 5, 106];
    false threats /// An enemy man that two men attack and at most one defends.
    OVERLOAD[5] = [28, 41, 27, 20, 12];
    false tempo /// The side to move: the initiative counts for more than in chess.
    TEMPO[1] = [25];
    true attack /// An enemy piece that attacks a square beside the king or its own.
    ATTACKER[5] = [0, 66, 31, 48, 4];
    true attack /// A square beside the king, or its own, for each enemy piece that attacks it; pawns together.
    HIT[5] = [29, -6, 0, -1, 16];
    true attack /// An enemy man two king's steps away.
    SIEGE[5] = [54, 27, 43, 23, 42];
    true attack /// A square beside the king that two enemy men attack.
    TWICE[1] = [29];
    true attack /// Enemy pieces of that role can give check where nobody takes them.
    CHECK[5] = [0, 67, 27, 49, 39];
    true shelter /// Any king.
    BASE[1] = [294];
    true shelter /// The enemy is to move.
    MOVER[1] = [31];
    true shelter /// The king on its square.
    KING_SQUARE[64] = [
           0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,   -4,    0,
           1,   -2,    0,    0,    0,    0,    0,    0,   -3,   -3,   -7,   -5,   -4,    0,  -21,  -32,
         -14,  -19,  -17,   16,  -86,  -58,   18,   17,   12,   -4,   10,   23,   13,  -32,   -8,   21,
         -28,    7,  -13,   19,   35,    6,   26,   -9,  -58,   40,   72,   91,   84,   71,   21,   -9,
    ];
    true shelter /// A square beside the king that the enemy attacks and only the king defends.
    WEAK[1] = [48];
    true shelter /// A square two king's steps away that only the enemy attacks.
    OUTER_HIT[1] = [25];
    true shelter /// An empty square two king's steps away that nobody defends: men come down there.
    OUTER_FREE[1] = [29];
    true shelter /// A man pinned to the king.
    PINNED[1] = [45];
    true shelter /// An own man beside the king.
    GUARD[5] = [-52, -24, -27, -9, 24];
    true shelter /// An own man two king's steps away.
    FAR_GUARD[5] = [-32, -23, -29, -1, 13];
    true drops /// A man in the enemy's pocket; of each kind three count.
    POCKET[5] = [50, 71, 26, 77, 83];
    true drops /// A man in the own pocket; of each kind three count.
    RESERVE[5] = [52, 67, 45, 72, 27];
    true drops /// A square from which a man in the enemy's pocket can give check where nobody takes it; three count.
    DROP[5] = [0, 45, 19, 42, 27];
}
