"""The same work on many things, side by side, each with an engine that is free."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Protocol, TypeVar

__all__ = ["Halted", "Stoppable", "side_by_side"]


class Stoppable(Protocol):
    """What can be told to end what it does.

    Example:
        >>> from furyhouse import Engine
        >>> engine: Stoppable = Engine(1)
        >>> engine.stop()
    """

    def stop(self) -> None:
        """End soon.

        Example:
            >>> from furyhouse import Engine
            >>> Engine(1).stop()
        """


class Halted(Exception):  # noqa: N818 - nothing has gone wrong
    """Work was broken off, because nobody wants it any more.

    Example:
        >>> raise Halted
        Traceback (most recent call last):
            ...
        furyhouse.lab.book_threads.Halted
    """


_STOP_AGAIN_SECONDS = 0.02

_E = TypeVar("_E", bound=Stoppable)
_T = TypeVar("_T")
_R = TypeVar("_R")


def side_by_side(
    engines: Sequence[_E],
    things: Iterable[_T],
    work: Callable[[_E, _T, threading.Event], _R],
) -> Generator[_R, None, None]:
    """Do the same with many things, as many at a time as there are engines.

    Args:
        engines: The engines; each does one thing at a time.
        things: The things, which are asked for as they are needed.
        work: What is done with an engine and a thing. When the event is set, it had better end.

    Yields:
        What comes of it, in the order of the things. Whoever stops asking for more stops the
        engines.

    Example:
        >>> from furyhouse import Bot, Engine
        >>> bots = [Bot(Engine(1)), Bot(Engine(1))]
        >>> list(side_by_side(bots, [1, 2, 3], lambda bot, number, halt: number * number))
        [1, 4, 9]
    """
    halt = threading.Event()
    free: SimpleQueue[_E] = SimpleQueue()
    for engine in engines:
        free.put(engine)

    def do(thing: _T) -> _R:
        engine = free.get()
        try:
            return work(engine, thing, halt)
        finally:
            free.put(engine)

    waiting: deque[Future[_R]] = deque()
    with ThreadPoolExecutor(len(engines)) as pool:
        try:
            for thing in things:
                waiting.append(pool.submit(do, thing))
                # One thing more than are being done, so that no engine has to wait.
                while len(waiting) > 2 * len(engines):
                    yield _first(waiting)
            while waiting:
                yield _first(waiting)
        finally:
            halt.set()
            running = [future for future in waiting if not future.cancel()]
            # Work that was only about to search when it was stopped has to be stopped again.
            while wait(running, _STOP_AGAIN_SECONDS).not_done:
                for engine in engines:
                    engine.stop()


def _first(waiting: "deque[Future[_R]]") -> _R:
    """Wait for the first of many, which is one of them until it is done."""
    result = waiting[0].result()
    waiting.popleft()
    return result
