//! The evaluation's general properties.

use std::path::Path;

use furyhouse_eval::{
    BOARD_VALUES, Counts, POCKET_VALUES, RUNS, SEE_VALUES, WEIGHTS, danger_value, evaluate,
};
use furyhouse_rules::{Color, Position};

/// Reads a FEN.
fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Swaps the colours of a FEN and turns the board upside down.
fn mirrored(fen: &str) -> String {
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_ascii_lowercase() {
                c.to_ascii_uppercase()
            } else {
                c.to_ascii_lowercase()
            }
        };
        text.chars().map(other).collect()
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let (board, pocket) = fields[0].split_once('[').expect("a pocket");
    let board: Vec<String> = board.split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let passant = fields[3]
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    format!(
        "{}[{} {turn} {} {passant} 0 1",
        board.join("/"),
        swap(pocket),
        swap(fields[2])
    )
}

/// Positions from games of all sorts.
fn walks() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/walks.tsv");
    let text = std::fs::read_to_string(path).expect("the file is there");
    text.lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next())
        .map(String::from)
        .collect()
}

#[test]
fn colours_swapped_and_board_turned_the_value_is_the_same() {
    let mut seen = 0;
    for fen in walks() {
        assert_eq!(
            evaluate(&position(&fen)),
            evaluate(&position(&mirrored(&fen))),
            "{fen}"
        );
        seen += 1;
    }
    assert!(seen > 100);
}

#[test]
fn values_stay_far_below_a_mate() {
    let most = "Q4QQ1/3Q4/1Q6/4Q3/1Q5Q/3Q1Q1N/Q5R1/K1QN3k[QRBNP] w - - 0 1";
    for fen in walks().iter().map(String::as_str).chain([most]) {
        assert!(evaluate(&position(fen)).abs() < 20_000, "{fen}");
    }
}

#[test]
fn the_start_is_even_but_for_the_move() {
    let value = evaluate(&Position::start());
    assert!((1..=50).contains(&value), "{value}");
}

#[test]
fn a_man_in_hand_is_worth_more_than_nothing_and_most_near_an_open_king() {
    let closed = "r1bq1rk1/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQ1RK1";
    let open = "r1bq1rk1/pppp4/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQ1RK1";
    let gain = |board: &str| {
        evaluate(&position(&format!("{board}[N] w - - 0 1")))
            - evaluate(&position(&format!("{board}[] w - - 0 1")))
    };
    assert!(gain(closed) > 200);
    assert!(gain(open) > gain(closed));
}

#[test]
fn a_missing_shield_is_a_danger() {
    let sheltered = evaluate(&position("6k1/5ppp/8/8/8/8/5PPP/6K1[Qq] w - - 0 1"));
    let bare = evaluate(&position("6k1/ppp5/8/8/8/8/5PPP/6K1[Qq] w - - 0 1"));
    assert!(bare > sheltered, "{bare} {sheltered}");
}

#[test]
fn what_is_taken_counts_twice() {
    for role in 0..5 {
        let both = BOARD_VALUES[role] + POCKET_VALUES[role];
        assert!(
            5 * (SEE_VALUES[role] - both).abs() < both,
            "lost to one, gained by the other"
        );
        assert!(
            POCKET_VALUES[role] > BOARD_VALUES[role],
            "in hand it can go anywhere"
        );
    }
}

#[test]
fn what_is_counted_adds_up_to_the_value() {
    let sum = |counts: &[i32]| -> i32 {
        let terms = counts.iter().zip(&WEIGHTS);
        terms.map(|(&n, &weight)| n * i32::from(weight)).sum()
    };
    let mut seen = vec![false; WEIGHTS.len()];
    for fen in walks() {
        let pos = position(&fen);
        let Counts { score, danger } = Counts::new(&pos);
        let side = |side: usize| sum(&score[side]) - danger_value(sum(&danger[side]));
        let value = side(0) - side(1);
        let value = if pos.turn() == Color::White {
            value
        } else {
            -value
        };
        assert_eq!(value, evaluate(&pos), "{fen}");
        for counts in score.iter().chain(&danger) {
            for (seen, &count) in seen.iter_mut().zip(counts) {
                *seen |= count != 0;
            }
        }
    }
    for (name, _, danger, range) in RUNS {
        assert!(
            range.clone().any(|weight| seen[weight]),
            "{name} counts somewhere (danger: {danger})"
        );
    }
}

#[test]
fn runs_of_weights_follow_each_other_to_the_end() {
    let mut next = 0;
    for (name, _, _, range) in RUNS {
        assert_eq!(range.start, next, "{name}");
        next = range.end;
    }
    assert_eq!(next, WEIGHTS.len());
}
