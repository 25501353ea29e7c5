//! Counting the leaves of the tree of moves, to test and to time the rules.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::moves::Move;
use crate::position::Position;

/// Counts the move sequences of a length; the last ply is counted without listing it.
///
/// # Examples
///
/// ```
/// use furyhouse_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => position
            .legal_moves()
            .iter()
            .map(|&mv| {
                let mut next = *position;
                next.make(mv);
                perft(&next, depth - 1)
            })
            .sum(),
    }
}

/// Counts the move sequences of a length that begin with each legal move.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.play(mv), depth.saturating_sub(1))))
        .collect()
}

/// Counts as [`perft`] does, on several threads.
///
/// # Panics
///
/// When the system cannot start a thread.
#[must_use]
pub fn perft_threads(position: &Position, depth: u32, threads: usize) -> u64 {
    if depth < 3 || threads < 2 {
        return perft(position, depth);
    }
    // The positions after two plies are many and alike enough to keep all threads busy to the end.
    let mut positions = Vec::new();
    for first in position.legal_moves() {
        let next = position.play(first);
        positions.extend(
            next.legal_moves()
                .into_iter()
                .map(|second| next.play(second)),
        );
    }
    let total = AtomicU64::new(0);
    let taken = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.min(positions.len()) {
            scope.spawn(|| {
                while let Some(position) = positions.get(taken.fetch_add(1, Ordering::Relaxed)) {
                    total.fetch_add(perft(position, depth - 2), Ordering::Relaxed);
                }
            });
        }
    });
    total.into_inner()
}
