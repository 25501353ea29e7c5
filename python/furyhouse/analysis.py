"""An analysis: a search in a thread of its own, whose news can be waited for or passed by."""

import asyncio
import threading
import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from furyhouse._core import SearchControl
    from furyhouse.report import Info, SearchResult

__all__ = ["Analysis"]


class _Course:
    """What the thread of an analysis works on; it knows nothing of who holds the analysis."""

    def __init__(self, search: "Callable[[Callable[[Info], None]], SearchResult]") -> None:
        self.info: Info | None = None
        self.infos: list[Info] = []
        # What nobody has read yet: the last news of each line at each depth, which are not many.
        self._news: OrderedDict[tuple[int, int], Info] = OrderedDict()
        self.changed = threading.Condition()
        self.listeners: list[Callable[[], object]] = []
        self._search = search
        self._result: SearchResult | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Search, and keep what comes of it."""
        try:
            self._result = self._search(self._on_info)
        except BaseException as error:  # noqa: BLE001 - whoever waits gets it, whatever it is
            self._error = error
        self._tell()

    def is_done(self) -> bool:
        """Tell whether the search has ended."""
        return self._result is not None or self._error is not None

    def has_news(self) -> bool:
        """Tell whether there is something to take, or nothing to wait for any more."""
        return bool(self._news) or self.is_done()

    def is_told(self) -> bool:
        """Tell whether all news have come and were taken."""
        with self.changed:
            return self.is_done() and not self._news

    def take(self) -> "Info | None":
        """Take the oldest news; None when there are none now."""
        with self.changed:
            return self._news.popitem(last=False)[1] if self._news else None

    def outcome(self) -> "SearchResult":
        """Get the result, or raise what the search has raised."""
        if self._error is not None:
            raise self._error
        if self._result is None:
            raise RuntimeError("the search has not ended")
        return self._result

    def _on_info(self, info: "Info") -> None:
        """Keep a piece of news."""
        if info.multipv == 1:
            self.info = info
        self.infos[info.multipv - 1 :] = [info, *self.infos[info.multipv :]]
        with self.changed:
            place = info.depth, info.multipv
            self._news[place] = info
            self._news.move_to_end(place)
        self._tell()

    def _tell(self) -> None:
        """Wake whoever waits."""
        with self.changed:
            self.changed.notify_all()
            listeners = list(self.listeners)
        for listener in listeners:
            listener()


class Analysis:
    """A running search: an iterator of its news, which ends with it.

    `furyhouse.Engine.analyse` makes one. `for`, or in an event loop `async for`, gives its news;
    `wait()`, or `await`, the result. Like all iterators it gives each piece of news once: a second
    loop goes on where the first was left, and two threads or tasks share the news out. `info` and
    `infos` are there for everybody and at any time. Of news that nobody has read, a later one of
    the same line at the same depth replaces the earlier.

    The search is stopped at the end of a `with` or `async with` block; when a wait for it is broken
    off, by Ctrl-C, a timeout or because the task that waits is cancelled; and when nobody holds the
    analysis any more. `asyncio.shield(analysis)` waits without stopping it.

    Args:
        search: Searches, with a function to call with each piece of news.
        control: Stops the search.

    Example:
        >>> from furyhouse import Board, Engine
        >>> with Engine(1) as engine, engine.analyse(Board(), multipv=2) as analysis:
        ...     for info in analysis:
        ...         if info.depth >= 3 and info.multipv == 2:
        ...             break
        >>> len(analysis.infos), analysis.wait().move in Board().legal_moves
        (2, True)
    """

    def __init__(
        self,
        search: "Callable[[Callable[[Info], None]], SearchResult]",
        control: "SearchControl",
    ) -> None:
        self._control = control
        self._course = _Course(search)
        # The thread must not hold the analysis: nobody could stop one that was let go.
        weakref.finalize(self, control.stop)
        self._thread = threading.Thread(target=self._course.run, name="analysis", daemon=True)
        self._thread.start()

    @property
    def info(self) -> "Info | None":
        """The last news of the best line; None before the first.

        Example:
            >>> from furyhouse import Board, Engine, Limit
            >>> analysis = Engine(1).analyse(Board(), Limit(depth=2))
            >>> analysis.wait().depth == analysis.info.depth
            True
        """
        return self._course.info

    @property
    def infos(self) -> "list[Info]":
        """The last news of each line, the best first; a new list each time.

        Example:
            >>> from furyhouse import Board, Engine, Limit
            >>> analysis = Engine(1).analyse(Board(), Limit(depth=2), multipv=3)
            >>> _ = analysis.wait()
            >>> [info.multipv for info in analysis.infos]
            [1, 2, 3]
        """
        return list(self._course.infos)

    def stop(self) -> None:
        """Stop the search, from any thread; it ends within milliseconds.

        Example:
            >>> from furyhouse import Board, Engine
            >>> analysis = Engine(1).analyse(Board())
            >>> analysis.stop()
            >>> analysis.wait().move in Board().legal_moves
            True
        """
        self._control.stop()

    def is_done(self) -> bool:
        """Tell whether the search has ended.

        Example:
            >>> from furyhouse import Board, Engine, Limit
            >>> analysis = Engine(1).analyse(Board(), Limit(depth=1))
            >>> _ = analysis.wait()
            >>> analysis.is_done()
            True
        """
        return self._course.is_done()

    def wait(self) -> "SearchResult":
        """Wait for the end of the search, and get its result.

        Raises:
            FuryhouseError: What the search has raised.
            KeyboardInterrupt: Ctrl-C was pressed, which stops the search too.

        Example:
            >>> from furyhouse import Board, Engine, Limit
            >>> Engine(1).analyse(Board(), Limit(depth=2)).wait().depth
            2
        """
        self._wait_for(self.is_done)
        return self._course.outcome()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> "Info":
        while not self._course.is_told():
            self._wait_for(self._course.has_news)
            if (info := self._course.take()) is not None:
                return info
        self._course.outcome()
        raise StopIteration

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> "Info":
        while not self._course.is_told():
            await self._until(self._course.has_news)
            if (info := self._course.take()) is not None:
                return info
        self._course.outcome()
        raise StopAsyncIteration

    def __await__(self) -> "Generator[object, None, SearchResult]":
        yield from self._until(self.is_done).__await__()
        return self._course.outcome()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._thread.join()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop()
        await self._until(self.is_done)

    def _wait_for(self, condition: "Callable[[], bool]") -> None:
        """Wait until a condition holds; a wait that is broken off stops the search."""
        try:
            with self._course.changed:
                self._course.changed.wait_for(condition)
        except BaseException:
            self.stop()
            raise

    async def _until(self, condition: "Callable[[], bool]") -> None:
        """Do the same in an event loop; the condition is looked at when something comes."""
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()

        def wake() -> None:
            try:
                loop.call_soon_threadsafe(woken.set)
            except RuntimeError:
                # The loop was closed with this task in it.
                self.stop()

        with self._course.changed:
            self._course.listeners.append(wake)
        try:
            while not condition():
                woken.clear()
                if not condition():
                    await woken.wait()
        except BaseException:
            # The task was cancelled, or nobody holds it any more.
            self.stop()
            raise
        finally:
            with self._course.changed:
                self._course.listeners.remove(wake)
