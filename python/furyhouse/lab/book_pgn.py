"""The games of PGN files, one after another, as far as a book needs them.

python-chess finds the headers of a game and the words of its moves; the moves are made by
furyhouse's own rules, in a third of the time, and from positions that python-chess does not read
(empty pockets as XBoard writes them, `[-]`).
"""

import io
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO, cast

import chess
import chess.pgn

from furyhouse._core import Board, Move, PositionError
from furyhouse.lab.pgn_comments import CommentScanner, pieces
from furyhouse.lab.pgn_games import GameFile, RawGame
from furyhouse.lab.played_game import PlayedGame, Result
from furyhouse.protocol.game import read_move

__all__ = ["GameFilter", "read_game", "read_games"]

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
        >>> text = '[Variant "Crazyhouse"]\n[Result "1-0"]\n\n1. e4 {+0.2} e5 1-0\n'
        >>> read_game(RawGame(1, 1, text), GameFilter(max_ply=1), print).moves
        (Move.from_uci('e2e4'),)
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
    """Read the games of files, plain or packed; `-` is standard input.

    Args:
        paths: The files.
        wanted: Which games are wanted; it counts the others.
        warn: Told of each game with a move that cannot be made; it ends before that move.

    Yields:
        The games, as they are read.

    Raises:
        InputError: A file breaks off, or is no PGN.
        OSError: A file cannot be read.

    Example:
        >>> list(read_games([], GameFilter(), print))
        []
    """
    for path in paths:
        with GameFile(str(path)) as file:
            name = file.name

            def tell(text: str, name: str = name) -> object:
                return warn(f"{name}: {text}")

            for game in file:
                played = read_game(game, wanted, tell)
                if played is not None:
                    yield played


def read_game(
    game: RawGame, wanted: GameFilter, warn: Callable[[str], object]
) -> PlayedGame | None:
    """Read a game.

    Args:
        game: The game as it stands in its file.
        wanted: Whether it is wanted; if not, it is counted there.
        warn: Told of a move that cannot be made; the game ends before that move.

    Returns:
        Its beginning; None where it is not wanted, or has no moves.

    Example:
        >>> read_game(RawGame(1, 1, '[Variant "Crazyhouse"]'), GameFilter(), print) is None
        True
    """
    reader = _Reader(wanted)
    if game.cut:
        reader.fault = "longer than any game is"
    else:
        # It reads lines and nothing else of a file.
        lines = cast("TextIO", _Lines(game.text, reader))
        chess.pgn.read_game(lines, Visitor=lambda: reader)
    if reader.fault:
        warn(f"game {game.number}, line {game.line}: {reader.fault}")
    if reader.refusal is not None:
        wanted.passed_over[reader.refusal] += 1
        return None
    if not reader.moves:
        return None
    return PlayedGame(reader.start, tuple(reader.moves), reader.game_result)


class _Lines:
    """The lines of a game as python-chess reads them, and no more of them than are wanted."""

    def __init__(self, text: str, reader: "_Reader") -> None:
        self._lines = _lines(text)
        self._reader = reader

    def readline(self) -> str:
        """Give the next line; nothing at the end."""
        return "" if self._reader.is_done else next(self._lines, "")


def _lines(text: str) -> Iterator[str]:
    """Give tags as they are, and other lines with a comment in each."""
    comments = CommentScanner()
    moves = False
    for line in io.StringIO(text, None):
        if not comments.open:
            if line.startswith((";", "%")):
                continue
            if not moves and (line.isspace() or line.startswith("[")):
                yield line
                continue
            if line.isspace():
                continue
        moves = True
        yield from pieces(comments.parts(line))


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
    def is_done(self) -> bool:
        """Whether the rest of the game does not matter."""
        enough = len(self.moves) >= self._wanted.max_ply
        return enough or bool(self.fault) or self.refusal is not None

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
        if not self.is_done:
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
