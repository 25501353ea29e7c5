"""Looking at the positions of a book once more, with more time than its games took."""

import threading
from collections import deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass

from furyhouse._core import Board
from furyhouse.book import Book, BookMove
from furyhouse.engine import Engine, Limit, check_range
from furyhouse.lab.book_threads import Halted, side_by_side
from furyhouse.polyglot import position_key
from furyhouse.report import RootMove

__all__ = ["Verification", "book_positions", "verify"]

# Beyond any margin.
_FAR = 2**31
_MOST_AT_A_TIME = 1024


@dataclass(frozen=True, slots=True)
class Verification:
    """How the positions of a book are looked at.

    Attributes:
        nodes: Positions that are searched for each position of the book.
        margin: Centipawns that a move may be worse than the best and stay.
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
    margin: int = 20
    hash_mb: int = 64
    concurrency: int = 1

    def __post_init__(self) -> None:
        # The limit of each search, which knows its own range.
        _ = Limit(nodes=self.nodes)
        if self.hash_mb < 1:
            raise ValueError(f"hash_mb is at least 1, not {self.hash_mb}")
        check_range("concurrency", self.concurrency, 1, _MOST_AT_A_TIME)
        if self.margin < 0:
            raise ValueError(f"margin is at least 0, not {self.margin}")


def book_positions(book: Book, starts: Iterable[Board]) -> Generator[Board, None, None]:
    """Give each position that a book has moves for and that its moves lead to, the nearest first.

    Args:
        book: The book.
        starts: The positions to begin with.

    Example:
        >>> next(book_positions(Book(), [Board()])) == Board()
        True
    """
    seen: set[int] = set()
    waiting = deque(starts)
    while waiting:
        board = waiting.popleft()
        key = position_key(board)
        moves = [] if key in seen else book.moves(board)
        seen.add(key)
        if not moves:
            continue
        yield board
        for one in moves:
            after = board.copy(stack=False)
            after.push(one.move)
            waiting.append(after)


def verify(
    book: Book, starts: Iterable[Board], settings: Verification
) -> Generator[tuple[int, list[BookMove]], None, None]:
    """Search the positions of a book, and keep the moves that stand.

    A move stands that is within the margin of the best; the best is added where it is missing. The
    nearer to the best, the heavier a move: the best weighs the margin and one, one that is worse by
    the whole margin one.

    Args:
        book: The book.
        starts: The positions that its games begin with; what is not reached from them is left out.
        settings: How much is searched.

    Yields:
        The keys of the positions with their moves, the nearest to the starts first.

    Example:
        >>> [key for key, _ in verify(Book(), [], Verification(nodes=100, hash_mb=1))]
        []
    """
    engines = [Engine(settings.hash_mb) for _ in range(settings.concurrency)]

    def look(engine: Engine, board: Board, halt: threading.Event) -> tuple[int, list[BookMove]]:
        # Whatever was searched before, the same is found each time.
        engine.clear()
        limit = Limit(nodes=settings.nodes)
        result = engine.search(board, limit, tie_margin=settings.margin)
        if halt.is_set() or result.move is None:
            raise Halted
        kept = {one.move for one in book.moves(board)} | {result.move}
        best = next(root for root in result.root_moves if root.move == result.move)
        found = [
            BookMove(root.move, settings.margin + 1 - loss)
            for root in result.root_moves
            if root.move in kept and (loss := _loss(root, best)) <= settings.margin
        ]
        return position_key(board), found

    yield from side_by_side(engines, book_positions(book, starts), look)


def _loss(root: RootMove, best: RootMove) -> int:
    """Say by how many centipawns a move is worse than the best; a bound or a mate is far worse."""
    if root.move == best.move:
        return 0
    ours, theirs = root.score.score(), best.score.score()
    if not root.exact or ours is None or theirs is None:
        return _FAR
    return max(theirs - ours, 0)
