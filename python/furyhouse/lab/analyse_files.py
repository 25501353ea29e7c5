"""The files of an analysis: which of them are one and the same, and which are its own."""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["FORMAT", "check_different", "is_own", "working_files"]

_STDIN, _STDOUT = 0, 1
FORMAT = "furyhouse analysis 1"
"""What a working file says that it is."""
# As every working file begins, that of another version too.
_HEADER = b'{"format": "furyhouse analysis '
_SUFFIXES = (".progress", ".progress.new")

_Named = tuple[str, Path]
_Identity = tuple[int, int] | Path


def working_files(first: Path) -> tuple[Path, Path]:
    """Name the files that lie beside the first output while an analysis is unfinished.

    Args:
        first: The first output.

    Returns:
        What tells how far it has come, and what takes its place when it is whole.

    Example:
        >>> [path.name for path in working_files(Path("out.pgn"))]
        ['out.pgn.progress', 'out.pgn.progress.new']
    """
    progress, fresh = (first.with_name(first.name + suffix) for suffix in _SUFFIXES)
    return progress, fresh


def is_own(path: Path) -> bool:
    """Tell whether an analysis has made what lies under a working file's name, or nothing does.

    One that was broken off while it was made begins as the others do, as far as it goes.

    Example:
        >>> is_own(Path("no such file")), is_own(Path("/"))
        (True, False)
    """
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return False
        with path.open("rb") as file:
            return _HEADER.startswith(file.read(len(_HEADER)))
    except FileNotFoundError:
        return True


def check_different(
    source: str, outputs: Iterable[_Named], picture: Path | None, *, prints: bool
) -> None:
    """Refuse files that are the same, whatever they are called.

    Args:
        source: The input; `-` is standard input.
        outputs: The files of results, each with the argument that names it.
        picture: The first picture; the others have a number behind its name.
        prints: Whether the games go to standard output.

    Raises:
        ValueError: Two of them are one.

    Example:
        >>> check_different("a", [("-o", Path("b")), ("--json", Path("./b"))], None, prints=False)
        Traceback (most recent call last):
            ...
        ValueError: expected different files to read and to write, found b for -o and --json
    """
    results = list(outputs)
    named = [("the input", path, found) for path, found in _input(source)]
    named += [(name, path, _identity(path)) for name, path in results]
    if picture is not None:
        for name, path, _ in named:
            if _is_numbered(picture, path):
                raise ValueError(
                    f"expected different files to read and to write, found {path} for {name} and"
                    " a picture of --plot"
                )
        named.append(("--plot", picture, _identity(picture)))
    if results:
        named += [("the working file", path, _identity(path)) for path in _working(results[0][1])]
    with suppress(OSError):
        printed = os.fstat(_STDOUT)
        if prints and stat.S_ISREG(printed.st_mode):
            named.append(("standard output", Path("-"), (printed.st_dev, printed.st_ino)))
    seen: dict[_Identity, _Named] = {}
    for name, path, found in named:
        if found in seen:
            other, first = seen[found]
            raise ValueError(
                f"expected different files to read and to write, found {first} for {other} and"
                f" {name}"
            )
        seen[found] = (name, path)


def _input(source: str) -> Iterator[tuple[Path, _Identity]]:
    """Give the input with what it is; nothing where standard input is closed."""
    if source != "-":
        yield Path(source), _identity(Path(source))
        return
    with suppress(OSError):
        found = os.fstat(_STDIN)
        yield Path("-"), (found.st_dev, found.st_ino)


def _working(first: Path) -> Iterator[Path]:
    """Give the working files, where the first output can have any."""
    if first.name:
        yield from working_files(first)


def _identity(path: Path) -> _Identity:
    """Tell what a file is: itself if it is there, however it is linked, else its place."""
    try:
        found = path.stat()
    except OSError:
        return path.resolve()
    return found.st_dev, found.st_ino


def _is_numbered(picture: Path, path: Path) -> bool:
    """Tell whether a file may be the picture of a game that is not the first."""
    numbered = rf"{re.escape(picture.stem)}-\d+{re.escape(picture.suffix)}"
    return (
        re.fullmatch(numbered, path.name) is not None
        and picture.parent.resolve() == path.parent.resolve()
    )
