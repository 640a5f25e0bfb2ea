"""Positions of Blocks in the East: `position("sbe4", axis={"Riga": "g-1k 4"}, soviet={"Pskov": "infantry 3"}).begin(MOVEMENT)`."""

from collections.abc import Collection, Iterable, Mapping

from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.aids import scene
from blockfront.games.blocks_series.aids.scene import Position

AXIS, SOVIET = Side(0), Side(1)


def position(
    scenario: str = "sbe4",
    *,
    axis: Mapping[str, str] | None = None,
    soviet: Mapping[str, str] | None = None,
    month: str = "1941-07",
    active: str = "axis",
    weather: str = "good",
    axis_holds: Iterable[str] = (),
    soviet_holds: Iterable[str] = (),
    points: Mapping[str, int] | None = None,
    eliminated: Iterable[str] = (),
    options: Collection[str] = (),
) -> Position:
    return scene.position(
        make(scenario, frozenset(options)),
        {"axis": axis or {}, "soviet": soviet or {}},
        month=month,
        active=active,
        weather=weather,
        holds={"axis": axis_holds, "soviet": soviet_holds},
        points=points,
        eliminated=eliminated,
    )
