"""What furyhouse writes in UCI: options, news of a search, and texts for people."""

from typing import TYPE_CHECKING

from furyhouse._core import WHITE, Board, EngineError, square_name
from furyhouse.drawing import draw
from furyhouse.engine import bench
from furyhouse.evaluation import evaluate
from furyhouse.options import OPTIONS, Option
from furyhouse.protocol.game import spell_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from furyhouse._core import Move
    from furyhouse.engine import SearchControl
    from furyhouse.report import Info, SearchResult
    from furyhouse.score import Score

__all__ = [
    "HELP",
    "bench_lines",
    "board_lines",
    "evaluation_lines",
    "flipped_fen",
    "info_line",
    "option_lines",
    "perft_lines",
    "remark",
    "result_line",
]

HELP = (
    "In UCI: position startpos moves e2e4, go depth 9, stop, d, eval, go perft 3, bench, quit.",
    "In CECP, the protocol of XBoard: new, usermove e2e4, undo, analyze, exit, quit.",
    "A game in the terminal is furyhouse play, and furyhouse --help lists all commands.",
)
"""What people can type."""

_LONGEST_REMARK = 300
_MILLISECONDS = 1000
_PERMILLE = 1000
_POCKET_END = "]"


def option_lines() -> "Iterator[str]":
    """Write all options that UCI has.

    Example:
        >>> next(option_lines())
        'option name Hash type spin default 64 min 1 max 65536'
    """
    for option in OPTIONS:
        yield f"option name {option.uci_name} type {option.kind}{_domain(option)}"


def _domain(option: Option) -> str:
    """Write what an option can hold."""
    if option.kind == "spin":
        return f" default {option.default} min {option.min} max {option.max}"
    if option.kind == "check":
        return f" default {str(bool(option.default)).lower()}"
    if option.kind == "combo":
        return f" default {option.default}" + "".join(f" var {word}" for word in option.choices)
    if option.kind == "string":
        return f" default {option.default or '<empty>'}"
    return ""


def info_line(board: Board, info: "Info", *, wdl: bool) -> str:
    """Write news of a search.

    Args:
        board: The position that is searched.
        info: The news.
        wdl: Whether the chances to win, draw and lose are written too, in permille.

    Example:
        >>> from furyhouse import Board, Info, Score
        >>> board = Board()
        >>> move = next(iter(board.legal_moves))
        >>> news = Info(3, 5, 1, Score(mate=-2), "exact", 1000, 0.5, 2000, 7, [move])
        >>> info_line(board, news, wdl=True)[:73]
        'info depth 3 seldepth 5 multipv 1 score mate -2 wdl 0 0 1000 nodes 1000 n'
    """
    bound = {"lower": " lowerbound", "upper": " upperbound"}.get(info.bound, "")
    return (
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv}"
        f" score {_score(info.score)}{bound}{_chances(info.score, wdl=wdl)} nodes {info.nodes}"
        f" nps {info.nps} hashfull {info.hashfull} tbhits 0 time {int(info.time * _MILLISECONDS)}"
        f"{_line(board, info.pv)}"
    )


def result_line(board: Board, result: "SearchResult", *, wdl: bool) -> str:
    """Write what a search found that has told nothing, as one of a single move does."""
    speed = int(result.nodes / result.time) if result.time > 0 else 0
    return (
        f"info depth {result.depth} seldepth {result.seldepth} multipv 1"
        f" score {_score(result.score)}{_chances(result.score, wdl=wdl)} nodes {result.nodes}"
        f" nps {speed} hashfull {result.hashfull} tbhits 0 time {int(result.time * _MILLISECONDS)}"
        f"{_line(board, result.pv)}"
    )


def _score(score: "Score") -> str:
    """Write a score."""
    mate = score.mate()
    return f"cp {score.score()}" if mate is None else f"mate {mate}"


def _chances(score: "Score", *, wdl: bool) -> str:
    """Write the chances to win, draw and lose, where they are wanted."""
    if not wdl:
        return ""
    wins, draws, losses = score.wdl()
    return f" wdl {wins} {draws} {losses}"


def _line(board: Board, moves: "Sequence[Move]") -> str:
    """Write a line of play."""
    if not moves:
        return ""
    return " pv " + " ".join(spell_line(board, moves, Board.uci))


def remark(text: str) -> str:
    """Write a text for people: one line of what can be shown, not too long.

    Example:
        >>> remark("a  b" + chr(10) + "c")
        'info string a b c'
    """
    text = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    if len(text) > _LONGEST_REMARK:
        text = text[: _LONGEST_REMARK - 1] + "…"
    return f"info string {text}"


def board_lines(board: Board) -> list[str]:
    """Show a position: a drawing, its FEN, its key and the men that give check."""
    checkers = " ".join(square_name(square) for square in board.checkers())
    return [
        *draw(board, plain=True).splitlines(),
        "",
        f"Fen: {board.fen()}",
        f"Key: {board.key:016X}",
        f"Checkers: {checkers}".rstrip(),
    ]


def evaluation_lines(board: Board) -> list[str]:
    """Show what a position is worth without a search, term by term."""
    found = evaluate(board)
    side = "white" if board.turn == WHITE else "black"
    return [
        *found.lines(),
        "",
        f"Final evaluation: {found.white / 100:+.2f} (white side), {side} to move",
    ]


def perft_lines(board: Board, depth: int, control: "SearchControl") -> "Iterator[str]":
    """Count the positions at a depth, move by move, as long as it is wanted.

    Example:
        >>> from furyhouse import SearchControl
        >>> list(perft_lines(Board("7k/8/8/8/8/8/8/K7[] w - - 0 1"), 1, SearchControl()))
        ['a1a2: 1', 'a1b1: 1', 'a1b2: 1', '', 'Nodes searched: 3']
    """
    total = 0
    for move in sorted(board.legal_moves, key=board.uci):
        after = board.copy(stack=False)
        after.push(move)
        try:
            count = after.perft(depth - 1, control=control)
        except EngineError:
            break
        if control.is_stopped():
            break
        yield f"{board.uci(move)}: {count}"
        total += count
    else:
        yield ""
        yield f"Nodes searched: {total}"
        return
    yield remark("the count was stopped")


def bench_lines(depth: int, control: "SearchControl") -> "Iterator[str]":
    """Search fixed positions and count; the number of nodes is the search's signature.

    Example:
        >>> from furyhouse import SearchControl
        >>> [line.split(" ")[0] for line in bench_lines(1, SearchControl())]
        ['Total', 'Nodes', 'Nodes/second']
    """
    nodes, seconds = bench(depth, control)
    if control.is_stopped():
        yield remark("the bench was stopped")
        return
    yield f"Total time (ms) : {int(seconds * _MILLISECONDS)}"
    yield f"Nodes searched  : {nodes}"
    yield f"Nodes/second    : {int(nodes / max(seconds, 1e-9))}"


def flipped_fen(board: Board) -> str:
    """Write the position with the colours swapped and the board turned over.

    Example:
        >>> from furyhouse import Board
        >>> flipped_fen(Board("4k3/8/8/8/8/8/7P/4K2R[Qn] w K - 0 1"))
        '4k2r/7p/8/8/8/8/8/4K3[Nq] b k - 0 1'
    """
    men, turn, castling, passed, *counters = board.fen(shredder=board.chess960).split()
    ranks, _, pocket = men.partition("[")
    turned = "/".join(reversed(ranks.split("/"))).swapcase()
    pocket = "".join(sorted(pocket.removesuffix(_POCKET_END).swapcase()))
    turn = "b" if turn == "w" else "w"
    castling = "".join(sorted(castling.swapcase()))
    if passed != "-":
        passed = passed[0] + str(9 - int(passed[1]))
    return " ".join([f"{turned}[{pocket}]", turn, castling, passed, *counters])
