"""lichess-bot, the bridge between engines and the server lichess: its `config.yml`.

The file is people's own, full of remarks, and stays so: lines of it are changed, none is moved. So
only what is written in blocks, as in the file that comes with the program, can be changed here.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from furyhouse.config.files import ConfigError
from furyhouse.options import OptionError, find_option

__all__ = ["merge", "place", "remarks", "show"]

_PIECE = """\
# A bot account's token: https://lichess.org/account/oauth/token, with the right to play as a bot.
token: "xxxxxxxxxxxxxxxx"
url: "https://lichess.org/"

engine:
  dir: {folder}
  name: {name}
  protocol: "uci"
  ponder: true
  uci_options:
    Move Overhead: 100
    Threads: 1
    Hash: 256

challenge:
  variants:
    - crazyhouse
  time_controls:
    - bullet
    - blitz
    - rapid
  modes:
    - casual
    - rated
"""
_VARIANT = "crazyhouse"
_BLANK = re.compile(r"\s*(?:#.*)?$")
_KEY = re.compile(r"( *)(\w[\w .-]*|\"[^\"]+\"|'[^']+'):(?:\s+(.*))?$")
_ITEM = re.compile(r"( *)-\s+[\"']?(\w+)[\"']?\s*(?:#.*)?$")
# A value in quotes or without, and a remark behind it.
_SCALAR = re.compile(r"(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^#\s\"'&*!|>{\[][^#]*?)?(\s*#.*)?$")


def place() -> Path:
    """Find the file: in the folder of lichess-bot, which is where one stands when it is run.

    Example:
        >>> place()
        PosixPath('config.yml')
    """
    return Path("config.yml")


def show(command: str) -> str:
    """Write a whole file, but for the token.

    Example:
        >>> [line for line in show("/usr/bin/furyhouse").splitlines() if "dir" in line]
        ['  dir: "/usr/bin"']
    """
    folder, name = _quoted(str(Path(command).parent)), _quoted(Path(command).name)
    return _PIECE.format(folder=folder, name=name).rstrip("\n")


def merge(text: str | None, command: str) -> str:
    """Put furyhouse in a file in the place of the engine that is there.

    Args:
        text: What is in it; None for no file.
        command: The whole path of the engine.

    Raises:
        ConfigError: The file is written in another way than the one that comes with lichess-bot.

    Example:
        >>> old = show("/usr/bin/stockfish").replace("- crazyhouse", "- standard")
        >>> new = merge(old, "/usr/bin/furyhouse").splitlines()
        >>> [line.strip() for line in new if "name" in line or "- s" in line or "- cr" in line]
        ['name: "furyhouse"', '- standard', '- crazyhouse']
    """
    if text is None or not text.strip():
        return show(command) + "\n"
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = text.rstrip("\r\n").split(ending)
    _check(lines)
    path = Path(command)
    for key, value in (("dir", str(path.parent)), ("name", path.name), ("protocol", "uci")):
        _set_scalar(lines, ("engine", key), _quoted(value))
    _add_item(lines, ("challenge", "variants"), _VARIANT)
    return ending.join(lines) + ending


def remarks(text: str) -> Iterator[str]:
    r"""Tell what of the file furyhouse would refuse: the options of another engine.

    Example:
        >>> list(remarks("engine:\n  uci_options:\n    Contempt: 3\n"))
        ['furyhouse has no option Contempt: take it out of uci_options']
    """
    lines = text.splitlines()
    start, end, _ = _block(lines, ("engine", "uci_options")) or (0, 0, "")
    depth = None
    for line in lines[start:end]:
        found = _KEY.match(line)
        if not found or _BLANK.match(line):
            continue
        depth = len(found[1]) if depth is None else depth
        name = found[2].strip("\"'")
        if len(found[1]) == depth and name != "go_commands" and not _is_option(name):
            yield f"furyhouse has no option {name}: take it out of uci_options"


def _is_option(name: str) -> bool:
    """Tell whether furyhouse has an option of this name in UCI."""
    try:
        find_option(name, "uci")
    except OptionError:
        return False
    return True


def _check(lines: list[str]) -> None:
    """Refuse what is no file of keys at its outermost level, before anything is changed."""
    for number, line in enumerate(lines, 1):
        if "\t" in line[: len(line) - len(line.lstrip())]:
            raise ConfigError(f"line {number}: expected blanks before the text, found a tab")
        outermost = not line.startswith((" ", "-")) and not _BLANK.match(line)
        if outermost and not _KEY.match(line) and line.strip() != "---":
            raise ConfigError(f"line {number}: expected a key and a colon, found {line[:40]!a}")


def _block(lines: list[str], path: tuple[str, ...]) -> tuple[int, int, str] | None:
    """Find the lines inside of a key that is inside of others.

    Returns:
        The first line after the key's own, the line after its last, and the key's indentation;
        None where there is no such key.

    Raises:
        ConfigError: What is inside is not written as lines below it.
    """
    start, end, depth = 0, len(lines), ""
    for key in path:
        at, found, _ = _find_key(lines, start, end, key)
        if found is None:
            return None
        if not _BLANK.match(found[3] or ""):
            raise ConfigError(
                f"line {at + 1}: expected what {key} holds on lines of its own, found"
                f" {(found[3] or '')[:40]!a}"
            )
        start, depth = at + 1, found[1]
        end = _end(lines, start, end, len(depth))
    return start, end, depth


def _find_key(
    lines: list[str], start: int, end: int, key: str
) -> tuple[int, re.Match[str] | None, str | None]:
    """Find a key among those of a block, not among what they hold.

    Returns:
        The line, what was found there, and the indentation of the block's keys; without a key that
        is None, and without this one what was found is.
    """
    inside: str | None = None
    for at in range(start, end):
        found = _KEY.match(lines[at])
        if not found or _BLANK.match(lines[at]):
            continue
        inside = found[1] if inside is None else inside
        if found[1] == inside and found[2] == key:
            return at, found, inside
    return end, None, inside


def _end(lines: list[str], start: int, end: int, depth: int) -> int:
    """Find the line after a block: the first that stands no further in than its key."""
    last = start
    for at in range(start, end):
        line = lines[at]
        if _BLANK.match(line):
            continue
        inner = len(line) - len(line.lstrip())
        # A list may stand as far out as the key that holds it.
        if inner < depth or (inner == depth and not line.lstrip().startswith("- ")):
            break
        last = at + 1
    return last


def _set_scalar(lines: list[str], path: tuple[str, str], value: str) -> None:
    """Set a value inside of a key, and leave the remark behind it."""
    outer, key = path
    block = _block(lines, (outer,))
    if block is None:
        lines += ["", f"{outer}:", f"  {key}: {value}"]
        return
    start, end, depth = block
    at, found, inside = _find_key(lines, start, end, key)
    if found is None:
        lines.insert(start, f"{depth + '  ' if inside is None else inside}{key}: {value}")
        return
    old = _SCALAR.match(found[3] or "")
    if old is None:
        raise ConfigError(f"line {at + 1}: expected a plain value of {key}")
    lines[at] = f"{inside}{key}: {value}{old[2] or ''}"


def _add_item(lines: list[str], path: tuple[str, str], item: str) -> None:
    """Add an item to a list inside of a key, if it is not in it."""
    outer, key = path
    block = _block(lines, path)
    if block is None:
        around = _block(lines, (outer,))
        if around is None:
            lines += ["", f"{outer}:", f"  {key}:", f"    - {item}"]
        else:
            lines[around[0] : around[0]] = [f"  {key}:", f"    - {item}"]
        return
    start, end, depth = block
    inside = depth + "  "
    for line in lines[start:end]:
        if _BLANK.match(line):
            continue
        found = _ITEM.match(line)
        if found is None:
            raise ConfigError(f"expected a list of words in {key}, found {line.strip()[:40]!a}")
        if found[2] == item:
            return
        inside = found[1]
    lines.insert(end, f"{inside}- {item}")


def _quoted(text: str) -> str:
    """Write a text as YAML reads it back, whatever is in it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
