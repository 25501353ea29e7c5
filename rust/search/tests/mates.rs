//! Mates are found, and their length is right to the ply.

mod common;

use common::{depth, ends_in_mate, engine, position, rows, search, write};
use furyhouse_rules::Position;
use furyhouse_search::{Control, Limit, Request, Score};

/// Whether the mover gives mate at once.
fn mates_now(pos: &Position) -> bool {
    pos.legal_moves().into_iter().any(|mv| {
        let child = pos.play(mv);
        child.is_check() && !child.has_legal_move()
    })
}

#[test]
fn short_mates_have_their_exact_length() {
    for row in rows("mates_short.tsv") {
        let length: i32 = row[0].parse().expect("a number");
        let pos = position(&row[1]);
        let result = search(&pos, depth(6));
        assert_eq!(result.score, Score::Mate(length), "{}", row[1]);
        assert_eq!(result.pv.len() as i32, 2 * length - 1);
        assert!(ends_in_mate(&pos, &result.pv));
        let key = result.best.expect("a mate has a move");
        if length == 1 {
            let key = write(&pos, key);
            assert!(
                row[2].split(' ').any(|known| known == key),
                "{}: {key}",
                row[1]
            );
        } else {
            // Tried out move by move: whatever the reply, mate follows.
            let child = pos.play(key);
            assert!(
                child
                    .legal_moves()
                    .into_iter()
                    .all(|reply| mates_now(&child.play(reply)))
            );
        }
    }
}

#[test]
fn every_mate_in_one_ties_exactly_with_the_others() {
    let engine = engine();
    for row in rows("mates_short.tsv")
        .into_iter()
        .filter(|row| row[0] == "1")
    {
        let pos = position(&row[1]);
        engine.clear(&Control::new()).expect("nobody searches");
        let request = Request {
            tie_margin: Some(0),
            ..Request::new(pos, depth(4))
        };
        let result = engine.search(&request, &Control::new(), &mut ());
        let mut found: Vec<String> = result
            .root_moves
            .iter()
            .filter(|root| root.exact && root.score == Score::Mate(1))
            .map(|root| write(&pos, root.mv))
            .collect();
        found.sort();
        let mut known: Vec<String> = row[2].split(' ').map(String::from).collect();
        known.sort();
        assert_eq!(found, known, "{}", row[1]);
        assert!(
            result
                .root_moves
                .iter()
                .all(|root| root.exact == (root.score == Score::Mate(1)))
        );
    }
}

#[test]
fn long_mates_are_proven_within_the_length_known() {
    let engine = engine();
    let (mut tried, mut found) = (0, 0);
    for row in rows("mates.tsv").into_iter().step_by(6) {
        let pos = position(&row[0]);
        let known: i32 = row[1].parse().expect("a number");
        if known > 4 {
            continue;
        }
        tried += 1;
        engine.clear(&Control::new()).expect("nobody searches");
        let limit = Limit {
            nodes: Some(200_000),
            mate: Some(known as u32),
            ..Limit::default()
        };
        let result = engine.search(&Request::new(pos, limit), &Control::new(), &mut ());
        if let Score::Mate(length) = result.score {
            assert!(length > 0, "{}", row[0]);
            if length <= known {
                found += 1;
            }
            let child = pos.play(result.best.expect("a mate has a move"));
            // The other side, asked after the move, must see it coming by itself.
            engine.clear(&Control::new()).expect("nobody searches");
            let limit = Limit {
                nodes: Some(900_000),
                ..depth(30)
            };
            let reply = engine.search(&Request::new(child, limit), &Control::new(), &mut ());
            assert!(
                matches!(reply.score, Score::Mate(left) if left <= 0 && -left < length),
                "{}",
                row[0]
            );
        }
    }
    assert!(tried >= 15, "{tried}");
    assert!(found * 100 >= tried * 75, "{found} of {tried}");
}

#[test]
fn the_side_that_is_being_mated_knows_it() {
    // The king can only go to h7, where a rook comes down with mate.
    let pos = position("7k/8/5K2/8/8/8/8/6R1[R] b - - 0 1");
    let result = search(&pos, depth(6));
    assert_eq!(result.score, Score::Mate(-1));
}

#[test]
fn nobody_claims_a_mate_in_quiet_openings() {
    for fen in common::rows("openings.fen").into_iter().step_by(20) {
        let result = search(&position(&fen[0]), common::nodes(20_000));
        assert!(
            matches!(result.score, Score::Cp(_)),
            "{}: {:?}",
            fen[0],
            result.score
        );
    }
}

#[test]
fn a_mate_in_one_is_played_however_little_is_searched() {
    // With such pockets one iteration may take longer than a clock that runs out allows.
    let pos = position("r7/2P2Q1p/pNbbp2k/5p2/P4p2/2P1P1pP/2p2pn1/R1B2R1K[RPqbnnpp] w - - 0 53");
    for limit in [1_000, 3_000, 10_000] {
        for tie_margin in [None, Some(0)] {
            let limit = Limit {
                nodes: Some(limit),
                ..Limit::default()
            };
            let mut request = Request::new(pos, limit);
            request.tie_margin = tie_margin;
            let result = engine().search(&request, &Control::new(), &mut ());
            assert_eq!(result.score, Score::Mate(1), "{limit:?}");
            assert_eq!(result.best, pos.parse_uci("R@h5").ok());
        }
    }
}
