//! Perft that Ctrl-C can end: the rules count, this only hands out the work.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use furyhouse_rules::{Position, perft};
use pyo3::prelude::*;

use crate::args::IntArg;
use crate::watch;

const MAX_DEPTH: i64 = 100;
const MAX_THREADS: i64 = 512;

/// A tree of this depth is counted in one go: some ten milliseconds with full pockets, and mostly far less.
const UNDIVIDED_DEPTH: u32 = 3;

/// A tree of this depth is counted at once, on the calling thread: it takes less time than a thread's start.
const SMALL_DEPTH: u32 = 2;

/// Checks a depth in plies.
pub(crate) fn checked_depth(depth: IntArg, least: i64) -> PyResult<u32> {
    depth
        .within("depth", least, MAX_DEPTH)
        .map(|depth| depth as u32)
}

/// Checks a number of threads.
pub(crate) fn checked_threads(threads: IntArg) -> PyResult<usize> {
    threads
        .within("threads", 1, MAX_THREADS)
        .map(|threads| threads as usize)
}

/// Counts the leaves with the interpreter released; an exception of a signal handler ends the count.
pub(crate) fn count(
    py: Python<'_>,
    position: Position,
    depth: u32,
    threads: usize,
) -> PyResult<u64> {
    if depth <= SMALL_DEPTH {
        return Ok(perft(&position, depth));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    watch::run(
        py,
        move |_events| shared_count(&position, depth, threads, &stopped),
        |never: Infallible| match never {},
        || stop.store(true, Ordering::Relaxed),
    )
}

/// Counts on several threads, which take the positions after two plies in turn.
fn shared_count(position: &Position, depth: u32, threads: usize, stop: &AtomicBool) -> u64 {
    let mut positions = Vec::new();
    for first in position.legal_moves() {
        let next = position.play(first);
        positions.extend(
            next.legal_moves()
                .into_iter()
                .map(|second| next.play(second)),
        );
    }
    let (total, taken) = (AtomicU64::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(position) = positions.get(taken.fetch_add(1, Ordering::Relaxed)) {
            let count = divided_count(position, depth - 2, stop);
            total.fetch_add(count, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(positions.len()) {
            scope.spawn(work);
        }
        work();
    });
    total.into_inner()
}

/// Counts a tree, looking at `stop` before each part of it; the sum of a stopped count means nothing.
fn divided_count(position: &Position, depth: u32, stop: &AtomicBool) -> u64 {
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    if depth <= UNDIVIDED_DEPTH {
        return perft(position, depth);
    }
    let moves = position.legal_moves();
    moves
        .into_iter()
        .map(|mv| divided_count(&position.play(mv), depth - 1, stop))
        .sum()
}
