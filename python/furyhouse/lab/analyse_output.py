"""What an analysis writes, game by game in order, so that it can go on after a kill.

Beside the first file lies one with `.progress` behind its name, while the analysis is unfinished:
how far the files go, and what was finished before its turn. It is replaced as a whole, so that it
is never torn; what the files hold beyond it is cut off when the analysis goes on.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from furyhouse.lab.analyse_files import FORMAT, is_own, working_files
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.files import naming

__all__ = ["OutputFileError", "Outputs", "Place"]

# At most so many seconds of finished work are lost.
_SAVED_EVERY = 1.0


class OutputFileError(Exception):
    """A file cannot be gone on with, or would be overwritten.

    Example:
        >>> raise OutputFileError("out.pgn: is there already")
        Traceback (most recent call last):
            ...
        furyhouse.lab.analyse_output.OutputFileError: out.pgn: is there already
    """


class Place(NamedTuple):
    """How far an analysis has come.

    Attributes:
        done: How many of the input's games are dealt with.
        digest: The digest of the input up to there.
        counts: How many games there were of each kind.
        lengths: How long the files are with these games, in bytes.

    Example:
        >>> Place(3, "", Counter(analysed=3), {}).counts["analysed"]
        3
    """

    done: int
    digest: str
    counts: Counter[str]
    lengths: dict[str, int]


class Outputs:
    """The files of an analysis.

    Args:
        pgn: The file of annotated games.
        record: The file of JSON lines.
        settings: The analysis.
        overwrite: Whether files that are there are written anew.
        tell: What writes an annotated game where no file does.

    Attributes:
        place: How far it has come.
        waiting: What was finished before its turn when an earlier run ended: by the number of the
            game, with the digest of the input up to its end.

    Raises:
        OutputFileError: A file is there already, or is of another analysis, or somebody else is
            writing it.
        OSError: A file cannot be read or written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "out.pgn"
        ...     with Outputs(path, None, AnalyseSettings()) as outputs:
        ...         outputs.add(GameResult(1, 1, "analysed", pgn="1. e4 *"), "digest")
        ...     with Outputs(path, None, AnalyseSettings()) as outputs:
        ...         outputs.place.done, path.read_text()
        (1, '1. e4 *')
    """

    def __init__(
        self,
        pgn: Path | None,
        record: Path | None,
        settings: AnalyseSettings,
        *,
        overwrite: bool = False,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        # Replaced as a whole, so that an interruption finds it in order.
        self.place = Place(0, "", Counter(), dict.fromkeys(("pgn", "json"), 0))
        self.waiting: dict[int, tuple[GameResult, str]] = {}
        self._tell = tell
        self._paths = {"pgn": pgn, "json": record}
        self._settings = settings.to_json() | {
            name: path is not None for name, path in self._paths.items()
        }
        self._files: dict[str, IO[bytes]] = {}
        self._saved = time.monotonic()
        first = pgn or record
        self._working = None if first is None else working_files(first)
        with ExitStack() as stack:
            if self._working is not None:
                self._begin(self._working, stack, overwrite=overwrite)
            self._opened = stack.pop_all()

    def _begin(self, working: tuple[Path, Path], stack: ExitStack, *, overwrite: bool) -> None:
        """Open the files, where an earlier run has left them or empty."""
        # Windows lacks it, where positions are analysed all the same.
        import fcntl  # noqa: PLC0415 - see above

        _refuse_foreign(working)
        progress, _ = working
        goes_on = progress.exists() and not overwrite
        if goes_on:
            # First, so that a refusal leaves no empty files.
            self._restore(progress)
        for name, path in self._paths.items():
            if path is None:
                continue
            if path.exists() and not path.is_file():
                raise OutputFileError(f"{path}: expected a file that an analysis can go on with")
            if not goes_on and not overwrite and path.exists() and path.stat().st_size:
                raise OutputFileError(
                    f"{path}: is there already, and no {progress.name} to go on from;"
                    " --overwrite writes it anew"
                )
            file = stack.enter_context(path.open("a+b"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise OutputFileError(f"{path}: another analysis is writing it") from None
            self._files[name] = file
        for name, opened in self._files.items():
            if os.fstat(opened.fileno()).st_size < self.place.lengths[name]:
                raise OutputFileError(
                    f"{opened.name}: is shorter than {progress} says; --overwrite begins anew"
                )
            opened.truncate(self.place.lengths[name])
        self._save(self.waiting)

    def _restore(self, progress: Path) -> None:
        """Read how far an earlier run has come."""
        try:
            data = json.loads(progress.read_bytes())
            self._compare(progress, data["format"], data["settings"])
            lengths = {name: int(data["lengths"][name]) for name in self._paths}
            counts = Counter(data["counts"])
            self.place = Place(int(data["done"]), str(data["digest"]), counts, lengths)
            self.waiting = {
                result["number"]: (GameResult.from_json(result), digest)
                for result, digest in data["waiting"]
            }
        except (ValueError, KeyError, TypeError, AttributeError):
            raise OutputFileError(f"{progress}: tells of no analysis") from None

    def _compare(self, progress: Path, format_name: str, theirs: dict[str, Any]) -> None:
        """Refuse to go on with another analysis."""
        if format_name != FORMAT:
            raise OutputFileError(f"{progress}: is {format_name}, and this goes on with {FORMAT}")
        for name in sorted({*theirs, *self._settings}):
            old, new = theirs.get(name), self._settings.get(name)
            if old != new:
                raise OutputFileError(
                    f"{progress}: is of an analysis with other {name}: {json.dumps(old)} there,"
                    f" {json.dumps(new)} now; --overwrite begins anew"
                )

    def add(self, result: GameResult, digest: str) -> None:
        """Write what came of the next game.

        Args:
            result: What came of it.
            digest: The digest of the input up to its end.

        Example: see the class.
            >>> outputs = Outputs(None, None, AnalyseSettings(), tell=print)
            >>> outputs.add(GameResult(1, 1, "analysed", pgn="1. e4 *"), "")
            1. e4 *
        """
        written = {
            "pgn": result.pgn.encode(),
            "json": result.record.encode() + b"\n" if result.record else b"",
        }
        for name, file in self._files.items():
            with naming(Path(file.name)):
                file.write(written[name])
        if result.pgn and self._tell is not None:
            self._tell(result.pgn.removesuffix("\n"))
        lengths = {name: size + len(written[name]) for name, size in self.place.lengths.items()}
        counts = self.place.counts + Counter([result.kind])
        self.place = Place(result.number, digest, counts, lengths)

    def save(self, waiting: dict[int, tuple[GameResult, str]]) -> None:
        """Keep how far it has come, if that was not done a moment ago.

        Args:
            waiting: What is finished and waits for its turn.

        Example:
            >>> Outputs(None, None, AnalyseSettings()).save({})
        """
        self.waiting = waiting
        if time.monotonic() - self._saved >= _SAVED_EVERY:
            self._save(waiting)

    def finish(self) -> None:
        """Write everything, and take away what an unfinished analysis leaves.

        Example:
            >>> Outputs(None, None, AnalyseSettings()).finish()
        """
        self._sync()
        self._close()
        if self._working is not None:
            self._working[0].unlink()

    def _save(self, waiting: dict[int, tuple[GameResult, str]]) -> None:
        """Replace the file that tells how far it has come."""
        self._saved = time.monotonic()
        if self._working is None:
            return
        progress, fresh = self._working
        self._sync()
        data = {
            "format": FORMAT,
            "settings": self._settings,
            **self.place._asdict(),
            "waiting": [(result.to_json(), digest) for result, digest in waiting.values()],
        }
        with naming(fresh), fresh.open("wb") as file:
            file.write(json.dumps(data, ensure_ascii=False).encode())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(progress)

    def _sync(self) -> None:
        """Let the disk have what was written."""
        for file in self._files.values():
            with naming(Path(file.name)):
                file.flush()
                os.fsync(file.fileno())

    def _close(self) -> None:
        """Close the files."""
        self._files = {}
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._files:
            self._save(self.waiting)
            self._close()


def _refuse_foreign(working: Iterable[Path]) -> None:
    """Leave alone what somebody else has put where the working files are to be."""
    for path in working:
        if not is_own(path):
            raise OutputFileError(
                f"{path}: tells of no analysis, and has the name of what tells how far this one"
                " has come; move it away, or choose another output"
            )
