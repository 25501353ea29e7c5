"""One game as PGN, read strictly and written in one form; python-chess does the parsing.

python-chess passes over what it does not know. Here that is a fault of the game, told with its
line: else a misspelt move would shift all that follow to the other side.
"""

import io
import re
from collections.abc import Iterator
from typing import TextIO, cast

import chess
import chess.pgn
import chess.variant

from furyhouse.lab.analyse_position import read_board
from furyhouse.lab.pgn_comments import CommentScanner, pieces

__all__ = ["PgnError", "read_pgn", "write_pgn"]

_TAG = re.compile(r"\[([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+\"(.*)\"\]\s*")
_SAN = (
    r"(?:[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[PNBRQK]?@[a-h][1-8]"
    r"|--|Z0|0000|O-O(?:-O)?|0-0(?:-0)?)"
)
# A word of the moves, with what may be written together: `12.Nf3+!?$5`.
_WORD = re.compile(
    rf"(?:\d+\.*)?(?:{_SAN}[+#]*)?[!?]*(?:\$\d+)*|1-0|0-1|1/2-1/2|\*|e\.?p\.?|[^A-Za-z0-9@]*"
)
_SHOWN = 40
# Variations inside of one another: people come to a dozen; each costs the time of all around it.
_DEEPEST = 100


class PgnError(ValueError):
    """A game cannot be understood.

    Attributes:
        line: The line of the fault, counted as the game's own line was.
        reason: What was found there.

    Example:
        >>> str(PgnError(7, "illegal move"))
        'line 7: illegal move'
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class _Board(chess.variant.CrazyhouseBoard):
    """A board that shares its pockets with no copy of it.

    python-chess's board does once a move is taken back: of two variations at one place the second
    would lack what the first has dropped.
    """

    def pop(self) -> chess.Move:
        """Take a move back."""
        move = super().pop()
        self.pockets = [pocket.copy() for pocket in self.pockets]
        return move


class _Headers(chess.pgn.Headers):
    """Tags of a game that is Crazyhouse, however its variant is spelt."""

    def variant(self) -> type[chess.Board]:
        return _Board

    def is_chess960(self) -> bool:
        return "960" in self.get("Variant", "")


class _Game(chess.pgn.Game):
    """A game of Crazyhouse."""

    def __init__(self) -> None:
        super().__init__()
        self.headers = _Headers(self.headers)


class _Lines:
    """The lines of a game, as python-chess asks for them; empty ones between moves are left out.

    Raises:
        PgnError: A line holds what is neither a tag, nor moves, nor a comment.
    """

    def __init__(self, text: str, first: int) -> None:
        self.number = first
        self._first = first
        self._comments = CommentScanner()
        self._comment_begun = first
        self._open: list[int] = []
        self._lines = iter([*self._checked(text)])

    def readline(self) -> str:
        """Give the next line, and keep its number; nothing at the end."""
        self.number, line = next(self._lines, (self.number, ""))
        return line

    def _checked(self, text: str) -> Iterator[tuple[int, str]]:
        """Give the lines that count, with their numbers."""
        moves = False
        # Comments among the tags; they stand before the moves.
        held: list[tuple[int, str]] = []
        for number, line in enumerate(io.StringIO(text, None), start=self._first):
            if not self._comments.open:
                if line.isspace() or line.startswith("%"):
                    continue
                if not moves and line.startswith("["):
                    self._check_tag(number, line)
                    yield number, line
                    continue
                if not moves and line.startswith(";"):
                    held.append((number, line))
                    continue
            if not moves:
                moves = True
                for at, comment in held:
                    yield from self._pieces(at, comment)
            yield from self._pieces(number, line)
        if self._comments.open:
            raise PgnError(self._comment_begun, "the comment that begins here has no end")
        if self._open:
            raise PgnError(self._open[-1], "the variation that begins here has no end")

    def _check_tag(self, number: int, line: str) -> None:
        """Refuse a tag that is none."""
        if _TAG.fullmatch(line) is None:
            raise PgnError(number, f'expected a tag like [White "name"], found {_shown(line)}')

    def _pieces(self, number: int, line: str) -> Iterator[tuple[int, str]]:
        """Give a line of moves in pieces, as python-chess is to read it."""
        return ((number, piece) for piece in pieces(self._parts(number, line)))

    def _parts(self, number: int, line: str) -> Iterator[tuple[str, str]]:
        """Give moves and comments; a comment to the end of the line gets braces.

        python-chess would drop it.
        """
        goes_on = self._comments.open
        for moves, comment in self._comments.parts(line):
            self._check_moves(number, moves)
            written = comment
            if not goes_on and comment.startswith("{"):
                self._comment_begun = number
            elif not goes_on and comment.startswith(";"):
                written = f" {{{comment[1:].strip().replace('}', ')')}}}\n"
            yield moves, written
            goes_on = False

    def _check_moves(self, number: int, moves: str) -> None:
        """Refuse words that are no part of moves."""
        for word in re.sub(r"([()])", r" \1 ", moves).split():
            if word == "(":
                self._open.append(number)
                if len(self._open) > _DEEPEST:
                    raise PgnError(number, f"variations are nested more than {_DEEPEST} deep")
            elif word == ")":
                if not self._open:
                    raise PgnError(number, "a variation ends that has not begun")
                self._open.pop()
            elif _WORD.fullmatch(word) is None:
                raise PgnError(number, f"expected a move, found {_shown(word)}")


class _Builder(chess.pgn.GameBuilder[_Game]):
    """Builds a game, and stops at its first fault."""

    def __init__(self, lines: _Lines) -> None:
        super().__init__(Game=_Game)
        self._lines = lines
        self._comments: list[str] = []

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Keep a tag; a position is written in the one form that everybody reads."""
        if tagname == "FEN":
            try:
                tagvalue = read_board(tagvalue).fen()
            except ValueError as error:
                raise PgnError(self._lines.number, str(error)) from None
        super().visit_header(tagname, tagvalue)

    def visit_comment(self, comment: str) -> None:
        """Keep a comment until its place is full: one by one, each would copy those before it."""
        if comment:
            self._comments.append(comment)

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Take a move; in the game itself nobody passes in check."""
        if not move and len(self.variation_stack) == 1 and board.is_check():
            raise PgnError(self._lines.number, f"nobody can pass in check, in {board.fen()}")
        self._put_comments()
        super().visit_move(board, move)

    def begin_variation(self) -> None:
        """Begin a variation."""
        self._put_comments()
        super().begin_variation()

    def end_variation(self) -> None:
        """End a variation."""
        self._put_comments()
        super().end_variation()

    def end_game(self) -> None:
        """End the game."""
        self._put_comments()
        super().end_game()

    def _put_comments(self) -> None:
        """Give the comments of a place to what they stand at, as one."""
        if self._comments:
            super().visit_comment(" ".join(self._comments))
            self._comments.clear()

    def handle_error(self, error: Exception) -> None:
        """Stop."""
        reason = str(error)
        found = re.match(r"(illegal|invalid|ambiguous) (?:drop )?san: '([^']*)' in (.*)", reason)
        if found:
            kind = {"invalid": "unknown"}.get(found[1], found[1])
            reason = f"{kind} move {found[2]} in {found[3]}"
        raise PgnError(self._lines.number, reason)


class _Exporter(chess.pgn.StringExporter):
    """Writes a game, with the letter of a pawn that is dropped: `P@e4`."""

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Write a move."""
        if move.drop != chess.PAWN:
            super().visit_move(board, move)
            return
        if board.turn == chess.WHITE:
            self.write_token(f"{board.fullmove_number}. ")
        elif self.force_movenumber:
            self.write_token(f"{board.fullmove_number}... ")
        self.write_token(f"P{board.san(move)} ")
        self.force_movenumber = False


def read_pgn(text: str, line: int = 1) -> chess.pgn.Game:
    """Read a game of Crazyhouse.

    Args:
        text: The game.
        line: The number of its first line.

    Returns:
        The game, with its comments and variations.

    Raises:
        PgnError: It cannot be understood.

    Example:
        >>> read_pgn("1. e4 d5 2. @e5 *")
        Traceback (most recent call last):
            ...
        furyhouse.lab.analyse_pgn.PgnError: line 1: illegal move @e5 in ...
        >>> read_pgn("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. @e3 *").end().move.uci()
        'P@e3'
    """
    lines = _Lines(text, line)
    # It reads lines and nothing else of a file.
    game = chess.pgn.read_game(cast("TextIO", lines), Visitor=lambda: _Builder(lines))
    if game is None:
        raise PgnError(line, "holds no game")
    return game


def write_pgn(game: chess.pgn.Game) -> str:
    r"""Write a game, ending with an empty line.

    Example:
        >>> game = read_pgn("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. @e3 {well} *")
        >>> write_pgn(game).splitlines()[-2]
        '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. P@e3 { well } *'
    """
    return f"{game.accept(_Exporter())}\n\n"


def _shown(text: str) -> str:
    """Show what was found, or its beginning."""
    text = text.strip()
    return ascii(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")
