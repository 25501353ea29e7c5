"""A position as people and files write it."""

from furyhouse._core import Board, PositionError

__all__ = ["read_board"]


def read_board(text: str) -> Board:
    """Read a position; one that castles from any squares is of Crazyhouse960.

    Raises:
        FuryhouseError: It is no position that can be played.

    Example:
        >>> read_board("4k3/8/8/8/8/8/8/1R2K3[] w B - 0 1").chess960
        True
    """
    try:
        return Board(text)
    except PositionError:
        return Board(text, chess960=True)
