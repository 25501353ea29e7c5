"""The file of a tuning: its settings, and a line for each iteration, from which it can go on."""

import fcntl
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from furyhouse.lab.tune_settings import TuneSettings

__all__ = ["Iteration", "TuneFile", "TuneFileError"]

_FORMAT = "furyhouse tune 1"
_LONGEST_SHOWN = 60


class TuneFileError(Exception):
    """A file is of another tuning, or of none.

    Example:
        >>> raise TuneFileError("tune.jsonl: is of another tuning")
        Traceback (most recent call last):
            ...
        furyhouse.lab.tune_file.TuneFileError: tune.jsonl: is of another tuning
    """


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
    """A file of JSON lines: the settings in the first, then an iteration in each.

    An iteration is written when it has ended. A last line that is not whole, because the program
    was killed while it was written, is cut off.

    Args:
        path: The file; it is made if it is not there. None keeps everything in memory.
        settings: The tuning.

    Attributes:
        iterations: What was played up to now.

    Raises:
        TuneFileError: The file is of a tuning with other settings, or of none, or somebody else is
            writing it.
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
        self._path = path
        self._file = None if path is None else path.open("a+b")
        try:
            self._begin()
        except BaseException:
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
        self._write(asdict(iteration))

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

    def _begin(self) -> None:
        """Read what is there, or write the first line."""
        if self._file is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise TuneFileError(f"{self._path}: another tuning is writing it") from None
        self._file.seek(0)
        whole, _, torn = self._file.read().rpartition(b"\n")
        if torn:
            self._file.truncate(len(whole) + 1 if whole else 0)
        ours = json.loads(json.dumps(self._settings.to_json()))
        if not whole:
            self._write({"format": _FORMAT, "settings": ours})
            return
        first, *lines = whole.split(b"\n")
        try:
            theirs = json.loads(first)["settings"]
            self._compare(theirs, ours)
            self.iterations = [Iteration(**json.loads(line)) for line in lines]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TuneFileError(f"{self._path}: is no file of a tuning ({error!r})") from None
        if [one.iteration for one in self.iterations] != list(range(len(lines))):
            raise TuneFileError(f"{self._path}: has not each iteration once, in order")

    def _compare(self, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
        """Refuse to go on with another tuning."""
        for name in sorted({*theirs, *ours}):
            old, new = theirs.get(name), ours.get(name)
            if old != new:
                shown = "" if name == "openings" else f": {_short(old)} there, {_short(new)} now"
                raise TuneFileError(f"{self._path}: is of a tuning with other {name}{shown}")

    def _write(self, data: dict[str, Any]) -> None:
        """Write a line."""
        if self._file is not None:
            self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            self._file.flush()


def _short(value: object) -> str:
    """Write a value in a few words."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
