"""Times a search on two threads beside one on a single thread, in one run.

The two take turns, round by round, on positions of all kinds, each with an empty table. The ratio
of nodes a second says how much the threads get in each other's way: 2 would be not at all. It needs
two processor cores that nothing else uses.

Run it with ``python benches/threads.py``.
"""

import argparse
import statistics

import furyhouse

#: The start, and two positions with men in hand, in which the search plays many kinds of moves.
POSITIONS = {
    "start": furyhouse.STARTING_FEN,
    "rich1": "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[NBnp] w - - 0 12",
    "rich2": "r4rk1/ppp2p1p/2n1p1p1/3pP3/1b1P4/2P2N2/PP3PPP/R2QKB1R[QBNbn] b KQ - 0 16",
}


def speed(fen: str, threads: int, seconds: float) -> float:
    """Gives thousands of nodes a second."""
    engine = furyhouse.Engine(64, threads)
    result = engine.search(furyhouse.Board(fen), furyhouse.Limit(time=seconds))
    return result.nodes / result.time / 1000


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    print("position  1 thread  2 threads  ratio (kN/s, medians)")
    ratios = []
    for name, fen in POSITIONS.items():
        rounds = [
            (speed(fen, 1, options.seconds), speed(fen, 2, options.seconds))
            for _ in range(options.rounds)
        ]
        one, two = (statistics.median(column) for column in zip(*rounds, strict=True))
        ratio = statistics.median(second / first for first, second in rounds)
        ratios.append(ratio)
        print(f"{name:8}  {one:8.0f}  {two:9.0f}  {ratio:5.2f}")
    print(f"geometric mean of the ratios: {statistics.geometric_mean(ratios):.2f}")


if __name__ == "__main__":
    main()
