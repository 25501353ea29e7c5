"""What furyhouse writes in CECP: features, options, thinking lines, and texts made safe."""

from typing import TYPE_CHECKING

from furyhouse._core import Board
from furyhouse.options import OPTIONS, Option, Value
from furyhouse.protocol.game import spell_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from furyhouse._core import Move
    from furyhouse.book import BookMove
    from furyhouse.report import Info, SearchResult
    from furyhouse.score import Score

__all__ = [
    "book_lines",
    "feature_lines",
    "plain",
    "result_line",
    "stat_line",
    "thinking_line",
]

VARIANT = "crazyhouse"

# Line by line, because XBoard 4.9.1 crashes on a line that holds a feature unknown to it and then
# an option.
_FEATURES = (
    "ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1",
    "playother=1 draw=1 time=1 name=1",
    "nps=1 memory=1 smp=1 debug=1 pause=1 exclude=1 highlight=0 ics=0",
)
# CECP has commands of its own for these: memory and cores.
_NOT_AS_OPTIONS = frozenset({"Hash", "Threads"})

_MATE = 100_000
# XBoard cuts lines at 512 characters.
_LONGEST_LINE = 480
_LONGEST_TEXT = 200
# XBoard takes any line with one of these for an engine that failed to start, and stops listening to
# it.
_POISON = (
    "not found",
    "No such file",
    "Permission denied",
    "can't alloc",
    "unknown host",
    "No remote directory",
)


def feature_lines(name: str, values: "Mapping[str, Value]") -> "Iterator[str]":
    """Write the features that answer `protover`, one line each.

    Args:
        name: The engine's name with its version.
        values: The options that differ from their defaults.
    """
    for features in _FEATURES:
        yield f"feature {features}"
    yield f'feature myname="{name}"'
    yield f'feature variants="{VARIANT}"'
    for option in OPTIONS:
        if option.name not in _NOT_AS_OPTIONS and option.only != "uci":
            yield f'feature option="{_describe(option, values.get(option.name, option.default))}"'
    yield "feature done=1"


def _describe(option: Option, value: "Value") -> str:
    """Describe an option for the feature `option`; the current word of a combo has the star."""
    name = option.cecp_name
    if option.kind == "spin":
        return f"{name} -spin {value} {option.min} {option.max}"
    if option.kind == "check":
        return f"{name} -check {int(bool(value))}"
    if option.kind == "combo":
        words = (f"*{choice}" if choice == value else choice for choice in option.choices)
        return f"{name} -combo {' /// '.join(words)}"
    if option.kind == "string":
        text = str(value).translate({ord('"'): None, ord("'"): None})
        return f"{name} -string {text}"
    return f"{name} -button"


def _cp_score(score: "Score") -> int:
    """Give a score in centipawns: a mate in N moves is 100000+N, being mated -100000-N."""
    mate = score.mate()
    if mate is None:
        value = score.score() or 0
        return max(1 - _MATE, min(value, _MATE - 1))
    return _MATE + mate if mate > 0 else -_MATE + mate


def thinking_line(board: Board, info: "Info") -> str:
    """Write a line of thinking about a position.

    It has depth, score, centiseconds, nodes, seldepth, nodes a second, tablebase hits and moves. A
    move that fails low ends in `?`, one that fails high in `!`. The line is kept short enough for
    XBoard.
    """
    mark = {"upper": " ?", "lower": " !"}.get(info.bound, "")
    numbers = (
        info.depth,
        _cp_score(info.score),
        int(info.time * 100),
        info.nodes,
        info.seldepth,
        int(info.nps),
        0,
    )
    return _line(numbers, board, info.pv, mark)


def result_line(board: Board, result: "SearchResult") -> str:
    """Write a line of thinking for a search that ended without one, as a forced move does."""
    speed = int(result.nodes / result.time) if result.time > 0 else 0
    score = _cp_score(result.score)
    numbers = (result.depth, score, int(result.time * 100), result.nodes, result.seldepth, speed, 0)
    return _line(numbers, board, result.pv)


def _line(numbers: "Iterable[int]", board: Board, moves: "Sequence[Move]", mark: str = "") -> str:
    """Write numbers, a tab, as many moves as fit, and a mark."""
    head = " ".join(map(str, numbers)) + "\t"
    words = spell_line(board, moves, Board.xboard)
    return head + _fitting(words, _LONGEST_LINE - len(head) - len(mark)) + mark


def book_lines(board: "Board", moves: "Iterable[BookMove]") -> list[str]:
    """Write the answer to `bk`: a line for each move with its part of the weight, and an empty one.

    Every line that is not empty begins with a blank, as the protocol wants it.
    """
    found = list(moves)
    total = sum(one.weight for one in found) or 1
    lines = [f" {board.san(one.move):7} {100 * one.weight / total:5.1f} %" for one in found]
    return [*(lines or [" There are no book moves."]), ""]


def stat_line(
    seconds: float, nodes: int, depth: int, current: tuple[str, int, int] | None, total: int
) -> str:
    """Write the answer to `.` in analysis.

    Args:
        seconds: How long the analysis runs.
        nodes: Positions searched.
        depth: The depth that is searched now.
        current: The root move that is looked at, its number from 1, and how many there are; None
            before the first.
        total: How many root moves there are.
    """
    if current is None:
        return f"stat01: {int(seconds * 100)} {nodes} {depth} {total} {total}"
    move, number, total = current
    return f"stat01: {int(seconds * 100)} {nodes} {depth} {total - number} {total} {move}"


def plain(text: str, limit: int = _LONGEST_TEXT) -> str:
    """Make a text safe to send: one short line without the words at which XBoard gives up."""
    text = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    for words in _POISON:
        at = text.lower().find(words.lower())
        while at >= 0:
            cut = at + len(words) // 2
            text = f"{text[:cut]}~{text[cut:]}"
            at = text.lower().find(words.lower())
    return text


def _fitting(moves: "Iterable[str]", room: int) -> str:
    """Write as many moves as fit."""
    words: list[str] = []
    for word in moves:
        room -= len(word) + 1
        if room < 0:
            break
        words.append(word)
    return " ".join(words)
