"""Fast games led by python-chess in either protocol: against moves by lot, or of two engines."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import chess
import chess.engine
import chess.variant

from engine_process import COMMAND

# How many games of two engines each protocol plays; all two hundred take some minutes.
GAMES = "FURYHOUSE_GAMES"
FEW_GAMES = 6
Pair = tuple[chess.engine.SimpleEngine, chess.engine.SimpleEngine]

# Enough to end most games; what is not over then shows nothing new.
LONGEST = 200


def play_fast_games(
    engine: chess.engine.SimpleEngine,
    part: int,
    games: int,
    limits: Sequence[chess.engine.Limit],
    *,
    ponder_every: int,
) -> None:
    """Play games in both colours; every move, and every one to ponder on, must be legal."""
    chance = random.Random(part)  # noqa: S311 - nothing to guard
    mates = Counter[bool]()
    for number in range(games):
        color = bool(number % 2)
        board = chess.variant.CrazyhouseBoard()
        while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
            if board.turn == color:
                limit = limits[(number + part) % len(limits)]
                ponder = number % ponder_every == 0
                played = engine.play(board, limit, game=(part, number), ponder=ponder)
                assert played.move is not None
                assert not played.resigned
                board.push(played.move)
                assert played.ponder is None or board.is_legal(played.ponder)
            else:
                board.push(chance.choice(list(board.legal_moves)))
        assert board.is_game_over(claim_draw=True) or board.ply() >= LONGEST
        if board.is_checkmate():
            mates[board.turn != color] += 1
    # Two plies or a millisecond may overlook a mate that the lot then finds, but not often.
    assert mates[True] > 2
    assert mates[False] <= 2


@dataclass
class Played:
    """What came of the games of two engines.

    Attributes:
        games: How many there were.
        pondered: In how many of them both engines thought on each other's time.
        plies: How many moves were made.
        hits: How many of them were the ones that were pondered on.
        results: The games by their results.
    """

    games: int
    pondered: int
    plies: int
    hits: int
    results: Counter[str]


def games_to_play() -> int:
    """Tell how many games of two engines are to be played in each protocol."""
    return int(os.environ.get(GAMES, FEW_GAMES))


@contextmanager
def engines(protocol: str) -> Iterator[Pair]:
    """Start two engines that speak a protocol."""
    popen: dict[str, Callable[[list[str]], chess.engine.SimpleEngine]] = {
        "uci": chess.engine.SimpleEngine.popen_uci,
        "xboard": chess.engine.SimpleEngine.popen_xboard,
    }
    with popen[protocol]([*COMMAND]) as one, popen[protocol]([*COMMAND]) as other:
        yield one, other


def play_itself(both: Pair, games: int) -> Played:
    """Let two engines play each other, with changing colours and pondering in every second game.

    Every move, and every one to ponder on, must be legal; what python-chess takes for an error, it
    raises.
    """
    limits = (
        chess.engine.Limit(nodes=300),
        chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.01, black_inc=0.01),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(time=0.005),
    )
    played = Played(games, 0, 0, 0, Counter())
    for number in range(games):
        pondering = number % 2 == 1
        # Four games with each limit: both colours, with and without pondering.
        limit = limits[number // 4 % len(limits)]
        white = both[number // 2 % 2], both[1 - number // 2 % 2]
        board = chess.variant.CrazyhouseBoard()
        expected: chess.Move | None = None
        while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
            mover = white[board.ply() % 2]
            made = mover.play(board, limit, game=number, ponder=pondering)
            assert made.move is not None
            assert not made.resigned
            assert not made.draw_offered
            played.hits += made.move == expected
            expected = made.ponder
            board.push(made.move)
            assert expected is None or board.is_legal(expected)
            played.plies += 1
        played.pondered += pondering
        played.results[board.result(claim_draw=True)] += 1
    return played
