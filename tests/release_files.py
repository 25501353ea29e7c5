"""The files of a release in build/dist: those of `make wheel`, or of all systems before a release.

Not part of the tests that run against an installed furyhouse: `make wheel` runs them by name, and
so does the release, with the number of wheels that there must be.
"""

import csv
import io
import json
import os
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
WHEELS = sorted(DIST.glob("*.whl"))
SDISTS = sorted(DIST.glob("*.tar.gz"))
# How many wheels there must be; one is what `make wheel` builds.
COUNT = "FURYHOUSE_WHEELS"
LARGEST = 6_000_000
OLDEST_PYTHON = (3, 11)
# A symbol of a newer C library would be missing on an older system.
OLDEST_GLIBC = (2, 17)
# Systems with musl have no library of GCC's, so that is in the wheel.
LIBRARY_OF_GCC = re.compile(r"furyhouse\.libs/libgcc_s-[\w.-]+")


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


def numbers(text: str) -> tuple[int, ...]:
    """Read a version."""
    return tuple(map(int, text.split(".")))


def platform(path: Path) -> str:
    """Name the systems that a wheel is for."""
    return path.stem.rpartition("-")[2]


def module(path: Path) -> str:
    """Name the extension in a wheel."""
    return "furyhouse/_core.pyd" if "win_" in platform(path) else "furyhouse/_core.abi3.so"


@pytest.fixture(scope="module", params=WHEELS, ids=platform)
def wheel(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture(scope="module")
def content(wheel: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(wheel)


@pytest.fixture(scope="module")
def metadata(content: zipfile.ZipFile) -> Message:
    return message_from_bytes(content.read(f"furyhouse-{version()}.dist-info/METADATA"))


def test_there_is_a_wheel_for_each_system_and_the_source() -> None:
    wanted = int(os.environ.get(COUNT, "1"))
    assert len({platform(path) for path in WHEELS}) == len(WHEELS) == wanted
    assert [path.name for path in SDISTS] == [f"furyhouse-{version()}.tar.gz"]
    assert {*DIST.iterdir()} == {*WHEELS, *SDISTS}


@pytest.mark.parametrize("path", [*WHEELS, *SDISTS], ids=lambda path: path.name)
def test_the_index_will_take_it_and_it_is_small(path: Path) -> None:
    assert tool("twine", "--no-color", "check", "--strict", str(path))
    assert path.stat().st_size < LARGEST


def test_the_extension_keeps_to_the_stable_interface(wheel: Path) -> None:
    report = json.loads(tool("abi3audit", "--strict", "--report", str(wheel)))
    [found] = report["specs"].values()
    [extension] = found["wheel"]
    assert extension["name"] == Path(module(wheel)).name
    assert extension["result"]["is_abi3"]
    assert numbers(extension["result"]["computed"]) <= OLDEST_PYTHON
    assert numbers(extension["result"]["baseline"]) == OLDEST_PYTHON
    assert wheel.stem.split("-")[2:4] == ["cp311", "abi3"]


# What auditwheel reads of a wheel for musl depends on the system that it runs on; those are tried
# on Alpine. Those for other systems say themselves how old these may be.
@pytest.mark.parametrize(
    "wheel", [path for path in WHEELS if "manylinux" in path.name], ids=platform
)
def test_a_wheel_for_linux_runs_on_old_systems(wheel: Path) -> None:
    glibc = re.search(r"manylinux_(\d+)_(\d+)", platform(wheel))
    assert glibc, wheel
    assert tuple(map(int, glibc.groups())) <= OLDEST_GLIBC
    shown = tool("auditwheel", "show", str(wheel))
    consistent = re.search(r"platform\s+tag:\s+\"manylinux_(\d+)_(\d+)_", shown)
    assert consistent, shown
    assert tuple(map(int, consistent.groups())) <= OLDEST_GLIBC
    # Two unwinders in one thread crash: see the Makefile.
    assert "libgcc_s.so.1" in shown


def test_the_wheel_holds_the_package_and_nothing_else(
    wheel: Path, content: zipfile.ZipFile
) -> None:
    names = set(content.namelist())
    package = ROOT / "python" / "furyhouse"
    here = {
        f"furyhouse/{path.relative_to(package).as_posix()}"
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in {".so", ".pyd", ".pyc"}
    }
    info = f"furyhouse-{version()}.dist-info/"
    if "musllinux" in platform(wheel):
        names = {name for name in names if not LIBRARY_OF_GCC.fullmatch(name)}
    assert {name for name in names if not name.startswith(info)} == here | {module(wheel)}
    assert {f"{info}licenses/LICENSE-MIT", f"{info}licenses/LICENSE-APACHE"} <= names
    assert "furyhouse=furyhouse.cli:main" in content.read(f"{info}entry_points.txt").decode()


def test_what_is_recorded_is_what_is_there(content: zipfile.ZipFile) -> None:
    record = content.read(f"furyhouse-{version()}.dist-info/RECORD").decode()
    assert {row[0] for row in csv.reader(io.StringIO(record))} == set(content.namelist())


def test_nothing_is_needed_to_run(metadata: Message) -> None:
    required = metadata.get_all("Requires-Dist") or []
    assert all("extra ==" in line for line in required), required
    assert metadata["Version"] == version()
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"


def test_the_source_distribution_can_be_built_from() -> None:
    [path] = SDISTS
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {"Cargo.toml", "Cargo.lock", "pyproject.toml", ".cargo/config.toml", "README.md"}
    needed |= {"LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "PKG-INFO"}
    linked = re.findall(r"\]\(([\w/.-]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    needed |= {*linked, "docs/index.md"}
    needed |= {"rust/rules/src/lib.rs", "rust/bindings/src/lib.rs", "python/furyhouse/py.typed"}
    assert needed <= names, needed - names
    assert not [name for name in names if name.startswith(("tests/", "build/", "target/"))]
