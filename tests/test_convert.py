"""Boards and moves to and from python-chess, and without it."""

import random
import subprocess
import sys

import chess
import chess.variant
import pytest

from furyhouse import Board, IllegalMoveError, Move, PositionError
from furyhouse.convert import from_chess, move_from_chess, move_to_chess, to_chess


def random_game(seed: int, plies: int) -> chess.variant.CrazyhouseBoard:
    """Play a random game in python-chess."""
    chooser = random.Random(seed)  # noqa: S311 - a game, not a secret
    board = chess.variant.CrazyhouseBoard()
    while board.ply() < plies and not board.is_game_over():
        board.push(chooser.choice(sorted(board.legal_moves, key=str)))
    return board


@pytest.mark.parametrize("seed", range(6))
def test_a_board_goes_there_and_back_with_its_game(seed: int) -> None:
    theirs = random_game(seed, 80)
    ours = Board.from_chess(theirs)
    assert ours.fen() == theirs.fen()
    assert [move.uci() for move in ours.move_stack] == [move.uci() for move in theirs.move_stack]
    back = ours.to_chess()
    assert back == theirs
    assert back.move_stack == theirs.move_stack
    assert back.root() == theirs.root()


def test_repetitions_are_kept() -> None:
    theirs = chess.variant.CrazyhouseBoard()
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        theirs.push_uci(uci)
    ours = from_chess(theirs)
    assert ours.is_repetition(3)
    assert to_chess(ours).is_repetition(3)


def test_960_is_kept() -> None:
    theirs = chess.variant.CrazyhouseBoard(
        "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1[] w GBgb - 0 1", chess960=True
    )
    theirs.push_san("O-O")
    ours = from_chess(theirs)
    assert ours.chess960
    assert ours.peek() == Move.from_uci("e1g1")
    assert to_chess(ours) == theirs
    assert to_chess(ours).chess960


def test_a_square_just_passed_is_kept() -> None:
    fen = "4k3/8/8/8/4P3/8/8/4K3[] b - e3 0 1"
    assert from_chess(chess.variant.CrazyhouseBoard(fen)).ep_square == chess.E3
    assert to_chess(Board(fen)).ep_square == chess.E3


@pytest.mark.parametrize("uci", ["e2e4", "a7a8q", "P@e4", "0000"])
def test_a_move_goes_there_and_back(uci: str) -> None:
    assert move_from_chess(chess.Move.from_uci(uci)) == Move.from_uci(uci)
    assert move_to_chess(Move.from_uci(uci)) == chess.Move.from_uci(uci)


def test_other_boards_are_refused() -> None:
    with pytest.raises(TypeError, match="CrazyhouseBoard"):
        Board.from_chess(chess.Board())
    with pytest.raises(TypeError, match="CrazyhouseBoard"):
        Board.from_chess("a board")  # type: ignore[arg-type]


def test_what_python_chess_lets_through_is_refused() -> None:
    with pytest.raises(PositionError):
        from_chess(chess.variant.CrazyhouseBoard("8/8/8/8/8/8/8/4K3[] w - - 0 1"))
    theirs = chess.variant.CrazyhouseBoard()
    theirs.push(chess.Move.from_uci("e2e5"))
    with pytest.raises(IllegalMoveError):
        from_chess(theirs)


@pytest.mark.parametrize("call", ["Board.from_chess(None)", "Board().to_chess()"])
def test_without_python_chess_the_error_says_how_to_get_it(call: str) -> None:
    script = f"""
import sys
sys.modules["chess"] = None
from furyhouse import Board
try:
    {call}
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "pip install 'furyhouse[chess]'" in done.stdout


def test_furyhouse_does_not_import_python_chess() -> None:
    script = "import sys, furyhouse, furyhouse.convert; sys.exit('chess' in sys.modules)"
    subprocess.run([sys.executable, "-P", "-c", script], check=True, timeout=60)
