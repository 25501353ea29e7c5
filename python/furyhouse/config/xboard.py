"""XBoard: the list of engines in its settings file, or an engine file for a whole system.

The settings file holds XBoard's arguments; its list of engines is a text of lines between braces,
each with the name for the menu and the arguments that load the engine; with a variant among them
the name in the menu is `furyhouse (crazyhouse)`, and `xboard -fe` takes that one. XBoard looks for
the file in the home that the system has for the user, whatever HOME says.
"""

import os
import re
from pathlib import Path

from furyhouse.config.engine_list import NAME
from furyhouse.config.files import ConfigError, read_file

__all__ = ["merge", "place", "plugin", "remark_on_place", "show"]

# Where systems keep the settings that a user's own come after.
_SYSTEM_SETTINGS = (Path("/etc/xboard/xboard.conf"), Path("/etc/xboard.conf"))
_OPTION = "firstChessProgramNames"
# XBoard writes braces, and quotes where a brace is among the text.
_HEAD = rf"^[ \t]*[-/]{_OPTION}[ \t=:]+"
_BRACED = re.compile(rf"{_HEAD}\{{([^}}]*)\}}", re.MULTILINE)
_QUOTED = re.compile(rf'{_HEAD}"((?:[^"\\]|\\.)*)"', re.MULTILINE)
_ANY_FORM = re.compile(rf"^(?![ \t]*;).*[-/]{_OPTION}\b", re.MULTILINE)
_OWN_LINE = re.compile(rf'^"?{NAME}"?(?=\s|$)')
_NEEDS_QUOTES = re.compile(r"\s")
# Nothing of these can stand in a line of the list.
_IMPOSSIBLE = re.compile(r"[\"'{}\n]")


def place() -> Path:
    """Find the settings file.

    Raises:
        ConfigError: This is Windows, where its sister WinBoard keeps others, or the system does not
            know the user.

    Example:
        >>> place().name
        '.xboardrc'
    """
    try:
        import pwd  # noqa: PLC0415 - Windows has no such module
    except ImportError as error:
        raise ConfigError(
            "where XBoard keeps its settings is known on Linux and macOS only; "
            "--file FILE names the file"
        ) from error
    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir) / ".xboardrc"
    except KeyError as error:
        raise ConfigError(
            "the system knows no home of yours, where XBoard keeps its settings; "
            "--file FILE names the file"
        ) from error


def remark_on_place() -> str:
    """Say that XBoard passes over HOME, where it names another home than the system; else nothing.

    Where the place is not known, there is nothing to say of it either.

    Example:
        >>> os.environ["HOME"], kept = str(place().parent), os.environ["HOME"]
        >>> remark_on_place()
        ''
        >>> os.environ["HOME"] = kept
    """
    home = os.environ.get("HOME", "")
    try:
        settings = place()
    except ConfigError:
        return ""
    if not home or Path(home).resolve() == settings.parent.resolve():
        return ""
    return f"HOME is {home}, but XBoard reads {settings}: in the home that the system has for you"


def show(command: str) -> str:
    """Write furyhouse's line, in an argument that holds nothing else.

    Example:
        >>> print(show("/usr/bin/furyhouse"))
        -firstChessProgramNames {
        "furyhouse" -fcp "/usr/bin/furyhouse" -variant crazyhouse
        }
    """
    return _argument([_line(command)]).rstrip("\n")


def plugin(command: str) -> str:
    """Write an engine file, as distributions install it for all users: `furyhouse.eng`.

    Example:
        >>> print(plugin("/usr/games/furyhouse"), end="")
        plugin spec 0.0
        /usr/games/furyhouse
        crazyhouse
    """
    return f"plugin spec 0.0\n{_quoted(command)}\ncrazyhouse\n"


def merge(text: str | None, command: str) -> str:
    r"""Put furyhouse in a settings file.

    Args:
        text: What is in it; None for no file.
        command: The whole path of the engine.

    Raises:
        ConfigError: The list of engines cannot be read.

    Example:
        >>> print(merge('-size 49\n-firstChessProgramNames {sjeng\n}\n', "/bin/fh"), end="")
        -size 49
        -firstChessProgramNames {sjeng
        "furyhouse" -fcp "/bin/fh" -variant crazyhouse
        }
    """
    text = text or ""
    for form, read in ((_BRACED, str), (_QUOTED, _unescaped)):
        found = list(form.finditer(text))
        if found:
            # XBoard takes the last of several.
            last = found[-1]
            lines = _with_line(_lines(read(last[1])), command)
            return text[: last.start()] + _argument(lines).rstrip("\n") + text[last.end() :]
    if _ANY_FORM.search(text):
        raise ConfigError(f"expected braces around the engines of -{_OPTION}, found none")
    if text and not text.endswith("\n"):
        text += "\n"
    return text + _argument(_with_line(_system_lines(), command))


def _with_line(lines: list[str], command: str) -> list[str]:
    """Put furyhouse in the list, in its own place if it is there."""
    line = _line(command)
    lines = list(lines)
    for index, old in enumerate(lines):
        if _OWN_LINE.match(old):
            lines[index] = line
            return lines
    while lines and not lines[-1].strip():
        lines.pop()
    return [*lines, line]


def _line(command: str) -> str:
    """Write furyhouse's line: its name for the menu, its command, and the game that it plays."""
    return f'"{NAME}" -fcp "{_quoted(command)}" -variant crazyhouse'


def _quoted(command: str) -> str:
    """Write a path as a command, which XBoard splits at blanks outside quotes.

    Raises:
        ConfigError: It cannot be written so.
    """
    if _IMPOSSIBLE.search(command):
        raise ConfigError(f"XBoard takes no command with quotes or braces in it: {command}")
    return f"'{command}'" if _NEEDS_QUOTES.search(command) else command


def _argument(lines: list[str]) -> str:
    """Write the list as an argument; its first line stands behind the brace, as XBoard has it."""
    return f"-{_OPTION} {{" + "\n".join(lines if len(lines) > 1 else ["", *lines]) + "\n}\n"


def _system_lines() -> list[str]:
    """Read the system's list: a user's own takes its place, and is not to lack those engines."""
    for settings in _SYSTEM_SETTINGS:
        found = list(_BRACED.finditer(read_file(settings) or ""))
        if found:
            return _lines(found[-1][1])
    return []


def _lines(text: str) -> list[str]:
    """Split a list into its lines; other signs that end lines elsewhere are part of a name."""
    return text.removesuffix("\n").split("\n")


def _unescaped(text: str) -> str:
    """Read a text with XBoard's escapes."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)
