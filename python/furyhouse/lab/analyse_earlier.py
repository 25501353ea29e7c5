"""What earlier analyses have left in a game: found again, and taken out, so that none stays behind.

Of furyhouse's own lines each says at its end whose it is. A server's do not; its remark names the
move that its line begins with.
"""

import re
from typing import TYPE_CHECKING

from furyhouse._core import Board
from furyhouse.convert import move_to_chess

if TYPE_CHECKING:
    import chess.pgn

    from furyhouse.score import Score

__all__ = ["clear_move", "line_end", "remark"]

# Without an end to what may stand there a comment full of beginnings would take the square of them.
_EVAL = re.compile(r"\[%eval\s[^\]]{0,40}\]")
_JUDGED = "Inaccuracy|Mistake|Blunder"
_REMARK = re.compile(rf"\(\S{{1,12}} → \S{{1,12}}\) (?:{_JUDGED}): \S{{1,12}} was best\.")
# As lichess has written them over the years.
_MATES = (
    "Checkmate is now unavoidable|Lost forced checkmate sequence|Not the best checkmate sequence"
)
_SERVER_REMARK = re.compile(
    rf"(?:\([^()→]{{1,16}} → [^()→]{{1,16}}\) )?(?:{_JUDGED}|{_MATES})\."
    r" (?:(\S{1,12}) was best|(?:The b|B)est move was (\S{1,12}))\."
)
_LINE_END = re.compile(r"furyhouse (?:[+-]\d+\.\d\d|#-?\d+)")
_BLANKS = re.compile(r" {2,}")


def remark(before: "Score", after: "Score", name: str, best: str) -> str:
    """Write what is said of a mistake.

    Args:
        before: The score of the position, from White's side.
        after: The score after the move.
        name: What the mistake is called.
        best: The move that would have been best.

    Example:
        >>> from furyhouse import Score
        >>> remark(Score(66), Score(-144), "Mistake", "d4")
        '(+0.66 → -1.44) Mistake: d4 was best.'
    """
    return f"({before} → {after}) {name}: {best} was best."


def line_end(score: "Score") -> str:
    """Write what stands at the end of a line: whose it is, and what it is worth.

    Example:
        >>> from furyhouse import Score
        >>> line_end(Score(66))
        'furyhouse +0.66'
    """
    return f"furyhouse {score}"


def clear_move(node: "chess.pgn.ChildNode", board: Board) -> None:
    """Take out of a move of the game what earlier analyses have said of it.

    These are evaluations, remarks, and the lines beside the move that belong to the remarks. Of
    lines only those go in which nobody has written since.

    Args:
        node: The move.
        board: The position before it.

    Example:
        >>> import io, chess.pgn
        >>> text = "1. f3 { [%eval -0.9] Mistake. d4 was best. brave } ( 1. d4 d5 ) ( 1. e4 )"
        >>> game = chess.pgn.read_game(io.StringIO(text))
        >>> clear_move(game.variations[0], Board())
        >>> str(game).splitlines()[-1]
        '1. f3 { brave } ( 1. e4 ) *'
    """
    for line in node.parent.variations[1:]:
        end = _bare_end(line)
        if end is not None and _LINE_END.fullmatch(end.comment):
            node.parent.remove_variation(line)
    for first, second in _SERVER_REMARK.findall(node.comment):
        _remove_named(node.parent, board, first or second)
    kept = node.comment
    for said in (_EVAL, _REMARK, _SERVER_REMARK):
        kept = said.sub(" ", kept)
    node.comment = _BLANKS.sub(" ", kept).strip()


def _remove_named(parent: "chess.pgn.GameNode", board: Board, best: str) -> None:
    """Take out the line that a server's remark belongs to."""
    try:
        move = move_to_chess(board.parse_san(best))
    except ValueError:
        return
    for line in reversed(parent.variations[1:]):
        if line.move == move:
            end = _bare_end(line)
            if end is not None and not end.comment:
                parent.remove_variation(line)
            return


def _bare_end(line: "chess.pgn.ChildNode") -> "chess.pgn.ChildNode | None":
    """Get the last move of a line that is nothing but moves up to a comment at its end."""
    node = line
    while not node.starting_comment and not node.nags:
        if not node.variations:
            return node
        if node.comment or len(node.variations) > 1:
            return None
        node = node.variations[0]
    return None
