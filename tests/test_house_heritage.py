"""The check that every row of the heritage has a passing test: it must be able to fail."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MARKED = """
import pytest

@pytest.mark.heritage("F1")
@pytest.mark.heritage("C2", "C3")
def test_good():
    assert True

@pytest.mark.heritage("F2")
@pytest.mark.skip(reason="this one does not run")
def test_skipped():
    assert True
"""
ALL_OTHERS = "\n".join(
    f"test rows::heritage_{row}_is_kept ... ok"
    for row in ["f2", *(f"f{n}" for n in range(3, 10)), "c1", *(f"c{n}" for n in range(4, 17))]
)


def run(folder: Path, test: str, *options: str, cargo: str | None = None) -> tuple[int, str]:
    """Run a test file in a folder of its own with the real conftest."""
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    (folder / "test_it.py").write_text(test)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = heritage(row): a row\n")
    environment = {k: v for k, v in os.environ.items() if k != "FURYHOUSE_CARGO_TEST_LOG"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    if cargo is not None:
        (folder / "cargo.log").write_text(cargo)
        environment["FURYHOUSE_CARGO_TEST_LOG"] = str(folder / "cargo.log")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_part_of_the_tests_runs_alone(tmp_path: Path) -> None:
    code, output = run(tmp_path, MARKED)
    assert code == 0, output
    assert "rows with passing tests: F1:1  C2:1  C3:1" in output


def test_a_complete_run_fails_when_a_row_has_no_passing_test(tmp_path: Path) -> None:
    without_c16 = ALL_OTHERS.replace("heritage_c16", "heritage_c15").replace("c7", "c8")
    code, output = run(tmp_path, MARKED, "--heritage", cargo=without_c16)
    assert code == 1, output
    assert "rows without a passing test: C7, C16" in output


def test_a_skipped_test_shows_nothing(tmp_path: Path) -> None:
    code, output = run(tmp_path, MARKED, "--heritage", cargo=ALL_OTHERS.replace("_f2_", "_f3_"))
    assert code == 1, output
    assert "rows without a passing test: F2" in output


def test_a_failed_rust_test_shows_nothing(tmp_path: Path) -> None:
    cargo = ALL_OTHERS.replace("heritage_f5_is_kept ... ok", "heritage_f5_is_kept ... FAILED")
    code, output = run(tmp_path, MARKED, "--heritage", cargo=cargo)
    assert code == 1, output
    assert "rows without a passing test: F5" in output


def test_a_complete_run_passes_when_rust_and_python_have_every_row(tmp_path: Path) -> None:
    code, output = run(tmp_path, MARKED, "--heritage", cargo=ALL_OTHERS)
    assert code == 0, output
    assert output.splitlines()[-1].startswith("="), output


@pytest.mark.parametrize("row", ["F10", "C0", "f1"])
def test_a_row_that_does_not_exist_is_refused(tmp_path: Path, row: str) -> None:
    code, output = run(tmp_path, MARKED.replace('"F1"', f'"{row}"'))
    assert code == pytest.ExitCode.USAGE_ERROR, output
    assert f"no heritage row ['{row}']" in output
