"""The cases P04 to P14 once more, in CECP; in UCI they are in test_uci."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_process import EngineProcess, engine
from furyhouse import Board

DATA = Path(__file__).parent / "data"
ONE_MOVE = "3R3k/6p1/8/8/8/8/8/K7[] b - - 0 1"
MATED = "3R3k/6pp/8/8/8/8/8/K7[p] b - - 0 1"
MATE_IN_ONE = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"
MOVE = r"move (\S+)"
THOUGHT = r"\d+ -?\d+ \d+ \d+ .*\t.*"
SLACK = 0.5


def rows(name: str) -> list[list[str]]:
    """Read the rows of a data file, without its head."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t") for line in lines if line]


@pytest.fixture
def xboard() -> Iterator[EngineProcess]:
    with engine("xboard") as process:
        process.send("xboard", "protover 2")
        process.wait_for("feature done=1")
        process.send("new", "variant crazyhouse", "post", "easy", "force")
        yield process


def play(process: EngineProcess, *moves: str) -> Board:
    """Make moves in force mode; give the position they lead to."""
    board = Board()
    for text in moves:
        process.send(f"usermove {text}")
        board.push_uci(text)
    return board


@pytest.mark.parametrize("moves", ["e2e4 d7d5 e4d5 d8d5 b1c3", "e2e4 d7d5 e4d5 d8d5"])
def test_p04_drops_are_written_with_a_capital_letter(xboard: EngineProcess, moves: str) -> None:
    play(xboard, *moves.split())
    xboard.send("option MultiPV=100", "sd 4", "analyze")
    drops: set[str] = set()
    while len(drops) < 5:
        drops |= set(re.findall(r"\S*@\S*", xboard.wait_for(THOUGHT)))
    assert all(re.fullmatch(r"[PNBRQ]@[a-h][1-8]", drop) for drop in drops)


def test_p05_a_drop_in_a_small_letter_is_read(xboard: EngineProcess) -> None:
    play(xboard, "e2e4", "d7d5", "e4d5", "d8d5")
    xboard.send("usermove p@e4", "usermove P@e5")
    # The square is taken now, by White's pawn, and Black's pawn is in hand.
    xboard.send("undo", "usermove P@e4")
    xboard.nothing_but("Illegal move: P@e4")


def test_p06_an_illegal_drop_is_told_and_the_moves_before_it_stand(xboard: EngineProcess) -> None:
    play(xboard, "e2e4")
    xboard.send("usermove N@e5")
    assert xboard.line() == "Illegal move: N@e5"
    xboard.send("usermove e7e5")
    xboard.nothing_but("")


def test_p07_every_bad_position_of_the_data_is_told(xboard: EngineProcess) -> None:
    for row in rows("bad_fens.tsv"):
        xboard.send(f"setboard {row[0]}", "ping 1")
        assert xboard.line().startswith("tellusererror Illegal position"), row
        assert xboard.line() == "pong 1"
    xboard.send("usermove e2e4", "go")
    assert xboard.line() == "Illegal move: e2e4"
    assert xboard.line() == "Error (command not legal now): go"
    xboard.send("new", "st 0.1", "go")
    xboard.wait_for(MOVE)


@pytest.mark.parametrize("fen", [ONE_MOVE, MATED, MATE_IN_ONE])
def test_p08_an_analysis_makes_no_move(xboard: EngineProcess, fen: str) -> None:
    xboard.send(f"setboard {fen}", "analyze")
    time.sleep(0.4)
    xboard.nothing_but(THOUGHT)
    xboard.send("exit")
    xboard.nothing_but(THOUGHT)


def test_p09_a_reply_that_was_counted_on_is_answered_in_time(xboard: EngineProcess) -> None:
    xboard.send("new", "hard", "st 0.2", "usermove e2e4")
    xboard.wait_for(MOVE)
    reply = xboard.wait_for(r"Hint: \S+").split()[1]
    # It thinks on the opponent's time, and makes no move.
    time.sleep(1.0)
    xboard.nothing_but(THOUGHT)
    began = time.monotonic()
    xboard.send(f"usermove {reply}")
    xboard.wait_for(MOVE)
    assert time.monotonic() - began < 0.2 + SLACK


def test_p10_every_go_has_one_move_and_what_breaks_it_off_none(xboard: EngineProcess) -> None:
    xboard.send("st 1000", "go", "go", "new", "sd 2", "usermove e2e4")
    move = xboard.wait_for(MOVE).split()[1]
    board = Board()
    board.push_uci("e2e4")
    assert board.parse_uci(move) in board.legal_moves
    xboard.nothing_but("")


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        (["level 0 5 0", "time 5", "otim 5"], 0.05),
        (["st 0.001"], 0.05),
        (["level 0 0:10 0.1", "time 1000", "otim 994"], 9.9),
        (["level 0 0:01 1", "time 10", "otim 10"], 0.1),
        (["level 0 5 0", "time -20", "otim -20"], 0.05),
        (["level 1 0:01 0", "time 90", "otim 90"], 0.9),
    ],
)
def test_p11_the_move_comes_before_the_time_is_gone(
    xboard: EngineProcess, lines: list[str], seconds: float
) -> None:
    for fen in (Board().fen(), next(row[2] for row in rows("cases.tsv") if row[0] == "Z20")):
        tries = []
        for _ in range(3):
            xboard.send("force", f"setboard {fen}", *lines)
            xboard.nothing_but(".*")
            began = time.monotonic()
            xboard.send("go")
            xboard.wait_for(MOVE)
            tries.append(time.monotonic() - began)
        assert min(tries) <= seconds + 0.02


def test_p12_the_only_move_is_played_at_once(xboard: EngineProcess) -> None:
    xboard.send(f"setboard {ONE_MOVE}", "level 0 10 0", "time 60000", "otim 60000")
    xboard.nothing_but("")
    began = time.monotonic()
    xboard.send("go")
    assert xboard.wait_for(MOVE) == "move h8h7"
    assert time.monotonic() - began < SLACK


def test_p13_as_many_lines_as_wanted_with_different_moves(xboard: EngineProcess) -> None:
    xboard.send("option MultiPV=5", "sd 4", "analyze")
    firsts: list[str] = []
    while len(firsts) < 5:
        line = xboard.wait_for(THOUGHT)
        if line.startswith("4 "):
            firsts.append(line.split("\t")[1].split()[0])
    assert len(set(firsts)) == 5


def test_p14_every_line_is_legal_and_so_is_the_move_to_ponder_on(xboard: EngineProcess) -> None:
    start = play(xboard, "e2e4", "d7d5")
    xboard.send("hard", "sd 10", "go")
    while not (line := xboard.line()).startswith("move "):
        board = start.copy()
        for move in line.split("\t")[1].rstrip(" ?!").split():
            board.push_uci(move)
    start.push_uci(line.split()[1])
    assert start.parse_uci(xboard.wait_for(r"Hint: \S+").split()[1]) in start.legal_moves
