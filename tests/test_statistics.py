"""The statistics of a match, against published figures and formulas of other shape."""

import itertools
import math
import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from furyhouse.lab.statistics import Statistics, elo_of, score_of, wilson

# A pair's outcomes in the order in which its counts are listed.
PAIRS = ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0))

# A machine that does ten other things takes its time.
patient = settings(deadline=None)
counts = st.integers(min_value=0, max_value=60)


def of_pairs(*pairs: int) -> Statistics:
    return Statistics.of(
        itertools.chain.from_iterable(
            [outcome] * count for outcome, count in zip(PAIRS, pairs, strict=True)
        )
    )


# What fastchess, whose figures are those of Fishtest, gives for these counts in its own tests.
@pytest.mark.parametrize(
    ("pairs", "elo", "error", "normalized"),
    [
        ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94),
        ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01),
    ],
)
def test_pairs_give_the_published_elo(
    pairs: tuple[int, ...], elo: float, error: float, normalized: float
) -> None:
    seen = of_pairs(*pairs)
    assert seen.pairs == pairs
    assert seen.elo == pytest.approx(elo, abs=0.005)
    assert seen.elo_error == pytest.approx(error, abs=0.005)
    assert seen.normalized_elo == pytest.approx(normalized, abs=0.005)


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "normalized", "superiority"),
    [(136, 96, 111, 49.77, 0.9960), (76, 89, 123, -20.76, 0.1553), (34, 356, 0, -508.44, 0.0)],
)
def test_lone_games_give_the_published_elo(
    wins: int, losses: int, draws: int, normalized: float, superiority: float
) -> None:
    seen = Statistics(wins, draws, losses)
    assert seen.normalized_elo == pytest.approx(normalized, abs=0.005)
    assert seen.superiority == pytest.approx(superiority, abs=0.00005)


@patient
@given(st.lists(counts, min_size=5, max_size=5).filter(any))
def test_the_error_of_pairs_is_that_of_a_mean_of_pairs(pairs: list[int]) -> None:
    """The standard error of a mean, written with another formula and another program."""
    means = [sum(o) / 2 for o, n in zip(PAIRS, pairs, strict=True) for _ in range(n)]
    seen = of_pairs(*pairs)
    assert seen.score == pytest.approx(statistics.fmean(means))
    assert seen.error == pytest.approx(statistics.pstdev(means) / math.sqrt(len(means)), abs=1e-9)


@patient
@given(counts, counts, counts)
def test_the_error_of_lone_games_is_the_trinomial_one(wins: int, draws: int, losses: int) -> None:
    games = wins + draws + losses
    seen = Statistics(wins, draws, losses)
    mean = (wins + draws / 2) / games if games else 0.5
    variance = ((wins + draws / 4) / games - mean * mean) / games if games else 0.0
    assert seen.score == mean
    assert seen.error == pytest.approx(math.sqrt(max(variance, 0.0)), abs=1e-9)


def test_independent_games_have_the_same_error_in_pairs_as_alone() -> None:
    """All combinations of 3 wins, 2 draws and a loss: no game knows of the other of its pair."""
    results = [1.0] * 3 + [0.5] * 2 + [0.0]
    games = list(itertools.product(results, repeat=2))
    paired = Statistics.of(games)
    alone = Statistics.of((result,) for pair in games for result in pair)
    assert (paired.wins, paired.draws, paired.losses) == (alone.wins, alone.draws, alone.losses)
    assert paired.error == pytest.approx(alone.error)


def test_pairs_that_balance_out_have_no_error_and_lone_games_do() -> None:
    paired = Statistics.of([(1.0, 0.0)] * 20)
    alone = Statistics(wins=20, losses=20)
    assert paired.score == alone.score == 0.5
    assert paired.error == 0.0
    assert alone.error > 0.07
    assert paired.superiority == 0.5


def test_a_game_that_does_not_count_leaves_its_other_alone() -> None:
    seen = Statistics.of([(1.0, 1.0), (0.0,), ()])
    assert (seen.games, seen.pairs, seen.lone) == (3, (0, 0, 0, 0, 1), (0, 0, 1))
    # The pair is 2/3 above what two games of this mean give, the lone game 2/3 below its own.
    assert seen.error == pytest.approx(math.sqrt((2 / 3) ** 2 + (2 / 3) ** 2) / 3)


@patient
@given(st.lists(counts, min_size=5, max_size=5).filter(lambda n: sum(n) > 1))
def test_the_other_side_sees_the_same_the_other_way_round(pairs: list[int]) -> None:
    ours, theirs = of_pairs(*pairs), of_pairs(*reversed(pairs))
    assert theirs.score == pytest.approx(1 - ours.score)
    assert theirs.error == pytest.approx(ours.error)
    assert theirs.superiority == pytest.approx(1 - ours.superiority)
    low, high = ours.elo_interval()
    assert theirs.elo_interval() == pytest.approx((-high, -low), abs=1e-6)


def test_no_games_say_nothing() -> None:
    seen = Statistics()
    assert (seen.games, seen.score, seen.elo, seen.superiority) == (0, 0.5, 0.0, 0.5)
    assert seen.score_interval() == (0.0, 1.0)
    assert seen.elo_interval() == (-math.inf, math.inf)


def test_games_all_alike_have_the_interval_of_wilson() -> None:
    seen = of_pairs(0, 0, 0, 0, 5)
    assert seen.elo == math.inf
    # z² / (n + z²) is what is missing to the whole where nothing was lost.
    assert seen.score_interval()[0] == pytest.approx(10 / (10 + 1.959964**2), abs=1e-6)
    assert seen.score_interval()[1] == pytest.approx(1.0)
    # Five observations: that a coin which fell one way five times is no fair one, or better.
    assert seen.superiority == 1 - 0.5**6
    assert of_pairs(5, 0, 0, 0, 0).superiority == 0.5**6


# From Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)],
)
def test_the_interval_of_wilson_is_the_published_one(
    points: int, games: int, low: float, high: float
) -> None:
    assert wilson(points, games) == pytest.approx((low, high), abs=0.00005)


def test_counts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="not as many"):
        Statistics(wins=3, pairs=(0, 0, 0, 0, 1))


@patient
@given(st.floats(min_value=-800, max_value=800))
def test_elo_and_score_are_each_others_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Games whose pairs hang together: half of the openings are won by White whoever plays."""
    chance = random.Random(20)  # noqa: S311 - nothing to guard
    held = 0
    for _ in range(400):
        pairs = []
        for _ in range(100):
            first = float(chance.random() < 0.6)
            biased = chance.random() < 0.5
            pairs.append((first, 1.0 - first if biased else float(chance.random() < 0.6)))
        truth = 0.5 * 0.5 + 0.5 * 0.6
        low, high = Statistics.of(pairs).score_interval()
        held += low <= truth <= high
    assert 0.92 <= held / 400 <= 0.98
