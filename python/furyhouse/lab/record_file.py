"""A file from which work goes on: what work it is in the first line, then a record in each."""

import fcntl
import json
import os
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Self

__all__ = ["RecordFile", "RecordFileError"]

_LONGEST_SHOWN = 100


class RecordFileError(Exception):
    """A file is of other work than this, or of none.

    Example:
        >>> raise RecordFileError("games.jsonl: is of a match with other openings")
        Traceback (most recent call last):
            ...
        furyhouse.lab.record_file.RecordFileError: games.jsonl: is of a match with other openings
    """


class RecordFile:
    """A file of JSON lines: the settings of the work in the first, then a record in each.

    Every record is written as soon as it is there, and on the disk when the file is closed. A last
    line that is not whole, because the program was killed while it was written, is cut off. Nobody
    else can write the file as long as it is open.

    Args:
        path: The file; it is made if it is not there.
        kind: What the work is called, like `match`.
        settings: What makes the work what it is, as JSON has it.
        free: The names of settings that may be others when the work goes on.

    Attributes:
        lines: The records that were there, as JSON has them.

    Raises:
        RecordFileError: The file is of work with other settings, or of none, or somebody else is
            writing it.
        OSError: The file cannot be read or written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "work.jsonl"
        ...     with RecordFile(path, "count", {"to": 10, "pause": 1}) as file:
        ...         file.add({"number": 1})
        ...     with RecordFile(path, "count", {"to": 10, "pause": 2}, free={"pause"}) as file:
        ...         file.lines
        [{'number': 1}]
    """

    def __init__(
        self,
        path: Path,
        kind: str,
        settings: dict[str, Any],
        *,
        free: AbstractSet[str] = frozenset(),
    ) -> None:
        self.path = path
        self.lines: list[Any] = []
        self._kind = kind
        self._file = path.open("a+b")
        try:
            # As they will be when they are read back: tuples are lists there.
            self._begin(json.loads(json.dumps(settings)), free)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, ours: dict[str, Any], free: AbstractSet[str]) -> None:
        """Read what is there, or write the first line."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RecordFileError(f"{self.path}: another {self._kind} is writing it") from None
        self._file.seek(0)
        whole, _, torn = self._file.read().rpartition(b"\n")
        if torn:
            self._file.truncate(len(whole) + 1 if whole else 0)
        form = f"furyhouse {self._kind} 1"
        if not whole:
            self.add({"format": form, "settings": ours})
            return
        try:
            first, *lines = (json.loads(line) for line in whole.split(b"\n"))
            theirs = dict(first["settings"])
            known = first["format"] == form
        except (ValueError, KeyError, TypeError):
            known = False
        if not known:
            raise self.alien()
        for name in sorted({*theirs, *ours} - free):
            if theirs.get(name) != ours.get(name):
                raise RecordFileError(
                    f"{self.path}: is of a {self._kind} with other {name.replace('_', ' ')}"
                    + _difference(theirs.get(name), ours.get(name))
                )
        self.lines = lines

    def alien(self) -> RecordFileError:
        """Make the error that says that the file has something else in it.

        Example:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     with RecordFile(Path(folder) / "work.jsonl", "count", {}) as file:
            ...         str(file.alien()).rpartition(": ")[2]
            'is no file of a count'
        """
        return RecordFileError(f"{self.path}: is no file of a {self._kind}")

    def add(self, record: dict[str, Any]) -> None:
        """Write a record.

        Args:
            record: The record, as JSON has it.

        Raises:
            OSError: The file cannot be written.

        Example:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     with RecordFile(Path(folder) / "work.jsonl", "count", {}) as file:
            ...         file.add({"number": 1})
            ...     print(file.path.read_text(), end="")
            {"format":"furyhouse count 1","settings":{}}
            {"number":1}
        """
        self._file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Bring what was written to the disk, and close the file.

        Example:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = RecordFile(Path(folder) / "work.jsonl", "count", {})
            ...     file.close()
            ...     file.close()
        """
        if not self._file.closed:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _difference(theirs: object, ours: object) -> str:
    """Show in what two values of a setting differ; of long lists of texts nothing is shown."""
    if isinstance(theirs, list) and isinstance(ours, list):
        for old, new in zip(theirs, ours, strict=False):
            if isinstance(old, dict) and isinstance(new, dict) and old != new:
                name = next(name for name in [*new, *old] if old.get(name) != new.get(name))
                theirs, ours = {name: old.get(name)}, {name: new.get(name)}
                break
        else:
            return ""
    return f": {_short(theirs)} there, {_short(ours)} now"


def _short(value: object) -> str:
    """Show a value in a line."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
