"""A command on a terminal of its own, as a person sees it."""

import os
import pty
import select
import subprocess
import termios
import time
from typing import TYPE_CHECKING

from engine_process import COMMAND, ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Callable


_ROWS = 50


def on_a_terminal(
    *arguments: str,
    act: "Callable[[subprocess.Popen[bytes], bytes], object]" = lambda *_: None,
    columns: int = 100,
    narrowed: tuple[bytes, int] | None = None,
) -> tuple[int, str]:
    """Run a command on a terminal of 100 columns, or as many as are asked for.

    Args:
        *arguments: What comes after `furyhouse`.
        act: Called with the process and what was shown up to now, again and again.
        columns: The width of the terminal.
        narrowed: What is waited for, and the width that the terminal is given then.

    Returns:
        The exit status, and all that was shown.
    """
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(ours, (_ROWS, columns))
    size = {"COLUMNS", "LINES"}
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        env={**{k: v for k, v in ENVIRONMENT.items() if k not in size}, "TERM": "xterm"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    end = time.monotonic() + 100
    try:
        while time.monotonic() < end:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    shown += os.read(ours, 65536)
                except OSError:
                    break
            if narrowed is not None and narrowed[0] in shown:
                termios.tcsetwinsize(ours, (_ROWS, narrowed[1]))
                narrowed = None
            act(process, shown)
        return process.wait(10), shown.decode()
    finally:
        process.kill()
        process.wait()
        os.close(ours)
