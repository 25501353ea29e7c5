"""When to give a game up, and when to call it a draw: by the scores of one's own last moves."""

from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from furyhouse.options import Value
    from furyhouse.score import Score

__all__ = ["Manners", "Verdict"]

# One bad score may be a mistake of the search; a game that is even may need some moves to show it.
_RESIGN_MOVES = 3
_DRAW_MOVES = 5
# Nearly every opening is even.
_EARLIEST_DRAW = 20
_MATE = 1_000_000


class Verdict(Enum):
    """What a player makes of its game.

    Example:
        >>> Verdict.RESIGN.name
        'RESIGN'
    """

    PLAY_ON = auto()
    OFFER_DRAW = auto()
    RESIGN = auto()


class Manners:
    """Judges a game by the scores of the moves that were played.

    A score is that of the engine's own move, from its own side. Without options it never resigns
    and never offers a draw, and takes one where it stands no better than even.

    Example:
        >>> from furyhouse import Score
        >>> manners = Manners()
        >>> manners.set_option("Resign Score", 900)
        >>> [manners.judge(Score(-950), move).name for move in (30, 31, 32)]
        ['PLAY_ON', 'PLAY_ON', 'RESIGN']
        >>> manners.takes_draw(Score(-950)), manners.takes_draw(Score(10))
        (True, False)
    """

    def __init__(self) -> None:
        self._resign_score = 0
        self._draw_score = 0
        self._lost = 0
        self._even = 0

    def set_option(self, name: str, value: "Value") -> None:
        """Set `Resign Score` or `Draw Score`, in centipawns; 0 turns it off.

        Example:
            >>> from furyhouse import Score
            >>> manners = Manners()
            >>> manners.set_option("Draw Score", 20)
            >>> manners.takes_draw(Score(15))
            True
        """
        if name == "Resign Score":
            self._resign_score = int(value or 0)
        else:
            self._draw_score = int(value or 0)
        self.forget()

    def forget(self) -> None:
        """Forget the scores: the next are those of another game, or of the other side.

        Example:
            >>> Manners().forget()
        """
        self._lost = self._even = 0

    def judge(self, score: "Score | None", number: int) -> Verdict:
        """Judge the game by one move more.

        Args:
            score: The score of the move that is about to be played; None for one that has none, as
                an only move, or one by lot: it shows nothing, and the moves count on without it.
                With a mate for oneself no game is lost or even.
            number: The number of the move in the game.

        Returns:
            What to do before the move. After an offer, and after a resignation that was passed
            over, the moves count anew.

        Example:
            >>> Manners().judge(None, 1)
            <Verdict.PLAY_ON: 1>
        """
        if score is None:
            return Verdict.PLAY_ON
        points = _points(score)
        lost = self._resign_score and points <= -self._resign_score
        even = self._draw_score and abs(points) <= self._draw_score
        self._lost = self._lost + 1 if lost else 0
        self._even = self._even + 1 if even else 0
        if self._lost >= _RESIGN_MOVES:
            self.forget()
            return Verdict.RESIGN
        if self._even >= _DRAW_MOVES and number >= _EARLIEST_DRAW:
            self.forget()
            return Verdict.OFFER_DRAW
        return Verdict.PLAY_ON

    def takes_draw(self, score: "Score") -> bool:
        """Tell whether a draw that the opponent offers is taken at this score.

        Example:
            >>> from furyhouse import Score
            >>> Manners().takes_draw(Score(0)), Manners().takes_draw(Score(mate=3))
            (True, False)
        """
        return _points(score) <= self._draw_score


def _points(score: "Score") -> int:
    """Give a score in centipawns, a mate as more than any."""
    mate = score.mate()
    if mate is None:
        return score.score() or 0
    return _MATE if mate > 0 else -_MATE
