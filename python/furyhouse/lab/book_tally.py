"""Counting the moves of many games, in memory that does not grow with them."""

import heapq
import struct
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

from furyhouse.lab.files import naming
from furyhouse.lab.played_game import PlayedGame
from furyhouse.polyglot import move_code, position_key

__all__ = ["BookTally", "MoveCount"]

# Key, move, games, points.
_RECORD = struct.Struct(">QHQQ")
_CHUNK = _RECORD.size * 4096
# Moves that are counted in memory, of some hundred bytes each, before they go to a file; and files
# that are read side by side.
_MOST_IN_MEMORY = 400_000
_MOST_FILES = 64


class MoveCount(NamedTuple):
    """What became of a move in a position.

    Attributes:
        code: The move, as a book writes it.
        games: How often it was played.
        points: What it has brought the side that played it: 2 for a win, 1 for a draw.

    Example:
        >>> MoveCount(796, games=3, points=4).score
        66.66666666666667
    """

    code: int
    games: int
    points: int

    @property
    def score(self) -> float:
        """The points as a part of what could be had, in percent.

        Example:
            >>> MoveCount(796, games=2, points=4).score
            100.0
        """
        return 50.0 * self.points / self.games


class BookTally:
    """Counts the moves of games by their positions.

    Used with `with`, as what does not fit into memory goes to files that have to be removed.

    Args:
        max_ply: The plies of a game that count, from its beginning.
        most: The moves that are kept in memory.

    Example:
        >>> from furyhouse import Board
        >>> board = Board()
        >>> with BookTally() as tally:
        ...     tally.add(PlayedGame(board, (board.parse_san("e4"),), "1-0"))
        ...     [(key, moves)] = tally.positions()
        >>> key == position_key(board), moves
        (True, [MoveCount(code=796, games=1, points=2)])
    """

    def __init__(self, max_ply: int = 24, most: int = _MOST_IN_MEMORY) -> None:
        self._max_ply = max_ply
        self._most = most
        self._counts: dict[tuple[int, int], tuple[int, int]] = {}
        self._folder: TemporaryDirectory[str] | None = None
        self._files: list[Path] = []
        self._written = 0

    def add(self, game: PlayedGame) -> None:
        """Count the moves of a game.

        Example:
            >>> from furyhouse import Board
            >>> with BookTally() as tally:
            ...     tally.add(PlayedGame(Board(), (), "1-0"))
        """
        board = game.start.copy(stack=False)
        for move in game.moves[: self._max_ply]:
            place = (position_key(board), move_code(move))
            games, points = self._counts.get(place, (0, 0))
            self._counts[place] = (games + 1, points + game.points(white=board.turn))
            board.push(move)
        if len(self._counts) > self._most:
            self._spill()

    def positions(self) -> Iterator[tuple[int, list[MoveCount]]]:
        """Give the key of each position with its moves, in the order of the keys.

        Example:
            >>> with BookTally() as tally:
            ...     list(tally.positions())
            []
        """
        for key, moves in groupby(self._merged(), lambda record: record[0]):
            yield key, [MoveCount(*rest) for _, *rest in moves]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def _merged(self) -> Iterator[tuple[int, int, int, int]]:
        """Give each move of each position once, in the order of keys and moves."""
        memory = ((*place, *self._counts[place]) for place in sorted(self._counts))
        records = heapq.merge(memory, *(_read(path) for path in self._files))
        for (key, code), same in groupby(records, lambda record: record[:2]):
            games = points = 0
            for _, _, more_games, more_points in same:
                games += more_games
                points += more_points
            yield key, code, games, points

    def _spill(self) -> None:
        """Write what was counted to a file, and begin anew; too many files are made one."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="furyhouse-book-")
        together = len(self._files) >= _MOST_FILES
        path = Path(self._folder.name) / str(self._written)
        self._written += 1
        with naming(path), path.open("wb") as file:
            if together:
                _write(file, self._merged())
            else:
                _write(file, ((*place, *self._counts[place]) for place in sorted(self._counts)))
        if together:
            for old in self._files:
                old.unlink()
            self._files.clear()
        self._files.append(path)
        self._counts.clear()


def _write(file: BinaryIO, records: Iterator[tuple[int, int, int, int]]) -> None:
    """Write records."""
    file.writelines(_RECORD.pack(*record) for record in records)


def _read(path: Path) -> Iterator[tuple[int, int, int, int]]:
    """Read records."""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield from _RECORD.iter_unpack(chunk)
