"""An analysis that was broken off goes on: nothing is lost, nothing comes twice, order stays."""

import os
import random
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from analyse_tools import ANALYSE, GAMES, QUICK, TAG, analyse, records, summary
from engine_process import ENVIRONMENT
from furyhouse.lab.analyse_output import OutputFileError, Outputs
from furyhouse.lab.analyse_pool import ProcessPool
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_run import Run
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.pgn_games import GameFile, RawGame
from terminal import on_a_terminal
from test_match_faults import wait_until

OUT = ("-o", "out.pgn", "--json", "out.jsonl")
SETTINGS = AnalyseSettings(nodes=50, hash_mb=1)


def many_games(folder: Path, times: int) -> None:
    """Write a file with the games again and again, one of another variant and a broken one."""
    rest = '[Variant "Atomic"]\n\n1. e4 *\n\n' + TAG + "\n1. e4 Ke6 *\n\n"
    (folder / "in.pgn").write_text((GAMES.read_text(encoding="utf-8") + rest) * times)


def files(folder: Path) -> dict[str, bytes]:
    """Read everything that an analysis has left."""
    return {path.name: path.read_bytes() for path in folder.glob("out*")}


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Analyse in one go."""
    folder = tmp_path_factory.mktemp("unbroken")
    many_games(folder, 4)
    done = analyse("in.pgn", *QUICK, *OUT, folder=folder)
    assert summary(done).startswith(
        "32 games analysed, 4 of other variants passed over, 4 malformed; "
    )
    assert set(files(folder)) == {"out.pgn", "out.jsonl"}
    return folder


def start(folder: Path, *arguments: str, **given: Any) -> "subprocess.Popen[bytes]":  # noqa: ANN401 - of many kinds
    """Begin an analysis."""
    return subprocess.Popen(
        [*ANALYSE, "in.pgn", *QUICK, *OUT, *arguments], cwd=folder, env=ENVIRONMENT, **given
    )


def written(folder: Path) -> int:
    """Get how much is written."""
    path = folder / "out.pgn"
    return path.stat().st_size if path.exists() else 0


def workers(process: "subprocess.Popen[bytes]") -> list[int]:
    """List the processes that a process has started."""
    tasks = Path(f"/proc/{process.pid}/task")
    found: list[int] = []
    for task in tasks.iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def test_what_was_done_is_not_done_again(unbroken: Path, tmp_path: Path) -> None:
    many_games(tmp_path, 4)
    process = start(tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    progress = tmp_path / "out.pgn.progress"
    wait_until(lambda: written(tmp_path) > 0)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    told = re.fullmatch(
        rb"(?:.*malformed?.*\n|.*illegal move.*\n)*furyhouse: interrupted: (\d+) games analysed.*;"
        rb" the same command goes on from there\n",
        errors,
    )
    assert told, errors
    assert progress.exists()
    done = analyse("in.pgn", *QUICK, *OUT, folder=tmp_path)
    went_on = re.match(r"in\.pgn: goes on after game (\d+)\n", done.stdout)
    assert went_on
    assert int(went_on[1]) >= int(told[1]) > 0
    total = re.match(
        r"32 games analysed, (\d+) of them before, 4 of other variants passed over, 4 malformed; ",
        summary(done),
    )
    assert total
    assert int(total[1]) >= int(told[1])
    assert files(tmp_path) == files(unbroken)


def test_no_process_lives_on_when_it_is_killed(tmp_path: Path) -> None:
    many_games(tmp_path, 4)
    process = start(
        tmp_path, "--workers", "2", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wait_until(lambda: len(workers(process)) == 2)
    pids = workers(process)
    process.kill()
    process.wait()
    wait_until(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in pids))


def test_a_process_that_is_killed_is_replaced_and_its_game_done_again(
    unbroken: Path, tmp_path: Path
) -> None:
    many_games(tmp_path, 4)
    process = start(tmp_path, "--workers", "2", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_until(lambda: written(tmp_path) > 0)
    for pid in workers(process):
        os.kill(pid, signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"failed" not in errors
    assert files(tmp_path) == files(unbroken)


# It is loaded by every Python process whose path holds it: the worker then dies of some games.
DEADLY = """
import os
import furyhouse.lab.analyse_game as games
real = games.analyse_game
def analyse_game(game, settings):
    if "deadly" in game.text:
        print("out of cheese", file=__import__("sys").stderr, flush=True)
        os._exit(3)
    if "raising" in game.text:
        raise RuntimeError("no cheese")
    return real(game, settings)
games.analyse_game = analyse_game
"""


def test_a_game_that_ends_its_process_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(DEADLY)
    texts = [TAG + f'[White "{name}"]\n\n1. e4 *\n' for name in ("a", "deadly", "raising", "b")]
    (tmp_path / "in.pgn").write_text("\n".join(texts))
    path = os.pathsep.join([str(tmp_path), *filter(None, [ENVIRONMENT.get("PYTHONPATH")])])
    done = analyse("in.pgn", *QUICK, *OUT, folder=tmp_path, env={"PYTHONPATH": path})
    assert done.returncode == 1
    assert summary(done).startswith("2 games analysed, 2 failed; ")
    assert done.stderr.splitlines() == [
        "furyhouse: in.pgn: game 2: the process that analysed it has ended 2 times: out of cheese",
        "furyhouse: in.pgn: game 3: RuntimeError: no cheese",
    ]
    assert [record["game"] for record in records(tmp_path / "out.jsonl")] == [1, 2, 3, 4]


# So many processes are killed before they are ready.
DYING = """
import os, signal, sys
if "furyhouse.lab.analyse_worker" in sys.orig_argv:
    with open("starts", "a+") as file:
        file.write("x")
        file.flush()
        file.seek(0)
        if len(file.read()) <= {}:
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("deaths", "starts"), [(3, 4), (99, 5)])
def test_a_process_that_is_killed_as_it_starts_is_started_again_some_times(
    deaths: int, starts: int, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(DYING.format(deaths))
    (tmp_path / "in.pgn").write_text(TAG + "\n1. e4 *\n")
    path = os.pathsep.join([str(tmp_path), *filter(None, [ENVIRONMENT.get("PYTHONPATH")])])
    done = analyse(
        *("in.pgn", *QUICK, *OUT, "--workers", "1"), folder=tmp_path, env={"PYTHONPATH": path}
    )
    assert len((tmp_path / "starts").read_text()) == starts
    if deaths < starts:
        assert (done.returncode, done.stderr) == (0, "")
        assert summary(done).startswith("1 game analysed; ")
        return
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "furyhouse: a process for the analysis does not start: 5 times one was ended by SIGKILL\n"
    )


def test_another_analysis_is_not_gone_on_with(tmp_path: Path) -> None:
    many_games(tmp_path, 1)
    with Outputs(tmp_path / "out.pgn", None, SETTINGS) as outputs:
        outputs.add(GameResult(1, 1, "analysed", pgn="game"), "digest")
    before = files(tmp_path)
    done = analyse("in.pgn", *QUICK, "-o", "out.pgn", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "furyhouse: out.pgn.progress: is of an analysis with other nodes: 50 there, 150 now;"
        " --overwrite begins anew\n"
    )
    done = analyse("in.pgn", "--nodes", "50", "--hash", "1", *OUT, folder=tmp_path)
    assert "is of an analysis with other json: false there, true now" in done.stderr
    done = analyse("in.pgn", "--nodes", "50", "--hash", "1", "-o", "out.pgn", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "furyhouse: in.pgn: does not begin with the games analysed already (1)\n"
    )
    assert files(tmp_path) == before | {"out.pgn.progress": files(tmp_path)["out.pgn.progress"]}
    done = analyse("in.pgn", *QUICK, "-o", "out.pgn", "--overwrite", folder=tmp_path)
    assert done.returncode == 0
    assert set(files(tmp_path)) == {"out.pgn"}


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "out.pgn"
    path.write_text("precious")
    with pytest.raises(OutputFileError, match=r"is there already, and no out\.pgn\.progress"):
        Outputs(path, None, SETTINGS)
    assert path.read_text() == "precious"
    with Outputs(path, None, SETTINGS, overwrite=True) as outputs:
        outputs.finish()
    assert path.read_text() == ""


def test_two_analyses_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "out.pgn"
    with (
        Outputs(path, None, SETTINGS),
        pytest.raises(OutputFileError, match="another analysis is writing it"),
    ):
        Outputs(path, None, SETTINGS)


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"format": "furyhouse analysis 1"}'])
def test_a_file_of_progress_that_is_none_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "out.pgn").write_text("precious")
    (tmp_path / "out.pgn.progress").write_text(text)
    with pytest.raises(OutputFileError, match=r"out\.pgn\.progress: tells of no analysis"):
        Outputs(tmp_path / "out.pgn", None, SETTINGS)
    assert (tmp_path / "out.pgn").read_text() == "precious"


def test_a_file_that_has_lost_its_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "out.pgn"
    with Outputs(path, None, SETTINGS) as outputs:
        outputs.add(GameResult(1, 1, "analysed", pgn="game"), "digest")
    path.write_text("gam")
    with pytest.raises(OutputFileError, match="is shorter than"):
        Outputs(path, None, SETTINGS)


class _Shuffled:
    """A pool that answers at once, in any order, and counts what it has in hand."""

    size = 3

    def __init__(self) -> None:
        self.hand: list[RawGame] = []
        self.most = self.taken = 0
        self._lots = random.Random(1)  # noqa: S311 - nothing to guard

    def submit(self, game: RawGame) -> None:
        """Take a game."""
        self.taken += 1
        self.hand.append(game)
        self.most = max(self.most, len(self.hand))

    def take(self, seconds: float) -> GameResult | None:
        """Give any of the games."""
        assert seconds > 0
        game = self.hand.pop(self._lots.randrange(len(self.hand)))
        return GameResult(game.number, game.line, "analysed", pgn=f"{game.number}\n")

    def close(self) -> None:
        """End."""


def test_any_number_of_games_is_in_order_and_few_are_in_hand(tmp_path: Path) -> None:
    game = TAG + "\n1. e4 *\n\n" + '[Variant "Atomic"]\n\n1. d4 *\n\n'
    (tmp_path / "in.pgn").write_text(game * 5000)
    pool, seen = _Shuffled(), []
    with (
        GameFile(str(tmp_path / "in.pgn")) as games,
        Outputs(tmp_path / "out", None, SETTINGS) as to,
    ):
        Run(games, pool, to, on_result=lambda result, _: seen.append(result.number)).run()
        assert to.place.counts == {"analysed": 5000, "other": 5000}
        to.finish()
    assert seen == list(range(1, 10001))
    assert (tmp_path / "out").read_text().split() == [str(n) for n in range(1, 10001, 2)]
    assert pool.most <= 32


class _Endless(_Shuffled):
    """A pool that is interrupted after some answers."""

    def take(self, seconds: float) -> GameResult | None:
        """Give any of the games, but the first."""
        if self._lots.random() < 0.1:
            raise KeyboardInterrupt
        first, self.hand = self.hand[:1], self.hand[1:]
        result = super().take(seconds) if self.hand else None
        self.hand = first + self.hand
        return result


def test_what_is_finished_before_its_turn_is_kept_over_an_interruption(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_text((TAG + "\n1. e4 *\n\n") * 20)
    path = tmp_path / "out.pgn"
    with (
        pytest.raises(KeyboardInterrupt),
        GameFile(str(tmp_path / "in.pgn")) as games,
        Outputs(path, None, SETTINGS) as outputs,
    ):
        Run(games, _Endless(), outputs).run()
    with GameFile(str(tmp_path / "in.pgn")) as games, Outputs(path, None, SETTINGS) as outputs:
        kept = len(outputs.waiting)
        assert kept > 0
        pool = _Shuffled()
        Run(games, pool, outputs).run()
        assert pool.taken == 20 - kept
    assert path.read_text().split() == [str(n) for n in range(1, 21)]


def test_processes_that_do_not_start_are_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("furyhouse.lab.analyse_pool.sys.executable", "/bin/false")
    many_games(tmp_path, 1)
    with ProcessPool(1, SETTINGS) as pool:
        pool.submit(RawGame(1, 1, TAG))
        with pytest.raises(Exception, match="a process for the analysis does not start"):
            pool.take(30.0)


def test_a_bar_with_the_time_left_lives_on_a_terminal(tmp_path: Path) -> None:
    many_games(tmp_path, 2)
    arguments = ("analyse", str(tmp_path / "in.pgn"), *QUICK, "-o", str(tmp_path / "out.pgn"))
    status, shown = on_a_terminal(*arguments)
    assert status == 0
    assert "━" in shown
    assert re.search(r"\d+ of 20 games, \d+ %, \d+\.\d a second, \d+ s left", shown)
    assert "game 10: line" in shown
    status, plain = on_a_terminal(*arguments, "--plain", "--overwrite")
    assert status == 0
    assert "━" not in plain
