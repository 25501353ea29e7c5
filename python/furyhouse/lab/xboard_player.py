"""Engines that speak CECP, the protocol of XBoard."""

import asyncio
import re
from collections.abc import Sequence

import chess.engine

from furyhouse._core import Board
from furyhouse.lab.clock import Clock
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.player import RESIGNS, clock_ticks
from furyhouse.lab.process_player import ProcessPlayer, Talk
from furyhouse.lab.thought import Fault, Thought
from furyhouse.lab.time_control import TimeControl

__all__ = ["XBoardPlayer", "XBoardTalk", "level", "move_texts", "read_post"]

_CENTISECONDS = 100.0
_SECONDS_A_MINUTE = 60
_MATE = 100_000
_LONGEST_MATE = 1000
# The time for a move where only its depth is limited.
_NO_LIMIT_SECONDS = 86_400
_RESULTS = ("1-0", "0-1", "1/2-1/2")
_POST_NUMBERS = 4
_POST = re.compile(r"\s*\d+\S?\s+[+-]?\d+\s+\d+\s+\d+")
_OPTION = re.compile(r'option="([^"]+?) -(button|check|spin|combo|string|file|path) ?([^"]*)"')
_ILLEGAL = re.compile(r"\s*Illegal move\b.*", re.IGNORECASE)


class XBoardTalk(Talk, chess.engine.XBoardProtocol):
    """A conversation in CECP."""

    def __init__(self) -> None:
        super().__init__()
        self.claim: str | None = None
        self._features: list[str] = []

    async def initialize(self) -> None:
        """Lead the handshake, and read the options whose names have blanks.

        python-chess 1.11.2 takes an option's first word for its name. It also gives an engine two
        seconds, which is little for one that starts on a busy machine; `done=0` is how CECP asks
        for more, and it is heard here whether the engine says it or not.
        """
        handshake = asyncio.ensure_future(super().initialize())
        try:
            await asyncio.sleep(0)
            self._line_received("feature done=0")
            await handshake
        finally:
            handshake.cancel()
        for name, kind, rest in _OPTION.findall("\n".join(self._features)):
            if " " in name:
                self.options.pop(name.split()[0], None)
                self.options[name] = _option(name, kind, rest)

    def line_received(self, line: str) -> None:
        """Hear a line: `move` is the answer, results are claims, numbers are news."""
        if line.startswith("feature "):
            self._features.append(line)
        elif line.startswith(_RESULTS):
            self.claim = line
        elif self.is_asked and _POST.match(line):
            self.info_line = line
        elif line.startswith("move "):
            self.answer(line[5:].strip())
        elif line.strip() == RESIGNS:
            self.claim = RESIGNS
            self.answer(RESIGNS)
        elif _ILLEGAL.match(line):
            fault = Fault("false claim", f"says {line.strip()[:80]!r} of a legal move")
            self.claim = str(fault)
            self.foul(fault)

    def begin(self, limit: TimeControl, fen: str) -> None:
        """Send all that a new game needs."""
        variants = str(self.features.get("variants", "")).split(",")
        if "crazyhouse" not in variants:
            raise chess.engine.EngineError("does not offer the variant crazyhouse")
        if limit.nodes is not None and not self.features.get("nps", 0):
            raise chess.engine.EngineError(
                "does not offer feature nps=1, by which CECP limits the nodes of a move"
            )
        lines = ["new", "variant crazyhouse", "force", "easy", "post", *level(limit)]
        for line in [*lines, f"setboard {fen}"]:
            self.send_line(line)
        self.claim = None


class XBoardPlayer(ProcessPlayer[XBoardTalk]):
    """An engine that speaks CECP.

    The engine is in force mode until its first move, and then plays on by itself, as under XBoard.

    Example:
        >>> XBoardPlayer(EngineSpec(("sjeng",))).spec.name
        'sjeng'
    """

    talks = XBoardTalk
    greeting = "xboard"
    instead = "one that speaks UCI needs proto=uci"

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        self._told = 0
        self._goes = False

    async def prepare(self, opening: Board) -> None:
        """Set up the position in force mode."""
        self._told, self._goes = 0, False
        self.talk.begin(self.limit, opening.fen())
        await self.talk.ping()
        self.talk.claim = None

    async def think(self, board: Board, clocks: Sequence[Clock], patience: float) -> Thought:
        """Send the clocks and the opponent's move, and wait for `move`."""
        played = board.move_stack
        news = [self._usermove(text) for text in move_texts(board, self._told)]
        times = self._times(board, clocks)
        lines = [*times, *news] if self._goes else [*news, *times, "go"]
        self._told, self._goes = len(played) + 1, True
        answer, seconds = await self.talk.ask(*lines, patience=patience)
        return read_post(self.talk.info_line, answer, seconds)

    def _usermove(self, text: str) -> str:
        """Write a move of the opponent."""
        return f"usermove {text}" if self.talk.features.get("usermove", 0) else text

    def _times(self, board: Board, clocks: Sequence[Clock]) -> list[str]:
        """Write both clocks, where there are any."""
        own, other = (clocks[0], clocks[1]) if board.turn else (clocks[1], clocks[0])
        if own.left is None or not self.talk.features.get("time", 1):
            return []
        their = own.left if other.left is None else other.left
        return [
            f"time {clock_ticks(own.left, _CENTISECONDS)}",
            f"otim {clock_ticks(their, _CENTISECONDS)}",
        ]

    async def end_game(self, result: str, text: str) -> None:
        """Tell the engine the result."""
        comment = re.sub(r"[{}\r\n]", " ", text)
        for line in ("force", f"result {result} {{{comment}}}"):
            self.talk.send_line(line)

    def check_claims(self) -> str | None:
        """Get what the engine claimed out of its turn."""
        claim, self.talk.claim = self.talk.claim, None
        return claim


def move_texts(board: Board, told: int) -> list[str]:
    """Write the moves of a game as CECP does, but for so many first ones.

    In Crazyhouse960 castling is `O-O` or `O-O-O`, for which the position before it is needed.

    Example:
        >>> board = Board("4k3/8/8/8/8/8/8/1R2K3[] w B - 0 1", chess960=True)
        >>> for move in ("O-O-O", "Ke7"):
        ...     board.push(board.parse_san(move))
        >>> move_texts(board, 0), move_texts(board, 1)
        (['O-O-O', 'e8e7'], ['e8e7'])
    """
    played = board.move_stack
    if not board.chess960:
        return [move.uci() for move in played[told:]]
    at, texts = board.root(), []
    for move in played:
        texts.append(at.xboard(move))
        at.push(move)
    return texts[told:]


def _option(name: str, kind: str, rest: str) -> chess.engine.Option:
    """Read what a feature says of an option."""
    if kind == "combo":
        return chess.engine.Option(
            name, kind, None, None, None, rest.replace("*", "").split(" /// ")
        )
    numbers = [int(word) for word in rest.split() if word.lstrip("+-").isdecimal()]
    if kind == "spin":
        default, least, most, *_ = [*numbers, None, None, None]
        return chess.engine.Option(name, kind, default, least, most, None)
    return chess.engine.Option(
        name, kind, numbers[0] if kind == "check" else None, None, None, None
    )


def level(limit: TimeControl) -> list[str]:
    """Write the commands that set a time control.

    A base that is no whole number of seconds keeps its fraction; an engine that reads whole numbers
    only is set right by the `time` before each of its moves.

    Example:
        >>> level(TimeControl.parse("3+0.03")), level(TimeControl.parse("40/90.5"))
        (['level 0 0:03 0.03'], ['level 40 1:30.5 0'])
        >>> level(TimeControl(move_time=0.5, depth=9)), level(TimeControl(nodes=800))
        (['st 0.5', 'sd 9'], ['nps 1', 'st 800'])
    """
    lines: list[str] = []
    if limit.base is not None:
        minutes, seconds = divmod(limit.base, _SECONDS_A_MINUTE)
        whole = f"{seconds:02.0f}" if seconds == int(seconds) else f"{seconds:g}"
        lines.append(f"level {limit.moves or 0} {minutes:.0f}:{whole} {limit.increment:g}")
    elif limit.nodes is not None:
        lines += ["nps 1", f"st {limit.nodes}"]
    else:
        lines.append(f"st {limit.move_time or _NO_LIMIT_SECONDS:g}")
    if limit.depth is not None:
        lines.append(f"sd {limit.depth}")
    return lines


def read_post(line: str, move: str, seconds: float) -> Thought:
    """Read the last line of thinking before a move: depth, score, centiseconds, nodes, moves.

    Example:
        >>> read_post("9 31 20 5000 e2e4 e7e5", "e2e4", 0.2)
        Thought(move='e2e4', seconds=0.2, centipawns=31, mate=None, depth=9, nodes=5000)
        >>> read_post("3 -100002 1 70 e2e4", "e2e4", 0.2).mate
        -2
        >>> read_post("", "e2e4", 0.2).score_text
        '?'
    """
    numbers: list[int] = []
    for word in line.split()[:_POST_NUMBERS]:
        plain = word.rstrip("+-.&!?")
        if not plain.lstrip("+-").isdecimal():
            break
        numbers.append(int(plain))
    if len(numbers) < _POST_NUMBERS:
        return Thought(move, seconds)
    depth, score, _, nodes = numbers
    mate = abs(score) - _MATE
    if 0 <= mate <= _LONGEST_MATE:
        return Thought(move, seconds, None, mate if score > 0 else -mate, depth, nodes)
    return Thought(move, seconds, score, None, depth, nodes)
