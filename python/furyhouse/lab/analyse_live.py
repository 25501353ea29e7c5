"""A position analysed in the terminal: its board, and the lines as they come."""

import re
import shutil
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, Self

from furyhouse._core import BLACK, WHITE, Board
from furyhouse.drawing import draw
from furyhouse.engine import Engine, Limit

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from furyhouse.analysis import Analysis
    from furyhouse.report import Info, SearchResult
    from furyhouse.score import Score

__all__ = ["BestLines", "PositionRequest", "analyse_position", "line_of", "white_score"]

_EXIT_OK = 0
_EXIT_INTERRUPTED = 130
_REFRESHES_A_SECOND = 8
_THOUSAND = 1000
_LONG_PV = 24
# A terminal of fewer columns has no room for moves beside nodes and time.
_NARROW = 72
_MOVE_NUMBER = re.compile(r" \d+\.+$")


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


def line_of(request: PositionRequest, info: "Info", width: int | None = None) -> str:
    """Write a piece of news: depth, number, score from White's side, nodes, time, and the line.

    Args:
        request: What is analysed.
        info: The news.
        width: The most letters; None for any number. No move is cut in two, and where there is
            little room nodes and time are left out.

    Example:
        >>> from furyhouse import Info, Move, Score
        >>> pv = [Move.from_uci("e2e4"), Move.from_uci("e7e5")]
        >>> info = Info(9, 15, 1, Score(31), "exact", 54321, 0.25, 217284, 10, pv)
        >>> line_of(PositionRequest(Board(), Limit(depth=9)), info)
        '   9/15    +0.31     54k     0.2 s  1. e4 e5'
        >>> line_of(PositionRequest(Board(), Limit(depth=9)), info, 24)
        '   9/15    +0.31  1. e4…'
    """
    board = request.board
    bound = {"exact": "", "lower": "≥", "upper": "≤"}[info.bound]
    if board.turn == BLACK:
        bound = {"": "", "≥": "≤", "≤": "≥"}[bound]
    if request.ascii:
        bound = {"": "", "≥": ">=", "≤": "<="}[bound]
    depth = f"{info.depth}/{info.seldepth}"
    number = f"{info.multipv:>3}." if request.multipv > 1 else ""
    score = f"{bound}{white_score(info.score, board.turn)}"
    cost = f"  {_short(info.nodes):>6}  {f'{info.time:.1f} s':>8}"
    if width is not None and width < _NARROW:
        cost = ""
    head = f"{depth:>7}{number}  {score:>7}{cost}"
    line = board.variation_san(info.pv[:_LONG_PV])
    if width is not None:
        line = _fitted(line, width - len(head) - 2, "..." if request.ascii else "…")
    return f"{head}  {line}"


def _fitted(line: str, room: int, mark: str) -> str:
    """Shorten a line of play to whole moves, with a mark in the place of the rest."""
    if len(line) <= room:
        return line
    moves = line[: max(room - len(mark) + 1, 0)].rpartition(" ")[0]
    return _MOVE_NUMBER.sub("", f" {moves}")[1:] + mark


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
            status = _follow(analysis, display)
            result = analysis.wait()
    if ended is not None:
        reason = ended.termination.name.lower().replace("_", " ")
        tell(f"the game is over: {ended.result()}, {reason}")
    else:
        answer = _answer(board, result)
        tell(answer if width is None else textwrap.fill(answer, width, break_long_words=False))
    return status


def _follow(analysis: "Analysis", display: "_Display") -> int:
    """Show the news of an analysis until it ends or is interrupted, and give the exit status."""
    try:
        for info in analysis:
            display.show(info)
    except KeyboardInterrupt:
        analysis.stop()
        # It may have found a better move in the depth that was broken off: the answer has that one.
        for info in analysis:
            display.show(info)
        return _EXIT_INTERRUPTED
    return _EXIT_OK


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


class BestLines:
    """Keeps the best lines while a depth is searched: those that it has, and then older ones.

    A move that has a line of this depth has no older one any more; and none is lost because another
    took its place. A bound counts where it brings a better move, for that is the answer if the
    search ends now; otherwise the whole line of the depth before says more.

    Args:
        number: How many lines are kept.

    Attributes:
        infos: The lines, the best first, numbered in that order.

    Example:
        >>> from furyhouse import Info, Move, Score
        >>> lines = BestLines(2)
        >>> for depth, number, uci in ((1, 1, "e2e4"), (1, 2, "d2d4"), (2, 1, "d2d4")):
        ...     pv = [Move.from_uci(uci)]
        ...     _ = lines.add(Info(depth, depth, number, Score(0), "exact", 1, 0.1, 1, 0, pv))
        >>> [(info.depth, info.multipv, info.pv[0].uci()) for info in lines.infos]
        [(2, 1, 'd2d4'), (1, 2, 'e2e4')]
    """

    def __init__(self, number: int) -> None:
        self.infos: list[Info] = []
        self._number = number
        self._before: list[Info] = []
        self._new: list[Info] = []

    def add(self, info: "Info") -> bool:
        """Take a piece of news, and tell whether it counts.

        Example:
            >>> from furyhouse import Info, Move, Score
            >>> lines = BestLines(1)
            >>> pv = [Move.from_uci("e2e4")]
            >>> lines.add(Info(1, 1, 1, Score(0), "exact", 1, 0.1, 1, 0, pv))
            True
            >>> lines.add(Info(2, 2, 1, Score(60), "lower", 1, 0.1, 1, 0, pv))
            False
        """
        known = [line.pv[:1] for line in self.infos[info.multipv - 1 : info.multipv]]
        if info.bound == "upper" or (info.bound == "lower" and known == [info.pv[:1]]):
            return False
        if self._new and info.depth != self._new[0].depth:
            self._before, self._new = self.infos, []
        self._new = [*self._new[: info.multipv - 1], info]
        moves = [new.pv[:1] for new in self._new]
        older = [old for old in self._before if old.pv[:1] not in moves]
        best = [*self._new, *older][: self._number]
        self.infos = [replace(line, multipv=place) for place, line in enumerate(best, start=1)]
        return True


class _Display(Protocol):
    """Shows an analysis while it runs."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *_: object) -> None:
        """Stop."""

    def show(self, info: "Info") -> None:
        """Show a piece of news."""


class _Lines:
    """Shows the board once, and then a line for each piece of news."""

    def __init__(
        self, request: PositionRequest, tell: Callable[[str], None], width: int | None
    ) -> None:
        self._request = request
        self._tell = tell
        self._width = width
        self._lines = BestLines(request.multipv)
        self._bound = ""

    def __enter__(self) -> Self:
        board = self._request.board
        self._tell(draw(board, flip=self._request.flip, plain=self._request.ascii))
        self._tell(f"{board.fen()}\n")
        return self

    def __exit__(self, *_: object) -> None:
        if self._bound:
            self._tell(self._bound)

    def show(self, info: "Info") -> None:
        """Write a line; a bound only at the end, since an exact score follows if there is time."""
        if not self._lines.add(info):
            return
        text = line_of(self._request, info, self._width)
        self._bound = "" if info.bound == "exact" else text
        if info.bound == "exact":
            self._tell(text)


class _LiveTable:
    """Shows the board with the best lines below it, drawn anew several times a second."""

    def __init__(self, request: PositionRequest) -> None:
        from rich.live import Live  # noqa: PLC0415 - an extra, and slow to import

        self._request = request
        self._drawn = draw(request.board, flip=request.flip, plain=request.ascii)
        self._lines = BestLines(request.multipv)
        self._width = 0
        self._over = False
        self._live = Live(self, refresh_per_second=_REFRESHES_A_SECOND, vertical_overflow="crop")

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        self._live.stop()

    def show(self, info: "Info") -> None:
        """Keep the news for the next time that it is drawn."""
        self._lines.add(info)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Put the board and the lines together, as many as there is room for."""
        from rich.control import Control  # noqa: PLC0415 - an extra, and slow to import
        from rich.text import Text  # noqa: PLC0415 - the same

        width = options.max_width
        if width < self._width:
            # The terminal may have broken the lines that stand there: nobody knows where they are.
            yield Control.home()
            yield Control.clear()
        self._width = width
        board = self._request.board
        side = "White" if board.turn == WHITE else "Black"
        told = Text(f"{board.fen()}\n{side} to move; scores are from White's side\n", style="dim")
        above = f"{self._drawn}\n"
        lines = [line_of(self._request, info, width) for info in self._lines.infos]
        if not self._over:
            # Only what there is room for, and the best line before the board. When it is over
            # everything is written, and the terminal scrolls.
            room = options.max_height - len(told.wrap(console, width)) - 1
            if room - above.count("\n") < 1:
                above = ""
            lines = lines[: max(room - above.count("\n"), 1)]
        yield Text(above, end="")
        yield told
        # The cursor waits on a line with nothing in it: ^C, which the terminal writes there, must
        # not begin a line of its own.
        yield Text("\n".join([*lines, ""]), no_wrap=True, overflow="crop")


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
