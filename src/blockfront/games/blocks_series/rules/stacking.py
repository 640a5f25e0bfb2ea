"""How full hexes are. A moving unit changes only two hexes, so earlier counts are updated and not repeated."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from blockfront.blocks import effects
from blockfront.games.blocks_series.loading.units import Units
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet

Levels = tuple[HexSet, HexSet, HexSet, HexSet]  # hexes with at least one, two, three and four units
EMPTY: Final[Levels] = (0, 0, 0, 0)


class GroundStacks(NamedTuple):
    """Hexes by how many ground units, and how many combat units, are in them."""

    ground: Levels
    combat: Levels


class AirStacks(NamedTuple):
    """Hexes by how many air units are in them; those with aircraft on the ground, and on a mission."""

    air: Levels
    based: HexSet
    in_flight: HexSet  # with an air unit on a mission


class Crowding(NamedTuple):
    """The hexes of a side by how full they are."""

    ground: Levels  # by number of ground units
    combat: Levels  # by number of combat units
    air: Levels  # by number of air units, on the ground or on a mission
    based: HexSet  # with an air unit on its airfield
    only_in_flight: HexSet  # with nothing but air units on a mission


def at_least(hexes: list[int], before: Levels = EMPTY) -> Levels:
    """The levels (hexes with at least 1, 2, 3, 4 units) after adding units in these hexes; negative ones are off the map."""
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
    """The levels after a unit has moved; None if it left a hex with four or more, which are not counted exactly."""
    one, two, three, four = levels
    if origin >= 0:
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


def _regrouped(there: dict[int, list[int]], block: int, origin: int, to: int) -> dict[int, list[int]]:
    """The units by hex after one has moved."""
    now = dict(there)
    if origin >= 0:
        now[origin] = [other for other in there[origin] if other != block]
    if to >= 0:
        now[to] = sorted((*now.get(to, ()), block))  # a unit may come back to where it was
    return now


# what is derived from the position, by side
CROWDING: Final = ("crowding of side 0", "crowding of side 1")
GROUND_STACKS: Final = ("ground stacks of side 0", "ground stacks of side 1")
AIR_STACKS: Final = ("air stacks of side 0", "air stacks of side 1")
UNITS: Final = ("units of side 0", "units of side 1")
ON_MAP: Final = ("on the map of side 0", "on the map of side 1")
HELD_BY: Final = "hexes with units of"  # first in a key, before the power
ZONE: Final = ("zone of side 0", "zone of side 1")
GROUND_ZONE: Final = ("ground zone of side 0", "ground zone of side 1")
MARCHES: Final = ("marches of side 0", "marches of side 1")  # they note themselves when they are valid
OF_UNITS: Final = tuple((CROWDING[side], GROUND_STACKS[side], AIR_STACKS[side], UNITS[side]) for side in (0, 1))
OF_ZONES: Final = (*ZONE, *GROUND_ZONE)


class OnMap(NamedTuple):
    """The units of a side that are on the map, in order."""

    everybody: list[int]
    ground: list[int]
    aircraft: list[int]


def on_map(units: Units, state: SeriesState, side: int) -> OnMap:
    """The units of a side on the map; counted again only when one has come or gone."""
    found: OnMap | None = state.derived.get(ON_MAP[side])
    if found is None:
        location = state.location
        kinds: tuple[Sequence[int], ...] = (units.of_side[side], units.ground[side], units.aircraft[side])
        found = state.derived[ON_MAP[side]] = OnMap(*[[block for block in blocks if location[block] >= 0] for blocks in kinds])
    return found


def relocate(units: Units, state: SeriesState, block: int, to: int) -> None:
    """Put a unit anywhere; what is known about other stacks stays known."""
    side, origin, known = units.side[block], state.location[block], state.derived
    before = state.occupied[side]
    effects.place(state, block, side, to)
    state.derived = _still_known(units, known, block, origin, to)
    if state.occupied[side] == before:  # what the enemy's zones extend to follows from hexes alone
        state.derived |= {key: known[key] for key in (ZONE[1 - side], GROUND_ZONE[1 - side]) if key in known}


def eliminate(units: Units, state: SeriesState, block: int, beyond: int) -> None:
    """Take a unit off the map openly; what is known about other stacks stays known."""
    origin, known = state.location[block], state.derived
    effects.eliminate(state, block, units.side[block], beyond)
    state.derived = _still_known(units, known, block, origin, beyond)


def _still_known(units: Units, known: dict[Any, Any], block: int, origin: int, to: int) -> dict[Any, Any]:
    side, is_ground = units.side[block], units.is_ground[block]
    stays = (*OF_UNITS[1 - side], ON_MAP[1 - side], AIR_STACKS[side] if is_ground else GROUND_STACKS[side], MARCHES[side])
    still = {key: known[key] for key in stays if key in known}
    stacks: GroundStacks | None = known.get(GROUND_STACKS[side]) if is_ground else None
    if stacks is not None:
        ground = _moved(stacks.ground, origin, to)
        combat = _moved(stacks.combat, origin, to) if units.is_combat[block] else stacks.combat
        if ground and combat:
            still[GROUND_STACKS[side]] = GroundStacks(ground, combat)
    power = units.power[block]
    still |= {key: known[key] for key in known if type(key) is tuple and key[0] == HELD_BY and key[1] != power}
    if origin >= 0 <= to and ON_MAP[side] in known:
        still[ON_MAP[side]] = known[ON_MAP[side]]
    there: dict[int, list[int]] | None = known.get(UNITS[side])
    if there is not None:
        still[UNITS[side]] = _regrouped(there, block, origin, to)
    return still


def keep_known(state: SeriesState, *keys: str) -> None:
    """Forget everything derived from the position except these keys."""
    known = state.derived
    state.derived = {key: known[key] for key in keys if key in known}
