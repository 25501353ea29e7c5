"""Simultaneous perturbation: numbers made better by matches, all of them at once.

In each iteration every parameter is moved up or down by a step of its own, as a coin says, and a
match is played between these values and those that lie as far on the other side. All parameters
then go a little towards the side that won. One match thus tells something about all of them, and
what the others did to it is noise that averages out.

Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998). How the gains are
given, by their ends, is the convention of Fishtest and OpenBench, and so is rounding by lot.
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Gains", "Spsa", "Trial", "TunedParam"]

# With less, both sides of a trial could be rounded to the same whole number.
_LEAST_STEP = 0.5


@dataclass(frozen=True, slots=True)
class TunedParam:
    """A parameter that is tuned: a whole number, tuned as if it had fractions.

    Attributes:
        name: The engine's option.
        start: The value to begin with.
        min: The least value that is tried.
        max: The greatest value that is tried.
        step: How far the sides of a trial are from the value at the end of the tuning; more at its
            beginning. At least 0.5.

    Raises:
        ValueError: The range is empty, does not hold the start, or the step is too small or too
            large for it.

    Example:
        >>> TunedParam("null_depth", start=2, min=1, max=8, step=0.5).step
        0.5
        >>> TunedParam("null_depth", start=9, min=1, max=8, step=0.5)
        Traceback (most recent call last):
            ...
        ValueError: null_depth: starts with 9, expected 1 to 8
    """

    name: str
    start: int
    min: int
    max: int
    step: float

    def __post_init__(self) -> None:
        if self.min >= self.max:
            raise ValueError(f"{self.name}: a range goes up, found {self.min} to {self.max}")
        if not self.min <= self.start <= self.max:
            raise ValueError(
                f"{self.name}: starts with {self.start}, expected {self.min} to {self.max}"
            )
        if not _LEAST_STEP <= self.step <= self.max - self.min:
            raise ValueError(
                f"{self.name}: expected a step from {_LEAST_STEP} to {self.max - self.min},"
                f" found {self.step:g}"
            )

    @staticmethod
    def usual_step(least: int, greatest: int) -> float:
        """Get the step that a parameter is given where nobody chose one: a twentieth of its range.

        Example:
            >>> TunedParam.usual_step(0, 300), TunedParam.usual_step(1, 4)
            (15.0, 0.5)
        """
        return max((greatest - least) / 20, _LEAST_STEP)

    def clip(self, value: float) -> float:
        """Bring a value into the range.

        Example:
            >>> TunedParam("null_depth", start=2, min=1, max=8, step=0.5).clip(0.3)
            1
        """
        return min(max(value, self.min), self.max)


@dataclass(frozen=True, slots=True)
class Gains:
    """How large the steps are, and how fast they become smaller.

    Counted in pairs of games, so that the same games in larger or smaller iterations go as far.

    Attributes:
        pairs: The pairs of games of the whole tuning.
        rate: What one game won moves a parameter at the end of the tuning, as a share of its step
            (`r_end`).
        stability: The pairs after which the moves begin to become smaller, as a share of all (`A`).
        alpha: How fast the moves become smaller.
        gamma: How fast the steps become smaller.

    Raises:
        ValueError: A number is out of its range.

    Example:
        >>> gains = Gains(pairs=1000)
        >>> gains.step(10, 1000), round(gains.step(10, 1), 2)
        (10.0, 20.09)
        >>> round(gains.move(10, 1000), 6), round(gains.move(10, 1), 6)
        (0.02, 0.041913)
    """

    pairs: int
    rate: float = 0.002
    stability: float = 0.1
    alpha: float = 0.602
    gamma: float = 0.101

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise ValueError("a tuning needs at least one pair of games")
        for name in ("rate", "alpha", "gamma"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name} is above 0 and at most 1, not {getattr(self, name):g}")
        if not 0 <= self.stability <= 1:
            raise ValueError(f"stability is from 0 to 1, not {self.stability:g}")

    def step(self, step: float, pair: int) -> float:
        """Compute how far the sides of a trial are from the value (Spall's `c_k`).

        Args:
            step: The parameter's step at the end.
            pair: The number of the pair, from 1.

        Example:
            >>> Gains(pairs=500).step(2.0, 500)
            2.0
        """
        return step * math.pow(self.pairs / pair, self.gamma)

    def move(self, step: float, pair: int) -> float:
        """Compute what one game won moves the value (Spall's `a_k / c_k`).

        Args:
            step: The parameter's step at the end.
            pair: The number of the pair, from 1.

        Example:
            >>> round(Gains(pairs=500, rate=0.01).move(2.0, 500), 6)
            0.02
        """
        offset = self.stability * self.pairs
        shrinking = math.pow((offset + self.pairs) / (offset + pair), self.alpha)
        gain = self.rate * step * step * shrinking
        return gain / self.step(step, pair)


@dataclass(frozen=True, slots=True)
class Trial:
    """What an iteration tries.

    Attributes:
        signs: For each parameter whether `plus` has the greater value, 1, or the smaller, -1.
        plus: The values of one side.
        minus: The values of the other.

    Example:
        >>> Trial({"depth": 1}, {"depth": 5}, {"depth": 3}).plus["depth"]
        5
    """

    signs: Mapping[str, int]
    plus: Mapping[str, int]
    minus: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Spsa:
    """A tuning, as mathematics. It keeps no state, and the same seed gives the same trials.

    Attributes:
        params: What is tuned.
        gains: How large the steps are.
        seed: What the lots begin with.

    Example:
        >>> depth = TunedParam("depth", start=4, min=1, max=12, step=1.0)
        >>> spsa = Spsa((depth,), Gains(pairs=100), seed=1)
        >>> trial = spsa.trial({"depth": 4.0}, pair=1)
        >>> trial.signs, trial.plus, trial.minus
        ({'depth': 1}, {'depth': 6}, {'depth': 3})
        >>> spsa.moved({"depth": 4.0}, trial, pair=1, result=2)["depth"] > 4
        True
    """

    params: Sequence[TunedParam]
    gains: Gains
    seed: int

    def trial(self, values: Mapping[str, float], pair: int) -> Trial:
        """Draw what to try.

        A value between two whole numbers is rounded to either by lot, the nearer one more often,
        and both sides by the same lot: on the average no fraction is lost, however small it is.

        Args:
            values: The value of each parameter.
            pair: The number of the first pair that is played with it, from 1.

        Example:
            >>> depth = TunedParam("depth", start=4, min=1, max=12, step=0.5)
            >>> trial = Spsa((depth,), Gains(pairs=1), seed=7).trial({"depth": 4.0}, pair=1)
            >>> abs(trial.plus["depth"] - trial.minus["depth"])
            1
        """
        lots = random.Random(f"{self.seed} {pair}")  # noqa: S311 - nothing to guard
        signs: dict[str, int] = {}
        plus: dict[str, int] = {}
        minus: dict[str, int] = {}
        for param in self.params:
            sign, lot = lots.choice((-1, 1)), lots.random()
            # At an end of the range the trial moves inside, where both its sides have room.
            step = min(self.gains.step(param.step, pair), (param.max - param.min) / 2)
            middle = min(max(values[param.name], param.min + step), param.max - step)
            signs[param.name] = sign
            plus[param.name] = math.floor(middle + sign * step + lot)
            minus[param.name] = math.floor(middle - sign * step + lot)
        return Trial(signs, plus, minus)

    def moved(
        self, values: Mapping[str, float], trial: Trial, pair: int, result: int
    ) -> dict[str, float]:
        """Move the values towards the side that won.

        Args:
            values: The value of each parameter before.
            trial: What was tried.
            pair: The number of the first pair that was played with it, from 1.
            result: Games won by the trial's plus side, less those it lost.

        Returns:
            The value of each parameter after, within its range.

        Example:
            >>> depth = TunedParam("depth", start=4, min=1, max=12, step=1.0)
            >>> spsa = Spsa((depth,), Gains(pairs=100, rate=0.1), seed=1)
            >>> spsa.moved({"depth": 4.0}, Trial({"depth": 1}, {}, {}), pair=100, result=-2)
            {'depth': 3.8}
        """
        return {
            param.name: param.clip(
                values[param.name]
                + self.gains.move(param.step, pair) * result * trial.signs[param.name]
            )
            for param in self.params
        }
