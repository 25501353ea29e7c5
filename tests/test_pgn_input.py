"""Files of PGN as every command reads them: packed, with any line ends, in linear time."""

import bz2
import gzip
import json
import lzma
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analyse_tools import GAMES, QUICK, TAG, analyse, zstd
from furyhouse.lab import pgn_input
from furyhouse.lab.analyse_game import analyse_game
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.book_pgn import GameFilter, read_game, read_games
from furyhouse.lab.pgn_comments import CommentScanner, pieces
from furyhouse.lab.pgn_games import GameFile, RawGame
from furyhouse.lab.pgn_input import InputError, PgnInput

PACK: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstd.compress,
}
ENDS = {"LF": b"\n", "CR LF": b"\r\n", "CR": b"\r"}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("pack", PACK)
def test_games_are_found_whatever_ends_their_lines(pack: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "in.pgn"
    path.write_bytes(PACK[pack](GAMES.read_bytes().replace(b"\n", ENDS[end])))
    with GameFile(str(path)) as file, GameFile(str(GAMES)) as plain:
        found = [(g.number, g.line, g.text.replace(ENDS[end].decode(), "\n")) for g in file]
        assert found == [(g.number, g.line, g.text) for g in plain]
        assert len(found) == file.count() == 8


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_line_end_is_one_wherever_a_block_ends(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pgn_input, "_BLOCK", size)
    lines = [b"one\r\n", b"\r", b"two\n", b"\r\n", b"\n", b"three\r", b"\r", b"four\r\n", b"five\r"]
    (tmp_path / "in").write_bytes(b"".join(lines))
    with PgnInput(str(tmp_path / "in")) as file:
        assert list(file.lines()) == lines


@pytest.mark.parametrize(("name", "pack"), [("in.pgn", "plain"), ("-", "gz")])
def test_the_line_of_a_fault_is_right_with_cr_alone(name: str, pack: str, tmp_path: Path) -> None:
    text = f"{TAG}\n1. e4 *\n\n{TAG}\n1. e4 e5\n2. Ke3 *\n\n{TAG}\n1. d4 *\n"
    packed = PACK[pack](text.replace("\n", "\r").encode())
    (tmp_path / "in.pgn").write_bytes(packed)
    done = analyse(name, *QUICK, "-o", "out.pgn", folder=tmp_path, stdin=packed)
    told = "standard input" if name == "-" else "in.pgn"
    assert done.returncode == 0
    assert done.stderr.startswith(f"furyhouse: {told}: game 2: line 8: illegal move Ke3 in ")
    assert done.stdout.startswith("2 games analysed, 1 malformed; ")


def test_a_book_is_made_of_all_that_an_analysis_reads(tmp_path: Path) -> None:
    plain = [game.moves for game in read_games([GAMES], GameFilter(), pytest.fail)]
    assert len(plain) == 8
    for pack, packed in PACK.items():
        for end in ENDS.values():
            path = tmp_path / pack
            path.write_bytes(packed(GAMES.read_bytes().replace(b"\n", end)))
            found = read_games([path], GameFilter(), pytest.fail)
            assert [game.moves for game in found] == plain


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("1. e4 *".encode("utf-16"), "expected PGN in UTF-8, found UTF-16 or bytes of zero"),
        ("1. e4 *".encode("utf-16-be"), "expected PGN in UTF-8, found UTF-16 or bytes of zero"),
        (bytes(5000), "expected PGN in UTF-8, found UTF-16 or bytes of zero"),
        (bytes((1 << 22) + 5000), "expected PGN in UTF-8, found UTF-16 or bytes of zero"),
        (lzma.compress(GAMES.read_bytes())[:-500], "ends in the middle of its compressed data"),
        (zstd.compress(GAMES.read_bytes())[:-500], "ends in the middle of its compressed data"),
        (b"\xfd7zXZ\x00" + b"nonsense" * 9, "cannot be unpacked: "),
    ],
)
def test_what_cannot_be_read_is_told_in_the_same_words(
    content: bytes, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.pgn"
    path.write_bytes(content)
    with GameFile(str(path)) as games, pytest.raises(InputError) as told:
        list(games)
    assert str(told.value).startswith(f"{path}: {fault}")
    with pytest.raises(InputError) as told:
        list(read_games([path], GameFilter(), pytest.fail))
    assert str(told.value).startswith(f"{path}: {fault}")


def test_a_fault_of_reading_names_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with PgnInput(str(GAMES)) as file:

        class _Broken:
            def read1(self, _size: int, /) -> bytes:
                raise OSError(5, "Input/output error")

        monkeypatch.setattr(file, "_plain", _Broken())
        with pytest.raises(OSError, match=rf"\[Errno 5\] Input/output error: '{GAMES}'"):
            list(file.lines())


@pytest.mark.parametrize("tags", [TAG + "\n", ""])
def test_a_line_beyond_all_measure_is_a_game_that_is_cut(tags: str, tmp_path: Path) -> None:
    with (tmp_path / "in.pgn").open("w") as file:
        file.write(f"{tags}1. e4 ")
        for _ in range(9):
            file.write("e5 " * (1 << 20))
        file.write(f"*\n\n{TAG}\n1. d4 *\n")
    with GameFile(str(tmp_path / "in.pgn")) as games:
        found = [(game.number, game.cut, len(game.text)) for game in games]
    assert found == [(1, True, 1 << 22), (2, False, len(TAG) + 9)]
    said: list[str] = []
    wanted = GameFilter()
    assert list(read_games([tmp_path / "in.pgn"], wanted, said.append)) == []
    assert said == [f"{tmp_path / 'in.pgn'}: game 1, line 1: longer than any game is"]
    assert wanted.passed_over == {"without a result": 1}


# A line of so many of these took minutes when the time was the square of it.
MANY = 100_000
LINES = {
    "comments": "1. e4 " + "{a} " * MANY + "e5 *",
    "comments before the moves": "{a} " * MANY + "1. e4 e5 *",
    "comments in variations": "1. e4 " + "(1. d4 {a}) " * (MANY // 8) + "e5 *",
    "evaluations that do not end": "1. e4 {" + "[%eval " * MANY + "} e5 *",
    "remarks that do not end": "1. e4 {" + "(" * 3 * MANY + "} e5 *",
    "signs": "1. e4 " + "$7 " * MANY + "e5 *",
    "a comment to the end": "1. e4 e5 * " + ";{a}" * MANY,
    "a number": "1. e4 " + "1" * 4 * MANY + " e5 *",
}


@pytest.mark.parametrize("kind", LINES)
def test_a_long_line_is_read_in_a_time_that_is_linear(kind: str) -> None:
    begun = time.monotonic()
    text = f'{TAG}[Result "1-0"]\n\n{LINES[kind]}\n'
    result = analyse_game(RawGame(1, 1, text), AnalyseSettings(nodes=10, hash_mb=1))
    assert result.kind == "analysed", result.said
    positions = json.loads(result.record)["positions"]
    assert [position.get("move") for position in positions] == ["e2e4", "e7e5", None]
    game = read_game(RawGame(1, 1, text), GameFilter(), pytest.fail)
    assert game is not None
    assert [move.uci() for move in game.moves] == ["e2e4", "e7e5"]
    # It takes a second here.
    assert time.monotonic() - begun < 60


def test_python_chess_gets_a_line_of_comments_in_pieces_with_one_each() -> None:
    line = "1. e4 {a}{b} e5 (d5 {c) }) 2. Nf3 ; {d} e\n"
    cut = list(pieces(CommentScanner().parts(line)))
    assert cut == ["1. e4 {a}\n", " {b}\n", "  e5 (d5 {c) }\n", " ) 2. Nf3 ; {d} e\n"]


def test_a_comment_goes_on_over_lines_that_look_like_something_else(tmp_path: Path) -> None:
    moves = '1. e4 {one\n; two {\n%three {\n[Event "four"]\n} e5 { }{five\n\n;six}2. d4 *'
    text = f'{TAG}[Result "1-0"]\n\n{moves}\n'
    result = analyse_game(RawGame(1, 1, text), AnalyseSettings(nodes=10, hash_mb=1))
    assert result.kind == "analysed", result.said
    assert "one\n; two" in result.pgn
    assert "five\n\n;six" in result.pgn
    (tmp_path / "in.pgn").write_text(text)
    [game] = read_games([tmp_path / "in.pgn"], GameFilter(), pytest.fail)
    assert [move.uci() for move in game.moves] == ["e2e4", "e7e5", "d2d4"]
