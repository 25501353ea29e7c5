"""What an engine answered in one move of a game, and how it can fail to."""

from dataclasses import dataclass
from typing import Literal, get_args

__all__ = ["Fault", "FaultKind", "Thought"]

FaultKind = Literal["time", "crash", "hang", "illegal move", "false claim"]
"""What an engine can do wrong: each of them loses the game."""

_MATE = 100_000


class Fault(Exception):  # noqa: N818 - it is the engine's fault, and no error of this program
    """An engine broke the rules, its time, or down.

    Attributes:
        kind: What it did.
        seconds: How long it had thought, where that is known.

    Example:
        >>> Fault("illegal move", "plays e2e5").kind
        'illegal move'
        >>> str(Fault("crash", "ended with status 1"))
        'ended with status 1'
    """

    def __init__(self, kind: FaultKind, text: str, seconds: float = 0.0) -> None:
        super().__init__(text)
        if kind not in get_args(FaultKind):
            raise ValueError(f"no such fault: {kind}")
        self.kind: FaultKind = kind
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Thought:
    """One move of an engine, with what it said of it.

    Attributes:
        move: The move as the engine wrote it, or as UCI writes it once the referee has read it.
        seconds: How long it took by the referee's clock.
        centipawns: The score from the mover's side; None where there is none, or a mate.
        mate: Moves to mate, negative for being mated; None without one.
        depth: Plies searched; None where the engine says nothing.
        nodes: Positions searched; None where the engine says nothing.

    Example:
        >>> Thought("e2e4", 0.1, centipawns=35, depth=9).score_text
        '+0.35'
        >>> Thought("e2e4", 0.1, mate=-2).value
        -99998
    """

    move: str
    seconds: float
    centipawns: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def value(self) -> int | None:
        """The score in centipawns, mates among them: 100,000 less the moves to mate.

        Example:
            >>> Thought("e2e4", 0.1, mate=3).value, Thought("e2e4", 0.1).value
            (99997, None)
        """
        if self.mate is not None:
            return _MATE - self.mate if self.mate > 0 else -_MATE - self.mate
        return self.centipawns

    @property
    def score_text(self) -> str:
        """The score as PGN's comments write it, `?` where there is none.

        Example:
            >>> Thought("e2e4", 0.1, mate=3).score_text, Thought("e2e4", 0.1).score_text
            ('#3', '?')
        """
        if self.mate is not None:
            return f"#{self.mate}"
        return "?" if self.centipawns is None else f"{self.centipawns / 100:+.2f}"

    def to_json(self) -> list[str | float | int | None]:
        """Get all of it for a file, as a short list; seconds have five digits after the point.

        Example:
            >>> Thought("e2e4", 0.1234567, centipawns=5, depth=3, nodes=99).to_json()
            ['e2e4', 0.12346, 5, None, 3, 99]
        """
        return [
            self.move,
            round(self.seconds, 5),
            self.centipawns,
            self.mate,
            self.depth,
            self.nodes,
        ]
