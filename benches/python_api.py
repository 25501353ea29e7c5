"""Times random games on furyhouse's Board beside python-chess's CrazyhouseBoard, in one run.

The loop is the same for both: list the legal moves, choose one at random, push it, ask for the
outcome. The two take turns, round by round. They list moves in different orders, so their games
differ, though not in kind. Times are of the processor, medians over rounds.

Run it with ``python benches/python_api.py``; python-chess must be installed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import chess
import chess.variant

import furyhouse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: Knuth's MMIX generator: its cost is part of the loop, so it is kept small.
MULTIPLIER: Final = 6364136223846793005
INCREMENT: Final = 1442695040888963407

MoveT = TypeVar("MoveT")


class AnyBoard(Protocol[MoveT]):
    """What the loop needs of a board."""

    @property
    def legal_moves(self) -> Iterable[MoveT]:
        """The legal moves."""

    def push(self, move: MoveT) -> None:
        """Plays a move."""

    def outcome(self) -> object | None:
        """Gives the outcome, if the game is over."""


def play(board: AnyBoard[MoveT], seed: int, plies: int) -> int:
    """Plays a random game of at most so many plies, and gives their number."""
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        seed = (seed * MULTIPLIER + INCREMENT) % 2**64
        board.push(moves[(seed >> 33) % len(moves)])
        if board.outcome() is not None:
            return ply + 1
    return plies


def measure(make: Callable[[], AnyBoard[MoveT]], seeds: range, plies: int) -> float:
    """Gives microseconds of the processor a ply."""
    start, played = time.process_time(), 0
    for seed in seeds:
        played += play(make(), seed, plies)
    return (time.process_time() - start) / played * 1e6


def single_calls() -> Iterator[tuple[str, Callable[[], object], Callable[[], object]]]:
    """Pairs of single calls on a position of 102 moves: ours and python-chess's."""
    fen = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[NBnp] w - - 0 12"
    ours, theirs = furyhouse.Board(fen), chess.variant.CrazyhouseBoard(fen)
    our_move, their_move = ours.parse_uci("N@f5"), chess.Move.from_uci("N@f5")
    yield "list(legal_moves)", lambda: list(ours.legal_moves), lambda: list(theirs.legal_moves)
    yield "legal_moves.count()", ours.legal_moves.count, theirs.legal_moves.count
    yield "fen()", ours.fen, theirs.fen
    yield "san(move)", lambda: ours.san(our_move), lambda: theirs.san(their_move)
    yield "is_check()", ours.is_check, theirs.is_check
    yield (
        "gives_check(move)",
        lambda: ours.gives_check(our_move),
        lambda: theirs.gives_check(their_move),
    )
    yield "outcome()", ours.outcome, theirs.outcome
    yield "copy()", ours.copy, theirs.copy

    def our_push_and_pop() -> None:
        ours.push(our_move)
        ours.pop()

    def their_push_and_pop() -> None:
        theirs.push(their_move)
        theirs.pop()

    yield "push and pop", our_push_and_pop, their_push_and_pop


def time_call(call: Callable[[], object], seconds: float = 0.02) -> float:
    """Gives microseconds of the processor a call."""
    calls = 1
    while True:
        start = time.process_time()
        for _ in range(calls):
            call()
        taken = time.process_time() - start
        if taken >= seconds:
            return taken / calls * 1e6
        calls *= 4


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Compare furyhouse.Board with python-chess.")
    parser.add_argument("--rounds", type=int, default=9, help="rounds, of which the median counts")
    parser.add_argument("--games", type=int, default=10, help="games a round and board")
    parser.add_argument("--plies", type=int, default=120, help="plies a game at most")
    args = parser.parse_args()

    ours, theirs, ratios = [], [], []
    for turn in range(args.rounds):
        seeds = range(turn * args.games, (turn + 1) * args.games)
        theirs.append(measure(chess.variant.CrazyhouseBoard, seeds, args.plies))
        ours.append(measure(furyhouse.Board, seeds, args.plies))
        ratios.append(theirs[-1] / ours[-1])
    print(f"{'':24}{'furyhouse':>12}{'python-chess':>14}{'ratio':>8}")
    row = "{:24}{:>9.2f} µs{:>11.2f} µs{:>8.1f}"
    print(row.format("random game, a ply", *map(statistics.median, (ours, theirs, ratios))))
    print(f"{'':24}lowest ratio of {args.rounds} rounds {min(ratios):.1f}")
    for name, our_call, their_call in single_calls():
        pairs = [(time_call(our_call), time_call(their_call)) for _ in range(args.rounds)]
        our_time, their_time = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(row.format(name, our_time, their_time, their_time / our_time))


if __name__ == "__main__":
    main()
