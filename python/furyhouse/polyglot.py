"""Polyglot's format of opening books, as XBoard extends it to Crazyhouse.

A book is a row of entries of 16 bytes, the highest byte of each number first: a position's key (8
bytes), a move (2), its weight (2) and what was learnt of it (4), in the order of the keys. What
Crazyhouse needs beyond chess is that of XBoard 4.9.1, so that each program reads the other's books:
docs/book.md has it all, and tests/test_book_xboard.py asks the real XBoard.
"""

import struct
from typing import TYPE_CHECKING

from furyhouse._core import (
    BISHOP,
    BLACK,
    KNIGHT,
    PAWN,
    PIECE_TYPES,
    QUEEN,
    ROOK,
    WHITE,
    Move,
    piece_symbol,
    square_file,
    square_rank,
)
from furyhouse.polyglot_numbers import NUMBERS

if TYPE_CHECKING:
    from furyhouse._core import Board

__all__ = ["ENTRY", "HEAVIEST", "is_move_code", "move_code", "position_key", "read_move_code"]

ENTRY = struct.Struct(">QHHI")
"""An entry: key, move, weight, learn."""

HEAVIEST = 0xFFFF
"""The greatest weight."""

# XBoard's number of the variant, so that a book of chess has no move for Crazyhouse.
_CRAZYHOUSE = 6
_BITS = 64
_MASK = (1 << _BITS) - 1
_SQUARES = 64
_FILES = 8
_ROOKS_OF_CASTLING = 768
_EN_PASSANT = 772
_WHITE_TO_MOVE = 780
# A promoted man has the number of what it stands for, turned round by so many bits.
_PROMOTED_TURN = 32
# A pocket is eight squares beyond the board, each for one kind: Black's, counted backwards, and
# then White's. XBoard has only 64 numbers for a kind, and turns them round for the squares beyond.
_POCKET_TURN = 8
_POCKETS = {WHITE: range(8, 13), BLACK: range(7, 2, -1)}
_DROPPED = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN)
# XBoard counts two columns of Black's pocket before the a-file, and takes a file for one only below
# the eighth column: captures on g and h count for nothing, and those from g on f neither.
_COLUMNS_BEFORE = 2

# What is in the upper four bits of a move.
_PROMOTIONS = (None, KNIGHT, BISHOP, ROOK, QUEEN)
_DROP = 9
# A drop has its man's letter, counted from A as 1, in the place of the square it comes from.
_BEFORE_A = ord("A") - 1
_LETTERS = {kind: ord(piece_symbol(kind).upper()) - _BEFORE_A for kind in _DROPPED}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}
_SIX_BITS = 0x3F


def position_key(board: "Board") -> int:
    """Calculate the key of a position: its men, pockets, castling, en passant and side to move.

    Example:
        >>> from furyhouse import Board
        >>> f"{position_key(Board()):016x}"
        '463b96181691fc9a'
        >>> bare = Board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1")
        >>> position_key(bare) == position_key(Board("4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"))
        False
    """
    key = _CRAZYHOUSE
    promoted = board.promoted
    for kind in PIECE_TYPES:
        for color in (WHITE, BLACK):
            numbers = _numbers_of(kind, color)
            for square in board.pieces(kind, color):
                number = NUMBERS[numbers + square]
                key ^= _turned(number, _PROMOTED_TURN) if promoted >> square & 1 else number
    for place, has_right in enumerate(
        (
            board.has_kingside_castling_rights(WHITE),
            board.has_queenside_castling_rights(WHITE),
            board.has_kingside_castling_rights(BLACK),
            board.has_queenside_castling_rights(BLACK),
        )
    ):
        if has_right:
            key ^= NUMBERS[_ROOKS_OF_CASTLING + place]
    column = _en_passant_column(board)
    if column is not None:
        key ^= NUMBERS[_EN_PASSANT + column]
    if board.turn == WHITE:
        key ^= NUMBERS[_WHITE_TO_MOVE]
    return (key + _pockets_key(board)) & _MASK


def _pockets_key(board: "Board") -> int:
    """Calculate the part of the pockets, which is added: two men of a kind are not none."""
    key = 0
    for color, places in _POCKETS.items():
        pocket = board.pockets[color]
        for kind, place in zip(_DROPPED, places, strict=True):
            number = NUMBERS[_numbers_of(kind, color) + place]
            key += _turned(number, _POCKET_TURN) * pocket.count(kind)
    return key


def _en_passant_column(board: "Board") -> int | None:
    """Find the number of the file where a pawn stands ready to capture en passant, as XBoard does.

    Whether that would be legal does not matter.
    """
    square = board.ep_square
    if square is None:
        return None
    file = square_file(square)
    column = file + _COLUMNS_BEFORE
    if column >= _FILES:
        return None
    # The pawn that may be captured stands one rank further on, and its neighbours may capture it.
    rank = square_rank(square) + (-1 if board.turn == WHITE else 1)
    neighbours = [file - 1, file + 1] if column < _FILES - 1 else [file - 1]
    pawns = board.pieces(PAWN, board.turn)
    ready = any(file >= 0 and _FILES * rank + file in pawns for file in neighbours)
    return column if ready else None


def _numbers_of(kind: int, color: bool) -> int:  # noqa: FBT001 - colours are booleans, as in python-chess
    """Find where the numbers of a kind of man begin."""
    return _SQUARES * (2 * (kind - 1) + int(color == WHITE))


def _turned(number: int, bits: int) -> int:
    """Turn a number of 64 bits round to the left."""
    return (number << bits | number >> (_BITS - bits)) & _MASK


def move_code(move: Move) -> int:
    """Write a move: where to, where from and what it promotes to; or what is dropped.

    Castling is the king's own move, as in the position it is made in: `e1g1`, and in Crazyhouse960
    king takes rook.

    Example:
        >>> move_code(Move.from_uci("e2e4")), hex(move_code(Move.from_uci("N@f7")))
        (796, '0x93b5')
    """
    if move.drop is not None:
        return _DROP << 12 | _LETTERS[move.drop] << 6 | move.to_square
    return _PROMOTIONS.index(move.promotion) << 12 | move.from_square << 6 | move.to_square


def read_move_code(board: "Board", code: int) -> Move | None:
    """Read a move; None where it is none that is legal in the position.

    Castling may be written as king takes rook, too, as Polyglot does.

    Example:
        >>> from furyhouse import Board
        >>> read_move_code(Board(), 796), read_move_code(Board(), 0x93B5)
        (Move.from_uci('e2e4'), None)
    """
    if not is_move_code(code):
        return None
    to_square, origin, special = code & _SIX_BITS, code >> 6 & _SIX_BITS, code >> 12
    if special == _DROP:
        move = Move(to_square, to_square, drop=_KINDS[origin])
    elif origin == to_square:
        return None
    else:
        move = Move(origin, to_square, _PROMOTIONS[special])
    # A castling move is legal in both spellings, and has one of them when it is read from a text.
    return board.parse_uci(move.uci()) if board.is_legal(move) else None


def is_move_code(code: int) -> bool:
    """Tell whether a number can be a move in any position.

    Example:
        >>> is_move_code(796), is_move_code(0x93B5), is_move_code(0xF000)
        (True, True, False)
    """
    to_square, origin, special = code & _SIX_BITS, code >> 6 & _SIX_BITS, code >> 12
    if special == _DROP:
        return origin in _KINDS
    return special < len(_PROMOTIONS) and origin != to_square
