"""How much an engine may think: a clock, a time for each move, nodes or a depth."""

import re
from dataclasses import asdict, dataclass
from typing import Any

from furyhouse.engine import DEEPEST, LONGEST_SECONDS, check_seconds

__all__ = ["TimeControl"]

_CLOCK = re.compile(
    r"(?:(?P<moves>[0-9]+)/)?(?:(?P<minutes>[0-9]+):)?(?P<seconds>[0-9]*\.?[0-9]+)"
    r"(?:\+(?P<increment>[0-9]*\.?[0-9]+))?"
)
_SECONDS_A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What one engine may use for its moves.

    Either a clock, or limits for each move of which the first that is reached ends the search.

    Attributes:
        base: Seconds for the game, or for `moves` moves; None without a clock.
        increment: Seconds gained with each move.
        moves: Moves in a session, after which the base is added again; None for the whole game.
        move_time: Seconds for each move.
        nodes: Positions searched for each move.
        depth: Plies searched for each move.

    Raises:
        ValueError: A number is out of its range, nothing is limited, or a clock and a limit of time
            or nodes for each move are given together.

    Example:
        >>> TimeControl.parse("40/60+0.6")
        TimeControl(base=60.0, increment=0.6, moves=40, move_time=None, nodes=None, depth=None)
        >>> str(TimeControl.parse("3+0.03")), str(TimeControl(nodes=5000))
        ('3+0.03', 'nodes=5000')
    """

    base: float | None = None
    increment: float = 0.0
    moves: int | None = None
    move_time: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("base", "move_time"):
            value = getattr(self, name)
            if value is not None:
                check_seconds(name, value, 0.0)
                if value == 0:
                    raise ValueError(f"{name} is above 0 seconds")
        check_seconds("increment", self.increment, 0.0)
        for name in ("moves", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or int(value) != value or value < 1):
                raise ValueError(f"{name} is a whole number of at least 1, not {value!r}")
        if self.depth is not None and self.depth > DEEPEST:
            raise ValueError(f"depth is at most {DEEPEST}, not {self.depth}")
        if self.base is None and (self.increment or self.moves is not None):
            raise ValueError("an increment or a number of moves needs a base time")
        if self.base is not None and (self.move_time is not None or self.nodes is not None):
            raise ValueError("a clock goes with neither a time nor a number of nodes for each move")
        if (self.base, self.move_time, self.nodes, self.depth) == (None,) * 4:
            raise ValueError("an engine needs a limit: a clock, a time, nodes or a depth")

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read a clock as `BASE`, `BASE+INCREMENT` or `MOVES/BASE+INCREMENT`.

        Times are seconds with fractions; a base may be `MINUTES:SECONDS`.

        Raises:
            ValueError: The text is none of these.

        Example:
            >>> TimeControl.parse("1:30+2").base
            90.0
            >>> TimeControl.parse("soon")
            Traceback (most recent call last):
                ...
            ValueError: expected a time control like 3+0.03 or 40/60+0.6, found 'soon'
        """
        found = _CLOCK.fullmatch(text)
        if found is None or len(text) > len(f"{LONGEST_SECONDS}") * 3:
            raise ValueError(
                f"expected a time control like 3+0.03 or 40/60+0.6, found {text[:40]!a}"
            )
        base = float(found["minutes"] or 0) * _SECONDS_A_MINUTE + float(found["seconds"])
        moves = None if found["moves"] is None else int(found["moves"])
        return cls(base=base, increment=float(found["increment"] or 0), moves=moves)

    @property
    def has_clock(self) -> bool:
        """Whether time is counted over the game, and not for each move alone.

        Example:
            >>> TimeControl.parse("1+0.01").has_clock, TimeControl(move_time=0.1).has_clock
            (True, False)
        """
        return self.base is not None

    def to_json(self) -> dict[str, Any]:
        """Get the values that are given, for a file.

        Example:
            >>> TimeControl(depth=6).to_json()
            {'depth': 6}
        """
        return {name: value for name, value in asdict(self).items() if value}

    def pgn(self) -> str:
        """Write the control as PGN's header `TimeControl` does, `?` where PGN has no word for it.

        Example:
            >>> TimeControl.parse("3+0.03").pgn(), TimeControl.parse("40/60").pgn()
            ('3+0.03', '40/60')
            >>> TimeControl(move_time=0.5).pgn(), TimeControl(depth=3).pgn()
            ('*0.5', '?')
        """
        if self.move_time is not None:
            return f"*{self.move_time:g}"
        return self._clock() if self.has_clock else "?"

    def _clock(self) -> str:
        """Write the clock."""
        session = f"{self.moves}/" if self.moves else ""
        increment = f"+{self.increment:g}" if self.increment else ""
        return f"{session}{self.base:g}{increment}"

    def __str__(self) -> str:
        words = [self._clock()] if self.has_clock else []
        if self.move_time is not None:
            words.append(f"st={self.move_time:g}")
        if self.nodes is not None:
            words.append(f"nodes={self.nodes}")
        if self.depth is not None:
            words.append(f"depth={self.depth}")
        return " ".join(words)
