"""Bot: how it chooses a move, records the game, and is set up."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from furyhouse import (
    Board,
    Bot,
    Engine,
    EngineError,
    Info,
    Limit,
    Move,
    OptionError,
    RootMove,
    Score,
    SearchControl,
    SearchResult,
)
from furyhouse.bot import Style
from furyhouse.options import OPTIONS

WRONG: tuple[tuple[str, float], ...] = (
    ("tie_margin", -1),
    ("tie_margin", 100_001),
    ("multipv", 0),
    ("multipv", 501),
    ("move_overhead", -1.0),
    ("move_overhead", float("nan")),
    ("move_overhead", float("inf")),
)
RICH = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[BNnp] w - - 0 12"


@pytest.fixture
def bot() -> Bot:
    """Make a bot with a small engine."""
    return Bot(Engine(4), seed=7)


def at(bot: Bot, fen: str) -> Bot:
    """Set up a position."""
    bot.board = Board(fen)
    return bot


# F9.


def found(*roots: tuple[str, Score, bool]) -> SearchResult:
    """Make the result of a search that found these moves."""
    moves = [RootMove(Move.from_uci(uci), score, exact) for uci, score, exact in roots]
    best = moves[0]
    return SearchResult(best.move, None, [best.move], 5, 8, 100, 0.1, best.score, moves, 0)


class Stub(Engine):
    """An engine that finds what it is told to find."""

    def __init__(self, result: SearchResult) -> None:
        super().__init__(1)
        self.result = result
        self.margins: list[object] = []

    def search(self, *_arguments: object, **options: object) -> SearchResult:
        self.margins.append(options["tie_margin"])
        return self.result


def picks(result: SearchResult, margin: int | None, seed: int = 1) -> Counter[str]:
    """Count which moves a bot picks out of a result."""
    bot = Bot(Stub(result), seed=seed, tie_margin=margin)
    moves = [bot.think(Board(), Limit(depth=1)).move for _ in range(300)]
    return Counter(str(move) for move in moves)


@pytest.mark.heritage("F9")
def test_ties_are_broken_by_lot_among_exact_scores_only() -> None:
    result = found(
        ("e2e4", Score(30), True),
        ("d2d4", Score(30), True),
        ("c2c4", Score(30), False),
        ("g1f3", Score(29), True),
    )
    counts = picks(result, 0)
    assert set(counts) == {"e2e4", "d2d4"}
    assert min(counts.values()) > 100


@pytest.mark.heritage("F9")
def test_the_margin_is_in_centipawns() -> None:
    result = found(
        ("e2e4", Score(30), True),
        ("d2d4", Score(20), True),
        ("g1f3", Score(19), True),
        ("c2c4", Score(25), False),
    )
    assert set(picks(result, 10)) == {"e2e4", "d2d4"}
    assert set(picks(result, 9)) == {"e2e4"}
    assert set(picks(result, None)) == {"e2e4"}


@pytest.mark.heritage("F9")
def test_a_mate_is_only_as_good_as_the_same_mate() -> None:
    result = found(
        ("e2e4", Score(mate=2), True),
        ("d2d4", Score(mate=2), True),
        ("g1f3", Score(mate=3), True),
        ("c2c4", Score(900), True),
    )
    assert set(picks(result, 1000)) == {"e2e4", "d2d4"}
    lost = found(("e2e4", Score(-900), True), ("d2d4", Score(mate=-5), True))
    assert set(picks(lost, 1000)) == {"e2e4"}


@pytest.mark.heritage("F9")
def test_a_seed_makes_the_lots_repeatable_and_the_result_tells_of_the_move_drawn() -> None:
    result = found(("e2e4", Score(30), True), ("d2d4", Score(28), True))
    runs = []
    for seed in (1, 1, 2):
        bot = Bot(Stub(result), seed=seed, tie_margin=5)
        runs.append([bot.think(Board(), Limit(depth=1)) for _ in range(50)])
    assert runs[0] == runs[1] != runs[2]
    for drawn in runs[0]:
        assert drawn.move == drawn.pv[0]
        assert drawn.score == next(r.score for r in result.root_moves if r.move == drawn.move)


@pytest.mark.heritage("F9")
def test_a_real_search_gives_the_ties_their_exact_scores() -> None:
    # Both rooks mate at once by the mirror of each other's move.
    board = Board("k7/8/1K6/8/8/8/8/3R3R[] w - - 0 1")
    picked = set()
    for seed in range(12):
        result = Bot(Engine(1), seed=seed).think(board, Limit(depth=3))
        assert result.score == Score(mate=1)
        assert result.move is not None
        picked.add(result.move.uci())
    assert picked == {"d1d8", "h1h8"}


@pytest.mark.heritage("F9")
def test_an_analysis_draws_no_lots() -> None:
    stub = Stub(found(("e2e4", Score(30), True), ("d2d4", Score(30), True)))
    bot = Bot(stub, seed=1)
    assert {bot.think(Board(), Limit(infinite=True)).move for _ in range(50)} == {
        Move.from_uci("e2e4")
    }
    assert set(stub.margins) == {None}


# C2.


@pytest.mark.heritage("C2")
def test_moves_of_both_sides_are_recorded_and_the_next_is_calculated(bot: Bot) -> None:
    bot.record_move("e2e4")
    bot.record_move("Nf6")
    bot.record_move(Move.from_uci("b1c3"))
    assert [move.uci() for move in bot.board.move_stack] == ["e2e4", "g8f6", "b1c3"]
    move = bot.calculate_next_move(Limit(depth=2))
    assert move in bot.board.legal_moves
    assert len(bot.board.move_stack) == 3
    assert move is not None
    bot.record_move(move)
    assert bot.board.peek() == move


@pytest.mark.heritage("C2")
def test_an_illegal_move_is_not_recorded(bot: Bot) -> None:
    for move in ("e2e5", "Ke2", "hello", Move.from_uci("N@e4")):
        with pytest.raises(ValueError, match="move"):
            bot.record_move(move)
    assert bot.board == Board()


@pytest.mark.heritage("C2")
def test_it_plays_a_whole_game_against_itself() -> None:
    bot = Bot(Engine(4), seed=2)
    while (outcome := bot.board.outcome()) is None:
        assert bot.board.ply() < 400
        move = bot.calculate_next_move(Limit(nodes=200))
        assert move is not None
        bot.record_move(move)
    assert bot.calculate_next_move() is None or outcome.winner is None
    assert outcome.termination is not None
    assert len(bot.board.move_stack) == bot.board.ply() > 20


@pytest.mark.heritage("C2")
def test_there_is_no_next_move_after_the_end(bot: Bot) -> None:
    at(bot, "7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1")
    assert bot.calculate_next_move() is None
    bot.style = "random"
    assert bot.calculate_next_move() is None


# C15.


@pytest.mark.heritage("C15")
@pytest.mark.parametrize(
    ("fen", "castlings"),
    [
        ("4k3/8/8/8/8/8/8/R3K3[QRBN] w Q - 0 1", {"e1c1"}),
        ("r3k2r/8/8/8/8/8/8/4K3[qrbn] b kq - 0 1", {"e8g8", "e8c8"}),
    ],
)
def test_the_random_style_castles_when_it_can(fen: str, castlings: set[str]) -> None:
    for seed in range(10):
        move = Bot(Engine(1), style="random", seed=seed).think(Board(fen)).move
        assert str(move) in castlings


@pytest.mark.heritage("C15")
def test_the_random_style_plays_any_legal_move_alike_and_repeatably() -> None:
    def play(seed: int) -> list[str]:
        bot = Bot(Engine(1), style="random", seed=seed)
        return [str(bot.think(Board()).move) for _ in range(4000)]

    drawn = play(5)
    counts = Counter(drawn)
    assert set(counts) == {move.uci() for move in Board().legal_moves}
    assert all(120 < count < 290 for count in counts.values())
    assert play(5) == drawn != play(6)


@pytest.mark.heritage("C15")
def test_the_random_style_is_an_option_and_keeps_to_the_moves_asked_for(bot: Bot) -> None:
    bot.set_option("Style", "random")
    bot.set_option("Seed", 4)
    chosen = [Move.from_uci("a2a3"), Move.from_uci("h2h3")]
    moves = {bot.think(Board(), Limit(time=60.0), root_moves=chosen).move for _ in range(40)}
    assert moves == set(chosen)


@pytest.mark.heritage("C15")
def test_the_random_style_still_ponders_and_analyses_as_long_as_it_is_told(bot: Bot) -> None:
    bot.style = "random"
    for limit in (Limit(infinite=True), Limit(time=0.01, ponder=True)):
        control = SearchControl()
        timer = threading.Timer(0.2, control.stop)
        started = time.perf_counter()
        timer.start()
        assert bot.think(Board(), limit, control=control).move in Board().legal_moves
        assert time.perf_counter() - started > 0.15
        timer.join()


# The rest of it.


def test_options_reach_what_they_set(bot: Bot) -> None:
    for name, value in [
        ("Hash", 2),
        ("Threads", 2),
        ("multipv", 3),
        ("Move Overhead", 250),
        ("TieMargin", 12),
        ("Clear Hash", None),
    ]:
        bot.set_option(name, value)
    assert (bot.engine.hash_mb, bot.engine.threads) == (2, 2)
    assert (bot.multipv, bot.move_overhead, bot.tie_margin) == (3, 0.25, 12)
    infos: list[Info] = []
    bot.think(Board(), Limit(depth=2), on_info=infos.append)
    assert {info.multipv for info in infos} == {1, 2, 3}


def test_the_fifty_move_rule_holds_for_the_game_and_what_is_searched(bot: Bot) -> None:
    bot.record_move("Nf3")
    bot.set_option("Fifty Move Rule", value=True)
    assert bot.board.fifty_moves
    assert bot.board.move_stack == [Move.from_uci("g1f3")]
    bot.new_game()
    assert bot.board.fifty_moves
    fen = "8/k7/8/8/8/8/8/K6Q[] w - - 99 90"
    drawn = bot.think(Board(fen, fifty_moves=True), Limit(depth=6))
    assert drawn.score == Score(0)
    assert bot.think(Board(fen), Limit(depth=6)).score > Score(300)
    bot.set_option("Fifty Move Rule", value=False)
    assert not bot.board.fifty_moves


def test_options_of_the_conversation_change_nothing_in_the_bot(bot: Bot) -> None:
    for option in OPTIONS:
        if option.is_talk:
            bot.set_option(option.name, option.default)
    with pytest.raises(OptionError, match="Resign Score: found -1"):
        bot.set_option("Resign Score", -1)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("No Such Option", 1, OptionError),
        ("Hash", 0, OptionError),
        ("Hash", "64", OptionError),
        ("Style", "brilliant", OptionError),
    ],
)
def test_a_wrong_option_is_refused(
    bot: Bot, name: str, value: int | str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        bot.set_option(name, value)


def test_a_table_larger_than_the_memory_is_refused_and_play_goes_on(bot: Bot) -> None:
    with pytest.raises(EngineError):
        bot.engine.hash_mb = 2**40
    assert bot.calculate_next_move(Limit(depth=1)) is not None


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="style"):
        Bot(Engine(1), style="brilliant")  # type: ignore[arg-type]
    for name, value in WRONG:
        with pytest.raises(ValueError, match=name):
            Bot(Engine(1), **{name: value})  # type: ignore[arg-type]
        bot = Bot(Engine(1))
        before = getattr(bot, name)
        with pytest.raises(ValueError, match=name):
            setattr(bot, name, value)
        assert getattr(bot, name) == before


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (lambda bot: bot.think(5), "a bot needs a Board, not int"),
        (lambda bot: bot.think(Board(), 5), "a bot needs a Limit, not int"),
        (lambda bot: bot.think(Board(), 0), "a bot needs a Limit, not int"),
        (lambda bot: bot.calculate_next_move("1 s"), "a bot needs a Limit, not str"),
        (lambda bot: bot.determine_depth("x"), "a depth needs a Board, not str"),
        (lambda _: Bot(engine=5), "a bot needs an Engine, not int"),  # type: ignore[arg-type]
        (lambda _: Bot(tie_margin="9"), "tie_margin is an int from 0 to 100000, not str"),  # type: ignore[arg-type]
        (lambda _: Bot(multipv=1.0), "multipv is an int from 1 to 500, not float"),  # type: ignore[arg-type]
        (lambda _: Bot(move_overhead="x"), "move_overhead is "),  # type: ignore[arg-type]
        (lambda bot: bot.engine.search(Board(), None), "a search needs a Limit, not NoneType"),
        (lambda bot: bot.engine.search("x", Limit(depth=1)), "a search needs a Board, not str"),
    ],
)
def test_what_is_of_another_kind_is_refused_in_words(
    bot: Bot, call: Callable[[Any], object], fault: str
) -> None:
    for stage in ("o", "e"):
        bot.game_stage = stage
        with pytest.raises(TypeError, match=f"^{fault}"):
            call(bot)


@pytest.mark.parametrize(
    "limit",
    [None, Limit(), Limit(nps=5000), Limit(black_clock=1.0), Limit(white_inc=1.0)],
    ids=repr,
)
def test_without_anything_that_ends_a_search_the_stage_of_the_game_says_how_deep(
    bot: Bot, limit: Limit | None
) -> None:
    assert bot.think(Board(), limit).depth == bot.determine_depth(Board()) == 3


@pytest.mark.parametrize("style", ["search", "random"])
def test_pondering_without_any_limit_ends_after_the_hit(bot: Bot, style: Style) -> None:
    bot.style = style
    control = SearchControl()
    hit = threading.Timer(0.3, control.ponderhit)
    started = time.perf_counter()
    hit.start()
    assert bot.think(Board(), Limit(ponder=True), control=control).move in Board().legal_moves
    assert time.perf_counter() - started > 0.25
    hit.join()


def test_the_seed_can_be_set_again(bot: Bot) -> None:
    runs = []
    for _ in range(2):
        bot.set_option("Seed", 9)
        runs.append([bot.get_random_index(range(1000)) for _ in range(20)])
    assert runs[0] == runs[1]
    bot.set_option("Seed", 0)
    assert [bot.get_random_index(range(1000)) for _ in range(20)] != runs[0]


def test_a_stop_from_another_thread_ends_the_thinking(bot: Bot) -> None:
    moves: list[Move | None] = []
    thread = threading.Thread(
        target=lambda: moves.append(bot.calculate_next_move(Limit(infinite=True)))
    )
    thread.start()
    while thread.is_alive():
        bot.stop()
        thread.join(0.05)
    assert moves[0] in bot.board.legal_moves
