"""The command that takes a game in the terminal up again, as it runs where the person stands."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from furyhouse._core import STARTING_FEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from furyhouse._core import Board

__all__ = ["game_words", "own_command", "shell_line"]

_COMMAND = "furyhouse"
_MODULE = "__main__.py"


def own_command(called: str) -> list[str]:
    """Name the command that this process was started by, in words that start it here again.

    That is `furyhouse` where the shell finds this one by its name, else the path that was used,
    relative to the current folder if that is shorter; or this Python with its option `-m`.

    Args:
        called: What was called, as `sys.argv` has it.

    Example:
        >>> own_command("/somewhere/furyhouse")
        ['/somewhere/furyhouse']
    """
    is_module = Path(called).name == _MODULE
    # What pip installed for this Python is the same program as its module.
    program = Path(sysconfig.get_path("scripts"), _COMMAND) if is_module else Path(called)
    found = shutil.which(_COMMAND)
    if found is not None and _real(Path(found)) == _real(program):
        return [_COMMAND]
    return [_short(sys.executable), "-m", _COMMAND] if is_module else [_short(called)]


def game_words(board: "Board") -> list[str]:
    """Write a game as arguments: the position that it began with, and its moves.

    Example:
        >>> from furyhouse import Board
        >>> board = Board()
        >>> _ = board.push_san("e4")
        >>> game_words(board)
        ['--moves', 'e4']
    """
    root = board.root()
    fen = root.fen()
    sans = [root.san_and_push(move) for move in board.move_stack]
    return [
        *(["--fen", fen] if fen != STARTING_FEN else []),
        *(["--moves", *sans] if sans else []),
    ]


def shell_line(words: "Iterable[str]") -> str:
    """Write a command as the shell reads it.

    Example:
        >>> shell_line(["furyhouse", "play", "--fen", "8/8 w"])
        "furyhouse play --fen '8/8 w'"
    """
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _real(program: Path) -> Path:
    """Find the file behind a path, without the ending that Windows has for programs."""
    return program.resolve().with_suffix("")


def _short(path: str) -> str:
    """Write a path in as few letters as the current folder allows."""
    try:
        relative, absolute = os.path.relpath(path), str(Path(path).absolute())
    except (OSError, ValueError):
        # The folder is gone, or the path on another drive of Windows.
        return path
    if len(Path(relative).parts) == 1:
        # Else the shell would look for it on its own path.
        relative = f"{os.curdir}{os.sep}{relative}"
    return min(relative, absolute, key=len)
