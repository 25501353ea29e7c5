"""Positions as texts, of Crazyhouse and Crazyhouse960 alike."""

from contextlib import suppress

from furyhouse._core import Board, PositionError

__all__ = ["read_position"]

_CASTLING_FIELD = 2
_FILE_LETTERS = frozenset("abcdefghABCDEFGH")


def read_position(fen: str, *, chess960: bool = False, fifty_moves: bool = False) -> Board:
    """Read a position; one that needs it is one of Crazyhouse960.

    It needs it where the castling rights name the rooks' files (`HAha`), or where king and rooks
    that may castle stand elsewhere than in Crazyhouse.

    Args:
        fen: The position, with its pocket in any form.
        chess960: Whether it is one of Crazyhouse960 in any case.
        fifty_moves: Whether the game is played by the fifty-move rule.

    Returns:
        The board.

    Raises:
        FenError: The text is not a FEN.
        PositionError: The position cannot be played.

    Example:
        >>> read_position("1k6/8/8/8/8/8/8/1K3R2[] w K - 0 1").chess960
        True
        >>> read_position("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1").chess960
        False
    """
    castling = fen.split()[_CASTLING_FIELD : _CASTLING_FIELD + 1]
    chess960 = chess960 or any(_FILE_LETTERS.intersection(field) for field in castling)
    try:
        return Board(fen, chess960=chess960, fifty_moves=fifty_moves)
    except PositionError:
        with suppress(PositionError):
            return Board(fen, chess960=True, fifty_moves=fifty_moves)
        raise
