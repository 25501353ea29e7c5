"""Boards and moves to and from python-chess, where it is installed.

python-chess is imported only when one of these functions is called; furyhouse itself does without.
A board keeps its game: the moves, and with them the repetitions.
"""

from typing import TYPE_CHECKING

from furyhouse._core import Board, Move

if TYPE_CHECKING:
    import chess
    import chess.variant

__all__ = ["from_chess", "move_from_chess", "move_to_chess", "to_chess"]


def from_chess(board: "chess.Board") -> Board:
    """Make a furyhouse board from a python-chess board, with its moves.

    Args:
        board: A `chess.variant.CrazyhouseBoard`.

    Returns:
        A board of the same position, game and castling mode.

    Raises:
        ImportError: python-chess is not installed.
        TypeError: The board is not one of Crazyhouse.
        PositionError: furyhouse does not allow the position, which python-chess does not check.
        IllegalMoveError: A move of the game is not legal, which python-chess does not check either.

    Example:
        >>> import chess.variant
        >>> theirs = chess.variant.CrazyhouseBoard()
        >>> theirs.push_san("e4")
        Move.from_uci('e2e4')
        >>> from_chess(theirs).move_stack
        [Move.from_uci('e2e4')]
    """
    _need_chess()
    import chess.variant  # noqa: PLC0415 - an extra that most users do without

    if not isinstance(board, chess.variant.CrazyhouseBoard):
        raise TypeError(f"from_chess takes a CrazyhouseBoard, not {type(board).__name__}")
    made = Board(board.root().fen(en_passant="fen"), chess960=board.chess960)
    for move in board.move_stack:
        made.push(move_from_chess(move))
    return made


def to_chess(board: Board) -> "chess.variant.CrazyhouseBoard":
    """Make a `chess.variant.CrazyhouseBoard` of a furyhouse board, with its moves.

    Args:
        board: The board.

    Returns:
        A python-chess board of the same position, game and castling mode.

    Raises:
        ImportError: python-chess is not installed.

    Example:
        >>> to_chess(Board()).uci_variant
        'crazyhouse'
    """
    _need_chess()
    import chess.variant  # noqa: PLC0415 - an extra that most users do without

    made = chess.variant.CrazyhouseBoard(
        board.root().fen(en_passant="fen"), chess960=board.chess960
    )
    for move in board.move_stack:
        made.push(move_to_chess(move))
    return made


def move_from_chess(move: "chess.Move") -> Move:
    """Make a furyhouse move of a python-chess move; neither knows its position.

    Example:
        >>> import chess
        >>> move_from_chess(chess.Move.from_uci("P@e4"))
        Move.from_uci('P@e4')
    """
    return Move(move.from_square, move.to_square, move.promotion, move.drop)


def move_to_chess(move: Move) -> "chess.Move":
    """Make a python-chess move of a furyhouse move; neither knows its position.

    Raises:
        ImportError: python-chess is not installed.

    Example:
        >>> move_to_chess(Move.from_uci("e7e8q"))
        Move.from_uci('e7e8q')
    """
    _need_chess()
    import chess  # noqa: PLC0415 - an extra that most users do without

    return chess.Move(move.from_square, move.to_square, move.promotion, move.drop)


def _need_chess() -> None:
    """Import python-chess's variants, or say how to get them."""
    try:
        import chess.variant  # noqa: F401, PLC0415 - an extra that most users do without
    except ImportError as error:
        raise ImportError(
            "python-chess is not installed; pip install 'furyhouse[chess]' brings it"
        ) from error
