"""`furyhouse analyse --scheduler`: a real cluster of processes, and workers that are lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from analyse_tools import ANALYSE, GAMES, QUICK, analyse, records, run_here
from engine_process import ENVIRONMENT
from furyhouse import __version__
from many_games import ALL, PATIENCE, SEARCH, lots, many_games
from test_match_faults import wait_until

OUT = ("-o", "out.pgn", "--json", "out.jsonl")


@contextmanager
def running(*arguments: str, log: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """Run a part of a cluster."""
    with log.open("ab") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=log.parent,
            env=ENVIRONMENT,
            stdout=file,
            stderr=file,
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
        "distributed.cli.dask_scheduler",
        *arguments,
        "--scheduler-file",
        str(told),
        log=folder / "scheduler.log",
    ) as process:
        wait_until(lambda: told.exists() and told.stat().st_size > 0, PATIENCE)
        yield json.loads(told.read_text())["address"], process


@contextmanager
def worker(address: str, folder: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """Run a worker in a single process, of one thread, with nothing that starts it again."""
    arguments = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
    places = ("--local-directory", str(folder))
    log = folder / "worker.log"
    module = "distributed.cli.dask_worker"
    with running(module, address, *arguments, *places, log=log) as process:
        # It gets no games before.
        wait_until(lambda: "Registered to" in log.read_text(encoding="utf-8"), PATIENCE)
        yield process


def few_games(folder: Path) -> None:
    """Write a file with some games."""
    (folder / "in.pgn").write_bytes(GAMES.read_bytes())


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Analyse the games here."""
    folder = tmp_path_factory.mktemp("here")
    (folder / "in.pgn").write_text(many_games())
    done = analyse("in.pgn", *SEARCH, *OUT, folder=folder, patience=PATIENCE)
    assert done.returncode == 0
    return folder


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a scheduler with one worker, and give its address."""
    folder = tmp_path_factory.mktemp("cluster")
    with scheduler(folder) as (address, _), worker(address, folder):
        yield address


def begin(folder: Path, address: str, size: int = 1) -> "subprocess.Popen[str]":
    """Begin an analysis of many games on a cluster, and wait until so much is written."""
    (folder / "in.pgn").write_text(many_games())
    process = subprocess.Popen(
        [*ANALYSE, "in.pgn", *SEARCH, *OUT, "--scheduler", address],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    path = folder / "out.pgn"
    wait_until(lambda: path.exists() and path.stat().st_size >= size, PATIENCE)
    return process


def same(first: Path, second: Path) -> bool:
    """Tell whether two analyses have written the same."""
    return all(
        (first / name).read_bytes() == (second / name).read_bytes()
        for name in ("out.pgn", "out.jsonl")
    )


@pytest.mark.timeout(3 * PATIENCE)
def test_a_killed_workers_games_are_done_again_and_none_twice(
    cluster: str, unbroken: Path, tmp_path: Path
) -> None:
    chance = lots()
    whole = (unbroken / "out.pgn").stat().st_size
    share = chance.uniform(0.0, 0.7)
    with worker(cluster, tmp_path) as second:
        process = begin(tmp_path, cluster, int(share * whole))
        time.sleep(chance.uniform(0.0, 0.2))
        second.send_signal(signal.SIGKILL)
        assert second.wait() == -signal.SIGKILL
        killed_at = (tmp_path / "out.pgn").stat().st_size
        print(f"a worker killed at {share:.1%}: {killed_at} of {whole} bytes written")
        out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    assert "failed" not in out
    assert killed_at < (tmp_path / "out.pgn").stat().st_size, "there was work left to do"
    assert same(tmp_path, unbroken)
    numbers = [record["game"] for record in records(tmp_path / "out.jsonl")]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == ALL - 2, "all games but those of another variant"
    assert not (tmp_path / "out.pgn.progress").exists()


OTHER_VERSION = """
import furyhouse._core
furyhouse._core.__version__ = "0.0.1"
"""


def test_workers_of_another_version_are_not_used(cluster: str, tmp_path: Path) -> None:
    few_games(tmp_path)
    (tmp_path / "sitecustomize.py").write_text(OTHER_VERSION)
    path = os.pathsep.join([str(tmp_path), *filter(None, [ENVIRONMENT.get("PYTHONPATH")])])
    where = ("--scheduler", cluster)
    done = analyse("in.pgn", *QUICK, *where, folder=tmp_path, env={"PYTHONPATH": path})
    assert done.returncode == 1
    assert done.stderr == (f"furyhouse: a worker has furyhouse {__version__}, and this is 0.0.1\n")


@pytest.mark.timeout(3 * PATIENCE)
def test_a_lost_scheduler_is_told_and_the_analysis_goes_on_without(
    unbroken: Path, tmp_path: Path
) -> None:
    with scheduler(tmp_path) as (address, head), worker(address, tmp_path):
        process = begin(tmp_path, address)
        head.kill()
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert errors.splitlines()[-1] == (
        f"furyhouse: the scheduler {address} is lost, and with it the games under way"
    )
    done = analyse("in.pgn", *SEARCH, *OUT, folder=tmp_path, patience=PATIENCE)
    assert done.stdout.startswith("in.pgn: goes on after game ")
    assert same(tmp_path, unbroken)


def test_no_scheduler_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("furyhouse.lab.analyse_cluster._CONNECT_SECONDS", 0.5)
    few_games(tmp_path)
    address = "tcp://127.0.0.1:1"
    assert run_here("in.pgn", "-o", "out.pgn", "--scheduler", address) == 1
    assert capfd.readouterr().err == f"furyhouse: {address}: no Dask scheduler answers there\n"


def test_slips_and_a_missing_extra_are_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    few_games(tmp_path)
    assert run_here("in.pgn", "--scheduler", "x", "--workers", "2") == 2
    assert capfd.readouterr().err == (
        "furyhouse: --workers is for this machine; --scheduler has workers of its own\n"
    )
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run_here("in.pgn", "--scheduler", "tcp://127.0.0.1:1") == 1
    assert capfd.readouterr().err == (
        "furyhouse: a cluster needs Dask; pip install 'furyhouse[cluster]' brings it\n"
    )
