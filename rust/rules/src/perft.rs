//! Counting the leaves of the tree of moves, to test and to time the rules.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::moves::{Move, MoveList};
use crate::position::Position;

/// A tree of this depth is counted in one go: some ten milliseconds with full pockets, and mostly far less.
const UNDIVIDED_DEPTH: u32 = 3;

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
        0 => return 1,
        1 => return u64::from(position.count_legal_moves()),
        _ => {}
    }
    let mut moves = MoveList::new();
    position.generate_all(&mut moves);
    let leaves = |&mv: &Move| {
        let mut next = *position;
        next.make(mv);
        perft(&next, depth - 1)
    };
    moves.iter().map(leaves).sum()
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

/// Counts as [`perft`] does, on several threads, until `stop` is set; a stopped count has no result.
///
/// Where the system has no more threads to give, it counts on fewer.
///
/// # Examples
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use furyhouse_rules::{Position, perft_threads};
///
/// let stop = AtomicBool::new(false);
/// assert_eq!(perft_threads(&Position::start(), 4, 2, &stop), Some(197_281));
/// ```
#[must_use]
pub fn perft_threads(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<u64> {
    if depth < 3 {
        return Some(perft(position, depth));
    }
    // The positions after two plies are many and alike enough to keep all threads busy to the end.
    let mut positions = Vec::new();
    for first in position.legal_moves() {
        let next = position.play(first);
        positions.extend(next.legal_moves().iter().map(|&second| next.play(second)));
    }
    let (total, taken) = (AtomicU64::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(position) = positions.get(taken.fetch_add(1, Ordering::Relaxed)) {
            let count = stoppable(position, depth - 2, stop);
            total.fetch_add(count, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(positions.len()) {
            let thread = thread::Builder::new().name("furyhouse-perft".to_owned());
            if thread.spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    (!stop.load(Ordering::Relaxed)).then(|| total.into_inner())
}

/// Counts a tree, looking at `stop` before each part of it; the sum of a stopped count means nothing.
fn stoppable(position: &Position, depth: u32, stop: &AtomicBool) -> u64 {
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    if depth <= UNDIVIDED_DEPTH {
        return perft(position, depth);
    }
    position
        .legal_moves()
        .iter()
        .map(|&mv| stoppable(&position.play(mv), depth - 1, stop))
        .sum()
}
