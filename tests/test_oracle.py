"""3,000 weighted random games in which furyhouse and python-chess agree at every ply."""

from __future__ import annotations

from collections import Counter

import chess.variant
import pytest

import furyhouse
from oracle_games import LEAST, DisagreementError, compare, play_games, table

GAMES = 3000

START = chess.variant.CrazyhouseBoard.starting_fen


@pytest.mark.timeout(1200)
def test_random_games_agree_with_python_chess_at_every_ply(
    capsys: pytest.CaptureFixture[str],
) -> None:
    met: Counter[str] = Counter()
    for part in play_games(GAMES):
        met.update(part)
    with capsys.disabled():
        print(f"\nmet in random games against python-chess:\n{table(met)}")
    assert met["games"] == GAMES
    # A run that met too little of the hard rules would have shown nothing.
    missed = {what: met[what] for what, least in LEAST.items() if met[what] < least}
    assert not missed, f"met too few: {missed}"


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (START, START.replace(" w ", " b ")),
        (START, START.replace("KQkq", "KQk")),
        (START, START.replace("[]", "[P]")),
        (START, START.replace("0 1", "0 2")),
        ("4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1"),
    ],
)
def test_the_comparison_sees_a_difference(theirs: str, ours: str) -> None:
    board = chess.variant.CrazyhouseBoard(theirs)
    compare(board, furyhouse.Board(theirs), notation=True)
    with pytest.raises(DisagreementError):
        compare(board, furyhouse.Board(ours), notation=True)


def test_the_comparison_sees_a_forgotten_history() -> None:
    board = chess.variant.CrazyhouseBoard()
    ours = furyhouse.Board()
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        board.push_uci(uci)
        ours.push_uci(uci)
    compare(board, ours, notation=False)
    with pytest.raises(DisagreementError, match="repetition"):
        compare(board, furyhouse.Board(board.fen()), notation=False)
