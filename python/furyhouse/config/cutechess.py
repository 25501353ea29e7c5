"""Cute Chess: a list of engines in JSON, which its window and `cutechess-cli` share.

The keys are those of `EngineConfiguration`, the place is that of Qt's settings in the format INI.
"""

import json
from pathlib import Path
from typing import Any

from furyhouse.config.engine_list import NAME, read_list, with_engine
from furyhouse.config.files import config_home

__all__ = ["merge", "place", "show"]

_DEFAULTS = {"stderrFile": "", "workingDirectory": ""}


def place() -> Path:
    """Find the file.

    Example:
        >>> place().parts[-2:]
        ('cutechess', 'engines.json')
    """
    return config_home() / "cutechess" / "engines.json"


def show(command: str) -> str:
    """Write a file with furyhouse alone.

    Example:
        >>> json.loads(show("/usr/bin/furyhouse"))[0]["variants"]
        ['crazyhouse']
    """
    return _write(with_engine([], _entry(command), _DEFAULTS))


def merge(text: str | None, command: str) -> str:
    """Put furyhouse in a file.

    Args:
        text: What is in it; None for no file, and an empty one is as good.
        command: The whole path of the engine.

    Raises:
        ConfigError: The file is no list of engines.

    Example:
        >>> [engine["name"] for engine in json.loads(merge('[{"name": "sjeng"}]', "/bin/fh"))]
        ['sjeng', 'furyhouse']
    """
    engines = read_list(text) if text and text.strip() else []
    return _write(with_engine(engines, _entry(command), _DEFAULTS))


def _entry(command: str) -> dict[str, Any]:
    """Describe the engine. Cute Chess splits the command at blanks that are not in quotes."""
    return {
        "command": f'"{command}"' if " " in command else command,
        "name": NAME,
        "protocol": "uci",
        "variants": ["crazyhouse"],
    }


def _write(engines: list[dict[str, Any]]) -> str:
    """Write the list as Cute Chess does; half a character stays the escape that it was in JSON."""
    text = json.dumps(engines, indent=4, sort_keys=True, ensure_ascii=False) + "\n"
    return text.encode(errors="backslashreplace").decode()
