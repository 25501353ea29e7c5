"""Cuts a file of PGN, however large, into its games.

A game is cut out as text, and not understood here: so one that is broken cannot hurt the next, and
whatever is done with the games can be done elsewhere.
"""

import contextlib
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from furyhouse.lab.pgn_input import LONGEST_LINE, InputError, PgnInput

__all__ = ["GameFile", "RawGame"]

# No game comes near; what goes on longer is no PGN, and would fill the memory.
_LONGEST_GAME = LONGEST_LINE
# Files up to this size are read twice: the games are counted first, for the time that is left.
_COUNTED_BYTES = 1 << 22
_TAG = re.compile(rb"\[([A-Za-z0-9_]+)\s")
# As it ends the moves of a game.
_RESULT = re.compile(rb"(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)\s*$")
# What begins or ends a comment.
_SIGNS = re.compile(rb"[{};]")


@dataclass(frozen=True, slots=True)
class RawGame:
    """A game as it stands in the file.

    Attributes:
        number: Which of the file's games it is, from 1.
        line: The line of the file on which it begins, from 1.
        text: The text, or as much of it as is kept.
        cut: Whether it went on for longer than any game does, so that the rest was dropped.
        digest: A digest of everything in the file up to its end.
        share: How much of the file that is, from 0 to 1; 0 where that is not known.

    Example:
        >>> RawGame(1, 1, "1. e4 *").cut
        False
    """

    number: int
    line: int
    text: str
    cut: bool = False
    digest: str = ""
    share: float = 0.0


class GameFile:
    r"""A file of games that is read from its beginning to its end.

    Args:
        path: The file; `-` is standard input.

    Attributes:
        name: What messages call it.

    Raises:
        InputError: Zstandard is needed and not installed, or standard input is closed.
        OSError: The file cannot be opened.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "games.pgn"
        ...     _ = path.write_text('[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *\n')
        ...     with GameFile(str(path)) as file:
        ...         [(game.number, game.line, game.text.split()[-2]) for game in file]
        [(1, 1, 'e4'), (2, 5, 'd4')]
    """

    def __init__(self, path: str) -> None:
        self._file = PgnInput(path)
        self.name = self._file.name
        self._path = path

    def __iter__(self) -> Iterator[RawGame]:
        """Give the games.

        Raises:
            InputError: It cannot be read to its end; what came before is given first.
            OSError: It cannot be read.
        """
        digest = hashlib.blake2b(digest_size=16)
        number = 0
        cutter = _Cutter()
        for line in self._file.lines():
            text = cutter.feed(line)
            if text is not None:
                number += 1
                digest.update(text)
                yield self._game(number, cutter, text, digest.hexdigest())
        text = cutter.end()
        if text is not None:
            digest.update(text)
            yield self._game(number + 1, cutter, text, digest.hexdigest())

    def count(self) -> int | None:
        """Count the games of a file that is small, to tell beforehand how many they are.

        Returns:
            Their number; None for a file that is large, or can be read only once.

        Example:
            >>> import os
            >>> with GameFile(os.devnull) as file:
            ...     file.count() is None
            True
        """
        if not 0 < self._file.size <= _COUNTED_BYTES:
            return None
        with contextlib.suppress(InputError, OSError), GameFile(self._path) as again:
            return sum(1 for _ in again)
        return None

    def close(self) -> None:
        """Close it.

        Example:
            >>> import os
            >>> GameFile(os.devnull).close()
        """
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _game(self, number: int, cutter: "_Cutter", text: bytes, digest: str) -> RawGame:
        """Make a game of its text."""
        share = self._file.share()
        return RawGame(number, cutter.begun, _decoded(text), cutter.cut, digest, share)


class _Cutter:
    """Cuts lines into games.

    A game begins with a tag that comes after moves, or after an empty line if it is `Event` or one
    that was there already; without tags with the first moves after an empty line and a result. In a
    comment nothing begins, unless an empty line and the tag `Event` show that it was never closed.

    Attributes:
        begun: The line on which the game began that was given last.
        cut: Whether that game was too long.
    """

    def __init__(self) -> None:
        self.begun = 0
        self.cut = False
        self._number = 0
        self._start = 0
        self._lines: list[bytes] = []
        self._length = 0
        self._tags: set[bytes] = set()
        self._moves = False
        self._ended = False
        self._empty = False
        self._comment = False

    def feed(self, line: bytes) -> bytes | None:
        """Take a line, and give the game that it shows to have ended."""
        self._number += 1
        if line.isspace():
            self._empty = True
            if self._lines:
                self._add(line)
            return None
        tag = _TAG.match(line)
        finished = self._take() if self._lines and self._begins(tag) else None
        if not self._lines:
            self._start = self._number
        self._add(line)
        self._look(line, tag)
        self._empty = False
        return finished

    def end(self) -> bytes | None:
        """Take the end of the file, and give the last game."""
        return self._take() if self._lines else None

    def _begins(self, tag: "re.Match[bytes] | None") -> bool:
        """Tell whether a line begins a game."""
        if self._comment:
            return tag is not None and self._empty and tag[1] == b"Event"
        if tag is None:
            return self._empty and self._ended
        if self._moves:
            return True
        return self._empty and (tag[1] == b"Event" or tag[1] in self._tags)

    def _look(self, line: bytes, tag: "re.Match[bytes] | None") -> None:
        """See what a line says."""
        if not self._comment and not self._moves and tag is not None:
            self._tags.add(tag[1])
            return
        if not self._comment and line.startswith((b"%", b";")):
            return
        if self._comment or b"{" in line or b";" in line:
            line = self._outside(line)
        if line and not line.isspace():
            self._moves = True
            self._ended = _RESULT.search(line) is not None

    def _outside(self, line: bytes) -> bytes:
        """Get what is outside comments, and keep in mind whether one goes on."""
        outside: list[bytes] = []
        begun = 0
        for sign in _SIGNS.finditer(line):
            if self._comment:
                if sign.group() == b"}":
                    self._comment, begun = False, sign.end()
                continue
            if sign.group() == b"}":
                continue
            outside.append(line[begun : sign.start()])
            if sign.group() == b";":
                return b" ".join(outside)
            self._comment = True
        if not self._comment:
            outside.append(line[begun:])
        return b" ".join(outside)

    def _add(self, line: bytes) -> None:
        """Keep a line, if the game is not too long already."""
        room = _LONGEST_GAME - self._length
        self._length += len(line)
        if room > 0:
            self._lines.append(line[:room])

    def _take(self) -> bytes:
        """Give the game, and begin with nothing."""
        text = b"".join(self._lines)
        self.begun, self.cut = self._start, self._length > _LONGEST_GAME
        self._lines, self._length, self._tags = [], 0, set()
        self._moves = self._ended = self._comment = False
        return text


def _decoded(text: bytes) -> str:
    """Read a game's bytes: UTF-8, or else the older coding that PGN began with."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")
