"""The log: off unless it is asked for, and never a reason to lose a game.

It is the standard library's: the logger is named `furyhouse`, and a program that uses furyhouse
may hang its own handlers on it. `configure` adds one that writes a file, asked for by an argument,
an option of the engine or the environment:

- `FURYHOUSE_LOG` names the file (`log.txt` where only a level is given);
- `FURYHOUSE_LOG_LEVEL` says how much goes in: `off`, `error`, `warning`, `info` (where only a file
  is given) or `debug`, which has every line of the conversation.

The file rotates: at 5 MB it becomes `log.txt.1`, and three old ones are kept. A file that cannot be
written, from the start or later, is one warning; then the log is off and the game goes on. A
program that has another way to tell people says so with `report_to`.
"""

import contextlib
import os
import sys
import warnings
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import logging
    from collections.abc import Callable

__all__ = [
    "DEFAULT_FILE",
    "LEVELS",
    "Level",
    "configure",
    "disable",
    "has_failed",
    "is_on",
    "report_to",
    "write",
]

Level = Literal["off", "error", "warning", "info", "debug"]
"""How much is logged."""

LEVELS: tuple[Level, ...] = ("off", "error", "warning", "info", "debug")
"""The levels, from nothing to everything."""

DEFAULT_FILE = "log.txt"
"""The file's name where none is given, in the working folder."""

FILE_VARIABLE = "FURYHOUSE_LOG"
LEVEL_VARIABLE = "FURYHOUSE_LOG_LEVEL"

_MAX_BYTES = 5_000_000
_OLD_FILES = 3


class _State:
    """What `configure` made for this process; others' handlers on the logger are theirs."""

    handler: "logging.Handler | None" = None
    failed = False
    report: "Callable[[str], object] | None" = None


def configure(
    path: str | os.PathLike[str] | None = None,
    level: str | None = None,
    *,
    max_bytes: int = _MAX_BYTES,
) -> bool:
    """Turn the log on, off or to another file.

    What is None is taken from the environment. With neither a path nor a level, from either side,
    the log is off.

    Args:
        path: The file that lines are added to; its folder must exist.
        level: One of `LEVELS`, in any case.
        max_bytes: The size at which the file rotates.

    Returns:
        Whether the log is on now. A file that cannot be opened is a RuntimeWarning, and False.

    Raises:
        ValueError: The level is none of `LEVELS`. In the environment it is a warning and `info`.

    Example:
        >>> configure("log.txt", level="off")
        False
    """
    if path is None:
        path = os.environ.get(FILE_VARIABLE, "")
    wanted = _read_level(level)
    if wanted is None:
        wanted = "info" if path else "off"
    disable()
    if wanted == "off":
        return False
    return _open(os.path.expanduser(path or DEFAULT_FILE), wanted, max_bytes)


def disable() -> None:
    """Turn the log off and close its file; nothing happens where it is off.

    Example:
        >>> disable()
        >>> is_on()
        False
    """
    handler, _State.handler = _State.handler, None
    _State.failed = False
    if handler is None:
        return
    _logger().removeHandler(handler)
    # Closing writes what is left; on a full disk that fails once more, and was said before.
    with contextlib.suppress(OSError):
        handler.close()


def is_on() -> bool:
    """Tell whether `configure` has turned the log on and it still works.

    Example:
        >>> is_on()
        False
    """
    return _State.handler is not None


def has_failed() -> bool:
    """Tell whether the log is off because its file could not be written.

    Example:
        >>> has_failed()
        False
    """
    return _State.failed


def report_to(
    report: "Callable[[str], object] | None",
) -> "Callable[[str], object] | None":
    """Choose who hears of a log that cannot be written, in place of a warning.

    Args:
        report: Called with one line, in whichever thread has written; it must not raise. None
            brings the warnings back.

    Returns:
        Who has heard of it until now.

    Example:
        >>> before = report_to(print)
        >>> configure("no/log.txt")
        the log no/log.txt cannot be written: No such file or directory; playing on without it
        False
        >>> report_to(before) is print
        True
    """
    before, _State.report = _State.report, report
    return before


def write(message: str, level: Level = "info") -> None:
    r"""Add a line to the log; nothing happens where nobody listens, and nothing is ever raised.

    Args:
        message: What to write. A control character in it is written as an escape (`\n`), so that a
            message is always one line.
        level: How important it is.

    Example:
        >>> write("e2e4 was played")
    """
    # Importing `logging` takes long, and as long as nobody has, nobody listens.
    if level == "off" or (_State.handler is None and "logging" not in sys.modules):
        return
    logger = _logger()
    number = _number(level)
    if logger.isEnabledFor(number):
        logger.log(number, "%s", _one_line(message))


def _open(path: str, level: Level, max_bytes: int) -> bool:
    """Hang a file on the logger; one that cannot be opened is a warning."""
    from furyhouse._logfile import LogFile  # noqa: PLC0415 - slow to import, and seldom wanted

    def give_up(reason: str) -> None:
        disable()
        _State.failed = True
        _warn(f"the log {_one_line(path)} cannot be written: {reason}; playing on without it")

    try:
        handler = LogFile(path, max_bytes, _OLD_FILES, give_up)
    except (OSError, ValueError) as error:
        give_up(getattr(error, "strerror", None) or str(error))
        return False
    logger = _logger()
    logger.setLevel(_number(level))
    logger.addHandler(handler)
    _State.handler = handler
    return True


def _logger() -> "logging.Logger":
    """Get the logger, which is silent as long as nobody hangs a handler on it."""
    import logging  # noqa: PLC0415 - slow to import, and seldom wanted

    logger = logging.getLogger("furyhouse")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    return logger


def _number(level: Level) -> int:
    """Get the standard library's number of a level."""
    return {"off": 100, "error": 40, "warning": 30, "info": 20, "debug": 10}[level]


def _read_level(text: str | None) -> Level | None:
    """Find the level that the argument or the environment names; None where neither does."""
    found = os.environ.get(LEVEL_VARIABLE, "") if text is None else text
    for level in LEVELS:
        if level == found.lower():
            return level
    if text is None and not found:
        return None
    expected = f"found {found!r}, expected one of {', '.join(LEVELS)}"
    if text is not None:
        raise ValueError(f"log level: {expected}")
    _warn(f"{LEVEL_VARIABLE}: {expected}; info is taken")
    return "info"


def _one_line(message: str) -> str:
    """Write control characters as escapes."""
    if message.isprintable():
        return message
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)


def _warn(text: str) -> None:
    """Warn, in a way that cannot end the game: where warnings are errors, on standard error."""
    if _State.report is not None:
        _State.report(text)
        return
    try:
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    except RuntimeWarning:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"furyhouse: {text}\n")
