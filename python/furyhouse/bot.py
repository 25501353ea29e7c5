"""Bot: a game, an engine, and a style of play.

It plays for whoever leads the conversation: the console hands it positions to think about, a
program of one's own may let it keep the game. Its helpers look at the game that it keeps.
"""

import os
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

from furyhouse import logs
from furyhouse._core import (
    BISHOP,
    BLACK,
    KNIGHT,
    QUEEN,
    ROOK,
    WHITE,
    Board,
    Move,
    PositionError,
    static_order_score,
)
from furyhouse.drawing import draw, takes_figures
from furyhouse.engine import MOST_LINES, Engine, Limit, check_kind, check_range, check_seconds
from furyhouse.lots import Lots
from furyhouse.options import find_option
from furyhouse.own_book import OwnBook
from furyhouse.params import set_param
from furyhouse.report import SearchResult
from furyhouse.skill import FULL_LEVEL, Skill
from furyhouse.strength import Strength

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sized
    from typing import TextIO

    from furyhouse.engine import SearchControl
    from furyhouse.options import Value
    from furyhouse.report import Info

__all__ = ["Bot", "Stage", "Style"]

Style = Literal["search", "random"]
"""How moves are chosen: by search, or by lot."""

Stage = Literal["o", "e"]
"""The stage of the game: `o` until `determine_depth` has seen an endgame, `e` from then on."""

# What a kind of man counts for in the phase, and the sum of a full set.
_PHASE_WEIGHTS = ((KNIGHT, 1), (BISHOP, 1), (ROOK, 2), (QUEEN, 4))
_FULL_PHASE = 24
_BARE_PHASE = 256

# Men on the board and pawns among them, both of which must be exceeded for a depth in plies.
_OPENING_STEP = (28, 12, 3)
_MIDDLE_STEP = (22, 8, 5)
_LATE_STEP = (5, 1, 7)
_ENDGAME_DEPTH = 11

_POSITION_FIELDS = 4
_WIDEST_MARGIN = 100_000


class Bot:
    """A player of Crazyhouse: it keeps a game, thinks about positions and chooses a move.

    Args:
        engine: The engine that searches; None makes one of 64 MB and one thread.
        style: `"search"`, or `"random"`: castles when it can, else plays any legal move.
        skill: How well it plays: from 0, nearly at random, to 20, full strength.
        seed: Makes its random choices repeatable; None takes a new start each time.
        tie_margin: Moves whose exact scores are within so many centipawns of the best are equally
            good, and one of them is drawn by lot; None always takes the best.
        multipv: How many of the best lines a search finds and reports, 1 to 500.
        move_overhead: Seconds that a move loses on its way to the clock.
        log_file: The file of the log; see `furyhouse.logs`.
        log_level: How much is logged. With neither a file nor a level the environment decides.

    Raises:
        TypeError: The engine or a number is something else.
        ValueError: The style or the level is none that there is, or a number is out of its range.

    Example:
        >>> bot = Bot(Engine(1), seed=1)
        >>> bot.record_move("e4")
        >>> bot.calculate_next_move(Limit(depth=2)) in bot.board.legal_moves
        True
    """

    def __init__(
        self,
        engine: Engine | None = None,
        *,
        style: Style = "search",
        skill: float = FULL_LEVEL,
        seed: int | None = None,
        tie_margin: int | None = 0,
        multipv: int = 1,
        move_overhead: float = 0.03,
        log_file: str | None = None,
        log_level: str | None = None,
    ) -> None:
        self.own_book = OwnBook()
        self.engine = Engine() if engine is None else engine
        check_kind("a bot", self.engine, Engine)
        self.board = Board()
        self.game_stage: Stage = "o"
        self.style = style
        self.tie_margin = tie_margin
        self.multipv = multipv
        self.move_overhead = move_overhead
        self._strength = Strength()
        self.skill = skill
        self._lots = Lots(seed)
        self._log_file = log_file
        self._log_level = log_level
        from_environment = {logs.FILE_VARIABLE, logs.LEVEL_VARIABLE} & os.environ.keys()
        untried = not (logs.is_on() or logs.has_failed())
        if log_file is not None or log_level is not None or (from_environment and untried):
            logs.configure(log_file, log_level)

    @property
    def style(self) -> Style:
        """How moves are chosen: `"search"` or `"random"`; another is a ValueError.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.style = "random"
            >>> bot.style
            'random'
        """
        return self._style

    @style.setter
    def style(self, style: Style) -> None:
        if style not in get_args(Style):
            raise ValueError(f"style is search or random, not {style!r}")
        self._style: Style = style

    @property
    def skill(self) -> float:
        """How well it plays, from 0 to 20, full strength; see `furyhouse.Skill`.

        The option `Limit Strength` puts the level of the option `Elo` in its place. What it
        overlooks and misjudges is another in each game, and comes again with the same seed.

        Example:
            >>> bot = Bot(Engine(1), skill=5)
            >>> bot.skill
            5
            >>> bot.set_option("Limit Strength", value=True)
            >>> bot.skill
            10.0
        """
        return self._strength.level

    @skill.setter
    def skill(self, skill: float) -> None:
        self._strength.set_level(Skill(skill).level)

    @property
    def tie_margin(self) -> int | None:
        """Centipawns within which exact scores are equally good; None always takes the best.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.tie_margin = 10
            >>> bot.tie_margin
            10
        """
        return self._tie_margin

    @tie_margin.setter
    def tie_margin(self, tie_margin: int | None) -> None:
        if tie_margin is not None:
            check_range("tie_margin", tie_margin, 0, _WIDEST_MARGIN)
        self._tie_margin = tie_margin

    @property
    def multipv(self) -> int:
        """How many of the best lines a search finds and reports, 1 to 500.

        Example:
            >>> bot = Bot(Engine(1), multipv=3)
            >>> bot.multipv
            3
        """
        return self._multipv

    @multipv.setter
    def multipv(self, multipv: int) -> None:
        check_range("multipv", multipv, 1, MOST_LINES)
        self._multipv = multipv

    @property
    def move_overhead(self) -> float:
        """Seconds that a move loses on its way to the clock; less than 0 is a ValueError.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.move_overhead
            0.03
        """
        return self._move_overhead

    @move_overhead.setter
    def move_overhead(self, move_overhead: float) -> None:
        check_seconds("move_overhead", move_overhead, 0.0)
        self._move_overhead = move_overhead

    # The game.

    def new_game(self) -> None:
        """Begin a new game: the starting position, the first stage, nothing learnt before.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.record_move("e4")
            >>> bot.new_game()
            >>> bot.board == Board(), bot.game_stage
            (True, 'o')
        """
        self.board = Board(fifty_moves=self.board.fifty_moves)
        self.game_stage = "o"
        self._lots.new_game()
        self.engine.clear()

    def record_move(self, move: Move | str) -> None:
        """Record a move in the game, the opponent's or one's own.

        Args:
            move: The move, or its text in UCI's or algebraic notation.

        Raises:
            InvalidMoveError: The text is no move.
            IllegalMoveError: The move is not legal; the game is unchanged.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.record_move("e2e4")
            >>> bot.record_move("Nf6")
            >>> bot.board.fullmove_number
            2
        """
        if isinstance(move, str):
            move = _read_move(self.board, move)
        self.board.push(move)
        logs.write(f"recorded {move.uci()}", "debug")

    def calculate_next_move(
        self,
        limit: Limit | None = None,
        *,
        on_info: "Callable[[Info], object] | None" = None,
        control: "SearchControl | None" = None,
    ) -> Move | None:
        """Choose a move for the side to move in the recorded game; it is not recorded.

        Args:
            limit: When to end; None searches as deep as `determine_depth` says, and so does one
                that would never end.
            on_info: Called with each piece of news.
            control: Stops the search.

        Returns:
            A legal move, or None when the game is over.

        Example:
            >>> bot = Bot(Engine(1))
            >>> for text in ("f3", "e5", "g4", "Qh4#"):
            ...     bot.record_move(text)
            >>> bot.calculate_next_move() is None
            True
        """
        return self.think(self.board, limit, on_info=on_info, control=control).move

    def think(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        root_moves: "Iterable[Move] | None" = None,
        book: bool = True,
        on_info: "Callable[[Info], object] | None" = None,
        on_current_move: "Callable[[Move, int, int], object] | None" = None,
        control: "SearchControl | None" = None,
    ) -> SearchResult:
        """Think about a position and choose a move by this bot's style.

        An infinite search is an analysis: its best move is given whatever the style and the level,
        and no lot is drawn. Below full strength there are no ties to break.

        Args:
            board: The position with its game. It need not be the bot's own.
            limit: When to end; where it gives nothing that ends a search for the side to move, or
                is None, the depth is what `determine_depth` says.
            root_moves: The moves to choose from; None for all.
            book: Whether the move may come from the book, where `OwnBook` is on.
            on_info: Called in the calling thread with each piece of news.
            on_current_move: Called with the root move that is searched now, its number from 1, and
                how many there are.
            control: Stops this search, also before it has begun.

        Returns:
            What was found. After a lot was drawn, `move` and `score` are those of the drawn move.
            Of a move from the book (`from_book`), and of a random bot's, `score` says nothing.

        Example:
            >>> bot = Bot(Engine(1), style="random", seed=3)
            >>> bot.think(Board("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1")).move
            Move.from_uci('e1g1')
        """
        limit = Limit() if limit is None else limit
        check_kind("a bot", board, Board)
        check_kind("a bot", limit, Limit)
        if not limit.ends(board.turn):
            limit = replace(limit, depth=self.determine_depth(board))
        if root_moves is not None:
            root_moves = list(root_moves)
        if self.style == "random" and not (limit.infinite or limit.ponder):
            return self._lots.random_move(board, root_moves)
        choose = self.own_book.choose
        if book and (found := choose(board, limit, root_moves, self._lots.weighted)) is not None:
            return found
        level = self._strength.level
        skill = None if limit.infinite or level == FULL_LEVEL else Skill(level, self._lots.game())
        result = self.engine.search(
            board,
            limit,
            on_info=on_info,
            on_current_move=on_current_move,
            root_moves=root_moves,
            multipv=self.multipv,
            tie_margin=None if limit.infinite or skill else self.tie_margin,
            move_overhead=self.move_overhead,
            skill=skill,
            control=control,
        )
        if self.style == "random" and not limit.infinite:
            # The time to ponder in has passed; the move is a random bot's all the same.
            result = self._lots.random_move(board, root_moves)
        elif not (limit.infinite or skill):
            result = self._lots.break_ties(result, self.tie_margin)
        move = "none" if result.move is None else result.move.uci()
        logs.write(
            f"chose {move} ({result.score}) at depth {result.depth}, {result.nodes} nodes"
            f" in {result.time:.3f} s, in {board.fen()}"
        )
        return result

    def stop(self) -> None:
        """Stop the thinking, from any thread; it answers with the best it has.

        Example:
            >>> Bot(Engine(1)).stop()
        """
        self.engine.stop()

    def ponderhit(self) -> None:
        """Tell that the opponent has played the move that is pondered on.

        Example:
            >>> Bot(Engine(1)).ponderhit()
        """
        self.engine.ponderhit()

    def set_option(self, name: str, value: "Value") -> None:
        """Set an option of the table in `furyhouse.options`.

        Args:
            name: The option's name in either spelling.
            value: A value of its kind; a button has None. Options of a conversation, such as
                `Ponder` or `Resign Score`, are checked and change nothing here.

        Raises:
            OptionError: There is no such option, or it cannot take the value.
            EngineError: The memory for the table cannot be had; it is as before.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.set_option("Move Overhead", 100)
            >>> bot.move_overhead
            0.1
        """
        (option := find_option(name)).check(value)
        if option.is_talk:
            return
        setters: dict[str, Callable[[], object]] = {
            "Hash": lambda: setattr(self.engine, "hash_mb", value),
            "Clear Hash": self.engine.clear,
            "Threads": lambda: setattr(self.engine, "threads", value),
            "MultiPV": lambda: setattr(self, "multipv", value),
            "Move Overhead": lambda: setattr(self, "move_overhead", int(value or 0) / 1000),
            "OwnBook": lambda: self.own_book.switch(on=bool(value)),
            "Book File": lambda: self.own_book.set_file(str(value)),
            "Style": lambda: setattr(self, "style", value),
            "Tie Margin": lambda: setattr(self, "tie_margin", value),
            "Skill Level": lambda: setattr(self, "skill", value),
            "Limit Strength": lambda: self._strength.limit(on=bool(value)),
            "Elo": lambda: self._strength.set_elo(int(value or 0)),
            "Seed": lambda: self._lots.sow(int(value or 0) or None),
            "Fifty Move Rule": lambda: setattr(
                self, "board", self.board.copy(fifty_moves=bool(value))
            ),
            "Log File": lambda: self._configure_log(str(value), self._log_level),
            "Log Level": lambda: self._configure_log(self._log_file, str(value)),
        }
        setters.get(option.name, lambda: set_param(option.name, int(value or 0)))()

    def _configure_log(self, file: str | None, level: str | None) -> None:
        """Set up the log; a file alone turns nothing on."""
        self._log_file, self._log_level = file, level
        logs.configure(file, level or "off")

    # Helpers: what the bot sees in its game.

    def order_moves(self, moves: "Iterable[Move] | None" = None) -> list[Move]:
        """Order moves, the most promising first, by a score that nothing is searched for.

        Castling scores 100; else a capture 950 + 100 times (victim - attacker), with P 1, N 3, B 3,
        R 5, Q 9, K 10, and a pawn as the victim of an en passant capture; a promotion adds 500, a
        check 300. A drop takes nothing: it scores 300 when it gives check, and else 0 like a quiet
        move. A promoted man counts as what it stands for. Among equals the order stays.

        Args:
            moves: Legal moves in the recorded game; None for all.

        Returns:
            The same moves in a new list.

        Raises:
            IllegalMoveError: A move is not legal.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.board = Board("4k3/8/8/3q4/4P3/8/8/4K2R[] w K - 0 1")
            >>> [bot.board.san(move) for move in bot.order_moves()[:4]]
            ['exd5', 'Rh8+', 'O-O', 'Kf1']
        """
        board = self.board
        return sorted(
            board.legal_moves if moves is None else moves,
            key=lambda move: static_order_score(board, move),
            reverse=True,
        )

    def is_check(self, move: Move) -> bool:
        """Tell whether a legal move gives check; nothing is played for it.

        Raises:
            IllegalMoveError: The move is not legal.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.board = Board("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
            >>> bot.is_check(Move.from_uci("N@f6"))
            True
        """
        return self.board.gives_check(move)

    def determine_depth(self, board: Board | None = None, *, late_step: bool = False) -> int:
        """Choose a depth in plies by how full the board is, for a search without any limit.

        More than 28 men with more than 12 pawns give 3; more than 22 with more than 8 give 5; else
        it is an endgame: 11, and `game_stage` is `e` until a new game, with 11 for everything.

        Args:
            board: The position; None for the recorded game's.
            late_step: Whether more than 5 men with more than 1 pawn give 7 before the endgame.

        Returns:
            The depth.

        Example:
            >>> Bot(Engine(1)).determine_depth()
            3
        """
        board = self.board if board is None else board
        check_kind("a depth", board, Board)
        if self.game_stage == "e":
            return _ENDGAME_DEPTH
        men, pawns = board.occupied.bit_count(), board.pawns.bit_count()
        steps = [_OPENING_STEP, _MIDDLE_STEP]
        if late_step:
            steps.append(_LATE_STEP)
        for least_men, least_pawns, depth in steps:
            if men > least_men and pawns > least_pawns:
                return depth
        self.game_stage = "e"
        return _ENDGAME_DEPTH

    def calculate_phase(self) -> float:
        """Calculate how far the game is from a full board: 0.5 for a full set, 256 for bare kings.

        A full set counts 24 (knights and bishops 1, rooks 2, queens 4), and what stands on the
        board is missing from it: phase = (missing * 256 + 12) / 24, held between 0 and 256. Pockets
        do not count. The 12 is the half that rounds whole numbers; a float keeps it, and so only a
        board with more than a full set gives less than 0.5, namely 0.

        Returns:
            The phase, a float.

        Example:
            >>> Bot(Engine(1)).calculate_phase()
            0.5
        """
        board = self.board
        standing = sum(
            weight * len(board.pieces(kind, color))
            for kind, weight in _PHASE_WEIGHTS
            for color in (WHITE, BLACK)
        )
        phase = ((_FULL_PHASE - standing) * 256 + _FULL_PHASE / 2) / _FULL_PHASE
        return min(max(phase, 0.0), float(_BARE_PHASE))

    def convert_fen(self, fen: str) -> str:
        """Cut the two counters off a FEN; the pocket stays.

        Raises:
            FenError: The text is not a FEN.

        Example:
            >>> Bot(Engine(1)).convert_fen("4k3/8/8/8/8/8/8/4K3[Qp] w - - 10 120")
            '4k3/8/8/8/8/8/8/4K3[Qp] w - -'
        """
        # A position that cannot be played may still be well formed, and that is all that is asked.
        with suppress(PositionError):
            Board(fen)
        return " ".join(fen.split()[:_POSITION_FIELDS])

    def get_random_index(self, items: "Sized") -> int:
        """Draw an index of a sequence, each as likely as another, from the bot's own generator.

        An empty sequence is a RuntimeWarning, and 0.

        Example:
            >>> Bot(Engine(1), seed=5).get_random_index("abc") in range(3)
            True
        """
        if not len(items):
            import warnings  # noqa: PLC0415 - a start is not to wait for what is hardly needed

            warnings.warn("the sequence is empty; the index is 0", RuntimeWarning, stacklevel=2)
            logs.write("asked for an index of an empty sequence", "warning")
            return 0
        return self._lots.index(len(items))

    def log_to_file(self, message: str) -> None:
        """Write a line to the log, where it is on; nothing is ever raised.

        Example:
            >>> Bot(Engine(1)).log_to_file("the opponent offers a draw")
        """
        logs.write(message)

    def print_board(self, *, file: "TextIO | None" = None, figures: bool | None = None) -> None:
        """Print the board with both pockets, and log its FEN.

        Args:
            file: Where to; None is standard output.
            figures: Unicode figures rather than letters; None where the file can show them.

        Example:
            >>> bot = Bot(Engine(1))
            >>> bot.board = Board("4k3/8/8/8/8/8/8/4K3[Qpp] w - - 0 1")
            >>> bot.print_board(figures=False)
               [pp]
             8 . . . . k . . .
             7 . . . . . . . .
             6 . . . . . . . .
             5 . . . . . . . .
             4 . . . . . . . .
             3 . . . . . . . .
             2 . . . . . . . .
             1 . . . . K . . .
               a b c d e f g h
               [Q]
        """
        out = sys.stdout if file is None else file
        if figures is None:
            figures = takes_figures(out)
        print(draw(self.board, plain=not figures), file=out)
        self.log_to_file(f"board printed: {self.board.fen()}")


def _read_move(board: Board, text: str) -> Move:
    """Read a move in either notation; where it is neither, the algebraic fault is raised."""
    try:
        return board.parse_uci(text)
    except ValueError:
        return board.parse_san(text)
