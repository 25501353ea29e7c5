"""What a search tells, on its way and at its end."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from furyhouse.score import Score

if TYPE_CHECKING:
    from furyhouse._core import Move

__all__ = ["Info", "RootMove", "SearchResult"]


@dataclass(frozen=True, slots=True)
class Info:
    """News from a running search: one line of play with its score.

    Attributes:
        depth: The depth of the iteration in plies.
        seldepth: The deepest ply reached, quiescence included.
        multipv: Which of the best lines this is, from 1.
        score: The line's score from the mover's side.
        bound: `"exact"`, or `"lower"` when the true score is at least this, `"upper"` when it is at
            most this.
        nodes: Positions played so far, by all threads.
        time: Seconds since the search began.
        nps: Positions played a second.
        hashfull: How full the table is with this search's entries, in permille.
        pv: The line of play, the mover's move first.

    Example:
        >>> from furyhouse import Board, Engine, Limit
        >>> heard = []
        >>> _ = Engine(1).search(Board(), Limit(depth=2), on_info=heard.append)
        >>> heard[-1].depth, heard[-1].pv[0] in Board().legal_moves
        (2, True)
    """

    depth: int
    seldepth: int
    multipv: int
    score: Score
    bound: Literal["exact", "lower", "upper"]
    nodes: int
    time: float
    nps: int
    hashfull: int
    pv: "list[Move]"


class RootMove(NamedTuple):
    """A move of the searched position and what the search found out about it.

    Attributes:
        move: The move.
        score: Its score from the mover's side; only a bound unless `exact`.
        exact: Whether the score is the search's exact one.

    Example:
        >>> from furyhouse import Board, Engine, Limit
        >>> result = Engine(1).search(Board(), Limit(depth=2))
        >>> result.root_moves[0].move == result.move, result.root_moves[0].exact
        (True, True)
    """

    move: "Move"
    score: Score
    exact: bool


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes:
        move: The best move; None when the game is over.
        ponder: The reply that the search expects, or None.
        pv: Best play for both sides as far as it is known; it begins with `move`.
        depth: Plies searched in full; 0 when the search was stopped before the first.
        seldepth: The deepest ply reached, quiescence included.
        nodes: Positions played, by all threads.
        time: Seconds from the call to the answer.
        score: The score of `move` from the mover's side. It is 0 and says nothing where nothing
            was searched: of a bot's move from its opening book or by lot, with 0 `nodes`.
        root_moves: All moves searched, the best first, with their scores of one iteration; too many
            to be shown by `repr`.
        hashfull: How full the table is with this search's entries, in permille.
        from_book: Whether the move is a bot's from its opening book, and nothing was searched.

    Example:
        >>> from furyhouse import Board, Engine, Limit
        >>> board = Board("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1")
        >>> result = Engine(1).search(board, Limit(depth=3))
        >>> result.move, result.score.mate()
        (Move.from_uci('N@f7'), 1)
    """

    move: "Move | None"
    ponder: "Move | None"
    pv: "list[Move]"
    depth: int
    seldepth: int
    nodes: int
    time: float
    score: Score
    root_moves: list[RootMove] = field(repr=False)
    hashfull: int
    from_book: bool = False
