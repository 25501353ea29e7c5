#!/usr/bin/env python3
"""Fits the weights of the evaluation to games, and writes them into its source.

It needs numpy and scipy (`pip install -r requirements/fit.txt`); `docs/tuning.md` tells the way.

The fit is a logistic regression. Each position's target is a chance to win: what the searches of
the next plies thought, each later one counting less, and in the end the game's result. The logistic
function makes a chance of the evaluation's value. What is made as small as possible is the cross
entropy between the two, plus a penalty for every weight that leaves the value it has in the source.

The counts of the weights come from the evaluation's own code, by the example `counts` of
furyhouse-eval, and the script checks that they give the values that the code gives.
"""

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.optimize
import scipy.sparse
import scipy.special

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "rust/eval/src/weights.rs"
COUNTS = ROOT / "target/release/examples/counts"

# What `danger_value` of rust/eval/src/evaluate.rs does; the check of the values sees a difference.
DANGER_CAP = 1100
DANGER_LINEAR = 128
DANGER_DIVISOR = 1024

# A score beyond this, in centipawns, says who wins: nothing is fitted to such positions.
DECIDED = 1500
# The chance to win that stands for a decided score.
CERTAIN = 0.99
# Every so many games one is kept back to check the fit with.
CHECKED = 8
# How far weights may go by the prior, in their units; material further, squares less.
SPREAD = 40.0
SPREADS = {"MATERIAL": 60.0, "HELD": 60.0, "PIECE_SQUARE": 20.0, "KING_SQUARE": 30.0}
# A restart of the minimiser that gains less than this has come to the end.
ENOUGH = 1e-6
RANK = 16
BOARD = 64
ROLES = ("Pawn", "Knight", "Bishop", "Rook", "Queen", "King")


class Run(NamedTuple):
    """A run of weights."""

    name: str
    danger: bool
    start: int
    length: int


class Positions(NamedTuple):
    """Quiet positions of games, with what is known of them from white's side."""

    fens: list[str]
    score: "Floats"
    result: "Floats"
    target: "Floats"
    game: "NDArray[np.int64]"


class Counts(NamedTuple):
    """How often each weight counts in each position.

    The counts are those in white's score less black's, and in the danger of each king.
    """

    score: scipy.sparse.csr_matrix
    white: scipy.sparse.csr_matrix
    black: scipy.sparse.csr_matrix

    def rows(self, which: "NDArray[np.bool_]") -> "Counts":
        """Take some positions."""
        return Counts(*(matrix[which] for matrix in self))


def main() -> int:
    """Read games, fit, and write the weights or print how well they do."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("positions", nargs="+", type=Path, help="what the example selfplay wrote")
    parser.add_argument("--counts", type=Path, default=COUNTS, help="the example counts, built")
    parser.add_argument(
        "--trust", type=float, default=0.9, help="how much of the target the next ply decides"
    )
    parser.add_argument(
        "--prior", type=float, default=1.0, help="how strongly weights stay where they are"
    )
    parser.add_argument(
        "--slope", type=float, help="centipawns that make a chance of 73 %% (fitted to the scores)"
    )
    parser.add_argument(
        "--iterations", type=int, default=600, help="steps of the minimiser at most"
    )
    parser.add_argument("--write", action="store_true", help="write the weights into their source")
    options = parser.parse_args()

    positions, slope = read_positions(options.positions, options.trust, options.slope)
    runs = read_layout(options.counts)
    source = WEIGHTS.read_text(encoding="utf-8")
    start = read_weights(source, runs)
    counts, values = read_counts(options.counts, positions.fens, len(start))
    if np.abs(value(counts, start, exact=True) - values).max() > 0:
        print(
            "the counts do not give the values: is the example older than the source?",
            file=sys.stderr,
        )
        return 1
    checked = positions.game % CHECKED == 0
    print(f"{len(positions.fens)} positions of {positions.game.max() + 1} games, slope {slope:.0f}")
    task = Task(
        counts.rows(~checked), positions.target[~checked], slope, start, prior(runs, options.prior)
    )
    weights = task.solve(options.iterations)
    held = counts.rows(checked)
    for name, found in (
        ("search", positions.score[checked]),
        ("before", value(held, start)),
        ("after", value(held, weights)),
    ):
        chance = expit(found / slope)
        print(
            f"{name:8} entropy {entropy(chance, positions.target[checked]):.5f} to the target,"
            f" {entropy(chance, positions.result[checked]):.5f} to the result"
        )
    print(
        f"spread of the values: before {values.std():.0f}, after {value(counts, weights).std():.0f}"
    )
    if options.write:
        WEIGHTS.write_text(written(source, runs, weights), encoding="utf-8")
    return 0


def expit(x: "Floats") -> "Floats":
    """Compute the logistic function."""
    return scipy.special.expit(x)


def entropy(chance: "Floats", target: "Floats") -> float:
    """Compute the mean cross entropy."""
    chance = np.clip(chance, 1e-9, 1 - 1e-9)
    return float(-np.mean(target * np.log(chance) + (1 - target) * np.log(1 - chance)))


def read_positions(paths: list[Path], trust: float, slope: float | None) -> tuple[Positions, float]:
    """Read games, and give their quiet positions, each once, with targets and the slope."""
    lines = [
        line.rstrip("\n").split("\t") for path in paths for line in path.open(encoding="utf-8")
    ]
    score = np.array([float(line[1]) for line in lines])
    result = np.array([float(line[2]) for line in lines])
    names = [line[4] for line in lines]
    starts = np.array([i == 0 or names[i] != names[i - 1] for i in range(len(names))])
    game = np.cumsum(starts) - 1
    if slope is None:
        open_ones = np.abs(score) < DECIDED
        slope = fitted_slope(score[open_ones], result[open_ones])
    chance = expit(score / slope)
    chance[score >= DECIDED] = np.maximum(chance[score >= DECIDED], CERTAIN)
    chance[score <= -DECIDED] = np.minimum(chance[score <= -DECIDED], 1 - CERTAIN)
    target = result.copy()
    for i in range(len(lines) - 1, -1, -1):
        last = i + 1 == len(lines) or starts[i + 1]
        target[i] = (1 - trust) * chance[i] + trust * (result[i] if last else target[i + 1])
    seen = set()
    kept = []
    for i, line in enumerate(lines):
        key = line[0].rsplit(" ", 2)[0]
        if line[3] == "1" and abs(score[i]) < DECIDED and key not in seen:
            seen.add(key)
            kept.append(i)
    fens = [lines[i][0] for i in kept]
    return Positions(fens, score[kept], result[kept], target[kept], game[kept]), slope


def fitted_slope(score: "Floats", result: "Floats") -> float:
    """Find the slope by which scores tell results best."""
    found = scipy.optimize.minimize_scalar(
        lambda slope: entropy(expit(score / slope), result), bounds=(50, 2000), method="bounded"
    )
    return float(found.x)


def read_layout(program: Path) -> list[Run]:
    """Ask the evaluation for its runs of weights."""
    done = subprocess.run([program, "layout"], capture_output=True, text=True, check=True)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    return [
        Run(name, danger == "1", int(start), int(length)) for name, danger, start, length in rows
    ]


def pattern(run: Run) -> re.Pattern[str]:
    """Find a run in the source."""
    return re.compile(rf"\b{run.name}\[{run.length}\] = \[(.*?)\];", re.DOTALL)


def read_weights(source: str, runs: list[Run]) -> "Floats":
    """Read the weights from their source."""
    weights: list[float] = []
    for run in runs:
        found = pattern(run).search(source)
        if found is None:
            raise SystemExit(f"{WEIGHTS} has no {run.name}[{run.length}]")
        weights += [float(word) for word in re.findall(r"-?\d+", found[1])]
    return np.array(weights)


def written(source: str, runs: list[Run], weights: "Floats") -> str:
    """Write the weights into their source."""
    for run in runs:
        numbers = [int(weight) for weight in np.rint(weights[run.start : run.start + run.length])]
        if run.length < BOARD:
            text = ", ".join(map(str, numbers))
        else:
            lines = []
            for i in range(0, run.length, RANK):
                if run.length > BOARD and i % BOARD == 0:
                    lines.append(f"        // {ROLES[i // BOARD]}.")
                lines.append(
                    "        " + ", ".join(f"{number:4}" for number in numbers[i : i + RANK]) + ","
                )
            text = "\n" + "\n".join(lines) + "\n    "
        source = pattern(run).sub(f"{run.name}[{run.length}] = [{text}];", source)
    return source


def read_counts(program: Path, fens: list[str], length: int) -> tuple[Counts, "Floats"]:
    """Let the evaluation count its weights in all positions, and give the values too."""
    text = "\n".join(fens).encode()
    done = subprocess.run([program], input=text, capture_output=True, check=True)
    records = np.frombuffer(
        done.stdout, dtype=[("row", "<u4"), ("weight", "<u2"), ("count", "<i2")]
    )
    kind = records["weight"] >> 14
    weight = records["weight"] & 0x3FFF
    matrices = []
    for wanted in range(3):
        some = kind == wanted
        where = (records["row"][some].astype(np.int64), weight[some].astype(np.int64))
        data = records["count"][some].astype(np.float64)
        matrices.append(scipy.sparse.csr_matrix((data, where), shape=(len(fens), length)))
    values = np.zeros(len(fens))
    some = kind == 3  # noqa: PLR2004 - the kind that is no count
    values[records["row"][some]] = records["count"][some]
    return Counts(*matrices), values


def danger_value(units: "Floats") -> "Floats":
    """Turn danger into centipawns."""
    units = np.clip(units, 0, DANGER_CAP)
    return units * (units + DANGER_LINEAR) / DANGER_DIVISOR


def danger_slope(units: "Floats") -> "Floats":
    """Compute how fast danger grows in centipawns."""
    inside = (units > 0) & (units < DANGER_CAP)
    return np.where(inside, (2 * units + DANGER_LINEAR) / DANGER_DIVISOR, 0)


def value(counts: Counts, weights: "Floats", *, exact: bool = False) -> "Floats":
    """Compute the values from white's side, with fractions or exactly as the engine does."""
    white, black = danger_value(counts.white @ weights), danger_value(counts.black @ weights)
    if exact:
        white, black = np.floor(white), np.floor(black)
    return counts.score @ weights - white + black


def prior(runs: list[Run], strength: float) -> "Floats":
    """Give each weight its spread under the prior, less for a stronger one."""
    parts = [np.full(run.length, SPREADS.get(run.name, SPREAD)) for run in runs]
    return np.concatenate(parts) / np.sqrt(strength)


@dataclass
class Task:
    """The least cross entropy with the least change of the weights."""

    counts: Counts
    target: "Floats"
    slope: float
    start: "Floats"
    spread: "Floats"

    def solve(self, iterations: int) -> "Floats":
        """Minimise; where danger is cut the slope jumps and the minimiser stops: it is sent on."""
        step, least, left = np.zeros_like(self.start), np.inf, iterations
        while left > 0:
            found = scipy.optimize.minimize(
                self.loss,
                step,
                jac=True,
                method="L-BFGS-B",
                options={"maxiter": left, "maxcor": 30, "ftol": 1e-13, "gtol": 1e-9},
            )
            step, left = found.x, left - max(found.nit, 1)
            if least - found.fun < ENOUGH:
                break
            least = found.fun
        return self.start + step * self.spread

    def loss(self, step: "Floats") -> tuple[float, "Floats"]:
        """Compute the loss and its gradient, with weights in units of their spread."""
        weights = self.start + step * self.spread
        white, black = self.counts.white @ weights, self.counts.black @ weights
        logit = (
            self.counts.score @ weights - danger_value(white) + danger_value(black)
        ) / self.slope
        size = len(self.target)
        loss = float(np.mean(np.logaddexp(0, logit) - self.target * logit))
        error = (expit(logit) - self.target) / self.slope / size
        gradient = (
            self.counts.score.T @ error
            - self.counts.white.T @ (error * danger_slope(white))
            + self.counts.black.T @ (error * danger_slope(black))
        ) * self.spread
        return loss + float(step @ step) / (2 * size), gradient + step / size


if __name__ == "__main__":
    sys.exit(main())
