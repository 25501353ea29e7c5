"""`furyhouse analyse --scheduler`: a real cluster of processes, and workers that are lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from analyse_tools import ANALYSE, GAMES, QUICK, TAG, analyse, records
from engine_process import ENVIRONMENT
from furyhouse.cli import main
from test_match_faults import wait_until

OUT = ("-o", "out.pgn", "--json", "out.jsonl")
# They start slowly on a machine that does ten other things.
PATIENCE = 60.0


@contextmanager
def running(
    *arguments: str, folder: Path, path: str | None = None
) -> "Iterator[subprocess.Popen[bytes]]":
    """Run a part of a cluster."""
    environment = ENVIRONMENT if path is None else {**ENVIRONMENT, "PYTHONPATH": path}
    with (folder / "cluster.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments], cwd=folder, env=environment, stdout=log, stderr=log
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Run a scheduler, and give its address."""
    told = folder / "scheduler.json"
    arguments = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    with running(
        "distributed.cli.dask_scheduler", *arguments, "--scheduler-file", str(told), folder=folder
    ) as process:
        wait_until(told.exists, PATIENCE)
        yield json.loads(told.read_text())["address"], process


@contextmanager
def worker(
    address: str, folder: Path, path: str | None = None
) -> "Iterator[subprocess.Popen[bytes]]":
    """Run a worker in a single process, of one thread, with nothing that starts it again."""
    arguments = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
    places = ("--local-directory", str(folder))
    module = "distributed.cli.dask_worker"
    with running(module, address, *arguments, *places, folder=folder, path=path) as process:
        yield process


def many_games(folder: Path, times: int) -> None:
    """Write a file with the games again and again, one of another variant and a broken one."""
    rest = '[Variant "Atomic"]\n\n1. e4 *\n\n' + TAG + "\n1. e4 Ke6 *\n\n"
    (folder / "in.pgn").write_text((GAMES.read_text(encoding="utf-8") + rest) * times)


def test_a_killed_workers_games_are_done_again_and_none_twice(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        many_games(folder, 6)
    with (
        scheduler(there) as (address, _),
        worker(address, there) as first,
        worker(address, there) as second,
    ):
        process = subprocess.Popen(
            [*ANALYSE, "in.pgn", *QUICK, *OUT, "--scheduler", address],
            cwd=there,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        path = there / "out.pgn"
        wait_until(lambda: path.exists() and path.stat().st_size > 0, PATIENCE)
        first.send_signal(signal.SIGKILL)
        first.wait()
        killed_at = path.stat().st_size
        out, errors = process.communicate(timeout=100)
        assert second.poll() is None
    assert process.returncode == 0, errors
    assert "failed" not in out
    assert analyse("in.pgn", *QUICK, *OUT, folder=here).returncode == 0
    for name in ("out.pgn", "out.jsonl"):
        assert (there / name).read_bytes() == (here / name).read_bytes()
    assert killed_at < path.stat().st_size, "it was killed while there was work to do"
    numbers = [record["game"] for record in records(there / "out.jsonl")]
    assert numbers == sorted(set(numbers))
    assert not (there / "out.pgn.progress").exists()


OTHER_VERSION = """
import furyhouse._core
furyhouse._core.__version__ = "0.0.1"
"""


def test_without_a_cluster_that_can_analyse_it_says_why_and_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    many_games(tmp_path, 3)
    arguments = ("in.pgn", *QUICK, "-o", "out.pgn", "--scheduler")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "sitecustomize.py").write_text(OTHER_VERSION)
    old = [str(tmp_path / "old"), *filter(None, [ENVIRONMENT.get("PYTHONPATH")])]
    with ExitStack() as stack:
        address, process = stack.enter_context(scheduler(tmp_path))
        with worker(address, tmp_path, os.pathsep.join(old)):
            done = analyse(*arguments, address, folder=tmp_path)
            assert done.returncode == 1
            assert done.stderr == "furyhouse: a worker has furyhouse 0.0.1, and this is 0.1.0\n"
        stack.enter_context(worker(address, tmp_path))
        analysis = subprocess.Popen(
            [*ANALYSE, *arguments, address],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_until(lambda: (tmp_path / "out.pgn").stat().st_size > 0, PATIENCE)
        begun = time.monotonic()
        process.kill()
        _, errors = analysis.communicate(timeout=100)
        assert analysis.returncode == 1
        assert time.monotonic() - begun < PATIENCE
        assert errors.splitlines()[-1] == (
            f"furyhouse: the scheduler {address} is lost, and with it the games under way"
        )
    monkeypatch.chdir(tmp_path)
    assert main(["analyse", *arguments, address]) == 1
    assert capfd.readouterr().err == f"furyhouse: {address}: no Dask scheduler answers there\n"
    done = analyse(*arguments[:-1], folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("in.pgn: goes on after game ")
    assert analyse("in.pgn", *QUICK, folder=tmp_path).stdout == (tmp_path / "out.pgn").read_text()


def test_slips_and_a_missing_extra_are_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    many_games(tmp_path, 1)
    assert main(["analyse", "in.pgn", "--scheduler", "x", "--workers", "2"]) == 2
    assert capfd.readouterr().err == (
        "furyhouse: --workers is for this machine; --scheduler has workers of its own\n"
    )
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["analyse", "in.pgn", "--scheduler", "tcp://127.0.0.1:1"]) == 1
    assert capfd.readouterr().err == (
        "furyhouse: a cluster needs Dask; pip install 'furyhouse[cluster]' brings it\n"
    )
