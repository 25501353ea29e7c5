"""UCI: what an interface may send, and what it gets; with the real engine as a process."""

import re
import time
from pathlib import Path

import pytest

from engine_process import EngineProcess, engine
from furyhouse import Board
from protocol_replay import Replay, Transcript, transcripts

DATA = Path(__file__).parent / "data"
ONE_MOVE = "3R3k/6p1/8/8/8/8/8/K7[] b - - 0 1"
MATED = "3R3k/6pp/8/8/8/8/8/K7[p] b - - 0 1"
BEST = r"bestmove (\S+)( ponder (\S+))?"
# What a busy machine may add to a time that the engine keeps.
SLACK = 0.5


def rows(name: str) -> list[list[str]]:
    """Read the rows of a data file, without its head."""
    text = (DATA / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:] if line and line[0] != "#"]


def best(process: EngineProcess) -> str:
    """Wait for the best move."""
    return process.wait_for(BEST).split()[1]


def silent(process: EngineProcess, seconds: float) -> list[str]:
    """Listen for a while; there must be no best move."""
    end = time.monotonic() + seconds
    heard: list[str] = []
    while time.monotonic() < end:
        time.sleep(0.05)
    process.send("isready")
    while (line := process.line()) != "readyok":
        assert not line.startswith("bestmove"), line
        heard.append(line)
    return heard


@pytest.mark.parametrize("transcript", transcripts("uci"), ids=lambda transcript: transcript.name)
def test_transcript_holds(transcript: Transcript) -> None:
    Replay(transcript).run()


def test_p01_the_introduction_names_the_variant_and_nothing_comes_unasked() -> None:
    with engine() as process:
        process.send("uci")
        lines = []
        while (line := process.line()) != "uciok":
            lines.append(line)
        assert lines[0].startswith("id name furyhouse ")
        assert "option name UCI_Variant type combo default crazyhouse var crazyhouse" in lines
        kinds = [re.fullmatch(r"(id|option) .+", line) for line in lines]
        assert all(kinds)
        names = {line.split(" type ")[0].removeprefix("option name ") for line in lines[2:]}
        assert {
            "Hash",
            "Clear Hash",
            "Threads",
            "MultiPV",
            "Ponder",
            "Move Overhead",
            "Style",
            "Skill Level",
            "UCI_LimitStrength",
            "UCI_Elo",
            "Tie Margin",
            "Seed",
            "Log File",
            "UCI_Chess960",
            "UCI_ShowWDL",
            "UCI_AnalyseMode",
            "SyzygyPath",
        } <= names
        time.sleep(0.2)
        process.send("isready")
        assert process.line() == "readyok"


def test_p02_another_variant_is_refused_and_nothing_changes(uci: EngineProcess) -> None:
    uci.send("setoption name UCI_Variant value chess", "isready")
    assert "expected one of crazyhouse" in uci.wait_for("info string .*")
    assert uci.line() == "readyok"
    uci.send("position startpos moves e2e4 d7d5 e4d5 d8d5", "go depth 1")
    assert best(uci)


def test_p03_a_first_search(uci: EngineProcess) -> None:
    uci.send("ucinewgame", "isready", "position startpos", "go depth 3")
    uci.wait_for("readyok")
    line = uci.wait_for("info depth 3 .*")
    assert re.fullmatch(
        r"info depth 3 seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ hashfull \d+"
        r" tbhits 0 time \d+ pv( [a-h][1-8][a-h][1-8])+",
        line,
    )
    assert best(uci) in {move.uci() for move in Board().legal_moves}


@pytest.mark.parametrize("moves", ["e2e4 d7d5 e4d5 d8d5 b1c3", "e2e4 d7d5 e4d5 d8d5"])
def test_p04_drops_are_written_with_a_capital_letter(uci: EngineProcess, moves: str) -> None:
    uci.send("setoption name MultiPV value 100", f"position startpos moves {moves}", "go depth 4")
    drops = set()
    while not (line := uci.line()).startswith("bestmove"):
        drops |= set(re.findall(r"\S*@\S*", line))
    assert drops
    assert all(re.fullmatch(r"[PNBRQ]@[a-h][1-8]", drop) for drop in drops)


def test_p05_a_drop_in_a_small_letter_is_read(uci: EngineProcess) -> None:
    uci.send("position startpos moves e2e4 d7d5 e4d5 d8d5 p@e4", "d")
    uci.wait_for("Fen: rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR\\[p\\] b KQkq .*")


def test_p06_the_moves_before_an_illegal_one_stand(uci: EngineProcess) -> None:
    uci.send("position startpos moves e2e4 N@e5", "d")
    assert "illegal move N@e5" in uci.wait_for("info string .*")
    uci.wait_for("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\\[\\] b KQkq .*")


@pytest.mark.parametrize("arguments", ["fen x", "fen", "", "start", "fen 8/8/8/8 w - -"])
def test_p07_what_is_no_position_is_told_and_no_move_follows(
    uci: EngineProcess, arguments: str
) -> None:
    uci.send(f"position {arguments}", "isready", "go depth 1")
    assert "the position cannot be used" in uci.wait_for("info string .*")
    assert uci.line() == "readyok"
    assert best(uci) == "(none)"
    uci.send("position startpos", "go depth 1")
    assert best(uci) != "(none)"


def test_p07_every_bad_position_of_the_data_is_told(uci: EngineProcess) -> None:
    for row in rows("bad_fens.tsv"):
        uci.send(f"position fen {row[0]}", "isready")
        assert "the position cannot be used" in uci.wait_for("info string .*"), row
        assert uci.line() == "readyok"


@pytest.mark.parametrize("fen", [ONE_MOVE, MATED, "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"])
def test_p08_an_infinite_search_waits_for_stop(uci: EngineProcess, fen: str) -> None:
    uci.send(f"position fen {fen}", "go infinite")
    silent(uci, 0.4)
    uci.send("stop")
    move = best(uci)
    moves = {move.uci() for move in Board(fen).legal_moves}
    assert move in moves if moves else move == "(none)"
    uci.send("stop", "isready")
    assert uci.line() == "readyok"


def test_p09_a_search_on_the_opponent_s_time_waits_for_ponderhit(uci: EngineProcess) -> None:
    uci.send("position startpos", "go ponder movetime 200")
    silent(uci, 1.0)
    hit = time.monotonic()
    uci.send("ponderhit")
    best(uci)
    assert 0.15 <= time.monotonic() - hit <= 0.2 + SLACK
    uci.send("go ponder movetime 200")
    silent(uci, 0.3)
    uci.send("stop")
    best(uci)


def test_p10_every_go_has_one_best_move(uci: EngineProcess) -> None:
    uci.send("position startpos", "go infinite")
    uci.wait_for("info depth .*")
    uci.send("ucinewgame", "position startpos moves e2e4", "go depth 2")
    first = best(uci)
    second = best(uci)
    assert Board().is_legal(Board().parse_uci(first))
    after = Board()
    after.push_uci("e2e4")
    assert second in {move.uci() for move in after.legal_moves}
    uci.send("isready")
    assert uci.line() == "readyok"


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        ("wtime 50 btime 50", 0.05),
        ("movetime 1", 0.05),
        ("wtime 10000 btime 9935 winc 100 binc 100", 9.9),
        ("wtime 100 btime 100 winc 1000 binc 1000", 0.1),
        ("btime -20 wtime -20", 0.05),
        ("wtime 900 btime 900 movestogo 1", 0.9),
    ],
)
def test_p11_the_answer_comes_before_the_time_is_gone(
    uci: EngineProcess, limits: str, seconds: float
) -> None:
    for fen in (Board().fen(), next(row[2] for row in rows("cases.tsv") if row[0] == "Z20")):
        uci.send(f"position fen {fen}", "isready")
        uci.wait_for("readyok")
        tries = []
        for _ in range(3):
            began = time.monotonic()
            uci.send(f"go {limits}")
            best(uci)
            tries.append(time.monotonic() - began)
        assert min(tries) <= seconds + 0.02


def test_p12_the_only_move_is_played_at_once(uci: EngineProcess) -> None:
    uci.send(f"position fen {ONE_MOVE}", "isready")
    uci.wait_for("readyok")
    began = time.monotonic()
    uci.send("go wtime 600000 btime 600000")
    assert best(uci) == "h8h7"
    assert time.monotonic() - began < SLACK
    # Nothing is gained by a second look, however busy the machine is.
    assert [line for line in uci.seen if line.startswith("info depth")][-1].split()[2] == "1"


def test_p13_as_many_lines_as_wanted_with_different_moves(uci: EngineProcess) -> None:
    uci.send("setoption name MultiPV value 5", "position startpos", "go depth 4")
    firsts: dict[int, str] = {}
    while not (line := uci.line()).startswith("bestmove"):
        found = re.match(r"info depth 4 .*multipv (\d+) .*? pv (\S+)", line)
        if found:
            firsts[int(found[1])] = found[2]
    assert sorted(firsts) == [1, 2, 3, 4, 5]
    assert len(set(firsts.values())) == 5
    uci.send(f"position fen {ONE_MOVE}", "go depth 4")
    while not (line := uci.line()).startswith("bestmove"):
        assert "multipv 2" not in line


def test_p14_every_line_is_legal_and_so_is_the_move_to_ponder_on(uci: EngineProcess) -> None:
    start = Board()
    start.push_uci("e2e4")
    start.push_uci("d7d5")
    uci.send("position startpos moves e2e4 d7d5", "go depth 10")
    while not (line := uci.line()).startswith("bestmove"):
        board = start.copy()
        for move in line.partition(" pv ")[2].split():
            board.push_uci(move)
    board = start.copy()
    for move in line.split()[1::2]:
        board.push_uci(move)


def test_p20_mates_are_told_in_moves_and_the_mated_side_s_are_negative(
    uci: EngineProcess,
) -> None:
    uci.send("position fen 6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "go depth 5")
    assert " score mate 1 " in uci.wait_for("info depth .*")
    assert best(uci) == "N@f7"
    uci.send(f"position fen {MATED}", "go depth 5")
    assert " score mate 0 " in uci.wait_for("info depth .*")
    assert best(uci) == "(none)"


def test_the_words_of_go_come_in_any_order_and_garbage_is_passed_over(uci: EngineProcess) -> None:
    uci.send("position startpos", "go depth many nodes 50 foo movetime 10000")
    assert "depth: found many" in uci.wait_for("info string .*")
    assert "foo" in uci.wait_for("info string .*")
    assert best(uci)


def test_only_the_moves_that_are_asked_for_are_looked_at(uci: EngineProcess) -> None:
    uci.send("position startpos", "go depth 3 searchmoves a2a3 h2h3")
    assert best(uci) in {"a2a3", "h2h3"}
    uci.send("go searchmoves 0000 depth 2")
    assert best(uci) == "(none)"
    uci.send("go searchmoves e2e5 depth 2")
    assert best(uci) != "(none)"


def test_an_option_set_in_a_search_holds_from_the_next_on(uci: EngineProcess) -> None:
    uci.send("position startpos", "go infinite")
    uci.wait_for("info depth .*")
    uci.send("setoption name MultiPV value 3", "isready")
    while (line := uci.line()) != "readyok":
        assert "multipv 2" not in line
    uci.send("go depth 3")
    best(uci)
    uci.wait_for("info depth 3 .*multipv 3 .*")
    best(uci)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("setoption name Hash value 0", "Hash: found 0, expected a whole number from 1 to 65536"),
        ("setoption name Nothing value 1", "no option 'Nothing', expected one of Hash, "),
        ("setoption Hash 3", "setoption: expected name"),
        ("setoption name UCI_Elo value strong", "UCI_Elo: found strong, expected a whole number"),
        ("setoption name uci_variant value chess", "UCI_Variant: found chess, expected one of"),
        ("bench 16 1 13", "bench: found 16 1 13, expected a depth from 1 to 64"),
        ("bench 100", "bench: found 100, expected a depth from 1 to 64"),
        ("bench depth 3", "bench: found depth 3, expected a depth from 1 to 64"),
        ("position startpos moves e2e4 --", "-- passes, which is no move"),
        ("foo", "unknown command: foo"),
    ],
)
def test_faults_are_told_in_a_line(uci: EngineProcess, line: str, told: str) -> None:
    uci.send(line)
    assert told in uci.wait_for("info string .*")


def test_options_are_found_whatever_the_case(uci: EngineProcess) -> None:
    uci.send(
        "setoption name clear hash",
        "setoption name MOVE OVERHEAD value 50",
        "setoption name Log Level value off",
        "setoption name SyzygyPath value /a path/with blanks",
        "isready",
    )
    assert uci.line() == "readyok"


def test_castling_is_king_takes_rook_where_it_is_asked_for(uci: EngineProcess) -> None:
    fen = "4k2r/5p2/8/8/8/8/5P2/4K2R[] w Kk - 0 1"
    uci.send(f"position fen {fen}", "go depth 1 searchmoves e1g1")
    assert best(uci) == "e1g1"
    uci.send("setoption name UCI_Chess960 value true", f"position fen {fen} moves e1h1", "d")
    uci.wait_for("Fen: 4k2r/5p2/8/8/8/8/5P2/5RK1\\[\\] b k .*")
    uci.send("go depth 1 searchmoves e8h8")
    assert best(uci) == "e8h8"


def test_chances_are_told_where_they_are_asked_for(uci: EngineProcess) -> None:
    uci.send("setoption name UCI_ShowWDL value true", "position startpos", "go depth 2")
    chances = re.search(r" wdl (\d+) (\d+) (\d+) ", uci.wait_for("info depth 2 .*"))
    assert chances
    assert sum(map(int, chances.groups())) == 1000


def test_positions_are_counted_and_searches_still_answered(uci: EngineProcess) -> None:
    uci.send("position startpos", "go perft 3")
    assert uci.wait_for("Nodes searched: .*") == "Nodes searched: 8902"
    assert "e2e4: 600" in uci.seen
    uci.send("go depth 1")
    best(uci)


def test_a_bench_counts_what_the_command_does(uci: EngineProcess) -> None:
    uci.send("bench 4")
    nodes = dict(row[:2] for row in rows("bench.tsv"))["4"]
    assert uci.wait_for("Nodes searched .*").split()[-1] == nodes


def test_what_people_ask_for(uci: EngineProcess) -> None:
    uci.send("position startpos moves e2e4 d7d5 e4d5", "flip", "d", "eval")
    uci.wait_for("Fen: rnbqkbnr/pppp1ppp/8/8/3p4/8/PPP1PPPP/RNBQKBNR\\[p\\] w KQkq .*")
    uci.wait_for("Key: [0-9A-F]{16}")
    uci.wait_for("Final evaluation: [-+][0-9.]+ .*")


@pytest.mark.parametrize("state", ["", "go infinite", "go ponder movetime 100"])
@pytest.mark.parametrize("end", ["quit", ""])
def test_it_ends_at_once_in_every_state(uci: EngineProcess, state: str, end: str) -> None:
    uci.send("position startpos", state, "isready")
    uci.wait_for("readyok")
    if end:
        uci.send(end)
    else:
        uci.end_of_input()
    began = time.monotonic()
    assert uci.wait() == 0
    assert time.monotonic() - began < 1.0 + SLACK


def test_a_long_search_tells_the_move_that_it_looks_at(uci: EngineProcess) -> None:
    uci.send("position startpos moves e2e4", "go infinite")
    told = uci.wait_for(r"info depth \d+ currmove \S+ currmovenumber \d+").split()
    board = Board()
    board.push_uci("e2e4")
    assert board.parse_uci(told[4]) in board.legal_moves
    assert 1 <= int(told[6]) <= 20
    uci.send("stop")
    best(uci)


def test_a_mate_is_looked_for_in_so_many_moves(uci: EngineProcess) -> None:
    uci.send("position fen 7k/8/5K2/8/8/8/8/R7[] w - - 0 1", "go mate 2")
    assert best(uci) == "f6g6"
    assert any(" score mate 2 " in line for line in uci.seen)


@pytest.mark.parametrize(
    "first", ["uci", "isready", "position startpos", "setoption name Hash", "go depth 1", "d"]
)
def test_the_first_line_tells_the_protocol(first: str) -> None:
    with engine() as process:
        process.send("", first, "isready")
        process.wait_for("readyok")
    with engine() as process:
        process.send("xboard", "ping 1")
        assert process.line() == "pong 1"
