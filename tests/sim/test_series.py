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


def test_several_processes_play_the_same_games_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCH)])
    import series

    wanted = series.Series("eastfront", "idle", "recruit", ("edelweiss",), 2, 0, Budget(simulations=1))
    found = [series.play(wanted, tmp_path / str(workers), workers) for workers in (1, 2)]
    assert [pair.seed for pair in found[0]] == [0, 1]
    assert found[0] == found[1]
    for name in ("edelweiss-0-0.rec", "edelweiss-1-1.rec"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
