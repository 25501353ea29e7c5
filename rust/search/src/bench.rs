//! A fixed amount of work, for speed and for noticing changes.

use std::time::Duration;

use furyhouse_rules::{ParseError, Position};

use crate::control::Control;
use crate::engine::Engine;
use crate::limit::Limit;
use crate::request::Request;

/// Positions of all kinds: openings, full pockets, attacks, bare kings.
const POSITIONS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 4 6",
    "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1P4/2NB1N2/PPP2PPP/R2QK2R[Nb] b KQkq - 4 6",
    "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[NBnp] w - - 0 12",
    "r4rk1/ppp2p1p/2n1p1p1/3pP3/1b1P4/2P2N2/PP3PPP/R2QKB1R[QBNbn] b KQ - 0 16",
    "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
    "rnbqkb1r/pp1ppppp/5n2/2p5/5P2/1P6/P1PPP1PP/RNBQKBNR[] w KQkq - 1 3",
    "r1bqkbnr/1pp1ppp1/p1np3p/8/3P1N2/2N1B3/PPP1PPPP/R2QKB1R[] b KQkq - 1 5",
    "r2qk2r/ppp2ppp/2npbn2/2b1p3/2B1P3/2NP1N2/PPP1QPPP/R1B2RK1[] b kq - 5 7",
    "r1b2rk1/ppp1qppp/2n5/3p4/1b1P4/2NBPN2/PPQ2PPP/R3K2R[NPbp] w KQ - 2 12",
    "2kr3r/ppp1bppp/2n1bn2/4p1B1/2B1P3/2N2N2/PPP2PPP/R4RK1[QPqp] w - - 4 11",
    "r4r1k/pppb1Npp/3b4/3qp3/8/2P1B3/PP3PPP/R2Q1RK1[BNPPnp] b - - 0 18",
    "6k1/5pp1/4p2p/3pP3/2pP4/2P3P1/5P1P/6K1[RNqbpp] w - - 0 40",
    "r1bk3r/ppp2Qpp/2p5/3pP3/1b6/2N5/PPP2PPP/R1B1K2R[NNpbnpq] b KQ - 1 14",
];

/// The table's size in MB.
const HASH_MB: usize = 16;

/// What a bench took.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct BenchResult {
    /// Positions played: the same on every machine, until the play changes.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// Searches fixed positions to `depth` plies each, on one thread, with a new engine. Where `control` stops it, the counts
/// are of what was done until then.
///
/// # Errors
///
/// When the 16 MB of its table cannot be had, or (a fault of this crate) a position cannot be read.
pub fn bench(
    depth: u32,
    control: &Control,
) -> Result<BenchResult, Box<dyn std::error::Error + Send + Sync>> {
    let engine = Engine::new(HASH_MB, 1)?;
    let positions: Vec<Position> = POSITIONS
        .into_iter()
        .map(Position::from_fen)
        .collect::<Result<_, ParseError>>()?;
    let mut total = BenchResult {
        nodes: 0,
        time: Duration::ZERO,
    };
    for position in positions {
        if control.is_stopped() {
            break;
        }
        engine.clear(control)?;
        let limit = Limit {
            depth: Some(depth),
            ..Limit::default()
        };
        let result = engine.search(&Request::new(position, limit), control, &mut ());
        total.nodes += result.nodes;
        total.time += result.time;
    }
    Ok(total)
}
