"""When the referee ends a game that the rules of chess have not ended."""

from dataclasses import dataclass, field

__all__ = ["Adjudication", "Adjudicator", "DrawRule", "WinRule"]


@dataclass(frozen=True, slots=True)
class WinRule:
    """When the referee ends a game that is won.

    Attributes:
        score: Centipawns that the loser thinks it is behind, at least.
        moves: The number of its moves in a row after which it has thought so.
        both: Whether the winner must have thought so too, in as many moves.

    Example:
        >>> WinRule(score=900, moves=4).both
        False
    """

    score: int
    moves: int = 3
    both: bool = False

    def __post_init__(self) -> None:
        if self.score < 1 or self.moves < 1:
            raise ValueError("a win by score needs score and moves of at least 1")


@dataclass(frozen=True, slots=True)
class DrawRule:
    """When the referee ends a game that is drawn.

    Attributes:
        score: Centipawns by which both engines think that the game differs from a draw, at most.
        moves: The number of moves in a row after which both have thought so.
        after: The first move of the game at which this counts.

    Example:
        >>> DrawRule(score=10, moves=8).after
        40
    """

    score: int
    moves: int = 8
    after: int = 40

    def __post_init__(self) -> None:
        if self.score < 0 or self.moves < 1 or self.after < 0:
            raise ValueError("a draw by score needs moves of at least 1 and no number below 0")


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When the referee ends a game that the rules of chess have not ended.

    Attributes:
        win: When a game counts as won by score; None for never.
        draw: When a game counts as drawn by score; None for never.
        max_moves: Moves of each side after which the game is drawn, the opening's moves not
            counted; None for no bound.

    Example:
        >>> Adjudication(max_moves=200).win is None
        True
    """

    win: WinRule | None = None
    draw: DrawRule | None = None
    max_moves: int | None = None

    def __post_init__(self) -> None:
        if self.max_moves is not None and self.max_moves < 1:
            raise ValueError("max_moves is at least 1")


@dataclass(slots=True)
class Adjudicator:
    """Listens to the scores of one game, and says when the referee ends it.

    Example:
        >>> rules = Adjudicator(Adjudication(win=WinRule(score=500, moves=2)))
        >>> for value in (30, -600, 620):
        ...     rules.hear(value)
        >>> rules.loser() is None
        True
        >>> rules.hear(-700)
        >>> rules.loser()
        1
    """

    rules: Adjudication
    # The scores of the side that moved first and of the other, in turn, each from its own side.
    scores: list[int | None] = field(default_factory=list)

    def hear(self, value: int | None) -> None:
        """Note the score of the next move, from the mover's side; None where it gave none.

        Example:
            >>> rules = Adjudicator(Adjudication(win=WinRule(score=500, moves=1)))
            >>> rules.hear(-500)
            >>> rules.loser()
            0
        """
        self.scores.append(value)

    def loser(self) -> int | None:
        """Tell who has lost by score: 0 for the side that moved first, 1 for the other, or None.

        Example:
            >>> rules = Adjudicator(Adjudication(win=WinRule(score=500, moves=1)))
            >>> rules.hear(-500)
            >>> rules.loser()
            0
        """
        rule = self.rules.win
        if rule is None or not self.scores:
            return None
        mover = (len(self.scores) - 1) % 2
        for side in (mover, 1 - mover):
            behind = self._all(side, rule.moves, most=-rule.score)
            ahead = not rule.both or self._all(1 - side, rule.moves, least=rule.score)
            if behind and ahead:
                return side
        return None

    def is_draw(self, move: int) -> bool:
        """Tell whether the game is drawn by score.

        Args:
            move: The number of the move in the game, from 1.

        Example:
            >>> rules = Adjudicator(Adjudication(draw=DrawRule(score=5, moves=1, after=0)))
            >>> rules.hear(3)
            >>> rules.hear(-5)
            >>> rules.is_draw(1)
            True
        """
        rule = self.rules.draw
        if rule is None or move < rule.after:
            return False
        return all(
            self._all(side, rule.moves, least=-rule.score, most=rule.score) for side in (0, 1)
        )

    def is_too_long(self) -> bool:
        """Tell whether both sides have made as many moves as a game may have.

        Example:
            >>> Adjudicator(Adjudication(max_moves=1), scores=[0, 0]).is_too_long()
            True
        """
        longest = self.rules.max_moves
        return longest is not None and len(self.scores) >= 2 * longest

    def _all(
        self, side: int, moves: int, *, least: int | None = None, most: int | None = None
    ) -> bool:
        """Tell whether a side's last scores are all in a range."""
        own = self.scores[side::2][-moves:]
        return len(own) == moves and all(
            score is not None
            and (least is None or score >= least)
            and (most is None or score <= most)
            for score in own
        )
