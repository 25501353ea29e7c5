"""The engine as Python people see it: a search, its limits, and what it found.

The search runs in Rust on threads of its own. The calling thread only waits, with the interpreter
released, hands news to the callbacks and answers Ctrl-C. Names and units are those of
python-chess's `chess.engine`: seconds as floats, scores in centipawns from the mover's side.
"""

import math
import operator
import threading
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from furyhouse._core import WHITE, Board, SearchControl, Searcher, bench
from furyhouse.report import Info, RootMove, SearchResult
from furyhouse.score import Score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Self

    from furyhouse._core import Move, _RawInfo, _RawResult, _RawScore
    from furyhouse.analysis import Analysis
    from furyhouse.skill import Skill

__all__ = [
    "DEEPEST",
    "LONGEST_SECONDS",
    "MOST_LINES",
    "Engine",
    "Limit",
    "SearchControl",
    "bench",
]

DEEPEST = 200
"""The furthest that a search looks, in plies; a depth beyond it would never be reached."""

LONGEST_SECONDS = 1e8
"""The longest time that a limit may hold, in seconds: some three years."""

MOST_LINES = 500
"""The most of the best lines that a search finds; no position known has as many moves."""


@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """When a search ends: at the first of the limits that are given.

    Attributes:
        time: Seconds for this move, all of which are used.
        depth: Plies that are searched in full.
        nodes: Positions that are played, quiescence included.
        mate: Ends once a mate in so many moves, or fewer, is proven.
        white_clock: Seconds on White's clock, of which the search spends what seems right.
        black_clock: Seconds on Black's clock.
        white_inc: Seconds that White gains with each move.
        black_inc: Seconds that Black gains with each move.
        remaining_moves: Moves to the next time control; None when the rest of the game is to be
            played in what is left.
        infinite: Searches until it is stopped, whatever else is given but `depth`, and gives no
            answer before.
        ponder: Thinks in the opponent's time: what is measured in seconds counts from
            `ponderhit()` on.
        nps: Counts nodes instead of seconds, so many to a second, so that a search can be repeated
            on any machine.

    Raises:
        ValueError: A number is below its least value (1, or 0 for seconds; clocks may be below 0,
            as some programs send them), above `LONGEST_SECONDS` or what a search can count, or
            is infinite or not a number.
        TypeError: A number is of another kind, or not whole where it must be.

    Example:
        >>> Limit(time=0.5, depth=8)
        Limit(time=0.5, depth=8)
        >>> Limit(depth=0)
        Traceback (most recent call last):
            ...
        ValueError: depth is at least 1, not 0
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None
    infinite: bool = False
    ponder: bool = False
    nps: int | None = None

    def __post_init__(self) -> None:
        for name, largest in _LARGEST.items():
            value = getattr(self, name)
            if value is not None:
                _check_whole(name, value, largest)
        for name, least in _LEAST_SECONDS.items():
            value = getattr(self, name)
            if value is not None:
                check_seconds(name, value, least)

    def __repr__(self) -> str:
        given = [
            f"{name}={getattr(self, name)!r}"
            for name in self.__slots__
            if getattr(self, name) is not None and getattr(self, name) is not False
        ]
        return f"Limit({', '.join(given)})"

    def ends(self, turn: bool) -> bool:  # noqa: FBT001 - colours are booleans, as in python-chess
        """Tell whether a search for this side ends, by what is given or because it is stopped.

        Of the clocks only that of the side to move ends a search. An infinite search is meant to be
        stopped; one that ponders is not, once the move it ponders on was played.

        Example:
            >>> from furyhouse import BLACK, WHITE
            >>> Limit(ponder=True).ends(WHITE), Limit(infinite=True).ends(WHITE)
            (False, True)
            >>> Limit(black_clock=60.0).ends(WHITE), Limit(black_clock=60.0).ends(BLACK)
            (False, True)
        """
        clock = self.white_clock if turn == WHITE else self.black_clock
        ends = (self.time, self.depth, self.nodes, self.mate, clock)
        return self.infinite or any(end is not None for end in ends)


_U32 = 2**32 - 1
_U64 = 2**64 - 1
# What the fields of the search's own limit can hold; the least is 1 for each.
_LARGEST = {"depth": _U32, "nodes": _U64, "mate": _U32, "remaining_moves": _U32, "nps": _U64}
_LEAST_SECONDS = {
    "time": 0.0,
    "white_clock": -math.inf,
    "black_clock": -math.inf,
    "white_inc": 0.0,
    "black_inc": 0.0,
}


def _check_whole(name: str, value: int, largest: int) -> None:
    """Refuse a number that is not whole, or that the search cannot count to."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None
    if number < 1:
        raise ValueError(f"{name} is at least 1, not {value}")
    if number > largest:
        raise ValueError(f"{name} is at most {largest}, not {value}")


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Refuse what is no whole number of a range, by its name.

    Raises:
        TypeError: It is no whole number.
        ValueError: It is out of the range.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        kind = type(value).__name__
        raise TypeError(f"{name} is an int from {least} to {most}, not {kind}")
    if not least <= operator.index(value) <= most:
        raise ValueError(f"{name} is from {least} to {most}, not {value}")


def check_kind(who: str, value: object, kind: type) -> None:
    """Refuse what is not of a kind that somebody needs.

    Raises:
        TypeError: It is of another kind.
    """
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIO" else "a"
        raise TypeError(f"{who} needs {article} {kind.__name__}, not {type(value).__name__}")


def _check_task(who: str, board: Board, limit: Limit) -> None:
    """Refuse what is no position, or no limit that ends a search of it."""
    check_kind(who, board, Board)
    check_kind(who, limit, Limit)
    if not limit.ends(board.turn):
        raise ValueError(
            f"{limit} gives nothing that ends the search for the side to move; for one that"
            " you stop yourself, give Limit(infinite=True)"
        )


def check_seconds(name: str, value: float, least: float) -> None:
    """Refuse what is no time that a search can take."""
    try:
        finite = math.isfinite(value)
    except OverflowError:
        finite = False
    except TypeError:
        raise TypeError(f"{name} is a number of seconds, not {value!r}") from None
    if not finite:
        raise ValueError(f"{name} is a finite number of seconds, not {value}")
    if value < least:
        raise ValueError(f"{name} is at least 0 seconds, not {value}")
    if value > LONGEST_SECONDS:
        raise ValueError(f"{name} is at most {LONGEST_SECONDS:.0f} seconds, not {value}")


class Engine:
    """An engine: a transposition table, threads, and what they have learnt so far.

    Engines know nothing of each other, and two of them search side by side in two threads. On one
    engine a second search waits for the first.

    Args:
        hash_mb: The size of the table in MB.
        threads: The number of threads that search, 1 to 512; two for each core run at most.

    Raises:
        EngineError: The memory cannot be had, or the number of threads is out of range.

    Example:
        >>> from furyhouse import Board
        >>> engine = Engine(hash_mb=16)
        >>> result = engine.search(Board(), Limit(depth=4))
        >>> result.depth
        4
        >>> result.move in Board().legal_moves
        True
    """

    def __init__(self, hash_mb: int = 64, threads: int = 1) -> None:
        self._searcher = Searcher(hash_mb, threads)
        self._lock = threading.Lock()
        self._controls: list[SearchControl] = []

    @property
    def hash_mb(self) -> int:
        """The size of the table in MB; setting it empties the table and waits for a search.

        Example:
            >>> engine = Engine(hash_mb=1)
            >>> engine.hash_mb = 2
            >>> engine.hash_mb
            2
        """
        return self._searcher.hash_mb

    @hash_mb.setter
    def hash_mb(self, hash_mb: int) -> None:
        self._searcher.hash_mb = hash_mb

    @property
    def threads(self) -> int:
        """The number of threads; setting it waits for a search.

        Example:
            >>> engine = Engine(hash_mb=1)
            >>> engine.threads = 2
            >>> engine.threads
            2
        """
        return self._searcher.threads

    @threads.setter
    def threads(self, threads: int) -> None:
        self._searcher.threads = threads

    def search(
        self,
        board: "Board",
        limit: Limit,
        *,
        on_info: "Callable[[Info], object] | None" = None,
        on_current_move: "Callable[[Move, int, int], object] | None" = None,
        root_moves: "Iterable[Move] | None" = None,
        multipv: int = 1,
        tie_margin: int | None = None,
        move_overhead: float = 0.0,
        skill: "Skill | None" = None,
        control: SearchControl | None = None,
    ) -> SearchResult:
        """Search a position, with the game before it, until a limit is reached or it is stopped.

        The board is read once, at the call. Ctrl-C ends the search within 0.2 seconds and raises
        KeyboardInterrupt. What a callback raises ends the search too, and is raised here.

        Args:
            board: The position, whose moves count for repetitions.
            limit: When to end.
            on_info: Called in the calling thread with each piece of news.
            on_current_move: Called in the calling thread with the root move that is searched now,
                its number from 1, and how many there are.
            root_moves: The moves to choose from; None for all.
            multipv: How many of the best lines to find, 1 to 500, each with an exact score.
            tie_margin: If given, every move within so many centipawns of the best gets an exact
                score in `root_moves`.
            move_overhead: Seconds that a move loses on its way to the clock; of a fixed time no
                more than a tenth is kept for it.
            skill: How well to play; None is full strength, and so is an infinite search.
            control: Stops this search; made before the call, it can never come too early.

        Returns:
            What was found; `move` is None when the game is over.

        Raises:
            TypeError: The board or the limit is something else.
            ValueError: The limit gives nothing that would ever end the search for the side to
                move, or another number is out of its range.
            IllegalMoveError: One of `root_moves` is not legal.
            EngineError: The search failed inside.

        Example:
            >>> from furyhouse import Board
            >>> board = Board("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1")
            >>> str(Engine(1).search(board, Limit(time=5.0, mate=1)).score)
            '#1'
        """
        _check_task("a search", board, limit)
        with self._registered(control or SearchControl()) as registered:
            raw = self._searcher.search(
                board,
                limit,
                registered,
                None if on_info is None else lambda news: on_info(_info(news)),
                on_current_move,
                None if root_moves is None else list(root_moves),
                multipv,
                tie_margin,
                move_overhead,
                None if skill is None else (skill.level, skill.seed),
            )
        return _result(raw)

    def play(
        self,
        board: "Board",
        limit: Limit,
        *,
        on_info: "Callable[[Info], object] | None" = None,
        on_current_move: "Callable[[Move, int, int], object] | None" = None,
        root_moves: "Iterable[Move] | None" = None,
        multipv: int = 1,
        tie_margin: int | None = None,
        move_overhead: float = 0.0,
        skill: "Skill | None" = None,
        control: SearchControl | None = None,
    ) -> SearchResult:
        """Search for a move to play: `search` by the name that python-chess gives it.

        It takes, gives and raises what `search` does.

        Example:
            >>> from furyhouse import Board
            >>> Engine(1).play(Board(), Limit(depth=2)).move in Board().legal_moves
            True
        """
        return self.search(
            board,
            limit,
            on_info=on_info,
            on_current_move=on_current_move,
            root_moves=root_moves,
            multipv=multipv,
            tie_margin=tie_margin,
            move_overhead=move_overhead,
            skill=skill,
            control=control,
        )

    def analyse(
        self,
        board: "Board",
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        root_moves: "Iterable[Move] | None" = None,
    ) -> "Analysis":
        """Begin an analysis in a thread of its own, and give its news as they come.

        Another search on this engine waits until the analysis has ended. Where there is no legal
        move, an analysis has one piece of news, the score, and ends whatever the limit.

        Args:
            board: The position with its game; it is copied.
            limit: When to end; None goes on until the analysis is stopped.
            multipv: How many of the best lines to find, 1 to 500.
            root_moves: The moves to choose from; None for all.

        Returns:
            An iterator of news, also for `async for`, that can be stopped and waited for.

        Raises:
            TypeError: The board, the limit or another argument is something else. All arguments
                are checked at the call, before anything is searched.
            ValueError: The limit gives nothing that would ever end the search for the side to
                move, or `multipv` is out of its range.
            IllegalMoveError: One of `root_moves` is not legal.

        Example:
            >>> from furyhouse import Board
            >>> [info.depth for info in Engine(1).analyse(Board(), Limit(depth=2))]
            [1, 2]
        """
        from furyhouse.analysis import Analysis  # noqa: PLC0415 - asyncio is slow to import

        limit = Limit(infinite=True) if limit is None else limit
        _check_task("an analysis", board, limit)
        moves = None if root_moves is None else list(root_moves)
        self._searcher.check(board, limit, moves, multipv)
        position, control = board.copy(), SearchControl()
        ending = limit if position.legal_moves else Limit(depth=1)
        # The thread may begin late, and `stop` is to find the search from now on.
        called_for = ExitStack()
        called_for.enter_context(self._registered(control))

        def search(on_info: "Callable[[Info], object]") -> SearchResult:
            with called_for:
                return self.search(
                    position,
                    ending,
                    on_info=on_info,
                    root_moves=moves,
                    multipv=multipv,
                    control=control,
                )

        return Analysis(search, control)

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop the searches that were called for on this engine; nothing happens without one.

        Example:
            >>> Engine(1).stop()
        """
        with self._lock:
            controls = list(self._controls)
        for control in controls:
            control.stop()

    def ponderhit(self) -> None:
        """Tell a pondering search that the opponent has played the move it ponders on.

        Example:
            >>> Engine(1).ponderhit()
        """
        with self._lock:
            controls = list(self._controls)
        for control in controls:
            control.ponderhit()

    def clear(self) -> None:
        """Forget all earlier searches, for a new game; waits for a running search.

        Example:
            >>> Engine(1).clear()
        """
        self._searcher.clear()

    @contextmanager
    def _registered(self, control: SearchControl) -> "Iterator[SearchControl]":
        """Keep a control where `stop` finds it."""
        with self._lock:
            self._controls.append(control)
        try:
            yield control
        finally:
            with self._lock:
                self._controls.remove(control)


def _score(raw: "_RawScore") -> Score:
    """Name the parts of a raw score."""
    is_mate, value = raw
    return Score(mate=value) if is_mate else Score(value)


def _info(raw: "_RawInfo") -> Info:
    """Name the parts of raw news."""
    depth, seldepth, multipv, score, bound, nodes, time, nps, hashfull, pv = raw
    return Info(depth, seldepth, multipv, _score(score), bound, nodes, time, nps, hashfull, pv)


def _result(raw: "_RawResult") -> SearchResult:
    """Name the parts of a raw result."""
    move, ponder, pv, depth, seldepth, nodes, time, score, root_moves, hashfull = raw
    return SearchResult(
        move,
        ponder,
        pv,
        depth,
        seldepth,
        nodes,
        time,
        _score(score),
        [RootMove(move, _score(score), exact) for move, score, exact in root_moves],
        hashfull,
    )
