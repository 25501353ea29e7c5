"""The arguments of `furyhouse analyse`."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from furyhouse._core import Board
from furyhouse.engine import DEEPEST, MOST_LINES, Limit, check_range
from furyhouse.lab.analyse_files import check_different
from furyhouse.lab.analyse_live import PositionRequest
from furyhouse.lab.analyse_plot import KINDS
from furyhouse.lab.analyse_position import read_board
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.protocol.game import read_move

__all__ = ["AnalyseArgumentError", "GamesRequest", "describe", "read_request"]

_START = "startpos"
_STDIN = "-"
_STDOUT = Path("-")
# What the name of a file of games has in it.
_PGN = ".pgn"
_STROKES = 7
_MOST_WORKERS = 1024
_MOST_THREADS = 512
_LARGEST_HASH = 65536
_SHOWN = 60


class AnalyseArgumentError(ValueError):
    """An argument cannot be understood.

    Example:
        >>> raise AnalyseArgumentError("expected a position")
        Traceback (most recent call last):
            ...
        furyhouse.lab.analyse_arguments.AnalyseArgumentError: expected a position
    """


@dataclass(frozen=True, slots=True)
class GamesRequest:
    """A file of games to analyse, and how.

    Attributes:
        source: The file; `-` is standard input.
        settings: How each position is searched.
        workers: How many processes search.
        scheduler: The address of a Dask cluster's scheduler, whose workers search instead.
        prints: Whether the annotated games go to standard output.
        out: The file of annotated games.
        json: The file of JSON lines.
        plot: The picture of the first game; those of the others get a number.
        overwrite: Whether files that are there are written anew.
        plain: Whether a terminal gets lines, too.

    Example:
        >>> GamesRequest("games.pgn", AnalyseSettings(), workers=2, prints=True).out is None
        True
    """

    source: str
    settings: AnalyseSettings
    workers: int
    prints: bool
    scheduler: str | None = None
    out: Path | None = None
    json: Path | None = None
    plot: Path | None = None
    overwrite: bool = False
    plain: bool = False


def describe(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> describe(parser)
        >>> parser.parse_args(["startpos", "--depth", "8"]).depth
        8
    """
    parser.add_argument(
        "what",
        nargs="*",
        metavar="FEN|FILE",
        help="a position, or startpos (the start); or a file of games, plain, gz, bz2, xz or zst,"
        " or - for standard input",
    )
    add = parser.add_argument_group("limits of each search; the first that is reached ends it")
    add.add_argument("--time", type=float, metavar="SECONDS", help="seconds")
    add.add_argument("--depth", type=int, metavar="PLIES", help=f"plies, {DEEPEST} at most")
    add.add_argument("--nodes", type=int, metavar="N", help="positions (100000 for games)")
    parser.add_argument(
        "--hash", type=int, metavar="MB", help="the table's size (64; 16 for each game)"
    )
    parser.add_argument(
        "--plain", action="store_true", help="lines and nothing that changes, on a terminal too"
    )
    add = parser.add_argument_group("a position (without a limit until Ctrl-C)")
    add.add_argument("--moves", nargs="+", metavar="MOVE", help="moves that follow the position")
    add.add_argument("--multipv", type=int, metavar="N", help="so many of the best lines (1)")
    add.add_argument("--threads", type=int, metavar="N", help="threads that search (1)")
    add.add_argument("--flip", action="store_true", help="draw Black below")
    add.add_argument("--ascii", action="store_true", help="draw the board in ASCII")
    add = parser.add_argument_group("games (an analysis that was broken off goes on)")
    add.add_argument("-o", "--out", type=Path, metavar="FILE", help="the annotated games (-)")
    add.add_argument("--json", type=Path, metavar="FILE", help="JSON lines, one for each game")
    add.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="a picture of each game: FILE.png, .svg or .pdf, then FILE-2.png and so on",
    )
    add.add_argument("--workers", type=int, metavar="N", help="games at a time (all cores)")
    add.add_argument(
        "--scheduler", metavar="ADDRESS", help="search on a Dask cluster: its scheduler's address"
    )
    add.add_argument("--overwrite", action="store_true", help="write files that are there anew")
    add.add_argument(
        "--untagged",
        action="store_true",
        help="take games without a word on their variant for Crazyhouse",
    )


def read_request(options: argparse.Namespace) -> PositionRequest | GamesRequest:
    """Make the request of the arguments.

    Raises:
        AnalyseArgumentError: An argument cannot be understood.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> describe(parser)
        >>> words = "startpos --moves e4 e5 --depth 8".split()
        >>> request = read_request(parser.parse_args(words))
        >>> request.board.ply(), request.limit
        (2, Limit(depth=8))
        >>> read_request(parser.parse_args(["games.pgn", "--nodes", "500"])).settings.limit
        Limit(nodes=500)
    """
    try:
        if options.time == 0:
            raise ValueError("time is above 0 seconds")  # noqa: TRY301 - as the rest is told
        if options.depth is not None:
            check_range("--depth", options.depth, 1, DEEPEST)
        if _names_games(options.what):
            return _games(options)
        return _position_request(options)
    except ValueError as error:
        raise AnalyseArgumentError(str(error)) from None


def _names_games(words: Sequence[str]) -> bool:
    """Tell whether what is named is a file of games, and no position."""
    if len(words) != 1:
        if words and _PGN in words[0].lower():
            raise ValueError(f"expected one file, found {len(words)}; - takes many from a pipe")
        return False
    return words[0] == _STDIN or _PGN in words[0].lower() or Path(words[0]).exists()


def _position_request(options: argparse.Namespace) -> PositionRequest:
    """Make the request of a position."""
    _refuse(
        options, ("out", "json", "plot", "workers", "scheduler", "overwrite", "untagged"), "games"
    )
    board = _played(_position(" ".join(options.what) or _START), options.moves or ())
    endless = (options.time, options.depth, options.nodes) == (None, None, None)
    return PositionRequest(
        board,
        Limit(time=options.time, depth=options.depth, nodes=options.nodes, infinite=endless),
        multipv=_whole("--multipv", options.multipv, 1, MOST_LINES),
        threads=_whole("--threads", options.threads, 1, _MOST_THREADS),
        hash_mb=_whole("--hash", options.hash, 64, _LARGEST_HASH),
        flip=options.flip,
        ascii=options.ascii,
    )


def _games(options: argparse.Namespace) -> GamesRequest:
    """Make the request of a file of games."""
    _refuse(options, ("moves", "multipv", "threads", "flip", "ascii"), "a position")
    source = options.what[0]
    if options.json == _STDOUT:
        raise ValueError("--json: expected a file, found '-'")
    prints = options.out == _STDOUT or (options.out is None and options.json is None)
    out = None if options.out == _STDOUT else options.out
    results = [
        (name, path) for name, path in (("-o", out), ("--json", options.json)) if path is not None
    ]
    _check_places([*results, ("--plot", options.plot)])
    if options.scheduler is not None and options.workers is not None:
        raise ValueError("--workers is for this machine; --scheduler has workers of its own")
    if options.plot is not None and options.plot.suffix not in KINDS:
        kinds = ", ".join(KINDS)
        raise ValueError(
            f"--plot: expected a name with one of {kinds}, found {str(options.plot)!a}"
        )
    check_different(source, results, options.plot, prints=prints)
    settings = AnalyseSettings(
        seconds=options.time,
        depth=options.depth,
        nodes=options.nodes,
        hash_mb=_whole("--hash", options.hash, 16, _LARGEST_HASH),
        untagged=options.untagged,
    )
    return GamesRequest(
        source,
        settings,
        workers=_whole("--workers", options.workers, _cores(), _MOST_WORKERS),
        prints=prints,
        scheduler=options.scheduler,
        out=out,
        json=options.json,
        plot=options.plot,
        overwrite=options.overwrite,
        plain=options.plain,
    )


def _check_places(named: Sequence[tuple[str, Path | None]]) -> None:
    """Refuse folders in the place of files to write."""
    for name, path in named:
        if path is not None and (not path.name or path.is_dir()):
            raise ValueError(f"{name}: expected a file, found the folder {str(path)!a}")


def _refuse(options: argparse.Namespace, names: Sequence[str], kind: str) -> None:
    """Refuse arguments that are for something else."""
    for name in names:
        if getattr(options, name) not in (None, False):
            raise ValueError(f"--{name} is for {kind}")


def _cores() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _position(text: str) -> Board:
    """Read the position of the command line."""
    if text == _START:
        return Board()
    if text.count("/") < _STROKES:
        raise ValueError(
            f"expected a FEN, {_START}, or a file of games that is there, found {text[:_SHOWN]!a}"
        )
    return read_board(text)


def _played(board: Board, moves: Sequence[str]) -> Board:
    """Play moves."""
    for text in moves:
        try:
            board.push(read_move(board, text))
        except ValueError as error:
            raise ValueError(f"--moves: {error}") from None
    return board


def _whole(name: str, value: int | None, default: int, most: int) -> int:
    """Take a number, or the usual one."""
    if value is None:
        return default
    check_range(name, value, 1, most)
    return value
