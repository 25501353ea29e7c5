"""Fits how a score turns into chances to win, draw and lose, from games of `furyhouse match`.

Every score that an engine gave is one observation, with the result of its game. The chance to win
is `1 / (1 + exp((d - s) / w))` for a score `s`, that to lose the same for `-s`; the rest is drawn.

Run it with ``python scripts/fit_chances.py GAMES.jsonl ...`` and write the two numbers into
`python/furyhouse/score.py`.
"""

import argparse
import json
import math
from collections import Counter
from pathlib import Path

import scipy.optimize

# Scores further out are certain to all intents.
_FURTHEST = 1500
# The first moves of a game are decided by its opening.
_FIRST_PLY = 8
_DRAW = 0.5


def observations(files: list[Path]) -> Counter[tuple[int, float]]:
    """Count the pairs of a score, from the mover's side, and the mover's points."""
    counts: Counter[tuple[int, float]] = Counter()
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            if "moves" not in game or game["fault"] is not None:
                continue
            white = {"1-0": 1.0, "0-1": 0.0}.get(game["result"], _DRAW)
            first = game["opening"].split()[1] == "w"
            for ply, (_, _, score, mate, *_) in enumerate(game["moves"]):
                if score is None or mate is not None or ply < _FIRST_PLY:
                    continue
                points = white if (ply % 2 == 0) == first else 1 - white
                counts[max(-_FURTHEST, min(score, _FURTHEST)), points] += 1
    return counts


def chance(score: float, width: float) -> float:
    """Get the chance to win."""
    return 1 / (1 + math.exp(-max(-30.0, min(score / width, 30.0))))


def cost(counts: Counter[tuple[int, float]], draw_width: float, width: float) -> float:
    """Get the negative logarithm of the likelihood, for one observation."""
    total = 0.0
    for (score, points), count in counts.items():
        wins = chance(score - draw_width, width)
        losses = chance(-score - draw_width, width)
        likely = {1.0: wins, 0.0: losses}.get(points, 1 - wins - losses)
        total -= count * math.log(max(likely, 1e-9))
    return total / counts.total()


def main() -> None:
    """Prints the two numbers, and a table of what was seen and what they say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    counts = observations(parser.parse_args().files)
    best = scipy.optimize.minimize(lambda x: cost(counts, *x), [10.0, 200.0], method="Nelder-Mead")
    draw_width, width = best.x
    print(f"{counts.total()} scores: DRAW_WIDTH = {draw_width:.1f}, CHANCE_WIDTH = {width:.1f}")
    print("score     seen  win %  draw %  model's win %  model's draw %")
    for low in range(-600, 600, 100):
        seen = {k: c for k, c in counts.items() if low <= k[0] < low + 100}
        games = max(sum(seen.values()), 1)
        wins = sum(c for (_, points), c in seen.items() if points == 1.0) / games
        draws = sum(c for (_, points), c in seen.items() if points == _DRAW) / games
        model = chance(low + 50 - draw_width, width)
        drawn = 1 - model - chance(-low - 50 - draw_width, width)
        print(
            f"{low + 50:5} {games:8} {100 * wins:6.1f} {100 * draws:7.1f} {100 * model:14.1f}"
            f" {100 * drawn:15.1f}"
        )


if __name__ == "__main__":
    main()
