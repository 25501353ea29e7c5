"""Many different games for the tests of broken-off analyses, and how many of them, from outside.

All of it can be set in the environment, so that the long run is one command; docs/development.md
has it.
"""

import functools
import os
import random
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from analyse_tools import GAMES, TAG
from furyhouse import Limit
from furyhouse.lab.book_selfplay import SelfPlay, play_games

COUNT = int(os.environ.get("FURYHOUSE_GAMES", "48"))
NODES = int(os.environ.get("FURYHOUSE_NODES", "1500"))
# Games of engines, which begin the file; those of furyhouse with itself fill it.
ENGINES = Path(os.environ.get("FURYHOUSE_PGN", GAMES))
SEARCH = ("--nodes", str(NODES), "--hash", "1")
# The two others stand among them twice.
ALL = COUNT + 4
# Seconds, for a machine that is busy with other things.
PATIENCE = 60.0 + COUNT * NODES / 600
# One of another variant and a broken one.
REST = '[Variant "Atomic"]\n\n1. e4 *\n\n' + TAG + "\n1. e4 Ke6 *\n\n"
SEED = "FURYHOUSE_SEED"


def lots() -> random.Random:
    """Draw lots by the seed of the environment or by a new one, which is told if the test fails."""
    seed = int(os.environ.get(SEED) or time.time_ns() % 1_000_000)
    print(f"{SEED}={seed}")
    return random.Random(seed)  # noqa: S311 - nothing to guard


@functools.cache
def many_games() -> str:
    """Give so many different games, with the two others among them and at the end."""
    given = ENGINES.read_text(encoding="utf-8").split("[Event ")[1:]
    texts = [f"[Event {text.strip()}\n\n" for text in given[:COUNT]]
    texts += islice(_self_play(), COUNT - len(texts))
    bodies = {text.partition("\n\n")[2] for text in texts}
    assert len(bodies) == COUNT, "all games are different"
    texts.insert(COUNT // 2, REST)
    return "".join(texts) + REST


def _self_play() -> Iterator[str]:
    """Play different games, the same ones each time."""
    seen = set()
    settings = SelfPlay(2 * COUNT, Limit(nodes=200), max_ply=400, tie_margin=30, hash_mb=1)
    for game in play_games(settings):
        if game.moves not in seen:
            seen.add(game.moves)
            line = game.start.variation_san(game.moves)
            tags = f'[Event "furyhouse"]\n[Round "{len(seen)}"]\n{TAG}[Result "{game.result}"]\n'
            yield f"{tags}\n{line} {game.result}\n\n"
