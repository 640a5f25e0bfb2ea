"""Positions of Blocks in the West: `position("sbw2", axis={"Metz": "de-1ss 6"}, allies={"Nancy": "us-3 4"}).begin(MOVEMENT)`."""

from collections.abc import Collection, Iterable, Mapping
from typing import Unpack

from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.aids import battle_scene, scene
from blockfront.games.blocks_series.aids.scene import Position, Setting

AXIS, ALLIES = Side(0), Side(1)


def position(
    scenario: str = "sbw2",
    *,
    axis: Mapping[str, str] | None = None,
    allies: Mapping[str, str] | None = None,
    axis_holds: Iterable[str] = (),
    allies_hold: Iterable[str] = (),
    options: Collection[str] = (),
    **setting: Unpack[Setting],
) -> Position:
    units, holds = {"axis": axis or {}, "allies": allies or {}}, {"axis": axis_holds, "allies": allies_hold}
    setting.setdefault("month", "1945-01")
    return scene.position(make(scenario, frozenset(options)), units, holds=holds, **setting)


def battle(
    axis: str,
    allies: str,
    place: str = "Nancy",
    *,
    scenario: str = "sbw2",
    active: str = "axis",
    month: str = "1945-01",
    came_from: str = "",
    weather: str = "good",
    options: Collection[str] = (),
) -> Position:
    """A battle of units of both sides in one hex, which the defenders hold."""
    here = position(
        scenario,
        axis={place: axis},
        allies={place: allies},
        active=active,
        month=month,
        weather=weather,
        options=options,
        axis_holds=(place,) if active == "allies" else (),
        allies_hold=(place,) if active == "axis" else (),
    )
    return battle_scene.stage(here, place, came_from)
