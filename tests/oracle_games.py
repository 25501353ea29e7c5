"""Random Crazyhouse games in which furyhouse and python-chess must agree at every ply.

Uniformly random games hold almost no hard rule, so the choice of moves is weighted towards en
passant, castling, promotion, captures of promoted men and of rooks, drops in check, and checks; and
most games start where such moves are near. What was met is counted, so that a run shows what it has
tested.

Run by hand: ``python tests/oracle_games.py --games 20000``.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import chess
import chess.variant

import furyhouse

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA: Final = Path(__file__).parent / "data"

#: Games played by one call of a worker process.
CHUNK: Final = 25

#: What a run of 3,000 games has met at least.
LEAST: Final = {
    "en passant": 300,
    "castling on the king's side": 300,
    "castling on the queen's side": 300,
    "promotion": 1000,
    "capture of a promoted man": 200,
    "double check": 200,
    "mate by a drop": 100,
    "drop in check": 300,
    "capture of a rook": 300,
    "threefold repetition": 30,
    "fivefold repetition": 10,
    "stalemate": 3,
    "castling in Crazyhouse960": 100,
}

#: From, to, promotion and drop.
MoveCode: TypeAlias = tuple[int, int, int | None, int | None]


class DisagreementError(AssertionError):
    """furyhouse and python-chess say different things about one position."""


@dataclass(frozen=True)
class Start:
    """Where a game starts, and how its moves are chosen."""

    fen: str
    chess960: bool
    shuffle: bool


def _table_fens() -> list[str]:
    """The positions of the shared tables."""
    fens = []
    for name, column in (("perft.tsv", 0), ("walks.tsv", 0), ("speed.tsv", 1)):
        rows = (DATA / name).read_text(encoding="utf-8").splitlines()[1:]
        fens += [row.split("\t")[column] for row in rows]
    return sorted(set(fens))


TABLE_FENS: Final = _table_fens()

#: The ranks, from nought, on which a prepared position has pawns; the more often, the likelier.
PAWNS: Final = (("P", (1, 1, 3, 4, 6)), ("p", (6, 6, 4, 3, 1)))


def start_960(rng: random.Random) -> str:
    """Draws one of the 960 start positions."""
    while True:
        row = "".join(rng.sample("rnbqkbnr", 8))
        bishops_differ = (row.find("b") + row.rfind("b")) % 2 == 1
        if row.find("r") < row.find("k") < row.rfind("r") and bishops_differ:
            return f"{row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()}[] w KQkq - 0 1"


def _board_text(board: dict[int, str]) -> str:
    """The men by square as the first field of a FEN."""
    ranks = []
    for rank in range(7, -1, -1):
        text, empty = "", 0
        for square in range(rank * 8, rank * 8 + 8):
            if square in board:
                text += (str(empty) if empty else "") + board[square]
                empty = 0
            else:
                empty += 1
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)


def prepared(rng: random.Random, *, chess960: bool) -> str:
    """Makes up a position with free back ranks, scattered pawns and some promoted men.

    Its side not to move is never in check; apart from that it may be one that no game reaches.
    """
    while True:
        board: dict[int, str] = {}
        king = rng.randrange(1, 7) if chess960 else 4
        rooks = (rng.randrange(king), rng.randrange(king + 1, 8)) if chess960 else (0, 7)
        for home, man_king, man_rook in ((0, "K", "R"), (56, "k", "r")):
            board |= {home + king: man_king, **{home + rook: man_rook for rook in rooks}}
        for file, (letter, ranks) in itertools.product(range(8), PAWNS):
            if rng.random() < 0.6:
                board.setdefault(rng.choice(ranks) * 8 + file, letter)
        for _ in range(rng.randrange(6)):
            board.setdefault(rng.randrange(8, 56), rng.choice("NBRQnbrq") + rng.choice(("", "~")))
        pocket = "".join(rng.choices("PNBRQpnbrq", k=rng.randrange(5)))
        fen = f"{_board_text(board)}[{pocket}] {rng.choice('wb')} KQkq - 0 1"
        if not chess.variant.CrazyhouseBoard(fen, chess960=chess960).was_into_check():
            return fen


def few_men(rng: random.Random) -> str:
    """Makes up a position of few men, where repetitions and stalemates are near."""
    while True:
        squares = rng.sample(range(64), 5)
        board = chess.variant.CrazyhouseBoard(None)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2 : rng.randrange(2, 6)]:
            kind = rng.choice((chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT))
            board.set_piece_at(
                square, chess.Piece(kind, rng.random() < 0.5), promoted=rng.random() < 0.3
            )
        board.turn = rng.random() < 0.5
        if rng.random() < 0.3:
            board.pockets[rng.random() < 0.5].add(rng.choice((chess.ROOK, chess.KNIGHT)))
        kings = board.king(chess.WHITE), board.king(chess.BLACK)
        apart = kings[0] is not None and kings[1] is not None
        if apart and not board.was_into_check():
            return board.fen()


def choose_start(rng: random.Random) -> Start:
    """Draws a start, and with it how the game is played."""
    kind = rng.choices(
        ("usual", "table", "960", "prepared", "prepared960", "few"), (1, 2, 2, 4, 2, 1)
    )[0]
    shuffle = kind == "few" or rng.random() < 0.03
    match kind:
        case "usual":
            return Start(
                chess.variant.CrazyhouseBoard.starting_fen, chess960=False, shuffle=shuffle
            )
        case "table":
            return Start(rng.choice(TABLE_FENS), chess960=False, shuffle=shuffle)
        case "960":
            return Start(start_960(rng), chess960=True, shuffle=shuffle)
        case "few":
            return Start(few_men(rng), chess960=False, shuffle=shuffle)
        case _:
            chess960 = kind == "prepared960"
            return Start(prepared(rng, chess960=chess960), chess960=chess960, shuffle=shuffle)


def _shields(board: chess.variant.CrazyhouseBoard) -> chess.Bitboard:
    """The mover's men that alone keep one of its sliders from giving check."""
    king = board.king(not board.turn)
    shields = chess.BB_EMPTY
    if king is None:
        return shields
    own = board.occupied_co[board.turn]
    straight, diagonal = board.rooks | board.queens, board.bishops | board.queens
    for slider in chess.scan_forward(own & (straight | diagonal)):
        same_line = chess.square_file(slider) == chess.square_file(king)
        same_line |= chess.square_rank(slider) == chess.square_rank(king)
        mask = straight if same_line else diagonal
        if mask & chess.BB_SQUARES[slider] and chess.ray(slider, king):
            between = chess.between(slider, king) & board.occupied
            if between.bit_count() == 1:
                shields |= between & own
    return shields


def _is_double_check(board: chess.variant.CrazyhouseBoard, move: chess.Move) -> bool:
    """Plays the move to see whether two men give check then."""
    board.push(move)
    checkers = board.checkers_mask().bit_count()
    board.pop()
    return checkers > 1


def _weigh(
    board: chess.variant.CrazyhouseBoard, ours: furyhouse.Board, moves: list[chess.Move]
) -> list[int]:
    """How eagerly each move is chosen: rare rules first."""
    in_check = board.is_check()
    enemies = board.occupied_co[not board.turn]
    shields = _shields(board)
    weights = []
    for move in moves:
        to_mask = chess.BB_SQUARES[move.to_square]
        weight = 20 if move.drop and in_check else 4
        if ours.gives_check(furyhouse.Move.from_uci(move.uci())):
            weight += 12
        if not move.drop:
            from_mask = chess.BB_SQUARES[move.from_square]
            weight += 60 if move.promotion else 0
            if to_mask & enemies:
                weight += 30 if to_mask & board.rooks else 12
                weight += 80 if to_mask & board.promoted else 0
            elif from_mask & board.kings and board.is_castling(move):
                weight += 150
            if from_mask & board.pawns:
                if move.to_square == board.ep_square and board.is_en_passant(move):
                    weight += 400
                if abs(move.from_square - move.to_square) == 16:
                    weight += 12
            if from_mask & shields and _is_double_check(board, move):
                weight += 400
        weights.append(weight)
    return weights


def _choose_move(
    rng: random.Random,
    board: chess.variant.CrazyhouseBoard,
    ours: furyhouse.Board,
    moves: list[chess.Move],
    *,
    shuffle: bool,
) -> chess.Move:
    """Draws a move by weight; a shuffling game mostly goes back, so that positions come again."""
    if shuffle and len(board.move_stack) > 1 and rng.random() < 0.9:
        last = board.move_stack[-2]
        back = [
            m for m in moves if (m.from_square, m.to_square) == (last.to_square, last.from_square)
        ]
        if back and not last.drop:
            return back[0]
    return rng.choices(moves, _weigh(board, ours, moves))[0]


def _pocket(pocket: furyhouse.Pocket | chess.variant.CrazyhousePocket) -> list[int]:
    """The men in a pocket by kind."""
    return [pocket.count(kind) for kind in range(chess.PAWN, chess.KING)]


def _expected_outcome(
    board: chess.variant.CrazyhouseBoard, moves: list[chess.Move]
) -> tuple[str, bool | None] | None:
    """python-chess's outcome; what it calls insufficient material is judged by the other rules."""
    outcome = board.outcome(claim_draw=False)
    if outcome is None:
        return None
    if outcome.termination is chess.Termination.INSUFFICIENT_MATERIAL:
        if not moves:
            return "STALEMATE", None
        return ("FIVEFOLD_REPETITION", None) if board.is_fivefold_repetition() else None
    return outcome.termination.name, outcome.winner


def compare(
    board: chess.variant.CrazyhouseBoard, ours: furyhouse.Board, *, notation: bool
) -> list[chess.Move]:
    """Compares all that the two boards say, and gives python-chess's legal moves.

    Raises:
        DisagreementError: When they differ.
    """
    moves = list(board.legal_moves)

    def same(what: str, found: object, expected: object) -> None:
        if found != expected:
            line = " ".join(move.uci() for move in board.move_stack)
            message = f"{what}: furyhouse has {found}, python-chess {expected}"
            raise DisagreementError(f"{message}\n{board.fen()}\n{line}")

    theirs: list[MoveCode] = [(m.from_square, m.to_square, m.promotion, m.drop) for m in moves]
    listed: list[MoveCode] = [
        (m.from_square, m.to_square, m.promotion, m.drop) for m in ours.legal_moves
    ]
    if len(listed) != len(theirs) or set(listed) != set(theirs):
        our_texts = sorted(m.uci() for m in ours.legal_moves)
        same("legal moves", our_texts, sorted(m.uci() for m in moves))
    check = board.is_check()
    same("number of legal moves", ours.legal_moves.count(), len(moves))
    same("FEN", ours.fen(), board.fen())
    same("check", ours.is_check(), check)
    same("checkers", int(ours.checkers()), int(board.checkers()))
    same("promoted men", int(ours.promoted), board.promoted)
    for color in (chess.WHITE, chess.BLACK):
        same("pocket", _pocket(ours.pockets[color]), _pocket(board.pockets[color]))
    same("checkmate", ours.is_checkmate(), check and not moves)
    same("stalemate", ours.is_stalemate(), not check and not moves)
    same("threefold repetition", ours.is_repetition(3), board.is_repetition(3))
    outcome = ours.outcome()
    found = None if outcome is None else (outcome.termination.name, outcome.winner)
    same("outcome", found, _expected_outcome(board, moves))
    if notation:
        for move in moves:
            our_move = furyhouse.Move.from_uci(move.uci())
            san = board.san(move)
            same("SAN", ours.san(our_move), f"P{san}" if san.startswith("@") else san)
            same("parsed SAN", ours.parse_san(san), our_move)
            same("UCI", our_move.uci(), move.uci())
    return moves


def _count(met: Counter[str], board: chess.variant.CrazyhouseBoard, move: chess.Move) -> None:
    """Counts what the move is, before it is played."""
    to_mask = chess.BB_SQUARES[move.to_square]
    if move.drop:
        met["drop"] += 1
        met["drop in check"] += board.is_check()
        return
    met["en passant"] += board.is_en_passant(move)
    if board.is_castling(move):
        met["castling on the king's side"] += board.is_kingside_castling(move)
        met["castling on the queen's side"] += board.is_queenside_castling(move)
        met["castling in Crazyhouse960"] += board.chess960
    elif to_mask & board.occupied:
        met["capture"] += 1
        met["capture of a promoted man"] += bool(to_mask & board.promoted)
        met["capture of a rook"] += bool(to_mask & board.rooks)
    met["promotion"] += move.promotion is not None


def play_game(seed: int, plies: int = 90) -> Counter[str]:
    """Plays one game, compares at every ply, and gives what it met.

    Raises:
        DisagreementError: When furyhouse and python-chess differ; its text replays the game.
    """
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    start = choose_start(rng)
    board = chess.variant.CrazyhouseBoard(start.fen, chess960=start.chess960)
    ours = furyhouse.Board(start.fen, chess960=start.chess960)
    met: Counter[str] = Counter(games=1)
    for ply in range(plies):
        try:
            moves = compare(board, ours, notation=ply % 16 == seed % 16)
        except DisagreementError as error:
            error.add_note(f"seed {seed}, from {start}")
            raise
        met["position"] += 1
        met["threefold repetition"] += board.is_repetition(3)
        met["fivefold repetition"] += board.is_repetition(5)
        if not moves:
            kind = "mate" if board.is_check() else "stalemate"
            met[kind] += 1
            if kind == "mate" and board.move_stack and board.peek().drop:
                met["mate by a drop"] += 1
            break
        move = _choose_move(rng, board, ours, moves, shuffle=start.shuffle)
        _count(met, board, move)
        board.push(move)
        ours.push_uci(move.uci())
        met["double check"] += board.checkers_mask().bit_count() > 1
    # Taking everything back must lead to the start again, key and all.
    while ours.move_stack:
        ours.pop()
    fresh = furyhouse.Board(start.fen, chess960=start.chess960)
    if ours.key != fresh.key or ours.fen() != fresh.fen():
        message = f"taking back leads to {ours.fen()}, not to {fresh.fen()} (seed {seed})"
        raise DisagreementError(message)
    return met


def _play_chunk(seeds: range) -> Counter[str]:
    """Plays the games of some seeds: the work of one call in a worker process."""
    met: Counter[str] = Counter()
    for seed in seeds:
        met.update(play_game(seed))
    return met


def play_games(games: int, *, first_seed: int = 0, jobs: int = 2) -> Iterator[Counter[str]]:
    """Plays games in worker processes and gives what was met, chunk by chunk."""
    chunks = [
        range(first_seed + at, first_seed + min(at + CHUNK, games)) for at in range(0, games, CHUNK)
    ]
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_play_chunk, chunks)


def table(met: Counter[str]) -> str:
    """What was met, a line each."""
    return "\n".join(f"{count:>10,}  {what}" for what, count in met.most_common())


def main() -> int:
    """Plays games by hand, with a line of progress."""
    parser = argparse.ArgumentParser(description="Play random games against python-chess's rules.")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1_000_000, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    args = parser.parse_args()
    met: Counter[str] = Counter()
    began = time.monotonic()
    for part in play_games(args.games, first_seed=args.seed, jobs=args.jobs):
        met.update(part)
        rate = met["games"] / (time.monotonic() - began)
        print(
            f"\r{met['games']:,} of {args.games:,} games, {rate:.0f} a second ",
            end="",
            file=sys.stderr,
        )
    print(file=sys.stderr)
    print(table(met))
    return 0


if __name__ == "__main__":
    sys.exit(main())
