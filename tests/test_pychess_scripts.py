"""Programs written for python-chess run with furyhouse after a change of their imports."""

import contextlib
import io
import re
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parent / "data" / "scripts").glob("*.py.txt"))
IMPORTS = {
    "import chess\n": "import furyhouse as chess\n",
    "from chess.variant import CrazyhouseBoard": "from furyhouse import Board as CrazyhouseBoard",
}
# The one difference in what is written: a pawn's drop is `@e4` there and `P@e4` here.
BARE_DROP = re.compile(r"(?<![A-Za-z])@(?=[a-h][1-8])")


def run(source: str) -> str:
    """Run a script and give what it printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source, "script", "exec"), {"__name__": "script"})  # noqa: S102 - our own data
    return printed.getvalue()


def changed(source: str) -> str:
    """Change the imports of a script, and nothing else."""
    for old, new in IMPORTS.items():
        assert source.count(old) == 1
        source = source.replace(old, new)
    return source


def test_there_are_ten_scripts() -> None:
    assert len(SCRIPTS) >= 10


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name.partition(".")[0])
def test_a_script_prints_the_same(script: Path) -> None:
    source = script.read_text(encoding="utf-8")
    theirs, ours = run(source), run(changed(source))
    # A board's repr names its class, and a set of moves its class too.
    theirs = theirs.replace("CrazyhouseBoard(", "Board(")
    assert len(theirs.splitlines()) >= 3
    assert BARE_DROP.sub("P@", ours).splitlines() == BARE_DROP.sub("P@", theirs).splitlines()


def test_a_difference_would_be_seen() -> None:
    source = "import chess\nfrom chess.variant import CrazyhouseBoard\nprint(chess.__name__)\n"
    assert run(source) != run(changed(source))
