//! Prints how fast moves are generated: perft of the positions in `tests/data/speed.tsv`, three ways.
//!
//! *Counted*: the leaves of the last ply are counted and never listed. *Listed*: the last ply is a list of moves.
//! *Played*: every leaf is a position. One thread, no hash table; the median of some runs, in million leaves a second.
//!
//! Run with `cargo run --release --example speed`, or `… -- 5 rich1` for five runs of one position.

#![expect(clippy::print_stdout, reason = "a table is what it is for")]

#[path = "../benches/leaves/mod.rs"]
mod leaves;

use std::{error::Error, fs, time::Instant};

use furyhouse_rules::{Position, perft};
use leaves::{listed, played};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/speed.tsv");

/// Measures million leaves a second: the median of some runs, each of which must count the expected leaves.
fn measure(runs: usize, nodes: u64, count: impl Fn() -> u64) -> f64 {
    let mut rates: Vec<f64> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(count(), nodes, "a wrong count is worth no speed");
            nodes as f64 / start.elapsed().as_secs_f64() / 1e6
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[runs / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let runs = arguments
        .next()
        .map_or(Ok(3), |text| text.parse::<usize>())?
        .max(1);
    let only = arguments.next();

    println!(
        "{:8} {:>5} {:>12} {:>9} {:>9} {:>9}   Mnps",
        "name", "depth", "leaves", "counted", "listed", "played"
    );
    let mut logarithms = [0.0; 3];
    let mut rows = 0;
    for line in fs::read_to_string(TABLE)?.lines().skip(1) {
        let [name, fen, depth, nodes] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("a row needs four columns: {line}").into());
        };
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let (position, depth, nodes) = (Position::from_fen(fen)?, depth.parse()?, nodes.parse()?);
        let rates = [
            measure(runs, nodes, || perft(&position, depth)),
            measure(runs, nodes, || listed(&position, depth)),
            measure(runs, nodes, || played(&position, depth)),
        ];
        let [counted, as_list, leaf_by_leaf] = rates;
        println!(
            "{name:8} {depth:>5} {nodes:>12} {counted:>9.0} {as_list:>9.0} {leaf_by_leaf:>9.0}"
        );
        for (sum, rate) in logarithms.iter_mut().zip(rates) {
            *sum += f64::ln(rate);
        }
        rows += 1;
    }
    let [counted, as_list, leaf_by_leaf] = logarithms.map(|sum| f64::exp(sum / f64::from(rows)));
    println!(
        "{:27} {counted:>9.0} {as_list:>9.0} {leaf_by_leaf:>9.0}",
        "geometric mean"
    );
    Ok(())
}
