"""A position analysed in the terminal: its board, and the lines as they come."""

import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

from furyhouse._core import BLACK, WHITE, Board
from furyhouse.drawing import draw
from furyhouse.engine import Engine, Limit

if TYPE_CHECKING:
    from rich.console import Group

    from furyhouse.analysis import Analysis
    from furyhouse.report import Info, SearchResult
    from furyhouse.score import Score

__all__ = ["PositionRequest", "analyse_position", "line_of", "white_score"]

_EXIT_OK = 0
_EXIT_INTERRUPTED = 130
_REFRESHES_A_SECOND = 8
_THOUSAND = 1000
_LONG_PV = 24


@dataclass(frozen=True, slots=True)
class PositionRequest:
    """A position to analyse, and how.

    Attributes:
        board: The position with the moves before it.
        limit: When to end.
        multipv: How many of the best lines are shown.
        threads: Threads that search.
        hash_mb: The size of the table in MB.
        flip: Whether Black is drawn below.
        ascii: Whether the board is drawn without figures.

    Example:
        >>> PositionRequest(Board(), Limit(depth=3)).multipv
        1
    """

    board: Board
    limit: Limit
    multipv: int = 1
    threads: int = 1
    hash_mb: int = 64
    flip: bool = False
    ascii: bool = False


def white_score(score: "Score", turn: bool) -> "Score":  # noqa: FBT001 - colours are booleans, as in python-chess
    """Get a score from White's side.

    Args:
        score: The score from the side of whoever is to move.
        turn: Who that is.

    Example:
        >>> from furyhouse import BLACK, Score
        >>> str(white_score(Score(150), BLACK))
        '-1.50'
    """
    return score if turn == WHITE else -score


def line_of(request: PositionRequest, info: "Info") -> str:
    """Write a piece of news: depth, number, score from White's side, nodes, time, and the line.

    Example:
        >>> from furyhouse import Info, Move, Score
        >>> pv = [Move.from_uci("e2e4"), Move.from_uci("e7e5")]
        >>> info = Info(9, 15, 1, Score(31), "exact", 54321, 0.25, 217284, 10, pv)
        >>> line_of(PositionRequest(Board(), Limit(depth=9)), info)
        '   9/15    +0.31     54k     0.2 s  1. e4 e5'
    """
    board = request.board
    bound = {"exact": "", "lower": "≥", "upper": "≤"}[info.bound]
    if board.turn == BLACK:
        bound = {"": "", "≥": "≤", "≤": "≥"}[bound]
    depth = f"{info.depth}/{info.seldepth}"
    number = f"{info.multipv:>3}." if request.multipv > 1 else ""
    score = f"{bound}{white_score(info.score, board.turn)}"
    seconds = f"{info.time:.1f} s"
    line = board.variation_san(info.pv[:_LONG_PV])
    return f"{depth:>7}{number}  {score:>7}  {_short(info.nodes):>6}  {seconds:>8}  {line}"


def analyse_position(
    request: PositionRequest, *, tell: Callable[[str], None], live: bool, width: int | None = None
) -> int:
    """Analyse a position, show how it goes, and the answer at the end.

    Ctrl-C ends the search with what it has found.

    Args:
        request: The position.
        tell: Writes a line on standard output.
        live: Whether a table that changes is wanted; without rich there are lines all the same.
        width: The longest line in letters; None for any length.

    Returns:
        The exit status: 0, or 130 after an interruption.

    Example:
        >>> board = Board("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1")
        >>> told = []
        >>> request = PositionRequest(board, Limit(depth=2), hash_mb=1)
        >>> analyse_position(request, tell=told.append, live=False)
        0
        >>> told[-1]
        'best: N@f7#  (#1, White wins 100.0 %)'
    """
    board, status = request.board, _EXIT_OK
    ended = board.outcome()
    display = _open_display(request, tell, live=live, width=width)
    with display:
        if ended is None:
            engine = Engine(request.hash_mb, request.threads)
            analysis = engine.analyse(board, request.limit, multipv=request.multipv)
            try:
                for info in analysis:
                    display.show(info, analysis)
            except KeyboardInterrupt:
                status = _EXIT_INTERRUPTED
            with suppress(KeyboardInterrupt):
                analysis.stop()
            result = analysis.wait()
    if ended is not None:
        reason = ended.termination.name.lower().replace("_", " ")
        tell(f"the game is over: {ended.result()}, {reason}")
    else:
        tell(_answer(board, result))
    return status


def _answer(board: Board, result: "SearchResult") -> str:
    """Tell the end of a search."""
    if result.move is None:
        return "best: no move"
    score = white_score(result.score, board.turn)
    chances = score.wdl()
    side, wins = (
        ("White", chances.wins) if chances.wins >= chances.losses else ("Black", chances.losses)
    )
    said = f"best: {board.san(result.move)}  ({score}, {side} wins {wins / 10:.1f} %)"
    if result.ponder is None:
        return said
    after = board.copy(stack=False)
    after.push(result.move)
    return f"{said}, then {after.san(result.ponder)}"


class _Display(Protocol):
    """Shows an analysis while it runs."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *_: object) -> None:
        """Stop."""

    def show(self, info: "Info", analysis: "Analysis") -> None:
        """Show a piece of news."""


class _Lines:
    """Shows the board once, and then a line for each piece of news."""

    def __init__(
        self, request: PositionRequest, tell: Callable[[str], None], width: int | None
    ) -> None:
        self._request = request
        self._tell = tell
        self._width = width

    def __enter__(self) -> Self:
        board = self._request.board
        self._tell(draw(board, flip=self._request.flip, plain=self._request.ascii))
        self._tell(f"{board.fen()}\n")
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def show(self, info: "Info", analysis: "Analysis") -> None:
        """Write a line; bounds are passed over, since an exact score follows."""
        del analysis
        if info.bound != "exact":
            return
        text = line_of(self._request, info)
        if self._width is not None and len(text) > self._width:
            # No move is cut in two.
            text = f"{text[: self._width - 1].rpartition(' ')[0]} …"
        self._tell(text)


class _LiveTable:
    """Shows the board with the best lines below it, drawn anew as they change."""

    def __init__(self, request: PositionRequest) -> None:
        from rich.live import Live  # noqa: PLC0415 - an extra, and slow to import

        self._request = request
        self._drawn = draw(request.board, flip=request.flip, plain=request.ascii)
        self._live = Live(self._picture([]), refresh_per_second=_REFRESHES_A_SECOND)
        self._shown = 0.0

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def show(self, info: "Info", analysis: "Analysis") -> None:
        """Draw it anew."""
        now = time.monotonic()
        last = info.multipv == self._request.multipv or analysis.is_done()
        if last or now - self._shown > 1 / _REFRESHES_A_SECOND:
            self._shown = now
            self._live.update(self._picture(list(analysis.infos)))

    def _picture(self, infos: "list[Info]") -> "Group":
        """Put the board and the lines together."""
        from rich.console import Group  # noqa: PLC0415 - an extra, and slow to import
        from rich.text import Text  # noqa: PLC0415 - the same

        board = self._request.board
        side = "White" if board.turn == WHITE else "Black"
        told = f"{board.fen()}\n{side} to move; scores are from White's side\n"
        lines = "\n".join(line_of(self._request, info) for info in infos)
        return Group(
            Text(self._drawn),
            Text(told, style="dim"),
            Text(lines, no_wrap=True, overflow="ellipsis"),
        )


def _open_display(
    request: PositionRequest, tell: Callable[[str], None], *, live: bool, width: int | None
) -> _Display:
    """Choose how an analysis is shown."""
    if live:
        try:
            import rich  # noqa: F401, PLC0415 - an extra
        except ImportError:
            width = shutil.get_terminal_size().columns if width is None else width
        else:
            return _LiveTable(request)
    return _Lines(request, tell, width)


def _short(number: int) -> str:
    """Write a large number in a few letters."""
    for unit in ("", "k", "M"):
        if number < 10 * _THOUSAND:
            return f"{number}{unit}"
        number //= _THOUSAND
    return f"{number}G"
