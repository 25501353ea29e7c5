"""What decides how games are analysed: everything that another result could come of."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from furyhouse._core import __version__
from furyhouse.engine import DEEPEST, Limit, check_range

__all__ = ["AnalyseSettings"]

_DEFAULT_NODES = 100_000
_LARGEST_HASH = 65536


@dataclass(frozen=True, slots=True)
class AnalyseSettings:
    """How every position of every game is searched.

    With `nodes` or `depth` alone a result is the same on every machine; seconds make it depend on
    how fast the machine is, and what else it does.

    Attributes:
        seconds: Seconds for each position.
        depth: Plies for each position.
        nodes: Positions searched for each position; 100000 where no limit is given.
        hash_mb: The size of the table in MB. It is emptied for each game.
        untagged: Whether games without a word on their variant are taken for Crazyhouse.
        version: The version of furyhouse that searches.

    Raises:
        ValueError: A number is out of its range.

    Example:
        >>> AnalyseSettings().nodes
        100000
        >>> AnalyseSettings(seconds=0.5, depth=20).limit
        Limit(time=0.5, depth=20)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    hash_mb: int = 16
    untagged: bool = False
    version: str = __version__

    def __post_init__(self) -> None:
        if (self.seconds, self.depth, self.nodes) == (None, None, None):
            object.__setattr__(self, "nodes", _DEFAULT_NODES)
        if self.seconds == 0:
            raise ValueError("time is above 0 seconds")
        if self.depth is not None:
            check_range("depth", self.depth, 1, DEEPEST)
        check_range("hash", self.hash_mb, 1, _LARGEST_HASH)
        # Its numbers are checked as it is made.
        _ = self.limit

    @property
    def limit(self) -> Limit:
        """The limit of each search.

        Example:
            >>> AnalyseSettings(nodes=500).limit
            Limit(nodes=500)
        """
        return Limit(time=self.seconds, depth=self.depth, nodes=self.nodes)

    def __str__(self) -> str:
        words = {"seconds": self.seconds, "plies": self.depth, "nodes": self.nodes}
        return ", ".join(f"{value:g} {name}" for name, value in words.items() if value is not None)

    def to_json(self) -> dict[str, Any]:
        """Write it as plain values.

        Example:
            >>> AnalyseSettings.from_json(AnalyseSettings(depth=9).to_json()).depth
            9
        """
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read what `to_json` has written.

        Example: see `to_json`.
            >>> AnalyseSettings.from_json({"nodes": 7}).nodes
            7
        """
        return cls(**data)
