"""What python-chess does with an engine whatever the protocol: fast games, and analyses."""

from collections.abc import Iterator

import chess
import chess.engine
import chess.variant
import pytest

from client_games import engines, play_fast_games

pytestmark = pytest.mark.usefixtures("pockets_of_their_own")
FAST = chess.engine.Limit(time=0.02)
GAMES = 50
LIMITS = (
    FAST,
    chess.engine.Limit(depth=2),
    chess.engine.Limit(nodes=500),
    chess.engine.Limit(white_clock=2.0, black_clock=2.0, white_inc=0.01, black_inc=0.01),
    chess.engine.Limit(white_clock=1.0, black_clock=1.0, remaining_moves=30),
    # CECP has no word for the mate, and keeps the time.
    chess.engine.Limit(mate=2, time=0.05),
)


@pytest.fixture(scope="module", params=["xboard", "uci"])
def engine(request: pytest.FixtureRequest) -> Iterator[chess.engine.SimpleEngine]:
    with engines(request.param) as (one, _):
        yield one


@pytest.mark.heritage("C3")
@pytest.mark.parametrize("part", range(5))
def test_python_chess_plays_fast_games_in_both_colours(
    part: int, engine: chess.engine.SimpleEngine
) -> None:
    play_fast_games(engine, part, GAMES // 5, LIMITS, ponder_every=3)


def test_python_chess_analyses(engine: chess.engine.SimpleEngine) -> None:
    board = chess.variant.CrazyhouseBoard()
    with engine.analysis(board, chess.engine.Limit(time=0.5), game="analysis") as analysis:
        reports = [info for info in analysis if "pv" in info]
    assert len(reports) > 1
    assert all(board.is_legal(info["pv"][0]) for info in reports)
    assert reports[-1]["depth"] >= reports[0]["depth"]
    mate = chess.variant.CrazyhouseBoard("6bk/7p/5P2/8/8/8/8/6K1[P] w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(depth=3), game="mate")
    assert info["score"].white() == chess.engine.Mate(1)
    assert info["pv"] == [chess.Move.from_uci("P@g7")]


def test_python_chess_analyses_a_game_that_is_over(engine: chess.engine.SimpleEngine) -> None:
    board = chess.variant.CrazyhouseBoard("3R3k/6pp/8/8/8/8/8/K7[p] b - - 0 1")
    assert board.is_checkmate()
    with engine.analysis(board, chess.engine.Limit(time=0.2), game="over") as analysis:
        assert [info for info in analysis if "pv" in info] == []
    assert engine.play(chess.variant.CrazyhouseBoard(), FAST, game="after").move is not None
