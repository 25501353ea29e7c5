"""furyhouse driven over UCI by python-chess, as bots on a server and many programs do."""

from collections.abc import Iterator

import chess
import chess.engine
import chess.variant
import pytest

from engine_process import COMMAND

pytestmark = pytest.mark.usefixtures("pockets_of_their_own")
FAST = chess.engine.Limit(time=0.02)


@pytest.fixture(scope="module")
def uci_engine() -> Iterator[chess.engine.SimpleEngine]:
    engine = chess.engine.SimpleEngine.popen_uci([*COMMAND])
    yield engine
    engine.quit()


def test_python_chess_gets_several_lines_and_chances(
    uci_engine: chess.engine.SimpleEngine,
) -> None:
    board = chess.variant.CrazyhouseBoard()
    board.push_san("e4")
    uci_engine.configure({"UCI_ShowWDL": True})
    infos = uci_engine.analyse(board, chess.engine.Limit(depth=5), multipv=4, game="lines")
    assert len({info["pv"][0] for info in infos}) == len(infos) == 4
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True)
    assert all(info["wdl"].relative.total() == 1000 for info in infos)
    uci_engine.configure({"UCI_ShowWDL": False})


def test_python_chess_stops_an_endless_analysis(uci_engine: chess.engine.SimpleEngine) -> None:
    board = chess.variant.CrazyhouseBoard()
    with uci_engine.analysis(board, game="endless") as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move is not None
    assert board.is_legal(best.move)


def test_python_chess_asks_about_chosen_moves(uci_engine: chess.engine.SimpleEngine) -> None:
    board = chess.variant.CrazyhouseBoard()
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    played = uci_engine.play(board, chess.engine.Limit(depth=4), root_moves=wanted, game="chosen")
    assert played.move in wanted


def test_python_chess_plays_from_any_squares(uci_engine: chess.engine.SimpleEngine) -> None:
    fen = "bqrkrbnn/pppppppp/8/8/8/8/PPPPPPPP/BQRKRBNN[] w KQkq - 0 1"
    board = chess.variant.CrazyhouseBoard(fen, chess960=True)
    for _ in range(30):
        played = uci_engine.play(board, chess.engine.Limit(depth=3), game="960")
        assert played.move is not None
        board.push(played.move)
    castled = chess.variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/RK3R2[] w KQ - 0 1", chess960=True)
    castling = [move for move in castled.legal_moves if castled.is_castling(move)]
    assert castling
    for move in castling:
        played = uci_engine.play(castled, FAST, root_moves=[move], game="castling")
        assert played.move == move


def test_python_chess_analyses_a_game_that_is_over(uci_engine: chess.engine.SimpleEngine) -> None:
    board = chess.variant.CrazyhouseBoard("3R3k/6pp/8/8/8/8/8/K7[p] b - - 0 1")
    played = uci_engine.play(board, chess.engine.Limit(time=0.1), game="over")
    assert played.move is None
    assert uci_engine.play(chess.variant.CrazyhouseBoard(), FAST, game="after").move is not None


def test_a_bridge_sets_its_options(uci_engine: chess.engine.SimpleEngine) -> None:
    # What lichess-bot's default configuration sets.
    uci_engine.configure(
        {
            "Move Overhead": 100,
            "Threads": 2,
            "Hash": 32,
            "SyzygyPath": "./syzygy/",
            "UCI_ShowWDL": True,
        }
    )
    played = uci_engine.play(
        chess.variant.CrazyhouseBoard(),
        chess.engine.Limit(white_clock=1.0, black_clock=1.0),
        info=chess.engine.INFO_ALL,
        game="bridge",
    )
    assert played.move is not None
    assert "wdl" in played.info
    uci_engine.configure({"Move Overhead": 30, "Threads": 1, "Hash": 64, "UCI_ShowWDL": False})
