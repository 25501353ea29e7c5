"""What a command of CECP is: what it does, and when it does it while the engine thinks."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from furyhouse.protocol.xboard import XBoard

__all__ = ["Command", "While"]


class While(Enum):
    """What a command does to the thinking about the engine's own move."""

    NOW = auto()
    ABORT = auto()
    LATER = auto()
    IN_ORDER = auto()


@dataclass(frozen=True, slots=True)
class Command:
    """A command: what it does, and when it does it while the engine thinks.

    Attributes:
        run: What it does, with the text after the word.
        refuse: Gives why it is refused and what of it, or None; whatever is wrong with a command
            that breaks the thinking off has to be found here. A reason of no words is not told.
        thinking: NOW leaves the thinking alone, ABORT breaks it off, LATER waits for the move,
            IN_ORDER waits only where something else does.
        after_abort: Whether a command that waits is still carried out when the thinking is broken
            off.
        forgiving: Whether wrong arguments are passed over. XBoard takes an error that names a clock
            for an engine without one.
    """

    run: "Callable[[XBoard, str], None]"
    thinking: While = While.NOW
    after_abort: bool = True
    forgiving: bool = False
    refuse: "Callable[[XBoard, str], tuple[str, str] | None] | None" = None
