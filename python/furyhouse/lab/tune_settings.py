"""What a tuning is: the engine, its parameters, and the matches that are played."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from furyhouse.lab.adjudication import Adjudication
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.spsa import Gains, Spsa, TunedParam
from furyhouse.lab.time_control import TimeControl

__all__ = ["TuneSettings"]


@dataclass(frozen=True, slots=True)
class TuneSettings:
    """A tuning.

    Attributes:
        command: The engine that takes the parameters as options, over XBoard's protocol.
        params: What is tuned.
        openings: The positions to begin with, as FEN; an iteration goes on where the last stopped.
        limit: How much the engine may think.
        iterations: How many matches are played.
        games: Games of each match; an even number.
        concurrency: How many games are played at a time.
        options: Other options of the engine.
        adjudication: When the referee ends a game early.
        rate: See `Gains`; so are the next three.
        stability: The share of the tuning after which moves become smaller.
        alpha: How fast moves become smaller.
        gamma: How fast steps become smaller.
        seed: What the lots begin with.

    Raises:
        ValueError: A number is out of its range, or there is nothing to tune.

    Example:
        >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
        >>> settings = TuneSettings(("furyhouse",), (depth,), openings=("first", "second", "third"))
        >>> [settings.first_pair(iteration) for iteration in range(3)]
        [1, 5, 9]
        >>> settings.match(1, {"null_depth": 3}, {"null_depth": 2}).openings
        ('second', 'third', 'first', 'second')
    """

    command: tuple[str, ...]
    params: tuple[TunedParam, ...]
    openings: tuple[str, ...]
    limit: TimeControl = field(default_factory=lambda: TimeControl(nodes=5000))
    iterations: int = 500
    games: int = 8
    concurrency: int = 1
    options: dict[str, str | int | bool | None] = field(default_factory=dict)
    adjudication: Adjudication = field(default_factory=Adjudication)
    rate: float = 0.002
    stability: float = 0.1
    alpha: float = 0.602
    gamma: float = 0.101
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.params:
            raise ValueError("there is nothing to tune: name a parameter")
        names = [param.name for param in self.params]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"{name} is given twice")
            if name in self.options:
                raise ValueError(f"{name} cannot be both tuned and an option")
        if self.iterations < 1:
            raise ValueError("iterations is at least 1")
        start = {param.name: param.start for param in self.params}
        # Both say what is wrong with a number.
        self.match(0, start, start)
        self.spsa()

    def spsa(self) -> Spsa:
        """Get the mathematics of this tuning.

        Example:
            >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
            >>> TuneSettings(("furyhouse",), (depth,), openings=("first",)).spsa().gains.pairs
            2000
        """
        pairs = self.iterations * self.games // 2
        gains = Gains(pairs, self.rate, self.stability, self.alpha, self.gamma)
        return Spsa(self.params, gains, self.seed)

    def first_pair(self, iteration: int) -> int:
        """Get the number, from 1, of the first pair of games of an iteration.

        Args:
            iteration: The iteration, from 0.

        Example: see the class.
            >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
            >>> TuneSettings(("furyhouse",), (depth,), openings=("first",), games=2).first_pair(7)
            8
        """
        return iteration * self.games // 2 + 1

    def match(
        self, iteration: int, plus: Mapping[str, int], minus: Mapping[str, int]
    ) -> MatchSettings:
        """Get the match of an iteration, `plus` being its first engine.

        What an engine loses by a fault does not count.

        Example:
            >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
            >>> settings = TuneSettings(("furyhouse",), (depth,), openings=("first",))
            >>> match = settings.match(0, {"null_depth": 3}, {"null_depth": 2})
            >>> [(engine.name, engine.options) for engine in match.engines]
            [('plus', {'null_depth': 3}), ('minus', {'null_depth': 2})]
        """
        first, second = (
            EngineSpec(
                self.command,
                name=name,
                proto="xboard",
                options={**self.options, **values},
                limit=self.limit,
            )
            for name, values in (("plus", plus), ("minus", minus))
        )
        if not self.openings:
            raise ValueError("a tuning needs at least one opening")
        begin = self.first_pair(iteration) - 1
        openings = tuple(
            self.openings[(begin + pair) % len(self.openings)] for pair in range(self.games // 2)
        )
        return MatchSettings(
            (first, second),
            openings or self.openings[:1],
            games=self.games,
            concurrency=self.concurrency,
            adjudication=self.adjudication,
            not_counted=("plus", "minus"),
        )

    def to_json(self) -> dict[str, Any]:
        """Get what the course of the tuning depends on, for its file; of the openings a digest.

        Example:
            >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
            >>> settings = TuneSettings(("furyhouse",), (depth,), openings=("first",))
            >>> settings.to_json()["params"]
            [{'name': 'null_depth', 'start': 2, 'min': 1, 'max': 8, 'step': 0.5}]
            >>> "concurrency" in settings.to_json()
            False
        """
        data = asdict(self)
        del data["concurrency"]
        data["command"] = list(self.command)
        data["params"] = [asdict(param) for param in self.params]
        data["limit"] = self.limit.to_json()
        data["openings"] = hashlib.sha256("\n".join(self.openings).encode()).hexdigest()
        return data
