"""An engine that misbehaves as it is told to, for tests of the referee.

    python fake_engine.py PROTOCOL MODE [N]

It plays the first legal move, or a drop where it can, and in its Nth move of a game does what the
mode says. `deaf` ignores the end of its input and every kind request to go; `log:FILE` writes down
what it is told.
"""

import os
import signal
import sys
import time
from pathlib import Path

from furyhouse import Board

FLOOD_LINES = 20_000


class FakeEngine:
    """A conversation in one of the two protocols."""

    def __init__(self, mode: str, at: int) -> None:
        self.mode = mode
        self.at = at
        self.moves = 0
        self.board = Board()
        self.goes = False

    def say(self, *lines: str) -> None:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def is_due(self) -> bool:
        self.moves += 1
        return self.moves == self.at

    def choice(self) -> str:
        drops = self.board.generate_legal_drops()
        return next(drops, next(iter(self.board.legal_moves))).uci()

    def misbehave(self) -> str | None:
        """Do what the mode says; give the move if it is another than the first legal one."""
        if self.mode == "crash":
            sys.stderr.write("out of cheese\n")
            sys.stderr.flush()
            os._exit(3)
        if self.mode == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.mode in {"hang", "deaf"}:
            while True:
                time.sleep(1)
        if self.mode == "slow":
            time.sleep(0.3)
        if self.mode == "illegal":
            return "e1e8"
        if self.mode == "nonsense":
            return "castle!"
        return None

    def uci(self, line: str) -> None:
        words = line.split()
        if words[0] == "uci":
            self.say(
                "id name Fake",
                "option name UCI_Variant type combo default chess var chess var crazyhouse",
            )
            self.say("option name Hash type spin default 16 min 1 max 64", "uciok")
        elif words[0] == "isready":
            self.say("readyok")
        elif words[0] == "ucinewgame":
            self.moves = 0
        elif words[0] == "position":
            fen, _, moves = line.removeprefix("position fen ").partition(" moves ")
            self.board = Board(fen)
            for played in moves.split():
                self.board.push_uci(played)
        elif words[0] == "go":
            move = self.misbehave() if self.is_due() else None
            if self.mode == "flood":
                self.say(*["info depth 1 score cp 13 nodes 77 pv e2e4"] * FLOOD_LINES)
            if self.mode == "score":
                self.say("info depth 5 score cp -950 nodes 1234 pv e2e4")
            if self.mode == "none" and self.moves == self.at:
                move = "(none)"
            self.say(f"bestmove {move or self.choice()}")

    def xboard(self, line: str) -> None:
        words = line.split()
        if words[0] == "protover":
            self.say('feature ping=1 setboard=1 usermove=1 variants="crazyhouse" myname="Fake"')
            self.say('feature option="Skill Level -spin 20 0 20" option="Contempt Now -check 1"')
            self.say("feature done=1")
        elif words[0] == "ping":
            self.say(f"pong {words[1]}")
        elif words[0] == "result" and self.mode == "leaves":
            sys.exit()
        elif words[0] == "new":
            self.moves, self.goes = 0, False
        elif words[0] == "force":
            self.goes = False
        elif words[0] == "setboard":
            self.board = Board(line.partition(" ")[2])
        elif words[0] == "usermove":
            self.board.push_uci(words[1])
            if self.goes:
                self.move()
        elif words[0] == "go":
            self.goes = True
            self.move()

    def move(self) -> None:
        if self.board.is_game_over():
            return
        due = self.is_due()
        if due and self.mode == "resign":
            self.say("resign")
            return
        if due and self.mode == "disputes":
            self.say("Illegal move (no such square): e7e5")
            return
        text = (self.misbehave() if due else None) or self.choice()
        if self.mode == "flood":
            self.say(*["1 13 0 77 e2e4"] * FLOOD_LINES)
        self.say(f"move {text}")
        self.board.push_uci(text)
        if due and self.mode == "claims":
            self.say("1/2-1/2 {Draw by repetition}")
        if due and self.mode == "gives up":
            self.say(f"{'1-0' if self.board.turn else '0-1'} {{I give up}}")


def main() -> None:
    protocol, mode, *rest = sys.argv[1:]
    engine = FakeEngine(mode, int(rest[0]) if rest else 2)
    if mode == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    log = mode.partition("log:")[2]
    while line := sys.stdin.readline():
        if log:
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(line)
        if line.strip() == "quit":
            break
        if line.strip():
            getattr(engine, protocol)(line.strip())
    while mode == "deaf":
        time.sleep(1)


if __name__ == "__main__":
    main()
