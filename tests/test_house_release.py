"""The configuration of CI and of a release; `make lint` holds it to the forge's own rules."""

import doctest
import importlib.util
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

WORKFLOWS = ("ci.yml", "release.yml")
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
# A file for each system: two C libraries of Linux, macOS and Windows, each on both processors.
WHEELS = 8


def workflow(root: Path, name: str) -> dict[Any, Any]:
    """Read a workflow."""
    text = (root / ".github/workflows" / name).read_text(encoding="utf-8")
    loaded = yaml.safe_load(text)
    assert isinstance(loaded, dict)
    return loaded


def steps(jobs: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the steps of all jobs."""
    for job in jobs.values():
        yield from job["steps"]


def runners(job: dict[str, Any]) -> int:
    """Count how often a job runs."""
    matrix = job["strategy"]["matrix"]
    lists = [values for key, values in matrix.items() if key != "include"]
    if not lists:
        return len(matrix["include"])
    count = 1
    for values in lists:
        count *= len(values)
    return count


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_pinned_and_says_its_version(root: Path, name: str) -> None:
    text = (root / ".github/workflows" / name).read_text(encoding="utf-8")
    used = re.findall(r"uses: (.+)", text)
    assert used
    assert [line for line in used if not PINNED.fullmatch(line)] == []


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_job_may_do_no_more_than_it_must(root: Path, name: str) -> None:
    loaded = workflow(root, name)
    assert loaded["permissions"] == {}
    for title, job in loaded["jobs"].items():
        allowed = {"id-token": "write"} if title == "publish" else {"contents": "read"}
        assert job["permissions"] == allowed, title
        assert job["timeout-minutes"] <= 60
    text = (root / ".github/workflows" / name).read_text(encoding="utf-8")
    assert "secrets." not in text


def test_ci_runs_what_everybody_runs(root: Path) -> None:
    jobs = workflow(root, "ci.yml")["jobs"]
    assert ".ci/run" in [step.get("run") for step in steps(jobs)]
    assert jobs["test"]["strategy"]["matrix"]["python"] == ["3.11", "3.14"]


def test_a_release_has_a_wheel_for_every_system_and_each_is_tried(root: Path) -> None:
    jobs = workflow(root, "release.yml")["jobs"]
    assert runners(jobs["linux"]) + runners(jobs["desktop"]) == WHEELS
    assert runners(jobs["linux-trial"]) == runners(jobs["linux"])
    assert jobs["linux-trial"]["needs"] == "linux"
    for title in ("linux-trial", "desktop", "sdist"):
        runs = [step.get("run", "") for step in jobs[title]["steps"]]
        assert any("scripts/try_install.py" in run for run in runs), title
    assert set(jobs["files"]["needs"]) == {"linux-trial", "desktop", "sdist"}
    assert jobs["publish"]["needs"] == "files"
    counted = [step.get("run", "") for step in jobs["publish"]["steps"]]
    assert any(f"-eq {WHEELS} " in run for run in counted)


def test_all_files_of_a_release_are_looked_at_as_those_that_are_built_here(root: Path) -> None:
    [check] = [
        step for step in workflow(root, "release.yml")["jobs"]["files"]["steps"] if "env" in step
    ]
    assert check["env"] == {"FURYHOUSE_WHEELS": str(WHEELS)}
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    assert check["run"].removeprefix("python ") in makefile
    assert check["working-directory"] == "tests"


def pins(root: Path) -> dict[str, set[str]]:
    """List the versions of each package that the requirements name."""
    found: dict[str, set[str]] = {}
    for path in (root / "requirements").glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("#", "-r ")):
                name, version = line.split("==")
                found.setdefault(name, set()).add(version)
    return found


def test_every_tool_is_pinned_to_one_version(root: Path) -> None:
    assert {name: found for name, found in pins(root).items() if len(found) > 1} == {}


def test_the_tools_of_a_release_are_those_that_are_tested(root: Path) -> None:
    asked = {
        step["with"]["maturin-version"]
        for step in steps(workflow(root, "release.yml")["jobs"])
        if "maturin-version" in step.get("with", {})
    }
    assert asked == {f"v{version}" for version in pins(root)["maturin"]}


def test_the_oldest_python_is_the_one_that_is_asked_for(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if ":: 3." in line]
    assert named[0] == "3.11"
    assert named[-1] == "3.14"


def test_an_installed_furyhouse_can_be_tried(root: Path) -> None:
    script = root / "scripts/try_install.py"
    done = subprocess.run(
        [sys.executable, "-P", str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()[1:]] == [
        "rules",
        "search",
        "UCI",
        "UCI, stopped",
        "XBoard",
        "config cutechess",
        "config pychess",
    ]


@pytest.mark.parametrize("name", ["manual", "release_version"])
def test_the_examples_of_a_script_run(root: Path, name: str) -> None:
    spec = importlib.util.spec_from_file_location(name, root / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    results = doctest.testmod(module)
    assert results.attempted > 2
    assert results.failed == 0
