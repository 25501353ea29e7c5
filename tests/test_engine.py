"""Engine: searches, their limits, their news, and how they are stopped."""

import pickle
import threading
import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from furyhouse import (
    Board,
    Engine,
    EngineError,
    IllegalMoveError,
    Info,
    Limit,
    Move,
    RootMove,
    Score,
    SearchControl,
    SearchResult,
)
from furyhouse.engine import bench
from interruption import seconds_to_answer

WHOLE = ("depth", "nodes", "mate", "remaining_moves", "nps")
SECONDS = ("time", "white_clock", "black_clock", "white_inc", "black_inc")
RICH = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[BNnp] w - - 0 12"
MATE_IN_1 = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"
MATED = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1"
STALEMATE = "7k/5Q2/8/8/8/8/8/K7[] b - - 0 1"
TWO_MOVES = "k7/8/1Q6/8/8/8/8/7K[] b - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Engine:
    """Make one small engine for the tests that need no other."""
    return Engine(hash_mb=4)


def in_a_thread(work: Callable[[], object]) -> threading.Thread:
    """Start a thread."""
    thread = threading.Thread(target=work)
    thread.start()
    return thread


# What is found.


def test_a_search_gives_everything_that_it_found(engine: Engine) -> None:
    result = engine.search(Board(RICH), Limit(depth=4))
    assert isinstance(result, SearchResult)
    assert result.move in Board(RICH).legal_moves
    assert result.pv[0] == result.move
    assert result.depth == 4
    assert result.seldepth >= 4
    assert result.nodes > 0
    assert result.time > 0
    assert result.score.score() is not None
    assert {root.move for root in result.root_moves} == set(Board(RICH).legal_moves)
    assert result.root_moves[0].move == result.move
    assert result.root_moves[0].exact
    assert 0 <= result.hashfull <= 1000


def test_the_line_of_play_is_legal(engine: Engine) -> None:
    board = Board(RICH)
    for move in engine.search(board, Limit(depth=5)).pv:
        board.push(move)


def test_a_mate_is_found_with_its_length(engine: Engine) -> None:
    result = engine.search(Board(MATE_IN_1), Limit(depth=3))
    assert result.move == Move.from_uci("N@f7")
    assert result.score == Score(mate=1)
    assert result.score.mate() == 1


@pytest.mark.parametrize(("fen", "score"), [(MATED, Score(mate=0)), (STALEMATE, Score(0))])
def test_there_is_no_move_when_the_game_is_over(engine: Engine, fen: str, score: Score) -> None:
    result = engine.search(Board(fen), Limit(depth=3))
    assert (result.move, result.pv, result.score) == (None, [], score)


def test_the_board_stays_as_it_is(engine: Engine) -> None:
    board = Board(RICH)
    engine.search(board, Limit(depth=3))
    assert board == Board(RICH)
    assert board.move_stack == []


def test_earlier_positions_count_as_repetitions(engine: Engine) -> None:
    # White is lost but for a perpetual check; with the position there twice already, it is a draw.
    board = Board("6k1/5ppp/8/8/8/8/r7/6K1[] w - - 0 1")
    fresh = engine.search(board, Limit(depth=2)).score
    for uci in ("g1f1", "g8f8", "f1g1", "f8g8") * 2:
        board.push_uci(uci)
    engine.clear()
    assert board.is_repetition(3)
    assert engine.search(board, Limit(depth=2)).score >= fresh


def test_castling_is_written_as_the_board_does(engine: Engine) -> None:
    for chess960, uci in ((False, "e1g1"), (True, "e1h1")):
        board = Board("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", chess960=chess960)
        move = Move.from_uci(uci)
        result = engine.search(board, Limit(depth=1), root_moves=[move])
        assert result.move == move
        assert result.pv[0] == move


def test_only_the_root_moves_asked_for_are_searched(engine: Engine) -> None:
    chosen = [Move.from_uci("a2a3"), Move.from_uci("h2h3")]
    result = engine.search(Board(), Limit(depth=3), root_moves=chosen)
    assert result.move in chosen
    assert {root.move for root in result.root_moves} == set(chosen)
    with pytest.raises(IllegalMoveError):
        engine.search(Board(), Limit(depth=3), root_moves=[Move.from_uci("e2e5")])


def test_several_lines_are_found_each_with_an_exact_score(engine: Engine) -> None:
    infos: list[Info] = []
    result = engine.search(Board(RICH), Limit(depth=3), multipv=3, on_info=infos.append)
    assert {info.multipv for info in infos} == {1, 2, 3}
    best = result.root_moves[:3]
    assert all(root.exact for root in best)
    assert best == sorted(best, key=lambda root: root.score, reverse=True)


def test_a_tie_margin_makes_near_scores_exact(engine: Engine) -> None:
    result = engine.search(Board(), Limit(depth=3), tie_margin=1000)
    assert all(root.exact for root in result.root_moves)
    assert isinstance(result.root_moves[0], RootMove)


def test_the_same_search_of_a_new_engine_is_the_same() -> None:
    first, second = (Engine(4).search(Board(RICH), Limit(depth=5)) for _ in range(2))
    assert (first.move, first.nodes, first.score) == (second.move, second.nodes, second.score)


def test_news_come_in_order_in_the_calling_thread(engine: Engine) -> None:
    infos: list[Info] = []
    threads: set[int] = set()

    def hear(info: Info) -> None:
        infos.append(info)
        threads.add(threading.get_ident())

    engine.clear()
    result = engine.search(Board(RICH), Limit(depth=5), on_info=hear)
    assert threads == {threading.get_ident()}
    assert [info.depth for info in infos] == sorted(info.depth for info in infos)
    last = [info for info in infos if info.bound == "exact"][-1]
    assert (last.depth, last.pv[0]) == (result.depth, result.move)
    assert all(info.nodes <= result.nodes and info.nps >= 0 and info.time >= 0 for info in infos)


def test_the_current_move_is_told(engine: Engine) -> None:
    told: list[tuple[Move, int, int]] = []
    engine.search(Board(RICH), Limit(time=0.5), on_current_move=lambda *news: told.append(news))
    total = Board(RICH).legal_moves.count()
    assert told
    assert all(move in Board(RICH).legal_moves for move, _, _ in told)
    assert all(1 <= number <= of == total for _, number, of in told)


def test_a_slow_listener_does_not_hold_the_search_up(engine: Engine) -> None:
    engine.clear()
    started = time.perf_counter()
    result = engine.search(
        Board(RICH), Limit(time=0.3), on_info=lambda _: time.sleep(0.02), tie_margin=50
    )
    assert result.time < 1.0
    assert time.perf_counter() - started < 10.0


# Limits.


def test_nodes_are_counted_exactly_on_one_thread(engine: Engine) -> None:
    engine.clear()
    assert engine.search(Board(RICH), Limit(nodes=3000)).nodes == 3000


def test_time_is_used_and_not_exceeded(engine: Engine) -> None:
    result = engine.search(Board(RICH), Limit(time=0.3))
    assert 0.2 <= result.time <= 0.8


def test_only_the_movers_clock_counts(engine: Engine) -> None:
    fast = engine.search(Board(RICH), Limit(white_clock=0.2, black_clock=1000.0))
    assert fast.time < 0.2
    out_of_time = engine.search(Board(RICH), Limit(white_clock=-1.0))
    assert out_of_time.move is not None
    assert out_of_time.time < 0.5


def test_a_forced_move_is_played_at_once_under_a_clock(engine: Engine) -> None:
    board = Board("k7/8/8/8/8/8/8/1R4RK[] b - - 0 1")
    assert [move.uci() for move in board.legal_moves] == ["a8a7"]
    result = engine.search(board, Limit(white_clock=600.0, black_clock=600.0))
    assert result.time < 0.2


def test_a_mate_limit_ends_the_search(engine: Engine) -> None:
    result = engine.search(Board(MATE_IN_1), Limit(mate=1, time=20.0))
    assert result.score.mate() == 1
    assert result.time < 5.0


@pytest.mark.parametrize(
    ("fen", "limit"),
    [
        (RICH, Limit()),
        (RICH, Limit(nps=1000)),
        (RICH, Limit(ponder=True)),
        (RICH, Limit(black_clock=1.0)),
        (RICH, Limit(white_inc=1.0, remaining_moves=3)),
        (RICH.replace(" w ", " b "), Limit(white_clock=1.0, black_inc=1.0)),
    ],
    ids=repr,
)
def test_a_limit_that_never_ends_is_refused(engine: Engine, fen: str, limit: Limit) -> None:
    with pytest.raises(ValueError, match="infinite=True"):
        engine.search(Board(fen), limit)


@pytest.mark.parametrize(
    "arguments",
    [
        {"depth": 0},
        {"depth": -1},
        {"depth": 2**40},
        {"nodes": 0},
        {"nodes": 2**70},
        {"mate": 0},
        {"remaining_moves": 0},
        {"nps": 0},
        {"time": -0.1},
        {"time": float("nan")},
        {"white_clock": float("nan")},
        {"white_inc": -1.0},
        {"time": 1e9},
        {"time": 10**400},
        *({name: value} for name in SECONDS for value in (float("inf"), float("nan"), 2e8)),
    ],
)
def test_a_limit_out_of_range_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(arguments))):
        Limit(**arguments)


@pytest.mark.parametrize("seconds", [1e9, float("inf"), 1e300])
def test_a_time_beyond_reason_is_refused(engine: Engine, seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds"):
        engine.search(Board(), Limit(time=seconds))


@pytest.mark.parametrize(
    "arguments",
    [
        *({name: value} for name in WHOLE for value in (2.5, 2.0, "2", float("inf"))),
        *({name: value} for name in SECONDS for value in ("2.5", b"", 1j)),
    ],
)
def test_a_limit_of_a_wrong_kind_is_refused_in_its_own_words(arguments: dict[str, Any]) -> None:
    name = next(iter(arguments))
    with pytest.raises(TypeError, match=f"^{name} is a .*number.*, not ") as caught:
        Limit(**arguments)
    assert repr(arguments[name]) in str(caught.value)


def test_clocks_may_have_run_out_and_numbers_be_those_of_other_packages(engine: Engine) -> None:
    limit = Limit(white_clock=-3.0, black_clock=-1e7, depth=cast("int", Whole(2)))
    assert engine.search(Board(), limit).depth <= 2
    assert engine.search(Board(), Limit(time=1e8, depth=1)).depth == 1


class Whole:
    """A whole number as another package may make it."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __lt__(self, other: int) -> bool:
        return self.number < other

    def __gt__(self, other: int) -> bool:
        return self.number > other


def test_arguments_of_a_wrong_kind_are_refused(engine: Engine) -> None:
    with pytest.raises(TypeError):
        engine.search("board", Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        engine.search(Board(), Limit(depth="x"))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        engine.search(Board(), Limit(depth=1), root_moves=["e2e4"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="multipv"):
        engine.search(Board(), Limit(depth=1), multipv=-1)
    with pytest.raises(ValueError, match="tie_margin"):
        engine.search(Board(), Limit(depth=1), tie_margin=-1)
    with pytest.raises(ValueError, match="move_overhead"):
        engine.search(Board(), Limit(depth=1), move_overhead=-1.0)


def test_a_limit_shows_what_is_given() -> None:
    assert repr(Limit(time=1.0, ponder=True)) == "Limit(time=1.0, ponder=True)"
    assert Limit(depth=3) == Limit(depth=3)
    assert pickle.loads(pickle.dumps(Limit(depth=3))) == Limit(depth=3)  # noqa: S301 - our own


# Stopping.


def test_a_stop_given_before_the_search_is_kept(engine: Engine) -> None:
    control = SearchControl()
    control.stop()
    started = time.perf_counter()
    result = engine.search(Board(RICH), Limit(infinite=True), control=control)
    assert result.move in Board(RICH).legal_moves
    assert time.perf_counter() - started < 1.0


def test_a_stop_from_another_thread_is_answered(engine: Engine) -> None:
    control = SearchControl()
    stopper = threading.Timer(0.2, control.stop)
    stopper.start()
    started = time.perf_counter()
    result = engine.search(Board(RICH), Limit(infinite=True), control=control)
    assert 0.15 < time.perf_counter() - started < 1.0
    assert result.move in Board(RICH).legal_moves
    stopper.join()


def test_the_engine_stops_what_it_searches(engine: Engine) -> None:
    results: list[SearchResult] = []
    thread = in_a_thread(lambda: results.append(engine.search(Board(RICH), Limit(infinite=True))))
    while thread.is_alive():
        engine.stop()
        thread.join(0.05)
    assert results[0].move is not None


def test_an_infinite_search_waits_for_the_stop_even_with_nothing_to_do(engine: Engine) -> None:
    control = SearchControl()
    stopper = threading.Timer(0.3, control.stop)
    stopper.start()
    started = time.perf_counter()
    engine.search(Board(MATED), Limit(infinite=True), control=control)
    assert time.perf_counter() - started > 0.2
    stopper.join()


def test_a_pondering_search_waits_for_the_hit(engine: Engine) -> None:
    control = SearchControl()
    hit = threading.Timer(0.3, control.ponderhit)
    hit.start()
    started = time.perf_counter()
    result = engine.search(Board(RICH), Limit(time=0.1, ponder=True), control=control)
    assert 0.25 < time.perf_counter() - started < 2.0
    assert result.move is not None
    hit.join()


def test_what_a_listener_raises_ends_the_search_and_is_raised(engine: Engine) -> None:
    def hear(_info: Info) -> None:
        raise LookupError("no more")

    started = time.perf_counter()
    with pytest.raises(LookupError, match="no more"):
        engine.search(Board(RICH), Limit(time=20.0), on_info=hear)
    assert time.perf_counter() - started < 2.0
    assert engine.search(Board(), Limit(depth=1)).move is not None


def interrupted(script: str) -> float:
    """Run a script that waits, press Ctrl-C, and give the seconds until KeyboardInterrupt."""
    before = f"""
from furyhouse import Board, Engine, Limit, Bot
from furyhouse.engine import bench
board = Board({RICH!r})
engine = Engine(4)
"""
    return seconds_to_answer(before, script)


@pytest.mark.parametrize(
    "script",
    [
        "engine.search(board, Limit(time=30.0))",
        "engine.search(board, Limit(infinite=True))",
        "engine.search(board, Limit(time=30.0), on_info=lambda info: None)",
        "Bot(engine).calculate_next_move(Limit(time=30.0))",
        "board.perft(9)",
        "board.perft(9, threads=2)",
        "board.divide(9)",
        "bench(20)",
    ],
)
def test_ctrl_c_is_answered_within_a_fifth_of_a_second(script: str) -> None:
    # The best of three: a busy machine may take its time to run the process at all.
    assert any(interrupted(script) < 0.2 for _ in range(3))


# Side by side.


def test_two_engines_search_side_by_side() -> None:
    both_inside = threading.Barrier(2, timeout=20)

    def hear(_info: Info) -> None:
        # Passes only if the other search is under way at the same time.
        if not heard[threading.get_ident()]:
            heard[threading.get_ident()] = True
            both_inside.wait()

    heard: dict[int, bool] = {}
    results: list[SearchResult] = []

    def search() -> None:
        heard[threading.get_ident()] = False
        results.append(Engine(4).search(Board(RICH), Limit(time=0.5), on_info=hear))

    threads = [in_a_thread(search) for _ in range(2)]
    for thread in threads:
        thread.join()
    assert len(results) == 2
    assert not both_inside.broken


def test_the_interpreter_is_free_during_a_search(engine: Engine) -> None:
    control = SearchControl()
    thread = in_a_thread(lambda: engine.search(Board(RICH), Limit(infinite=True), control=control))
    counted, deadline = 0, time.perf_counter() + 0.3
    while time.perf_counter() < deadline:
        counted += 1
    control.stop()
    thread.join()
    # Were the interpreter held, the loop would turn a handful of times.
    assert counted > 10_000


def test_the_interpreter_is_free_during_perft() -> None:
    turns = [0]
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            turns[0] += 1

    thread = in_a_thread(count)
    before = turns[0]
    Board(RICH).perft(4)
    counted = turns[0] - before
    done.set()
    thread.join()
    assert counted > 1000


def test_a_second_search_of_one_engine_waits(engine: Engine) -> None:
    first = SearchControl()
    thread = in_a_thread(lambda: engine.search(Board(), Limit(infinite=True), control=first))
    time.sleep(0.1)
    order: list[str] = []
    second = in_a_thread(lambda: order.append(str(engine.search(Board(), Limit(depth=1)).move)))
    time.sleep(0.2)
    assert order == []
    first.stop()
    thread.join()
    second.join()
    assert len(order) == 1


# Set-up.


def test_size_and_threads_can_be_changed() -> None:
    engine = Engine(hash_mb=2, threads=2)
    assert (engine.hash_mb, engine.threads) == (2, 2)
    engine.hash_mb = 3
    engine.threads = 1
    assert (engine.hash_mb, engine.threads) == (3, 1)
    assert engine.search(Board(), Limit(depth=2)).depth == 2


def test_several_threads_find_a_mate_too() -> None:
    result = Engine(hash_mb=4, threads=3).search(Board(MATE_IN_1), Limit(depth=4))
    assert result.score.mate() == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"hash_mb": 0}, EngineError),
        ({"hash_mb": -5}, EngineError),
        ({"threads": 0}, EngineError),
        ({"threads": 513}, EngineError),
        ({"hash_mb": 2**70}, ValueError),
        ({"hash_mb": 2**40}, EngineError),
        ({"hash_mb": "64"}, TypeError),
        ({"hash_mb": 1.5}, TypeError),
    ],
)
def test_an_engine_that_cannot_be_made_is_an_error(
    arguments: dict[str, int], error: type[Exception]
) -> None:
    with pytest.raises(error):
        Engine(**arguments)


def test_a_table_that_cannot_be_had_leaves_the_old_one() -> None:
    engine = Engine(hash_mb=2)
    with pytest.raises(EngineError):
        engine.hash_mb = 2**40
    assert engine.hash_mb == 2
    assert engine.search(Board(), Limit(depth=2)).move is not None


# Scores.


def test_scores_have_an_order() -> None:
    order = [
        Score(mate=0),
        Score(mate=-1),
        Score(mate=-3),
        Score(-50),
        Score(0),
        Score(200),
        Score(mate=4),
        Score(mate=1),
        -Score(mate=0),
    ]
    assert sorted({*order}) == order
    assert [-score for score in reversed(order)] == sorted(-score for score in order)
    assert len(set(order)) == len(order)
    assert Score(35) != 35


@pytest.mark.parametrize(
    ("score", "text", "number"),
    [
        (Score(35), "+0.35", 35),
        (Score(-120), "-1.20", -120),
        (Score(0), "+0.00", 0),
        (Score(mate=3), "#3", 99_997),
        (Score(mate=-2), "#-2", -99_998),
        (Score(mate=0), "#0", -100_000),
        (-Score(mate=0), "#0", 100_000),
    ],
)
def test_a_score_is_told_and_counted(score: Score, text: str, number: int) -> None:
    assert str(score) == text
    assert score.score(mate_score=100_000) == number
    negated = -score
    assert -negated == score
    assert eval(repr(score), {"Score": Score}) == score  # noqa: S307 - our own
    assert pickle.loads(pickle.dumps(score)) == score  # noqa: S301 - our own


def test_a_score_is_one_of_two_kinds() -> None:
    for arguments in ({}, {"centipawns": 1, "mate": 1}):
        with pytest.raises(ValueError, match="one of the two"):
            Score(**arguments)
    assert (Score(5).is_mate(), Score(mate=5).is_mate()) == (False, True)
    assert Score(mate=5).score() is None


def test_the_bench_is_repeatable() -> None:
    nodes, seconds = bench(2)
    assert nodes == bench(2)[0] > 0
    assert seconds > 0
    with pytest.raises(ValueError, match="depth"):
        bench(0)
