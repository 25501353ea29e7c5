"""Waits for bytes of a descriptor and for a bell that other threads ring, whichever comes first.

Where descriptors can be polled, that is one call. Windows polls nothing but sockets, so there a
thread of its own does nothing but read.
"""

import contextlib
import os
import sys
import threading
import time
from queue import Empty, SimpleQueue
from typing import Protocol

__all__ = ["Ears", "PollingEars", "ReadingEars", "open_ears", "wait_for_room"]

_READ_BYTES = 65536
# How long Windows may hold back Ctrl-C: a wait there cannot be broken into.
_NAP = 0.1
_MILLISECONDS = 1000


class Ears(Protocol):
    """What waits."""

    def wait(self) -> bool:
        """Wait until there is input or the bell has rung; tell whether there is input."""

    def read(self) -> bytes:
        """Take the input that there is; nothing is the end of it."""

    def ring(self) -> None:
        """Ring the bell, from any thread."""


class ReadingEars:
    r"""Ears for every system: a thread reads.

    Args:
        descriptor: Where the bytes come from.

    Example:
        >>> mouth, other = os.pipe()
        >>> ears = ReadingEars(mouth)
        >>> ears.ring()
        >>> ears.wait()
        False
        >>> _ = os.write(other, b"quit\n")
        >>> ears.wait(), ears.read()
        (True, b'quit\n')
        >>> os.close(other)
        >>> ears.wait(), ears.read()
        (True, b'')
    """

    def __init__(self, descriptor: int) -> None:
        self._heard: SimpleQueue[bytes | None] = SimpleQueue()
        self._data = b""
        self._ended = False
        reader = threading.Thread(target=self._listen, args=(descriptor,), daemon=True)
        reader.start()

    def wait(self) -> bool:
        """Wait until there is input or the bell has rung; tell whether there is input."""
        if not self._ended:
            self._take(self._next())
            with contextlib.suppress(Empty):
                while True:
                    self._take(self._heard.get_nowait())
        return self._ended or bool(self._data)

    def read(self) -> bytes:
        """Take the input that there is; nothing is the end of it."""
        data, self._data = self._data, b""
        return data

    def ring(self) -> None:
        """Ring the bell, from any thread."""
        self._heard.put(None)

    def _next(self) -> bytes | None:
        """Wait for bytes, or for the bell."""
        while True:
            with contextlib.suppress(Empty):
                return self._heard.get(timeout=_NAP if sys.platform == "win32" else None)

    def _take(self, heard: bytes | None) -> None:
        """Keep bytes; no bytes at all are the end, and a bell is none."""
        if heard is not None:
            self._data += heard
            self._ended = self._ended or not heard

    def _listen(self, descriptor: int) -> None:
        """Read until the end."""
        data = b"more"
        while data:
            try:
                data = os.read(descriptor, _READ_BYTES)
            except OSError:
                data = b""
            self._heard.put(data)


if sys.platform == "win32":

    def open_ears(descriptor: int) -> Ears:
        """Make ears as this system has them."""
        return ReadingEars(descriptor)

    def wait_for_room(descriptor: int) -> None:
        """Wait a little until more can be written."""
        del descriptor
        time.sleep(_NAP)

else:
    import select

    class PollingEars:
        r"""Ears for systems that poll.

        Args:
            descriptor: Where the bytes come from.

        Example:
            >>> mouth, other = os.pipe()
            >>> ears = PollingEars(mouth)
            >>> ears.ring()
            >>> ears.wait()
            False
            >>> _ = os.write(other, b"quit\n")
            >>> ears.wait(), ears.read()
            (True, b'quit\n')
            >>> os.close(other)
            >>> ears.wait(), ears.read()
            (True, b'')
        """

        def __init__(self, descriptor: int) -> None:
            self._descriptor = descriptor
            self._alarm, self._bell = os.pipe()
            os.set_blocking(self._bell, False)
            os.set_blocking(self._alarm, False)

        def wait(self) -> bool:
            """Wait until there is input or the bell has rung; tell whether there is input."""
            ready = _wait(self._descriptor, self._alarm)
            if self._alarm in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._alarm, _READ_BYTES)
            return self._descriptor in ready

        def read(self) -> bytes:
            """Take the input that there is; nothing is the end of it."""
            try:
                return os.read(self._descriptor, _READ_BYTES)
            except BlockingIOError:
                # Ready and yet nothing to read: another process on the same terminal was faster.
                _wait(self._descriptor)
                return self.read()
            except OSError:
                return b""

        def ring(self) -> None:
            """Ring the bell, from any thread."""
            # A full pipe rings already.
            with contextlib.suppress(BlockingIOError):
                os.write(self._bell, b"!")

    def open_ears(descriptor: int) -> Ears:
        """Make ears as this system has them."""
        return PollingEars(descriptor)

    def wait_for_room(descriptor: int) -> None:
        """Wait a little until more can be written."""
        poll = select.poll()
        poll.register(descriptor, select.POLLOUT)
        poll.poll(_MILLISECONDS)

    def _wait(*descriptors: int) -> list[int]:
        """Wait until one of the descriptors can be read, or is no more."""
        poll = select.poll()
        for descriptor in descriptors:
            poll.register(descriptor, select.POLLIN)
        return [descriptor for descriptor, _ in poll.poll()]
