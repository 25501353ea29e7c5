#!/usr/bin/env python3
"""Tries an installed furyhouse on any system: rules, search, both conversations, and `config`.

Run it where the wheel was installed: ``python -P scripts/try_install.py``. It needs nothing but
the files in tests/data, and ends with the first thing that is wrong.
"""

import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import furyhouse
from furyhouse import Board, Engine, Limit
from furyhouse.engine import bench

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
MOST_LEAVES = 1_000_000
PATIENCE = 60
MATE = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"


def rows(name: str) -> Iterator[dict[str, str]]:
    """Read a table of the tests."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def try_rules() -> str:
    """Count positions, and compare with the counts that other programs agree on."""
    tried = 0
    for row in rows("perft.tsv"):
        if int(row["nodes"]) <= MOST_LEAVES:
            board = Board(row["fen"])
            expect(board.perft(int(row["depth"])), int(row["nodes"]), row["fen"])
            tried += 1
    return f"{tried} counts of positions"


def try_search() -> str:
    """Search fixed positions: the number of nodes is the same on every machine."""
    for row in rows("bench.tsv"):
        nodes, _ = bench(int(row["depth"]))
        expect(nodes, int(row["nodes"]), f"bench at depth {row['depth']}")
    board = Board(MATE)
    with Engine(hash_mb=1, threads=2) as engine:
        result = engine.search(board, Limit(time=0.2))
    expect(board.san(result.move) if result.move else None, "N@f7#", "a mate in one on two threads")
    return "the nodes of the bench, two threads"


def try_conversation(*lines: str, answer: str) -> str:
    """Talk to the command as a chess program does, and say goodbye once the answer has come."""
    command = [sys.executable, "-P", "-m", "furyhouse"]
    pipe = subprocess.PIPE
    began = time.monotonic()
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
        if process.stdin is None or process.stdout is None:
            raise SystemExit("the engine has no input or output")
        process.stdin.write("".join(f"{line}\n" for line in lines))
        if not any(line.startswith(answer) for line in process.stdout):
            raise SystemExit(f"{lines[0]}: the engine ended without {answer!r}")
        taken = time.monotonic() - began
        process.stdin.write("quit\n")
        expect(process.wait(PATIENCE), 0, f"the exit status after {lines[0]}")
    return f"{answer} within {taken:.1f} s"


def try_config(program: str) -> str:
    """Let a program be told where furyhouse is: there must be something that can be run."""
    command = [sys.executable, "-P", "-m", "furyhouse", "config", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    expect(done.returncode, 0, f"the exit status of config {program}: {done.stderr}")
    [entry] = json.loads(done.stdout)
    engine = entry["command"].strip('"')
    if not os.access(engine, os.X_OK):
        raise SystemExit(f"config {program}: {engine} cannot be run")
    return done.stderr.strip().removeprefix("furyhouse: ")


def expect(found: object, expected: object, what: str) -> None:
    """End the trial where something is not as it should be."""
    if found != expected:
        raise SystemExit(f"{what}: found {found!r}, expected {expected!r}")


def main() -> None:
    """Try everything, and tell."""
    print(f"furyhouse {furyhouse.__version__}, Python {sys.version.split()[0]}, {sys.platform}")
    print(f"rules: {try_rules()}")
    print(f"search: {try_search()}")
    lines = ("uci", f"position fen {MATE}", "go depth 4")
    print(f"UCI: {try_conversation(*lines, answer='bestmove N@f7')}")
    lines = ("uci", f"position fen {MATE}", "go infinite", "stop")
    print(f"UCI, stopped: {try_conversation(*lines, answer='bestmove ')}")
    lines = ("xboard", "protover 2", "new", "variant crazyhouse", f"setboard {MATE}", "sd 4", "go")
    print(f"XBoard: {try_conversation(*lines, answer='move N@f7')}")
    for program in ("cutechess", "pychess"):
        print(f"config {program}: {try_config(program)}")


if __name__ == "__main__":
    main()
