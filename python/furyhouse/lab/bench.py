"""The pool of processes that play a match's games."""

import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast

from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.tally import Tally
from furyhouse.position import read_position

__all__ = ["Bench", "BenchError"]

_GO_SECONDS = 6.0
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"


class BenchError(Exception):
    """A match cannot be played: an engine does not start, or a worker has died.

    Example:
        >>> raise BenchError("no such engine")
        Traceback (most recent call last):
            ...
        furyhouse.lab.bench.BenchError: no such engine
    """


class Bench:
    """Processes that play games, each with engines of its own that stay running between matches.

    A match after another with the same commands finds the engines running; only options that
    changed are set anew. Used with `with`, it ends everything at the end.

    Args:
        transcript: A file to which every line of every engine is added, for the search of faults;
            it costs the engines a little time.

    Example:
        >>> from furyhouse.lab.match import EngineSpec, MatchSettings, TimeControl
        >>> quick = TimeControl(nodes=50)
        >>> one = EngineSpec(proto="internal", name="one", limit=quick, options={"Hash": 1})
        >>> two = EngineSpec(proto="internal", name="two", limit=quick, options={"Hash": 1})
        >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
        >>> with Bench() as bench:
        ...     games = list(bench.play(MatchSettings((one, two), openings=(start,), games=2)))
        >>> sorted(game.game for game in games)
        [0, 1]
    """

    def __init__(self, transcript: Path | None = None) -> None:
        self._transcript = transcript
        self._workers: list[_Process] = []
        self._answers: queue.SimpleQueue[tuple[_Process, dict[str, Any] | None]] = (
            queue.SimpleQueue()
        )

    def probe(self, spec: EngineSpec, opening: str = _START) -> EngineSpec:
        """Start an engine once, and find out its protocol.

        Args:
            spec: The engine.
            opening: A position that it is to begin with, as FEN.

        Returns:
            The engine with its protocol.

        Raises:
            BenchError: It cannot be started, plays no Crazyhouse, or does not take its options.

        Example:
            >>> with Bench() as bench:
            ...     bench.probe(EngineSpec(proto="internal")).proto
            'internal'
        """
        worker = self._pool(1)[0]
        worker.send({"probe": spec.to_json(), "opening": opening})
        answer = self._next()[1]
        if "failed" in answer:
            raise BenchError(f"{spec.name} {answer['failed']}")
        return EngineSpec.from_json(answer["probed"])

    def probe_both(self, settings: MatchSettings) -> MatchSettings:
        """Start both engines of a match once, and find out their protocols.

        They begin with a position of Crazyhouse960, if the match has one: not all engines play it.

        Returns:
            The match with their protocols.

        Raises:
            BenchError: As `probe` does.

        Example:
            >>> one = EngineSpec(proto="internal", name="one", options={"Hash": 1})
            >>> settings = MatchSettings((one, one.renamed("two")), openings=(_START,))
            >>> with Bench() as bench:
            ...     bench.probe_both(settings) == settings
            True
        """
        openings = settings.openings
        opening = next((fen for fen in openings if read_position(fen).chess960), openings[0])
        first, second = settings.engines
        engines = self.probe(first, opening), self.probe(second, opening)
        return replace(settings, engines=engines)

    def play(
        self, settings: MatchSettings, games: Iterable[int] | None = None
    ) -> Generator[GameRecord, None, None]:
        """Play games of a match, and give each when it has ended.

        Args:
            settings: The match.
            games: The numbers of the games to be played; None for all. Its next number is asked
                for when a process is free.

        Yields:
            The games in the order in which they end. Whoever stops asking for more breaks the
            games off that are being played.

        Raises:
            BenchError: An engine whose protocol is `auto` cannot be started, or a process of the
                bench itself has ended.

        Example:
            >>> one = EngineSpec(proto="internal", name="one", options={"Hash": 1})
            >>> settings = MatchSettings((one, one.renamed("two")), openings=("first",))
            >>> with Bench() as bench:
            ...     list(bench.play(settings, games=[]))
            []
        """
        if any(engine.proto == "auto" for engine in settings.engines):
            settings = self.probe_both(settings)
        numbers = iter(range(settings.games) if games is None else games)
        order = {"match": settings.to_json()}
        playing = 0
        try:
            for worker in self._pool(settings.concurrency):
                number = next(numbers, None)
                if number is None:
                    break
                worker.send(order)
                worker.send({"play": number})
                playing += 1
            while playing:
                worker, answer = self._next()
                playing -= 1
                number = next(numbers, None)
                if number is not None:
                    worker.send({"play": number})
                    playing += 1
                yield GameRecord.from_json(answer["record"])
        finally:
            if playing:
                self.close()

    def tally(self, settings: MatchSettings) -> Tally:
        """Play a match to its end, and count it.

        Example:
            >>> from furyhouse.lab.match import EngineSpec, MatchSettings, TimeControl
            >>> quick = TimeControl(depth=1)
            >>> one = EngineSpec(proto="internal", name="one", limit=quick, options={"Hash": 1})
            >>> start = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"
            >>> settings = MatchSettings((one, one.renamed("two")), openings=(start,), games=2)
            >>> with Bench() as bench:
            ...     bench.tally(settings).statistics().score
            0.5
        """
        tally = Tally(settings)
        with contextlib.closing(self.play(settings)) as records:
            for record in records:
                tally.add(record)
                if tally.verdict() != "continue":
                    break
        return tally

    def close(self) -> None:
        """End all processes and their engines; games that are being played are broken off.

        Example:
            >>> Bench().close()
        """
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.hang_up()
        for worker in workers:
            worker.wait(_GO_SECONDS)
        # What they had still to say was about games that nobody asks for any more.
        self._answers = queue.SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _pool(self, size: int) -> "list[_Process]":
        """Get so many processes."""
        while len(self._workers) < size:
            self._workers.append(_Process(self._answers, self._transcript))
        return self._workers[:size]

    def _next(self) -> "tuple[_Process, dict[str, Any]]":
        """Wait for the next answer."""
        worker, answer = self._answers.get()
        if answer is None:
            raise BenchError(f"a process of the bench has ended: {worker.last_words()}")
        return worker, answer


class _Process:
    """One worker as a process, its answers put into a queue that all share."""

    def __init__(
        self,
        answers: "queue.SimpleQueue[tuple[_Process, dict[str, Any] | None]]",
        transcript: Path | None,
    ) -> None:
        self._answers = answers
        self._errors: deque[str] = deque(maxlen=5)
        arguments = [] if transcript is None else [str(transcript)]
        # A group of its own: Ctrl-C on the terminal reaches the bench alone.
        self._process = subprocess.Popen(  # noqa: S603 - this very interpreter
            [sys.executable, "-P", "-m", "furyhouse.lab.worker", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
        )
        self._input = cast("IO[bytes]", self._process.stdin)
        self._output = cast("IO[bytes]", self._process.stdout)
        self._error_output = cast("IO[bytes]", self._process.stderr)
        self._threads = [
            threading.Thread(target=target, daemon=True)
            for target in (self._read_answers, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, order: dict[str, Any]) -> None:
        """Give an order; a process that has ended is heard of elsewhere."""
        with contextlib.suppress(BrokenPipeError):
            self._input.write(json.dumps(order).encode() + b"\n")
            self._input.flush()

    def hang_up(self) -> None:
        """Close its input, which it takes for the end."""
        with contextlib.suppress(BrokenPipeError):
            self._input.close()

    def wait(self, seconds: float) -> None:
        """Wait for its end, and kill it when that does not come."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(seconds)
        self._output.close()
        self._error_output.close()

    def last_words(self) -> str:
        """Get what it said at its end."""
        self._threads[1].join(1.0)
        return " | ".join(self._errors) or "no word of it"

    def _read_answers(self) -> None:
        for line in self._output:
            self._answers.put((self, json.loads(line)))
        self._answers.put((self, None))

    def _read_errors(self) -> None:
        for line in self._error_output:
            self._errors.append(line.decode(errors="replace").rstrip())
