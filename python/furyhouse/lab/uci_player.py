"""Engines that speak UCI."""

import asyncio
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import chess.engine

from furyhouse._core import Board
from furyhouse.lab.clock import Clock
from furyhouse.lab.player import clock_ticks
from furyhouse.lab.process_player import ProcessPlayer, Talk
from furyhouse.lab.thought import Fault, Thought

__all__ = ["UciPlayer", "UciTalk", "read_info"]

_VARIANT = "UCI_Variant"
_CHESS960 = "UCI_Chess960"
_MILLISECONDS = 1000.0
_NO_UCI = re.compile(r"\s*(?:Error|Illegal|Unknown)\b.*\buci\b", re.IGNORECASE)
_NO_MOVE = ("(none)", "NULL", "0000")


class UciTalk(Talk, chess.engine.UciProtocol):
    """A conversation in UCI."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: asyncio.Future[str] = self.loop.create_future()

    async def initialize(self) -> None:
        """Lead the handshake; an engine that calls `uci` an error does not speak it.

        Raises:
            EngineError: It does not.
        """
        handshake = asyncio.ensure_future(super().initialize())
        waiting: set[asyncio.Future[Any]] = {handshake, self.refused}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if not handshake.done():
                raise chess.engine.EngineError(f"does not speak UCI: {self.refused.result()[:80]}")
            await handshake
        finally:
            handshake.cancel()

    def line_received(self, line: str) -> None:
        """Hear a line: the last one with a score is kept, `bestmove` is the answer."""
        if not self.initialized and _NO_UCI.match(line) and not self.refused.done():
            self.refused.set_result(line)
        if not self.is_asked:
            return
        if line.startswith("info "):
            if " score " in line and (" multipv " not in line or " multipv 1 " in line):
                self.info_line = line
        elif line.startswith("bestmove"):
            words = line.split()
            if len(words) < 2 or words[1] in _NO_MOVE:  # noqa: PLR2004 - the word and the move
                self.foul(Fault("illegal move", "gives no move, but there are some"))
            else:
                self.answer(words[1])

    def begin(self, *, chess960: bool = False) -> None:
        """Choose the variant and announce a new game."""
        if _VARIANT not in self.options:
            raise chess.engine.EngineError(f"has no option {_VARIANT}: it plays no Crazyhouse")
        self._setoption(_VARIANT, "crazyhouse")
        if chess960 and _CHESS960 not in self.options:
            raise chess.engine.EngineError(f"has no option {_CHESS960}: it plays no Crazyhouse960")
        if _CHESS960 in self.options:
            self._setoption(_CHESS960, chess960)
        self._ucinewgame()


class UciPlayer(ProcessPlayer[UciTalk]):
    """An engine that speaks UCI.

    Example:
        >>> from furyhouse.lab.engine_spec import EngineSpec
        >>> UciPlayer(EngineSpec(("fairy-stockfish",))).spec.name
        'fairy-stockfish'
    """

    talks = UciTalk
    greeting = "uci"
    instead = "one that speaks CECP needs proto=xboard"

    def find_option(self, name: str) -> str:
        """Find an option; the variant is chosen already."""
        found = super().find_option(name)
        if chess.engine.Option(found, "", None, None, None, None).is_managed():
            raise chess.engine.EngineError(f"has its option {name} set by the match itself")
        return found

    async def prepare(self, opening: Board) -> None:
        """Announce a new game; the position comes with each move."""
        self.talk.begin(chess960=opening.chess960)

    async def think(self, board: Board, clocks: Sequence[Clock], patience: float) -> Thought:
        """Send the position and the clocks, and wait for `bestmove`."""
        moves = " ".join(move.uci() for move in board.move_stack)
        position = f"position fen {board.root().fen()}" + (f" moves {moves}" if moves else "")
        answer, seconds = await self.talk.ask(
            position, self._go(clocks, clocks[0 if board.turn else 1]), patience=patience
        )
        return read_info(self.talk.info_line, answer, seconds)

    def _go(self, clocks: Sequence[Clock], own: Clock) -> str:
        """Write the command that starts the search."""
        words = ["go"]
        if own.left is not None:
            for colour, clock in zip("wb", clocks, strict=True):
                left = own.left if clock.left is None else clock.left
                words += [f"{colour}time", str(clock_ticks(left, _MILLISECONDS))]
                words += [f"{colour}inc", str(round(clock.control.increment * _MILLISECONDS))]
            if own.moves_to_go is not None:
                words += ["movestogo", str(own.moves_to_go)]
        control = own.control
        if control.move_time is not None:
            words += ["movetime", str(clock_ticks(control.move_time, _MILLISECONDS))]
        if control.nodes is not None:
            words += ["nodes", str(control.nodes)]
        if control.depth is not None:
            words += ["depth", str(control.depth)]
        return " ".join(words)


def read_info(line: str, move: str, seconds: float) -> Thought:
    """Read the last line of news before a move.

    Example:
        >>> read_info("info depth 9 seldepth 12 score cp 31 nodes 5000 pv e2e4", "e2e4", 0.2)
        Thought(move='e2e4', seconds=0.2, centipawns=31, mate=None, depth=9, nodes=5000)
        >>> read_info("info depth 3 score mate -2 nodes 70", "e2e4", 0.2).mate
        -2
    """
    words = line.partition(" pv ")[0].split()
    found: dict[str, int] = {}
    for name, value in pairwise(words):
        if name in {"depth", "nodes", "cp", "mate"} and value.lstrip("-").isdecimal():
            found[name] = int(value)
    return Thought(
        move, seconds, found.get("cp"), found.get("mate"), found.get("depth"), found.get("nodes")
    )
