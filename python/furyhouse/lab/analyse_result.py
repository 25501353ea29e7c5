"""What comes of one game that is analysed."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

from furyhouse.lab.pgn_games import RawGame

__all__ = ["GameResult"]

Kind = Literal["analysed", "malformed", "other", "untagged", "failed"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """What came of a game.

    Attributes:
        number: The number of the game.
        line: The line on which it began.
        kind: What became of it: `analysed`; `malformed`; `other`, of another variant; `untagged`,
            without a word on its variant; or `failed`, by no fault of its own.
        pgn: The annotated game.
        record: The same as a JSON object in one line, or what is wrong with the game.
        said: What is wrong with it, for people.

    Example:
        >>> GameResult(3, 40, "other").kind
        'other'
    """

    number: int
    line: int
    kind: Kind
    pgn: str = ""
    record: str = ""
    said: str = ""

    def to_json(self) -> dict[str, Any]:
        """Write it as plain values.

        Example:
            >>> GameResult.from_json(GameResult(3, 40, "other").to_json()).line
            40
        """
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read what `to_json` has written.

        Example: see `to_json`.
            >>> GameResult.from_json({"number": 1, "line": 2, "kind": "failed"}).number
            1
        """
        return cls(**data)

    @classmethod
    def analysed(cls, game: RawGame, pgn: str, record: dict[str, Any]) -> Self:
        """Make what comes of a game that was analysed.

        Example:
            >>> GameResult.analysed(RawGame(2, 9, ""), "1. e4 *", {"positions": []}).record
            '{"game":2,"line":9,"positions":[]}'
        """
        record = {"game": game.number, "line": game.line, **record}
        return cls(game.number, game.line, "analysed", pgn, _one_line(record))

    @classmethod
    def fault(cls, game: RawGame, kind: Kind, said: str) -> Self:
        """Make what comes of a game that cannot be analysed.

        Example:
            >>> GameResult.fault(RawGame(2, 9, ""), "malformed", "line 9: no game").record
            '{"game":2,"line":9,"malformed":"line 9: no game"}'
        """
        record = _one_line({"game": game.number, "line": game.line, kind: said})
        return cls(game.number, game.line, kind, "", record, said)


def _one_line(value: dict[str, Any]) -> str:
    """Write a JSON object in a line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
