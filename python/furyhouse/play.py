"""A game against furyhouse in a terminal.

The game asks and tells through two functions that it is given, and so needs no terminal itself.
"""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from furyhouse._core import (
    BISHOP,
    BLACK,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Board,
    piece_name,
)
from furyhouse.drawing import draw
from furyhouse.engine import Limit
from furyhouse.protocol.game import Game, read_move
from furyhouse.skill import FULL_LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable

    from furyhouse._core import Move
    from furyhouse.bot import Bot
    from furyhouse.report import SearchResult

__all__ = ["DEMO_MOVES", "MAX_LEVEL", "MAX_SECONDS", "Settings", "TerminalGame"]

DEMO_MOVES = 10
MAX_LEVEL = 20
MAX_SECONDS = 86400.0
"""The longest time for a move of furyhouse: a day."""
_HINT_SECONDS = 0.5
_DROPPED = {"P": PAWN, "N": KNIGHT, "B": BISHOP, "R": ROOK, "Q": QUEEN}

_HELP = """\
Type a move: e4, Nf3, e2e4, e8=Q, O-O; a drop is N@f7 or P@e4.
  hint          ask for a move               undo     take back your last move
  go            let furyhouse move for you   flip     turn the board round
  side COLOUR   play white, black or none    level N  let furyhouse look N plies deep (1 to 20)
  time SECONDS  let furyhouse think longer   moves    list the legal moves
  skill N       weaker or stronger, 0 to 20  fen      show the position as text
  board         draw the board again         new      start again
  quit          end"""


@dataclass(slots=True)
class Settings:
    """How a game in the terminal is played.

    Attributes:
        side: The person's colour: `white`, `black`, `random` or `none`.
        seconds: Time for each move of furyhouse.
        level: The greatest depth of a search, in plies; None for no bound.
        plain: Whether the board is drawn in ASCII.
        board: The position to start from; None for the start of a game.
    """

    side: str = "white"
    seconds: float = 1.0
    level: int | None = None
    plain: bool = False
    board: Board | None = None


class _OverError(Exception):
    """The person has had enough."""


class TerminalGame:
    """A game between a person and furyhouse, or of furyhouse with itself.

    Args:
        bot: Who plays against the person.
        ask: Asks for a line, given a prompt; None is the end of input.
        tell: Shows a text of one line or more.
        settings: How it is played.
    """

    def __init__(
        self,
        bot: "Bot",
        ask: "Callable[[str], str | None]",
        tell: "Callable[[str], None]",
        settings: Settings | None = None,
    ) -> None:
        self._bot = bot
        self._ask = ask
        self._tell = tell
        self._settings = settings or Settings()
        self._game = Game()
        if self._settings.board is not None:
            self._game.board = self._settings.board.copy()
        self._person: bool | None = WHITE
        self._flip = False
        self._side(self._settings.side)

    @property
    def board(self) -> Board:
        """The position that the game has come to."""
        return self._game.board

    def run(self) -> None:
        """Play until the person ends it or input does."""
        self._tell("furyhouse plays Crazyhouse. Type a move, or help.")
        self._draw()
        try:
            while True:
                self._turn()
        except _OverError:
            self._tell("Goodbye.")

    def demo(self, moves: int = DEMO_MOVES) -> None:
        """Let furyhouse play itself, and draw the board after each move of both sides.

        Args:
            moves: How many moves each side makes, if the game lasts as long.
        """
        self._tell(f"furyhouse plays itself for {moves} moves.")
        self._draw()
        for _ in range(moves):
            number = self.board.fullmove_number
            pair: list[str] = []
            while len(pair) < 2 and self._game.ending() is None:  # noqa: PLR2004 - one for each side
                move = self._think().move
                if move is None:
                    break
                pair.append(self.board.san(move))
                self._game.play(move)
            self._tell(f"\n{number}. {' '.join(pair)}")
            self._draw()
            if self._show_ending():
                return

    def _turn(self) -> None:
        """Let whoever is to move do so; when the game is over, the person says what comes next."""
        over = self._game.ending() is not None
        if not over and self._person is not None and self.board.turn != self._person:
            self._answer()
            return
        number = self.board.fullmove_number
        dots = "." if self.board.turn == WHITE else "..."
        line = self._ask("> " if over else f"{number}{dots} ")
        if line is None:
            raise _OverError
        self._hear(line.strip())

    def _hear(self, line: str) -> None:
        """Carry a command out, or make a move."""
        word, *rest = line.split(maxsplit=1) or [""]
        command = self._commands.get(word.lower())
        if command is not None:
            command(self, rest[0].strip() if rest else "")
        elif line:
            self._make(line)

    def _make(self, text: str) -> None:
        """Make the person's move."""
        if self._game.ending() is not None:
            self._tell("The game is over: new, undo or quit.")
            return
        try:
            move = read_move(self.board, text)
        except ValueError:
            shown = text if len(text) <= 20 else text[:20] + "…"  # noqa: PLR2004 - enough to know it by
            self._tell(
                f"{ascii(shown)[1:-1]} is no legal move here{self._what_is_missing(text)}. "
                "Type moves for a list, help for everything else."
            )
            return
        self._game.play(move)
        self._draw()
        self._show_ending()

    def _what_is_missing(self, text: str) -> str:
        """Say that a man that is to be dropped is not in the pocket; the rest can be seen."""
        letter, at, _ = text.partition("@")
        kind = _DROPPED.get(letter.upper() or "P") if at else None
        if kind is None or self.board.pockets[self.board.turn].count(kind):
            return ""
        return f": there is no {piece_name(kind)} in your pocket"

    def _answer(self) -> None:
        """Make a move of furyhouse."""
        result = self._think()
        if result.move is None:
            return
        said = self.board.san(result.move)
        self._game.play(result.move)
        self._draw()
        thought = "book" if result.from_book else f"{result.score}, depth {result.depth}"
        self._tell(f"furyhouse plays {said}  ({thought})")
        self._show_ending()

    def _think(self) -> "SearchResult":
        """Search the position."""
        limit = Limit(time=self._settings.seconds, depth=self._settings.level)
        return self._bot.think(self.board.copy(), limit)

    def _draw(self) -> None:
        self._tell(draw(self.board, flip=self._flip, plain=self._settings.plain))

    def _show_ending(self) -> bool:
        """Tell how the game ended, and whether it did."""
        ending = self._game.ending()
        if ending is None:
            return False
        self._tell(f"{ending.result}  {ending.reason}")
        return True

    # Commands.

    def _help(self, _text: str) -> None:
        self._tell(_HELP)

    def _quit(self, _text: str) -> None:
        raise _OverError

    def _board(self, _text: str) -> None:
        self._draw()

    def _fen(self, _text: str) -> None:
        self._tell(self.board.fen())

    def _moves(self, _text: str) -> None:
        self._tell(" ".join(sorted(self.board.san(move) for move in self.board.legal_moves)))

    def _turn_round(self, _text: str) -> None:
        self._flip = not self._flip
        self._draw()

    def _hint(self, _text: str) -> None:
        move: Move | None = None
        if self._game.ending() is None:
            # Good advice, however well the bot is to play.
            limit = Limit(time=_HINT_SECONDS)
            move = self._bot.engine.search(self.board.copy(), limit).move
        self._tell(
            f"Try {self.board.san(move)}." if move is not None else "There is no move to make."
        )

    def _undo(self, _text: str) -> None:
        """Take moves back until the person is to move again."""
        plies = 1 if self._person is None or self.board.turn != self._person else 2
        if not self._game.take_back(plies):
            self._tell("There is no move to take back.")
            return
        self._draw()

    def _go(self, _text: str) -> None:
        """Let furyhouse make the person's move."""
        if self._game.ending() is None:
            self._answer()

    def _new(self, _text: str) -> None:
        self._bot.new_game()
        self._game.reset()
        self._draw()

    def _change_side(self, text: str) -> None:
        if self._side(text):
            self._draw()
        else:
            self._tell("Say side white, side black, or side none to move for both.")

    def _change_level(self, text: str) -> None:
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MAX_LEVEL:
            self._settings.level = int(text)
            self._tell(f"furyhouse looks {text} plies deep.")
        else:
            self._tell(f"Say a level from 1 to {MAX_LEVEL}.")

    def _change_skill(self, text: str) -> None:
        if text.isascii() and text.isdigit() and int(text[:9]) <= FULL_LEVEL:
            self._bot.skill = int(text)
            strength = "full strength" if self._bot.skill == FULL_LEVEL else f"level {text}"
            self._tell(f"furyhouse plays at {strength}.")
        else:
            self._tell(f"Say a skill from 0 to {FULL_LEVEL}.")

    def _change_time(self, text: str) -> None:
        try:
            seconds = float(text)
        except ValueError:
            seconds = 0.0
        if 0 < seconds <= MAX_SECONDS:
            self._settings.seconds = seconds
            self._tell(f"furyhouse thinks {seconds:g} s about a move.")
        else:
            self._tell("Say how many seconds, as in time 2.5.")

    def _side(self, text: str) -> bool:
        """Set the person's colour, and tell whether the word named one."""
        word = text.strip().lower()
        if word == "random":
            word = random.choice(("white", "black"))  # noqa: S311 - nothing to guard
        if word not in {"white", "black", "none"}:
            return False
        self._person = {"white": WHITE, "black": BLACK}.get(word)
        self._flip = word == "black"
        return True

    _commands: ClassVar[dict[str, "Callable[[TerminalGame, str], None]"]] = {
        "help": _help,
        "?": _help,
        "quit": _quit,
        "exit": _quit,
        "board": _board,
        "fen": _fen,
        "moves": _moves,
        "flip": _turn_round,
        "hint": _hint,
        "undo": _undo,
        "go": _go,
        "new": _new,
        "side": _change_side,
        "level": _change_level,
        "skill": _change_skill,
        "time": _change_time,
    }
