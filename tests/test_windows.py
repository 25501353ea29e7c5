"""What Windows lacks is not needed: neither Python's modules for other systems, nor their places.

There is no Windows here. Its absences are as good as there, since a module that is taken away is as
missing as one that never was; the wheels for Windows are tried there before a release.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine_process import ENVIRONMENT
from furyhouse.config import command, cutechess, pychess, xboard
from furyhouse.config.files import ConfigError

# The modules of Python that it does not have on Windows.
MISSING = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
BARE = f"""
import sys
sys.modules.update(dict.fromkeys({MISSING!r}))
"""
IMPORT_ALL = """
import importlib
import pkgutil
import furyhouse

names = [module.name for module in pkgutil.walk_packages(furyhouse.__path__, "furyhouse.")]
plain = [name for name in names if not name.startswith("furyhouse.lab.")]
for name in plain:
    if name != "furyhouse.__main__":
        importlib.import_module(name)
print(len(plain))
"""
RUN = """
from furyhouse.cli import main

sys.exit(main(sys.argv[1:]))
"""


def bare(
    script: str, *arguments: str, said: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a script in a Python that lacks what Windows lacks."""
    return subprocess.run(
        [sys.executable, "-P", "-c", BARE + script, *arguments],
        env={**ENVIRONMENT, **variables},
        input=said,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_everything_but_the_laboratory_is_imported() -> None:
    done = bare(IMPORT_ALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 40


@pytest.mark.parametrize("program", ["cutechess", "pychess"])
def test_an_engine_is_put_in_a_list(program: str, tmp_path: Path) -> None:
    done = bare(RUN, "config", program, "--install", XDG_CONFIG_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    [entry] = json.loads((tmp_path / program / "engines.json").read_text())
    assert os.access(entry["command"], os.X_OK)


@pytest.mark.parametrize(
    ("words", "said", "told"),
    [
        ("config cutechess", "", '"name": "furyhouse"'),
        ("config pychess", "", '"name": "furyhouse"'),
        ("config lichess-bot", "", "name: "),
        ("config xboard", "", "-firstChessProgramNames"),
        ("perft --depth 2", "", "400"),
        ("bench --depth 1", "", "nodes"),
        ("eval", "", "material"),
        ("analyse startpos --moves e4 --depth 2 --multipv 2", "", "best: "),
        ("analyse --depth 1", "", "best: "),
        ("play --level 1", "e4\nquit\n", "furyhouse plays"),
        ("uci", "uci\ngo depth 1\nisready\nquit\n", "uciok"),
        ("xboard", "xboard\nprotover 2\nping 1\nquit\n", "pong 1"),
    ],
)
def test_a_command_runs(words: str, said: str, told: str) -> None:
    done = bare(RUN, *words.split(), said=said)
    assert done.returncode == 0
    assert told in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("where", [(), ("-o", "out.pgn"), ("--json", "out.jsonl")])
def test_games_are_not_analysed_and_a_line_says_so(where: tuple[str, ...], tmp_path: Path) -> None:
    games = tmp_path / "in.pgn"
    games.write_text('[Variant "Crazyhouse"]\n\n1. e4 *\n')
    done = bare(f"import os\nos.chdir({str(tmp_path)!r})\n" + RUN, "analyse", str(games), *where)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "furyhouse: analyse needs Linux or macOS for files: Windows lacks the locks it uses\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["in.pgn"]


def test_where_xboard_s_settings_are_not_known_a_line_says_so(tmp_path: Path) -> None:
    done = bare(RUN, "config", "xboard", "--install")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "furyhouse: where XBoard keeps its settings is known on Linux and macOS only; "
        "--file FILE names the file\n"
    )
    file = tmp_path / "settings"
    done = bare(RUN, "config", "xboard", "--install", "--file", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert '"furyhouse" -fcp' in file.read_text()


def test_the_lists_are_where_the_programs_look_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roaming = tmp_path / "AppData" / "Roaming"
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(roaming))
    monkeypatch.setattr(sys, "platform", "win32")
    # Qt asks Windows for the folder RoamingAppData; PyChess does as everywhere.
    assert cutechess.ENGINES.place() == roaming / "cutechess" / "engines.json"
    assert pychess.ENGINES.place() == tmp_path / ".config" / "pychess" / "engines.json"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cutechess.ENGINES.place() == tmp_path / ".config" / "cutechess" / "engines.json"


def test_the_command_is_found_by_the_name_that_windows_gives_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = tmp_path / "Scripts"
    scripts.mkdir()
    program = scripts / "furyhouse.exe"
    program.touch(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python.exe"))
    monkeypatch.setattr("sysconfig.get_path", lambda *_: str(scripts))
    # What pip makes takes the end off its own name before the command begins.
    for called in ("Scripts/furyhouse", "Scripts/furyhouse.exe", "package/__main__.py"):
        monkeypatch.setattr(sys, "argv", [str(tmp_path / called)])
        assert command._find_engine() == str(program)  # noqa: SLF001 - what `config` writes


def test_a_user_without_a_home_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    # A container runs processes for users of whom its system knows nothing.
    monkeypatch.setattr(os, "getuid", lambda: 1_234_567)
    for place in (cutechess.ENGINES.place, pychess.ENGINES.place, xboard.place):
        with pytest.raises(ConfigError, match="--file FILE names the file"):
            place()
