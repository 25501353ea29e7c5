"""Games of furyhouse against itself, for a book."""

import threading
from collections.abc import Generator
from dataclasses import dataclass, field

from furyhouse._core import Board, Move
from furyhouse.bot import Bot
from furyhouse.engine import Engine, Limit, check_range
from furyhouse.lab.book_threads import Halted, side_by_side
from furyhouse.lab.played_game import PlayedGame, Result
from furyhouse.report import SearchResult

__all__ = ["SelfPlay", "play_game", "play_games"]

# A game is decided when one side is ahead by so much in so many positions in a row; and drawn when
# it lasts too long.
_DECIDED_SCORE = 1000
_DECIDED_PLIES = 4
_LONGEST_GAME = 400
# As the bot has it.
_WIDEST_MARGIN = 100_000
_MOST_AT_A_TIME = 1024
# A seed of an option is below this.
_SEEDS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How furyhouse plays against itself.

    Attributes:
        games: How many games.
        limit: How much each move may be thought about. Where it is no time, the same games are
            played each time.
        start: The position that the games begin with.
        seed: What the choice among equally good moves begins with.
        tie_margin: Centipawns within which moves are equally good, in the plies that count.
        max_ply: The plies that count.
        hash_mb: The table of each engine, in MB.
        concurrency: Games at a time.

    Raises:
        ValueError: A number is out of its range.

    Example:
        >>> SelfPlay(games=0, limit=Limit(nodes=100))
        Traceback (most recent call last):
            ...
        ValueError: games is at least 1, not 0
    """

    games: int
    limit: Limit
    start: Board = field(default_factory=Board)
    seed: int = 1
    tie_margin: int = 10
    max_ply: int = 24
    hash_mb: int = 16
    concurrency: int = 1

    def __post_init__(self) -> None:
        for name in ("games", "max_ply", "hash_mb"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is at least 1, not {getattr(self, name)}")
        check_range("concurrency", self.concurrency, 1, _MOST_AT_A_TIME)
        check_range("tie_margin", self.tie_margin, 0, _WIDEST_MARGIN)


def play_games(settings: SelfPlay) -> Generator[PlayedGame, None, None]:
    """Play games, and give each with the plies that count.

    Example:
        >>> from furyhouse import Limit
        >>> mate = Board("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1")
        >>> quick = SelfPlay(games=2, limit=Limit(nodes=500), start=mate, hash_mb=1)
        >>> [game.result for game in play_games(quick)]
        ['1-0', '1-0']
    """
    bots = [Bot(Engine(settings.hash_mb)) for _ in range(settings.concurrency)]

    def play(bot: Bot, number: int, halt: threading.Event) -> PlayedGame:
        return play_game(bot, settings, number, halt)

    yield from side_by_side(bots, range(settings.games), play)


def play_game(bot: Bot, settings: SelfPlay, number: int, halt: threading.Event) -> PlayedGame:
    """Play one game; what it becomes depends on its number and the settings, and on nothing else.

    Raises:
        Halted: The event was set.

    Example:
        >>> from furyhouse import Limit
        >>> quick = SelfPlay(games=2, limit=Limit(nodes=300), max_ply=4, hash_mb=1)
        >>> bot, never = Bot(Engine(1)), threading.Event()
        >>> games = [play_game(bot, quick, number, never) for number in (0, 1, 0)]
        >>> games[0].moves == games[2].moves
        True
    """
    bot.new_game()
    bot.set_option("Seed", (settings.seed * 1_000_003 + number) % _SEEDS + 1)
    board = settings.start.copy()
    played: list[Move] = []
    streak = 0
    while not board.is_game_over() and not board.is_repetition(3) and len(played) < _LONGEST_GAME:
        # Beyond the plies that count the result does, and the best move is played.
        bot.tie_margin = settings.tie_margin if len(played) < settings.max_ply else None
        found = bot.think(board, settings.limit, book=False)
        if halt.is_set() or found.move is None:
            raise Halted
        ahead = _ahead(board, found)
        streak = streak + ahead if streak * ahead > 0 else ahead
        if abs(streak) >= _DECIDED_PLIES:
            break
        board.push(found.move)
        played.append(found.move)
    moves = tuple(played[: settings.max_ply])
    return PlayedGame(settings.start, moves, _result(board, streak))


def _ahead(board: Board, found: SearchResult) -> int:
    """Tell who is far ahead: 1 for White, -1 for Black, 0 for nobody."""
    score = found.score.score(mate_score=10 * _DECIDED_SCORE)
    if abs(score) < _DECIDED_SCORE:
        return 0
    return 1 if (score > 0) == board.turn else -1


def _result(board: Board, streak: int) -> Result:
    """Say how a game has ended: on the board, or by who was far ahead for so long."""
    outcome = board.outcome()
    if outcome is not None and outcome.winner is not None:
        return "1-0" if outcome.winner else "0-1"
    if abs(streak) >= _DECIDED_PLIES:
        return "1-0" if streak > 0 else "0-1"
    return "1/2-1/2"
