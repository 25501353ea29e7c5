"""Games as PGN."""

from datetime import UTC, datetime

from furyhouse._core import Move
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.game_record import GameRecord
from furyhouse.lab.thought import Thought
from furyhouse.pgn import comment, movetext, write_game
from furyhouse.position import read_position

__all__ = ["write_pgn"]

# The words that PGN has for how a game ended.
_TERMINATIONS = {
    "time": "time forfeit",
    "crash": "abandoned",
    "hang": "abandoned",
    "illegal move": "rules infraction",
    "false claim": "rules infraction",
    "win by score": "adjudication",
    "draw by score": "adjudication",
    "too many moves": "adjudication",
}


def write_pgn(record: GameRecord, engines: tuple[EngineSpec, EngineSpec]) -> str:
    r"""Write a game as PGN, ending with an empty line.

    Each move has a comment with the engine's score from its own side, its depth, the seconds and
    the nodes: `{+0.31/12 0.045s 5000n}`. The last one is followed by how the game ended.

    Args:
        record: The game.
        engines: The two engines of the match.

    Returns:
        The text.

    Example:
        >>> a, b = EngineSpec(proto="internal", name="a"), EngineSpec(("b",), name="b")
        >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
        >>> record = GameRecord(0, start, white=0, winner=0, reason="time", text="b is late",
        ...                     moves=(Thought("e2e4", 0.1, 20, None, 9, 500),))
        >>> print(write_pgn(record, (a, b)).split("\n\n")[1])
        1. e4 {+0.20/9 0.100s 500n} {b is late} 1-0
    """
    white, black = engines[record.white], engines[1 - record.white]
    begun = datetime.fromtimestamp(record.started, UTC)
    headers = {
        "Event": f"{engines[0].name} - {engines[1].name}",
        "Site": "?",
        "Date": begun.strftime("%Y.%m.%d"),
        "Round": f"{record.game // 2 + 1}.{record.game % 2 + 1}",
        "White": white.name,
        "Black": black.name,
        "Result": record.result,
        "Variant": "Crazyhouse",
        "SetUp": "1",
        "FEN": record.opening,
        "TimeControl": _both(white.limit.pgn(), black.limit.pgn(), "?"),
        "WhiteLimit": str(white.limit),
        "BlackLimit": str(black.limit),
        "UTCTime": begun.strftime("%H:%M:%S"),
        "PlyCount": str(len(record.moves)),
        "Termination": _TERMINATIONS.get(record.reason, "normal"),
        "Reason": record.reason,
    }
    if not record.counted:
        headers["Counted"] = "no"
    words = movetext(
        read_position(record.opening),
        [Move.from_uci(thought.move) for thought in record.moves],
        [_said(thought) for thought in record.moves],
    )
    return write_game(headers, [*words, comment(record.text), record.result])


def _said(thought: Thought) -> str:
    """Write what an engine said of its move."""
    depth = "" if thought.depth is None else f"/{thought.depth}"
    nodes = "" if thought.nodes is None else f" {thought.nodes}n"
    return f"{{{thought.score_text}{depth} {thought.seconds:.3f}s{nodes}}}"


def _both(white: str, black: str, neither: str) -> str:
    """Write what holds for both sides, if it does."""
    return white if white == black else neither
