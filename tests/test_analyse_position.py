"""`furyhouse analyse` on a position: lines, limits, interruptions, the board that lives."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from analyse_tools import run_here
from engine_process import COMMAND, ENVIRONMENT
from furyhouse import Board, Engine, Info, Limit, Move, Score, SearchResult
from furyhouse.drawing import draw
from furyhouse.engine import DEEPEST
from furyhouse.lab.analyse_live import BestLines, PositionRequest, analyse_position, line_of
from terminal import on_a_terminal

ANALYSE = (*COMMAND, "analyse")
MATE = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1"
BLACK_MATES = "6k1/8/8/8/8/8/6PP/6RK[n] b - - 0 1"
LINE = re.compile(r" *(\d+)/\d+( +\d+\.)? +(\S+) +\S+ +[\d.]+ s +(.*)")


def analysed(*arguments: str, capfd: pytest.CaptureFixture[str]) -> str:
    """Analyse a position, and give what was told."""
    assert run_here(*arguments) == 0
    out, errors = capfd.readouterr()
    assert errors == ""
    return out


def lines_of(told: str) -> list[tuple[int, int, str, str]]:
    """Get the depth, number, score and moves of each line of thinking."""
    found = [LINE.fullmatch(line) for line in told.splitlines()]
    return [(int(f[1]), int((f[2] or "1").strip(" .")), f[3], f[4]) for f in found if f is not None]


def played(board: Board, text: str) -> Board:
    """Play a line as it is shown."""
    board = board.copy()
    for word in re.sub(r"\d+\.+", "", text).split():
        board.push_san(word)
    return board


def test_each_depth_has_its_lines_with_legal_moves(capfd: pytest.CaptureFixture[str]) -> None:
    told = analysed("startpos", "--depth", "5", "--multipv", "3", "--hash", "1", capfd=capfd)
    assert told.startswith(draw(Board(), plain=False))
    lines = lines_of(told)
    assert [(depth, number) for depth, number, _, _ in lines] == [
        (depth, number) for depth in range(1, 6) for number in (1, 2, 3)
    ]
    for depth, _, _, text in lines:
        assert 1 <= played(Board(), text).ply() <= depth + 3
    firsts = {text.split()[1] for depth, _, _, text in lines if depth == 5}
    assert len(firsts) == 3
    assert re.fullmatch(r"best: \S+  \([+-]\d\.\d\d, \w+ wins \d\d\.\d %\), then \S+", last(told))


def last(told: str) -> str:
    """Get the last line."""
    return told.splitlines()[-1]


def test_scores_are_from_whites_side(capfd: pytest.CaptureFixture[str]) -> None:
    assert (
        last(analysed(MATE, "--depth", "3", capfd=capfd)) == "best: N@f7#  (#1, White wins 100.0 %)"
    )
    told = analysed(BLACK_MATES, "--depth", "3", "--flip", "--ascii", capfd=capfd)
    assert last(told) == "best: N@f2#  (#-1, Black wins 100.0 %)"
    assert told.startswith(draw(Board(BLACK_MATES), flip=True, plain=True))


def test_a_fen_needs_no_quotes_and_moves_follow_it(capfd: pytest.CaptureFixture[str]) -> None:
    moves = ("--moves", "e4", "d7d5", "exd5", "Qxd5", "Nc3", "Qa5", "p@d5")
    told = analysed(*Board().fen().split(), *moves, "--nodes", "500", capfd=capfd)
    board = Board()
    for text in ("e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "P@d5"):
        board.push_san(text)
    assert f"\n{board.fen()}\n" in told
    assert all(played(board, text).ply() > 7 for *_, text in lines_of(told))


def test_a_position_of_crazyhouse960_is_taken(capfd: pytest.CaptureFixture[str]) -> None:
    told = analysed("4k3/8/8/8/8/8/8/1R2K3[] w B - 0 1", "--depth", "2", capfd=capfd)
    assert last(told).startswith("best: ")


def test_of_a_game_that_is_over_the_result_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    told = analysed("startpos", "--moves", "f3", "e5", "g4", "Qh4#", capfd=capfd)
    assert last(told) == "the game is over: 0-1, checkmate"


@pytest.mark.parametrize("limit", [("--time", "0.2"), ("--depth", "4"), ("--nodes", "3000")])
def test_any_limit_ends_it(limit: tuple[str, str], capfd: pytest.CaptureFixture[str]) -> None:
    assert last(analysed(*limit, "--threads", "2", capfd=capfd)).startswith("best: ")


def test_without_a_limit_it_goes_on_until_ctrl_c_and_answers_then() -> None:
    process = subprocess.Popen(
        [*ANALYSE, "startpos"], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdout is not None
    shown = ""
    for line in process.stdout:
        shown += line
        if line.lstrip().startswith("6/"):
            process.send_signal(signal.SIGINT)
            break
    rest, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert last(shown + rest).startswith("best: ")


def test_a_reader_that_goes_is_no_fault() -> None:
    process = subprocess.Popen(
        [*ANALYSE, "startpos"], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_board_and_lines_live_on_a_terminal() -> None:
    status, shown = on_a_terminal("analyse", "startpos", "--depth", "6", "--multipv", "2")
    assert status == 0
    assert "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" in shown
    assert "scores are from White's side" in shown
    assert "\x1b[" in shown
    assert "best: " in shown
    status, plain = on_a_terminal("analyse", "startpos", "--depth", "6", "--plain")
    assert status == 0
    assert "\x1b[" not in plain
    assert max(map(len, plain.splitlines())) <= 100


def test_on_a_terminal_ctrl_c_leaves_the_answer() -> None:
    sent: list[bytes] = []

    def interrupt(process: "subprocess.Popen[bytes]", shown: bytes) -> None:
        if not sent and re.search(rb" 1\d/\d", shown):
            sent.append(shown)
            process.send_signal(signal.SIGINT)

    status, shown = on_a_terminal("analyse", "startpos", act=interrupt)
    assert status == 130
    assert "best: " in shown
    assert "Traceback" not in shown


def drawn(shown: str) -> list[str]:
    """Get the lines of everything that was drawn, without the signs that move the cursor."""
    return re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", shown).replace("\r\n", "\n").split("\n")


@pytest.mark.parametrize(("columns", "number"), [(40, "1"), (40, "5"), (80, "5"), (200, "1")])
def test_live_lines_fit_the_terminal_and_no_move_is_cut(columns: int, number: str) -> None:
    status, shown = on_a_terminal(
        "analyse", "startpos", "--depth", "9", "--multipv", number, columns=columns
    )
    assert status == 0
    lines = drawn(shown)
    assert max(map(len, lines)) <= columns
    end = next(index for index, line in enumerate(lines) if line.startswith("best: "))
    last_line, blank = lines[end - 2 : end]
    # Ctrl-C is written where the cursor waits: on a line of its own, which is drawn over.
    assert blank.strip("\r") == ""
    moves = last_line.partition("1. ")[2].removesuffix("…")
    assert played(Board(), f"1. {moves}").ply() >= 2
    assert (" s  1. " in last_line) == (columns > 40)


def test_ctrl_c_leaves_no_piece_of_a_line_that_fills_the_terminal() -> None:
    sent: list[bytes] = []

    def interrupt(process: "subprocess.Popen[bytes]", shown: bytes) -> None:
        if not sent and "…\r\n".encode() in shown:
            sent.append(shown)
            process.send_signal(signal.SIGINT)

    status, shown = on_a_terminal("analyse", "startpos", act=interrupt, columns=80)
    assert status == 130
    # Each time that a line is drawn the cursor goes to the line below it before it waits.
    assert "…\x1b" not in shown
    assert "…\r\x1b" not in shown


def test_what_is_found_while_it_is_stopped_is_shown_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        """An analysis that is interrupted, and then has found a better move."""

        stopped = False

        def __init__(self) -> None:
            self.news = [news(5, 1, "e2e4"), news(6, 1, "d2d4", "lower")]

        def stop(self) -> None:
            self.stopped = True

        def __iter__(self) -> Iterator[Info]:
            yield self.news[0]
            if not self.stopped:
                raise KeyboardInterrupt
            yield self.news[1]

        def wait(self) -> SearchResult:
            move = Move.from_uci("d2d4")
            return SearchResult(move, None, [move], 5, 6, 100, 0.1, Score(31), [], 0)

    monkeypatch.setattr(Engine, "analyse", lambda *_, **__: Interrupted())
    told: list[str] = []
    request = PositionRequest(Board(), Limit(), hash_mb=1)
    assert analyse_position(request, tell=told.append, live=False) == 130
    assert told[-2].endswith("≥+0.31     54k     0.2 s  1. d4")
    assert told[-1].startswith("best: d4  (+0.31, ")


def test_a_terminal_that_is_made_narrower_is_drawn_anew() -> None:
    again: list[str] = []

    def interrupt(process: "subprocess.Popen[bytes]", shown: bytes) -> None:
        after = shown.partition(b"\x1b[H\x1b[2J")[2]
        if not again and "…".encode() in after:
            again.append("")
            process.send_signal(signal.SIGINT)

    status, shown = on_a_terminal(
        "analyse", "startpos", act=interrupt, columns=90, narrowed=("…".encode(), 60)
    )
    assert status == 130
    before, _, after = shown.partition("\x1b[H\x1b[2J")
    assert max(map(len, drawn(after))) <= 60
    assert before


def news(
    depth: int, place: int, uci: str, bound: Literal["exact", "upper", "lower"] = "exact"
) -> Info:
    """Make a piece of news."""
    pv = [Move.from_uci(move) for move in uci.split()]
    return Info(depth, depth, place, Score(31), bound, 54321, 0.25, 217284, 10, pv)


def test_no_line_is_lost_or_shown_twice_while_the_next_depth_is_searched() -> None:
    lines = BestLines(3)
    for place, uci in enumerate(("e2e4", "d2d4", "g1f3"), start=1):
        lines.add(news(5, place, uci))
    before = list(lines.infos)
    # The answer to these would be that of the depth before.
    assert not lines.add(news(6, 1, "e2e4", "upper"))
    assert not lines.add(news(6, 1, "e2e4", "lower"))
    assert lines.infos == before
    assert lines.add(news(6, 1, "g1f3", "lower"))
    assert [info.bound for info in lines.infos] == ["lower", "exact", "exact"]
    assert lines.add(news(6, 1, "g1f3"))
    shown = [(info.depth, info.multipv, info.pv[0].uci()) for info in lines.infos]
    assert shown == [(6, 1, "g1f3"), (5, 2, "e2e4"), (5, 3, "d2d4")]
    lines.add(news(6, 2, "b1c3"))
    shown = [(info.depth, info.multipv, info.pv[0].uci()) for info in lines.infos]
    assert shown == [(6, 1, "g1f3"), (6, 2, "b1c3"), (5, 3, "e2e4")]


def test_a_line_is_shortened_to_whole_moves() -> None:
    request = PositionRequest(Board(), Limit(depth=9))
    info = news(9, 1, "e2e4 e7e5 g1f3 b8c6", "lower")
    whole = "    9/9   ≥+0.31     54k     0.2 s  1. e4 e5 2. Nf3 Nc6"
    assert line_of(request, info) == line_of(request, info, 80) == whole
    short = "    9/9   ≥+0.31  "
    for width, moves in (
        (37, "1. e4 e5 2. Nf3 Nc6"),
        (36, "1. e4 e5 2. Nf3…"),
        (34, "1. e4 e5 2. Nf3…"),
        (33, "1. e4 e5…"),
        (25, "1. e4…"),
        (20, "…"),
    ):
        assert line_of(request, info, width) == short + moves
    letters = PositionRequest(Board(), Limit(depth=9), ascii=True)
    assert line_of(letters, info, 35) == "    9/9  >=+0.31  1. e4 e5..."


def test_without_figures_the_view_has_letters_that_the_terminal_knows() -> None:
    status, shown = on_a_terminal(
        "analyse", "startpos", "--depth", "12", "--ascii", "--plain", columns=60
    )
    assert status == 0
    assert "..." in shown
    assert shown.isascii()


def test_without_rich_there_are_lines_on_a_terminal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich", None)
    told: list[str] = []
    request = PositionRequest(Board(MATE), Limit(depth=2), hash_mb=1)
    assert analyse_position(request, tell=told.append, live=True) == 0
    assert len(lines_of("\n".join(told))) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nonsense",), "expected a FEN, startpos, or a file of games that is there, found"),
        (("8/8/8/8/8/8/8/K7", "w", "-", "-", "0", "1"), "no black king"),
        (("--moves", "e4", "Nh9"), "--moves: "),
        (("--depth", "0"), "--depth is from 1 to 200, not 0"),
        (("--nodes", "-5"), "nodes is at least 1, not -5"),
        (("--time", "nan"), "time is a finite number of seconds, not nan"),
        (("--time", "0"), "time is above 0 seconds"),
        (("--multipv", "0"), "--multipv is from 1 to 500, not 0"),
        (("--threads", "0"), "--threads is from 1 to 512, not 0"),
        (("--hash", "0"), "--hash is from 1 to 65536, not 0"),
        (("--depth", "much"), "argument --depth: invalid int value: 'much'"),
    ],
)
def test_a_slip_is_told_in_a_line(
    arguments: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    status = run_here(*arguments)
    out, errors = capfd.readouterr()
    assert (status, out) == (2, "")
    assert message in errors
    assert errors.startswith("furyhouse: ")
    assert errors.count("\n") == 1


def test_the_greatest_depth_is_the_furthest_that_a_search_looks(root: Path) -> None:
    source = (root / "rust" / "search" / "src" / "score.rs").read_text(encoding="utf-8")
    [number] = re.findall(r"const MAX_PLY: usize = (\d+);", source)
    assert int(number) == DEEPEST
