"""The command `furyhouse analyse`."""

import argparse
import shutil
from collections.abc import Callable

from furyhouse._core import EngineError
from furyhouse.lab.analyse_arguments import AnalyseArgumentError, read_request
from furyhouse.lab.analyse_live import analyse_position

__all__ = ["run"]

_EXIT_FAULT = 1
_EXIT_USAGE = 2


def run(
    options: argparse.Namespace,
    *,
    tell: Callable[[str], None],
    warn: Callable[[str], None],
    terminal: bool,
    figures: bool,
) -> int:
    """Analyse as the arguments say.

    Args:
        options: The arguments, as `furyhouse.lab.analyse_arguments` describes them.
        tell: Writes a line on standard output.
        warn: Writes a line on standard error.
        terminal: Whether standard output is a terminal.
        figures: Whether it takes chess figures.

    Returns:
        The exit status: 0, 1 for a fault, 2 for wrong arguments, 130 after an interruption.
    """
    options.ascii = options.ascii or not figures
    try:
        request = read_request(options)
    except AnalyseArgumentError as error:
        warn(str(error))
        return _EXIT_USAGE
    width = shutil.get_terminal_size().columns if terminal else None
    try:
        live = terminal and not options.plain
        return analyse_position(request, tell=tell, live=live, width=width)
    except (EngineError, MemoryError) as error:
        warn(str(error) or "there is not enough memory")
        return _EXIT_FAULT
