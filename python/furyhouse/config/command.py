"""The command `furyhouse config`."""

import argparse
import os
import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from furyhouse.config import cutechess, lichess_bot, pychess, xboard
from furyhouse.config.files import ConfigError, read_file, replace_file

__all__ = ["describe", "run"]

_EXIT_OK = 0
_EXIT_FAULT = 1
_COMMAND = "furyhouse"
# Windows has programs end so, and says furyhouse all the same.
_NAMES = (_COMMAND, f"{_COMMAND}.exe")
_PLUGIN_SUFFIX = ".eng"


def _no_remarks(_text: str) -> Iterable[str]:
    return ()


def _no_remark() -> str:
    return ""


class _Program(NamedTuple):
    """A program: its name, and the functions of its module."""

    title: str
    place: Callable[[], Path]
    show: Callable[[str], str]
    merge: Callable[[str | None, str], str]
    remarks: Callable[[str], Iterable[str]] = _no_remarks
    remark_on_place: Callable[[], str] = _no_remark


_PROGRAMS = {
    "xboard": _Program(
        "XBoard",
        xboard.place,
        xboard.show,
        xboard.merge,
        remark_on_place=xboard.remark_on_place,
    ),
    "cutechess": _Program(
        "Cute Chess", cutechess.ENGINES.place, cutechess.ENGINES.show, cutechess.ENGINES.merge
    ),
    "pychess": _Program(
        "PyChess", pychess.ENGINES.place, pychess.ENGINES.show, pychess.ENGINES.merge
    ),
    "lichess-bot": _Program(
        "lichess-bot",
        lichess_bot.place,
        lichess_bot.show,
        lichess_bot.merge,
        lichess_bot.remarks,
    ),
}


def describe(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "program",
        choices=_PROGRAMS,
        metavar="|".join(_PROGRAMS),
        help="the program to be configured",
    )
    parser.add_argument(
        "--install",
        action="store_true",
        help="put it in the program's own file; what else is in it stays, and a copy is kept",
    )
    parser.add_argument(
        "--file", type=Path, metavar="FILE", help="the file, where it is not the usual one"
    )
    parser.add_argument(
        "--engine", type=_engine, metavar="PATH", help="the engine (where furyhouse is installed)"
    )


def run(
    options: argparse.Namespace, *, tell: Callable[[str], None], warn: Callable[[str], None]
) -> int:
    """Print a configuration, or put it where it belongs.

    Args:
        options: The arguments, as `describe` describes them.
        tell: Writes a line on standard output.
        warn: Writes a line on standard error.

    Returns:
        The exit status: 0, or 1 when the configuration cannot be read or written.
    """
    program, file = _PROGRAMS[options.program], options.file
    try:
        command = options.engine or _find_engine()
        _check_text(command)
        if file and file.suffix == _PLUGIN_SUFFIX and options.program == "xboard":
            program = program._replace(
                show=xboard.plugin,
                merge=lambda _text, path: xboard.plugin(path),
            )
        if options.install:
            _install(program, file or program.place(), command, tell)
        else:
            tell(program.show(command).rstrip("\n"))
            warn(_where(program, file))
        if file is None and (remark := program.remark_on_place()):
            warn(remark)
    except ConfigError as error:
        warn(str(error))
        return _EXIT_FAULT
    return _EXIT_OK


def _where(program: _Program, file: Path | None) -> str:
    """Tell where what was printed belongs."""
    try:
        place = file or program.place()
    except ConfigError as error:
        return str(error)
    return f"{program.title} reads this in {place}; with --install it is put there"


def _install(program: _Program, place: Path, command: str, tell: Callable[[str], None]) -> None:
    """Put furyhouse in a program's file, and say what was done."""
    old = read_file(place)
    try:
        new = program.merge(old, command)
    except ConfigError as error:
        raise ConfigError(f"{place}: {error}; the file was not changed") from error
    if new == old:
        tell(f"{place}: furyhouse is in it already, nothing was changed")
    else:
        kept = replace_file(place, new)
        tell(f"{place}: {program.title} finds furyhouse here now, as {command}")
        if kept is not None:
            tell(f"{kept}: what was there before")
    for remark in program.remarks(new):
        tell(remark)


def _find_engine() -> str:
    """Find the command `furyhouse`: what was called just now, else that of this Python.

    Raises:
        ConfigError: There is none.
    """
    called = Path(sys.argv[0])
    folders = [called.parent] if called.name in _NAMES else []
    folders.append(Path(sys.executable).parent)
    # On Windows commands are in a folder beside Python's, and that is seldom on the path.
    schemes = sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")
    folders += [Path(sysconfig.get_path("scripts", scheme)) for scheme in schemes]
    candidates = [folder / name for folder in folders for name in _NAMES]
    if found := shutil.which(_COMMAND):
        candidates.append(Path(found))
    for candidate in candidates:
        # A link, as pipx makes one, outlives what it points to: it is kept.
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return str(candidate.absolute())
    raise ConfigError("where furyhouse is installed cannot be told; give --engine PATH")


def _check_text(command: str) -> None:
    """Refuse a path that is no text: no file of settings can hold it.

    Raises:
        ConfigError: It is none.
    """
    try:
        command.encode()
    except UnicodeEncodeError as error:
        raise ConfigError(f"expected an engine whose path is text, found {command!a}") from error


def _engine(text: str) -> str:
    """Read the path of an engine."""
    path = Path(text).absolute()
    if not (path.is_file() and os.access(path, os.X_OK)):
        raise argparse.ArgumentTypeError(f"expected a program that can be run, found {text!a}")
    return str(path)
