"""What is known about stacks stays right when units move: it is carried along and not counted again."""

import pytest

from blockfront.games.blocks_in_the_east.aids.scene import AXIS, position
from blockfront.games.blocks_series.rules.stacking import relocate


@pytest.mark.parametrize("to", ["Kharkov", "Poltava"])
def test_aircraft_that_come_back_to_their_airfield_are_there_once(to: str) -> None:
    """A bomber that landed where it had been was counted twice, and gave up twice when its airfield was overrun."""
    here = position(axis={"Kharkov": "g-4fk 1, g-1k 2", "Poltava": "g-2k 2"})
    fire, bomber = here.game.rules.fire, here.block("g-4fk")
    assert bomber in fire.units_at(here.state, here.hex("Kharkov"), AXIS)  # from now on it is known
    relocate(here.game.rules.units, here.state, bomber, here.hex(to))
    known = {place: fire.units_at(here.state, here.hex(place), AXIS) for place in ("Kharkov", "Poltava")}
    here.state.derived = {}
    assert known == {place: fire.units_at(here.state, here.hex(place), AXIS) for place in ("Kharkov", "Poltava")}
    assert known[to].count(bomber) == 1
