"""The command `furyhouse book`: from games to a file, a look into it, and what can go wrong."""

import gzip
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import chess.pgn
import chess.variant
import pytest

from furyhouse import Board, Engine, Limit
from furyhouse.book import Book
from furyhouse.lab.book_maker import Selection, scaled, selected, write_book
from furyhouse.lab.book_pgn import GameFilter, read_games
from furyhouse.lab.book_selfplay import SelfPlay, play_games
from furyhouse.lab.book_tally import BookTally
from furyhouse.lab.book_threads import side_by_side
from furyhouse.lab.book_tree import BookTree, Width
from furyhouse.lab.book_verify import Verification, verify
from furyhouse.lab.played_game import PlayedGame, Result
from furyhouse.polyglot import HEAVIEST, move_code, position_key

COMMAND = (sys.executable, "-m", "furyhouse", "book")
RANGED = (
    "--max-ply",
    "--min-games",
    "--min-elo",
    "--margin",
    "--replies",
    "--reply-plies",
    "--tie-margin",
)
START = Board()
OWN = "furyhouse's own book is called own"
RESULTS_OF_FIRST_MOVES: tuple[tuple[str, Result], ...] = (
    ("e4", "1-0"),
    ("e4", "1/2-1/2"),
    ("d4", "0-1"),
    ("d4", "0-1"),
    ("Nf3", "1-0"),
    ("c4", "1/2-1/2"),
    ("c4", "0-1"),
    ("c4", "0-1"),
)
RESULTS: tuple[Result, ...] = ("1-0", "0-1", "1/2-1/2")


def book(
    *arguments: str | Path | int, text: str = "", status: int = 0, cwd: Path | None = None
) -> tuple[list[str], list[str]]:
    """Run the command, and give what it says and what it complains of."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=text,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        cwd=cwd,
    )
    assert done.returncode == status, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines(), done.stderr.splitlines()


def pgn(moves: str, result: str = "1-0", variant: str | None = "Crazyhouse", **headers: str) -> str:
    """Write a game."""
    lines = [f'[Event "x"]\n[Result "{result}"]\n']
    lines += [] if variant is None else [f'[Variant "{variant}"]\n']
    lines += [f'[{name} "{value}"]\n' for name, value in headers.items()]
    return "".join([*lines, "\n", moves, f" {result}\n\n"])


def some_games(count: int, plies: int = 30, seed: int = 1) -> list[PlayedGame]:
    """Play games at random, often the same moves."""
    generator = random.Random(seed)  # noqa: S311 - games, not secrets
    games = []
    for _ in range(count):
        board = Board()
        for _ in range(plies):
            moves = sorted(board.legal_moves, key=lambda move: move.uci())[:2]
            if not moves:
                break
            board.push(generator.choice(moves))
        games.append(PlayedGame(START, tuple(board.move_stack), generator.choice(RESULTS)))
    return games


def as_pgn(games: Iterable[PlayedGame]) -> str:
    """Write games as python-chess does."""
    texts = []
    for one in games:
        game = chess.pgn.Game({"Variant": "Crazyhouse", "Result": one.result})
        game.setup(chess.variant.CrazyhouseBoard())
        node: chess.pgn.GameNode = game
        for move in one.moves:
            node = node.add_variation(chess.Move.from_uci(move.uci()))
        texts.append(str(game) + "\n\n")
    return "".join(texts)


def counted(games: Iterable[PlayedGame], max_ply: int) -> dict[tuple[int, int], list[int]]:
    """Count the plain way, for a comparison."""
    counts: dict[tuple[int, int], list[int]] = {}
    for game in games:
        board = game.start.copy()
        for move in game.moves[:max_ply]:
            count = counts.setdefault((position_key(board), move_code(move)), [0, 0])
            count[0] += 1
            count[1] += game.points(white=board.turn)
            board.push(move)
    return counts


# Counting.


@pytest.mark.parametrize("most", [10, 100, 400_000])
def test_moves_are_counted_right_however_little_memory_there_is(most: int) -> None:
    games = some_games(200)
    with BookTally(20, most) as tally:
        for game in games:
            tally.add(game)
        found = {
            (key, move.code): [move.games, move.points]
            for key, moves in tally.positions()
            for move in moves
        }
        keys = [key for key, _ in tally.positions()]
    assert found == counted(games, 20)
    assert keys == sorted(set(keys))


def test_memory_does_not_grow_with_the_games() -> None:
    with BookTally(30, 50) as tally:
        for game in some_games(300, 40):
            tally.add(game)
            assert len(tally._counts) <= 80  # noqa: SLF001 - what this is about
            assert len(tally._files) <= 65  # noqa: SLF001 - the same


def test_moves_are_chosen_by_games_and_score() -> None:
    games = [
        PlayedGame(START, (START.parse_san(san),), result) for san, result in RESULTS_OF_FIRST_MOVES
    ]
    with BookTally() as tally:
        for game in games:
            tally.add(game)

        def chosen(selection: Selection) -> dict[str, int]:
            [(_, moves)] = selected(tally.positions(), selection)
            names = {move_code(move): START.san(move) for move in START.legal_moves}
            return {names[code]: weight for code, weight in moves}

        assert chosen(Selection(min_games=1)) == {"e4": 3, "Nf3": 2, "c4": 1}
        assert chosen(Selection(min_games=2)) == {"e4": 3, "c4": 1}
        assert chosen(Selection(min_games=2, min_score=20)) == {"e4": 3}


def test_the_weights_of_a_position_fit_into_16_bits_together() -> None:
    moves = [(code, 1_000_000 // code) for code in range(1, 250)]
    found = scaled(moves)
    assert sum(weight for _, weight in found) <= HEAVIEST
    assert all(weight >= 1 for _, weight in found)
    assert [code for code, _ in found] == [code for code, _ in moves]
    assert abs(found[0][1] / found[1][1] - 2) < 0.01


def test_a_book_that_cannot_be_written_whole_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    write_book(path, [(5, [(796, 1)])])
    before = path.read_bytes()

    def broken() -> Iterable[tuple[int, list[tuple[int, int]]]]:
        yield 1, [(796, 1)]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_book(path, broken())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


# From PGN.


def test_games_are_read_as_they_were_played(tmp_path: Path) -> None:
    games = some_games(40, 60)
    path = tmp_path / "games.pgn"
    path.write_text(as_pgn(games))
    found = list(read_games([path], GameFilter(max_ply=100), pytest.fail))
    assert [(game.moves, game.result) for game in found] == [(g.moves, g.result) for g in games]


def test_a_book_of_pgn_has_what_was_played(tmp_path: Path) -> None:
    games = some_games(60)
    path = tmp_path / "games.pgn"
    path.write_text(as_pgn(games))
    said, _ = book("make", tmp_path / "book.bin", "--pgn", path, "--max-ply", 10, "--min-games", 2)
    counts = counted(games, 10)
    expected = {place: points for place, (count, points) in counts.items() if count >= 2 and points}
    found = {(entry.key, entry.code): entry.weight for entry in Book(tmp_path / "book.bin")}
    assert found == expected
    assert said[-1] == f"{tmp_path / 'book.bin'}: {len(expected)} moves, from 60 games"
    said, _ = book("check", tmp_path / "book.bin")
    positions = len({key for key, _ in expected})
    assert said[0] == f"{len(expected)} moves for {positions} positions"


def test_games_that_are_not_wanted_are_passed_over_and_counted(tmp_path: Path) -> None:
    text = (
        pgn("1. e4 {a (comment) [%eval 0.3]} (1. d4 d5 (1... Nf6) 2. c4) 1... e5 $1 2. Nf3!? ; x\n")
        + pgn("1. e4 e5", variant="Atomic")
        + pgn("1. e4 e5", variant=None)
        + pgn("1. e4 e5", result="*")
        + pgn("1. e4 e5 2. Ke3 Nc6")
        + pgn("1. P@d5 Kd8", FEN="4k3/8/8/8/8/8/8/4K3[P-] w - - 0 1")
        + pgn("1. @d5 Kd8", FEN="4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
        + pgn("1. Kd2 Kd8", FEN="4k3/8/8/8/8/8/8/4K3[-] w - - 0 1")
    )
    said, told = book("make", tmp_path / "b.bin", "--pgn", "-", "--min-games", 1, text=text)
    assert set(said[:-1]) == {
        "2 games of another variant were passed over",
        "1 game without a result was passed over",
        "1 game from a position that cannot be played was passed over",
    }
    assert said[-1].endswith("moves, from 4 games")
    assert len(told) == 1
    assert told[0].startswith("furyhouse: standard input: game 5, line 25: Ke3: ")
    assert "Ke3" in told[0]
    board = Board()
    for san in ("e4", "e5"):
        assert [board.san(one.move) for one in Book(tmp_path / "b.bin").moves(board)] in (
            [san],
            [],
        )
        board.push_san(san)
    assert [board.san(one.move) for one in Book(tmp_path / "b.bin").moves(board)] == ["Nf3"]
    drop = Book(tmp_path / "b.bin").best(Board("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"))
    assert drop is not None
    assert drop.uci() == "P@d5"


def test_only_games_of_strong_players_from_a_position_are_taken(tmp_path: Path) -> None:
    strong = {"WhiteElo": "2400", "BlackElo": "2350"}
    fen = "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"
    path = tmp_path / "games.pgn"
    path.write_text(
        pgn("1. e4", **strong)
        + pgn("1. d4", WhiteElo="2400", BlackElo="1500")
        + pgn("1. c4", WhiteElo="?")
        + pgn("1. P@d5", FEN=fen, **strong)
    )
    out = tmp_path / "book.bin"
    base = ("make", out, "--pgn", path, "--min-games", 1, "--min-elo", 2000)
    said, _ = book(*base)
    assert said[0] == "2 games of players below 2000 Elo were passed over"
    assert said[-1].endswith("2 moves, from 2 games")
    said, _ = book(*base, "--fen", fen)
    assert said[-1].endswith("1 moves, from 1 game")
    assert Book(out).best(Board(fen)) is not None


# From games of furyhouse with itself.


def test_the_same_games_are_played_however_many_at_a_time(tmp_path: Path) -> None:
    words = ["--self-play", "6", "--nodes", "60", "--max-ply", "8", "--min-games", "1"]
    for name, more in (("a", []), ("b", ["--concurrency", "3"]), ("c", ["--seed", "2"])):
        book("make", tmp_path / name, *words, *more)
    a, b, c = ((tmp_path / name).read_bytes() for name in "abc")
    assert a == b != c


def test_games_of_furyhouse_with_itself_end_with_a_result() -> None:
    settings = SelfPlay(games=4, limit=Limit(nodes=100), max_ply=10, tie_margin=50, hash_mb=1)
    games = list(play_games(settings))
    assert len({game.moves for game in games}) > 1
    assert all(len(game.moves) == 10 for game in games)
    assert Counter(game.result for game in games)["1/2-1/2"] < 4


def test_a_book_is_looked_at_once_more_where_it_is_wanted(tmp_path: Path) -> None:
    # The first move loses the queen, whatever its games have brought; the second mates.
    fen = "6rk/6pp/8/8/8/8/3r4/3Q2K1[N] w - - 0 1"
    board = Board(fen)
    codes = [
        (move_code(board.parse_uci(uci)), weight) for uci, weight in (("g1f1", 99), ("N@f7", 1))
    ]
    write_book(tmp_path / "book.bin", [(position_key(board), codes)])
    tree = BookTree(Book(tmp_path / "book.bin"), [board], Width(margin=20))
    assert list(verify(tree, Verification(nodes=2000, hash_mb=1))) == [(1, 0)]
    [(key, moves)] = tree.moves().items()
    assert key == position_key(board)
    assert [(one.move.uci(), one.weight) for one in moves] == [("N@f7", 21)]


def test_the_command_verifies_what_it_has_made(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(pgn("1. f3 e5 2. g4 Qh4#", "0-1") * 2 + pgn("1. f3 e5 2. g4 a6", "1-0") * 5)
    out = tmp_path / "book.bin"
    book("make", out, "--pgn", path, "--verify", 3000, "--margin", 10)
    board = Board()
    for san in ("f3", "e5", "g4"):
        board.push_san(san)
    assert [board.san(one.move) for one in Book(out).moves(board)] == ["Qh4#"]


def test_an_interrupted_book_holds_what_was_played_until_then(tmp_path: Path) -> None:
    out = tmp_path / "book.bin"
    words = ["make", str(out), "--self-play", "100000", "--nodes", "50", "--min-games", "1"]
    process = subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert re.fullmatch(r"\d+ games\n", process.stdout.readline())
    process.send_signal(signal.SIGINT)
    said, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "Traceback" not in told
    assert len(Book(out)) > 0
    assert f"{out}: {len(Book(out))} moves" in said


def test_an_interrupted_look_keeps_what_the_games_say_of_the_rest(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(pgn("1. a3 h5") * 3)
    words = ["make", "book.bin", "--pgn", "games.pgn", "--verify", "1000000000"]
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert process.stdout is not None
    assert "looking at 1 position of the games\n" in iter(process.stdout.readline, "")
    process.send_signal(signal.SIGINT)
    said, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, "")
    assert said == "book.bin: 1 moves, from 3 games\n"
    assert Book(tmp_path / "book.bin").moves(START) == [(START.parse_san("a3"), 6)]


def test_a_search_that_had_not_begun_when_it_was_stopped_ends_all_the_same() -> None:
    def things() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    def work(engine: Engine, _: int, halt: threading.Event) -> int:
        halt.wait(10.0)
        return engine.search(START, Limit(nodes=10**10)).nodes

    with pytest.raises(KeyboardInterrupt):
        list(side_by_side([Engine(1)], things(), work))


# A look into books.


def test_moves_are_listed_for_a_position_or_the_moves_to_it(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        pgn("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@e4 P@c4") * 3 + pgn("1. d4 d5", "1/2-1/2") * 2
    )
    out = tmp_path / "book.bin"
    book("make", out, "--pgn", path)
    assert book("show", out)[0] == [
        "e4        75.0 %      6",
        "d4        25.0 %      2",
    ]
    line = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5"
    board = Board()
    for word in line.split():
        if "." not in word:
            board.push_san(word)
    assert book("show", out, *line.split())[0] == ["P@e4     100.0 %      6"]
    assert book("show", out, board.fen())[0] == ["P@e4     100.0 %      6"]
    assert book("show", out, *board.fen().split())[0] == ["P@e4     100.0 %      6"]
    assert book("show", out, "a4")[0] == ["The book has no move for this position."]


def test_furyhouse_s_own_book_is_looked_into_by_a_word_or_none() -> None:
    own, _ = book("show")
    assert own == book("show", "own")[0]
    assert [line.split()[0] for line in own] == [START.san(one.move) for one in Book().moves(START)]
    assert book("show", "own", "e4", "e5")[0] != own
    assert book("check") == book("check", "own")
    assert book("check", "own")[0][0].startswith(f"{len(Book())} moves for ")


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ([(1, 796), (1, 796)], "entry 2: the move is there twice"),
        ([(1, 796), (2, 0xF000)], "entry 2: 0xf000 is no move"),
        (
            [(1, 796), (9, 796), (3, 796), *((n, 796) for n in range(10, 200))],
            "entry 3: it is out of order",
        ),
        ([(0x463B96181691FC9C, 796)], "it is a book of chess; Crazyhouse has keys of its own"),
    ],
)
def test_what_is_wrong_with_a_book_is_told(
    tmp_path: Path, entries: list[tuple[int, int]], fault: str
) -> None:
    path = tmp_path / "book.bin"
    write_book(path, [(key, [(code, 1)]) for key, code in entries])
    _, told = book("check", path, status=1)
    assert f"furyhouse: {path}: {fault}" in told


def test_a_text_about_the_book_at_its_beginning_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    write_book(path, [(5, [(796, 1)])])
    path.write_bytes(b"\0" * 8 + b"@PG@\n1.0" + b"\0" * 8 + b"\ncrazyho" + path.read_bytes())
    said, told = book("check", path)
    assert (said[0], told) == ("1 moves for 1 positions", [])


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["make", "OUT"], 2, "a book is made of games: give --pgn, or --self-play"),
        (["make", "OUT", "--self-play", "0"], 2, "--self-play is from 1 to 1000000000, not 0"),
        (["make", "OUT", "--self-play", "x"], 2, "argument --self-play: invalid int value: 'x'"),
        (["make", "OUT", "--self-play", "1", "--nodes", "0"], 2, "nodes is at least 1, not 0"),
        (
            ["make", "OUT", "--self-play", "1", "--max-ply", "0"],
            2,
            "--max-ply is from 1 to 1000, not 0",
        ),
        (
            ["make", "OUT", "--self-play", "1", "--min-games", "0"],
            2,
            "--min-games is from 1 to 1000000000, not 0",
        ),
        (
            ["make", "OUT", "--self-play", "1", "--tie-margin", "-1"],
            2,
            "--tie-margin is from 0 to 100000, not -1",
        ),
        (
            ["make", "OUT", "--self-play", "1", "--concurrency", "100000"],
            2,
            "concurrency is from 1 to 1024, not 100000",
        ),
        (
            ["make", "OUT", "--pgn", "GAMES", "--min-elo", "-1"],
            2,
            "--min-elo is from 0 to 10000, not -1",
        ),
        (
            ["make", "OUT", "--pgn", "GAMES", "--margin", "-1"],
            2,
            "--margin is from 0 to 100000, not -1",
        ),
        *(
            (["make", "OUT", "--pgn", "GAMES", name, "9" * 30], 2, f"{name} is from .*, not 9+")
            for name in RANGED
        ),
        (
            ["make", "OUT", "--self-play", "1", "--depth", "999999"],
            2,
            "--depth is from 1 to 200, not 999999",
        ),
        (
            ["make", "./GAMES", "--pgn", "GAMES"],
            2,
            "expected different files to read and to write, found GAMES for both",
        ),
        (
            ["make", "OUT", "--pgn", "GAMES", "--replies", "90"],
            2,
            "--replies and --reply-plies need --verify",
        ),
        (["make", "OUT", "--self-play", "1", "--verify", "0"], 2, "nodes is at least 1, not 0"),
        (["make", "OUT", "--self-play", "1", "--fen", "x"], 2, "the position cannot be played: .*"),
        (["make", "OUT", "--pgn", "MISSING"], 1, "MISSING: No such file or directory"),
        (["make", "no/OUT", "--pgn", "GAMES"], 1, "no/OUT: No such file or directory"),
        (["make", ".", "--self-play", "9"], 1, "\\.: Is a directory"),
        (["make", "OUT", "--pgn", "TORN.gz"], 1, r"TORN\.gz: .*end.*"),
        (["make", "OUT", "--pgn", "UTF16"], 1, "UTF16: expected PGN in UTF-8, found UTF-16 .*"),
        (["make", "OUT", "--pgn", "."], 1, r"\.: Is a directory"),
        (["make", "OUT", "--pgn", "EMPTY"], 1, "there is no game to make a book of"),
        (
            ["make", "OUT", "--pgn", "GAMES", "--min-games", "9"],
            1,
            "no move was played often enough, .*",
        ),
        (["show", "MISSING"], 1, f"MISSING: No such file or directory; {OWN}"),
        (["check", "MISSING"], 1, f"MISSING: No such file or directory; {OWN}"),
        (["show", "e4", "e5"], 1, f"e4: No such file or directory; {OWN}"),
        (["show", "GAMES"], 1, "GAMES: it is no book: .*"),
        (["show", "own", "e5"], 2, "'e5' is no legal move after 0 plies"),
        (["check", "EMPTY"], 1, "EMPTY: it is no book: found 0 bytes, .*"),
        ([], 2, r"the following arguments are required: make\|show\|check"),
        (["make"], 2, "the following arguments are required: OUT"),
    ],
)
def test_each_slip_is_one_clear_line(
    tmp_path: Path, words: list[str], status: int, told: str
) -> None:
    (tmp_path / "GAMES").write_text(pgn("1. e4 e5"))
    (tmp_path / "EMPTY").touch()
    (tmp_path / "UTF16").write_text(pgn("1. e4 e5"), encoding="utf-16")
    (tmp_path / "TORN.gz").write_bytes(gzip.compress(as_pgn(some_games(50)).encode())[:-300])
    _, lines = book(*words, status=status, cwd=tmp_path)
    assert len(lines) == 1
    assert re.fullmatch(f"furyhouse: {told}", lines[0]), lines
    assert (tmp_path / "GAMES").read_text() == pgn("1. e4 e5")
    assert not (tmp_path / "OUT").exists()


SIZE = 5_000
# As a full disk does, but for the words: nothing beyond this size can be written.
SMALL_FILES = f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({SIZE}, {SIZE}));"


@pytest.mark.parametrize("tally", [400_000, 500])
def test_a_full_disk_is_one_line_with_the_file_and_the_old_book_stays(
    tmp_path: Path, tally: int
) -> None:
    write_book(tmp_path / "book.bin", [(7, [(796, 1)])])
    before = (tmp_path / "book.bin").read_bytes()
    (tmp_path / "games.pgn").write_text(as_pgn(some_games(200, 60)))
    words = ["book", "make", "book.bin", "--pgn", "games.pgn", "--max-ply", "60", "--min-games=1"]
    script = (
        f"{SMALL_FILES} from furyhouse.cli import main; from furyhouse.lab import book_tally;"
        f" book_tally.BookTally.__init__.__defaults__ = (60, {tally}); sys.exit(main({words!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    name = "book.bin" if tally > SIZE else rf"{tmp_path}/furyhouse-book-\w+/\d+"
    assert re.fullmatch(rf"furyhouse: {name}: File too large\n", done.stderr), done.stderr
    assert done.returncode == 1
    assert (tmp_path / "book.bin").read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"book.bin", "games.pgn"}


@pytest.mark.parametrize("call", ["fsync", "replace", "fdopen"])
def test_whatever_fails_as_a_book_is_written_it_is_the_book_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "some other file")

    path = tmp_path / "book.bin"
    write_book(path, [(7, [(796, 1)])])
    before = path.read_bytes()
    monkeypatch.setattr(Path if call == "replace" else os, call, full)
    with pytest.raises(OSError, match=rf"\[Errno 28\] No space left on device: '{path}'"):
        write_book(path, [(8, [(731, 1)])])
    monkeypatch.undo()
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_bytes() == before
