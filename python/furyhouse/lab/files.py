"""Files that the laboratory writes: their places, and faults that name them."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["check_place", "naming"]


@contextmanager
def naming(path: Path, *, always: bool = False) -> Iterator[None]:
    """Let what goes wrong with a file name the file, where the system has not.

    Args:
        path: The file.
        always: Whether it is named even where the system names another, as the one that is to take
            its place.

    Raises:
        OSError: What went wrong.

    Example:
        >>> with naming(Path("games.pgn")):
        ...     raise OSError(28, "No space left on device")
        Traceback (most recent call last):
            ...
        OSError: [Errno 28] No space left on device: 'games.pgn'
    """
    try:
        yield
    except OSError as error:
        if error.errno is None or (error.filename is not None and not always):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def check_place(path: Path) -> None:
    """See that a file can be written to a place, before the work for it is done.

    Nothing is left there, and a file that is there stays as it is.

    Raises:
        OSError: It cannot.

    Example:
        >>> check_place(Path("no/such/folder/book.bin"))
        Traceback (most recent call last):
            ...
        FileNotFoundError: [Errno 2] No such file or directory: 'no/such/folder/book.bin'
    """
    with naming(path, always=True):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
