"""The arguments of `furyhouse tune`."""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from furyhouse._core import TUNING
from furyhouse.lab.adjudication import Adjudication, WinRule
from furyhouse.lab.openings import BUNDLED, OpeningError, read_openings, shuffled
from furyhouse.lab.spsa import TunedParam
from furyhouse.lab.time_control import TimeControl
from furyhouse.lab.tune_settings import TuneSettings
from furyhouse.params import Param, params

__all__ = ["TuneArgumentError", "TuneRequest", "describe", "read_params", "read_request"]

_ALL = "all"
_ANSWER_SECONDS = 60
_FIELDS = (1, 3, 4)


class TuneArgumentError(ValueError):
    """An argument cannot be understood, or not be done.

    Example:
        >>> try:
        ...     read_params(["luck"], {})
        ... except TuneArgumentError as error:
        ...     print(error)
        no parameter 'luck'; furyhouse params lists them
    """


@dataclass(frozen=True, slots=True)
class TuneRequest:
    """What the arguments ask for.

    Attributes:
        settings: The tuning.
        state: The file of the tuning.
        ranges: The engine's own range of each parameter that is tuned.

    Example:
        >>> depth = TunedParam("null_depth", start=2, min=1, max=8, step=0.5)
        >>> settings = TuneSettings(("furyhouse",), (depth,), openings=("first",))
        >>> TuneRequest(settings, Path("tune.jsonl"), {"null_depth": (1, 8)}).state.name
        'tune.jsonl'
    """

    settings: TuneSettings
    state: Path
    ranges: Mapping[str, tuple[int, int]]


def describe(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> describe(parser)
        >>> parser.parse_args(["null_depth", "--state", "tune.jsonl"]).games
        8
    """
    add = parser.add_argument
    add("names", nargs="*", metavar="NAME", help="a parameter; all for all of them")
    add(
        "--params",
        type=Path,
        metavar="FILE",
        help="parameters as lines NAME or NAME, MIN, MAX or NAME, MIN, MAX, STEP",
    )
    add(
        "--state",
        type=Path,
        metavar="FILE",
        required=True,
        help="JSON lines of the tuning; an old one is gone on with",
    )
    add(
        "--engine",
        metavar="COMMAND",
        help="a furyhouse that was built to be tuned (this one)",
    )
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another option of the engine, like Hash=16",
    )
    add("--iterations", type=int, default=500, metavar="N", help="matches (%(default)s)")
    add("--games", type=int, default=8, metavar="N", help="of each match, even (%(default)s)")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--nodes", type=int, metavar="N", help="nodes for each move (5000)")
    limits.add_argument("--tc", metavar="TIME", help="time control, like 1+0.01")
    limits.add_argument("--st", type=float, metavar="SECONDS", help="time for each move")
    add("--concurrency", type=int, default=1, metavar="N", help="games at a time (%(default)s)")
    add("--openings", type=Path, metavar="FILE", help="FEN or EPD lines (a hundred of furyhouse's)")
    add(
        "--resign",
        type=int,
        default=1500,
        metavar="CENTIPAWNS",
        help="a game is lost when both think so three moves long; 0 for never (%(default)s)",
    )
    add(
        "--max-moves",
        type=int,
        default=200,
        metavar="N",
        help="a game is drawn after so many moves of each (%(default)s)",
    )
    add("--seed", type=int, default=1, help="what the lots begin with (%(default)s)")
    for name, value, text in (
        ("rate", 0.002, "r_end: what a game won moves a parameter at the end, in steps"),
        ("stability", 0.1, "A: the share of the games after which moves become smaller"),
        ("alpha", 0.602, "how fast moves become smaller"),
        ("gamma", 0.101, "how fast steps become smaller"),
    ):
        add(f"--{name}", type=float, default=value, metavar="X", help=f"{text} (%(default)s)")


def read_request(options: argparse.Namespace) -> TuneRequest:
    """Make the tuning of the arguments.

    Raises:
        TuneArgumentError: An argument cannot be understood, or the engine cannot be tuned.
        OSError: A file cannot be read.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> describe(parser)
        >>> try:
        ...     read_request(parser.parse_args(["--state", "tune.jsonl"]))
        ... except TuneArgumentError as error:
        ...     print(error)
        name parameters to tune, or all, or give --params FILE
    """
    if not options.names and options.params is None:
        raise TuneArgumentError("name parameters to tune, or all, or give --params FILE")
    command, known = _engine(options.engine)
    lines = [] if options.params is None else _lines(options.params)
    source = BUNDLED if options.openings is None else options.openings
    try:
        openings = shuffled(read_openings(_lines(source)), options.seed)
    except OpeningError as error:
        raise TuneArgumentError(f"{source}: {error}") from None
    tuned = read_params(options.names, known)
    tuned += read_params_file(lines, known, str(options.params))
    try:
        settings = TuneSettings(
            command,
            tuple(tuned),
            tuple(openings),
            limit=_limit(options),
            iterations=options.iterations,
            games=options.games,
            concurrency=options.concurrency,
            options=dict(_option(text) for text in options.option),
            adjudication=Adjudication(
                win=WinRule(options.resign, both=True) if options.resign else None,
                max_moves=options.max_moves,
            ),
            rate=options.rate,
            stability=options.stability,
            alpha=options.alpha,
            gamma=options.gamma,
            seed=options.seed,
        )
    except ValueError as error:
        raise TuneArgumentError(str(error)) from None
    ranges = {name: (param.min, param.max) for name, param in known.items()}
    return TuneRequest(settings, options.state, {one.name: ranges[one.name] for one in tuned})


def read_params(names: Sequence[str], known: Mapping[str, Param]) -> list[TunedParam]:
    """Choose parameters by name, each with its whole range.

    Args:
        names: The names; `all` stands for all that are known.
        known: The engine's parameters by name.

    Raises:
        TuneArgumentError: There is no such parameter.

    Example:
        >>> known = {"null_depth": Param("null_depth", 2, 2, 1, 8, "The least depth.")}
        >>> read_params(["all"], known)
        [TunedParam(name='null_depth', start=2, min=1, max=8, step=0.5)]
    """
    if _ALL in names:
        names = [*known]
    return [_tuned(_find(name, known)) for name in names]


def read_params_file(
    lines: Iterable[str], known: Mapping[str, Param], source: str
) -> list[TunedParam]:
    """Read parameters from the lines of a file.

    Args:
        lines: Lines `NAME`, `NAME, MIN, MAX` or `NAME, MIN, MAX, STEP`, with commas or blanks; what
            follows a `#` is passed over.
        known: The engine's parameters by name.
        source: The name of the file.

    Raises:
        TuneArgumentError: A line cannot be understood.

    Example:
        >>> known = {"null_depth": Param("null_depth", 2, 2, 1, 8, "The least depth.")}
        >>> read_params_file(["null_depth, 1, 5, 0.7  # try"], known, "file")
        [TunedParam(name='null_depth', start=2, min=1, max=5, step=0.7)]
    """
    found = []
    for number, line in enumerate(lines, start=1):
        words = line.partition("#")[0].replace(",", " ").split()
        if not words:
            continue
        try:
            found.append(_read_line(words, known))
        except ValueError as error:
            raise TuneArgumentError(f"{source}: line {number}: {error}") from None
    return found


def _read_line(words: Sequence[str], known: Mapping[str, Param]) -> TunedParam:
    """Read the words of a line."""
    if len(words) not in _FIELDS:
        raise ValueError(f"expected NAME, MIN, MAX, STEP, found {' '.join(words)!a}")
    param = _find(words[0], known)
    if len(words) == 1:
        return _tuned(param)
    try:
        least, greatest = int(words[1]), int(words[2])
        step = float(words[3]) if len(words) > _FIELDS[1] else None
    except ValueError:
        raise ValueError(f"expected numbers after {param.name}, found {words[1:]}") from None
    if not param.min <= least < greatest <= param.max:
        raise ValueError(
            f"{param.name}: expected a range within {param.min} to {param.max},"
            f" found {least} to {greatest}"
        )
    return _tuned(param, least, greatest, step)


def _tuned(
    param: Param,
    least: int | None = None,
    greatest: int | None = None,
    step: float | None = None,
) -> TunedParam:
    """Make what is tuned of an engine's parameter; what is not given is the usual."""
    low = param.min if least is None else least
    high = param.max if greatest is None else greatest
    step = TunedParam.usual_step(low, high) if step is None else step
    return TunedParam(param.name, param.default, low, high, step)


def _find(name: str, known: Mapping[str, Param]) -> Param:
    """Find an engine's parameter."""
    if name not in known:
        raise TuneArgumentError(f"no parameter {name[:40]!a}; furyhouse params lists them")
    return known[name]


def _engine(text: str | None) -> tuple[tuple[str, ...], dict[str, Param]]:
    """Get the engine's command and its parameters."""
    command: tuple[str, ...]
    if text is None:
        if not TUNING:
            raise TuneArgumentError(
                "the parameters of this furyhouse are fixed: make tuning builds one that can be"
                " tuned, build/tuning/bin/furyhouse; call its tune, or name it by --engine"
            )
        command = (sys.executable, "-P", "-m", "furyhouse")
        return command, {param.name: param for param in params()}
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise TuneArgumentError(f"--engine: {error}") from None
    if not command:
        raise TuneArgumentError("--engine: expected a command")
    try:
        done = subprocess.run(  # noqa: S603 - what the user names is what is run
            [*command, "params", "--json"],
            capture_output=True,
            timeout=_ANSWER_SECONDS,
            check=True,
            stdin=subprocess.DEVNULL,
        )
        return command, {row["name"]: Param(**row) for row in json.loads(done.stdout)}
    except (OSError, subprocess.SubprocessError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it does not list its parameters"
        raise TuneArgumentError(f"--engine: {text}: {reason}") from None
    except (ValueError, TypeError, KeyError):
        raise TuneArgumentError(f"--engine: {text}: it does not list its parameters") from None


def _limit(options: argparse.Namespace) -> TimeControl:
    """Read how much the engine may think."""
    if options.tc is not None:
        return TimeControl.parse(options.tc)
    if options.st is not None:
        return TimeControl(move_time=options.st)
    return TimeControl(nodes=5000 if options.nodes is None else options.nodes)


def _option(text: str) -> tuple[str, str]:
    """Read an option of the engine."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise ValueError(f"--option: expected NAME=VALUE, found {text[:40]!a}")
    return name, value


def _lines(path: Path) -> list[str]:
    """Read the lines of a file."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise TuneArgumentError(f"{path}: is no text") from None
