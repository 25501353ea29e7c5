"""The games of PGN files, one after another, as far as a book needs them.

python-chess finds the games, their headers and the words of their moves; the moves are made by
furyhouse's own rules, in a third of the time, and from positions that python-chess does not read
(empty pockets as XBoard writes them, `[-]`).
"""

import bz2
import gzip
import io
import lzma
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TextIO, cast

import chess
import chess.pgn

from furyhouse._core import Board, Move, PositionError
from furyhouse.lab.played_game import GamesError, PlayedGame, Result
from furyhouse.protocol.game import read_move

__all__ = ["GameFilter", "read_games", "read_stream"]

_COMPRESSIONS = {".gz": gzip, ".bz2": bz2, ".xz": lzma}
_STDIN = "-"
_VARIANTS = frozenset({"crazyhouse", "crazyhouse960", "crazyhouse 960"})
_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2"})
_LONGEST_SHOWN = 60


@dataclass(slots=True)
class GameFilter:
    r"""Which games are wanted, and how many were passed over.

    Attributes:
        max_ply: The plies of a game that are wanted.
        start: The position that a game has to begin with; None for any.
        min_elo: The least rating of both players.
        passed_over: How many games were not wanted, by the reason.

    Example:
        >>> games = '[Variant "Crazyhouse"]\n[Result "1-0"]\n\n1. e4 {+0.2} e5 1-0\n'
        >>> found = read_stream(io.StringIO(games), "games", GameFilter(max_ply=1), print)
        >>> [game.moves for game in found]
        [(Move.from_uci('e2e4'),)]
    """

    max_ply: int = 24
    start: Board | None = None
    min_elo: int = 0
    passed_over: Counter[str] = field(default_factory=Counter)

    def refuses(self, headers: dict[str, str], start: Board | None) -> str | None:
        """Say why a game is not wanted; None where it is.

        Args:
            headers: The headers of the game.
            start: The position that it begins with; None where that cannot be read.

        Example:
            >>> GameFilter().refuses({"Variant": "Atomic"}, Board())
            'of another variant'
        """
        if headers.get("Variant", "").lower() not in _VARIANTS:
            return "of another variant"
        if headers.get("Result") not in _RESULTS:
            return "without a result"
        if start is None:
            return "from a position that cannot be played"
        if self.start is not None and start.epd() != self.start.epd():
            return "from another position"
        elos = (headers.get(f"{color}Elo", "") for color in ("White", "Black"))
        if self.min_elo and not all(elo.isdecimal() and int(elo) >= self.min_elo for elo in elos):
            return f"of players below {self.min_elo} Elo"
        return None


def read_games(
    paths: list[Path], wanted: GameFilter, warn: Callable[[str], object]
) -> Generator[PlayedGame, None, None]:
    """Read the games of files: plain, or compressed with gzip, bzip2 or xz; `-` is standard input.

    Args:
        paths: The files.
        wanted: Which games are wanted; it counts the others.
        warn: Told of each game with a move that cannot be made; it ends before that move.

    Yields:
        The games, as they are read.

    Raises:
        GamesError: A file cannot be read, or breaks off.

    Example:
        >>> list(read_games([], GameFilter(), print))
        []
    """
    for path in paths:
        try:
            with _opened(path) as file, io.TextIOWrapper(file, "utf-8", "replace") as text:
                yield from read_stream(text, str(path), wanted, warn)
        except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise GamesError(f"{path}: {reason}") from error


def read_stream(
    text: TextIO, name: str, wanted: GameFilter, warn: Callable[[str], object]
) -> Generator[PlayedGame, None, None]:
    """Read the games of one text.

    Example:
        >>> list(read_stream(io.StringIO(""), "nothing", GameFilter(), print))
        []
    """
    lines = _Lines(text)
    number = 0
    while True:
        lines.first = 0
        found = chess.pgn.read_game(cast("TextIO", lines), Visitor=lambda: _Reader(wanted))
        if found is None:
            return
        number += 1
        if found.fault:
            warn(f"{name}: game {number}, line {lines.first}: {found.fault}")
        if found.refusal is not None:
            wanted.passed_over[found.refusal] += 1
        elif found.moves:
            yield PlayedGame(found.start, tuple(found.moves), found.game_result)


def _opened(path: Path) -> IO[bytes]:
    """Open a file of games."""
    if str(path) == _STDIN:
        if sys.stdin is None:
            raise GamesError("standard input: is closed")
        return sys.stdin.buffer
    if path.suffix == ".zst":
        raise GamesError(f"{path}: expected PGN, plain or .gz, .bz2, .xz; unpack Zstandard first")
    compression = _COMPRESSIONS.get(path.suffix)
    return path.open("rb") if compression is None else cast("IO[bytes]", compression.open(path))


class _Lines:
    """The lines of a text, counted.

    Attributes:
        first: The number of the first line with something in it, since it was set to 0.
    """

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._count = 0
        self.first = 0

    def readline(self) -> str:
        """Read a line."""
        line = self._text.readline()
        self._count += 1
        if not self.first and line.strip():
            self.first = self._count
        return line


class _Reader(chess.pgn.BaseVisitor["_Reader"]):
    """One game, as python-chess comes by its headers and the words of its moves."""

    def __init__(self, wanted: GameFilter) -> None:
        self._wanted = wanted
        self._headers: dict[str, str] = {}
        self._board = Board()
        self.start = self._board
        self.moves: list[Move] = []
        self.refusal: str | None = None
        self.fault = ""

    @property
    def game_result(self) -> Result:
        """How the game ended, where it is wanted."""
        return cast("Result", self._headers["Result"])

    def begin_headers(self) -> chess.pgn.Headers:
        """Let python-chess know nothing of the position: it would refuse some that are right."""
        return chess.pgn.Headers({})

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Take a header."""
        self._headers[tagname] = tagvalue.strip()

    def end_headers(self) -> chess.pgn.SkipType | None:
        """Look whether the game is wanted."""
        start = _start(self._headers)
        self.refusal = self._wanted.refuses(self._headers, start)
        if self.refusal is not None or start is None:
            return chess.pgn.SKIP
        self.start = start
        self._board = start.copy()
        return None

    def begin_variation(self) -> chess.pgn.SkipType:
        """Pass a variation over."""
        return chess.pgn.SKIP

    def begin_parse_san(self, board: chess.Board, san: str) -> chess.pgn.SkipType:
        """Make a move, while moves are wanted."""
        if not self.fault and len(self.moves) < self._wanted.max_ply:
            try:
                move = read_move(self._board, san)
            except ValueError as error:
                self.fault = f"{san[:_LONGEST_SHOWN]}: {error}"
            else:
                self._board.push(move)
                self.moves.append(move)
        # Only after a move python-chess knows that a parenthesis begins a variation.
        board.push(chess.Move.null())
        return chess.pgn.SKIP

    def result(self) -> "_Reader":
        """Give itself."""
        return self


def _start(headers: dict[str, str]) -> Board | None:
    """Read the position that a game begins with; None where it cannot be played."""
    fen = headers.get("FEN")
    if fen is None:
        return Board()
    try:
        return Board(fen)
    except PositionError:
        try:
            return Board(fen, chess960=True)
        except ValueError:
            return None
    except ValueError:
        return None
