"""The engine as a process: lines in and out, threads, signals, and everything that can go wrong."""

import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_process import COMMAND, ENVIRONMENT, PATIENCE, EngineProcess, engine
from furyhouse import Board, Bot, SearchResult
from furyhouse.console import Console, Line, Lines
from furyhouse.protocol import Effect
from furyhouse.protocol.xboard import XBoard
from protocol_replay import Transcript, matches, transcripts

DATA = Path(__file__).parent / "data"
# What has to be over within a second, on a machine that may do ten other things.
SOON = 1.0
# Searches for ever, and for each of these states what brings the engine there.
STATES = {
    "waiting": ["xboard", "new"],
    "thinking": ["xboard", "new", "st 1000", "go"],
    "pondering": ["xboard", "new", "hard", "st 0.1", "usermove e2e4"],
    "analysing": ["xboard", "new", "analyze"],
}
# Two kings and all men in both hands: searches are at their slowest here.
FULL = "setboard 4k3/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1"


def bring_to(process: EngineProcess, state: str) -> None:
    process.nothing_but("")
    process.send(*STATES[state])
    if state == "pondering":
        process.wait_for("move .*")
    time.sleep(0.2)


@pytest.mark.parametrize(
    "transcript",
    [transcript for transcript in transcripts() if not (transcript.scripted or transcript.is_case)],
    ids=lambda transcript: transcript.name,
)
@pytest.mark.heritage("C3")
def test_transcript_holds_for_the_process(transcript: Transcript) -> None:
    with engine("xboard") as process:
        for number, kind, text in transcript.lines:
            if kind == ">":
                process.send(text)
            elif kind == "<":
                line = process.line()
                assert matches(text, line), f"{transcript.name}.txt:{number}: {line!r}"
        assert process.wait() == 0
        assert process.lines.get() is None


@pytest.mark.parametrize("state", STATES)
def test_the_end_of_input_ends_the_process(state: str) -> None:
    with engine() as process:
        bring_to(process, state)
        started = time.monotonic()
        process.end_of_input()
        assert process.wait() == 0
        assert time.monotonic() - started < SOON


@pytest.mark.parametrize("state", STATES)
def test_quit_ends_the_process(state: str) -> None:
    with engine() as process:
        bring_to(process, state)
        started = time.monotonic()
        process.send("quit")
        assert process.wait() == 0
        assert time.monotonic() - started < SOON


@pytest.mark.parametrize("state", STATES)
def test_sigterm_ends_the_process(state: str) -> None:
    with engine() as process:
        bring_to(process, state)
        started = time.monotonic()
        process.process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
        assert time.monotonic() - started < SOON


@pytest.mark.parametrize("state", STATES)
def test_a_broken_pipe_ends_the_process(state: str) -> None:
    ours, theirs = os.pipe()
    with subprocess.Popen(
        [*COMMAND, "xboard"],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        os.close(theirs)
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write("".join(f"{line}\n" for line in ["ping 1", *STATES[state]]).encode())
        process.stdin.flush()
        assert os.read(ours, 100).startswith(b"pong 1\n")
        time.sleep(0.3)
        started = time.monotonic()
        os.close(ours)
        # That a pipe is broken is known when something is written.
        process.stdin.write(b"ping 2\n?\nping 3\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert time.monotonic() - started < SOON
        assert process.stderr.read() == b""


def test_sigint_is_ignored_once_an_interface_has_said_hello() -> None:
    with engine() as process:
        process.send("xboard", "new", "ping 1")
        process.wait_for("pong 1")
        process.process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        process.send("ping 2", "st 0.1", "go")
        process.wait_for("pong 2")
        process.process.send_signal(signal.SIGINT)
        process.wait_for("move .*")
        process.send("quit")
        assert process.wait() == 0


def test_sigint_ends_an_engine_that_talks_to_nobody() -> None:
    with engine() as process:
        process.send("ping 1")
        process.wait_for("pong 1")
        process.process.send_signal(signal.SIGINT)
        assert process.wait() == 130


def test_a_line_may_come_in_pieces_and_many_lines_at_once() -> None:
    with engine() as process:
        process.send("xboard", "new", "sd 1")
        process.write(b"userm")
        time.sleep(0.05)
        process.write(b"ove ")
        time.sleep(0.05)
        process.write(b"e2e4\r\nping 1\r\n\r\n  \nping 2\neasy\nping 3\n")
        assert process.line().startswith("move ")
        assert [process.line() for _ in range(3)] == ["pong 1", "pong 2", "pong 3"]
        process.send("quit")
        assert process.wait() == 0


def test_a_last_line_without_an_end_is_a_line() -> None:
    with engine() as process:
        process.write(b"ping 1\nping 2")
        process.end_of_input()
        assert [process.line(), process.line()] == ["pong 1", "pong 2"]
        assert process.wait() == 0


def test_garbage_and_a_megabyte_without_an_end_are_survived() -> None:
    chance = random.Random(7)  # noqa: S311 - nothing to guard
    garbage = bytes(byte for byte in chance.randbytes(20000) if byte not in b"\n")
    with engine() as process:
        process.send("xboard", "new", "force", "usermove e2e4")
        process.write(garbage + b"\n\x00\n\xff\xfe\n" + "ü♞\n".encode())
        process.write(b"x" * 1_000_000 + b"\n")
        process.write(b"usermove " + b"e" * 5_000_000 + b"\n")
        process.write(b"setboard " + b"8" * 60_000 + b"\n")
        process.send("ping 1")
        answers = []
        while (line := process.line()) != "pong 1":
            answers.append(line)
        assert len(answers) == 7
        assert all(len(answer) < 300 for answer in answers)
        assert answers[-3:-1] == [
            "Error (line too long): xxxxxxxxxxxxxxxxxxxx",
            "Error (line too long): usermove eeeeeeeeeee",
        ]
        assert answers[-1].startswith("tellusererror Illegal position: ")
        # Every other line has left the game as it was.
        process.send("new", "force", "usermove e2e4", "usermove e7e5", "ping 2")
        assert process.line() == "pong 2"


def test_ten_thousand_lines_are_answered_in_their_order() -> None:
    with engine() as process:
        process.send("xboard", "analyze", *(f"ping {number}" for number in range(10_000)))
        for number in range(10_000):
            process.wait_for(f"pong {number}")


def test_late_results_of_a_search_that_was_given_up_are_not_written() -> None:
    with engine() as process:
        process.send("xboard", "new", "post", "st 0.05")
        for number in range(60):
            process.send("go")
            time.sleep(0.001 * number)
            process.send("force", f"ping {number}")
            pong = process.wait_for(rf"pong {number}")
            assert pong
            before = len(process.seen)
            time.sleep(0.01)
            process.send("ping 1000")
            assert process.line() == "pong 1000", process.seen[before:]
            process.send("new", "post")


def test_move_now_gives_a_move_at_once() -> None:
    with engine() as process:
        process.send("xboard", "st 1000")
        for _ in range(10):
            process.send("new", FULL, "go")
            time.sleep(0.05)
            started = time.monotonic()
            process.send("?")
            process.wait_for("move .*")
            assert time.monotonic() - started < SOON


def test_a_hash_larger_than_memory_is_refused_and_the_game_goes_on() -> None:
    with engine() as process:
        process.send("xboard", "new", "sd 2", "memory 100000000", "ping 1")
        answers = []
        while (line := process.line()) != "pong 1":
            answers.append(line)
        assert len(answers) <= 1
        assert all(answer.startswith("Error (") for answer in answers)
        process.send("usermove e2e4")
        process.wait_for("move .*")


def test_a_log_that_cannot_be_written_costs_no_game(tmp_path: Path) -> None:
    process = EngineProcess(
        "--log", str(tmp_path / "no" / "such" / "log.txt"), "--log-level", "debug"
    )
    try:
        process.send("xboard", "new", "sd 1", "usermove e2e4")
        process.wait_for("move .*")
        process.send("option LogFile=/no/such/folder/log.txt", "option LogLevel=debug", "ping 1")
        process.wait_for("pong 1")
        process.send("quit")
        assert process.wait() == 0
    finally:
        process.close()
    assert b"Traceback" not in process.errors
    assert b"log" in process.errors


def test_the_log_has_every_line_of_the_conversation(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    with engine("xboard", "--log", str(log), "--log-level", "debug") as process:
        process.send("xboard", "new", "sd 1", "usermove e2e4")
        move = process.wait_for("move .*")
        process.send("quit")
        assert process.wait() == 0
    text = log.read_text()
    assert "< usermove e2e4" in text
    assert f"> {move}" in text


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_standard_descriptors_end_the_process(closed: str) -> None:
    script = f'exec {closed}; exec "$@"'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, "xboard"],
        input=b"ping 1\n",
        capture_output=True,
        timeout=30,
        check=False,
        env=ENVIRONMENT,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_engine_starts_without_anything_slow() -> None:
    script = (
        "import sys, furyhouse.cli, furyhouse.protocol.xboard, furyhouse.bot; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    slow = {
        "asyncio",
        "logging",
        "importlib.metadata",
        "typing_extensions",
        "chess",
        "random",
        "unittest",
    }
    assert slow.isdisjoint(done.stdout.split())


def work_of_children() -> float:
    """Give the seconds that processors have worked for processes that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_protover_is_answered_soon_after_the_start() -> None:
    wall, spent = [], []
    for _ in range(7):
        before = work_of_children()
        started = time.perf_counter()
        with engine("xboard") as process:
            process.send("xboard", "protover 2")
            process.wait_for("feature done=1")
            wall.append(time.perf_counter() - started)
            process.send("quit")
            assert process.wait() == 0
        spent.append(work_of_children() - before)
    print(f"protover 2: {1000 * min(wall):.0f} ms by the wall, {1000 * min(spent):.0f} ms of work")
    # Interfaces are promised 150 ms. What a process works is its own, while the wall's clock also
    # counts what a machine does beside: on a busy one no process answers as soon.
    assert min(spent) < 0.15


def test_pondering_without_a_time_control_leads_to_moves() -> None:
    with engine("xboard") as process:
        process.send("xboard", "new", "hard", "usermove e2e4")
        board = Board()
        board.push_uci("e2e4")
        for _ in range(3):
            board.push_uci(process.wait_for("move .*").removeprefix("move "))
            hint = process.line()
            assert hint.startswith("Hint: ")
            board.push_uci(hint.removeprefix("Hint: "))
            process.send(f"usermove {board.peek()}")
        process.wait_for("move .*")
        process.send("quit")
        assert process.wait() == 0


def mates() -> list[tuple[int, str]]:
    lines = (DATA / "mates_short.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    return [(int(row[0]), row[1]) for row in rows if int(row[0]) <= 2][::3]


def test_mates_are_scored_to_the_move_for_the_giver_and_the_sufferer() -> None:
    with engine("xboard") as process:
        process.send("xboard", "new", "force", "post", "st 20")
        for distance, fen in mates():
            process.send("new", f"setboard {fen}", "sd 8", "go")
            move = process.wait_for("move .*").removeprefix("move ")
            line = [line for line in process.seen if "\t" in line][-1]
            assert line.split()[1] == str(100_000 + distance), (fen, line)
            board = Board(fen)
            board.push_uci(move)
            if distance > 1:
                process.send("force", "go")
                process.wait_for("move .*")
                line = [line for line in process.seen if "\t" in line][-1]
                assert line.split()[1] == str(-100_000 - (distance - 1)), (board.fen(), line)
            process.send("force")


def heard(*arguments: str, text: str, **variables: str) -> tuple[int, list[str], list[str]]:
    """Run the engine on a text; give its status, and what it wrote on both outputs."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=text,
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, **variables},
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


LOST = "cannot be written: No such file or directory; playing on without it"


@pytest.mark.parametrize("way", ["argument", "environment"])
def test_a_log_that_cannot_be_written_is_one_line_for_people(tmp_path: Path, way: str) -> None:
    file = str(tmp_path / "no" / "log.txt")
    arguments, variables = (
        (["--log", file], {}) if way == "argument" else ([], {"FURYHOUSE_LOG": file})
    )
    line = f"furyhouse: the log {file} {LOST}"
    assert heard(*arguments, text="ping 1\n", **variables) == (0, ["pong 1"], [line])
    status, _, errors = heard("perft", "--depth", "1", *arguments, text="", **variables)
    assert (status, errors) == (0, [line])


@pytest.mark.parametrize("debug", [False, True])
def test_a_log_option_that_cannot_be_had_is_told_without_words_that_mean_more(
    tmp_path: Path, *, debug: bool
) -> None:
    file = str(tmp_path / "draw" / "time.txt")
    process = EngineProcess(cwd=tmp_path)
    try:
        process.send(*["accepted debug"] * debug, f"option LogFile={file}", "option LogLevel=info")
        assert process.line() == "Error (the log cannot be written): Log Level"
        if debug:
            remark = process.line()
            assert remark.startswith("# the log ")
            assert "No such file" not in remark
        process.nothing_but("no other line")
        process.send("quit")
        assert process.wait() == 0
    finally:
        process.close()
    assert process.errors.decode() == f"furyhouse: the log {file} {LOST}\n"


def test_a_log_that_fails_in_the_game_ends_nothing() -> None:
    text = "option LogFile=/dev/full\noption LogLevel=debug\nping 1\ne2e4\nping 2\n"
    status, lines, errors = heard(text=text)
    assert (status, len(errors)) == (0, 1)
    assert errors[0].startswith("furyhouse: the log /dev/full cannot be written: No space left")
    assert lines[0] == "pong 1"
    assert not any(line.startswith(("Error", "#")) for line in lines)


class BrokenBot(Bot):
    """A bot whose search breaks down, as it might by a fault of the extension."""

    def __init__(self, fault: BaseException) -> None:
        super().__init__()
        self.fault = fault

    def think(self, *_arguments: object, **_named: object) -> SearchResult:
        raise self.fault


class PanicError(BaseException):
    """What a panic of the extension looks like: no Exception."""


@pytest.fixture
def signals() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("fault", [ValueError("a fault"), PanicError("a panic"), MemoryError()])
def test_a_search_that_breaks_down_loses_no_game(fault: BaseException) -> None:
    their_input, our_output = os.pipe()
    our_input, their_output = os.pipe()
    answers: list[bytes] = []

    def play() -> None:
        board = Board()
        for text in ("e2e4", "d2d4", "g1f3"):
            board.push_uci(text)
            os.write(our_output, f"usermove {text}\n".encode())
            answer = os.read(our_input, 1000)
            answers.append(answer)
            board.push_uci(answer.decode().removeprefix("move ").strip())
        os.close(our_output)

    player = threading.Thread(target=play)
    player.start()
    console = Console(XBoard("test"), BrokenBot(fault), stdin=their_input, stdout=their_output)
    assert console.run() == 0
    player.join()
    assert len(answers) == 3
    for descriptor in (their_input, our_input, their_output):
        os.close(descriptor)


class BrokenXBoard(XBoard):
    """A conversation with a fault."""

    def feed(self, line: str, now: float) -> list[Effect]:
        if "boom" in line:
            raise PanicError(line)
        return super().feed(line, now)


@pytest.mark.usefixtures("signals")
def test_a_fault_in_the_conversation_is_told_and_the_game_goes_on() -> None:
    their_input, our_output = os.pipe()
    our_input, their_output = os.pipe()
    os.write(our_output, b"boom\nping 1\n")
    os.close(our_output)
    console = Console(BrokenXBoard("test"), Bot(), stdin=their_input, stdout=their_output)
    assert console.run() == 0
    assert os.read(our_input, 1000) == (b"Error (internal fault): PanicError\npong 1\n")
    for descriptor in (their_input, our_input, their_output):
        os.close(descriptor)


def test_lines_are_cut_however_the_bytes_come() -> None:
    chance = random.Random(3)  # noqa: S311 - nothing to guard
    data = b"".join(
        chance.choice([b"\n", b"a", b"usermove e2e4", b"\xff", b"\r"]) for _ in range(3000)
    )
    expected = [Line(part.decode(errors="replace")) for part in data.split(b"\n")]
    for size in (1, 2, 7, 100, 10_000):
        lines = Lines()
        found = [
            line for at in range(0, len(data), size) for line in lines.feed(data[at : at + size])
        ]
        found += lines.end()
        assert found == (expected if expected[-1].text else expected[:-1])


def test_of_a_line_that_is_too_long_the_beginning_is_kept() -> None:
    lines = Lines(longest=100)
    assert list(lines.feed(b"a" * 100 + b"\n" + b"b" * 101)) == [Line("a" * 100)]
    assert list(lines.feed(b"b" * 1_000_000)) == []
    assert list(lines.feed(b"\nc\n")) == [Line("b" * 20, whole=False), Line("c")]
