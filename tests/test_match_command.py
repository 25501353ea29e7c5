"""`furyhouse match` on the command line: arguments, files, interruptions, the table."""

import importlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine_process import COMMAND, ENVIRONMENT
from furyhouse.cli import main
from match_tools import FAKE
from terminal import on_a_terminal
from test_match_faults import children, wait_until

MATCH = (*COMMAND, "match")
A = ("--engine", "proto=internal", "name=a", "option.Hash=1")
B = ("--engine", "proto=internal", "name=b", "option.Hash=1")
QUICK = ("--each", "nodes=60")


def match(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Play a match."""
    return subprocess.run(
        [*MATCH, *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_a_match_is_played_and_told_in_lines() -> None:
    done = match(*A, *B, *QUICK, "--games", "4", "--concurrency", "2")
    assert (done.returncode, done.stderr) == (0, "")
    games = re.findall(
        r"^game (\d+): (\w) - (\w) (\S+), (.+), \d+ plies$", done.stdout, re.MULTILINE
    )
    assert sorted(game[:3] for game in games) == [
        ("1", "a", "b"),
        ("2", "b", "a"),
        ("3", "a", "b"),
        ("4", "b", "a"),
    ]
    told = dict(re.split(r"  +", line, maxsplit=1) for line in done.stdout.splitlines()[4:])
    assert told["games"].startswith("4 of 4, ")
    assert {"score", "Elo", "superiority", "pairs 0 ½ 1 1½ 2", "faults of a", "ends"} <= set(told)
    points = sum(
        {"1-0": game[1] == "a", "0-1": game[2] == "a", "1/2-1/2": 0.5}[game[3]] for game in games
    )
    assert told["score"].startswith(f"{25 * points:.1f} %")


def test_a_match_goes_on_with_the_games_that_are_missing(tmp_path: Path) -> None:
    files = ("--out", "match.jsonl", "--pgn", "match.pgn")
    assert match(*A, *B, *QUICK, "--games", "2", *files, folder=tmp_path).returncode == 0
    first = (tmp_path / "match.jsonl").read_text()
    done = match(*A, *B, *QUICK, "--games", "6", *files, folder=tmp_path)
    second = (tmp_path / "match.jsonl").read_text()
    assert second.startswith(first)
    records = [json.loads(line) for line in second.splitlines()[1:]]
    assert [record["game"] for record in records] == list(range(6))
    assert (tmp_path / "match.pgn").read_text().count("[Event ") == 6
    assert "games             6 of 6" in done.stdout
    # Once more there is nothing to play, and everything to tell.
    again = match(*A, *B, *QUICK, "--games", "6", *files, folder=tmp_path)
    assert (tmp_path / "match.jsonl").read_text() == second
    assert "games             6 of 6" in again.stdout
    other = match(*A, *B, "--each", "nodes=70", "--games", "6", *files, folder=tmp_path)
    assert other.returncode == 1
    assert other.stderr == (
        'furyhouse: match.jsonl: is of a match with other engines: {"limit": {"nodes": 60}} there,'
        ' {"limit": {"nodes": 70}} now\n'
    )
    assert (tmp_path / "match.jsonl").read_text() == second
    assert (tmp_path / "match.pgn").read_text().count("[Event ") == 6


def test_a_match_that_was_killed_goes_on(tmp_path: Path) -> None:
    """What was finished is in the file, whole; at most the games under way are lost."""
    path = tmp_path / "match.jsonl"
    arguments = [*A, *B, *QUICK, "--games", "30", "--concurrency", "2", "--out", str(path)]
    process = subprocess.Popen([*MATCH, *arguments], env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 4)
        process.send_signal(signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    before = path.read_bytes()
    done = before.rpartition(b"\n")[0].count(b"\n")
    assert 4 <= done < 30
    arguments[arguments.index("30")] = str(done + 2 - done % 2)
    assert match(*arguments).returncode == 0
    assert path.read_bytes().startswith(before.rpartition(b"\n")[0])
    games = [json.loads(line)["game"] for line in path.read_bytes().splitlines()[1:]]
    assert len(games) == len(set(games)) >= done


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_ends_engines_and_files_and_tells_the_score(
    number: signal.Signals, tmp_path: Path
) -> None:
    marker = f"marker-{os.getpid()}-{number.name}"
    command = shlex.join([sys.executable, "-P", str(FAKE), "uci", "good", "2", marker])
    path = tmp_path / "match.jsonl"
    engine = ("--engine", f"cmd={command}", "name=fake", "proto=uci", "depth=1")
    arguments = [*engine, *A, *QUICK, "--games", "100", "--out", str(path)]
    process = subprocess.Popen(
        [*MATCH, *arguments],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 2)
    process.send_signal(number)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.fullmatch(r"furyhouse: interrupted; fake: \d+ of 100 games, .*\n", errors)
    assert re.search(r"^games +\d+ of 100", out, re.MULTILINE)
    assert children(marker) == set()
    assert all(json.loads(line) for line in path.read_bytes().splitlines())


def test_a_sequential_test_ends_the_match() -> None:
    weak = ("--engine", "proto=internal", "name=weak", "option.Hash=1", "option.Style=random")
    done = match(*A, *weak, *QUICK, "--games", "400", "--sprt", "elo0=0", "elo1=300")
    assert done.returncode == 0
    assert "H1 accepted: 300 Elo" in done.stdout
    played = int(re.search(r"^games +(\d+) of 400", done.stdout, re.MULTILINE)[1])  # type: ignore[index]
    assert 4 <= played < 100


def test_a_fault_is_told_with_its_reason(tmp_path: Path) -> None:
    command = shlex.join([sys.executable, "-P", str(FAKE), "uci", "crash"])
    engine = ("--engine", f"cmd={command}", "name=fake", "depth=1")
    transcript = ("--transcript", "lines.txt")
    counted = ("--not-counted", "fake")
    done = match(*engine, *A, *QUICK, "--games", "2", *counted, *transcript, folder=tmp_path)
    assert done.returncode == 0
    assert "crash: fake ended with status 3: out of cheese" in done.stdout
    assert "not counted" in done.stdout
    assert re.search(r"^games +2 of 2, 0 counted", done.stdout, re.MULTILINE)
    lines = (tmp_path / "lines.txt").read_text()
    for said in ("<< go depth 1", ">> bestmove [a-h][1-8]", "!> out of cheese"):
        assert re.search(rf"^\d\d:\d\d:\d\d\.\d{{3}} fake \d+: {said}", lines, re.MULTILINE), said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (A, "expected --engine twice, found it 1 times"),
        ((*A, *B, "--engine", "cmd=c"), "expected --engine twice, found it 3 times"),
        ((*A, "--engine", "name=b"), "--engine: an engine needs a command, cmd=PROGRAM, or proto="),
        ((*A, "--engine", "sjeng"), "found 'sjeng'; a program is given as cmd=sjeng, furyhouse"),
        ((*A, "--engine", "cmd=a", "b"), "found 'b'; a program with arguments is one word, in"),
        ((*A, "--engine", "cmd"), "--engine: expected KEY=VALUE, found 'cmd'"),
        ((*A, "--engine", "colour=red"), "--engine: no key 'colour', expected one of name, cmd,"),
        ((*A, "--engine", "cmd=b", "cmd=c"), "--engine: cmd is given twice"),
        ((*A, "--engine", "cmd=b", "proto=ucci"), "--engine: proto is one of auto, uci, xboard"),
        ((*A, "--engine", "cmd='b"), "--engine: No closing quotation"),
        ((*A, *B, "--each", "tc=fast"), "--engine: expected a time control like 3+0.03"),
        ((*A, *B, "--each", "nodes=1e6"), "nodes: expected a whole number, found '1e6'"),
        ((*A, *B, "--each", "tc=1", "nodes=5"), "a clock goes with neither"),
        ((*A, *B, "--games", "3"), "games is an even number"),
        ((*A, *B, "--concurrency", "0"), "concurrency is at least 1"),
        ((*A, *B, "--not-counted", "c"), "not_counted names 'c', the engines are a and b"),
        ((*A, *B, "--sprt", "elo0=5", "elo1=0"), "--sprt: elo0 is less than elo1"),
        ((*A, *B, "--sprt", "elo0=5", "elo1=inf"), "--sprt: elo0 is less than elo1, and both w"),
        ((*A, *B, "--sprt", "elo0=5"), "--sprt: it needs elo1 as well"),
        ((*A, *B, "--sprt", "elo2=5"), "--sprt: no key 'elo2', expected one of elo0,"),
        ((*A, *B, "--resign", "score=much"), "--resign: score: expected a whole number"),
        ((*A, *B, "--resign", "score=9", "both=maybe"), "--resign: both: expected yes or no"),
        ((*A, *B, "--draw", "score=-1"), "--draw: a draw by score needs"),
        ((*A, *B, "--max-moves", "0"), "--max-moves: max_moves is at least 1"),
        ((*A, *B, "--time-margin", "-1"), "time_margin is at least 0 seconds"),
        ((*A, *B, "--time-margin", "nan"), "time_margin is a finite number of seconds, not nan"),
        ((*A, *B, "--grace", "inf"), "grace is a finite number of seconds, not inf"),
        ((*A, *B, "--order", "best"), "argument --order: invalid choice"),
    ],
)
def test_a_slip_is_told_in_a_line(
    arguments: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["match", *arguments])
    except SystemExit as end:
        status = int(str(end.code))
    errors = capfd.readouterr().err
    assert status == 2
    assert message in errors
    assert errors.startswith("furyhouse: ")
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "furyhouse: openings.fen: No such file or directory\n"),
        ("rnbqkbnr w\n", "furyhouse: openings.fen: line 1: expected a FEN or EPD, found"),
        ("\n# nothing\n", "furyhouse: openings.fen: there is no position in it\n"),
    ],
)
def test_openings_that_cannot_be_read_are_told_in_a_line(
    content: str | None,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path / "openings.fen").write_text(content)
    assert main(["match", *A, *B, "--openings", "openings.fen"]) != 0
    errors = capfd.readouterr().err
    assert errors.startswith(message)
    assert errors.count("\n") == 1


def test_openings_are_played_in_the_order_of_their_file(tmp_path: Path) -> None:
    fens = [
        "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1",
        "6rk/6pp/8/8/8/8/8/6K1[NP] w - - 0 1",
    ]
    (tmp_path / "mates.fen").write_text("\n".join(fens))
    order = ("--openings", "mates.fen", "--order", "file", "--games", "6", "--out", "out.jsonl")
    assert match(*A, *B, *QUICK, *order, folder=tmp_path).returncode == 0
    lines = (tmp_path / "out.jsonl").read_text().splitlines()[1:]
    assert [json.loads(line)["opening"] for line in lines] == [
        fens[number] for number in (0, 0, 1, 1, 0, 0)
    ]


def test_without_python_chess_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "chess.engine", None)
    assert main(["match", *A, "--engine", "cmd=b"]) == 1
    assert capfd.readouterr().err == (
        "furyhouse: matches need python-chess; pip install 'furyhouse[chess]' brings it\n"
    )


def test_without_rich_there_are_lines_on_a_terminal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    display = importlib.import_module("furyhouse.lab.display")
    monkeypatch.setitem(sys.modules, "rich", None)
    assert type(display.open_display(print, live=True)).__name__ == "Lines"
    monkeypatch.delitem(sys.modules, "rich")
    assert type(display.open_display(print, live=True)).__name__ == "LiveTable"


def seen_on_a_terminal(*arguments: str) -> str:
    """Play a match on a terminal of 100 columns, and give what it shows."""
    status, shown = on_a_terminal("match", *arguments)
    assert status == 0
    return shown


def test_a_table_lives_on_a_terminal() -> None:
    shown = seen_on_a_terminal(*A, *B, *QUICK, "--games", "2")
    assert "│ pairs 0 ½ 1 1½ 2 │" in shown
    assert "2 of 2" in shown
    assert "\x1b[" in shown
    plain = seen_on_a_terminal(*A, *B, *QUICK, "--games", "2", "--plain")
    assert "│" not in plain
    assert "game 1: a - b" in plain


@pytest.mark.parametrize("module", ["furyhouse.lab", "chess", "rich", "asyncio"])
def test_the_engine_starts_without_the_laboratory(module: str) -> None:
    script = (
        "import sys; from furyhouse.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        f"sys.exit({module!r} in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert b"match" in done.stdout
