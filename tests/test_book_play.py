"""Playing from a book: the options of both protocols, the bot, and books that fail in the game."""

import random
import subprocess
import time
from collections import Counter
from pathlib import Path

import chess.engine
import chess.variant
import pytest

from engine_process import COMMAND, EngineProcess, engine
from furyhouse import Board, Bot, Engine, Limit, Move, OptionError
from furyhouse.book import Book
from furyhouse.lab.book_maker import write_book
from furyhouse.play import Settings, TerminalGame
from furyhouse.polyglot import move_code, position_key

START = Board()
MOVES = {"a2a3": 3, "h2h4": 1}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Make a book with two moves for the start, one for the position after `a2a3`, and no more."""
    path = tmp_path / "a book.bin"
    after = Board()
    after.push_uci("a2a3")
    written = {START.fen(): MOVES, after.fen(): {"h7h5": 1}}
    write_book(
        path,
        sorted(
            (position_key(Board(fen)), [(move_code(Move.from_uci(u)), w) for u, w in moves.items()])
            for fen, moves in written.items()
        ),
    )
    return path


@pytest.fixture
def bot(book: Path) -> Bot:
    """Make a bot that plays from the book."""
    bot = Bot(Engine(1), seed=7)
    bot.set_option("Book File", str(book))
    bot.set_option("OwnBook", value=True)
    return bot


# The bot.


def test_a_bot_plays_from_the_book_at_once_and_each_move_as_often_as_it_weighs(bot: Bot) -> None:
    started = time.monotonic()
    results = [bot.think(START, Limit(time=60.0)) for _ in range(400)]
    assert time.monotonic() - started < 5.0
    assert all(result.from_book and result.ponder is None for result in results)
    assert all(result.nodes == result.depth == 0 for result in results)
    drawn = Counter(result.move.uci() for result in results if result.move is not None)
    assert drawn.keys() == MOVES.keys()
    assert 250 < drawn["a2a3"] < 350


def test_the_same_seed_plays_the_same_moves(book: Path) -> None:
    played = []
    for _ in range(2):
        bot = Bot(Engine(1))
        for name, value in (("Seed", 5), ("Book File", str(book)), ("OwnBook", True)):
            bot.set_option(name, value)
        played.append([bot.think(START, Limit(depth=1)).move for _ in range(30)])
    assert played[0] == played[1]
    assert len(set(played[0])) == 2


def test_a_book_is_off_until_it_is_wanted(book: Path) -> None:
    bot = Bot(Engine(1))
    assert not bot.think(START, Limit(depth=1)).from_book
    bot.set_option("Book File", str(book))
    assert not bot.think(START, Limit(depth=1)).from_book
    bot.set_option("OwnBook", value=True)
    assert bot.think(START, Limit(depth=1)).from_book
    bot.set_option("OwnBook", value=False)
    assert not bot.think(START, Limit(depth=1)).from_book


@pytest.mark.parametrize("limit", [Limit(infinite=True, depth=1), Limit(mate=1, depth=1)])
def test_an_analysis_and_a_search_for_a_mate_do_not_look_into_the_book(
    bot: Bot, limit: Limit
) -> None:
    assert not bot.think(START, limit, on_info=lambda _: bot.stop()).from_book


def test_out_of_the_book_the_bot_searches(bot: Bot) -> None:
    after = Board()
    after.push_uci("h2h4")
    assert not bot.think(after, Limit(depth=1)).from_book
    assert not bot.think(START, Limit(depth=1), book=False).from_book


def test_only_moves_that_may_be_played_are_taken_from_the_book(bot: Bot) -> None:
    only = [Move.from_uci("h2h4"), Move.from_uci("e2e4")]
    found = {bot.think(START, Limit(depth=1), root_moves=only).move for _ in range(20)}
    assert found == {Move.from_uci("h2h4")}
    result = bot.think(START, Limit(depth=1), root_moves=[Move.from_uci("e2e4")])
    assert (result.move, result.from_book) == (Move.from_uci("e2e4"), False)


def test_a_random_bot_stays_one(bot: Bot) -> None:
    bot.set_option("Style", "random")
    assert not bot.think(START, Limit(depth=1)).from_book


def test_a_book_that_cannot_be_read_is_refused_and_the_one_before_stays(bot: Bot) -> None:
    with pytest.raises(OptionError, match=r"the book cannot be read: No such file or directory"):
        bot.set_option("Book File", "no/such/book.bin")
    assert bot.think(START, Limit(depth=1)).from_book
    bot.set_option("Book File", "")
    assert bot.think(START, Limit(depth=1)).move in {one.move for one in Book().moves(START)}


def test_a_book_that_fails_in_the_game_costs_no_move(bot: Bot, book: Path) -> None:
    told: list[str] = []
    bot.own_book.report = told.append
    book.unlink()
    result = bot.think(START, Limit(depth=2))
    assert (result.depth, result.from_book) == (2, False)
    assert told == ["the book cannot be read: No such file or directory"]


def test_every_bot_has_a_whole_game_in_the_shipped_book_and_beyond() -> None:
    generator = random.Random(3)  # noqa: S311 - a game, not a secret
    bot = Bot(Engine(1), seed=generator.randrange(1000))
    bot.set_option("OwnBook", value=True)
    board = Board()
    from_book: list[bool] = []
    while not board.is_game_over() and len(from_book) < 60:
        result = bot.think(board, Limit(nodes=50))
        assert result.move is not None
        from_book.append(result.from_book)
        board.push(result.move)
    assert from_book[:2] == [True, True]
    assert not from_book[-1]


def test_a_person_sees_that_a_move_is_from_the_book(bot: Bot) -> None:
    said: list[str] = []
    lines = iter(["quit"])
    TerminalGame(bot, lambda _: next(lines), said.append, Settings(side="black", seconds=9)).run()
    assert any("(book)" in line for line in said)


# UCI.


def test_uci_plays_from_the_book_with_one_best_move_for_each_go(
    uci: EngineProcess, book: Path
) -> None:
    uci.send(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    uci.send(
        "setoption name Seed value 3", "position startpos", *["go wtime 600000 btime 600000"] * 9
    )
    started = time.monotonic()
    moves = [uci.wait_for("bestmove .*") for _ in range(9)]
    assert time.monotonic() - started < 5.0
    assert set(moves) == {f"bestmove {uci_move}" for uci_move in MOVES}
    uci.send("isready")
    assert uci.wait_for("(readyok|bestmove.*)") == "readyok"
    assert "info string the move is from the opening book" in uci.seen
    uci.send("position startpos moves h2h4", "go depth 1")
    uci.wait_for("info depth 1 .*")
    uci.wait_for("bestmove .*")


@pytest.mark.parametrize("go", ["go infinite", "go ponder movetime 50"])
def test_uci_holds_its_best_move_back_whatever_is_in_the_book(
    uci: EngineProcess, book: Path, go: str
) -> None:
    uci.send(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    uci.send("position startpos", go)
    time.sleep(0.4)
    uci.send("isready")
    while (line := uci.line()) != "readyok":
        assert not line.startswith("bestmove")
        assert "book" not in line
    uci.send("stop")
    uci.wait_for("bestmove .*")


def test_uci_does_not_look_into_the_book_where_an_analysis_is_wanted(
    uci: EngineProcess, book: Path
) -> None:
    uci.send(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    for value, pattern in (("true", "info depth 3 .*"), ("false", "info string .* opening book")):
        uci.send(f"setoption name UCI_AnalyseMode value {value}", "position startpos", "go depth 3")
        uci.wait_for(pattern)
        uci.wait_for("bestmove .*")


def test_uci_tells_of_a_book_that_cannot_be_read(uci: EngineProcess, tmp_path: Path) -> None:
    bad = tmp_path / "games.pgn"
    bad.write_text("1. e4 e5 *\n")
    uci.send(f"setoption name Book File value {bad}", "setoption name OwnBook value true")
    line = uci.wait_for("info string .*")
    assert line == (
        "info string Book File: the book cannot be read: it is no book: found 11 bytes, expected"
        " entries of 16 bytes"
    )
    uci.send("position startpos", "go depth 1")
    uci.wait_for("info string the move is from the opening book")
    uci.wait_for("bestmove .*")


def test_uci_goes_on_when_the_book_goes_away(uci: EngineProcess, book: Path) -> None:
    uci.send(f"setoption name Book File value {book}", "setoption name OwnBook value true")
    uci.send("isready")
    uci.wait_for("readyok")
    book.unlink()
    uci.send("position startpos", "go depth 3")
    uci.wait_for("info string the book cannot be read: No such file or directory")
    uci.wait_for("info depth 3 .*")
    uci.wait_for("bestmove .*")


# CECP.


def test_xboard_s_protocol_plays_from_the_book_and_shows_it(book: Path) -> None:
    with engine("xboard") as process:
        process.send("protover 2", f"option BookFile={book}", "option OwnBook=1", "new", "bk")
        lines = [process.wait_for(" .*"), process.line(), process.line()]
        assert lines == [" a3       75.0 %", " h4       25.0 %", ""]
        process.send("level 0 10 0", "time 60000", "post", "go")
        move = process.wait_for("move .*")
        assert move.split()[1] in MOVES
        process.send("force", "new", "post", "hard", "usermove a2a3")
        assert process.wait_for("move .*") == "move h7h5"
        process.send("bk", "ping 1")
        assert [process.wait_for(" .*"), process.line()] == [" There are no book moves.", ""]
        process.wait_for("pong 1")
        process.send("quit")
        assert process.wait() == 0


def test_xboard_s_protocol_analyses_without_the_book(book: Path) -> None:
    with engine("xboard") as process:
        process.send("protover 2", f"option BookFile={book}", "option OwnBook=1", "new", "post")
        process.send("force", "analyze")
        process.wait_for(r"5 -?\d+ \d+ \d+ .*")
        process.send("quit")
        assert process.wait() == 0


def test_xboard_s_protocol_tells_of_a_bad_book_without_its_path(tmp_path: Path) -> None:
    # XBoard takes an error with the word "time" for an engine without clocks.
    with engine("xboard") as process:
        process.send("protover 2", f"option BookFile={tmp_path}/time/draw.bin", "ping 1")
        assert process.wait_for("Error.*") == (
            "Error (the book cannot be read: No suc~h file or directory): Book File"
        )
        process.send("quit")
        assert process.wait() == 0


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_python_chess_plays_a_game_from_the_shipped_book(protocol: str) -> None:
    kind = chess.engine.SimpleEngine
    popen = kind.popen_uci if protocol == "uci" else kind.popen_xboard
    limit = chess.engine.Limit(white_clock=300, black_clock=300)
    with popen([*COMMAND, protocol], timeout=30) as player:
        player.configure({"OwnBook": True})
        board = chess.variant.CrazyhouseBoard()
        known = Board()
        while moves := [one.move.uci() for one in Book().moves(known)]:
            started = time.monotonic()
            result = player.play(board, limit)
            assert time.monotonic() - started < 2.0
            assert result.move is not None
            assert result.move.uci() in moves
            board.push(result.move)
            known.push_uci(result.move.uci())
        assert known.ply() >= 2


# The terminal.


def played(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Play in the terminal."""
    return subprocess.run(
        [*COMMAND, "play", "--ascii", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_game_in_the_terminal_is_played_from_a_book(book: Path) -> None:
    for name, moves in (
        ([], {Board().san(one.move) for one in Book().moves(START)}),
        ([str(book)], {"a3", "h4"}),
    ):
        done = played("--side", "black", "--time", "50", "--book", *name, text="quit\n")
        assert done.returncode == 0, done.stderr
        [line] = [line for line in done.stdout.splitlines() if line.endswith("(book)")]
        assert line.startswith("furyhouse plays ")
        assert line.split()[2] in moves


def test_a_book_that_is_none_ends_a_game_in_the_terminal_before_it_begins() -> None:
    done = played("--book", "no/such/book.bin")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "furyhouse: no/such/book.bin: the book cannot be read: No such file or directory\n"
    )
