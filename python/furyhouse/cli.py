"""The command `furyhouse`: the engine, a game in the terminal, perft and a benchmark.

Only what a command needs is imported: an interface waits for the engine at every start.
"""

import argparse
import math
import sys
import time
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from furyhouse import __version__, _start, logs
from furyhouse._core import Board, bench
from furyhouse.console import OutputError, fill_descriptors, is_terminal, tell, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from furyhouse.options import Language

__all__ = ["main"]

_EXIT_OK = 0
_EXIT_FAULT = 1
_EXIT_USAGE = 2
_EXIT_INTERRUPTED = 130
_BENCH_DEPTH = 8
_MAX_DEPTH = 64
_MAX_THREADS = 512
_DEMO_SECONDS = 0.2
_START = "startpos"
# Other spellings of commands.
_ALIASES = {"analyze": "analyse"}
# Letters of a text that are shown where it is refused.
_SHOWN = 100
_SIDES = ("white", "black", "random", "none")

_GREETING = f"""\
furyhouse {__version__} plays Crazyhouse and speaks UCI and CECP, the protocol of XBoard.
In a window: xboard -variant crazyhouse -fcp furyhouse; in this terminal: furyhouse play.
What can be typed here: uci, go depth 9, quit; or new, usermove e2e4. Commands: furyhouse --help."""


class _Parser(argparse.ArgumentParser):
    """A parser whose faults are one line, and whose arguments can wait until it is used."""

    def __init__(
        self,
        *arguments: "Any",  # noqa: ANN401 - as the base class says
        describe: "Callable[[argparse.ArgumentParser], None] | None" = None,
        **named: "Any",  # noqa: ANN401 - the same
    ) -> None:
        super().__init__(*arguments, **named)
        self._describe = describe

    def parse_known_args(self, *arguments: "Any", **named: "Any") -> "Any":  # noqa: ANN401 - the same
        """Describe the arguments, if that has waited, and parse."""
        describe, self._describe = self._describe, None
        if describe is not None:
            describe(self)
        return super().parse_known_args(*arguments, **named)

    def error(self, message: str) -> NoReturn:
        """End with status 2, and say why."""
        warn(message)
        raise SystemExit(_EXIT_USAGE)

    def _print_message(self, message: str, file: object = None) -> None:
        """Print the help or the version; the base class would pass over what cannot be written."""
        del file
        tell(message.rstrip("\n"))


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command.

    Args:
        arguments: What came after the command's name; None takes it from the process.

    Returns:
        The exit status: 0, 1 for a fault, 130 after an interruption.

    Raises:
        SystemExit: The arguments are wrong (status 2), or help was asked for (status 0).
    """
    try:
        _start.hand_over()
        fill_descriptors()
        # The defaults are here and not in the parsers: those of a command would win over what was
        # said before it.
        defaults = argparse.Namespace(log=None, log_level=None)
        words = sys.argv[1:] if arguments is None else list(arguments)
        # XBoard adds an argument of no letters to a command in quotes.
        options = _parser().parse_args(words if any(words) else [], defaults)
        logs.report_to(warn)
        logs.configure(options.log or None, options.log_level)
        command = _ALIASES.get(options.command, options.command)
        return _COMMANDS[command].run(options) if command else _engine(options)
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED
    except BrokenPipeError:
        return _EXIT_OK
    except OutputError as error:
        warn(str(error))
        return _EXIT_FAULT


def _parser() -> _Parser:
    """Describe the command line."""
    common = _Parser(add_help=False)
    common.add_argument(
        "--log", metavar="FILE", default=argparse.SUPPRESS, help="write a log to this file"
    )
    common.add_argument(
        "--log-level", choices=logs.LEVELS, default=argparse.SUPPRESS, help="how much is logged"
    )
    parser = _Parser(
        prog="furyhouse",
        description="A Crazyhouse engine. Without a command it talks to an interface, like XBoard.",
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"furyhouse {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in _COMMANDS.items():
        commands.add_parser(
            name,
            aliases=[alias for alias, meant in _ALIASES.items() if meant == name],
            parents=[common],
            describe=command.describe,
            help=command.help,
            description=command.description,
        )
    return parser


def _describe_play(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `play`."""
    parser.add_argument("--side", choices=_SIDES, default="white", help="your colour (%(default)s)")
    parser.add_argument(
        "--time", type=_seconds, metavar="SECONDS", help="time for each move of furyhouse (1)"
    )
    parser.add_argument(
        "--level", type=_level, metavar="N", help="let furyhouse look only N plies deep"
    )
    parser.add_argument(
        "--skill",
        type=_skill,
        metavar="N",
        help="how well furyhouse plays, from 0, nearly at random, to 20, full strength (20)",
    )
    parser.add_argument(
        "--book",
        nargs="?",
        const="",
        metavar="FILE",
        help="let furyhouse play from an opening book, its own or this",
    )
    parser.add_argument("--fen", nargs="+", action=_Position, help="the position to start from")
    parser.add_argument(
        "--moves", nargs="+", metavar="MOVE", default=(), help="moves already played from there"
    )
    parser.add_argument("--ascii", action="store_true", help="draw the board in ASCII")
    parser.add_argument(
        "--demo", action="store_true", help="watch furyhouse play itself for ten moves"
    )


def _describe_perft(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `perft`."""
    parser.add_argument("fen", nargs="*", action=_Position, help="the position (the start)")
    parser.add_argument("--depth", type=_depth, required=True, help="plies")
    parser.add_argument("--divide", action="store_true", help="count for each first move")
    parser.add_argument(
        "--threads", type=_threads, default=1, help="threads that count (%(default)s)"
    )
    parser.add_argument("--chess960", action="store_true", help="write castling as king takes rook")


def _describe_bench(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `bench`."""
    parser.add_argument(
        "--depth", type=_bench_depth, default=_BENCH_DEPTH, help="plies (%(default)s)"
    )


def _describe_eval(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `eval`."""
    parser.add_argument("fen", nargs="*", action=_Position, help="the position (the start)")


def _describe_params(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `params`."""
    parser.add_argument("--json", action="store_true", help="write a list of JSON objects")


def _describe_analyse(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `analyse`."""
    from furyhouse.lab.analyse_arguments import describe  # noqa: PLC0415 - other commands do without

    describe(parser)


def _describe_match(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `match`."""
    from furyhouse.lab.arguments import describe  # noqa: PLC0415 - other commands do without

    describe(parser)


def _describe_book(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `book`."""
    from furyhouse.lab.book_arguments import describe  # noqa: PLC0415 - other commands do without

    describe(parser)


def _describe_tune(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `tune`."""
    from furyhouse.lab.tune_arguments import describe  # noqa: PLC0415 - other commands do without

    describe(parser)


def _describe_config(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `config`."""
    from furyhouse.config.command import describe  # noqa: PLC0415 - other commands do without

    describe(parser)


def _engine(options: argparse.Namespace) -> int:
    """Talk to an interface, in the protocol that was named or else the one it speaks."""
    from furyhouse.bot import Bot  # noqa: PLC0415 - other commands do without
    from furyhouse.console import Console  # noqa: PLC0415 - the same
    from furyhouse.protocol.either import Either  # noqa: PLC0415 - the same

    if is_terminal():
        tell(_GREETING)
    languages: dict[str, Language] = {"xboard": "cecp", "uci": "uci"}
    conversation = Either(f"furyhouse {__version__}", languages.get(options.command))
    return Console(conversation, Bot()).run()


def _play(options: argparse.Namespace) -> int:
    """Play a game in the terminal."""
    from furyhouse.bot import Bot  # noqa: PLC0415 - other commands do without
    from furyhouse.console import ask  # noqa: PLC0415 - the same
    from furyhouse.drawing import takes_figures  # noqa: PLC0415 - the same
    from furyhouse.options import OptionError  # noqa: PLC0415 - the same
    from furyhouse.play import Settings, TerminalGame  # noqa: PLC0415 - the same
    from furyhouse.protocol.game import read_move  # noqa: PLC0415 - the same

    board = options.fen or Board()
    for number, text in enumerate(" ".join(options.moves).split(), 1):
        try:
            board.push(read_move(board, text))
        except ValueError as error:
            warn(f"argument --moves: word {number}, {text[:_SHOWN]!a}, cannot be played: {error}")
            return _EXIT_USAGE
    seconds = options.time or (_DEMO_SECONDS if options.demo else 1.0)
    plain = options.ascii or not takes_figures(sys.stdout)
    settings = Settings(options.side, seconds, options.level, plain, board, _play_command(options))
    bot = Bot() if options.skill is None else Bot(skill=options.skill)
    if options.book is not None:
        try:
            bot.set_option("Book File", options.book)
            bot.set_option("OwnBook", value=True)
        except OptionError as error:
            warn(f"{options.book}: {error}" if options.book else str(error))
            return _EXIT_FAULT
    game = TerminalGame(bot, ask, tell, settings)
    if options.demo:
        game.demo()
    else:
        game.run()
    return _EXIT_OK


def _play_command(options: argparse.Namespace) -> tuple[str, ...]:
    """Name the command that plays another game in the same way; the game itself tells the rest."""
    from furyhouse.resume import own_command  # noqa: PLC0415 - other commands do without

    book = "" if options.book is None else "--book" + (f"={options.book}" if options.book else "")
    log = f"--log={options.log}" if options.log else ""
    level = f"--log-level={options.log_level}" if options.log_level else ""
    words = (book, "--ascii" if options.ascii else "", log, level)
    return (*own_command(sys.argv[0]), "play", *filter(None, words))


def _analyse(options: argparse.Namespace) -> int:
    """Analyse a position or games."""
    from furyhouse.drawing import takes_figures  # noqa: PLC0415 - other commands do without
    from furyhouse.lab.analyse_command import run  # noqa: PLC0415 - the same

    terminal, figures = sys.stdout.isatty(), takes_figures(sys.stdout)
    return run(options, tell=tell, warn=warn, terminal=terminal, figures=figures)


def _perft(options: argparse.Namespace) -> int:
    """Count the positions at a depth."""
    board = options.fen
    if options.chess960:
        board = Board(board.fen(), chess960=True)
    started = time.perf_counter()
    if options.divide and options.depth < 1:
        warn("--divide needs a --depth of 1 or more: there is no first move to count for")
        return _EXIT_USAGE
    if options.divide:
        counts = board.divide(options.depth)
        for move in sorted(counts, key=board.uci):
            tell(f"{board.uci(move)}: {counts[move]}")
        nodes = sum(counts.values())
    else:
        nodes = board.perft(options.depth, threads=options.threads)
    seconds = time.perf_counter() - started
    tell(f"{nodes} positions at depth {options.depth}, {_rate(nodes, seconds)}")
    return _EXIT_OK


def _match(options: argparse.Namespace) -> int:
    """Play a match."""
    if _is_windows("match"):
        return _EXIT_FAULT
    from furyhouse.lab.command import run  # noqa: PLC0415 - other commands do without

    return run(options, tell=tell, warn=warn, terminal=sys.stdout.isatty())


def _is_windows(command: str) -> bool:
    """Tell whether this is the system that lacks what a command stands on, and say so there."""
    windows = sys.platform.startswith("win")
    if windows:
        warn(f"{command} needs Linux or macOS: Windows lacks the locks and process groups it uses")
    return windows


def _book(options: argparse.Namespace) -> int:
    """Make a book, or look into one."""
    from furyhouse.lab.book_command import run  # noqa: PLC0415 - other commands do without

    return run(options, tell=tell, warn=warn)


def _bench(options: argparse.Namespace) -> int:
    """Search fixed positions; the number of nodes is the search's signature."""
    nodes, seconds = bench(options.depth)
    tell(f"{nodes} nodes at depth {options.depth}, {_rate(nodes, seconds)}")
    return _EXIT_OK


def _eval(options: argparse.Namespace) -> int:
    """Evaluate a position, term by term."""
    from furyhouse.evaluation import evaluate  # noqa: PLC0415 - other commands do without

    tell("\n".join(evaluate(options.fen).lines()))
    return _EXIT_OK


def _params(options: argparse.Namespace) -> int:
    """List the parameters of the search."""
    from furyhouse.params import params  # noqa: PLC0415 - other commands do without

    if options.json:
        import json  # noqa: PLC0415 - the same

        tell(json.dumps([param._asdict() for param in params()], indent=2))
        return _EXIT_OK
    rows = [(p.name, str(p.value), f"{p.min} to {p.max}", p.doc) for p in params()]
    heads = ("name", "value", "range", "what it is")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for name, value, ends, doc in (heads, *rows):
        tell(f"{name:{widths[0]}}  {value:>{widths[1]}}  {ends:{widths[2]}}  {doc}")
    return _EXIT_OK


def _tune(options: argparse.Namespace) -> int:
    """Find better parameters of the search."""
    if _is_windows("tune"):
        return _EXIT_FAULT
    from furyhouse.lab.tune_command import run  # noqa: PLC0415 - other commands do without

    return run(options, tell=tell, warn=warn)


def _config(options: argparse.Namespace) -> int:
    """Configure another program."""
    from furyhouse.config.command import run  # noqa: PLC0415 - other commands do without

    return run(options, tell=tell, warn=warn)


def _rate(nodes: int, seconds: float) -> str:
    """Tell how fast nodes were counted."""
    return f"{seconds:.3f} s, {int(nodes / max(seconds, 1e-9))} a second"


class _Position(argparse.Action):
    """Reads a position, in quotes or not; one that needs it is played as Crazyhouse960."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: "str | Sequence[Any] | None",
        option_string: str | None = None,
    ) -> None:
        """Read the words of the command line."""
        del option_string
        from furyhouse.position import read_position  # noqa: PLC0415 - other commands do without

        text = " ".join(values or ())
        try:
            board = Board() if text in {"", _START} else read_position(text)
        except ValueError as error:
            name = argparse.ArgumentError(self, "").argument_name
            parser.error(f"argument {name}: {text[:_SHOWN]!a} cannot be played: {error}")
        setattr(namespace, self.dest, board)


def _depth(text: str) -> int:
    return _whole(text, 0, _MAX_DEPTH)


def _bench_depth(text: str) -> int:
    return _whole(text, 1, _MAX_DEPTH)


def _threads(text: str) -> int:
    return _whole(text, 1, _MAX_THREADS)


def _level(text: str) -> int:
    from furyhouse.play import MAX_LEVEL  # noqa: PLC0415 - other commands do without

    return _whole(text, 1, MAX_LEVEL)


def _skill(text: str) -> int:
    from furyhouse.skill import FULL_LEVEL  # noqa: PLC0415 - other commands do without

    return _whole(text, 0, FULL_LEVEL)


def _whole(text: str, least: int, greatest: int) -> int:
    """Read a whole number from a range."""
    if text.isascii() and text.isdigit() and least <= int(text[:9]) <= greatest:
        return int(text[:9])
    raise argparse.ArgumentTypeError(
        f"expected a whole number from {least} to {greatest}, found {text!a}"
    )


def _seconds(text: str) -> float:
    """Read a time of the command line."""
    from furyhouse.play import MAX_SECONDS  # noqa: PLC0415 - other commands do without

    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if 0 < seconds <= MAX_SECONDS:
        return seconds
    raise argparse.ArgumentTypeError(f"expected seconds above 0, found {text!a}")


class _Command(NamedTuple):
    """A command: what it does, what is said of it, and its arguments, described when it is used."""

    run: "Callable[[argparse.Namespace], int]"
    help: str
    description: str
    describe: "Callable[[argparse.ArgumentParser], None] | None" = None


_COMMANDS = {
    "xboard": _Command(
        _engine,
        "talk to XBoard, or any interface that speaks CECP",
        "Talks to XBoard, or any interface that speaks CECP, on standard input.",
    ),
    "uci": _Command(
        _engine,
        "talk to Cute Chess, or any interface that speaks UCI",
        "Talks to Cute Chess, or any interface that speaks UCI, on standard input.",
    ),
    "play": _Command(
        _play,
        "play a game in the terminal",
        "Plays a game in the terminal; help, typed there, lists its commands.",
        _describe_play,
    ),
    "analyse": _Command(
        _analyse,
        "analyse a position or annotate games",
        "Analyses a position as one watches, or annotates a file of games.",
        _describe_analyse,
    ),
    "eval": _Command(
        _eval,
        "evaluate a position without a search, term by term",
        "Evaluates a position without a search, term by term.",
        _describe_eval,
    ),
    "book": _Command(
        _book,
        "make an opening book, or look into one",
        "Makes opening books in Polyglot's format, and looks into them.",
        _describe_book,
    ),
    "config": _Command(
        _config,
        "make XBoard, Cute Chess, PyChess or lichess-bot find furyhouse",
        "Prints what a program needs to know of furyhouse, or puts it in its file.",
        _describe_config,
    ),
    "match": _Command(
        _match,
        "play a match between two engines",
        "Plays a match between two engines, with colours swapped for each opening.",
        _describe_match,
    ),
    "params": _Command(
        _params,
        "list the parameters of the search",
        "Lists the parameters of the search, with their ranges.",
        _describe_params,
    ),
    "tune": _Command(
        _tune,
        "find better parameters of the search by matches",
        "Finds better parameters of the search by matches, all of them at once (SPSA).",
        _describe_tune,
    ),
    "perft": _Command(
        _perft,
        "count the positions at a depth",
        "Counts the positions so many plies ahead, which tests the rules.",
        _describe_perft,
    ),
    "bench": _Command(
        _bench,
        "search fixed positions and count nodes",
        "Searches fixed positions: how fast, and a count that shows a change of play.",
        _describe_bench,
    ),
}
