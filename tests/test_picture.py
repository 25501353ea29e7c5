"""A board as a picture: what must be seen in it, and that any program can show it."""

import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from furyhouse import BLACK, WHITE, Board, Move
from furyhouse.picture import board_svg

SVG = "{http://www.w3.org/2000/svg}"
MOVED = {"#d5d37c", "#a8a04a"}
CHECKED = "#e2583e"
POCKETS = "r3k2r/ppp2Q~pp/8/4n3/2B5/2N~5/PPP2PPP/R3K2R[QRRBBNPPPPPqrbbnnppp] b KQkq - 0 12"


def drawn(board: Board, **choices: object) -> ET.Element:
    """Draw a board, and read the picture as XML."""
    return ET.fromstring(board_svg(board, **choices))  # type: ignore[arg-type]  # noqa: S314 - our own


def squares(picture: ET.Element, colors: set[str]) -> set[tuple[str, str]]:
    """Get the corners of all squares of these colours."""
    found = picture.iter(f"{SVG}rect")
    return {(r.get("x", ""), r.get("y", "")) for r in found if r.get("fill") in colors}


def counts(picture: ET.Element) -> list[str]:
    """Get the numbers in the pockets, as they stand from above and from the left."""
    found = [text for text in picture.iter(f"{SVG}text") if text.get("font-size") == "34"]
    return [text.text or "" for text in found]


def men(picture: ET.Element) -> int:
    """Count the men, on the board and in pockets."""
    return sum(
        group.get("transform", "").count(" ") > 0 and group.get("stroke-width") == "3"
        for group in picture.iter(f"{SVG}g")
    )


def named(picture: ET.Element) -> list[tuple[float, float, str]]:
    """Get the names of files and ranks, with the place of each as seen from the board's corner."""
    return [
        (float(text.get("x", "")), float(text.get("y", "")), text.text or "")
        for text in picture.iter(f"{SVG}text")
        if text.get("font-size") == "26"
    ]


def test_a_notebook_shows_a_board_as_its_picture() -> None:
    board = Board()
    board.push_san("e4")
    assert board._repr_svg_() == board_svg(board)


def test_every_man_is_drawn_and_pockets_count_theirs() -> None:
    picture = drawn(Board(POCKETS))
    on_board = len(Board(POCKETS).piece_map())
    assert men(picture) == on_board + 5 + 5
    assert counts(picture) == ["2", "2", "3", "2", "2", "5"]
    assert counts(drawn(Board())) == []


def test_promoted_men_are_marked() -> None:
    assert len(list(drawn(Board(POCKETS)).iter(f"{SVG}circle"))) == 2
    assert list(drawn(Board()).iter(f"{SVG}circle")) == []


def test_the_last_move_is_marked_and_so_is_one_that_is_given() -> None:
    board = Board()
    assert squares(drawn(board), MOVED) == set()
    board.push_san("e4")
    assert squares(drawn(board), MOVED) == {("400", "600"), ("400", "400")}
    assert squares(drawn(board, flip=True), MOVED) == {("300", "100"), ("300", "300")}
    drop = Move.from_uci("N@f3")
    assert squares(drawn(board, last_move=drop), MOVED) == {("500", "500")}


def test_a_king_in_check_is_marked() -> None:
    assert squares(drawn(Board(POCKETS)), {CHECKED}) == {("400", "0")}
    assert squares(drawn(Board()), {CHECKED}) == set()


@pytest.mark.parametrize(
    ("flip", "files", "ranks", "below"),
    [(False, "abcdefgh", "87654321", WHITE), (True, "hgfedcba", "12345678", BLACK)],
)
def test_the_side_below_has_its_pocket_and_its_first_rank_there(
    flip: bool,  # noqa: FBT001 - a parameter of the table
    files: str,
    ranks: str,
    below: bool,  # noqa: FBT001 - the same
) -> None:
    picture = drawn(Board("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1"), flip=flip)
    names = named(picture)
    assert "".join(name for _, _, name in sorted(names) if name.isalpha()) == files
    by_row = sorted(names, key=lambda place: place[1])
    assert "".join(name for _, _, name in by_row if name.isdigit()) == ranks
    held = {
        group.get("transform", ""): group[0].get("fill")
        for group in picture.iter(f"{SVG}g")
        if "scale" in group.get("transform", "")
    }
    lowest = max(held, key=lambda place: float(place.split()[1].split(")")[0]))
    assert held[lowest] == ("#fdfbf6" if below == WHITE else "#332d28")


@pytest.mark.parametrize("flip", [False, True])
def test_names_of_files_and_ranks_stand_in_the_frame_where_no_man_covers_them(
    flip: bool,  # noqa: FBT001 - a parameter of the table
) -> None:
    picture = drawn(Board(POCKETS), flip=flip)
    names = named(picture)
    assert len(names) == 16
    for x, y, name in names:
        # Below the board, or to the left of it, with room for the letter.
        assert (y - 26 >= 800 - 8 and y <= 836) if name.isalpha() else -36 + 8 <= x <= -8
    frame = next(r for r in picture.iter(f"{SVG}rect") if r.get("fill") == "#4b3a2a")
    assert frame.get("width") == frame.get("height") == "872"
    assert {text.get("fill") for text in picture.iter(f"{SVG}text")} == {"#ecdcbf", "#4b3a2a"}


def test_the_counts_of_a_pocket_do_not_meet_the_next_man() -> None:
    picture = drawn(Board("4k3/8/8/8/8/8/8/4K3[NNNNNNNNNNNNPPPPPPPPPPPP] w - - 0 1"))
    [knights, pawns] = [
        float(group.get("transform", "").partition("(")[2].split()[0])
        for group in picture.iter(f"{SVG}g")
        if "scale" in group.get("transform", "")
    ]
    # The man is 72 wide, and each of the two digits at most 22.
    assert pawns - knights >= 72 + 2 * 22
    assert counts(picture) == ["12", "12"]


def test_the_size_is_the_width_in_pixels() -> None:
    picture = drawn(Board(), size=600)
    assert picture.get("width") == "600"
    assert picture.get("height") == "716"
    with pytest.raises(ValueError, match=r"^size is at least 50 pixels, not 0$"):
        board_svg(Board(), size=0)


def test_a_picture_is_made_only_when_it_is_asked_for() -> None:
    script = "import sys, furyhouse; sys.exit('furyhouse.picture' in sys.modules)"
    subprocess.run([sys.executable, "-P", "-c", script], check=True, timeout=60)
