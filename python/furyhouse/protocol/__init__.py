"""Conversations with the programs that show the board: state machines without input and output.

A conversation is fed lines and reports, and gives effects (`effects.py`); whoever owns it carries
them out.
"""

from furyhouse.protocol.effects import (
    Effect,
    Go,
    NewGame,
    PonderHit,
    Quit,
    Say,
    SetOption,
    ShowBook,
    Stop,
    Task,
)

__all__ = [
    "Effect",
    "Go",
    "NewGame",
    "PonderHit",
    "Quit",
    "Say",
    "SetOption",
    "ShowBook",
    "Stop",
    "Task",
]
