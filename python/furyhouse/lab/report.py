"""A match's state in words: what its table and its summary show."""

import math

from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.sprt import Sprt
from furyhouse.lab.statistics import Statistics
from furyhouse.lab.tally import Tally

__all__ = ["game_line", "rows", "score_line"]

_MINUTE = 60.0


def game_line(record: GameRecord, settings: MatchSettings) -> str:
    """Tell of a game in a line.

    Example:
        >>> from furyhouse.lab.engine_spec import EngineSpec
        >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
        >>> settings = MatchSettings((a, b), openings=("first",))
        >>> game_line(GameRecord(0, "first", white=0, winner=0, reason="checkmate"), settings)
        'game 1: a - b 1-0, checkmate, 0 plies'
    """
    white = settings.engines[record.white].name
    black = settings.engines[1 - record.white].name
    line = f"game {record.game + 1}: {white} - {black} {record.result}, {record.reason}"
    if record.fault is not None:
        line += f": {record.text}"
    line += f", {len(record.moves)} plies"
    return line if record.counted else f"{line}, not counted"


def score_line(tally: Tally) -> str:
    """Tell of the score in a line.

    Example:
        >>> from furyhouse.lab.engine_spec import EngineSpec
        >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
        >>> tally = Tally(MatchSettings((a, b), openings=("first",), games=2))
        >>> tally.add(GameRecord(0, "first", white=0, winner=0, reason="checkmate"))
        >>> score_line(tally)
        'a: 1 of 2 games, 1.0 points, 100.0 %, +1 =0 -0, Elo above -233.8 (all won)'
    """
    seen = tally.statistics()
    line = (
        f"{tally.settings.engines[0].name}: {len(tally.records)} of {tally.settings.games} games,"
        f" {seen.points:.1f} points, {100 * seen.score:.1f} %,"
        f" +{seen.wins} ={seen.draws} -{seen.losses},"
        f" Elo {_elo_told(seen)}"
    )
    if tally.settings.sprt is not None:
        line += f", LLR {tally.llr():.2f}"
    return line


def rows(tally: Tally, minutes: float | None = None, played: int = 0) -> list[tuple[str, str]]:
    """Tell of everything, as pairs of a name and a value.

    Args:
        tally: The match.
        minutes: How long this run has taken; None leaves the speed out.
        played: The games that were played in this run.

    Example:
        >>> from furyhouse.lab.engine_spec import EngineSpec
        >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
        >>> tally = Tally(MatchSettings((a, b), openings=("first",), games=2))
        >>> dict(rows(tally))["games"]
        '0 of 2'
    """
    seen = tally.statistics()
    settings = tally.settings
    low, high = seen.score_interval()
    uncounted = tally.not_counted()
    games = f"{len(tally.records)} of {settings.games}"
    if uncounted:
        games += f", {seen.games} counted"
    if minutes:
        games += f", {played / minutes:.1f} a minute"
    told = [("games", games)]
    sides = zip(
        settings.engines,
        ((seen.wins, seen.losses), (seen.losses, seen.wins)),
        (seen.score, 1 - seen.score),
        strict=True,
    )
    for engine, (won, lost), score in sides:
        told.append(
            (engine.name, f"+{won} ={seen.draws} -{lost}, {100 * score:.1f} % ({engine.limit})")
        )
    told += [
        ("score", f"{100 * seen.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"),
        ("Elo", _elo_told(seen)),
        ("normalized Elo", _normalized_told(seen)),
        ("superiority", f"{100 * seen.superiority:.1f} %"),
        ("pairs 0 ½ 1 1½ 2", " ".join(str(count) for count in seen.pairs)),
    ]
    if settings.sprt is not None:
        told.append(("SPRT", _sprt(settings.sprt, tally)))
    for index, engine in enumerate(settings.engines):
        faults = tally.faults(index)
        told.append((f"faults of {engine.name}", _counts(faults) if faults else "none"))
    told.append(("ends", _counts(tally.reasons()) or "none"))
    return told


def _sprt(sprt: Sprt, tally: Tally) -> str:
    """Tell of the sequential test."""
    low, high = sprt.bounds()
    verdict = {
        "continue": "goes on",
        "H0": f"H0 accepted: {sprt.elo0:g} Elo",
        "H1": f"H1 accepted: {sprt.elo1:g} Elo",
    }[tally.verdict()]
    return (
        f"LLR {tally.llr():.2f} [{low:.2f}, {high:.2f}] for {sprt.elo0:g} against {sprt.elo1:g}"
        f" {sprt.model} Elo: {verdict}"
    )


def _counts(counted: "dict[str, int]") -> str:
    """Tell of counts, the greatest first."""
    ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} {count}" for name, count in ordered)


def _elo_told(seen: Statistics) -> str:
    """Tell the difference in Elo with its 95 % interval, of which an end may be out of sight."""
    low, high = seen.elo_interval()
    if not seen.games:
        return "not known yet"
    if seen.wins == seen.games:
        return f"above {low:+.1f} (all won)"
    if seen.losses == seen.games:
        return f"below {high:+.1f} (all lost)"
    if math.isfinite(seen.elo_error):
        return f"{seen.elo:+.1f} ± {seen.elo_error:.1f} [{low:+.1f}, {high:+.1f}]"
    bounds = [f"above {low:+.1f}"] * math.isfinite(low)
    bounds += [f"below {high:+.1f}"] * math.isfinite(high)
    return f"{seen.elo:+.1f}, {bounds[0] if bounds else 'too few games to tell how far off'}"


def _normalized_told(seen: Statistics) -> str:
    """Tell normalized Elo; it has no bound where all results are alike."""
    value = seen.normalized_elo
    if not seen.games:
        return "not known yet"
    return f"{value:+.1f}" if math.isfinite(value) else "without bound, as all results are alike"
