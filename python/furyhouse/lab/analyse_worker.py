"""The process that analyses games, one after the other.

It reads its settings and then games from its standard input, a JSON object on each line, and writes
what came of each to its standard output the same way. When its input ends it goes at once: whoever
gave the orders is gone.
"""

import json
import os
import queue
import signal
import sys
import threading
from dataclasses import asdict
from typing import Any

from furyhouse.lab.analyse_game import analyse_game
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.pgn_games import RawGame

__all__ = ["attempt", "game_from_json", "game_to_json", "main"]

_READY = {"ready": True}


def game_to_json(game: RawGame) -> dict[str, Any]:
    """Write a game as plain values."""
    return asdict(game)


def game_from_json(data: dict[str, Any]) -> RawGame:
    """Read what `game_to_json` has written."""
    return RawGame(**data)


def attempt(game: RawGame, settings: AnalyseSettings) -> GameResult:
    """Analyse a game; whatever goes wrong is told, and leaves the next game alone."""
    try:
        return analyse_game(game, settings)
    # A panic of the extension is no Exception, and must not lose the other games either.
    except BaseException as error:  # noqa: BLE001
        return GameResult.fault(game, "failed", f"{type(error).__name__}: {error}")


def _read(orders: "queue.SimpleQueue[bytes]") -> None:
    """Read orders, and end the process with them."""
    for line in sys.stdin.buffer:
        orders.put(line)
    os._exit(0)


def _write(answer: dict[str, Any]) -> None:
    """Write an answer."""
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """Be a worker."""
    # Ctrl-C is for the process that gives the orders; it ends our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(orders,), daemon=True).start()
    settings = AnalyseSettings.from_json(json.loads(orders.get()))
    try:
        _write(_READY)
        while True:
            game = game_from_json(json.loads(orders.get()))
            _write(attempt(game, settings).to_json())
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
