"""An analysis that is killed again and again ends as if it had not been, game by game.

How many games, and which, `many_games` says; docs/development.md has the long run.
"""

import json
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from analyse_tools import ANALYSE, analyse, read_games, records, summary
from engine_process import ENVIRONMENT
from many_games import ALL, COUNT, PATIENCE, SEARCH, lots, many_games
from test_match_faults import wait_until

KILLS = 3
TRIES = 5
ARGUMENTS = ("in.pgn", *SEARCH, "-o", "out.pgn", "--json", "out.jsonl")
LONGEST_PAUSE = 0.2


def files(folder: Path) -> dict[str, bytes]:
    """Read everything that an analysis has left."""
    return {path.name: path.read_bytes() for path in folder.glob("out*")}


def written(folder: Path) -> int:
    """Get how much is written."""
    path = folder / "out.pgn"
    return path.stat().st_size if path.exists() else 0


def kill_at(folder: Path, size: int, pause: float) -> int | None:
    """Begin or go on, and kill it a moment after so much is written.

    Returns:
        How many games were surely dealt with by then; None where it had come to its end.
    """
    process = subprocess.Popen(
        [*ANALYSE, *ARGUMENTS],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: written(folder) >= size or process.poll() is not None, PATIENCE)
    time.sleep(pause)
    process.kill()
    if process.wait() != -signal.SIGKILL:
        return None
    progress = folder / "out.pgn.progress"
    if progress.exists():
        return int(json.loads(progress.read_bytes())["done"])
    # It is there before the first game, and gone when the last one is written.
    return None if written(folder) else 0


def kill_three_times(folder: Path, chance: random.Random, whole: int) -> bool:
    """Kill an analysis in each of the first quarters, and tell whether games were left each time.

    A moment is drawn of what is written and of the clock, so that it comes at any place of the
    work, as the process starts and goes on too.
    """
    for number in range(KILLS):
        share = (number + chance.random()) / (KILLS + 1)
        done = kill_at(folder, int(share * whole), chance.uniform(0.0, LONGEST_PAUSE))
        print(f"kill {number + 1} at {share:.1%}: {done} of {ALL} games done")
        if done is None or done >= ALL:
            return False
        assert written(folder) <= whole
    return True


@pytest.mark.timeout(3 * PATIENCE)
def test_killed_at_any_moment_three_times_it_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    chance = lots()
    unbroken, broken = tmp_path / "unbroken", tmp_path / "broken"
    for folder in (unbroken, broken):
        folder.mkdir()
        (folder / "in.pgn").write_text(many_games())
    began = time.monotonic()
    done = analyse(*ARGUMENTS, folder=unbroken, patience=PATIENCE)
    print(f"unbroken: {time.monotonic() - began:.1f} s, {summary(done)}")
    rest = "2 of other variants passed over, 2 malformed; "
    assert summary(done).startswith(f"{COUNT} games analysed, {rest}")
    whole = written(unbroken)
    for _ in range(TRIES):
        if kill_three_times(broken, chance, whole):
            break
        for path in broken.glob("out*"):
            path.unlink()
    else:
        pytest.fail(f"in {TRIES} tries it was not killed {KILLS} times while games were left")
    done = analyse(*ARGUMENTS, folder=broken, patience=PATIENCE)
    print(f"in the end: {summary(done)}")
    assert done.returncode == 0, done.stderr
    told = rf"{COUNT} games analysed, (\d+ of them before, )?{rest}"
    assert re.match(told, summary(done)), summary(done)
    for name in ("out.jsonl", "out.pgn"):
        games, others = (_games(folder / name) for folder in (broken, unbroken))
        assert len(games) == len(others)
        for game, other in zip(games, others, strict=True):
            assert game == other
    assert files(broken) == files(unbroken)
    assert set(files(broken)) == {"out.pgn", "out.jsonl"}


def _games(path: Path) -> list[str]:
    """Read what came of each game."""
    if path.suffix == ".jsonl":
        return [json.dumps(record) for record in records(path)]
    return [str(game) for game in read_games(path.read_text(encoding="utf-8"))]
