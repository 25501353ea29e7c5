"""An analysis writes over nothing that is read, written or somebody else's, by whatever name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyse_tools import ANALYSE, QUICK, TAG, run_here
from engine_process import ENVIRONMENT
from furyhouse.lab.analyse_output import OutputFileError, Outputs
from furyhouse.lab.analyse_pgn import PgnError, read_pgn
from furyhouse.lab.analyse_plot import plot_game
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_settings import AnalyseSettings

GAME = TAG + "\n1. e4 e5 *\n"
OWN = b'{"format": "furyhouse analysis 1"'
SAME = "expected different files to read and to write, found "


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with a game under several names, and stand in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.pgn").write_text(GAME)
    (tmp_path / "hard.pgn").hardlink_to("in.pgn")
    (tmp_path / "soft.svg").symlink_to("in.pgn")
    (tmp_path / "dangling").symlink_to("new.pgn")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Read all files that are there."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("in.pgn -o hard.pgn", "in.pgn for the input and -o"),
        ("in.pgn -o ./soft.svg", "in.pgn for the input and -o"),
        ("in.pgn --json hard.pgn", "in.pgn for the input and --json"),
        ("in.pgn --plot soft.svg", "in.pgn for the input and --plot"),
        ("in.pgn -o new.pgn --json dangling", "new.pgn for -o and --json"),
        ("in.pgn -o x.svg --plot x.svg", "x.svg for -o and --plot"),
        ("in.pgn -o x-2.svg --plot x.svg", "x-2.svg for -o and a picture of --plot"),
        ("in.pgn --json x.svg --plot ./x.svg", "x.svg for --json and --plot"),
        ("in.pgn -o x --json x.progress", "x.progress for --json and the working file"),
        ("in.pgn -o x --json x.progress.new", "x.progress.new for --json and the working file"),
        ("in.pgn.progress --json in.pgn", "in.pgn.progress for the input and the working file"),
    ],
)
def test_files_that_are_one_are_refused(
    arguments: str, told: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "in.pgn.progress").write_text(GAME)
    before = contents(folder)
    assert run_here(*arguments.split(), *QUICK) == 2
    assert capfd.readouterr().err == f"furyhouse: {SAME}{told}\n"
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("arguments", "mode", "told"),
    [
        (("-", "-o", "in.pgn"), "rb", "- for the input and -o"),
        (("-",), "r+b", "- for the input and standard output"),
        (("in.pgn",), "r+b", "in.pgn for the input and standard output"),
    ],
)
def test_what_is_redirected_is_compared_too(
    arguments: tuple[str, ...], mode: str, told: str, folder: Path
) -> None:
    with (folder / "in.pgn").open(mode) as file:
        done = subprocess.run(
            [*ANALYSE, *arguments, *QUICK],
            env=ENVIRONMENT,
            stdin=file,
            stdout=file if mode == "r+b" else subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr.decode()) == (2, f"furyhouse: {SAME}{told}\n")
    assert (folder / "in.pgn").read_text() == GAME


@pytest.mark.parametrize("name", ["out.progress", "out.progress.new"])
@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("kind", ["text", "link", "pipe"])
def test_what_is_somebody_elses_under_a_working_files_name_is_left_alone(
    name: str,
    overwrite: bool,  # noqa: FBT001 - a parameter of the test
    kind: str,
    folder: Path,
) -> None:
    place = folder / name
    if kind == "text":
        place.write_text("precious")
    elif kind == "link":
        place.symlink_to("nowhere")
    else:
        os.mkfifo(place)
    with pytest.raises(OutputFileError, match=r"progress(\.new)?: tells of no analysis"):
        Outputs(Path("out"), None, AnalyseSettings(), overwrite=overwrite)
    assert not (folder / "out").exists()
    assert not (folder / "nowhere").exists()
    assert kind != "text" or place.read_text() == "precious"


@pytest.mark.parametrize("torn", [b"", OWN[:9], OWN, OWN + b"1, "])
def test_what_an_analysis_has_left_unfinished_is_no_hindrance(torn: bytes, folder: Path) -> None:
    (folder / "out.progress.new").write_bytes(torn)
    with Outputs(Path("out"), None, AnalyseSettings()) as outputs:
        outputs.finish()
    assert (folder / "out").exists()
    assert not (folder / "out.progress.new").exists()


def test_a_fault_of_the_disk_names_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with Outputs(Path("out"), None, AnalyseSettings()) as outputs:
        outputs.add(GameResult(1, 1, "analysed", pgn="1. e4 *"), "digest")
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(OSError, match=r"No space left on device: '.*out'"):
                outputs.finish()
    assert (folder / "out.progress").exists()


def test_a_fault_of_a_picture_names_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    def full(*_given: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Figure, "savefig", full)
    position = '{"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "wdl": [400, 100, 500]}'
    with pytest.raises(OSError, match=r"No space left on device: '.*eval\.svg'"):
        plot_game(f'{{"headers": {{}}, "positions": [{position}]}}', folder / "eval.svg")


@pytest.mark.parametrize("sign", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
def test_only_line_ends_end_lines(sign: str) -> None:
    game = read_pgn(f'[White "a{sign}b"]\n\n1. e4 {{one {sign} two}} e5 ; three {sign} four\n*\n')
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5"]
    assert game.headers["White"] == f"a{sign}b"
    with pytest.raises(PgnError, match="line 4: illegal move"):
        read_pgn(f'[White "a{sign}b"]\r\n\r1. e4 {{{sign}}}\nKe6 *')


def test_variations_that_are_nested_without_end_are_malformed() -> None:
    nested = "1. e4 " + "(1. d4 " * 100 + ")" * 100 + " e5 *"
    assert len(list(read_pgn(nested).mainline_moves())) == 2
    with pytest.raises(PgnError, match="line 1: variations are nested more than 100 deep"):
        read_pgn("1. e4 " + "(1. d4 " * 1500 + ")" * 1500 + " e5 *")


def test_a_closed_standard_input_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run_here("-", *QUICK, "-o", str(folder / "out")) == 1
    assert capfd.readouterr().err == "furyhouse: standard input: is closed\n"


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "zeros"])
def test_what_is_no_text_is_told(
    coding: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    content = bytes(9999) if coding == "zeros" else GAME.encode(coding)
    (folder / "in.pgn").write_bytes(content)
    assert run_here("in.pgn", *QUICK, "-o", "out") == 1
    assert capfd.readouterr().err == (
        "furyhouse: in.pgn: expected PGN in UTF-8, found UTF-16 or bytes of zero\n"
    )
