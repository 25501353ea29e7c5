"""The log: off unless asked for, set three ways, rotating, and never a reason to lose a game."""

import logging
import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from furyhouse import logs

FULL_DISK = Path("/dev/full")


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Give every test an empty folder, no log variables, and a log that is off before and after."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(logs.FILE_VARIABLE, raising=False)
    monkeypatch.delenv(logs.LEVEL_VARIABLE, raising=False)
    logs.disable()
    yield
    logs.disable()
    logging.getLogger("furyhouse").setLevel(logging.NOTSET)


def lines(path: str | Path = logs.DEFAULT_FILE) -> list[str]:
    """Read the messages of a log, each without its time."""
    text = Path(path).read_text(encoding="utf-8")
    return [line.split(" ", 2)[2] for line in text.splitlines()]


def files() -> list[str]:
    """List the files of the test's folder."""
    return sorted(path.name for path in Path().iterdir())


def play_on() -> None:
    """Write what a game would, as often as it takes to rotate a small file."""
    for _ in range(100):
        logs.write("the game goes on")


@pytest.mark.heritage("F4")
def test_it_is_off_unless_asked_for() -> None:
    assert logs.configure() is False
    assert not logs.is_on()
    logs.write("nobody hears this", "error")
    assert files() == []


@pytest.mark.heritage("F4")
def test_a_level_alone_logs_to_log_txt() -> None:
    assert logs.configure(level="info")
    logs.write("first")
    logs.write("second", "error")
    assert files() == ["log.txt"]
    assert lines() == ["INFO    first", "ERROR   second"]


@pytest.mark.heritage("F4")
def test_lines_are_added_to_a_file_that_is_there() -> None:
    Path("log.txt").write_text("before\n")
    logs.configure(level="info")
    logs.write("after")
    assert Path("log.txt").read_text().splitlines()[0] == "before"
    assert Path("log.txt").read_text().splitlines()[1].endswith(" after")


@pytest.mark.heritage("F4")
def test_path_and_level_by_argument() -> None:
    assert logs.configure(Path("mine.log"), "WARNING")
    logs.write("unheard", "info")
    logs.write("heard", "warning")
    assert files() == ["mine.log"]
    assert lines("mine.log") == ["WARNING heard"]


@pytest.mark.heritage("F4")
def test_path_and_level_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FURYHOUSE_LOG", "theirs.log")
    monkeypatch.setenv("FURYHOUSE_LOG_LEVEL", "debug")
    assert logs.configure()
    logs.write("> protover 2", "debug")
    assert lines("theirs.log") == ["DEBUG   > protover 2"]


@pytest.mark.heritage("F4")
def test_an_argument_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FURYHOUSE_LOG", "theirs.log")
    monkeypatch.setenv("FURYHOUSE_LOG_LEVEL", "debug")
    assert logs.configure("mine.log", "info")
    logs.write("unheard", "debug")
    assert files() == ["mine.log"]
    assert lines("mine.log") == []
    assert logs.configure("mine.log", "off") is False


def test_a_path_alone_logs_from_info_on() -> None:
    logs.configure("a.log")
    logs.write("unheard", "debug")
    logs.write("heard")
    assert lines("a.log") == ["INFO    heard"]


def test_a_home_folder_may_be_written_short(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    logs.configure("~/a.log")
    assert (tmp_path / "a.log").exists()


def test_a_wrong_level_is_an_error_as_argument_and_a_warning_in_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fault = "found 'loud', expected one of off, error, warning, info, debug"
    with pytest.raises(ValueError, match=fault):
        logs.configure(level="loud")
    assert not logs.is_on()
    monkeypatch.setenv("FURYHOUSE_LOG_LEVEL", "loud")
    with pytest.warns(RuntimeWarning, match=fault):
        assert logs.configure()
    logs.write("heard")
    assert lines() == ["INFO    heard"]


@pytest.mark.heritage("F4")
def test_it_rotates_and_keeps_three_old_files() -> None:
    logs.configure(level="info", max_bytes=1000)
    for number in range(200):
        logs.write(f"line {number}")
    assert files() == ["log.txt", "log.txt.1", "log.txt.2", "log.txt.3"]
    assert all(Path(name).stat().st_size <= 1000 for name in files())
    assert lines()[-1] == "INFO    line 199"


@pytest.mark.heritage("F4")
@pytest.mark.parametrize("path", ["no/such/folder/log.txt", ".", "nul\0byte"])
def test_a_file_that_cannot_be_opened_is_one_warning(path: str) -> None:
    with pytest.warns(
        RuntimeWarning, match="the log .* cannot be written: .*; playing on without it"
    ) as caught:
        logs.configure(path, "info")
    assert len(caught) == 1
    assert not logs.is_on()
    play_on()


@pytest.mark.heritage("F4")
def test_a_full_disk_is_one_warning(recwarn: pytest.WarningsRecorder) -> None:
    assert FULL_DISK.exists(), "this system has no device that is always full"
    warnings.simplefilter("always")
    assert logs.configure(FULL_DISK, "info")
    play_on()
    assert [w.category for w in recwarn] == [RuntimeWarning]
    assert "No space left on device" in str(recwarn[0].message)
    assert not logs.is_on()


@pytest.mark.heritage("F4")
def test_a_folder_that_goes_away_is_one_warning(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    logs.configure(folder / "log.txt", "info", max_bytes=200)
    logs.write("written")
    (folder / "log.txt").unlink()
    folder.rmdir()
    with pytest.warns(RuntimeWarning, match="cannot be written") as caught:
        play_on()
    assert len(caught) == 1
    assert not logs.is_on()


def test_it_can_be_turned_on_again_after_a_failure(tmp_path: Path) -> None:
    with pytest.warns(RuntimeWarning, match="cannot be written"):
        logs.configure(tmp_path / "later" / "log.txt", "info")
    (tmp_path / "later").mkdir()
    assert logs.configure(tmp_path / "later" / "log.txt", "info")


@pytest.mark.heritage("F4")
def test_a_broken_log_ends_no_game_where_warnings_are_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert logs.configure("no/such/folder/log.txt") is False
    assert (
        "furyhouse: the log no/such/folder/log.txt cannot be written: No such file"
        in capsys.readouterr().err
    )


def test_a_message_is_one_line_whatever_is_in_it() -> None:
    logs.configure(level="info")
    logs.write("usermove e2e4\r\n\x1b[2J \udcff ♔")
    assert lines() == ["INFO    usermove e2e4\\r\\n\\x1b[2J \\udcff ♔"]


def test_threads_write_whole_lines() -> None:
    logs.configure(level="info")

    def write(name: str) -> None:
        for number in range(100):
            logs.write(f"{name} {number}")

    threads = [threading.Thread(target=write, args=(name * 20,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = {f"INFO    {name * 20} {number}" for name in "abcd" for number in range(100)}
    assert len(lines()) == 400
    assert set(lines()) == expected


def test_handlers_of_the_program_around_stay_its_own(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="furyhouse"):
        logs.write("for whoever listens")
        logs.configure(level="info")
        logs.disable()
        logs.write("still heard")
    assert [record.getMessage() for record in caplog.records] == [
        "for whoever listens",
        "still heard",
    ]


def test_the_log_costs_the_start_nothing_as_long_as_it_is_off() -> None:
    script = (
        "import sys; from furyhouse import logs; logs.configure(); logs.write('unheard'); "
        "sys.exit('logging' in sys.modules)"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith("FURYHOUSE_LOG")}
    subprocess.run([sys.executable, "-P", "-c", script], check=True, env=environment, timeout=60)
