"""Move: made once, read and written, compared, hashed and pickled."""

import copy
import pickle

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from furyhouse import (
    A1,
    A7,
    A8,
    E2,
    E4,
    F7,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    Board,
    InvalidMoveError,
    Move,
)

squares = st.integers(0, 63)
kinds = st.integers(1, 6)


@st.composite
def moves(draw: st.DrawFn) -> tuple[int, int, int | None, int | None]:
    """Draw the arguments of a move of any kind."""
    if draw(st.booleans()):
        square = draw(squares)
        return square, square, None, draw(kinds)
    return draw(squares), draw(squares), draw(st.none() | kinds), None


@given(moves())
def test_a_move_is_what_python_chess_says_it_is(
    arguments: tuple[int, int, int | None, int | None],
) -> None:
    move, theirs = Move(*arguments), chess.Move(*arguments)
    assert (move.from_square, move.to_square, move.promotion, move.drop) == arguments
    assert move.uci() == theirs.uci() == str(move)
    assert move.xboard() == theirs.xboard()
    assert repr(move) == repr(theirs)
    assert bool(move) == bool(theirs)


@given(moves())
def test_the_same_move_is_always_the_same_object(
    arguments: tuple[int, int, int | None, int | None],
) -> None:
    move = Move(*arguments)
    assert Move(*arguments) is move
    assert copy.copy(move) is move
    assert copy.deepcopy(move) is move
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(move, protocol)) is move  # noqa: S301 - our own


def test_a_board_gives_the_same_objects() -> None:
    board = Board()
    assert any(move is Move(E2, E4) for move in board.legal_moves)
    assert board.push_san("e4") is board.peek() is Move.from_uci("e2e4")
    assert board.pop() is Move(E2, E4)


@given(moves(), moves())
def test_moves_are_equal_as_their_parts_are(
    first: tuple[int, int, int | None, int | None], second: tuple[int, int, int | None, int | None]
) -> None:
    assert (Move(*first) == Move(*second)) == (first == second)
    if first == second:
        assert hash(Move(*first)) == hash(Move(*second))


def test_a_move_equals_nothing_else() -> None:
    assert Move(E2, E4) != "e2e4"
    assert Move(E2, E4) != (E2, E4, None, None)


@given(st.text(alphabet="abcdefgh12345678@PNBRQKpnbrqk0=", max_size=7))
def test_uci_is_read_as_python_chess_reads_it(text: str) -> None:
    try:
        theirs = chess.Move.from_uci(text)
    except ValueError:
        with pytest.raises(InvalidMoveError):
            Move.from_uci(text)
    else:
        assert Move.from_uci(text).uci() == theirs.uci()


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", 0),
        ("e2", 2),
        ("e9e4", 0),
        ("e2e9", 2),
        ("e2e2", 2),
        ("e7e8x", 4),
        ("e7e8qq", 5),
        ("X@e4", 0),
        ("P@e9", 2),
        ("P@e4q", 4),
        ("\N{SNOWMAN}2e4", 0),
        ("e2\N{SNOWMAN}4", 2),
        ("e2e4\0", 4),
    ],
)
def test_the_fault_of_a_text_has_its_place(text: str, at: int) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Move.from_uci(text)
    assert caught.value.at == at
    assert f"at index {at}" in str(caught.value)


def test_a_megabyte_of_text_is_refused_in_a_short_message() -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Move.from_uci("e" * 1_000_000)
    assert len(str(caught.value)) < 200


@pytest.mark.heritage("C10")
def test_text_becomes_a_move_and_the_move_text_again_each_kind_told_by_a_property() -> None:
    normal, promotion, drop = map(Move.from_uci, ("e2e4", "a7a8q", "P@e4"))
    assert (normal.kind, promotion.kind, drop.kind) == ("normal", "promotion", "drop")
    assert (normal.from_square, normal.to_square) == (E2, E4)
    assert (promotion.from_square, promotion.to_square, promotion.promotion) == (A7, A8, QUEEN)
    assert (drop.to_square, drop.drop, drop.promotion) == (E4, PAWN, None)
    assert [move.uci() for move in (normal, promotion, drop)] == ["e2e4", "a7a8q", "P@e4"]
    assert [move.xboard() for move in (normal, promotion, drop)] == ["e2e4", "a7a8q", "P@e4"]


@pytest.mark.heritage("C10")
def test_algebraic_text_becomes_a_move_and_the_move_text_again() -> None:
    board = Board("6rk/P5pp/8/8/8/8/8/6KN[NP] w - - 0 1")
    for text, uci in [
        ("Nf2", "h1f2"),
        ("a8=Q", "a7a8q"),
        ("P@e4", "P@e4"),
        ("N@f7#", "N@f7"),
    ]:
        move = board.parse_san(text)
        assert move == Move.from_uci(uci)
        assert board.san(move) == text
    assert board.parse_san("@e4") == Move(E4, E4, drop=PAWN)
    assert board.parse_san("N@f7") == Move(F7, F7, drop=KNIGHT)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((64, 0), ValueError),
        ((-1, 0), ValueError),
        ((10**30, 0), ValueError),
        (("e2", "e4"), TypeError),
        ((0.5, 1), TypeError),
        ((None, 1), TypeError),
        ((A1, A8, 7), ValueError),
        ((A1, A8, 0), ValueError),
        ((A1, A8, QUEEN, QUEEN), ValueError),
        ((A1, A8, None, QUEEN), ValueError),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[int, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        Move(*arguments)


def test_a_king_can_be_named_but_never_dropped() -> None:
    move = Move(E4, E4, drop=KING)
    assert move.uci() == "K@e4"
    assert not Board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1").is_legal(move)


def test_a_move_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Move(E2, E4).to_square = A1  # type: ignore[misc]
