"""Series of the bench play what the lobby offers: a scenario with the options it suggests."""

import sys
from pathlib import Path

import pytest

from blockfront.ai.player import Budget
from blockfront.core import record

BENCH = Path(__file__).parent.parent.parent / "bench"


def test_edelweiss_is_played_for_its_aim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the option that gives it one, every game of it is a draw and a series tells nothing."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    import series

    found = series.play(series.Series("eastfront", "idle", "recruit", ("edelweiss",), 1, 0, Budget(simulations=1)), tmp_path)
    assert len(found) == 1
    for side in (0, 1):
        text = (tmp_path / f"edelweiss-0-{side}.rec").read_text(encoding="utf-8")
        assert list(record.read(text).header.options) == ["introduction"]
