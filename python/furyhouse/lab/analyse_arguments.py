"""The arguments of `furyhouse analyse`."""

import argparse
from collections.abc import Sequence

from furyhouse._core import Board
from furyhouse.engine import Limit, check_range
from furyhouse.lab.analyse_live import PositionRequest
from furyhouse.lab.analyse_position import read_board
from furyhouse.protocol.game import read_move

__all__ = ["AnalyseArgumentError", "describe", "read_request"]

_START = "startpos"
_MOST_THREADS = 512
_MOST_LINES = 500
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
        metavar="FEN",
        help="the position, or startpos (the start)",
    )
    add = parser.add_argument_group("limits of each search; the first that is reached ends it")
    add.add_argument("--time", type=float, metavar="SECONDS", help="seconds")
    add.add_argument("--depth", type=int, metavar="PLIES", help="plies")
    add.add_argument("--nodes", type=int, metavar="N", help="positions")
    parser.add_argument("--hash", type=int, metavar="MB", help="the table's size (64)")
    parser.add_argument(
        "--plain", action="store_true", help="lines and nothing that changes, on a terminal too"
    )
    add = parser.add_argument_group("a position (without a limit until Ctrl-C)")
    add.add_argument("--moves", nargs="+", metavar="MOVE", help="moves that follow the position")
    add.add_argument("--multipv", type=int, metavar="N", help="so many of the best lines (1)")
    add.add_argument("--threads", type=int, metavar="N", help="threads that search (1)")
    add.add_argument("--flip", action="store_true", help="draw Black below")
    add.add_argument("--ascii", action="store_true", help="draw the board in ASCII")


def read_request(options: argparse.Namespace) -> PositionRequest:
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
    """
    try:
        board = _played(_position(" ".join(options.what) or _START), options.moves or ())
        if options.time == 0:
            raise ValueError("time is above 0 seconds")  # noqa: TRY301 - as the rest is told
        endless = (options.time, options.depth, options.nodes) == (None, None, None)
        return PositionRequest(
            board,
            Limit(time=options.time, depth=options.depth, nodes=options.nodes, infinite=endless),
            multipv=_whole("--multipv", options.multipv, 1, _MOST_LINES),
            threads=_whole("--threads", options.threads, 1, _MOST_THREADS),
            hash_mb=_whole("--hash", options.hash, 64, _LARGEST_HASH),
            flip=options.flip,
            ascii=options.ascii,
        )
    except ValueError as error:
        raise AnalyseArgumentError(str(error)) from None


def _position(text: str) -> Board:
    """Read the position of the command line."""
    if text == _START:
        return Board()
    if "/" not in text:
        raise ValueError(f"expected a FEN or {_START}, found {text[:_SHOWN]!a}")
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
