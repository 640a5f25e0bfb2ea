"""The bench times every part of a submission that it names."""

import asyncio
import sys
from pathlib import Path

import pytest

from blockfront.games import catalogue

BENCH = Path(__file__).parents[2] / "bench"


def test_every_part_of_a_submission_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that was renamed or is no longer called would be missing from the table, or stop `make bench`."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    import submission

    monkeypatch.setattr(submission, "GAMES", 1)
    monkeypatch.setattr(submission, "LENGTH", 30)
    clock = asyncio.run(submission.measured("eastfront", "s43"))
    named = {part for _, _, part in submission.parts_of(type(catalogue.game("eastfront", "s43")))}
    assert named <= clock.spent.keys()
