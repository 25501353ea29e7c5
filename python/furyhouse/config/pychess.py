"""PyChess: a list of engines in JSON.

The keys are those of its `engineNest`; what else it keeps there (options, a checksum) it finds out
itself when it meets the engine for the first time. The place is that of XDG on every system.
"""

import json
from typing import Any

from furyhouse.config.engine_list import NAME, EngineFile

__all__ = ["ENGINES"]

# As its own dialogue gives them to an engine that is new to it: 20 is full strength.
_DEFAULTS = {"comment": "", "country": "unknown", "level": 20, "recheck": True}


def _entry(command: str) -> dict[str, Any]:
    """Describe the engine."""
    return {"command": command, "name": NAME, "protocol": "uci"}


def _write(engines: list[dict[str, Any]]) -> str:
    """Write the list as PyChess does."""
    return json.dumps(engines, indent=1, sort_keys=True) + "\n"


ENGINES = EngineFile("pychess", _entry, _DEFAULTS, _write)
"""The file of PyChess."""
