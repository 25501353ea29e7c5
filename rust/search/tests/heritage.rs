//! The static order of moves, inherited from `FuryEngine`'s `order_moves`.

mod common;

use common::{position, read};
use furyhouse_search::static_order_score;

/// Scores a move of a position.
fn score(fen: &str, text: &str) -> i32 {
    let pos = position(fen);
    static_order_score(&pos, read(&pos, text))
}

#[test]
fn heritage_f1_captures_score_by_victim_less_attacker() {
    let fen = "7k/8/2n1r3/3P4/8/8/8/K7[] w - - 0 1";
    assert_eq!(score(fen, "d5e6"), 950 + 100 * (5 - 1));
    assert_eq!(score(fen, "d5c6"), 950 + 100 * (3 - 1));
    assert_eq!(
        score("7k/8/8/8/8/5q2/6K1/8[] w - - 0 1", "g2f3"),
        950 + 100 * (9 - 10)
    );
    assert_eq!(
        score("7k/8/8/3P4/8/8/8/K7[] w - - 0 1", "d5d6"),
        0,
        "a quiet move"
    );
}

#[test]
fn heritage_f1_en_passant_takes_a_pawn() {
    assert_eq!(score("7k/8/8/3pP3/8/8/8/K7[] w - d6 0 1", "e5d6"), 950);
}

#[test]
fn heritage_f1_a_promoted_man_counts_as_what_it_stands_for() {
    assert_eq!(
        score("8/8/7k/3q~4/4P3/8/8/K7[] w - - 0 1", "e4d5"),
        950 + 100 * (9 - 1)
    );
}

#[test]
fn heritage_f1_castling_checks_and_promotions_add() {
    assert_eq!(score("6k1/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1"), 100);
    assert_eq!(
        score("5k2/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1"),
        100 + 300,
        "castling into a check"
    );
    assert_eq!(score("7k/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q"), 500 + 300);
    assert_eq!(score("7k/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8n"), 500);
    assert_eq!(
        score("1r5k/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q"),
        950 + 400 + 500 + 300
    );
    assert_eq!(
        score("4k3/8/8/8/4N3/8/8/4RK2[] w - - 0 1", "e4c3"),
        300,
        "an uncovered check"
    );
}

#[test]
fn heritage_f1_a_drop_scores_only_for_its_check() {
    let fen = "4k3/8/8/8/8/8/8/4K3[QNP] w - - 0 1";
    for (text, expected) in [
        ("N@c7", 300),
        ("N@a8", 0),
        ("Q@e4", 300),
        ("P@d7", 300),
        ("P@e7", 0),
    ] {
        assert_eq!(score(fen, text), expected, "{text}");
    }
}
