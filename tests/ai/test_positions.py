"""What a machine did wrong once it does not do again: positions of recorded games, one file each."""

import os

import pytest

from tests.ai.recorded_positions import faults, load, names, played

CASES = [(name, level) for name in names() for level in load(name).levels if "BLOCKFRONT_POSITIONS" in os.environ or not load(name).slow]


@pytest.mark.parametrize(("name", "level"), CASES)
def test_a_blunder_is_not_repeated(name: str, level: str) -> None:
    assert not list(faults(played(load(name), level), level)), load(name).what
