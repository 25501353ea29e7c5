"""What a match says about strength: score, Elo with its error, and the likelihood of superiority.

The games of a pair begin with the same opening, so they are not independent: a pair counts as one
observation. The variance is that of a ratio of sums over such observations, which is the
pentanomial one where all pairs are whole and the trinomial one where all games stand alone, and
covers what lies between, when a game of a pair was not counted.

Sources: M. Van den Bergh, "The pentanomial model" (hardy.uhasselt.be/Fishtest); W. G. Cochran,
Sampling Techniques (1977), chapter 6, for the ratio; E. B. Wilson, JASA 22 (1927), for his
interval.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Statistics", "elo_of", "score_of", "wilson"]

# The two-sided 95 % quantile of the normal distribution.
_Z95 = 1.959963984540054
_OUTCOMES = 5
# What a win, a draw and a loss are worth.
_POINTS = (1.0, 0.5, 0.0)


def elo_of(score: float) -> float:
    """Get the difference in Elo that gives this expected score (the logistic model).

    Example:
        >>> elo_of(0.5), round(elo_of(0.75), 1), elo_of(1.0)
        (0.0, 190.8, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Get the expected score of a difference in Elo, the inverse of `elo_of`.

    Example:
        >>> score_of(0), round(score_of(100), 4)
        (0.5, 0.6401)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def wilson(points: float, games: int, z: float = _Z95) -> tuple[float, float]:
    """Compute Wilson's interval for a share, as if every game were independent and won or lost.

    Args:
        points: The points; halves may be among them.
        games: The games; at least 1.
        z: The quantile; that of 95 % if not given.

    Returns:
        The lower and the upper end of the interval.

    Example:
        >>> [round(end, 4) for end in wilson(193, 196)]
        [0.956, 0.9948]
    """
    share = points / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # Rounding would leave the ends of the range by a hair.
    low = 0.0 if points == 0 else (middle - width) / scale
    high = 1.0 if points == games else (middle + width) / scale
    return low, high


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counts of a match from the first engine's side, and what follows from them.

    Attributes:
        wins: Games won.
        draws: Games drawn.
        losses: Games lost.
        pairs: How many pairs of games gave 0, 0.5, 1, 1.5 and 2 points; whole pairs only.
        lone: The wins, draws and losses that are in no whole pair; where there are no pairs, all.

    Raises:
        ValueError: The pairs and the lone games are not as many as the games.

    Example:
        >>> seen = Statistics.of([(1.0, 0.5), (1.0, 0.0), (1.0,)])
        >>> seen.wins, seen.draws, seen.losses, seen.pairs
        (3, 1, 1, (0, 0, 1, 1, 0))
        >>> seen.points, seen.score
        (3.5, 0.7)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0,) * _OUTCOMES
    lone: tuple[int, int, int] | None = None

    def __post_init__(self) -> None:
        in_pairs = 2 * sum(self.pairs)
        if self.lone is None:
            lone = (0, 0, 0) if in_pairs else (self.wins, self.draws, self.losses)
            object.__setattr__(self, "lone", lone)
        if in_pairs + sum(self.lone or ()) != self.games:
            raise ValueError("the pairs and the lone games are not as many as the games")

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, ...]]) -> "Statistics":
        """Count pairs of games.

        Args:
            pairs: For each pair the points of its games that count: two, one or none.

        Example:
            >>> Statistics.of([(0.5, 0.5)]).pairs
            (0, 0, 1, 0, 0)
        """
        results, lone = Counter[float](), Counter[float]()
        counts = [0] * _OUTCOMES
        for pair in pairs:
            results.update(pair)
            if len(pair) == 2:  # noqa: PLR2004 - a whole pair
                counts[round(2 * sum(pair))] += 1
            else:
                lone.update(pair)
        wins, draws, losses = (results[points] for points in _POINTS)
        alone = (lone[1.0], lone[0.5], lone[0.0])
        return cls(wins, draws, losses, tuple(counts), alone)

    @property
    def games(self) -> int:
        """The games that count.

        Example:
            >>> Statistics(wins=3, draws=1).games
            4
        """
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points of the first engine.

        Example:
            >>> Statistics(wins=3, draws=1).points
            3.5
        """
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The points for each game; one half without games.

        Example:
            >>> Statistics(wins=3, losses=1).score
            0.75
        """
        return self.points / self.games if self.games else 0.5

    @property
    def error(self) -> float:
        """The standard error of the score; 0 where no two observations differ.

        Example:
            >>> round(Statistics(wins=60, losses=40).error, 4)
            0.049
        """
        if not self.games:
            return 0.0
        mean = self.score
        squares = sum(count * (index / 2 - 2 * mean) ** 2 for index, count in enumerate(self.pairs))
        for points, count in zip(_POINTS, self.lone or (), strict=True):
            squares += count * (points - mean) ** 2
        return math.sqrt(squares) / self.games

    def score_interval(self, z: float = _Z95) -> tuple[float, float]:
        """Compute the interval of the score, cut off at 0 and 1.

        Where all observations are alike they say nothing about their spread, and the interval is
        Wilson's.

        Example:
            >>> [round(end, 4) for end in Statistics(wins=60, losses=40).score_interval()]
            [0.504, 0.696]
            >>> [round(end, 4) for end in Statistics(wins=10).score_interval()]
            [0.7225, 1.0]
        """
        if not self.games:
            return 0.0, 1.0
        if self.error == 0:
            low, high = wilson(self.points, self.games, z)
        else:
            low, high = self.score - z * self.error, self.score + z * self.error
        return max(low, 0.0), min(high, 1.0)

    @property
    def elo(self) -> float:
        """The difference in Elo that gives the score; infinite at 0 and 1.

        Example:
            >>> round(Statistics(wins=60, losses=40).elo, 1)
            70.4
        """
        return elo_of(self.score)

    def elo_interval(self, z: float = _Z95) -> tuple[float, float]:
        """Compute the interval of the difference in Elo.

        Example:
            >>> [round(end, 1) for end in Statistics(wins=60, losses=40).elo_interval()]
            [2.8, 143.9]
        """
        low, high = self.score_interval(z)
        return elo_of(low), elo_of(high)

    @property
    def elo_error(self) -> float:
        """Half the width of the 95 % interval of Elo, as tables show it after a ±.

        Example:
            >>> round(Statistics(wins=60, losses=40).elo_error, 1)
            70.6
        """
        low, high = self.elo_interval()
        return (high - low) / 2

    @property
    def normalized_elo(self) -> float:
        """The score above one half in standard deviations of a game, times 800 / ln 10.

        Example:
            >>> round(Statistics(wins=60, losses=40).normalized_elo, 1)
            70.9
        """
        deviation = self.error * math.sqrt(self.games)
        above = self.score - 0.5
        if deviation == 0:
            return 0.0 if above == 0 else math.copysign(math.inf, above)
        return above / deviation * 800 / math.log(10)

    @property
    def superiority(self) -> float:
        """The likelihood that the first engine is the stronger one, by the normal distribution.

        Where all observations are alike they say nothing about their spread, and it is Laplace's:
        that of a coin to fall this way more often than not, which has done so each time.

        Example:
            >>> round(Statistics(wins=60, losses=40).superiority, 4)
            0.9794
            >>> Statistics(wins=1).superiority, Statistics(losses=2).superiority
            (0.75, 0.125)
        """
        above = self.score - 0.5
        if self.error == 0:
            doubt = 0.5 ** (sum(self.pairs) + sum(self.lone or ()) + 1)
            return 0.5 if above == 0 else (1 - doubt if above > 0 else doubt)
        return (1 + math.erf(above / self.error / math.sqrt(2))) / 2
