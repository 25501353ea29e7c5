//! Every row of the shared tables.

use std::sync::atomic::AtomicBool;

use furyhouse_rules::{Move, Position, count_repetitions, perft, perft_threads};

use crate::tables::{rows, unescape};

/// Counts the leaves from lists of moves, the last ply too.
fn listed(pos: &Position, depth: u32) -> u64 {
    let moves = pos.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&m| listed(&pos.play(m), depth - 1)).sum()
}

fn read(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn perft_equals_the_table() {
    for row in rows("perft.tsv")
        .into_iter()
        .chain(rows("speed.tsv").into_iter().map(|row| row[1..].to_vec()))
    {
        let (depth, nodes): (u32, u64) = (
            row[1].parse().expect("a depth"),
            row[2].parse().expect("a count"),
        );
        let pos = read(&row[0]);
        assert_eq!(perft(&pos, depth), nodes, "{} depth {depth}", row[0]);
        if nodes < 1_000_000 {
            assert_eq!(
                listed(&pos, depth),
                nodes,
                "{} depth {depth}, listed",
                row[0]
            );
        }
    }
}

#[test]
fn perft_on_several_threads_counts_the_same() {
    for row in rows("perft.tsv") {
        let (depth, nodes): (u32, u64) = (
            row[1].parse().expect("a depth"),
            row[2].parse().expect("a count"),
        );
        if nodes < 10_000_000 {
            for threads in [1, 2, 5] {
                assert_eq!(
                    perft_threads(&read(&row[0]), depth, threads, &AtomicBool::new(false)),
                    Some(nodes),
                    "{} on {threads}",
                    row[0]
                );
            }
        }
    }
}

#[test]
fn walks_have_the_counted_leaves() {
    for row in rows("walks.tsv") {
        let pos = read(&row[0]);
        for (depth, nodes) in (1..).zip(row[1].split(' ')) {
            let nodes: u64 = nodes.parse().expect("a count");
            assert_eq!(perft(&pos, depth), nodes, "{} depth {depth}", row[0]);
            assert_eq!(
                listed(&pos, depth),
                nodes,
                "{} depth {depth}, listed",
                row[0]
            );
        }
    }
}

#[test]
fn rule_cases_end_as_the_table_says() {
    for row in rows("cases.tsv") {
        let [
            id,
            topic,
            fen,
            moves,
            chess960,
            after,
            legal,
            drops,
            state,
            must,
            must_not,
            _note,
        ] = &row[..]
        else {
            panic!("a row of another length: {row:?}");
        };
        let case = format!("{id} ({topic})");
        let mut pos = if chess960 == "1" {
            Position::from_fen_960(fen)
        } else {
            Position::from_fen(fen)
        }
        .unwrap_or_else(|error| panic!("{case}: {error}"));
        let mut keys = Vec::new();
        for text in moves.split_whitespace() {
            keys.push(pos.key());
            let m = pos
                .parse_uci(text)
                .unwrap_or_else(|error| panic!("{case}: {text}: {error}"));
            pos = pos.play(m);
        }
        let four_fields = pos.fen().split(' ').take(4).collect::<Vec<_>>().join(" ");
        assert_eq!(&four_fields, after, "{case}");

        let list = pos.legal_moves();
        assert_eq!(list.len().to_string(), *legal, "{case}: legal moves");
        assert_eq!(
            list.iter().filter(|m| m.is_drop()).count().to_string(),
            *drops,
            "{case}: drops"
        );
        assert_eq!(
            pos.count_legal_moves() as usize,
            list.len(),
            "{case}: counted"
        );
        let found = match (list.is_empty(), pos.is_check()) {
            (true, true) => "checkmate",
            (true, false) => "stalemate",
            (false, true) => "check",
            (false, false) => "ongoing",
        };
        assert_eq!(found, state, "{case}");
        assert_eq!(
            pos.board_outcome().is_some(),
            list.is_empty(),
            "{case}: outcome"
        );
        for text in must.split_whitespace() {
            assert!(
                pos.parse_uci(text).is_ok_and(|m| pos.is_legal(m)),
                "{case}: {text} must be legal"
            );
        }
        for text in must_not.split_whitespace() {
            assert!(
                pos.parse_uci(text).is_err(),
                "{case}: {text} must be illegal"
            );
        }
        match id.as_str() {
            "Z16" => assert_eq!(count_repetitions(&keys, pos.key()), 2, "{case}"),
            "Z17" => assert_eq!(count_repetitions(&keys, pos.key()), 0, "{case}"),
            _ => {}
        }
    }
}

#[test]
fn good_fens_are_read_and_written_in_one_form() {
    for row in rows("good_fens.tsv") {
        let text = unescape(&row[0]);
        let pos = Position::from_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(pos.fen(), row[1], "{text}");
        assert_eq!(pos.to_string(), row[1], "{text}");
        assert_eq!(pos.key(), pos.compute_key(), "{text}");
        assert_eq!(read(&row[1]), pos, "{text}");
    }
}

#[test]
fn bad_fens_are_refused_and_the_message_names_the_fault() {
    for row in rows("bad_fens.tsv") {
        let [text, fault, words] = &row[..] else {
            panic!("a row of another length: {row:?}")
        };
        let text = unescape(text);
        for found in [Position::from_fen(&text), Position::from_fen_960(&text)] {
            let error = found.expect_err(&format!("{text:?} was read, despite its fault: {fault}"));
            let message = error.to_string();
            assert!(!words.is_empty(), "no words to look for: {text}");
            for word in words.split('|') {
                assert!(
                    message.contains(word),
                    "{text:?} ({fault}): no {word:?} in {message:?}"
                );
            }
        }
    }
}

#[test]
fn mates_in_one_are_found_by_playing_every_move() {
    let mut seen = 0;
    for row in rows("mates_short.tsv")
        .into_iter()
        .filter(|row| row[0] == "1")
    {
        let pos = read(&row[1]);
        let mut mates: Vec<Move> = pos.legal_moves().into_iter().collect();
        mates.retain(|&m| pos.gives_check(m) && !pos.play(m).has_legal_move());
        let mut keys: Vec<Move> = row[2]
            .split(' ')
            .map(|text| {
                pos.parse_uci(text)
                    .unwrap_or_else(|error| panic!("{text}: {error}"))
            })
            .collect();
        mates.sort();
        keys.sort();
        assert_eq!(mates, keys, "{}", row[1]);
        seen += 1;
    }
    assert!(seen > 10, "only {seen} rows");
}

#[test]
fn openings_can_be_played() {
    let text = std::fs::read_to_string(crate::tables::path("openings.fen")).expect("the openings");
    for fen in text.lines() {
        assert_eq!(read(fen).fen(), fen);
    }
}

#[test]
fn every_fault_of_a_position_is_named_at_once() {
    let fault = |fen: &str, parts: &[&str]| {
        let message = fen.parse::<Position>().expect_err(fen).to_string();
        for part in parts {
            assert!(
                message.contains(part),
                "{fen}: {message} does not name {part:?}"
            );
        }
        assert_eq!(message.matches("; ").count() + 1, parts.len(), "{message}");
    };
    fault(
        "P3k3/8/8/8/8/8/8/4K3[] w KQ - 0 1",
        &["pawn on a8", "castling right 'K'", "castling right 'Q'"],
    );
    fault(
        "p3k3/4R3/8/8/8/8/8/4K3[k] w - e6 0 1",
        &[
            "king in the pocket",
            "pawn on a8",
            "the side not to move (black) is in check",
            "en passant square e6",
        ],
    );
    fault(
        "8/8/8/8/8/8/8/4K2R[] w Kq - 0 1",
        &["no black king", "castling right 'q'"],
    );
}
