"""Looking at the positions of a book once more, with more time than its games took."""

import threading
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field

from furyhouse._core import Board
from furyhouse.engine import Engine, Limit, check_range
from furyhouse.lab.book_threads import Halted, side_by_side
from furyhouse.lab.book_tree import BookTree, Width
from furyhouse.report import SearchResult

__all__ = ["Verification", "verify"]

_MOST_AT_A_TIME = 1024


@dataclass(frozen=True, slots=True)
class Verification:
    """How the positions of a book are looked at.

    Attributes:
        nodes: Positions that are searched for each position of the book.
        width: Which moves are followed, and stay.
        hash_mb: The table of each engine, in MB.
        concurrency: Searches at a time.

    Raises:
        ValueError: A number is out of its range.

    Example:
        >>> Verification(nodes=0)
        Traceback (most recent call last):
            ...
        ValueError: nodes is at least 1, not 0
    """

    nodes: int
    width: Width = field(default_factory=Width)
    hash_mb: int = 64
    concurrency: int = 1

    def __post_init__(self) -> None:
        # The limit of each search, which knows its own range.
        _ = Limit(nodes=self.nodes)
        if self.hash_mb < 1:
            raise ValueError(f"hash_mb is at least 1, not {self.hash_mb}")
        check_range("concurrency", self.concurrency, 1, _MOST_AT_A_TIME)


def verify(tree: BookTree, settings: Verification) -> Generator[tuple[int, int], None, None]:
    """Search the positions of a book, until there is none left that its moves lead to.

    Args:
        tree: The book's positions; it takes what is found.
        settings: How much is searched.

    Yields:
        How many positions were searched, and how many more it is known to want.

    Example:
        >>> from furyhouse.book import Book
        >>> tree = BookTree(Book(), [], Width())
        >>> list(verify(tree, Verification(nodes=100, hash_mb=1)))
        []
    """
    engines = [Engine(settings.hash_mb) for _ in range(settings.concurrency)]

    def look(engine: Engine, board: Board, halt: threading.Event) -> tuple[Board, SearchResult]:
        # Whatever was searched before, the same is found each time.
        engine.clear()
        limit = Limit(nodes=settings.nodes)
        result = engine.search(board, limit, tie_margin=tree.tie_margin(board))
        if halt.is_set() or result.move is None:
            raise Halted
        return board, result

    searched = 0
    while wanted := tree.wanted():
        left = len(wanted)
        with closing(side_by_side(engines, wanted, look)) as found:
            for board, result in found:
                tree.add(board, result)
                searched += 1
                left -= 1
                yield searched, left
