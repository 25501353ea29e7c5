"""The file of a match: its settings, and a line for each game, from which it can go on."""

import fcntl
import json
import os
from pathlib import Path
from typing import Any, Self

from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.match_settings import MatchSettings

__all__ = ["MatchFile", "MatchFileError"]

_FORMAT = "furyhouse match 1"
# What may be another when a match goes on: it does not touch how a game is played.
_FREE = {"games", "concurrency", "sprt", "grace", "longest_move"}


class MatchFileError(Exception):
    """A file is of another match, or of none.

    Example:
        >>> raise MatchFileError("games.jsonl: is of another match")
        Traceback (most recent call last):
            ...
        furyhouse.lab.match_file.MatchFileError: games.jsonl: is of another match
    """


class MatchFile:
    """A file of JSON lines: the settings in the first, then a game in each.

    Every game is written as soon as it has ended. A last line that is not whole, because the
    machine went down while it was written, is cut off.

    Args:
        path: The file; it is made if it is not there.
        settings: The match.

    Raises:
        MatchFileError: The file is of a match with other settings, or of none, or somebody else
            is writing it.
        OSError: The file cannot be read or written.

    Example:
        >>> import tempfile
        >>> from furyhouse.lab.engine_spec import EngineSpec
        >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
        >>> settings = MatchSettings((a, b), openings=("first",))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "match.jsonl"
        ...     with MatchFile(path, settings) as file:
        ...         file.add(GameRecord(7, "first", white=1, winner=None, reason="stalemate"))
        ...     with MatchFile(path, settings) as file:
        ...         [record.game for record in file.records]
        [7]
    """

    def __init__(self, path: Path, settings: MatchSettings) -> None:
        self.path = path
        self.records: list[GameRecord] = []
        self._file = path.open("a+b")
        try:
            self._begin(settings)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, settings: MatchSettings) -> None:
        """Read what is there, or write the first line."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise MatchFileError(f"{self.path}: another match is writing it") from None
        self._file.seek(0)
        whole, _, torn = self._file.read().rpartition(b"\n")
        if torn:
            self._file.truncate(len(whole) + 1 if whole else 0)
        ours = json.loads(json.dumps(settings.to_json()))
        if not whole:
            self._write({"format": _FORMAT, "settings": ours})
            return
        first, *games = whole.split(b"\n")
        try:
            header = json.loads(first)
            self._compare(header["settings"], ours)
            self.records = [GameRecord.from_json(json.loads(line)) for line in games]
        except (ValueError, KeyError, TypeError):
            raise MatchFileError(f"{self.path}: is no file of a match") from None

    def _compare(self, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
        """Refuse to go on with another match."""
        for name in sorted(set(theirs) | set(ours)):
            old, new = theirs.get(name), ours.get(name)
            if name not in _FREE and old != new:
                if name == "engines":
                    old, new = _first_difference(theirs[name], ours[name])
                shown = "" if name == "openings" else f": {_short(old)} there, {_short(new)} now"
                raise MatchFileError(
                    f"{self.path}: is of a match with other {name.replace('_', ' ')}{shown}"
                )

    def add(self, record: GameRecord) -> None:
        """Write a game.

        Example:
            >>> import tempfile
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> one = EngineSpec(proto="internal", name="one")
            >>> settings = MatchSettings((one, one.renamed("two")), openings=("first",))
            >>> record = GameRecord(3, "first", white=1, winner=0, reason="checkmate")
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = MatchFile(Path(folder) / "match.jsonl", settings)
            ...     file.add(record)
            ...     file.close()
            ...     len(file.path.read_text().splitlines())
            2
        """
        self.records.append(record)
        self._write(record.to_json())

    def _write(self, data: dict[str, Any]) -> None:
        """Write a line."""
        self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file.

        Example:
            >>> import tempfile
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> one = EngineSpec(proto="internal", name="one")
            >>> settings = MatchSettings((one, one.renamed("two")), openings=("first",))
            >>> record = GameRecord(3, "first", white=1, winner=0, reason="checkmate")
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = MatchFile(Path(folder) / "match.jsonl", settings)
            ...     file.add(record)
            ...     file.close()
            ...     len(file.path.read_text().splitlines())
            2
        """
        if not self._file.closed:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _first_difference(theirs: list[dict[str, Any]], ours: list[dict[str, Any]]) -> tuple[Any, Any]:
    """Find what differs between two lists of engines."""
    for old, new in zip(theirs, ours, strict=True):
        for name in new:
            if old.get(name) != new[name]:
                return {name: old.get(name)}, {name: new[name]}
    return theirs, ours


def _short(value: object) -> str:
    """Show a value in a line."""
    text = json.dumps(value)
    return text if len(text) <= 100 else text[:100] + "…"  # noqa: PLR2004 - about a line
