"""What an engine is started with: its command, its protocol, its options, its limit."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from furyhouse.lab.time_control import TimeControl

__all__ = ["EngineSpec", "Protocol"]

Protocol = Literal["auto", "uci", "xboard", "internal"]
"""How an engine is talked to; `internal` is furyhouse itself, without a process of its own."""


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """One engine of a match.

    Attributes:
        command: The program and its arguments; empty for `internal`.
        name: What tables and PGN call it; made of the command where it is empty.
        proto: How it is talked to; `auto` asks the engine.
        options: Options by name, as its protocol spells them.
        limit: How much it may think.
        directory: The folder it is started in; None for the present one.

    Raises:
        ValueError: There is no such protocol, or an engine that needs a command has none.

    Example:
        >>> EngineSpec(("fairy-stockfish",), proto="uci", options={"Hash": 16}).name
        'fairy-stockfish'
        >>> EngineSpec(proto="internal").name
        'furyhouse'
    """

    command: tuple[str, ...] = ()
    name: str = ""
    proto: Protocol = "auto"
    options: dict[str, str | int | bool | None] = field(default_factory=dict)
    limit: TimeControl = field(default_factory=lambda: TimeControl(base=3.0, increment=0.03))
    directory: str | None = None

    def __post_init__(self) -> None:
        if self.proto not in get_args(Protocol):
            expected = ", ".join(get_args(Protocol))
            raise ValueError(f"proto is one of {expected}, not {self.proto!r}")
        object.__setattr__(self, "command", tuple(self.command))
        if self.proto == "internal" and (self.command or self.directory is not None):
            raise ValueError(
                "an engine with proto=internal is furyhouse itself: it has no command and no folder"
            )
        if self.proto != "internal" and not self.command:
            raise ValueError(
                "an engine needs a command, cmd=PROGRAM, or proto=internal for furyhouse itself"
            )
        if not self.name:
            name = self.command[0].rpartition("/")[2] if self.command else "furyhouse"
            object.__setattr__(self, "name", name)

    def renamed(self, name: str) -> "EngineSpec":
        """Get the same engine under another name.

        Example:
            >>> EngineSpec(proto="internal").renamed("new").name
            'new'
        """
        return replace(self, name=name)

    def process_key(self) -> tuple[object, ...]:
        """Get what a running engine must have been started with to be taken for this one.

        Options are not part of it: they are set anew.

        Example:
            >>> a = EngineSpec(proto="internal", options={"Hash": 1})
            >>> b = EngineSpec(proto="internal", options={"Hash": 2}, name="b")
            >>> a.process_key() == b.process_key()
            True
        """
        return (self.command, self.proto, self.directory)

    def to_json(self) -> dict[str, Any]:
        """Get all of it for a file.

        Example:
            >>> EngineSpec(proto="internal", limit=TimeControl(depth=2)).to_json()["limit"]
            {'depth': 2}
        """
        return {
            "name": self.name,
            "command": list(self.command),
            "proto": self.proto,
            "options": dict(self.options),
            "limit": self.limit.to_json(),
            "directory": self.directory,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "EngineSpec":
        """Read what `to_json` gave.

        Example:
            >>> spec = EngineSpec(("sjeng",), limit=TimeControl(nodes=100))
            >>> EngineSpec.from_json(spec.to_json()) == spec
            True
        """
        limit = TimeControl(**data["limit"])
        return cls(**{**data, "command": tuple(data["command"]), "limit": limit})
