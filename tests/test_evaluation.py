"""The evaluation without a search: its terms, in Python and on the command line."""

import subprocess

import pytest

from furyhouse import STARTING_FEN, WHITE, Board
from furyhouse.evaluation import Evaluation, Term, evaluate
from furyhouse.protocol.uci_text import evaluation_lines

OPEN_KING = "r2q2k1/ppp2p2/2n2b2/2b1p3/2B1P3/3P1N2/PPP2PPP/R2Q1RK1[NBnp] w - - 0 12"
CHECK = "4k3/4R3/8/8/8/8/8/4K3[] b - - 0 1"
MATED = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1"
STALEMATE = "7k/5Q2/8/8/8/8/8/K7[] b - - 0 1"
BARE = "8/k7/8/8/8/8/8/K6Q[] w - - 100 90"
POSITIONS = (
    STARTING_FEN,
    OPEN_KING,
    "r4r1k/pppb1Npp/3b4/3qp3/8/2P1B3/PP3PPP/R2Q1RK1[BNPPnp] b - - 0 18",
    "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] b - - 0 1",
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        ["furyhouse", "eval", *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def by_name(terms: tuple[Term, ...]) -> dict[str, Term]:
    """Find terms by their names."""
    assert len({term.name for term in terms}) == len(terms)
    return {term.name: term for term in terms}


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_terms_add_up(fen: str) -> None:
    board = Board(fen)
    found = evaluate(board)
    assert found.white == sum(term.white - term.black for term in found.terms)
    assert found.mover == (found.white if board.turn == WHITE else -found.white)


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_danger_of_a_king_is_what_it_costs(fen: str) -> None:
    found = evaluate(Board(fen))
    king = found.terms[-1]
    assert king.name == "king"
    for units, cost in (
        (sum(part.white for part in found.danger), king.white),
        (sum(part.black for part in found.danger), king.black),
    ):
        danger = min(max(units, 0), 1100)
        assert cost == -(danger * (danger + 128) // 1024)


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_other_side_of_the_board_sees_the_same(fen: str) -> None:
    found = evaluate(Board(fen))
    board, turn, _castling, _passed, *counters = Board(fen).fen().split(" ")
    ranks, pocket = board.rstrip("]").split("[")
    turned = "/".join(reversed(ranks.split("/"))).swapcase()
    castling = "KQkq" if fen == STARTING_FEN else "-"
    other = "b" if turn == "w" else "w"
    mirror = Board(f"{turned}[{pocket.swapcase()}] {other} {castling} - {' '.join(counters)}")
    seen = evaluate(mirror)

    def swap(terms: tuple[Term, ...]) -> tuple[Term, ...]:
        return tuple(Term(term.name, term.black, term.white) for term in terms)

    caveat = found.caveat.replace("Black", "White")
    assert seen == Evaluation(
        swap(found.terms), swap(found.danger), -found.white, found.mover, caveat
    )


def test_each_term_tells_what_its_name_says() -> None:
    start = by_name(evaluate(Board()).terms)
    assert start["pocket"] == Term("pocket", 0, 0)
    assert start["material"].white == start["material"].black > 2000
    assert start["tempo"].white > start["tempo"].black == 0
    held = by_name(evaluate(Board(STARTING_FEN.replace("[]", "[Q]"))).terms)
    assert held["pocket"].white > 500
    assert held["pocket"].black == 0
    assert held["king"].black < start["king"].black, "a queen in hand is a danger"
    exposed = by_name(evaluate(Board(OPEN_KING)).terms)
    assert exposed["king"].black < exposed["king"].white < 0, "the black king stands open"


@pytest.mark.parametrize(
    ("board", "caveat"),
    [
        (Board(), ""),
        (Board(CHECK), "Black is in check, which these numbers do not see; a search does."),
        (Board(MATED), "Black is mated, which these numbers do not see."),
        (Board(STALEMATE), "The game is over (stalemate), which these numbers do not see."),
        (
            Board(BARE, fifty_moves=True),
            "The game is over (fifty moves), which these numbers do not see.",
        ),
        (Board(BARE), ""),
    ],
)
def test_what_the_numbers_do_not_see_is_said_below_them(board: Board, caveat: str) -> None:
    found = evaluate(board)
    assert found.caveat == caveat
    assert found.white == sum(term.white - term.black for term in found.terms)
    assert found.lines()[-2:] == ["", caveat] if caveat else "see" not in str(found.lines())


def test_the_command_and_uci_say_it_too() -> None:
    done = run(MATED)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\n\nBlack is mated, which these numbers do not see.\n")
    assert "Black is mated, which these numbers do not see." in evaluation_lines(Board(MATED))


def test_the_command_prints_the_terms() -> None:
    found = evaluate(Board(OPEN_KING))
    done = run(OPEN_KING)
    assert (done.returncode, done.stderr) == (0, "")
    above, below = done.stdout.rstrip("\n").split("\n\n")
    head, *lines = above.splitlines()
    assert head.split() == ["in", "centipawns", "white", "black", "sum"]
    *lines, white, mover = lines
    assert [line.split() for line in lines] == [
        [name, str(white), str(black), f"{white - black:+}"] for name, white, black in found.terms
    ]
    assert white.split() == ["for", "white", f"{found.white:+}"]
    assert mover.split() == ["for", "the", "mover", f"{found.mover:+}"]
    head, *lines = below.splitlines()
    assert head.split() == ["king", "in", "danger", "white", "black"]
    assert [line.split() for line in lines] == [
        [name, str(white), str(black)] for name, white, black in found.danger
    ]


def test_without_a_position_the_command_takes_the_start() -> None:
    assert run().stdout == run(STARTING_FEN).stdout


def test_a_bad_position_is_one_line() -> None:
    done = run("8/8/8/8/8/8/8/8[] w - - 0 1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "cannot be played" in done.stderr
