"""The positions that a match's games begin with."""

import random
from collections.abc import Iterable
from pathlib import Path

from furyhouse.position import read_position

__all__ = ["BUNDLED", "OpeningError", "read_openings", "shuffled"]

BUNDLED = Path(__file__).with_name("openings.fen")
"""A hundred balanced positions after four to ten random plies, for matches that name no file."""

_FIELDS = 4
_COUNTERS = 2


class OpeningError(ValueError):
    """A line of an openings file is no position that can be played.

    Example:
        >>> read_openings(["no position"])
        Traceback (most recent call last):
            ...
        furyhouse.lab.openings.OpeningError: line 1: expected a FEN or EPD, found 'no position'
    """


def read_openings(lines: Iterable[str]) -> list[str]:
    """Read positions, one a line, as FEN or EPD; empty lines and those with a `#` first are passed.

    One that castles from any squares is of Crazyhouse960, and its games are.

    Args:
        lines: The lines of the file.

    Returns:
        The positions as FEN, in the order of the file. An EPD's operations are passed over, but
        for its counters `hmvc` and `fmvn`.

    Raises:
        OpeningError: A line cannot be read, its position cannot be played, or its game is over.

    Example:
        >>> read_openings(["8/8/8/4k3/8/8/8/4K2R[Qn] w - - hmvc 3; fmvn 20;"])
        ['8/8/8/4k3/8/8/8/4K2R[Qn] w - - 3 20']
    """
    found: list[str] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            board = read_position(_fen(text))
        except ValueError as error:
            raise OpeningError(f"line {number}: {error}") from None
        if board.is_game_over():
            raise OpeningError(f"line {number}: the game is over in {text!r}")
        found.append(board.fen())
    if not found:
        raise OpeningError("there is no position in it")
    return found


def shuffled(openings: list[str], seed: int) -> list[str]:
    """Get the positions in an order that only the seed decides.

    Example:
        >>> shuffled(["a", "b", "c", "d"], 1) == shuffled(["a", "b", "c", "d"], 1)
        True
        >>> sorted(shuffled(["a", "b", "c", "d"], 2))
        ['a', 'b', 'c', 'd']
    """
    mixed = list(openings)
    random.Random(seed).shuffle(mixed)  # noqa: S311 - nothing to guard
    return mixed


def _fen(text: str) -> str:
    """Make a FEN of a line."""
    words = text.split()
    if len(words) < _FIELDS:
        raise ValueError(f"expected a FEN or EPD, found {text[:60]!a}")
    position, rest = words[:_FIELDS], words[_FIELDS:]
    if len(rest) >= _COUNTERS and all(word.isdecimal() for word in rest[:_COUNTERS]):
        return " ".join([*position, *rest[:_COUNTERS]])
    counters = {"hmvc": "0", "fmvn": "1"}
    for operation in " ".join(rest).split(";"):
        name, _, value = operation.strip().partition(" ")
        if name in counters and value.isdecimal():
            counters[name] = value
    return " ".join([*position, counters["hmvc"], counters["fmvn"]])
