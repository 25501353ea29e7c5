"""The sequential test: published values, the definition itself, and how often it errs."""

import math
import random
from itertools import accumulate

import pytest

from furyhouse.lab.sprt import Model, Sprt
from furyhouse.lab.statistics import score_of


# What fastchess and racetrack, whose figures are those of Fishtest, expect in their own tests.
@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "model", "expected"),
    [
        ((365, 16618, 36229, 16974, 390), 0.0, 2.0, "normalized", 2.25),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalized", 3.01),
        ((440, 2910, 5170, 2888, 455), 0.0, 5.0, "normalized", -2.27),
        ((142, 620, 1122, 699, 188), 0.0, 5.0, "normalized", 2.99),
        ((349, 1561, 3340, 1604, 359), -5.0, 0.0, "normalized", 2.90),
        ((98, 382, 674, 369, 71), -5.0, 0.0, "normalized", -1.11),
        ((0, 0, 2, 0, 37), 0.0, 20.0, "normalized", 2.96),
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "logistic", -3.07),
        ((871, 26175, 55983, 26678, 821), 0.0, 2.0, "logistic", -4.98),
    ],
)
def test_the_ratio_is_the_published_one(
    pairs: tuple[int, ...], elo0: float, elo1: float, model: Model, expected: float
) -> None:
    assert Sprt(elo0, elo1, model=model).llr(pairs) == pytest.approx(expected, abs=0.005)


def likeliest(seen: tuple[int, int, int], mean: float) -> float:
    """Find by trial the greatest log likelihood of 0, 1/2 and 1 with a mean.

    Of the three shares the middle one is free; the others follow from the mean and the sum.
    """

    def likelihood(middle: float) -> float:
        shares = (1 - mean - middle / 2, middle, mean - middle / 2)
        return sum(n * math.log(share) for n, share in zip(seen, shares, strict=True))

    low, high = 1e-9, 2 * min(mean, 1 - mean) - 1e-9
    for _ in range(200):
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    return likelihood((low + high) / 2)


@pytest.mark.parametrize("seen", [(10, 20, 15), (3, 90, 7), (40, 1, 60)])
def test_the_ratio_is_that_of_the_likeliest_distributions(seen: tuple[int, int, int]) -> None:
    test = Sprt(-10, 25)
    expected = likeliest(seen, score_of(25)) - likeliest(seen, score_of(-10))
    assert test.llr(seen) == pytest.approx(expected, abs=1e-5)


def test_the_ratio_is_near_that_of_a_normal_distribution() -> None:
    """For many pairs: (s1 - s0) (2 s - s0 - s1) n / 2 σ²."""
    pairs = (500, 2000, 4000, 2200, 520)
    n = sum(pairs)
    mean = sum(k * count for k, count in enumerate(pairs)) / 4 / n
    variance = sum((k / 4 - mean) ** 2 * count for k, count in enumerate(pairs)) / n
    low, high = score_of(0), score_of(6)
    expected = (high - low) * (2 * mean - low - high) * n / 2 / variance
    assert Sprt(0, 6).llr(pairs) == pytest.approx(expected, rel=0.01)


def test_both_models_agree_where_their_elo_is_the_same() -> None:
    """Close to equality one normalised Elo is a deviation's ln 10 / 800, whatever the model."""
    pairs = (200, 900, 2000, 920, 210)
    n = sum(pairs)
    mean = sum(k * count for k, count in enumerate(pairs)) / 4 / n
    deviation = math.sqrt(sum((k / 4 - mean) ** 2 * c for k, c in enumerate(pairs)) / n)
    score = 0.5 + 4 * math.log(10) / 800 * math.sqrt(2) * deviation
    logistic = 400 * math.log10(score / (1 - score))
    normal = Sprt(0, 4, model="normalized").llr(pairs)
    assert Sprt(0, logistic).llr(pairs) == pytest.approx(normal, abs=0.01)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_the_ratio_turns_round_with_the_sides(model: Model) -> None:
    pairs = (4, 11, 40, 17, 9)
    ours = Sprt(-3, 8, model=model).llr(pairs)
    assert Sprt(-8, 3, model=model).llr(pairs[::-1]) == pytest.approx(-ours, abs=1e-6)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_outcomes_that_were_never_seen_decide_nothing(model: Model) -> None:
    test = Sprt(0, 10, model=model)
    assert test.llr((0, 0, 0, 0, 0)) == 0.0
    assert 0 < test.llr((0, 0, 0, 0, 3)) < 0.2
    assert test.verdict((0, 0, 3, 0, 0)) == "continue"
    assert test.verdict((0, 0, 0, 0, 1000)) == "H1"
    assert test.verdict((1000, 0, 0, 0, 0)) == "H0"


def test_the_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 5, alpha=0.05, beta=0.1).bounds() == pytest.approx(
        (math.log(0.1 / 0.95), math.log(0.9 / 0.05))
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": 0, "elo1": 5, "alpha": 0.0},
        {"elo0": 0, "elo1": 5, "alpha": 0.5, "beta": 0.5},
        {"elo0": 0, "elo1": 5, "model": "bayesian"},
    ],
)
def test_a_test_that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"is|are"):
        Sprt(**wrong)  # type: ignore[arg-type]


def outcome(test: Sprt, elo: float, chance: random.Random) -> str:
    """Play a match of this strength to the end of the test, looking at it every eighth pair."""
    score = score_of(elo)
    # A game is drawn one time in ten; the games of a pair know nothing of each other.
    results = ((1.0, score - 0.05), (0.5, 0.1), (0.0, 0.95 - score))
    edges = list(accumulate(share for _, share in results))
    pairs = [0] * 5
    while True:
        for _ in range(8):
            points = 0.0
            for _ in range(2):
                lot = chance.random()
                points += next(
                    r[0] for r, edge in zip(results, [*edges[:-1], 2], strict=True) if lot < edge
                )
            pairs[round(2 * points)] += 1
        verdict = test.verdict(pairs)
        if verdict != "continue":
            return verdict


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_it_errs_as_seldom_as_it_promises(model: Model) -> None:
    """A hundred matches under each hypothesis; five of them may err, and chance may add a few."""
    elo1 = 90.0
    bound = elo1
    if model == "normalized":
        # The same strength in units of a game's deviation.
        score = score_of(elo1)
        variance = (score - 0.05) + 0.25 * 0.1 - score * score
        bound = (score - 0.5) / math.sqrt(variance) * 800 / math.log(10)
    test = Sprt(0, bound, alpha=0.05, beta=0.05, model=model)
    chance = random.Random(7)  # noqa: S311 - nothing to guard
    false_alarms = sum(outcome(test, 0.0, chance) == "H1" for _ in range(100))
    missed = sum(outcome(test, elo1, chance) == "H0" for _ in range(100))
    assert false_alarms <= 10
    assert missed <= 10
    assert false_alarms + missed > 0, "a test that never errs plays too long"
