"""The conversations that the pages show are led with the engine, line by line.

What differs from machine to machine and from version to version may: numbers, and the moves that
the engine chooses, as long as the page's and its own are legal.
"""

import re
from contextlib import suppress
from pathlib import Path

import pytest

from engine_process import EngineProcess, engine
from furyhouse import Board
from furyhouse.position import read_position

PAGES = {"docs/uci.md": "uci", "docs/xboard.md": "xboard"}
BLOCK = re.compile(r"^```text\n(> .*?)^```", re.MULTILINE | re.DOTALL)
MOVE = r"(?:[a-h][1-8][a-h][1-8][nbrq]?|[PNBRQ]@[a-h][1-8])"
NUMBER = r"-?[\d.]+"
# Lines with numbers, and with moves that the engine chooses.
CHOSEN = re.compile(r"(info depth|bestmove|move|\d+ -?\d+ \d+) .*")
# What a page may leave out between two lines that it shows.
LEFT_OUT = re.compile(r"(id|option|feature|info depth|\d+ -?\d+|Key:|Checkers:| ) ?.*|")


def conversation(root: Path, page: str) -> list[tuple[str, str]]:
    """Read the lines of a page's conversation: who says them, and what."""
    [block] = BLOCK.findall((root / page).read_text(encoding="utf-8"))
    return [(line[:1], line[2:]) for line in block.splitlines()]


def pattern(line: str) -> str:
    """Make a pattern of a line of the page."""
    if line.startswith("id name"):
        return r"id name furyhouse [\d.]+"
    if not CHOSEN.fullmatch(line):
        return re.escape(line)
    # Before the line of play there are a tab in CECP, and a word in UCI.
    head, mark, line_of_play = next(
        (line.partition(mark) for mark in ("\t", " pv ") if mark in line), (line, "", "")
    )
    words = [
        NUMBER if re.fullmatch(NUMBER, word) else MOVE if re.fullmatch(MOVE, word) else word
        for word in head.split(" ")
    ]
    return " ".join(words) + mark + (rf"{MOVE}( {MOVE})*( [?!])?" if line_of_play else "")


def hear(process: EngineProcess, expected: str) -> str:
    """Read on to the line that is expected."""
    while not re.fullmatch(expected, line := process.line()):
        assert LEFT_OUT.fullmatch(line), f"{line!r} before {expected!r}"
    return line


def follow(board: Board, said: str) -> Board:
    """Keep the position that the interface and the engine speak of."""
    word, _, rest = said.partition(" ")
    if word == "new":
        return Board()
    if word == "setboard":
        return read_position(rest)
    if word == "position":
        place, _, moves = rest.partition(" moves ")
        board = Board() if place == "startpos" else read_position(place.removeprefix("fen "))
        for move in moves.split():
            # An illegal one is there to show what is said of it.
            with suppress(ValueError):
                board.push_uci(move)
        return board
    if word in {"usermove", "move"}:
        with suppress(ValueError):
            board.push_uci(rest)
    return board


def moves_are_legal(board: Board, line: str) -> None:
    """Demand that the moves of a line of thinking, or of an answer, are legal one after another."""
    if not CHOSEN.fullmatch(line):
        return
    after = board.copy()
    played = re.split(r"\t| pv |^move |^bestmove ", line)[-1]
    for move in re.findall(MOVE, played):
        after.push_uci(move)


@pytest.mark.parametrize(("page", "protocol"), PAGES.items())
def test_the_conversation_of_a_page_is_what_the_engine_says(
    root: Path, page: str, protocol: str
) -> None:
    board = Board()
    lines = conversation(root, page)
    assert any("@" in text for who, text in lines if who == ">")
    assert any("@" in text for who, text in lines if who == "<")
    with engine(protocol) as process:
        for who, text in lines:
            if who == ">":
                process.send(text)
                board = follow(board, text)
                continue
            heard = hear(process, pattern(text))
            moves_are_legal(board, text)
            moves_are_legal(board, heard)
            if text.startswith("move "):
                if heard != text:
                    # The page goes on with its own move.
                    process.send("force", "undo", f"user{text}", "playother")
                board = follow(board, text)
        assert process.wait() == 0
