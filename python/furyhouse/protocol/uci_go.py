"""The command `go` of UCI, made into a limit."""

from dataclasses import dataclass, field

from furyhouse.engine import LONGEST_SECONDS, Limit

__all__ = ["GoWords", "read_go"]

_MILLISECONDS = 1000.0
_FLAGS = frozenset({"ponder", "infinite"})
_NUMBERS = frozenset(
    {
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "perft",
    }
)
_SEARCH_MOVES = "searchmoves"
_KEYWORDS = _FLAGS | _NUMBERS | {_SEARCH_MOVES}
# More than anybody waits for, and what the search can count to.
_MOST = 2**32 - 1
_LONGEST_DIGITS = 18


@dataclass(slots=True)
class GoWords:
    """What the words after `go` say.

    Attributes:
        numbers: The numbers by their words, as they came: milliseconds, plies, positions, moves.
        infinite: Whether to search until `stop`.
        ponder: Whether the search is on the opponent's time at first.
        search_moves: The moves to choose from, as texts; None for all.
        faults: What was passed over, for people.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    search_moves: list[str] | None = None
    faults: list[str] = field(default_factory=list)

    @property
    def endless(self) -> bool:
        """Whether nothing but `stop` ends the search: so does `go` alone."""
        return self.infinite or not (self.numbers.keys() - {"winc", "binc", "movestogo"})

    def limit(self) -> Limit:
        """Turn the words into a limit; numbers out of range are brought into it.

        Example:
            >>> read_go("wtime -20 btime 60000 winc 100 depth 0").limit()
            Limit(depth=1, white_clock=-0.02, black_clock=60.0, white_inc=0.1)
        """
        return Limit(
            time=self._seconds("movetime", 0.0),
            depth=self._count("depth"),
            nodes=self._count("nodes"),
            mate=self._count("mate"),
            white_clock=self._seconds("wtime", -LONGEST_SECONDS),
            black_clock=self._seconds("btime", -LONGEST_SECONDS),
            white_inc=self._seconds("winc", 0.0) or None,
            black_inc=self._seconds("binc", 0.0) or None,
            remaining_moves=self._moves_to_go(),
            infinite=self.endless and not self.ponder,
            ponder=self.ponder,
        )

    def _seconds(self, word: str, least: float) -> float | None:
        """Get a time in seconds."""
        milliseconds = self.numbers.get(word)
        if milliseconds is None:
            return None
        return min(max(milliseconds / _MILLISECONDS, least), LONGEST_SECONDS)

    def _count(self, word: str) -> int | None:
        """Get a number that is at least 1."""
        number = self.numbers.get(word)
        return None if number is None else min(max(number, 1), _MOST)

    def _moves_to_go(self) -> int | None:
        """Get the moves to the next control; 0 stands for the rest of the game."""
        return self._count("movestogo") if self.numbers.get("movestogo", 0) > 0 else None


def read_go(text: str) -> GoWords:
    """Read the words after `go`, in any order; what is none of them is passed over.

    Args:
        text: The words.

    Example:
        >>> words = read_go("infinite searchmoves e2e4 P@e4 depth many")
        >>> words.infinite, words.search_moves, words.numbers
        (True, ['e2e4', 'P@e4'], {})
        >>> words.faults
        ['depth: found many, expected a whole number']
    """
    said = GoWords()
    words = text.split()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _FLAGS:
            said.infinite |= word == "infinite"
            said.ponder |= word == "ponder"
        elif word == _SEARCH_MOVES:
            said.search_moves = said.search_moves or []
            while at < len(words) and words[at] not in _KEYWORDS:
                said.search_moves.append(words[at])
                at += 1
        elif word in _NUMBERS:
            number = _whole(words[at]) if at < len(words) else None
            if number is None:
                found = words[at] if at < len(words) else "nothing"
                said.faults.append(f"{word}: found {found}, expected a whole number")
                at += at < len(words) and words[at] not in _KEYWORDS
            else:
                said.numbers[word] = number
                at += 1
        else:
            said.faults.append(f"go: found {word}, which is none of its words")
    return said


def _whole(text: str) -> int | None:
    """Read a whole number in ASCII digits; one with many digits is as good as the greatest."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int(digits[:_LONGEST_DIGITS])
    return -number if text.startswith("-") else number
