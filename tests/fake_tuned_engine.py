"""An engine to tune: the farther its two parameters are from 60 and -30, the sooner it resigns.

    python fake_tuned_engine.py                  talks CECP
    python fake_tuned_engine.py params --json    lists its parameters, as `furyhouse params` does
    python fake_tuned_engine.py crash            ends when it is to move

Its moves are drawn by lot from the position alone, so that the same match is the same games.
"""

import json
import random
import sys

from furyhouse import Board

PARAMS = [
    {"name": "aim", "value": 20, "default": 20, "min": 0, "max": 100, "doc": "Best at 60."},
    {"name": "tilt", "value": 0, "default": 0, "min": -50, "max": 50, "doc": "Best at -30."},
]


def say(text: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class Fake:
    """A conversation."""

    def __init__(self) -> None:
        self.values = {"aim": 20, "tilt": 0}
        self.board = Board()
        self.moves = 0
        self.goes = False

    def patience(self) -> int:
        """Tell how many moves the engine makes before it resigns."""
        off = abs(self.values["aim"] - 60) + abs(self.values["tilt"] + 30)
        return max(1, 12 - off // 8)

    def hear(self, word: str, rest: str) -> None:
        """Answer a line."""
        if word == "protover":
            self.introduce()
        elif word == "ping":
            say(f"pong {rest}")
        elif word == "option":
            name, _, value = rest.partition("=")
            self.values[name] = int(value)
        elif word == "setboard":
            self.board, self.moves, self.goes = Board(rest), 0, False
        elif word in {"force", "result"}:
            self.goes = False
        elif word == "usermove":
            self.board.push_uci(rest)
            self.play()
        elif word == "go":
            if "crash" in sys.argv:
                sys.exit("out of order")
            self.goes = True
            self.play()

    def introduce(self) -> None:
        """Tell what the engine can."""
        say("feature ping=1 setboard=1 usermove=1 sigint=0 sigterm=0 reuse=1 nps=1")
        say('feature variants="crazyhouse" myname="Fake"')
        for param in PARAMS:
            say('feature option="{name} -spin {default} {min} {max}"'.format(**param))
        say("feature done=1")

    def play(self) -> None:
        """Move or resign, where it is the engine's turn."""
        if not self.goes or self.board.is_game_over():
            return
        if self.moves >= self.patience():
            self.goes = False
            say("resign")
            return
        self.moves += 1
        lots = random.Random(self.board.fen())  # noqa: S311 - nothing to guard
        move = lots.choice(sorted(self.board.legal_moves, key=str))
        self.board.push(move)
        say(f"move {move.uci()}")


def converse() -> None:
    """Answer until `quit`."""
    fake = Fake()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        fake.hear(word, rest)


if sys.argv[-2:] == ["params", "--json"]:
    say(json.dumps(PARAMS))
else:
    converse()
