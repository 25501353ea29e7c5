"""What came of one game of a match: all that its files, tables and statistics are made of."""

from dataclasses import dataclass, field
from typing import Any, Literal

from furyhouse.lab.thought import FaultKind, Thought

__all__ = ["GameRecord", "Reason"]

Reason = (
    Literal[
        "checkmate",
        "stalemate",
        "repetition",
        "resignation",
        "agreement",
        "win by score",
        "draw by score",
        "too many moves",
    ]
    | FaultKind
)
"""Why a game ended."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a match.

    Attributes:
        game: Its number, from 0. Games 0 and 1 are a pair, and so on.
        opening: The position it began with, as FEN.
        white: The index of the engine that had White, 0 or 1.
        winner: The index of the engine that won; None for a draw.
        reason: Why it ended.
        text: The same in words, with the engine's name.
        fault: The index of the engine that lost by a fault; None where none did.
        counted: Whether it counts for the score.
        moves: The moves, the opening's not among them.
        started: When it began: seconds since 1970.
        seconds: How long it took.

    Example:
        >>> record = GameRecord(1, "8/8/8/8/8/8/8/8[] w - - 0 1", white=1, winner=0, reason="time")
        >>> record.result, record.points
        ('0-1', 1.0)
    """

    game: int
    opening: str
    white: int
    winner: int | None
    reason: Reason
    text: str = ""
    fault: int | None = None
    counted: bool = True
    moves: tuple[Thought, ...] = field(default=())
    started: float = 0.0
    seconds: float = 0.0

    @property
    def result(self) -> str:
        """The result as PGN writes it.

        Example:
            >>> GameRecord(0, "", white=0, winner=None, reason="repetition").result
            '1/2-1/2'
        """
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner == self.white else "0-1"

    @property
    def points(self) -> float:
        """The points of the first engine.

        Example:
            >>> GameRecord(0, "", white=1, winner=1, reason="checkmate").points
            0.0
        """
        return 0.5 if self.winner is None else 1.0 - self.winner

    def to_json(self) -> dict[str, Any]:
        """Get all of it for a file.

        Example:
            >>> GameRecord(4, "fen", white=0, winner=1, reason="time").to_json()["result"]
            '0-1'
        """
        return {
            "game": self.game,
            "opening": self.opening,
            "white": self.white,
            "result": self.result,
            "winner": self.winner,
            "reason": self.reason,
            "text": self.text,
            "fault": self.fault,
            "counted": self.counted,
            "started": round(self.started, 3),
            "seconds": round(self.seconds, 3),
            "moves": [move.to_json() for move in self.moves],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "GameRecord":
        """Read what `to_json` gave.

        Raises:
            KeyError: Something is missing.
            TypeError: Something is of another kind.

        Example:
            >>> record = GameRecord(4, "fen", white=0, winner=1, reason="time")
            >>> GameRecord.from_json(record.to_json()) == record
            True
        """
        made = {name: value for name, value in data.items() if name != "result"}
        made["moves"] = tuple(Thought(*move) for move in data["moves"])
        return cls(**made)
