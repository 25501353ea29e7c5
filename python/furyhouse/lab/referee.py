"""Plays one game between two engines, keeps the clocks, and says how it ended."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from furyhouse._core import Board
from furyhouse.lab.adjudication import Adjudicator
from furyhouse.lab.clock import Clock
from furyhouse.lab.game_record import GameRecord, Reason
from furyhouse.lab.match_settings import MatchSettings
from furyhouse.lab.player import RESIGNS, Player, read_move
from furyhouse.lab.thought import Fault, FaultKind, Thought
from furyhouse.position import read_position

__all__ = ["Referee"]

_SIDES = ("White", "Black")
_LOSES = {"0-1": 0, "1-0": 1}


@dataclass(frozen=True, slots=True)
class _End:
    """How a game ended: who won by side (0 White, 1 Black, None nobody), why, and in words."""

    winner: int | None
    reason: Reason
    text: str
    fault: int | None = None


@dataclass(slots=True)
class Referee:
    """The referee of one game.

    Attributes:
        settings: The match.
        game: The number of the game.
        players: White's engine and Black's, started and free.
    """

    settings: MatchSettings
    game: int
    players: Sequence[Player]
    board: Board = field(init=False)
    moves: list[Thought] = field(init=False, default_factory=list)
    adjudicator: Adjudicator = field(init=False)

    def __post_init__(self) -> None:
        self.board = read_position(self.settings.opening_of(self.game))
        self.adjudicator = Adjudicator(self.settings.adjudication)

    async def play(self) -> GameRecord:
        """Play the game to its end.

        Returns:
            All about the game. A fault of an engine is an end like others.
        """
        started, begun = time.time(), time.perf_counter()
        end = await self._begin() or await self._play()
        for player in self.players:
            with suppress(Fault, OSError):
                await player.end_game(_result(end.winner), end.text)
        white = self.settings.white_of(self.game)
        engines = self.settings.engines
        fault = None if end.fault is None else self._engine(end.fault)
        return GameRecord(
            game=self.game,
            opening=self.settings.opening_of(self.game),
            white=white,
            winner=None if end.winner is None else self._engine(end.winner),
            reason=end.reason,
            text=end.text,
            fault=fault,
            counted=fault is None or engines[fault].name not in self.settings.not_counted,
            moves=tuple(self.moves),
            started=started,
            seconds=time.perf_counter() - begun,
        )

    def _engine(self, side: int) -> int:
        """Get the index of the engine that plays a side."""
        white = self.settings.white_of(self.game)
        return white if side == 0 else 1 - white

    def _name(self, side: int) -> str:
        """Get the name of the engine that plays a side."""
        return self.settings.engines[self._engine(side)].name

    async def _begin(self) -> _End | None:
        """Get both engines ready."""
        for side, player in enumerate(self.players):
            try:
                spec = self.settings.engines[self._engine(side)]
                await player.new_game(spec, self.board.copy())
            except Fault as fault:
                return self._foul(side, fault)
        return None

    async def _play(self) -> _End:
        """Play on until something ends the game."""
        clocks = [
            Clock(self.settings.engines[self._engine(side)].limit) for side in range(len(_SIDES))
        ]
        while True:
            end = self._by_the_rules() or self._by_claim() or self._by_score()
            if end is not None:
                return end
            side = 0 if self.board.turn else 1
            try:
                await self._move(side, clocks)
            except Fault as fault:
                return self._foul(side, fault)
            except _ResignedError:
                return _End(1 - side, "resignation", f"{self._name(side)} resigns")

    async def _move(self, side: int, clocks: Sequence[Clock]) -> None:
        """Let a side make its move."""
        clock = clocks[side]
        allowed = clock.allowed
        patience = (
            self.settings.longest_move
            if allowed is None
            else allowed + self.settings.time_margin + self.settings.grace
        )
        thought = await self.players[side].think(self.board, clocks, patience)
        if not clock.spend(thought.seconds, self.settings.time_margin):
            late = thought.seconds - (allowed or 0.0)
            raise Fault("time", f"oversteps its time by {late * 1000:.1f} ms", thought.seconds)
        if thought.move == RESIGNS:
            raise _ResignedError
        move = read_move(self.board, thought.move)
        self.board.push(move)
        self.moves.append(replace(thought, move=move.uci()))
        self.adjudicator.hear(thought.value)

    def _foul(self, side: int, fault: Fault) -> _End:
        """End the game for a fault of a side."""
        kind: FaultKind = fault.kind
        return _End(1 - side, kind, f"{self._name(side)} {fault}", side)

    def _by_the_rules(self) -> _End | None:
        """See whether the rules of the game have ended it; the referee claims for both."""
        outcome = self.board.outcome()
        if outcome is not None and outcome.winner is not None:
            winner = 0 if outcome.winner else 1
            return _End(winner, "checkmate", f"{self._name(winner)} mates")
        if outcome is not None and not self.board.is_repetition(3):
            return _End(None, "stalemate", "stalemate")
        if self.board.is_repetition(3):
            return _End(None, "repetition", "the position came for the third time")
        return None

    def _by_claim(self) -> _End | None:
        """See what the engines claim; as the game is not over, only giving up is no false claim."""
        for side, player in enumerate(self.players):
            try:
                claim = player.check_claims()
            except Fault as fault:
                return self._foul(side, fault)
            if claim is None or claim == RESIGNS:
                continue
            if _LOSES.get(claim.split()[0]) == side:
                return _End(1 - side, "resignation", f"{self._name(side)} resigns: {claim}")
            words = claim if claim.startswith("says ") else f"claims {claim!r}"
            return self._foul(side, Fault("false claim", words))
        return None

    def _by_score(self) -> _End | None:
        """See whether the engines' scores or the length end the game."""
        moved = len(self.moves)
        first = 0 if self.board.root().turn else 1
        loser = self.adjudicator.loser()
        if loser is not None:
            side = loser if first == 0 else 1 - loser
            return _End(1 - side, "win by score", f"{self._name(1 - side)} wins by score")
        if moved and self.adjudicator.is_draw(self.board.fullmove_number):
            return _End(None, "draw by score", "drawn by score")
        if self.adjudicator.is_too_long():
            return _End(None, "too many moves", f"drawn after {moved} plies")
        return None


class _ResignedError(Exception):
    """An engine has given up."""


def _result(winner: int | None) -> str:
    """Write a result as PGN does."""
    return "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
