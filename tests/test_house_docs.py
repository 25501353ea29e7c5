"""What people read is true: examples run, commands exist, the options are those of the table."""

import doctest
import importlib
import inspect
import pkgutil
import re
import shlex
import subprocess
import typing
from collections.abc import Iterator
from fnmatch import fnmatchcase as fnmatch
from itertools import dropwhile
from pathlib import Path

import chess
import chess.variant
import pytest

import furyhouse
from furyhouse import _core
from furyhouse.options import OPTIONS, Option

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{page.name}" for page in Path(__file__).parent.parent.glob("docs/*.md")),
]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def modules() -> list[str]:
    """Name every Python module of the package."""
    found = pkgutil.walk_packages(furyhouse.__path__, "furyhouse.")
    return sorted(m.name for m in found if m.name.rsplit(".")[-1] not in {"__main__", "_core"})


def run_examples(test: doctest.DocTest) -> str:
    """Run the examples of a text; give what went wrong, or nothing."""
    output: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=output.append)
    return "".join(output)


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_a_module_run(name: str) -> None:
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder().find(module):
        assert run_examples(test) == ""


def documented() -> Iterator[tuple[str, str]]:
    """Give the extension's own docstrings: its functions, its classes and all that is in them."""
    for name, thing in vars(_core).items():
        if name.startswith("__") or isinstance(thing, BaseException):
            continue
        if inspect.isclass(thing) or inspect.isroutine(thing):
            yield name, thing.__doc__ or ""
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", getattr(inspect.unwrap(value), "__doc__", None) or ""


DOCUMENTED = dict(documented())


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_examples_of_the_extension_run(name: str) -> None:
    assert DOCUMENTED[name].strip(), "everything public is documented"
    namespace = {"furyhouse": furyhouse, **vars(furyhouse)}
    parser = doctest.DocTestParser()
    assert run_examples(parser.get_doctest(DOCUMENTED[name], namespace, name, None, None)) == ""


# Names with one value each; what there is to say of them is that value.
PLAIN_ATTRIBUTES = {"Board.starting_fen", "Board.uci_variant", "Board.xboard_variant"}
# The programs around the library: what they do is shown by the pages and by their own tests.
PROGRAMS = {"cli", "console", "play", "tune_command"}
# The inside of the conversation, of which `xboard` is the outside.
INNER = {
    "_ears",
    "cecp_clock",
    "cecp_command",
    "cecp_edit",
    "cecp_player",
    "cecp_text",
    "either",
    "uci_go",
    "uci_text",
    "lots",
    "strength",
}
# The inside of a match, of which `lab.match` is the outside: what runs in processes of its own, and
# what is drawn on a terminal.
INNER |= {"command", "display", "referee", "worker"}
INNER |= {"analyse_command", "analyse_progress", "analyse_worker"}
INNER |= {"player", "internal_player", "process_player", "uci_player", "xboard_player"}
INNER |= {"book_command"}


def shown_in_python() -> Iterator[tuple[str, str]]:
    """Give the docstrings of everything that a Python module of the library makes public."""
    for name in modules():
        if name.rpartition(".")[2] in PROGRAMS | INNER:
            continue
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", []):
            thing = getattr(module, public)
            if getattr(thing, "__module__", None) != name:
                continue
            yield f"{name}.{public}", thing.__doc__ or ""
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if not member.startswith("_") and (
                    inspect.isroutine(value) or isinstance(value, property)
                ):
                    yield f"{name}.{public}.{member}", inspect.getdoc(value) or ""


def test_everything_is_shown_by_an_example() -> None:
    python = dict(shown_in_python())
    classes = {"bot.Bot", "engine.Engine", "engine.Limit", "analysis.Analysis", "score.Score"}
    classes |= {
        "report.Info",
        "report.RootMove",
        "report.SearchResult",
        "protocol.game.Game",
        "protocol.uci.Uci",
        "protocol.xboard.XBoard",
    }
    assert python.keys() >= {f"furyhouse.{name}" for name in classes}
    assert DOCUMENTED.keys() >= {"Board", "Board.push", "Move", "Outcome", "SearchControl"}
    bare = {name for name, text in {**DOCUMENTED, **python}.items() if ">>>" not in text}
    assert bare == PLAIN_ATTRIBUTES


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(root: Path, page: str, tmp_path: Path) -> None:
    text = (root / page).read_text(encoding="utf-8")
    examples = "\n".join(block for language, block in BLOCK.findall(text) if language == "python")
    test = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)
    assert len(re.findall(r"^>>> ", examples, re.MULTILINE)) == len(test.examples)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert run_examples(test) == ""


def missing_from(theirs: object, ours: object) -> set[str]:
    """Name what is public in one thing and not in the other."""
    return {name for name in dir(theirs) if not name.startswith("_")}.difference(dir(ours))


def test_the_page_lists_all_of_python_chess_that_is_not_there(root: Path) -> None:
    missing = missing_from(chess.variant.CrazyhouseBoard, furyhouse.Board)
    missing |= missing_from(chess.variant.CrazyhouseBoard(), furyhouse.Board())
    missing |= missing_from(chess.variant.CrazyhousePocket, furyhouse.Pocket)
    missing |= missing_from(chess.Board().legal_moves, furyhouse.Board().legal_moves)
    for name in ("Move", "Piece", "SquareSet", "Outcome", "Termination"):
        missing |= missing_from(getattr(chess, name), getattr(furyhouse, name))
    # What it has imported itself is not its own.
    imported = {*dir(typing), "annotations"}
    missing |= {
        name
        for name in missing_from(chess, furyhouse).difference(imported)
        if not inspect.ismodule(getattr(chess, name))
    }
    text = (root / "docs/python.md").read_text(encoding="utf-8")
    section = text.partition("### Not there\n")[2].partition("\n## ")[0]
    listed = set(re.findall(r"`([\w*]+)`", section))
    # A square's own set of bits is listed as a range, and these are named as being there.
    there = {"legal_moves", "set_fen", "SquareSet", "BB_SQUARES", "BB_FILES", "BB_RANKS"}
    patterns = [*listed.difference(there, {"BB_A1", "BB_H8"}), "BB_[A-H][1-8]"]
    assert {name for name in missing if not any(fnmatch(name, p) for p in patterns)} == set()
    assert {p for p in patterns if not any(fnmatch(name, p) for name in missing)} == set()


def commands(text: str) -> list[list[str]]:
    """List the commands of a page's shell blocks, and those between back-ticks, as words."""
    blocks = [block for language, block in BLOCK.findall(text) if language == "sh"]
    lines = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
    # What is set for a command stands before it.
    lines = [list(dropwhile(re.compile(r"[A-Z_]+=").match, words)) for words in lines]
    quoted = [code.split() for code in re.findall(r"`((?:make|furyhouse)(?: [\w-]+)*)`", text)]
    return [words for words in [*lines, *quoted] if words]


SHELL = {"pip", "git", "cargo", "python", "cd", "mkdir", "for", "xboard"}


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_exists(root: Path, page: str) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for words in commands((root / page).read_text(encoding="utf-8")):
        if words[0] == "make":
            assert set(words[1:]) <= targets, words
        elif words[0] == "furyhouse":
            # Whoever asks for the version gets it before any help.
            asked = [*(word for word in words if word != "--version"), "--help"]
            done = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode == 0, (words, done.stderr)
            assert all(word in done.stdout for word in words if word.startswith("--")), words
        elif words[0].startswith("scripts/"):
            assert (root / words[0]).is_file(), words
        else:
            assert words[0] in SHELL, words


def test_the_readme_shows_its_two_commands_on_the_first_screen(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    install, clone = (block for _, block in BLOCK.findall(text)[:2])
    assert install.startswith("pip install furyhouse ")
    assert [line.partition("#")[0].strip() for line in clone.splitlines()] == [
        "make play",
        "make test",
    ]
    assert text[: text.index(clone)].count("\n") < 30


def table_row(option: Option) -> str:
    """Write an option as its row of the README."""
    values = {
        "spin": f"{option.min} to {option.max}",
        "check": "false, true",
        "combo": ", ".join(option.choices),
        "string": "text",
        "button": "pressed",
    }[option.kind]
    default = "" if option.default is None else str(option.default)
    if option.kind == "check":
        default = default.lower()
    name = option.uci_name if option.only else option.name
    return f"| {name} | {values} | {default} | {option.help} |"


def test_the_page_of_the_options_is_the_table(root: Path) -> None:
    text = (root / "docs/options.md").read_text(encoding="utf-8")
    section = text.partition("# Options\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][2:]
    assert rows == [table_row(option) for option in OPTIONS]


def test_the_readme_tells_no_other_strength_than_the_page_that_measured_it(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Strength\n")[2].partition("\n## ")[0]
    rows = {line for line in section.splitlines() if line.startswith("| ")}
    assert len(rows) >= 4
    page = (root / "docs/strength.md").read_text(encoding="utf-8")
    assert rows <= set(page.splitlines())


def test_the_readme_can_be_read_at_one_go(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    assert text.count("\n") < 200
    example = next(block for language, block in BLOCK.findall(text) if language == "python")
    assert len(re.findall(r"^>>> ", example, re.MULTILINE)) <= 8


def test_every_makefile_target_that_people_use_is_explained(root: Path) -> None:
    output = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    listed = set(re.findall(r"make ([a-z]+) +\S", output))
    assert {"play", "demo", "test", "build", "bench", "wheel", "lint", "clean", "help"} <= listed
