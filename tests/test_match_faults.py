"""Engines that crash, hang, cheat, dawdle and claim: what the referee makes of them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from furyhouse.lab.adjudication import Adjudication
from furyhouse.lab.match import Bench, Tally, TimeControl, WinRule
from match_tools import FAKE, check_game, fake, internal, settings

# What the fake engine has for its moves where it must not dawdle.
SHORT = TimeControl(base=2.0, increment=0.1)


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with Bench() as bench:
        yield bench


def two_games(bench: Bench, protocol: str, mode: str, **given: Any) -> Tally:  # noqa: ANN401 - of many kinds
    """Play two games against an engine that does something in its second move."""
    limit = TimeControl(move_time=0.2) if mode in {"slow", "hang"} else SHORT
    match = settings(fake(protocol, mode, limit=limit), internal(), **given)
    tally = bench.tally(match)
    for record in tally.records.values():
        check_game(record)
    return tally


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize(
    ("mode", "reason", "text"),
    [
        ("crash", "crash", "fake ended with status 3: out of cheese"),
        ("killed", "crash", "fake was ended by SIGKILL"),
        ("hang", "hang", "fake gave no move in 0.4 s"),
        ("slow", "time", "fake oversteps its time by"),
        ("illegal", "illegal move", "fake plays e1e8, which is not legal"),
        ("nonsense", "illegal move", "fake plays castle!, which is not legal"),
    ],
)
def test_a_fault_loses_the_game_with_its_reason(
    bench: Bench, protocol: str, mode: str, reason: str, text: str
) -> None:
    tally = two_games(bench, protocol, mode, grace=0.2 if mode == "hang" else 5.0)
    records = [tally.records[0], tally.records[1]]
    # The second game shows that the engine is there again after it broke down.
    assert [record.reason for record in records] == [reason, reason]
    assert [record.result for record in records] == ["0-1", "1-0"]
    assert all(record.text.startswith(text) for record in records), records[0].text
    assert all(record.fault == 0 and record.counted for record in records)
    assert tally.faults(0) == {reason: 2}
    assert tally.statistics().losses == 2
    # Up to the fault the games are whole.
    assert {len(record.moves) for record in records} <= {2, 3}


def test_a_bestmove_without_a_move_is_an_illegal_one(bench: Bench) -> None:
    tally = two_games(bench, "uci", "none")
    assert tally.records[0].text == "fake gives no move, but there are some"


@pytest.mark.parametrize(
    ("mode", "reason", "text"),
    [
        ("claims", "false claim", "fake claims '1/2-1/2 {Draw by repetition}'"),
        ("disputes", "false claim", "fake says 'Illegal move (no such square): e7e5'"),
        ("resign", "resignation", "fake resigns"),
        ("gives up", "resignation", "fake resigns: "),
    ],
)
def test_what_an_engine_claims_is_looked_into(
    bench: Bench, mode: str, reason: str, text: str
) -> None:
    tally = two_games(bench, "xboard", mode)
    for record in tally.records.values():
        assert (record.reason, record.winner) == (reason, 1)
        assert record.text.startswith(text)
        assert record.fault == (0 if reason == "false claim" else None)


def test_faults_of_the_other_engine_are_reported_and_not_counted(bench: Bench) -> None:
    tally = two_games(bench, "uci", "illegal", not_counted=("fake",))
    assert [record.counted for record in tally.records.values()] == [False, False]
    assert tally.not_counted() == 2
    assert tally.statistics().games == 0
    assert tally.faults(0) == {"illegal move": 2}


def test_an_engine_that_goes_after_a_game_is_started_again(bench: Bench) -> None:
    tally = bench.tally(settings(fake("xboard", "leaves"), internal(), games=4))
    assert tally.reasons() == {"checkmate": 4}


def test_losing_on_the_board_always_counts(bench: Bench) -> None:
    match = settings(fake("uci", "good"), internal(), not_counted=("fake",))
    tally = bench.tally(match)
    assert tally.reasons() == {"checkmate": 2}
    assert tally.statistics().losses == 2


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_flood_of_news_costs_nobody_time(bench: Bench, protocol: str) -> None:
    """Twenty thousand lines a move arrive and are passed over; the last one is kept."""
    match = settings(fake(protocol, "flood"), internal(), adjudication=Adjudication(max_moves=6))
    tally = bench.tally(match)
    assert not tally.faults(0) + tally.faults(1)
    record = tally.records[0]
    ours = record.moves[0 if record.opening.split()[1] == "w" else 1]
    assert (ours.centipawns, ours.depth, ours.nodes) == (13, 1, 77)


def test_a_game_ends_when_an_engine_thinks_it_lost(bench: Bench) -> None:
    rule = Adjudication(win=WinRule(score=900, moves=3))
    tally = bench.tally(settings(fake("uci", "score"), internal(), adjudication=rule))
    for record in tally.records.values():
        assert (record.reason, record.winner, record.fault) == ("win by score", 1, None)
        assert len(record.moves) in {5, 6}
    # Where both must think so, the winner's modest scores keep the game alive.
    rule = Adjudication(win=WinRule(score=900, moves=3, both=True), max_moves=4)
    tally = bench.tally(settings(fake("uci", "score"), internal(), adjudication=rule))
    assert "too many moves" in tally.reasons()


def test_a_margin_forgives_what_is_a_little_late(bench: Bench) -> None:
    slow = fake("uci", "slow", limit=TimeControl(move_time=0.2))
    rule = Adjudication(max_moves=3)
    tally = bench.tally(settings(slow, internal(), time_margin=30.0, adjudication=rule))
    assert tally.reasons() == {"too many moves": 2}
    late = [t.seconds for r in tally.records.values() for t in r.moves if t.seconds > 0.2]
    assert len(late) >= 2


def children(marker: str) -> set[int]:
    """Find the engines whose command line holds a word, not the program that starts them.

    A process that has been forked and not yet become another shows the line of its parent.
    """
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                command = (folder / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            if marker in command and SCRIPT not in command and int(folder.name) != os.getpid():
                found.add(int(folder.name))
    return found


def wait_until(condition: object, patience: float = 20.0) -> None:
    """Wait for something to become true."""
    assert callable(condition)
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from match_tools import fake, internal, settings
from furyhouse.lab.match import Bench, EngineSpec
deaf = fake("xboard", "deaf", 3)
deaf = EngineSpec((*deaf.command, sys.argv[2]), name="deaf", proto="xboard", limit=deaf.limit)
with Bench() as bench:
    for record in bench.play(settings(deaf, internal())):
        print(record.text)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("victim", ["bench", "worker"])
def test_no_engine_outlives_a_bench_that_is_killed(victim: str, tmp_path: Path) -> None:
    """Not even one that reads on and on after its input has ended, as Sjeng does."""
    marker = f"marker-{os.getpid()}-{victim}"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", SCRIPT, str(FAKE.parent), marker],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: children(marker))
        [engine] = children(marker)
        parent = int(Path(f"/proc/{engine}/stat").read_text().rpartition(")")[2].split()[1])
        assert parent != process.pid, "an engine belongs to a worker"
        os.kill(process.pid if victim == "bench" else parent, signal.SIGKILL)
        wait_until(lambda: not children(marker))
        wait_until(lambda: not Path(f"/proc/{parent}").exists() or victim == "worker")
    finally:
        process.kill()
        process.wait()


def test_closing_a_bench_in_the_middle_of_a_game_ends_its_engines() -> None:
    marker = f"marker-{os.getpid()}-close"
    deaf = fake("uci", "deaf", 1, TimeControl(depth=1))
    deaf = replace(deaf, command=(*deaf.command, marker))
    bench = Bench()
    records = bench.play(settings(deaf, internal(), grace=0.1, longest_move=0.5))
    # The first game is lost by the hang; the second one is under way when the bench is closed.
    deaf_record = next(records)
    assert deaf_record.reason == "hang"
    records.close()
    assert children(marker) == set()
    bench.close()
