"""A game in PyChess between two furyhouses, played by PyChess's own code without its window.

Not part of the tests: PyChess belongs to the system, and so does the Python that runs this. What
came of it is written on the last line, as JSON.
"""

import asyncio
import json
import sys
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("GtkSource", "3.0")

from pychess.Players.engineNest import discoverer  # noqa: E402 - the versions come first
from pychess.Utils import const  # noqa: E402
from pychess.Utils.GameModel import GameModel  # noqa: E402
from pychess.Utils.Move import toAN  # noqa: E402
from pychess.Utils.TimeModel import TimeModel  # noqa: E402
from pychess.Variants import variants  # noqa: E402

# For each side, and the game.
SECONDS = 2
FULL_STRENGTH = 20
PATIENCE = 60


async def discover(name: str) -> dict[str, Any]:
    """Let PyChess meet the engines of its list, as when it starts, and take one."""
    met = asyncio.Event()
    discoverer.connect("all_engines_discovered", lambda _: met.set())
    discoverer.discover()
    await asyncio.wait_for(met.wait(), PATIENCE)
    engine: dict[str, Any] = discoverer.getEngineByName(name)
    return engine


async def play(engine: dict[str, Any]) -> tuple[Any, list[int]]:
    """Play a game to its end; give it, and the exit statuses of both engines."""
    variant = variants[const.CRAZYHOUSECHESS]
    game = GameModel(TimeModel(SECONDS, 0), variant)
    players = [
        await discoverer.initPlayerEngine(engine, color, FULL_STRENGTH, variant, SECONDS)
        for color in (const.WHITE, const.BLACK)
    ]
    over = asyncio.Event()
    game.connect("game_ended", lambda *_: over.set())
    game.setPlayers(players)
    game.start()
    await asyncio.wait_for(over.wait(), PATIENCE)
    for player in players:
        # PyChess 1.0.3 means to, and stumbles over Python 3.9 and later.
        player.kill(const.UNKNOWN_REASON)
    return game, [await asyncio.wait_for(player.engine.proc.wait(), PATIENCE) for player in players]


async def main(name: str) -> None:
    """Meet furyhouse, play, and tell."""
    engine = await discover(name)
    game, statuses = await play(engine)
    told = {
        "command": engine["command"],
        "options": [option["name"] for option in engine["options"]],
        "plays crazyhouse": const.CRAZYHOUSECHESS in discoverer.getEngineVariants(engine),
        "moves": [
            toAN(board, move, short=True, castleNotation=const.CASTLE_KK)
            for board, move in zip(game.boards, game.moves, strict=False)
        ],
        "white won": game.status == const.WHITEWON,
        "black won": game.status == const.BLACKWON,
        "mate": game.reason == const.WON_MATE,
        "statuses": statuses,
    }
    print(json.dumps(told))


# Not `asyncio.run`, which cancels what is left: see above.
asyncio.new_event_loop().run_until_complete(main(sys.argv[1]))
