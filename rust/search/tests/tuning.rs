//! The tuning build: parameters set by name. One test alone sets them, since all searches of a process share them.

#![cfg(feature = "tuning")]

use std::num::NonZeroU64;
use std::time::Duration;

use furyhouse_rules::Position;
use furyhouse_search::{
    ClockLimit, Control, Engine, Limit, ParamError, Request, params, set_param,
};

/// A middlegame with full pockets, an attack, and a bare king.
const POSITIONS: [&str; 3] = [
    "2kr3r/ppp1bppp/2n1bn2/4p1B1/2B1P3/2N2N2/PPP2PPP/R4RK1[QPqp] w - - 4 11",
    "r1bk3r/ppp2Qpp/2p5/3pP3/1b6/2N5/PPP2PPP/R1B1K2R[NNpbnpq] b KQ - 1 14",
    "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
];

/// The depth of a search, in plies.
const DEPTH: u32 = 6;

/// The most nodes of a search.
const NODES: u64 = 12_000;

/// What stands on a clock that runs on nodes.
const CLOCK_NODES: u64 = 8_000;

/// How many mixtures of values are tried.
const MIXTURES: u64 = 40;

/// Parameters of all parts of the search, each of which changes what this test sees.
const SEEN: [&str; 8] = [
    "aspiration_delta",
    "null_reduction",
    "reduction_base",
    "drop_checks",
    "static_weight",
    "history_max",
    "late_move_base",
    "soft_percent",
];

/// Searches the positions with a new engine, to a depth and by a clock: what was best in each, and how many nodes that
/// took.
fn searched() -> Vec<(String, u64)> {
    let engine = Engine::new(1, 1).expect("a megabyte can be had");
    let deep = Limit {
        nodes: Some(NODES),
        depth: Some(DEPTH),
        ..Limit::default()
    };
    let timed = Limit {
        clock: Some(ClockLimit {
            remaining: Duration::from_millis(CLOCK_NODES),
            increment: Duration::from_millis(CLOCK_NODES / 100),
            moves_to_go: None,
        }),
        nps: NonZeroU64::new(1_000),
        depth: Some(DEPTH),
        ..Limit::default()
    };
    let search = |fen: &str, limit: Limit| {
        let pos = Position::from_fen(fen).expect("a position");
        let result = engine.search(&Request::new(pos, limit), &Control::new(), &mut ());
        let best = result.best.expect("there are moves");
        assert!(pos.is_legal(best), "{fen}: {best:?}");
        assert!(limit.nps.is_none() || result.nodes <= CLOCK_NODES, "{fen}");
        (best.to_string(), result.nodes)
    };
    POSITIONS
        .iter()
        .flat_map(|fen| [search(fen, deep), search(fen, timed)])
        .collect()
}

/// Sets all parameters back.
fn set_back() {
    for param in params() {
        set_param(param.name, param.default).expect("the default is in the range");
    }
}

#[test]
fn parameters_are_set_by_name_and_all_ranges_can_be_searched_with() {
    assert!(params().iter().all(|param| param.value() == param.default));
    let before = searched();
    let mut different = Vec::new();
    for param in params() {
        for value in [param.min, param.max] {
            set_param(param.name, value).expect("the ends are in the range");
            assert_eq!(param.value(), value);
            if searched() != before {
                different.push(param.name);
            }
        }
        for value in [param.min - 1, param.max + 1, i32::MIN, i32::MAX] {
            let refused = set_param(param.name, value);
            assert!(matches!(refused, Err(ParamError::OutOfRange { .. })));
            assert_eq!(param.value(), param.max, "{} is as it was", param.name);
        }
        set_back();
    }
    for name in SEEN {
        assert!(different.contains(&name), "{name} makes no difference");
    }
    assert_eq!(searched(), before, "nothing is left of what was set");

    // All at once: the ranges go together, at their ends and anywhere between.
    for least in [true, false] {
        for param in params() {
            let value = if least { param.min } else { param.max };
            set_param(param.name, value).expect("the ends are in the range");
        }
        searched();
    }
    // Knuth's generator (The Art of Computer Programming, volume 2): any mixtures will do.
    let mut lot = 1_u64;
    for _ in 0..MIXTURES {
        for param in params() {
            lot = lot
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let values = u64::from(param.min.abs_diff(param.max)) + 1;
            let value = param.min + ((lot >> 33) % values) as i32;
            set_param(param.name, value).expect("the value is in the range");
        }
        searched();
    }
    set_back();

    let unknown = set_param("luck", 1).expect_err("there is no such parameter");
    assert_eq!(unknown.to_string(), "no parameter \"luck\"");
    let refused = set_param("null_depth", 99).expect_err("out of range");
    let expected = "null_depth: found 99, expected a whole number from 1 to ";
    assert!(refused.to_string().starts_with(expected), "{refused}");
}
