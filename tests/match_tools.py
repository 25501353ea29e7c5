"""What the tests of matches share: engines, openings, and a look at a game with other eyes."""

import sys
from pathlib import Path
from typing import Any

import chess
import chess.variant

from furyhouse.lab.match import EngineSpec, GameRecord, MatchSettings, TimeControl
from furyhouse.position import read_position

FAKE = Path(__file__).with_name("fake_engine.py")
OPENINGS = tuple(
    (Path(__file__).parent / "data" / "openings.fen").read_text(encoding="utf-8").splitlines()
)
# Enough for a machine that does ten other things.
ROOMY = TimeControl(base=60.0, increment=1.0, depth=2)


def internal(name: str = "furyhouse", **given: Any) -> EngineSpec:  # noqa: ANN401 - of many kinds
    """Get furyhouse without a process, with a small table."""
    limit = given.pop("limit", TimeControl(nodes=300))
    return EngineSpec(proto="internal", name=name, limit=limit, options={"Hash": 1, **given})


def fake(protocol: str, mode: str, at: int = 2, limit: TimeControl = ROOMY) -> EngineSpec:
    """Get an engine that misbehaves."""
    command = (sys.executable, "-P", str(FAKE), protocol, mode, str(at))
    proto: Any = protocol
    return EngineSpec(command, name="fake", proto=proto, limit=limit)


def settings(
    first: EngineSpec,
    second: EngineSpec,
    games: int = 2,
    openings: tuple[str, ...] = OPENINGS,
    **given: Any,  # noqa: ANN401 - of many kinds
) -> MatchSettings:
    """Get a short match."""
    return MatchSettings((first, second), openings=openings, games=games, **given)


def check_game(record: GameRecord) -> None:
    """Replay a game with python-chess, and find on the board what the record says."""
    chess960 = read_position(record.opening).chess960
    board = chess.variant.CrazyhouseBoard(record.opening, chess960=chess960)
    for thought in record.moves:
        move = chess.Move.from_uci(thought.move)
        assert board.is_legal(move), (thought.move, board.fen())
        board.push(move)
        assert thought.seconds >= 0
    if record.reason == "checkmate":
        assert board.is_checkmate()
        assert board.result() == record.result
    if record.reason == "repetition":
        assert board.is_repetition(3)
    if record.reason == "stalemate":
        assert board.is_stalemate()
    assert read_position(record.opening).fen() == record.opening
