"""The evaluation of a position without a search, and what it is made of."""

from typing import NamedTuple

from furyhouse._core import WHITE, Board, evaluation_terms

__all__ = ["Evaluation", "Term", "evaluate"]


class Term(NamedTuple):
    """A part of an evaluation.

    Attributes:
        name: What it is, in a word.
        white: Its sum for white.
        black: Its sum for black.

    Example:
        >>> Term("material", 3000, 2900).name
        'material'
    """

    name: str
    white: int
    black: int


class Evaluation(NamedTuple):
    """What a position is worth without a search.

    Attributes:
        terms: The terms in centipawns; the last, `king`, is what the danger of that side's king
            costs it.
        danger: What the danger of each king is made of, in units: a danger of `u`, cut to 0 to
            1,100, costs `u * (u + 128) / 1024` centipawns.
        white: The value from white's side, in centipawns: the sum of the terms, white's less
            black's.
        mover: The same from the side to move.
        caveat: A sentence on what the numbers do not see: that the side to move is in check or
            mated, or that the game is over. Empty where there is nothing of the kind.

    Example:
        >>> from furyhouse import Board
        >>> found = evaluate(Board())
        >>> found.white == found.mover == sum(term.white - term.black for term in found.terms)
        True
    """

    terms: tuple[Term, ...]
    danger: tuple[Term, ...]
    white: int
    mover: int
    caveat: str = ""

    def lines(self) -> list[str]:
        """Write a table for people, and the caveat below it.

        Example:
            >>> from furyhouse import Board
            >>> evaluate(Board()).lines()[0].split()
            ['in', 'centipawns', 'white', 'black', 'sum']
        """
        return [
            f"{'in centipawns':14}{'white':>8}{'black':>8}{'sum':>8}",
            *(
                f"{name:14}{white:8}{black:8}{white - black:+8}"
                for name, white, black in self.terms
            ),
            f"{'for white':14}{self.white:+24}",
            f"{'for the mover':14}{self.mover:+24}",
            "",
            f"{'king in danger':14}{'white':>8}{'black':>8}",
            *(f"{name:14}{white:8}{black:8}" for name, white, black in self.danger),
            *(["", self.caveat] if self.caveat else []),
        ]


def evaluate(board: Board) -> Evaluation:
    """Evaluate a position as the search does at the end of its lines.

    Args:
        board: The position. Checks, mates and exchanges are not looked at; a search has to find
            those.

    Example:
        >>> from furyhouse import Board
        >>> evaluate(Board("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1")).caveat
        'Black is in check, which these numbers do not see; a search does.'
        >>> knight_up = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1"
        >>> evaluate(Board(knight_up)).white > 400
        True
    """
    raw, mover = evaluation_terms(board)
    terms, danger = (
        tuple(Term(name, white, black) for name, inside, white, black in raw if inside == kind)
        for kind in (False, True)
    )
    white = mover if board.turn == WHITE else -mover
    return Evaluation(terms, danger, white, mover, _caveat(board))


def _caveat(board: Board) -> str:
    """Tell what the evaluation of a position does not see."""
    side = "White" if board.turn == WHITE else "Black"
    if board.is_checkmate():
        return f"{side} is mated, which these numbers do not see."
    if (outcome := board.outcome()) is not None:
        reason = outcome.termination.name.lower().replace("_", " ")
        return f"The game is over ({reason}), which these numbers do not see."
    if board.is_check():
        return f"{side} is in check, which these numbers do not see; a search does."
    return ""
