"""A game that was played somewhere: what a book is made of."""

from dataclasses import dataclass
from typing import Literal

from furyhouse._core import Board, Move

__all__ = ["PlayedGame", "Result"]

Result = Literal["1-0", "0-1", "1/2-1/2"]
"""How a game ended, as PGN writes it."""

_WHITE_POINTS: dict[Result, int] = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The beginning of a game, and how the game ended.

    Attributes:
        start: The position that it began with.
        moves: Its moves, or the first of them.
        result: How it ended.

    Example:
        >>> game = PlayedGame(Board(), (Move.from_uci("e2e4"),), "1-0")
        >>> game.points(white=True), game.points(white=False)
        (2, 0)
    """

    start: Board
    moves: tuple[Move, ...]
    result: Result

    def points(self, *, white: bool) -> int:
        """Get a side's points: 2 for a win, 1 for a draw.

        Example:
            >>> PlayedGame(Board(), (), "1/2-1/2").points(white=True)
            1
        """
        points = _WHITE_POINTS[self.result]
        return points if white else 2 - points
