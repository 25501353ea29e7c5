"""Whole matches between real engines, in every protocol."""

import asyncio
import io
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess.pgn
import chess.variant
import pytest

from furyhouse import Board
from furyhouse.lab.match import (
    Adjudication,
    Bench,
    BenchError,
    EngineSpec,
    MatchSettings,
    Tally,
    TimeControl,
    play_match,
    read_openings,
)
from furyhouse.lab.thought import Fault
from furyhouse.lab.uci_player import UciPlayer
from furyhouse.lab.xboard_player import XBoardPlayer, move_texts
from match_tools import OPENINGS, ROOMY, check_game, fake, internal, settings
from xboard_match import find

XBOARD = EngineSpec(
    (sys.executable, "-m", "furyhouse", "xboard"),
    name="xboard",
    proto="xboard",
    limit=TimeControl(nodes=300),
)


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with Bench() as bench:
        yield bench


def played(bench: Bench, match: MatchSettings) -> Tally:
    """Play a match; its games must be whole, and without a fault of furyhouse."""
    tally = bench.tally(match)
    assert tally.missing() == []
    for record in tally.records.values():
        check_game(record)
        assert record.fault is None or match.engines[record.fault].command
    return tally


def test_furyhouse_plays_itself_inside_and_over_xboard(bench: Bench) -> None:
    match = settings(internal(), replace(XBOARD, options={"memory": 4}), games=4)
    tally = played(bench, match)
    assert sum(tally.reasons().values()) == 4
    assert not tally.faults(0)
    assert not tally.faults(1)
    records = [tally.records[game] for game in range(4)]
    assert [record.white for record in records] == [0, 1, 0, 1]
    assert [record.opening for record in records] == [
        OPENINGS[0],
        OPENINGS[0],
        OPENINGS[1],
        OPENINGS[1],
    ]
    moves = [thought for record in records for thought in record.moves]
    # Both sides say what they think, in both ways of asking them.
    assert all(thought.nodes is not None and thought.nodes <= 330 for thought in moves)
    assert sum(thought.value is not None and thought.depth is not None for thought in moves) > 50


@pytest.mark.parametrize("proto", ["uci", "xboard"])
def test_fairy_stockfish_is_an_opponent(bench: Bench, proto: str) -> None:
    stockfish = EngineSpec(
        (find("fairy-stockfish"),),
        proto=proto,  # type: ignore[arg-type]
        options={"Skill Level": 5, "hash": 8},
        limit=ROOMY,
    )
    tally = played(bench, settings(stockfish, internal(limit=ROOMY)))
    assert not tally.faults(0)
    first = tally.records[0].moves[0]
    assert first.depth is not None
    assert first.value is not None


def test_fairy_stockfish_counts_nodes_and_time(bench: Bench) -> None:
    command = (find("fairy-stockfish"),)
    first = EngineSpec(command, name="nodes", proto="uci", limit=TimeControl(nodes=400))
    second = EngineSpec(command, name="time", proto="uci", limit=TimeControl(move_time=0.02))
    match = settings(first, second, time_margin=5.0, adjudication=Adjudication(max_moves=5))
    for record in played(bench, match).records.values():
        for index, thought in enumerate(record.moves):
            if (index % 2 == 0) == (record.white == 0) == record.opening.split()[1].startswith("w"):
                assert thought.nodes is None or thought.nodes < 3000


def test_sjeng_is_an_opponent(bench: Bench) -> None:
    """Its illegal moves and false claims are losses, and the match goes on."""
    sjeng = EngineSpec((find("sjeng"),), proto="xboard", limit=ROOMY)
    tally = played(bench, settings(sjeng, internal(limit=ROOMY), games=4, not_counted=("sjeng",)))
    assert sum(len(record.moves) for record in tally.records.values()) > 20
    assert tally.statistics().games + tally.faults(0).total() == 4


def test_the_protocol_is_found_out(bench: Bench) -> None:
    assert bench.probe(replace(XBOARD, proto="auto")).proto == "xboard"
    assert bench.probe(EngineSpec((find("fairy-stockfish"),))).proto == "uci"
    assert bench.probe(EngineSpec((find("sjeng"),))).proto == "xboard"


UCI = replace(XBOARD, command=(sys.executable, "-m", "furyhouse", "uci"), name="uci", proto="uci")
# Castling mates, and nothing else does; with both colours.
CASTLING_MATES = (
    "4rkr1/4p1p1/8/8/8/8/8/5K1R[] w K - 0 1",
    "5k1r/8/8/8/8/8/4P1P1/4RKR1[] b k - 0 1",
)
# And here it is best, and the game goes on: the other engine hears of it.
CASTLING_IS_BEST = "4rkr1/4p1p1/8/8/8/8/8/5K1R[Qp] w K - 0 1"
FROM_ALL_OVER = (
    "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN[] w KQkq - 0 1",
    "brkrnbqn/pppppppp/8/8/8/8/PPPPPPPP/BRKRNBQN[] w KQkq - 0 1",
)


@pytest.mark.parametrize("spec", [UCI, XBOARD, internal("other")])
def test_crazyhouse960_is_played_in_every_protocol(
    spec: EngineSpec, bench: Bench, tmp_path: Path
) -> None:
    openings = tuple(read_openings([*CASTLING_MATES, CASTLING_IS_BEST, *FROM_ALL_OVER]))
    match = settings(internal(), spec, games=10, openings=openings)
    records = sorted(
        play_match(match, pgn=tmp_path / "out.pgn", bench=bench), key=lambda record: record.game
    )
    assert [record.fault for record in records] == [None] * 10
    for record in records:
        check_game(record)
    mates = [[thought.move for thought in record.moves] for record in records[:4]]
    assert mates == [["f1h1"], ["f1h1"], ["f8h8"], ["f8h8"]]
    for record in records[4:6]:
        assert (record.moves[0].move, len(record.moves) > 1) == ("f1h1", True)
    castled = 0
    with (tmp_path / "out.pgn").open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert game.errors == []
            assert (game.headers["Variant"], game.headers["SetUp"]) == ("Crazyhouse", "1")
            board = game.board()
            assert board.chess960
            for move in game.mainline_moves():
                castled += board.is_castling(move)
                board.push(move)
    assert castled >= 6


def test_the_moves_of_crazyhouse960_are_told_to_an_engine_as_its_protocol_writes_them() -> None:
    board = Board("1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1[] w KQkq - 0 1", chess960=True)
    for move in ("O-O", "O-O-O", "b3"):
        board.push(board.parse_san(move))
    assert move_texts(board, 0) == ["O-O", "O-O-O", "b2b3"]
    assert move_texts(board, 1) == ["O-O-O", "b2b3"]
    assert [move.uci() for move in board.move_stack] == ["e1g1", "e8b8", "b2b3"]


def test_an_engine_without_crazyhouse960_is_refused_before_the_first_game(bench: Bench) -> None:
    match = settings(fake("uci", "none"), internal(), openings=(*OPENINGS[:1], *FROM_ALL_OVER))
    with pytest.raises(BenchError, match="fake has no option UCI_Chess960: it plays no Crazyhouse"):
        list(play_match(match, bench=bench))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (EngineSpec(("/no/such/engine",)), "engine cannot be started: No such file"),
        (EngineSpec((sys.executable, "-c", "import sys; sys.exit('sorry')")), "status 1: sorry"),
        (EngineSpec((sys.executable,), directory="/no/folder"), "dir=/no/folder is no folder"),
        (EngineSpec(("no-engine",)), "there is no program 'no-engine' on PATH"),
        (EngineSpec(("/usr",)), "usr cannot be started: /usr is a folder"),
        (EngineSpec((__file__,)), "test_match_engines.py is no program: it may not be"),
        (
            EngineSpec(
                (sys.executable, "-c", "input(); print('Illegal command: uci')"), proto="uci"
            ),
            "does not speak UCI: Illegal command: uci",
        ),
        (replace(XBOARD, options={"Grit": 3}), "xboard has no option Grit, only"),
        (replace(XBOARD, options={"memory": "much"}), "expected integer"),
        (internal(Grit=3), "no option 'Grit'"),
        (internal(Hash=0), "Hash: found 0"),
        (replace(fake("uci", "none"), options={"UCI_Variant": "chess"}), "set by the match itself"),
    ],
)
def test_an_engine_that_cannot_play_is_refused_in_a_line(
    bench: Bench, spec: EngineSpec, message: str
) -> None:
    with pytest.raises(BenchError) as caught:
        bench.probe(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("player", "word", "other"), [(UciPlayer, "uci", "xboard"), (XBoardPlayer, "xboard", "uci")]
)
@pytest.mark.parametrize("command", [("sleep", "50"), ("yes",)])
def test_what_does_not_answer_is_given_up(
    player: type[UciPlayer] | type[XBoardPlayer], word: str, other: str, command: tuple[str, ...]
) -> None:
    with pytest.raises(Fault, match=rf"does not answer {word} in 0 s; .* proto={other}"):
        asyncio.run(player(EngineSpec(command)).start(patience=0.3))


def test_a_program_that_is_none_is_told_with_what_to_write(bench: Bench, tmp_path: Path) -> None:
    script = tmp_path / "engine.sh"
    script.write_text("no program")
    for name, told in (
        ("engine.sh", "there is no program 'engine.sh' on PATH; the one here is ./engine.sh"),
        ("./engine.sh", "./engine.sh is no program: it may not be executed"),
    ):
        with pytest.raises(BenchError) as caught:
            bench.probe(EngineSpec((name,), directory=str(tmp_path)))
        assert str(caught.value) == f"engine.sh cannot be started: {told}"
    script.chmod(0o755)
    with pytest.raises(BenchError, match=r"engine\.sh is no program that this system can execute"):
        bench.probe(EngineSpec((str(script),)))


def test_options_are_set_back_for_the_next_match(bench: Bench) -> None:
    """A tuner plays many pairs of settings with the same running engines."""
    weak, strong = internal("weak", Style="random", Seed=3), internal("strong")
    first = played(bench, settings(weak, strong, games=4)).statistics()
    second = played(bench, settings(strong, weak, games=4)).statistics()
    assert (first.points, second.points) == (0, 4)


def test_pockets_and_drops_reach_an_engine_as_they_are(bench: Bench, tmp_path: Path) -> None:
    """python-chess 1.11.2 would fill the pockets of the first position while a game is played."""
    openings = (
        "r3k2r/8/8/8/8/8/8/R3K2R[QNPqnp] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] b - - 0 1",
    )
    log = tmp_path / "log"
    for protocol in ("uci", "xboard"):
        engine = fake(protocol, f"log:{log}")
        limit = Adjudication(max_moves=12)
        tally = bench.tally(settings(engine, internal(), 4, openings, adjudication=limit))
        assert not tally.faults(0)
        lines = log.read_text().splitlines()
        log.unlink()
        sent = {"uci": "position fen ", "xboard": "setboard "}[protocol]
        fens = {
            line.removeprefix(sent).partition(" moves ")[0]
            for line in lines
            if line.startswith(sent)
        }
        boards = [chess.variant.CrazyhouseBoard(fen) for fen in fens]
        assert {board.fen() for board in boards} == {
            chess.variant.CrazyhouseBoard(fen).fen() for fen in openings
        }
        assert sum("@" in t.move for r in tally.records.values() for t in r.moves) > 8
        assert any("@" in line.split()[-1] for line in lines)


def test_the_games_are_read_back_from_pgn(tmp_path: Path) -> None:
    match = settings(internal("one"), XBOARD.renamed("other"), games=4)
    pgn = tmp_path / "games.pgn"
    records = list(play_match(match, pgn=pgn))
    source = io.StringIO(pgn.read_text(encoding="utf-8"))
    for record in records:
        game = chess.pgn.read_game(source)
        assert game is not None
        assert not game.errors
        moves = list(game.mainline())
        assert [node.move.uci() for node in moves] == [t.move for t in record.moves]
        assert game.headers["Result"] == record.result
        assert game.headers["Variant"] == "Crazyhouse"
        assert {game.headers["White"], game.headers["Black"]} == {"one", "other"}
        assert game.headers["FEN"] == record.opening
        assert game.headers["WhiteLimit"] == "nodes=300"
        # A line of PGN may end inside a comment.
        comments = [" ".join(node.comment.split()) for node in (moves[0], moves[-1])]
        assert f"{record.moves[0].seconds:.3f}s" in comments[0]
        assert comments[1].endswith(record.text)
    assert chess.pgn.read_game(source) is None
