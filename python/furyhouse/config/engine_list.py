"""Lists of engines in JSON, as Cute Chess and PyChess keep them in a file `engines.json`."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from furyhouse.config.files import ConfigError, config_home

__all__ = ["NAME", "EngineFile", "read_list", "with_engine"]

NAME = "furyhouse"
"""The engine's name in other programs."""


@dataclass(frozen=True)
class EngineFile:
    """A program's file of engines.

    Attributes:
        folder: The program's folder among the user's configurations.
        entry: Describes furyhouse by the whole path of its command.
        defaults: What else holds for an engine that is new to the program.
        write: Writes a list of engines as the program does.
        home: Finds the folder of the user's configurations, where the program looks elsewhere than
            others.

    Example:
        >>> file = EngineFile("some", lambda path: {"command": path}, {"level": 9}, json.dumps)
        >>> file.show("fh")
        '[{"level": 9, "command": "fh"}]'
    """

    folder: str
    entry: Callable[[str], dict[str, Any]]
    defaults: Mapping[str, Any]
    write: Callable[[list[dict[str, Any]]], str]
    home: Callable[[], Path] = config_home

    def place(self) -> Path:
        """Find the file.

        Example:
            >>> EngineFile("some", dict, {}, json.dumps).place().parts[-2:]
            ('some', 'engines.json')
        """
        return self.home() / self.folder / "engines.json"

    def show(self, command: str) -> str:
        """Write a file with furyhouse alone.

        Example:
            >>> file = EngineFile("some", lambda path: {"command": path}, {"level": 9}, json.dumps)
            >>> file.show("fh")
            '[{"level": 9, "command": "fh"}]'
        """
        return self.merge(None, command)

    def merge(self, text: str | None, command: str) -> str:
        """Put furyhouse in a file.

        Args:
            text: What is in it; None for no file, and an empty one is as good.
            command: The whole path of the engine.

        Raises:
            ConfigError: The file is no list of engines.

        Example:
            >>> file = EngineFile("some", lambda path: {"name": NAME, "command": path}, {}, len)
            >>> file.merge('[{"name": "sjeng"}]', "/bin/fh")
            2
        """
        engines = read_list(text) if text and text.strip() else []
        return self.write(with_engine(engines, self.entry(command), self.defaults))


def read_list(text: str) -> list[dict[str, Any]]:
    """Read a list of engines.

    Raises:
        ConfigError: It is none.

    Example:
        >>> read_list('[{"name": "sjeng"}]')
        [{'name': 'sjeng'}]
        >>> read_list('{"name": "sjeng"}')
        Traceback (most recent call last):
            ...
        furyhouse.config.files.ConfigError: expected a list of engines, found a dict
    """
    try:
        engines = json.loads(text)
    # A number may have more digits than Python reads, which is another ValueError.
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"expected JSON, found: {error}") from error
    if not isinstance(engines, list):
        raise ConfigError(f"expected a list of engines, found a {type(engines).__name__}")
    for number, engine in enumerate(engines, 1):
        if not isinstance(engine, dict):
            found = type(engine).__name__
            raise ConfigError(f"expected an object for engine {number}, found a {found}")
    return engines


def with_engine(
    engines: list[dict[str, Any]], entry: dict[str, Any], defaults: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Put an engine in a list, in the place of one of its name or command if there is one.

    Everybody else stays, and so does what the user has set for that one.

    Args:
        engines: The list; it is not changed.
        entry: What has to hold for the engine, its name and command among it.
        defaults: What else holds for one that is new.

    Example:
        >>> with_engine([{"name": "b", "level": 3}], {"name": "b", "command": "c"}, {"level": 9})
        [{'name': 'b', 'level': 3, 'command': 'c'}]
        >>> with_engine([], {"name": "b", "command": "c"}, {"level": 9})
        [{'level': 9, 'name': 'b', 'command': 'c'}]
    """
    changed = [dict(engine) for engine in engines]
    for engine in changed:
        if engine.get("name") == entry["name"] or engine.get("command") == entry["command"]:
            name = engine.get("name", entry["name"])
            engine.update({**entry, "name": name})
            return changed
    return [*changed, {**defaults, **entry}]
