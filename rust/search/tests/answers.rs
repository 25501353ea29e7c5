//! What a search answers: ends of games, draws, several lines, ties.

mod common;

use common::{depth, engine, position, read, rows, search};
use furyhouse_rules::{Key, Position};
use furyhouse_search::{Bound, Control, Info, Observer, Request, Score, SearchResult, bench};

/// Keeps everything it hears.
#[derive(Default)]
struct Notes(Vec<Info>);

impl Observer for Notes {
    fn info(&mut self, info: &Info) {
        self.0.push(info.clone());
    }
}

/// Plays moves; gives the last position and the keys of those before.
fn play(fen: &str, moves: &str) -> (Position, Vec<Key>) {
    let mut pos = position(fen);
    let mut keys = Vec::new();
    for text in moves.split_whitespace() {
        keys.push(pos.key());
        pos = pos.play(read(&pos, text));
    }
    (pos, keys)
}

#[test]
fn where_no_move_is_legal_the_score_says_why() {
    let mated = search(&position("7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1"), depth(5));
    assert_eq!(
        (mated.best, mated.score, mated.depth),
        (None, Score::Mate(0), 0)
    );
    let stalemated = search(&position("7k/8/6Q1/8/8/8/8/K7[] b - - 0 1"), depth(5));
    assert_eq!((stalemated.best, stalemated.score), (None, Score::Cp(0)));
}

#[test]
fn stalemate_is_a_draw_inside_the_search() {
    let pos = position("8/8/8/8/8/5k1p/7P/7K[] b - - 0 1");
    let step = read(&pos, "f3f2");
    let stalemate = pos.play(step);
    assert!(!stalemate.has_legal_move() && !stalemate.is_check());
    let request = Request {
        root_moves: Some(vec![step]),
        ..Request::new(pos, depth(6))
    };
    assert_eq!(
        engine().search(&request, &Control::new(), &mut ()).score,
        Score::Cp(0)
    );
}

#[test]
fn a_repetition_that_the_game_makes_a_third_is_a_draw() {
    // White is a queen up; moving it back repeats, the history says, a position for the third time.
    let fen = "8/k7/8/8/8/8/8/K6Q[] w - - 0 1";
    let cycle = "h1h2 a7a6 h2h1 a6a7";
    let (pos, history) = play(fen, &format!("{cycle} h1h2 a7a6"));
    let back = read(&pos, "h2h1");
    let request = Request {
        root_moves: Some(vec![back]),
        history,
        ..Request::new(pos, depth(2))
    };
    let drawn = engine().search(&request, &Control::new(), &mut ());
    // Black answers a6a7, and the first position stands there for the third time.
    assert_eq!(drawn.score, Score::Cp(0));
    assert_eq!(
        drawn.pv.get(1).copied(),
        Some(read(&pos.play(back), "a6a7"))
    );
    let free = engine().search(
        &Request {
            root_moves: None,
            ..request
        },
        &Control::new(),
        &mut (),
    );
    assert!(free.score > Score::Cp(300), "{:?}", free.score);
}

#[test]
fn a_losing_side_takes_a_repetition() {
    // The position after a6a7 was there twice.
    let cycle = "h1h2 a7a6 h2h1 a6a7";
    let fen = "8/k7/8/8/8/8/8/K6Q[] w - - 0 1";
    let (pos, history) = play(fen, &format!("{cycle} h1h2 a7a6 h2h1"));
    let request = Request {
        history,
        ..Request::new(pos, depth(8))
    };
    let result = engine().search(&request, &Control::new(), &mut ());
    assert_eq!(result.best, Some(read(&pos, "a6a7")));
    assert_eq!(result.score, Score::Cp(0));
}

/// Searches a position by the 50-move rule.
fn search_by_the_fifty_move_rule(fen: &str) -> SearchResult {
    let request = Request {
        fifty_moves: true,
        ..Request::new(position(fen), depth(8))
    };
    engine().search(&request, &Control::new(), &mut ())
}

#[test]
fn the_fifty_move_rule_is_a_draw_where_it_is_in_force() {
    let fen = "8/k7/8/8/8/8/8/K6Q[] w - - 99 90";
    assert!(search(&position(fen), depth(8)).score > Score::Cp(300));
    assert_eq!(search_by_the_fifty_move_rule(fen).score, Score::Cp(0));
}

#[test]
fn a_winning_side_moves_a_pawn_before_the_fifty_move_rule_draws() {
    let fen = "8/k7/8/8/8/8/P7/K6Q[] w - - 99 90";
    let result = search_by_the_fifty_move_rule(fen);
    let pawn_moves = ["a2a3", "a2a4"].map(|text| Some(read(&position(fen), text)));
    assert!(pawn_moves.contains(&result.best), "{:?}", result.best);
    assert!(result.score > Score::Cp(300), "{:?}", result.score);
}

#[test]
fn a_mate_counts_when_it_comes_by_the_last_move_of_the_fifty() {
    // With the rook's lift the mate takes three plies, all of them counted.
    let mate = |clock: u32| format!("7k/8/5K2/8/8/8/8/R7[] w - - {clock} 90");
    for (clock, score) in [(97, Score::Mate(2)), (98, Score::Cp(0)), (99, Score::Cp(0))] {
        let result = search_by_the_fifty_move_rule(&mate(clock));
        assert_eq!(result.score, score, "at {clock}");
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let pos = Position::start();
    let wanted = vec![read(&pos, "a2a3"), read(&pos, "h2h3")];
    let request = Request {
        root_moves: Some(wanted.clone()),
        ..Request::new(pos, depth(5))
    };
    let result = engine().search(&request, &Control::new(), &mut ());
    assert_eq!(result.root_moves.len(), 2);
    assert!(
        result
            .root_moves
            .iter()
            .all(|root| wanted.contains(&root.mv))
    );
    let illegal = position("4k3/8/8/8/8/8/8/R3K3[] w - - 0 1");
    let none = Request {
        root_moves: Some(vec![read(&illegal, "a1a8")]),
        ..Request::new(pos, depth(5))
    };
    assert_eq!(engine().search(&none, &Control::new(), &mut ()).best, None);
}

#[test]
fn several_lines_are_all_exact_and_in_order() {
    let request = Request {
        multi_pv: 4,
        ..Request::new(Position::start(), depth(7))
    };
    let mut notes = Notes::default();
    let result = engine().search(&request, &Control::new(), &mut notes);
    let exact: Vec<_> = result.root_moves.iter().take(4).collect();
    assert!(exact.iter().all(|root| root.exact));
    assert!(exact.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let last: Vec<_> = notes.0.iter().filter(|info| info.depth == 7).collect();
    assert_eq!(
        last.iter().map(|info| info.multipv).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    assert!(
        last.iter()
            .zip(exact)
            .all(|(info, root)| info.pv[0] == root.mv && info.score == root.score)
    );
}

#[test]
fn more_lines_than_moves_are_as_many_as_moves() {
    let pos = position("7k/8/8/8/8/8/r7/7K[] w - - 0 1");
    let request = Request {
        multi_pv: 500,
        ..Request::new(pos, depth(4))
    };
    let result = engine().search(&request, &Control::new(), &mut ());
    assert!(result.root_moves.iter().all(|root| root.exact));
    assert_eq!(result.root_moves.len() as u32, pos.count_legal_moves());
}

#[test]
fn ties_are_exact_within_the_margin_and_bounds_beyond() {
    let centipawns = |score| match score {
        Score::Cp(centipawns) => centipawns,
        Score::Mate(_) => panic!("no mate here"),
    };
    for margin in [0, 10, 40] {
        let request = Request {
            tie_margin: Some(margin),
            ..Request::new(Position::start(), depth(6))
        };
        let result = engine().search(&request, &Control::new(), &mut ());
        let best = centipawns(result.score);
        assert_eq!(result.root_moves.len(), 20);
        assert!(result.root_moves[0].exact);
        for root in &result.root_moves {
            let score = centipawns(root.score);
            if !root.exact {
                assert!(
                    score < best - margin,
                    "{root:?} is only a bound, and not below the margin of {best}"
                );
            }
        }
        let ties = result
            .root_moves
            .iter()
            .filter(|root| root.exact && centipawns(root.score) >= best - margin);
        if margin == 40 {
            assert!(ties.count() >= 3);
        }
    }
}

#[test]
fn news_comes_in_order_and_lines_are_legal() {
    let mut notes = Notes::default();
    let pos = position("r4rk1/ppp2p1p/2n1p1p1/3pP3/1b1P4/2P2N2/PP3PPP/R2QKB1R[QBNbn] b KQ - 0 16");
    engine().search(&Request::new(pos, depth(8)), &Control::new(), &mut notes);
    let exact: Vec<_> = notes
        .0
        .iter()
        .filter(|info| info.bound == Bound::Exact)
        .collect();
    assert_eq!(
        exact.iter().map(|info| info.depth).collect::<Vec<_>>(),
        (1..=8).collect::<Vec<_>>()
    );
    assert!(exact.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
    for info in &notes.0 {
        let mut pos = pos;
        for &mv in &info.pv {
            assert!(pos.is_legal(mv));
            pos = pos.play(mv);
        }
        assert!(info.hashfull <= 1_000 && info.seldepth >= info.pv.len().min(2) as u32);
    }
}

#[test]
fn the_bench_counts_the_nodes_on_record() {
    // A change of play shows here: the commit that makes it names the old and the new count.
    for row in rows("bench.tsv") {
        let (plies, known): (u32, u64) = (
            row[0].parse().expect("plies"),
            row[1].parse().expect("nodes"),
        );
        assert_eq!(
            bench(plies, &Control::new()).expect("a bench").nodes,
            known,
            "depth {plies}"
        );
    }
}
