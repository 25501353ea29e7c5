//! A search ends when it should.

mod common;

use std::num::NonZeroU64;
use std::thread;
use std::time::{Duration, Instant};

use common::{depth, engine, nodes, position, search};
use furyhouse_rules::Position;
use furyhouse_search::{
    ClockLimit, Control, Engine, EngineError, Info, Limit, Observer, Request, Score, bench,
};

const RICH: &str = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[NBnp] w - - 0 12";

/// A clock with so many milliseconds left.
fn clock(milliseconds: u64) -> Limit {
    let remaining = Duration::from_millis(milliseconds);
    Limit {
        clock: Some(ClockLimit {
            remaining,
            ..ClockLimit::default()
        }),
        ..Limit::default()
    }
}

/// A search that only a stop ends.
fn endless() -> Limit {
    Limit {
        infinite: true,
        ..Limit::default()
    }
}

#[test]
fn a_node_limit_is_kept_exactly() {
    for limit in [1, 2, 63, 64, 65, 1_000, 12_345] {
        let result = search(&position(RICH), nodes(limit));
        assert_eq!(result.nodes, limit);
        assert!(result.best.is_some());
    }
}

#[test]
fn a_depth_limit_is_kept_exactly() {
    for limit in 1..=6 {
        assert_eq!(search(&position(RICH), depth(limit)).depth, limit);
    }
}

#[test]
fn the_same_search_gives_the_same_answer_twice() {
    let engine = engine();
    let request = Request::new(position(RICH), nodes(40_000));
    let first = engine.search(&request, &Control::new(), &mut ());
    // Another game in between leaves no trace once it is forgotten.
    engine.search(
        &Request::new(Position::start(), nodes(20_000)),
        &Control::new(),
        &mut (),
    );
    engine.clear(&Control::new()).expect("nobody searches");
    let second = engine.search(&request, &Control::new(), &mut ());
    let other = search(&request.position, request.limit);
    for again in [&second, &other] {
        assert_eq!(
            (first.best, first.score, first.depth),
            (again.best, again.score, again.depth)
        );
        assert_eq!((first.nodes, &first.pv), (again.nodes, &again.pv));
        assert_eq!(first.root_moves, again.root_moves);
    }
}

#[test]
fn a_stop_is_answered_within_ten_milliseconds() {
    let engine = engine();
    let request = Request::new(
        position(RICH),
        Limit {
            infinite: true,
            ..Limit::default()
        },
    );
    let mut delays = Vec::new();
    for round in 0..20 {
        let control = Control::new();
        let delay = thread::scope(|scope| {
            let searching = scope.spawn(|| engine.search(&request, &control, &mut ()));
            thread::sleep(Duration::from_millis(5 + 7 * round));
            let told = Instant::now();
            control.stop();
            let result = searching.join().expect("no panic");
            assert!(result.best.is_some());
            told.elapsed()
        });
        delays.push(delay);
    }
    delays.sort();
    // On a busy machine the threads wait for each other; the quicker ones show the search's own delay.
    assert!(
        delays[delays.len() / 4] < Duration::from_millis(10),
        "{delays:?}"
    );
}

#[test]
fn a_stop_before_the_search_is_not_lost() {
    let control = Control::new();
    control.stop();
    let begun = Instant::now();
    let request = Request::new(
        position(RICH),
        Limit {
            infinite: true,
            ..Limit::default()
        },
    );
    let result = engine().search(&request, &control, &mut ());
    assert!(result.best.is_some_and(|mv| request.position.is_legal(mv)));
    assert!(result.nodes < 5_000, "{}", result.nodes);
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_move_is_looked_at_however_soon_the_stop_comes() {
    // Without a look the bishop would be given away for a check.
    let fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
    let infinite = Limit {
        infinite: true,
        ..Limit::default()
    };
    let no_time = Limit {
        time: Some(Duration::ZERO),
        ..Limit::default()
    };
    for limit in [infinite, no_time, clock(0)] {
        let control = Control::new();
        control.stop();
        let request = Request::new(position(fen), limit);
        let result = engine().search(&request, &control, &mut ());
        assert_eq!(result.depth, 1, "{limit:?}");
        assert_ne!(result.best.expect("a move").to_string(), "f1b5");
    }
}

#[test]
fn time_for_a_move_is_used_and_not_exceeded() {
    let limit = Limit {
        time: Some(Duration::from_millis(150)),
        ..Limit::default()
    };
    let result = search(&position(RICH), limit);
    assert!(
        result.time >= Duration::from_millis(140),
        "{:?}",
        result.time
    );
    assert!(
        result.time < Duration::from_millis(400),
        "{:?}",
        result.time
    );
}

#[test]
fn a_clock_is_never_overdrawn() {
    for left in [1, 10, 50, 400, 2_000] {
        let begun = Instant::now();
        let result = search(&position(RICH), clock(left));
        assert!(result.best.is_some());
        // Two hundred milliseconds are the test machine's.
        assert!(
            begun.elapsed() < Duration::from_millis(left / 2 + 200),
            "{left}: {:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn a_forced_move_is_played_at_once_under_a_clock() {
    let pos = position("7k/6Q1/8/8/8/8/8/K7[] b - - 0 1");
    assert_eq!(pos.count_legal_moves(), 1);
    let result = search(&pos, clock(3_600_000));
    assert_eq!(result.best, pos.legal_moves().first().copied());
    assert_eq!(result.depth, 1);
    assert!(
        result.time < Duration::from_millis(200),
        "{:?}",
        result.time
    );
}

#[test]
fn a_node_clock_runs_on_nodes_alone() {
    let limit = Limit {
        time: Some(Duration::from_secs(3)),
        nps: NonZeroU64::new(10_000),
        ..Limit::default()
    };
    let result = search(&position(RICH), limit);
    assert_eq!(result.nodes, 30_000);
    assert_eq!(result.time, Duration::from_secs(3), "however fast");
}

#[test]
fn a_mate_limit_ends_the_search() {
    let pos = position("7k/5Q2/6K1/8/8/8/8/8[P] w - - 0 1");
    let result = search(
        &pos,
        Limit {
            mate: Some(1),
            ..Limit::default()
        },
    );
    assert_eq!(result.score, Score::Mate(1));
    assert!(result.depth < 5);
}

#[test]
fn infinite_and_ponder_wait_even_when_there_is_nothing_to_search() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1";
    let quick = Limit {
        depth: Some(1),
        ..Limit::default()
    };
    for (fen, limit, hit) in [
        (
            mated,
            Limit {
                infinite: true,
                ..quick
            },
            false,
        ),
        (
            RICH,
            Limit {
                infinite: true,
                ..quick
            },
            false,
        ),
        (
            RICH,
            Limit {
                ponder: true,
                ..quick
            },
            false,
        ),
        (
            RICH,
            Limit {
                ponder: true,
                ..quick
            },
            true,
        ),
    ] {
        let (engine, control) = (engine(), Control::new());
        let request = Request::new(position(fen), limit);
        thread::scope(|scope| {
            let searching = scope.spawn(|| engine.search(&request, &control, &mut ()));
            thread::sleep(Duration::from_millis(60));
            assert!(!searching.is_finished(), "{limit:?}");
            if hit {
                control.ponderhit();
            } else {
                control.stop();
            }
            searching.join().expect("no panic");
        });
    }
}

#[test]
fn after_a_ponder_hit_the_clock_runs() {
    let (engine, control) = (engine(), Control::new());
    let limit = Limit {
        ponder: true,
        time: Some(Duration::from_millis(50)),
        ..Limit::default()
    };
    let request = Request::new(position(RICH), limit);
    thread::scope(|scope| {
        let searching = scope.spawn(|| engine.search(&request, &control, &mut ()));
        thread::sleep(Duration::from_millis(120));
        assert!(!searching.is_finished(), "the opponent still thinks");
        control.ponderhit();
        assert!(searching.join().expect("no panic").best.is_some());
    });
}

#[test]
fn too_large_a_table_is_an_error_and_the_old_one_stays() {
    let engine = engine();
    let error = engine
        .set_hash(1 << 40, &Control::new())
        .expect_err("no machine has that");
    assert_eq!(error, EngineError::Hash { megabytes: 1 << 40 });
    assert_eq!(engine.hash_mb(), 8);
    assert!(
        engine
            .search(
                &Request::new(position(RICH), depth(3)),
                &Control::new(),
                &mut ()
            )
            .best
            .is_some()
    );
    assert_eq!(
        Engine::new(usize::MAX, 1).err(),
        Some(EngineError::Hash {
            megabytes: usize::MAX
        })
    );
    assert_eq!(
        Engine::new(1, 0).err(),
        Some(EngineError::Threads { found: 0 })
    );
    assert_eq!(
        engine.set_threads(513, &Control::new()),
        Err(EngineError::Threads { found: 513 })
    );
}

#[test]
fn several_threads_search_together_and_stop_together() {
    let engine = Engine::new(8, 3).expect("eight megabytes can be had");
    let limit = Limit {
        infinite: true,
        ..Limit::default()
    };
    let (request, control) = (Request::new(position(RICH), limit), Control::new());
    let (result, delay) = thread::scope(|scope| {
        let search = scope.spawn(|| engine.search(&request, &control, &mut ()));
        thread::sleep(Duration::from_millis(200));
        assert!(!search.is_finished(), "an endless search waits for a stop");
        let stopped = Instant::now();
        control.stop();
        let result = search.join().expect("the search ends in order");
        (result, stopped.elapsed())
    });
    assert!(
        delay < Duration::from_secs(2),
        "{delay:?} until all had stopped"
    );
    let mut pos = position(RICH);
    for mv in result.pv {
        assert!(pos.is_legal(mv));
        pos = pos.play(mv);
    }
    assert_ne!(pos, position(RICH), "there is a line");
}

#[test]
fn the_clock_is_kept_and_a_stop_answered_with_all_threads_there_are() {
    let engine = Engine::new(8, 512).expect("eight megabytes can be had");
    assert_eq!(engine.threads(), 512);
    let begun = Instant::now();
    let request = Request::new(position(RICH), clock(1_000));
    let result = engine.search(&request, &Control::new(), &mut ());
    assert!(result.best.is_some_and(|mv| request.position.is_legal(mv)));
    assert!(
        begun.elapsed() < Duration::from_secs(1),
        "{:?}",
        begun.elapsed()
    );
    engine.clear(&Control::new()).expect("nobody searches");
}

#[test]
fn what_waits_for_a_search_is_stopped_by_its_own_control() {
    let engine = engine();
    let (request, first) = (Request::new(position(RICH), endless()), Control::new());
    let waits: [&(dyn Fn(&Control) + Sync); 4] = [
        &|control| {
            let result = engine.search(&request, control, &mut ());
            assert!(result.best.is_some_and(|mv| request.position.is_legal(mv)));
            assert_eq!((result.depth, result.pv.len()), (0, 1));
        },
        &|control| assert_eq!(engine.clear(control), Err(EngineError::Stopped)),
        &|control| assert_eq!(engine.set_hash(2, control), Err(EngineError::Stopped)),
        &|control| assert_eq!(engine.set_threads(2, control), Err(EngineError::Stopped)),
    ];
    thread::scope(|scope| {
        let searching = scope.spawn(|| engine.search(&request, &first, &mut ()));
        thread::sleep(Duration::from_millis(50));
        for wait in waits {
            let own = Control::new();
            let waiting = scope.spawn({
                let own = own.clone();
                move || wait(&own)
            });
            thread::sleep(Duration::from_millis(50));
            assert!(!waiting.is_finished(), "it waits for its turn");
            let told = Instant::now();
            own.stop();
            waiting.join().expect("stopped in order");
            assert!(told.elapsed() < Duration::from_secs(1));
            assert!(!searching.is_finished(), "the first search goes on");
        }
        first.stop();
        searching.join().expect("no panic");
    });
    assert_eq!((engine.hash_mb(), engine.threads()), (8, 1));
}

#[test]
fn a_bench_is_stopped_like_a_search() {
    let control = Control::new();
    let begun = Instant::now();
    thread::scope(|scope| {
        let running = scope.spawn(|| bench(100, &control));
        thread::sleep(Duration::from_millis(100));
        assert!(!running.is_finished(), "a hundred plies take longer");
        control.stop();
        let result = running.join().expect("no panic").expect("a bench");
        assert!(result.nodes > 0);
    });
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_depth_limit_holds_for_all_threads() {
    for limit in 1..=4 {
        let engine = Engine::new(4, 3).expect("four megabytes can be had");
        let request = Request::new(position(RICH), depth(limit));
        let result = engine.search(&request, &Control::new(), &mut ());
        assert_eq!(result.depth, limit);
    }
}

#[test]
fn a_panic_of_the_observer_reaches_the_caller_and_the_engine_lives_on() {
    struct Faulty;
    impl Observer for Faulty {
        fn info(&mut self, _info: &Info) {
            panic!("the observer gives up");
        }
    }
    let engine = Engine::new(8, 2).expect("eight megabytes can be had");
    let request = Request::new(position(RICH), depth(3));
    let run = || engine.search(&request, &Control::new(), &mut Faulty);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
    assert!(
        engine
            .search(&request, &Control::new(), &mut ())
            .best
            .is_some()
    );
}

#[test]
fn full_pockets_do_not_explode() {
    let pos = position("4k3/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1");
    let result = search(
        &pos,
        Limit {
            nodes: Some(3_000_000),
            ..depth(5)
        },
    );
    assert_eq!(result.depth, 5, "{} nodes", result.nodes);
    assert!(result.seldepth < 60, "{}", result.seldepth);
}
