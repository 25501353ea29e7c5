"""A board as a picture (SVG) with both pockets; notebooks show one for every `Board`."""

from typing import TYPE_CHECKING

from furyhouse._core import BLACK, FILE_NAMES, RANK_NAMES, WHITE, Board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from furyhouse._core import Move

__all__ = ["board_svg"]

# A square is so many units wide; men are drawn in a box of that size.
_SQUARE = 100
_BOARD = 8 * _SQUARE
# The frame round the board: files and ranks stand in it, where no man covers them. It has a colour
# of its own, and so they can be read on any page.
_RIM = 36
_LETTER = 26
_WIDTH = _BOARD + 2 * _RIM
# The strip of a pocket, and how large men are in it.
_STRIP = 84
_SMALL = 0.72
_SMALL_STEP = 88
_DIGIT = 24
_ROLES = "QRBNP"
_LEAST_SIZE = 50

_LIGHT = "#ecdcbf"
_DARK = "#ae8763"
_LIGHT_MOVED = "#d5d37c"
_DARK_MOVED = "#a8a04a"
_CHECKED = "#e2583e"
_FRAME = "#4b3a2a"
_NAMES = "#ecdcbf"
_POCKET = "#d9cbb2"
_POCKET_TO_MOVE = "#f4ecdc"
_PROMOTED = "#2f6fd0"
_TEXT = "#4b3a2a"
# The body of a man, its outline, and the lines inside: white first.
_INK = {WHITE: ("#fdfbf6", "#2a2520", "#2a2520"), BLACK: ("#332d28", "#14110f", "#e9e1d3")}

# Parts that several men have: the foot, and a ball on a point of the queen's crown.
_FOOT = "M24 89v-6q0-6 6-6h40q6 0 6 6v6z"
_BALL = "a6 6 0 1 1 0 12a6 6 0 1 1 0-12z"
# What is filled of each man, piece by piece.
_BODIES = {
    "P": (
        "M41 47C41 60 35 69 31 77H69C65 69 59 60 59 47Z",
        "M50 21a14 14 0 1 1 0 28a14 14 0 1 1 0-28z",
    ),
    "N": (
        "M32 77C31 65 40 59 48 50C41 53 35 56 30 61C25 65 16 61 16 53C16 47 26 39 29 31",
        "C32 24 37 20 42 18L43 8L54 17C72 22 80 46 71 77Z",
    ),
    "B": (
        "M50 24C68 37 71 51 61 64H39C29 51 32 37 50 24Z",
        "M50 11a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z",
        "M37 64H63L67 77H33Z",
    ),
    "R": ("M34 77L36 46H64L66 77Z", "M28 46V20H39V29H45V20H55V29H61V20H72V46Z"),
    "Q": (
        "M28 63L17 32L34 48L36 24L50 45L64 24L66 48L83 32L72 63Z",
        *(f"M{point}{_BALL}" for point in ("16 23", "36 14", "64 14", "84 23")),
        "M28 63H72L68 77H32Z",
    ),
    "K": (
        "M46 9H54V16H61V24H54V34H46V24H39V16H46Z",
        "M50 42C54 30 82 28 82 46C82 58 72 62 69 77H31C28 62 18 58 18 46C18 28 46 30 50 42Z",
    ),
}
# The lines on it.
_LINES = {
    "N": "M36 35l5-2M21 54l2-3M55 24C66 33 69 50 66 66",
    "B": "M50 35V53M42 43H58M38 70H62",
    "R": "M36 52H64M35 70H65",
    "Q": "M32 70H68",
    "K": "M50 43V66M34 70H66",
}


def board_svg(
    board: Board, *, last_move: "Move | None" = None, flip: bool = False, size: int = 400
) -> str:
    """Draw a board as SVG: both pockets, the last move, a check, and a mark on promoted men.

    Args:
        board: The position.
        last_move: The move whose squares are marked; None takes the last of the board's own game.
        flip: Whether Black is below.
        size: The width in pixels; the height is about a fifth larger.

    Returns:
        The picture, a text that begins with `<svg`.

    Raises:
        ValueError: The size is below 50 pixels.

    Example:
        >>> picture = board_svg(Board("4k3/8/8/8/8/8/8/4K2R[Qpp] w K - 0 1"))
        >>> picture.splitlines()[1]
        '<title>4k3/8/8/8/8/8/8/4K2R[Qpp] w K - 0 1</title>'
    """
    if size < _LEAST_SIZE:
        raise ValueError(f"size is at least {_LEAST_SIZE} pixels, not {size}")
    if last_move is None and board.move_stack:
        last_move = board.peek()
    height = _WIDTH + 2 * _STRIP
    above, below = (WHITE, BLACK) if flip else (BLACK, WHITE)
    extent = f'viewBox="0 0 {_WIDTH} {height}" width="{size}"'
    extent += f' height="{round(size * height / _WIDTH)}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {extent} font-family="sans-serif">',
        f"<title>{board.fen()}</title>",
        *_pocket(board, above, 0),
        f'<rect y="{_STRIP}" width="{_WIDTH}" height="{_WIDTH}" rx="10" fill="{_FRAME}"/>',
        f'<g transform="translate({_RIM} {_STRIP + _RIM})">',
        *_names(flip=flip),
        *_squares(board, last_move, flip=flip),
        *_men(board, flip=flip),
        "</g>",
        *_pocket(board, below, _STRIP + _WIDTH),
        "</svg>",
    ]
    return "\n".join(parts)


def _names(*, flip: bool) -> "Iterator[str]":
    """Write the names of files and ranks in the frame, each beside the middle of its squares."""
    # Letters hang on their baseline; by this much their middle is above it.
    drop, middle = round(0.36 * _LETTER), _SQUARE // 2
    for index in range(8):
        x, y = _corner(9 * index, flip=flip)
        yield _name(FILE_NAMES[index], x + middle, _BOARD + _RIM // 2 + drop)
        yield _name(RANK_NAMES[index], -_RIM // 2, y + middle + drop)


def _squares(board: Board, last_move: "Move | None", *, flip: bool) -> "Iterator[str]":
    """Draw the squares."""
    moved = {last_move.from_square, last_move.to_square} if last_move else set()
    checked = board.king(board.turn) if board.is_check() else None
    for square in range(64):
        x, y = _corner(square, flip=flip)
        light = (square + square // 8) % 2 == 1
        color = _LIGHT if light else _DARK
        if square in moved:
            color = _LIGHT_MOVED if light else _DARK_MOVED
        if square == checked:
            color = _CHECKED
        yield f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{color}"/>'


def _men(board: Board, *, flip: bool) -> "Iterator[str]":
    """Draw the men on the board."""
    for square, piece in sorted(board.piece_map().items()):
        x, y = _corner(square, flip=flip)
        yield _man(piece.symbol().upper(), piece.color, x, y)
        if board.promoted >> square & 1:
            yield (
                f'<circle cx="{x + 84}" cy="{y + 16}" r="9" fill="{_PROMOTED}" stroke="#ffffff"'
                ' stroke-width="3"/>'
            )


def _pocket(board: Board, color: bool, top: int) -> "Iterator[str]":  # noqa: FBT001 - colours are booleans, as in python-chess
    """Draw a pocket as a strip, lighter for the side to move."""
    shade = _POCKET_TO_MOVE if board.turn == color else _POCKET
    yield (
        f'<rect x="2" y="{top + 4}" width="{_WIDTH - 4}" height="{_STRIP - 8}" rx="10"'
        f' fill="{shade}" stroke="{_FRAME}" stroke-width="2"/>'
    )
    letters = str(board.pockets[color]).upper()
    x, y = _RIM, top + (_STRIP - _SMALL * _SQUARE) / 2
    for role in _ROLES:
        count = letters.count(role)
        if count:
            yield _man(role, color, x, y, _SMALL)
            if count > 1:
                yield (
                    f'<text x="{x + _SMALL * _SQUARE:.0f}" y="{top + 54}"'
                    f' font-size="34" fill="{_TEXT}">{count}</text>'
                )
            x += _SMALL_STEP + (_DIGIT * len(str(count)) if count > 1 else 0)


def _man(role: str, color: bool, x: float, y: float, scale: float = 1.0) -> str:  # noqa: FBT001 - the same
    """Draw a man."""
    body, outline, inside = _INK[color]
    shapes = "".join((*_BODIES[role], _FOOT))
    drawn = f'<path d="{shapes}" fill="{body}" stroke="{outline}"/>'
    if role in _LINES:
        drawn += f'<path d="{_LINES[role]}" fill="none" stroke="{inside}"/>'
    scaled = "" if scale == 1 else f" scale({scale})"
    return (
        f'<g transform="translate({x:g} {y:g}){scaled}" stroke-width="3" stroke-linejoin="round"'
        f' stroke-linecap="round">{drawn}</g>'
    )


def _name(text: str, x: int, y: int) -> str:
    """Write the name of a file or rank."""
    return (
        f'<text x="{x}" y="{y}" font-size="{_LETTER}" text-anchor="middle" fill="{_NAMES}">'
        f"{text}</text>"
    )


def _corner(square: int, *, flip: bool) -> tuple[int, int]:
    """Get the upper left corner of a square."""
    file, rank = square % 8, square // 8
    column, row = (7 - file, rank) if flip else (file, 7 - rank)
    return _SQUARE * column, _SQUARE * row
