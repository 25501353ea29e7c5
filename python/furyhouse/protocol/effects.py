"""What a conversation asks of the program around it.

A protocol does nothing itself. Each line that it is fed gives a list of effects, and whoever feeds
it carries them out in their order. A search is known by its number: what an older search still
reports is dropped by the protocol.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from furyhouse._core import Board, Move
    from furyhouse.book import BookMove
    from furyhouse.engine import Limit, SearchControl
    from furyhouse.options import Value

__all__ = [
    "Effect",
    "Go",
    "NewGame",
    "PonderHit",
    "Quit",
    "Say",
    "SetOption",
    "ShowBook",
    "Stop",
    "Task",
]


@dataclass(frozen=True, slots=True)
class Say:
    """Write one line.

    Attributes:
        text: The line, without its end.

    Example:
        >>> from furyhouse.protocol.xboard import XBoard
        >>> XBoard("furyhouse").feed("ping 7", now=0.0)
        [Say(text='pong 7')]
    """

    text: str


@dataclass(frozen=True, slots=True)
class Go:
    """Search, and report under this number.

    Attributes:
        number: The search's number; numbers rise.
        board: The position with its history. It belongs to the receiver.
        limit: When to stop.
        root_moves: The moves to choose from; None for all.
        book: Whether the move may come from the opening book.

    Example:
        >>> from furyhouse.protocol.xboard import XBoard
        >>> xboard = XBoard("furyhouse")
        >>> _ = xboard.feed("st 2", now=0.0)
        >>> [go] = xboard.feed("go", now=0.0)
        >>> go.number, go.limit, go.board.turn, go.root_moves
        (1, Limit(time=2.0), True, None)
    """

    number: int
    board: "Board"
    limit: "Limit"
    root_moves: "tuple[Move, ...] | None" = None
    book: bool = True


@dataclass(frozen=True, slots=True)
class Stop:
    """End a search soon; the protocol still gets its result, and knows whether it wants it.

    Attributes:
        number: The search's number.

    Example:
        >>> from furyhouse.protocol.xboard import XBoard
        >>> xboard = XBoard("furyhouse")
        >>> _ = xboard.feed("go", now=0.0)
        >>> xboard.feed("?", now=1.0)
        [Stop(number=1)]
    """

    number: int


@dataclass(frozen=True, slots=True)
class PonderHit:
    """The move that a search pondered on was played: its time counts from now on.

    Attributes:
        number: The search's number.

    Example:
        >>> PonderHit(2).number
        2
    """

    number: int


@dataclass(frozen=True, slots=True)
class SetOption:
    """Set an option of the engine. No search is wanted while this is asked for.

    Attributes:
        name: The option's name as the table of options spells it.
        value: A value that the option can take.

    Example:
        >>> from furyhouse.protocol.xboard import XBoard
        >>> XBoard("furyhouse").feed("option MultiPV=3", now=0.0)
        [SetOption(name='MultiPV', value=3)]
    """

    name: str
    value: "Value"


@dataclass(frozen=True, slots=True)
class NewGame:
    """Forget what was learnt from the game before.

    Example:
        >>> from furyhouse.protocol.xboard import XBoard
        >>> XBoard("furyhouse").feed("new", now=0.0)
        [NewGame()]
    """


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program at once.

    Example:
        >>> from furyhouse.protocol.xboard import XBoard
        >>> XBoard("furyhouse").feed("quit", now=0.0)
        [Quit()]
    """


@dataclass(frozen=True, slots=True)
class Task:
    """Work out an answer that takes its time, where searches are done, and write it.

    `Stop` ends it as it ends a search; its end is told to `on_done`.

    Attributes:
        number: Its number among tasks and searches.
        work: Gives the lines as they are found, until its control is stopped.

    Example:
        >>> from furyhouse import SearchControl
        >>> from furyhouse.protocol.uci import Uci
        >>> [task] = Uci("furyhouse").feed("go perft 1", now=0.0)
        >>> list(task.work(SearchControl()))[-1]
        'Nodes searched: 20'
    """

    number: int
    work: "Callable[[SearchControl], Iterable[str]]"


@dataclass(frozen=True, slots=True)
class ShowBook:
    """Look a position up in the opening book, and write what is there.

    Attributes:
        board: The position.
        write: Makes lines of the moves, the heaviest first.

    Example:
        >>> from furyhouse.protocol.xboard import XBoard
        >>> [show] = XBoard("furyhouse").feed("bk", now=0.0)
        >>> show.write([])
        [' There are no book moves.', '']
    """

    board: "Board"
    write: "Callable[[list[BookMove]], list[str]]"


Effect = Say | Go | Stop | PonderHit | SetOption | NewGame | Task | ShowBook | Quit
