//! Counting leaves more slowly than perft does: nearer to what a search feels.

use std::hint::black_box;

use furyhouse_rules::{MoveList, Position};

/// Counts leaves from lists of moves, the last ply too.
pub(crate) fn listed(position: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.generate_all(&mut moves);
    if depth == 1 {
        return black_box(&moves).len() as u64;
    }
    let leaves = |&mv| {
        let mut next = *position;
        next.make(mv);
        listed(&next, depth - 1)
    };
    moves.iter().map(leaves).sum()
}

/// Counts leaves one by one, each of them played.
pub(crate) fn played(position: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.generate_all(&mut moves);
    let leaves = |&mv| {
        let mut next = *position;
        next.make(mv);
        if depth == 1 {
            black_box(&next);
            1
        } else {
            played(&next, depth - 1)
        }
    };
    moves.iter().map(leaves).sum()
}
