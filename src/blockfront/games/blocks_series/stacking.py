"""How full hexes are. A unit that goes elsewhere changes two hexes: what was counted before stays known."""

from typing import Final, NamedTuple

from blockfront.blocks import effects
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.units import Units
from blockfront.hexes.grid import HexSet

Levels = tuple[HexSet, HexSet, HexSet, HexSet]  # hexes with at least one, two, three and four units
EMPTY: Final[Levels] = (0, 0, 0, 0)


class GroundStacks(NamedTuple):
    ground: Levels
    combat: Levels


class AirStacks(NamedTuple):
    air: Levels
    based: HexSet
    in_flight: HexSet  # with an air unit on a mission


class Crowding(NamedTuple):
    """Hexes of a side by how full they are."""

    ground: Levels  # with at least so many ground units
    combat: Levels  # with at least so many combat units
    air: Levels  # with at least so many air units, on the ground or on a mission
    based: HexSet  # with an air unit on its airfield
    only_in_flight: HexSet  # with nothing but air units on a mission


def at_least(hexes: list[int], before: Levels = EMPTY) -> Levels:
    """Levels when units in these hexes are added to others; negative places are off the map."""
    one, two, three, four = before
    for hex_ in hexes:
        if hex_ >= 0:
            bit = 1 << hex_
            if not one & bit:
                one |= bit
            elif not two & bit:
                two |= bit
            elif not three & bit:
                three |= bit
            else:
                four |= bit
    return one, two, three, four


def _moved(levels: Levels, origin: int, to: int) -> Levels | None:
    """Levels after a unit has gone; None where it left so many that they have not been counted one by one."""
    one, two, three, four = levels
    bit = 1 << origin
    if four & bit:
        return None
    if three & bit:
        three ^= bit
    elif two & bit:
        two ^= bit
    else:
        one ^= bit
    return at_least([to], (one, two, three, four))


def crowding_key(side: int) -> tuple[str, int]:
    return "crowding", side


def ground_key(side: int) -> tuple[str, int]:
    return "ground stacks", side


def air_key(side: int) -> tuple[str, int]:
    return "air stacks", side


def units_key(side: int) -> tuple[str, int]:
    return "units", side


STAYS: Final = tuple(  # while only the other side moves
    (crowding_key(side), ground_key(side), air_key(side), units_key(side)) for side in (0, 1)
)


def relocate(units: Units, state: SeriesState, block: int, to: int) -> None:
    """Put a unit that is on the map into another hex; what is known of stacks it has nothing to do with stays known."""
    side, origin, known = units.side[block], state.location[block], state.derived
    effects.place(state, block, side, to)
    stays = (*STAYS[1 - side], air_key(side) if units.is_ground[block] else ground_key(side))
    still = {key: known[key] for key in stays if key in known}
    stacks: GroundStacks | None = known.get(ground_key(side)) if units.is_ground[block] else None
    if stacks is not None:
        ground = _moved(stacks.ground, origin, to)
        combat = _moved(stacks.combat, origin, to) if units.is_combat[block] else stacks.combat
        if ground and combat:
            still[ground_key(side)] = GroundStacks(ground, combat)
    state.derived = still
