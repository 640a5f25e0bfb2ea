"""The order of battle of a running game as one side knows it: its own dead and arriving units, and where hidden enemies can be.

All of it is made from a view. Where enemy units must be is found by exclusion: every hidden block on the map is a unit of
its colour that may stand there, and no two are the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.blocks.sightings import MayStand, NotAmong, SeenBlock, Sightings
from blockfront.hexes.grid import HexSet

MOST_HEXES = 4  # if a unit can be in more places, only their number is told


class DeadUnit(msgspec.Struct, frozen=True):
    """A dead unit. `cost` is the price of its first step, by colour if points have colours; empty if it cannot come back."""

    block: int
    cost: tuple[int, ...]


class ComingUnit(msgspec.Struct, frozen=True):
    """A unit that arrives in `month` (counted from the year 0) or later; `hex` is the place named for it, or -1."""

    block: int
    month: int
    steps: int
    hex: int = -1


class HiddenUnit(msgspec.Struct, frozen=True):
    """An enemy unit that the viewer does not see. `places` counts the hexes where it can stand; if they are few, `hexes` lists them."""

    block: int
    places: int
    hexes: tuple[int, ...]
    may_be_off_map: bool


class Roster(msgspec.Struct, frozen=True):
    """A side's dead and arriving units, and where hidden enemies can be."""

    dead: tuple[DeadUnit, ...] = ()
    coming: tuple[ComingUnit, ...] = ()
    hidden: tuple[HiddenUnit, ...] = ()


NO_ROSTER = Roster()

ForcesOf = Callable[[Any, Any], Roster]  # (game, view)


class Belief(msgspec.Struct, frozen=True):
    """What a viewer can conclude about hidden blocks without having seen them."""

    sights: Sightings
    may_stand: MayStand
    not_among: NotAmong = msgspec.field(default_factory=dict)
    may_hide: Callable[[int, int], bool] = lambda block, place: True


def hidden_units(order: OrderOfBattle, viewer: int, belief: Belief) -> tuple[HiddenUnit, ...]:
    """The enemy's units on the map whose faces are not known, each with the hexes in which it can be."""
    sights = belief.sights
    known = {sight.block for sight in sights.seen} | {own.block for own in sights.own} | {one.block for one in sights.open}
    found: list[HiddenUnit] = []
    for (side, pool), blocks in order.of_colour.items():
        if side == viewer:
            continue
        nameless: list[int] = [block for block in blocks if block not in known]
        away = [place for place in sights.secret if (place.side, place.pool) == (side, pool)]
        off_map: set[int] = {block for block in nameless if any(belief.may_hide(block, place.location) for place in away)}
        slots = [sight for sight in sights.seen if (sight.side, sight.pool) == (side, pool) and sight.block < 0]
        zones = {block: _zone(belief.may_stand(block), slots) for block in nameless}
        candidates = {
            sight.handle: {b for b in nameless if zones[b] >> sight.location & 1 and b not in belief.not_among.get(sight.handle, ())}
            for sight in slots
        }
        where = {sight.handle: sight.location for sight in slots}
        _exclude(candidates, where, nameless, off_map)
        for block in nameless:
            hexes = sorted({where[handle] for handle, fitting in candidates.items() if block in fitting})
            found.append(HiddenUnit(block, len(hexes), tuple(hexes) if len(hexes) <= MOST_HEXES else (), block in off_map))
    return tuple(sorted(found, key=lambda unit: unit.block))


def _zone(zone: HexSet, slots: Sequence[SeenBlock]) -> HexSet:
    """The hexes in which a unit can be; one that could go to none of them was placed there and can be in any."""
    return zone if any(zone >> sight.location & 1 for sight in slots) else -1


def _exclude(candidates: dict[int, set[int]], where: Mapping[int, int], nameless: Iterable[int], off_map: set[int]) -> None:
    """Narrow the hexes down: if a hex's blocks can only be certain units, these are nowhere else; units with one hex fill it."""
    here: dict[int, list[int]] = {}
    for handle, hex_ in where.items():
        here.setdefault(hex_, []).append(handle)
    has_changed = True
    while has_changed:
        has_changed = False
        places = {block: {where[handle] for handle, fitting in candidates.items() if block in fitting} for block in nameless}
        for hex_, handles in here.items():
            fitting = set().union(*(candidates[handle] for handle in handles))
            only_here = {block for block in fitting if places[block] == {hex_} and block not in off_map}
            certain = fitting if len(fitting) == len(handles) else only_here if len(only_here) == len(handles) else set()
            if not certain:
                continue
            for handle, others in candidates.items():
                kept = others & certain if where[handle] == hex_ else others - certain
                if kept != others:
                    candidates[handle], has_changed = kept, True
            off_map -= certain
