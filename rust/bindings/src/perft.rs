//! Perft that Ctrl-C can end: the rules count, this only hands out the work.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use furyhouse_rules::{Position, perft, perft_threads};
use pyo3::prelude::*;

use crate::args::IntArg;
use crate::watch;

/// The greatest depth in plies.
const MAX_DEPTH: i64 = 100;

/// The most threads.
const MAX_THREADS: i64 = furyhouse_search::MAX_THREADS as i64;

/// A tree of this depth is counted at once, on the calling thread: it takes less time than a thread's start.
const SMALL_DEPTH: u32 = 2;

/// Checks a depth in plies.
pub(crate) fn checked_depth(depth: &IntArg, least: i64) -> PyResult<u32> {
    depth
        .within("depth", least, MAX_DEPTH)
        .map(|depth| depth as u32)
}

/// Checks a number of threads.
pub(crate) fn checked_threads(threads: &IntArg) -> PyResult<usize> {
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
        move |_events| perft_threads(&position, depth, threads, &stopped).unwrap_or(0),
        |never: Infallible| match never {},
        || stop.store(true, Ordering::Relaxed),
    )
}
