"""The command `furyhouse tune`."""

import argparse
import importlib.util
import signal
from collections.abc import Callable
from types import FrameType

from furyhouse.lab.bench import Bench, BenchError
from furyhouse.lab.record_file import RecordFileError
from furyhouse.lab.tune import MatchPlayer, TuneError, rounded, source_lines, tune
from furyhouse.lab.tune_arguments import TuneArgumentError, TuneRequest, read_request
from furyhouse.lab.tune_file import Iteration, TuneFile
from furyhouse.lab.tune_settings import TuneSettings

__all__ = ["run"]

_EXIT_OK = 0
_EXIT_FAULT = 1
_EXIT_USAGE = 2
_EXIT_INTERRUPTED = 130

_SHOWN = 5
_MINUTE = 60
_HOUR = 3600


def run(
    options: argparse.Namespace, *, tell: Callable[[str], None], warn: Callable[[str], None]
) -> int:
    """Tune as the arguments say.

    Args:
        options: The arguments, as `furyhouse.lab.tune_arguments` describes them.
        tell: Writes a line on standard output.
        warn: Writes a line on standard error.

    Returns:
        The exit status: 0, 1 when the matches cannot be played, 2 for wrong arguments, 130 after an
        interruption.
    """
    if importlib.util.find_spec("chess") is None:
        warn("tuning needs python-chess; pip install 'furyhouse[chess]' brings it")
        return _EXIT_FAULT
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        request = read_request(options)
        return _tune(request, tell, warn)
    except TuneArgumentError as error:
        warn(str(error))
        return _EXIT_USAGE
    except (BenchError, TuneError, RecordFileError) as error:
        warn(str(error))
        return _EXIT_FAULT
    except OSError as error:
        warn(f"{error.filename}: {error.strerror}")
        return _EXIT_FAULT


def _tune(request: TuneRequest, tell: Callable[[str], None], warn: Callable[[str], None]) -> int:
    """Go on with the tuning, and tell what it comes to."""
    settings = request.settings
    with TuneFile(request.state, settings) as file:
        before = len(file.iterations)
        if before:
            tell(f"goes on after iteration {before} of {settings.iterations}")
        status = _EXIT_OK
        try:
            if before < settings.iterations:
                with Bench() as bench:
                    # Before any game: whether the engine starts, and has what is tuned.
                    start = {param.name: param.start for param in settings.params}
                    bench.probe(settings.match(0, start, start).engines[0])
                    seconds = 0.0
                    for iteration, games in tune(settings, file, MatchPlayer(settings, bench)):
                        seconds += iteration.seconds
                        for fault in games.faults:
                            warn(f"iteration {iteration.iteration + 1}: not counted: {fault}")
                        mean = seconds / (iteration.iteration + 1 - before)
                        tell(progress(settings, iteration, mean))
        except KeyboardInterrupt:
            status = _EXIT_INTERRUPTED
        if status == _EXIT_OK or file.iterations:
            for line in summary(request, file):
                tell(line)
        if status == _EXIT_INTERRUPTED:
            done = len(file.iterations)
            warn(f"interrupted after iteration {done}; the same command goes on from there")
    return status


def progress(settings: TuneSettings, iteration: Iteration, mean: float) -> str:
    """Write a line about an iteration: its games, and the values that have moved the most.

    Args:
        settings: The tuning.
        iteration: The iteration.
        mean: The seconds that an iteration takes.
    """
    number = iteration.iteration + 1
    left = duration(mean * (settings.iterations - number))
    moved = sorted(
        settings.params,
        key=lambda param: -abs(iteration.values[param.name] - param.start) / param.step,
    )
    values = ", ".join(
        f"{param.name} {param.start} → {iteration.values[param.name]:.2f}"
        for param in moved[:_SHOWN]
    )
    score = f"+{iteration.wins} ={iteration.draws} -{iteration.losses}"
    return f"{number} of {settings.iterations}  {score}  {left} left  {values}"


def duration(seconds: float) -> str:
    """Write a time in the units that fit it."""
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    return f"{seconds / _HOUR:.1f} h"


def summary(request: TuneRequest, file: TuneFile) -> list[str]:
    """Write what the tuning has come to: a table, and the lines of the source."""
    settings, played = request.settings, file.iterations
    wins = sum(one.wins for one in played)
    draws = sum(one.draws for one in played)
    losses = sum(one.losses for one in played)
    faults = sum(one.not_counted for one in played)
    games = wins + draws + losses
    lines = [
        f"{len(played)} of {settings.iterations} iterations, {games} games:"
        f" +{wins} ={draws} -{losses}" + (f", {faults} not counted" if faults else "")
    ]
    values = rounded(settings.params, file.values)
    rows = [("parameter", "from", "to", "rounded", "steps")]
    for param in settings.params:
        value = file.values[param.name]
        steps = (value - param.start) / param.step
        rows.append(
            (
                param.name,
                str(param.start),
                f"{value:.2f}",
                str(values[param.name]),
                f"{steps:+.2f}",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        columns = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        lines.append(f"{name:{widths[0]}}  {'  '.join(columns)}")
    return [*lines, "In rust/search/src/params.rs:", *source_lines(values, request.ranges)]


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """Take being asked to end like Ctrl-C."""
    raise KeyboardInterrupt
