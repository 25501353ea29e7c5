"""The tuner: plays the matches of a tuning, and moves its values after each.

Example:
    >>> from furyhouse.lab.spsa import TunedParam
    >>> from furyhouse.lab.tune_settings import TuneSettings
    >>> aim = TunedParam("aim", start=20, min=0, max=100, step=5.0)
    >>> settings = TuneSettings(("f",), (aim,), openings=("first",), iterations=50, rate=0.1)
    >>> def closer_to_60(iteration, trial):
    ...     sides = abs(trial.plus["aim"] - 60), abs(trial.minus["aim"] - 60)
    ...     return Games(wins=8) if sides[0] < sides[1] else Games(losses=8)
    >>> with TuneFile(None, settings) as file:
    ...     for iteration in tune(settings, file, closer_to_60):
    ...         pass
    ...     50 < file.values["aim"] < 70
    True
"""

import math
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field

from furyhouse.lab.bench import Bench
from furyhouse.lab.spsa import Trial, TunedParam
from furyhouse.lab.tally import Tally
from furyhouse.lab.tune_file import Iteration, TuneFile
from furyhouse.lab.tune_settings import TuneSettings

__all__ = ["Games", "MatchPlayer", "TuneError", "rounded", "source_lines", "tune"]


class TuneError(Exception):
    """A tuning cannot go on: no game of an iteration counts.

    Example:
        >>> raise TuneError("no game counts")
        Traceback (most recent call last):
            ...
        furyhouse.lab.tune.TuneError: no game counts
    """


@dataclass(frozen=True, slots=True)
class Games:
    """The games of an iteration, from the side of `plus`.

    Attributes:
        wins: Games won.
        draws: Games drawn.
        losses: Games lost.
        faults: What an engine did wrong in the games that do not count.

    Example:
        >>> Games(wins=3, losses=4, faults=("minus loses on time",)).counted
        7
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: tuple[str, ...] = field(default=())

    @property
    def counted(self) -> int:
        """The games that count.

        Example: see the class.
            >>> Games(wins=1, draws=1).counted
            2
        """
        return self.wins + self.draws + self.losses


class MatchPlayer:
    """Plays the match of an iteration with two engines.

    Args:
        settings: The tuning.
        bench: The processes to play with.

    Example:
        >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
        >>> settings = TuneSettings(("furyhouse",), (depth,), openings=("first",))
        >>> with Bench() as bench:
        ...     play = MatchPlayer(settings, bench)
    """

    def __init__(self, settings: TuneSettings, bench: Bench) -> None:
        self._settings = settings
        self._bench = bench

    def __call__(self, iteration: int, trial: Trial) -> Games:
        """Play the match, and count its games."""
        match = self._settings.match(iteration, trial.plus, trial.minus)
        tally = Tally(match)
        for record in self._bench.play(match):
            tally.add(record)
        counts = tally.statistics()
        faults = tuple(one.text for one in tally.records.values() if not one.counted)
        return Games(counts.wins, counts.draws, counts.losses, faults)


def tune(
    settings: TuneSettings, file: TuneFile, play: Callable[[int, Trial], Games]
) -> Generator[tuple[Iteration, Games], None, None]:
    """Play the iterations that are not in the file yet, and write each into it.

    Args:
        settings: The tuning.
        file: What was played before, and where the rest is written.
        play: Plays the match of an iteration.

    Yields:
        Each iteration with its games.

    Raises:
        TuneError: No game of an iteration counts.

    Example: see the module.
        >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
        >>> settings = TuneSettings(("f",), (depth,), openings=("first",), iterations=2)
        >>> with TuneFile(None, settings) as file:
        ...     played = list(tune(settings, file, lambda iteration, trial: Games(draws=8)))
        >>> [(iteration.draws, iteration.values) for iteration, _ in played]
        [(8, {'null_depth': 2.0}), (8, {'null_depth': 2.0})]
    """
    spsa = settings.spsa()
    for number in range(len(file.iterations), settings.iterations):
        begun = time.monotonic()
        pair, values = settings.first_pair(number), file.values
        trial = spsa.trial(values, pair)
        games = play(number, trial)
        if not games.counted:
            raise TuneError(f"iteration {number + 1}: no game counts; {games.faults[0]}")
        iteration = Iteration(
            number,
            games.wins,
            games.draws,
            games.losses,
            len(games.faults),
            dict(trial.plus),
            dict(trial.minus),
            spsa.moved(values, trial, pair, games.wins - games.losses),
            round(time.monotonic() - begun, 3),
        )
        file.add(iteration)
        yield iteration, games


def rounded(params: tuple[TunedParam, ...], values: Mapping[str, float]) -> dict[str, int]:
    """Round values to the whole numbers that the engine takes, a half upwards.

    Example:
        >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
        >>> rounded((depth,), {"null_depth": 2.5})
        {'null_depth': 3}
    """
    return {param.name: int(param.clip(math.floor(values[param.name] + 0.5))) for param in params}


def source_lines(values: Mapping[str, int], ranges: Mapping[str, tuple[int, int]]) -> list[str]:
    """Write values as the lines of `rust/search/src/params.rs`.

    Args:
        values: The new values.
        ranges: The engine's own range of each.

    Example:
        >>> source_lines({"razor_margin": 1340}, {"razor_margin": (-10, 2000)})
        ['    razor_margin = 1_340, -10..=2_000;']
    """
    return [
        f"    {name} = {value:_}, {ranges[name][0]:_}..={ranges[name][1]:_};"
        for name, value in values.items()
    ]
