//! The tuning build: parameters set by name. One test alone sets them, since all searches of a process share them.

#![cfg(feature = "tuning")]

use furyhouse_rules::Position;
use furyhouse_search::{Control, Engine, Limit, ParamError, Request, params, set_param};

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

/// Searches the positions with a new engine: what was best in each, and how many nodes that took.
fn searched() -> Vec<(String, u64)> {
    let engine = Engine::new(1, 1).expect("a megabyte can be had");
    let limit = Limit {
        nodes: Some(NODES),
        depth: Some(DEPTH),
        ..Limit::default()
    };
    let search = |fen: &&str| {
        let pos = Position::from_fen(fen).expect("a position");
        let result = engine.search(&Request::new(pos, limit), &Control::new(), &mut ());
        let best = result.best.expect("there are moves");
        assert!(pos.is_legal(best), "{fen}: {best:?}");
        (best.to_string(), result.nodes)
    };
    POSITIONS.iter().map(search).collect()
}

#[test]
fn parameters_are_set_by_name_and_every_end_of_a_range_can_be_searched_with() {
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
        set_param(param.name, param.default).expect("the default is in the range");
    }
    for name in [
        "reduction_base",
        "null_reduction",
        "drop_checks",
        "static_weight",
    ] {
        assert!(different.contains(&name), "{name} makes no difference");
    }
    assert_eq!(searched(), before, "nothing is left of what was set");

    // All at once: the ranges go together.
    for least in [true, false] {
        for param in params() {
            let value = if least { param.min } else { param.max };
            set_param(param.name, value).expect("the ends are in the range");
        }
        searched();
    }
    let unknown = set_param("luck", 1).expect_err("there is no such parameter");
    assert_eq!(unknown.to_string(), "no parameter \"luck\"");
    let refused = set_param("null_depth", 99).expect_err("out of range");
    let expected = "null_depth: found 99, expected a whole number from 1 to 8";
    assert_eq!(refused.to_string(), expected);
}
