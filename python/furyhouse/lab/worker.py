"""The process that plays games: its engines run under it, one game at a time.

Each worker is a process of its own, so that neither the table on the screen nor another game's
referee keeps a clock waiting. It reads orders from its standard input, a JSON object on each line,
and writes its answers to its standard output the same way. When its input ends, whatever the
reason, it ends its engines and goes.

Orders: `{"match": settings}` and then `{"play": number}`, `{"probe": engine, "opening": fen}`.
Answers: `{"record": game}`, `{"probed": engine}` or `{"failed": text}`.
"""

import asyncio
import gc
import json
import logging
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any

from furyhouse._core import Board
from furyhouse.lab.engine_spec import EngineSpec, Protocol
from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.player import QUIT_SECONDS, START_SECONDS, Player
from furyhouse.lab.referee import Referee
from furyhouse.lab.thought import Fault
from furyhouse.position import read_position

__all__ = ["Worker", "main", "make_player"]

# An engine that does not say in this time that it speaks UCI is taken to speak CECP.
_ASK_SECONDS = 3.0
# Orders hold all openings of a match in one line.
_LONGEST_ORDER = 1 << 28


def make_player(spec: EngineSpec) -> Player:
    """Make a player that is not started yet.

    Example:
        >>> type(make_player(EngineSpec(proto="internal"))).__name__
        'InternalPlayer'
    """
    if spec.proto == "internal":
        from furyhouse.lab.internal_player import InternalPlayer  # noqa: PLC0415 - its own only

        return InternalPlayer(spec)
    if spec.proto == "uci":
        from furyhouse.lab.uci_player import UciPlayer  # noqa: PLC0415 - python-chess takes time

        return UciPlayer(spec)
    from furyhouse.lab.xboard_player import XBoardPlayer  # noqa: PLC0415 - the same

    return XBoardPlayer(spec)


class Worker:
    """Plays games as it is told to, and keeps its engines running in between."""

    def __init__(self) -> None:
        self._settings: MatchSettings | None = None
        # By the place in the match: an engine that plays itself is two players.
        self._players: dict[int, Player] = {}

    async def obey(self, order: dict[str, Any]) -> dict[str, Any] | None:
        """Carry out an order, and give the answer, if there is one."""
        if "match" in order:
            self._settings = MatchSettings.from_json(order["match"])
            return None
        if "probe" in order:
            try:
                return {
                    "probed": (
                        await self.probe(
                            EngineSpec.from_json(order["probe"]), read_position(order["opening"])
                        )
                    ).to_json()
                }
            except Fault as fault:
                return {"failed": str(fault)}
        return {"record": (await self.play(order["play"])).to_json()}

    @property
    def settings(self) -> MatchSettings:
        """The match that games are of."""
        if self._settings is None:
            raise RuntimeError("no match was ordered")
        return self._settings

    async def play(self, game: int) -> GameRecord:
        """Play a game of the match."""
        white = self.settings.white_of(game)
        # What a pause for garbage would cost, an engine's clock would pay.
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            players = [await self._ready(index) for index in (0, 1)]
            referee = Referee(self.settings, game, [players[white], players[1 - white]])
            record = await referee.play()
        finally:
            gc.enable()
            gc.unfreeze()
        if record.fault is not None:
            # One that hangs will not hear a kind word.
            await self._drop(record.fault, 0.0 if record.reason == "hang" else QUIT_SECONDS)
        return record

    async def _ready(self, index: int) -> Player:
        """Get an engine of the match: the running one, or a new one."""
        spec = self.settings.engines[index]
        player = self._players.get(index)
        same = player is not None and player.spec.process_key() == spec.process_key()
        # One that went by itself after a game has lost nothing by it.
        if player is not None and same and await player.is_ready():
            return player
        if player is not None:
            await self._drop(index)
        player = self._players[index] = make_player(spec)
        # What goes wrong here is the engine's fault in the game, which finds it not running.
        with suppress(Fault):
            await player.start()
        return player

    async def _drop(self, index: int, patience: float = QUIT_SECONDS) -> None:
        """End an engine."""
        player = self._players.pop(index, None)
        if player is not None:
            await player.close(patience)

    async def probe(self, spec: EngineSpec, opening: Board) -> EngineSpec:
        """Start an engine once, with its options, and find out which protocol it speaks.

        Raises:
            Fault: It cannot be started, or does not take its options.
        """
        names: list[Protocol] = ["uci", "xboard"] if spec.proto == "auto" else [spec.proto]
        faults: list[Fault] = []
        for name in names:
            candidate = replace(spec, proto=name)
            player = make_player(candidate)
            try:
                await player.start(START_SECONDS if name == names[-1] else _ASK_SECONDS)
            except Fault as fault:
                faults.append(fault)
                continue
            else:
                await player.new_game(candidate, opening)
                return candidate
            finally:
                await player.close()
        if len(names) > 1 and faults[-1].kind == "hang":
            raise Fault("hang", "answers neither uci nor xboard; proto=uci would give it more time")
        raise faults[-1]

    async def close(self) -> None:
        """End all engines."""
        players, self._players = list(self._players.values()), {}
        await asyncio.gather(*(player.close() for player in players))


async def _serve(worker: Worker) -> None:
    """Carry out orders until the input ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=_LONGEST_ORDER)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    try:
        order = asyncio.ensure_future(reader.readline())
        while line := await order:
            work = asyncio.ensure_future(worker.obey(json.loads(line)))
            order = asyncio.ensure_future(reader.readline())
            # The next order is waited for too: an end of the input breaks a game off.
            await asyncio.wait({work, order}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() and order.done() and not order.result():
                work.cancel()
                with suppress(asyncio.CancelledError):
                    await work
                return
            answer = await work
            if answer is not None:
                sys.stdout.write(json.dumps(answer) + "\n")
                sys.stdout.flush()
    finally:
        await worker.close()


def _log_conversations(path: str | None) -> None:
    """Let python-chess write every line of the engines to a file; None keeps it quiet."""
    logger = logging.getLogger("chess.engine")
    if path is None:
        # It would warn of every line that it did not expect.
        logger.setLevel(logging.CRITICAL)
        return
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s.%(msecs)03d %(message)s", "%H:%M:%S"))
    logger.addHandler(handler)
    logger.propagate = False
    logger.setLevel(logging.DEBUG)


def main() -> None:
    """Be a worker."""
    # Ctrl-C is for the process that gives the orders; it ends our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _log_conversations(sys.argv[1] if len(sys.argv) > 1 else None)
    with suppress(BrokenPipeError):
        asyncio.run(_serve(Worker()))
    # Threads of an engine that hangs would keep the process.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
