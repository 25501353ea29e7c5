"""Conversations kept as files, and what replays them.

A line of a file is one of these:

    # a remark
    @ 12.5                      the time from here on, in seconds
    > usermove e2e4             sent to the engine
    < pong 1                    what the engine writes; between slashes it is a regular expression
    = go white_clock=5.0        what the engine asks of the program around it, besides writing
    ! info depth=3 score=20 pv=e2e4,e7e5      what the search reports
    ! move e2e4 ponder=e7e5 score=20          what the search returns; `old move` for the search
    before ! current e2e4 1 20         the root move that the search looks at
    ! fail TEXT                 the search breaks down
    ! refuse Hash TEXT          the option cannot be set

Everything the engine writes must be in the file, in order. Where a file has one line with `=`, all
requests must be in it too; where it has none, a search that is waited for answers with the first
legal move by name. Files without `=` and `!` hold for the real engine as well.
"""

import re
from collections import deque
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from furyhouse import Limit, Move
from furyhouse.protocol import (
    Effect,
    Go,
    NewGame,
    PonderHit,
    Quit,
    Say,
    SetOption,
    ShowBook,
    Stop,
    Task,
)
from furyhouse.protocol.uci import Uci
from furyhouse.protocol.xboard import XBoard

if TYPE_CHECKING:
    from furyhouse import Info, SearchResult

FOLDERS = {
    "cecp": Path(__file__).parent / "data" / "protocol",
    "uci": Path(__file__).parent / "data" / "protocol" / "uci",
}
NAME = "furyhouse 0.0"


@dataclass
class Transcript:
    """A conversation: its lines as kinds and texts, with their numbers."""

    name: str
    language: str = "cecp"
    lines: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def scripted(self) -> bool:
        """Whether it says what the search does, and so is not for the real engine."""
        return any(kind in "=!" for _, kind, _ in self.lines)

    @property
    def is_case(self) -> bool:
        """Whether it is one of the numbered cases, which have tests of their own."""
        return re.fullmatch(r"p\d\d", self.name) is not None


def read_transcript(path: Path, language: str = "cecp") -> Transcript:
    """Read a conversation from a file."""
    transcript = Transcript(path.stem, language)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        kind, text = line[:1], line[2:]
        if kind in ("", "#"):
            continue
        assert kind in "@><=!", f"{path.name}:{number}: no such line: {line}"
        transcript.lines.append((number, kind, text.replace("<TAB>", "\t")))
    assert transcript.lines, f"{path.name} is empty"
    return transcript


def transcripts(language: str = "cecp") -> list[Transcript]:
    """Read all conversations in a protocol."""
    paths = sorted(FOLDERS[language].glob("*.txt"))
    return [read_transcript(path, language) for path in paths]


def matches(expected: str, found: str) -> bool:
    """Tell whether a line is the one that is expected."""
    if len(expected) > 1 and expected.startswith("/") and expected.endswith("/"):
        return re.fullmatch(expected[1:-1], found) is not None
    return expected == found


@dataclass
class FakeScore:
    """A score that a test made up."""

    points: int | None
    moves: int | None = None

    def mate(self) -> int | None:
        return self.moves

    def score(self) -> int | None:
        return self.points


@dataclass
class FakeInfo:
    """A report that a test made up."""

    score: FakeScore
    pv: list[Move]
    depth: int = 1
    seldepth: int = 2
    multipv: int = 1
    bound: str = "exact"
    nodes: int = 100
    time: float = 0.25
    nps: int = 400
    hashfull: int = 0


@dataclass
class FakeResult:
    """A result that a test made up."""

    move: Move | None
    score: FakeScore
    ponder: Move | None = None
    pv: list[Move] = field(default_factory=list)
    depth: int = 1
    seldepth: int = 1
    nodes: int = 20
    time: float = 0.5
    hashfull: int = 0
    from_book: bool = False


class Replay:
    """Plays a conversation against the state machine."""

    def __init__(self, transcript: Transcript) -> None:
        self.conversation = Uci(NAME) if transcript.language == "uci" else XBoard(NAME)
        self.transcript = transcript
        self.strict = any(kind == "=" for _, kind, _ in transcript.lines)
        self.now = 0.0
        self.out: deque[str] = deque()
        self.searches: list[Go] = []
        self.running: set[int] = set()
        self.ended = False

    def run(self) -> None:
        """Play it to its end."""
        steps = {
            "@": self._time,
            ">": self._send,
            "<": self._expect,
            "=": self._expect,
            "!": self._report,
        }
        for number, kind, text in self.transcript.lines:
            where = f"{self.transcript.name}.txt:{number}"
            if kind in ">!":
                assert not self.out, f"{where}: not expected before this line: {list(self.out)}"
            steps[kind](f"{kind} {text}" if kind in "<=" else text, where)
        assert not self.out, (
            f"{self.transcript.name}.txt: not expected at the end: {list(self.out)}"
        )

    def _time(self, text: str, _where: str) -> None:
        self.now = float(text)

    def _send(self, text: str, _where: str) -> None:
        self._take(self.conversation.feed(text, self.now))

    def _expect(self, text: str, where: str) -> None:
        if not self.out and not self.strict:
            self._answer()
        assert self.out, f"{where}: nothing was written, expected {text}"
        found = self.out.popleft()
        same = found[0] == text[0] and matches(text[2:], found[2:])
        assert same, f"{where}: found {found!r}, expected {text!r}"

    def _answer(self) -> None:
        """Let the search that runs return the first legal move by name."""
        if self.searches and self.searches[-1].number in self.running:
            search = self.searches[-1]
            move = min(search.root_moves or search.board.legal_moves, key=Move.uci)
            self._result(search, FakeResult(move, FakeScore(0), pv=[move]))

    def _report(self, text: str, where: str) -> None:
        """Let the search report something."""
        kind, *words = text.split()
        at = -1
        if kind == "old":
            at = -2
            kind, *words = words
        values = dict(word.split("=") for word in words if "=" in word)
        search = self.searches[at] if self.searches else None
        if kind == "refuse":
            self._take(self.conversation.on_refusal(words[0], " ".join(words[1:]), self.now))
            return
        assert search is not None, f"{where}: nothing is searched"
        if kind == "info":
            info = cast("Info", _info(values))
            self._take(self.conversation.on_info(search.number, info, self.now))
        elif kind == "current":
            current = (Move.from_uci(words[0]), int(words[1]), int(words[2]))
            self._take(self.conversation.on_current_move(search.number, current, self.now))
        elif kind == "fail":
            self._take(self.conversation.on_failure(search.number, " ".join(words), self.now))
        else:
            assert kind == "move", f"{where}: no such report: {kind}"
            self._result(search, _result(words[0], values))

    def _result(self, search: Go, result: FakeResult) -> None:
        self.running.discard(search.number)
        self._take(
            self.conversation.on_result(search.number, cast("SearchResult", result), self.now)
        )

    def _take(self, effects: list[Effect]) -> None:
        """Note what is written and, where the conversation tells it, what is asked for."""
        for effect in effects:
            if isinstance(effect, Go):
                self.searches.append(effect)
                self.running.add(effect.number)
            if isinstance(effect, Say):
                assert "\n" not in effect.text
                assert len(effect.text) < 512
                self.out.append(f"< {effect.text}")
            elif isinstance(effect, ShowBook):
                # The book of a replay is empty.
                self.out += [f"< {line}" for line in effect.write([])]
            elif self.strict:
                self.out.append(f"= {describe(effect)}")


def describe(effect: Effect) -> str:
    """Write a request as a conversation has it."""
    match effect:
        case Go(limit=limit, root_moves=root_moves):
            words = ["go", *_limit_words(limit)]
            if root_moves is not None:
                words.append("root=" + ",".join(sorted(map(Move.uci, root_moves))))
            return " ".join(words)
        case SetOption(name, value):
            return f"set {name} = {value}"
        case _:
            return {
                Stop: "stop",
                PonderHit: "ponderhit",
                NewGame: "new",
                Quit: "quit",
                Task: "task",
            }[type(effect)]


def _limit_words(limit: Limit) -> list[str]:
    """Write what a limit holds besides its defaults."""
    words = []
    for item in fields(limit):
        value = getattr(limit, item.name)
        if value is True:
            words.append(item.name)
        elif value is not None and value is not False:
            words.append(f"{item.name}={round(value, 3):g}")
    return words


def _score(values: dict[str, str]) -> FakeScore:
    if "mate" in values:
        return FakeScore(None, int(values["mate"]))
    return FakeScore(int(values.get("score", "0")))


def _moves(text: str) -> list[Move]:
    return [Move.from_uci(word) for word in text.split(",") if word]


def _info(values: dict[str, str]) -> FakeInfo:
    info = FakeInfo(_score(values), _moves(values.get("pv", "")))
    numbers: dict[str, Any] = {
        name: int(values[name]) for name in ("depth", "nodes", "multipv") if name in values
    }
    for name, value in numbers.items():
        setattr(info, name, value)
    info.bound = values.get("bound", "exact")
    return info


def _result(move: str, values: dict[str, str]) -> FakeResult:
    best = None if move == "none" else Move.from_uci(move)
    ponder = Move.from_uci(values["ponder"]) if "ponder" in values else None
    return FakeResult(
        best, _score(values), ponder, [best] if best else [], depth=int(values.get("depth", "1"))
    )
