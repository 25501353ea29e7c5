"""A conversation in the protocol that the interface speaks, as its first known line tells."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from furyhouse._core import Move
    from furyhouse.options import Language
    from furyhouse.protocol.effects import Effect
    from furyhouse.protocol.uci import Uci
    from furyhouse.protocol.xboard import XBoard
    from furyhouse.report import Info, SearchResult

__all__ = ["Either"]

# What no interface that speaks CECP begins with.
_UCI_WORDS = frozenset(
    {
        "uci",
        "isready",
        "setoption",
        "ucinewgame",
        "position",
        "debug",
        "register",
        "d",
        "eval",
        "bench",
        "flip",
    }
)


class Either:
    """One conversation, in CECP or UCI.

    Args:
        name: The engine's name with its version, for the interface to show.
        language: The protocol; None lets the first line that one of them knows decide.

    Example:
        >>> Either("furyhouse").feed("isready", now=0.0)
        [Say(text='readyok')]
        >>> Either("furyhouse").feed("ping 3", now=0.0)
        [Say(text='pong 3')]
        >>> person = Either("furyhouse")
        >>> person.feed("hello", now=0.0)
        [Say(text='Error (unknown command): hello')]
        >>> person.feed("isready", now=1.0)
        [Say(text='readyok')]
    """

    def __init__(self, name: str, language: "Language | None" = None) -> None:
        self._name = name
        self._language = language
        self._spoken: XBoard | Uci | None = None

    def _conversation(self, line: str = "") -> "XBoard | Uci":
        """Get the conversation, which the first line begins."""
        if self._spoken is None:
            # Only one of them is needed, and an interface waits for the start.
            if self._language == "uci" or (self._language is None and _is_uci(line)):
                from furyhouse.protocol.uci import Uci  # noqa: PLC0415 - see above

                self._spoken = Uci(self._name)
            else:
                from furyhouse.protocol.xboard import XBoard  # noqa: PLC0415 - see above

                self._spoken = XBoard(self._name)
        return self._spoken

    def feed(self, line: str, now: float) -> "list[Effect]":
        """Take a line from the interface; what neither protocol knows decides nothing."""
        if self._spoken is not None or self._language is not None or _is_uci(line):
            return self._conversation(line).feed(line, now)
        if not line.strip():
            return []
        if line.strip() == "help":
            from furyhouse.protocol.uci import Uci  # noqa: PLC0415 - see above

            return Uci(self._name).feed(line, now)
        from furyhouse.protocol.xboard import XBoard  # noqa: PLC0415 - see above

        xboard = XBoard(self._name)
        if xboard.understands(line):
            self._spoken = xboard
        return xboard.feed(line, now)

    def on_info(self, number: int, info: "Info", now: float) -> "list[Effect]":
        """Take a report of the search with this number."""
        return self._conversation().on_info(number, info, now)

    def on_current_move(
        self, number: int, current: "tuple[Move, int, int]", now: float
    ) -> "list[Effect]":
        """Take the root move that is looked at, its number from 1, and how many there are."""
        return self._conversation().on_current_move(number, current, now)

    def on_result(self, number: int, result: "SearchResult", now: float) -> "list[Effect]":
        """Take the result of the search with this number."""
        return self._conversation().on_result(number, result, now)

    def on_failure(self, number: int, reason: str, now: float) -> "list[Effect]":
        """Take it that the search with this number has failed."""
        return self._conversation().on_failure(number, reason, now)

    def on_done(self, number: int, now: float) -> "list[Effect]":
        """Take the end of the task with this number."""
        return self._conversation().on_done(number, now)

    def on_refusal(self, name: str, reason: str, now: float) -> "list[Effect]":
        """Take it that an option could not be set."""
        return self._conversation().on_refusal(name, reason, now)

    def on_trouble(self, reason: str, now: float) -> "list[Effect]":
        """Take a trouble that changes nothing in the game."""
        return self._conversation().on_trouble(reason, now)

    def on_fault(self, reason: str, found: str, now: float) -> "list[Effect]":
        """Take it that a line could not be dealt with."""
        return self._conversation().on_fault(reason, found, now)


def _is_uci(line: str) -> bool:
    """Tell whether a first line is UCI: `go` alone is CECP's, with words after it UCI's."""
    words = line.split()
    return bool(words) and (words[0] in _UCI_WORDS or (words[0] == "go" and len(words) > 1))
