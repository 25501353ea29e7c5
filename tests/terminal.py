"""A command on a terminal of its own, as a person sees it."""

import os
import pty
import select
import subprocess
import time
from typing import TYPE_CHECKING

from engine_process import COMMAND, ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Callable


def on_a_terminal(
    *arguments: str, act: "Callable[[subprocess.Popen[bytes], bytes], object]" = lambda *_: None
) -> tuple[int, str]:
    """Run a command on a terminal of 100 columns.

    Args:
        *arguments: What comes after `furyhouse`.
        act: Called with the process and what was shown up to now, again and again.

    Returns:
        The exit status, and all that was shown.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        env={**ENVIRONMENT, "TERM": "xterm", "COLUMNS": "100", "LINES": "50"},
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
            act(process, shown)
        return process.wait(10), shown.decode()
    finally:
        process.kill()
        process.wait()
        os.close(ours)
