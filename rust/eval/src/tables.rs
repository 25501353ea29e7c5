//! Piece-square terms in centipawns, as white sees the board.
//!
//! Each table is written with the eighth rank on top, so that it reads like a diagram. A black man looks its square up
//! mirrored.

/// The piece-square term of a role and a square index (a1 = 0) for a white man.
pub(crate) static PIECE_SQUARE: [[i16; 64]; 6] = [
    upright(&PAWN),
    upright(&KNIGHT),
    upright(&BISHOP),
    upright(&ROOK),
    upright(&QUEEN),
    upright(&KING),
];

/// A pawn gains by standing in the centre and much by standing near promotion, where it also hems the enemy king in.
#[rustfmt::skip]
const PAWN: [i16; 64] = [
      0,   0,   0,   0,   0,   0,   0,   0,
     70,  80,  80,  80,  80,  80,  80,  70,
     30,  40,  45,  50,  50,  45,  40,  30,
      5,  10,  15,  25,  25,  15,  10,   5,
     -5,   0,   8,  20,  20,   5,   0,  -5,
     -5,   2,   5,   8,   8,   2,   4,  -5,
      0,   0,   0, -10, -10,   5,   5,   0,
      0,   0,   0,   0,   0,   0,   0,   0,
];

/// A knight belongs in the centre or in the enemy's camp.
#[rustfmt::skip]
const KNIGHT: [i16; 64] = [
    -50, -25, -15, -10, -10, -15, -25, -50,
    -20,   0,  15,  20,  20,  15,   0, -20,
      0,  20,  35,  40,  40,  35,  20,   0,
     -5,  15,  30,  35,  35,  30,  15,  -5,
    -15,   5,  15,  20,  20,  15,   5, -15,
    -20,   0,  15,   8,   8,  15,   0, -20,
    -35, -20,  -5,   0,   0,  -5, -20, -35,
    -50, -30, -25, -20, -20, -25, -30, -50,
];

/// A bishop gains by long diagonals.
#[rustfmt::skip]
const BISHOP: [i16; 64] = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   5,  10,  12,  12,  10,   5,  -5,
     -5,  12,  10,  15,  15,  10,  12,  -5,
     -5,   5,  14,  14,  14,  14,   5,  -5,
     -5,   8,   8,   8,   8,   8,   8,  -5,
     -5,  10,   2,   4,   4,   2,  12,  -5,
    -20, -10, -12, -10, -10, -15, -10, -20,
];

/// A rook gains on the enemy's back ranks, where it takes the squares the king flees to.
#[rustfmt::skip]
const ROOK: [i16; 64] = [
     20,  20,  20,  20,  20,  20,  20,  20,
     20,  25,  25,  25,  25,  25,  25,  20,
      0,   5,   5,   5,   5,   5,   5,   0,
     -5,   0,   0,   0,   0,   0,   0,  -5,
    -10,  -5,  -5,  -5,  -5,  -5,  -5, -10,
    -15,  -8,  -5,  -5,  -5,  -5,  -8, -15,
    -15, -10,  -5,  -5,  -5,  -5, -10, -15,
     -5,  -5,   0,   5,   5,   3,  -5,  -5,
];

/// A queen gains a little by activity.
#[rustfmt::skip]
const QUEEN: [i16; 64] = [
      0,   5,  10,  15,  15,  10,   5,   0,
      0,  10,  15,  15,  15,  15,  10,   0,
      0,  10,  12,  12,  12,  12,  10,   0,
      0,   5,  10,  10,  10,  10,   5,   0,
     -5,   0,   5,   8,   8,   5,   0,  -5,
    -10,   0,   4,   4,   4,   4,   0, -10,
    -10,  -5,   2,   2,   2,   0,  -5, -10,
    -20, -15, -10,   0,  -5, -15, -15, -20,
];

/// A king belongs in its castle, on the first rank; each step forward is dangerous while the enemy can drop.
#[rustfmt::skip]
const KING: [i16; 64] = [
   -200,-200,-200,-200,-200,-200,-200,-200,
   -180,-180,-180,-180,-180,-180,-180,-180,
   -160,-160,-160,-160,-160,-160,-160,-160,
   -140,-140,-140,-140,-140,-140,-140,-140,
   -110,-110,-120,-120,-120,-120,-110,-110,
    -70, -70, -90, -90, -90, -90, -70, -70,
    -10, -10, -40, -50, -50, -40, -10, -10,
     20,  25,   5, -20, -10, -15,  30,  25,
];

/// Turns a diagram around, so that index 0 is a1.
const fn upright(diagram: &[i16; 64]) -> [i16; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = diagram[8 * (7 - square / 8) + square % 8];
        square += 1;
    }
    table
}
