"""The arguments of `furyhouse match`."""

import argparse
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from furyhouse.lab.adjudication import Adjudication, DrawRule, WinRule
from furyhouse.lab.engine_spec import EngineSpec
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.openings import BUNDLED, OpeningError, read_openings, shuffled
from furyhouse.lab.sprt import Sprt
from furyhouse.lab.time_control import TimeControl

__all__ = ["ArgumentError", "describe", "read_settings"]

_LIMITS = ("tc", "st", "nodes", "depth")
_ENGINE_KEYS = ("name", "cmd", "proto", "dir", *_LIMITS)
_OPTION = "option."
_T = TypeVar("_T")
_TRUE = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class ArgumentError(ValueError):
    """An argument cannot be understood.

    Example:
        >>> read_pairs(["tc"], ("tc",))
        Traceback (most recent call last):
            ...
        furyhouse.lab.arguments.ArgumentError: expected KEY=VALUE, found 'tc'
    """


def describe(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> describe(parser)
        >>> parser.parse_args(["--games", "20"]).games
        20
    """
    parser.add_argument(
        "--engine",
        action="append",
        nargs="+",
        metavar="KEY=VALUE",
        default=[],
        help="an engine; given twice. Keys: name, cmd, proto (auto, uci, xboard, or internal for"
        " furyhouse itself), dir, tc, st, nodes, depth, option.NAME",
    )
    parser.add_argument(
        "--each",
        nargs="+",
        metavar="KEY=VALUE",
        default=[],
        help="what holds for both engines, unless an engine says otherwise",
    )
    parser.add_argument("--games", type=int, default=100, help="an even number (%(default)s)")
    parser.add_argument(
        "--concurrency", type=int, default=1, metavar="N", help="games at a time (%(default)s)"
    )
    parser.add_argument(
        "--openings", type=Path, metavar="FILE", help="FEN or EPD lines (a hundred of furyhouse's)"
    )
    parser.add_argument(
        "--order",
        choices=("random", "file"),
        default="random",
        help="of the openings (%(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="what the random order begins with (%(default)s)"
    )
    parser.add_argument(
        "--resign",
        nargs="+",
        metavar="KEY=VALUE",
        help="a game is lost by score: score=CENTIPAWNS moves=N both=no",
    )
    parser.add_argument(
        "--draw",
        nargs="+",
        metavar="KEY=VALUE",
        help="a game is drawn by score: score=CENTIPAWNS moves=N after=MOVE",
    )
    parser.add_argument(
        "--max-moves", type=int, metavar="N", help="a game is drawn after so many moves of each"
    )
    parser.add_argument(
        "--sprt",
        nargs="+",
        metavar="KEY=VALUE",
        help="stop as soon as it is clear: elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic",
    )
    parser.add_argument(
        "--time-margin",
        type=float,
        default=0.0,
        metavar="MS",
        help="milliseconds that may be overstepped (0)",
    )
    parser.add_argument(
        "--grace",
        type=float,
        default=5.0,
        metavar="SECONDS",
        help="silence beyond its time after which an engine counts as hung (5)",
    )
    parser.add_argument(
        "--not-counted",
        action="append",
        default=[],
        metavar="NAME",
        help="an engine whose losses by time, crash or illegal move do not count",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="JSON lines of the games; an old one is gone on with",
    )
    parser.add_argument("--pgn", type=Path, metavar="FILE", help="the games as PGN")
    parser.add_argument(
        "--transcript", type=Path, metavar="FILE", help="every line to and from the engines"
    )
    parser.add_argument(
        "--plain", action="store_true", help="lines and no table, on a terminal too"
    )


def read_settings(options: argparse.Namespace) -> MatchSettings:
    """Make the match of the arguments.

    Raises:
        ArgumentError: An argument cannot be understood.
        OSError: The openings cannot be read.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> describe(parser)
        >>> words = "--engine proto=internal name=a --engine cmd=b --each tc=1+0.01 --games 4"
        >>> settings = read_settings(parser.parse_args(words.split()))
        >>> [engine.name for engine in settings.engines], settings.games
        (['a', 'b'], 4)
    """
    if len(options.engine) != 2:  # noqa: PLR2004 - a match is between two
        raise ArgumentError(f"expected --engine twice, found it {len(options.engine)} times")
    each = _said("--each", read_pairs, options.each, _ENGINE_KEYS)
    engines = [
        _said("--engine", _engine, {**_less(each, words), **words})
        for words in (
            _said("--engine", read_pairs, given, _ENGINE_KEYS) for given in options.engine
        )
    ]
    if engines[0].name == engines[1].name:
        engines = [engine.renamed(f"{engine.name}-{n}") for n, engine in enumerate(engines, 1)]
    source = BUNDLED if options.openings is None else options.openings
    try:
        openings = read_openings(source.read_text(encoding="utf-8").splitlines())
    except (OpeningError, UnicodeDecodeError) as error:
        raise ArgumentError(f"{source}: {error}") from None
    if options.order == "random":
        openings = shuffled(openings, options.seed)
    return _said(
        "",
        MatchSettings,
        engines=(engines[0], engines[1]),
        openings=tuple(openings),
        games=options.games,
        concurrency=options.concurrency,
        adjudication=_said(
            "--max-moves",
            Adjudication,
            win=_rule(
                "--resign", WinRule, options.resign, {"score": int, "moves": int, "both": _yes}
            ),
            draw=_rule(
                "--draw", DrawRule, options.draw, {"score": int, "moves": int, "after": int}
            ),
            max_moves=options.max_moves,
        ),
        time_margin=options.time_margin / 1000,
        grace=options.grace,
        not_counted=tuple(options.not_counted),
        sprt=_rule(
            "--sprt",
            Sprt,
            options.sprt,
            {"elo0": float, "elo1": float, "alpha": float, "beta": float, "model": str},
        ),
    )


def read_pairs(words: Sequence[str], keys: Sequence[str]) -> dict[str, str]:
    """Read `KEY=VALUE` words.

    Raises:
        ArgumentError: A word is of another form, or a key is unknown.

    Example:
        >>> read_pairs(["elo0=0", "elo1=10"], ("elo0", "elo1"))
        {'elo0': '0', 'elo1': '10'}
    """
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign:
            hint = _hint(word, found) if keys == _ENGINE_KEYS else ""
            raise ArgumentError(f"expected KEY=VALUE, found {word!r}{hint}")
        if key not in keys and not (key.startswith(_OPTION) and keys == _ENGINE_KEYS):
            raise ArgumentError(f"no key {key!r}, expected one of {', '.join(keys)}")
        if key in found:
            raise ArgumentError(f"{key} is given twice")
        found[key] = value
    return found


def _hint(word: str, found: dict[str, str]) -> str:
    """Say what may have been meant by a word that is no pair, where an engine is described."""
    if word in _ENGINE_KEYS:
        return ""
    if "cmd" in found:
        return f"; a program with arguments is one word, in quotes: 'cmd={found['cmd']} {word}'"
    return f"; a program is given as cmd={word}, furyhouse itself as proto=internal"


def _less(each: dict[str, str], words: dict[str, str]) -> dict[str, str]:
    """Take what holds for both engines, without a limit where the engine has one of its own."""
    if any(key in words for key in _LIMITS):
        return {key: value for key, value in each.items() if key not in _LIMITS}
    return each


def _engine(words: dict[str, str]) -> EngineSpec:
    """Make an engine of its words."""
    limit = TimeControl.parse(words["tc"]) if "tc" in words else None
    rest: dict[str, Any] = {}
    if "st" in words:
        rest["move_time"] = _number(float, "st", words["st"])
    for name in ("nodes", "depth"):
        if name in words:
            rest[name] = _number(int, name, words[name])
    if limit is None:
        limit = TimeControl(**rest) if rest else TimeControl(base=3.0, increment=0.03)
    elif rest:
        limit = TimeControl(limit.base, limit.increment, limit.moves, **rest)
    options: dict[str, str | int | bool | None] = {
        key.removeprefix(_OPTION): value or None
        for key, value in words.items()
        if key.startswith(_OPTION)
    }
    return EngineSpec(
        command=tuple(shlex.split(words.get("cmd", ""))),
        name=words.get("name", ""),
        proto=words.get("proto", "auto"),  # type: ignore[arg-type]  # checked when it is made
        options=options,
        limit=limit,
        directory=words.get("dir"),
    )


def _rule(
    argument: str,
    kind: Callable[..., _T],
    words: Sequence[str] | None,
    keys: dict[str, Callable[[str], Any]],
) -> _T | None:
    """Make a rule of its words; None where there are none."""
    if words is None:
        return None
    given = _said(argument, read_pairs, words, tuple(keys))
    values = {
        name: _said(argument, _number, keys[name], name, text) for name, text in given.items()
    }
    try:
        return kind(**values)
    except ValueError as error:
        raise ArgumentError(f"{argument}: {error}") from None
    except TypeError as error:
        missing = " and ".join(re.findall(r"'(\w+)'", str(error)))
        raise ArgumentError(f"{argument}: it needs {missing} as well") from None


def _number(kind: Callable[[str], Any], name: str, text: str) -> Any:  # noqa: ANN401 - as the kind says
    """Read a value."""
    try:
        return kind(text)
    except (ValueError, KeyError):
        expected = {int: "a whole number", float: "a number"}.get(kind, "yes or no")  # type: ignore[call-overload]
        raise ValueError(f"{name}: expected {expected}, found {text!r}") from None


def _yes(text: str) -> bool:
    """Read yes or no."""
    return _TRUE[text.lower()]


def _said(argument: str, function: Callable[..., _T], *given: Any, **named: Any) -> _T:  # noqa: ANN401
    """Call a function, and put the argument's name before what it has to say."""
    try:
        return function(*given, **named)
    except ValueError as error:
        raise ArgumentError(f"{argument}: {error}" if argument else str(error)) from None
