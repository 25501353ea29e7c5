"""The cases that every engine is asked, by their numbers, from P15 on; P01 to P14 are in test_uci.

A case that is a conversation is a file in `tests/data/protocol`; it holds for the state machine and
for the engine as a process.
"""

import copy
import pickle
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.variant
import pytest

from client_games import engines, games_to_play, play_itself
from engine_process import COMMAND, EngineProcess, engine
from furyhouse import Board, Bot, Engine, Limit, Move
from furyhouse.protocol import Go
from furyhouse.protocol.xboard import XBoard
from protocol_replay import FOLDERS, Replay, matches, read_transcript

DATA = Path(__file__).parent / "data"
ONE_MOVE = "3R3k/6p1/8/8/8/8/8/K7[] b - - 0 1"
MATED = "3R3k/6pp/8/8/8/8/8/K7[p] b - - 0 1"
MOVE = r"move \S+"
NO_MOVE = chess.Move.null()
SLACK = 0.5


def mates() -> list[list[str]]:
    """Read the short mates."""
    lines = (DATA / "mates_short.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t") for line in lines]


def hold(case: str, language: str = "cecp") -> None:
    """Play a case against the state machine and against the process."""
    transcript = read_transcript(FOLDERS[language] / f"{case}.txt", language)
    Replay(transcript).run()
    with engine({"cecp": "xboard", "uci": "uci"}[language]) as process:
        for number, kind, text in transcript.lines:
            if kind == ">":
                process.send(text)
            else:
                line = process.line()
                assert matches(text, line), f"{case}.txt:{number}: {line!r}"
        assert process.wait() == 0
        assert process.lines.get() is None


@pytest.fixture
def xboard() -> Iterator[EngineProcess]:
    with engine("xboard") as process:
        process.send("xboard", "new", "post")
        process.nothing_but("")
        yield process


def test_p15_what_xboard_needs_to_hear_comes_within_a_second() -> None:
    hold("p15")
    times = []
    for _ in range(3):
        began = time.monotonic()
        with engine() as process:
            process.send("xboard", "protover 2")
            process.wait_for("feature done=1")
            times.append(time.monotonic() - began)
    assert min(times) < 1.0


def test_p16_a_position_and_a_move_are_answered_by_nothing() -> None:
    hold("p16")


@pytest.mark.parametrize(
    ("lines", "limit"),
    [
        (
            ["level 0 5:00 0.5"],
            Limit(white_clock=300.0, black_clock=300.0, white_inc=0.5, black_inc=0.5),
        ),
        (["level 0 0:10 0"], Limit(white_clock=10.0, black_clock=10.0)),
        (["level 40 2 0"], Limit(white_clock=120.0, black_clock=120.0, remaining_moves=40)),
        (
            ["level 0 4:57 3.0"],
            Limit(white_clock=297.0, black_clock=297.0, white_inc=3.0, black_inc=3.0),
        ),
        (["st 0.05"], Limit(time=0.05)),
        (["st 10.0"], Limit(time=10.0)),
        (["time 3000", "otim 2990"], Limit(white_clock=30.0, black_clock=29.9)),
    ],
)
def test_p17_every_way_to_tell_the_time_becomes_a_limit_and_is_kept(
    xboard: EngineProcess, lines: list[str], limit: Limit
) -> None:
    machine = XBoard("furyhouse")
    for line in lines:
        assert machine.feed(line, 0.0) == []
    [go] = machine.feed("go", 0.0)
    assert isinstance(go, Go)
    assert go.limit == limit
    # The same with little time left: each move in time.
    xboard.send(*lines, "force")
    for _ in range(3):
        xboard.send(*(lines if lines[0].startswith("level") else []), "time 100", "otim 100")
        began = time.monotonic()
        xboard.send("go")
        if lines[0] == "st 10.0":
            xboard.send("?")
        xboard.wait_for(MOVE)
        assert time.monotonic() - began < 1.0 + SLACK
        xboard.send("force")


def test_p18_what_is_no_legal_move_is_told_and_the_position_stays() -> None:
    hold("p18")
    hold("p18", "uci")


def test_p19_taking_back_gives_the_position_the_hands_and_the_key_again() -> None:
    xboard = XBoard("furyhouse")
    for line in ("new", "variant crazyhouse", "analyze"):
        xboard.feed(line, 0.0)

    def board_after(line: str) -> Board:
        [go] = [effect for effect in xboard.feed(line, 0.0) if isinstance(effect, Go)]
        return go.board

    seen = [Board()]
    for text in ("e2e4", "d7d5", "e4d5", "d8d5", "P@c4"):
        seen.append(board_after(f"usermove {text}"))
        # The rules say the same.
        played = seen[-2].copy()
        played.push_uci(text)
        assert (played.fen(), played.key) == (seen[-1].fen(), seen[-1].key)
    for undo in ("undo", "undo", "undo"):
        now, recorded = board_after(undo), seen[len(seen) - 2]
        seen.pop()
        assert (now.fen(), now.pockets, now.key) == (recorded.fen(), recorded.pockets, recorded.key)
    board_after("usermove e4d5")
    now = board_after("remove")
    assert (now.fen(), now.pockets, now.key) == (seen[1].fen(), seen[1].pockets, seen[1].key)


@pytest.mark.parametrize("moves", [1, 2])
def test_p20_mates_are_told_in_moves_by_both_protocols(moves: int) -> None:
    rows = [row for row in mates() if int(row[0]) == moves][:4]
    assert rows
    with engine("xboard") as xboard, engine("uci") as uci:
        for _, fen, keys in rows:
            xboard.send("new", "force", "post", f"setboard {fen}", "sd 8", "go")
            *_, last = said_before(xboard, MOVE)
            assert int(last.split()[1]) == 100_000 + moves
            # A longer mate may begin with other moves as well.
            assert moves > 1 or xboard.seen[-1].removeprefix("move ") in keys.split()
            uci.send(f"position fen {fen}", f"go mate {moves}")
            *_, last = [line for line in said_before(uci, r"bestmove .*") if " score " in line]
            assert f" score mate {moves} " in last
            # The mated side's is negative: it has a move less, or none.
            lost = Board(fen)
            lost.push_uci(keys.split()[0])
            uci.send(f"position fen {lost.fen()}", "go depth 8")
            *_, last = [line for line in said_before(uci, r"bestmove .*") if " score " in line]
            assert f" score mate {1 - moves} " in last
            if moves > 1:
                xboard.send("new", "force", "post", f"setboard {lost.fen()}", "sd 8", "go")
                *_, last = said_before(xboard, MOVE)
                assert int(last.split()[1]) == 1 - moves - 100_000


def said_before(process: EngineProcess, end: str) -> list[str]:
    """Read lines until one is as expected; give those before it."""
    lines: list[str] = []
    while not re.fullmatch(end, line := process.line()):
        lines.append(line)
    return lines


def test_p21_analysis_goes_on_through_moves_and_questions(xboard: EngineProcess) -> None:
    xboard.send("force", "analyze")
    xboard.wait_for(r"\d+ -?\d+ \d+ \d+.*\t.*")
    xboard.send("usermove e2e4", ".")
    assert xboard.wait_for("stat01: .*").split()[5] == "20"
    xboard.send("undo", ".", "exit")
    xboard.wait_for("stat01: .*")
    xboard.nothing_but(r"(\d+ .*|stat01: .*)")
    # With mate on the board, and with a greatest depth: no move, no crash, no busy talk.
    for line in (f"setboard {MATED}", f"setboard {ONE_MOVE}"):
        xboard.send("force", line, "sd 4", "analyze", ".")
        xboard.wait_for("stat01: .*")
        time.sleep(0.2)
        xboard.nothing_but(r"\d+ .*")
        xboard.send("exit")
    xboard.send("new", "st 0.1", "go")
    xboard.wait_for(MOVE)


def test_p22_one_unknown_command_is_told_and_the_rest_changes_nothing() -> None:
    hold("p22")
    hold("p22", "uci")


def test_p23_another_variant_is_an_error_and_the_game_goes_on() -> None:
    hold("p23")


def test_p24_memory_and_processors_are_set_without_a_word() -> None:
    hold("p24")
    hold("p24", "uci")


def test_p25_kings_with_full_pockets_are_accepted(xboard: EngineProcess) -> None:
    hold("p25")
    hold("p25", "uci")
    xboard.send("force", "setboard 4k3/8/8/8/8/8/8/4K3[QQQqqq] w - - 0 1", "st 0.1", "go")
    xboard.wait_for(MOVE)


@pytest.mark.usefixtures("pockets_of_their_own")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_p26_whole_games_have_no_error_and_no_illegal_move_to_ponder_on(protocol: str) -> None:
    with engines(protocol) as both:
        played = play_itself(both, games_to_play())
    assert sum(played.results.values()) == games_to_play()
    assert played.hits > 0
    print(f"\n{protocol}: {played}")


def test_p27_python_refuses_a_bad_fen_and_two_bots_play_side_by_side() -> None:
    with pytest.raises(ValueError, match="FEN"):
        Board("x")
    began = threading.Barrier(3)
    searched: dict[int, float] = {}

    def search(number: int) -> None:
        bot = Bot(Engine(1), seed=1)
        began.wait()
        bot.calculate_next_move(Limit(time=0.5))
        searched[number] = time.perf_counter()

    threads = [threading.Thread(target=search, args=[number]) for number in (1, 2)]
    for thread in threads:
        thread.start()
    began.wait()
    # The interpreter is free meanwhile.
    start, turns = time.perf_counter(), 0
    while time.perf_counter() - start < 0.3:
        turns += 1
        time.sleep(0.01)
    assert turns > 10
    for thread in threads:
        thread.join()
    assert max(searched.values()) - start < 0.5 + SLACK
    by_lot = {"style": "random"}, {"tie_margin": 100}, {"skill": 4}, {"OwnBook": True}
    for how in by_lot:
        games = [game_of(seed, **how) for seed in (5, 5, 6)]
        assert games[0] == games[1] != games[2], how


def game_of(seed: int, **how: Any) -> list[Move]:  # noqa: ANN401 - what a bot takes, of any kind
    """Play the beginning of a game with something left to a lot, from a seed."""
    book = how.pop("OwnBook", False)
    bot = Bot(Engine(1), seed=seed, **how)
    bot.set_option("OwnBook", book)
    for _ in range(12):
        move = bot.calculate_next_move(Limit(nodes=500))
        assert move is not None
        bot.record_move(move)
    return bot.board.move_stack


def test_p28_copies_and_pickles_keep_hands_and_history() -> None:
    board = Board()
    for text in ("e2e4", "d7d5", "e4d5", "d8d5", "P@e4", "d5e4"):
        board.push_uci(text)
    copies = [board.copy(), copy.copy(board), copy.deepcopy(board)]
    copies.append(pickle.loads(pickle.dumps(board)))  # noqa: S301 - it was pickled just now
    for other in copies:
        assert (other.fen(), other.key, other.pockets) == (board.fen(), board.key, board.pockets)
        assert other.move_stack == board.move_stack
        for _ in range(6):
            other.pop()
        assert other == Board()


@pytest.mark.parametrize(
    ("fen", "texts", "written"),
    [
        ("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", ["P@e4", "@e4"], "P@e4"),
        ("8/8/8/3k4/8/8/8/4K3[N] w - - 0 1", ["N@f4+", "N@f4"], "N@f4+"),
        ("6k1/5pp1/6Kp/8/8/8/8/8[Q] w - - 0 1", ["Q@xf7#"], ""),
        ("6bk/8/6K1/8/8/8/8/8[Q] w - - 0 1", ["Q@g7#", "Q@g7"], "Q@g7#"),
    ],
)
def test_p29_drops_are_read_in_every_form_and_written_in_one(
    fen: str, texts: list[str], written: str
) -> None:
    board = Board(fen)
    for text in texts:
        if written:
            assert board.san(board.parse_san(text)) == written
        else:
            with pytest.raises(ValueError, match=re.escape(text)):
                board.parse_san(text)


def test_p29_a_game_with_drops_is_read_from_its_notation() -> None:
    board = Board()
    for text in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "@d5", "P@d6"]:
        board.push_san(text)
    assert [move.uci() for move in board.move_stack if move.drop] == ["P@d5", "P@d6"]


@pytest.mark.usefixtures("pockets_of_their_own")
@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_p30_python_chess_plays_analyses_and_ponders(protocol: str) -> None:
    popen = {
        "uci": chess.engine.SimpleEngine.popen_uci,
        "xboard": chess.engine.SimpleEngine.popen_xboard,
    }[protocol]
    board = chess.variant.CrazyhouseBoard()
    with popen([*COMMAND]) as client:
        for _ in range(4):
            limit = chess.engine.Limit(white_clock=2.0, black_clock=2.0, white_inc=0.05)
            played = client.play(board, limit, ponder=True, info=chess.engine.INFO_ALL)
            assert played.move is not None
            assert "score" in played.info
            board.push(played.move)
            assert played.ponder is None or board.is_legal(played.ponder)
            board.push(played.ponder or next(iter(board.legal_moves)))
        info = client.analyse(board, chess.engine.Limit(depth=4))
        assert board.is_legal(info["pv"][0])
        if protocol == "uci":
            infos = client.analyse(board, chess.engine.Limit(depth=4), multipv=3)
            assert len({info["pv"][0] for info in infos}) == 3
        with client.analysis(board, chess.engine.Limit(time=0.3)) as analysis:
            assert any("pv" in info for info in analysis)
        assert board.is_legal(client.play(board, chess.engine.Limit(nodes=400)).move or NO_MOVE)
        mate = chess.variant.CrazyhouseBoard("6bk/7p/5P2/8/8/8/8/6K1[P] w - - 0 1")
        # CECP has no word for a mate, and keeps the time.
        limit = chess.engine.Limit(mate=1, time=None if protocol == "uci" else 0.2)
        assert client.play(mate, limit).move == chess.Move.from_uci("P@g7")


def test_all_thirty_cases_have_a_test_of_their_name(root: Path) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in root.glob("tests/test_*.py"))
    found = {int(number) for number in re.findall(r"^def test_p(\d\d)_\w+\(", text, re.MULTILINE)}
    assert found == set(range(1, 31))
