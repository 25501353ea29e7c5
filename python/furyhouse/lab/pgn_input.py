"""Opens a file of PGN, packed or not, and reads its lines; all that reads games does it so."""

import bz2
import contextlib
import gzip
import importlib
import io
import lzma
import os
import re
import sys
import zlib
from collections.abc import Iterator
from typing import IO, Protocol, Self

__all__ = ["LONGEST_LINE", "InputError", "PgnInput"]

_STDIN = 0
_BLOCK = 1 << 16
LONGEST_LINE = 1 << 22
"""What a line has beyond so many bytes is dropped: no game comes near."""
_LINE_END = re.compile(rb"[\r\n]")
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_ZSTD = b"\x28\xb5\x2f\xfd"
_XZ = b"\xfd7zXZ\x00"


class InputError(Exception):
    """A file cannot be read to its end, or not at all.

    Example:
        >>> raise InputError("games.pgn.gz: ends in the middle")
        Traceback (most recent call last):
            ...
        furyhouse.lab.pgn_input.InputError: games.pgn.gz: ends in the middle
    """


class _Blocks(Protocol):
    """What bytes can be read from."""

    def read1(self, size: int, /) -> bytes:
        """Give some bytes, as many as are there at once; none at the end."""


class PgnInput:
    r"""A file of PGN that is read from its beginning to its end.

    gzip, bzip2, xz and Zstandard are recognised by what the file begins with, whatever its name is.

    Args:
        path: The file; `-` is standard input.

    Attributes:
        name: What messages call it.
        size: Its size in bytes, packed as it is; 0 where it has none, as a pipe.

    Raises:
        InputError: Zstandard is needed and not installed, or standard input is closed.
        OSError: The file cannot be opened.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "games.pgn"
        ...     _ = path.write_bytes(b'[Event "a"]\r\r1. e4 *')
        ...     with PgnInput(str(path)) as file:
        ...         list(file.lines())
        [b'[Event "a"]\r', b'\r', b'1. e4 *']
    """

    def __init__(self, path: str) -> None:
        self.name = "standard input" if path == "-" else path
        if path == "-" and sys.stdin is None:
            raise InputError("standard input: is closed")
        with contextlib.ExitStack() as stack:
            self._raw: IO[bytes] = (
                os.fdopen(os.dup(_STDIN), "rb")
                if path == "-"
                else stack.enter_context(open(path, "rb"))  # noqa: PTH123 - closed by `close`
            )
            stack.callback(self._raw.close)
            self._faults: tuple[type[Exception], ...] = (
                zlib.error,
                lzma.LZMAError,
                ValueError,
                OSError,
            )
            self._plain = self._open()
            self.size = self._measure()
            self._opened = stack.pop_all()

    def share(self) -> float:
        """Tell how much of it is read, from 0 to 1; 0 where that is not known.

        Example:
            >>> with PgnInput(os.devnull) as file:
            ...     file.share()
            0.0
        """
        return min(self._raw.tell() / self.size, 1.0) if self.size else 0.0

    def lines(self) -> Iterator[bytes]:
        r"""Give the lines with their ends: LF, CR LF, or CR alone.

        Of a line that is longer than `LONGEST_LINE` the beginning is given.

        Raises:
            InputError: It cannot be unpacked, or is no text of one byte a sign.
            OSError: It cannot be read.

        Example:
            >>> with PgnInput(os.devnull) as file:
            ...     list(file.lines())
            []
        """
        first = True
        for line in self._cut():
            # Half of UTF-16 is zeros, and all of what a crash has left of a file.
            if line.count(b"\0") * 4 > len(line) or (first and line.startswith(_UTF16)):
                raise InputError(
                    f"{self.name}: expected PGN in UTF-8, found UTF-16 or bytes of zero"
                )
            yield line.removeprefix(_BOM) if first else line
            first = False

    def close(self) -> None:
        """Close it.

        Example:
            >>> PgnInput(os.devnull).close()
        """
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> _Blocks:
        """Look at the first bytes, and open what unpacks them."""
        peek = self._raw.peek(len(_XZ))[: len(_XZ)]  # type: ignore[attr-defined]  # it is buffered
        if peek.startswith(b"\x1f\x8b"):
            return gzip.open(self._raw, "rb")
        if peek.startswith(b"BZh"):
            return bz2.open(self._raw, "rb")
        if peek == _XZ:
            return lzma.open(self._raw, "rb")
        if peek.startswith(_ZSTD):
            opened, fault = _open_zstd(self._raw, self.name)
            self._faults = (*self._faults, fault)
            return opened
        return self._raw  # type: ignore[return-value]  # the same

    def _measure(self) -> int:
        """Get the size of the file; 0 for one that has none, as a pipe."""
        try:
            return os.fstat(self._raw.fileno()).st_size if self._raw.seekable() else 0
        except (OSError, io.UnsupportedOperation):
            return 0

    def _cut(self) -> Iterator[bytes]:
        """Cut what is read into lines, the time for which does not grow with their length."""
        rest = b""
        for block in self._blocks():
            if len(rest) > LONGEST_LINE and not rest.endswith(b"\r"):
                end = _LINE_END.search(block)
                if end is None:
                    continue
                rest += block[end.start() :]
            else:
                rest += block
            lines = rest.splitlines(keepends=True)
            # Behind a CR the next block may have the LF that goes with it.
            rest = b"" if rest.endswith(b"\n") else lines.pop()
            yield from lines
        if rest:
            yield rest

    def _blocks(self) -> Iterator[bytes]:
        """Give what the file holds, unpacked."""
        try:
            while block := self._plain.read1(_BLOCK):
                yield block
        except EOFError:
            raise InputError(f"{self.name}: ends in the middle of its compressed data") from None
        except self._faults as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise OSError(error.errno, error.strerror, self.name) from error
            raise InputError(f"{self.name}: cannot be unpacked: {error}") from None


def _open_zstd(raw: IO[bytes], name: str) -> tuple[_Blocks, type[Exception]]:
    """Open a file that Zstandard has packed, and tell how its faults are raised."""
    try:
        # Python has it from 3.14 on; the extra is the same for those before.
        zstd = importlib.import_module("compression.zstd")
    except ImportError:
        try:
            zstd = importlib.import_module("backports.zstd")
        except ImportError:
            raise InputError(
                f"{name}: is packed by Zstandard, which needs pip install 'furyhouse[zstd]'"
            ) from None
    return zstd.open(raw, "rb"), zstd.ZstdError
