"""Time as CECP tells it: `level`, `st`, `sd`, `nps`, `time`, `otim` made into a limit."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from furyhouse._core import WHITE
from furyhouse.engine import LONGEST_SECONDS
from furyhouse.protocol.game import Clock

if TYPE_CHECKING:
    from furyhouse.engine import Limit

__all__ = ["TimeControl", "whole_number"]

# ASCII digits, and after them no letter, `_` or digit of another script, as in 1_000.
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?![\w.])")
_BASE = re.compile(r"([0-9]+(?:\.[0-9]*)?)(?::([0-9]+(?:\.[0-9]*)?))?(?![\w.])")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_SECONDS_A_MINUTE = 60.0
_CENTISECONDS = 100.0
# What a move loses on its way is learnt quickly and forgotten slowly. When more than this is gone,
# somebody has set the clock.
_LAG_KEPT = 0.8
_LONGEST_LAG = 1.0
# Moves that are still to come, each of which will lose as much; and of what is left, the part that
# may be set aside for it.
_MOVES_EXPECTED = 25
_SET_ASIDE = 0.5


@dataclass(slots=True)
class TimeControl:
    """How much time the engine may take, and what the clocks show.

    The interface's `time` is the truth; between two of them the clock is kept here. All times are
    seconds.

    Attributes:
        session: Moves in a session of the control; 0 for the whole game.
        base: Time for a session; None where no `level` was given.
        increment: Time gained with every move.
        per_move: Exact time for a move, by `st`.
        depth: Greatest depth in plies, by `sd`.
        nps: Speed of a clock that counts nodes, by `nps`.
        own: What the engine has left.
        other: What its opponent has left.
        anchor: The ply from which the moves of a session count.
        lag: What a move loses between the engine and the interface's clock, as far as is known.
    """

    session: int = 0
    base: float | None = None
    increment: float = 0.0
    per_move: float | None = None
    depth: int | None = None
    nps: int | None = None
    own: float | None = None
    other: float | None = None
    anchor: int = 0
    lag: float = 0.0
    _spent_at: int | None = None

    def new_game(self, ply: int) -> None:
        """Reset the clocks, and forget the depth limit and the clock that counts nodes."""
        self.depth = None
        self.nps = None
        self._restart(ply)

    def set_level(self, arguments: str, ply: int) -> None:
        """Read `level MPS BASE INC`.

        The base is in minutes or minutes:seconds, the increment in seconds, both with fractions.

        Args:
            arguments: What came after the word; what follows a number (`25+5`) does not count.
            ply: The ply from which the moves of a session count.

        Raises:
            ValueError: There are no three numbers.
        """
        words = arguments.split()
        base = _BASE.match(words[1]) if len(words) > 1 else None
        if base is None:
            raise ValueError("expected a number of moves, a base time and an increment")
        session = max(int(_number(words[0])), 0)
        increment = max(_number(words[2]), 0.0) if len(words) > 2 else 0.0  # noqa: PLR2004
        seconds = float(base[1]) * _SECONDS_A_MINUTE + float(base[2] or 0)
        self.session, self.increment = session, increment
        self.base = min(seconds, LONGEST_SECONDS)
        self.per_move = None
        self._restart(ply)

    def set_per_move(self, arguments: str) -> None:
        """Read `st TIME`, in seconds with fractions, or `M:SS`; it ends a `level`.

        Raises:
            ValueError: There is no number.
        """
        minutes, colon, seconds = arguments.strip().partition(":")
        time = (
            _number(minutes) * _SECONDS_A_MINUTE + _number(seconds) if colon else _number(minutes)
        )
        self.per_move = max(time, 0.0)
        self.base = self.own = self.other = None
        self.session = 0
        self.increment = 0.0

    def set_depth(self, arguments: str) -> None:
        """Read `sd DEPTH`; a depth below 1 is no limit.

        Raises:
            ValueError: There is no number.
        """
        depth = int(_number(arguments))
        self.depth = depth if depth > 0 else None

    def set_nps(self, arguments: str) -> None:
        """Read `nps RATE`; 0 means the clock of the processor, for which the wall's does as well.

        Raises:
            ValueError: There is no number.
        """
        rate = int(_number(arguments))
        self.nps = rate if rate > 0 else None

    def set_own(self, arguments: str, ply: int) -> None:
        """Read `time N`, the engine's clock in centiseconds; it may be below zero.

        What it shows less than was reckoned after the last move was lost on the way.

        Args:
            arguments: What came after the word.
            ply: The ply of the position.

        Raises:
            ValueError: There is no number.
        """
        shown = _number(arguments) / _CENTISECONDS
        if self.own is not None and self._spent_at == ply and self.nps is None:
            lost = self.own - shown
            if lost <= _LONGEST_LAG:
                self.lag = max(lost, _LAG_KEPT * self.lag, 0.0)
        self._spent_at = None
        self.own = shown

    def set_other(self, arguments: str) -> None:
        """Read `otim N`, the opponent's clock in centiseconds.

        Raises:
            ValueError: There is no number.
        """
        self.other = _number(arguments) / _CENTISECONDS

    def limit(self, turn: bool, ply: int, *, spent: float = 0.0, ponder: bool = False) -> "Limit":  # noqa: FBT001
        """Make the limit for a search of the engine's own move.

        Args:
            turn: The colour to move, which is the engine's.
            ply: The ply of the position that is searched.
            spent: Time that this move has taken already.
            ponder: Whether the search runs on the opponent's time at first.

        Returns:
            The limit. Without any control it has no bound but the depth, if that is set.
        """
        if self.per_move is not None:
            left = max(self.per_move - spent, 0.0)
            return Clock().limit(time=left, depth=self.depth, nps=self.nps, ponder=ponder)
        if self.own is None:
            return Clock().limit(depth=self.depth, nps=self.nps, ponder=ponder)
        to_go = self.session - self._moves_done(ply) if self.session else None
        own, increment = self._without_lag(self.own - spent, to_go)
        other = self.other if self.other is not None else self.own
        white, black = (own, other) if turn == WHITE else (other, own)
        clock = Clock(white, black, increment, increment, to_go)
        return clock.limit(depth=self.depth, nps=self.nps, ponder=ponder)

    def spend(self, seconds: float, ply: int) -> None:
        """Take the time of a move of the engine off its clock.

        Args:
            seconds: How long the move took.
            ply: The ply of the position in which it was made.
        """
        if self.own is None:
            return
        self.own += self.increment - seconds
        self._spent_at = ply + 1
        if self.session and self.base is not None and self._moves_done(ply) == self.session - 1:
            self.own += self.base

    def _restart(self, ply: int) -> None:
        """Set both clocks to the base, and count the moves of a session from here.

        With no time at all, as python-chess writes half a second left, a clock is not known until
        the interface shows it: the next game is not to be played in no time.
        """
        self.own = self.other = self.base if self.base or self.increment else None
        self.anchor = ply
        self._spent_at = None

    def _without_lag(self, own: float, to_go: int | None) -> tuple[float, float]:
        """Take off the clock and the increment what the moves to come will lose on their way."""
        missing = max(self.lag - self.increment, 0.0) * min(
            to_go or _MOVES_EXPECTED, _MOVES_EXPECTED
        )
        return own - max(min(missing, own * _SET_ASIDE), 0.0), max(self.increment - self.lag, 0.0)

    def _moves_done(self, ply: int) -> int:
        """Count the mover's moves in the session that is played at a ply."""
        return (ply - self.anchor) // 2 % self.session


def whole_number(text: str) -> int:
    """Read a whole number: a sign or none, and ASCII digits.

    Raises:
        ValueError: It is none; `int` alone would take 1_000 and the digits of every script.

    Example:
        >>> whole_number(" -12")
        -12
    """
    text = text.strip()
    if _WHOLE.fullmatch(text) is None:
        raise ValueError("expected a whole number")
    return int(text)


def _number(text: str) -> float:
    """Read a number at the beginning of a text, whatever follows it."""
    match = _NUMBER.match(text.strip())
    if match is None:
        raise ValueError("expected a number")
    return max(-LONGEST_SECONDS, min(float(match[0]), LONGEST_SECONDS))
