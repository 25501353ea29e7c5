"""The levels of strength: what they change, what they never do, and how they are asked for."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from furyhouse import QUEEN, Board, Bot, Engine, Info, Limit, Move, OptionError, SearchResult, Skill
from furyhouse.skill import FULL_ELO, FULL_LEVEL, LEVELS

RICH = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[BNnp] w - - 0 12"
MATES_IN_ONE = (
    "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1[] w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8[P] w - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[] w KQkq - 4 4",
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR[] b KQkq - 0 2",
)
# The queen is attacked by a pawn or a knight, and can go away.
QUEEN_ATTACKED = (
    "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR[Pp] b KQkq - 1 3",
    "rnbqkb1r/pppp1ppp/5n2/4p1Q1/4P3/8/PPPP1PPP/RNB1KBNR[] b KQkq - 3 3",
    "r1b1kb1r/pppp1ppp/2n2n2/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R[] b KQkq - 0 5",
    "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R[] b KQkq - 3 3",
)
# From here on every capture, promotion and check is noticed, and from there on every move.
SEES_MATES = next(number for number, level in enumerate(LEVELS) if level.forcing >= 9)
SEES_FORCING = next(number for number, level in enumerate(LEVELS) if level.forcing == 100)
SEES_ALL = next(number for number, level in enumerate(LEVELS) if level.quiet == 100)


@pytest.fixture(scope="module")
def engine() -> Engine:
    """Make one small engine for the tests that need no other."""
    return Engine(4)


def without_time(result: SearchResult) -> tuple[object, ...]:
    """Give what two equal searches have in common."""
    return (result.move, result.score, result.pv, result.nodes, result.root_moves)


@pytest.fixture(scope="module")
def boards(root: Path) -> list[Board]:
    """Read positions of the openings file."""
    lines = (root / "tests" / "data" / "openings.fen").read_text(encoding="utf-8").splitlines()
    return [Board(line) for line in lines[:12]]


# The ladder.


def test_there_are_twenty_levels_and_full_strength_each_above_the_one_before() -> None:
    assert FULL_LEVEL == len(LEVELS) == 20
    elos = [*(level.elo for level in LEVELS), FULL_ELO]
    assert elos == sorted(set(elos))
    steps = [high - low for low, high in pairwise(elos)]
    assert all(80 <= step <= 250 for step in steps)


def test_a_higher_level_sees_no_less() -> None:
    for low, high in pairwise(LEVELS):
        assert low.forcing <= high.forcing
        assert low.quiet <= high.quiet
        assert low.depth <= high.depth


def test_elo_and_level_are_two_words_for_the_same() -> None:
    for number, level in enumerate(LEVELS):
        assert Skill.from_elo(level.elo).level == number
        assert Skill(number).elo == level.elo
    between = Skill.from_elo((LEVELS[3].elo + LEVELS[4].elo) / 2)
    assert between.level == pytest.approx(3.5, abs=0.01)
    assert Skill.from_elo(-1e9).level == 0
    assert Skill.from_elo(float("inf")).is_full


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: Skill(-1), "level is from 0 to 20, not -1"),
        (lambda: Skill(20.5), "level is from 0 to 20, not 20.5"),
        (lambda: Skill(float("nan")), "level is from 0 to 20, not nan"),
        (lambda: Skill(1, -1), "seed is from 0 to 18446744073709551615, not -1"),
        (lambda: Skill(1, 2**64), "seed is from 0 to 18446744073709551615, not 1844"),
        (lambda: Skill.from_elo(float("nan")), "elo is a number, not nan"),
        (lambda: Bot(Engine(1), skill=21), "level is from 0 to 20, not 21"),
    ],
)
def test_a_skill_out_of_range_is_refused(make: Callable[[], object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        make()


@pytest.mark.parametrize("wrong", ["5", None, True, [1]])
def test_a_skill_that_is_no_number_is_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match="level is a number from 0 to 20"):
        Skill(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="elo is a number"):
        Skill.from_elo(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seed is a whole number"):
        Skill(1, wrong)  # type: ignore[arg-type]


# Full strength.


def test_the_last_level_is_a_search_without_any(engine: Engine, boards: list[Board]) -> None:
    for board in boards[:10]:
        engine.clear()
        plain = engine.search(board, Limit(nodes=3000))
        engine.clear()
        full = engine.search(board, Limit(nodes=3000), skill=Skill(20, 5))
        assert without_time(full) == without_time(plain)


def test_a_bot_of_the_last_level_is_a_bot_without_any(boards: list[Board]) -> None:
    for board in boards[:5]:
        plain, full = (
            bot.think(board, Limit(depth=5))
            for bot in (Bot(Engine(1), seed=4), Bot(Engine(1), seed=4, skill=20))
        )
        assert without_time(full) == without_time(plain)


def test_an_analysis_is_of_full_strength() -> None:
    def analyse(skill: float) -> SearchResult:
        bot = Bot(Engine(4), skill=skill, seed=1)

        def hear(info: Info) -> None:
            if info.depth == 5:
                bot.stop()

        return bot.think(Board(RICH), Limit(infinite=True, depth=5), on_info=hear)

    weak, full = analyse(0), analyse(20)
    assert without_time(weak) == without_time(full)
    assert weak.depth == 5
    assert len(weak.root_moves) == Board(RICH).legal_moves.count()


def test_a_weak_search_leaves_a_strong_one_as_it_was(boards: list[Board]) -> None:
    alone = without_time(Engine(4).search(boards[0], Limit(nodes=5000)))
    engine = Engine(4)
    for level in range(20):
        engine.search(boards[0], Limit(nodes=5000), skill=Skill(level))
    assert without_time(engine.search(boards[0], Limit(nodes=5000))) == alone


# Being repeatable.


@pytest.mark.parametrize("level", [0, 3, 7.5, 11, 14, 17, 19])
def test_a_seed_makes_the_moves_repeatable_whatever_was_searched_before(
    level: float, boards: list[Board]
) -> None:
    engines = [Engine(4), Engine(1, 2)]
    engines[1].search(boards[0], Limit(depth=6))
    for board in boards[:6]:
        found = [
            without_time(engine.search(board, Limit(depth=20), skill=Skill(level, seed=9)))
            for engine in engines
        ]
        assert found[0] == found[1]


def test_bots_with_a_seed_play_the_same_game_and_another_the_next_time() -> None:
    def play(bot: Bot) -> list[Move]:
        bot.new_game()
        while len(bot.board.move_stack) < 30 and not bot.board.is_game_over():
            move = bot.calculate_next_move(Limit(depth=9))
            assert move is not None
            bot.record_move(move)
        return list(bot.board.move_stack)

    one, other = (Bot(Engine(1), skill=8, seed=5) for _ in range(2))
    first = play(one)
    assert play(other) == first
    second = play(one)
    assert second != first
    assert play(other) == second
    one.set_option("Seed", 5)
    assert play(one) == first


def test_without_a_seed_games_differ() -> None:
    games = set()
    for _ in range(5):
        bot = Bot(Engine(1), skill=2)
        for _ in range(6):
            move = bot.calculate_next_move(Limit(depth=9))
            assert move is not None
            bot.record_move(move)
        games.add(bot.board.fen())
    assert len(games) > 1


# What is played.


@pytest.mark.parametrize("level", range(21))
def test_every_level_plays_whole_games_of_legal_moves(level: int, engine: Engine) -> None:
    board = Board()
    for _ in range(60):
        if board.outcome() is not None:
            break
        skill = Skill(level, seed=level)
        result = engine.search(board, Limit(nodes=300), skill=skill)
        assert result.move is not None
        assert result.pv[0] == result.move
        assert {root.move for root in result.root_moves} <= set(board.legal_moves)
        board.push(result.move)
    assert board.move_stack


@pytest.mark.parametrize("level", [0, 10, 19])
def test_no_move_is_found_where_there_is_none_and_the_only_one_where_there_is_one(
    level: int, engine: Engine
) -> None:
    mated = Board("6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1")
    result = engine.search(mated, Limit(depth=3), skill=Skill(level))
    assert (result.move, result.score.mate()) == (None, 0)
    only = [Move.from_uci("h2h3")]
    for seed in range(20):
        result = engine.search(Board(), Limit(depth=3), root_moves=only, skill=Skill(level, seed))
        assert result.move == only[0]


@pytest.mark.parametrize("fen", MATES_IN_ONE)
def test_all_but_the_weakest_see_every_mate_in_one(fen: str, engine: Engine) -> None:
    assert SEES_MATES <= 5
    for level in range(SEES_MATES, 21):
        for seed in range(10):
            result = engine.search(Board(fen), Limit(depth=3), skill=Skill(level, seed))
            assert result.score.mate() == 1, (level, seed)
            board = Board(fen)
            assert result.move is not None
            board.push(result.move)
            assert board.is_checkmate(), (level, seed)


def test_the_weakest_overlook_some_mates_in_one(engine: Engine) -> None:
    mates = sum(
        engine.search(Board(fen), Limit(depth=3), skill=Skill(0, seed)).score.mate() == 1
        for fen in MATES_IN_ONE
        for seed in range(20)
    )
    assert 0 < mates < 50


@pytest.mark.parametrize("fen", QUEEN_ATTACKED)
def test_a_level_that_sees_all_moves_leaves_no_queen_hanging(fen: str, engine: Engine) -> None:
    for level in range(SEES_ALL, 21):
        for seed in range(10):
            board = Board(fen)
            us = board.turn
            move = engine.search(board, Limit(nodes=3000), skill=Skill(level, seed)).move
            assert move is not None
            board.push(move)
            [queen] = board.pieces(QUEEN, us)
            takers = {
                board.piece_type_at(m.from_square)
                for m in board.legal_moves
                if m.to_square == queen
            }
            assert takers <= {QUEEN}, (level, seed, move)


@pytest.mark.parametrize("level", range(20))
def test_the_move_is_never_worse_by_more_than_the_slack(
    level: int, engine: Engine, boards: list[Board]
) -> None:
    step = LEVELS[level]
    for board in boards[:12]:
        result = engine.search(board, Limit(depth=20), skill=Skill(level, 3))
        assert result.nodes <= (step.nodes or 20_000)
        assert result.depth <= step.depth
        scores = {root.move: root.score for root in result.root_moves}
        assert result.move is not None
        assert scores[result.move] == result.score
        best = result.root_moves[0].score
        assert best.score(mate_score=9999) - result.score.score(mate_score=9999) <= step.slack


def test_a_level_with_slack_plays_different_moves(engine: Engine) -> None:
    assert LEVELS[SEES_ALL].slack > 0
    moves = {
        engine.search(Board(), Limit(depth=9), skill=Skill(SEES_ALL, seed)).move
        for seed in range(40)
    }
    assert len(moves) > 2


def test_low_levels_overlook_drops_and_quiet_moves_more_than_captures(engine: Engine) -> None:
    board = Board(RICH)
    forcing = {m for m in board.legal_moves if board.is_capture(m) or board.gives_check(m)}
    for level in range(2, SEES_FORCING):
        seen = [
            {r.move for r in engine.search(board, Limit(depth=1), skill=Skill(level, s)).root_moves}
            for s in range(60)
        ]
        share = sum(len(moves & forcing) for moves in seen) / len(forcing)
        others = board.legal_moves.count() - len(forcing)
        assert share > sum(len(moves - forcing) for moves in seen) / others
    for level in range(SEES_FORCING, 20):
        result = engine.search(board, Limit(depth=1), skill=Skill(level, 1))
        assert forcing <= {root.move for root in result.root_moves}


# How it is asked for.


def test_the_limits_of_a_search_hold_below_those_of_a_level(engine: Engine) -> None:
    result = engine.search(Board(RICH), Limit(nodes=50), skill=Skill(19))
    assert result.nodes == 50
    result = engine.search(Board(RICH), Limit(depth=2), skill=Skill(19))
    assert result.depth == 2
    result = engine.search(Board(RICH), Limit(white_clock=0.05), skill=Skill(19))
    assert result.time < 1


def test_a_pondered_move_is_of_the_level_too() -> None:
    bot = Bot(Engine(1), skill=10, seed=3)
    bot.ponderhit()
    plain = bot.think(Board(RICH), Limit(depth=9))
    again = Bot(Engine(1), skill=10, seed=3)
    heard: list[object] = []

    def hit(info: object) -> None:
        heard.append(info)
        again.ponderhit()

    pondered = again.think(Board(RICH), Limit(ponder=True, depth=9), on_info=hit)
    assert heard
    assert without_time(pondered) == without_time(plain)


def test_the_options_say_how_well_a_bot_plays() -> None:
    bot = Bot(Engine(1))
    assert bot.skill == 20
    bot.set_option("Skill Level", 4)
    assert bot.skill == 4
    # Who only asks for a weaker player gets a middling one, not one that plays nearly at random.
    bot.set_option("UCI_LimitStrength", value=True)
    assert bot.skill == 10
    bot.set_option("UCI_LimitStrength", value=False)
    bot.set_option("UCI_Elo", LEVELS[9].elo)
    assert bot.skill == 4
    bot.set_option("UCI_LimitStrength", value=True)
    assert bot.skill == 9
    # An interface sends all options in any order.
    bot.set_option("Skill Level", 20)
    assert bot.skill == 9
    bot.set_option("Limit Strength", value=False)
    assert bot.skill == 20
    for name, wrong in (("Skill Level", 21), ("Elo", LEVELS[0].elo - 1), ("Limit Strength", 1)):
        with pytest.raises(OptionError, match=f"{name}: found"):
            bot.set_option(name, wrong)
