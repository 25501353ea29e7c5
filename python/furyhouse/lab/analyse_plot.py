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
_SIZE = (10.0, 4.0)
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
    # In moves: White's of move 5 ends at 5.5, Black's at 6.
    at = [1 + (first + index) / 2 for index in range(len(positions))]
    axes.set_facecolor(_BLACK)
    axes.fill_between(at, chances, color=_WHITE, linewidth=0)
    axes.plot(at, chances, color=_LINE, linewidth=1.5)
    axes.axhline(0.5, color="#8a8178", linewidth=0.8, linestyle="--")
    for sign, color in _COLORS.items():
        marked = [i + 1 for i, position in enumerate(positions) if position.get("mark") == sign]
        axes.scatter(
            [at[i] for i in marked],
            [chances[i] for i in marked],
            s=36,
            color=color,
            edgecolors="white",
            linewidths=0.8,
            zorder=3,
            label=f"{sign} {_NAMES[sign]} ({len(marked)})",
        )
    axes.set_ylim(0.0, 1.0)
    axes.set_xlim(at[0], max(at[-1], at[0] + 1))
    axes.set_yticks([0.0, 0.25, 0.5, 0.75, 1.0], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.set_ylabel("White's points to expect")
    axes.set_xlabel("move")
    axes.legend(loc="lower left", ncols=3, fontsize="small", framealpha=0.85)


def _ply(fen: str) -> int:
    """Get the plies before a position, by its own count."""
    _, turn, *_, number = fen.split()
    return 2 * (int(number) - 1) + (turn == "b")


def _title(headers: dict[str, str]) -> str:
    """Write who played, and how it ended."""
    white, black = headers.get("White", "?"), headers.get("Black", "?")
    # A dollar would begin a formula.
    return f"{white} - {black}  {headers.get('Result', '*')}".replace("$", r"\$")
