"""What a match is: its engines, its openings, and when the referee ends a game."""

from dataclasses import asdict, dataclass, field
from typing import Any

from furyhouse.engine import check_seconds
from furyhouse.lab.adjudication import Adjudication, DrawRule, WinRule
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.sprt import Sprt

__all__ = ["MatchSettings"]


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """A match between two engines.

    Games come in pairs: both games of a pair begin with the same opening, and the engines swap
    colours. Game 0 is played with the first engine as White, game 1 with the second.

    Attributes:
        engines: The two engines. Their names differ.
        openings: The positions to begin with, as FEN; taken in this order, and again from the
            start when they run out.
        games: How many games are played at most; an even number.
        concurrency: How many games are played at a time.
        adjudication: When the referee ends a game early.
        time_margin: Seconds that an engine may overstep its time before it loses.
        grace: Seconds that an engine may be silent beyond its time before it counts as hung.
        longest_move: Seconds after which an engine without a time limit counts as hung.
        not_counted: Names of the engines whose losses by a fault do not count.
        sprt: A test that ends the match early; None plays all games.

    Raises:
        ValueError: A number is out of its range, or the engines are not two with different names.

    Example:
        >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
        >>> MatchSettings((a, b), openings=("first",), games=3)
        Traceback (most recent call last):
            ...
        ValueError: games is an even number, as each opening is played twice, not 3
    """

    engines: tuple[EngineSpec, EngineSpec]
    openings: tuple[str, ...]
    games: int = 100
    concurrency: int = 1
    adjudication: Adjudication = field(default_factory=Adjudication)
    time_margin: float = 0.0
    grace: float = 5.0
    longest_move: float = 300.0
    not_counted: tuple[str, ...] = ()
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if len(self.engines) != len({engine.name for engine in self.engines}) or (
            len(self.engines) != 2  # noqa: PLR2004 - a match is between two
        ):
            raise ValueError("a match is between two engines with different names")
        if not self.openings:
            raise ValueError("a match needs at least one opening")
        if self.games < 1 or self.games % 2:
            raise ValueError(
                f"games is an even number, as each opening is played twice, not {self.games}"
            )
        if self.concurrency < 1:
            raise ValueError("concurrency is at least 1")
        for name in ("time_margin", "grace", "longest_move"):
            check_seconds(name, getattr(self, name), 0.0)
        names = [engine.name for engine in self.engines]
        for name in self.not_counted:
            if name not in names:
                raise ValueError(
                    f"not_counted names {name!r}, the engines are {' and '.join(names)}"
                )

    def opening_of(self, game: int) -> str:
        """Get the position that a game begins with, as FEN.

        Example:
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> settings = MatchSettings((a, b), openings=("first", "second"), games=8)
            >>> [settings.opening_of(game) for game in range(5)]
            ['first', 'first', 'second', 'second', 'first']
        """
        return self.openings[game // 2 % len(self.openings)]

    def white_of(self, game: int) -> int:
        """Get the index of the engine that has White in a game.

        Example:
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> settings = MatchSettings((a, b), openings=("first",))
            >>> settings.white_of(0), settings.white_of(1)
            (0, 1)
        """
        return game % 2

    def to_json(self) -> dict[str, Any]:
        """Get all of it for a file.

        Example:
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> MatchSettings((a, b), openings=("first",)).to_json()["games"]
            100
        """
        data = asdict(self)
        data["engines"] = [engine.to_json() for engine in self.engines]
        data["openings"] = list(self.openings)
        data["not_counted"] = list(self.not_counted)
        data["sprt"] = None if self.sprt is None else asdict(self.sprt)
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "MatchSettings":
        """Read what `to_json` gave.

        Example:
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> settings = MatchSettings((a, b), openings=("first",), sprt=Sprt(0, 10))
            >>> MatchSettings.from_json(settings.to_json()) == settings
            True
        """
        rules = data["adjudication"]
        first, second = (EngineSpec.from_json(engine) for engine in data["engines"])
        made = {
            **data,
            "engines": (first, second),
            "openings": tuple(data["openings"]),
            "not_counted": tuple(data["not_counted"]),
            "sprt": None if data["sprt"] is None else Sprt(**data["sprt"]),
            "adjudication": Adjudication(
                win=None if rules["win"] is None else WinRule(**rules["win"]),
                draw=None if rules["draw"] is None else DrawRule(**rules["draw"]),
                max_moves=rules["max_moves"],
            ),
        }
        return cls(**made)
