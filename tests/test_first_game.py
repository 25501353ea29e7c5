"""The first game that the README promises: its own command lines, with the programs themselves."""

import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from engine_process import ENVIRONMENT
from xboard_match import PATH, find

SETTINGS = "-saveSettingsOnExit false -animateMoving false -debug -size 49"
DISPLAY = "-screen 0 1280x1024x24 -nolisten tcp"
PATIENCE = 60.0


def promised(root: Path, program: str) -> list[str]:
    """Find a program's command line in the README's part on the first game."""
    text = (root / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Your first game\n")[2].partition("\n## ")[0]
    [line] = re.findall(rf"`({program} [^`]+)`", section)
    return shlex.split(line)


@pytest.mark.timeout(150)
def test_xboard_begins_a_game_of_crazyhouse(root: Path, tmp_path: Path) -> None:
    debug = tmp_path / "xboard.debug"
    command = [find("xvfb-run"), "-a", "-s", DISPLAY, find("xboard")]
    command += [*promised(root, "xboard")[1:], *SETTINGS.split(), "-nameOfDebugFile", str(debug)]
    environment = {**ENVIRONMENT, "PATH": PATH}
    with subprocess.Popen(command, env=environment, cwd=tmp_path, start_new_session=True) as xboard:
        try:
            end = time.monotonic() + PATIENCE
            talk = ""
            while ">first : variant crazyhouse" not in talk or "<first : pong" not in talk:
                assert xboard.poll() is None, talk
                assert time.monotonic() < end, talk
                time.sleep(0.1)
                talk = debug.read_text(errors="replace") if debug.exists() else ""
        finally:
            os.killpg(xboard.pid, signal.SIGTERM)
    assert '<first : feature variants="crazyhouse"' in talk
    assert "not supported" not in talk
    assert "Error" not in talk


def test_the_terminal_takes_the_moves_that_are_named(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    [moves] = re.findall(r"\*\*In the terminal\*\*: `furyhouse play`\. Type (.*?);", text)
    fen = "6rk/6pp/8/8/8/8/4P3/6K1[N] w - - 0 1"
    *first, drop = re.findall(r"`([^`]+)`", moves)
    assert first == ["e4", "Nf3"]
    done = subprocess.run(
        ["furyhouse", "play", "--side", "none", "--ascii"],
        input="e4\ne5\nNf3\nquit\n",
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=True,
    )
    assert "cannot" not in done.stdout
    assert " 3 . . . . . N . .\n" in done.stdout
    done = subprocess.run(
        ["furyhouse", "play", "--fen", fen],
        input=f"{drop}\nquit\n",
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=True,
    )
    assert "1-0" in done.stdout
