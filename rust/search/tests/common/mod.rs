//! What the tests of the search share.
#![allow(dead_code, reason = "each test file uses a part of this")]

use std::path::Path;

use furyhouse_rules::{CastlingMode, Move, Position};
use furyhouse_search::{Control, Engine, Limit, Request, SearchResult};

/// The rows of a table in `tests/data`, without its heading, split at tabs.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data")
        .join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .skip(1)
        .map(|line| line.split('\t').map(String::from).collect())
        .collect()
}

/// Reads a FEN.
pub(crate) fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Reads a move.
pub(crate) fn read(pos: &Position, text: &str) -> Move {
    pos.parse_uci(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Writes a move.
pub(crate) fn write(pos: &Position, mv: Move) -> String {
    pos.uci(mv, CastlingMode::Standard)
}

/// A new engine with a small table and one thread.
pub(crate) fn engine() -> Engine {
    Engine::new(8, 1).expect("eight megabytes can be had")
}

/// Searches `pos` with a new engine.
pub(crate) fn search(pos: &Position, limit: Limit) -> SearchResult {
    engine().search(&Request::new(*pos, limit), &Control::new(), &mut ())
}

/// A limit in depth.
pub(crate) fn depth(depth: u32) -> Limit {
    Limit {
        depth: Some(depth),
        ..Limit::default()
    }
}

/// A limit in nodes.
pub(crate) fn nodes(nodes: u64) -> Limit {
    Limit {
        nodes: Some(nodes),
        ..Limit::default()
    }
}

/// Plays a line and says whether it is legal and ends in mate.
pub(crate) fn ends_in_mate(pos: &Position, line: &[Move]) -> bool {
    let mut pos = *pos;
    for &mv in line {
        if !pos.is_legal(mv) {
            return false;
        }
        pos = pos.play(mv);
    }
    pos.is_check() && !pos.has_legal_move()
}
