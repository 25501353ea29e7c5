"""Cute Chess: a list of engines in JSON, which its window and `cutechess-cli` share.

The keys are those of `EngineConfiguration`, the place is that of Qt's settings in the format INI.
"""

import json
from typing import Any

from furyhouse.config.engine_list import NAME, EngineFile

__all__ = ["ENGINES"]


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


ENGINES = EngineFile(
    "cutechess", _entry, defaults={"stderrFile": "", "workingDirectory": ""}, write=_write
)
"""The file of Cute Chess."""
