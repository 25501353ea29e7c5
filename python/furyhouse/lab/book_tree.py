"""The tree of a book's positions: which have to be searched, and what their moves are worth.

A search at the end of a line sees further along it than one at its beginning. So what a move is
worth is told by the position that it leads to, if that was searched too, and by that one's best
move, and so on: the scores of the last positions are carried back to the first (as in "dropout
expansion", Lincke 2000).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from furyhouse._core import Board, Move
from furyhouse.book import Book, BookMove
from furyhouse.polyglot import position_key
from furyhouse.report import SearchResult

__all__ = ["BookTree", "Width", "book_positions"]

_MATE = 1_000_000
_BOTH = frozenset((True, False))


@dataclass(frozen=True, slots=True)
class Width:
    """Which moves a book follows.

    Attributes:
        margin: Centipawns that a move of the book's own may be worse than the best.
        replies: Centipawns that an opponent's move may be worse than the best and be answered all
            the same; what the games have is always answered.
        reply_plies: The plies in which it is.

    Raises:
        ValueError: A number is below 0.

    Example:
        >>> Width(margin=-1)
        Traceback (most recent call last):
            ...
        ValueError: margin is at least 0, not -1
    """

    margin: int = 20
    replies: int = 0
    reply_plies: int = 0

    def __post_init__(self) -> None:
        for name in ("margin", "replies", "reply_plies"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is at least 0, not {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class _Seen:
    """A position that was searched: how far from a start it was met, and what its search found."""

    level: int
    scores: Mapping[Move, int]
    after: Mapping[Move, int]


@dataclass(slots=True)
class _Walk:
    """What a walk through the tree comes upon: what there is to search, and the book's moves."""

    wanted: dict[int, Board] = field(default_factory=dict)
    moves: dict[int, list[BookMove]] = field(default_factory=dict)


def book_positions(book: Book, starts: Iterable[Board]) -> Iterator[Board]:
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
        waiting.extend(_after(board, one.move) for one in moves)


class BookTree:
    """The positions of a book that its moves lead to, and what was found in those searched.

    Whoever plays from the book plays only moves that stand, but an opponent plays others too. So
    each position is known with the colours whose player may still be playing from the book there.

    Args:
        book: The book, as its games made it.
        starts: The positions that its games begin with.
        width: Which moves are followed.

    Example:
        >>> from furyhouse import Engine, Limit
        >>> tree = BookTree(Book(), [Board()], Width())
        >>> [board] = tree.wanted()
        >>> tree.add(board, Engine(1).search(board, Limit(depth=2)))
        >>> len(tree.wanted()) > 0, list(tree.moves()) == [position_key(Board())]
        (True, True)
    """

    def __init__(self, book: Book, starts: Iterable[Board], width: Width) -> None:
        self._book = book
        self._starts = list(starts)
        self._width = width
        self._levels: dict[int, int] = {}
        self._seen: dict[int, _Seen] = {}

    def tie_margin(self, board: Board) -> int:
        """Give the centipawns within which a search of a position has to tell its moves apart.

        Example:
            >>> width = Width(margin=20, replies=90, reply_plies=2)
            >>> BookTree(Book(), [Board()], width).tie_margin(Board())
            90
        """
        level = self._levels.get(position_key(board), 0)
        wide = self._width.replies if level < self._width.reply_plies else 0
        return max(self._width.margin, wide)

    def add(self, board: Board, result: SearchResult) -> None:
        """Take what the search of a position found; see the class for an example.

        Example:
            >>> from furyhouse import Engine, Limit
            >>> tree = BookTree(Book(), [Board()], Width())
            >>> tree.add(Board(), Engine(1).search(Board(), Limit(depth=1)))
        """
        scores = {
            root.move: root.score.score(mate_score=_MATE)
            for root in result.root_moves
            if root.exact or root.move == result.move
        }
        after = {move: position_key(_after(board, move)) for move in scores}
        key = position_key(board)
        self._seen[key] = _Seen(self._levels.setdefault(key, 0), scores, after)

    def wanted(self) -> list[Board]:
        """Give the positions that have to be searched before the book is known; none at the end.

        Example:
            >>> BookTree(Book(), [Board("6k1/8/8/8/8/8/8/6K1[] w - - 0 1")], Width()).wanted()
            []
        """
        return list(self._walk().wanted.values())

    def moves(self) -> dict[int, list[BookMove]]:
        """Give the book's positions, as far as they were searched, with the moves that stand.

        A move stands that the games had and that is within the margin of the best, and the best.
        The nearer to the best, the heavier it is: the best weighs the margin and one, one that is
        worse by the whole margin one.

        Example:
            >>> BookTree(Book(), [], Width()).moves()
            {}
        """
        return self._walk().moves

    def _walk(self) -> _Walk:
        """Walk from the starts along the moves that may be played, the nearest positions first."""
        walk = _Walk()
        worth = self._worth()
        players: dict[int, frozenset[bool]] = {}
        waiting = deque((board, _BOTH, 0, False) for board in self._starts)
        while waiting:
            board, users, level, asked = waiting.popleft()
            key = position_key(board)
            level = self._levels.setdefault(key, level)
            if key not in self._seen:
                if asked or self._book.moves(board):
                    walk.wanted.setdefault(key, board)
                continue
            # With one more player from the book it is another position.
            known = players.get(key, frozenset())
            if users <= known:
                continue
            players[key] = users = users | known
            ours = self._standing(board, worth[key])
            if board.turn in users:
                walk.moves[key] = ours
                unsure = self._unsure(board, worth[key])
                if unsure is not None:
                    walk.wanted.setdefault(position_key(unsure), unsure)
            for move, who, answer in self._followed(board, users, ours, worth[key], level):
                after = _after(board, move)
                if not after.is_game_over():
                    waiting.append((after, who, level + 1, answer))
        return walk

    def _worth(self) -> dict[int, dict[Move, int]]:
        """Carry the scores of the positions searched back to those before them, the last first."""
        worth: dict[int, dict[Move, int]] = {}
        for key, seen in sorted(self._seen.items(), key=lambda item: -item[1].level):
            worth[key] = dict(seen.scores)
            for move, after in seen.after.items():
                # Where moves lead back, the position's own search has the word.
                if after in self._seen and self._seen[after].level > seen.level:
                    worth[key][move] = -max(worth[after].values())
        return worth

    def _standing(self, board: Board, worth: Mapping[Move, int]) -> list[BookMove]:
        """Choose and weigh the book's moves in a position."""
        best = max(worth.values())
        known = {one.move for one in self._book.moves(board)}
        if not known & {move for move, value in worth.items() if value == best}:
            known.add(max(worth, key=lambda move: worth[move]))
        return [
            BookMove(move, self._width.margin + 1 - (best - value))
            for move, value in worth.items()
            if move in known and best - value <= self._width.margin
        ]

    def _unsure(self, board: Board, worth: Mapping[Move, int]) -> Board | None:
        """Give where the best move leads, if it is best only because others were seen deeper."""
        seen = self._seen[position_key(board)]
        best = max(worth, key=lambda move: worth[move])
        searched = {move for move, after in seen.after.items() if after in self._seen}
        after = _after(board, best)
        return None if best in searched or not searched or after.is_game_over() else after

    def _followed(
        self,
        board: Board,
        users: frozenset[bool],
        ours: list[BookMove],
        worth: Mapping[Move, int],
        level: int,
    ) -> Iterator[tuple[Move, frozenset[bool], bool]]:
        """Give the moves that may be played in a position.

        Yields:
            The move, who may be playing from the book after it, and whether the position that it
            leads to has to be searched even if the games did not come to it.
        """
        width = self._width
        followed: set[Move] = set()
        if board.turn in users:
            for one in ours:
                followed.add(one.move)
                yield one.move, users, level + 1 < width.reply_plies
        others = users - {board.turn}
        if not others:
            return
        best = max(worth.values())
        if level < width.reply_plies:
            for move, value in worth.items():
                if move not in followed and best - value <= width.replies:
                    followed.add(move)
                    yield move, others, True
        for one in self._book.moves(board):
            if one.move not in followed:
                yield one.move, others, False


def _after(board: Board, move: Move) -> Board:
    """Make a move on a copy."""
    after = board.copy(stack=False)
    after.push(move)
    return after
