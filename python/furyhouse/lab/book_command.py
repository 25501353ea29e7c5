"""The command `furyhouse book`."""

import argparse
import importlib.util
import signal
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from errno import ENOENT
from os import strerror
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from furyhouse._core import Board
from furyhouse.book import Book, BookError
from furyhouse.lab.book_arguments import (
    BookArgumentError,
    MakeRequest,
    read_board,
    read_request,
)
from furyhouse.lab.book_check import check_book
from furyhouse.lab.book_maker import Position, selected, weighed, write_book
from furyhouse.lab.book_selfplay import play_games
from furyhouse.lab.book_tally import BookTally
from furyhouse.lab.book_tree import BookTree, book_positions
from furyhouse.lab.book_verify import Verification, verify
from furyhouse.lab.files import check_place
from furyhouse.lab.pgn_input import InputError
from furyhouse.lab.played_game import PlayedGame
from furyhouse.polyglot import position_key

__all__ = ["run"]

_EXIT_OK = 0
_EXIT_FAULT = 1
_EXIT_USAGE = 2
_EXIT_INTERRUPTED = 130
# How often it is said how far a book has come, and when for the first time.
_NEWS_SECONDS = 10.0
_FIRST_NEWS_SECONDS = 2.0

Say = Callable[[str], object]


def run(
    options: argparse.Namespace, *, tell: Callable[[str], None], warn: Callable[[str], None]
) -> int:
    """Make a book, or look into one, as the arguments say.

    Args:
        options: The arguments, as `furyhouse.lab.book_arguments` describes them.
        tell: Writes a line on standard output.
        warn: Writes a line on standard error.

    Returns:
        The exit status: 0, 1 when something cannot be read or written or a book is damaged, 2 for
        wrong arguments, 130 after an interruption.
    """
    try:
        if options.book_command == "show":
            return _show(options.file, options.position, tell)
        if options.book_command == "check":
            return _check(options.file, tell, warn)
        return _make(read_request(options), tell, warn)
    except BookArgumentError as error:
        warn(str(error))
        return _EXIT_USAGE
    except (BookError, InputError) as error:
        warn(str(error))
        return _EXIT_FAULT
    except BrokenPipeError:
        # Nobody reads any more; that is no fault of a file.
        raise
    except OSError as error:
        warn(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return _EXIT_FAULT


def _open(path: Path | None) -> Book:
    """Open a book; None is furyhouse's own."""
    if path is not None and not path.exists():
        # Moves without a book before them come here, too.
        raise BookError(path, f"{strerror(ENOENT)}; furyhouse's own book is called own")
    return Book(path)


def _show(path: Path | None, position: list[str], tell: Say) -> int:
    """List a book's moves for a position."""
    book, board = _open(path), read_board(position)
    moves = book.moves(board)
    total = sum(one.weight for one in moves) or 1
    for one in moves:
        tell(f"{board.san(one.move):8} {100 * one.weight / total:5.1f} % {one.weight:6}")
    if not moves:
        tell("The book has no move for this position.")
    return _EXIT_OK


def _check(path: Path | None, tell: Say, warn: Say) -> int:
    """Read a whole book, and say what is in it."""
    book = _open(path)
    found = check_book(book)
    for line in found.lines():
        tell(line)
    for fault in found.faults:
        warn(f"{book.path}: {fault}")
    return _EXIT_FAULT if found.faults else _EXIT_OK


def _make(request: MakeRequest, tell: Say, warn: Say) -> int:
    """Make a book; what was counted until an interruption is written, too."""
    if request.files and importlib.util.find_spec("chess") is None:
        warn("PGN needs python-chess; pip install 'furyhouse[chess]' brings it")
        return _EXIT_FAULT
    check_place(request.out)
    for path in request.files:
        if request.out.exists() and path.exists() and path.samefile(request.out):
            raise BookArgumentError(
                f"expected different files to read and to write, found {path} for both"
            )
    signal.signal(signal.SIGTERM, _interrupt)
    status = _EXIT_OK
    with BookTally(request.max_ply) as tally:
        games = 0
        news = _News(tell)
        try:
            with closing(_games(request, tell, warn)) as found:
                for game in found:
                    tally.add(game)
                    games += 1
                    news.tell(_told(games, "game"))
        except KeyboardInterrupt:
            status = _EXIT_INTERRUPTED
        if not games:
            warn("there is no game to make a book of")
            return status or _EXIT_FAULT
        positions = selected(tally.positions(), request.selection)
        if request.verification is None or status:
            entries = write_book(request.out, positions)
        else:
            entries, status = _make_verified(request, request.verification, positions, tell)
    if not entries:
        warn("no move was played often enough, and with success; nothing is written")
        return status or _EXIT_FAULT
    tell(f"{request.out}: {entries} moves, from {_told(games, 'game')}")
    return status


def _games(request: MakeRequest, tell: Say, warn: Say) -> Generator[PlayedGame, None, None]:
    """Give all games, and tell how many were passed over."""
    if request.files:
        from furyhouse.lab.book_pgn import GameFilter, read_games  # noqa: PLC0415 - an extra

        wanted = GameFilter(request.max_ply, request.start, request.min_elo)
        yield from read_games(request.files, wanted, warn)
        for reason, count in wanted.passed_over.most_common():
            were = "was" if count == 1 else "were"
            tell(f"{_told(count, 'game')} {reason} {were} passed over")
    if request.self_play is not None:
        yield from play_games(request.self_play)


def _told(count: int, what: str) -> str:
    """Tell a number of things."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _make_verified(
    request: MakeRequest,
    settings: Verification,
    positions: Iterator[Position],
    tell: Say,
) -> tuple[int, int]:
    """Look at the positions once more, and write what stands; an interruption keeps the rest."""
    start = Board() if request.start is None else request.start
    with TemporaryDirectory(prefix="furyhouse-book-") as folder:
        path = Path(folder) / "book.bin"
        if not write_book(path, positions):
            return 0, _EXIT_OK
        book = Book(path)
        boards = list(book_positions(book, [start]))
        missed = check_book(book).positions - len(boards)
        if missed:
            tell(f"not reached from the start, and left out: {_told(missed, 'position')}")
        news = _News(tell)
        status = _EXIT_OK
        tree = BookTree(book, [start], settings.width)
        unseen = {}
        try:
            tell(f"looking at {_told(len(boards), 'position')} of the games")
            with closing(verify(tree, settings)) as verified:
                for searched, left in verified:
                    news.tell(
                        f"{_told(searched, 'position')} looked at, {left} more before going on"
                    )
        except KeyboardInterrupt:
            status = _EXIT_INTERRUPTED
            unseen = {position_key(board): book.moves(board) for board in boards}
        found = unseen | tree.moves()
        return write_book(request.out, weighed(sorted(found.items()))), status


class _News:
    """Says how far it has come, now and then."""

    def __init__(self, tell: Say) -> None:
        self._tell = tell
        self._next = time.monotonic() + _FIRST_NEWS_SECONDS

    def tell(self, text: str) -> None:
        """Say it, if the last time is long enough ago."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _NEWS_SECONDS
            self._tell(text)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """Take being asked to end like Ctrl-C."""
    raise KeyboardInterrupt
