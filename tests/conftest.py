"""What the whole test run shares: which rows of the heritage had a passing test.

furyhouse inherits the behaviour of two older programs, row by row (`docs/heritage.md`). A Python
test says with `@pytest.mark.heritage("F3")` which row it asserts, a Rust test with a name that
begins with `heritage_f3_`. The run ends with the list of rows that had a passing test. With
`--heritage`, which `make test` gives, a row without one fails the run; without it a part of the
tests can be run alone.
"""

import os
import re
import signal
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess
import chess.variant
import pytest

if TYPE_CHECKING:
    from engine_process import EngineProcess

ROWS = tuple([f"F{n}" for n in range(1, 10)] + [f"C{n}" for n in range(1, 17)])
# Where the output of `cargo test` lies, so that the Rust tests count too.
CARGO_LOG = "FURYHOUSE_CARGO_TEST_LOG"
RUST_TEST = re.compile(r"^test (?:\S+::)?heritage_([fc]\d+)_\w+ \.\.\. ok$", re.MULTILINE)


class Heritage:
    """Counts the tests that passed for each row of the heritage."""

    def __init__(self, config: pytest.Config) -> None:
        """Begin with what the Rust tests have shown already."""
        self.complete: bool = config.getoption("--heritage")
        self.passed: Counter[str] = Counter(_rust_rows())
        self.rows_of_test: dict[str, tuple[str, ...]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note which test asserts which rows."""
        for item in items:
            rows = tuple(row for mark in item.iter_markers("heritage") for row in mark.args)
            unknown = set(rows).difference(ROWS)
            if unknown:
                raise pytest.UsageError(f"{item.nodeid}: no heritage row {sorted(unknown)}")
            self.rows_of_test[item.nodeid] = rows

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test that passed."""
        if report.when == "call" and report.outcome == "passed" and not hasattr(report, "wasxfail"):
            self.passed.update(self.rows_of_test.get(report.nodeid, ()))

    def missing(self) -> list[str]:
        """List the rows that have no passing test."""
        return [row for row in ROWS if not self.passed[row]]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a complete run in which a row has no passing test."""
        if self.complete and self.missing() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Report the rows and the number of tests that passed for each."""
        if not self.passed and not self.complete:
            return
        shown = "  ".join(f"{row}:{self.passed[row]}" for row in ROWS if self.passed[row])
        terminalreporter.section("heritage")
        terminalreporter.line(f"rows with passing tests: {shown}")
        if self.complete and self.missing():
            rows = ", ".join(self.missing())
            terminalreporter.line(f"ERROR: rows without a passing test: {rows}", red=True)


def _rust_rows() -> Iterator[str]:
    """Give the row of every Rust test that passed, where `cargo test` has run before."""
    log = os.environ.get(CARGO_LOG)
    if log:
        text = Path(log).read_text(encoding="utf-8", errors="replace")
        yield from (found.group(1).upper() for found in RUST_TEST.finditer(text))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that makes a run answer for the whole heritage."""
    parser.addoption(
        "--heritage",
        action="store_true",
        help="fail when a row of the heritage has no passing test in this run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Begin counting, and hear interruptions, which a shell's background jobs begin by ignoring.

    What a process ignores its children ignore too, and then a test's Ctrl-C would never end.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(Heritage(config), "furyhouse-heritage")


@pytest.fixture
def uci() -> "Iterator[EngineProcess]":
    """Begin a conversation in UCI with the real process."""
    from engine_process import engine  # noqa: PLC0415 - the heritage's tests use this file alone

    with engine("uci") as process:
        process.send("uci")
        process.wait_for("uciok")
        yield process


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the folder of the repository, for tests of what is not installed."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def a_process_left_as_it_was() -> Iterator[None]:
    """Undo what a command changes in its process: who hears of the log, and what SIGTERM does."""
    if find_spec("furyhouse") is None:
        # The files of a release are looked at where it is not installed.
        yield
        return
    from furyhouse import logs  # noqa: PLC0415 - see above

    heard, asked = logs.report_to(None), signal.getsignal(signal.SIGTERM)
    logs.report_to(heard)
    yield
    logs.report_to(heard)
    signal.signal(signal.SIGTERM, asked)


@pytest.fixture
def pockets_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mend python-chess 1.11.2, so that what is tested here is furyhouse.

    It gives a board's first position the pockets it has kept, not copies of them; replaying the
    game then fills what was kept, and the engine is sent other pockets than the board's.
    """

    def restore(state: Any, board: chess.variant.CrazyhouseBoard) -> None:  # noqa: ANN401 - private
        board.pockets[chess.WHITE] = state.pockets_w.copy()
        board.pockets[chess.BLACK] = state.pockets_b.copy()

    monkeypatch.setattr("chess.variant._CrazyhouseBoardState.restore", restore)
