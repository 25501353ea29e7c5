"""CECP version 2, the protocol of XBoard, as a conversation without input and output.

`feed` takes a line and gives effects; `on_info`, `on_current_move`, `on_result` and `on_failure`
take what a search reports, and give effects too. Time is an argument, so that a conversation can be
replayed.

While the engine thinks about its own move a command is one of three kinds: some are carried out at
once, some break the thinking off, and some wait until the move is made. In every other state all of
them are carried out at once. A command that is refused changes nothing: it is looked at before the
thinking is broken off.
"""

from collections import deque
from typing import TYPE_CHECKING, ClassVar

from furyhouse._core import BLACK, WHITE
from furyhouse.options import OptionError, Value, find_option
from furyhouse.protocol.cecp_clock import whole_number
from furyhouse.protocol.cecp_command import Command as _Command
from furyhouse.protocol.cecp_command import While as _While
from furyhouse.protocol.cecp_edit import Editor, fen_with_pockets, fen_with_turn
from furyhouse.protocol.cecp_player import Mode, Player
from furyhouse.protocol.cecp_text import VARIANT, book_lines, feature_lines, plain
from furyhouse.protocol.effects import Effect, Quit, ShowBook
from furyhouse.protocol.game import looks_like_move

if TYPE_CHECKING:
    from furyhouse._core import Move
    from furyhouse.report import Info, SearchResult

__all__ = ["XBoard"]

# `memory` counts everything, so a part of it is left to what is not the table.
_REST_OF_MEMORY = 16
_LONGEST_ECHO = 60
_NOT_NOW = "command not legal now"
# How a command is refused that is passed over.
_UNTOLD = ("", "")


class XBoard:
    """One conversation in CECP.

    Args:
        name: The engine's name with its version, for the interface to show.

    Example:
        >>> xboard = XBoard("furyhouse")
        >>> xboard.feed("ping 1", now=0.0)
        [Say(text='pong 1')]
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._player = Player()
        self._waiting: deque[str] = deque()
        self._editor: Editor | None = None
        self._values: dict[str, Value] = {}

    def feed(self, line: str, now: float) -> list[Effect]:
        """Take a line from the interface.

        Args:
            line: The line, with or without its end; garbage is answered, never raised.
            now: The time, in seconds of any clock that only goes forward.

        Returns:
            What to do, in order.

        Example:
            >>> XBoard("furyhouse").feed("usermove e2e5", now=0.0)
            [Say(text='Illegal move: e2e5')]
        """
        self._player.now = now
        text = line.strip()
        if self._editor is not None:
            self._edit_line(self._editor, text)
        elif text:
            self._take(text)
        return self._effects()

    def understands(self, line: str) -> bool:
        """Tell whether a line is CECP at all: a command, or a move, right or wrong.

        Example:
            >>> xboard = XBoard("furyhouse")
            >>> xboard.understands("new"), xboard.understands("e2e5"), xboard.understands("hello")
            (True, True, False)
        """
        text = line.strip()
        return bool(text) and self._find(text)[0] is not None

    def on_info(self, number: int, info: "Info", now: float) -> list[Effect]:
        """Take a report of the search with this number.

        Example:
            >>> from furyhouse import Board, Engine, Limit
            >>> xboard, heard = XBoard("furyhouse"), []
            >>> _ = xboard.feed("post", now=0.0), xboard.feed("go", now=0.0)
            >>> _ = Engine(1).search(Board(), Limit(depth=1), on_info=heard.append)
            >>> [said] = xboard.on_info(1, heard[-1], now=0.5)
            >>> said.text.split()[0]
            '1'
        """
        self._player.now = now
        self._player.on_info(number, info)
        return self._effects()

    def on_current_move(
        self, number: int, current: "tuple[Move, int, int]", now: float
    ) -> list[Effect]:
        """Take note of the root move that is looked at, its number from 1, and of how many.

        Example:
            >>> from furyhouse import Move
            >>> xboard = XBoard("furyhouse")
            >>> _ = xboard.feed("go", now=0.0)
            >>> xboard.on_current_move(1, (Move.from_uci("e2e4"), 3, 20), now=1.0)
            []
            >>> xboard.feed(".", now=1.0)
            [Say(text='stat01: 100 0 0 17 20 e2e4')]
        """
        self._player.now = now
        self._player.on_current_move(number, current)
        return self._effects()

    def on_result(self, number: int, result: "SearchResult", now: float) -> list[Effect]:
        """Take the result of the search with this number, and go on with what waited for it.

        Example:
            >>> from furyhouse import Board, Engine, Limit, Move
            >>> xboard = XBoard("furyhouse")
            >>> _ = xboard.feed("go", now=0.0), xboard.feed("ping 1", now=0.0)
            >>> only = [Move.from_uci("e2e4")]
            >>> result = Engine(1).search(Board(), Limit(depth=1), root_moves=only)
            >>> xboard.on_result(1, result, now=0.5)
            [Say(text='move e2e4'), Say(text='pong 1')]
        """
        self._player.now = now
        self._player.on_result(number, result)
        self._go_on()
        return self._effects()

    def on_failure(self, number: int, reason: str, now: float) -> list[Effect]:
        """Take it that the search with this number has failed; the game goes on.

        Example:
            >>> xboard = XBoard("furyhouse")
            >>> _ = xboard.feed("go", now=0.0)
            >>> [said] = xboard.on_failure(1, "out of memory", now=0.5)
            >>> said.text.startswith("move ")
            True
        """
        self._player.now = now
        self._player.on_failure(number, reason)
        self._go_on()
        return self._effects()

    def on_done(self, number: int, now: float) -> list[Effect]:
        """Take the end of a task; CECP has none.

        Example:
            >>> XBoard("furyhouse").on_done(1, now=0.0)
            []
        """
        del number
        self._player.now = now
        return self._effects()

    def on_refusal(self, name: str, reason: str, now: float) -> list[Effect]:
        """Take it that an option could not be set; what was set before holds.

        Example:
            >>> XBoard("furyhouse").on_refusal("Hash", "no memory for 64 MB", now=0.0)
            [Say(text='Error (no memory for 64 MB): Hash')]
        """
        self._player.now = now
        self._values.pop(name, None)
        self._error(reason, name)
        return self._effects()

    def on_trouble(self, reason: str, now: float) -> list[Effect]:
        """Take a trouble that changes nothing in the game; only who takes remarks hears of it.

        Example:
            >>> xboard = XBoard("furyhouse")
            >>> xboard.on_trouble("the log cannot be written", now=0.0)
            []
            >>> _ = xboard.feed("accepted debug", now=0.0)
            >>> xboard.on_trouble("the log cannot be written", now=0.0)
            [Say(text='# the log cannot be written')]
        """
        self._player.now = now
        if self._player.debug:
            self._say(f"# {plain(reason)}")
        return self._effects()

    def on_fault(self, reason: str, found: str, now: float) -> list[Effect]:
        """Take it that a line could not be dealt with.

        Example:
            >>> XBoard("furyhouse").on_fault("line too long", "usermove", now=0.0)
            [Say(text='Error (line too long): usermove')]
        """
        self._player.now = now
        self._say(f"Error ({reason}): {found}")
        return self._effects()

    def _effects(self) -> list[Effect]:
        """Hand over what is to be done."""
        effects, self._player.out = self._player.out, []
        return effects

    def _say(self, text: str) -> None:
        self._player.say(text)

    def _error(self, reason: str, text: str) -> None:
        """Answer with an error in the protocol's form."""
        self._say(f"Error ({plain(reason)}): {plain(text, _LONGEST_ECHO)}")

    # Commands, and when they are carried out.

    def _take(self, text: str) -> None:
        """Carry a line out, or let it wait."""
        command, arguments = self._find(text)
        if command is None:
            self._error("unknown command", text)
            return
        waits = command.thinking is _While.LATER or (
            command.thinking is _While.IN_ORDER and bool(self._waiting)
        )
        if self._player.thinking and waits:
            self._waiting.append(text)
            return
        self._run(command, text, arguments)

    def _find(self, text: str) -> tuple[_Command | None, str]:
        """Find the command of a line, and its arguments; a bare move is a command too."""
        word, *rest = text.split(maxsplit=1)
        command = self._commands.get(word)
        if command is not None:
            return command, rest[0] if rest else ""
        return (self._bare_move if looks_like_move(text) else None), text

    def _run(self, command: _Command, text: str, arguments: str) -> None:
        """Carry a command out if it is right; wrong arguments are an error of the protocol."""
        refusal = command.refuse(self, arguments) if command.refuse is not None else None
        if refusal is not None:
            if refusal[0]:
                self._error(*refusal)
            return
        if command.thinking is _While.ABORT:
            self._abort()
        try:
            command.run(self, arguments)
        except OptionError as error:
            self._error(str(error), text)
        except ValueError:
            if not command.forgiving:
                self._error("bad arguments", text)

    def _abort(self) -> None:
        """Break the thinking off, and do of what waited for the move what still makes sense.

        What waits may do so for a move that is thought about only after a pause.
        """
        if self._player.thinking:
            self._player.stop()
        waiting, self._waiting = self._waiting, deque()
        for text in waiting:
            command, arguments = self._find(text)
            if command is not None and command.after_abort:
                self._run(command, text, arguments)

    def _go_on(self) -> None:
        """Carry out what waited for the engine's move."""
        while self._waiting and not self._player.thinking:
            self._take(self._waiting.popleft())

    # Being introduced.

    def _protover(self, _version: str) -> None:
        for line in feature_lines(self._name, self._values):
            self._say(line)

    def _accepted(self, feature: str) -> None:
        if feature == "debug":
            self._player.debug = True

    def _uci(self, _arguments: str) -> None:
        self._error("this conversation is in XBoard's CECP; UCI has to be the first line", "uci")

    def _ignore(self, _arguments: str) -> None:
        """Take something that changes nothing here."""

    def _ping(self, number: str) -> None:
        self._say(f"pong {plain(number, _LONGEST_ECHO)}".rstrip())

    def _quit(self, _arguments: str) -> None:
        self._player.stop()
        self._player.out.append(Quit())

    # The game.

    def _new(self, _arguments: str) -> None:
        self._player.new_game()

    def _variant(self, _name: str) -> None:
        self._player.set_up()

    def _refuse_variant(self, name: str) -> tuple[str, str] | None:
        return None if name == VARIANT else ("unsupported variant", name)

    def _setboard(self, fen: str) -> None:
        self._player.set_up(fen)

    def _usermove(self, text: str) -> None:
        try:
            move = self._player.game.read(text)
        except ValueError:
            self._say(f"Illegal move: {plain(text, _LONGEST_ECHO)}")
        else:
            self._player.play(move)

    def _undo(self, _arguments: str) -> None:
        self._player.take_back(1)

    def _refuse_undo(self, _arguments: str) -> tuple[str, str] | None:
        return None if self._player.game.can_take_back(1) else (_NOT_NOW, "undo")

    def _remove(self, _arguments: str) -> None:
        self._player.take_back(2)

    def _refuse_remove(self, _arguments: str) -> tuple[str, str] | None:
        return None if self._player.game.can_take_back(2) else (_NOT_NOW, "remove")

    def _result(self, _arguments: str) -> None:
        if self._player.mode is Mode.PLAY:
            self._player.force()
        self._player.paused = False
        self._player.draw_offered = False

    def _draw(self, _arguments: str) -> None:
        self._player.answer_draw()

    # Who plays.

    def _force(self, _arguments: str) -> None:
        self._player.force()

    def _go(self, _arguments: str) -> None:
        self._player.go()

    def _refuse_go(self, _arguments: str) -> tuple[str, str] | None:
        return None if self._player.game.usable else (_NOT_NOW, "go")

    def _playother(self, _arguments: str) -> None:
        self._player.play_color(not self._player.game.board.turn)

    def _white(self, _arguments: str) -> None:
        self._set_turn(WHITE)

    def _refuse_white(self, _arguments: str) -> tuple[str, str] | None:
        return None if self._can_set_turn(WHITE) else _UNTOLD

    def _black(self, _arguments: str) -> None:
        self._set_turn(BLACK)

    def _refuse_black(self, _arguments: str) -> tuple[str, str] | None:
        return None if self._can_set_turn(BLACK) else _UNTOLD

    def _can_set_turn(self, turn: bool) -> bool:  # noqa: FBT001 - colours are booleans, as in python-chess
        """Tell whether a colour can be to move in the position."""
        game = self._player.game
        if game.usable and game.board.turn != turn:
            try:
                type(game.board)(fen_with_turn(game.board, turn))
            except ValueError:
                return False
        return game.usable

    def _set_turn(self, turn: bool) -> None:  # noqa: FBT001 - the same
        """Let a colour move, and the engine play the other."""
        board = self._player.game.board
        if board.turn != turn:
            self._player.set_up(fen_with_turn(board, turn))
        self._player.play_color(not turn)

    def _move_now(self, _arguments: str) -> None:
        self._player.move_now()

    def _hard(self, _arguments: str) -> None:
        self._player.set_hard(hard=True)

    def _easy(self, _arguments: str) -> None:
        self._player.set_hard(hard=False)

    def _pause(self, _arguments: str) -> None:
        self._player.pause()

    def _resume(self, _arguments: str) -> None:
        self._player.resume()

    # Time.

    def _level(self, arguments: str) -> None:
        self._player.control.set_level(arguments, self._player.game.board.ply())

    def _st(self, arguments: str) -> None:
        self._player.control.set_per_move(arguments)

    def _sd(self, arguments: str) -> None:
        self._player.control.set_depth(arguments)
        self._player.restart_analysis()

    def _nps(self, arguments: str) -> None:
        self._player.control.set_nps(arguments)

    def _time(self, arguments: str) -> None:
        self._player.control.set_own(arguments, self._player.game.board.ply())

    def _otim(self, arguments: str) -> None:
        self._player.control.set_other(arguments)

    # What is shown.

    def _post(self, _arguments: str) -> None:
        self._player.post = True

    def _nopost(self, _arguments: str) -> None:
        self._player.post = False

    def _hint(self, _arguments: str) -> None:
        self._player.hint()

    def _book(self, _arguments: str) -> None:
        board = self._player.game.board.copy()
        self._player.out.append(ShowBook(board, lambda moves: book_lines(board, moves)))

    # Analysis.

    def _analyze(self, _arguments: str) -> None:
        self._player.analyze()

    def _exit(self, _arguments: str) -> None:
        if self._player.mode is Mode.ANALYZE:
            self._player.force()

    def _status(self, _arguments: str) -> None:
        self._player.status()

    def _exclude(self, text: str) -> None:
        player = self._player
        player.excluded.update(
            player.game.board.legal_moves if text == "all" else [player.game.read(text)]
        )
        player.restart_analysis()

    def _include(self, text: str) -> None:
        player = self._player
        player.excluded.difference_update(
            set(player.excluded) if text == "all" else [player.game.read(text)]
        )
        player.restart_analysis()

    # Options.

    def _memory(self, arguments: str) -> None:
        total = whole_number(arguments)
        self._set("Hash", total - total // _REST_OF_MEMORY)

    def _cores(self, arguments: str) -> None:
        self._set("Threads", whole_number(arguments))

    def _option(self, arguments: str) -> None:
        name, _, text = arguments.partition("=")
        option = find_option(name, "cecp")
        self._set(option.name, option.parse(text, "cecp"))

    def _set(self, name: str, value: Value) -> None:
        """Set an option; a number out of its range is brought into it."""
        option = find_option(name)
        if isinstance(value, int) and option.kind == "spin":
            value = max(option.min, min(value, option.max))
        if option.kind != "button":
            self._values[name] = value
        if option.is_talk:
            self._player.manners.set_option(name, value)
            return
        if name == "Fifty Move Rule":
            self._player.game.set_fifty_moves(on=bool(value))
        self._player.set_option(name, value)

    # Positions put together by hand.

    def _edit(self, _arguments: str) -> None:
        self._editor = Editor(self._player.game.board)

    def _edit_line(self, editor: Editor, text: str) -> None:
        """Take a line between `edit` and its end; another command ends it too, without a change.

        What is searched goes on until there is a new position.
        """
        if text == ".":
            self._editor = None
            self._abort()
            self._player.set_up(editor.fen())
        elif text and not editor.edit(text):
            self._editor = None
            self._take(text)

    def _holding(self, arguments: str) -> None:
        """Set the pockets in force mode; in a game the rules fill them, and this is an echo."""
        if self._player.mode is Mode.FORCE and self._player.game.usable:
            fen = fen_with_pockets(self._player.game.board, arguments)
            if fen is not None and fen != self._player.game.board.fen():
                self._player.set_up(fen)

    # The words, and what each does while the engine thinks.

    _bare_move = _Command(_usermove, _While.LATER, after_abort=False)

    _commands: ClassVar[dict[str, _Command]] = {
        "xboard": _Command(_ignore),
        "protover": _Command(_protover),
        "accepted": _Command(_accepted),
        "rejected": _Command(_ignore),
        "uci": _Command(_uci),
        "quit": _Command(_quit),
        "ping": _Command(_ping, _While.LATER),
        "new": _Command(_new, _While.ABORT),
        "variant": _Command(_variant, _While.ABORT, refuse=_refuse_variant),
        "setboard": _Command(_setboard, _While.ABORT),
        "edit": _Command(_edit),
        "holding": _Command(_holding),
        "usermove": _bare_move,
        "undo": _Command(_undo, _While.ABORT, refuse=_refuse_undo),
        "remove": _Command(_remove, _While.ABORT, refuse=_refuse_remove),
        "result": _Command(_result, _While.ABORT),
        "draw": _Command(_draw),
        "force": _Command(_force, _While.ABORT),
        "go": _Command(_go, refuse=_refuse_go),
        "playother": _Command(_playother, _While.ABORT),
        "white": _Command(_white, _While.ABORT, refuse=_refuse_white),
        "black": _Command(_black, _While.ABORT, refuse=_refuse_black),
        "?": _Command(_move_now),
        "hard": _Command(_hard),
        "easy": _Command(_easy),
        "pause": _Command(_pause),
        "resume": _Command(_resume),
        "level": _Command(_level, _While.IN_ORDER, forgiving=True),
        "st": _Command(_st, _While.IN_ORDER, forgiving=True),
        "sd": _Command(_sd, _While.IN_ORDER, forgiving=True),
        "nps": _Command(_nps, _While.IN_ORDER, forgiving=True),
        "time": _Command(_time, _While.IN_ORDER, forgiving=True),
        "otim": _Command(_otim, _While.IN_ORDER, forgiving=True),
        "post": _Command(_post),
        "nopost": _Command(_nopost),
        "hint": _Command(_hint),
        "bk": _Command(_book),
        "analyze": _Command(_analyze, _While.ABORT),
        "exit": _Command(_exit),
        ".": _Command(_status),
        "exclude": _Command(_exclude),
        "include": _Command(_include),
        "memory": _Command(_memory, _While.LATER),
        "cores": _Command(_cores, _While.LATER),
        "option": _Command(_option, _While.LATER),
        # Sent by one program or another, and of no consequence here.
        **dict.fromkeys(
            [
                "random",
                "computer",
                "name",
                "rating",
                "ics",
                "setscore",
                "lift",
                "put",
                "hover",
                "egtpath",
                "partner",
                "ptell",
            ],
            _Command(_ignore),
        ),
    }
