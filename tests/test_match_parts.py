"""The parts of a match by themselves: time controls, clocks, openings, adjudication, files."""

import json
import re
from pathlib import Path

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from furyhouse import Board
from furyhouse.lab.adjudication import Adjudicator
from furyhouse.lab.clock import Clock
from furyhouse.lab.match import (
    BUNDLED,
    Adjudication,
    DrawRule,
    EngineSpec,
    GameRecord,
    MatchFile,
    MatchSettings,
    OpeningError,
    RecordFileError,
    Sprt,
    Tally,
    Thought,
    TimeControl,
    WinRule,
    read_openings,
    shuffled,
    write_pgn,
)
from furyhouse.lab.report import game_line, rows, score_line
from furyhouse.lab.xboard_player import level, read_post
from match_tools import OPENINGS, internal, settings


@pytest.mark.parametrize(
    ("text", "base", "increment", "moves"),
    [
        ("3+0.03", 3.0, 0.03, None),
        ("0.5+.005", 0.5, 0.005, None),
        ("40/60+0.6", 60.0, 0.6, 40),
        ("40/1:30", 90.0, 0.0, 40),
        ("10", 10.0, 0.0, None),
    ],
)
def test_time_controls_are_read(
    text: str, base: float, increment: float, moves: int | None
) -> None:
    assert TimeControl.parse(text) == TimeControl(base, increment, moves)


@pytest.mark.parametrize(
    "text", ["", "3+", "+1", "3 + 1", "0", "0/60", "1e3", "40/", "-3", "∞", "³"]
)
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a time control|above 0|at least 1"):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"increment": 1.0},
        {"base": 1.0, "nodes": 100},
        {"base": 1.0, "move_time": 1.0},
        {"nodes": 0},
        {"depth": 1.5},
        {"depth": 201},
        {"move_time": float("nan")},
        {"base": 1.0, "increment": -1.0},
    ],
)
def test_limits_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        TimeControl(**wrong)  # type: ignore[arg-type]


@hypothesis.settings(deadline=None)
@given(
    st.floats(min_value=0.01, max_value=1e4).map(lambda value: round(value, 3)),
    st.floats(min_value=0, max_value=100).map(lambda value: round(value, 3)),
    st.none() | st.integers(min_value=1, max_value=99),
)
def test_a_time_control_is_read_as_it_is_written(
    base: float, increment: float, moves: int | None
) -> None:
    control = TimeControl(base, increment, moves)
    read = TimeControl.parse(control.pgn())
    assert read.moves == moves
    assert read.base == pytest.approx(base, rel=1e-5)
    assert read.increment == pytest.approx(increment, rel=1e-5)


def test_a_clock_keeps_the_time_of_a_session() -> None:
    clock = Clock(TimeControl.parse("2/10+1"))
    assert [clock.spend(3.0), clock.left, clock.moves_to_go] == [True, 8.0, 1]
    assert [clock.spend(8.0), clock.left, clock.moves_to_go] == [True, 11.0, 2]
    assert clock.spend(11.01) is False


def test_a_margin_is_forgiven_and_not_lent() -> None:
    clock = Clock(TimeControl.parse("1+0.5"))
    assert clock.spend(1.2, margin=0.3)
    assert clock.left == 0.5


@pytest.mark.parametrize(
    ("control", "lines"),
    [
        (TimeControl.parse("180+2"), ["level 0 3:00 2"]),
        (TimeControl.parse("1+0.01"), ["level 0 0:01 0.01"]),
        (TimeControl.parse("0.5+0.005"), ["level 0 0:0.5 0.005"]),
        (TimeControl.parse("40/60.25+0.6"), ["level 40 1:0.25 0.6"]),
        (TimeControl(depth=5), ["st 86400", "sd 5"]),
    ],
)
def test_xboard_is_told_the_whole_time_control(control: TimeControl, lines: list[str]) -> None:
    """python-chess 1.11.2 tells an engine whole seconds of the base: of half a second nothing."""
    assert level(control) == lines


@pytest.mark.parametrize(
    ("line", "value", "depth"),
    [
        ("12 35 104 250000 e2e4 e7e5", 35, 12),
        (" 4.    -14     2     1716  Nf3 !!", -14, 4),
        ("9& +7 104 2500 e2e4", 7, 9),
        ("5 100003 1 9 e2e4", 99_997, 5),
        ("5 -100003 1 9 e2e4", -99_997, 5),
        (" 2     999998      0       1135  N@b7", 999_998, 2),
        ("Opening phase.", None, None),
    ],
)
def test_thinking_is_read_as_xboard_engines_write_it(
    line: str, value: int | None, depth: int | None
) -> None:
    thought = read_post(line, "e2e4", 0.1)
    assert (thought.value, thought.depth) == (value, depth)


def test_the_bundled_openings_can_be_played_and_differ() -> None:
    found = read_openings(BUNDLED.read_text(encoding="utf-8").splitlines())
    assert len(found) == len(set(found)) == 100
    assert shuffled(found, 1) == shuffled(found, 1)
    assert shuffled(found, 1) != shuffled(found, 2) != found
    assert sorted(shuffled(found, 1)) == sorted(found)


def test_openings_are_fen_or_epd() -> None:
    start = Board.starting_fen
    epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq -"
    lines = ["", "# a comment", start, f'{epd} bm e4; id "one; two"; hmvc 2; fmvn 7;', epd]
    assert read_openings(lines) == [start, start.replace("0 1", "2 7"), start]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "no position"),
        (["8/8/8 w - -"], "line 1: "),
        ([Board.starting_fen, "e4 e5 Nf3 Nc6"], "line 2: "),
        (["3R2k1/5ppp/8/8/8/8/8/K7[] b - - 0 1"], "line 1: the game is over"),
    ],
)
def test_openings_that_cannot_be_played_are_refused(lines: list[str], message: str) -> None:
    with pytest.raises(OpeningError) as caught:
        read_openings(lines)
    assert message in str(caught.value)


def listened(rules: Adjudication, *scores: int | None) -> Adjudicator:
    return Adjudicator(rules, list(scores))


def test_a_game_is_lost_by_score_after_so_many_moves_in_a_row() -> None:
    rules = Adjudication(win=WinRule(score=500, moves=2))
    assert listened(rules, -600, 600, -500).loser() == 0
    assert listened(rules, 600, -500, 20, -700).loser() == 1
    assert listened(rules, -600, 600, -499).loser() is None
    assert listened(rules, -600, 600, None).loser() is None
    assert listened(rules, -600).loser() is None


def test_both_must_think_so_where_that_is_asked_for() -> None:
    rules = Adjudication(win=WinRule(score=500, moves=2, both=True))
    assert listened(rules, -600, 600, -500).loser() is None
    assert listened(rules, -600, 600, -500, 500).loser() == 0
    assert listened(rules, -600, 600, -500, 499).loser() is None


def test_a_game_is_drawn_by_score_late_enough() -> None:
    rules = Adjudication(draw=DrawRule(score=10, moves=2, after=30))
    assert listened(rules, 0, -10, 10, 3).is_draw(30)
    assert not listened(rules, 0, -10, 10, 3).is_draw(29)
    assert not listened(rules, 0, -10, 11, 3).is_draw(30)
    assert not listened(rules, 0, -10, 10).is_draw(30)


RECORD = GameRecord(
    0,
    OPENINGS[0],
    white=0,
    winner=1,
    reason="time",
    text="one {is} late",
    fault=0,
    moves=(Thought("a4c3", 0.012, 15, None, 7, 1000), Thought("b5b4", 0.5, None, -3)),
    started=1_800_000_000.0,
    seconds=0.6,
)


def test_a_game_is_written_as_pgn() -> None:
    text = write_pgn(RECORD, (internal("one"), internal("two", limit=TimeControl.parse("1+0.1"))))
    assert '[TimeControl "?"]' in text
    assert '[BlackLimit "1+0.1"]' in text
    assert '[Termination "time forfeit"]' in text
    assert '[Date "2027.01.15"]' in text
    assert "3. Nc3 {+0.15/7 0.012s 1000n}" in text
    assert "3... b4 {#-3 0.500s} {one (is) late} 0-1" in text.replace("\n", " ")
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("["))


def test_a_record_survives_its_file() -> None:
    assert GameRecord.from_json(json.loads(json.dumps(RECORD.to_json()))) == RECORD


def whole_match(**given: object) -> MatchSettings:
    return settings(internal("one"), EngineSpec(("two",), limit=TimeControl(depth=3)), **given)  # type: ignore[arg-type]


def test_settings_survive_their_file() -> None:
    match = whole_match(
        adjudication=Adjudication(WinRule(700, 2, both=True), DrawRule(5, 3, 20), 120),
        sprt=Sprt(-3, 4, model="normalized"),
        not_counted=("two",),
        time_margin=0.01,
    )
    assert MatchSettings.from_json(json.loads(json.dumps(match.to_json()))) == match


def test_a_match_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchFile(path, whole_match()) as file:
        file.add(RECORD)
    whole = path.read_bytes()
    # The machine went down while the second game was written.
    path.write_bytes(whole + b'{"game":1,"opening":"rnb')
    with MatchFile(path, whole_match(games=8, concurrency=2, sprt=Sprt(0, 5))) as file:
        assert file.records == [RECORD]
    assert path.read_bytes() == whole


def test_a_file_torn_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b'{"format":"furyho')
    with MatchFile(path, whole_match()) as file:
        assert file.records == []
    assert json.loads(path.read_text())["settings"]["games"] == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"time_margin": 1.0}, "other time margin: 0.0 there, 1.0 now"),
        ({"openings": OPENINGS[:3]}, "other openings"),
        ({"adjudication": Adjudication(max_moves=9)}, "other adjudication"),
        ({"not_counted": ("two",)}, "other not counted"),
    ],
)
def test_the_file_of_another_match_is_refused(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "match.jsonl"
    MatchFile(path, whole_match()).close()
    with pytest.raises(RecordFileError) as caught:
        MatchFile(path, whole_match(**change))
    assert message in str(caught.value)


def test_the_file_of_other_engines_says_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    MatchFile(path, whole_match()).close()
    other = settings(internal("one", Hash=2), EngineSpec(("two",), limit=TimeControl(depth=3)))
    with pytest.raises(RecordFileError, match=r'\{"options": \{"Hash": 1\}\} there, .*2\}\} now'):
        MatchFile(path, other)


@pytest.mark.parametrize("text", ["hello\n", "[1, 2]\n", '{"settings": 3}\n'])
def test_what_is_no_file_of_a_match_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(RecordFileError, match="no file of a match"):
        MatchFile(path, whole_match())
    assert path.read_text() == text


def test_two_matches_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with (
        MatchFile(path, whole_match()),
        pytest.raises(RecordFileError, match="another match is writing it"),
    ):
        MatchFile(path, whole_match())


@pytest.mark.parametrize(
    ("points", "elo", "normalized"),
    [
        ([], "not known yet", "not known yet"),
        ([1, 1], "above -113.4 (all won)", "without bound, as all results are alike"),
        ([0] * 80, "below -527.4 (all lost)", "without bound, as all results are alike"),
        ([1, 1, 0, 0], "+0.0, too few games to tell how far off", "+0.0"),
        ([1] * 7 + [0.5], "+470.4, above +277.2", "+992.9"),
        ([0] * 7 + [0.5], "-470.4, below -277.2", "-992.9"),
        ([1, 0], "+0.0 ± 392.5 [-392.5, +392.5]", "+0.0"),
    ],
)
def test_elo_is_told_in_words_where_it_has_no_bound(
    points: list[float], elo: str, normalized: str
) -> None:
    tally = Tally(whole_match(games=80))
    for game, point in enumerate(points):
        winner = {1.0: 0, 0.0: 1}.get(point)
        tally.add(GameRecord(game, OPENINGS[0], game % 2, winner, "checkmate"))
    told = dict(rows(tally))
    assert (told["Elo"], told["normalized Elo"]) == (elo, normalized)
    assert score_line(tally).endswith(f", Elo {elo}")
    assert not re.search("inf|nan|∞", f"{told} {score_line(tally)}")


def test_the_report_tells_everything() -> None:
    tally = Tally(whole_match(games=4, not_counted=("one",), sprt=Sprt(0, 10)))
    for game in range(4):
        tally.add(
            GameRecord(game, OPENINGS[0], white=game % 2, winner=game % 2, reason="checkmate")
            if game < 3
            else GameRecord(3, OPENINGS[0], 1, 1, "crash", "one ended", fault=0, counted=False)
        )
    told = dict(rows(tally, minutes=2.0, played=4))
    assert told["games"] == "4 of 4, 3 counted, 2.0 a minute"
    assert told["one"] == "+2 =0 -1, 66.7 % (nodes=300)"
    assert told["two"] == "+1 =0 -2, 33.3 % (depth=3)"
    assert told["pairs 0 ½ 1 1½ 2"] == "0 0 1 0 0"
    assert told["faults of one"] == "crash 1"
    assert told["faults of two"] == "none"
    assert told["ends"] == "checkmate 3, crash 1"
    assert told["SPRT"].startswith("LLR ")
    assert told["SPRT"].endswith("for 0 against 10 logistic Elo: goes on")
    assert "LLR" in score_line(tally)
    line = game_line(tally.records[3], tally.settings)
    assert line == "game 4: two - one 1-0, crash: one ended, 0 plies, not counted"
