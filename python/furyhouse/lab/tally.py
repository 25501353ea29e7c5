"""The running count of a match."""

from collections import Counter
from dataclasses import dataclass, field

from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.sprt import Verdict
from furyhouse.lab.statistics import Statistics

__all__ = ["Tally"]


@dataclass(slots=True)
class Tally:
    """What a match has come to so far.

    Attributes:
        settings: The match.
        records: The games that were played, by number.

    Example:
        >>> from furyhouse.lab.engine_spec import EngineSpec
        >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
        >>> tally = Tally(MatchSettings((a, b), openings=("first",), games=2))
        >>> tally.add(GameRecord(0, "first", white=0, winner=0, reason="checkmate"))
        >>> tally.missing(), tally.statistics().points
        ([1], 1.0)
    """

    settings: MatchSettings
    records: dict[int, GameRecord] = field(default_factory=dict)

    def add(self, record: GameRecord) -> None:
        """Count a game.

        Example:
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> tally = Tally(MatchSettings((a, b), openings=("first",), games=4))
            >>> tally.add(GameRecord(1, "first", white=1, winner=None, reason="repetition"))
            >>> tally.missing(), tally.statistics().draws
            ([0, 2, 3], 1)
        """
        self.records[record.game] = record

    def missing(self) -> list[int]:
        """List the games that were not played yet.

        Example:
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> tally = Tally(MatchSettings((a, b), openings=("first",), games=4))
            >>> tally.add(GameRecord(1, "first", white=1, winner=None, reason="repetition"))
            >>> tally.missing(), tally.statistics().draws
            ([0, 2, 3], 1)
        """
        return [game for game in range(self.settings.games) if game not in self.records]

    def statistics(self) -> Statistics:
        """Count the games that count, from the first engine's side.

        Example:
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> tally = Tally(MatchSettings((a, b), openings=("first",), games=4))
            >>> tally.add(GameRecord(1, "first", white=1, winner=None, reason="repetition"))
            >>> tally.missing(), tally.statistics().draws
            ([0, 2, 3], 1)
        """
        pairs: dict[int, list[float]] = {}
        for record in self.records.values():
            points = pairs.setdefault(record.game // 2, [])
            if record.counted:
                points.append(record.points)
        return Statistics.of(tuple(points) for points in pairs.values())

    def not_counted(self) -> int:
        """Count the games that do not count.

        Example:
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> Tally(MatchSettings((a, b), openings=("first",))).not_counted()
            0
        """
        return sum(not record.counted for record in self.records.values())

    def faults(self, engine: int) -> Counter[str]:
        """Count the faults of an engine by kind.

        Example:
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> tally = Tally(MatchSettings((a, b), openings=("first",)))
            >>> tally.add(GameRecord(0, "first", white=0, winner=0, reason="time", fault=1))
            >>> tally.faults(1)
            Counter({'time': 1})
        """
        return Counter(
            str(record.reason) for record in self.records.values() if record.fault == engine
        )

    def reasons(self) -> Counter[str]:
        """Count the games by the reason of their end.

        Example:
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> tally = Tally(MatchSettings((a, b), openings=("first",)))
            >>> tally.add(GameRecord(0, "first", white=0, winner=0, reason="checkmate"))
            >>> tally.reasons()
            Counter({'checkmate': 1})
        """
        return Counter(str(record.reason) for record in self.records.values())

    def llr(self) -> float | None:
        """Compute the statistic of the sequential test; None without one.

        Example:
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> Tally(MatchSettings((a, b), openings=("first",))).llr() is None
            True
        """
        sprt = self.settings.sprt
        return None if sprt is None else sprt.llr(self.statistics().pairs)

    def verdict(self) -> Verdict:
        """Tell what the sequential test says; without one, to play on.

        Example:
            >>> from furyhouse.lab.engine_spec import EngineSpec
            >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
            >>> Tally(MatchSettings((a, b), openings=("first",))).verdict()
            'continue'
        """
        sprt = self.settings.sprt
        return "continue" if sprt is None else sprt.verdict(self.statistics().pairs)
