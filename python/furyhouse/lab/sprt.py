"""The sequential probability ratio test of a match, which ends it as soon as it has said enough.

The test holds two hypotheses about the strength difference against each other: `elo0`, that the
change is worth nothing, and `elo1`, that it is worth something. Its statistic is the logarithm of
the ratio of their likelihoods, each with the distribution that fits the games best among those
of that strength (a generalised test, GSPRT). The games are counted in pairs that share an opening
(five outcomes), because the two games of a pair are not independent.

Sources: A. Wald, Sequential Analysis (1947), for the bounds; M. Van den Bergh, "A practical
introduction to the GSPRT" and "Normalized Elo" (hardy.uhasselt.be/Fishtest, the mathematics of
Fishtest), for the likelihood under a given mean, or a mean in units of the standard deviation.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

__all__ = ["Model", "Sprt", "Verdict"]

Model = Literal["logistic", "normalized"]
"""What the bounds mean: Elo of the expected score, or of the score in units of its deviation."""

Verdict = Literal["continue", "H0", "H1"]
"""What a test says: play on, or which of the hypotheses is accepted."""

# An outcome that was never seen is taken for a rare one: a likelihood of 0 would decide alone.
_UNSEEN = 1e-3
_ROUNDS = 30
_HALVINGS = 48
# Beyond it an expected score is 0 or 1 to the last digit.
_LARGEST_ELO = 5000
_CLOSE = 1e-9
# One point of Elo in units of a natural logarithm, and the factor between both.
_ELO = math.log(10) / 400
_NORMALIZED_ELO = math.log(10) / 800


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of `elo1` against `elo0`.

    Attributes:
        elo0: The strength difference in Elo if the change is worth nothing.
        elo1: The difference if it is worth something; above `elo0`.
        alpha: How often H1 is accepted where `elo0` is true.
        beta: How often H0 is accepted where `elo1` is true.
        model: What Elo means. `logistic`: the expected score is `1 / (1 + 10 ** (-elo / 400))`.
            `normalized`: a game's expected score less one half, in units of a game's standard
            deviation, times `800 / ln 10`; the number of games needed then hardly depends on how
            many of them are drawn.

    Raises:
        ValueError: A number is out of its range.

    Example:
        >>> test = Sprt(elo0=0, elo1=10)
        >>> low, high = test.bounds()
        >>> round(low, 3), round(high, 3)
        (-2.944, 2.944)
        >>> test.verdict([2, 20, 60, 60, 20])
        'H1'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        if not -_LARGEST_ELO <= self.elo0 < self.elo1 <= _LARGEST_ELO:
            raise ValueError(f"elo0 is less than elo1, and both within {_LARGEST_ELO}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise ValueError("alpha and beta are above 0, and their sum below 1")
        if self.model not in get_args(Model):
            raise ValueError(f"model is logistic or normalized, not {self.model!r}")

    def bounds(self) -> tuple[float, float]:
        """Get what the ratio must fall below for H0, and reach for H1 (Wald's bounds).

        Example:
            >>> Sprt(0, 5, alpha=0.1, beta=0.1).bounds()[1] == math.log(9)
            True
        """
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, pairs: Sequence[int]) -> float:
        """Compute the logarithm of the likelihood ratio.

        Args:
            pairs: How many pairs of games gave 0, 0.5, 1, 1.5 and 2 points.

        Returns:
            The ratio's logarithm; 0 before the first pair.

        Example:
            >>> Sprt(-10, 10).llr([1, 5, 20, 5, 1])
            0.0
        """
        count = sum(pairs)
        if count == 0:
            return 0.0
        seen = [max(float(pair), _UNSEEN) for pair in pairs]
        total = sum(seen)
        # The value of each outcome, as the mean of its games, and how often it was seen.
        outcomes = [index / (len(seen) - 1) for index in range(len(seen))]
        shares = [value / total for value in seen]
        if self.model == "logistic":
            likely = [_with_mean(outcomes, shares, _score(elo)) for elo in (self.elo0, self.elo1)]
        else:
            games = math.sqrt(2)
            likely = [
                _with_ratio(outcomes, shares, games * _NORMALIZED_ELO * elo)
                for elo in (self.elo0, self.elo1)
            ]
        ratio = sum(
            share * math.log(one / zero) for share, zero, one in zip(shares, *likely, strict=True)
        )
        return float(round(total * ratio, 12)) + 0.0

    def verdict(self, pairs: Sequence[int]) -> Verdict:
        """Tell whether the test has ended, and how.

        Example:
            >>> Sprt(0, 10).verdict([0, 0, 1, 0, 0])
            'continue'
        """
        low, high = self.bounds()
        llr = self.llr(pairs)
        return "H1" if llr >= high else "H0" if llr <= low else "continue"


def _score(elo: float) -> float:
    """Get the expected score of a difference in Elo."""
    return 1 / (1 + math.exp(-_ELO * elo))


def _with_mean(outcomes: list[float], shares: list[float], mean: float) -> list[float]:
    """Find the distribution with this mean under which what was seen is likeliest."""
    return _tilted(shares, [outcome - mean for outcome in outcomes])


def _with_ratio(outcomes: list[float], shares: list[float], ratio: float) -> list[float]:
    """Find the likeliest distribution whose mean is so many deviations above one half.

    The condition is not linear in the distribution: it is replaced by its tangent at the last
    guess, until the guess stays.
    """
    guess = [1 / len(outcomes)] * len(outcomes)
    for _ in range(_ROUNDS):
        mean, deviation = _moments(outcomes, guess)
        tangent = [
            outcome - 0.5 - ratio * deviation * (1 + ((outcome - mean) / deviation) ** 2) / 2
            for outcome in outcomes
        ]
        better = _tilted(shares, tangent)
        moved = max(abs(new - old) for new, old in zip(better, guess, strict=True))
        guess = better
        if moved < _CLOSE:
            break
    return guess


def _moments(outcomes: list[float], shares: list[float]) -> tuple[float, float]:
    """Get the mean and the standard deviation of a distribution."""
    mean = sum(outcome * share for outcome, share in zip(outcomes, shares, strict=True))
    variance = sum(
        share * (outcome - mean) ** 2 for outcome, share in zip(outcomes, shares, strict=True)
    )
    return mean, math.sqrt(variance)


def _tilted(shares: list[float], values: list[float]) -> list[float]:
    """Find the distribution that gives `values` the mean 0 and is likeliest given `shares`.

    It is `share / (1 + tilt * value)`, by Lagrange's multiplier; the tilt is where the mean is 0.
    """
    lowest, highest = min(values), max(values)

    def mean(tilt: float) -> float:
        pairs = zip(shares, values, strict=True)
        return sum(share * value / (1 + tilt * value) for share, value in pairs)

    # All denominators are positive between these two, and the mean falls all the way.
    tilt = _root(mean, -1 / highest, -1 / lowest)
    return [share / (1 + tilt * value) for share, value in zip(shares, values, strict=True)]


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Find where a falling function is 0, by halving; its ends are not looked at."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
