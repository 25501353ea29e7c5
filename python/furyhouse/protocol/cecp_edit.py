"""Positions put together man by man: the commands of `edit`, and the pockets of `holding`."""

import re
from typing import TYPE_CHECKING

from furyhouse._core import BLACK, WHITE

if TYPE_CHECKING:
    from furyhouse._core import Board

__all__ = ["Editor", "fen_with_pockets", "fen_with_turn"]

_PLACE = re.compile(r"([PNBRQKx])([a-h])([1-8])", re.IGNORECASE)
_HOLDING = re.compile(r"\[([PNBRQ]*)\]\s*\[([PNBRQ]*)\](?:\s+\S+)?", re.IGNORECASE)
_SIZE = 8
# A right to castle is assumed wherever king and rook stand at home, as the protocol's description
# says.
_HOMES = (("K", "e1", "h1"), ("Q", "e1", "a1"), ("k", "e8", "h8"), ("q", "e8", "a8"))


class Editor:
    """The mode between `edit` and `.`: men are put on a board and taken off it.

    Men that are not touched stay as they are, promoted ones too; so do the pockets, unless the
    board is cleared.

    Attributes:
        men: The men by the names of their squares, as FEN writes them.
        pockets: The men in both pockets, as FEN writes them.
    """

    def __init__(self, board: "Board") -> None:
        fields = board.fen().split()
        placement, _, pockets = fields[0].partition("[")
        self.men = _men(placement)
        self.pockets = pockets.rstrip("]")
        self._turn = fields[1]
        self._color = WHITE

    def edit(self, text: str) -> bool:
        """Carry out one command (`Pa4`, `xa4`, `c`, `#`), and tell whether it was one."""
        if text == "c":
            self._color = not self._color
        elif text == "#":
            self.men.clear()
            self.pockets = ""
        else:
            place = _PLACE.fullmatch(text)
            if place is None:
                return False
            self._put(place[1], f"{place[2]}{place[3]}".lower())
        return True

    def fen(self) -> str:
        """Give the position that was put together; it may well be one that cannot be played."""
        rows = (_row(self.men, rank) for rank in range(_SIZE, 0, -1))
        placement = "/".join(rows)
        rights = "".join(right for right, king, rook in _HOMES if self._at_home(right, king, rook))
        return f"{placement}[{self.pockets}] {self._turn} {rights or '-'} - 0 1"

    def _put(self, letter: str, square: str) -> None:
        """Put a man of the current colour on a square, or empty it."""
        if letter.lower() == "x":
            self.men.pop(square, None)
        else:
            self.men[square] = letter.upper() if self._color == WHITE else letter.lower()

    def _at_home(self, right: str, king: str, rook: str) -> bool:
        """Tell whether the king and the rook of a right to castle stand on their squares."""
        king_letter, rook_letter = ("K", "R") if right.isupper() else ("k", "r")
        return self.men.get(king) == king_letter and self.men.get(rook) == rook_letter


def fen_with_pockets(board: "Board", arguments: str) -> str | None:
    """Read `holding [WHITE] [BLACK]`, with or without what was acquired last.

    Returns:
        The position with these pockets, or None where the arguments cannot be read.
    """
    match = _HOLDING.fullmatch(arguments.strip())
    if match is None:
        return None
    placement, _, rest = board.fen(shredder=board.chess960).partition("[")
    return f"{placement}[{match[1].upper()}{match[2].lower()}{rest[rest.index(']') :]}"


def fen_with_turn(board: "Board", turn: bool) -> str:  # noqa: FBT001 - colours are booleans, as in python-chess
    """Give the position with another side to move; an en passant right ends."""
    fields = board.fen(shredder=board.chess960).split()
    return " ".join([fields[0], "b" if turn == BLACK else "w", fields[2], "-", *fields[4:]])


def _men(placement: str) -> dict[str, str]:
    """Read the men of a FEN's first field."""
    men: dict[str, str] = {}
    for row, rank in zip(placement.split("/"), range(_SIZE, 0, -1), strict=True):
        file = 0
        for man in re.findall(r"\d|[a-zA-Z]~?", row):
            if man.isdigit():
                file += int(man)
            else:
                men[f"{'abcdefgh'[file]}{rank}"] = man
                file += 1
    return men


def _row(men: dict[str, str], rank: int) -> str:
    """Write one row of a FEN's first field."""
    cells = (men.get(f"{file}{rank}", " ") for file in "abcdefgh")
    return re.sub(" +", lambda gap: str(len(gap[0])), "".join(cells))
