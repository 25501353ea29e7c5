"""Every row of the shared tables, through the Python API."""

from __future__ import annotations

from pathlib import Path

import chess.variant
import pytest

import furyhouse
from furyhouse import Board, FuryhouseError

DATA = Path(__file__).parent / "data"


def _rows(name: str) -> list[list[str]]:
    """The rows of a table without its heading, every row as long as the heading."""
    heading, *lines = (DATA / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
    columns = heading.count("\t") + 1
    rows = [line.split("\t") for line in lines]
    assert all(len(row) <= columns for row in rows)
    return [row + [""] * (columns - len(row)) for row in rows]


def _unescape(cell: str) -> str:
    """The text that a cell stands for."""
    return cell.replace("\\t", "\t").replace("\\0", "\0")


@pytest.mark.parametrize(("fen", "depth", "nodes"), _rows("perft.tsv"))
def test_perft_equals_the_table(fen: str, depth: str, nodes: str) -> None:
    board = Board(fen)
    assert board.perft(int(depth)) == int(nodes)
    divided = board.divide(int(depth))
    assert sum(divided.values()) == int(nodes)
    assert set(divided) == set(board.legal_moves)
    assert board.fen().split() == Board(fen).fen().split()


@pytest.mark.parametrize(("fen", "counts"), _rows("walks.tsv"))
def test_walks_have_the_counted_leaves(fen: str, counts: str) -> None:
    board = Board(fen)
    expected = [int(count) for count in counts.split(" ")]
    assert [board.perft(depth) for depth in range(1, len(expected) + 1)] == expected
    assert board.legal_moves.count() == len(board.legal_moves) == len(list(board.legal_moves))
    assert board.legal_moves.count() == expected[0]


@pytest.mark.parametrize("row", _rows("cases.tsv"), ids=lambda row: row[0])
def test_rule_cases_end_as_the_table_says(row: list[str]) -> None:
    case, _, fen, moves, chess960, after, legal, drops, state, must, must_not, _ = row
    board = Board(fen, chess960=chess960 == "1")
    keys = []
    for uci in moves.split():
        keys.append(board.key)
        board.push_uci(uci)
    assert " ".join(board.fen().split()[:4]) == after
    assert board.legal_moves.count() == int(legal)
    assert sum(move.drop is not None for move in board.legal_moves) == int(drops)
    assert board.is_checkmate() == (state == "checkmate")
    assert board.is_stalemate() == (state == "stalemate")
    assert board.is_check() == (state in {"check", "checkmate"})
    assert (board.outcome() is None) == (state in {"check", "ongoing"})
    assert board.is_repetition(3) == (case == "Z16")
    assert (board.key in keys) == (case == "Z16")
    for uci in must.split():
        assert board.parse_uci(uci) in board.legal_moves
    for uci in must_not.split():
        assert furyhouse.Move.from_uci(uci) not in board.legal_moves
        with pytest.raises(FuryhouseError):
            board.push_uci(uci)
    for _ in moves.split():
        board.pop()
    assert board == Board(fen, chess960=chess960 == "1")


@pytest.mark.parametrize(("text", "canonical"), _rows("good_fens.tsv"))
def test_good_fens_are_read_and_written_in_one_form(text: str, canonical: str) -> None:
    board = Board(_unescape(text))
    assert board.fen() == canonical
    assert Board(canonical) == board


@pytest.mark.parametrize(("text", "fault", "words"), _rows("bad_fens.tsv"))
def test_bad_fens_are_refused_and_the_message_names_the_fault(
    text: str, fault: str, words: str
) -> None:
    for chess960 in (False, True):
        with pytest.raises(FuryhouseError) as caught:
            Board(_unescape(text), chess960=chess960)
        assert isinstance(caught.value, ValueError)
        message = str(caught.value)
        assert words
        assert all(word in message for word in words.split("|")), f"{fault}: {message}"


@pytest.mark.parametrize(("mate_in", "fen", "keys"), _rows("mates_short.tsv"))
def test_short_mates_are_mates(mate_in: str, fen: str, keys: str) -> None:
    board = Board(fen)

    def mates(depth: int) -> set[str]:
        """The moves that give mate in so many moves, found by playing everything."""
        found = set()
        for move in list(board.legal_moves):
            if depth == 1 and not board.gives_check(move):
                continue
            board.push(move)
            replies = list(board.legal_moves)
            if replies:
                mate = depth > 1 and all(mated_after(reply, depth - 1) for reply in replies)
            else:
                mate = board.is_checkmate()
            board.pop()
            if mate:
                found.add(move.uci())
        return found

    def mated_after(reply: furyhouse.Move, depth: int) -> bool:
        """Whether the reply still loses by a mate in so many moves."""
        board.push(reply)
        mated = bool(mates(depth))
        board.pop()
        return mated

    if mate_in == "1":
        assert mates(1) == set(keys.split(" "))
    else:
        # The table does not name every move that mates in two.
        assert mates(2) >= set(keys.split(" "))
        assert not mates(1)


def test_openings_can_be_played() -> None:
    fens = (DATA / "openings.fen").read_text(encoding="utf-8").splitlines()
    assert len(fens) == 100
    for fen in fens:
        assert Board(fen).fen() == fen
        assert chess.variant.CrazyhouseBoard(fen).legal_moves.count() == len(Board(fen).legal_moves)
