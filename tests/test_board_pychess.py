"""Board gives python-chess's answer to every question about positions and moves.

Random games, in which the answers are compared at each ply: for all legal moves, and for moves
drawn at random, most of which are not legal.
"""

import random
from collections.abc import Iterator

import chess
import chess.variant
import pytest

from furyhouse import COLORS, PIECE_TYPES, SQUARES, Board, Move, SquareSet

SHUFFLED = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN[] w GBgb - 0 1"
STARTS = [
    (Board.starting_fen, False),
    (SHUFFLED, True),
    ("r3k2r/pPp2ppp/2n5/3pP3/1b6/2N2Q2/P1PP1PpP/R3K2R[QRBNPqrbnp] w KQkq d6 0 10", False),
    ("8/8/8/K2pP2r/3Pp3/8/8/4k3[Pp] w - d6 0 1", False),
]

POSITION_QUESTIONS = (
    "is_check",
    "is_checkmate",
    "is_stalemate",
    "was_into_check",
    "has_legal_en_passant",
    "has_pseudo_legal_en_passant",
    "has_chess960_castling_rights",
    "clean_castling_rights",
    "checkers_mask",
    "castling_xfen",
    "castling_shredder_fen",
    "shredder_fen",
    "epd",
    "board_fen",
    "ply",
    "can_claim_threefold_repetition",
    "is_fivefold_repetition",
    "unicode",
    "__str__",
)
ATTRIBUTES = (
    "turn",
    "promoted",
    "occupied",
    "pawns",
    "knights",
    "bishops",
    "rooks",
    "queens",
    "kings",
    "ep_square",
    "halfmove_clock",
    "fullmove_number",
    "chess960",
)
MOVE_QUESTIONS = (
    "is_legal",
    "is_pseudo_legal",
    "is_capture",
    "is_en_passant",
    "is_zeroing",
    "is_irreversible",
    "is_castling",
    "is_kingside_castling",
    "is_queenside_castling",
)
LEGAL_MOVE_QUESTIONS = ("gives_check", "is_into_check", "uci", "xboard")


def as_theirs(move: Move) -> chess.Move:
    """Give python-chess's move."""
    return chess.Move(move.from_square, move.to_square, move.promotion, move.drop)


def random_moves(chooser: random.Random, count: int) -> Iterator[Move]:
    """Draw moves of all kinds, few of them legal."""
    for _ in range(count):
        start, end = chooser.choice(SQUARES), chooser.choice(SQUARES)
        kind = chooser.choice([None, None, None, *PIECE_TYPES])
        if kind is not None and chooser.random() < 0.7:
            yield Move(end, end, drop=kind)
        elif start != end:
            yield Move(start, end, kind)


def compare_position(ours: Board, theirs: chess.variant.CrazyhouseBoard) -> None:
    """Compare what is asked of a position."""
    for name in POSITION_QUESTIONS:
        assert getattr(ours, name)() == getattr(theirs, name)(), (name, ours.fen())
    for name in ATTRIBUTES:
        assert getattr(ours, name) == getattr(theirs, name), (name, ours.fen())
    # There the mask is the bare complement of another, a negative number.
    drops = theirs.legal_drop_squares_mask() & chess.BB_ALL
    assert ours.legal_drop_squares_mask() == drops
    for color in COLORS:
        assert ours.king(color) == theirs.king(color)
        assert str(ours.pockets[color]) == str(theirs.pockets[color])
        assert ours.occupied_co[color] == theirs.occupied_co[color]
        for name in ("has_castling_rights", "has_kingside_castling_rights"):
            assert getattr(ours, name)(color) == getattr(theirs, name)(color), (name, ours.fen())
    for en_passant in ("legal", "fen", "xfen"):
        assert ours.fen(en_passant=en_passant) == theirs.fen(en_passant=en_passant)


def compare_squares(ours: Board, theirs: chess.variant.CrazyhouseBoard) -> None:
    """Compare what is asked of squares."""
    for square in SQUARES:
        assert ours.attacks_mask(square) == theirs.attacks_mask(square)
        assert ours.piece_type_at(square) == theirs.piece_type_at(square)
        assert ours.color_at(square) == theirs.color_at(square)
        for color in COLORS:
            assert ours.attackers_mask(color, square) == theirs.attackers_mask(color, square)
            assert ours.pin_mask(color, square) == theirs.pin_mask(color, square), ours.fen()
            assert ours.is_pinned(color, square) == theirs.is_pinned(color, square)
            assert ours.is_attacked_by(color, square) == theirs.is_attacked_by(color, square)
    for color in COLORS:
        own = SquareSet(ours.occupied_co[color])
        pinned = [square for square in own if theirs.is_pinned(color, square)]
        assert list(ours.pinned(color)) == [sq for sq in pinned if sq != ours.king(color)]


def compare_moves(
    ours: Board, theirs: chess.variant.CrazyhouseBoard, chooser: random.Random
) -> None:
    """Compare what is asked of moves."""
    legal = list(ours.legal_moves)
    assert {move.uci() for move in legal} == {move.uci() for move in theirs.legal_moves}
    captures = {move.uci() for move in theirs.generate_legal_captures()}
    assert {move.uci() for move in ours.generate_legal_captures()} == captures
    for move in [*legal, *random_moves(chooser, 40)]:
        for name in MOVE_QUESTIONS:
            answers = getattr(ours, name)(move), getattr(theirs, name)(as_theirs(move))
            assert answers[0] == answers[1], (name, move, ours.fen())
    for move in legal:
        for name in LEGAL_MOVE_QUESTIONS:
            # There a drop that blocks a check is said to be into check, though it is legal.
            if name == "is_into_check" and move.drop:
                continue
            answers = getattr(ours, name)(move), getattr(theirs, name)(as_theirs(move))
            assert answers[0] == answers[1], (name, move, ours.fen())
        for notation in ("san", "lan"):
            text, other = getattr(ours, notation)(move), getattr(theirs, notation)(as_theirs(move))
            assert text.removeprefix("P@") == other.removeprefix("@"), (move, ours.fen())
        assert ours.parse_san(theirs.san(as_theirs(move))) == move
        assert ours.parse_uci(theirs.uci(as_theirs(move), chess960=True)) == move


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("fen", "chess960"), STARTS)
def test_every_answer_is_python_chess_s(fen: str, seed: int, *, chess960: bool) -> None:
    chooser = random.Random(seed)  # noqa: S311 - a game, not a secret
    ours = Board(fen, chess960=chess960)
    theirs = chess.variant.CrazyhouseBoard(fen, chess960=chess960)
    for ply in range(30):
        compare_position(ours, theirs)
        compare_moves(ours, theirs, chooser)
        if ply % 8 == 0:
            compare_squares(ours, theirs)
        legal = list(ours.legal_moves)
        if not legal:
            break
        # A rare kind of move is played where there is one.
        rare = [move for move in legal if ours.is_castling(move) or ours.is_en_passant(move)]
        move = chooser.choice(rare or legal)
        ours.push(move)
        theirs.push(as_theirs(move))
        assert ours.peek().uci() == theirs.peek().uci()


def test_pseudo_legal_moves_into_check_are_told_apart() -> None:
    fen = "4r1k1/8/8/8/8/8/4R3/4K3[N] w - - 0 1"
    ours, theirs = Board(fen), chess.variant.CrazyhouseBoard(fen)
    told = {
        move.uci(): ours.is_into_check(Move.from_uci(move.uci()))
        for move in theirs.pseudo_legal_moves
    }
    assert told == {move.uci(): theirs.is_into_check(move) for move in theirs.pseudo_legal_moves}
    assert any(told.values())
    assert not all(told.values())
