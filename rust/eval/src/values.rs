//! What a man is worth, by where it stands.

/// The worth of a man on the board in centipawns, by role: pawn, knight, bishop, rook, queen, king.
///
/// The long-range men are worth less than in chess, since the board fills up again and again. The start of these
/// figures is the middle-game material of the multi-variant Stockfish, scaled to a pawn of 100.
pub const BOARD_VALUES: [i32; 6] = [100, 290, 285, 385, 600, 0];

/// The worth of a man in the pocket in centipawns, by role. It can come down anywhere, so it is worth more than one
/// that stands; a king is never in a pocket.
pub const POCKET_VALUES: [i32; 6] = [125, 335, 315, 400, 640, 0];

/// What changes hands when a man is taken, by role, in centipawns: its owner loses it from the board and the taker
/// gains it in the pocket. The king's figure only has to outweigh everything else in an exchange.
pub const SEE_VALUES: [i32; 6] = [
    BOARD_VALUES[0] + POCKET_VALUES[0],
    BOARD_VALUES[1] + POCKET_VALUES[1],
    BOARD_VALUES[2] + POCKET_VALUES[2],
    BOARD_VALUES[3] + POCKET_VALUES[3],
    BOARD_VALUES[4] + POCKET_VALUES[4],
    20_000,
];

/// The bonus for the side to move in centipawns. The initiative counts for more than in chess.
pub(crate) const TEMPO: i32 = 30;
