"""The referee's clocks of one game."""

from dataclasses import dataclass, field

from furyhouse.lab.time_control import TimeControl

__all__ = ["Clock"]


@dataclass(slots=True)
class Clock:
    """One engine's clock.

    Attributes:
        control: What the engine may use.
        left: Seconds left before the next move; None without a clock.
        played: Moves it has played.

    Example:
        >>> clock = Clock(TimeControl.parse("2/10+1"))
        >>> clock.spend(4.0), clock.left, clock.moves_to_go
        (True, 7.0, 1)
        >>> clock.spend(7.5), clock.left
        (False, -0.5)
    """

    control: TimeControl
    left: float | None = field(init=False)
    played: int = 0

    def __post_init__(self) -> None:
        self.left = self.control.base

    @property
    def moves_to_go(self) -> int | None:
        """The moves up to the next time control; None when there is no more of them.

        Example:
            >>> Clock(TimeControl.parse("40/60")).moves_to_go
            40
        """
        moves = self.control.moves
        return None if moves is None else moves - self.played % moves

    @property
    def allowed(self) -> float | None:
        """The seconds that the next move may take; None for any.

        Example:
            >>> Clock(TimeControl(move_time=0.5)).allowed
            0.5
        """
        return self.control.move_time if self.left is None else self.left

    def spend(self, seconds: float, margin: float = 0.0) -> bool:
        """Take a move's time off the clock, and add what the move gains.

        Args:
            seconds: How long the move took.
            margin: Seconds that may be overstepped.

        Returns:
            Whether the engine was in time.

        Example:
            >>> clock = Clock(TimeControl(move_time=1.0))
            >>> clock.spend(1.1), clock.spend(1.1, margin=0.2)
            (False, True)
        """
        allowed = self.allowed
        self.played += 1
        late = allowed is not None and seconds > allowed + margin
        if self.left is not None:
            self.left -= seconds
        if late or self.left is None:
            return not late
        # What a margin forgave is forgiven: the next move has its increment.
        self.left = max(self.left, 0.0) + self.control.increment
        if self.control.moves is not None and self.played % self.control.moves == 0:
            self.left += self.control.base or 0.0
        return True
