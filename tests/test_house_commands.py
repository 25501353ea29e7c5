"""Every command that a page shows runs as it is written, where its reader would type it.

Each page has a folder and a home of its own, with small files of the names that it uses; its lines
run one after the other, by a shell. What would take long is made short by the table below, and what
is not run is listed with its reason.
"""

import gzip
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyse_tools import zstd
from engine_process import ENVIRONMENT, PATIENCE
from xboard_match import PATH, find

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{page.name}" for page in ROOT.glob("docs/*.md"))]

# As many games, positions and seconds as show that a command does what it says.
SHORTER = {
    r"--games \d+": "--games 2",
    r"--self-play \d+": "--self-play 6",
    r"--nodes \d+": "--nodes 50",
    r"--verify \d+": "--verify 50",
    r"--time \d+": "--time 0.1",
    r"\bnodes=\d+": "nodes=50",
    r"\btc=\S+": "tc=0.5+0.01",
}
# What is said to the engine; all else that listens hears `quit`.
SAID = {
    "furyhouse": "uci\nquit\n",
    "furyhouse uci": "uci\nquit\n",
    "furyhouse xboard": "protover 2\nquit\n",
}
# Analyses a position until one has seen enough, which is told by Ctrl-C.
ENDLESS = {"furyhouse analyse", "furyhouse analyse startpos"}
SEEN_ENOUGH = 15
INTERRUPTED = 130

NOT_RUN = {
    "work on a clone; `make test` runs this test among the rest": {
        "make play",
        "make test",
        "make build",
        "make lint",
        "make format",
        "make bench",
        "make docs",
        "make tuning",
        "make wheel",
    },
    "an environment is not changed by a test; `make wheel test-wheel` installs both kinds": {
        "pip install .",
        "pip install '.[chess]'",
        "pip install '.[lab]'",
        "pip install furyhouse",
        "pip install 'furyhouse[lab]'",
        "pip install -r requirements/fit.txt",
    },
    "a window that waits for a person; test_clients.py and test_book_xboard.py play in it": {
        "xboard -variant crazyhouse -fcp furyhouse",
        (
            "xboard -variant crazyhouse -fcp furyhouse -usePolyglotBook true "
            "-polyglotBook mine.bin -firstHasOwnBookUCI false"
        ),
    },
    "servers; test_analyse_cluster.py starts them and analyses on them": {
        "python -m distributed.cli.dask_scheduler --port 8786",
        "python -m distributed.cli.dask_worker tcp://127.0.0.1:8786 --nworkers 2 --nthreads 1",
        "furyhouse analyse games.pgn.zst -o all.pgn --scheduler tcp://10.0.0.1:8786",
    },
    "minutes of a machine; the tests are run with fewer games among the rest": {
        (
            "FURYHOUSE_GAMES=200 FURYHOUSE_NODES=3000 FURYHOUSE_PGN=games.pgn python -m pytest -s "
            "tests/test_analyse_kills.py tests/test_analyse_cluster.py"
        ),
    },
    "hours of a machine, and another build; `make tuning` tests that": {
        (
            "furyhouse tune razor_margin null_eval_divisor futility_margin "
            "--engine build/tuning/bin/furyhouse --state pruning.jsonl --iterations 500 --games 8 "
            "--nodes 10000 --concurrency 2"
        ),
        "cargo build --release -p furyhouse-search --example selfplay",
        "cargo build --release -p furyhouse-eval --example counts",
        "mkdir -p build/fit",
        (
            "for seed in $(seq 700 709); do target/release/examples/selfplay $seed 500 1500 "
            "> build/fit/$seed.tsv; done"
        ),
        "scripts/fit.py build/fit/*.tsv",
        "scripts/fit.py build/fit/*.tsv --write",
    },
}

LEFT_OUT = frozenset().union(*NOT_RUN.values())
# What these name is written.
WRITES = ("-o", "--file", "--out", "--pgn", "--plot")

GAME = """\
[White "One"]
[Black "Other"]
[WhiteElo "2300"]
[BlackElo "2300"]
[Variant "Crazyhouse"]
[Result "{result}"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5 {result}

"""
GAMES = "".join(GAME.format(result=result) for result in ("1-0", "0-1"))
# XBoard's settings are in the home that the system knows, which is not to be this test's.
OTHER_HOME = """\
import os
import pwd

found = pwd.getpwuid


def getpwuid(user):
    entry = list(found(user))
    entry[5] = os.environ["HOME"]
    return pwd.struct_passwd(entry)


pwd.getpwuid = getpwuid
"""


def lines_of(page: str) -> Iterator[str]:
    """Give the lines of a page's shell blocks, without their remarks."""
    for block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        for line in block.splitlines():
            # A remark stands behind blanks; nothing that is run has one in quotes.
            yield re.sub(r"\s+# .*", "", line)


def short(line: str) -> str:
    """Make a command short."""
    for long, replacement in SHORTER.items():
        line = re.sub(long, replacement, line)
    return line


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with all that the pages name."""
    here = tmp_path / "here"
    (here / "old" / "bin").mkdir(parents=True)
    (here / "old" / "bin" / "furyhouse").symlink_to(Path(sys.executable).with_name("furyhouse"))
    for name in ("games.pgn", "game.pgn"):
        (here / name).write_text(GAMES)
    (here / "games.pgn.zst").write_bytes(zstd.compress(GAMES.encode()))
    (here / "more.pgn.gz").write_bytes(gzip.compress(GAMES.encode()))
    shutil.copy(ROOT / "python/furyhouse/data/book.bin", here / "mine.bin")
    (tmp_path / "home").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(OTHER_HOME)
    return here


def run(line: str, folder: Path) -> str:
    """Run a line in a shell, with a reader who leaves at once; give what it wrote."""
    environment = {name: ENVIRONMENT[name] for name in ENVIRONMENT if not name.startswith("XDG_")}
    changed = {"HOME": str(folder.parent / "home"), "PYTHONPATH": str(folder.parent / "site")}
    path = os.pathsep.join([str(Path(sys.executable).parent), PATH])
    with subprocess.Popen(
        ["bash", "-c", short(line)],
        cwd=folder,
        env={**environment, **changed, "PATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        seen = ""
        if line in ENDLESS:
            assert process.stdout is not None
            while seen.count("\n") < SEEN_ENOUGH and (more := process.stdout.readline()):
                seen += more
            os.killpg(process.pid, signal.SIGINT)
        written, errors = process.communicate(SAID.get(line, "quit\n"), timeout=2 * PATIENCE)
    assert process.returncode == (INTERRUPTED if line in ENDLESS else 0), (line, errors)
    assert "Traceback" not in errors, (line, errors)
    return seen + written


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_runs(page: str, folder: Path) -> None:
    for line in lines_of(page):
        if line in LEFT_OUT:
            continue
        words = shlex.split(line)
        assert words[0] == "furyhouse", f"{line}: is to be run here, or listed with a reason"
        if "cmd=fairy-stockfish" in words:
            find("fairy-stockfish")
        written = run(line, folder)
        files = [words[words.index(option) + 1] for option in WRITES if option in words]
        assert written or files, line
        assert all((folder / file).stat().st_size for file in files), line


def test_no_more_is_listed_than_there_is() -> None:
    shown = {line for page in PAGES for line in lines_of(page)}
    assert shown >= LEFT_OUT
    assert ENDLESS | SAID.keys() <= shown
    run_here = shown - LEFT_OUT
    assert [long for long in SHORTER if not any(re.search(long, line) for line in run_here)] == []
