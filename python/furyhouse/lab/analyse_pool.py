"""The processes that analyse games on this machine, as many as there are processors."""

import contextlib
import json
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from typing import IO, Protocol, Self, cast

from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.analyse_worker import game_to_json
from furyhouse.lab.pgn_games import RawGame

__all__ = ["PoolError", "ProcessPool"]

# A game whose process has ended is given to another one once.
_TRIES = 2
# A process that is killed before it is ready is started again, so often and after so many seconds
# more each time: what kills it (the system, for want of memory) may have passed.
_STARTS = 5
_PAUSE_SECONDS = 0.2
_LAST_WORDS = 2000
_JOIN_SECONDS = 5.0


class PoolError(Exception):
    """Games cannot be analysed at all.

    Example:
        >>> raise PoolError("no process starts")
        Traceback (most recent call last):
            ...
        furyhouse.lab.analyse_pool.PoolError: no process starts
    """


class Pool(Protocol):
    """What analyses games side by side."""

    @property
    def size(self) -> int:
        """How many games it works on at a time."""

    def submit(self, game: RawGame) -> None:
        """Take a game."""

    def take(self, seconds: float) -> GameResult | None:
        """Give what came of a game, of whichever is ready; None if nothing was in this time."""

    def close(self) -> None:
        """End it; games that are being analysed are broken off."""


class ProcessPool:
    r"""Processes with an engine of one thread each.

    Processes and not threads: what is done in Python for each game would have threads wait for each
    other (on two busy cores that cost a tenth, at 5000 nodes a position), and one that crashes
    would take all others with it. A process that ends is started again, and its game done again; so
    is one that is killed as it starts, some times.

    Args:
        size: How many.
        settings: How games are searched.

    Example:
        >>> with ProcessPool(1, AnalyseSettings(nodes=50, hash_mb=1)) as pool:
        ...     pool.submit(RawGame(4, 1, '[Variant "Crazyhouse"]\n\n1. e4 *'))
        ...     pool.take(60.0).kind
        'analysed'
    """

    def __init__(self, size: int, settings: AnalyseSettings) -> None:
        self._size = size
        self._closed = False
        self._games: queue.SimpleQueue[RawGame | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[GameResult | PoolError] = queue.SimpleQueue()
        self._workers = [_Worker(settings) for _ in range(size)]
        self._threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True)
            for worker in self._workers
        ]
        for thread in self._threads:
            thread.start()

    @property
    def size(self) -> int:
        """How many games it works on at a time.

        Example:
            >>> with ProcessPool(3, AnalyseSettings()) as pool:
            ...     pool.size
            3
        """
        return self._size

    def submit(self, game: RawGame) -> None:
        """Take a game.

        Example: see the class.
            >>> with ProcessPool(1, AnalyseSettings()) as pool:
            ...     pool.submit(RawGame(1, 1, ""))
        """
        self._games.put(game)

    def take(self, seconds: float) -> GameResult | None:
        """Give what came of a game, of whichever is ready; None if nothing was in this time.

        Raises:
            PoolError: No process starts.

        Example:
            >>> with ProcessPool(1, AnalyseSettings()) as pool:
            ...     pool.take(0.01) is None
            True
        """
        try:
            result = self._results.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(result, PoolError):
            raise result
        return result

    def close(self) -> None:
        """End all processes; games that are being analysed are broken off.

        Example:
            >>> ProcessPool(1, AnalyseSettings()).close()
        """
        self._closed = True
        for worker in self._workers:
            self._games.put(None)
            worker.kill()
        for thread in self._threads:
            thread.join(_JOIN_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _serve(self, worker: "_Worker") -> None:
        """Hand games to a process until there are no more."""
        with worker:
            while not self._closed:
                game = self._games.get()
                if game is None or self._closed:
                    return
                try:
                    result = worker.analyse(game)
                except PoolError as error:
                    self._results.put(error)
                    return
                self._results.put(result)


class _Worker:
    """One process, started when it is needed."""

    def __init__(self, settings: AnalyseSettings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        self._lock = threading.Lock()
        self._killed = threading.Event()

    def analyse(self, game: RawGame) -> GameResult:
        """Let it analyse a game."""
        for _ in range(_TRIES):
            self._start()
            answer = self._ask(game_to_json(game))
            if answer:
                return GameResult.from_json(json.loads(answer))
            self._end()
        said = f"the process that analysed it has ended {_TRIES} times: {self._last_words()}"
        return GameResult.fault(game, "failed", said)

    def kill(self) -> None:
        """End it, from any thread."""
        with self._lock:
            self._killed.set()
            if self._process is not None:
                self._process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._errors.close()

    def _start(self) -> None:
        """Start the process, if there is none."""
        if self._process is not None:
            return
        for start in range(_STARTS):
            self._killed.wait(start * _PAUSE_SECONDS)
            process = self._launch()
            if self._ask(self._settings.to_json()):
                return
            with contextlib.suppress(subprocess.TimeoutExpired):
                # It is gone, or about to go; how it goes by itself tells why.
                process.wait(_JOIN_SECONDS)
            self._end()
            if process.returncode >= 0:
                raise PoolError(f"a process for the analysis does not start: {self._last_words()}")
        raise PoolError(
            f"a process for the analysis does not start: {_STARTS} times one was ended by"
            f" {_signal_name(-process.returncode)}"
        )

    def _launch(self) -> "subprocess.Popen[bytes]":
        """Start the process, which is not ready yet."""
        with self._lock:
            if self._killed.is_set():
                raise PoolError("the pool is closed")
            # A group of its own: Ctrl-C on the terminal does not reach it.
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "furyhouse.lab.analyse_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                process_group=0,
            )
            return self._process

    def _ask(self, order: dict[str, object]) -> bytes:
        """Give an order and wait for its answer; nothing when the process has ended."""
        process = cast("subprocess.Popen[bytes]", self._process)
        with contextlib.suppress(BrokenPipeError):
            into, out = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
            into.write(json.dumps(order).encode() + b"\n")
            into.flush()
            answer = out.readline()
            if answer.endswith(b"\n"):
                return answer
        return b""

    def _end(self) -> None:
        """End the process, and forget it."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(BrokenPipeError):
                cast("IO[bytes]", pipe).close()
        process.wait()

    def _last_words(self) -> str:
        """Get what was said last on standard error."""
        size = self._errors.seek(0, 2)
        self._errors.seek(max(0, size - _LAST_WORDS))
        said = self._errors.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(said) if line.strip()), "no word of it")


def _signal_name(number: int) -> str:
    """Name a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
