//! What holds in every position of random games.

use furyhouse_rules::{Color, Position, Role, perft};
use proptest::prelude::*;

use crate::checks;
use crate::games::{self, Met, Random};
use crate::naive::Naive;

/// Plays a game from a start by number, at most `plies` long, and shows every position and the one before to `look`.
fn play(seed: u64, plies: u32, met: &mut Met, mut look: impl FnMut(&Position, u32)) {
    let mut random = Random::new(seed);
    let mut pos = games::start(random.next());
    for ply in 0..plies {
        look(&pos, ply);
        let Some(m) = games::choose(&pos, random.next()) else {
            break;
        };
        let next = pos.play(m);
        met.count(&pos, m, &next);
        pos = next;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// A failure is shrunk to the shortest game that shows it.
    #[test]
    fn a_game_equals_the_plain_implementation_at_every_ply(
        start in any::<u64>(),
        choices in prop::collection::vec(any::<u64>(), 0..60),
    ) {
        let mut pos = games::start(start);
        let mut naive = Naive::of(&pos);
        checks::naive(&pos, &naive);
        for number in choices {
            let Some(m) = games::choose(&pos, number) else { break };
            pos = pos.play(m);
            naive = naive.play(m);
            checks::naive(&pos, &naive);
        }
    }
}

#[test]
fn state_and_moves_hold_together_at_every_ply() {
    let mut met = Met::default();
    for seed in 0..600 {
        play(seed, 100, &mut met, |pos, _| {
            checks::state(pos);
            checks::moves(pos);
        });
    }
    // Games that never meet the hard rules would show nothing.
    assert!(met.positions > 30_000, "{met:?}");
    assert!(
        met.en_passant > 120 && met.castlings > 300 && met.promotions > 300,
        "{met:?}"
    );
    assert!(
        met.promoted_taken > 300 && met.blocking_drops > 100 && met.double_checks > 60,
        "{met:?}"
    );
    assert!(met.mates > 50, "{met:?}");
}

#[test]
fn of_all_codes_exactly_the_listed_moves_are_legal() {
    let mut met = Met::default();
    for seed in 0..300 {
        play(1_000_000 + seed, 80, &mut met, |pos, ply| {
            if ply % 7 == seed as u32 % 7 {
                checks::every_code(pos);
            }
        });
    }
}

#[test]
fn a_move_ends_what_it_must_and_men_are_conserved() {
    for seed in 0..600 {
        let mut random = Random::new(2_000_000 + seed);
        let mut pos = if seed % 2 == 0 {
            Position::start()
        } else {
            games::start_960(&mut random)
        };
        let men = Naive::of(&pos).men();
        assert_eq!(men, [16, 4, 4, 4, 2, 2]);
        let mut rights = 4;
        for _ in 0..120 {
            let Some(m) = games::choose(&pos, random.next()) else {
                break;
            };
            pos = pos.play(m);
            assert_eq!(Naive::of(&pos).men(), men, "{pos}: men were lost or made");
            let left = Naive::of(&pos)
                .rooks
                .as_flattened()
                .iter()
                .flatten()
                .count();
            assert!(left <= rights, "{pos}: a castling right came back");
            rights = left;
        }
    }
}

#[test]
fn a_position_upside_down_has_as_many_moves() {
    let mut met = Met::default();
    for seed in 0..400 {
        play(3_000_000 + seed, 80, &mut met, |pos, ply| {
            let fen = Naive::of(pos).mirrored().fen();
            let mirror =
                Position::from_fen_960(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(
                mirror.count_legal_moves(),
                pos.count_legal_moves(),
                "{pos} and {mirror}"
            );
            assert_eq!(
                mirror.checkers().count(),
                pos.checkers().count(),
                "{pos} and {mirror}"
            );
            assert_ne!(
                mirror.key(),
                pos.key(),
                "{pos}: the mirror image has the same key"
            );
            if ply % 8 == 0 {
                assert_eq!(perft(&mirror, 2), perft(pos, 2), "{pos} and {mirror}");
            }
        });
    }
}

#[test]
fn perft_counts_what_the_plain_implementation_plays() {
    let mut random = Random::new(960);
    for _ in 0..25 {
        let pos = games::start_960(&mut random);
        assert_eq!(perft(&pos, 3), Naive::of(&pos).perft(3), "{pos}");
        let pos = games::prepared(&mut random);
        assert_eq!(perft(&pos, 2), Naive::of(&pos).perft(2), "{pos}");
    }
}

#[test]
fn two_orders_of_moves_meet_in_one_key() {
    let mut met = Met::default();
    let mut checked = 0;
    for seed in 0..200 {
        play(4_000_000 + seed, 60, &mut met, |pos, _| {
            // Knights' moves there and back: the same board, and the same key when no right was lost on the way.
            let quiet = |pos: &Position| {
                pos.legal_moves().into_iter().find(|&m| {
                    let knight = m
                        .from()
                        .is_some_and(|from| pos.role_at(from) == Some(Role::Knight));
                    knight && !pos.is_capture(m)
                })
            };
            let back = |pos: &Position, m: furyhouse_rules::Move| {
                let home = m
                    .from()
                    .map(|from| furyhouse_rules::Move::normal(m.to(), from));
                home.filter(|&home| pos.is_legal(home))
                    .map(|home| pos.play(home))
            };
            let Some(first) = quiet(pos) else { return };
            let after = pos.play(first);
            let Some(second) = quiet(&after) else { return };
            let Some(third) = back(&after.play(second), first) else {
                return;
            };
            let Some(again) = back(&third, second) else {
                return;
            };
            checked += 1;
            assert_eq!(
                again.key() == pos.key(),
                again.en_passant() == pos.en_passant(),
                "{pos} and {again}"
            );
        });
    }
    assert!(checked > 500, "only {checked} cycles");
}

#[test]
fn a_null_move_passes_the_turn_and_ends_en_passant() {
    let mut met = Met::default();
    for seed in 0..100 {
        play(5_000_000 + seed, 60, &mut met, |pos, _| {
            if pos.is_check() {
                return;
            }
            let passed = pos.play_null();
            checks::state(&passed);
            assert_eq!(passed.turn(), !pos.turn(), "{pos}");
            assert_eq!(passed.en_passant(), None, "{pos}");
            assert_ne!(passed.key(), pos.key(), "{pos}");
            for color in Color::ALL {
                assert_eq!(passed.by_color(color), pos.by_color(color), "{pos}");
                assert_eq!(passed.pocket(color), pos.pocket(color), "{pos}");
            }
        });
    }
}

#[test]
fn the_most_moves_seen_fit_a_list() {
    let pos: Position = "k1K1Q3/bNQ4Q/Q4Q2/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2[QRBNP] w - - 0 1"
        .parse()
        .expect("a position with many queens");
    assert_eq!(pos.legal_moves().len(), 459);
    assert_eq!(pos.count_legal_moves(), 459);
}
