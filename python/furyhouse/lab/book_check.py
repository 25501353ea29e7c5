"""Reading a whole book, for what is in it and what is wrong with it."""

from dataclasses import dataclass, field

from furyhouse._core import Board
from furyhouse.book import Book, Entry
from furyhouse.polyglot import is_move_code

__all__ = ["BookCheck", "check_book"]

# More of a kind say nothing new.
_MOST_FAULTS = 10
# Entries of this key come first, and hold a text: what programs write about the book.
_HEADER_KEY = 0
# Polyglot's key of the start position of chess, which no position of Crazyhouse is likely to have.
_CHESS_KEY = 0x463B96181691FC9C


@dataclass(slots=True)
class BookCheck:
    """What is in a book.

    Attributes:
        entries: How many entries it has.
        positions: How many positions.
        opening: The moves for the start position with their parts in percent, as SAN.
        faults: What is wrong with it, in words; the first of them.
        is_of_chess: Whether it is a book of chess, whose keys are others.

    Example:
        >>> BookCheck(entries=3, positions=2, opening=["e4 100.0 %"]).lines()
        ['3 moves for 2 positions', 'At the start: e4 100.0 %']
    """

    entries: int = 0
    positions: int = 0
    opening: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    is_of_chess: bool = False

    def lines(self) -> list[str]:
        """Say what is in the book.

        Example:
            >>> BookCheck().lines()[1]
            'At the start: no move'
        """
        return [
            f"{self.entries} moves for {self.positions} positions",
            f"At the start: {', '.join(self.opening) or 'no move'}",
        ]


def check_book(book: Book) -> BookCheck:
    """Read a whole book.

    Raises:
        BookError: It cannot be read.

    Example:
        >>> check_book(Book()).faults
        []
    """
    found = BookCheck()
    last: Entry | None = None
    codes: set[int] = set()
    for number, entry in enumerate(book, start=1):
        if entry.key == _HEADER_KEY:
            continue
        found.is_of_chess |= entry.key == _CHESS_KEY
        fresh = last is None or entry.key != last.key
        if fresh:
            found.positions += 1
            codes.clear()
        found.entries += 1
        if len(found.faults) < _MOST_FAULTS:
            found.faults += [f"entry {number}: {fault}" for fault in _faults(entry, last, codes)]
        codes.add(entry.code)
        last = entry
    if found.is_of_chess:
        found.faults.append("it is a book of chess; Crazyhouse has keys of its own")
    if not found.faults:
        board = Board()
        moves = book.moves(board)
        total = sum(one.weight for one in moves) or 1
        found.opening = [f"{board.san(one.move)} {100 * one.weight / total:.1f} %" for one in moves]
    return found


def _faults(entry: Entry, last: Entry | None, codes: set[int]) -> list[str]:
    """Say what is wrong with an entry, after the one before it and the position's other moves."""
    faults = []
    if last is not None and entry.key < last.key:
        faults.append("it is out of order")
    if not is_move_code(entry.code):
        faults.append(f"{entry.code:#06x} is no move")
    if entry.code in codes:
        faults.append("the move is there twice")
    return faults
