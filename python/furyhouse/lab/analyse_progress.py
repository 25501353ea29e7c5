"""How an analysis is watched: a bar on a terminal, lines elsewhere."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol, Self

__all__ = ["Progress", "duration", "open_progress", "summary"]

_LINES_EVERY = 10.0
_MINUTE = 60
_HOUR = 3600
_PERCENT = 100
_HARDLY = 1e-9


class Progress(Protocol):
    """Shows how far an analysis has come."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *_: object) -> None:
        """Stop."""

    def show(self, games: int, share: float) -> None:
        """Show that so many games are done, and which share of all work that is (0: unknown)."""

    def note(self, text: str) -> None:
        """Show a line that stays."""


class Pace:
    """How fast it goes, and how long it will yet take.

    Args:
        done: Games that were done before.
        total: Games in all, as far as that is known.

    Example:
        >>> pace = Pace(done=5, total=10)
        >>> pace.told(5, 0.5)
        '5 of 10 games, 50 %'
    """

    def __init__(self, done: int, total: int | None) -> None:
        self.begun = time.monotonic()
        self._first = done
        self._total = total
        self._first_share: float | None = None

    def share(self, games: int, share: float) -> float:
        """Get the share of the work that is done, from 0 to 1.

        Example:
            >>> Pace(done=0, total=8).share(2, 0.9)
            0.25
        """
        return games / self._total if self._total else share

    def left(self, games: int, share: float) -> float | None:
        """Get the seconds that are left; None where that cannot be told.

        Example:
            >>> Pace(done=0, total=None).left(3, 0.0) is None
            True
        """
        now = self.share(games, share)
        if self._first_share is None:
            self._first_share = self.share(self._first, now if self._first else 0.0)
        gone = now - self._first_share
        if gone < _HARDLY:
            return None
        return (time.monotonic() - self.begun) * max(1.0 - now, 0.0) / gone

    def rate(self, games: int) -> float:
        """Get the games a second.

        Example:
            >>> Pace(done=7, total=None).rate(7)
            0.0
        """
        return (games - self._first) / max(time.monotonic() - self.begun, _HARDLY)

    def told(self, games: int, share: float) -> str:
        """Tell all of it in a line.

        Example: see the class.
            >>> Pace(done=0, total=None).told(0, 0.0)
            '0 games'
        """
        words = f"{games} of {_games(self._total)}" if self._total else _games(games)
        now, left = self.share(games, share), self.left(games, share)
        if now:
            words += f", {_PERCENT * now:.0f} %"
        if games > self._first:
            words += f", {_rate(self.rate(games))}"
        return words if left is None else f"{words}, {duration(left)} left"


class Lines:
    """Shows an analysis by a line now and then.

    Args:
        say: Writes a line.
        warn: Writes a line about a game that is wrong.
        pace: How fast it goes.
    """

    def __init__(self, say: Callable[[str], None], warn: Callable[[str], None], pace: Pace) -> None:
        self._say = say
        self._warn = warn
        self._pace = pace
        self._said = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def show(self, games: int, share: float) -> None:
        """Write a line, if the last one is some time ago."""
        if time.monotonic() - self._said >= _LINES_EVERY:
            self._said = time.monotonic()
            self._say(self._pace.told(games, share))

    def note(self, text: str) -> None:
        """Write a line."""
        self._warn(text)


class Bar:
    """Shows an analysis as a bar on standard error; notes stay above it.

    Args:
        pace: How fast it goes.
    """

    def __init__(self, pace: Pace) -> None:
        from rich.console import Console  # noqa: PLC0415 - an extra, and slow to import
        from rich.progress import BarColumn, TextColumn  # noqa: PLC0415 - the same
        from rich.progress import Progress as RichProgress  # noqa: PLC0415 - the same

        self._pace = pace
        self._bar = RichProgress(
            BarColumn(), TextColumn("{task.description}"), console=Console(stderr=True)
        )
        self._task = self._bar.add_task("", total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, games: int, share: float) -> None:
        """Draw it anew."""
        now = self._pace.share(games, share)
        self._bar.update(
            self._task,
            total=1.0 if now else None,
            completed=now,
            description=self._pace.told(games, share),
        )

    def note(self, text: str) -> None:
        """Write a line above it."""
        self._bar.console.print(f"furyhouse: {text}", markup=False, highlight=False)


def open_progress(
    say: Callable[[str], None],
    warn: Callable[[str], None],
    *,
    live: bool,
    done: int,
    total: int | None,
) -> Progress:
    """Choose how an analysis is shown.

    Args:
        say: Writes a line.
        warn: Writes a line about a game that is wrong.
        live: Whether a bar is wanted; without rich there are lines all the same.
        done: Games that were done before.
        total: Games in all; None where that is not known.

    Example:
        >>> type(open_progress(print, print, live=False, done=0, total=3)).__name__
        'Lines'
    """
    pace = Pace(done, total)
    if live:
        try:
            import rich.progress  # noqa: F401, PLC0415 - an extra
        except ImportError:
            pass
        else:
            return Bar(pace)
    return Lines(say, warn, pace)


def summary(counts: Counter[str], seconds: float, now: int) -> str:
    """Tell what became of all games.

    Args:
        counts: The games of each kind.
        seconds: How long this run took.
        now: How many of them this run has analysed, and no earlier one.

    Example:
        >>> summary(Counter(analysed=10, other=2, malformed=1), 4.0, 10)
        '10 games analysed, 2 of other variants passed over, 1 malformed; 4 s, 2.5 games a second'
        >>> summary(Counter(analysed=28), 4.0, 8)
        '28 games analysed, 20 of them before; 4 s, 2.0 games a second'
        >>> summary(Counter(untagged=1), 0.2, 0)
        '0 games analysed, 1 without a Variant tag, which --untagged takes for Crazyhouse; 0 s'
    """
    words = [f"{_games(counts['analysed'])} analysed"]
    before = counts["analysed"] - now
    words += [f"{before} of them before"] * bool(before)
    words += [f"{counts['other']} of other variants passed over"] * bool(counts["other"])
    words += [f"{counts['malformed']} malformed"] * bool(counts["malformed"])
    words += [f"{counts['failed']} failed"] * bool(counts["failed"])
    if counts["untagged"]:
        words.append(
            f"{counts['untagged']} without a Variant tag, which --untagged takes for Crazyhouse"
        )
    told = f"{', '.join(words)}; {duration(seconds)}"
    if not now:
        return told
    return f"{told}, {_rate(now / max(seconds, _HARDLY)).replace(' a', ' games a')}"


def duration(seconds: float) -> str:
    """Tell a time in the units that fit it.

    Example:
        >>> duration(42.4), duration(140), duration(3 * 3600 + 25 * 60)
        ('42 s', '2 min 20 s', '3 h 25 min')
    """
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE} min"


def _games(number: int) -> str:
    """Tell a number of games."""
    return f"{number} game" if number == 1 else f"{number} games"


def _rate(games: float) -> str:
    """Tell how fast games are done."""
    if games >= 1:
        return f"{games:.1f} a second"
    if games * _MINUTE >= 1:
        return f"{games * _MINUTE:.1f} a minute"
    return f"{games * _HOUR:.1f} an hour"
