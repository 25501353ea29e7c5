"""How a match is watched: a live table on a terminal, lines elsewhere."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, Self

from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.report import game_line, rows, score_line
from furyhouse.lab.tally import Tally

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["Display", "Lines", "LiveTable", "open_display"]

_LINES_EVERY = 10
_REFRESHES_A_SECOND = 2
_MINUTE = 60.0
_LAST_GAMES = 4


class Display(Protocol):
    """Shows a match while it is played."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *_: object) -> None:
        """Stop."""

    def show(self, tally: Tally, record: GameRecord) -> None:
        """Show a game that has ended, and the match after it."""

    def summary(self, tally: Tally) -> None:
        """Show the match at its end."""


class Lines:
    """Shows a match as lines: one for each game, and now and then the score.

    Args:
        tell: Writes a line.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._begun = time.monotonic()
        self._played = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def show(self, tally: Tally, record: GameRecord) -> None:
        """Write a line about a game."""
        self._played += 1
        self._tell(game_line(record, tally.settings))
        if self._played % _LINES_EVERY == 0:
            self._tell(score_line(tally))

    def summary(self, tally: Tally) -> None:
        """Write everything that is known, a line for each."""
        told = rows(tally, (time.monotonic() - self._begun) / _MINUTE, self._played)
        width = max(len(name) for name, _ in told)
        for name, value in told:
            self._tell(f"{name:{width}}  {value}")


class LiveTable:
    """Shows a match as a table that changes, with the last games below; faults stay above it."""

    def __init__(self) -> None:
        from rich.live import Live  # noqa: PLC0415 - an extra, and slow to import

        self._live: Live = Live(refresh_per_second=_REFRESHES_A_SECOND)
        self._begun = time.monotonic()
        self._played = 0
        self._last: list[str] = []

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def show(self, tally: Tally, record: GameRecord) -> None:
        """Draw the table anew."""
        self._played += 1
        line = game_line(record, tally.settings)
        if record.fault is not None:
            self._live.console.print(line, markup=False, highlight=False)
        self._last = [*self._last, line][-_LAST_GAMES:]
        self._live.update(self._table(tally))

    def summary(self, tally: Tally) -> None:
        """Leave the table as it is at the end."""
        self._last = []
        self._live.update(self._table(tally), refresh=True)

    def _table(self, tally: Tally) -> "Table":
        """Make the table."""
        from rich.table import Table  # noqa: PLC0415 - an extra, and slow to import
        from rich.text import Text  # noqa: PLC0415 - the same

        first, second = tally.settings.engines
        table = Table(
            title=Text(f"{first.name} - {second.name}"),
            show_header=False,
            caption=Text("\n".join(self._last)),
            caption_justify="left",
        )
        minutes = (time.monotonic() - self._begun) / _MINUTE
        for name, value in rows(tally, minutes, self._played):
            table.add_row(Text(name), Text(value))
        return table


def open_display(tell: Callable[[str], None], *, live: bool) -> Display:
    """Choose how a match is shown.

    Args:
        tell: Writes a line.
        live: Whether a live table is wanted; without rich there are lines all the same.

    Example:
        >>> type(open_display(print, live=False)).__name__
        'Lines'
    """
    if live:
        try:
            import rich  # noqa: F401, PLC0415 - an extra
        except ImportError:
            pass
        else:
            return LiveTable()
    return Lines(tell)
