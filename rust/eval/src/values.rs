//! What a man is worth, by where it stands.

use crate::weights::{HELD, HELD_FIRST, MATERIAL, WEIGHTS};

/// The worth of a man on the board in centipawns, by role: pawn, knight, bishop, rook, queen, king.
pub const BOARD_VALUES: [i32; 6] = values(MATERIAL, 0);

/// The worth of a man in the pocket in centipawns, by role: between the first of its kind and the next. It can come down
/// anywhere, so it is worth more than one that stands; a king is never in a pocket.
pub const POCKET_VALUES: [i32; 6] = values(HELD, 1);

/// What changes hands when a man is taken, by role, in centipawns: its owner loses it from the board and the taker
/// gains it in the pocket. A pawn is less than the sum of its weights: with that the search grows at once, and plays
/// weaker. The king's figure only has to outweigh everything else in an exchange.
pub const SEE_VALUES: [i32; 6] = [225, 625, 600, 785, 1_240, 20_000];

/// Reads the weights of a man, by role, and adds so many halves of what the first in hand is worth more.
const fn values(start: usize, halves: i32) -> [i32; 6] {
    let mut values = [0; 6];
    let mut role = 0;
    while role < 5 {
        values[role] =
            WEIGHTS[start + role] as i32 + halves * WEIGHTS[HELD_FIRST + role] as i32 / 2;
        role += 1;
    }
    values
}
