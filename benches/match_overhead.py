"""What a move costs between the referee of a match and an engine that does not think.

An engine's clock in `furyhouse match` runs from the line that starts it to the arrival of its move.
What an engine that answers at once is charged is therefore what every engine is charged without
having thought: pipes, the waking of processes, and the engine's own Python here, which reads a line
and writes one.

    python benches/match_overhead.py [GAMES]
"""

import random
import sys
import tempfile
from pathlib import Path

from furyhouse import Board
from furyhouse.lab.match import Adjudication, EngineSpec, MatchSettings, TimeControl, play_match

PLIES = 200
FEATURES = 'feature ping=1 setboard=1 usermove=1 variants="crazyhouse" done=1'


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def speak_uci(moves: list[str]) -> None:
    """Play these moves, whatever comes, in UCI."""
    played = 0
    for line in iter(sys.stdin.readline, "quit\n"):
        if line.startswith("position"):
            played = len(line.partition(" moves ")[2].split())
        elif line.startswith("go"):
            say(f"bestmove {moves[played]}")
        elif line == "uci\n":
            say("option name UCI_Variant type combo default crazyhouse var crazyhouse\nuciok")
        elif line == "isready\n":
            say("readyok")


def speak_cecp(moves: list[str]) -> None:
    """Play these moves, whatever comes, in CECP."""
    played, goes = 0, False
    for line in iter(sys.stdin.readline, "quit\n"):
        if line.startswith(("usermove", "go")):
            goes = goes or line.startswith("go")
            played += line.startswith("usermove")
            if goes:
                say(f"move {moves[played]}")
                played += 1
        elif line == "new\n":
            played, goes = 0, False
        elif line == "protover 2\n":
            say(FEATURES)
        elif line.startswith("ping"):
            say(f"pong{line[4:-1]}")


def a_long_game() -> list[str]:
    """Find a random game that lasts."""
    chance = random.Random(5)  # noqa: S311 - nothing to guard
    while True:
        board = Board()
        while board.ply() < PLIES and not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
        if board.ply() == PLIES:
            return [move.uci() for move in board.move_stack]


def main() -> None:
    """Measure, and print a table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print("| protocol | games at a time | moves | median | 99 of 100 | worst |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(" ".join(a_long_game()))
        file.flush()
        for protocol in ("uci", "xboard"):
            command = (sys.executable, "-P", __file__, "engine", protocol, file.name)
            first = EngineSpec(command, "first", protocol, limit=TimeControl(base=100.0))
            for concurrency in (1, 2):
                match = MatchSettings(
                    (first, first.renamed("second")),
                    openings=(Board.starting_fen,),
                    games=games,
                    concurrency=concurrency,
                    adjudication=Adjudication(max_moves=PLIES // 2 - 1),
                )
                played = list(play_match(match))
                times = sorted(1000 * t.seconds for record in played for t in record.moves)
                figures = (times[len(times) // 2], times[len(times) * 99 // 100], times[-1])
                shown = " | ".join(f"{figure:.2f} ms" for figure in figures)
                print(f"| {protocol} | {concurrency} | {len(times)} | {shown} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["engine"]:
        speak = {"uci": speak_uci, "xboard": speak_cecp}[sys.argv[2]]
        speak(Path(sys.argv[3]).read_text(encoding="utf-8").split())
    else:
        main()
