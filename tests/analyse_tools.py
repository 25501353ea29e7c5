"""What the tests of analyses of games share: games to analyse, and a look at what came out."""

import importlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import chess
import chess.pgn

from engine_process import COMMAND, ENVIRONMENT
from furyhouse.cli import main

# Python's own from 3.14 on, the extra's before.
zstd: Any = importlib.import_module(
    "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
)
ANALYSE = (*COMMAND, "analyse")
GAMES = Path(__file__).parent / "data" / "games.pgn"
TAG = '[Variant "Crazyhouse"]\n'
# Small, and the same for every test that compares.
QUICK = ("--nodes", "150", "--hash", "1")


def analyse(
    *arguments: str | Path,
    folder: Path | None = None,
    stdin: bytes = b"",
    patience: float = 100.0,
    **given: Any,  # noqa: ANN401 - of many kinds
) -> subprocess.CompletedProcess[str]:
    """Analyse games by the command."""
    done = subprocess.run(
        [*ANALYSE, *map(str, arguments)],
        cwd=folder,
        env={**ENVIRONMENT, **given.pop("env", {})},
        input=stdin,
        capture_output=True,
        timeout=patience,
        check=False,
        **given,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def run_here(*arguments: str) -> int:
    """Run `furyhouse analyse` in this process; give the exit status."""
    try:
        return main(["analyse", *arguments])
    except SystemExit as end:
        return int(str(end.code))


def summary(done: subprocess.CompletedProcess[str]) -> str:
    """Get the last line that was told; lines of progress may stand before it."""
    return done.stdout.splitlines()[-1]


def read_games(text: str) -> list[chess.pgn.Game]:
    """Read games by python-chess alone; none may be wrong."""
    file = io.StringIO(text)
    games = []
    while (game := chess.pgn.read_game(file)) is not None:
        assert game.errors == []
        games.append(game)
    return games


def records(path: Path) -> list[dict[str, Any]]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def moves(game: chess.pgn.Game) -> list[str]:
    """Get the moves of a game."""
    return [move.uci() for move in game.mainline_moves()]
