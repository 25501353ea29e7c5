"""The tuner: its file, its arguments, and the command with an engine that is quickly tuned."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from furyhouse._core import TUNING
from furyhouse.lab.record_file import RecordFileError
from furyhouse.lab.spsa import Trial, TunedParam
from furyhouse.lab.tune import Games, TuneError, tune
from furyhouse.lab.tune_arguments import TuneArgumentError, read_params, read_params_file
from furyhouse.lab.tune_file import TuneFile
from furyhouse.lab.tune_settings import TuneSettings
from furyhouse.params import Param

ENGINE = shlex.join([sys.executable, "-P", str(Path(__file__).with_name("fake_tuned_engine.py"))])
KNOWN = {
    "null_depth": Param("null_depth", 2, 2, 1, 8, "The least depth."),
    "razor_margin": Param("razor_margin", 350, 350, 100, 900, "A margin."),
}
DEPTH = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)


def settings(**changes: Any) -> TuneSettings:  # noqa: ANN401 - any of the settings
    """Make a small tuning."""
    given = {"iterations": 20, "rate": 0.05, **changes}
    return TuneSettings(("engine",), (DEPTH,), ("one", "two"), **given)


def play(iteration: int, trial: Trial) -> Games:
    """Play games that only the iteration and the trial decide."""
    greater = trial.plus["null_depth"] > trial.minus["null_depth"]
    return Games(wins=5, losses=3) if greater or iteration % 3 == 0 else Games(wins=3, losses=5)


def go_on(path: Path | None, most: int = 1000, **changes: Any) -> list[dict[str, float]]:  # noqa: ANN401
    """Play so many iterations, and give the values after all that were played."""
    chosen = settings(**changes)
    with TuneFile(path, chosen) as file:
        for _, (iteration, _games) in zip(range(most), tune(chosen, file, play), strict=False):
            assert iteration == file.iterations[-1]
        return [iteration.values for iteration in file.iterations]


def test_a_tuning_that_was_broken_off_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole = go_on(None)
    assert len(whole) == 20
    assert whole[-1] != whole[0]
    path = tmp_path / "tune.jsonl"
    for most in (0, 3, 0, 1, 9):
        go_on(path, most)
        # The next line was begun, and the machine went down.
        with path.open("ab") as file:
            file.write(b'{"iteration":')
    assert go_on(path) == whole
    assert go_on(path) == whole, "there is nothing more to play"
    assert len(path.read_text().splitlines()) == 21


def test_what_does_not_touch_the_course_can_change(tmp_path: Path) -> None:
    go_on(tmp_path / "tune.jsonl", 3, concurrency=1)
    go_on(tmp_path / "tune.jsonl", 3, concurrency=2)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"iterations": 21}, "is of a tuning with other iterations: 20 there, 21 now"),
        ({"seed": 2}, "is of a tuning with other seed: 1 there, 2 now"),
        ({"games": 4}, "is of a tuning with other games: 8 there, 4 now"),
    ],
)
def test_another_tuning_is_not_gone_on_with(
    tmp_path: Path, changes: dict[str, int], fault: str
) -> None:
    go_on(tmp_path / "tune.jsonl", 3)
    before = (tmp_path / "tune.jsonl").read_bytes()
    with pytest.raises(RecordFileError, match=fault):
        go_on(tmp_path / "tune.jsonl", 3, **changes)
    assert (tmp_path / "tune.jsonl").read_bytes() == before


@pytest.mark.parametrize("text", ["hello\n", "{}\n", "[]\n", '{"settings":[]}\n', "\0\n"])
def test_a_file_of_something_else_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(RecordFileError, match=r"notes\.txt: is (no file of a tuning|of a tuning)"):
        go_on(path)
    assert path.read_text() == text


def test_two_tunings_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "tune.jsonl"
    with (
        TuneFile(path, settings()),
        pytest.raises(RecordFileError, match="another tuning is writing it"),
    ):
        go_on(path)


def test_lines_that_are_missing_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "tune.jsonl"
    go_on(path, 3)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:2] + lines[3:]))
    with pytest.raises(RecordFileError, match="has not each iteration once, in order"):
        go_on(path)


def test_an_iteration_without_a_game_that_counts_ends_the_tuning() -> None:
    lost = Games(faults=("minus ended with status 3", "plus ended with status 3"))
    with (
        TuneFile(None, settings()) as file,
        pytest.raises(TuneError, match=r"^iteration 1: no game counts; minus ended with status 3$"),
    ):
        next(tune(settings(), file, lambda _iteration, _trial: lost))


def test_each_iteration_goes_on_in_the_openings_where_the_last_stopped() -> None:
    chosen = settings(games=6)
    used = [chosen.match(number, {}, {}).openings for number in range(2)]
    assert used == [("one", "two", "one"), ("two", "one", "two")]


def test_parameters_are_named_or_all() -> None:
    assert read_params(["null_depth"], KNOWN) == [DEPTH]
    both = read_params(["all"], KNOWN)
    assert [param.name for param in both] == ["null_depth", "razor_margin"]
    assert both[1] == TunedParam("razor_margin", start=350, min=100, max=900, step=40.0)


def test_a_file_names_parameters_with_range_and_step() -> None:
    lines = ["# what is tuned", "", "null_depth", "razor_margin 200 600 25 # wide"]
    assert read_params_file(lines, KNOWN, "file") == [
        DEPTH,
        TunedParam("razor_margin", start=350, min=200, max=600, step=25.0),
    ]
    assert read_params_file(["razor_margin, 200, 600"], KNOWN, "file")[0].step == 20.0


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("luck", "no parameter 'luck'; furyhouse params lists them"),
        ("null_depth, 1", "expected NAME, MIN, MAX, STEP, found 'null_depth 1'"),
        ("null_depth, 1, many", "expected numbers after null_depth, found ['1', 'many']"),
        ("null_depth, 0, 8", "null_depth: expected a range within 1 to 8, found 0 to 8"),
        ("null_depth, 5, 3", "null_depth: expected a range within 1 to 8, found 5 to 3"),
        ("null_depth, 3, 8", "null_depth: starts with 2, expected 3 to 8"),
        ("null_depth, 1, 8, 0", "null_depth: expected a step from 0.5 to 7, found 0"),
    ],
)
def test_a_wrong_line_is_named_with_what_was_expected(line: str, fault: str) -> None:
    with pytest.raises(TuneArgumentError) as caught:
        read_params_file(["# first", line], KNOWN, "tuned.txt")
    assert str(caught.value) == f"tuned.txt: line 2: {fault}"


def command(state: Path, *arguments: str, engine: str = ENGINE) -> list[str]:
    """Write the command that tunes the fake engine."""
    head = ["furyhouse", "tune", "aim", "tilt", "--engine", engine, "--state", str(state)]
    return [*head, "--games", "2", "--st", "5", "--rate", "0.2", *arguments]


def run(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    return subprocess.run(arguments, capture_output=True, text=True, timeout=100, check=False)


def course(state: Path) -> list[object]:
    """Read the values after each iteration of a file."""
    return [json.loads(line)["values"] for line in state.read_text().splitlines()[1:]]


def test_the_command_finds_what_the_engine_plays_best_with(tmp_path: Path) -> None:
    done = run(command(tmp_path / "tune.jsonl", "--iterations", "40", "--concurrency", "2"))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1 of 40  +")
    assert "40 of 40 iterations, 80 games: +" in lines[40]
    assert lines[-3] == "In rust/search/src/params.rs:"
    [aim, tilt] = (int(line.partition(" = ")[2].partition(",")[0]) for line in lines[-2:])
    assert lines[-2:] == [f"    aim = {aim}, 0..=100;", f"    tilt = {tilt}, -50..=50;"]
    assert abs(aim - 60) < 10
    assert abs(tilt + 30) < 10


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_command_goes_on_after_a_blow(tmp_path: Path, blow: signal.Signals) -> None:
    arguments = command(tmp_path / "tune.jsonl", "--iterations", "12")
    with subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for _ in range(4):
            process.stdout.readline()
        process.send_signal(blow)
        _, errors = process.communicate(timeout=60)
    played = len(course(tmp_path / "tune.jsonl"))
    assert 4 <= played <= 12
    if blow == signal.SIGKILL:
        assert process.returncode == -signal.SIGKILL
    else:
        assert process.returncode == (130 if played < 12 else process.returncode)
        assert errors.startswith(f"furyhouse: interrupted after iteration {played}; the same")
    done = run(arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"goes on after iteration {played} of 12\n")
    whole = run(command(tmp_path / "whole.jsonl", "--iterations", "12"))
    assert course(tmp_path / "tune.jsonl") == course(tmp_path / "whole.jsonl")
    assert done.stdout.splitlines()[-7:] == whole.stdout.splitlines()[-7:]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--games", "3"], "games is an even number, as each opening is played twice, not 3"),
        (["--tc", "1+1"], "argument --tc: not allowed with argument --st"),
        (["--st", "0"], "move_time is above 0 seconds"),
        (["--rate", "2"], "rate is above 0 and at most 1, not 2"),
        (["--option", "Hash"], "--option: expected NAME=VALUE, found 'Hash'"),
        (["--params", "missing.txt"], "missing.txt: No such file or directory"),
        (["--openings", "missing.fen"], "missing.fen: No such file or directory"),
        (["--engine", "no-such-engine"], "--engine: no-such-engine: No such file or directory"),
        (["--engine", "true"], "--engine: true: it does not list its parameters"),
        (["--engine", "false"], "--engine: false: it does not list its parameters"),
        (["--engine", "'"], "--engine: No closing quotation"),
        (["--engine", f"{ENGINE} crash"], "iteration 1: no game counts; "),
        (["--option", "Contempt=3"], "has no option Contempt"),
    ],
)
def test_a_slip_is_answered_by_one_line(tmp_path: Path, arguments: list[str], fault: str) -> None:
    done = run(command(tmp_path / "tune.jsonl", *arguments))
    assert done.returncode in {1, 2}
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("furyhouse: ")
    assert fault in done.stderr


def test_without_a_name_the_command_says_what_it_needs(tmp_path: Path) -> None:
    done = run(["furyhouse", "tune", "--state", str(tmp_path / "tune.jsonl")])
    assert done.returncode == 2
    assert done.stderr == "furyhouse: name parameters to tune, or all, or give --params FILE\n"


def test_a_time_control_is_read_as_a_match_reads_it(tmp_path: Path) -> None:
    head = ["furyhouse", "tune", "aim", "--engine", ENGINE, "--state", str(tmp_path / "t.jsonl")]
    done = run([*head, "--tc", "soon"])
    assert done.returncode == 2
    assert done.stderr.startswith("furyhouse: expected a time control like 3+0.03")


@pytest.mark.skipif(TUNING, reason="a tuning build can be tuned")
def test_a_build_that_is_played_with_says_how_to_build_one(tmp_path: Path) -> None:
    state = tmp_path / "tune.jsonl"
    done = run(["furyhouse", "tune", "null_depth", "--state", str(state)])
    assert done.returncode == 2
    assert "make tuning builds one that can be tuned" in done.stderr
    assert done.stderr.count("\n") == 1
    command = shlex.join([sys.executable, "-P", "-m", "furyhouse"])
    done = run(["furyhouse", "tune", "null_depth", "--state", str(state), "--engine", command])
    assert done.returncode == 1
    assert "has no option null_depth" in done.stderr
    assert not os.path.exists(state) or state.read_text().count("\n") == 1  # noqa: PTH110
