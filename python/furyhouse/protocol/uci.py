"""UCI, the protocol of most chess programs, as a conversation without input and output.

`feed` takes a line and gives effects; `on_info`, `on_current_move`, `on_result` and `on_failure`
take what a search reports, and give effects too. Every `go` is answered by one `bestmove`: at the
end of the search, and where it was infinite or on the opponent's time not before `stop` or
`ponderhit`. A second `go` ends the search before it.
"""

import re
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from furyhouse._core import STARTING_FEN, Board, Move
from furyhouse.options import OptionError, Value, find_option
from furyhouse.position import read_position
from furyhouse.protocol.effects import (
    Effect,
    Go,
    NewGame,
    PonderHit,
    Quit,
    Say,
    SetOption,
    Stop,
    Task,
)
from furyhouse.protocol.game import read_move
from furyhouse.protocol.manners import Manners, Verdict
from furyhouse.protocol.uci_go import read_go
from furyhouse.protocol.uci_text import (
    HELP,
    bench_lines,
    board_lines,
    evaluation_lines,
    flipped_fen,
    info_line,
    option_lines,
    perft_lines,
    remark,
    result_line,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from furyhouse.engine import SearchControl
    from furyhouse.protocol.uci_go import GoWords
    from furyhouse.report import Info, SearchResult
    from furyhouse.score import Score

__all__ = ["Uci"]

_AUTHORS = "the furyhouse developers"
_NO_MOVE = "(none)"
_NULL_MOVE = "0000"
_BENCH_DEPTH = 8
_DEEPEST_COUNT = 30
_DEEPEST_BENCH = 64
# What does not wait for the end of a count or a bench.
_DURING_TASK = frozenset({"uci", "isready", "stop"})
# The move that is looked at is told only in searches that somebody waits for.
_CURRENT_MOVE_AFTER = 3.0
_LONGEST_ECHO = 60
_VERDICTS = {
    Verdict.RESIGN: "furyhouse resigns",
    Verdict.OFFER_DRAW: "furyhouse offers a draw",
}


@dataclass(slots=True)
class _Search:
    """A search that was not answered yet.

    Attributes:
        number: Its number in the effects.
        board: The position it searches.
        started: When it began, in the caller's seconds.
        held: Whether its answer waits for `stop`, or for `ponderhit`.
        endless: Whether only `stop` releases it.
        info: What was reported last about the best line.
        told: The first moves of the lines reported last, by their places.
        answer: The answer, where it is known and held.
        plays: Whether the answer is a move of the game, as far as can be told: no analysis, and no
            reply to a move that the opponent has not made.
        score: The score of the move, where it has one.
    """

    number: int
    board: Board
    started: float
    held: bool
    endless: bool
    info: "Info | None" = None
    told: "dict[int, list[Move]]" = field(default_factory=dict)
    answer: str | None = None
    plays: bool = True
    score: "Score | None" = None


class Uci:
    """One conversation in UCI.

    Args:
        name: The engine's name with its version, for the interface to show.

    Example:
        >>> uci = Uci("furyhouse")
        >>> uci.feed("isready", now=0.0)
        [Say(text='readyok')]
        >>> uci.feed("go depth 3", now=0.0)[0].limit
        Limit(depth=3)
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._board = Board()
        self._usable = True
        self._chess960 = False
        self._fifty_moves = False
        self._wdl = False
        self._manners = Manners()
        self._analyses = False
        self._now = 0.0
        self._count = 0
        self._searches: dict[int, _Search] = {}
        self._deferred: list[tuple[str, Value]] = []
        self._task: int | None = None
        self._waiting: deque[str] = deque()
        self._out: list[Effect] = []

    def feed(self, line: str, now: float) -> list[Effect]:
        """Take a line from the interface.

        Args:
            line: The line, with or without its end; garbage is answered, never raised.
            now: The time, in seconds of any clock that only goes forward.

        Returns:
            What to do, in order.

        Example:
            >>> Uci("furyhouse").feed("position fen x", now=0.0)[0].text[:36]
            'info string the position cannot be u'
        """
        self._now = now
        word = next(iter(line.split(maxsplit=1)), "")
        if self._task is not None and word not in _DURING_TASK:
            self._waiting.append(line)
        else:
            self._take(line)
        return self._effects()

    def _take(self, line: str) -> None:
        """Carry a line out."""
        word, *arguments = line.split(maxsplit=1) or [""]
        command = self._commands.get(word)
        if command is not None:
            command(self, arguments[0].strip() if arguments else "")
        elif word:
            self._remark(f"unknown command: {word[:_LONGEST_ECHO]}")

    def on_info(self, number: int, info: "Info", now: float) -> list[Effect]:
        """Take a report of the search with this number.

        Example:
            >>> from furyhouse import Board, Engine, Limit
            >>> uci, heard = Uci("furyhouse"), []
            >>> _ = uci.feed("go depth 1", now=0.0)
            >>> _ = Engine(1).search(Board(), Limit(depth=1), on_info=heard.append)
            >>> [said] = uci.on_info(1, heard[-1], now=0.5)
            >>> said.text.split()[:3]
            ['info', 'depth', '1']
        """
        self._now = now
        search = self._searches.get(number)
        if search is not None and search.answer is None:
            if info.multipv == 1:
                search.info = info
            search.told[info.multipv] = info.pv[:1]
            self._say(info_line(search.board, info, wdl=self._wdl))
        return self._effects()

    def on_current_move(
        self, number: int, current: "tuple[Move, int, int]", now: float
    ) -> list[Effect]:
        """Take the root move that is looked at, its number from 1, and how many there are.

        Example:
            >>> from furyhouse import Move
            >>> uci = Uci("furyhouse")
            >>> _ = uci.feed("go infinite", now=0.0)
            >>> uci.on_current_move(1, (Move.from_uci("e2e4"), 3, 20), now=1.0)
            []
            >>> uci.on_current_move(1, (Move.from_uci("e2e4"), 3, 20), now=9.0)
            [Say(text='info currmove e2e4 currmovenumber 3')]
        """
        self._now = now
        search = self._searches.get(number)
        if search is not None and now - search.started >= _CURRENT_MOVE_AFTER:
            move, index, _ = current
            depth = f"depth {search.info.depth + 1} " if search.info is not None else ""
            word = search.board.uci(move)
            self._say(f"info {depth}currmove {word} currmovenumber {index}")
        return self._effects()

    def on_result(self, number: int, result: "SearchResult", now: float) -> list[Effect]:
        """Take the result of the search with this number.

        Example:
            >>> from furyhouse import Board, Engine, Limit, Move
            >>> uci = Uci("furyhouse")
            >>> _ = uci.feed("go ponder depth 1", now=0.0)
            >>> only = [Move.from_uci("e2e4")]
            >>> result = Engine(1).search(Board(), Limit(depth=1), root_moves=only)
            >>> len(uci.on_result(1, result, now=0.5))
            1
            >>> uci.feed("ponderhit", now=1.0)[-1].text[:13]
            'bestmove e2e4'
        """
        self._now = now
        search = self._searches.get(number)
        if search is not None and search.answer is None:
            if result.from_book:
                self._remark("the move is from the opening book")
            elif result.pv[:1] not in search.told.values():
                # A lot among moves as good, or a level, may have chosen another than was told.
                self._say(result_line(search.board, result, wdl=self._wdl))
            search.score = result.score if result.depth > 0 else None
            self._answer(search, result.move, result.ponder)
        return self._effects()

    def on_failure(self, number: int, reason: str, now: float) -> list[Effect]:
        """Take it that the search with this number has failed; the game goes on.

        Example:
            >>> uci = Uci("furyhouse")
            >>> _ = uci.feed("go depth 1", now=0.0)
            >>> remark, move = uci.on_failure(1, "out of memory", now=0.5)
            >>> remark.text, move.text[:9]
            ('info string the search failed: out of memory', 'bestmove ')
        """
        self._now = now
        search = self._searches.get(number)
        if search is not None and search.answer is None:
            self._remark(f"the search failed: {reason}")
            pv = search.info.pv if search.info is not None else []
            self._answer(search, pv[0] if pv else next(iter(search.board.legal_moves), None))
        return self._effects()

    def on_done(self, number: int, now: float) -> list[Effect]:
        """Take it that the task with this number has ended, and go on with what waited for it.

        Example:
            >>> uci = Uci("furyhouse")
            >>> [task], waiting = uci.feed("go perft 5", now=0.0), uci.feed("quit", now=0.1)
            >>> waiting, uci.on_done(task.number, now=1.0)
            ([], [Quit()])
        """
        self._now = now
        if number == self._task:
            self._task = None
            while self._waiting and self._task is None:
                self._take(self._waiting.popleft())
        return self._effects()

    def on_refusal(self, name: str, reason: str, now: float) -> list[Effect]:
        """Take it that an option could not be set; what was set before holds.

        Example:
            >>> Uci("furyhouse").on_refusal("Hash", "no memory for 64 MB", now=0.0)
            [Say(text='info string Hash: no memory for 64 MB')]
        """
        self._now = now
        self._remark(f"{name}: {reason}")
        return self._effects()

    def on_trouble(self, reason: str, now: float) -> list[Effect]:
        """Take a trouble that changes nothing in the game.

        Example:
            >>> Uci("furyhouse").on_trouble("the log cannot be written", now=0.0)
            [Say(text='info string the log cannot be written')]
        """
        self._now = now
        self._remark(reason)
        return self._effects()

    def on_fault(self, reason: str, found: str, now: float) -> list[Effect]:
        """Take it that a line could not be dealt with.

        Example:
            >>> Uci("furyhouse").on_fault("line too long", "position", now=0.0)
            [Say(text='info string line too long: position')]
        """
        self._now = now
        self._remark(f"{reason}: {found}")
        return self._effects()

    def _effects(self) -> list[Effect]:
        """Hand over what is to be done."""
        effects, self._out = self._out, []
        return effects

    def _say(self, text: str) -> None:
        self._out.append(Say(text))

    def _remark(self, text: str) -> None:
        self._say(remark(text))

    # Being introduced.

    def _uci(self, _arguments: str) -> None:
        self._say(f"id name {self._name}")
        self._say(f"id author {_AUTHORS}")
        for line in option_lines():
            self._say(line)
        self._say("uciok")

    def _isready(self, _arguments: str) -> None:
        self._say("readyok")

    def _ignore(self, _arguments: str) -> None:
        """Take something that changes nothing here."""

    def _quit(self, _arguments: str) -> None:
        # What was found until now is told, before the end.
        self._stop("")
        self._out.append(Quit())

    # Options.

    def _setoption(self, arguments: str) -> None:
        words = arguments.split()
        if not words or words[0].lower() != "name":
            self._remark("setoption: expected name, the option's name, and value with its value")
            return
        at = next((i for i, word in enumerate(words) if word.lower() == "value"), len(words))
        text = arguments.split(maxsplit=at + 1)[at + 1 :] if at < len(words) else []
        try:
            option = find_option(" ".join(words[1:at]), "uci")
            value = option.parse(text[0] if text else "", "uci")
        except OptionError as error:
            self._remark(str(error))
            return
        if option.is_talk:
            self._set_own(option.name, value)
            return
        if option.name == "Fifty Move Rule":
            self._fifty_moves = bool(value)
            self._board = self._board.copy(fifty_moves=self._fifty_moves)
        if self._searches:
            # A search is not to be broken off, and cannot be changed under way.
            self._deferred.append((option.name, value))
        else:
            self._out.append(SetOption(option.name, value))

    def _set_own(self, name: str, value: Value) -> None:
        """Set what is the conversation's own."""
        if name == "Chess960":
            self._chess960 = bool(value)
        elif name == "Show WDL":
            self._wdl = bool(value)
        elif name in {"Resign Score", "Draw Score"}:
            self._manners.set_option(name, value)
        elif name == "Analyse Mode":
            self._analyses = bool(value)

    def _set_deferred(self) -> None:
        """Set what had to wait for the end of a search."""
        self._out += [SetOption(name, value) for name, value in self._deferred]
        self._deferred.clear()

    # The position.

    def _ucinewgame(self, _arguments: str) -> None:
        self._stop("")
        self._set_deferred()
        self._manners.forget()
        self._out.append(NewGame())

    def _position(self, arguments: str) -> None:
        place, _, moves = f"{' '.join(arguments.split())} ".partition(" moves ")
        kind, _, fen = place.strip().partition(" ")
        self._usable = False
        if kind == "startpos":
            fen = STARTING_FEN
        elif kind != "fen":
            self._remark(
                f"the position cannot be used: found {kind[:_LONGEST_ECHO] or 'nothing'},"
                " expected startpos or fen"
            )
            return
        try:
            self._board = self._read(fen.strip())
        except ValueError as error:
            self._remark(f"the position cannot be used: {error}")
            return
        self._usable = True
        for text in moves.split():
            try:
                # Who analyses a threat lets the side to move pass.
                passes = text == _NULL_MOVE
                self._board.push(Move.null() if passes else read_move(self._board, text))
            except ValueError as error:
                # The moves before it stand.
                self._remark(str(error))
                return

    def _read(self, fen: str) -> Board:
        """Read a position under the rules that are set."""
        return read_position(fen, chess960=self._chess960, fifty_moves=self._fifty_moves)

    def _flip(self, _arguments: str) -> None:
        if self._has_position():
            self._board = self._read(flipped_fen(self._board))

    def _has_position(self) -> bool:
        """Tell whether there is a position, and where there is none, say so."""
        if not self._usable:
            self._remark("there is no position, as the last one cannot be used")
        return self._usable

    # The search.

    def _go(self, arguments: str) -> None:
        words = read_go(arguments)
        for fault in words.faults:
            self._remark(fault)
        if "perft" in words.numbers:
            self._perft(words.numbers["perft"])
            return
        self._stop("")
        self._set_deferred()
        self._count += 1
        endless = words.endless and not words.ponder
        board = self._board.copy()
        search = _Search(self._count, board, self._now, endless or words.ponder, words.endless)
        self._searches[self._count] = search
        root_moves = self._root_moves(words)
        if not self._usable or root_moves == ():
            self._answer(search, None)
        else:
            book = not self._analyses
            self._out.append(Go(self._count, board.copy(), words.limit(), root_moves, book))

    def _root_moves(self, words: "GoWords") -> "tuple[Move, ...] | None":
        """Read the moves to choose from; those that are not legal are passed over.

        The null move alone stands for no move at all. Where nothing else is left, all moves are
        looked at: an answer that is wanted has to be given.
        """
        if words.search_moves is None:
            return None
        moves: dict[Move, None] = {}
        for text in words.search_moves:
            if text == _NULL_MOVE:
                continue
            try:
                moves[read_move(self._board, text)] = None
            except ValueError as error:
                self._remark(f"searchmoves: {error}")
        if words.search_moves == [_NULL_MOVE]:
            return ()
        return tuple(moves) or None

    def _stop(self, _arguments: str) -> None:
        if self._task is not None:
            self._out.append(Stop(self._task))
        for search in list(self._searches.values()):
            search.plays &= not search.held
            search.held = False
            if search.answer is None:
                self._out.append(Stop(search.number))
            else:
                self._finish(search)

    def _ponderhit(self, _arguments: str) -> None:
        for search in list(self._searches.values()):
            search.held = search.endless
            if search.answer is None:
                self._out.append(PonderHit(search.number))
            elif not search.held:
                self._finish(search)

    def _answer(self, search: _Search, move: "Move | None", reply: "Move | None" = None) -> None:
        """Answer a search, or keep the answer until it is wanted."""
        board = search.board
        text = f"bestmove {_NO_MOVE if move is None else board.uci(move)}"
        if move is not None and reply is not None:
            after = board.copy(stack=False)
            after.push(move)
            if after.is_legal(reply):
                text += f" ponder {after.uci(reply)}"
        search.answer = text
        if not search.held:
            self._finish(search)

    def _finish(self, search: _Search) -> None:
        """Give the answer; UCI has no words for giving up or a draw, so that people are told."""
        if search.plays:
            verdict = self._manners.judge(search.score, search.board.fullmove_number)
            if verdict is not Verdict.PLAY_ON:
                self._remark(_VERDICTS[verdict])
        self._say(search.answer or f"bestmove {_NO_MOVE}")
        del self._searches[search.number]
        if not self._searches:
            self._set_deferred()

    # For people.

    def _help(self, _arguments: str) -> None:
        for line in HELP:
            self._say(line)

    def _show(self, _arguments: str) -> None:
        for line in board_lines(self._board) if self._has_position() else ():
            self._say(line)

    def _evaluate(self, _arguments: str) -> None:
        for line in evaluation_lines(self._board) if self._has_position() else ():
            self._say(line)

    def _perft(self, depth: int) -> None:
        if self._has_position():
            board = self._board.copy(stack=False)
            depth = min(max(depth, 1), _DEEPEST_COUNT)
            self._work_out(lambda control: perft_lines(board, depth, control))

    def _bench(self, arguments: str) -> None:
        text = arguments or str(_BENCH_DEPTH)
        depth = int(text) if re.fullmatch("[0-9]{1,3}", text) else 0
        if 1 <= depth <= _DEEPEST_BENCH:
            self._work_out(lambda control: bench_lines(depth, control))
        else:
            found = text[:_LONGEST_ECHO]
            self._remark(f"bench: found {found}, expected a depth from 1 to {_DEEPEST_BENCH}")

    def _work_out(self, work: "Callable[[SearchControl], Iterable[str]]") -> None:
        """Let something be worked out, before anything else is done; a search is ended for it."""
        self._stop("")
        self._count += 1
        self._task = self._count
        self._out.append(Task(self._count, work))

    _commands: ClassVar["dict[str, Callable[[Uci, str], None]]"] = {
        "uci": _uci,
        "isready": _isready,
        "debug": _ignore,
        "register": _ignore,
        "setoption": _setoption,
        "ucinewgame": _ucinewgame,
        "position": _position,
        "go": _go,
        "stop": _stop,
        "ponderhit": _ponderhit,
        "quit": _quit,
        "help": _help,
        "d": _show,
        "eval": _evaluate,
        "bench": _bench,
        "flip": _flip,
    }
