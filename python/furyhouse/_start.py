"""Ends the command quietly when it is interrupted while it starts.

Most of a start goes into imports, and Ctrl-C in the middle of one would print a traceback. Only the
command `furyhouse` does this: in a program that imports the package, signals are the program's own.
"""

import os
import signal
import sys
from itertools import pairwise
from types import FrameType

__all__ = ["end_command", "end_quietly", "hand_over", "is_command"]

_COMMAND = "furyhouse"
_EXIT_INTERRUPTED = 130


def is_command(arguments: list[str], original: list[str]) -> bool:
    """Tell whether this process is the command, and no program that imports the package.

    Args:
        arguments: `sys.argv`; it begins with `-m` while Python looks for the module to run.
        original: `sys.orig_argv`.

    Example:
        >>> is_command(["/usr/bin/furyhouse", "play"], ["python", "/usr/bin/furyhouse", "play"])
        True
        >>> is_command(["-m", "play"], ["python", "-m", "furyhouse", "play"])
        True
        >>> is_command(["-m"], ["python", "-m", "pytest"]), is_command([""], ["python"])
        (False, False)
    """
    program = arguments[0] if arguments else ""
    if program == "-m":
        return (program, _COMMAND) in pairwise(original)
    return os.path.basename(program) == _COMMAND


def end_quietly() -> None:
    """In the command, let an interruption end the process without a word until `hand_over`.

    Where interruptions are ignored, as behind `nohup`, they stay so.

    Example:
        >>> end_quietly()
    """
    if (
        is_command(sys.argv, sys.orig_argv)
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ):
        signal.signal(signal.SIGINT, _end)


def end_command() -> None:
    """End the process, if it is the command: the interruption came before `end_quietly` was done.

    Example:
        >>> end_command()
    """
    if is_command(sys.argv, sys.orig_argv):
        os._exit(_EXIT_INTERRUPTED)


def hand_over() -> None:
    """Let an interruption be a KeyboardInterrupt again, for whoever catches it from now on.

    Example:
        >>> hand_over()
    """
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(_signal: int, _frame: FrameType | None) -> None:
    """End the process: nothing was written yet that could be lost."""
    os._exit(_EXIT_INTERRUPTED)
