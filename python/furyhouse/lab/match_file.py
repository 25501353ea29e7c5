"""The file of a match: its settings, and a line for each game, from which it can go on."""

from pathlib import Path
from typing import Self

from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.record_file import RecordFile

__all__ = ["MatchFile"]

# What may be another when a match goes on: it does not touch how a game is played.
_FREE = {"games", "concurrency", "sprt", "grace", "longest_move"}


class MatchFile:
    """A file of records: the settings of a match, and every game as soon as it has ended.

    Args:
        path: The file; it is made if it is not there.
        settings: The match.

    Raises:
        RecordFileError: The file is of a match with other settings, or of none, or somebody else
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
        self._file = RecordFile(path, "match", settings.to_json(), free=_FREE)
        try:
            self.records = [GameRecord.from_json(line) for line in self._file.lines]
        except (ValueError, KeyError, TypeError):
            self._file.close()
            raise self._file.alien() from None

    def add(self, record: GameRecord) -> None:
        """Write a game.

        Example:
            >>> import tempfile
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> one = EngineSpec(proto="internal", name="one")
            >>> settings = MatchSettings((one, one.renamed("two")), openings=("first",))
            >>> record = GameRecord(3, "first", white=1, winner=0, reason="checkmate")
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     path = Path(folder) / "match.jsonl"
            ...     file = MatchFile(path, settings)
            ...     file.add(record)
            ...     file.close()
            ...     len(path.read_text().splitlines())
            2
        """
        self.records.append(record)
        self._file.add(record.to_json())

    def close(self) -> None:
        """Close the file.

        Example:
            >>> import tempfile
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> one = EngineSpec(proto="internal", name="one")
            >>> settings = MatchSettings((one, one.renamed("two")), openings=("first",))
            >>> record = GameRecord(3, "first", white=1, winner=0, reason="checkmate")
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     path = Path(folder) / "match.jsonl"
            ...     file = MatchFile(path, settings)
            ...     file.add(record)
            ...     file.close()
            ...     len(path.read_text().splitlines())
            2
        """
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
