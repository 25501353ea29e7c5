"""Books: the keys of positions, the codes of moves, and files whole and damaged."""

import os
import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import chess.polyglot
import chess.variant
import pytest

from furyhouse import Board, Move
from furyhouse.book import SHIPPED, Book, BookError
from furyhouse.lab.book_check import check_book
from furyhouse.lab.book_maker import write_book
from furyhouse.polyglot import is_move_code, move_code, position_key, read_move_code
from furyhouse.polyglot_numbers import NUMBERS

KEYS = Path(__file__).parent / "data" / "book_keys.tsv"
VARIANT = 6
EN_PASSANT = 772

# The positions of Polyglot's own description of its keys; none has men in a pocket. With each, how
# the number of its en passant file differs from the one that XBoard takes in Crazyhouse.
VECTORS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463B96181691FC9C, ()),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823C9B50FD114196, ()),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756B94461C50FB0, ()),
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662FAFB965DB29D4, ()),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22A48B5A8E47FF78, (5, 7)),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3", 0x652A607CA3F242C1, ()),
    ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4", 0x00FDD303C946BDD9, ()),
    ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3C8123EA7B067637, (2, 4)),
    ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 1 4", 0x5C3F9B829B279560, ()),
]


def known_keys() -> list[tuple[str, int]]:
    """List the positions whose keys XBoard has told."""
    rows = KEYS.read_text(encoding="utf-8").splitlines()[2:]
    return [(fen, int(key, 16)) for fen, key in (row.split("\t") for row in rows)]


def seeded(seed: int) -> random.Random:
    """Get a generator that repeats itself."""
    return random.Random(seed)  # noqa: S311 - positions, not secrets


def walk(generator: random.Random, plies: int) -> Board:
    """Play at random."""
    board = Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(generator.choice(moves))
    return board


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Make a book with moves for a few hundred positions."""
    generator = seeded(3)
    positions = {}
    for plies in range(400):
        board = walk(generator, plies % 40)
        codes = [(move_code(move), 1) for move in board.legal_moves]
        positions[position_key(board)] = codes[:5]
    write_book(tmp_path / "book.bin", sorted(positions.items()))
    return tmp_path / "book.bin"


# Keys and codes.


def test_the_numbers_are_polyglot_s() -> None:
    assert list(chess.polyglot.POLYGLOT_RANDOM_ARRAY) == list(NUMBERS)


@pytest.mark.parametrize(("fen", "key", "files"), VECTORS)
def test_a_key_without_pockets_is_polyglot_s_but_for_the_variant_s_number(
    fen: str, key: int, files: tuple[int, ...]
) -> None:
    ours = position_key(Board(fen)) ^ VARIANT
    for file in files:
        ours ^= NUMBERS[EN_PASSANT + file]
    assert ours == key


@pytest.mark.parametrize(("fen", "key"), known_keys())
def test_a_key_is_the_one_that_xboard_has_told(fen: str, key: int) -> None:
    assert position_key(Board(fen)) == key


def test_every_key_without_a_pocket_is_what_python_chess_says() -> None:
    generator = seeded(1)
    seen = 0
    for _ in range(300):
        board = walk(generator, generator.randrange(12))
        if any(len(pocket) for pocket in board.pockets) or board.ep_square is not None:
            continue
        seen += 1
        theirs = chess.polyglot.zobrist_hash(chess.Board(board.fen().replace("[]", "")))
        assert position_key(board) == theirs ^ VARIANT
    assert seen > 100


def test_positions_that_differ_have_different_keys() -> None:
    start = "r3k2r/8/8/8/8/8/8/R3K2R"
    others = [
        f"{start}[{pocket}] {turn} {rights} - 0 1"
        for pocket in (
            "",
            "P",
            "PP",
            "PPP",
            "p",
            "pp",
            "N",
            "B",
            "R",
            "Q",
            "n",
            "b",
            "r",
            "q",
            "Qq",
        )
        for turn in "wb"
        for rights in ("KQkq", "KQ", "kq", "K", "-")
    ]
    others += ["r3k2r/8/8/8/8/8/8/R~3K2R[] w Kkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R~[] w Qkq - 0 1"]
    assert len({position_key(Board(fen)) for fen in others}) == len(others)


def test_the_clocks_and_the_way_to_a_position_do_not_count() -> None:
    one, other = Board(), Board()
    for san in ("Nf3", "Nf6", "Nc3"):
        one.push_san(san)
    for san in ("Nc3", "Nf6", "Nf3"):
        other.push_san(san)
    assert position_key(one) == position_key(other)
    assert position_key(Board(one.fen().replace(" 3 2", " 30 99"))) == position_key(one)


@pytest.mark.parametrize("chess960", [False, True])
def test_every_legal_move_is_read_as_it_was_written(chess960: bool) -> None:  # noqa: FBT001
    generator = seeded(2)
    drops = promotions = castlings = 0
    for _ in range(150):
        board = walk(generator, generator.randrange(120))
        board = Board(board.fen(), chess960=chess960)
        for move in board.legal_moves:
            code = move_code(move)
            assert is_move_code(code)
            assert read_move_code(board, code) == move, (board.fen(), move)
            drops += move.drop is not None
            promotions += move.promotion is not None
            castlings += board.is_castling(move)
    assert min(drops, promotions, castlings) > 0


@pytest.mark.parametrize(
    ("uci", "code"),
    [
        ("e2e4", 0o1434),
        ("a1h8", 0o0077),
        ("a7a8n", 0o16070),
        ("h7g8q", 0o46776),
        ("P@e4", 0o112034),
        ("N@a1", 0o111600),
        ("B@h8", 0o110277),
        ("R@h3", 0o112227),
        ("Q@b2", 0o112111),
    ],
)
def test_a_code_is_the_one_that_xboard_takes(uci: str, code: int) -> None:
    assert move_code(Move.from_uci(uci)) == code


def test_castling_is_read_as_polyglot_writes_it_too() -> None:
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1")
    takes_rook, takes_other = Move.from_uci("e1h1"), Move.from_uci("e1a1")
    assert read_move_code(board, move_code(takes_rook)) == Move.from_uci("e1g1")
    assert read_move_code(board, move_code(takes_other)) == Move.from_uci("e1c1")


def test_no_number_is_read_as_a_move_that_is_not_legal() -> None:
    for fen in (Board().fen(), "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/8/3P1N2/PPP2PPP/R2Q1RK1[BNnp] w - -"):
        board = Board(fen)
        found = {read_move_code(board, code) for code in range(0x10000)} - {None}
        assert found == set(board.legal_moves)


# Books.


def test_a_book_finds_what_was_written(tmp_path: Path) -> None:
    generator = seeded(3)
    boards = {position_key(board): board for board in (walk(generator, n % 40) for n in range(400))}
    written = {
        key: [(move_code(move), generator.randrange(1, 9)) for move in board.legal_moves][:5]
        for key, board in boards.items()
    }
    write_book(tmp_path / "book.bin", sorted(written.items()))
    book = Book(tmp_path / "book.bin")
    assert len(book) == sum(map(len, written.values()))
    for key, board in boards.items():
        moves = book.moves(board)
        assert {move_code(one.move): one.weight for one in moves} == dict(written[key])
        assert [one.weight for one in moves] == sorted((w for _, w in written[key]), reverse=True)


def test_a_book_has_nothing_for_other_positions(book: Path) -> None:
    for fen in (
        "4k3/8/8/8/8/8/8/4K3[QQ] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[] b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[PPPP] w KQkq - 0 1",
    ):
        assert Book(book).moves(Board(fen)) == []
        assert Book(book).best(Board(fen)) is None
        assert Book(book).choose(Board(fen)) is None


def test_moves_are_drawn_as_often_as_they_weigh_and_never_at_weight_0(tmp_path: Path) -> None:
    board = Board()
    weights = {"e2e4": 60, "d2d4": 30, "g1f3": 10, "a2a4": 0}
    codes = [(move_code(Move.from_uci(uci)), weight) for uci, weight in weights.items()]
    write_book(tmp_path / "book.bin", [(position_key(board), codes)])
    book = Book(tmp_path / "book.bin")
    assert book.best(board) == Move.from_uci("e2e4")
    generator = seeded(5)
    drawn = Counter(move.uci() for _ in range(2000) if (move := book.choose(board, generator)))
    assert set(drawn) == {"e2e4", "d2d4", "g1f3"}
    for uci, weight in weights.items():
        assert abs(drawn[uci] - 20 * weight) < 120
    first, second = ([book.choose(board, seeded(s)) for s in range(20)] for _ in "ab")
    assert first == second


def test_a_move_that_is_not_legal_is_passed_over(tmp_path: Path) -> None:
    board = Board()
    codes = [(move_code(Move.from_uci(uci)), 9) for uci in ("P@e4", "e2e5", "e1g1", "a7a8q")]
    codes += [(0xFFFF, 9), (0, 9), (0x8000 | 796, 9), (move_code(Move.from_uci("e2e4")), 1)]
    write_book(tmp_path / "book.bin", [(position_key(board), codes)])
    assert [one.move.uci() for one in Book(tmp_path / "book.bin").moves(board)] == ["e2e4"]


def test_a_move_that_is_there_twice_weighs_both(tmp_path: Path) -> None:
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1")
    codes = [(move_code(Move.from_uci(uci)), 4) for uci in ("e1g1", "e1h1")]
    write_book(tmp_path / "book.bin", [(position_key(board), codes)])
    assert Book(tmp_path / "book.bin").moves(board) == [(Move.from_uci("e1g1"), 8)]


def test_a_book_may_be_replaced_while_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    first, second = Move.from_uci("e2e4"), Move.from_uci("d2d4")
    write_book(path, [(position_key(Board()), [(move_code(first), 1)])])
    book = Book(path)
    assert book.best(Board()) == first
    write_book(path, [(position_key(Board()), [(move_code(second), 1)])])
    assert book.best(Board()) == second


def shuffled(data: bytes) -> bytes:
    """Put the entries of a book into another order."""
    entries = [data[at : at + 16] for at in range(0, len(data), 16)]
    seeded(1).shuffle(entries)
    return b"".join(entries)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda _: b"", "it is no book: found 0 bytes, expected entries of 16 bytes"),
        (lambda data: data[:-1], r"it is no book: found \d+ bytes, expected entries of 16 bytes"),
        (lambda data: data[:7], "it is no book: found 7 bytes, expected entries of 16 bytes"),
        (shuffled, "it is no book: its keys are not in order"),
        (lambda _: seeded(1).randbytes(4096), "it is no book: its keys are not in order"),
        (
            lambda _: b'[Event "a game of chess"]\n\n1. e4 e5 2. f4 1-0\n' + b" " * 14,
            "it is no.*",
        ),
    ],
)
def test_what_is_no_book_is_refused_with_one_clear_reason(
    book: Path, damage: Callable[[bytes], bytes], reason: str
) -> None:
    book.write_bytes(damage(book.read_bytes()))
    with pytest.raises(BookError) as caught:
        Book(book)
    assert re.fullmatch(reason, caught.value.reason), caught.value.reason
    assert str(caught.value) == f"{book}: {caught.value.reason}"


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, reason in (
        ("missing.bin", "No such file or directory"),
        ("", "it is no file"),
        ("pipe", "it is no file"),
    ):
        with pytest.raises(BookError, match=reason):
            Book(tmp_path / name)


def test_damage_that_comes_later_is_told_when_it_is_met(book: Path) -> None:
    opened = Book(book)
    data = book.read_bytes()
    book.write_bytes(data[:-5])
    with pytest.raises(BookError, match="it is no book"):
        opened.moves(Board())
    book.write_bytes(b"\xff" * len(data))
    assert opened.moves(Board()) == []
    # The start's key is in the lower half, and halving comes to the entry at a quarter of it.
    quarter = len(data) // 16 // 2 // 2 * 16
    book.write_bytes(data[:quarter] + b"\xff" * 16 + data[quarter + 16 :])
    with pytest.raises(
        BookError, match=rf"it is damaged: entry {quarter // 16 + 1} is out of order"
    ):
        opened.moves(Board())
    book.unlink()
    with pytest.raises(BookError, match="No such file"):
        opened.moves(Board())


# The book that comes with furyhouse.


def test_the_shipped_book_is_small_and_whole() -> None:
    assert SHIPPED.stat().st_size < 300_000
    found = check_book(Book())
    assert found.faults == []
    assert found.entries > 300
    assert found.opening
    keys = [entry.key for entry in Book()]
    assert all(a <= b for a, b in pairwise(keys))


def test_every_move_of_the_shipped_book_is_legal_where_it_is_reached() -> None:
    book = Book()
    moves: dict[int, list[int]] = {}
    for entry in book:
        assert entry.weight > 0
        moves.setdefault(entry.key, []).append(entry.code)
    # A position is reached by any move from one in the book, or by two: the book's own, and any
    # answer of an opponent who does not play from it.
    waiting, reached = [Board()], {position_key(Board())}
    while waiting:
        board = waiting.pop()
        own = [read_move_code(board, code) for code in moves[position_key(board)]]
        assert None not in own, board.fen()
        nearby = [after(board, move) for move in board.legal_moves]
        for move in filter(None, own):
            one = after(board, move)
            nearby += [after(one, answer) for answer in one.legal_moves]
        for position in nearby:
            key = position_key(position)
            if key in moves and key not in reached:
                reached.add(key)
                waiting.append(position)
    assert reached == moves.keys()


def after(board: Board, move: Move) -> Board:
    """Make a move on a copy."""
    copy = board.copy(stack=False)
    copy.push(move)
    return copy


@pytest.mark.parametrize(
    "line", ["e4 d5", "e4 e5", "e4 c5", "e4 Nf6", "e4 Nc6", "e4 e6", "d4", "Nf3", "Nc3"]
)
def test_the_shipped_book_answers_what_people_open_with(line: str) -> None:
    board = Board()
    for san in line.split():
        board.push_san(san)
    assert Book().moves(board)
