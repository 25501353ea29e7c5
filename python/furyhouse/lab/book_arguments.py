"""The arguments of `furyhouse book`."""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

from furyhouse._core import Board, PositionError
from furyhouse.engine import DEEPEST, Limit, check_range
from furyhouse.lab.book_maker import Selection
from furyhouse.lab.book_selfplay import SelfPlay
from furyhouse.lab.book_tree import Width
from furyhouse.lab.book_verify import Verification
from furyhouse.protocol.game import read_move

__all__ = ["BookArgumentError", "MakeRequest", "describe", "read_board", "read_request"]

_NODES = 10_000
_OWN = "own"
# No game is as long, nobody rated so high.
_RANGES = {
    "self_play": (1, 1_000_000_000),
    "min_elo": (0, 10_000),
    "max_ply": (1, 1000),
    "min_games": (1, 1_000_000_000),
    "margin": (0, 100_000),
    "replies": (0, 100_000),
    "reply_plies": (0, 1000),
    "tie_margin": (0, 100_000),
    "depth": (1, DEEPEST),
}


class BookArgumentError(ValueError):
    """An argument cannot be understood.

    Example:
        >>> read_board(["e5"])
        Traceback (most recent call last):
            ...
        furyhouse.lab.book_arguments.BookArgumentError: 'e5' is no legal move after 0 plies
    """


@dataclass(frozen=True, slots=True)
class MakeRequest:
    """What `furyhouse book make` is asked for.

    Attributes:
        out: The book.
        files: The files of games.
        self_play: How furyhouse plays for it; None for not at all.
        start: The position that all games begin with; None for any.
        min_elo: The least rating of both players.
        max_ply: The plies of a game that count.
        selection: Which moves go into it.
        verification: How its positions are looked at once more; None for not at all.

    Example:
        >>> request = MakeRequest(Path("book.bin"), [Path("games.pgn")])
        >>> request.selection.min_games
        2
    """

    out: Path
    files: list[Path]
    self_play: SelfPlay | None = None
    start: Board | None = None
    min_elo: int = 0
    max_ply: int = 24
    selection: Selection = field(default_factory=Selection)
    verification: Verification | None = None


def describe(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> describe(parser)
        >>> parser.parse_args(["show", "book.bin", "e4", "e5"]).position
        ['e4', 'e5']
    """
    commands = parser.add_subparsers(dest="book_command", metavar="make|show|check", required=True)
    _describe_make(
        commands.add_parser(
            "make",
            help="make a book from games",
            description="Makes a book from PGN files, games of furyhouse with itself, or both.",
        )
    )
    show = commands.add_parser(
        "show", help="list a book's moves for a position", description="Lists the moves of a book."
    )
    _describe_file(show)
    show.add_argument(
        "position",
        nargs="*",
        metavar="FEN | MOVES",
        help="a position, or the moves that lead to it (the start)",
    )
    check = commands.add_parser(
        "check",
        help="look whether a book is whole",
        description="Reads a whole book, and says what is in it and what is wrong with it.",
    )
    _describe_file(check)


def _describe_file(parser: argparse.ArgumentParser) -> None:
    """Describe the book that is looked into."""
    parser.add_argument(
        "file",
        nargs="?",
        type=_read_file,
        metavar="FILE",
        help=f"the book; {_OWN}, or nothing, is furyhouse's own",
    )


def _read_file(text: str) -> Path | None:
    """Read the name of a book; furyhouse's own has none."""
    return None if text == _OWN else Path(text)


def _describe_make(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `make`."""
    parser.add_argument("out", type=Path, metavar="OUT", help="the book")
    games = parser.add_argument_group("games")
    games.add_argument(
        "--pgn",
        nargs="+",
        type=Path,
        default=[],
        metavar="FILE",
        help="PGN, plain, gz, bz2, xz or zst; - for standard input",
    )
    games.add_argument(
        "--self-play", type=int, metavar="GAMES", help="so many games of furyhouse with itself"
    )
    games.add_argument(
        "--fen", metavar="FEN", help="only games that begin here (PGN: any; self-play: the start)"
    )
    games.add_argument(
        "--min-elo", type=int, default=0, metavar="ELO", help="of both players of a PGN game (0)"
    )
    moves = parser.add_argument_group("moves")
    moves.add_argument(
        "--max-ply", type=int, default=24, metavar="N", help="plies of a game (%(default)s)"
    )
    moves.add_argument(
        "--min-games", type=int, default=2, metavar="N", help="games with a move (%(default)s)"
    )
    moves.add_argument(
        "--min-score", type=float, default=0.0, metavar="PERCENT", help="of a move's points (0)"
    )
    moves.add_argument(
        "--verify",
        type=int,
        metavar="NODES",
        help="search each position once more, and keep the moves that stand",
    )
    moves.add_argument(
        "--margin",
        type=int,
        default=20,
        metavar="CP",
        help="how much worse than the best they may be there (%(default)s)",
    )
    moves.add_argument(
        "--replies",
        type=int,
        default=0,
        metavar="CP",
        help="answer an opponent's moves there that are so much worse, played or not (0)",
    )
    moves.add_argument(
        "--reply-plies",
        type=int,
        default=0,
        metavar="N",
        help="in the first so many plies (%(default)s)",
    )
    play = parser.add_argument_group("self-play")
    limit = play.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, metavar="N", help=f"for each move ({_NODES})")
    limit.add_argument("--depth", type=int, metavar="N", help="plies for each move")
    limit.add_argument("--st", type=float, metavar="SECONDS", help="time for each move")
    play.add_argument(
        "--tie-margin",
        type=int,
        default=10,
        metavar="CP",
        help="moves that are equally good, one of which is drawn by lot (%(default)s)",
    )
    play.add_argument("--seed", type=int, default=1, metavar="N", help="of the lots (%(default)s)")
    play.add_argument(
        "--concurrency", type=int, default=1, metavar="N", help="games at a time (%(default)s)"
    )


def read_request(options: argparse.Namespace) -> MakeRequest:
    """Make the request of the arguments of `make`.

    Raises:
        BookArgumentError: An argument cannot be understood.

    Example:
        >>> parser = argparse.ArgumentParser()
        >>> describe(parser)
        >>> words = "make book.bin --self-play 20 --nodes 500 --seed 7"
        >>> read_request(parser.parse_args(words.split())).self_play.limit
        Limit(nodes=500)
    """
    if not options.pgn and options.self_play is None:
        raise BookArgumentError("a book is made of games: give --pgn, or --self-play")
    _check_ranges(options)
    if options.verify is None and (options.replies or options.reply_plies):
        raise BookArgumentError("--replies and --reply-plies need --verify")
    start = None if options.fen is None else _read_fen(options.fen)
    try:
        return MakeRequest(
            options.out,
            options.pgn,
            _self_play(options, start),
            start,
            options.min_elo,
            options.max_ply,
            Selection(options.min_games, options.min_score),
            _verification(options),
        )
    except ValueError as error:
        raise BookArgumentError(str(error)) from error


def _check_ranges(options: argparse.Namespace) -> None:
    """Refuse numbers that are out of their range, by the names of their arguments."""
    for name, (least, most) in _RANGES.items():
        value = getattr(options, name)
        if value is not None:
            try:
                check_range(f"--{name.replace('_', '-')}", value, least, most)
            except ValueError as error:
                raise BookArgumentError(str(error)) from None


def _self_play(options: argparse.Namespace, start: Board | None) -> SelfPlay | None:
    """Say how furyhouse plays for the book."""
    if options.self_play is None:
        return None
    nodes = options.nodes
    if nodes is None and options.depth is None and options.st is None:
        nodes = _NODES
    return SelfPlay(
        games=options.self_play,
        limit=Limit(nodes=nodes, depth=options.depth, time=options.st),
        start=Board() if start is None else start,
        seed=options.seed,
        tie_margin=options.tie_margin,
        max_ply=options.max_ply,
        concurrency=options.concurrency,
    )


def _verification(options: argparse.Namespace) -> Verification | None:
    """Say how the book is looked at once more."""
    width = Width(options.margin, options.replies, options.reply_plies)
    if options.verify is None:
        return None
    return Verification(options.verify, width, concurrency=options.concurrency)


def read_board(words: list[str]) -> Board:
    """Read a position: a FEN in one word or many, or the moves that lead to it from the start.

    Raises:
        BookArgumentError: It is neither.

    Example:
        >>> read_board(["1.", "e4", "d5", "exd5"]).pockets[True].count(1)
        1
        >>> read_board(["4k3/8/8/8/8/8/8/4K3[Q]", "b", "-", "-", "0", "1"]).turn
        False
    """
    text = " ".join(words)
    if "/" in text.split(" ")[0]:
        return _read_fen(text)
    board = Board()
    for word in text.split():
        # Move numbers may stand between the moves, or before them without a blank.
        move = word.rpartition(".")[2]
        if not move:
            continue
        try:
            board.push(read_move(board, move))
        except ValueError:
            raise BookArgumentError(
                f"{move!a} is no legal move after {board.ply()} plies"
            ) from None
    return board


def _read_fen(fen: str) -> Board:
    """Read a position; one that castles from any squares is one of Crazyhouse960."""
    try:
        try:
            return Board(fen)
        except PositionError:
            return Board(fen, chess960=True)
    except ValueError as error:
        raise BookArgumentError(f"the position cannot be played: {error}") from error
