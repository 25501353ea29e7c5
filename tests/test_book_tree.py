"""The tree of a book's positions: what moves are worth, and which positions are answered."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from furyhouse import Board, Score
from furyhouse.book import Book, BookMove
from furyhouse.lab.book_maker import weighed, write_book
from furyhouse.lab.book_tree import BookTree, Width
from furyhouse.polyglot import position_key
from furyhouse.report import RootMove, SearchResult

START = Board()


def reached(*sans: str) -> Board:
    board = Board()
    for san in sans:
        board.push_san(san)
    return board


def result(board: Board, scores: Mapping[str, int]) -> SearchResult:
    """Make what a search would have found, the best move first."""
    roots = [
        RootMove(board.parse_san(san), Score(value), exact=True) for san, value in scores.items()
    ]
    return SearchResult(roots[0].move, None, [], 1, 1, 1, 0.1, roots[0].score, roots, 0)


def book(folder: Path, *lines: tuple[str, ...]) -> Book:
    """Make a book of lines, in which every move is as good as any other."""
    moves: dict[int, list[BookMove]] = {}
    for line in lines:
        for ply, san in enumerate(line):
            board = reached(*line[:ply])
            known = moves.setdefault(position_key(board), [])
            if board.parse_san(san) not in [one.move for one in known]:
                known.append(BookMove(board.parse_san(san), 1))
    write_book(folder / "book.bin", weighed(sorted(moves.items())))
    return Book(folder / "book.bin")


def search(tree: BookTree, found: Mapping[tuple[str, ...], Mapping[str, int]]) -> list[str]:
    """Search what a tree wants, until it wants nothing that was found; tell what it then wants."""
    by_key = {position_key(reached(*line)): scores for line, scores in found.items()}
    while wanted := tree.wanted():
        known = [board for board in wanted if position_key(board) in by_key]
        if not known:
            return [board.fen() for board in wanted]
        for board in known:
            tree.add(board, result(board, by_key[position_key(board)]))
    return []


def moves_at(tree: BookTree, *sans: str) -> dict[str, int] | None:
    board = reached(*sans)
    found = tree.moves().get(position_key(board))
    return None if found is None else {board.san(one.move): one.weight for one in found}


def test_a_move_is_worth_what_the_last_searched_position_behind_it_says(tmp_path: Path) -> None:
    tree = BookTree(book(tmp_path, ("e4", "e5", "Nf3"), ("d4", "d5")), [START], Width(margin=30))
    found = {
        (): {"e4": 30, "d4": 25},
        # One ply further e4 seems well, but two plies further it loses a pawn.
        ("e4",): {"e5": -40},
        ("e4", "e5"): {"Nf3": -100},
        ("d4",): {"d5": -20},
    }
    assert search(tree, found) == []
    assert moves_at(tree) == {"d4": 31}
    # Whoever plays from the book is there no more, but his opponent may be.
    assert moves_at(tree, "e4") == {"e5": 31}
    assert moves_at(tree, "e4", "e5") is None


def test_a_move_that_is_nearly_as_good_weighs_less(tmp_path: Path) -> None:
    tree = BookTree(book(tmp_path, ("e4",), ("d4",), ("a4",)), [START], Width(margin=20))
    assert search(tree, {(): {"e4": 30, "d4": 25, "a4": 9}}) == []
    assert moves_at(tree) == {"e4": 21, "d4": 16}


def test_a_move_that_is_best_as_others_were_seen_deeper_is_seen_as_deep(tmp_path: Path) -> None:
    tree = BookTree(book(tmp_path, ("e4", "e5")), [START], Width(margin=10))
    found = {(): {"e4": 30, "d4": 25}, ("e4",): {"e5": 20}}
    assert search(tree, found) == [reached("d4").fen()]
    tree.add(reached("d4"), result(reached("d4"), {"d5": 60}))
    assert search(tree, found) == []
    assert moves_at(tree) == {"e4": 11}


def test_opponents_moves_that_no_game_has_are_answered_where_it_is_wanted(tmp_path: Path) -> None:
    width = Width(margin=10, replies=100, reply_plies=1)
    tree = BookTree(book(tmp_path, ("e4", "e5")), [START], width)
    assert tree.tie_margin(START) == 100
    found = {
        (): {"e4": 30, "a3": -60, "h4": -90},
        ("e4",): {"e5": -30},
        ("a3",): {"e5": 60, "d5": 55},
    }
    assert search(tree, found) == []
    assert moves_at(tree, "e4") == {"e5": 11}
    assert moves_at(tree, "a3") == {"e5": 11}
    assert moves_at(tree, "h4") is None
    assert tree.tie_margin(reached("a3")) == 10


def test_an_opponent_who_errs_again_is_answered_again(tmp_path: Path) -> None:
    width = Width(margin=10, replies=100, reply_plies=3)
    tree = BookTree(book(tmp_path, ("e4",)), [START], width)
    found = {
        (): {"e4": 30, "a3": -60},
        ("e4",): {"e5": -30},
        ("a3",): {"e5": 60, "Na6": -20},
        ("e4", "e5"): {"Nf3": 30},
        ("a3", "e5"): {"e4": -60, "h4": -130},
        ("a3", "e5", "e4"): {"Nf6": 60},
        ("a3", "e5", "h4"): {"d5": 130},
    }
    # White has left the book by a3; a second slip of Black's is nobody's who plays from it.
    assert search(tree, found) == []
    assert moves_at(tree, "a3", "e5", "h4") == {"d5": 11}
    assert moves_at(tree, "a3", "e5") is None
    assert moves_at(tree, "e4", "e5") == {"Nf3": 11}


def test_moves_that_lead_back_do_not_go_round_for_ever(tmp_path: Path) -> None:
    round_and_round = ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3")
    tree = BookTree(book(tmp_path, round_and_round), [START], Width())
    found = {
        (): {"Nf3": 20},
        ("Nf3",): {"Nf6": -20},
        ("Nf3", "Nf6"): {"Ng1": 0},
        ("Nf3", "Nf6", "Ng1"): {"Ng8": 0},
    }
    assert search(tree, found) == []
    assert moves_at(tree) == {"Nf3": 21}
    assert moves_at(tree, "Nf3", "Nf6", "Ng1") == {"Ng8": 21}


def test_a_game_that_is_over_is_not_searched(tmp_path: Path) -> None:
    width = Width(margin=10, replies=100, reply_plies=9)
    board = Board("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1")
    tree = BookTree(book(tmp_path, ("e4",)), [board], width)
    tree.add(board, result(board, {"N@f7": 0}))
    assert tree.wanted() == []


@pytest.mark.parametrize("name", ["margin", "replies", "reply_plies"])
def test_a_width_below_zero_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is at least 0, not -1"):
        Width(**{name: -1})
