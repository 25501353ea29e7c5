"""`furyhouse analyse --plot`: a picture of each game."""

import re
import sys
from pathlib import Path

import pytest

from analyse_tools import GAMES, QUICK, analyse, records, run_here
from furyhouse.lab.analyse_plot import plot_game

PNG = b"\x89PNG\r\n\x1a\n"


def test_each_game_has_a_picture_with_its_players_and_mistakes(tmp_path: Path) -> None:
    games = GAMES.read_text(encoding="utf-8").split("\n\n[Event")
    (tmp_path / "in.pgn").write_text("\n\n[Event".join(games[:2]) + "\n")
    files = ("--json", "out.jsonl", "--plot", "eval.svg")
    done = analyse("in.pgn", *QUICK, *files, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    pictures = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert pictures == ["eval-2.svg", "eval.svg"]
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    for name, line, record in zip(
        ("eval.svg", "eval-2.svg"), lines, records(tmp_path / "out.jsonl"), strict=True
    ):
        picture = (tmp_path / name).read_text(encoding="utf-8")
        comments = re.findall(r"<!-- (.*) -->", picture)
        headers = record["headers"]
        assert f"{headers['White']} - {headers['Black']}  {headers['Result']}" in comments
        for sign, word in {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}.items():
            count = sum(p.get("mark") == sign for p in record["positions"])
            assert f"{sign} {word} ({count})" in comments
        # The same game gives the same file.
        plot_game(line, tmp_path / "again.svg")
        assert (tmp_path / "again.svg").read_text(encoding="utf-8") == picture


def test_a_picture_may_be_png_and_a_game_without_moves_has_one(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_text('[Variant "Crazyhouse"]\n\n*\n')
    done = analyse("in.pgn", *QUICK, "--json", "out", "--plot", "eval.png", folder=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "eval.png").read_bytes().startswith(PNG)


def test_other_names_and_a_missing_extra_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.pgn").write_bytes(GAMES.read_bytes())
    assert run_here("in.pgn", "--plot", "eval.gif") == 2
    assert capfd.readouterr().err == (
        "furyhouse: --plot: expected a name with one of .png, .svg, .pdf, found 'eval.gif'\n"
    )
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert run_here("in.pgn", "--plot", "eval.png") == 1
    assert capfd.readouterr().err == (
        "furyhouse: pictures need matplotlib; pip install 'furyhouse[plot]' brings it\n"
    )
