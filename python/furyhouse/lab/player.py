"""What the referee asks of an engine, however it is talked to."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence

from furyhouse._core import Board, Move
from furyhouse.lab.clock import Clock
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.thought import Fault, Thought

__all__ = ["QUIT_SECONDS", "RESIGNS", "START_SECONDS", "Player", "clock_ticks", "read_move"]

RESIGNS = "resign"
"""What stands for the move in the answer of an engine that gives up."""

QUIT_SECONDS = 2.0
"""How long an engine may take to go when it is asked to."""

START_SECONDS = 20.0
"""How long an engine may take to start."""


class Player(ABC):
    """A running engine.

    Its methods raise `Fault` for what the engine does wrong.

    Attributes:
        spec: What it was started as; options and limits may be others in the next game.
    """

    def __init__(self, spec: EngineSpec) -> None:
        self.spec = spec

    @abstractmethod
    async def start(self, patience: float = START_SECONDS) -> None:
        """Start the engine, and wait until it is ready, so many seconds at most."""

    async def is_ready(self) -> bool:
        """Tell whether the engine can play another game."""
        return True

    @abstractmethod
    async def new_game(self, spec: EngineSpec, opening: Board) -> None:
        """Set the options, begin a game from a position, and wait until the engine is ready."""

    @abstractmethod
    async def think(self, board: Board, clocks: Sequence[Clock], patience: float) -> Thought:
        """Let the engine choose a move.

        Args:
            board: The game up to now, with the opening as its root.
            clocks: White's clock and Black's.
            patience: Seconds after which a silent engine counts as hung.
        """

    async def end_game(self, result: str, text: str) -> None:  # noqa: B027 - UCI has no words for it
        """Tell the engine how the game ended, where its protocol has words for it."""

    def check_claims(self) -> str | None:
        """Get what the engine claimed out of its turn, and forget it; None for nothing."""
        return None

    @abstractmethod
    async def close(self, patience: float = QUIT_SECONDS) -> None:
        """End the engine: ask it to go, and after so many seconds end it, whatever it does."""


def read_move(board: Board, text: str) -> Move:
    """Read a move as engines write it: UCI's or CECP's way, also `n@f3` and castling as `O-O`.

    Raises:
        Fault: It is no legal move.

    Example:
        >>> read_move(Board(), "e2e4")
        Move.from_uci('e2e4')
        >>> read_move(Board(), "p@e4")
        Traceback (most recent call last):
            ...
        furyhouse.lab.thought.Fault: plays p@e4, which is not legal
    """
    spelt = text[0].upper() + text[1:] if text[1:2] == "@" else text
    try:
        try:
            return board.parse_uci(spelt)
        except ValueError:
            return board.parse_san(spelt)
    except ValueError:
        raise Fault("illegal move", f"plays {text[:20]}, which is not legal") from None


def clock_ticks(seconds: float, unit: float) -> int:
    """Round what a clock shows down to the unit of a protocol; never below one.

    Example:
        >>> clock_ticks(1.239, 100), clock_ticks(-0.5, 100)
        (123, 1)
    """
    return max(math.floor(seconds * unit + 1e-6), 1)
