"""Positions of the joined campaign: `position(axis={"Posen": "de-26 4"}, allies={"Warsaw": "s-3a 3"}).begin(MOVEMENT)`."""

from collections.abc import Collection, Iterable, Mapping
from typing import Unpack

from blockfront.core.sides import Side
from blockfront.games.blocks_east_and_west.game import make
from blockfront.games.blocks_series.aids import scene
from blockfront.games.blocks_series.aids.scene import Position, Setting
from blockfront.hexes.hexset import mask_of

AXIS, ALLIES = Side(0), Side(1)
SOVIET = "ussr"


def position(
    scenario: str = "sbew1",
    *,
    axis: Mapping[str, str] | None = None,
    allies: Mapping[str, str] | None = None,
    axis_holds: Iterable[str] = (),
    allies_hold: Iterable[str] = (),
    soviets_hold: Iterable[str] = (),
    options: Collection[str] = (),
    **setting: Unpack[Setting],
) -> Position:
    """A position of the joined campaign.

    Allied hexes belong to the Soviets where their units stand, in the places of `soviets_hold`, and where they did at the start.
    """
    units = {"axis": axis or {}, "allies": allies or {}}
    holds = {"axis": axis_holds, "allies": (*allies_hold, *soviets_hold)}
    setting.setdefault("month", "1944-07")
    found = scene.position(make(scenario, frozenset(options)), units, holds=holds, **setting)
    state, order = found.state, found.game.order
    ground = [b for b in order.of_side[ALLIES] if state.location[b] >= 0 and found.game.rules.units.is_ground[b]]
    red = mask_of(state.location[b] for b in ground if order[b].nation == SOVIET)
    west = mask_of(state.location[b] for b in ground if order[b].nation != SOVIET)
    west |= mask_of(found.hex(place) for place in allies_hold)
    state.soviet_land = (state.soviet_land & ~west | red | mask_of(found.hex(place) for place in soviets_hold)) & state.control[ALLIES]
    return found
