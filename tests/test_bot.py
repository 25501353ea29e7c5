"""Bot: what it inherits, row by row, and how it chooses."""

import io
import logging
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from furyhouse import (
    Board,
    Bot,
    Engine,
    FenError,
    IllegalMoveError,
    Limit,
    Move,
    logs,
)
from furyhouse.drawing import draw

RICH = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[BNnp] w - - 0 12"


@pytest.fixture
def bot() -> Bot:
    """Make a bot with a small engine."""
    return Bot(Engine(4), seed=7)


@pytest.fixture(autouse=True)
def _no_log_stays_on() -> Iterator[None]:
    """Turn the log off after a test."""
    yield
    logs.disable()


def at(bot: Bot, fen: str) -> Bot:
    """Set up a position."""
    bot.board = Board(fen)
    return bot


# F1.

VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 10}


def score_of(board: Board, move: Move) -> int:
    """Score a move as the row says, by playing it."""
    score = 0
    if board.is_castling(move):
        score += 100
    elif board.is_capture(move):
        victim = board.piece_at(move.to_square)
        attacker = board.piece_at(move.from_square)
        assert attacker is not None
        # Taken en passant, the victim is a pawn that stands elsewhere.
        victim_value = 1 if victim is None else VALUES[victim.symbol().lower()]
        score += 950 + 100 * (victim_value - VALUES[attacker.symbol().lower()])
    after = board.copy()
    after.push(move)
    if after.is_check():
        score += 300
    if move.promotion:
        score += 500
    return score


ORDER_FENS = [
    Board.starting_fen,
    RICH,
    "r3k2r/pPp2ppp/2n5/3pP3/1b6/2N2Q2/P1PP1PpP/R3K2R[QRBNPqrbnp] w KQkq d6 0 10",
    "r3k2r/pPp2ppp/2n5/3pP3/1b6/2N2Q2/P1PP1PpP/R3K2R[QRBNPqrbnp] b KQkq - 0 10",
    "4k3/8/8/8/8/2q~5/1P6/4K3[] w - - 0 1",
    "5k2/8/8/8/8/8/8/4K2R[] w K - 0 1",
]


@pytest.mark.heritage("F1")
@pytest.mark.parametrize("fen", ORDER_FENS)
def test_moves_are_ordered_by_exactly_the_score_and_stay_in_order_among_equals(
    bot: Bot, fen: str
) -> None:
    board = at(bot, fen).board
    expected = sorted(board.legal_moves, key=lambda move: score_of(board, move), reverse=True)
    assert bot.order_moves() == expected
    shuffled = sorted(board.legal_moves, key=lambda move: move.uci()[::-1])
    expected = sorted(shuffled, key=lambda move: score_of(board, move), reverse=True)
    assert bot.order_moves(shuffled) == expected


@pytest.mark.heritage("F1")
@pytest.mark.parametrize(
    ("fen", "first"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6"),  # en passant has a pawn for its victim
        ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@c7"),  # of drops, one that gives check
        ("5k2/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8r"),  # a promotion with check
        ("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", "h1h8"),  # a check before castling
    ],
)
def test_the_most_promising_move_comes_first(bot: Bot, fen: str, first: str) -> None:
    board = at(bot, fen).board
    best = bot.order_moves()[0]
    assert score_of(board, best) == score_of(board, Move.from_uci(first))
    assert score_of(board, best) >= max(score_of(board, move) for move in board.legal_moves)


@pytest.mark.heritage("F1")
def test_only_legal_moves_can_be_ordered(bot: Bot) -> None:
    assert bot.order_moves([]) == []
    with pytest.raises(IllegalMoveError):
        bot.order_moves([Move.from_uci("e2e5")])


# F2.


@pytest.mark.heritage("F2")
@pytest.mark.parametrize("fen", ORDER_FENS)
def test_check_is_seen_without_playing(bot: Bot, fen: str) -> None:
    board = at(bot, fen).board
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        assert bot.is_check(move) == board.gives_check(move) == after.is_check()
    assert (board.fen(), board.move_stack) == (Board(fen).fen(), [])


@pytest.mark.heritage("F2")
def test_check_is_seen_for_every_kind_of_move(bot: Bot) -> None:
    for uci, fen, check in [
        ("e3c4", "4k3/8/8/8/8/4N3/8/4RK2[] w - - 0 1", True),
        ("a7a8q", "7k/P7/8/8/8/8/8/K7[] w - - 0 1", True),
        ("a7a8n", "7k/P7/8/8/8/8/8/K7[] w - - 0 1", False),
        ("e1g1", "5k2/8/8/8/8/8/8/4K2R[] w K - 0 1", True),
        ("N@f6", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", True),
        ("N@f5", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", False),
        ("d5c6", "8/1k6/8/2pP4/8/8/8/K7[] w - c6 0 1", True),
        ("d5c6", "3k4/8/8/2pP4/8/8/8/K2R4[] w - c6 0 1", True),
    ]:
        assert at(bot, fen).is_check(Move.from_uci(uci)) is check


# F3.


def crowd(men: int, pawns: int) -> str:
    """Make a position with so many men on the board, kings included, and pawns among them."""
    board = ["."] * 64
    board[4], board[60] = "K", "k"
    free = list(range(8, 56))
    for square in free[:pawns]:
        board[square] = "P"
    # Knights far from the kings' files give no check to the side that has just moved.
    for square in [s for s in free[pawns:] if s < 40][: men - pawns - 2]:
        board[square] = "N"
    rows = ["".join(board[rank * 8 : rank * 8 + 8]) for rank in range(7, -1, -1)]
    text = "/".join(rows)
    for width in range(8, 0, -1):
        text = text.replace("." * width, str(width))
    return f"{text}[] w - - 0 1"


@pytest.mark.heritage("F3")
@pytest.mark.parametrize(
    ("men", "pawns", "depth", "stage"),
    [
        (32, 16, 3, "o"),
        (29, 13, 3, "o"),
        (28, 13, 5, "o"),
        (29, 12, 5, "o"),
        (23, 9, 5, "o"),
        (22, 9, 11, "e"),
        (23, 8, 11, "e"),
        (2, 0, 11, "e"),
    ],
)
def test_the_depth_follows_men_and_pawns(
    bot: Bot, men: int, pawns: int, depth: int, stage: str
) -> None:
    board = at(bot, crowd(men, pawns)).board
    assert board.occupied.bit_count() == men
    assert board.pawns.bit_count() == pawns
    assert bot.determine_depth() == depth
    assert bot.game_stage == stage


@pytest.mark.heritage("F3")
def test_the_endgame_is_for_good_until_a_new_game(bot: Bot) -> None:
    stages = [bot.game_stage]
    assert at(bot, crowd(10, 2)).determine_depth() == 11
    stages.append(bot.game_stage)
    assert at(bot, Board.starting_fen).determine_depth() == 11
    assert bot.determine_depth(late_step=True) == 11
    stages.append(bot.game_stage)
    bot.new_game()
    stages.append(bot.game_stage)
    assert bot.determine_depth() == 3
    assert stages == ["o", "e", "e", "o"]


@pytest.mark.heritage("F3")
def test_the_late_step_is_off_unless_asked_for(bot: Bot) -> None:
    board = Board(crowd(6, 2))
    assert bot.determine_depth(board, late_step=True) == 7
    assert bot.game_stage == "o"
    assert bot.determine_depth(Board(crowd(5, 2)), late_step=True) == 11
    bot.new_game()
    assert bot.determine_depth(Board(crowd(6, 1)), late_step=True) == 11
    bot.new_game()
    assert bot.determine_depth(board) == 11


@pytest.mark.heritage("F3")
@pytest.mark.parametrize("limit", [None, Limit()])
def test_the_depth_is_that_of_a_search_without_any_limit(bot: Bot, limit: Limit | None) -> None:
    depths: list[int] = []
    bot.calculate_next_move(limit, on_info=lambda info: depths.append(info.depth))
    assert max(depths) == 3
    assert bot.think(Board(), Limit(depth=2)).depth == 2


# F4.


@pytest.mark.heritage("F4")
def test_the_log_is_off_unless_asked_for(
    bot: Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bot.log_to_file("nobody reads this")
    assert not logs.is_on()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.heritage("F4")
def test_lines_are_appended_to_log_txt_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bot = Bot(Engine(1), log_level="info")
    bot.log_to_file("first")
    bot.log_to_file("second")
    logs.disable()
    lines = (tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("first")
    assert lines[1].endswith("second")
    Bot(Engine(1), log_level="info").log_to_file("third")
    logs.disable()
    assert len((tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()) == 3


@pytest.mark.heritage("F4")
def test_the_path_is_set_by_argument_option_or_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Bot(Engine(1), log_file=str(tmp_path / "argument")).log_to_file("by argument")
    logs.disable()
    bot = Bot(Engine(1))
    bot.set_option("LogFile", str(tmp_path / "option"))
    bot.log_to_file("not yet: there is no level")
    bot.set_option("LogLevel", "info")
    bot.log_to_file("by option")
    logs.disable()
    monkeypatch.setenv("FURYHOUSE_LOG", str(tmp_path / "environment"))
    Bot(Engine(1)).log_to_file("by environment")
    logs.disable()
    for name in ("argument", "option", "environment"):
        lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
        assert len(lines) == 1
        assert lines[0].endswith(f"by {name}")


@pytest.mark.heritage("F4")
def test_a_log_that_cannot_be_written_is_one_warning_and_the_game_goes_on(tmp_path: Path) -> None:
    with pytest.warns(RuntimeWarning, match="log") as caught:
        bot = Bot(Engine(1), log_file=str(tmp_path / "no such folder" / "log.txt"))
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bot.log_to_file("lost")
        assert bot.calculate_next_move(Limit(depth=1)) is not None


@pytest.mark.heritage("F4")
def test_the_standard_logger_hears_it(bot: Bot, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="furyhouse"):
        bot.log_to_file("heard")
    assert "heard" in caplog.messages


# F5.


@pytest.mark.heritage("F5")
@pytest.mark.parametrize(
    ("fen", "phase"),
    [
        (Board.starting_fen, (0 * 256 + 12) / 24),
        ("4k3/8/8/8/8/8/8/4K3[QQqq] w - - 0 1", 256.0),  # bare, and the pockets do not count
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR[] w KQkq - 0 1", (8 * 256 + 12) / 24),
        ("4k3/8/8/8/8/8/8/3QK3[] w - - 0 1", (20 * 256 + 12) / 24),
        ("4k3/8/8/8/8/8/8/1N2KB1R[] w - - 0 1", (20 * 256 + 12) / 24),
        ("4k3/8/8/8/8/8/PPPPPPPP/4K3[] w - - 0 1", 256.0),  # pawns count nothing
        ("4k3/8/8/8/QQQQQQQQ/8/8/4K3[] b - - 0 1", 0.0),  # never below 0
    ],
)
def test_the_phase_is_the_same_number_between_0_and_256(bot: Bot, fen: str, phase: float) -> None:
    result = at(bot, fen).calculate_phase()
    assert isinstance(result, float)
    assert result == pytest.approx(phase)


# F6.


@pytest.mark.heritage("F6")
@pytest.mark.parametrize("counters", ["0 1", "10 1", "0 100", "99 12345"])
def test_both_counters_are_cut_whatever_their_length(bot: Bot, counters: str) -> None:
    fen = "4k3/8/8/8/8/8/8/4K3[Qp] w - -"
    assert bot.convert_fen(f"{fen} {counters}") == fen


@pytest.mark.heritage("F6")
def test_a_fen_without_counters_stays_as_it_is(bot: Bot) -> None:
    fen = "4k3/8/8/8/8/8/8/4K3[Qp] w - -"
    assert bot.convert_fen(fen) == fen
    assert bot.convert_fen(Board.starting_fen) == Board().epd()


@pytest.mark.heritage("F6")
@pytest.mark.parametrize("text", ["", "hello", "4k3/8/8/8/8/8/8/4K3[X] w - - 0 1", "x" * 5000])
def test_what_is_not_a_fen_is_refused(bot: Bot, text: str) -> None:
    with pytest.raises(FenError):
        bot.convert_fen(text)


# F7.


@pytest.mark.heritage("F7")
def test_an_index_is_drawn_evenly_and_repeatably() -> None:
    items = "abcde"
    bot = Bot(Engine(1), seed=11)
    drawn = [bot.get_random_index(items) for _ in range(5000)]
    counts = Counter(drawn)
    assert set(counts) == set(range(5))
    # Five standard deviations of a fair draw.
    assert all(abs(count - 1000) < 142 for count in counts.values())
    again = Bot(Engine(1), seed=11)
    assert [again.get_random_index(items) for _ in range(5000)] == drawn
    other = Bot(Engine(1), seed=12)
    assert [other.get_random_index(items) for _ in range(5000)] != drawn


@pytest.mark.heritage("F7")
def test_an_index_of_nothing_is_a_warning_and_0(bot: Bot) -> None:
    with pytest.warns(RuntimeWarning, match="empty"):
        assert bot.get_random_index([]) == 0


# F8.


@pytest.mark.heritage("F8")
@pytest.mark.parametrize(
    ("figures", "king", "held"),
    [(True, "♕~· · · ♔", ("[♟ ♟]", "[♕]")), (False, "Q~. . . K", ("[pp]", "[Q]"))],
)
def test_the_board_is_printed_with_both_pockets_and_its_fen_logged(
    bot: Bot, caplog: pytest.LogCaptureFixture, *, figures: bool, king: str, held: tuple[str, str]
) -> None:
    fen = "4k3/8/8/8/8/8/8/Q~3K3[Qpp] w - - 0 1"
    out = io.StringIO()
    with caplog.at_level(logging.INFO, logger="furyhouse"):
        at(bot, fen).print_board(file=out, figures=figures)
    lines = out.getvalue().splitlines()
    assert (lines[0].strip(), lines[-1].strip()) == held
    # A promoted man is told from another, in letters and in figures.
    assert lines[8].startswith(f" 1 {king}")
    assert any(fen in message for message in caplog.messages)
    # It is the drawing that the game in the terminal shows.
    assert out.getvalue() == draw(bot.board, plain=not figures) + "\n"


@pytest.mark.heritage("F8")
def test_the_board_goes_to_standard_output_in_letters_where_it_must(
    bot: Bot, capsys: pytest.CaptureFixture[str]
) -> None:
    bot.print_board()
    assert "a b c d e f g h" in capsys.readouterr().out
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding="ascii") as narrow:
        bot.print_board(file=narrow)
        narrow.flush()
        assert b"k" in raw.getvalue()
