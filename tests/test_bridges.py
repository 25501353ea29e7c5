"""Programs between furyhouse and its opponents, as they start and lead it: lichess-bot and PyChess.

Neither is run here. What lichess-bot does is what its engine wrapper does with python-chess, in the
same order; what PyChess does was recorded from PyChess 1.0.3, which played furyhouse so.
"""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.variant
import pytest
import yaml

from engine_process import ENVIRONMENT, PATIENCE, EngineProcess, engine
from furyhouse import Board
from furyhouse.config import lichess_bot

SLACK = 0.5
# What python-chess sets by itself, and bridges therefore leave out.
MANAGED = {"uci_chess960", "uci_variant", "multipv", "ponder"}
# The option values of lichess-bot's own default file, and of its wiki's example.
LICHESS_OPTIONS = {
    "Move Overhead": 100,
    "Threads": 2,
    "Hash": 256,
    "SyzygyPath": "./syzygy/",
    "UCI_ShowWDL": True,
}
OPPONENT = chess.engine.Opponent("somebody", "BOT", 2100, is_engine=True)


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, Any]:
    """Configure lichess-bot for a furyhouse that is installed, and read it as lichess-bot does."""
    script = tmp_path / "furyhouse"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m furyhouse "$@"\n')
    script.chmod(0o755)
    settings: dict[str, Any] = yaml.safe_load(lichess_bot.show(str(script)))["engine"]
    return settings


def start(settings: dict[str, Any], protocol: str) -> chess.engine.SimpleEngine:
    """Start the engine as the bridge does: no arguments, its errors thrown away, in a group."""
    command = [str(Path(settings["dir"]) / settings["name"])]
    popen = {
        "uci": chess.engine.SimpleEngine.popen_uci,
        "xboard": chess.engine.SimpleEngine.popen_xboard,
    }[protocol]
    return popen(
        command, timeout=10.0, debug=False, setpgrp=True, stderr=subprocess.DEVNULL, cwd="/"
    )


def play_on_a_server(client: chess.engine.SimpleEngine, protocol: str, game: int) -> float:
    """Play both sides of a game as lichess-bot plays one, up to its middle.

    Returns:
        The least that a clock has shown, in seconds.
    """
    clocks = {chess.WHITE: 3.0, chess.BLACK: 3.0}
    least = min(clocks.values())
    moves: list[chess.Move] = []
    while len(moves) < 24:
        # A new board with all the moves each time, as from the server's stream.
        board = board_after(moves)
        if board.is_game_over(claim_draw=True):
            break
        # The first moves have a time of their own, the clock has not begun.
        limit = (
            chess.engine.Limit(time=0.1, clock_id="first move")
            if len(moves) < 2
            else chess.engine.Limit(
                white_clock=clocks[chess.WHITE] - 0.1,
                black_clock=clocks[chess.BLACK] - 0.1,
                white_inc=0.1,
                black_inc=0.1,
                clock_id="real time",
            )
        )
        asked = time.monotonic()
        played = client.play(
            board,
            limit,
            info=chess.engine.INFO_ALL,
            game=game,
            ponder=True,
            draw_offered=len(moves) == 10,
            root_moves=None,
            opponent=OPPONENT if not moves else None,
        )
        clocks[board.turn] += 0.1 - (time.monotonic() - asked)
        least = min(least, *clocks.values())
        assert played.move is not None
        assert not played.resigned
        assert {"score", "pv", "depth", "nodes", "time"} <= played.info.keys()
        assert protocol == "xboard" or "wdl" in played.info
        # It writes them into its chat.
        assert board.variation_san(played.info["pv"])
        board.push(played.move)
        moves.append(played.move)
        if not board.is_game_over():
            moves.append(played.ponder or next(iter(board.legal_moves)))
    client.send_game_result(board_after(moves), chess.WHITE, "resigned")
    return least


def board_after(moves: list[chess.Move]) -> chess.variant.CrazyhouseBoard:
    """Play moves from the start."""
    board = chess.variant.CrazyhouseBoard()
    for move in moves:
        board.push(move)
    return board


@pytest.mark.usefixtures("pockets_of_their_own")
@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_game_as_lichess_bot_leads_it(installed: dict[str, Any], protocol: str) -> None:
    client = start(installed, protocol)
    options = {**installed["uci_options"], **LICHESS_OPTIONS}
    assert not MANAGED.intersection(name.lower() for name in options)
    if protocol == "uci":
        client.configure(options)
    else:
        client.configure({"cores": 2, "memory": 256, "MoveOverhead": 100})
    # Three tries: on a busy machine an engine may have to wait for the processor.
    least = -1.0
    for game in range(3):
        least = max(least, play_on_a_server(client, protocol, game))
        if least > 0:
            break
    assert least > 0
    client.ping()
    ended = time.monotonic()
    client.quit()
    assert time.monotonic() - ended < 1.0 + SLACK


def test_what_lichess_bot_sends_in_uci_is_right_without_a_mended_python_chess(
    installed: dict[str, Any],
) -> None:
    board = chess.variant.CrazyhouseBoard()
    with start(installed, "uci") as client:
        for text in ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5"):
            board.push_uci(text)
            played = client.play(board, chess.engine.Limit(nodes=200), game="one")
            assert played.move is not None
            assert board.is_legal(played.move)


@pytest.mark.parametrize(
    ("hello", "answer"),
    [("uci\nquit\n", "uciok"), ("xboard\nprotover 2\nquit\n", "feature done=1")],
)
def test_pychess_finds_out_the_protocol(hello: str, answer: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "furyhouse"],
        input=hello,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=5 + SLACK,
        check=True,
    )
    assert answer in done.stdout.splitlines()
    assert not re.search("Error|Illegal|Invalid", done.stdout)


@pytest.fixture
def uci(tmp_path: Path) -> Iterator[EngineProcess]:
    # PyChess starts an engine without arguments, in a folder of its own.
    with engine(cwd=tmp_path) as process:
        yield process


def options_as_pychess_reads_them(lines: list[str]) -> dict[str, dict[str, list[str]]]:
    """Read options by the words that PyChess looks for."""
    words = {"name", "type", "min", "max", "default", "var"}
    options: dict[str, dict[str, list[str]]] = {}
    for line in lines:
        fields: dict[str, list[str]] = {}
        key = ""
        for word in line.split()[1:]:
            if word in words:
                key = word
                fields.setdefault(key, [])
                if key == "var":
                    fields[key].append("")
            elif key == "var":
                fields[key][-1] = f"{fields[key][-1]} {word}".strip()
            else:
                fields[key].append(word)
        options[" ".join(fields["name"])] = fields
    return options


def test_a_game_as_pychess_leads_it_in_uci(uci: EngineProcess) -> None:
    uci.send("uci")
    lines = []
    while (line := uci.line()) != "uciok":
        lines.append(line)
    options = options_as_pychess_reads_them(lines[2:])
    assert options["UCI_Variant"]["var"] == ["crazyhouse"]
    assert int(options["UCI_Elo"]["min"][0]) < int(options["UCI_Elo"]["max"][0])
    # Strength 10 of 20, as its slider has it.
    uci.send(
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 2100",
        "setoption name Skill Level value 10",
        "setoption name Ponder value false",
        "setoption name UCI_Variant value crazyhouse",
        "setoption name UCI_AnalyseMode value false",
        "isready",
    )
    assert uci.line() == "readyok"
    uci.send("ucinewgame")
    board = Board()
    for _ in range(6):
        moves = " ".join(["moves", *(move.uci() for move in board.move_stack)])
        uci.send(f"position startpos {moves}" if board.move_stack else "position startpos")
        uci.send("go wtime 500 winc 100 btime 500 binc 100")
        board.push_uci(uci.wait_for(r"bestmove .*").split()[1])
        board.push(next(iter(board.legal_moves)))
    # A pause, and Move Now.
    uci.send(f"position fen {board.fen()}", "go wtime 60000 winc 0 btime 60000 binc 0")
    uci.process.send_signal(signal.SIGSTOP)
    time.sleep(0.2)
    uci.process.send_signal(signal.SIGCONT)
    uci.send("stop")
    uci.wait_for(r"bestmove .*")
    ends_at_once(uci, "stop")


def test_a_game_as_pychess_leads_it_in_cecp(uci: EngineProcess) -> None:
    uci.send("xboard", "protover 2")
    features = []
    while (line := uci.line()) != "feature done=1":
        features.append(line)
    names = re.findall(r"(\w+)=(?:\"|\d)", " ".join(features))
    known = {"ping", "setboard", "usermove", "analyze", "draw", "time", "memory", "smp", "debug"}
    uci.send(*(f"{'accepted' if name in known else 'rejected'} {name}" for name in names))
    uci.send("accepted done", "new", "post", "hard", "variant crazyhouse", "level 0 0:5 0")
    uci.send("time 500", "otim 500", "go")
    board = Board()
    board.push_uci(uci.wait_for(r"move .*").split()[1])
    for _ in range(4):
        reply = next(iter(board.legal_moves))
        board.push(reply)
        uci.send("time 500", "otim 500", f"usermove {reply.uci()}")
        board.push_uci(uci.wait_for(r"move .*").split()[1])
    assert not any(re.search("Error|Illegal", line) for line in uci.seen)
    # Its analysis is stopped by a board without kings.
    uci.send("force", "analyze", "setboard 8/8/8/8/8/8/8/8 w - - 0 1")
    uci.wait_for("tellusererror .*")
    ends_at_once(uci, "exit")


def ends_at_once(process: EngineProcess, word: str) -> None:
    """End the engine as PyChess does: a last word, `quit`, and the signal right after it."""
    began = time.monotonic()
    process.send(word, "quit")
    process.process.terminate()
    assert process.wait(PATIENCE) == 0
    assert time.monotonic() - began < 1.0 + SLACK
