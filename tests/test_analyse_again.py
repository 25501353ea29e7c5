"""A file that was analysed is analysed again as if it had not been; what people wrote stays."""

import json
import random
import re

import chess
import chess.pgn
import pytest

from analyse_tools import TAG
from furyhouse.lab.analyse_game import analyse_game
from furyhouse.lab.analyse_pgn import read_pgn, write_pgn
from furyhouse.lab.analyse_result import GameResult
from furyhouse.lab.analyse_settings import AnalyseSettings
from furyhouse.lab.pgn_games import GameFile, RawGame
from many_games import ENGINES, PATIENCE

WEAK, STRONG = (AnalyseSettings(nodes=nodes, hash_mb=1) for nodes in (100, 1000))
OWN_LINE = re.compile(r"\{\sfuryhouse\s(?:[+-]\d+\.\d\d|#-?\d+)\s\}")


def result_of(text: str, settings: AnalyseSettings) -> GameResult:
    """Analyse a game."""
    result = analyse_game(RawGame(1, 1, text), settings)
    assert result.kind == "analysed", result.said
    return result


def pgn_of(text: str, settings: AnalyseSettings) -> str:
    """Analyse a game, and give it as PGN."""
    return result_of(text, settings).pgn


def written_in(game: RawGame, chance: random.Random) -> str:
    """Write into a game as people do: lines with and without comments, remarks and signs.

    Every second line begins with the move that an analysis finds best.
    """
    read = read_pgn(game.text)
    positions = json.loads(result_of(game.text, WEAK).record)["positions"]
    for node, position in zip(list(read.mainline()), positions, strict=False):
        if chance.random() < 0.3:
            _add_line(node, position["line"], chance)
        if chance.random() < 0.2:
            node.comment = "[%clk 0:01:00] a remark"
        if chance.random() < 0.1:
            node.nags.add(chess.pgn.NAG_SPECULATIVE_MOVE)
    return write_pgn(read)


def _add_line(beside: chess.pgn.ChildNode, best: list[str], chance: random.Random) -> None:
    """Add a line beside a move."""
    board = beside.parent.board()
    moves = [move for move in board.legal_moves if move != beside.move]
    if best and chess.Move.from_uci(best[0]) in moves and chance.random() < 0.5:
        moves = [chess.Move.from_uci(best[0])]
    node: chess.pgn.GameNode = beside.parent
    for _ in range(chance.randint(1, 14)):
        if not moves:
            break
        node = node.add_variation(chance.choice(moves))
        if chance.random() < 0.05:
            node.comment = "[%eval 0.50] so I thought"
        moves = list(node.board().legal_moves)


@pytest.mark.timeout(PATIENCE)
def test_an_analysis_of_an_analysis_is_that_of_the_bare_game() -> None:
    with GameFile(str(ENGINES)) as games:
        for game in games:
            weak, strong = (pgn_of(game.text, settings) for settings in (WEAK, STRONG))
            assert pgn_of(weak, WEAK) == weak
            assert pgn_of(weak, STRONG) == strong
            assert pgn_of(strong, WEAK) == weak
            assert weak != strong


@pytest.mark.timeout(PATIENCE)
def test_what_people_have_written_stays_however_often_a_game_is_analysed() -> None:
    chance = random.Random(1)  # noqa: S311 - nothing to guard
    own = 0
    with GameFile(str(ENGINES)) as games:
        for game in games:
            text = written_in(game, chance)
            weak, strong = (pgn_of(text, settings) for settings in (WEAK, STRONG))
            assert pgn_of(weak, STRONG) == strong
            assert pgn_of(strong, WEAK) == weak
            own += len(OWN_LINE.findall(strong))
            for before, after in zip(
                read_pgn(text).mainline(), read_pgn(strong).mainline(), strict=True
            ):
                lines = [str(line) for line in before.parent.variations[1:]]
                assert [str(line) for line in after.parent.variations[1:]][: len(lines)] == lines
                assert before.comment in after.comment
                assert before.nags <= after.nags
    assert own > 20


LICHESS = (
    TAG
    + """[Annotator "lichess.org"]

1. e4 { [%eval 0.3] } 1... e5 { [%eval 0.2] } 2. Qh5?!
{ (0.20 → -0.55) Inaccuracy. Nf3 was best. } { [%eval -0.55] } (2. Nf3 Nc6 3. Bb5 Nf6) 2... Nc6
{ [%eval -0.4] } 3. Bc4 Nf6??
{ (-0.40 → Mate in 1) Checkmate is now unavoidable. g6 was best. } { [%eval #1] }
(3... g6 4. Qf3 Nf6) (3... Qe7) 4. Qxf7# { Black is mated. } 1-0
"""
)


def test_lines_of_lichess_go_with_its_remarks() -> None:
    # What it would be without the analysis of the server.
    bare = TAG + (
        '[Annotator "lichess.org"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 (3... Qe7) 4. Qxf7#'
        " { Black is mated. } 1-0\n"
    )
    assert pgn_of(LICHESS, STRONG) == pgn_of(bare, STRONG)


@pytest.mark.parametrize(
    "remark",
    [
        "Mistake. Nf3 was best.",
        "(0.20 → -1.55) Mistake. Nf3 was best.",
        "(Mate in 3 → 0.20) Lost forced checkmate sequence. Nf3 was best.",
        "Not the best checkmate sequence. Best move was Nf3.",
        "Blunder. The best move was Nf3.",
        "(0.20 → Mate in 12) Checkmate is now unavoidable. Nf3 was best.",
    ],
)
def test_all_that_lichess_has_ever_said_goes(remark: str) -> None:
    text = f"{TAG}\n1. e4 e5 2. Qh5 {{ {remark} brave }} (2. Nf3 Nc6) *\n"
    assert pgn_of(text, WEAK) == pgn_of(f"{TAG}\n1. e4 e5 2. Qh5 {{ brave }} *\n", WEAK)


@pytest.mark.parametrize(
    "line",
    [
        "(2. Nf3 { as ever } 2... Nc6)",
        "(2. Nf3 Nc6 { as ever })",
        "({ as ever } 2. Nf3 Nc6)",
        "(2. Nf3 $1 Nc6)",
        "(2. Nf3 Nc6 (2... d6))",
        "(2. Nc3 Nc6)",
    ],
)
def test_a_line_in_which_somebody_has_written_stays(line: str) -> None:
    text = f"{TAG}\n1. e4 e5 2. Qh5 {{ Mistake. Nf3 was best. }} {line} *\n"
    before, after = ([*read_pgn(pgn).mainline()][2] for pgn in (text, pgn_of(text, WEAK)))
    assert str(after.parent.variations[1]) == str(before.parent.variations[1])
    assert "Mistake." not in after.comment


def test_a_line_of_furyhouse_that_somebody_goes_on_with_stays() -> None:
    text = TAG + "\n1. f3 e5 2. g4 Qh4# 0-1\n"
    first = pgn_of(text, STRONG)
    read = read_pgn(first)
    [_, line] = read.variations[0].variations[0].variations
    end = line.end()
    assert re.fullmatch(r"furyhouse [+-]\d\.\d\d", end.comment)
    end.add_variation(next(iter(end.board().legal_moves)))
    edited = write_pgn(read)
    again = pgn_of(edited, STRONG)
    assert str(line) in str(read_pgn(again).variations[0].variations[0].variations[1])


def test_of_two_lines_at_one_place_each_may_drop_the_same_man() -> None:
    """python-chess's board loses what the first one drops."""
    text = TAG + "\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 (4. @e3 Nf6) (4. @e2 Nc6) (4. @e4) *\n"
    game = read_pgn(pgn_of(text, WEAK))
    lines = [line.move.uci() for line in [*game.mainline()][6].parent.variations[1:4]]
    assert lines == ["P@e3", "P@e2", "P@e4"]
