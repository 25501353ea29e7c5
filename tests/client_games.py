"""Fast games between an engine that python-chess drives and moves by lot, in either protocol."""

import random
from collections import Counter
from collections.abc import Sequence

import chess
import chess.engine
import chess.variant

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
