"""UCI as people and scripts use it: counts and benches in a pipe, answers to be believed."""

import os
import re
import subprocess
import time
from pathlib import Path

import pytest

from engine_process import COMMAND, EngineProcess, engine

PIECE_EN_PRISE = "position startpos moves e2e4 d7d5 e4d5 d8d5"


def piped(text: str) -> list[str]:
    """Give the program a text as its whole input."""
    done = subprocess.run(
        [*COMMAND], input=text, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("end", ["quit\n", ""])
def test_what_is_counted_is_told_before_the_end(end: str) -> None:
    said = piped(f"position startpos\ngo perft 3\nd\nbench 2\n{end}")
    assert "Nodes searched: 8902" in said
    assert re.fullmatch(r"Nodes searched  : \d+", said[-2])
    # What came behind a count was done behind it.
    assert said.index("Nodes searched: 8902") < next(
        number for number, line in enumerate(said) if line.startswith("Fen: ")
    )


@pytest.mark.parametrize("end", ["quit\n", ""])
@pytest.mark.parametrize("go", ["movetime 5000", "depth 90", "infinite", "ponder movetime 50"])
def test_what_is_searched_is_answered_before_the_end(go: str, end: str) -> None:
    began = time.monotonic()
    said = piped(f"{PIECE_EN_PRISE}\ngo {go}\n{end}")
    assert time.monotonic() - began < 3.0
    assert [line.split()[0] for line in said].count("bestmove") == 1
    assert said[-1].startswith("bestmove ")
    assert said[-1].split()[1] != "f1b5"


def test_who_asks_for_help_is_told_what_can_be_typed() -> None:
    for spoken in ("", "uci\n"):
        said = piped(f"{spoken}help\nquit\n")
        assert any("go depth 9" in line for line in said)
        assert not any("unknown" in line for line in said)


@pytest.mark.parametrize("work", ["go perft 9", "bench 60"])
def test_a_stop_ends_a_count_and_what_waited_is_done(uci: EngineProcess, work: str) -> None:
    uci.send("position startpos", work, "setoption name Hash value 32", "go depth 1", "isready")
    assert uci.wait_for("readyok") == "readyok"
    assert not any(line.startswith("bestmove") for line in uci.seen)
    uci.send("stop")
    uci.wait_for("info string the (count|bench) was stopped")
    uci.wait_for("bestmove .*")
    began = time.monotonic()
    uci.send("quit")
    assert uci.wait() == 0
    assert time.monotonic() - began < 1.5


def test_a_search_is_ended_for_a_count(uci: EngineProcess) -> None:
    uci.send("position startpos", "go infinite", "go perft 2")
    uci.wait_for("bestmove .*")
    assert uci.wait_for("Nodes searched: .*") == "Nodes searched: 400"


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_best_move_is_the_first_of_the_line_told_last(uci: EngineProcess, depth: int) -> None:
    for level, margin in ((20, 0), (20, 50), (14, 0), (3, 0)):
        uci.send(
            f"setoption name Skill Level value {level}",
            f"setoption name Tie Margin value {margin}",
        )
        for moves in ("", " moves e2e4", " moves e2e4 e7e5", " moves g1f3 g8f6"):
            uci.send("ucinewgame", f"position startpos{moves}", f"go depth {depth}")
            best = uci.wait_for("bestmove .*").split()[1]
            told = [line for line in uci.seen if line.startswith("info depth") and " pv " in line]
            assert told[-1].split(" pv ")[1].split()[0] == best


@pytest.mark.parametrize(
    "go", ["movetime 1", "movetime 20", "movetime 30", "wtime 40 btime 40", "wtime 900 btime 900"]
)
def test_no_piece_is_given_away_however_little_time_there_is(uci: EngineProcess, go: str) -> None:
    uci.send("setoption name Move Overhead value 1000")
    for _ in range(5):
        uci.send("ucinewgame", PIECE_EN_PRISE, "isready")
        uci.wait_for("readyok")
        uci.send(f"go {go}")
        assert uci.wait_for("bestmove .*").split()[1] != "f1b5"
        depths = [int(line.split()[2]) for line in uci.seen if line.startswith("info depth")]
        assert depths[-1] >= 1
        uci.seen.clear()


def test_a_position_that_cannot_be_used_is_none_for_everything(uci: EngineProcess) -> None:
    uci.send("position fen foo")
    uci.wait_for("info string the position cannot be used.*")
    for line in ("d", "eval", "flip", "go perft 1"):
        uci.send(line)
        assert uci.line() == "info string there is no position, as the last one cannot be used"
    uci.send("go depth 1")
    assert uci.wait_for("bestmove .*") == "bestmove (none)"
    uci.send("position startpos", "go perft 1")
    uci.wait_for("Nodes searched: 20")


def test_to_pass_is_for_analyses_only(uci: EngineProcess) -> None:
    uci.send("position startpos moves e2e4 0000", "d")
    uci.wait_for(r"Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\[\] w .*")
    uci.send("go depth 1 searchmoves -- e2e5")
    uci.wait_for("info string searchmoves: -- passes, which is no move")
    assert uci.wait_for("bestmove .*") != "bestmove (none)"


def test_words_may_be_parted_by_any_blanks(uci: EngineProcess) -> None:
    uci.send("position\tstartpos  moves\te2e4", "setoption\tname\tHash value\t32", "d")
    uci.wait_for("Fen: rnbqkbnr/pppppppp/8/8/4P3/.*")
    uci.send("go\tdepth\t2")
    uci.wait_for("bestmove .*")
    assert not any(line.startswith("info string") for line in uci.seen)


def test_a_move_from_the_book_comes_without_a_score(uci: EngineProcess) -> None:
    uci.send("setoption name OwnBook value true", "position startpos", "go depth 3")
    uci.wait_for("bestmove .*")
    assert "info string the move is from the opening book" in uci.seen
    assert not any(" score " in line for line in uci.seen)


def test_a_table_has_its_memory_before_the_first_search() -> None:
    with engine("uci") as process:
        process.send("uci", "setoption name Hash value 256", "isready")
        process.wait_for("readyok")
        pages = int(Path(f"/proc/{process.process.pid}/statm").read_text().split()[1])
        # What the system hands out at the first touch would else be waited for in the first move.
        assert pages * os.sysconf("SC_PAGESIZE") >= 256 << 20
