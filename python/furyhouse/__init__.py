"""furyhouse plays Crazyhouse: chess in which captured men change sides and may be dropped.

Names, units and meanings are those of python-chess, so that a program written for
`chess.variant.CrazyhouseBoard` runs after a change of its import.

Example:
    >>> from furyhouse import Board, Engine, Limit
    >>> board = Board("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1")
    >>> board.san(Engine(hash_mb=1).search(board, Limit(depth=3)).move)
    'N@f7#'
"""

try:
    from furyhouse import _start

    _start.end_quietly()
except KeyboardInterrupt:
    from furyhouse import _start

    _start.end_command()
    raise

from furyhouse import _cpu

_cpu.check()

from furyhouse import _core
from furyhouse._core import *

TYPE_CHECKING = False
if TYPE_CHECKING:
    from furyhouse.bot import Bot
    from furyhouse.engine import Engine, Limit
    from furyhouse.options import OptionError
    from furyhouse.report import Info, RootMove, SearchResult
    from furyhouse.score import Score, Wdl
    from furyhouse.skill import Skill

# Loaded when it is asked for: who wants only the rules need not wait for the rest.
_LATER = {
    "Bot": "bot",
    "Engine": "engine",
    "Info": "report",
    "Limit": "engine",
    "OptionError": "options",
    "RootMove": "report",
    "Score": "score",
    "SearchResult": "report",
    "Skill": "skill",
    "Wdl": "score",
}
__all__ = [
    "Bot",
    "Engine",
    "Info",
    "Limit",
    "OptionError",
    "RootMove",
    "Score",
    "SearchResult",
    "Skill",
    "Wdl",
]
__all__ += _core.__all__
# What `furyhouse.engine`, `furyhouse.bot`, `furyhouse.evaluation`, `furyhouse.params` and
# `furyhouse.skill` are made of; people use those.
__all__.remove("TUNING")
__all__.remove("Searcher")
__all__.remove("bench")
__all__.remove("elo_for_level")
__all__.remove("evaluation_terms")
__all__.remove("level_for_elo")
__all__.remove("search_params")
__all__.remove("set_search_param")
__all__.remove("skill_levels")
__all__.remove("static_order_score")


def __getattr__(name: str) -> object:
    """Load a public name, or a module of the package, when it is asked for the first time."""
    import importlib  # noqa: PLC0415 - as late as the rest

    if name in _LATER:
        value = getattr(importlib.import_module(f"furyhouse.{_LATER[name]}"), name)
        globals()[name] = value
        return value
    if name in _LATER.values():
        return importlib.import_module(f"furyhouse.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List what is there, and what will be when it is asked for."""
    return sorted({*globals(), *_LATER})
