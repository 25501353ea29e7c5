"""How well a bot is to play, by a level or by Elo."""

from furyhouse.skill import FULL_LEVEL, MIDDLE_ELO, Skill

__all__ = ["Strength"]


class Strength:
    """The level to play at, and whether an Elo stands in its place.

    Example:
        >>> from furyhouse.skill import LEVELS
        >>> strength = Strength()
        >>> strength.level
        20
        >>> strength.set_elo(LEVELS[7].elo)
        >>> strength.limit(on=True)
        >>> strength.level
        7.0
    """

    def __init__(self) -> None:
        self._level: float = FULL_LEVEL
        self._elo: float = MIDDLE_ELO
        self._limited = False

    @property
    def level(self) -> float:
        """The level to play at."""
        return Skill.from_elo(self._elo).level if self._limited else self._level

    def set_level(self, level: float) -> None:
        """Set the level; it holds while the strength is not limited."""
        self._level = level

    def set_elo(self, elo: float) -> None:
        """Set the Elo; it holds while the strength is limited."""
        self._elo = elo

    def limit(self, *, on: bool) -> None:
        """Let the Elo hold, or the level."""
        self._limited = on
