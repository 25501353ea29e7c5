//! Moves as text, both ways.

use std::collections::HashSet;

use furyhouse_rules::{CastlingMode, Color, Move, MoveKind, Position, Role, Square};

use crate::games::{self, Random};

/// Checks that every legal move comes back from its texts, and that no two moves share one.
fn check(pos: &Position) {
    let (mut san_seen, mut uci_seen) = (HashSet::new(), HashSet::new());
    for m in pos.legal_moves() {
        let san = pos.san(m);
        assert_eq!(pos.parse_san(&san).ok(), Some(m), "{pos}: {san}");
        let bare = san.trim_end_matches(['+', '#']);
        assert_eq!(pos.parse_san(bare).ok(), Some(m), "{pos}: {bare}");
        let next = pos.play(m);
        let mark = match (next.is_check(), next.has_legal_move()) {
            (true, true) => "+",
            (true, false) => "#",
            (false, _) => "",
        };
        assert_eq!(&san[bare.len()..], mark, "{pos}: {san}");
        assert!(
            san_seen.insert(san.clone()),
            "{pos}: two moves are written {bare}"
        );
        match m.dropped() {
            Some(role) => assert_eq!(bare, format!("{}@{}", role.letter(), m.to()), "{pos}"),
            None if m.kind() == MoveKind::Castling => {
                assert!(bare == "O-O" || bare == "O-O-O", "{pos}: {bare}");
            }
            None => assert_eq!(bare.contains('x'), pos.is_capture(m), "{pos}: {bare}"),
        }
        let uci = pos.uci(m, CastlingMode::Chess960);
        assert_eq!(pos.parse_uci(&uci).ok(), Some(m), "{pos}: {uci}");
        assert!(uci_seen.insert(uci), "{pos}: two moves have one UCI text");
    }
}

/// True when both kings stand on their squares of ordinary chess, or have no right left, and so have the rooks.
fn castles_as_in_chess(pos: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        let home = if color == Color::White { 0 } else { 56 };
        let naive = crate::naive::Naive::of(pos);
        let [short, long] = naive.rooks[color.index()];
        let king = short.is_none() && long.is_none() || pos.king(color).index() == home + 4;
        king && short.is_none_or(|at| at == home + 7) && long.is_none_or(|at| at == home)
    })
}

#[test]
fn every_move_of_random_games_comes_back_from_its_text() {
    let mut ordinary = 0;
    for seed in 0..150 {
        let mut random = Random::new(6_000_000 + seed);
        let mut pos = games::start(random.next());
        for _ in 0..60 {
            check(&pos);
            if castles_as_in_chess(&pos) {
                for m in pos.legal_moves() {
                    let uci = pos.uci(m, CastlingMode::Standard);
                    assert_eq!(pos.parse_uci(&uci).ok(), Some(m), "{pos}: {uci}");
                    ordinary += 1;
                }
            }
            let Some(m) = games::choose(&pos, random.next()) else {
                break;
            };
            pos = pos.play(m);
        }
    }
    assert!(ordinary > 10_000, "{ordinary}");
}

fn pos(fen: &str) -> Position {
    Position::from_fen(fen).expect("a position")
}

#[test]
fn heritage_c10_every_kind_of_move_is_read_and_written() {
    let kinds = |fen: &str, text: &str, kind: MoveKind, san: &str| {
        let pos = pos(fen);
        let m = pos
            .parse_uci(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(m.kind(), kind, "{text}");
        assert_eq!(pos.uci(m, CastlingMode::Standard), text);
        assert_eq!(pos.san(m), san);
        assert_eq!(pos.parse_san(san).ok(), Some(m));
        m
    };
    let advance = kinds(
        "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1",
        "e2e4",
        MoveKind::Normal,
        "e4",
    );
    assert_eq!(
        (advance.from(), advance.to()),
        (Some(Square::E2), Square::E4)
    );
    let promotion = kinds(
        "8/k3P3/8/8/8/8/8/4K3[] w - - 0 1",
        "e7e8q",
        MoveKind::Promotion,
        "e8=Q",
    );
    assert_eq!(promotion.promoted().map(Role::letter), Some('Q'));
    let drop = kinds(
        "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
        "P@e4",
        MoveKind::Drop,
        "P@e4",
    );
    assert_eq!(
        (drop.from(), drop.to(), drop.is_drop()),
        (None, Square::E4, true)
    );
    assert_eq!(
        pos("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
            .parse_san("@e4")
            .ok(),
        Some(drop)
    );
    kinds(
        "4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1",
        "d4e3",
        MoveKind::EnPassant,
        "dxe3",
    );
    let castling = kinds(
        "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1",
        "e1g1",
        MoveKind::Castling,
        "O-O",
    );
    let castles = pos("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1");
    for text in ["O-O", "0-0", "O-O+", "0-0+"] {
        assert_eq!(castles.parse_san(text).ok(), Some(castling), "{text}");
    }
    assert_eq!(castles.uci(castling, CastlingMode::Chess960), "e1h1");
    kinds(
        "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1",
        "N@f7",
        MoveKind::Drop,
        "N@f7#",
    );
}

#[test]
fn text_that_is_no_legal_move_is_refused() {
    let start = Position::start();
    for text in [
        "",
        " ",
        "e2",
        "e2e5",
        "e2e4q",
        "e4",
        "E2E4",
        "e2e4 ",
        " e2e4",
        "i2i4",
        "e2e9",
        "P@e4",
        "K@e4",
        "@e4",
        "Q@",
        "0000",
        "e1e1",
        "e7e5",
        "e2-e4",
        "a1a1",
        "e2e4e2e4",
        "\u{0}\u{0}\u{0}\u{0}",
        "é2e4",
    ] {
        let error = start.parse_uci(text).expect_err(text);
        assert!(!error.to_string().is_empty());
    }
    for text in [
        "", " ", "e5", "Nf6", "exd3", "N@f3", "@e4", "O-O", "O-O-O", "0-0", "Ke2", "e8=Q", "Nf",
        "N", "+", "#", "x", "=", "@", "R1a1", "Nbf3", "e2e4e5", "e4=", "e4=K", "\u{0}", "Nfé",
    ] {
        let error = start.parse_san(text).expect_err(text);
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn an_ambiguous_san_is_refused_and_the_full_one_is_read() {
    let knights = pos("4k3/8/8/8/8/8/8/1N2KN2[] w - - 0 1");
    assert!(knights.parse_san("Nd2").is_err());
    assert_eq!(
        knights.san(knights.parse_uci("b1d2").expect("legal")),
        "Nbd2"
    );
    let rooks = pos("4k3/R7/8/8/8/8/8/R3K3[] w - - 0 1");
    assert_eq!(rooks.san(rooks.parse_uci("a1a4").expect("legal")), "R1a4");
    let queens = pos("8/k7/8/8/4Q2Q/8/8/K6Q[] w - - 0 1");
    let m = queens.parse_uci("h4e1").expect("legal");
    assert_eq!(queens.san(m), "Qh4e1");
    // A knight in the pocket is no rival of one on the board, whose text has no @.
    let pocket = pos("4k3/8/8/8/8/8/8/1N2K3[N] w - - 0 1");
    assert_eq!(pocket.san(pocket.parse_uci("b1d2").expect("legal")), "Nd2");
    // A pinned knight cannot move, so the other needs no file.
    let pinned = pos("4k3/4r3/8/8/8/8/4N3/1N2K3[] w - - 0 1");
    assert_eq!(pinned.san(Move::normal(Square::B1, Square::C3)), "Nc3");
}
