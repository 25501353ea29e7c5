"""The machines of a Dask cluster that analyse games, in the place of processes of this one.

Dask's scheduler gives a game of a worker that is lost to another one; here each game has one
answer, whichever worker it came from.
"""

import importlib
import logging
import queue
import time
from typing import Any, Self

from furyhouse._core import __version__
from furyhouse.lab.analyse_pool import PoolError
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.analyse_worker import attempt, game_from_json, game_to_json
from furyhouse.lab.pgn_games import RawGame

__all__ = ["ClusterPool", "work"]

_CONNECT_SECONDS = 10.0
_WORKER_SECONDS = 30.0
# Workers come and go; how many there are is asked so often.
_COUNTED_EVERY = 5.0
_LOST = "the scheduler {} is lost, and with it the games under way"


def work(game: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Analyse a game on a worker.

    Args:
        game: The game, as plain values.
        settings: How it is searched, as plain values.

    Returns:
        What came of it, as plain values.

    Raises:
        PoolError: The worker has another version of furyhouse, or no python-chess.

    Example:
        >>> game = game_to_json(RawGame(1, 1, '[Variant "Atomic"]'))
        >>> work(game, AnalyseSettings().to_json())["kind"]
        'other'
        >>> work(game, AnalyseSettings(version="0.0.1").to_json())
        Traceback (most recent call last):
            ...
        furyhouse.lab.analyse_pool.PoolError: a worker has furyhouse ..., and this is 0.0.1
    """
    wanted = AnalyseSettings.from_json(settings)
    if wanted.version != __version__:
        raise PoolError(f"a worker has furyhouse {__version__}, and this is {wanted.version}")
    try:
        import chess.pgn  # noqa: F401, PLC0415 - an extra
    except ImportError:
        raise PoolError("a worker has no python-chess: furyhouse[cluster] brings it") from None
    return attempt(game_from_json(game), wanted).to_json()


class ClusterPool:
    """The workers of a Dask cluster. Needs the extra `cluster`, here and there.

    Args:
        address: The scheduler's, such as `tcp://10.0.0.1:8786`.
        settings: How games are searched.

    Raises:
        PoolError: There is no scheduler, or it has no workers.

    Example:
        >>> try:
        ...     ClusterPool("nowhere:", AnalyseSettings())
        ... except PoolError as error:
        ...     print(error)
        nowhere:: no Dask scheduler answers there
    """

    def __init__(self, address: str, settings: AnalyseSettings) -> None:
        # An extra, and most of it without types.
        self._dask: Any = importlib.import_module("distributed")
        # It has much to say about what is told here in a line.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._address = address
        self._settings = settings.to_json()
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._games: dict[str, RawGame] = {}
        try:
            self._client = self._dask.Client(
                address, timeout=_CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError):
            raise PoolError(f"{address}: no Dask scheduler answers there") from None
        try:
            self._client.wait_for_workers(1, timeout=_WORKER_SECONDS)
        except TimeoutError:
            self._client.close()
            raise PoolError(f"{address}: the scheduler has no workers") from None
        self._size = 1
        self._counted = 0.0
        # Futures are kept until they are answered: one that nobody holds is given up.
        self._futures: dict[str, Any] = {}

    @property
    def size(self) -> int:
        """How many games the workers analyse at a time.

        Example: on a cluster of two workers with a thread each it is 2.
            >>> isinstance(ClusterPool.size, property)
            True
        """
        if time.monotonic() - self._counted >= _COUNTED_EVERY:
            self._counted = time.monotonic()
            try:
                self._size = max(1, sum(self._client.nthreads().values()))
            except (OSError, ValueError, TimeoutError) as error:
                raise PoolError(_LOST.format(self._address)) from error
        return self._size

    def submit(self, game: RawGame) -> None:
        """Take a game.

        Example: on a cluster, as with `furyhouse.lab.analyse_pool.ProcessPool`.
            >>> callable(ClusterPool.submit)
            True
        """
        # Not pure: the same game twice in a file is two games.
        future = self._client.submit(work, game_to_json(game), self._settings, pure=False)
        self._games[future.key] = game
        self._futures[future.key] = future
        future.add_done_callback(self._done.put)

    def take(self, seconds: float) -> GameResult | None:
        """Give what came of a game, of whichever is ready; None if nothing was in this time.

        Raises:
            PoolError: The scheduler is lost, or the workers cannot analyse.

        Example: on a cluster, as with `furyhouse.lab.analyse_pool.ProcessPool`.
            >>> callable(ClusterPool.take)
            True
        """
        try:
            future = self._done.get(timeout=seconds)
        except queue.Empty:
            if self._client.status != "running":
                raise PoolError(_LOST.format(self._address)) from None
            return None
        game = self._games.pop(future.key, None)
        if game is None:
            # Answered already: its worker was lost after the answer was here.
            return None
        self._futures.pop(future.key)
        return self._answer(future, game)

    def close(self) -> None:
        """Leave the cluster; games under way are given up.

        Example: on a cluster, as with `furyhouse.lab.analyse_pool.ProcessPool`.
            >>> callable(ClusterPool.close)
            True
        """
        self._futures.clear()
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answer(self, future: Any, game: RawGame) -> GameResult:  # noqa: ANN401 - as the extra has it
        """Get what a future holds."""
        try:
            return GameResult.from_json(future.result())
        except self._dask.KilledWorker:
            said = "the workers that analysed it have all ended"
            return GameResult.fault(game, "failed", said)
        except PoolError:
            raise
        except (self._dask.CancelledError, OSError, TimeoutError):
            raise PoolError(_LOST.format(self._address)) from None
        except ImportError as error:
            raise PoolError(f"a worker cannot import furyhouse: {error}") from None
