"""The rules of the house that no linter knows: sizes, one version, who loads what."""

import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import furyhouse

LONGEST_FILE = 600
CODE = (".rs", ".py", ".pyi", ".toml", ".md", ".yml", ".sh")
# What is fetched or built, not written.
NOT_OURS = {".git", "target", "build", "dist", "corpus", "__pycache__"}


def written_files(root: Path) -> list[Path]:
    """List the files of the repository that people write."""
    found: list[Path] = []
    for folder, folders, names in os.walk(root):
        folders[:] = [
            f for f in folders if f not in NOT_OURS and not f.startswith((".venv", ".mypy"))
        ]
        found += [Path(folder) / name for name in names if name.endswith(CODE)]
    return sorted(found)


def cargo_version(root: Path) -> str:
    """Read the one version, in the workspace's Cargo.toml."""
    cargo = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    return str(cargo["workspace"]["package"]["version"])


def test_the_files_that_are_checked_are_there(root: Path) -> None:
    files = {str(path.relative_to(root)) for path in written_files(root)}
    assert {"README.md", "pyproject.toml", "rust/rules/src/lib.rs", "tests/conftest.py"} <= files


def test_no_file_is_longer_than_a_reader_can_hold(root: Path) -> None:
    lengths = {
        str(path.relative_to(root)): path.read_text(encoding="utf-8").count("\n")
        for path in written_files(root)
    }
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_every_crate_takes_the_shared_lints_which_forbid_unsafe_code(root: Path) -> None:
    cargo = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    assert cargo["workspace"]["lints"]["rust"]["unsafe_code"] == "forbid"
    members = cargo["workspace"]["members"]
    assert sorted(members) == ["rust/bindings", "rust/eval", "rust/rules", "rust/search"]
    for member in members:
        crate = tomllib.loads((root / member / "Cargo.toml").read_text(encoding="utf-8"))
        assert crate["lints"] == {"workspace": True}, member
        assert crate["package"]["version"] == {"workspace": True}, member


def test_no_source_holds_unsafe_code(root: Path) -> None:
    unsafe = re.compile(r"^[^/]*\bunsafe\s*(?:\{|fn|impl|extern|trait)", re.MULTILINE)
    sources = [path for path in written_files(root) if path.suffix == ".rs"]
    assert [str(path) for path in sources if unsafe.search(path.read_text(encoding="utf-8"))] == []


def test_no_profile_aborts_on_a_panic(root: Path) -> None:
    """A panic in the extension must become an exception, not the end of the interpreter."""
    cargo = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    assert all("panic" not in profile for profile in cargo["profile"].values())


def test_one_version_everywhere(root: Path) -> None:
    version = cargo_version(root)
    assert metadata.version("furyhouse") == version
    assert furyhouse.__version__ == version
    lock = tomllib.loads((root / "Cargo.lock").read_text(encoding="utf-8"))
    ours = {p["version"] for p in lock["package"] if p["name"].startswith("furyhouse-")}
    assert ours == {version}


def test_the_changelog_has_its_form_and_no_version_beyond_this_one(root: Path) -> None:
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)", text, re.MULTILINE)
    released = [heading for heading in headings if heading != "[Unreleased]"]
    assert headings == ["[Unreleased]", *released][-len(headings) :]
    dated = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - \d{4}-\d{2}-\d{2}", h) for h in released]
    versions = [tuple(map(int, found.groups())) for found in dated if found]
    assert len(versions) == len(released)
    assert versions == sorted(set(versions), reverse=True)
    assert all(version <= tuple(map(int, cargo_version(root).split("."))) for version in versions)
    kinds = set(re.findall(r"^### (.*)", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_everything_public_is_named_once_and_there() -> None:
    assert len(set(furyhouse.__all__)) == len(furyhouse.__all__)
    assert [name for name in furyhouse.__all__ if not hasattr(furyhouse, name)] == []


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(furyhouse.__file__).parent / "py.typed").exists()
    assert (Path(furyhouse.__file__).parent / "_core.pyi").exists()


@pytest.mark.parametrize("module", ["chess", "random", "logging", "asyncio", "socket"])
def test_a_start_loads_nothing_heavy(module: str) -> None:
    script = f"import sys, furyhouse.cli, furyhouse.console; sys.exit({module!r} in sys.modules)"
    subprocess.run([sys.executable, "-P", "-c", script], check=True, timeout=60)


def test_nothing_refers_to_the_machine_it_was_written_on(root: Path) -> None:
    homes = re.compile(r"/(?:root|home|work|Users)/\w")
    naming = {
        str(path.relative_to(root))
        for path in [*written_files(root), root / "Makefile", *(root / "scripts").iterdir()]
        if homes.search(path.read_text(encoding="utf-8"))
    }
    assert naming <= {"tests/test_house_rules.py"}
