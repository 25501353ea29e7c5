"""Engines that are processes, on top of python-chess's `chess.engine`.

python-chess starts the process and leads the handshake, the options and the pings. The moves are
asked for here: its own way of playing reads every line of news in full while a clock runs, gives an
XBoard engine whole seconds only, and sends the engine wrong pockets when its board has a game
behind it (`_CrazyhouseBoardState.restore` of python-chess 1.11.2 gives its own pockets away). Here
the positions come from furyhouse's board, and a line of news is kept, not read, until the move has
come.

The clock of a move starts before the line that starts the engine is written, and stops when the
operating system hands over what the engine wrote.
"""

import asyncio
import contextlib
import ctypes
import errno
import os
import re
import shutil
import signal
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import chess.engine

from furyhouse._core import Board
from furyhouse.lab.clock import Clock
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.player import QUIT_SECONDS, START_SECONDS, Player
from furyhouse.lab.thought import Fault, Thought

__all__ = ["ProcessPlayer", "Talk", "why_not_started"]

# How long an engine may take to get ready for a game.
_READY_SECONDS = 30.0
_LAST_WORDS = 3
# A line without an end is no conversation.
_LONGEST_LINE = 1 << 20


class Talk(chess.engine.Protocol):
    """What both protocols have in common: lines with the time of their arrival, and an end.

    It goes before python-chess's own class among the bases.
    """

    def __init__(self) -> None:
        super().__init__()
        self.name = ""
        self.last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self.info_line = ""
        self.sent_at = 0.0
        self.exited = asyncio.Event()
        self._answer: asyncio.Future[tuple[str, float]] | None = None
        self._arrival = 0.0

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Cut what came into lines, all of which came now."""
        self._arrival = time.perf_counter()
        read = data.encode() if isinstance(data, str) else data
        *lines, rest = (bytes(self.buffer[fd]) + read).split(b"\n")
        self.buffer[fd] = bytearray(rest[-_LONGEST_LINE:])
        for line in lines:
            text = line.rstrip(b"\r").decode("utf-8", "replace")
            if fd == 1:
                self._line_received(text)
            elif text.strip():
                chess.engine.LOGGER.debug("%s: !> %s", self, text)
                self.last_words.append(text.strip())

    def __repr__(self) -> str:
        """Get what a transcript calls the engine."""
        pid = "" if self.transport is None else f" {self.transport.get_pid()}"
        return f"{self.name}{pid}"

    def process_exited(self) -> None:
        """Hear that the process has ended, even if a child of its own keeps the pipes open."""
        super().process_exited()
        self.exited.set()
        # What it has written before is read first.
        self.loop.call_later(0.05, self._end_of_answers)

    def connection_lost(self, exc: Exception | None) -> None:
        """Hear that all pipes are closed."""
        super().connection_lost(exc)
        self.exited.set()
        self._end_of_answers()

    def _end_of_answers(self) -> None:
        """Give up the answer that is waited for."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Fault("crash", self.how_it_ended()))

    def how_it_ended(self) -> str:
        """Tell how the process has ended, with its last words."""
        code = None if self.transport is None else self.transport.get_returncode()
        words = f": {' | '.join(self.last_words)}" if self.last_words else ""
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}{words}"
        return f"ended with status {code}{words}"

    async def ask(self, *lines: str, patience: float) -> tuple[str, float]:
        """Send lines, the last of which starts the clock, and wait for the answer.

        Returns:
            The answer, and the seconds it took.

        Raises:
            Fault: The engine has ended, or is silent.
        """
        if self.exited.is_set():
            raise Fault("crash", self.how_it_ended())
        self.info_line = ""
        self._answer = self.loop.create_future()
        try:
            for line in lines[:-1]:
                self.send_line(line)
            self.sent_at = time.perf_counter()
            self.send_line(lines[-1])
            return await asyncio.wait_for(self._answer, patience)
        except TimeoutError:
            raise Fault("hang", f"gave no move in {patience:.1f} s", patience) from None
        finally:
            self._answer = None

    @property
    def is_asked(self) -> bool:
        """Whether an answer is waited for."""
        return self._answer is not None and not self._answer.done()

    def answer(self, text: str) -> None:
        """Take this for the answer that is waited for."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result((text, self._arrival - self.sent_at))

    def foul(self, fault: Fault) -> None:
        """End the wait for an answer with a fault."""
        if self._answer is not None and not self._answer.done():
            fault.seconds = self._arrival - self.sent_at
            self._answer.set_exception(fault)


TalkT = TypeVar("TalkT", bound=Talk)


class ProcessPlayer(Player, Generic[TalkT]):
    """An engine that is a process."""

    talks: type[TalkT]
    # The word that begins its protocol, and what is said of one that does not answer to it.
    greeting: str
    instead: str

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        self._talk: TalkT | None = None
        self._set: dict[str, Any] = {}
        self.limit = spec.limit
        self._failed: Fault | None = None

    @property
    def talk(self) -> TalkT:
        """The conversation with the running process."""
        if self._talk is None:
            raise self._failed or Fault("crash", "is not running")
        return self._talk

    async def is_ready(self) -> bool:
        """Tell whether the process is there and listens; some go when a game has ended."""
        try:
            async with asyncio.timeout(_READY_SECONDS):
                await self.talk.ping()
        except (TimeoutError, Fault, chess.engine.EngineError):
            return False
        return True

    async def start(self, patience: float = START_SECONDS) -> None:
        """Start the process in a group of its own, which Ctrl-C on the terminal does not reach."""
        try:
            await self._start(patience)
        except Fault as fault:
            self._failed = fault
            raise

    async def _start(self, patience: float) -> None:
        """Start the process, and lead the handshake."""
        try:
            async with asyncio.timeout(patience):
                _, self._talk = await self.talks.popen(
                    list(self.spec.command),
                    setpgrp=True,
                    cwd=self.spec.directory,
                    preexec_fn=_end_with_parent if _PRCTL is not None else None,
                )
                self._talk.name = self.spec.name
                await self._talk.initialize()
        except TimeoutError:
            await self._kill()
            raise Fault("hang", self._silence(patience)) from None
        except OSError as error:
            why = why_not_started(error, self.spec)
            raise Fault("crash", f"cannot be started: {why}") from error
        except (chess.engine.EngineError, ValueError) as error:
            ended = self._talk is not None and self._talk.exited.is_set()
            text = self.talk.how_it_ended() if ended else f"cannot be started: {error}"
            await self._kill()
            raise Fault("crash", text) from error

    def _silence(self, patience: float) -> str:
        """Tell that the process does not answer, and what that may come of."""
        return f"does not answer {self.greeting} in {patience:.0f} s; {self.instead}"

    async def new_game(self, spec: EngineSpec, opening: Board) -> None:
        """Set the options and the position, and wait until the engine says that it is ready."""
        self.spec, self.limit = spec, spec.limit
        self.talk.name = spec.name
        if self.talk.exited.is_set():
            raise Fault("crash", self.talk.how_it_ended())
        try:
            async with asyncio.timeout(_READY_SECONDS):
                await self._configure(spec)
                await self.prepare(opening)
                await self.talk.ping()
        except TimeoutError:
            raise Fault("hang", f"was not ready in {_READY_SECONDS:.0f} s") from None
        except chess.engine.EngineTerminatedError:
            raise Fault("crash", self.talk.how_it_ended()) from None
        except chess.engine.EngineError as error:
            raise Fault("crash", str(error)) from error

    @abstractmethod
    async def prepare(self, opening: Board) -> None:
        """Tell the engine of the new game."""

    @abstractmethod
    async def think(self, board: Board, clocks: Sequence[Clock], patience: float) -> Thought:
        """Let the engine choose a move."""

    async def _configure(self, spec: EngineSpec) -> None:
        """Set the options that are given, and set back those that were given for another game."""
        names = {name: self.find_option(name) for name in spec.options}
        wanted = {
            names[name]: _switched(value)
            if self.talk.options[names[name]].type == "check"
            else value
            for name, value in spec.options.items()
        }
        back = {name: self.talk.options[name].default for name in self._set if name not in wanted}
        self._set = wanted
        changed = {**back, **wanted}
        if changed:
            await self.talk.configure(changed)

    def find_option(self, name: str) -> str:
        """Find an option's name as the engine spells it, whatever the case and the blanks.

        Raises:
            EngineError: The engine has no such option.
        """
        known = {_plain(option): option for option in self.talk.options}
        plain = _plain(name)
        for candidate in (plain, _OTHER_NAMES.get(plain, plain)):
            if candidate in known:
                return known[candidate]
        raise chess.engine.EngineError(
            f"has no option {name}, only {', '.join(self.talk.options) or 'none at all'}"
        )

    async def close(self, patience: float = QUIT_SECONDS) -> None:
        """Say quit, and kill what does not go."""
        talk = self._talk
        if talk is None:
            return
        if not talk.exited.is_set():
            with contextlib.suppress(Exception):
                talk.send_line("quit")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(talk.exited.wait(), patience)
        await self._kill()

    async def _kill(self) -> None:
        """Kill the process, and with it what it has started, and see its end."""
        talk, self._talk = self._talk, None
        if talk is None or talk.transport is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(talk.transport.get_pid(), signal.SIGKILL)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(talk.exited.wait(), QUIT_SECONDS)
        talk.transport.close()


def why_not_started(error: OSError, spec: EngineSpec) -> str:
    """Tell why a program cannot be started, and what to write where that is likely a slip.

    Example:
        >>> why_not_started(FileNotFoundError(2, "No such file"), EngineSpec(("no-engine",)))
        "there is no program 'no-engine' on PATH"
    """
    program, folder = spec.command[0], Path(spec.directory or ".")
    if not folder.is_dir():
        return f"dir={spec.directory} is no folder"
    place = folder / program
    if "/" not in program:
        # Where it is somewhere on PATH the fault is another one.
        if shutil.which(program) is None:
            here = f"; the one here is ./{program}" if place.is_file() else ""
            return f"there is no program {program!a} on PATH{here}"
    elif place.is_dir():
        return f"{program} is a folder"
    elif place.is_file() and not os.access(place, os.X_OK):
        return f"{program} is no program: it may not be executed"
    elif error.errno == errno.ENOEXEC:
        return f"{program} is no program that this system can execute"
    return f"{error.strerror}: {error.filename or program}"


def _find_prctl() -> Callable[..., int] | None:
    """Find the system call that ties a process to its parent; Linux has one."""
    try:
        return ctypes.CDLL(None, use_errno=True).prctl
    except (AttributeError, OSError, TypeError):
        return None


_PRCTL = _find_prctl()
_PR_SET_PDEATHSIG = 1


def _end_with_parent() -> None:
    """Let this process be killed when its parent ends, whatever ends it.

    Most engines go when their input ends; Sjeng, for one, reads on and on. It runs in the new
    process, before the engine, and does nothing but a system call.
    """
    if _PRCTL is not None:
        _PRCTL(_PR_SET_PDEATHSIG, signal.SIGKILL)


# What XBoard's protocol calls two options that every engine has.
_OTHER_NAMES = {"hash": "memory", "threads": "cores"}


_SWITCHES = {"1": True, "yes": True, "on": True, "0": False, "no": False, "off": False}


def _switched(value: str | int | bool | None) -> str | int | bool | None:  # noqa: FBT001 - of any kind
    """Read what a person writes for an option that is on or off."""
    text = str(value).lower()
    return _SWITCHES.get(text, text if isinstance(value, str) else value)


def _plain(name: str) -> str:
    """Leave out of a name what does not count."""
    return re.sub(r"\s", "", name).lower()
