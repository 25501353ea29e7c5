"""Games written as PGN: what a match and a game in the terminal have in common."""

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from furyhouse._core import Board, Move

__all__ = ["comment", "movetext", "write_game"]

_WIDTH = 80


def write_game(tags: "Mapping[str, str]", words: "Iterable[str]") -> str:
    r"""Write a game, ending with an empty line.

    Args:
        tags: The tags, in the order in which they are to stand.
        words: The moves, numbers, comments and the result.

    Example:
        >>> write_game({"White": 'A "b"'}, ["1.", "e4", "*"])
        '[White "A \\"b\\""]\n\n1. e4 *\n\n'
    """
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    text = textwrap.fill(" ".join(words), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + f"\n\n{text}\n\n"


def movetext(
    start: "Board", moves: "Iterable[Move]", comments: "Iterable[str] | None" = None
) -> "Iterator[str]":
    """Write moves with their numbers.

    Args:
        start: The position in which they begin; it is not changed.
        moves: The moves.
        comments: One for each move, in braces; None for no comments.

    Example:
        >>> from furyhouse import Board, Move
        >>> moves = [Move.from_uci("e2e4"), Move.from_uci("e7e5")]
        >>> " ".join(movetext(Board(), moves))
        '1. e4 e5'
        >>> " ".join(movetext(Board(), moves, ["{a}", "{b}"]))
        '1. e4 {a} 1... e5 {b}'
    """
    board = start.copy()
    said = None if comments is None else iter(comments)
    first = True
    for move in moves:
        if board.turn:
            yield f"{board.fullmove_number}."
        elif first or said is not None:
            yield f"{board.fullmove_number}..."
        yield board.san_and_push(move)
        if said is not None:
            yield next(said)
        first = False


def comment(text: str) -> str:
    """Write a text as a comment.

    Example:
        >>> comment("no {braces}")
        '{no (braces)}'
    """
    bare = text.replace("{", "(").replace("}", ")").replace("\n", " ")
    return f"{{{bare}}}"


def _escaped(text: str) -> str:
    """Write a text so that it can stand in a tag."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
