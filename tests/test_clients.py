"""furyhouse driven by programs that others wrote: python-chess, and the real XBoard."""

from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import chess.variant
import pytest

from engine_process import COMMAND
from xboard_match import find, play_match, wrapped

pytestmark = pytest.mark.usefixtures("pockets_of_their_own")
FAST = chess.engine.Limit(time=0.02)
# The time is there because python-chess leaves that of the search before in force.
DEEP = chess.engine.Limit(depth=3, time=30.0)


@pytest.fixture(scope="module")
def xboard_engine() -> Iterator[chess.engine.SimpleEngine]:
    engine = chess.engine.SimpleEngine.popen_xboard([*COMMAND, "xboard"])
    yield engine
    engine.quit()


def test_python_chess_sets_options(xboard_engine: chess.engine.SimpleEngine) -> None:
    options = xboard_engine.options
    assert options["MultiPV"].max == 500
    assert options["Style"].default == "search"
    assert {"memory", "cores"}.issubset(options)
    xboard_engine.configure(
        {"MoveOverhead": 10, "Style": "random", "ClearHash": None, "memory": 32, "cores": 2}
    )
    assert (
        xboard_engine.play(chess.variant.CrazyhouseBoard(), FAST, game="options").move is not None
    )
    xboard_engine.configure({"MoveOverhead": 30, "Style": "search", "memory": 64, "cores": 1})


# Long enough for a slow machine that does other things too.
FAST_MATCH = ("-tc", "0:05", "-inc", "0.1", "-ponderNextMove", "false")


def opponent(name: str, folder: Path) -> str:
    return wrapped(folder) if name == "furyhouse" else find(name)


@pytest.mark.timeout(400)
@pytest.mark.heritage("C1")
@pytest.mark.parametrize("name", ["furyhouse", "sjeng", "fairy-stockfish"])
def test_the_real_xboard_plays_whole_games(name: str, tmp_path: Path) -> None:
    clean = 0
    # An opponent that plays an illegal move, as sjeng does at times, shows nothing of furyhouse.
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        match = play_match(folder, wrapped(folder), opponent(name, folder), *FAST_MATCH, games=2)
        clean += match.check(2)
        if clean >= 2:
            return
    pytest.fail(f"{name} played no two games without a foul of its own")


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "options",
    [
        ("-tc", "0:05", "-inc", "0.1", "-ponderNextMove", "true"),
        ("-tc", "0:05", "-mps", "20", "-ponderNextMove", "false"),
        ("-depth", "4", "-tc", "1", "-ponderNextMove", "false"),
    ],
    ids=["pondering", "sessions", "depth"],
)
def test_the_real_xboard_plays_under_other_time_controls(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    play_match(tmp_path, wrapped(tmp_path), wrapped(tmp_path), *options).check(1)


@pytest.mark.parametrize("time", [FAST_MATCH, ("-st", "0:02", "-ponderNextMove", "false")])
def test_the_real_xboard_starts_from_a_position(time: tuple[str, ...], tmp_path: Path) -> None:
    fen = "3k4/8/3K4/8/8/8/8/7R[QN] b - - 3 1"
    position = tmp_path / "start.fen"
    position.write_text(f"{fen}\n")
    options = (*time, "-lpf", str(position), "-lpi", "1")
    match = play_match(tmp_path, wrapped(tmp_path), wrapped(tmp_path), *options)
    match.check(1)
    assert match.games[0].headers["FEN"].startswith("3k4/8/3K4/8/8/8/8/7R[NQ] b")
    assert match.games[0].headers["Result"] == "1-0"


def test_the_real_xboard_takes_the_claim_of_fifty_moves(tmp_path: Path) -> None:
    position = tmp_path / "start.fen"
    position.write_text("4k3/8/8/8/8/8/8/4K2R[-] w - - 96 90\n")
    # XBoard would end the game by itself, but later; a claim that it finds false loses.
    rule = ("-firstOptions", "FiftyMoveRule=1", "-secondOptions", "FiftyMoveRule=1")
    options = (*rule, "-ruleMoves", "60", "-lpf", str(position), "-lpi", "1")
    limit = ("-depth", "3", "-tc", "1", "-ponderNextMove", "false")
    match = play_match(tmp_path, wrapped(tmp_path), wrapped(tmp_path), *options, *limit)
    match.check(1)
    assert match.games[0].headers["Result"] == "1/2-1/2"
    assert match.games[0].end().comment.endswith("Draw by fifty moves")


def test_python_chess_hears_that_a_lost_game_is_given_up(
    xboard_engine: chess.engine.SimpleEngine,
) -> None:
    xboard_engine.configure({"ResignScore": 500})
    board = chess.variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/QQ2K3[] b - - 0 1")
    for _ in range(2):
        played = xboard_engine.play(board, DEEP, game="lost")
        assert played.move is not None
        assert not played.resigned
        board.push(played.move)
        board.push(
            next(
                move
                for move in board.legal_moves
                if board.piece_type_at(move.from_square) == chess.KING
            )
        )
    assert xboard_engine.play(board, DEEP, game="lost").resigned
    xboard_engine.configure({"ResignScore": 0})
