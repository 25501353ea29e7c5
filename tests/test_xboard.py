"""The conversation in CECP: files replayed by the state machine, and what no file can say well."""

import pytest

from furyhouse.protocol import Say
from xboard_replay import Replay, Transcript, transcripts


def said(effects: list[object]) -> list[str]:
    return [effect.text for effect in effects if isinstance(effect, Say)]


@pytest.mark.heritage("C3")
@pytest.mark.parametrize("transcript", transcripts(), ids=lambda transcript: transcript.name)
def test_transcript_holds(transcript: Transcript) -> None:
    Replay(transcript).run()
