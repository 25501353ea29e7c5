"""The conversations on the pages hold: each is had again with the real engine.

A line with `>` is sent, one with `<` must come, and `< …` stands for lines left out; `#` begins a
remark. What furyhouse chooses and how long it took may change, so figures of thinking are compared
by their shape, and moves too, wherever there is a choice: there a move must be legal, on the page
and in the answer. All else must be as it stands.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_process import EngineProcess, engine
from furyhouse import Board, IllegalMoveError, Move

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```text\n(> (?:uci|xboard)\b.*?)^```", re.MULTILINE | re.DOTALL)
MOVE = r"(?:[PNBRQ]@[a-h][1-8]|[a-h][1-8][a-h][1-8][nbrq]?)"
NUMBER = r"-?\d+"
THINKING = re.compile(r"info depth |\d")
LEFT_OUT = "…"


def conversations() -> Iterator[tuple[str, str]]:
    """Give every conversation of a page, with a name."""
    for page in sorted(ROOT.glob("docs/*.md")):
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            first = block.partition("\n")[0].split()[1]
            yield f"{page.stem}-{first}", block


CONVERSATIONS = dict(conversations())


class Follower:
    """Follows the position that is talked about, in either protocol."""

    def __init__(self) -> None:
        self.board = Board()

    def sent(self, line: str) -> None:
        """Take what is sent to the engine."""
        command, _, rest = line.partition(" ")
        if command == "new":
            self.board = Board()
        elif command == "setboard":
            self.board = Board(rest)
        elif command == "undo":
            self.board.pop()
        elif command == "usermove":
            self.play([rest])
        elif command == "position":
            fen, _, moves = rest.partition(" moves ")
            self.board = Board() if fen == "startpos" else Board(fen.removeprefix("fen "))
            self.play(moves.split())

    def play(self, moves: list[str]) -> None:
        """Play moves up to the first that is illegal."""
        for move in moves:
            try:
                self.board.push_uci(move)
            except IllegalMoveError:
                return

    def chosen(self, line: str) -> list[Move]:
        """List the moves, legal ones all, of a line that tells what the engine has chosen."""
        board = self.board.copy()
        found = re.fullmatch(rf"(?:move|bestmove) ({MOVE})(?: ponder ({MOVE}))?", line)
        moves = [text for text in found.groups() if text] if found else []
        return [board.push_uci(text) for text in moves]

    def has_a_choice(self) -> bool:
        """Tell whether more than one move is right: there is no mate, and no only move."""
        return self.board.legal_moves.count() > 1 and not any(map(self.mates, self.moves()))

    def moves(self) -> list[Move]:
        return list(self.board.legal_moves)

    def mates(self, move: Move) -> bool:
        after = self.board.copy()
        after.push(move)
        return after.is_checkmate()


def pattern(line: str, *, choice: bool) -> str:
    """Turn a line of a page into a regular expression for the lines that may stand for it."""
    if not (THINKING.match(line) or line.startswith(("move ", "bestmove "))):
        return re.escape(line)
    words = line.replace("\t", " \t ").split(" ")
    whole = " ".join(_word(words, place, choice=choice) for place in range(len(words)))
    whole = whole.replace(" \t ", "\t")
    # A line of play is as long as it is.
    return re.sub(rf"(?:{re.escape(MOVE)} )+{re.escape(MOVE)}$", f"{MOVE}(?: {MOVE})*", whole)


def _word(words: list[str], place: int, *, choice: bool) -> str:
    """Turn a word of a line into its part of a pattern."""
    word = words[place]
    # UCI has a mate behind its name, CECP as a score beyond 100000.
    mate = words[place - 1] == "mate" or (place == 1 and word.startswith("1000"))
    if re.fullmatch(NUMBER, word) and (choice or not mate):
        return NUMBER
    if choice and re.fullmatch(MOVE, word):
        return MOVE
    return word if word == "\t" else re.escape(word)


def converse(process: EngineProcess, block: str, name: str) -> None:
    """Have a conversation, and hold every answer against the page."""
    follower = Follower()
    skipping = False
    thought = False
    for number, line in enumerate(block.splitlines(), 1):
        kind, text = line[0], re.sub(r" +# .*", "", line[2:])
        assert kind in "<>", f"{name}:{number}: {line}"
        if kind == ">":
            process.send(text)
            follower.sent(text)
            skipping = thought = False
        elif text == LEFT_OUT:
            skipping = True
        else:
            expected = pattern(text, choice=follower.has_a_choice())
            found = process.wait_for(expected) if skipping or thought else process.line()
            assert re.fullmatch(expected, found), f"{name}:{number}: {found!r}, not {text!r}"
            assert bool(follower.chosen(text)) == bool(follower.chosen(found))
            # A page shows one line of thinking; the deeper ones that follow are left out.
            skipping, thought = False, THINKING.match(text) is not None
            if text.startswith("move "):
                follower.play(found.split()[1:])


def test_there_are_conversations_in_both_protocols() -> None:
    assert {"transcript-xboard", "transcript-uci", "uci-uci"} <= set(CONVERSATIONS)


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_the_conversation_on_the_page_can_be_had(name: str, tmp_path: Path) -> None:
    with engine(cwd=tmp_path) as process:
        converse(process, CONVERSATIONS[name], name)


@pytest.mark.parametrize(
    ("line", "same", "other"),
    [
        ("pong 1", "pong 1", "pong 2"),
        ("move e7e5", "move P@d4", "move e9e5"),
        ("bestmove e7e5 ponder d5e6", "bestmove e7e6 ponder N@e6", "bestmove (none)"),
        ("6 30 5 26000 12 500000 0\te7e5 d5e6", "6 -1 0 7 1 9 0\tP@e4", "6 30 5 26000\te7e5"),
        (
            "info depth 6 score cp 30 pv e7e5 d5e6",
            "info depth 7 score cp -3 pv a2a3",
            "info depth 6",
        ),
    ],
)
def test_a_line_stands_for_its_kind(line: str, same: str, other: str) -> None:
    expected = pattern(line, choice=True)
    assert re.fullmatch(expected, line)
    assert re.fullmatch(expected, same)
    assert not re.fullmatch(expected, other)


def test_a_mate_is_told_to_the_move() -> None:
    expected = pattern("info depth 6 score mate 1 nodes 9 pv N@f7", choice=False)
    assert re.fullmatch(expected, "info depth 4 score mate 1 nodes 300 pv N@f7")
    assert not re.fullmatch(expected, "info depth 4 score mate 2 nodes 300 pv N@f7")
    assert not re.fullmatch(expected, "info depth 4 score mate 1 nodes 300 pv N@g6")
    expected = pattern("6 100001 0 300 2 100000 0\tN@f7", choice=False)
    assert not re.fullmatch(expected, "6 100002 0 300 2 100000 0\tN@f7")
