"""Matches in the real XBoard, on a display that nobody sees, and what is checked of them."""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import chess.pgn
import chess.variant
import pytest

# Debian keeps games off the path of some users.
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
_DISPLAY = "-screen 0 1280x1024x24 -nolisten tcp"
# Whatever a user's own settings say, a match is played under these.
_SETTINGS = shlex.split(
    "-saveSettingsOnExit false -smpCores 1 -defaultHashSize 64 -matchPause 100 "
    "-autoCallFlag true -testLegality true -testClaims true -checkMates true -xexit -size 49 "
    "-debug -animateMoving false"
)
_FOUL = re.compile(r"forfeit|false .*claim|on time|exited|abandon", re.IGNORECASE)
_COMPLAINT = re.compile(r"Illegal move|Broken pipe|Failed to start|Unrecognized argument")


def find(program: str) -> str:
    """Find a program; without it the test fails in CI, and is skipped elsewhere."""
    found = shutil.which(program, path=PATH)
    if found is not None:
        return found
    reason = f"{program} is needed: scripts/peers installs it"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@dataclass
class Match:
    """What came of a match."""

    folder: Path
    games: list[chess.pgn.Game] = field(default_factory=list)
    debug: str = ""
    errors: str = ""

    def check(self, games: int) -> int:
        """Demand whole games with the results that are on the board, and no foul of ours.

        Returns:
            How many games there were without a foul of the opponent either.
        """
        assert len(self.games) == games, f"{len(self.games)} of {games} games"
        clean = [game for game in self.games if not is_opponents_foul(game)]
        for game in clean:
            check_game(game)
        assert len(clean) < games or not _COMPLAINT.search(self.errors), self.errors
        assert (self.folder / "engine.err").read_bytes() == b""
        # The exit status of every engine process.
        assert set((self.folder / "engine.status").read_text().split()) == {"0"}
        return len(clean)


def is_opponents_foul(game: chess.pgn.Game) -> bool:
    """Tell whether the opponent lost by time or an illegal move, and report it."""
    if not _FOUL.search(game.end().comment):
        return False
    loser = {"1-0": "Black", "0-1": "White"}.get(game.headers["Result"])
    if loser is None or game.headers[loser].startswith("furyhouse"):
        return False
    print(f"{game.headers[loser]} lost by a foul: {game.end().comment}")
    return True


def check_game(game: chess.pgn.Game) -> None:
    """Replay a game, and find on the board what its result says."""
    assert game.headers.get("Variant") == "crazyhouse", game.headers
    assert not game.errors, game.errors
    foul = _FOUL.search(game.end().comment)
    assert not foul, game.end().comment
    board = game.end().board()
    assert isinstance(board, chess.variant.CrazyhouseBoard)
    result = game.headers["Result"]
    if result == "1/2-1/2":
        assert board.is_stalemate() or board.is_repetition(3) or _agreed(game), game
    elif "resign" not in game.end().comment:
        assert board.is_checkmate(), f"{game.end().comment}: {board.fen()}"
        assert result == board.result(), game


def _agreed(game: chess.pgn.Game) -> bool:
    """Tell whether both sides agreed to a draw, or fifty moves were counted."""
    return bool(re.search(r"agree|50|fifty", game.end().comment))


def wrapped(folder: Path) -> str:
    """Wrap the engine in a script that keeps its errors and exit statuses."""
    script = folder / "engine"
    python = shlex.quote(sys.executable)
    script.write_text(
        "#!/bin/sh\n"
        f'{python} -m furyhouse xboard 2>>"{folder}/engine.err"\n'
        f'echo $? >>"{folder}/engine.status"\n'
    )
    script.chmod(0o755)
    (folder / "engine.err").touch()
    (folder / "engine.status").touch()
    return str(script)


def play_match(
    folder: Path, first: str | None, second: str | None, *options: str, games: int = 1
) -> Match:
    """Let XBoard play a match between two engines.

    Args:
        folder: Where its files go.
        first: The command of the first engine, without blanks; None where the options tell of both
            engines and the variant.
        second: The command of the second.
        options: More of XBoard's options.
        games: How many games are played, with changing colours.
    """
    pgn, debug = folder / "games.pgn", folder / "xboard.debug"
    command = [find("xvfb-run"), "-a", "-s", _DISPLAY, find("xboard"), *_SETTINGS]
    command += ["-soundProgram", "", "-nameOfDebugFile", str(debug), "-sgf", str(pgn)]
    if first is not None and second is not None:
        command += ["-variant", "crazyhouse", "-fcp", first, "-scp", second]
    command += ["-mg", str(games), *options]
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": PATH},
        capture_output=True,
        timeout=110 * games,
        check=False,
    )
    errors = done.stderr.decode(errors="replace")
    assert done.returncode == 0, errors
    # XBoard writes nothing of games without a move, and empty pockets as [-], which python-chess
    # does not read.
    text = pgn.read_text(errors="replace").replace("[-]", "[]") if pgn.exists() else ""
    match = Match(folder, debug=debug.read_text(errors="replace"), errors=errors)
    source = io.StringIO(text)
    while (game := chess.pgn.read_game(source)) is not None:
        match.games.append(game)
    return match
