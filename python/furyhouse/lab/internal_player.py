"""furyhouse itself as a player, without a process of its own."""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from furyhouse._core import Board
from furyhouse.bot import Bot
from furyhouse.engine import Limit
from furyhouse.lab.clock import Clock
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.player import QUIT_SECONDS, START_SECONDS, Player
from furyhouse.lab.thought import Fault, Thought
from furyhouse.options import OPTIONS, OptionError, find_option

__all__ = ["InternalPlayer"]


class InternalPlayer(Player):
    """A `Bot` with a thread of its own; its time is measured in that thread.

    Example:
        >>> InternalPlayer(EngineSpec(proto="internal")).spec.name
        'furyhouse'
    """

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        self._bot: Bot | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="furyhouse-player")
        self._set: dict[str, object] = {}

    @property
    def bot(self) -> Bot:
        """The player; one is made for the first game."""
        if self._bot is None:
            self._bot = Bot()
        return self._bot

    async def start(self, patience: float = START_SECONDS) -> None:
        """Nothing has to be started."""
        del patience

    async def new_game(self, spec: EngineSpec, opening: Board) -> None:
        """Set the options, and forget the last game."""
        del opening
        self.spec = spec
        try:
            self._configure(spec)
        except (OptionError, ValueError) as error:
            raise Fault("crash", str(error)) from error
        self.bot.new_game()

    async def think(self, board: Board, clocks: Sequence[Clock], patience: float) -> Thought:
        """Search in the thread; the wait for it is not on the clock."""
        limit = _limit(board, clocks)
        loop = asyncio.get_running_loop()
        answer = loop.run_in_executor(self._thread, self._search, board, limit)
        try:
            return await asyncio.wait_for(asyncio.shield(answer), patience)
        except TimeoutError:
            self.bot.stop()
            raise Fault("hang", f"gave no move in {patience:.1f} s", patience) from None

    def _search(self, board: Board, limit: Limit) -> Thought:
        """Search, and measure the time."""
        started = time.perf_counter()
        try:
            found = self.bot.think(board, limit)
        except BaseException as error:
            # A panic is none of Exception's kind.
            raise Fault("crash", f"fails: {error}", time.perf_counter() - started) from error
        seconds = time.perf_counter() - started
        if found.move is None:
            raise Fault("illegal move", "gives no move, but there are some")
        return Thought(
            found.move.uci(),
            seconds,
            found.score.score(),
            found.score.mate(),
            found.depth,
            found.nodes,
        )

    def _configure(self, spec: EngineSpec) -> None:
        """Set the options that are given, and set back those that were given for another game."""
        wanted = {find_option(name).name: value for name, value in spec.options.items()}
        defaults = {option.name: option.default for option in OPTIONS}
        for name in self._set:
            if name not in wanted:
                self.bot.set_option(name, defaults[name])
        for name, value in wanted.items():
            if self._set.get(name, defaults[name]) != value or value is None:
                text = "" if value is None else str(value)
                self.bot.set_option(name, find_option(name).parse(text))
        self._set = dict(wanted)

    async def close(self, patience: float = QUIT_SECONDS) -> None:
        """Stop the search and end the thread."""
        del patience
        if self._bot is not None:
            self._bot.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _limit(board: Board, clocks: Sequence[Clock]) -> Limit:
    """Make the limit of a search for the side to move."""
    white, black = clocks
    own = white if board.turn else black
    control = own.control
    if own.left is None:
        return Limit(time=control.move_time, nodes=control.nodes, depth=control.depth)
    return Limit(
        white_clock=own.left if white.left is None else white.left,
        black_clock=own.left if black.left is None else black.left,
        white_inc=white.control.increment,
        black_inc=black.control.increment,
        remaining_moves=own.moves_to_go,
        depth=control.depth,
    )
