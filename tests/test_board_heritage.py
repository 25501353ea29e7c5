"""Board: what furyhouse inherits from the Crazyhouse engine before it, row by row."""

import copy
import random

import pytest

from furyhouse import (
    A1,
    A8,
    BISHOP,
    BLACK,
    D1,
    D8,
    E1,
    E2,
    E3,
    E4,
    E7,
    E8,
    F3,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    SQUARES,
    WHITE,
    Board,
    Move,
    SquareSet,
    SquareState,
    parse_square,
    square_name,
    square_rank,
)


def names(squares: SquareSet) -> set[str]:
    """Name the squares of a set."""
    return {square_name(square) for square in squares}


def moves(board: Board) -> set[str]:
    """List the legal moves."""
    return {move.uci() for move in board.legal_moves}


def to_squares(board: Board, start: str) -> set[str]:
    """List where a move from a square, or the drop of a letter, may go."""
    return {uci[2:4] for uci in moves(board) if uci[:2] == start}


# C4: pieces and their moves.


@pytest.mark.heritage("C4")
@pytest.mark.parametrize(
    ("letter", "start", "targets"),
    [
        ("N", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("B", "d4", "a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1"),
        ("R", "d4", "a4 b4 c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7 d8"),
        ("K", "d4", "c3 c4 c5 d3 d5 e3 e4 e5"),
        ("P", "d4", "d5"),
        ("P", "d2", "d3 d4"),
    ],
)
def test_every_man_knows_its_moves(letter: str, start: str, targets: str) -> None:
    square = parse_square(start)
    rank = "".join(letter if index == square % 8 else "." for index in range(8))
    rows = ["........"] * 8
    rows[7 - square_rank(square)] = rank
    # The other kings stand where they look at nothing that matters.
    rows[0] = rows[0][:6] + "k" + rows[0][7:] if letter != "B" else "......k."
    if letter != "K":
        rows[7] = "K" + rows[7][1:] if letter != "B" else ".......K"
    text = "/".join(rows)
    for width in range(8, 0, -1):
        text = text.replace("." * width, str(width))
    found = to_squares(Board(f"{text}[] w - - 0 1"), start)
    assert found == set(targets.split())


@pytest.mark.heritage("C4")
def test_a_queen_goes_as_rook_and_bishop() -> None:
    board = Board("6k1/8/8/8/3Q4/8/8/7K[] w - - 0 1")
    straight = names(SquareSet(board.attacks(parse_square("d4"))))
    assert to_squares(board, "d4") == straight
    assert len(straight) == 27


@pytest.mark.heritage("C4")
def test_pawns_take_and_promote_and_all_five_kinds_drop() -> None:
    board = Board("1n2k3/P7/8/8/8/8/8/4K3[QRBNP] w - - 0 1")
    found = moves(board)
    for target in ("a7a8", "a7b8"):
        assert {f"{target}{letter}" for letter in "qrbn"} <= found
    for letter in "QRBNP":
        assert f"{letter}@e4" in found
    assert not any(uci.startswith("K@") for uci in found)


# C5: who attacks a square, gives check, shields a king.


@pytest.mark.heritage("C5")
def test_attackers_checkers_and_pinned_men_are_told() -> None:
    board = Board("4r1k1/8/8/8/1b6/8/3NR3/4K3[] w - - 0 1")
    assert names(board.attackers(WHITE, E3)) == {"e2"}
    assert names(board.attackers(BLACK, E2)) == {"e8"}
    assert names(board.pinned(WHITE)) == {"d2", "e2"}
    assert names(board.pinned(BLACK)) == set()
    assert names(board.checkers()) == set()
    assert names(Board("4k3/8/5N2/8/8/8/8/4RK2[] b - - 0 1").checkers()) == {"f6", "e1"}


KINDS = {None: 0, PAWN: 1, ROOK: 2, BISHOP: 3, KNIGHT: 4, KING: 5, QUEEN: 6}


def state_of(board: Board, square: int) -> int:
    """Put a square's byte together as the row says, from attacks and pins."""
    man = board.piece_at(square)
    byte = KINDS[None if man is None else man.piece_type] << 4
    byte |= bool(board.attackers(BLACK, square)) << 3
    byte |= bool(board.attackers(WHITE, square)) << 2
    if man is not None:
        byte |= (man.color == BLACK) << 7
        byte |= (board.king(not man.color) in board.attacks(square)) << 1
        byte |= square in board.pinned(man.color)
    return byte


@pytest.mark.heritage("C5")
@pytest.mark.parametrize("seed", range(5))
def test_a_squares_state_is_one_byte(seed: int) -> None:
    chooser = random.Random(seed)  # noqa: S311 - a game, not a secret
    board = Board()
    for _ in range(60):
        for square in SQUARES:
            state = board.square_state(square)
            assert int(state) == state == state_of(board, square)
        if board.is_game_over():
            break
        board.push(chooser.choice(list(board.legal_moves)))


@pytest.mark.heritage("C5")
@pytest.mark.parametrize(
    ("fen", "square", "byte"),
    [
        (Board.starting_fen, E4, 0b0_000_0000),  # empty, and nobody looks
        (Board.starting_fen, F3, 0b0_000_0100),  # empty, seen by white
        (Board.starting_fen, E2, 0b0_001_0100),  # a white pawn
        (Board.starting_fen, A1, 0b0_010_0000),  # a white rook, unguarded
        (Board.starting_fen, D8, 0b1_110_1000),  # the black queen
        (Board.starting_fen, E8, 0b1_101_1000),  # the black king
        ("4r1k1/8/8/8/8/8/4R3/4K3[] w - - 0 1", E2, 0b0_010_1101),  # shields its king
        ("4k3/8/8/8/8/8/4R3/4K3[] b - - 0 1", E2, 0b0_010_0110),  # gives check
        ("4k3/8/8/1b6/8/3N4/8/5K2[] w - - 0 1", parse_square("b5"), 0b1_011_0000),
    ],
)
def test_the_bits_mean_what_they_say(fen: str, square: int, byte: int) -> None:
    state = Board(fen).square_state(square)
    assert state == byte
    assert state.kind == byte >> 4 & 7
    assert (state.attacked_by_black, state.attacked_by_white) == (bool(byte & 8), bool(byte & 4))
    assert (state.gives_check, state.shields_king) == (bool(byte & 2), bool(byte & 1))
    man = Board(fen).piece_at(square)
    assert state.piece_type == (None if man is None else man.piece_type)
    assert state.color == (None if man is None else man.color)
    assert SquareState(byte) == state
    assert hash(state) == hash(byte)
    assert copy.deepcopy(state) == state
    assert repr(state) == f"SquareState({byte:#010b})"


# C6: castling rights and kings.


@pytest.mark.heritage("C6")
def test_rights_go_with_king_and_rooks_and_a_dropped_rook_gives_none_back() -> None:
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1")
    assert names(SquareSet(board.castling_rights)) == {"a1", "h1", "a8", "h8"}
    board.push_uci("h1h8")
    assert not board.has_kingside_castling_rights(WHITE)
    assert not board.has_kingside_castling_rights(BLACK)
    assert board.has_queenside_castling_rights(WHITE)
    board.push_uci("e8e7")
    assert not board.has_castling_rights(BLACK)
    assert (board.king(WHITE), board.king(BLACK)) == (E1, E7)
    board.push_uci("h8h2")
    board.push_uci("e7e8")
    board.push_uci("R@h1")
    assert not board.has_kingside_castling_rights(WHITE)


@pytest.mark.heritage("C6")
def test_the_rooks_squares_are_kept_so_that_960_castles() -> None:
    board = Board("1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1[] w GBgb - 0 1", chess960=True)
    assert names(SquareSet(board.castling_rights)) == {"b1", "g1", "b8", "g8"}
    assert {"e1g1", "e1b1"} <= moves(board)
    board.push_uci("e1b1")
    assert board.king(WHITE) == parse_square("c1")
    assert board.piece_type_at(D1) == ROOK
    assert not board.has_castling_rights(WHITE)


# C7 and C8: pockets and promoted men.


@pytest.mark.heritage("C7")
def test_what_is_taken_changes_sides_and_can_be_dropped() -> None:
    board = Board()
    for san in ("e4", "d5", "exd5", "Qxd5", "Nc3", "Qxg2", "Bxg2"):
        board.push_san(san)
    white, black = board.pockets[WHITE], board.pockets[BLACK]
    assert (str(white), str(black)) == ("qp", "pp")
    assert (white.count(QUEEN), white.count(PAWN), len(black)) == (1, 1, 2)
    board.push_uci("P@e3")
    assert str(board.pockets[BLACK]) == "p"
    assert board.piece_at(E3) is not None


@pytest.mark.heritage("C7")
def test_any_number_of_men_of_a_kind_may_be_held() -> None:
    board = Board(f"4k3/8/8/8/8/8/8/4K3[{'Q' * 30}{'p' * 32}] w - - 0 1")
    assert (board.pockets[WHITE].count(QUEEN), board.pockets[BLACK].count(PAWN)) == (30, 32)


@pytest.mark.heritage("C8")
def test_a_promoted_man_is_followed_and_falls_as_a_pawn() -> None:
    board = Board("7k/P7/8/2b5/8/8/8/7K[] w - - 0 1")
    board.push_uci("a7a8q")
    assert "Q~" in board.fen()
    assert names(SquareSet(board.promoted)) == {"a8"}
    board.push_uci("h8h7")
    board.push_uci("a8a7")
    assert names(SquareSet(board.promoted)) == {"a7"}
    board.push_uci("c5a7")
    assert board.promoted == 0
    assert str(board.pockets[BLACK]) == "p"
    assert Board("Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1").promoted == 1 << A8


# C9: the last move.


@pytest.mark.heritage("C9")
def test_the_opponents_last_move_is_known() -> None:
    board = Board()
    board.push_san("e4")
    board.push_san("c5")
    assert board.peek() == Move.from_uci("c7c5")
    assert [move.uci() for move in board.move_stack] == ["e2e4", "c7c5"]
    board.pop()
    assert board.peek() == Move.from_uci("e2e4")


# C11: recording.


@pytest.mark.heritage("C11")
@pytest.mark.parametrize(
    ("fen", "uci", "after"),
    [
        (
            "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1",
            "a7b8q",
            "1Q~2k3/8/8/8/8/8/8/4K3[N] b - - 0 1",
        ),
        ("4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", "e1g1", "4k3/8/8/8/8/8/8/5RK1[] b - - 1 1"),
        ("r3k3/8/8/8/8/8/8/4K3[] b q - 0 1", "e8c8", "2kr4/8/8/8/8/8/8/4K3[] w - - 1 2"),
        ("4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1", "N@f3", "4k3/8/8/8/8/5N2/8/4K3[p] b - - 1 1"),
    ],
)
def test_a_move_is_recorded_whole_and_taken_back_whole(fen: str, uci: str, after: str) -> None:
    board = Board(fen)
    before = board.key
    board.push_uci(uci)
    assert board.fen() == after
    assert board.key == Board(after).key != before
    board.pop()
    assert (board.fen(), board.key) == (Board(fen).fen(), before)


@pytest.mark.heritage("C11")
def test_the_key_covers_pockets_and_promoted_men() -> None:
    keys = {
        Board(f"{men}[{held}] w - - 0 1").key
        for men in ("4k3/8/8/8/8/8/8/Q3K3", "4k3/8/8/8/8/8/8/Q~3K3")
        for held in ("", "P", "p", "PP", "N", "n")
    }
    assert len(keys) == 12


# C12 and C13: pins and checks.


@pytest.mark.heritage("C12")
def test_a_pinned_man_keeps_to_its_line_and_a_discovered_check_is_seen() -> None:
    board = Board("4r1k1/8/8/1b6/8/3N4/4R3/4K3[] w - - 0 1")
    assert to_squares(board, "e2") == {"e3", "e4", "e5", "e6", "e7", "e8"}
    assert names(board.pinned(WHITE)) == {"e2"}
    knight = Board("4r1k1/8/8/8/8/8/4N3/4K3[] w - - 0 1")
    assert to_squares(knight, "e2") == set()
    discovered = Board("4k3/8/8/8/8/8/4N3/4RK2[] w - - 0 1")
    assert discovered.gives_check(Move.from_uci("e2c3"))
    assert board.pin(WHITE, E2) == SquareSet.ray(E1, E8)


@pytest.mark.heritage("C13")
def test_in_check_one_may_take_block_drop_between_or_step_away() -> None:
    board = Board("4r1k1/8/8/8/8/8/3P1P2/3QKB2[N] w - - 0 1")
    assert moves(board) == {
        "d1e2",
        "f1e2",
        "N@e2",
        "N@e3",
        "N@e4",
        "N@e5",
        "N@e6",
        "N@e7",
    }
    assert "R@e8" not in moves(board)
    away = Board("4r1k1/8/8/8/8/8/8/4K3[] w - - 0 1")
    # Not along the line of the rook, in either direction.
    assert moves(away) == {"e1d1", "e1d2", "e1f1", "e1f2"}


@pytest.mark.heritage("C13")
def test_in_double_check_only_the_king_moves() -> None:
    board = Board("4k3/8/5N2/8/8/8/8/4RK2[qrbnp] b - - 0 1")
    assert len(board.checkers()) == 2
    assert len(board.legal_drop_squares()) == 0
    assert all(uci.startswith("e8") for uci in moves(board))
    assert moves(board)


# C14: drops.


@pytest.mark.heritage("C14")
def test_men_drop_on_every_empty_square_and_pawns_not_on_the_last_ranks() -> None:
    board = Board("4k3/8/8/8/8/8/8/4K3[QP] w - - 0 1")
    queens, pawns = to_squares(board, "Q@"), to_squares(board, "P@")
    empty = {square_name(square) for square in SQUARES if board.piece_at(square) is None}
    assert queens == empty
    assert pawns == {name for name in empty if name[1] not in "18"}
    assert names(board.legal_drop_squares()) == empty


@pytest.mark.heritage("C14")
@pytest.mark.parametrize(
    ("fen", "san"),
    [
        ("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "N@f7#"),
        ("6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", "R@d8#"),
        ("7k/8/6K1/8/8/8/8/8[Q] w - - 0 1", "Q@g7#"),
        ("6bk/8/5PK1/8/8/8/8/8[P] w - - 0 1", "P@g7#"),
    ],
)
def test_a_drop_may_give_mate_even_a_pawns(fen: str, san: str) -> None:
    board = Board(fen)
    assert board.san(board.parse_san(san)) == san
    board.push_san(san)
    assert board.is_checkmate()
    assert board.pop().drop is not None


# C16: the program for finding faults.


@pytest.mark.heritage("C16")
def test_a_board_tells_everything_about_itself() -> None:
    board = Board("r3k2r/1Q~6/8/8/4b3/8/4R3/4K3[QRpp] b kq - 3 20")
    text = board.debug()
    for part in (
        "r . . . k . . r",
        "white pocket: QR",
        "black pocket: pp",
        "to move: black",
        "castling: kq",
        "checkers: -",
        "pinned: e4",
        "promoted: b7",
        "half-move clock: 3",
        "move number: 20",
        f"key: {board.key:#018x}",
        f"fen: {board.fen()}",
    ):
        assert part in text.splitlines()
    assert names(SquareSet(board.promoted)) == {"b7"}
