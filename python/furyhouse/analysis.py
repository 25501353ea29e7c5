"""An analysis: a search in a thread of its own, whose news can be waited for or passed by."""

import asyncio
import threading
import weakref
from collections import deque
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
        self.news: deque[Info] = deque()
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
        self.news.append(info)
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

    `furyhouse.Engine.analyse` makes one. It is iterated by one thread, or in one event loop by
    `async for`; `await` gives the result. At the end of a `with` block it is stopped, and when
    nobody holds it any more.

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
        """The last news of each line, the best first.

        Example:
            >>> from furyhouse import Board, Engine, Limit
            >>> analysis = Engine(1).analyse(Board(), Limit(depth=2), multipv=3)
            >>> _ = analysis.wait()
            >>> [info.multipv for info in analysis.infos]
            [1, 2, 3]
        """
        return self._course.infos

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

        Example:
            >>> from furyhouse import Board, Engine, Limit
            >>> Engine(1).analyse(Board(), Limit(depth=2)).wait().depth
            2
        """
        with self._course.changed:
            self._course.changed.wait_for(self.is_done)
        return self._course.outcome()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> "Info":
        with self._course.changed:
            self._course.changed.wait_for(lambda: self._course.news or self.is_done())
            if self._course.news:
                return self._course.news.popleft()
        self._course.outcome()
        raise StopIteration

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> "Info":
        await self._until(lambda: bool(self._course.news) or self.is_done())
        if self._course.news:
            return self._course.news.popleft()
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

    async def _until(self, condition: "Callable[[], bool]") -> None:
        """Wait in an event loop until a condition holds; it is looked at when something comes."""
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()

        def wake() -> None:
            # The loop may be gone by then, and nobody waits.
            if not loop.is_closed():
                loop.call_soon_threadsafe(woken.set)

        with self._course.changed:
            self._course.listeners.append(wake)
        try:
            while not condition():
                woken.clear()
                if not condition():
                    await woken.wait()
        finally:
            with self._course.changed:
                self._course.listeners.remove(wake)
