"""Board: what it holds, how it is set up, copied, kept and refused."""

import contextlib
import copy
import pickle
import random
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import furyhouse
from furyhouse import (
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    WHITE,
    AmbiguousMoveError,
    Board,
    FenError,
    FuryhouseError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveError,
    Piece,
    Pocket,
    PositionError,
    SquareSet,
    Termination,
)

RICH = "r2q1rk1/ppp2pp1/2n1b2p/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[BNnp] w - - 0 12"


def played(*texts: str, fen: str = Board.starting_fen) -> Board:
    """Play moves from a position."""
    board = Board(fen)
    for text in texts:
        board.push_san(text)
    return board


def random_board(seed: int, plies: int = 60) -> Board:
    """Play a random game."""
    chooser = random.Random(seed)  # noqa: S311 - a game, not a secret
    board = Board()
    while board.ply() < plies and board.outcome() is None:
        board.push(chooser.choice(list(board.legal_moves)))
    return board


# Keeping and comparing.


@pytest.mark.parametrize("seed", range(8))
def test_a_pickle_and_a_copy_are_the_same_game(seed: int) -> None:
    board = random_board(seed)
    copies = [board.copy(), copy.copy(board), copy.deepcopy(board), board.copy(stack=10_000)]
    copies += [
        pickle.loads(pickle.dumps(board, protocol))  # noqa: S301 - our own
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in copies:
        assert other == board
        assert other is not board
        assert other.key == board.key
        assert other.move_stack == board.move_stack
        while other.move_stack:
            other.pop()
        assert other == Board()
    assert board.move_stack


def test_a_pickle_keeps_repetitions_castling_mode_and_the_fifty_move_rule() -> None:
    board = Board(chess960=True, fifty_moves=True)
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        board.push_uci(uci)
    other = pickle.loads(pickle.dumps(board))  # noqa: S301 - our own
    assert other.is_repetition(3)
    assert other.chess960
    assert other.fifty_moves
    assert other.copy(stack=False).fifty_moves


def test_a_copy_takes_as_much_of_the_past_as_is_asked_for() -> None:
    board = played("e4", "e5", "Nf3")
    assert board.copy(stack=False).move_stack == []
    assert board.copy(stack=0).move_stack == []
    assert board.copy(stack=2).move_stack == board.move_stack[-2:]
    assert board.copy(stack=2).root().fen() == played("e4").fen()
    assert board.copy(stack=1).ply() == 3


def test_equality_is_of_position_and_counters() -> None:
    assert Board() == Board()
    assert played("Nf3", "Nf6", "Ng1", "Ng8") != Board()
    assert played("Nf3", "Nf6", "Ng1", "Ng8").key == Board().key
    assert Board(RICH) != Board(RICH.replace("[BNnp]", "[BNn]"))
    assert Board() != "a board"


def test_a_board_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(Board())


def test_a_repr_makes_the_board_again() -> None:
    for board in (Board(), Board(RICH), Board(chess960=True), Board(fifty_moves=True)):
        other = eval(repr(board), vars(furyhouse))  # noqa: S307 - our own
        assert other == board
        assert (other.chess960, other.fifty_moves) == (board.chess960, board.fifty_moves)


def test_the_key_follows_the_moves() -> None:
    board = random_board(3, 100)
    while board.move_stack:
        assert Board(board.fen()).key == board.key
        board.pop()
    assert board.key == Board().key


@pytest.mark.parametrize("fen", [RICH, Board.starting_fen])
def test_text_and_board_are_the_same(fen: str) -> None:
    assert Board(fen).fen() == fen
    board = Board()
    board.set_fen(fen)
    assert board == Board(fen)
    assert board.move_stack == []


# Refusing.


@pytest.mark.parametrize(
    ("fen", "error", "at"),
    [
        ("4k3/8/8/8/8/8/8/4K3[PX] w - - 0 1", FenError, 21),
        ("4k3/8/8/8/8/8/8/4K3[] x - - 0 1", FenError, 22),
        ("\N{SNOWMAN}k3/8/8/8/8/8/8/4K3[] x - - 0 1", FenError, 0),
        ("", FenError, 0),
        ("8/8/8/8/8/8/8/4K3[] w - - 0 1", PositionError, None),
        ("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", PositionError, None),
    ],
)
def test_a_bad_fen_is_refused_with_its_place_and_leaves_the_board(
    fen: str, error: type[FuryhouseError], at: int | None
) -> None:
    with pytest.raises(error) as caught:
        Board(fen)
    assert caught.value.at == at
    assert isinstance(caught.value, ValueError)
    assert caught.value.faults
    board = played("e4")
    with pytest.raises(error):
        board.set_fen(fen)
    assert board == played("e4")
    assert board.peek() == Move.from_uci("e2e4")


def test_a_note_points_at_the_fault() -> None:
    with pytest.raises(FenError) as caught:
        Board("4k3/8/8/8/8/8/8/4K3[PX] w - - 0 1")
    text, pointer = caught.value.__notes__[0].splitlines()
    assert text[pointer.index("^")] == "X"


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(PositionError) as caught:
        Board("8/8/8/8/8/8/8/P3K3[k] w - - 0 1")
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda board: board.push(Move.from_uci("e2e5")), IllegalMoveError),
        (lambda board: board.push(Move.from_uci("N@e4")), IllegalMoveError),
        (lambda board: board.push_uci("e2e5"), IllegalMoveError),
        (lambda board: board.push_uci("e2"), InvalidMoveError),
        (lambda board: board.push_san("Ke2"), IllegalMoveError),
        (lambda board: board.push_san("hello"), InvalidMoveError),
        (lambda board: board.san(Move.from_uci("e2e5")), IllegalMoveError),
        (lambda board: board.gives_check(Move.from_uci("e2e5")), IllegalMoveError),
        (lambda board: board.see(Move.from_uci("e2e5")), IllegalMoveError),
        (lambda board: board.variation_san([Move.from_uci("e2e5")]), IllegalMoveError),
        (lambda board: board.find_move(0, 63), IllegalMoveError),
        (lambda board: board.push("e2e4"), TypeError),
        (lambda board: board.push(None), TypeError),
        (lambda board: "e2e4" in board.legal_moves, TypeError),
        (lambda board: board.variation_san(7), TypeError),
        (lambda board: board.piece_at(64), ValueError),
        (lambda board: board.piece_at(-1), ValueError),
        (lambda board: board.piece_at(2**70), ValueError),
        (lambda board: board.piece_at("e4"), TypeError),
        (lambda board: board.piece_at(1.5), TypeError),
        (lambda board: board.attackers("white", 1), TypeError),
        (lambda board: board.pieces(0, WHITE), ValueError),
        (lambda board: board.pieces(7, WHITE), ValueError),
        (lambda board: board.perft(-1), ValueError),
        (lambda board: board.perft(101), ValueError),
        (lambda board: board.perft(2**70), ValueError),
        (lambda board: board.perft(3, threads=0), ValueError),
        (lambda board: board.perft(3, threads=100_000), ValueError),
        (lambda board: board.divide(0), ValueError),
        (lambda board: board.is_repetition(2**70), ValueError),
        (lambda _board: furyhouse.square(8, 0), ValueError),
        (lambda _board: furyhouse.square(2**70, 0), ValueError),
        (lambda _board: furyhouse.square_name(64), ValueError),
        (lambda _board: furyhouse.SquareState(256), ValueError),
        (lambda _board: furyhouse.SquareState(0x70), ValueError),
        (lambda _board: furyhouse.SquareState(0x80), ValueError),
        (lambda board: board.fen(en_passant="no"), ValueError),
        (lambda board: board.copy(stack="all"), TypeError),
        (lambda board: board.copy(stack=-1), TypeError),
        (lambda _board: Board(None), TypeError),  # type: ignore[arg-type]
        (lambda _board: Board(b"fen"), TypeError),  # type: ignore[arg-type]
        (lambda board: setattr(board, "turn", False), AttributeError),
    ],
)
def test_what_is_wrong_is_an_exception_and_the_board_is_as_before(
    call: Callable[[Board], object], error: type[Exception]
) -> None:
    board = Board()
    with pytest.raises(error):
        call(board)
    assert board == Board()
    assert board.move_stack == []


def test_the_errors_are_one_family() -> None:
    for error in (InvalidMoveError, IllegalMoveError, AmbiguousMoveError):
        assert issubclass(error, MoveError)
    for family in (FenError, PositionError, MoveError, furyhouse.EngineError):
        assert issubclass(family, FuryhouseError)
    assert issubclass(FuryhouseError, ValueError)


def test_an_ambiguous_move_is_told_apart() -> None:
    with pytest.raises(AmbiguousMoveError):
        Board("4k3/8/8/8/8/8/4K3/R6R[] w - - 0 1").parse_san("Rd1")


def test_nothing_passes_the_turn_in_check() -> None:
    board = Board("4k3/8/8/8/8/8/4r3/4K3[] w - - 0 1")
    with pytest.raises(IllegalMoveError):
        board.push(Move.null())
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


@given(
    st.text(max_size=60)
    | st.text(alphabet=list("kqrbnpKQRBNP12345678/[]~ wb-@=+#xO0"), max_size=90)
)
def test_no_text_does_harm(text: str) -> None:
    board = Board()
    for read in (Board, Move.from_uci, board.parse_san, board.parse_uci, board.set_fen):
        with contextlib.suppress(FuryhouseError):
            read(text)
    assert board.legal_moves.count() > 0


@pytest.mark.parametrize("text", ["\ud800", "e2\udfff", "\0", "e2e4\0", "x" * 1_000_000])
def test_text_that_is_hardly_text_is_refused_in_few_words(text: str) -> None:
    board = Board()
    for read in (Board, Move.from_uci, board.parse_san, board.parse_uci, board.set_fen):
        with pytest.raises(FuryhouseError) as caught:
            read(text)
        assert len(str(caught.value)) < 500


# Asking.


def test_a_set_of_moves_follows_the_board() -> None:
    board = Board()
    moves = board.legal_moves
    assert len(moves) == moves.count() == len(list(moves)) == 20
    board.push_san("e4")
    assert Move.from_uci("e7e5") in moves
    assert Move.from_uci("e2e4") not in moves
    assert None not in moves
    assert "e5" in repr(moves)


def test_changing_the_board_while_iterating_is_safe() -> None:
    board = Board()
    for move in board.legal_moves:
        board.push(move)
        assert board.pop() == move


def test_pockets_are_snapshots() -> None:
    board = played("e4", "d5")
    before = board.pockets[WHITE]
    board.push_san("exd5")
    assert str(before) == ""
    assert board.pockets[WHITE] == Pocket("p")
    assert hash(Pocket("pn")) == hash(Pocket("np"))
    assert repr(Pocket("PnQ")) == "Pocket('qnp')"
    for text in ("k", "x", "1"):
        with pytest.raises(ValueError, match="pocket"):
            Pocket(text)


def test_a_set_of_squares_is_a_set() -> None:
    squares = SquareSet([1, 2, 3])
    with pytest.raises(KeyError):
        squares.remove(9)
    with pytest.raises(KeyError):
        SquareSet().pop()
    with pytest.raises(ValueError, match="from 0"):
        SquareSet([64])
    with pytest.raises(TypeError):
        hash(squares)
    squares |= SquareSet([9])
    squares -= [1]
    squares ^= SquareSet([2, 4])
    squares &= 2**64 - 1
    assert list(squares) == [3, 4, 9]
    assert pickle.loads(pickle.dumps(squares)) == squares  # noqa: S301 - our own
    assert squares != "squares"


def test_a_piece_is_its_letter() -> None:
    piece = Piece(KNIGHT, BLACK)
    assert piece is Piece.from_symbol("n")
    assert (str(piece), piece.piece_type, piece.color) == ("n", KNIGHT, BLACK)
    assert pickle.loads(pickle.dumps(piece)) is piece  # noqa: S301 - our own
    assert len({Piece(KING, WHITE), Piece(KING, WHITE), Piece(KING, BLACK)}) == 2


def test_an_outcome_has_reason_and_winner() -> None:
    mate = played("f3", "e5", "g4", "Qh4#").outcome()
    assert mate is not None
    assert (mate.termination, mate.winner) == (Termination.CHECKMATE, BLACK)
    assert mate.result() == "0-1"
    match mate:
        case furyhouse.Outcome(termination=Termination.CHECKMATE, winner=False):
            pass
        case _:
            pytest.fail("an outcome can be matched")


def test_stalemate_is_none_while_a_drop_is_legal() -> None:
    fen = "7k/5Q2/8/8/8/8/8/K7[{}] b - - 0 1"
    assert Board(fen.format("")).is_stalemate()
    assert not Board(fen.format("p")).is_stalemate()
    assert not Board(fen.format("p")).is_game_over()


def test_the_fifty_move_rule_is_off_unless_asked_for() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R[] w - - 99 80"
    for asked in (False, True):
        board = Board(fen, fifty_moves=asked)
        assert not board.is_game_over()
        board.push_san("Rh2")
        outcome = board.outcome()
        assert (outcome is not None) == asked
        if outcome is not None:
            assert outcome.termination is Termination.FIFTY_MOVES


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 20), (2, 400), (3, 8902), (4, 197_281)])
@pytest.mark.parametrize("threads", [1, 3])
def test_perft_counts(depth: int, nodes: int, threads: int) -> None:
    assert Board().perft(depth, threads=threads) == nodes


def test_divide_counts_each_move() -> None:
    counts = Board(RICH).divide(2)
    assert list(counts) == list(Board(RICH).legal_moves)
    assert sum(counts.values()) == Board(RICH).perft(2)


def test_threads_may_share_a_board() -> None:
    board = Board(RICH)
    faults: list[BaseException] = []

    def use() -> None:
        try:
            for _ in range(300):
                assert board.legal_moves.count() > 0
                assert PAWN in {piece.piece_type for piece in board.piece_map().values()}
                assert len(board.pieces(QUEEN, WHITE)) == 1
                # The other threads may have played or taken back in between, which is refused.
                with contextlib.suppress(IllegalMoveError, IndexError):
                    board.push(Move.null())
                    board.pop()
        except BaseException as fault:  # noqa: BLE001 - told by the main thread
            faults.append(fault)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert board.root().fen() == RICH
