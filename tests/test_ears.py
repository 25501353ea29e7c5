"""What is different on Windows: input is waited for by a thread, and there are no matches."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine_process import EngineProcess, engine
from furyhouse._ears import Ears, PollingEars, ReadingEars
from test_transcripts import CONVERSATIONS, converse

KINDS = [PollingEars, ReadingEars]
# The engine as it is on a system that polls nothing.
UNPOLLED = """
from furyhouse import _ears
_ears.open_ears = _ears.ReadingEars
from furyhouse.cli import main
raise SystemExit(main())
"""


@pytest.fixture
def pipe() -> Iterator[tuple[int, Callable[[bytes], None]]]:
    mouth, other = os.pipe()
    open_ends = [mouth, other]

    def say(data: bytes) -> None:
        if data:
            os.write(other, data)
        else:
            os.close(other)
            open_ends.remove(other)

    yield mouth, say
    for descriptor in open_ends:
        os.close(descriptor)


def hear(ears: Ears) -> bytes:
    """Wait for input, however often the bell rings before."""
    while not ears.wait():
        pass
    return ears.read()


@pytest.mark.parametrize("kind", KINDS)
def test_the_bell_wakes_who_waits_for_input(
    kind: type[PollingEars | ReadingEars], pipe: tuple[int, Callable[[bytes], None]]
) -> None:
    ears = kind(pipe[0])
    threading.Timer(0.1, ears.ring).start()
    began = time.monotonic()
    assert not ears.wait()
    assert 0.05 < time.monotonic() - began < 10
    pipe[1](b"")
    assert hear(ears) == b""


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_lost_and_the_end_comes_last(
    kind: type[PollingEars | ReadingEars], pipe: tuple[int, Callable[[bytes], None]]
) -> None:
    ears = kind(pipe[0])
    sent = bytes(range(256)) * 2000

    def talk() -> None:
        for start in range(0, len(sent), 1000):
            pipe[1](sent[start : start + 1000])
            ears.ring()
        pipe[1](b"")

    talker = threading.Thread(target=talk)
    talker.start()
    heard = b""
    while data := hear(ears):
        heard += data
    talker.join()
    assert heard == sent
    assert ears.wait(), "the end stays"
    assert ears.read() == b""


@pytest.mark.parametrize("kind", KINDS)
def test_any_number_of_bells_is_one(
    kind: type[PollingEars | ReadingEars], pipe: tuple[int, Callable[[bytes], None]]
) -> None:
    ears = kind(pipe[0])
    for _ in range(100_000):
        ears.ring()
    assert not ears.wait()
    pipe[1](b"quit\n")
    assert hear(ears) == b"quit\n"
    pipe[1](b"")
    assert hear(ears) == b""


@pytest.fixture
def unpolled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[EngineProcess]:
    monkeypatch.setattr("engine_process.COMMAND", (sys.executable, "-P", "-c", UNPOLLED))
    with engine(cwd=tmp_path) as process:
        yield process


@pytest.mark.parametrize("name", ["transcript-xboard", "transcript-uci"])
def test_conversations_are_the_same_where_nothing_is_polled(
    name: str, unpolled: EngineProcess
) -> None:
    converse(unpolled, CONVERSATIONS[name], name)
    assert unpolled.wait() == 0


def test_the_end_of_input_ends_the_engine_where_nothing_is_polled(unpolled: EngineProcess) -> None:
    unpolled.send("uci", "position startpos", "go infinite")
    unpolled.wait_for("info depth .*")
    unpolled.end_of_input()
    assert unpolled.wait() == 0


@pytest.mark.parametrize("command", ["match", "tune all --state new.jsonl"])
def test_what_windows_lacks_is_told_in_a_line(command: str, tmp_path: Path) -> None:
    script = f"""
import sys
from furyhouse.cli import main
sys.platform = "win32"
raise SystemExit(main({command.split()}))
"""
    asked = [sys.executable, "-P", "-c", script]
    done = subprocess.run(asked, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 1
    name = command.partition(" ")[0]
    assert done.stderr.startswith(f"furyhouse: {name} needs Linux or macOS")
    assert done.stderr.count("\n") == 1
