"""The work on one game: every position searched, mistakes marked, and the game written anew."""

import re
import threading
from typing import Literal

from furyhouse._core import WHITE, Board
from furyhouse.convert import from_chess
from furyhouse.engine import Engine
from furyhouse.lab.analyse_marks import Evaluation, annotate
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.pgn_games import RawGame
from furyhouse.score import Score

__all__ = ["analyse_game", "passed_over"]

# How Crazyhouse is called, in small letters without blanks.
_NAMES = {"crazyhouse", "zh", "house", "crazyhouse960", "zh960"}
_TAG = r'^\[{}\s+"([^"\n]*)"\]'
_VARIANT, _EVENT, _FEN = (
    re.compile(_TAG.format(name), re.MULTILINE) for name in ("Variant", "Event", "FEN")
)
# A position whose pockets stand behind the board has so many strokes.
_STROKES = 8
_ANNOTATOR = "Annotator"
_OURS = "furyhouse "
# Each thread keeps its engine from one game to the next.
_kept = threading.local()


def passed_over(text: str, *, untagged: bool = False) -> Literal["other", "untagged"] | None:
    """Tell whether a game is none of Crazyhouse, by its tags, and which of them say so.

    Without a word on the variant a game is of chess, unless its event or the pockets in its
    position say otherwise.

    Args:
        text: The game.
        untagged: Whether games without a word on their variant are taken for Crazyhouse.

    Returns:
        `other` for a game that names another variant, `untagged` for one without a word on it, None
        for one of Crazyhouse.

    Example:
        >>> passed_over('[Variant "Crazyhouse"]'), passed_over('[Variant "Atomic"]')
        (None, 'other')
        >>> passed_over("1. e4 *"), passed_over("1. e4 *", untagged=True)
        ('untagged', None)
    """
    named = _VARIANT.search(text)
    if named is not None:
        return None if re.sub(r"[\s_-]", "", named[1].lower()) in _NAMES else "other"
    event, fen = _EVENT.search(text), _FEN.search(text)
    if untagged or (event is not None and "crazyhouse" in event[1].lower()):
        return None
    board = fen[1].partition(" ")[0] if fen is not None else ""
    return None if "[" in board or board.count("/") >= _STROKES else "untagged"


def analyse_game(game: RawGame, settings: AnalyseSettings) -> GameResult:
    r"""Analyse a game.

    With a limit in nodes or plies the result depends on nothing but the arguments. Needs the extra
    `chess`.

    Args:
        game: The game.
        settings: How it is searched.

    Returns:
        The annotated game, or what is wrong with it.

    Example:
        >>> game = RawGame(1, 1, '[Variant "Crazyhouse"]\n\n1. f3 e5 2. g4 Qh4# 0-1')
        >>> result = analyse_game(game, AnalyseSettings(nodes=3000, hash_mb=1))
        >>> import json
        >>> json.loads(result.record)["positions"][2]["mark"]
        '??'
        >>> "2. g4 $4" in result.pgn
        True
    """
    from furyhouse.lab.analyse_pgn import PgnError, read_pgn, write_pgn  # noqa: PLC0415 - an extra

    kind = passed_over(game.text, untagged=settings.untagged)
    if kind is not None:
        return GameResult(game.number, game.line, kind)
    if game.cut:
        return GameResult.fault(game, "malformed", f"line {game.line}: longer than any game is")
    try:
        parsed = read_pgn(game.text, game.line)
        try:
            board = from_chess(parsed.end().board())
        except ValueError as error:
            raise PgnError(game.line, str(error)) from None
    except PgnError as fault:
        return GameResult.fault(game, "malformed", str(fault))
    if parsed.headers.get(_ANNOTATOR, "?").startswith(("?", _OURS)):
        parsed.headers[_ANNOTATOR] = f"{_OURS}{settings.version}, {settings}"
    record = annotate(parsed, board, _evaluate(board.copy(), settings))
    return GameResult.analysed(game, write_pgn(parsed), record)


def _evaluate(board: Board, settings: AnalyseSettings) -> list[Evaluation]:
    """Search every position of a game, the last one first: what is found helps those before it."""
    engine = _engine(settings.hash_mb)
    engine.clear()
    found = [_search(engine, board, settings)]
    while board.move_stack:
        board.pop()
        found.append(_search(engine, board, settings))
    return found[::-1]


def _search(engine: Engine, board: Board, settings: AnalyseSettings) -> Evaluation:
    """Search a position; one in which the game is over needs none."""
    if board.is_game_over():
        score = Score(mate=0) if board.is_checkmate() else Score(0)
        return Evaluation(score if board.turn == WHITE else -score, 0, 0, [])
    result = engine.search(board, settings.limit)
    score = result.score if board.turn == WHITE else -result.score
    return Evaluation(score, result.depth, result.nodes, result.pv)


def _engine(hash_mb: int) -> Engine:
    """Get this thread's engine."""
    engine: Engine | None = getattr(_kept, "engine", None)
    if engine is None or engine.hash_mb != hash_mb:
        engine = _kept.engine = Engine(hash_mb)
    return engine
