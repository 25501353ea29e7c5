"""The book that a bot plays from, as the options `OwnBook` and `Book File` say."""

from contextlib import contextmanager
from typing import TYPE_CHECKING

from furyhouse import logs
from furyhouse.options import OptionError
from furyhouse.report import SearchResult
from furyhouse.score import Score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from furyhouse._core import Board, Move
    from furyhouse.book import Book, BookMove
    from furyhouse.engine import Limit

__all__ = ["OwnBook"]


class OwnBook:
    """A book that can be switched on, and what is played from it.

    A book that cannot be read any more loses no game: it is told, and the bot searches.

    Attributes:
        report: Told, in a few words, that the book cannot be read; None leaves it to the log.

    Example:
        >>> from furyhouse import Board, Limit
        >>> book = OwnBook()
        >>> book.choose(Board(), Limit(depth=1), None, lambda weights: 0) is None
        True
        >>> book.switch(on=True)
        >>> book.choose(Board(), Limit(depth=1), None, lambda weights: 0).from_book
        True
    """

    def __init__(self) -> None:
        self.report: Callable[[str], object] | None = None
        self._on = False
        self._file = ""
        self._book: Book | None = None

    def switch(self, *, on: bool) -> None:
        """Play from the book, or no longer.

        Raises:
            OptionError: The book cannot be read; it is not played from.

        Example:
            >>> OwnBook().switch(on=False)
        """
        self._on = False
        if on:
            with _refused():
                self._opened()
        self._on = on

    def set_file(self, file: str) -> None:
        """Take another book; an empty name is furyhouse's own.

        Raises:
            OptionError: It cannot be read; the one before stays.

        Example:
            >>> OwnBook().set_file("no/such/book.bin")
            Traceback (most recent call last):
                ...
            furyhouse.options.OptionError: the book cannot be read: No such file or directory
        """
        from furyhouse.book import Book  # noqa: PLC0415 - a start is not to wait for it

        with _refused():
            # The own one is looked at when it is needed.
            self._book = Book(file) if file else None
        self._file = file

    def moves(self, board: "Board") -> "list[BookMove]":
        """List the book's moves for a position, the heaviest first, whether it is on or not.

        Example:
            >>> from furyhouse import Board
            >>> bool(OwnBook().moves(Board()))
            True
        """
        try:
            with _refused():
                return self._opened().moves(board)
        except OptionError as error:
            logs.write(str(error), "error")
            if self.report is not None:
                self.report(str(error))
            return []

    def choose(
        self,
        board: "Board",
        limit: "Limit",
        root_moves: "list[Move] | None",
        draw: "Callable[[Sequence[int]], int]",
    ) -> SearchResult | None:
        """Choose a move for a bot that plays.

        Args:
            board: The position.
            limit: The limit of the search that would else be made: an analysis, a search on the
                opponent's time and one for a mate are not a book's.
            root_moves: The moves to choose from; None for all.
            draw: Draws an index, each as often as its weight says.

        Returns:
            The move as the result of a search that has searched nothing, and expects no reply; None
            where the book is off or has no move.

        Example:
            >>> from furyhouse import Board, Limit
            >>> book = OwnBook()
            >>> book.switch(on=True)
            >>> book.choose(Board(), Limit(infinite=True), None, lambda weights: 0) is None
            True
        """
        if not self._on or limit.infinite or limit.ponder or limit.mate is not None:
            return None
        found = [
            one
            for one in self.moves(board)
            if one.weight and (root_moves is None or one.move in root_moves)
        ]
        if not found:
            return None
        move = found[draw([one.weight for one in found])].move
        logs.write(f"chose {move.uci()} from the book, in {board.fen()}")
        return SearchResult(move, None, [move], 0, 0, 0, 0.0, Score(0), [], 0, from_book=True)

    def _opened(self) -> "Book":
        """Get the book, which is opened when it is needed first."""
        if self._book is None:
            from furyhouse.book import Book  # noqa: PLC0415 - a start is not to wait for it

            self._book = Book(self._file or None)
        return self._book


@contextmanager
def _refused() -> "Iterator[None]":
    """Say why a book cannot be read, without its path: an interface looks for words in it."""
    from furyhouse.book import BookError  # noqa: PLC0415 - the same

    try:
        yield
    except BookError as error:
        raise OptionError(f"the book cannot be read: {error.reason}") from error
