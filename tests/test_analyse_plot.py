"""`furyhouse analyse --plot`: a picture of each game."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure

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


def drawn(positions: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch) -> Figure:
    """Draw positions, and give the figure in the place of a file."""
    figures: list[Figure] = []
    with monkeypatch.context() as patch:
        patch.setattr(Figure, "savefig", lambda figure, *_, **__: figures.append(figure))
        plot_game(json.dumps({"headers": {}, "positions": positions}), Path("eval.png"))
    [figure] = figures
    return figure


def test_a_mistake_stands_at_its_move_s_number_in_its_side_s_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 13. Qe2 ?! e3 ?? 14. fxe3 ?: an evaluation stands at the move that has led to it.
    chances = (500, 430, 1000, 0)
    fens = ("w - - 0 13", "b - - 0 13", "w - - 0 14", "b - - 0 14")
    figure = drawn(
        [
            {"fen": f"8/8/8/8/8/8/8/8 {fen}", "wdl": [chance, 0, 1000 - chance], "mark": mark}
            for fen, chance, mark in zip(fens, chances, ("?!", "??", "?", None), strict=True)
        ],
        monkeypatch,
    )
    [axes] = figure.axes
    line: Any
    [line, _] = axes.get_lines()
    assert list(map(tuple, line.get_xydata())) == [(12.5, 0.5), (13, 0.43), (13.5, 1), (14, 0)]
    clouds: list[Any] = [cloud for cloud in axes.collections if isinstance(cloud, PathCollection)]
    dots = {
        tuple(map(float, dot)): (
            mpl.colors.to_hex(cloud.get_facecolor()[0]),
            len(cloud.get_paths()[0]),
        )
        for cloud in clouds
        for dot in cloud.get_offsets()
    }
    circle, square = (len(shape.get_paths()[0]) for shape in clouds[-2:])
    assert circle != square
    assert dots == {
        (13.0, 0.43): ("#e3a008", circle),
        (13.5, 1.0): ("#c81e1e", square),
        (14.0, 0.0): ("#e06c1f", circle),
    }
    frame = axes.get_window_extent()
    for dot in dots:
        across, up = axes.transData.transform(dot)
        radius = 5
        assert frame.x0 + radius < across < frame.x1 - radius
        assert frame.y0 + radius < up < frame.y1 - radius
    assert all(float(tick).is_integer() for tick in axes.get_xticks())


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
