"""An analysis of a file of games: read, handed out, put back in order, written."""

from collections.abc import Callable

from furyhouse.lab.analyse_game import passed_over
from furyhouse.lab.analyse_output import Outputs
from furyhouse.lab.analyse_pool import Pool
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.pgn_games import GameFile, RawGame
from furyhouse.lab.pgn_input import InputError

__all__ = ["Run"]

# So many games are under way or wait for their turn at most: enough that all processors are at
# work while one game takes long, and no more, however many games there are.
_LEAST_WINDOW = 32
_WINDOW_FOR_EACH = 4
_WAIT_SECONDS = 0.5


class Run:
    """An analysis from where it stands to its end.

    Args:
        games: The input.
        pool: What analyses games.
        outputs: Where the results go.
        untagged: Whether games without a word on their variant are taken for Crazyhouse.
        on_result: Called with each result, in order and before it is written, and with the share of
            the input that it ends.

    Attributes:
        analysed: How many games are written that this run has analysed, and no earlier one.

    Example:
        >>> import os
        >>> from furyhouse.lab.analyse_pool import ProcessPool
        >>> from furyhouse.lab.analyse_settings import AnalyseSettings
        >>> with (
        ...     GameFile(os.devnull) as games,
        ...     ProcessPool(1, AnalyseSettings()) as pool,
        ...     Outputs(None, None, AnalyseSettings()) as outputs,
        ... ):
        ...     Run(games, pool, outputs).run()
        ...     outputs.place.done
        0
    """

    def __init__(
        self,
        games: GameFile,
        pool: Pool,
        outputs: Outputs,
        *,
        untagged: bool = False,
        on_result: Callable[[GameResult, float], None] = lambda _result, _share: None,
    ) -> None:
        self.analysed = 0
        self._name = games.name
        self._games = iter(games)
        self._pool = pool
        self._outputs = outputs
        self._untagged = untagged
        self._on_result = on_result
        # Under way or waiting for their turn, by number: the digest and the share of each.
        self._open: dict[int, tuple[str, float]] = {}
        self._waiting: dict[int, tuple[GameResult, str]] = {}
        self._earlier = outputs.waiting
        self._kept: set[int] = set()
        self._at_end = False
        self._fault: InputError | None = None

    def run(self) -> None:
        """Go to the end.

        Raises:
            InputError: The input cannot be read to its end, or is not that of the earlier run. What
                was read before is finished first.
            PoolError: Games cannot be analysed at all.
            OSError: A file cannot be read or written.

        Example: see the class.
            >>> from furyhouse.lab.analyse_pool import ProcessPool
            >>> from furyhouse.lab.analyse_settings import AnalyseSettings
            >>> with ProcessPool(1, AnalyseSettings()) as pool:
            ...     with GameFile("/dev/null") as games:
            ...         Run(games, pool, Outputs(None, None, AnalyseSettings())).run()
        """
        self._pass_over()
        while True:
            self._hand_out()
            if self._write():
                continue
            if not self._open:
                break
            result = self._pool.take(_WAIT_SECONDS)
            if result is not None:
                self._waiting[result.number] = (result, self._open[result.number][0])
            self._outputs.save(self._waiting)
        if self._fault is not None:
            raise self._fault

    def _pass_over(self) -> None:
        """Read past the games that an earlier run has dealt with."""
        done = self._outputs.place.done
        while done:
            game = next(self._games, None)
            if game is None or (game.number == done and game.digest != self._outputs.place.digest):
                raise InputError(
                    f"{self._name}: does not begin with the games analysed already ({done})"
                )
            if game.number == done:
                return

    def _hand_out(self) -> None:
        """Hand out games until enough are under way."""
        window = max(_LEAST_WINDOW, _WINDOW_FOR_EACH * self._pool.size)
        while len(self._open) < window and not self._at_end:
            try:
                game = next(self._games, None)
            except InputError as fault:
                game, self._fault = None, fault
            if game is None:
                self._at_end = True
                return
            self._open[game.number] = (game.digest, game.share)
            self._begin(game)

    def _begin(self, game: RawGame) -> None:
        """Hand out a game, unless its result is known."""
        result, digest = self._earlier.pop(game.number, (None, ""))
        if result is not None and digest == game.digest:
            self._waiting[game.number] = (result, digest)
            self._kept.add(game.number)
            return
        kind = passed_over(game.text, untagged=self._untagged)
        if kind is None:
            self._pool.submit(game)
        else:
            passed = GameResult(game.number, game.line, kind)
            self._waiting[game.number] = (passed, game.digest)

    def _write(self) -> bool:
        """Write what has its turn; tell whether anything had."""
        written = False
        while (number := self._outputs.place.done + 1) in self._waiting:
            result, digest = self._waiting.pop(number)
            _, share = self._open.pop(number)
            self._on_result(result, share)
            self._outputs.add(result, digest)
            self.analysed += result.kind == "analysed" and number not in self._kept
            written = True
        self._outputs.save(self._waiting)
        return written
