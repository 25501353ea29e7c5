"""The game that is played, kept once for every protocol: board with its history, and clocks.

Nothing here knows how a protocol spells its commands; moves are read in every spelling that is met
in practice.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from furyhouse._core import STARTING_FEN, WHITE, Board, InvalidMoveError
from furyhouse.engine import LONGEST_SECONDS, Limit
from furyhouse.position import read_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from furyhouse._core import Move

__all__ = ["Clock", "Ending", "Game", "looks_like_move", "read_move", "spell_line"]

_PROMOTION = r"(?:=?\(?[nbrqNBRQ]\)?)?"
_COORDINATES = re.compile(rf"([a-h][1-8])-?([a-h][1-8])({_PROMOTION})")
_DROP = re.compile(r"([pnbrqPNBRQ]?)@([a-h][1-8])")
_CASTLING = re.compile(r"[Oo0]-[Oo0](-[Oo0])?")
_SAN = re.compile(rf"[KNBRQ]?[a-h]?[1-8]?[x-]?[a-h][1-8]{_PROMOTION}(?:e\.?p\.?)?")
_MARKS = "+#!?"
# As the rules read the null move.
_PASSES = frozenset({"--", "Z0", "0000", "@@@@"})
_EN_PASSANT = re.compile(r" *e\.?p\.?$")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended.

    Attributes:
        result: `1-0`, `0-1` or `1/2-1/2`.
        reason: A few words, such as `White mates`.
        forced: Whether the game is over whatever the players want; a draw that may be claimed is
            not.

    Example:
        >>> Ending("1-0", "White mates").forced
        True
    """

    result: str
    reason: str
    forced: bool = True


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks as a search needs them, in seconds.

    Attributes:
        white: What White has left; None where it has no clock.
        black: What Black has left.
        white_increment: What White gains with every move.
        black_increment: What Black gains with every move.
        moves_to_go: Moves until more time comes; None for the rest of the game.

    Example:
        >>> Clock(60.0, 55.0, moves_to_go=20).limit()
        Limit(white_clock=60.0, black_clock=55.0, remaining_moves=20)
    """

    white: float | None = None
    black: float | None = None
    white_increment: float = 0.0
    black_increment: float = 0.0
    moves_to_go: int | None = None

    def limit(
        self,
        *,
        time: float | None = None,
        depth: int | None = None,
        nps: int | None = None,
        ponder: bool = False,
    ) -> Limit:
        """Turn the clocks into a limit for one search.

        Args:
            time: Exact seconds for the move, where the clocks do not count.
            depth: The greatest depth, in plies.
            nps: The speed of a clock that counts nodes, in nodes a second.
            ponder: Whether the search runs on the opponent's time at first.

        Returns:
            The limit. A clock below zero is given as zero: there is still a move to make; and one
            above what a search can take as the longest that it can.

        Example:
            >>> Clock(-0.5, 3.0).limit(depth=8)
            Limit(depth=8, white_clock=0.0, black_clock=3.0)
        """
        return Limit(
            time=_in_range(time),
            depth=depth,
            white_clock=_in_range(self.white),
            black_clock=_in_range(self.black),
            white_inc=self.white_increment or None,
            black_inc=self.black_increment or None,
            remaining_moves=self.moves_to_go,
            nps=nps,
            ponder=ponder,
        )


class Game:
    """A board with its history, and what may be done with it.

    Attributes:
        board: The position that the game has come to.
        usable: False after a position that could not be read: no move is right until another one is
            set up.

    Example:
        >>> game = Game()
        >>> game.play(game.read("e4"))
        >>> game.board.move_stack
        [Move.from_uci('e2e4')]
    """

    def __init__(self) -> None:
        self.board = Board()
        self.usable = True

    def set_fifty_moves(self, *, on: bool) -> None:
        """Put the fifty-move rule in force, for this game and those after it, or out of it.

        Example:
            >>> game = Game()
            >>> game.set_fifty_moves(on=True)
            >>> game.reset()
            >>> game.board.fifty_moves
            True
        """
        self.board = self.board.copy(fifty_moves=on)

    def reset(self, fen: str = STARTING_FEN) -> None:
        """Set up a position without a history.

        Args:
            fen: The position, with its pocket in any form.

        Raises:
            ValueError: The position cannot be read or cannot be played. The board stays, but is not
                usable.

        Example:
            >>> game = Game()
            >>> game.reset("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1")
            >>> game.board.turn, game.usable
            (True, True)
        """
        self.usable = False
        self.board = read_position(fen, fifty_moves=self.board.fifty_moves)
        self.usable = True

    def read(self, text: str) -> "Move":
        """Read a move that may be played now, in any spelling.

        Raises:
            ValueError: It is no legal move, or the position is not usable.

        Example:
            >>> Game().read("Nf3")
            Move.from_uci('g1f3')
        """
        if not self.usable:
            raise ValueError("the position is not usable")
        return read_move(self.board, text)

    def play(self, move: "Move") -> None:
        """Make a legal move.

        Raises:
            IllegalMoveError: The move is not legal.

        Example:
            >>> game = Game()
            >>> game.play(game.read("d4"))
            >>> game.board.peek()
            Move.from_uci('d2d4')
        """
        self.board.push(move)

    def can_take_back(self, plies: int) -> bool:
        """Tell whether so many moves can be taken back.

        Example:
            >>> Game().can_take_back(1)
            False
        """
        return self.usable and len(self.board.move_stack) >= plies

    def take_back(self, plies: int) -> bool:
        """Take back moves, and tell whether there were as many; if not, none is taken back.

        Example:
            >>> game = Game()
            >>> game.play(game.read("e4"))
            >>> game.take_back(2), game.take_back(1)
            (False, True)
        """
        if not self.can_take_back(plies):
            return False
        for _ in range(plies):
            self.board.pop()
        return True

    def ending(self) -> Ending | None:
        """Tell how the game has ended, or that a draw may be claimed; None while it goes on.

        Example:
            >>> game = Game()
            >>> for text in ("f3", "e5", "g4", "Qh4#"):
            ...     game.play(game.read(text))
            >>> game.ending()
            Ending(result='0-1', reason='Black mates', forced=True)
        """
        board = self.board
        if not self.usable:
            return None
        if board.is_checkmate():
            white_lost = board.turn == WHITE
            return Ending("0-1", "Black mates") if white_lost else Ending("1-0", "White mates")
        if board.is_stalemate():
            return Ending("1/2-1/2", "Stalemate")
        if board.is_fifty_moves():
            return Ending("1/2-1/2", "Draw by fifty moves", forced=False)
        if board.is_repetition(3):
            return Ending("1/2-1/2", "Draw by repetition", forced=board.is_repetition(5))
        return None


def read_move(board: Board, text: str) -> "Move":
    """Read a legal move as programs and people write it.

    Coordinates (`e2e4`, `e7e8q`, `e7e8=Q`, `e2-e4`), drops (`P@e4`, `p@e4`, `@e4`) and SAN (`Nf3`,
    `exd5`, `e8=Q+`, `O-O`, `0-0`) are read, whatever marks follow. To pass is no move.

    Args:
        board: The position in which the move is made.
        text: The move.

    Returns:
        The move.

    Raises:
        ValueError: There is no such legal move.

    Example:
        >>> read_move(Board(), "Nf3") == read_move(Board(), "g1f3")
        True
    """
    bare = text.strip().rstrip(_MARKS)
    if bare in _PASSES:
        raise InvalidMoveError(f"{bare} passes, which is no move")
    drop = _DROP.fullmatch(bare)
    if drop:
        return board.parse_uci(f"{drop[1].upper() or 'P'}@{drop[2]}")
    castling = _CASTLING.fullmatch(bare)
    if castling:
        return board.parse_san("O-O-O" if castling[1] else "O-O")
    coordinates = _COORDINATES.fullmatch(bare)
    if coordinates:
        promotion = coordinates[3].strip("=()").lower()
        return board.parse_uci(f"{coordinates[1]}{coordinates[2]}{promotion}")
    return board.parse_san(_EN_PASSANT.sub("", bare))


def spell_line(
    board: Board, moves: "Sequence[Move]", spell: "Callable[[Board, Move], str]"
) -> "Iterator[str]":
    """Write the moves of a line of play.

    Args:
        board: The position in which it begins.
        moves: The moves.
        spell: How a protocol writes a move in its position; only castling in Crazyhouse960 asks for
            it.

    Example:
        >>> moves = [read_move(Board(), "e4")]
        >>> list(spell_line(Board(), moves, Board.xboard))
        ['e2e4']
    """
    if not board.chess960:
        yield from (move.uci() for move in moves)
        return
    after = board.copy(stack=False)
    for move in moves:
        yield spell(after, move)
        after.push(move)


def looks_like_move(text: str) -> bool:
    """Tell whether a word is written like a move, legal or not.

    Example:
        >>> [looks_like_move(word) for word in ("b2b4", "P@e4", "O-O", "bk", "go")]
        [True, True, True, False, False]
    """
    bare = text.strip().rstrip(_MARKS)
    return any(form.fullmatch(bare) for form in (_COORDINATES, _DROP, _CASTLING, _SAN))


def _in_range(seconds: float | None) -> float | None:
    """Give zero for a clock that has run out, and what a search can take for a longer one."""
    return None if seconds is None else min(max(seconds, 0.0), LONGEST_SECONDS)
