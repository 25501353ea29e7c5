"""The side of a CECP conversation that plays: its mode, its search and what becomes of a result.

The commands are read in `xboard.py`; here is what they act on. A search is one of four: for a move,
on the opponent's time, for analysis, or for a hint. Changing the position abandons it, and what an
abandoned search reports is dropped.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from furyhouse._core import BLACK, STARTING_FEN
from furyhouse.engine import Limit
from furyhouse.protocol.cecp_clock import TimeControl
from furyhouse.protocol.cecp_text import plain, result_line, stat_line, thinking_line
from furyhouse.protocol.effects import Effect, Go, NewGame, PonderHit, Say, SetOption, Stop
from furyhouse.protocol.game import Ending, Game
from furyhouse.protocol.manners import Manners, Verdict

if TYPE_CHECKING:
    from furyhouse._core import Board, Move
    from furyhouse.options import Value
    from furyhouse.report import Info, SearchResult
    from furyhouse.score import Score

__all__ = ["Mode", "Player", "Purpose"]

# A hint is for a person who waits for it.
_HINT_SECONDS = 0.5
# For so long thinking on the opponent's time is not shown: python-chess takes whatever comes before
# the answer to the ping that it sends after a move for thoughts about that move.
_QUIET_SECONDS = 1.0
# How much less than expected the clock may show before a search on the opponent's time has to be
# started again.
_CLOCK_SLACK = 0.1


class Mode(Enum):
    """What the engine does with the moves it hears of."""

    FORCE = auto()
    PLAY = auto()
    ANALYZE = auto()


class Purpose(Enum):
    """What a search is for."""

    MOVE = auto()
    PONDER = auto()
    ANALYSIS = auto()
    HINT = auto()


@dataclass(slots=True)
class _Search:
    """A search that runs.

    Attributes:
        number: Its number in the effects.
        purpose: What it is for.
        board: The position it searches.
        started: When it began, in the caller's seconds; earlier by the time spent before a pause.
        reply: The opponent's move that a search on its time counts on.
        clock: What the engine's clock was taken to show.
        info: What was reported last about the best line.
        current: The root move that is looked at, its number and how many there are.
        lines: How many lines of thinking were written.
        result: The result of a search on the opponent's time that ended before the opponent moved.
    """

    number: int
    purpose: Purpose
    board: "Board"
    started: float
    reply: "Move | None"
    clock: float | None
    info: "Info | None" = None
    current: "tuple[Move, int, int] | None" = None
    lines: int = 0
    result: "SearchResult | None" = None


class Player:
    """A game, its clocks, and the one search that may run.

    Attributes:
        game: The game.
        control: The time control.
        manners: When to resign, and when a draw is wanted.
        mode: What is done with moves.
        color: The colour that the engine plays, in mode PLAY.
        post: Whether thinking is shown.
        hard: Whether to search on the opponent's time.
        debug: Whether the interface takes lines that begin with `#`.
        draw_offered: Whether the opponent has offered a draw that was not answered.
        excluded: Root moves that are left out.
        paused: Whether everything stands still.
        now: The time of what happens now, in the caller's seconds.
        out: Effects that were not handed over yet.
    """

    def __init__(self) -> None:
        self.game = Game()
        self.control = TimeControl()
        self.manners = Manners()
        self.mode = Mode.PLAY
        self.color: bool = BLACK
        self.post = False
        self.hard = False
        self.debug = False
        self.draw_offered = False
        self.excluded: set[Move] = set()
        self.paused = False
        self.now = 0.0
        self.out: list[Effect] = []
        self._search: _Search | None = None
        self._frozen: tuple[Purpose, Move | None, float] | None = None
        self._last_score: Score | None = None
        self._hint: Move | None = None
        self._count = 0

    @property
    def thinking(self) -> bool:
        """Whether a search for the engine's own move runs."""
        return self._search is not None and self._search.purpose is Purpose.MOVE

    def say(self, text: str) -> None:
        """Write a line."""
        self.out.append(Say(text))

    # The game.

    def new_game(self) -> None:
        """Begin at the start, with the engine as Black; analysis stays analysis."""
        self.stop()
        self.paused = False
        self._forget_game()
        if self.mode is not Mode.ANALYZE:
            self.mode = Mode.PLAY
            self.color = BLACK
        self.out.append(NewGame())
        self.game.reset()
        self.control.new_game(self.game.board.ply())
        self._changed()

    def set_up(self, fen: str = STARTING_FEN) -> None:
        """Set up a position.

        One that cannot be played is told to the user, who has asked for it, in a popup; no move is
        right then until the next position.
        """
        self.stop()
        try:
            self.game.reset(fen)
        except ValueError as error:
            self.say(f"tellusererror Illegal position: {plain(str(error))}")
        self.control.anchor = self.game.board.ply()
        self._forget_game()
        self._changed()

    def play(self, move: "Move") -> None:
        """Make a move of the interface, and think about the answer where that is the engine's."""
        search = self._search
        hit = search is not None and search.purpose is Purpose.PONDER and search.reply == move
        if not hit:
            self.stop()
        self.game.play(move)
        self._changed()
        if self.mode is not Mode.PLAY or self.game.board.turn != self.color:
            return
        ending = self.game.ending()
        if ending is not None:
            self.stop()
            self._claim(ending)
        elif hit and search is not None:
            self._ponder_hit(search)
        else:
            self._launch(Purpose.MOVE)

    def take_back(self, plies: int) -> None:
        """Take back moves, of which there are as many.

        Where each side has taken back as many, the same side plays on: an engine that was to move
        is so again, and thinks.
        """
        self.stop()
        self.game.take_back(plies)
        self._forget_game()
        self._changed()
        if self.mode is Mode.PLAY and self.game.board.turn == self.color and plies % 2 == 0:
            self._launch(Purpose.MOVE)

    # The mode.

    def force(self) -> None:
        """Play neither side."""
        self.stop()
        self._forget_talk()
        self.mode = Mode.FORCE

    def go(self) -> None:
        """Play the side to move, and think.

        A position that was repeated is played on: the demand for a move counts for more than the
        right to claim.
        """
        if self.thinking:
            return
        self.play_color(self.game.board.turn)
        ending = self.game.ending()
        if ending is not None and ending.forced:
            self._claim(ending)
        else:
            self._launch(Purpose.MOVE)

    def play_color(self, color: bool) -> None:  # noqa: FBT001 - colours are booleans, as in python-chess
        """Play one side without thinking yet."""
        self.stop()
        self.mode = Mode.PLAY
        if self.color != color:
            # It was the other side's.
            self._last_score = None
            self.manners.forget()
        self.color = color

    def analyze(self) -> None:
        """Search without moving, until told otherwise."""
        self.stop()
        self.mode = Mode.ANALYZE
        self.restart_analysis()

    def restart_analysis(self) -> None:
        """Begin the analysis again, where there is one: something about it has changed."""
        if self.mode is Mode.ANALYZE:
            self.stop()
            self._launch(Purpose.ANALYSIS)

    def pause(self) -> None:
        """Let everything stand still."""
        if self.paused:
            return
        search = self._search
        self.stop()
        self.paused = True
        if search is not None:
            self._frozen = (search.purpose, search.reply, self.now - search.started)

    def resume(self) -> None:
        """Go on where everything stood still."""
        frozen, self._frozen = self._frozen, None
        self.paused = False
        if frozen is not None:
            purpose, reply, spent = frozen
            self._launch(purpose, reply=reply, spent=spent)

    def set_hard(self, *, hard: bool) -> None:
        """Search on the opponent's time, or no longer."""
        self.hard = hard
        if not hard and self._search is not None and self._search.purpose is Purpose.PONDER:
            self.stop()

    def set_option(self, name: str, value: "Value") -> None:
        """Set an option of the engine; a search that runs is broken off for it and begun again."""
        search = self._search
        if search is None:
            self.out.append(SetOption(name, value))
            return
        self.stop()
        self.out.append(SetOption(name, value))
        self._launch(search.purpose, reply=search.reply, spent=self.now - search.started)

    # Answers.

    def move_now(self) -> None:
        """End the thinking about the engine's own move with what it has found."""
        if self._search is not None and self.thinking:
            self.out.append(Stop(self._search.number))

    def answer_draw(self) -> None:
        """Answer an offer by the last score, or with the next move where there is none yet.

        python-chess offers in force mode, before it says `go`.
        """
        if self.mode is Mode.ANALYZE:
            return
        self.draw_offered = True
        if not self.thinking and self._last_score is not None:
            self._answer_offer(self._last_score)

    def hint(self) -> None:
        """Suggest a move: one that is known, or one from a short search; none while thinking."""
        search = self._search
        if search is None:
            if self._hint is not None:
                self.say(f"Hint: {self.game.board.xboard(self._hint)}")
            elif self.game.usable and any(self.game.board.legal_moves):
                self._launch(Purpose.HINT)
        elif search.purpose is Purpose.PONDER and search.reply is not None:
            self.say(f"Hint: {self.game.board.xboard(search.reply)}")
        elif search.purpose is Purpose.ANALYSIS and search.info is not None and search.info.pv:
            self.say(f"Hint: {search.board.xboard(search.info.pv[0])}")

    def status(self) -> None:
        """Tell how far the search has come, in analysis and while thinking."""
        search = self._search
        if search is not None and search.purpose in {Purpose.ANALYSIS, Purpose.MOVE}:
            nodes, depth = (search.info.nodes, search.info.depth) if search.info else (0, 0)
            total = search.board.legal_moves.count()
            current = None
            if search.current is not None:
                current = (search.board.xboard(search.current[0]), *search.current[1:])
            self.say(stat_line(self.now - search.started, nodes, depth, current, total))
        elif self.mode is Mode.ANALYZE:
            # Silence would end the questions for good, and the next position may have moves.
            self.say(stat_line(0.0, 0, 0, None, 0))

    # The search.

    def stop(self) -> None:
        """Abandon the search: nothing that it still reports is heard."""
        search, self._search = self._search, None
        self._frozen = None
        if search is not None and search.result is None:
            self.out.append(Stop(search.number))

    def on_info(self, number: int, info: "Info") -> None:
        """Take a report of a search."""
        search = self._search
        if search is None or search.number != number:
            return
        if info.multipv == 1:
            search.info = info
            if info.bound == "exact" and search.purpose in {Purpose.MOVE, Purpose.PONDER}:
                self._last_score = info.score
        elif search.purpose is not Purpose.ANALYSIS:
            return
        early = search.purpose is Purpose.PONDER and self.now - search.started < _QUIET_SECONDS
        if self.post and search.purpose is not Purpose.HINT and info.pv and not early:
            self.say(thinking_line(search.board, info))
            search.lines += 1

    def on_current_move(self, number: int, current: "tuple[Move, int, int]") -> None:
        """Take note of the root move that a search looks at."""
        if self._search is not None and self._search.number == number:
            self._search.current = current

    def on_result(self, number: int, result: "SearchResult") -> None:
        """Take the result of a search."""
        search = self._search
        if search is None or search.number != number:
            return
        if search.purpose is Purpose.MOVE:
            self._finish(search, result)
        elif search.purpose is Purpose.HINT:
            self._search = None
            self._hint = result.move
            if result.move is not None:
                self.say(f"Hint: {search.board.xboard(result.move)}")
        else:
            # Analysis that is complete and a reply that is known wait for what comes next.
            search.result = result

    def on_failure(self, number: int, reason: str) -> None:
        """Take it that a search has failed: the game goes on with the best move known, or any."""
        search = self._search
        if search is None or search.number != number:
            return
        if self.debug:
            self.say(f"# search failed: {plain(reason)}")
        self._search = None
        if search.purpose is Purpose.MOVE:
            self._move(search, self._any_move(search))

    def _launch(self, purpose: Purpose, *, reply: "Move | None" = None, spent: float = 0.0) -> None:
        """Begin a search, or remember it for the end of a pause."""
        if not self.game.usable:
            return
        if self.paused:
            self._frozen = (purpose, reply, spent)
            return
        board = self.game.board.copy()
        if reply is not None:
            board.push(reply)
        root_moves = self._root_moves(board) if purpose is not Purpose.PONDER else None
        if purpose is Purpose.ANALYSIS and (root_moves == () or not any(board.legal_moves)):
            return
        self._count += 1
        started = self.now - spent
        self._search = _Search(self._count, purpose, board, started, reply, self.control.own)
        limit = self._limit(purpose, board, spent)
        self.out.append(Go(self._count, board.copy(), limit, root_moves or None))

    def _limit(self, purpose: Purpose, board: "Board", spent: float) -> Limit:
        """Make the limit for a search."""
        if purpose is Purpose.ANALYSIS:
            return Limit(infinite=True, depth=self.control.depth)
        if purpose is Purpose.HINT:
            return Limit(time=_HINT_SECONDS)
        ponder = purpose is Purpose.PONDER
        spent = 0.0 if ponder else spent
        return self.control.limit(board.turn, board.ply(), spent=spent, ponder=ponder)

    def _root_moves(self, board: "Board") -> "tuple[Move, ...] | None":
        """List the moves that are not excluded; None for all."""
        if not self.excluded:
            return None
        return tuple(move for move in board.legal_moves if move not in self.excluded)

    def _ponder_hit(self, search: _Search) -> None:
        """Go on with a search on the opponent's time: the reply it counted on was played."""
        search.purpose = Purpose.MOVE
        search.started = self.now
        own = self.control.own
        if search.result is not None:
            self._finish(search, search.result)
        elif (
            own is not None and search.clock is not None and own < search.clock * (1 - _CLOCK_SLACK)
        ):
            self.stop()
            self._launch(Purpose.MOVE)
        else:
            self.out.append(PonderHit(search.number))

    def _finish(self, search: _Search, result: "SearchResult") -> None:
        """Play the move that was found."""
        self._search = None
        move = result.move
        if move is None or not self.game.board.is_legal(move):
            self._move(search, self._any_move(search))
            return
        # A lot among moves as good, or a level, may have chosen another than was told.
        line = search.info.pv if search.info is not None and search.lines else None
        untold = line is None or line[:1] != result.pv[:1]
        if self.post and untold and not result.from_book:
            self.say(result_line(search.board, result))
        # A move by lot, or one that was wanted before a depth was complete, has no score.
        score = self._last_score = result.score if result.depth > 0 else None
        verdict = self.manners.judge(score, self.game.board.fullmove_number)
        if verdict is Verdict.RESIGN:
            self.say("resign")
            self.force()
            return
        if verdict is Verdict.OFFER_DRAW:
            self.say("offer draw")
        elif self.draw_offered and score is not None:
            self._answer_offer(score)
        self._move(search, move, result.ponder)

    def _move(self, search: _Search, move: "Move", reply: "Move | None" = None) -> None:
        """Make a move of the engine; claim the end, or search on the opponent's time."""
        board = self.game.board
        self.control.spend(self.now - search.started, board.ply())
        self.say(f"move {board.xboard(move)}")
        self.game.play(move)
        self._changed()
        self.draw_offered = False
        ending = self.game.ending()
        if ending is not None:
            self._claim(ending)
        elif reply is not None and board.is_legal(reply):
            self._hint = reply
            if self.hard:
                self.say(f"Hint: {board.xboard(reply)}")
                self._ponder(reply)

    def _ponder(self, reply: "Move") -> None:
        """Search on the opponent's time, unless the reply would end the game."""
        after = self.game.board.copy()
        after.push(reply)
        if any(after.legal_moves):
            self._launch(Purpose.PONDER, reply=reply)

    def _any_move(self, search: _Search) -> "Move":
        """Find a move when a search gave none: the best that it reported, or the first there is."""
        board = self.game.board
        if search.info is not None and search.info.pv and board.is_legal(search.info.pv[0]):
            return search.info.pv[0]
        return next(iter(board.legal_moves))

    def _answer_offer(self, score: "Score") -> None:
        """Take the opponent's offer where the score is no better than a draw."""
        if self.manners.takes_draw(score):
            self.say("offer draw")
            self.draw_offered = False

    def _claim(self, ending: Ending) -> None:
        """Tell how the game ended."""
        self.say(f"{ending.result} {{{ending.reason}}}")

    def _forget_talk(self) -> None:
        """Forget what was said and thought of a position that the game has not come from."""
        self.draw_offered = False
        self._last_score = None

    def _forget_game(self) -> None:
        """Forget what the moves of the game have shown as well: python-chess asks for each anew."""
        self._forget_talk()
        self.manners.forget()

    def _changed(self) -> None:
        """Forget what belongs to the position that was, and analyse the new one."""
        self.excluded.clear()
        self._hint = None
        self.restart_analysis()
