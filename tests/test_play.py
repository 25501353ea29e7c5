"""What is left of a game in the terminal: the command that takes it up again, and its PGN."""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import chess.pgn
import chess.variant
import pytest

from engine_process import COMMAND, ENVIRONMENT
from furyhouse import Board, Bot
from furyhouse.evaluation import evaluate
from furyhouse.play import Settings, TerminalGame
from furyhouse.resume import own_command

KNIGHTS = "Nf3 Nf6 Ng1 Ng8"
FROM_ANY_SQUARES = "4k3/8/8/8/8/8/8/RK3R2[] w KQ - 0 1"
DROP_MATES = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"


def run(
    *command: str, said: str = "", cwd: Path | None = None, path: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        input=said,
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, "PATH": path or ENVIRONMENT["PATH"]},
        timeout=60,
        check=False,
    )


def play(*lines: str, **settings: object) -> list[str]:
    """Play a game, and give what was shown."""
    said, shown = iter([*lines, None]), list[str]()
    bot = Bot()
    TerminalGame(bot, lambda _: next(said), shown.append, Settings(**settings)).run()  # type: ignore[arg-type]
    return shown


def again(shown: str) -> list[str]:
    """Find the command that takes a game up again."""
    first, line = shown.splitlines()[-2:]
    assert first == "Goodbye. To take the game up again:"
    assert line.startswith("  ")
    return shlex.split(line)


def read(text: str) -> chess.pgn.Game:
    """Read a game with python-chess, which must find no fault in it."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


def test_a_game_goes_on_with_all_that_it_had(tmp_path: Path) -> None:
    book = tmp_path / "my book.bin"
    assert run(*COMMAND, "book", "make", str(book), "--self-play", "6").returncode == 0
    options = shlex.split("--side none --time 0.5 --level 3 --skill 7 --ascii --log-level=info")
    moves = KNIGHTS.split()
    done = run(*COMMAND, "play", *options, "--book", str(book), said="\n".join(moves))
    assert (done.returncode, done.stderr) == (0, "")
    command = again(done.stdout)
    at = command.index("play") + 1
    assert sorted(command[at:]) == sorted([*options, f"--book={book}", "--moves", *moves])
    told = run(*command, said="undo\nundo\ntime\nlevel\nskill\nside\nfen\nquit\n")
    assert (told.returncode, told.stderr) == (0, "")
    board = Board()
    for san in moves[:2]:
        board.push_san(san)
    assert told.stdout.splitlines()[-7:-2] == [
        "furyhouse thinks 0.5 s about a move.",
        "furyhouse looks 3 plies deep.",
        "furyhouse plays at level 7.",
        "You play both sides.",
        board.fen(),
    ]
    # What was taken up is known for the next time.
    assert again(told.stdout)[at:] == command[at:-2]


def test_a_position_that_came_again_is_known_after_the_game_was_taken_up() -> None:
    words = (*COMMAND, "play", "--side", "none", "--moves", *(KNIGHTS.split() * 2))
    assert "1/2-1/2  Draw by repetition\n" in run(*words).stdout
    assert "1/2-1/2" not in run(*words[:-1]).stdout
    # In quotes or not, as a position is.
    assert "1/2-1/2" in run(*words[:-8], f"{KNIGHTS} {KNIGHTS}").stdout


@pytest.mark.parametrize("fen", [FROM_ANY_SQUARES, "4k3/8/8/8/8/8/8/4K3[Qq] w - - 3 20"])
def test_a_game_from_a_position_goes_on_from_there(fen: str) -> None:
    first = "O-O" if fen == FROM_ANY_SQUARES else "Q@e7"
    done = run(*COMMAND, "play", "--side", "none", said=f"fen {fen}\n{first}\nquit\n")
    command = again(done.stdout)
    assert command[-4:] == ["--fen", fen, "--moves", first + "+" * (first == "Q@e7")]
    assert fen in run(*command, said="undo\nfen\n").stdout.splitlines()


def test_moves_that_cannot_be_played_are_one_line_and_status_2() -> None:
    done = run(*COMMAND, "play", "--moves", "e4", "e5", "Ke3")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"furyhouse: argument --moves: word 3, 'Ke3', cannot be played: .*\n", done.stderr
    )


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A command in an environment of its own, as `make play` has one."""
    path = tmp_path / "home" / "env" / "bin" / "furyhouse"
    path.parent.mkdir(parents=True)
    path.write_text(
        f"#!{sys.executable}\nimport sys\nfrom furyhouse.cli import main\nsys.exit(main())\n"
    )
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("folder", "shown"),
    [("home", "env/bin/furyhouse"), ("home/env/bin", "./furyhouse"), ("/", None)],
)
def test_the_command_runs_where_the_person_stands(
    program: Path, tmp_path: Path, folder: str, shown: str | None
) -> None:
    where, said = tmp_path / folder, "e4\nquit\n"
    words = ("play", "--side", "none")
    done = run(str(program), *words, said=said, cwd=where, path="/nowhere")
    command = again(done.stdout)
    assert command[0] == (shown or str(program).lstrip("/"))
    assert run(*command, cwd=where, path="/nowhere").returncode == 0
    # By its name where that finds it, and not where it finds another.
    done = run("furyhouse", *words, said=said, cwd=where, path=str(program.parent))
    assert again(done.stdout)[0] == "furyhouse"
    other = tmp_path / "other" / "furyhouse"
    other.parent.mkdir()
    shutil.copy(program, other)
    done = run(str(program), *words, said=said, cwd=where, path=str(other.parent))
    assert again(done.stdout)[0] == command[0]


def test_a_folder_with_a_blank_is_quoted(program: Path, tmp_path: Path) -> None:
    place = tmp_path / "with a blank" / "furyhouse"
    place.parent.mkdir()
    shutil.copy(program, place)
    done = run(str(place), "play", "--side", "none", said="e4\n", cwd=tmp_path, path="/nowhere")
    assert "  'with a blank/furyhouse' play --side none --moves e4\n" in done.stdout


def test_behind_python_the_module_is_named_where_no_command_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    called, *rest = own_command("/somewhere/furyhouse/__main__.py")
    assert Path(called).absolute().samefile(sys.executable)
    assert rest == ["-m", "furyhouse"]


def test_a_game_is_shown_as_pgn_that_others_read() -> None:
    shown = play("e4", "d5", "exd5", "Qxd5", "P@e4", "pgn", side="none")
    [text] = [text for text in shown if text.startswith("[Event")]
    game = read(text)
    assert isinstance(game.board(), chess.variant.CrazyhouseBoard)
    moves = [move.uci() for move in game.mainline_moves()]
    assert moves == ["e2e4", "d7d5", "e4d5", "d8d5", "P@e4"]
    tags = dict(game.headers)
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", tags.pop("Date"))
    assert tags == {
        "Event": "A game in the terminal",
        "Site": "?",
        "Round": "-",
        "White": "Player",
        "Black": "Player",
        "Result": "*",
        "Variant": "Crazyhouse",
        "Termination": "unterminated",
    }


@pytest.mark.parametrize(
    ("side", "line", "fen", "tags"),
    [
        ("white", "resign", None, "Player furyhouse 0-1 {White resigns}"),
        ("black", "resign", None, "furyhouse Player 1-0 {Black resigns}"),
        ("none", "N@f7", DROP_MATES, "Player Player 1-0 {White mates}"),
        ("none", "O-O\nresign", FROM_ANY_SQUARES, "Player Player 1-0 {Black resigns}"),
    ],
)
def test_a_game_that_is_over_is_kept_in_a_file(
    tmp_path: Path, side: str, line: str, fen: str | None, tags: str
) -> None:
    white, black, result, *said = tags.split()
    file = tmp_path / "a game.pgn"
    start = ("--fen", fen) if fen else ()
    done = run(
        *(*COMMAND, "play", "--level", "1", "--side", side, *start),
        said=f'{line}\npgn "{file}"\nquit\n',
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The game is kept in {file}.\n" in done.stdout
    text = file.read_text(encoding="utf-8")
    game = read(text)
    headers = game.headers
    assert (headers["White"], headers["Black"], headers["Result"]) == (white, black, result)
    assert (headers.get("SetUp"), headers.get("FEN")) == (("1", fen) if fen else (None, None))
    assert headers["Termination"] == "normal"
    assert text.split()[-3:] == [*said, result]
    if game.variations:
        analysed = run(*COMMAND, "analyse", str(file), "--depth", "2")
        assert analysed.returncode == 0
        assert " ".join(said).strip("{}") in " ".join(analysed.stdout.split())
        assert [*read(analysed.stdout).mainline_moves()] == [*game.mainline_moves()]


def test_no_file_that_is_there_is_written_to(tmp_path: Path) -> None:
    file = tmp_path / "kept.pgn"
    file.write_text("what was there")
    gone = tmp_path / "gone" / "game.pgn"
    shown = play("e4", f"pgn {file}", f"pgn {tmp_path}", f"pgn {gone}", "pgn \x00", side="none")
    refused = f"{file} is there already: name a new file."
    assert refused in " ".join(shown)
    assert f"{tmp_path} is there already: name a new file." in shown
    assert f"{gone} cannot be written: No such file or directory." in shown
    assert r"\x00 cannot be written: embedded null byte." in shown
    assert file.read_text() == "what was there"
    assert [*tmp_path.iterdir()] == [file]


def test_a_file_that_could_not_be_filled_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    file = tmp_path / "game.pgn"
    assert f"{file} cannot be written: No space left on device." in play(f"pgn {file}")
    assert not file.exists()


@pytest.mark.parametrize("word", ["eval", "score"])
def test_a_position_is_judged_as_by_the_command(word: str) -> None:
    check = "4k3/4R3/8/8/8/8/8/4K3[] b - - 0 1"
    for fen in (Board.starting_fen, check):
        board = Board(fen)
        shown = "\n".join(play(word, side="none", board=board))
        assert re.sub(r"\s+", " ", "\n".join(evaluate(board).lines())) in re.sub(r"\s+", " ", shown)
    assert "Black is in check" in shown


def test_a_setting_without_a_value_is_told() -> None:
    shown = play("time", "level", "skill", "side", "level 1", "skill 3", "skill", seconds=2.5)
    assert shown[2:] == [
        "furyhouse thinks 2.5 s about a move.",
        "furyhouse looks as deep as it can.",
        "furyhouse plays at full strength.",
        "You play White.",
        "furyhouse looks 1 ply deep.",
        "furyhouse plays at level 3.",
        "furyhouse plays at level 3.",
        "Goodbye.",
    ]


def test_behind_a_pipe_there_is_no_prompt() -> None:
    shown = run(*COMMAND, "play", "--ascii", "--side", "none", said="e4\ne5\n").stdout
    assert not re.search(r"^\d+\.", shown, re.MULTILINE)
    assert shown.count("\n   []\n 8 r n b q k b n r\n") == 3
    assert "\n\n" not in shown


def test_a_demo_ends_with_a_word_on_how_to_play() -> None:
    shown = run(*COMMAND, "play", "--demo", "--ascii", "--time", "0.02").stdout
    *command, last = shlex.split(shown.splitlines()[-1].partition(": ")[2])
    assert shown.splitlines()[-1].startswith("To play yourself: ")
    assert (command[-1], last) == ("play", "--ascii")


@pytest.mark.parametrize(("status", "ends"), [(0, 0), (130, 0), (1, 1), (2, 2)])
@pytest.mark.parametrize("target", ["play", "demo"])
def test_make_takes_an_interruption_for_a_good_end(
    root: Path, tmp_path: Path, target: str, status: int, ends: int
) -> None:
    done = make(root, tmp_path, target, f"exit {status}")
    assert (f"Error {ends}" if ends else "") in done.stderr
    assert ("Error" in done.stderr) == (ends != 0)
    assert (done.returncode != 0) == (ends != 0)


def make(root: Path, folder: Path, target: str, script: str) -> subprocess.CompletedProcess[str]:
    """Run a target of the Makefile with a program in the place of furyhouse."""
    programs = folder / "bin"
    programs.mkdir()
    for name in ("furyhouse", "cargo"):
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    # As new as any of the sources: nothing is built.
    (folder / "installed").touch()
    words = ("--no-print-directory", f"PLAY={folder}", f"PYTHON={sys.executable}", target)
    return run("make", *words, cwd=root, path=f"{programs}:{ENVIRONMENT['PATH']}")
