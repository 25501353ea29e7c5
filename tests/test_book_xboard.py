"""XBoard's own book: it finds the positions of furyhouse's books, and plays their moves."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from furyhouse import Board
from furyhouse.book import Book
from furyhouse.lab.book_maker import Position, write_book
from furyhouse.polyglot import move_code, position_key
from xboard_match import play_match, wrapped

RESIGNER = Path(__file__).with_name("resigning_engine.py")
BOOK_OPTIONS = (
    "-usePolyglotBook true -firstHasOwnBookUCI false -secondHasOwnBookUCI false"
    " -bookDepth 100 -bookVariation 50 -ponderNextMove false"
)
# A game with an en passant capture, drops of both sides, castling and a promotion.
GAME = """
    e2e4 c7c5 e4e5 d7d5 e5d6 e7d6 P@e7 f8e7 f1b5 P@d7 g1f3 g8f6 e1g1 e8g8 b5d7 b8d7 P@h6 d7e5
    h6g7 e5f3 d1f3 d8d7 g7f8q
"""
POSITIONS = [
    ("4k3/8/8/8/8/8/8/4K3[PNBRQ] w - - 0 1", "P@e4"),
    ("4k3/8/8/8/8/8/8/4K2N[PPNBRQ] w - - 0 1", "N@a1"),
    ("4k3/8/8/8/8/8/8/4K2R[BB] w K - 0 1", "B@h8"),
    ("4k3/8/8/8/8/8/8/4K1B1[pnbrq] b - - 0 1", "R@e5"),
    ("4k3/8/8/8/8/8/8/4KN2[pnbrqqq] b - - 0 1", "Q@e5"),
    ("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", "e1c1"),
    ("4k3/P7/8/8/8/8/8/4K2N[] w - - 0 1", "a7a8n"),
    ("4k3/8/8/8/8/8/p7/4K3[] b - - 0 1", "a2a1r"),
    ("4k3/8/8/8/8/8/8/B~2QN~2K[] w - - 0 1", "a1h8"),
    ("4k3/8/8/6Pp/8/8/8/4K3[] w - h6 0 1", "g5h6"),
]


def entry(board: Board, uci: str) -> Position:
    """Make a position of a book with one move."""
    return position_key(board), [(move_code(board.parse_uci(uci)), 1)]


@pytest.mark.timeout(200)
def test_xboard_finds_every_position_and_plays_every_move_of_our_book(tmp_path: Path) -> None:
    board = Board()
    expected: list[tuple[int, str]] = []
    entries: list[Position] = []
    for uci in GAME.split():
        entries.append(entry(board, uci))
        expected.append((position_key(board), uci))
        board.push_uci(uci)
    for fen, uci in POSITIONS:
        entries.append(entry(Board(fen), uci))
        expected.append((position_key(Board(fen)), uci))
    write_book(tmp_path / "book.bin", sorted(entries))
    starts = [Board().fen(), *(fen for fen, _ in POSITIONS)]
    (tmp_path / "starts.fen").write_text("".join(f"{fen}\n" for fen in starts))
    engine = f"{shlex.quote(sys.executable)} {RESIGNER}"
    options = [*BOOK_OPTIONS.split(), "-polyglotBook", str(tmp_path / "book.bin")]
    options += ["-lpf", str(tmp_path / "starts.fen"), "-lpi", "-1"]
    match = play_match(tmp_path, engine, engine, *options, games=len(starts))
    found = re.findall(
        r"^book key = (\w+)\n(?:book move field.*\n)?book hit = (\S+)", match.debug, re.MULTILINE
    )
    hits = [(int(key, 16), uci) for key, uci in found if uci != "(NULL)"]
    assert hits == expected
    assert len(match.games) == len(starts)
    assert [move.uci() for move in match.games[0].mainline_moves()] == GAME.split()


@pytest.mark.timeout(200)
def test_the_keys_of_the_data_are_xboard_s(tmp_path: Path) -> None:
    rows = (Path(__file__).parent / "data" / "book_keys.tsv").read_text().splitlines()[2:]
    known = [row.split("\t") for row in rows]
    (tmp_path / "starts.fen").write_text("".join(f"{fen}\n" for fen, _ in known))
    write_book(tmp_path / "book.bin", [entry(Board("4k3/8/8/8/8/8/8/K7[] w - - 0 1"), "a1b1")])
    engine = f"{shlex.quote(sys.executable)} {RESIGNER}"
    options = [*BOOK_OPTIONS.split(), "-polyglotBook", str(tmp_path / "book.bin")]
    options += ["-lpf", str(tmp_path / "starts.fen"), "-lpi", "-1"]
    match = play_match(tmp_path, engine, engine, *options, games=len(known))
    assert re.findall(r"^book key = (\w+)$", match.debug, re.MULTILINE) == [key for _, key in known]


@pytest.mark.timeout(200)
def test_furyhouse_plays_from_its_own_book_in_xboard(tmp_path: Path) -> None:
    resigner = f"{shlex.quote(sys.executable)} {RESIGNER}"
    match = play_match(tmp_path, wrapped(tmp_path), resigner, "-firstOptions", "OwnBook=1", games=1)
    assert ">first : option OwnBook=1" in match.debug
    [game] = match.games
    first = next(move.uci() for move in game.mainline_moves())
    assert first in {one.move.uci() for one in Book().moves(Board())}
    assert (tmp_path / "engine.err").read_bytes() == b""
