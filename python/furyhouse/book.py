"""Opening books: files that say which moves are played in which position, and how often.

`furyhouse.polyglot` knows the format. A file is never read as a whole: a position's moves are found
by halving, in a file that is opened for it and closed again, so that a book may be replaced at any
time.
"""

import random
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from furyhouse.polyglot import ENTRY, position_key, read_move_code

if TYPE_CHECKING:
    from furyhouse._core import Board, Move

__all__ = ["SHIPPED", "Book", "BookError", "BookMove", "Entry"]

SHIPPED = Path(__file__).with_name("data") / "book.bin"
"""The book that comes with furyhouse; docs/book.md tells how it was made."""

_CHUNK = ENTRY.size * 4096
# Keys that are looked at when a book is opened: in a file of anything else some are out of order.
_SAMPLES = 32
_GREATEST_KEY = 2**64 - 1


class BookError(ValueError):
    """A book cannot be read, or is none.

    Attributes:
        path: The file.
        reason: What is wrong with it, in a few words.

    Example:
        >>> Book("no/such/book.bin")
        Traceback (most recent call last):
            ...
        furyhouse.book.BookError: no/such/book.bin: No such file or directory
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class Entry(NamedTuple):
    """One entry of a book, as it stands in the file.

    Attributes:
        key: The key of the position.
        code: The move.
        weight: How often it is to be played, against the other moves of the position.
        learn: What programs that learn have written; nothing to furyhouse.

    Example:
        >>> Entry(key=1, code=796, weight=10, learn=0).weight
        10
    """

    key: int
    code: int
    weight: int
    learn: int


class BookMove(NamedTuple):
    """A move that a book has for a position.

    Attributes:
        move: The move, legal in the position.
        weight: How often it is to be played, against the other moves; never where it is 0.

    Example:
        >>> from furyhouse import Move
        >>> BookMove(Move.from_uci("e2e4"), 10).weight
        10
    """

    move: "Move"
    weight: int


class Book:
    """A book in a file.

    Args:
        path: The file; None for the book that comes with furyhouse.

    Raises:
        BookError: The file cannot be read, or holds no book.

    Example:
        >>> from furyhouse import Board
        >>> book = Book()
        >>> book.best(Board()) in Board().legal_moves
        True
    """

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        self.path = SHIPPED if path is None else Path(path)
        with self._opened() as (file, count):
            last = -1
            for sample in range(_SAMPLES):
                key = self._entry(file, sample * (count - 1) // (_SAMPLES - 1)).key
                if key < last:
                    raise BookError(self.path, "it is no book: its keys are not in order")
                last = key

    def __len__(self) -> int:
        """Count the entries."""
        with self._opened() as (_, count):
            return count

    def __iter__(self) -> Iterator[Entry]:
        """Give all entries, in the order of the file."""
        with self._opened() as (file, _):
            while chunk := file.read(_CHUNK):
                if len(chunk) % ENTRY.size:
                    raise BookError(self.path, "it was cut short while it was read")
                yield from map(Entry._make, ENTRY.iter_unpack(chunk))

    def moves(self, board: "Board") -> list[BookMove]:
        """List the moves for a position, the heaviest first.

        What is not legal in the position is passed over: a key may be another position's, too.

        Raises:
            BookError: The file cannot be read any more, or is damaged where the position would be.

        Example:
            >>> from furyhouse import Board
            >>> Book().moves(Board("4k3/8/8/8/8/8/8/4K3[QQQ] w - - 0 1"))
            []
        """
        key = position_key(board)
        weights: dict[Move, int] = {}
        with self._opened() as (file, count):
            index = self._first(file, count, key)
            while index < count and (entry := self._entry(file, index)).key == key:
                move = read_move_code(board, entry.code)
                if move is not None:
                    weights[move] = weights.get(move, 0) + entry.weight
                index += 1
        found = (BookMove(move, weight) for move, weight in weights.items())
        return sorted(found, key=lambda one: -one.weight)

    def best(self, board: "Board") -> "Move | None":
        """Get the heaviest move for a position; None where there is none.

        Raises:
            BookError: As for `moves`.

        Example:
            >>> from furyhouse import Board
            >>> Book().best(Board("4k3/8/8/8/8/8/8/4K3[QQQ] w - - 0 1")) is None
            True
        """
        return next((one.move for one in self.moves(board) if one.weight), None)

    def choose(self, board: "Board", generator: random.Random | None = None) -> "Move | None":
        """Draw a move for a position, each as often as its weight says.

        Args:
            board: The position.
            generator: What draws; one made with a seed repeats its choices.

        Returns:
            A legal move, or None where the book has none.

        Raises:
            BookError: As for `moves`.

        Example:
            >>> import random
            >>> from furyhouse import Board
            >>> first, second = (Book().choose(Board(), random.Random(7)) for _ in range(2))
            >>> first == second
            True
        """
        found = [one for one in self.moves(board) if one.weight]
        if not found:
            return None
        draw = (generator or random).choices
        return draw([one.move for one in found], [one.weight for one in found])[0]

    def _first(self, file: BinaryIO, count: int, key: int) -> int:
        """Find the first entry whose key is no less than this."""
        low, high = 0, count
        least, greatest = 0, _GREATEST_KEY
        while low < high:
            middle = (low + high) // 2
            found = self._entry(file, middle).key
            if not least <= found <= greatest:
                raise BookError(self.path, f"it is damaged: entry {middle + 1} is out of order")
            if found < key:
                low, least = middle + 1, found
            else:
                high, greatest = middle, found
        return low

    def _entry(self, file: BinaryIO, index: int) -> Entry:
        """Read an entry."""
        file.seek(index * ENTRY.size)
        data = file.read(ENTRY.size)
        if len(data) < ENTRY.size:
            raise BookError(self.path, "it was cut short while it was read")
        return Entry._make(ENTRY.unpack(data))

    @contextmanager
    def _opened(self) -> Iterator[tuple[BinaryIO, int]]:
        """Open the file, and count its entries."""
        try:
            # To open a pipe would wait for somebody to write into it.
            status = self.path.stat()
            if not stat.S_ISREG(status.st_mode):
                raise BookError(self.path, "it is no file")
            size = status.st_size
            if size == 0 or size % ENTRY.size:
                expected = f"entries of {ENTRY.size} bytes"
                raise BookError(
                    self.path, f"it is no book: found {size} bytes, expected {expected}"
                )
            with self.path.open("rb") as file:
                yield file, size // ENTRY.size
        except OSError as error:
            raise BookError(self.path, error.strerror or str(error)) from error
