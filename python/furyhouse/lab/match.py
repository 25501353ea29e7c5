"""Matches between two engines, as a program plays them; `furyhouse match` is made of this.

Example:
    >>> quick = TimeControl(nodes=50)
    >>> one = EngineSpec(proto="internal", name="one", limit=quick, options={"Hash": 1})
    >>> two = EngineSpec(proto="internal", name="two", limit=quick, options={"Hash": 2})
    >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    >>> settings = MatchSettings((one, two), openings=(start,), games=2)
    >>> tally = Tally(settings)
    >>> for record in play_match(settings):
    ...     tally.add(record)
    >>> tally.statistics().games
    2
"""

from collections.abc import Generator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Self

from furyhouse.lab.adjudication import Adjudication, DrawRule, WinRule
from furyhouse.lab.bench import Bench, BenchError
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.match_file import MatchFile
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.openings import BUNDLED, OpeningError, read_openings, shuffled
from furyhouse.lab.pgn import write_pgn
from furyhouse.lab.record_file import RecordFileError
from furyhouse.lab.sprt import Sprt
from furyhouse.lab.statistics import Statistics
from furyhouse.lab.tally import Tally
from furyhouse.lab.thought import Thought
from furyhouse.lab.time_control import TimeControl

__all__ = [
    "BUNDLED",
    "Adjudication",
    "Bench",
    "BenchError",
    "DrawRule",
    "EngineSpec",
    "GameRecord",
    "MatchFile",
    "MatchSettings",
    "OpeningError",
    "RecordFileError",
    "Sprt",
    "Statistics",
    "Tally",
    "Thought",
    "TimeControl",
    "WinRule",
    "play_match",
    "read_openings",
    "shuffled",
    "write_pgn",
]


def play_match(
    settings: MatchSettings,
    *,
    out: Path | None = None,
    pgn: Path | None = None,
    bench: Bench | None = None,
) -> Generator[GameRecord, None, None]:
    """Play a match, and give each game when it has ended.

    Args:
        settings: The match. A protocol `auto` is found out first.
        out: A file for the games, one JSON object a line. If it holds games of this match already,
            they are given first, and only the missing ones are played.
        pgn: A file for the games as PGN. With `out` it is written anew when the match begins, from
            what `out` holds; without, games are added to it.
        bench: The processes to play with, which stay; None makes some and ends them.

    Yields:
        The games in the order in which they end.

    Raises:
        BenchError: An engine cannot be started, or does not take its options.
        RecordFileError: `out` is of another match.
        OSError: A file cannot be written.

    Example:
        >>> one = EngineSpec(proto="internal", name="one", limit=TimeControl(depth=1))
        >>> start = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"
        >>> settings = MatchSettings((one, one.renamed("two")), openings=(start,), games=2)
        >>> sorted(record.result for record in play_match(settings))
        ['1-0', '1-0']
    """
    with ExitStack() as stack:
        if bench is None:
            bench = stack.enter_context(Bench())
        settings = bench.probe_both(settings)
        files = stack.enter_context(_Files(settings, out, pgn))
        tally = Tally(settings)
        for record in files.before:
            tally.add(record)
        yield from files.before
        if tally.verdict() != "continue":
            return
        for record in stack.enter_context(closing(bench.play(settings, tally.missing()))):
            tally.add(record)
            files.add(record)
            yield record
            if tally.verdict() != "continue":
                return


class _Files:
    """What a match is written to.

    Attributes:
        before: The games that were played in earlier runs.
    """

    def __init__(self, settings: MatchSettings, out: Path | None, pgn: Path | None) -> None:
        self._engines = settings.engines
        with ExitStack() as stack:
            self._out = None if out is None else stack.enter_context(MatchFile(out, settings))
            self.before = [] if self._out is None else list(self._out.records)
            # With both files, the one with the settings says what is in the other.
            mode = "a" if self._out is None else "w"
            self._pgn = (
                None if pgn is None else stack.enter_context(pgn.open(mode, encoding="utf-8"))
            )
            for record in self.before:
                self._write_pgn(record)
            self._stack = stack.pop_all()

    def add(self, record: GameRecord) -> None:
        """Write a game."""
        if self._out is not None:
            self._out.add(record)
        self._write_pgn(record)

    def _write_pgn(self, record: GameRecord) -> None:
        """Write a game as PGN."""
        if self._pgn is not None:
            self._pgn.write(write_pgn(record, self._engines))
            self._pgn.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
