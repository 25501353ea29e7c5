"""PyChess: a list of engines in JSON.

The keys are those of its `engineNest`; what else it keeps there (options, a checksum) it finds out
itself when it meets the engine for the first time.
"""

import json
from pathlib import Path
from typing import Any

from furyhouse.config.engine_list import NAME, read_list, with_engine
from furyhouse.config.files import config_home

__all__ = ["merge", "place", "show"]

# As its own dialogue gives them to an engine that is new to it: 20 is full strength.
_DEFAULTS = {"comment": "", "country": "unknown", "level": 20, "recheck": True}


def place() -> Path:
    """Find the file.

    Example:
        >>> place().parts[-2:]
        ('pychess', 'engines.json')
    """
    return config_home() / "pychess" / "engines.json"


def show(command: str) -> str:
    """Write a file with furyhouse alone.

    Example:
        >>> json.loads(show("/usr/bin/furyhouse"))[0]["protocol"]
        'uci'
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
    """Describe the engine."""
    return {"command": command, "name": NAME, "protocol": "uci"}


def _write(engines: list[dict[str, Any]]) -> str:
    """Write the list as PyChess does."""
    return json.dumps(engines, indent=1, sort_keys=True) + "\n"
