"""A board drawn for people, with both pockets; every drawing of one is made here."""

from typing import TYPE_CHECKING

from furyhouse._core import BLACK, WHITE, Board

if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["draw", "takes_figures"]

_ROLES = "QRBNP"
_FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_EMPTY = "·"


def draw(board: Board, *, flip: bool = False, plain: bool = False) -> str:
    """Draw a board with both pockets.

    Args:
        board: The position.
        flip: Whether Black is below.
        plain: Whether ASCII is used instead of figures. A promoted man has a `~` in both.

    Returns:
        Eleven lines.

    Example:
        >>> print(draw(Board("4k3/8/8/8/8/8/8/4K2R[Qp] w K - 0 1"), plain=True))
           [p]
         8 . . . . k . . .
         7 . . . . . . . .
         6 . . . . . . . .
         5 . . . . . . . .
         4 . . . . . . . .
         3 . . . . . . . .
         2 . . . . . . . .
         1 . . . . K . . R
           a b c d e f g h
           [Q]
    """
    ranks = range(8) if flip else range(7, -1, -1)
    files = range(7, -1, -1) if flip else range(8)
    rows = [
        f" {rank + 1} "
        + "".join(_cell(board, 8 * rank + file, plain=plain) for file in files).rstrip()
        for rank in ranks
    ]
    letters = "   " + " ".join("abcdefgh"[file] for file in files)
    above, below = (WHITE, BLACK) if flip else (BLACK, WHITE)
    pockets = [f"   {_pocket(board, color, plain=plain)}" for color in (above, below)]
    return "\n".join([pockets[0], *rows, letters, pockets[1]])


def _cell(board: Board, square: int, *, plain: bool) -> str:
    """Draw a square, two columns wide."""
    piece = board.piece_at(square)
    if piece is None:
        return ". " if plain else f"{_EMPTY} "
    symbol = piece.symbol() if plain else _FIGURES[piece.symbol()]
    return symbol + ("~" if board.promoted >> square & 1 else " ")


def _pocket(board: Board, color: bool, *, plain: bool) -> str:  # noqa: FBT001 - colours are booleans, as in python-chess
    """Draw a pocket."""
    letters = str(board.pockets[color])
    ordered = "".join(sorted(letters.upper(), key=_ROLES.index))
    ordered = ordered if color == WHITE else ordered.lower()
    return f"[{ordered}]" if plain else "[" + " ".join(_FIGURES[letter] for letter in ordered) + "]"


def takes_figures(file: "TextIO | None") -> bool:
    """Tell whether a file's encoding has everything that a drawing with figures is made of.

    Example:
        >>> import io
        >>> takes_figures(io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
        False
    """
    try:
        "".join([*_FIGURES.values(), _EMPTY]).encode(getattr(file, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
