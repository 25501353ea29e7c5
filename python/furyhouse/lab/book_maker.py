"""Making a book: games are counted, weighed, looked at once more if that is wanted, and written."""

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from furyhouse.book import BookMove
from furyhouse.engine import check_range
from furyhouse.lab.book_tally import MoveCount
from furyhouse.lab.files import naming
from furyhouse.polyglot import ENTRY, HEAVIEST, move_code

__all__ = ["Selection", "scaled", "selected", "weighed", "write_book"]

Position = tuple[int, list[tuple[int, int]]]
"""The key of a position, and its moves as a book writes them with their weights."""

_MOST_GAMES = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Selection:
    """Which moves go into a book.

    Attributes:
        min_games: How often a move has to have been played.
        min_score: What it has to have brought its side, in percent of the points.

    Raises:
        ValueError: A number is out of its range.

    Example:
        >>> Selection(min_score=101)
        Traceback (most recent call last):
            ...
        ValueError: min_score is from 0 to 100, not 101
    """

    min_games: int = 2
    min_score: float = 0.0

    def __post_init__(self) -> None:
        check_range("min_games", self.min_games, 1, _MOST_GAMES)
        if not 0 <= self.min_score <= 100:  # noqa: PLR2004 - percent
            raise ValueError(f"min_score is from 0 to 100, not {self.min_score}")


def selected(
    positions: Iterable[tuple[int, Sequence[MoveCount]]], selection: Selection
) -> Iterator[Position]:
    """Choose and weigh moves: each weighs the points that it has brought, a win 2 and a draw 1.

    Example:
        >>> counts = [MoveCount(796, games=5, points=6), MoveCount(731, games=1, points=2)]
        >>> list(selected([(7, counts)], Selection(min_games=2)))
        [(7, [(796, 6)])]
    """
    for key, moves in positions:
        found = [
            (move.code, move.points)
            for move in moves
            if move.games >= selection.min_games
            and move.score >= selection.min_score
            and move.points > 0
        ]
        if found:
            yield key, scaled(found)


def weighed(positions: Iterable[tuple[int, Iterable[BookMove]]]) -> Iterator[Position]:
    """Write moves as a book does.

    Example:
        >>> from furyhouse import Move
        >>> list(weighed([(7, [BookMove(Move.from_uci("e2e4"), 21)])]))
        [(7, [(796, 21)])]
    """
    for key, moves in positions:
        found = [(move_code(one.move), one.weight) for one in moves]
        if found:
            yield key, scaled(found)


def scaled(moves: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Scale the weights of a position, the heaviest first.

    They add up to no more than a single weight may be: XBoard multiplies the sum in 32 bits. A move
    that weighs anything keeps at least 1.

    Example:
        >>> scaled([(731, 1), (796, 1_000_000)])
        [(796, 65532), (731, 1)]
    """
    found = sorted(moves, key=lambda move: (-move[1], move[0]))
    total = sum(weight for _, weight in found)
    if total <= HEAVIEST:
        return found
    room = HEAVIEST - len(found)
    return [(code, max(weight * room // total, 1)) for code, weight in found]


def write_book(path: Path, positions: Iterable[Position]) -> int:
    """Write a book; it takes the place of another only when it is whole.

    Without any position nothing is written: an empty file is no book.

    Args:
        path: The file.
        positions: The positions, in the order of their keys.

    Returns:
        How many entries it has.

    Raises:
        OSError: It cannot be written.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     write_book(Path(folder) / "book.bin", [(7, [(796, 3), (731, 1)])])
        2
    """
    with naming(path, always=True):
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                written = _write(file, positions)
            if written:
                # As any file that is made, and not for its maker alone.
                umask = os.umask(0)
                os.umask(umask)
                Path(name).chmod(0o666 & ~umask)
                Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    return written


def _write(file: BinaryIO, positions: Iterable[Position]) -> int:
    """Write entries, until the disk has them, and count them."""
    written = 0
    for key, moves in positions:
        for code, weight in moves:
            file.write(ENTRY.pack(key, code, weight, 0))
            written += 1
    file.flush()
    os.fsync(file.fileno())
    return written
