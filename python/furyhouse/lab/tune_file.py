"""The file of a tuning: its settings, and a line for each iteration, from which it can go on."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from furyhouse.lab.record_file import RecordFile, RecordFileError
from furyhouse.lab.tune_settings import TuneSettings

__all__ = ["Iteration", "TuneFile"]


@dataclass(frozen=True, slots=True)
class Iteration:
    """What came of an iteration.

    Attributes:
        iteration: Its number, from 0.
        wins: Games that the side `plus` has won.
        draws: Games drawn.
        losses: Games that it has lost.
        not_counted: Games that ended by a fault of an engine.
        plus: The values of one side.
        minus: The values of the other.
        values: The values after it.
        seconds: How long it took.

    Example:
        >>> Iteration(0, 3, 1, 4, 0, {"depth": 5}, {"depth": 3}, {"depth": 3.98}, 12.5).result
        -1
    """

    iteration: int
    wins: int
    draws: int
    losses: int
    not_counted: int
    plus: dict[str, int]
    minus: dict[str, int]
    values: dict[str, float]
    seconds: float

    @property
    def result(self) -> int:
        """The games that the side `plus` has won, less those it has lost.

        Example: see the class.
            >>> Iteration(0, 5, 0, 3, 0, {}, {}, {}, 1.0).result
            2
        """
        return self.wins - self.losses


class TuneFile:
    """A file of records: the settings of a tuning, and every iteration when it has ended.

    Args:
        path: The file; it is made if it is not there. None keeps everything in memory.
        settings: The tuning.

    Attributes:
        iterations: What was played up to now.

    Raises:
        RecordFileError: The file is of a tuning with other settings, or of none, or somebody else
            is writing it.
        OSError: The file cannot be read or written.

    Example:
        >>> from furyhouse.lab.spsa import TunedParam
        >>> depth = TunedParam("depth", start=4, min=1, max=12, step=1.0)
        >>> settings = TuneSettings(("furyhouse",), (depth,), openings=("first",))
        >>> with TuneFile(None, settings) as file:
        ...     file.values
        {'depth': 4.0}
    """

    def __init__(self, path: Path | None, settings: TuneSettings) -> None:
        self.iterations: list[Iteration] = []
        self._settings = settings
        self._file = None
        if path is not None:
            self._file = RecordFile(path, "tuning", settings.to_json())
            try:
                self.iterations = _iterations(self._file)
            except RecordFileError:
                self.close()
                raise

    @property
    def values(self) -> dict[str, float]:
        """The values after the last iteration, before the first those to begin with.

        Example: see the class.
            >>> from furyhouse.lab.spsa import TunedParam
            >>> depth = TunedParam("depth", start=4, min=1, max=12, step=1.0)
            >>> settings = TuneSettings(("furyhouse",), (depth,), openings=("first",))
            >>> file = TuneFile(None, settings)
            >>> file.add(Iteration(0, 5, 0, 3, 0, {}, {}, {"depth": 4.25}, 1.0))
            >>> file.values
            {'depth': 4.25}
        """
        if self.iterations:
            return self.iterations[-1].values
        return {param.name: float(param.start) for param in self._settings.params}

    def add(self, iteration: Iteration) -> None:
        """Write an iteration.

        Example: see `values`.
            >>> from furyhouse.lab.spsa import TunedParam
            >>> depth = TunedParam("depth", start=4, min=1, max=12, step=1.0)
            >>> file = TuneFile(None, TuneSettings(("furyhouse",), (depth,), openings=("first",)))
            >>> file.add(Iteration(0, 5, 0, 3, 0, {}, {}, {"depth": 4.25}, 1.0))
            >>> len(file.iterations)
            1
        """
        self.iterations.append(iteration)
        if self._file is not None:
            self._file.add(asdict(iteration))

    def close(self) -> None:
        """Close the file.

        Example:
            >>> from furyhouse.lab.spsa import TunedParam
            >>> depth = TunedParam("depth", start=4, min=1, max=12, step=1.0)
            >>> TuneFile(None, TuneSettings(("f",), (depth,), openings=("first",))).close()
        """
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _iterations(file: RecordFile) -> list[Iteration]:
    """Read the iterations of a file."""
    try:
        iterations = [Iteration(**line) for line in file.lines]
    except TypeError:
        raise file.alien() from None
    if [one.iteration for one in iterations] != list(range(len(iterations))):
        raise RecordFileError(f"{file.path}: has not each iteration once, in order")
    return iterations
