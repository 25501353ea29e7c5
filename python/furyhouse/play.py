"""A game against furyhouse in a terminal.

The game asks and tells through two functions that it is given, and so needs no terminal itself.
"""

import os
import random
import shutil
import textwrap
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from furyhouse._core import (
    BISHOP,
    BLACK,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    STARTING_FEN,
    WHITE,
    AmbiguousMoveError,
    Board,
    piece_name,
)
from furyhouse.drawing import draw
from furyhouse.engine import Limit
from furyhouse.evaluation import evaluate
from furyhouse.pgn import comment, movetext, write_game
from furyhouse.position import read_position
from furyhouse.protocol.game import Ending, Game, read_move
from furyhouse.resume import game_words, shell_line
from furyhouse.skill import FULL_LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable

    from furyhouse._core import Move
    from furyhouse.bot import Bot
    from furyhouse.report import SearchResult
    from furyhouse.score import Score

__all__ = ["DEMO_MOVES", "MAX_LEVEL", "MAX_SECONDS", "Settings", "TerminalGame"]

DEMO_MOVES = 10
MAX_LEVEL = 20
MAX_SECONDS = 86400.0
"""The longest time for a move of furyhouse: a day."""
_HINT_SECONDS = 0.5
_DROPPED = {"P": PAWN, "N": KNIGHT, "B": BISHOP, "R": ROOK, "Q": QUEEN}

_LONGEST_ECHO = 20
_SIDES = {"white": WHITE, "black": BLACK, "none": None}
_COLORS = {WHITE: "White", BLACK: "Black"}
_BOTH = "both sides"
# Who plays, in the tags of a game that is kept.
_PERSON = "Player"
_ENGINE = "furyhouse"

# No line has more than 40 letters: so it can be read in a narrow terminal too.
_HELP = """\
Type a move: e4, Nf3, e2e4, e8=Q, O-O.
A drop is N@f7 or P@e4.
  hint     ask for a move
  go       let furyhouse move for you
  undo     take your last move back
  moves    list the legal moves
  eval     judge the position
  board    draw the board again
  flip     turn the board round
  fen      show the position as text
  fen FEN  set a position up
  pgn      show the game as PGN
  pgn FILE keep it in a new file
  side X   play white, black or none
  time S   let furyhouse think S seconds
  level N  let it look N plies, 1 to 20
  skill N  weaker or better, 0 to 20
  new      start again
  resign   give the game up
  quit     end"""
_OVER = "The game is over: new, undo or quit."
_NO_MOVE = "There is no move to make."


@dataclass(slots=True)
class Settings:
    """How a game in the terminal is played.

    Attributes:
        side: The person's colour: `white`, `black`, `random` or `none`.
        seconds: Time for each move of furyhouse.
        level: The greatest depth of a search, in plies; None for no bound.
        plain: Whether the board is drawn in ASCII.
        board: The position to go on from, with the moves that led to it; None for the start of a
            game.
        command: The words of the command that plays another game like this one.
    """

    side: str = "white"
    seconds: float = 1.0
    level: int | None = None
    plain: bool = False
    board: Board | None = None
    command: tuple[str, ...] = ("furyhouse", "play")


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
        self._resigned: Ending | None = None
        self._begun = _today()
        self._person: bool | None = WHITE
        self._flip = False
        self._side(self._settings.side)

    @property
    def board(self) -> Board:
        """The position that the game has come to."""
        return self._game.board

    def run(self) -> None:
        """Play until the person ends it or input does.

        Raises:
            KeyboardInterrupt: The person has pressed Ctrl-C, and was told how to go on.
        """
        try:
            self._say("furyhouse plays Crazyhouse. Type a move, or help.")
            self._draw()
            self._show_ending()
            while True:
                self._turn()
        except _OverError:
            self._leave("Goodbye.")
        except KeyboardInterrupt:
            # The terminal has written ^C.
            self._leave("\nInterrupted.")
            raise

    def demo(self, moves: int = DEMO_MOVES) -> None:
        """Let furyhouse play itself, and draw the board after each move of both sides.

        Args:
            moves: How many moves each side makes, if the game lasts as long.

        Raises:
            KeyboardInterrupt: The person has pressed Ctrl-C, and was told how to go on.
        """
        try:
            self._say(f"furyhouse plays itself for {moves} moves.")
            self._draw()
            for _ in range(moves):
                if self._ending() is not None:
                    break
                self._play_both()
            self._show_ending()
            self._tell(f"\nTo play yourself: {shell_line(self._settings.command)}")
        except KeyboardInterrupt:
            self._leave("\nInterrupted.")
            raise

    def _play_both(self) -> None:
        """Let furyhouse make a move of each side, if the game lasts as long."""
        number = self.board.fullmove_number
        pair: list[str] = []
        while len(pair) < 2 and self._ending() is None:  # noqa: PLR2004 - one for each side
            move = self._think().move
            if move is None:
                break
            pair.append(self.board.san(move))
            self._game.play(move)
        self._tell(f"\n{number}. {' '.join(pair)}")
        self._draw()

    def _leave(self, word: str) -> None:
        """Say goodbye, and how a game that is under way can be taken up again."""
        if not self.board.move_stack or self._ending() is not None:
            self._tell(word)
            return
        side = next(name for name, color in _SIDES.items() if color == self._person)
        seconds, level, skill = self._settings.seconds, self._settings.level, self._bot.skill
        words = [
            *self._settings.command,
            *(["--side", side] if side != "white" else []),
            *(["--time", f"{seconds:g}"] if seconds != 1.0 else []),
            *(["--level", str(level)] if level is not None else []),
            *(["--skill", f"{skill:g}"] if skill < FULL_LEVEL else []),
            *game_words(self.board),
        ]
        self._tell(f"{word} To take the game up again:\n  {shell_line(words)}")

    def _turn(self) -> None:
        """Let whoever is to move do so; when the game is over, the person says what comes next."""
        over = self._ending() is not None
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
        name, text = word.lower(), "".join(rest)
        if name in self._settings_of:
            self._settings_of[name](self, text)
        elif name in self._commands and text:
            self._say(f"{name} stands alone: nothing is known of {_shown(text)}.")
        elif name in self._commands:
            self._commands[name](self)
        elif line:
            self._make(line)

    def _make(self, text: str) -> None:
        """Make the person's move."""
        if self._ending() is not None:
            self._say(_OVER)
            return
        try:
            move = read_move(self.board, text)
        except AmbiguousMoveError:
            self._say(f"{_shown(text)} may be {' or '.join(_readings(self.board, text))}.")
            return
        except ValueError:
            self._say(
                f"{_shown(text)} is no legal move here{_reason(self.board, text)}. "
                "Type moves for a list, help for everything else."
            )
            return
        self._game.play(move)
        self._draw()
        self._show_ending()

    def _answer(self) -> None:
        """Make a move of furyhouse."""
        result = self._think()
        if result.move is None:
            return
        said, turn = self.board.san(result.move), self.board.turn
        worth = f"{_worth(result.score, turn)}, depth {result.depth}"
        # Between two boards, so that it is plain where one ends.
        self._say(f"furyhouse plays {said}  ({'book' if result.from_book else worth})")
        self._game.play(result.move)
        self._draw()
        self._show_ending()

    def _think(self) -> "SearchResult":
        """Search the position."""
        limit = Limit(time=self._settings.seconds, depth=self._settings.level)
        return self._bot.think(self.board.copy(), limit)

    def _say(self, text: str) -> None:
        """Tell something without breaking a word, however narrow the terminal is."""
        width = shutil.get_terminal_size((0, 0)).columns
        if width:
            text = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
        self._tell(text)

    def _ending(self) -> Ending | None:
        """Tell how the game has ended; None while it goes on."""
        return self._resigned or self._game.ending()

    def _draw(self) -> None:
        self._tell(draw(self.board, flip=self._flip, plain=self._settings.plain))

    def _show_ending(self) -> bool:
        """Tell how the game ended, and whether it did."""
        ending = self._ending()
        if ending is None:
            return False
        self._say(f"{ending.result}  {ending.reason}")
        return True

    # Commands.

    def _quit(self) -> None:
        raise _OverError

    def _moves(self) -> None:
        moves = sorted(self.board.san(move) for move in self.board.legal_moves)
        self._say(" ".join(moves) or _NO_MOVE)

    def _turn_round(self) -> None:
        self._flip = not self._flip
        self._draw()

    def _hint(self) -> None:
        move: Move | None = None
        if self._ending() is None:
            # Good advice, however well the bot is to play.
            limit = Limit(time=_HINT_SECONDS)
            move = self._bot.engine.search(self.board.copy(), limit).move
        self._say(f"Try {self.board.san(move)}." if move is not None else _NO_MOVE)

    def _undo(self) -> None:
        """Take moves back until the person is to move again; or that the game was given up."""
        plies = 1 if self._person is None or self.board.turn != self._person else 2
        if self._resigned is not None:
            self._resigned = None
            self._say("The game goes on.")
        elif not self._game.take_back(plies):
            self._say("There is no move to take back.")
            return
        self._draw()

    def _go(self) -> None:
        """Let furyhouse make the person's move."""
        if self._ending() is None:
            self._answer()
        else:
            self._say(_OVER)

    def _resign(self) -> None:
        """Give the game up, for whoever is to move where the person plays both sides."""
        if self._ending() is not None:
            self._say(_OVER)
            return
        loser = self.board.turn if self._person is None else self._person
        result = "0-1" if loser == WHITE else "1-0"
        self._resigned = Ending(result, f"{_COLORS[loser]} resigns")
        self._show_ending()

    def _eval(self) -> None:
        """Tell what the position is worth without a search."""
        found = evaluate(self.board)
        self._tell("\n".join(found._replace(caveat="").lines()))
        if found.caveat:
            self._say(found.caveat)

    def _new(self) -> None:
        self._begin(Board())

    def _begin(self, board: Board) -> None:
        """Start from a position."""
        self._bot.new_game()
        self._game.board = board
        self._resigned = None
        self._begun = _today()
        self._draw()

    # Commands with a text behind them.

    def _help(self, _text: str) -> None:
        self._tell(_HELP)

    def _fen(self, text: str) -> None:
        """Show the position, or set another one up."""
        if not text:
            self._tell(self.board.fen())
            return
        try:
            board = read_position(text.strip("\"'"))
        except ValueError as error:
            self._say(f"That position cannot be played: {error}")
            return
        self._begin(board)
        self._show_ending()

    def _pgn(self, text: str) -> None:
        """Show the game as PGN, or keep it in a file that is not there yet."""
        game = self._written()
        if not text:
            self._tell(game.rstrip("\n"))
            return
        name = text.strip("\"'")
        try:
            _keep(Path(name).expanduser(), game)
        except FileExistsError:
            self._say(f"{_shown_path(name)} is there already: name a new file.")
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            self._say(f"{_shown_path(name)} cannot be written: {reason}.")
        else:
            self._say(f"The game is kept in {_shown_path(name)}.")

    def _written(self) -> str:
        """Write the game as PGN."""
        start, ending = self.board.root(), self._ending()
        result = "*" if ending is None else ending.result
        names = {c: _PERSON if self._person in {None, c} else _ENGINE for c in (WHITE, BLACK)}
        tags = {
            "Event": "A game in the terminal",
            "Site": "?",
            "Date": self._begun,
            "Round": "-",
            "White": names[WHITE],
            "Black": names[BLACK],
            "Result": result,
            "Variant": "Crazyhouse",
        }
        if start.fen() != STARTING_FEN:
            tags |= {"SetUp": "1", "FEN": start.fen()}
        tags["Termination"] = "unterminated" if ending is None else "normal"
        said = [] if ending is None else [comment(ending.reason)]
        return write_game(tags, [*movetext(start, self.board.move_stack), *said, result])

    def _change_side(self, text: str) -> None:
        if not text:
            self._say(f"You play {_BOTH if self._person is None else _COLORS[self._person]}.")
        elif self._side(text):
            self._draw()
        else:
            self._say("Say side white, side black, or side none to move for both.")

    def _change_level(self, text: str) -> None:
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MAX_LEVEL:
            self._settings.level = int(text)
        elif text:
            self._say(f"Say a level from 1 to {MAX_LEVEL}.")
            return
        level = self._settings.level
        plies = "1 ply" if level == 1 else f"{level} plies"
        self._say(f"furyhouse looks {'as deep as it can' if level is None else f'{plies} deep'}.")

    def _change_skill(self, text: str) -> None:
        if text.isascii() and text.isdigit() and int(text[:9]) <= FULL_LEVEL:
            self._bot.skill = int(text)
        elif text:
            self._say(f"Say a skill from 0 to {FULL_LEVEL}.")
            return
        skill = self._bot.skill
        strength = "full strength" if skill >= FULL_LEVEL else f"level {skill:g}"
        self._say(f"furyhouse plays at {strength}.")

    def _change_time(self, text: str) -> None:
        try:
            seconds = float(text) if text else self._settings.seconds
        except ValueError:
            seconds = 0.0
        if 0 < seconds <= MAX_SECONDS:
            self._settings.seconds = seconds
            self._say(f"furyhouse thinks {seconds:g} s about a move.")
        else:
            self._say("Say how many seconds, as in time 2.5.")

    def _side(self, text: str) -> bool:
        """Set the person's colour, and tell whether the word named one."""
        word = text.strip().lower()
        if word == "random":
            word = random.choice(("white", "black"))  # noqa: S311 - nothing to guard
        if word not in _SIDES:
            return False
        self._person = _SIDES[word]
        self._flip = word == "black"
        return True

    _commands: ClassVar[dict[str, "Callable[[TerminalGame], None]"]] = {
        "quit": _quit,
        "exit": _quit,
        "board": _draw,
        "moves": _moves,
        "flip": _turn_round,
        "hint": _hint,
        "undo": _undo,
        "go": _go,
        "eval": _eval,
        "score": _eval,
        "resign": _resign,
        "new": _new,
    }
    _settings_of: ClassVar[dict[str, "Callable[[TerminalGame, str], None]"]] = {
        "help": _help,
        "?": _help,
        "fen": _fen,
        "pgn": _pgn,
        "side": _change_side,
        "level": _change_level,
        "skill": _change_skill,
        "time": _change_time,
    }


def _worth(score: "Score", turn: bool) -> str:  # noqa: FBT001 - colours are booleans, as in python-chess
    """Write a score of the side that was to move, and name whose it is."""
    mate = score.mate()
    if mate is None:
        return f"{score} for {_COLORS[turn]}"
    return f"{_COLORS[turn if mate > 0 else not turn]} mates in {abs(mate)}"


def _shown(text: str) -> str:
    """Write what was typed, or as much as it is known by, in letters that every terminal has."""
    return ascii(text[:_LONGEST_ECHO])[1:-1] + ("..." if len(text) > _LONGEST_ECHO else "")


def _readings(board: Board, text: str) -> list[str]:
    """Get the moves on the board that a move in short may mean: the same man to the same square."""
    man, square = text[0], text.rstrip("+#!?")[-2:]
    moves = sorted(board.san(move) for move in board.legal_moves if move.drop is None)
    return [san for san in moves if san[0] == man and san.rstrip("+#")[-2:] == square]


def _reason(board: Board, text: str) -> str:
    """Tell why a move cannot be made, where it can be told in a few words."""
    letter, at, _ = text.partition("@")
    kind = _DROPPED.get(letter.upper() or "P") if at else None
    if kind is not None and not board.pockets[board.turn].count(kind):
        return f": there is no {piece_name(kind)} in your pocket"
    bare = text.rstrip("+#!?")
    if _is_move(board, f"{bare}=Q"):
        return f": say what the pawn becomes, as in {bare}=Q"
    capital = bare[:1].upper() + bare[1:]
    if _is_move(board, capital):
        return f", but {capital} is"
    return ": the king is in check" if board.is_check() else ""


def _is_move(board: Board, text: str) -> bool:
    """Tell whether a text is a legal move."""
    try:
        read_move(board, text)
    except ValueError:
        return False
    return True


def _today() -> str:
    """Write the day as PGN does: the one of the person's own clock."""
    return date.today().strftime("%Y.%m.%d")  # noqa: DTZ011 - local, as a person counts days


def _keep(path: Path, text: str) -> None:
    """Write a new file, or leave none."""
    file = path.open("x", encoding="utf-8")
    try:
        with file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink()
        raise


def _shown_path(name: str) -> str:
    """Write a file's name in letters that every terminal has."""
    return ascii(name)[1:-1]
