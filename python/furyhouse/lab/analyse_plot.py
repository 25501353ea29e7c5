"""A picture of a game: White's chances over its moves, with the mistakes."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from furyhouse.lab.files import naming

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS", "picture_path", "plot_game"]

# What the name of a picture may end with.
KINDS = (".png", ".svg", ".pdf")
_WHITE, _BLACK, _LINE = "#f7f3ea", "#4a4541", "#2a2520"
_COLORS = {"?!": "#e3a008", "?": "#e06c1f", "??": "#c81e1e"}
_NAMES = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}
# Whose a mistake is: the shape that it is drawn in.
_SIDES = {"by White": "o", "by Black": "s"}
_SIGN: dict[str, Any] = {"s": 40, "edgecolors": "white", "linewidths": 0.8, "zorder": 3}
_SIZE = (10.0, 4.0)
# Room at the edges for what is drawn on them, in moves and in parts of all points.
_ROOM_ACROSS, _ROOM_UP = 0.3, 0.04
_DOTS_AN_INCH = 120
_PERMILLE = 1000


def picture_path(path: Path, drawn: int) -> Path:
    """Name the picture of a game: the first has the name that was given, the others a number.

    Args:
        path: The name that was given.
        drawn: How many games are drawn already.

    Example:
        >>> picture_path(Path("eval.svg"), 0).name, picture_path(Path("eval.svg"), 2).name
        ('eval.svg', 'eval-3.svg')
    """
    return path if drawn == 0 else path.with_stem(f"{path.stem}-{drawn + 1}")


def plot_game(record: str, path: Path) -> None:
    """Draw the evaluation over a game. Needs the extra `plot`.

    Args:
        record: The game as a line of JSON, as an analysis writes it.
        path: The picture; its name ends with `.png`, `.svg` or `.pdf`.

    Raises:
        OSError: It cannot be written.

    Example:
        >>> import tempfile
        >>> position = {"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "wdl": [400, 100, 500], "mark": None}
        >>> record = json.dumps({"headers": {}, "positions": [position]})
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "eval.svg"
        ...     plot_game(record, path)
        ...     "<svg" in path.read_text(encoding="utf-8")
        True
    """
    # The figure by itself, without pyplot: no window system is looked for, and nothing is kept.
    import matplotlib as mpl  # noqa: PLC0415 - an extra
    from matplotlib.figure import Figure  # noqa: PLC0415 - the same

    game = json.loads(record)
    # Without a date and with fixed names inside, the same game gives the same file.
    with mpl.rc_context({"svg.hashsalt": "furyhouse"}):
        figure = Figure(figsize=_SIZE, layout="constrained")
        axes = figure.add_subplot()
        _draw(axes, game["positions"])
        figure.legend(loc="outside lower center", ncols=5, fontsize="small", frameon=False)
        axes.set_title(_title(game["headers"]), fontsize="medium")
        date = None if path.suffix == ".png" else {_date_key(path): None}
        with naming(path):
            figure.savefig(path, dpi=_DOTS_AN_INCH, metadata=date)


def _date_key(path: Path) -> str:
    """Get the word that a kind of picture has for its date."""
    return "Date" if path.suffix == ".svg" else "CreationDate"


def _draw(axes: "Axes", positions: list[dict[str, Any]]) -> None:
    """Draw White's part of the points below a line, Black's above it, and the mistakes on it."""
    chances = [(p["wdl"][0] + p["wdl"][1] / 2) / _PERMILLE for p in positions]
    first = _ply(positions[0]["fen"])
    # In moves: what White's fifth leads to is at 5, what Black's does at 5.5.
    at = [(first + 1 + index) / 2 for index in range(len(positions))]
    left, right = at[0] - _ROOM_ACROSS, max(at[-1], at[0] + 1) + _ROOM_ACROSS
    axes.set_facecolor(_BLACK)
    filled = [chances[0], *chances, chances[-1]]
    axes.fill_between([left, *at, right], filled, -_ROOM_UP, color=_WHITE, linewidth=0)
    axes.plot(at, chances, color=_LINE, linewidth=1.5)
    axes.axhline(0.5, color="#8a8178", linewidth=0.8, linestyle="--")
    _draw_mistakes(axes, positions, list(zip(at, chances, strict=True)))
    axes.set_ylim(-_ROOM_UP, 1.0 + _ROOM_UP)
    axes.set_xlim(left, right)
    axes.locator_params("x", integer=True)
    axes.set_yticks([0.0, 0.25, 0.5, 0.75, 1.0], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.set_ylabel("White's points to expect")
    axes.set_xlabel("move: White's at its number, Black's half a move on")


def _draw_mistakes(
    axes: "Axes", positions: list[dict[str, Any]], points: list[tuple[float, float]]
) -> None:
    """Draw the mistakes where they lead to, and name their colours and shapes."""
    for sign, color in _COLORS.items():
        marked = [i for i, position in enumerate(positions) if position.get("mark") == sign]
        label = f"{sign} {_NAMES[sign]} ({len(marked)})"
        axes.scatter([], [], color=color, marker="D", label=label, **_SIGN)
        for side, shape in zip("wb", _SIDES.values(), strict=True):
            ends = [points[i + 1] for i in marked if positions[i]["fen"].split()[1] == side]
            across, up = [at for at, _ in ends], [chance for _, chance in ends]
            axes.scatter(across, up, color=color, marker=shape, **_SIGN)
    for name, shape in _SIDES.items():
        axes.scatter([], [], color="#8a8178", marker=shape, label=name, **_SIGN)


def _ply(fen: str) -> int:
    """Get the plies before a position, by its own count."""
    _, turn, *_, number = fen.split()
    return 2 * (int(number) - 1) + (turn == "b")


def _title(headers: dict[str, str]) -> str:
    """Write who played, and how it ended."""
    white, black = headers.get("White", "?"), headers.get("Black", "?")
    # A dollar would begin a formula.
    return f"{white} - {black}  {headers.get('Result', '*')}".replace("$", r"\$")
