"""The one table of the engine's options.

Both protocols and the command line read it. An option has one name and two spellings: UCI writes it
with blanks (`Move Overhead`), CECP without (`MoveOverhead`). Case does not matter when one is read.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from furyhouse._core import TUNING
from furyhouse.params import params
from furyhouse.skill import FULL_ELO, FULL_LEVEL, LEVELS, MIDDLE_ELO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from furyhouse.params import Param

__all__ = [
    "OPTIONS",
    "Kind",
    "Language",
    "Option",
    "OptionError",
    "Value",
    "find_option",
    "parameter_options",
]

Kind = Literal["spin", "check", "combo", "button", "string"]
"""What an option holds: a whole number, yes or no, one word of a few, nothing, or a text."""

Language = Literal["cecp", "uci"]
"""A protocol, where an option is only one's."""

Value = int | str | None
"""The value of an option: a bool for a check, None for a button."""


class OptionError(ValueError):
    """An option that does not exist, or a value that it cannot take.

    The text says what was found and what was expected.

    Example:
        >>> find_option("Hash").check(0)
        Traceback (most recent call last):
            ...
        furyhouse.options.OptionError: Hash: found 0, expected a whole number from 1 to 65536
    """


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the engine: its name, what it can hold, and what it is for.

    Attributes:
        name: The name, with blanks between its words.
        kind: What it holds.
        default: The value that holds until another is set; None for a button.
        help: One sentence for the person who sets it, with the unit of a number.
        min: The least value of a spin.
        max: The greatest value of a spin.
        choices: The words of a combo.
        uci: The name in UCI, where the protocol itself has one for it.
        only: The protocol that it is about; empty for one that both have.
        talk: Whether it is about what is said in a conversation, in whatever protocol, and not
            about how the engine plays.

    Example:
        >>> find_option("Hash").parse("128")
        128
        >>> find_option("Move Overhead").cecp_name
        'MoveOverhead'
    """

    name: str
    kind: Kind
    default: Value
    help: str
    min: int = 0
    max: int = 0
    choices: tuple[str, ...] = ()
    uci: str = ""
    only: Language | Literal[""] = ""
    talk: bool = False

    @property
    def is_talk(self) -> bool:
        """Whether it is about the conversation; the engine itself does not hear of it then.

        Example:
            >>> find_option("Resign Score").is_talk, find_option("Hash").is_talk
            (True, False)
        """
        return self.talk or bool(self.only)

    @property
    def uci_name(self) -> str:
        """The name as UCI spells it.

        Example:
            >>> find_option("Elo").uci_name, find_option("Hash").uci_name
            ('UCI_Elo', 'Hash')
        """
        return self.uci or self.name

    @property
    def cecp_name(self) -> str:
        """The name as CECP spells it, without blanks.

        Example:
            >>> find_option("Clear Hash").cecp_name
            'ClearHash'
        """
        return self.name.replace(" ", "")

    def name_in(self, language: Language | None) -> str:
        """The name as a protocol spells it; None for the table's own spelling.

        Example:
            >>> find_option("Limit Strength").name_in("uci")
            'UCI_LimitStrength'
        """
        return {"uci": self.uci_name, "cecp": self.cecp_name, None: self.name}[language]

    def parse(self, text: str, language: Language | None = None) -> Value:
        """Read a value as a protocol sends it.

        Args:
            text: What came after the option's name. Blanks around it do not count.
            language: The protocol, by whose spelling of the name an error tells of it.

        Returns:
            An int for a spin, a bool for a check (`1`, `0`, or `true`, `false` as UCI writes it), a
            word as the table spells it for a combo, the text for a string (`<empty>`, as UCI writes
            it, is the empty one), None for a button.

        Raises:
            OptionError: The text is no value of this option.

        Example:
            >>> find_option("Style").parse("RANDOM")
            'random'
            >>> find_option("Threads").parse("0")
            Traceback (most recent call last):
                ...
            furyhouse.options.OptionError: Threads: found 0, expected a whole number from 1 to 512
        """
        text = text.strip()
        word = text.lower()
        if self.kind == "spin":
            # int() alone would take 1_000 and the digits of every script.
            digits = text.removeprefix("-")
            if len(digits) > _LONGEST_NUMBER or not (digits.isascii() and digits.isdigit()):
                raise self._error(text, language)
            return self.check(int(text), language)
        if self.kind == "check":
            return self.check(_CHECKS.get(word, text), language)
        if self.kind == "combo":
            return self.check(word, language)
        if self.kind == "string":
            return self.check("" if word == "<empty>" else text, language)
        return None

    def check(self, value: Value, language: Language | None = None) -> Value:
        """Check a value that is not a text, or a text that was read already.

        Args:
            value: The value as `parse` would give it.
            language: As for `parse`.

        Returns:
            The same value.

        Raises:
            OptionError: The option cannot take this value.

        Example:
            >>> find_option("Hash").check(64)
            64
        """
        if self._takes(value):
            return value
        raise self._error(value, language)

    def _takes(self, value: Value) -> bool:
        """Tell whether the option can take the value."""
        if self.kind == "spin":
            return (
                isinstance(value, int)
                and not isinstance(value, bool)
                and self.min <= value <= self.max
            )
        if self.kind == "check":
            return isinstance(value, bool)
        if self.kind == "combo":
            return value in self.choices
        if self.kind == "string":
            return isinstance(value, str) and value.isprintable()
        return value is None

    def _error(self, found: Value, language: Language | None) -> OptionError:
        """Say what was found and what was expected."""
        expected = {
            "spin": f"a whole number from {self.min} to {self.max}",
            "check": "0 or 1, or false or true",
            "combo": "one of " + ", ".join(self.choices),
            "string": "a text of one line",
            "button": "no value",
        }[self.kind]
        shown = str(found) if str(found).isprintable() and found != "" else repr(found)
        if len(shown) > _LONGEST_SHOWN:
            shown = shown[:_LONGEST_SHOWN] + "…"
        return OptionError(f"{self.name_in(language)}: found {shown}, expected {expected}")


_CHECKS = {"0": False, "false": False, "1": True, "true": True}
# Longer numbers are out of every range, and slow to read.
_LONGEST_NUMBER = 20
# A megabyte of garbage need not come back in the answer.
_LONGEST_SHOWN = 40


def parameter_options(parameters: "Iterable[Param]") -> tuple[Option, ...]:
    """Make options of the search's parameters, as a tuning build has them.

    Args:
        parameters: The parameters.

    Returns:
        A spin for each, of the same name.

    Example:
        >>> from furyhouse.params import Param
        >>> parameter_options([Param("null_depth", 3, 2, 1, 8, "The least depth.")])[0].default
        2
    """
    return tuple(
        Option(param.name, "spin", param.default, param.doc, min=param.min, max=param.max)
        for param in parameters
    )


OPTIONS: tuple[Option, ...] = (
    Option(
        "Hash", "spin", 64, "Memory of the transposition table, in megabytes.", min=1, max=65536
    ),
    Option("Clear Hash", "button", None, "Forget everything that was searched before."),
    Option(
        "Threads",
        "spin",
        1,
        "Threads that search side by side; no more than two for each processor core run at once.",
        min=1,
        max=512,
    ),
    Option("MultiPV", "spin", 1, "Lines that are searched and shown, best first.", min=1, max=500),
    Option(
        "Move Overhead",
        "spin",
        30,
        "Time that a move loses on its way to the clock, in milliseconds.",
        min=0,
        max=5000,
    ),
    Option(
        "OwnBook",
        "check",
        default=False,
        help="Whether moves come from an opening book, as long as it has any.",
    ),
    Option(
        "Book File",
        "string",
        "",
        "The book, a file in Polyglot's format; without a name it is furyhouse's own.",
    ),
    Option(
        "Style",
        "combo",
        "search",
        "How moves are chosen: by search, or castling when possible and else at random.",
        choices=("search", "random"),
    ),
    Option(
        "Skill Level",
        "spin",
        FULL_LEVEL,
        "How well to play: from 0, nearly at random, to 20, full strength.",
        min=0,
        max=FULL_LEVEL,
    ),
    Option(
        "Limit Strength",
        "check",
        default=False,
        help="Whether Elo, and not Skill Level, says how well to play.",
        uci="UCI_LimitStrength",
    ),
    Option(
        "Elo",
        "spin",
        MIDDLE_ELO,
        "How well to play, in Elo on furyhouse's own scale.",
        min=LEVELS[0].elo,
        max=FULL_ELO,
        uci="UCI_Elo",
    ),
    Option(
        "Tie Margin",
        "spin",
        0,
        "Moves within this many centipawns of the best are equally good, and one is drawn by lot.",
        min=0,
        max=1000,
    ),
    Option(
        "Seed",
        "spin",
        0,
        "Start of the random choices, for games that can be repeated; 0 takes a new one each time.",
        min=0,
        max=2**31 - 1,
    ),
    Option(
        "Fifty Move Rule",
        "check",
        default=False,
        help="Whether fifty moves without a capture or a pawn's move are a draw.",
    ),
    Option(
        "Resign Score",
        "spin",
        0,
        "Resign when three moves in a row were so many centipawns behind, or more; 0 never does.",
        min=0,
        max=10000,
        talk=True,
    ),
    Option(
        "Draw Score",
        "spin",
        0,
        "Offer a draw when five moves were within so many centipawns of even; 0 never does.",
        min=0,
        max=1000,
        talk=True,
    ),
    Option(
        "Log File",
        "string",
        "log.txt",
        "File that the log is written to, once there is a log level.",
    ),
    Option(
        "Log Level",
        "combo",
        "off",
        "What is logged, from nothing to every line of the conversation.",
        choices=("off", "error", "warning", "info", "debug"),
    ),
    Option(
        "Variant",
        "combo",
        "crazyhouse",
        "The game that is played.",
        choices=("crazyhouse",),
        uci="UCI_Variant",
        only="uci",
    ),
    Option(
        "Chess960",
        "check",
        default=False,
        help="Whether castling is written as king takes rook, and castles from any squares.",
        uci="UCI_Chess960",
        only="uci",
    ),
    Option(
        "Ponder",
        "check",
        default=False,
        help="Whether the interface lets the engine think on the opponent's time.",
        only="uci",
    ),
    Option(
        "Show WDL",
        "check",
        default=False,
        help="Whether the chances to win, draw and lose are told, in permille.",
        uci="UCI_ShowWDL",
        only="uci",
    ),
    Option(
        "Analyse Mode",
        "check",
        default=False,
        help="Whether an analysis is wanted; an infinite search always is one.",
        uci="UCI_AnalyseMode",
        only="uci",
    ),
    Option(
        "Syzygy Path",
        "string",
        "",
        "Where endgame tables of chess are; there are none of Crazyhouse.",
        uci="SyzygyPath",
        only="uci",
    ),
    *(parameter_options(params()) if TUNING else ()),
)
"""Every option, in the order in which they are shown; a tuning build's parameters come last."""

_BY_NAME = {
    name.replace(" ", "").lower(): option
    for option in OPTIONS
    for name in (option.name, option.uci_name)
}


def find_option(name: str, language: Language | None = None) -> Option:
    """Find an option by its name in any spelling, whatever the case.

    Args:
        name: The name, with blanks between its words or without, or UCI's own.
        language: The protocol that asks, which the other's options are not there for.

    Returns:
        The option.

    Raises:
        OptionError: There is no option of this name; the text lists those that there are.

    Example:
        >>> find_option("moveoverhead") is find_option("Move Overhead")
        True
    """
    option = _BY_NAME.get("".join(name.split()).lower())
    if option is None or (language is not None and option.only not in {"", language}):
        shown = ascii(name[:_LONGEST_SHOWN])
        if language == "cecp":
            # Interfaces look for words in what they are told, and an option's name may be one.
            raise OptionError(f"no option {shown}")
        expected = ", ".join(
            option.name_in(language)
            for option in OPTIONS
            if language is None or option.only in {"", language}
        )
        raise OptionError(f"no option {shown}, expected one of {expected}")
    return option
