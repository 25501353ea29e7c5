"""`furyhouse config`: other programs find furyhouse, and nothing of theirs is lost."""

import json
import os
import pwd
import shlex
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import chess.engine
import chess.variant
import pytest
import yaml

from engine_process import ENVIRONMENT
from furyhouse import logs
from furyhouse.cli import main
from furyhouse.config import cutechess, files, lichess_bot, pychess, xboard
from furyhouse.config.engine_list import EngineFile
from furyhouse.config.files import ConfigError
from xboard_match import find, play_match, wrapped

PROGRAMS = ("xboard", "cutechess", "pychess", "lichess-bot")
ENGINE = "/opt/furyhouse/bin/furyhouse"
# PyChess is installed for the Python of the system.
SYSTEM_PYTHON = "/usr/bin/python3"
PYCHESS_FOLDERS = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
# What people have in their files already, each in its program's own way of writing.
OTHERS = {
    "xboard": "; my settings\n-size 49\n-firstChessProgramNames {fairymax\n"
    '"GNU Chess" -fcp gnuchess\n}\n-niceEngines 0\n',
    "cutechess": json.dumps(
        [{"command": "sjeng", "name": "Sjeng", "protocol": "xboard", "ponder": True}], indent=4
    ),
    "pychess": json.dumps(
        [{"command": "/usr/games/sjeng", "name": "sjeng", "protocol": "xboard", "level": 7}]
    ),
    "lichess-bot": """\
# My bot.
token: "secret"    # keep it
url: "https://lichess.org/"

engine:                      # Engine settings.
  dir: "./engines/"          # Directory containing the engine.
  name: 'stockfish'
  protocol: homemade         # "uci" or "xboard"
  polyglot:
    enabled: false
    name: "not an engine"
  uci_options:
    Move Overhead: 100       # Increase if your bot flags games too often.
    Threads: 2
    Hash: 256
    Contempt: 10
    "Book Moves": 8
#   go_commands:
challenge:
  concurrency: 1
  variants:                  # Chess variants to accept.
    - standard
#   - crazyhouse
  modes:
  - casual
greeting:
  hello: "Hi! I'm {me}: good luck! # not a remark"
""",
}


def config(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "furyhouse", "config", *arguments],
        env={**ENVIRONMENT, **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def engines_of(program: str, text: str) -> dict[str, object]:
    """Read what a program would read: its engines by name, with what starts them."""
    if program in {"cutechess", "pychess"}:
        return {engine["name"]: engine["command"] for engine in json.loads(text)}
    if program == "lichess-bot":
        engine = yaml.safe_load(text)["engine"]
        return {engine["name"]: str(Path(engine["dir"]) / engine["name"])}
    inside = text.partition("{")[2].partition("}")[0]
    lines = [shlex.split(line) for line in inside.splitlines() if line]
    return {words[0]: words[2] if "-fcp" in words else words[0] for words in lines}


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """Make a furyhouse that is installed in a place with a blank in it."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    script = folder / "furyhouse"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m furyhouse "$@"\n')
    script.chmod(0o755)
    return script


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_configuration_is_printed_whole_and_where_it_belongs_is_told(program: str) -> None:
    done = config(program)
    assert done.returncode == 0
    [found] = engines_of(program, done.stdout).values()
    assert os.access(str(found), os.X_OK)
    assert Path(str(found)).name == "furyhouse"
    assert "with --install it is put there" in done.stderr


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_file_that_is_not_there_is_made(program: str, tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "file"
    done = config(program, "--install", "--file", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "finds furyhouse here now" in done.stdout
    assert "furyhouse" in engines_of(program, file.read_text())
    assert [path.name for path in file.parent.iterdir()] == ["file"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_in_a_file_stays_and_a_copy_is_kept(program: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(OTHERS[program])
    file.chmod(0o600)
    done = config(program, "--install", "--file", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{file}.bak: what was there before" in done.stdout
    assert (tmp_path / "file.bak").read_text() == OTHERS[program]
    assert file.stat().st_mode & 0o777 == 0o600
    before, after = OTHERS[program], file.read_text()
    if program != "lichess-bot":
        assert engines_of(program, before).items() <= engines_of(program, after).items()
    assert "furyhouse" in engines_of(program, after)
    # A second time there is nothing to do.
    again = config(program, "--install", "--file", str(file))
    assert again.returncode == 0
    assert "nothing was changed" in again.stdout
    assert file.read_text() == after
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "file.bak"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_older_copy_is_not_overwritten(program: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(OTHERS[program])
    (tmp_path / "file.bak").write_text("older")
    assert config(program, "--install", "--file", str(file)).returncode == 0
    assert (tmp_path / "file.bak").read_text() == "older"
    assert (tmp_path / "file.bak2").read_text() == OTHERS[program]


@pytest.mark.parametrize("program", PROGRAMS)
def test_furyhouse_that_has_moved_is_found_again(program: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(OTHERS[program])
    old = tmp_path / "furyhouse"
    old.write_text("#!/bin/sh\n")
    old.chmod(0o755)
    assert config(program, "--install", "--file", str(file), "--engine", str(old)).returncode == 0
    assert engines_of(program, file.read_text())["furyhouse"] == str(old)
    assert config(program, "--install", "--file", str(file)).returncode == 0
    assert engines_of(program, file.read_text())["furyhouse"] != str(old)
    assert file.read_text().count("furyhouse") == file.read_text().replace(str(old), "").count(
        "furyhouse"
    )


BROKEN = {
    "xboard": ["-firstChessProgramNames {sjeng\n", "-firstChessProgramNames sjeng\n"],
    "cutechess": ["[", '{"name": "x"}', "[1]", "\ufeff[]", "[" * 100_000, "[" + "1" * 5000 + "]"],
    "pychess": ["[{]", '"sjeng"', "[[]]"],
    "lichess-bot": [
        "engine: {dir: a, name: b}\n",
        "engine:\n\tdir: a\n",
        "just a text\n",
        "engine:\n  name: [1]\n",
        "engine:\n  dir: x\nchallenge:\n  variants: [standard]\n",
        "engine:\n  dir: x\nchallenge:\n  variants:\n    - {a: b}\n",
    ],
}


@pytest.mark.parametrize(
    ("program", "text"), [(program, text) for program in PROGRAMS for text in BROKEN[program]]
)
def test_a_file_that_cannot_be_read_is_told_in_a_line_and_left_alone(
    program: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    done = config(program, "--install", "--file", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"furyhouse: {file}: ")
    assert "the file was not changed" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert file.read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_no_text_or_no_file_is_left_alone(program: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\xff\xfe")
    done = config(program, "--install", "--file", str(file))
    assert (done.returncode, file.read_bytes()) == (1, b"\xff\xfe")
    assert "bytes that are not UTF-8" in done.stderr
    done = config(program, "--install", "--file", str(tmp_path))
    assert done.returncode == 1
    assert "expected a file, found a folder" in done.stderr
    done = config(program, "--install", "--file", str(file / "below a file"))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


def test_a_link_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("[]")
    link.symlink_to(real)
    assert config("pychess", "--install", "--file", str(link)).returncode == 0
    assert link.is_symlink()
    assert "furyhouse" in real.read_text()


def test_a_write_that_breaks_off_leaves_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConfigError, match="No space left on device"):
        files.replace_file(file, "new")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_copy_is_not_left_where_nothing_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    replace = Path.replace

    def refuse(fresh: Path, target: Path) -> Path:
        if target == file:
            raise OSError(28, "No space left on device")
        return replace(fresh, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(ConfigError, match="No space left on device"):
        files.replace_file(file, "new")
    with pytest.raises(ConfigError, match="is no character"):
        files.replace_file(file, "new \ud800")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def run_here(*arguments: str) -> int:
    """Run the command in this process; give the exit status."""
    heard = logs.report_to(None)
    try:
        return main(["config", *arguments])
    finally:
        logs.report_to(heard)


def make_pipe(path: Path) -> None:
    """Make a pipe, which nobody writes to."""
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    """Make a socket."""
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def make_device(path: Path) -> None:
    """Make a device of one's own, as good as /dev/null."""
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only the superuser makes devices")


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    ("make", "found"),
    [(make_pipe, "a pipe"), (make_socket, "a socket"), (make_device, "a device")],
)
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_file_is_refused_before_it_is_read(  # noqa: PLR0917 - a case each
    program: str,
    make: Callable[[Path], None],
    found: str,
    linked: bool,  # noqa: FBT001 - a parameter of the test
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "place"
    make(place)
    named = tmp_path / "link" if linked else place
    if linked:
        named.symlink_to(place)
    before = place.lstat().st_ino, sorted(tmp_path.iterdir())
    assert run_here(program, "--install", "--file", str(named), "--engine", sys.executable) == 1
    assert capfd.readouterr() == ("", f"furyhouse: {named}: expected a file, found {found}\n")
    with pytest.raises(ConfigError, match="expected a file, found"):
        files.replace_file(named, "new")
    assert (place.lstat().st_ino, sorted(tmp_path.iterdir())) == before


def test_a_file_that_is_far_too_large_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    os.truncate(file, (1 << 24) + 1)
    with pytest.raises(ConfigError, match="expected settings, found more than 16 MB"):
        files.read_file(file)
    os.truncate(file, 1 << 24)
    assert len(files.read_file(file) or "") == 1 << 24


@pytest.mark.parametrize("engines", [cutechess.ENGINES, pychess.ENGINES])
def test_half_a_character_in_json_stays_what_it_was(engines: EngineFile, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(r'[{"name": "\ud800 \u00e9"}]')
    files.replace_file(file, engines.merge(files.read_file(file), ENGINE))
    assert json.loads(file.read_text())[0]["name"] == "\ud800 \xe9"


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_engine_whose_path_is_no_text_is_refused(
    program: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    engine = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    engine.write_text("#!/bin/sh\n")
    engine.chmod(0o755)
    file = tmp_path / "file"
    assert run_here(program, "--install", "--file", str(file), "--engine", str(engine)) == 1
    assert "expected an engine whose path is text, found" in capfd.readouterr().err
    assert not file.exists()


def test_signs_that_end_lines_elsewhere_stay_in_a_list_of_xboard() -> None:
    old = "-firstChessProgramNames {a\u2028b\x85c -fcp d\n}\n"
    new = xboard.merge(old, ENGINE)
    assert "{a\u2028b\x85c -fcp d\n" in new
    assert xboard.merge(new, ENGINE) == new


@pytest.mark.parametrize("program", ["cutechess", "pychess"])
def test_the_place_is_that_of_the_xdg_specification(program: str, tmp_path: Path) -> None:
    file = Path(program) / "engines.json"
    home, chosen = tmp_path / "home", tmp_path / "chosen"
    config(program, "--install", XDG_CONFIG_HOME=str(chosen), HOME=str(home))
    assert (chosen / file).is_file()
    assert not home.exists()
    config(program, "--install", XDG_CONFIG_HOME="not absolute", HOME=str(home))
    assert (home / ".config" / file).is_file()


def test_xboard_s_settings_are_in_the_home_that_the_system_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/nowhere")
    assert xboard.place() == Path(pwd.getpwuid(os.getuid()).pw_dir) / ".xboardrc"


def test_a_home_that_xboard_passes_over_is_told_in_a_line(tmp_path: Path) -> None:
    home = pwd.getpwuid(os.getuid()).pw_dir
    told = (
        f"furyhouse: HOME is {tmp_path}, but XBoard reads {home}/.xboardrc: in the home that the"
        " system has for you"
    )
    assert config("xboard", HOME=str(tmp_path)).stderr.splitlines()[1:] == [told]
    assert len(config("xboard", HOME=home).stderr.splitlines()) == 1
    assert len(config("pychess", HOME=str(tmp_path)).stderr.splitlines()) == 1
    file = tmp_path / "settings"
    assert config("xboard", "--file", str(file), HOME=str(tmp_path)).stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["winboard"], "invalid choice: 'winboard'"),
        ([], "the following arguments are required: xboard|cutechess|pychess|lichess-bot"),
        (["xboard", "--engine", "/no/such/engine"], "expected a program that can be run"),
    ],
)
def test_wrong_arguments_are_told_in_a_line(arguments: list[str], fault: str) -> None:
    done = config(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert fault in done.stderr
    assert len(done.stderr.splitlines()) == 1


# What is special to each.


def test_xboard_s_list_is_read_in_both_its_forms_and_a_user_s_own_line_replaced() -> None:
    quoted = '-firstChessProgramNames "sjeng\n\\"My }\\" -fcp x"\n-size 49\n'
    with pytest.raises(ConfigError):
        xboard.merge("-firstChessProgramNames @file\n", ENGINE)
    merged = xboard.merge(quoted.replace("}", ""), ENGINE)
    assert merged.startswith('-firstChessProgramNames {sjeng\n"My " -fcp x\n"furyhouse" -fcp')
    assert merged.endswith("}\n-size 49\n")
    old = '-firstChessProgramNames {sjeng\n"furyhouse" -fcp "/old" -fd x\nfairymax\n}\n'
    assert xboard.merge(old, ENGINE) == (
        f'-firstChessProgramNames {{sjeng\n"furyhouse" -fcp "{ENGINE}" -variant crazyhouse\n'
        "fairymax\n}\n"
    )
    assert xboard.merge("; -firstChessProgramNames x\n", ENGINE).count("furyhouse") >= 2
    with pytest.raises(ConfigError, match="quotes or braces"):
        xboard.merge("", '/a"b/furyhouse')


def test_an_engine_file_is_for_all_users_of_a_system(tmp_path: Path) -> None:
    file = tmp_path / "furyhouse.eng"
    assert config("xboard", "--install", "--file", str(file)).returncode == 0
    spec, command, variant = file.read_text().splitlines()
    assert (spec, variant) == ("plugin spec 0.0", "crazyhouse")
    assert Path(command).name == "furyhouse"


@pytest.mark.timeout(200)
def test_the_real_xboard_starts_the_engine_of_the_written_file(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    command = Path(wrapped(folder))
    settings = tmp_path / "settings"
    settings.write_text("-firstChessProgramNames {sjeng\n}\n")
    arguments = ["--install", "--file", str(settings), "--engine", str(command)]
    assert config("xboard", *arguments).returncode == 0
    # The name in XBoard's menu; the variant is not told on its command line.
    name = "furyhouse (crazyhouse)"
    match = play_match(
        *(folder, None, None, "-settingsFile", str(settings), "-fe", name, "-se", name),
        *("-depth", "3", "-tc", "1", "-ponderNextMove", "false"),
    )
    match.check(1)
    assert match.games[0].headers["White"].startswith("furyhouse")


def test_the_real_pychess_plays_a_game_with_the_engine_of_the_written_file(tmp_path: Path) -> None:
    find("pychess")
    folders = {name: str(tmp_path / name.lower()) for name in PYCHESS_FOLDERS}
    done = config("pychess", "--install", XDG_CONFIG_HOME=folders["XDG_CONFIG_HOME"])
    assert (done.returncode, done.stderr) == (0, "")
    list_of_engines = tmp_path / "xdg_config_home" / "pychess" / "engines.json"
    [written] = json.loads(list_of_engines.read_text())
    game = subprocess.run(
        [SYSTEM_PYTHON, Path(__file__).with_name("pychess_game.py"), "furyhouse"],
        env={"PATH": "/usr/bin:/bin", **folders},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert game.returncode == 0, game.stderr
    assert "Traceback" not in game.stderr
    told = json.loads(game.stdout.splitlines()[-1])
    assert told["command"] == written["command"]
    assert told["plays crazyhouse"]
    assert {"UCI_Variant", "Skill Level", "Ponder"} <= set(told["options"])
    assert told["statuses"] == [0, 0]
    board = chess.variant.CrazyhouseBoard()
    for move in told["moves"]:
        board.push_uci(move)
    assert board.is_checkmate() == told["mate"]
    assert (told["white won"], told["black won"]) == (
        board.is_checkmate() and board.turn == chess.BLACK,
        board.is_checkmate() and board.turn == chess.WHITE,
    )
    assert board.is_checkmate() or board.is_stalemate() or board.is_repetition(3)
    # It keeps what it has found out about the engine, in the entry that was written.
    [kept] = [
        entry
        for entry in json.loads(list_of_engines.read_text())
        if entry["name"] == "furyhouse" and "md5" in entry
    ]
    assert {**written, "recheck": False}.items() <= kept.items()


def test_cute_chess_splits_the_command_into_the_engine_alone(engine: Path) -> None:
    [entry] = json.loads(cutechess.ENGINES.show(str(engine)))
    assert shlex.split(entry["command"]) == [str(engine)]
    assert (entry["protocol"], entry["variants"]) == ("uci", ["crazyhouse"])
    assert all(isinstance(value, str | list) for value in entry.values())
    with chess.engine.SimpleEngine.popen_uci(shlex.split(entry["command"])) as started:
        assert "UCI_Variant" in started.options


def test_what_a_user_has_set_for_furyhouse_stays() -> None:
    own = {"name": "my house", "command": ENGINE, "ponder": True, "options": [{"name": "Hash"}]}
    [entry] = json.loads(cutechess.ENGINES.merge(json.dumps([own]), ENGINE))
    assert entry == {**own, "protocol": "uci", "variants": ["crazyhouse"]}
    known = {"name": "furyhouse", "command": "/old", "md5": "x", "level": 3, "recheck": False}
    [entry] = json.loads(pychess.ENGINES.merge(json.dumps([known]), ENGINE))
    assert entry == {**known, "command": ENGINE, "protocol": "uci"}


def test_lichess_bot_reads_the_engine_and_everything_else_is_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "config.yml"
    file.write_text(OTHERS["lichess-bot"])
    done = config("lichess-bot", "--install", "--file", str(file))
    assert "no option Contempt: take it out of uci_options" in done.stdout
    assert "no option Book Moves: take it out of uci_options" in done.stdout
    assert done.stdout.count("take it out") == 2
    before, after = yaml.safe_load(OTHERS["lichess-bot"]), yaml.safe_load(file.read_text())
    command = Path(after["engine"]["dir"]) / after["engine"]["name"]
    assert os.access(command, os.X_OK)
    assert after["engine"]["protocol"] == "uci"
    assert after["challenge"]["variants"] == ["standard", "crazyhouse"]
    for changed in ("dir", "name", "protocol"):
        before["engine"].pop(changed)
        after["engine"].pop(changed)
    before["challenge"].pop("variants")
    after["challenge"].pop("variants")
    assert before == after
    # Only the lines that had to are others, and the remarks behind them are there.
    old, new = OTHERS["lichess-bot"].splitlines(), file.read_text().splitlines()
    assert len(set(old) - set(new)) == 3
    assert any("# Directory containing the engine." in line for line in new)


def test_lichess_bot_s_new_file_has_all_that_it_demands() -> None:
    settings = yaml.safe_load(lichess_bot.show(ENGINE))
    assert isinstance(settings["token"], str)
    assert isinstance(settings["url"], str)
    assert settings["engine"]["dir"] == "/opt/furyhouse/bin"
    assert settings["challenge"]["variants"] == ["crazyhouse"]
    for path in ('/a "b"/c\\d/furyhouse', "/é #/furyhouse"):
        engine = yaml.safe_load(lichess_bot.show(path))["engine"]
        assert f"{engine['dir']}/{engine['name']}" == path


def test_the_ends_of_lines_stay_those_of_the_file() -> None:
    text = OTHERS["lichess-bot"].replace("\n", "\r\n")
    merged = lichess_bot.merge(text, ENGINE)
    assert merged.count("\r\n") == merged.count("\n") == text.count("\n") + 1
    assert merged == lichess_bot.merge(OTHERS["lichess-bot"], ENGINE).replace("\n", "\r\n")


def test_sections_that_a_file_lacks_are_added() -> None:
    for text in ("token: x\n", "engine:\nchallenge:\n", "engine:\n  dir: x\nchallenge:\n  a: 1\n"):
        settings = yaml.safe_load(lichess_bot.merge(text, ENGINE))
        assert settings["engine"]["name"] == "furyhouse"
        assert settings["challenge"]["variants"] == ["crazyhouse"]
