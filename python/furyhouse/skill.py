"""How well furyhouse plays: levels from nearly at random to full strength, and their Elo."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from furyhouse._core import elo_for_level, level_for_elo, skill_levels

__all__ = ["FULL_ELO", "FULL_LEVEL", "LEVELS", "MIDDLE_ELO", "Level", "Skill"]


class Level(NamedTuple):
    """A step of the ladder from random play to full strength.

    Attributes:
        elo: The strength, on furyhouse's own scale; docs/levels.md tells how it was measured.
        forcing: How many of a hundred captures, promotions and checks are noticed at all.
        quiet: How many of a hundred other moves are noticed, drops among them.
        depth: The greatest depth of a search, in plies; quiescence goes beyond it.
        nodes: The most positions that a search may play; None where the depth alone bounds it.
        slack: How many centipawns a move may be worse than the best and still be played, in a
            position that is even.

    Example:
        >>> LEVELS[0].depth
        1
    """

    elo: int
    forcing: int
    quiet: int
    depth: int
    nodes: int | None
    slack: int


_RAW_LEVELS, FULL_ELO = skill_levels()

LEVELS: tuple[Level, ...] = tuple(Level(*raw) for raw in _RAW_LEVELS)
"""The levels below full strength, weakest first."""

FULL_LEVEL = len(LEVELS)
"""The level of full strength."""

MIDDLE_ELO = LEVELS[FULL_LEVEL // 2].elo
"""The strength in Elo of who wants a weaker player and says no more."""

_MOST_SEED = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Skill:
    """How well to play, and the seed of what is overlooked and misjudged.

    The same position with the same moves before it, level and seed gets the same move every time,
    unless time runs out.

    Attributes:
        level: From 0, nearly at random, to 20, full strength. A level in between is played by
            playing the upper one in so many of a hundred positions.
        seed: A whole number from 0 to 2**64 - 1.

    Raises:
        TypeError: The level is no number, or the seed is not whole.
        ValueError: The level or the seed is out of its range.

    Example:
        >>> from furyhouse import Board, Engine, Limit
        >>> skill = Skill(level=3, seed=7)
        >>> engine = Engine(1)
        >>> results = [engine.search(Board(), Limit(time=5.0), skill=skill) for _ in range(2)]
        >>> results[0].move == results[1].move
        True
    """

    level: float = float(FULL_LEVEL)
    seed: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.level, bool) or not isinstance(self.level, int | float):
            raise TypeError(f"level is a number from 0 to {FULL_LEVEL}, not {self.level!r}")
        if not 0 <= self.level <= FULL_LEVEL:
            raise ValueError(f"level is from 0 to {FULL_LEVEL}, not {self.level}")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise TypeError(f"seed is a whole number, not {self.seed!r}")
        if not 0 <= self.seed <= _MOST_SEED:
            raise ValueError(f"seed is from 0 to {_MOST_SEED}, not {self.seed}")

    @classmethod
    def from_elo(cls, elo: float, seed: int = 0) -> "Skill":
        """Make the skill of a strength in Elo, between two levels on a straight line.

        What lies outside the levels counts as the nearer end.

        Raises:
            TypeError: The Elo is no number.
            ValueError: The Elo is not a number that can be compared, or the seed is out of range.

        Example:
            >>> Skill.from_elo(LEVELS[5].elo).level
            5.0
        """
        if isinstance(elo, bool) or not isinstance(elo, int | float):
            raise TypeError(f"elo is a number, not {elo!r}")
        if math.isnan(elo):
            raise ValueError("elo is a number, not nan")
        return cls(level_for_elo(min(max(elo, LEVELS[0].elo), FULL_ELO)), seed)

    @property
    def elo(self) -> float:
        """The strength in Elo; see `Level`.

        Example:
            >>> Skill(20).elo == FULL_ELO
            True
        """
        return elo_for_level(self.level)

    @property
    def is_full(self) -> bool:
        """Whether this is full strength.

        Example:
            >>> Skill(20).is_full, Skill(19.5).is_full
            (True, False)
        """
        return self.level == FULL_LEVEL
