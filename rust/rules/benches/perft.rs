//! Counts the instructions of the rules under Valgrind: move generation three ways, reading, writing, exchanges.
//!
//! Unlike times, these counts are the same on every run, so that a change of one per cent is seen. Needs `valgrind` and
//! the runner of this harness:
//!
//! ```text
//! cargo install gungraun-runner --version 0.20.0
//! cargo bench -p furyhouse-rules --features bench
//! ```
//!
//! Every benchmark asserts what it counts: a wrong answer is worth no speed.

#![expect(missing_docs, reason = "the harness makes items that have none")]

mod leaves;

use std::hint::black_box;

use furyhouse_rules::{Position, RoleValues, perft};
use gungraun::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const MID: &str = "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 4 6";
const RICH: &str = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[BNnp] w - - 0 12";
const BARE: &str = "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1";

const VALUES: RoleValues = [100, 300, 300, 500, 900, 10_000];

fn read(fen: &str) -> Position {
    Position::from_fen(fen).expect("a position")
}

#[library_benchmark]
#[bench::start(read(START), 4, 197_281)]
#[bench::mid(read(MID), 3, 58_057)]
#[bench::rich(read(RICH), 2, 10_704)]
#[bench::bare(read(BARE), 2, 75_353)]
fn counted(position: Position, depth: u32, nodes: u64) {
    assert_eq!(perft(black_box(&position), depth), nodes);
}

#[library_benchmark]
#[bench::start(read(START), 4, 197_281)]
#[bench::mid(read(MID), 3, 58_057)]
#[bench::rich(read(RICH), 2, 10_704)]
#[bench::bare(read(BARE), 2, 75_353)]
fn listed(position: Position, depth: u32, nodes: u64) {
    assert_eq!(leaves::listed(black_box(&position), depth), nodes);
}

#[library_benchmark]
#[bench::start(read(START), 3, 8_902)]
#[bench::mid(read(MID), 3, 58_057)]
#[bench::rich(read(RICH), 2, 10_704)]
#[bench::bare(read(BARE), 2, 75_353)]
fn played(position: Position, depth: u32, nodes: u64) {
    assert_eq!(leaves::played(black_box(&position), depth), nodes);
}

#[library_benchmark]
#[bench::rich(read(RICH))]
fn asked_of_every_code(position: Position) {
    let legal = (0..=u16::MAX)
        .filter_map(furyhouse_rules::Move::from_raw)
        .filter(|&mv| position.is_legal(mv))
        .count();
    assert_eq!(legal, position.legal_moves().len());
}

#[library_benchmark]
#[bench::rich(read(RICH))]
fn exchanges(position: Position) {
    let losing = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| position.see(mv, &VALUES) < 0)
        .count();
    assert!(losing > 0);
}

#[library_benchmark]
#[bench::rich(RICH)]
fn fen_read_and_written(fen: &str) {
    assert_eq!(read(black_box(fen)).fen(), fen);
}

#[library_benchmark]
#[bench::rich(read(RICH))]
fn san_written_and_read(position: Position) {
    for mv in position.legal_moves() {
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
    }
}

library_benchmark_group!(
    name = generation,
    benchmarks = [counted, listed, played, asked_of_every_code]
);
library_benchmark_group!(
    name = notation,
    benchmarks = [exchanges, fen_read_and_written, san_written_and_read]
);
main!(library_benchmark_groups = [generation, notation]);
