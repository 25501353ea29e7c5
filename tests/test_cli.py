"""The command `furyhouse`: its arguments, perft, the benchmark, and a game in the terminal."""

import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine_process import ENVIRONMENT
from furyhouse import BLACK, STARTING_FEN, WHITE, Board, Bot, __version__
from furyhouse.drawing import draw
from furyhouse.play import Settings, TerminalGame

START_PERFT = {1: 20, 2: 400, 3: 8902, 4: 197281}


def run(
    *arguments: str, text: str = "", encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "furyhouse", *arguments],
        input=text,
        capture_output=True,
        encoding=encoding,
        env={**ENVIRONMENT, "PYTHONIOENCODING": encoding},
        timeout=100,
        check=False,
    )


@pytest.mark.parametrize("depth", START_PERFT)
def test_perft_counts(depth: int) -> None:
    done = run("perft", "--depth", str(depth))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{START_PERFT[depth]} positions at depth {depth}, ")


@pytest.mark.heritage("C16")
def test_perft_divides_by_first_moves() -> None:
    done = run("perft", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "--depth", "2", "--divide")
    *moves, total = done.stdout.splitlines()
    counts = dict(line.split(": ") for line in moves)
    board = Board("4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1")
    assert list(counts) == sorted(move.uci() for move in board.legal_moves)
    assert total.startswith(f"{sum(map(int, counts.values()))} positions")
    assert board.perft(2) == sum(map(int, counts.values()))


def test_perft_on_threads_and_from_any_castling_squares() -> None:
    assert run("perft", "--depth", "4", "--threads", "2").stdout.startswith("197281 ")
    done = run("perft", "4k3/8/8/8/8/8/8/1RK3R1[n] w KQ - 0 1", "--depth", "1", "--chess960")
    assert done.stdout.startswith("25 ")


@pytest.mark.heritage("C16")
def test_the_benchmark_counts_the_same_nodes_each_time() -> None:
    lines = [run("bench", "--depth", "3").stdout for _ in range(2)]
    nodes = [
        re.fullmatch(r"(\d+) nodes at depth 3, [\d.]+ s, \d+ a second\n", line) for line in lines
    ]
    assert nodes[0] is not None
    assert nodes[1] is not None
    assert nodes[0][1] == nodes[1][1]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["perft"], "--depth"),
        (["perft", "--depth", "x"], "expected a whole number from 0 to 64, found 'x'"),
        (["perft", "--depth", "-1"], "--depth"),
        (["perft", "--depth", "99"], "expected a whole number"),
        (["perft", "--depth", "0", "--divide"], "--divide needs a --depth of 1 or more"),
        (["bench", "--depth", "0"], "expected a whole number from 1 to 64, found '0'"),
        (["perft", "8/8/8/8/8/8/8/8 w - - 0 1", "--depth", "1"], "no white king"),
        (["perft", "nonsense", "--depth", "1"], "fen"),
        (["perft", "--depth", "1", "--threads", "0"], "expected a whole number from 1 to 512"),
        (["play", "--side", "green"], "green"),
        (["play", "--time", "0"], "expected seconds above 0"),
        (["play", "--time", "nan"], "expected seconds above 0"),
        (["play", "--level", "0"], "expected a whole number from 1 to 20"),
        (["play", "--fen", "x"], "cannot be played"),
        (["fly"], "fly"),
        (["--fly"], "--fly"),
        (["--log-level", "loud"], "loud"),
    ],
)
def test_wrong_arguments_are_one_clear_line_and_status_2(arguments: list[str], reason: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("furyhouse: ")
    assert done.stderr.count("\n") == 1
    assert reason in done.stderr


@pytest.mark.parametrize("words", [[], ["startpos"], [STARTING_FEN], STARTING_FEN.split()])
def test_a_position_is_read_in_quotes_or_not(words: list[str]) -> None:
    assert run("perft", "--depth", "3", *words).stdout.startswith("8902 positions")
    assert run("perft", *words, "--depth", "3").stdout.startswith("8902 positions")
    assert run("eval", *words).stdout == run("eval").stdout


def test_a_command_may_be_spelt_in_american() -> None:
    words = ("startpos", "--depth", "3", "--multipv", "2")
    spelt = [run(command, *words).stdout.splitlines()[-1] for command in ("analyze", "analyse")]
    assert spelt[0].split()[0] == spelt[1].split()[0] != ""


def test_help_and_version() -> None:
    assert run("--version").stdout == f"furyhouse {__version__}\n"
    text = run("--help").stdout
    for command in ("xboard", "uci", "play", "perft", "bench"):
        assert command in text
        assert "--help" in run(command, "--help").stdout


def test_the_first_line_tells_the_protocol_and_a_command_can_name_it() -> None:
    done = run(text="uci\nquit\n")
    assert done.stdout.startswith("id name furyhouse ")
    assert done.stdout.endswith("\nuciok\n")
    assert run("uci", text="isready\nquit\n").stdout == "readyok\n"
    assert run("xboard", text="isready\nquit\n").stdout == "Error (unknown command): isready\n"
    assert run("uci", text="ping 1\nquit\n").stdout == "info string unknown command: ping\n"


FROM_ANY_SQUARES = "4k3/8/8/8/8/8/8/RK3R2[] w KQ - 0 1"


def test_a_position_that_castles_from_any_squares_is_played_so_everywhere() -> None:
    board = Board(FROM_ANY_SQUARES, chess960=True)
    for options in ((), ("--chess960",), ("--divide",)):
        done = run("perft", FROM_ANY_SQUARES, "--depth", "2", *options)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"{board.perft(2)} positions" in done.stdout
    divided = run("perft", FROM_ANY_SQUARES, "--depth", "1", "--divide").stdout
    assert "b1f1: 1\n" in divided
    done = run("play", "--fen", FROM_ANY_SQUARES, "--side", "none", text="O-O\nfen\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    board.push_san("O-O")
    assert board.fen() in done.stdout
    # What needs it not is played as ever, and castling is written so unless asked otherwise.
    for options, castling in (((), "e1g1: 1\n"), (("--chess960",), "e1h1: 1\n")):
        plain = run(
            "perft", "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", "--depth", "1", "--divide", *options
        )
        assert castling in plain.stdout


@pytest.mark.parametrize("command", [("perft", "--depth", "1"), ("play", "--fen")])
def test_a_position_that_cannot_be_played_is_a_fault_of_one_line(command: tuple[str, ...]) -> None:
    done = run(*command, "4k3/8/8/8/8/8/8/4K3[] w KQ - 0 1")
    assert done.returncode == 2
    assert re.fullmatch(r"furyhouse: .*cannot be played: .*castling right.*\n", done.stderr)


def test_the_demo_plays_ten_moves_and_ends() -> None:
    done = run("play", "--demo", "--ascii", "--time", "0.02")
    assert (done.returncode, done.stderr) == (0, "")
    board = Board()
    numbers = re.findall(r"^(\d+)\. (\S+)(?: (\S+))?$", done.stdout, re.MULTILINE)
    for number, *moves in numbers:
        assert int(number) == board.fullmove_number
        for move in filter(None, moves):
            board.push_san(move)
        assert draw(board, plain=True) in done.stdout
    assert len(numbers) == 10 or board.is_game_over()


def test_a_game_is_played_with_moves_in_any_spelling() -> None:
    done = run("play", "--ascii", "--level", "1", text="e4\nd2d4\nhint\nmoves\nfen\nundo\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("furyhouse plays ") == 3
    assert "Try " in done.stdout
    assert re.search(r"\(-?[+#]?\d+\.\d\d for Black, depth 1\)\n", done.stdout)
    assert "\nquit" not in done.stdout
    *_, goodbye, again = done.stdout.splitlines()
    assert goodbye.endswith("Goodbye. To take the game up again:")
    assert re.fullmatch(r"  .*furyhouse play --ascii --level 1 --moves e4 \S+", again)


@pytest.mark.parametrize(
    "text", ["", "e4", "nonsense\n\n\x00\x1b\n" + "x" * 100_000 + "\nP@e4\nO-O\n"]
)
def test_a_game_ends_well_with_the_end_of_input(text: str) -> None:
    done = run("play", "--level", "1", text=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nGoodbye." in done.stdout


def test_a_terminal_without_figures_gets_letters() -> None:
    done = run("play", encoding="latin-1")
    assert (done.returncode, done.stderr) == (0, "")
    assert " 8 r n b q k b n r\n" in done.stdout
    assert "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" in run("play").stdout


@pytest.mark.parametrize(("before", "after"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("command", [[], ["xboard"]])
def test_the_log_is_written(
    tmp_path: Path, command: list[str], *, before: bool, after: bool
) -> None:
    log = tmp_path / "engine.log"
    options = ("--log", str(log), "--log-level", "debug")
    arguments = [*(options if before else ()), *command, *(options if after else ())]
    assert run(*arguments, text="ping 1\n").stdout == "pong 1\n"
    assert "< ping 1" in log.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "--depth", "2"],
        ["bench", "--depth", "1"],
        ["play", "--demo"],
        ["xboard"],
        ["--help"],
        ["perft", "--help"],
        ["--version"],
    ],
)
def test_output_that_is_lost_is_a_fault_and_a_reader_that_left_is_none(
    arguments: list[str],
) -> None:
    def status(stdout: int) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "furyhouse", *arguments],
            input="ping 1\n",
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            timeout=100,
            check=False,
        )
        os.close(stdout)
        return done.returncode, done.stderr

    full = os.open("/dev/full", os.O_WRONLY)
    fault = "furyhouse: the output cannot be written: No space left on device\n"
    assert status(full) == (1, fault)
    reader, writer = os.pipe()
    os.close(reader)
    assert status(writer) == (0, "")


class Person:
    """Somebody at a terminal, who says what was written down before."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []

    def ask(self, _prompt: str) -> str | None:
        return self.lines.pop(0) if self.lines else None

    def tell(self, text: str) -> None:
        self.shown.append(text)

    def play(self, **settings: object) -> TerminalGame:
        game = TerminalGame(Bot(), self.ask, self.tell, Settings(**settings))  # type: ignore[arg-type]
        game.run()
        assert not self.lines
        return game


def test_a_person_plays_white_and_is_answered() -> None:
    game = Person("e4").play(level=1)
    assert [move.uci() for move in game.board.move_stack][:1] == ["e2e4"]
    assert len(game.board.move_stack) == 2


def test_a_person_plays_black_and_sees_the_board_from_there() -> None:
    person = Person("flip", "flip")
    game = person.play(side="black", level=1, plain=True)
    assert len(game.board.move_stack) == 1
    assert draw(game.board, flip=True, plain=True) in person.shown
    assert draw(game.board, flip=False, plain=True) in person.shown


def test_moves_are_taken_back_in_pairs() -> None:
    person = Person("undo", "e4", "undo", "undo")
    assert person.play(level=1).board == Board()
    assert person.shown.count("There is no move to take back.") == 2


def test_a_person_may_move_for_both_sides() -> None:
    game = Person("side none", "e4", "e5", "Nf3", "undo", "go", "side x").play(level=1)
    assert len(game.board.move_stack) == 3


def test_a_new_game_starts_again() -> None:
    assert Person("e4", "new").play(level=1).board == Board()


def test_level_and_time_can_be_changed() -> None:
    person = Person(
        "level 3", "level 0", "level x", "level", "time 0.5", "time x", "time -1", "help"
    )
    person.play()
    assert person.shown.count("Say a level from 1 to 20.") == 2
    assert "furyhouse looks 3 plies deep." in person.shown
    assert "furyhouse thinks 0.5 s about a move." in person.shown
    assert person.shown.count("Say how many seconds, as in time 2.5.") == 2


def test_a_drop_of_a_man_that_is_not_there_says_so() -> None:
    person = Person("N@f7", "P@e9")
    person.play(board=Board("6bk/7p/5P2/8/8/8/8/6K1[P] w - - 0 1"))
    told = [line.partition(".")[0] for line in person.shown if "no legal move here" in line]
    assert told == [
        "N@f7 is no legal move here: there is no knight in your pocket",
        "P@e9 is no legal move here",
    ]


@pytest.mark.parametrize(
    ("fen", "text", "told"),
    [
        ("k7/4P3/8/8/8/1N3N2/8/4K3[] w - - 0 1", "Nd2", "Nd2 may be Nbd2 or Nfd2."),
        ("k7/4P3/8/8/8/8/8/4K3[] w - - 0 1", "e8", "say what the pawn becomes, as in e8=Q."),
        ("k7/4P3/8/8/8/8/8/4K3[] w - - 0 1", "e7e8+", "as in e7e8=Q."),
        ("k7/8/8/8/8/5N2/8/4K3[] w - - 0 1", "nd2", "nd2 is no legal move here, but Nd2 is."),
        ("k3r3/8/8/8/8/5N2/8/4K3[] w - - 0 1", "Nd4", "legal move here: the king is in check."),
        ("k7/8/8/8/8/8/8/4K3[] w - - 0 1", "!?", "!? is no legal move here. Type moves"),
        (Board.starting_fen, "e" * 30, f"{'e' * 20}... is no legal move here. Type moves"),
    ],
)
def test_what_is_wrong_with_a_move_is_told_where_it_can_be(fen: str, text: str, told: str) -> None:
    person = Person(text)
    assert person.play(side="none", board=Board(fen)).board == Board(fen)
    assert told in "\n".join(person.shown)


@pytest.mark.parametrize(
    ("side", "fen", "told"),
    [
        ("none", "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", r"N@f7#  \(White mates in 1, depth \d+\)"),
        (
            "black",
            "k7/pppppp2/8/8/8/8/8/4K3[] w - - 0 1",
            r"\S+  \(-\d+\.\d\d for White, depth 4\)",
        ),
        ("none", "6k1/8/8/8/8/8/6PP/6RK[n] b - - 0 1", r"N@f2#  \(Black mates in 1, depth \d+\)"),
        ("none", "k6r/8/8/8/8/8/7r/K7[q] w - - 0 1", r"Kb1  \(Black mates in 1, depth 4\)"),
    ],
)
def test_a_score_names_the_side_that_it_is_for(side: str, fen: str, told: str) -> None:
    person = Person(*(["go"] if side == "none" else []))
    person.play(side=side, level=4, board=Board(fen))
    [line] = [line for line in person.shown if line.startswith("furyhouse plays ")][1:]
    assert re.fullmatch(f"furyhouse plays {told}", line)


@pytest.mark.parametrize(
    ("side", "told"), [("white", "0-1  White resigns"), ("black", "1-0  Black resigns")]
)
def test_a_game_can_be_given_up_and_taken_up_again(side: str, told: str) -> None:
    person = Person("resign", "e5", "go", "resign", "hint", "undo", "resign", "new")
    person.play(side=side, level=1)
    assert person.shown.count(told) == 2
    assert person.shown.count("The game is over: new, undo or quit.") == 3
    assert "The game goes on." in person.shown
    person = Person("e4", "resign")
    person.play(side="none")
    assert person.shown[-2:] == ["1-0  Black resigns", "Goodbye."]


@pytest.mark.parametrize("way", ["--fen", "fen"])
def test_a_position_in_which_the_game_is_over_is_told_to_be(way: str) -> None:
    mate = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1"
    person = Person(*([f"fen {mate}"] if way == "fen" else []), "e4")
    person.play(board=Board(mate) if way == "--fen" else None)
    assert person.shown.count("1-0  White mates") == 1
    assert person.shown[-2:] == ["The game is over: new, undo or quit.", "Goodbye."]


def test_a_position_is_shown_and_set_up_as_text() -> None:
    fen = "4k3/8/8/8/8/8/8/4K3[Qq] w - - 3 20"
    person = Person("e4", f'fen "{fen}"', "fen", "fen 4k3/8", "fen 8/8/8/8/8/8/8/K7 w - -", "fen")
    assert person.play(side="none").board.fen() == fen
    assert person.shown.count(fen) == 2
    refused = [line for line in person.shown if "cannot be played" in line]
    assert refused[0].startswith("That position cannot be played: FEN: text")
    assert refused[1] == "That position cannot be played: position: no black king"


def test_a_command_that_takes_nothing_says_so() -> None:
    person = Person("e4", "undo 3", "new game", "help me", "quit now")
    assert person.play(side="none").board.ply() == 1
    assert "undo stands alone: nothing is known of 3." in person.shown
    assert "new stands alone: nothing is known of game." in person.shown
    assert "quit stands alone: nothing is known of now." in person.shown


def test_in_a_narrow_terminal_no_word_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    castling = Board("r3k2r/8/8/8/8/8/8/R3K2R[QRBNPqrbnp] w KQkq - 0 1")
    person = Person("help", "moves", "nonsense of many words", "go", "fen 8/8", "undo", "Ra9")
    person.play(side="none", board=castling, level=1)
    lines = [line for text in person.shown for line in text.splitlines() if "play --" not in line]
    assert max(map(len, lines)) <= 40
    words = {word for text in person.shown for word in text.split()}
    assert {"O-O-O", "everything", "Q@a8"} - words == {"Q@a8"}


def test_the_end_of_a_game_is_told_and_can_be_taken_back() -> None:
    person = Person("Qh5", "P@g7", "e4", "hint", "undo", "P@g7", "new")
    game = person.play(board=Board("6bk/7p/5P2/8/8/8/8/6K1[P] w - - 0 1"))
    assert person.shown.count("1-0  White mates") == 2
    assert "The game is over: new, undo or quit." in person.shown
    assert "There is no move to make." in person.shown
    assert any(line.startswith("Qh5 is no legal move here.") for line in person.shown)
    assert game.board == Board()


def test_a_board_is_drawn_from_both_sides_with_its_pockets_and_promoted_men() -> None:
    board = Board("4k3/1Q~6/8/8/8/8/8/4K2R[PQNqpp] w K - 0 1")
    lines = draw(board, plain=True).splitlines()
    assert lines[0] == "   [qpp]"
    assert lines[1] == " 8 . . . . k . . ."
    assert lines[2] == " 7 . Q~. . . . . ."
    assert lines[-2:] == ["   a b c d e f g h", "   [QNP]"]
    flipped = draw(board, flip=True, plain=True).splitlines()
    assert flipped[0] == "   [QNP]"
    assert flipped[1] == " 1 R . . K . . . ."
    figures = draw(board)
    assert "♕~" in figures
    assert "[♛ ♟ ♟]" in figures
    assert board.turn == WHITE != BLACK


class Terminal:
    """A process at a terminal."""

    def __init__(self, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "furyhouse", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**ENVIRONMENT, "TERM": "dumb"},
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""

    def wait_for(self, text: str) -> None:
        while text not in self.shown:
            self.shown += self._read()

    def wait_for_the_way_back(self) -> list[str]:
        """Wait for the command that takes the game up again, and give its arguments."""
        while not re.search(r"^  .* play .*--moves .*\n", self.shown, re.MULTILINE):
            self.shown += self._read()
        words = shlex.split(self.shown.splitlines()[-1])
        return words[words.index("play") :]

    def _read(self) -> str:
        try:
            data = os.read(self.ours, 10_000)
        except OSError as error:
            raise AssertionError(f"the process ended: {self.shown}") from error
        assert data, self.shown
        return data.decode().replace("\r\n", "\n")

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def close(self) -> int:
        status = self.process.wait(30)
        os.close(self.ours)
        return status


def test_on_a_terminal_the_engine_greets_in_three_lines() -> None:
    terminal = Terminal()
    terminal.wait_for("furyhouse --help.\n")
    assert terminal.shown.count("\n") == 3
    assert terminal.shown.startswith(f"furyhouse {__version__} plays Crazyhouse")
    terminal.type("ping 3\n")
    terminal.wait_for("pong 3\n")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.close() == 130


def test_a_game_at_a_terminal_that_is_interrupted_can_be_taken_up_again() -> None:
    terminal = Terminal("play", "--level", "1", "--side", "black")
    terminal.wait_for("1... ")
    # Python's readline misses a signal between writing the prompt and waiting for a key.
    time.sleep(0.3)
    terminal.type("e5\n")
    terminal.wait_for("2... ")
    time.sleep(0.3)
    terminal.process.send_signal(signal.SIGINT)
    arguments = terminal.wait_for_the_way_back()
    assert terminal.close() == 130
    assert "Traceback" not in terminal.shown
    assert terminal.shown.splitlines()[-2] == "Interrupted. To take the game up again:"
    assert arguments[:5] == ["play", "--side", "black", "--level", "1"]
    *options, first, answer, last = arguments
    assert (options[-1], answer) == ("--moves", "e5")
    again = run(*options, first, answer, last, "--ascii", text="fen\n").stdout
    board = Board()
    for san in (first, answer, last):
        board.push_san(san)
    assert f"\n{board.fen()}\n" in again
    assert again.count("\n   h g f e d c b a\n") == 1


def test_before_the_first_move_an_interruption_is_a_word() -> None:
    terminal = Terminal("play")
    terminal.wait_for("1. ")
    time.sleep(0.3)
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("Interrupted.\n")
    assert terminal.close() == 130
    assert terminal.shown.endswith("1. \nInterrupted.\n")


def test_a_demo_that_is_interrupted_tells_where_it_was() -> None:
    terminal = Terminal("play", "--demo", "--time", "0.05")
    terminal.wait_for("\n1. ")
    terminal.wait_for("\n2. ")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.wait_for_the_way_back()[:3] == ["play", "--time", "0.05"]
    assert terminal.close() == 130
    assert "\nInterrupted. To take the game up again:\n" in terminal.shown


@pytest.mark.parametrize("module", ["furyhouse._start", "furyhouse.bot", "argparse"])
@pytest.mark.parametrize("way", ["-m", "script"])
def test_an_interruption_during_the_start_is_quiet(tmp_path: Path, module: str, way: str) -> None:
    # The interpreter looks here first: the import of a module interrupts the process.
    site = tmp_path / "sitecustomize.py"
    site.write_text(
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            sys.meta_path.remove(self)\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    script = tmp_path / "furyhouse"
    script.write_text("import sys\nfrom furyhouse.cli import main\nsys.exit(main())\n")
    command = ["-m", "furyhouse"] if way == "-m" else [str(script)]
    done = subprocess.run(
        [sys.executable, *command, "--version"],
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, "PYTHONPATH": str(tmp_path)},
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_program_that_imports_the_package_keeps_its_signals() -> None:
    script = (
        "import signal, furyhouse, furyhouse.cli\n"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=100)


def test_thinking_is_interrupted_at_once() -> None:
    terminal = Terminal("play", "--side", "black", "--time", "1000")
    terminal.wait_for("h g f e d c b a")
    time.sleep(0.3)
    started = time.monotonic()
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.close() == 130
    assert time.monotonic() - started < 1.0
