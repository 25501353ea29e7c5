"""What is made of evaluations: mistakes by the loss of expected points, comments in the game."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from furyhouse._core import BLACK, WHITE, Board
from furyhouse.convert import move_to_chess
from furyhouse.lab.analyse_earlier import clear_move, line_end, remark
from furyhouse.score import Score

if TYPE_CHECKING:
    import chess.pgn

    from furyhouse._core import Move

__all__ = ["Evaluation", "Mark", "annotate", "mark_for"]

_ROUNDED = 4
# A line that is longer tells more of the table than of the position.
_LONGEST_LINE = 12


@dataclass(frozen=True, slots=True)
class Mark:
    """A kind of mistake.

    Attributes:
        least: The loss of expected points from which on a move is one.
        sign: How it is written.
        nag: Its number in PGN.
        name: What it is called.
        plural: What many of them are called.

    Example:
        >>> mark_for(0.12).sign
        '?'
    """

    least: float
    sign: str
    nag: int
    name: str
    plural: str


_MARKS = (
    Mark(0.15, "??", 4, "Blunder", "blunders"),
    Mark(0.10, "?", 2, "Mistake", "mistakes"),
    Mark(0.05, "?!", 6, "Inaccuracy", "inaccuracies"),
)


def mark_for(loss: float) -> Mark | None:
    """Get the mark for a loss of expected points; None for a move that needs none.

    Example:
        >>> mark_for(0.2).name, mark_for(0.02)
        ('Blunder', None)
    """
    return next((mark for mark in _MARKS if loss >= mark.least), None)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a search found in a position.

    Attributes:
        score: The score from White's side.
        depth: Plies searched in full; 0 where the game is over.
        nodes: Positions searched.
        line: The best line.

    Example:
        >>> Evaluation(Score(0), 0, 0, []).expectation(WHITE)
        0.5
    """

    score: Score
    depth: int
    nodes: int
    line: "list[Move]"

    def expectation(self, side: bool) -> float:  # noqa: FBT001 - colours are booleans, as in python-chess
        """Get the points that a side may expect, by furyhouse's model of chances.

        Example:
            >>> round(Evaluation(Score(300), 9, 1000, []).expectation(BLACK), 2)
            0.33
        """
        white = self.score.wdl().expectation()
        return white if side == WHITE else 1 - white


def annotate(game: "chess.pgn.Game", board: Board, evaluations: list[Evaluation]) -> dict[str, Any]:
    """Write evaluations into a game.

    Every move gets `[%eval]`, a mistake its sign, what would have been best, and the best line as a
    variation. What earlier analyses have written of these is replaced; all else that the game says
    stays.

    Args:
        game: The game, which is changed.
        board: Its last position, with its moves.
        evaluations: One for each position, the first position's first.

    Returns:
        The same as plain values: `white` and `black`, what each has lost; and `positions`.

    Example:
        >>> import chess.pgn
        >>> evaluations = [Evaluation(Score(20), 9, 500, [])]
        >>> annotate(chess.pgn.Game(), Board(), evaluations)["positions"][0]["score"]
        {'cp': 20}
    """
    moves, at = board.move_stack, board.root()
    node: chess.pgn.GameNode = game
    positions: list[dict[str, Any]] = []
    losses: dict[bool, list[float]] = {WHITE: [], BLACK: []}
    for index, evaluation in enumerate(evaluations):
        position = _position(at, evaluation)
        positions.append(position)
        if index == len(moves):
            break
        move, side, after = moves[index], at.turn, evaluations[index + 1]
        loss = 0.0
        # Who passes has not chosen worse than the best move.
        if move and (not evaluation.line or evaluation.line[0] != move):
            loss = max(evaluation.expectation(side) - after.expectation(side), 0.0)
        loss = round(loss, _ROUNDED)
        if move:
            losses[side].append(loss)
        child = node.variations[0]
        mark = mark_for(loss) if evaluation.line else None
        position |= {"move": at.uci(move), "san": at.san(move), "loss": loss}
        position["mark"] = None if mark is None else mark.sign
        clock = child.clock()
        if clock is not None:
            position["clock"] = clock
        _comment(child, mark, evaluation, at, after)
        at.push(move)
        node = child
    return {
        "headers": dict(game.headers),
        "white": _summary(losses[WHITE]),
        "black": _summary(losses[BLACK]),
        "positions": positions,
    }


def _position(board: Board, evaluation: Evaluation) -> dict[str, Any]:
    """Write a position as plain values."""
    mate = evaluation.score.mate()
    score = {"cp": evaluation.score.score()} if mate is None else {"mate": mate}
    return {
        "fen": board.fen(),
        "score": score,
        "wdl": list(evaluation.score.wdl()),
        "depth": evaluation.depth,
        "nodes": evaluation.nodes,
        "line": _uci_line(board, evaluation.line),
    }


def _uci_line(board: Board, line: "list[Move]") -> list[str]:
    """Write a line in coordinates."""
    at, written = board.copy(stack=False), []
    for move in line[:_LONGEST_LINE]:
        written.append(at.uci(move))
        at.push(move)
    return written


def _comment(
    node: "chess.pgn.ChildNode",
    mark: Mark | None,
    before: Evaluation,
    board: Board,
    after: Evaluation,
) -> None:
    """Write into a move what was found out about it."""
    clear_move(node, board)
    node.nags -= {known.nag for known in _MARKS}
    said = ""
    if mark is not None:
        node.nags.add(mark.nag)
        said = remark(before.score, after.score, mark.name, board.san(before.line[0]))
        _add_line(node.parent, before)
    texts = (_eval_text(after), node.comment, said)
    node.comment = " ".join(text for text in texts if text)


def _eval_text(evaluation: Evaluation) -> str:
    """Write an evaluation as servers do, from White's side.

    Where the game is over by mate there is nothing to say.
    """
    mate = evaluation.score.mate()
    if mate is None:
        return f"[%eval {(evaluation.score.score() or 0) / 100:.2f}]"
    return f"[%eval #{mate}]" if mate else ""


def _add_line(node: "chess.pgn.GameNode", best: Evaluation) -> None:
    """Add the best line as a variation, unless there is one that begins so."""
    moves = [move_to_chess(move) for move in best.line[:_LONGEST_LINE]]
    if not node.has_variation(moves[0]):
        for move in moves:
            node = node.add_variation(move)
        node.comment = line_end(best.score)


def _summary(losses: list[float]) -> dict[str, Any]:
    """Sum up what a side has lost."""
    marks = [mark_for(loss) for loss in losses]
    mean = sum(losses) / len(losses) if losses else 0.0
    return {
        "mean_loss": round(mean, _ROUNDED),
        **{mark.plural: sum(found is mark for found in marks) for mark in reversed(_MARKS)},
    }
