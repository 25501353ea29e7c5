"""`furyhouse analyse` on a file of games: what is found, what is kept, what is passed over."""

import bz2
import gzip
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import pytest

from analyse_tools import (
    GAMES,
    QUICK,
    TAG,
    analyse,
    moves,
    read_games,
    records,
    run_here,
    summary,
    zstd,
)
from furyhouse import Board, Score, __version__
from furyhouse.lab.analyse_game import analyse_game
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.pgn_games import GameFile, RawGame

EVAL = re.compile(r"\[%eval (?:-?\d+\.\d\d|#-?\d+)\]")
SIGNS = {None: None, "??": 4, "?": 2, "?!": 6}
SHARP = AnalyseSettings(nodes=3000, hash_mb=1)


def annotated(text: str, settings: AnalyseSettings = SHARP) -> chess.pgn.Game:
    """Analyse one game, and read it again."""
    result = analyse_game(RawGame(1, 1, text), settings)
    assert result.kind == "analysed", result.said
    [game] = read_games(result.pgn)
    return game


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Analyse the games once."""
    folder = tmp_path_factory.mktemp("games")
    files = folder / "out.pgn", folder / "out.jsonl"
    done = analyse(GAMES, *QUICK, "-o", files[0], "--json", files[1])
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"8 games analysed; \d+ s, \d+\.\d games a (second|minute)", summary(done))
    return files


def test_every_game_comes_out_in_order_with_its_moves(outputs: tuple[Path, Path]) -> None:
    before = read_games(GAMES.read_text(encoding="utf-8"))
    after = read_games(outputs[0].read_text(encoding="utf-8"))
    assert [moves(game) for game in after] == [moves(game) for game in before]
    for old, new in zip(before, after, strict=True):
        added = {**new.headers}
        assert added.pop("Annotator") == f"furyhouse {__version__}, 150 nodes"
        assert added == {**old.headers}


def test_every_move_has_its_evaluation_and_mistakes_their_sign_and_line(
    outputs: tuple[Path, Path],
) -> None:
    games = read_games(outputs[0].read_text(encoding="utf-8"))
    for game, record in zip(games, records(outputs[1]), strict=True):
        positions = record["positions"]
        assert len(positions) == len(moves(game)) + 1
        for node, before, after in zip(game.mainline(), positions[:-1], positions[1:], strict=True):
            assert before["move"] == node.move.uci()
            evaluation = node.eval()
            if evaluation is None:
                assert node.board().is_checkmate()
                assert after["score"] == {"mate": 0}
            else:
                assert len(EVAL.findall(node.comment)) == 1
                white = evaluation.white()
                told = {"cp": white.score()} if white.mate() is None else {"mate": white.mate()}
                assert after["score"] == told
            assert node.nags == ({SIGNS[before["mark"]]} - {None})
            lines = node.parent.variations[1:]
            assert bool(lines) == (before["mark"] is not None)
            for line in lines:
                assert [line.move.uci(), *(m.uci() for m in line.mainline_moves())] == before[
                    "line"
                ]


def test_what_is_lost_is_the_difference_of_the_chances(outputs: tuple[Path, Path]) -> None:
    marks = []
    for record in records(outputs[1]):
        for before, after in zip(record["positions"], record["positions"][1:], strict=False):
            board = Board(before["fen"])
            side = 1 if board.turn else -1
            first, then = ((p["wdl"][0] - p["wdl"][2]) / 2000 + 0.5 for p in (before, after))
            lost = 0.0 if before["line"][:1] == [before["move"]] else max(side * (first - then), 0)
            assert before["loss"] == pytest.approx(lost, abs=1e-9)
            expected = (
                "??" if lost >= 0.15 else "?" if lost >= 0.1 else "?!" if lost >= 0.05 else None
            )
            if min(abs(lost - limit) for limit in (0.05, 0.1, 0.15)) > 1e-9:
                assert before["mark"] == expected
            marks.append(before["mark"])
            score = Score(before["score"]["cp"]) if "cp" in before["score"] else None
            if score is not None:
                assert before["wdl"] == [*score.wdl()]
            board.push_uci(before["move"])
            assert board.fen() == after["fen"]
        for name, turn in (("white", "w"), ("black", "b")):
            own = [p for p in record["positions"] if p["fen"].split()[1] == turn and "move" in p]
            assert record[name]["blunders"] == sum(p["mark"] == "??" for p in own)
            mean = sum(p["loss"] for p in own) / len(own)
            assert record[name]["mean_loss"] == pytest.approx(mean, abs=1e-4)
    assert {"??", "?", "?!", None} == set(marks)


def test_a_blunder_is_marked_and_the_mate_is_none() -> None:
    game = annotated(TAG + "\n1. f3 e5 2. g4 Qh4# 0-1\n")
    blunder, mate = [*game.mainline()][2:]
    assert blunder.nags == {4}
    assert blunder.comment.startswith("[%eval #-1] (")
    assert re.search(r"→ #-1\) Blunder: \S+ was best\.$", blunder.comment)
    assert mate.nags == set()
    assert mate.comment == ""


def test_clocks_comments_variations_and_other_signs_are_kept() -> None:
    text = TAG + (
        "\n{before all} 1. f3 $1 {[%clk 0:03:00] brave [%csl Ge4]} (1. e4 {better} e5 (1... d5))"
        " 1... e5 {[%eval 0.31] [%clk 0:02:59.5]} 2. g4 {a\n\ngift} Qh4#"
        " {[%emt 0:00:01] done} 0-1\n"
    )
    game = annotated(text)
    first, second, third, last = game.mainline()
    assert game.comment == "before all"
    assert first.clock() == 180
    assert 1 in first.nags
    assert "brave [%csl Ge4]" in first.comment
    assert str(game.variations[1]).startswith("1. e4 { better } 1... e5 ( 1... d5 )")
    assert second.clock() == 179.5
    assert "0.31" not in second.comment
    assert "a\n\ngift" in third.comment
    assert last.comment == "[%emt 0:00:01] done"


def test_comments_to_the_end_of_a_line_are_kept_too() -> None:
    text = (
        '; a file\n[White "a"] \n; among tags\n'
        + TAG
        + (
            "\n1. e4 ;the best {move}\n; and so said Fischer\n% an escape\n"
            "1... e5 {no; comment} 2. Nf3 *\n"
        )
    )
    game = annotated(text)
    first, second, _ = game.mainline()
    assert game.comment == "a file among tags"
    assert first.comment.endswith("] the best {move) and so said Fischer")
    assert second.comment.endswith("] no; comment")


@pytest.mark.parametrize("passing", ["--", "Z0", "0000"])
def test_a_pass_is_evaluated_and_no_mistake(passing: str) -> None:
    text = f"{TAG}\n1. e4 {passing} 2. d4 (2. Nf3 {passing}) *\n"
    result = analyse_game(RawGame(1, 1, text), SHARP)
    record = json.loads(result.record)
    assert [position.get("san") for position in record["positions"]] == ["e4", "--", "d4", None]
    passed = record["positions"][1]
    assert (passed["loss"], passed["mark"], record["black"]["mean_loss"]) == (0.0, None, 0.0)
    assert "1... -- { [%eval " in result.pgn
    assert re.search(r"\( 2\. Nf3\s+-- \)", result.pgn)


def test_another_annotator_stays() -> None:
    text = TAG + '[Annotator "A. Person"]\n\n1. e4 *\n'
    assert annotated(text).headers["Annotator"] == "A. Person"


def test_a_game_without_moves_has_its_position_evaluated(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_text(TAG + "\n*\n")
    assert analyse("in.pgn", *QUICK, "--json", "out.jsonl", folder=tmp_path).returncode == 0
    [record] = records(tmp_path / "out.jsonl")
    assert len(record["positions"]) == 1
    assert record["white"] == {"mean_loss": 0.0, "inaccuracies": 0, "mistakes": 0, "blunders": 0}


@pytest.mark.parametrize(
    "tags",
    [
        '[Variant "Crazyhouse960"]\n[FEN "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1[] w GBgb - 0 1"]\n',
        '[Variant "crazyhouse"]\n[FEN "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1/ w KQkq - 0 1"]\n',
    ],
)
def test_games_of_crazyhouse960_castle_from_any_squares(tags: str) -> None:
    result = analyse_game(RawGame(1, 1, f"{tags}\n1. O-O O-O-O 2. b3 *\n"), SHARP)
    assert result.kind == "analysed", result.said
    positions = json.loads(result.record)["positions"]
    assert [position.get("move") for position in positions] == ["e1g1", "e8b8", "b2b3", None]
    assert positions[0]["fen"] == "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1[] w KQkq - 0 1"
    assert positions[2]["fen"].startswith("2kr2r1/1p4p1/8/8/8/8/1P4P1/1R3RK1[] w ")


def test_a_pawn_that_is_dropped_is_written_with_its_letter() -> None:
    text = TAG + "\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. @e3 *\n"
    result = analyse_game(RawGame(1, 1, text), AnalyseSettings(nodes=50, hash_mb=1))
    assert "4. P@e3" in result.pgn
    assert "@e3" not in result.pgn.replace("P@e3", "")


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "plain": lambda data: data,
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "zst": zstd.compress,
    "gz in parts": lambda data: gzip.compress(data[:999]) + gzip.compress(data[999:]),
    "zst in parts": lambda data: zstd.compress(data[:999]) + zstd.compress(data[999:]),
    "bom": lambda data: b"\xef\xbb\xbf" + data,
}


@pytest.mark.parametrize("pack", PACKED)
def test_input_is_read_however_it_is_packed(pack: str, tmp_path: Path) -> None:
    # The name says nothing: what it begins with counts.
    path = tmp_path / "in.pgn"
    path.write_bytes(PACKED[pack](GAMES.read_bytes()))
    with GameFile(str(path)) as file, GameFile(str(GAMES)) as plain:
        assert [(g.number, g.line, g.text, g.digest) for g in file] == [
            (g.number, g.line, g.text, g.digest) for g in plain
        ]
        assert file.count() == 8


@pytest.mark.parametrize("pack", ["plain", "zst"])
def test_standard_input_is_read_like_a_file(
    pack: str, outputs: tuple[Path, Path], tmp_path: Path
) -> None:
    packed = PACKED[pack](GAMES.read_bytes().replace(b"\n", b"\r\n"))
    done = analyse("-", *QUICK, "-o", "out.pgn", folder=tmp_path, stdin=packed)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.pgn").read_bytes() == outputs[0].read_bytes()


def test_names_in_the_older_coding_are_read(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_bytes(
        TAG.encode() + '[White "Müller"]\n\n1. e4 *\n'.encode("latin-1")
    )
    assert analyse("in.pgn", *QUICK, "--json", "out.jsonl", folder=tmp_path).returncode == 0
    assert records(tmp_path / "out.jsonl")[0]["headers"]["White"] == "Müller"


def test_without_a_file_the_games_go_to_standard_output_and_nothing_else(
    outputs: tuple[Path, Path], tmp_path: Path
) -> None:
    done = analyse(GAMES, *QUICK)
    assert done.stdout == outputs[0].read_text(encoding="utf-8")
    assert done.stderr.splitlines()[-1].startswith("furyhouse: 8 games analysed; ")
    done = analyse("-", *QUICK, "-o", "-", "--json", tmp_path / "out", stdin=GAMES.read_bytes())
    assert done.stdout == outputs[0].read_text(encoding="utf-8")
    assert (tmp_path / "out").read_bytes() == outputs[1].read_bytes()


VARIANTS = """\
[Variant "Atomic"]

1. e4 e5 2. Nf3 nonsense *

[Event "Rated Crazyhouse game"]

1. e4 *

[Event "chess"]

1. d4 *

[Variant "crazy house"]

1. c4 *

[FEN "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"]

1. Q@e7+ 1-0

[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]

1. Kd2 *
"""


def test_games_of_other_variants_are_passed_over_and_counted(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_text(VARIANTS)
    done = analyse("in.pgn", *QUICK, "--json", "out.jsonl", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert summary(done).startswith(
        "3 games analysed, 1 of other variants passed over, 2 without a Variant tag, which"
        " --untagged takes for Crazyhouse; "
    )
    found = records(tmp_path / "out.jsonl")
    assert [record["game"] for record in found] == [2, 4, 5]
    assert [record["positions"][0]["san"] for record in found] == ["e4", "c4", "Q@e7+"]
    done = analyse("in.pgn", *QUICK, "--json", "more.jsonl", "--untagged", folder=tmp_path)
    assert summary(done).startswith("5 games analysed, 1 of other variants passed over; ")


def test_no_rate_is_told_where_no_game_was_analysed(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_text("1. e4 *\n")
    done = analyse("in.pgn", *QUICK, "--json", "out.jsonl", folder=tmp_path)
    assert re.fullmatch(
        r"0 games analysed, 1 without a Variant tag, which --untagged takes for Crazyhouse; \d+ s",
        summary(done),
    )


BROKEN = """\
[Event "1"]
[Variant "Crazyhouse"]

1. e4 e5
2. Nf3 Ke6
3. d4 *

[Event "2"]
[Variant "Crazyhouse"]

1. e4 *

[Event "3"]
[Variant "Crazyhouse"]

1. e4 e5 2. Nf9 Nc6 *

[Event "4"]
[Variant "Crazyhouse"]

1. e4 {this comment
has no end

[Event "5"]
[Variant "Crazyhouse"]
[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]

*

[Event "6"]
[Variant "Crazyhouse"]
[White "nobody

1. e4 *

[Event "7"]
[Variant "Crazyhouse"]

1. e4 (1. d4 *

[Event "8"]
[Variant "Crazyhouse"]

1. e4 N@f6 *

[Event "9"]
[Variant "Crazyhouse"]

1. e4 d5) 2. d4 *

[Event "10"]
[Variant "Crazyhouse"]

1. d4

[Event "11"]
[Variant "Crazyhouse"]

1. f3 e5
2. g4 Qh4# 3. a3 0-1

[Event "12"]
[Variant "Crazyhouse"]

1. f3 e5
2. Nc3 Qh4+ 3. -- *

[Event "13"]
[Variant "Crazyhouse"]

1. e4 @@@@ *
"""
FAULTS = {
    1: "line 5: illegal move Ke6 in ",
    3: "line 16: expected a move, found 'Nf9'",
    4: "line 21: the comment that begins here has no end",
    5: "line 26: ",
    6: 'line 32: expected a tag like [White "name"], found \'[White "nobody\'',
    7: "line 39: the variation that begins here has no end",
    8: "line 44: illegal move N@f6 in ",
    9: "line 49: a variation ends that has not begun",
    11: "line 60: illegal move a3 in rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR[] w ",
    12: "line 66: nobody can pass in check, in ",
    13: "line 71: expected a move, found '@@@@'",
}


def test_a_malformed_game_is_told_with_number_and_line_and_the_rest_goes_on(
    tmp_path: Path,
) -> None:
    (tmp_path / "in.pgn").write_text(BROKEN)
    done = analyse("in.pgn", *QUICK, "-o", "out.pgn", "--json", "out.jsonl", folder=tmp_path)
    assert done.returncode == 0
    assert summary(done).startswith("2 games analysed, 11 malformed; ")
    told = done.stderr.splitlines()
    assert len(told) == len(FAULTS)
    for line, (number, fault) in zip(told, FAULTS.items(), strict=True):
        assert line.startswith(f"furyhouse: in.pgn: game {number}: {fault}"), line
    games = read_games((tmp_path / "out.pgn").read_text())
    assert [game.headers["Event"] for game in games] == ["2", "10"]
    found = records(tmp_path / "out.jsonl")
    assert [record["game"] for record in found] == list(range(1, 14))
    assert {r["game"] for r in found if "malformed" in r} == set(FAULTS)


def test_what_is_no_pgn_at_all_is_malformed_and_does_not_fill_the_memory(tmp_path: Path) -> None:
    noise = bytes(range(256)).replace(b"\n", b"") * (40 << 12)
    (tmp_path / "in.pgn").write_bytes(TAG.encode() + b"\n" + noise + b"\n\n" + GAMES.read_bytes())
    done = analyse("in.pgn", *QUICK, "-o", "out.pgn", folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr == "furyhouse: in.pgn: game 1: line 1: longer than any game is\n"
    assert summary(done).startswith("8 games analysed, 1 malformed; ")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (gzip.compress(GAMES.read_bytes())[:-500], "ends in the middle of its compressed data"),
        (b"\x1f\x8b" + b"nonsense" * 9, "cannot be unpacked: "),
        (b"BZh9" + b"nonsense" * 9, "cannot be unpacked: "),
        (b"\x28\xb5\x2f\xfd" + b"nonsense" * 9, "cannot be unpacked: "),
    ],
)
def test_a_file_that_cannot_be_unpacked_is_told_in_a_line(
    content: bytes, fault: str, tmp_path: Path
) -> None:
    (tmp_path / "in.pgn.gz").write_bytes(content)
    done = analyse("in.pgn.gz", *QUICK, "-o", "out.pgn", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"furyhouse: in.pgn.gz: {fault}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("no.pgn",), "no.pgn: No such file or directory"),
        (("a.pgn", "b.pgn"), "expected one file, found 2; - takes many from a pipe"),
        (("nothing.txt",), "expected a FEN, startpos, or a file of games that is there"),
        (("in.pgn", "--multipv", "2"), "--multipv is for a position"),
        (("in.pgn", "--flip"), "--flip is for a position"),
        (("startpos", "--json", "x"), "--json is for games"),
        (("startpos", "--untagged"), "--untagged is for games"),
        (("in.pgn", "--nodes", "0"), "nodes is at least 1, not 0"),
        (("in.pgn", "--depth", "999999"), "--depth is from 1 to 200, not 999999"),
        (("startpos", "--depth", "999999"), "--depth is from 1 to 200, not 999999"),
        (("in.pgn", "--workers", "0"), "--workers is from 1 to 1024, not 0"),
        (("in.pgn", "-o", "in.pgn"), "expected different files to read and to write"),
        (("in.pgn", "-o", "x", "--json", "x"), "expected different files to read and to write"),
        (("in.pgn", "-o", "."), "-o: expected a file, found the folder '.'"),
        (("in.pgn", "-o", ""), "-o: expected a file, found the folder '.'"),
        (("in.pgn", "-o", "/"), "-o: expected a file, found the folder '/'"),
        (("in.pgn", "-o", ".."), "-o: expected a file, found the folder '..'"),
        (("in.pgn", "--json", ""), "--json: expected a file, found the folder '.'"),
        (("in.pgn", "--plot", "/"), "--plot: expected a file, found the folder '/'"),
        (("in.pgn", "--plot", "no/x.svg"), "no/x.svg: No such file or directory"),
        (("in.pgn", "-o", "o", "--plot", "no/x.svg"), "no/x.svg: No such file or directory"),
        (("in.pgn", "-o", "o", "--plot", "in.pgn/x.svg"), "in.pgn/x.svg: Not a directory"),
        (("in.pgn", "--plot", "/proc/x.svg"), "/proc/x.svg: "),
        (("in.pgn", "--json", "no/x"), "no/x: No such file or directory"),
        (("in.pgn", "--json", "/proc/x"), "/proc/x: "),
        (("in.pgn", "-o", "/proc/x"), "/proc/x: "),
        (("in.pgn", "--json", "-"), "--json: expected a file, found '-'"),
        (("in.pgn", "-o", "/dev/null"), "/dev/null: expected a file that an analysis can go on"),
        (("in.pgn", "-o", "no/out.pgn"), "no/out.pgn: No such file or directory"),
        ((".",), ".: Is a directory"),
    ],
)
def test_a_slip_is_told_in_a_line(
    arguments: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.pgn").write_bytes(GAMES.read_bytes())
    assert run_here(*arguments) in {1, 2}
    out, errors = capfd.readouterr()
    assert out == ""
    assert errors.startswith(f"furyhouse: {message}")
    assert errors.count("\n") == 1
    assert (tmp_path / "in.pgn").read_bytes() == GAMES.read_bytes()
    # It is told before the first game is analysed, and leaves nothing.
    assert [path.name for path in tmp_path.iterdir()] == ["in.pgn"]


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("chess.pgn", "games need python-chess; pip install 'furyhouse[chess]' brings it"),
        (
            "backports.zstd",
            "in.pgn: is packed by Zstandard, which needs pip install 'furyhouse[zstd]'",
        ),
    ],
)
def test_without_an_extra_it_says_what_to_install(
    module: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.pgn").write_bytes(zstd.compress(GAMES.read_bytes()))
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, "compression", None)
    assert run_here("in.pgn") == 1
    assert capfd.readouterr().err == f"furyhouse: {message}\n"
