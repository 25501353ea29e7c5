"""The command `furyhouse analyse`."""

import argparse
import shutil
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING

from furyhouse._core import EngineError
from furyhouse.lab.analyse_arguments import AnalyseArgumentError, GamesRequest, read_request
from furyhouse.lab.analyse_live import PositionRequest, analyse_position
from furyhouse.lab.analyse_output import OutputFileError, Outputs
from furyhouse.lab.analyse_plot import picture_path, plot_game
from furyhouse.lab.analyse_pool import PoolError, ProcessPool
from furyhouse.lab.analyse_progress import open_progress, summary
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_run import Run
from furyhouse.lab.files import check_place
from furyhouse.lab.pgn_games import GameFile
from furyhouse.lab.pgn_input import InputError

if TYPE_CHECKING:
    from furyhouse.lab.analyse_cluster import ClusterPool

__all__ = ["run"]

_EXIT_OK = 0
_EXIT_FAULT = 1
_EXIT_USAGE = 2
_EXIT_INTERRUPTED = 130

_Write = Callable[[str], None]


def run(
    options: argparse.Namespace, *, tell: _Write, warn: _Write, terminal: bool, figures: bool
) -> int:
    """Analyse as the arguments say.

    Args:
        options: The arguments, as `furyhouse.lab.analyse_arguments` describes them.
        tell: Writes a line on standard output.
        warn: Writes a line on standard error.
        terminal: Whether standard output is a terminal.
        figures: Whether it takes chess figures.

    Returns:
        The exit status: 0, 1 for a fault, 2 for wrong arguments, 130 after an interruption.
    """
    try:
        request = read_request(options)
    except AnalyseArgumentError as error:
        warn(str(error))
        return _EXIT_USAGE
    try:
        if isinstance(request, GamesRequest):
            return _Games(request, tell, warn).run()
        return _position(request, options, tell=tell, terminal=terminal, figures=figures)
    except (EngineError, MemoryError) as error:
        warn(str(error) or "there is not enough memory")
    except (InputError, OutputFileError, PoolError) as error:
        warn(str(error))
    except BrokenPipeError:
        # Nobody reads any more; that is no fault of a file.
        raise
    except OSError as error:
        warn(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    return _EXIT_FAULT


def _position(
    request: PositionRequest,
    options: argparse.Namespace,
    *,
    tell: _Write,
    terminal: bool,
    figures: bool,
) -> int:
    """Analyse a position."""
    return analyse_position(
        request if figures else replace(request, ascii=True),
        tell=tell,
        live=terminal and not options.plain,
        width=shutil.get_terminal_size().columns if terminal else None,
    )


class _Games:
    """The analysis of a file of games."""

    def __init__(self, request: GamesRequest, tell: _Write, warn: _Write) -> None:
        self._request = request
        self._tell = tell
        self._warn = warn
        self._analysed = 0
        # Where the games go to standard output, nothing else may.
        self._say = warn if request.prints else tell

    def run(self) -> int:
        """Analyse it, and give the exit status."""
        missing = self._missing()
        if missing is not None:
            self._warn(missing)
            return _EXIT_FAULT
        signal.signal(signal.SIGTERM, _interrupt)
        request, begun = self._request, time.monotonic()
        if request.plot is not None:
            check_place(request.plot)
        with (
            GameFile(request.source) as games,
            Outputs(
                request.out,
                request.json,
                request.settings,
                overwrite=request.overwrite,
                tell=self._tell if request.prints else None,
            ) as outputs,
        ):
            before, status = outputs.place.done, _EXIT_OK
            if before:
                self._say(f"{games.name}: goes on after game {before}")
            try:
                self._analyse(games, outputs)
                outputs.finish()
            except KeyboardInterrupt:
                status = _EXIT_INTERRUPTED
            place = outputs.place
        told = summary(place.counts, time.monotonic() - begun, self._analysed)
        if status == _EXIT_INTERRUPTED:
            again = "" if request.prints else "; the same command goes on from there"
            self._warn(f"interrupted: {told}{again}")
            return status
        self._say(told)
        return _EXIT_FAULT if place.counts["failed"] else _EXIT_OK

    def _missing(self) -> str | None:
        """Tell what games need and is missing; None where all is there."""
        try:
            import fcntl  # noqa: F401, PLC0415 - not on every system
        except ImportError:
            return "analyse needs Linux or macOS for files: Windows lacks the locks it uses"
        try:
            import chess.pgn  # noqa: F401, PLC0415 - an extra
        except ImportError:
            return "games need python-chess; pip install 'furyhouse[chess]' brings it"
        if self._request.plot is not None:
            try:
                import matplotlib.figure  # noqa: F401, PLC0415 - an extra
            except ImportError:
                return "pictures need matplotlib; pip install 'furyhouse[plot]' brings it"
        if self._request.scheduler is not None:
            try:
                import distributed  # noqa: F401, PLC0415 - an extra
            except ImportError:
                return "a cluster needs Dask; pip install 'furyhouse[cluster]' brings it"
        return None

    def _analyse(self, games: GameFile, outputs: Outputs) -> None:
        """Analyse all games that are not analysed yet."""
        progress = open_progress(
            self._say,
            self._warn,
            live=sys.stderr.isatty() and not self._request.plain,
            done=outputs.place.done,
            total=games.count(),
        )

        plot = self._request.plot

        def show(result: GameResult, share: float) -> None:
            if result.said:
                progress.note(f"{games.name}: game {result.number}: {result.said}")
            if plot is not None and result.kind == "analysed":
                drawn = outputs.place.counts["analysed"]
                plot_game(result.record, picture_path(plot, drawn))
            progress.show(result.number, share)

        with progress, self._pool() as pool:
            run = Run(
                games,
                pool,
                outputs,
                untagged=self._request.settings.untagged,
                on_result=show,
            )
            try:
                run.run()
            finally:
                self._analysed = run.analysed

    def _pool(self) -> "ProcessPool | ClusterPool":
        """Get what analyses games."""
        request = self._request
        if request.scheduler is None:
            return ProcessPool(request.workers, request.settings)
        from furyhouse.lab.analyse_cluster import ClusterPool  # noqa: PLC0415 - an extra

        return ClusterPool(request.scheduler, request.settings)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """Take being asked to end like Ctrl-C."""
    raise KeyboardInterrupt
