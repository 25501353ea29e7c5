"""Cute Chess: a list of engines in JSON, which its window and `cutechess-cli` share.

The keys are those of `EngineConfiguration`, the place is that of Qt's settings in the format INI.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from furyhouse.config.engine_list import NAME, EngineFile
from furyhouse.config.files import config_home

__all__ = ["ENGINES"]


def _home() -> Path:
    """Find the folder of Qt's settings: macOS has that of XDG too, and Windows its own."""
    if sys.platform == "win32" and "APPDATA" in os.environ:
        return Path(os.environ["APPDATA"])
    return config_home()


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
    "cutechess", _entry, {"stderrFile": "", "workingDirectory": ""}, write=_write, home=_home
)
"""The file of Cute Chess."""
