"""The conversation in CECP: files replayed by the state machine, and what no file can say well."""

import random
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

import pytest

from furyhouse import Board, Limit, Move
from furyhouse.options import OPTIONS
from furyhouse.protocol import Effect, Go, Quit, Say, Stop
from furyhouse.protocol.game import looks_like_move, read_move
from furyhouse.protocol.xboard import XBoard
from protocol_replay import FakeInfo, FakeResult, FakeScore, Replay, Transcript, transcripts

if TYPE_CHECKING:
    from furyhouse import Info, SearchResult

COMMANDS = re.findall(
    r"\S+",
    """
    xboard protover accepted rejected new variant random computer name rating ics force go playother
    white black level st sd nps time otim usermove ? ping draw result setboard edit . undo remove
    hard easy post nopost analyze exit hint bk memory cores option exclude include pause resume
    holding uci setscore lift put hover egtpath partner ptell
    """,
)


def said(effects: Iterable[Effect]) -> list[str]:
    return [effect.text for effect in effects if isinstance(effect, Say)]


@pytest.mark.heritage("C3")
@pytest.mark.parametrize("transcript", transcripts(), ids=lambda transcript: transcript.name)
def test_transcript_holds(transcript: Transcript) -> None:
    Replay(transcript).run()


@pytest.mark.heritage("C10")
@pytest.mark.parametrize(
    ("fen", "spellings", "kind"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", ["e2e4", "e4", "e2-e4", "e4!?"], "normal"),
        ("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", ["a7a8q", "a7a8Q", "a8=Q", "a8=Q+"], "promotion"),
        ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", ["N@f6", "n@f6", "N@f6+"], "drop"),
        ("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", ["P@e4", "p@e4", "@e4"], "drop"),
        ("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", ["e1g1", "O-O", "0-0", "o-o"], "castling"),
        ("4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1", ["e1c1", "O-O-O", "0-0-0"], "castling"),
        ("4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", ["e5d6", "exd6", "exd6e.p."], "en passant"),
    ],
)
def test_a_move_is_the_same_in_every_spelling(fen: str, spellings: list[str], kind: str) -> None:
    board = Board(fen)
    moves = {read_move(board, text) for text in spellings}
    assert len(moves) == 1
    [move] = moves
    assert all(looks_like_move(text) for text in spellings)
    assert kind_of(board, move) == kind
    # What is written is read again as the same move.
    assert read_move(board, move.uci()) == read_move(board, board.san(move)) == move


def kind_of(board: Board, move: Move) -> str:
    if move.drop is not None:
        return "drop"
    if move.promotion is not None:
        return "promotion"
    if board.is_castling(move):
        return "castling"
    return "en passant" if board.is_en_passant(move) else "normal"


@pytest.mark.heritage("C9")
def test_the_last_move_of_the_opponent_is_known() -> None:
    xboard = XBoard("furyhouse")
    xboard.feed("usermove e2e4", 0.0)
    xboard.feed("force", 0.0)
    [go] = [effect for effect in xboard.feed("go", 0.0) if isinstance(effect, Go)]
    assert go.board.peek() == Move.from_uci("e2e4")


def test_every_search_has_its_own_number() -> None:
    xboard = XBoard("furyhouse")
    numbers = []
    for line in ("new", "go", "force", "analyze", "e2e4", "undo", "exit", "hint"):
        numbers += [effect.number for effect in xboard.feed(line, 0.0) if isinstance(effect, Go)]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 5


def test_the_board_that_is_searched_is_not_the_one_that_is_played_on() -> None:
    xboard = XBoard("furyhouse")
    [go] = [effect for effect in xboard.feed("go", 0.0) if isinstance(effect, Go)]
    for line in ("force", "e2e4", "e7e5"):
        xboard.feed(line, 0.0)
    assert go.board == Board()


@pytest.mark.parametrize("state", ["", "go", "analyze", "hint", "edit", "pause", "setboard x"])
def test_quit_ends_at_once_in_every_state(state: str) -> None:
    xboard = XBoard("furyhouse")
    searching = [effect for effect in xboard.feed(state, 0.0) if isinstance(effect, Go)]
    effects = xboard.feed("quit", 0.0)
    assert effects == [*(Stop(go.number) for go in searching), Quit()]


@pytest.mark.parametrize("state", ["", "force", "analyze", "setboard x", "hint", "pause"])
def test_a_ping_is_answered_at_once_unless_a_move_is_thought_about(state: str) -> None:
    xboard = XBoard("furyhouse")
    xboard.feed(state, 0.0)
    assert xboard.feed("ping 12", 0.0) == [Say("pong 12")]


def test_each_option_is_announced_on_a_line_of_its_own_with_a_name_without_blanks() -> None:
    lines = said(XBoard("furyhouse").feed("protover 2", 0.0))
    options = [line for line in lines if "option=" in line]
    own_commands = {"Hash", "Threads"}
    own = [option for option in OPTIONS if option.only != "uci"]
    assert len(options) == len([option for option in own if option.name not in own_commands])
    for line in options:
        kinds = "spin|check|combo|button|string"
        assert re.fullmatch(rf'feature option="\w+ -({kinds})( [^"\']*)?"', line)
    assert lines[-1] == "feature done=1"


def test_a_thinking_line_is_never_too_long_for_xboard() -> None:
    xboard = XBoard("furyhouse")
    xboard.feed("post", 0.0)
    [go] = [effect for effect in xboard.feed("go", 0.0) if isinstance(effect, Go)]
    info = cast("Info", FakeInfo(FakeScore(12345678), [Move.from_uci("a7a8q")] * 250, nodes=10**15))
    [line] = said(xboard.on_info(go.number, info, 1.0))
    assert len(line) < 500
    numbers, moves = line.split("\t")
    assert numbers.split()[:4] == ["1", "99999", "25", "1000000000000000"]
    assert set(moves.split()) == {"a7a8q"}


def test_a_search_that_finds_nothing_still_leads_to_a_legal_move() -> None:
    xboard = XBoard("furyhouse")
    [go] = [effect for effect in xboard.feed("go", 0.0) if isinstance(effect, Go)]
    result = cast("SearchResult", FakeResult(None, FakeScore(0)))
    [line] = said(xboard.on_result(go.number, result, 1.0))
    Board().push_uci(line.removeprefix("move "))


def test_a_move_that_is_not_legal_is_never_played() -> None:
    xboard = XBoard("furyhouse")
    [go] = [effect for effect in xboard.feed("go", 0.0) if isinstance(effect, Go)]
    result = cast("SearchResult", FakeResult(Move.from_uci("e2e5"), FakeScore(0)))
    [line] = said(xboard.on_result(go.number, result, 1.0))
    Board().push_uci(line.removeprefix("move "))


def test_when_a_search_breaks_down_the_best_move_it_reported_is_played() -> None:
    xboard = XBoard("furyhouse")
    xboard.feed("accepted debug", 0.0)
    [go] = [effect for effect in xboard.feed("go", 0.0) if isinstance(effect, Go)]
    xboard.on_info(go.number, cast("Info", FakeInfo(FakeScore(5), [Move.from_uci("c2c4")])), 0.5)
    lines = said(xboard.on_failure(go.number, "panic: not found\nline two", 1.0))
    assert lines == ["# search failed: panic: not ~found line two", "move c2c4"]


@pytest.mark.parametrize("number", ["1_000", "٣", "3٣", "0x3", "3.5.1", "_3", "x"])
@pytest.mark.parametrize("command", ["level 0 {} 0", "level 0 5 {}", "st {}", "sd {}", "nps {}"])
def test_what_is_no_number_sets_no_clock(command: str, number: str) -> None:
    def limit(*lines: str) -> Limit:
        xboard = XBoard("furyhouse")
        for line in lines:
            assert said(xboard.feed(line, 0.0)) == []
        [go] = [effect for effect in xboard.feed("go", 0.0) if isinstance(effect, Go)]
        return go.limit

    assert limit(command.format(number)) == limit()
    assert limit(command.format(3)) != limit()
    # Nothing of a `level` that is refused holds, now or from the next game on.
    assert limit(command.format(number), "new", "force") == limit()


@pytest.mark.parametrize("seed", range(20))
def test_garbage_is_answered_and_never_raised(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - nothing to guard
    words = [
        *COMMANDS,
        "e2e4",
        "P@e4",
        "1-0",
        "{x}",
        "crazyhouse",
        "[PP] []",
        "-1",
        "0.5",
        "x" * 500,
    ]
    words += [
        "\x00",
        "\x1b[2J",
        "ﬀ",
        "\ud800",
        "4k3/8/8/8/8/8/8/4K3[QQQqqq] w - - 0 1",
        "*",
        "=",
        "MultiPV=3",
    ]
    xboard = XBoard("furyhouse")
    for step in range(1000):
        line = " ".join(chance.choices(words, k=chance.randint(0, 4)))
        for effect in xboard.feed(line, float(step)):
            if isinstance(effect, Go):
                assert any(effect.board.legal_moves)
                if chance.random() < 0.5:
                    move = chance.choice(list(effect.board.legal_moves))
                    result = cast(
                        "SearchResult", FakeResult(move, FakeScore(chance.randint(-99, 99)))
                    )
                    check_lines(said(xboard.on_result(effect.number, result, step + 0.5)))
        check_lines(said(xboard.feed("", float(step))))


def check_lines(lines: list[str]) -> None:
    for line in lines:
        assert line.isprintable() or "\t" in line
        assert len(line) < 500
