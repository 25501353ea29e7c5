"""Engine under load: many threads, little memory, waits broken off, odd arguments, copies."""

import copy
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from furyhouse import (
    E4,
    WHITE,
    Board,
    Bot,
    Engine,
    FenError,
    IllegalMoveError,
    Limit,
    Move,
    Outcome,
    Piece,
    Score,
    SearchControl,
    SquareSet,
    Termination,
    square,
)
from furyhouse.engine import MOST_LINES, bench
from furyhouse.options import find_option
from interruption import seconds_to_answer

RICH = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[BNnp] w - - 0 12"
MATED = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1"


def run(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own, whose C library keeps no address space in reserve."""
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=dict(os.environ, MALLOC_ARENA_MAX="1"),
    )


# Threads and memory.


def test_the_clock_is_kept_with_as_many_threads_as_there_may_be() -> None:
    engine = Engine(hash_mb=4, threads=512)
    assert engine.threads == 512
    started = time.perf_counter()
    move = engine.search(Board(RICH), Limit(white_clock=1.0, black_clock=1.0)).move
    assert time.perf_counter() - started < 1.0
    assert move in Board(RICH).legal_moves


def test_a_stop_is_answered_soon_with_as_many_threads_as_there_may_be() -> None:
    engine, control = Engine(hash_mb=4, threads=512), SearchControl()
    thread = threading.Thread(
        target=lambda: engine.search(Board(RICH), Limit(infinite=True), control=control)
    )
    thread.start()
    time.sleep(0.3)
    told = time.perf_counter()
    control.stop()
    thread.join()
    assert time.perf_counter() - told < 0.5


# The address space is shrunk step by step, so that each allocation in turn is the one that fails.
SHORT_OF_MEMORY = """
import resource
from furyhouse import Board, Engine, EngineError
board, engine = Board(), Engine(1)
def limit(megabytes):
    with open("/proc/self/statm") as file:
        pages = int(file.read().split()[0])
    most = pages * resource.getpagesize() + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
seen = set()
for megabytes in range(1, 60):
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    engine.threads = 1
    limit(megabytes)
    try:
        {work}
        seen.add("done")
    except EngineError as error:
        seen.add("refused")
        assert "thread" in str(error), error
        assert engine.threads == 1
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
engine.search(board, __import__("furyhouse").Limit(depth=2))
print(*sorted(seen))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of a process are Linux's")
def test_memory_that_cannot_be_had_is_refused_without_a_crash() -> None:
    done = run(SHORT_OF_MEMORY.format(work="engine.threads = 512"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "refused" in done.stdout.split()


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of a process are Linux's")
def test_perft_does_without_threads_that_cannot_be_started() -> None:
    done = run(SHORT_OF_MEMORY.format(work="assert board.perft(4, threads=64) == 197281"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "done" in done.stdout.split()


# Waits that are broken off.


def test_a_search_that_waits_for_its_turn_ends_at_its_own_stop() -> None:
    engine, first, own = Engine(4), SearchControl(), SearchControl()
    thread = threading.Thread(
        target=lambda: engine.search(Board(), Limit(infinite=True), control=first)
    )
    thread.start()
    time.sleep(0.1)
    threading.Timer(0.2, own.stop).start()
    started = time.perf_counter()
    result = engine.search(Board(RICH), Limit(infinite=True), control=own)
    waited = time.perf_counter() - started
    assert thread.is_alive()
    first.stop()
    thread.join()
    assert 0.15 < waited < 1.0
    assert result.move in Board(RICH).legal_moves
    assert result.pv == [result.move]
    assert (result.depth, result.nodes) == (0, 0)


def interrupted(work: str) -> float:
    """Wait for a running search with `work`, press Ctrl-C, and give the seconds it takes."""
    before = f"""
import threading
from furyhouse import Board, Engine, Limit, SearchControl
from furyhouse.engine import bench
engine, control = Engine(4), SearchControl()
search = lambda: engine.search(Board(), Limit(infinite=True), control=control)
if {work!r} != "bench(20)":
    threading.Thread(target=search).start()
    time.sleep(0.1)
"""
    after = """
control.stop()
engine.search(Board(), Limit(depth=1))
assert (engine.hash_mb, engine.threads) == (4, 1), "a change that was broken off is not made later"
"""
    return seconds_to_answer(before, work, after)


@pytest.mark.parametrize(
    "work",
    [
        "engine.hash_mb = 8",
        "engine.threads = 2",
        "engine.clear()",
        "engine.search(Board(), Limit(depth=1))",
        "bench(20)",
    ],
)
def test_ctrl_c_breaks_off_every_wait_within_a_fifth_of_a_second(work: str) -> None:
    # The best of three: a busy machine may take its time to run the process at all.
    assert any(interrupted(work) < 0.2 for _ in range(3))


# Arguments.


def search(**arguments: Any) -> None:  # noqa: ANN401 - wrong ones are what is tested
    """Search the start a little, with arguments that may be wrong."""
    Engine(1).search(Board(), Limit(depth=1), **arguments)


@pytest.mark.parametrize(
    ("call", "name", "least", "most"),
    [
        (lambda value: search(multipv=value), "multipv", 1, 500),
        (lambda value: search(tie_margin=value), "tie_margin", 0, 100_000),
        (lambda value: Engine(hash_mb=value), "hash_mb", 1, 2**26),
        (lambda value: Engine(1, threads=value), "threads", 1, 512),
        (lambda value: Board().perft(value), "depth", 0, 100),
        (lambda value: Board().perft(1, threads=value), "threads", 1, 512),
        (bench, "depth", 1, 100),
        (lambda value: square(value, 0), "file_index", 0, 7),
    ],
)
def test_a_number_is_refused_by_its_name_and_range(
    call: Callable[[Any], object], name: str, least: int, most: int
) -> None:
    with pytest.raises(TypeError, match=f"^{name} is an int from {least} to {most}, not float"):
        call(1.0)
    for value in (10**30, -(10**30)):
        with pytest.raises(ValueError, match=f"^{name} is from {least} to {most}, not a number"):
            call(value)


def test_the_best_lines_have_one_range_in_python_and_in_the_option() -> None:
    option = find_option("MultiPV")
    assert (option.min, option.max) == (1, MOST_LINES)
    search(multipv=MOST_LINES)
    Bot(Engine(1), multipv=MOST_LINES)
    for take in (search, lambda multipv: Bot(Engine(1), multipv=multipv)):
        with pytest.raises(ValueError, match=f"^multipv is from 1 to {MOST_LINES}, not 501$"):
            take(multipv=MOST_LINES + 1)


def test_no_root_moves_to_choose_from_is_not_the_end_of_the_game() -> None:
    engine = Engine(1)
    with pytest.raises(ValueError, match="root_moves"):
        engine.search(Board(), Limit(depth=1), root_moves=[])
    mated = Board(MATED)
    moves = list(mated.legal_moves)
    assert engine.search(mated, Limit(depth=1), root_moves=moves).move is None


# Copies.


def outcomes() -> list[Outcome]:
    """List outcomes of all kinds."""
    mate = Board(MATED).outcome()
    assert mate is not None
    draws = ("STALEMATE", "FIVEFOLD_REPETITION", "FIFTY_MOVES", "THREEFOLD_REPETITION")
    return [mate, *(Outcome(Termination[name], None) for name in draws)]


@pytest.mark.parametrize(
    "thing",
    [
        *outcomes(),
        *Termination,
        Move.from_uci("e2e4"),
        Move.from_uci("P@e5"),
        Board(RICH),
        Board(RICH).pockets[WHITE],
        SquareSet(0x55),
        Piece(1, WHITE),
        Board(RICH).square_state(E4),
        Score(mate=3),
        Limit(depth=3),
    ],
    ids=repr,
)
def test_values_are_pickled_and_copied(thing: object) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(thing, protocol)) == thing  # noqa: S301 - our own
    for copied in (copy.copy(thing), copy.deepcopy(thing)):
        assert copied == thing
        assert type(copied) is type(thing)


def test_errors_are_pickled_with_what_they_tell() -> None:
    with pytest.raises(FenError) as caught:
        Board("x")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert (type(again), str(again)) == (FenError, str(caught.value))
    assert (again.at, again.faults) == (caught.value.at, caught.value.faults)


def test_what_runs_is_neither_pickled_nor_copied_deeply() -> None:
    for thing in (Engine(1), SearchControl(), Board().legal_moves):
        for take in (pickle.dumps, copy.deepcopy):
            with pytest.raises(TypeError):
                take(thing)


def test_an_outcome_is_made_of_a_reason_and_a_winner() -> None:
    outcome = Outcome(Termination.CHECKMATE, winner=WHITE)
    assert (outcome.termination, outcome.winner) == (Termination.CHECKMATE, WHITE)
    assert outcome.result() == "1-0"
    with pytest.raises(ValueError, match="VARIANT_WIN"):
        Outcome(Termination.VARIANT_WIN, WHITE)
    with pytest.raises(TypeError, match="Termination"):
        Outcome(1, WHITE)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError):
        Board().push(Move.from_uci("e2e5"))
