"""What a position is worth: centipawns, a mate, and the chances to win that go with them."""

import math
from functools import total_ordering
from typing import TYPE_CHECKING, NamedTuple, overload

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Score", "Wdl"]

# Fitted by `scripts/fit_chances.py` to furyhouse's own games: the score at which the chance to win
# is one half, and how fast the chance grows.
DRAW_WIDTH = 27.7
CHANCE_WIDTH = 425.1

_PERMILLE = 1000


class Wdl(NamedTuple):
    """Chances to win, draw and lose, in permille, from one side's view.

    Attributes:
        wins: Games won of a thousand.
        draws: Games drawn.
        losses: Games lost.

    Example:
        >>> Wdl(600, 20, 380).expectation()
        0.61
    """

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """Get the sum of the three: 1000.

        Example:
            >>> Wdl(600, 20, 380).total()
            1000
        """
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """Get the chance to win, from 0 to 1.

        Example:
            >>> Wdl(600, 20, 380).winning_chance()
            0.6
        """
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """Get the chance to draw, from 0 to 1.

        Example:
            >>> Wdl(600, 20, 380).drawing_chance()
            0.02
        """
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """Get the chance to lose, from 0 to 1.

        Example:
            >>> Wdl(600, 20, 380).losing_chance()
            0.38
        """
        return self.losses / self.total()

    def expectation(self) -> float:
        """Get the points to expect, from 0 to 1: a draw is half a point.

        Example:
            >>> Wdl(0, 1000, 0).expectation()
            0.5
        """
        return (self.wins + self.draws / 2) / self.total()

    def __neg__(self) -> "Wdl":
        return Wdl(self.losses, self.draws, self.wins)


def _chance(score: float) -> float:
    """Get the chance to win with a score, counted from the score of even chances."""
    # Beyond this nothing is left to a thousandth.
    x = max(-_STEEPEST, min(score / CHANCE_WIDTH, _STEEPEST))
    return 1 / (1 + math.exp(-x))


_STEEPEST = 30.0


@total_ordering
class Score:
    """A score from one side's view: centipawns, or a mate in so many moves.

    Scores are ordered: being mated soon < being mated later < centipawns < mating later < mating
    soon. A minus changes the side.

    Args:
        centipawns: The score in centipawns; positive is good.
        mate: The moves to mate: positive when the side gives it, negative when it suffers it, 0
            when it is mated now. One of the two is given.

    Raises:
        ValueError: Both are given, or none.

    Example:
        >>> Score(mate=-1) < Score(-50) < Score(200) < Score(mate=4) < Score(mate=1)
        True
        >>> str(Score(35)), str(Score(mate=3)), str(-Score(mate=3))
        ('+0.35', '#3', '#-3')
    """

    __slots__ = ("_centipawns", "_given", "_mate")

    def __init__(self, centipawns: int | None = None, *, mate: int | None = None) -> None:
        if (centipawns is None) == (mate is None):
            raise ValueError("a score is in centipawns or a mate, one of the two")
        self._centipawns = centipawns
        self._mate = mate
        # Whether this is the other side's view of a mate on the board, which is as good as can be.
        self._given = False

    def mate(self) -> int | None:
        """Get the moves to mate, negative when mated, 0 for a mate on the board; None without one.

        Example:
            >>> Score(mate=2).mate(), Score(50).mate()
            (2, None)
        """
        return self._mate

    def is_mate(self) -> bool:
        """Tell whether this is a mate.

        Example:
            >>> Score(mate=-4).is_mate()
            True
        """
        return self._mate is not None

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Get the centipawns; a mate is None, or counted down from `mate_score` if that is given.

        Example:
            >>> Score(-300).score(), Score(mate=5).score(), Score(mate=5).score(mate_score=100_000)
            (-300, None, 99995)
        """
        if self._mate is None:
            return self._centipawns
        if mate_score is None:
            return None
        if self._mate > 0 or self._given:
            return mate_score - self._mate
        return -mate_score - self._mate

    def wdl(self) -> Wdl:
        """Get the chances to win, draw and lose that go with the score; a mate is certain.

        The chances are those of furyhouse against itself at a second or so for a game, so they tell
        what a score is worth, and not how two people would fare. At equality a third of them would


        Example:
            >>> Score(0).wdl().expectation()
            0.5
            >>> Score(mate=-3).wdl()
            Wdl(wins=0, draws=0, losses=1000)
        """
        if self._mate is not None:
            wins = _PERMILLE if self._mate > 0 or self._given else 0
            return Wdl(wins, 0, _PERMILLE - wins)
        score = self._centipawns or 0
        wins = round(_PERMILLE * _chance(score - DRAW_WIDTH))
        losses = round(_PERMILLE * _chance(-score - DRAW_WIDTH))
        return Wdl(wins, _PERMILLE - wins - losses, losses)

    def _key(self) -> tuple[int, int]:
        """Get what orders scores: the kind of score first."""
        if self._mate is None:
            return (0, self._centipawns or 0)
        return (1 if self._mate > 0 or self._given else -1, -self._mate)

    def __neg__(self) -> "Score":
        if self._mate is None:
            return Score(-(self._centipawns or 0))
        negated = Score(mate=-self._mate)
        negated._given = self._mate == 0 and not self._given
        return negated

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        if self._mate is None:
            return f"{(self._centipawns or 0) / 100:+.2f}"
        return f"#{self._mate}"

    def __repr__(self) -> str:
        if self._mate is None:
            return f"Score({self._centipawns})"
        return f"-Score(mate={self._mate})" if self._given else f"Score(mate={self._mate})"

    def __reduce__(self) -> "tuple[Callable[..., Score], tuple[int | None, int | None, bool]]":
        return _restore_score, (self._centipawns, self._mate, self._given)


def _restore_score(centipawns: int | None, mate: int | None, given: bool) -> Score:  # noqa: FBT001 - only pickle calls it
    """Rebuild a pickled score."""
    score = Score(centipawns, mate=mate)
    score._given = given  # noqa: SLF001 - of this very module
    return score
