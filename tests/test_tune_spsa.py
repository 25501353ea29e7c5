"""The mathematics of the tuner: its gains, its trials, and that it finds what is better."""

import random
from collections.abc import Callable
from statistics import fmean

import pytest

from furyhouse.lab.spsa import Gains, Spsa, Trial, TunedParam
from furyhouse.lab.tune import Games, rounded, source_lines, tune
from furyhouse.lab.tune_file import TuneFile
from furyhouse.lab.tune_settings import TuneSettings

WIDE = TunedParam("wide", start=100, min=-1000, max=1000, step=60.0)
NARROW = TunedParam("narrow", start=2, min=1, max=8, step=0.5)
DOWN = TunedParam("down", start=-90, min=-300, max=-10, step=15.0)


def test_the_gains_end_with_the_step_and_the_rate_that_were_given() -> None:
    gains = Gains(pairs=4000, rate=0.002)
    assert gains.step(15.0, 4000) == 15.0
    assert gains.move(15.0, 4000) == pytest.approx(0.002 * 15.0)


def test_the_gains_are_those_of_spall() -> None:
    """a_k = a / (A + k)^alpha and c_k = c / k^gamma, the value moving by a_k / c_k."""
    gains = Gains(pairs=1000, rate=0.003, stability=0.1, alpha=0.602, gamma=0.101)
    c = 20.0 * 1000**0.101
    a = 0.003 * 20.0**2 * (100 + 1000) ** 0.602
    for k in (1, 2, 10, 500, 1000):
        c_k = c / k**0.101
        assert gains.step(20.0, k) == pytest.approx(c_k)
        assert gains.move(20.0, k) == pytest.approx(a / (100 + k) ** 0.602 / c_k)


def test_the_sides_of_a_trial_lie_around_the_value_and_never_together() -> None:
    spsa = Spsa((WIDE, NARROW, DOWN), Gains(pairs=1000), seed=3)
    values = {"wide": 99.7, "narrow": 2.4, "down": -90.0}
    signs = set()
    for pair in range(1, 1001):
        trial = spsa.trial(values, pair)
        signs.add(tuple(trial.signs.values()))
        for param in spsa.params:
            low, high = sorted((trial.plus[param.name], trial.minus[param.name]))
            assert param.min <= low < high <= param.max
            assert (trial.plus[param.name] > trial.minus[param.name]) == (
                trial.signs[param.name] > 0
            )
    assert len(signs) == 8, "each coin is thrown by itself"


def test_rounding_by_lot_loses_no_fraction() -> None:
    spsa = Spsa((NARROW,), Gains(pairs=20_000), seed=5)
    for value in (3.1, 3.5, 4.0):
        trials = [spsa.trial({"narrow": value}, pair) for pair in range(10_000, 20_001)]
        middles = [(trial.plus["narrow"] + trial.minus["narrow"]) / 2 for trial in trials]
        assert fmean(middles) == pytest.approx(value, abs=0.02)


def test_at_the_end_of_a_range_the_sides_still_differ() -> None:
    spsa = Spsa((NARROW,), Gains(pairs=500), seed=5)
    for pair in range(1, 501):
        for value in (1.0, 8.0):
            trial = spsa.trial({"narrow": value}, pair)
            assert {trial.plus["narrow"], trial.minus["narrow"]} <= set(range(1, 9))
            assert trial.plus["narrow"] != trial.minus["narrow"]


def test_values_go_to_the_side_that_won_and_stay_in_their_range() -> None:
    spsa = Spsa((WIDE, NARROW), Gains(pairs=10, rate=1.0), seed=1)
    trial = Trial({"wide": 1, "narrow": -1}, {}, {})
    before = {"wide": 0.0, "narrow": 4.0}
    won = spsa.moved(before, trial, pair=10, result=1)
    assert won == pytest.approx({"wide": 60.0, "narrow": 3.5})
    assert spsa.moved(before, trial, pair=10, result=0) == before
    assert spsa.moved(before, trial, pair=10, result=-100) == {"wide": -1000, "narrow": 8}


def against(best: dict[str, float], scale: dict[str, float]) -> Callable[[int, Trial], Games]:
    """Play games that the side nearer to the best values wins more often, by the logistic curve."""

    def elo(values: "dict[str, int]") -> float:
        return -sum(40 * ((values[name] - best[name]) / scale[name]) ** 2 for name in best)

    def play(iteration: int, trial: Trial) -> Games:
        lots = random.Random(f"games {iteration}")  # noqa: S311 - a match by lot
        chance = 1 / (1 + 10 ** ((elo(dict(trial.minus)) - elo(dict(trial.plus))) / 400))
        wins = sum(lots.random() < chance for _ in range(8))
        return Games(wins=wins, losses=8 - wins)

    return play


PARAMS = (WIDE, NARROW, DOWN)
BEST = {"wide": 400.0, "narrow": 4.6, "down": -200.0}
SCALE = {"wide": 150.0, "narrow": 1.5, "down": 50.0}


def settings(iterations: int, seed: int = 1) -> TuneSettings:
    return TuneSettings(
        ("engine",), PARAMS, ("opening",), iterations=iterations, rate=0.004, seed=seed
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_noisy_games_lead_to_what_is_better(seed: int) -> None:
    """A quadratic with a far optimum: each parameter ends near it, from two scales away."""
    with TuneFile(None, settings(1500, seed)) as file:
        played = list(tune(settings(1500, seed), file, against(BEST, SCALE)))
    assert len(played) == 1500
    for name, best in BEST.items():
        assert file.values[name] == pytest.approx(best, abs=0.4 * SCALE[name]), name


def test_games_that_tell_nothing_lead_nowhere_far() -> None:
    """Noise alone moves a parameter by few of its steps."""
    lots = random.Random(8)  # noqa: S311 - a match by lot

    def coin(_iteration: int, _trial: Trial) -> Games:
        wins = sum(lots.random() < 0.5 for _ in range(8))
        return Games(wins=wins, losses=8 - wins)

    with TuneFile(None, settings(500)) as file:
        for _ in tune(settings(500), file, coin):
            pass
    for param in PARAMS:
        assert abs(file.values[param.name] - param.start) < 2 * param.step


def test_values_are_rounded_as_the_source_writes_them() -> None:
    values = rounded(PARAMS, {"wide": 999.6, "narrow": 2.5, "down": -90.5})
    assert values == {"wide": 1000, "narrow": 3, "down": -90}
    ranges = {"wide": (-4000, 4000), "narrow": (1, 8), "down": (-300, -10)}
    assert source_lines(values, ranges) == [
        "    wide = 1_000, -4_000..=4_000;",
        "    narrow = 3, 1..=8;",
        "    down = -90, -300..=-10;",
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"start": 9}, "narrow: starts with 9, expected 1 to 8"),
        ({"min": 8}, "narrow: a range goes up, found 8 to 8"),
        ({"step": 0.4}, "narrow: expected a step from 0.5 to 7, found 0.4"),
        ({"step": 8.0}, "narrow: expected a step from 0.5 to 7, found 8"),
        ({"step": float("nan")}, "narrow: expected a step from 0.5 to 7, found nan"),
    ],
)
def test_a_parameter_that_cannot_be_tuned_says_why(change: dict[str, float], fault: str) -> None:
    given = {"start": 2, "min": 1, "max": 8, "step": 0.5, **change}
    with pytest.raises(ValueError, match=f"^{fault}$"):
        TunedParam("narrow", **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"params": ()}, "there is nothing to tune: name a parameter"),
        ({"params": (NARROW, NARROW)}, "narrow is given twice"),
        ({"options": {"narrow": 3}}, "narrow cannot be both tuned and an option"),
        ({"iterations": 0}, "iterations is at least 1"),
        ({"games": 3}, "games is an even number, as each opening is played twice, not 3"),
        ({"games": 0}, "games is an even number, as each opening is played twice, not 0"),
        ({"concurrency": 0}, "concurrency is at least 1"),
        ({"openings": ()}, "a tuning needs at least one opening"),
        ({"rate": 0.0}, "rate is above 0 and at most 1, not 0"),
        ({"alpha": float("nan")}, "alpha is above 0 and at most 1, not nan"),
        ({"stability": -0.1}, "stability is from 0 to 1, not -0.1"),
    ],
)
def test_a_tuning_that_cannot_be_says_why(change: dict[str, object], fault: str) -> None:
    given = {"command": ("e",), "params": (NARROW,), "openings": ("one",), **change}
    with pytest.raises(ValueError, match=f"^{fault}$"):
        TuneSettings(**given)  # type: ignore[arg-type]
