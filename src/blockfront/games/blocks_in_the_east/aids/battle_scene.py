"""Battles to try rules of combat in: `fight(battle("g-1k 4", "infantry 3", "Poltava"), (6, 6, 1), …)`."""

from collections.abc import Collection, Mapping

from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_series.aids.battle_scene import dice, fight, shots, stage
from blockfront.games.blocks_series.aids.scene import Position

__all__ = ["battle", "dice", "fight", "shots"]


def battle(
    axis: str,
    soviet: str,
    place: str = "Poltava",
    *,
    active: str = "axis",
    held_by: str = "soviet",
    month: str = "1941-07",
    came_from: str = "",
    others: Mapping[str, str] | None = None,
    options: Collection[str] = (),
    scenario: str = "sbe4",
) -> Position:
    """A battle of units of both sides in one hex; attacking aircraft fly a mission, attacking ground units have come from another hex."""
    here = position(
        scenario,
        axis={place: axis, **(others or {})},
        soviet={place: soviet},
        active=active,
        month=month,
        options=options,
        axis_holds=(place,) if held_by == "axis" else (),
        soviet_holds=(place,) if held_by == "soviet" else (),
    )
    return stage(here, place, came_from)
