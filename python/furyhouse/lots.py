"""What a bot draws by lot: random moves, one of several good moves, and the seed of a game."""

from dataclasses import replace
from typing import TYPE_CHECKING

from furyhouse import logs
from furyhouse.report import SearchResult
from furyhouse.score import Score

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from furyhouse._core import Board, Move

__all__ = ["Lots"]

_SEED_BITS = 64


class Lots:
    """A generator of random choices that can be made to repeat them.

    Args:
        seed: Makes the choices repeatable; None takes a new start each time.

    Example:
        >>> Lots(5).index(3) == Lots(5).index(3)
        True
    """

    def __init__(self, seed: int | None) -> None:
        self.sow(seed)

    def sow(self, seed: int | None) -> None:
        """Begin the choices again."""
        self._seed = seed
        self._generator: random.Random | None = None
        self._game: int | None = None

    def new_game(self) -> None:
        """Take it that a new game begins: its seed will be another."""
        self._game = None

    def index(self, count: int) -> int:
        """Draw a number from 0 to `count` - 1, each as likely as another."""
        return self._start().randrange(count)

    def weighted(self, weights: "Sequence[int]") -> int:
        """Draw an index of these weights, each as often as its weight says.

        Example:
            >>> Lots(5).weighted([0, 3, 0])
            1
        """
        return self._start().choices(range(len(weights)), weights)[0]

    def game(self) -> int:
        """Get the seed of this game, the same until the next.

        Example:
            >>> lots = Lots(1)
            >>> first = lots.game()
            >>> lots.game() == first
            True
            >>> lots.new_game()
            >>> lots.game() == first
            False
        """
        if self._game is None:
            self._game = self._start().getrandbits(_SEED_BITS)
        return self._game

    def random_move(self, board: "Board", root_moves: "list[Move] | None") -> SearchResult:
        """Choose as the random style does: the first castling move, else any."""
        moves = [move for move in board.legal_moves if root_moves is None or move in root_moves]
        move: Move | None = None
        if moves:
            castling = next((move for move in moves if board.is_castling(move)), None)
            move = castling or moves[self.index(len(moves))]
            logs.write(f"chose {move.uci()} by lot, in {board.fen()}")
        score = Score(mate=0) if board.is_checkmate() else Score(0)
        pv = [] if move is None else [move]
        return SearchResult(move, None, pv, 0, 0, 0, 0.0, score, [], 0)

    def break_ties(self, result: SearchResult, margin: int | None) -> SearchResult:
        """Draw one of the moves that are as good as the best; bounded scores take no part."""
        if result.move is None or margin is None:
            return result
        exact = [root for root in result.root_moves if root.exact]
        best = next((root.score for root in exact if root.move == result.move), None)
        if best is None:
            return result
        equals = [root for root in exact if _is_near(root.score, best, margin)]
        drawn = equals[self.index(len(equals))]
        if drawn.move == result.move:
            return result
        logs.write(f"drew {drawn.move.uci()} out of {len(equals)} moves", "debug")
        return replace(result, move=drawn.move, score=drawn.score, pv=[drawn.move], ponder=None)

    def _start(self) -> "random.Random":
        """Make the generator, if there is none."""
        if self._generator is None:
            import random  # noqa: PLC0415 - slow to import, and the first lot comes after the start

            self._generator = random.Random(self._seed)  # noqa: S311 - moves, not secrets
        return self._generator


def _is_near(score: Score, best: Score, margin: int) -> bool:
    """Tell whether a score is as good as the best: the same mate, or within the margin."""
    ours, theirs = score.score(), best.score()
    if ours is None or theirs is None:
        return score == best
    return theirs - ours <= margin
