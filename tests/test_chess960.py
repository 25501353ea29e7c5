"""Crazyhouse960: games from many starts by python-chess, in both protocols; castling, SAN, PGN."""

import io
import random
from collections.abc import Callable, Iterator

import chess
import chess.engine
import chess.pgn
import chess.variant
import pytest

from engine_process import COMMAND
from furyhouse import Board, Move
from furyhouse.position import read_position

pytestmark = pytest.mark.usefixtures("pockets_of_their_own")
# Kings and rooks in corners, side by side, in the middle, and as in chess.
STARTS = (0, 71, 338, 518, 534, 692, 847, 959)
LONGEST = 160
FAST = chess.engine.Limit(nodes=300)
# A mate by castling, which the rook alone cannot give: the king stands in its way.
MATES = {
    "4rkr1/4p1p1/8/8/8/8/8/6KR[] w H - 0 1": "O-O#",
    "2rkr3/2p1p3/8/8/8/8/8/1RK5[] w B - 0 1": "O-O-O#",
    "6kr/8/8/8/8/8/4P1P1/4RKR1[] b h - 0 1": "O-O#",
}


@pytest.fixture(scope="module", params=["uci", "xboard"])
def engine(request: pytest.FixtureRequest) -> Iterator[chess.engine.SimpleEngine]:
    popen: dict[str, Callable[..., chess.engine.SimpleEngine]] = {
        "uci": chess.engine.SimpleEngine.popen_uci,
        "xboard": chess.engine.SimpleEngine.popen_xboard,
    }
    process = popen[request.param]([*COMMAND, request.param])
    yield process
    process.quit()


def start(number: int) -> chess.variant.CrazyhouseBoard:
    """Set up one of the 960 starting positions."""
    board = chess.variant.CrazyhouseBoard(chess960=True)
    board.set_chess960_pos(number)
    return board


def castling(board: chess.Board) -> list[chess.Move]:
    """List the moves that castle."""
    return [move for move in board.legal_moves if board.is_castling(move)]


def play(
    engine: chess.engine.SimpleEngine, number: int
) -> tuple[chess.variant.CrazyhouseBoard, int]:
    """Play a game against one that castles as soon as it can and else moves by lot.

    Returns:
        The game, and how often it was castled.
    """
    board, castled = start(number), 0
    chance = random.Random(number)  # noqa: S311 - nothing to guard
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        if board.turn == bool(number % 2):
            ponder = number % 3 == 0
            played = engine.play(board, FAST, game=number, ponder=ponder)
            assert played.move is not None
            move = played.move
            assert played.ponder is None or is_legal_after(board, move, played.ponder)
        else:
            move = chance.choice(castling(board) or list(board.legal_moves))
        castled += board.is_castling(move)
        board.push(move)
    return board, castled


def is_legal_after(board: chess.Board, move: chess.Move, reply: chess.Move) -> bool:
    """Tell whether a reply is legal."""
    after = board.copy()
    after.push(move)
    return after.is_legal(reply)


def test_whole_games_are_played_from_many_starts(engine: chess.engine.SimpleEngine) -> None:
    castled = 0
    for number in STARTS:
        board, times = play(engine, number)
        castled += times
        same_in_pgn(board)
    assert castled > 0


def same_in_pgn(board: chess.variant.CrazyhouseBoard) -> None:
    """Write a game as PGN, and play what is read from it with furyhouse's own rules, both ways."""
    text = str(chess.pgn.Game.from_board(board))
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    own = read_position(game.headers.get("FEN", Board.starting_fen))
    theirs = game.board()
    for move in game.mainline_moves():
        san = theirs.san(move)
        assert own.parse_san(san) == own.parse_uci(move.uci())
        # A pawn's drop is written with its letter.
        written = own.san(own.parse_uci(move.uci()))
        assert written == (f"P{san}" if san.startswith("@") else san)
        assert theirs.parse_san(written) == move
        own.push_san(written)
        theirs.push(move)
    assert own.fen() == board.fen(en_passant="legal")


@pytest.mark.parametrize(("fen", "san"), MATES.items())
def test_castling_is_found_played_and_told(
    engine: chess.engine.SimpleEngine, fen: str, san: str
) -> None:
    board = chess.variant.CrazyhouseBoard(fen, chess960=True)
    played = engine.play(board, chess.engine.Limit(depth=3), game=fen, info=chess.engine.INFO_ALL)
    assert played.move is not None
    assert board.san(played.move) == san
    assert played.info["pv"] == [played.move]
    info = engine.analyse(board, chess.engine.Limit(depth=3), root_moves=castling(board), game=fen)
    assert info["pv"] == castling(board)
    assert info["score"].relative == chess.engine.Mate(1)


@pytest.mark.parametrize("number", range(0, 960, 7))
def test_every_start_is_read_as_a_game_of_its_own_castling(number: int) -> None:
    theirs = start(number)
    for fen in (theirs.fen(), theirs.fen(shredder=True)):
        board = read_position(fen)
        assert board.fen(shredder=True).split()[:4] == theirs.fen(shredder=True).split()[:4]
        home = theirs.king(chess.WHITE) == chess.E1 and theirs.castling_rights == (
            chess.BB_CORNERS & chess.BB_BACKRANKS
        )
        assert board.chess960 == (not home or fen == theirs.fen(shredder=True))


def test_the_kings_step_and_castling_are_told_apart_in_every_notation() -> None:
    board = Board("1k6/8/8/8/8/8/8/5K1R[] w H - 0 1", chess960=True)
    step, castle = board.parse_uci("f1g1"), board.parse_uci("f1h1")
    assert step != castle
    assert (board.san(step), board.san(castle)) == ("Kg1", "O-O")
    assert (board.xboard(step), board.xboard(castle)) == ("f1g1", "O-O")
    assert board.parse_san("O-O") == board.parse_xboard("O-O") == castle == Move.from_uci("f1h1")
