"""The command `furyhouse match`."""

import argparse
import signal
from collections.abc import Callable, Generator
from contextlib import closing
from types import FrameType

from furyhouse.lab.arguments import ArgumentError, read_settings
from furyhouse.lab.bench import Bench, BenchError
from furyhouse.lab.display import open_display
from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.match import play_match
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.record_file import RecordFileError
from furyhouse.lab.report import score_line
from furyhouse.lab.tally import Tally

__all__ = ["run"]

_EXIT_OK = 0
_EXIT_FAULT = 1
_EXIT_USAGE = 2
_EXIT_INTERRUPTED = 130


def run(
    options: argparse.Namespace,
    *,
    tell: Callable[[str], None],
    warn: Callable[[str], None],
    terminal: bool,
) -> int:
    """Play a match as the arguments say.

    Args:
        options: The arguments, as `furyhouse.lab.arguments` describes them.
        tell: Writes a line on standard output.
        warn: Writes a line on standard error.
        terminal: Whether standard output is a terminal.

    Returns:
        The exit status: 0, 1 when the match cannot be played, 2 for wrong arguments, 130 after an
        interruption.
    """
    try:
        settings = read_settings(options)
    except ArgumentError as error:
        warn(str(error))
        return _EXIT_USAGE
    except OSError as error:
        warn(f"{error.filename}: {error.strerror}")
        return _EXIT_FAULT
    needs_chess = any(engine.proto != "internal" for engine in settings.engines)
    if needs_chess and not _has_chess():
        warn("matches need python-chess; pip install 'furyhouse[chess]' brings it")
        return _EXIT_FAULT
    tally = Tally(settings)
    signal.signal(signal.SIGTERM, _interrupt)
    display = open_display(tell, live=terminal and not options.plain)
    status = _EXIT_OK
    try:
        with display:
            try:
                with closing(_played(options, settings)) as played:
                    for record in played:
                        tally.add(record)
                        display.show(tally, record)
            except KeyboardInterrupt:
                status = _EXIT_INTERRUPTED
            display.summary(tally)
    except (BenchError, RecordFileError) as error:
        warn(str(error))
        return _EXIT_FAULT
    except BrokenPipeError:
        # Nobody reads any more; that is no fault of a file.
        raise
    except OSError as error:
        warn(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return _EXIT_FAULT
    if status == _EXIT_INTERRUPTED:
        warn(f"interrupted; {score_line(tally)}")
    return status


def _played(
    options: argparse.Namespace, settings: MatchSettings
) -> Generator[GameRecord, None, None]:
    """Play the match, with the files that the arguments name."""
    if options.transcript is not None:
        # The workers add to it; that it cannot be written is told before they start.
        options.transcript.open("a", encoding="utf-8").close()
    with Bench(options.transcript) as bench:
        yield from play_match(settings, out=options.out, pgn=options.pgn, bench=bench)


def _has_chess() -> bool:
    """Tell whether python-chess is there."""
    try:
        import chess.engine  # noqa: F401, PLC0415 - an extra
    except ImportError:
        return False
    return True


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """Take being asked to end like Ctrl-C."""
    raise KeyboardInterrupt
