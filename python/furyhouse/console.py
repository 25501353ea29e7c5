"""Standard input and output, the thread that searches, and signals: all here, and nowhere else.

One thread, the main one, owns the conversation: it waits for lines from the interface and for
reports of the search, whichever comes first, and writes. So nothing has to be locked, and what is
written has one order. The other thread searches; it posts reports and never waits for the main one.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections import deque
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple, Protocol

from furyhouse import _ears, logs
from furyhouse.bot import Bot
from furyhouse.engine import SearchControl
from furyhouse.protocol.effects import (
    Effect,
    Go,
    NewGame,
    PonderHit,
    Quit,
    Say,
    SetOption,
    ShowBook,
    Stop,
    Task,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from furyhouse._core import Move
    from furyhouse.options import Value
    from furyhouse.report import Info, SearchResult

    Report = Callable[[float], list[Effect]]

__all__ = [
    "Console",
    "Conversation",
    "Line",
    "Lines",
    "OutputError",
    "ask",
    "is_terminal",
    "tell",
    "warn",
]

# A line that carries a whole game is far shorter; a longer one is garbage.
_LONGEST_LINE = 65536
_HEAD = 20
# The search answers a stop within milliseconds. Whatever happens, the process ends within a second.
_PATIENCE = 0.5
# Between two looks whether a task has ended, where there is nothing else to wait for.
_NAP = 0.01
# Somebody watches a search that takes so many seconds.
_LONG_SEARCH = 3.0
_STDIN = 0
_STDOUT = 1
_STDERR = 2
_EXIT_INTERRUPTED = 130
# An interface speaks, and no person.
_INTRODUCTIONS = frozenset({"xboard", "protover", "uci"})
_LOG_FAILURE = "the log cannot be written"


class Conversation(Protocol):
    """What the console needs of a protocol."""

    def feed(self, line: str, now: float) -> list[Effect]:
        """Take a line."""

    def on_info(self, number: int, info: "Info", now: float) -> list[Effect]:
        """Take a report of a search."""

    def on_current_move(
        self, number: int, current: "tuple[Move, int, int]", now: float
    ) -> list[Effect]:
        """Take the root move that a search looks at."""

    def on_result(self, number: int, result: "SearchResult", now: float) -> list[Effect]:
        """Take the result of a search."""

    def on_failure(self, number: int, reason: str, now: float) -> list[Effect]:
        """Take the failure of a search."""

    def on_done(self, number: int, now: float) -> list[Effect]:
        """Take the end of a task."""

    def on_refusal(self, name: str, reason: str, now: float) -> list[Effect]:
        """Take the refusal of an option."""

    def on_trouble(self, reason: str, now: float) -> list[Effect]:
        """Take a trouble that changes nothing in the game."""

    def on_fault(self, reason: str, found: str, now: float) -> list[Effect]:
        """Take it that a line could not be dealt with."""


class Line(NamedTuple):
    """A line of input.

    Attributes:
        text: Its text, or only its beginning.
        whole: False where it was too long, and the rest was dropped.
    """

    text: str
    whole: bool = True


class Lines:
    r"""Cuts a stream of bytes into lines, whatever the bytes and however they come.

    Args:
        longest: The greatest length of a line, in bytes; of a longer one only the beginning is
            kept.

    Example:
        >>> lines = Lines()
        >>> list(lines.feed(b"usermove "))
        []
        >>> list(lines.feed(b"e2e4\nping"))
        [Line(text='usermove e2e4', whole=True)]
        >>> list(lines.end())
        [Line(text='ping', whole=True)]
    """

    def __init__(self, longest: int = _LONGEST_LINE) -> None:
        self._longest = longest
        self._rest = b""
        self._cut = False

    def feed(self, data: bytes) -> "Iterator[Line]":
        """Take bytes, and give the lines that they complete."""
        *complete, last = data.split(b"\n")
        for part in complete:
            self._add(part)
            yield self._take()
        self._add(last)

    def end(self) -> "Iterator[Line]":
        """Take the end of the stream, and give the line that had no end of its own."""
        if self._rest:
            yield self._take()

    def _add(self, part: bytes) -> None:
        self._rest += part
        if len(self._rest) > self._longest:
            self._rest = self._rest[:_HEAD]
            self._cut = True
        elif self._cut:
            self._rest = self._rest[:_HEAD]

    def _take(self) -> Line:
        line = Line(self._rest.decode(errors="replace"), whole=not self._cut)
        self._rest = b""
        self._cut = False
        return line


class OutputError(OSError):
    """Something that was to be written is lost: the disk is full, for one; the text says why."""


class _EndedError(BaseException):
    """The process is to end now, in good order."""


class _Searcher:
    """The thread that searches, one search after another.

    Args:
        bot: The bot whose engine searches.
        post: Where to put a report, for the main thread to hand to the conversation.
        leave: The same, for a report that need not wake it.
        conversation: Who takes the reports.
    """

    def __init__(
        self,
        bot: Bot,
        post: "Callable[[Report], None]",
        leave: "Callable[[Report], None]",
        conversation: Conversation,
    ) -> None:
        self._bot = bot
        self._post = post
        self._leave = leave
        self._conversation = conversation
        self._orders: SimpleQueue[tuple[Go | Task, SearchControl] | threading.Event] = SimpleQueue()
        self._controls: dict[int, SearchControl] = {}
        self._tasks: set[int] = set()
        threading.Thread(target=self._work, name="search", daemon=True).start()

    def take(self, order: Go | Task) -> None:
        """Search, or work something out, after what is searched now."""
        control = SearchControl()
        self._controls[order.number] = control
        if isinstance(order, Task):
            self._tasks.add(order.number)
        self._orders.put((order, control))

    @property
    def works_out(self) -> bool:
        """Whether there is a task whose end was not posted yet."""
        return bool(self._tasks)

    def stop(self, number: int) -> None:
        """End a search soon, even one that has not begun."""
        control = self._controls.get(number)
        if control is not None:
            control.stop()

    def ponderhit(self, number: int) -> None:
        """Let the time of a search count from now on."""
        control = self._controls.get(number)
        if control is not None:
            control.ponderhit()

    def settle(self, patience: float | None = None) -> None:
        """Wait until everything that was ordered is done; what still runs has been told to stop."""
        done = threading.Event()
        self._orders.put(done)
        done.wait(patience)

    def close(self) -> None:
        """Stop everything, and wait for it a little."""
        for control in list(self._controls.values()):
            control.stop()
        self.settle(_PATIENCE)

    def _work(self) -> None:
        """Take orders for ever."""
        while True:
            order = self._orders.get()
            if isinstance(order, threading.Event):
                order.set()
                continue
            work, control = order
            if isinstance(work, Task):
                self._work_out(work, control)
            else:
                self._search(work, control)
            self._controls.pop(work.number, None)

    def _work_out(self, task: Task, control: SearchControl) -> None:
        """Work something out, and post its lines; a fault of any kind is posted too."""
        try:
            for line in task.work(control):
                self._post_line(line)
        # As for a search.
        except BaseException as error:  # noqa: BLE001
            reason = f"{type(error).__name__}: {error}"
            logs.write(f"a task failed: {_whole_story(error)}", "error")
            self._post(lambda now: self._conversation.on_trouble(reason, now))
        self._post(lambda now: self._conversation.on_done(task.number, now))
        self._tasks.discard(task.number)

    def _post_line(self, line: str) -> None:
        """Post a line."""
        self._post(lambda _now: [Say(line)])

    def _search(self, order: Go, control: SearchControl) -> None:
        """Search, and post what is found; a fault of any kind is posted as a failure."""
        number = order.number
        conversation = self._conversation
        started = time.monotonic()

        def on_info(info: "Info") -> None:
            self._post(lambda now: conversation.on_info(number, info, now))

        def on_current_move(move: "Move", index: int, total: int) -> None:
            current = (move, index, total)
            # In a short search nothing is written for it: it can wait for whatever else comes.
            long = time.monotonic() - started >= _LONG_SEARCH
            (self._post if long else self._leave)(
                lambda now: conversation.on_current_move(number, current, now)
            )

        try:
            result = self._bot.think(
                order.board,
                order.limit,
                root_moves=order.root_moves,
                book=order.book,
                on_info=on_info,
                on_current_move=on_current_move,
                control=control,
            )
        # A panic of the extension is no Exception, and must not lose the game either.
        except BaseException as error:  # noqa: BLE001
            reason = f"{type(error).__name__}: {error}"
            logs.write(f"search {number} failed: {_whole_story(error)}", "error")
            self._post(lambda now: conversation.on_failure(number, reason, now))
        else:
            self._post(lambda now: conversation.on_result(number, result, now))


class Console:
    """Leads a conversation over two file descriptors until its end.

    Args:
        conversation: The protocol.
        bot: What searches.
        stdin: The descriptor that lines come from.
        stdout: The descriptor that lines go to.
    """

    def __init__(
        self, conversation: Conversation, bot: Bot, *, stdin: int = _STDIN, stdout: int = _STDOUT
    ) -> None:
        self._conversation = conversation
        self._bot = bot
        self._ears = _ears.open_ears(stdin)
        self._stdout = stdout
        self._lines = Lines()
        self._reports: deque[Report] = deque()
        self._log_failed = False
        self._leaving = False
        self._searcher = _Searcher(bot, self._post, self._reports.append, conversation)
        bot.own_book.report = self._on_trouble

    def run(self) -> int:
        """Talk until the interface says goodbye, goes away, or ends the process.

        Returns:
            The exit status of the process.

        Raises:
            OutputError: What was to be said to the interface cannot be written.
        """
        status = 0
        before = logs.report_to(self._on_log_failure)
        try:
            signal.signal(signal.SIGTERM, _end)
            self._loop()
        except KeyboardInterrupt:
            status = _EXIT_INTERRUPTED
        except (_EndedError, BrokenPipeError):
            pass
        finally:
            # Nothing may come between here and the exit, neither a signal nor a search that does
            # not stop.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            self._searcher.close()
            if self._leaving:
                with contextlib.suppress(BrokenPipeError, _EndedError):
                    self._hand_over()
            logs.report_to(before)
        return status

    def _loop(self) -> None:
        """Wait for input and for reports, and deal with them.

        Input comes first: what an interface has sent before it saw a move may forbid that move.
        """
        while True:
            if self._ears.wait():
                self._read()
            self._hand_over()

    def _hand_over(self) -> None:
        """Deal with the reports that there are."""
        while self._reports:
            self._converse(self._reports.popleft())

    def _read(self) -> None:
        """Read what there is, and deal with its lines; the end of input ends the process."""
        data = self._ears.read()
        for line in self._lines.feed(data) if data else self._lines.end():
            self._hear(line)
        if not data:
            self._end_of_input()

    def _end_of_input(self) -> None:
        """End, as soon as what had to be worked out was told: it may have come from a file."""
        while self._searcher.works_out or self._reports:
            self._hand_over()
            time.sleep(_NAP)
        self._hear(Line("quit"))
        raise _EndedError

    def _hear(self, line: Line) -> None:
        """Hand a line to the conversation."""
        logs.write(f"< {line.text}", "debug")
        if not line.whole:
            found = ascii(line.text)[1:-1]
            self._converse(lambda now: self._conversation.on_fault("line too long", found, now))
            return
        if line.text.strip().split(" ")[0] in _INTRODUCTIONS:
            # An interface may interrupt its whole group of processes; only it may end this one.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._converse(lambda now: self._conversation.feed(line.text, now))

    def _converse(self, step: "Report") -> None:
        """Take a step of the conversation and do what it asks; a fault does not end the game."""
        try:
            for effect in step(time.monotonic()):
                self._carry_out(effect)
        except (_EndedError, KeyboardInterrupt, BrokenPipeError, OutputError):
            raise
        # A panic of the extension is no Exception, and must not lose the game either.
        except BaseException as error:  # noqa: BLE001
            logs.write(f"fault in the conversation: {_whole_story(error)}", "error")
            name = type(error).__name__
            for effect in self._conversation.on_fault("internal fault", name, time.monotonic()):
                self._carry_out(effect)

    def _carry_out(self, effect: Effect) -> None:
        """Do what the conversation asks for."""
        match effect:
            case Say(text):
                self._say(text)
            case Go() | Task():
                self._searcher.take(effect)
            case Stop(number):
                self._searcher.stop(number)
            case PonderHit(number):
                self._searcher.ponderhit(number)
            case SetOption(name, value):
                self._set_option(name, value)
            case ShowBook(board, write):
                for line in write(self._bot.own_book.moves(board)):
                    self._say(line)
            case NewGame():
                self._searcher.settle()
                self._bot.new_game()
            case Quit():
                # What is searched was told to stop, and the conversation may have it answered.
                self._leaving = True
                raise _EndedError

    def _set_option(self, name: str, value: "Value") -> None:
        """Set an option between two searches; if it is refused, the conversation hears of it."""
        self._searcher.settle()
        self._log_failed = False
        reason = ""
        try:
            self._bot.set_option(name, value)
        except (ValueError, MemoryError, OSError) as error:
            reason = str(error) or type(error).__name__
        if self._log_failed:
            # Why, with a path in it, is on standard error: an interface looks for words in it.
            reason = _LOG_FAILURE
        if reason:
            self._converse(lambda now: self._conversation.on_refusal(name, reason, now))

    def _on_log_failure(self, reason: str) -> None:
        """Tell the person, and leave it to the conversation whether to tell the interface."""
        self._log_failed = True
        warn(reason)
        self._post(lambda now: self._conversation.on_trouble(reason, now))

    def _on_trouble(self, reason: str) -> None:
        """Leave it to the conversation to tell of a trouble that costs nothing but the book."""
        self._post(lambda now: self._conversation.on_trouble(reason, now))

    def _say(self, text: str) -> None:
        """Write a line, all of it at once."""
        logs.write(f"> {text}", "debug")
        _write(self._stdout, f"{text}\n".encode(errors="replace"))

    def _post(self, report: "Report") -> None:
        """Leave a report for the main thread, and ring for it."""
        self._reports.append(report)
        self._ears.ring()


def _whole_story(error: BaseException) -> str:
    """Tell where an error comes from, for the log."""
    import traceback  # noqa: PLC0415 - hardly ever needed, and slow to import

    return "".join(traceback.format_exception(error))


def fill_descriptors() -> None:
    """Put nothing in the place of a standard descriptor that is closed.

    Otherwise the next file or pipe that is opened would become the standard input or output.
    """
    for descriptor in (_STDIN, _STDOUT, _STDERR):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _end(_signal: int, _frame: "FrameType | None") -> None:
    """End the process in good order, once."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise _EndedError


def _write(descriptor: int, data: bytes) -> None:
    """Write everything, on a descriptor that blocks or not.

    Raises:
        BrokenPipeError: Nobody reads any more.
        OutputError: It cannot be written though somebody may be there to read it.
    """
    while data:
        try:
            data = data[os.write(descriptor, data) :]
        except BlockingIOError:
            _ears.wait_for_room(descriptor)
        except ConnectionError as error:
            raise BrokenPipeError from error
        except OSError as error:
            raise OutputError(f"the output cannot be written: {error.strerror}") from error


# For people at a terminal.


def is_terminal() -> bool:
    """Tell whether a person sits at both ends, and not a program or a file."""
    return _is_a_terminal(_STDIN) and _is_a_terminal(_STDOUT)


def _is_a_terminal(descriptor: int) -> bool:
    """Tell whether a descriptor leads to a terminal."""
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def tell(text: str) -> None:
    """Show a text to a person; one that the terminal cannot show has marks in the place of letters.

    Raises:
        BrokenPipeError: Nobody reads any more.
        OutputError: It cannot be written.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    _write(_STDOUT, f"{text}\n".encode(encoding, errors="replace"))


def warn(text: str) -> None:
    """Show a fault to a person, on standard error."""
    with contextlib.suppress(OSError):
        _write(_STDERR, f"furyhouse: {text}\n".encode(errors="replace"))


def ask(prompt: str) -> str | None:
    """Ask a person for a line; None at the end of input.

    What comes from a file or a pipe is read without a prompt: nobody ends its line by a key.
    """
    at_keys = _is_a_terminal(_STDIN)
    if is_terminal():
        # Editing and recalling lines comes with this module.
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - only for people, and not for the engine's start
    with contextlib.suppress(AttributeError, ValueError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        return input(prompt if at_keys else "")
    except EOFError:
        if at_keys:
            # Nobody has ended the prompt's line.
            tell("")
    except (BrokenPipeError, RuntimeError, ValueError):
        # A reader that is gone, or no standard input at all.
        pass
    return None
