//! Perft that Ctrl-C can end: the rules count, this only hands out the work.

use furyhouse_rules::{Position, perft, perft_threads};
use furyhouse_search::Control;
use pyo3::prelude::*;
use std::convert::Infallible;

use crate::args::IntArg;
use crate::errors::EngineError;
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

/// Counts the leaves with the interpreter released; an exception of a signal handler ends the count, and so does `control`.
pub(crate) fn count(
    py: Python<'_>,
    position: Position,
    depth: u32,
    threads: usize,
    control: &Control,
) -> PyResult<u64> {
    if depth <= SMALL_DEPTH {
        return Ok(perft(&position, depth));
    }
    let stopped = control.clone();
    let counted = watch::run(
        py,
        move |_events| perft_threads(&position, depth, threads, stopped.flag()),
        |never: Infallible| match never {},
        || control.stop(),
    )?;
    counted.ok_or_else(|| EngineError::new_err("the count was stopped"))
}
