"""The files of a release, as `make wheel` has built them in build/dist.

Not part of the tests that run against an installed furyhouse: `make wheel` runs them by name.
"""

import csv
import io
import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "build" / "dist"
LARGEST_WHEEL = 6_000_000
MODULE = "furyhouse/_core.abi3.so"
# A symbol of a newer C library would be missing on an older system.
OLDEST_GLIBC = (2, 17)


def only(pattern: str) -> Path:
    """Find the one file of a kind."""
    [found] = DIST.glob(pattern)
    return found


def tool(*arguments: str) -> str:
    """Run a tool of this environment, and give what it says."""
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def version() -> str:
    """Read the one version."""
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    return str(cargo["workspace"]["package"]["version"])


@pytest.fixture(scope="module")
def wheel() -> zipfile.ZipFile:
    return zipfile.ZipFile(only("*.whl"))


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    return message_from_bytes(wheel.read(f"furyhouse-{version()}.dist-info/METADATA"))


def test_the_index_will_take_both() -> None:
    assert tool("twine", "--no-color", "check", "--strict", str(only("*.whl")))
    assert tool("twine", "--no-color", "check", "--strict", str(only("*.tar.gz")))


def test_the_wheel_is_small() -> None:
    assert only("*.whl").stat().st_size < LARGEST_WHEEL


def test_the_extension_keeps_to_the_stable_interface() -> None:
    report = json.loads(tool("abi3audit", "--strict", "--report", str(only("*.whl"))))
    [found] = report["specs"].values()
    [module] = found["wheel"]
    assert module["name"] == Path(MODULE).name
    assert module["result"]["is_abi3"]
    assert module["result"]["computed"] == module["result"]["baseline"] == "3.11"


@pytest.mark.skipif(sys.platform != "linux", reason="manylinux is a matter of Linux")
def test_the_wheel_runs_on_old_systems() -> None:
    platform = only("*.whl").stem.rpartition("-")[2]
    glibc = re.search(r"manylinux_(\d+)_(\d+)", platform)
    assert glibc, platform
    assert tuple(map(int, glibc.groups())) <= OLDEST_GLIBC
    shown = tool("auditwheel", "show", str(only("*.whl")))
    consistent = re.search(r"platform\s+tag:\s+\"manylinux_(\d+)_(\d+)_", shown)
    assert consistent, shown
    assert tuple(map(int, consistent.groups())) <= OLDEST_GLIBC
    # Two unwinders in one thread crash: see the Makefile.
    assert "libgcc_s.so.1" in shown


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    package = ROOT / "python" / "furyhouse"
    here = {
        f"furyhouse/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in {".so", ".pyd", ".pyc"}
    }
    info = f"furyhouse-{version()}.dist-info/"
    assert {name for name in names if not name.startswith(info)} == here | {MODULE}
    assert {f"{info}licenses/LICENSE-MIT", f"{info}licenses/LICENSE-APACHE"} <= names
    assert "furyhouse=furyhouse.cli:main" in wheel.read(f"{info}entry_points.txt").decode()


def test_what_is_recorded_is_what_is_there(wheel: zipfile.ZipFile) -> None:
    record = wheel.read(f"furyhouse-{version()}.dist-info/RECORD").decode()
    assert {row[0] for row in csv.reader(io.StringIO(record))} == set(wheel.namelist())


def test_nothing_is_needed_to_run(metadata: Message) -> None:
    required = metadata.get_all("Requires-Dist") or []
    assert all("extra ==" in line for line in required), required
    assert metadata["Version"] == version()
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"


def test_the_source_distribution_can_be_built_from() -> None:
    with tarfile.open(only("*.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {"Cargo.toml", "Cargo.lock", "pyproject.toml", ".cargo/config.toml", "README.md"}
    needed |= {"LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "PKG-INFO"}
    needed |= {"rust/rules/src/lib.rs", "rust/bindings/src/lib.rs", "python/furyhouse/py.typed"}
    assert needed <= names, needed - names
    assert not [name for name in names if name.startswith(("tests/", "build/", "target/"))]
