"""Positions of Blocks in the East: `position("sbe4", axis={"Riga": "g-1k 4"}, soviet={"Pskov": "infantry 3"}).begin(MOVEMENT)`."""

from collections.abc import Collection, Iterable, Mapping
from typing import Unpack

from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.aids import scene
from blockfront.games.blocks_series.aids.scene import Position, Setting

AXIS, SOVIET = Side(0), Side(1)


def position(
    scenario: str = "sbe4",
    *,
    axis: Mapping[str, str] | None = None,
    soviet: Mapping[str, str] | None = None,
    axis_holds: Iterable[str] = (),
    soviet_holds: Iterable[str] = (),
    options: Collection[str] = (),
    **setting: Unpack[Setting],
) -> Position:
    units, holds = {"axis": axis or {}, "soviet": soviet or {}}, {"axis": axis_holds, "soviet": soviet_holds}
    setting.setdefault("month", "1941-07")
    return scene.position(make(scenario, frozenset(options)), units, holds=holds, **setting)
