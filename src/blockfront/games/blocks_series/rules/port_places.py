"""Section 4.2: which units get the places of ports when more units depend on them than they can supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from blockfront.core.columns import Frame
from blockfront.hexes.grid import HexSet


class Dependants(NamedTuple):
    """Units of a side that depend on the same ports, whatever their nations."""

    places: Mapping[HexSet, int]  # units each port can supply
    ports: Mapping[int, tuple[HexSet, ...]]  # the ports that can supply a unit

    def berths(self) -> list[Frame]:
        """For every port, its places and the units that could use them, in the form a state stores."""
        return [(number, *(unit for unit, usable in self.ports.items() if port in usable)) for port, number in self.places.items()]

    def fed(self, units: Iterable[int]) -> list[int]:
        """The units that can have places together; earlier ones take precedence and keep theirs."""
        seating = _Seating(self.places)
        return [unit for unit in units if seating.seat(self.ports[unit])]

    def joining(self, served: Iterable[int], candidates: Iterable[int]) -> list[int]:
        """The candidates for each of which, taken alone, there is still a place beside the units already served."""
        seating = _Seating(self.places)
        for unit in served:
            seating.seat(self.ports[unit])
        able = seating.ports_with_room()
        return [unit for unit in candidates if not able.isdisjoint(self.ports[unit])]

    def served_together(self, served: Iterable[int], asking: Sequence[int]) -> Served:
        """What happens to units that ask for the places left by those already served."""
        seating, ports = _Seating(self.places), self.ports
        before = sum([seating.seat(ports[unit]) for unit in served])
        with_room = seating.ports_with_room()
        able = [unit for unit in asking if not with_room.isdisjoint(ports[unit])]
        left = sum([seating.seat(ports[unit]) for unit in able])
        return Served(able, left, before + left == len(ports))


class Served(NamedTuple):
    """Which of several units could have a place of a port, and how many of them at once."""

    able: list[int]  # each of these could have a place
    left: int  # how many of them can have one together
    is_enough: bool  # everybody has a place


class _Seating:
    """The places of ports while they are given out one by one; units that can use the same ports are alike."""

    __slots__ = ("_free", "_full", "_guests")

    def __init__(self, places: Mapping[HexSet, int]) -> None:
        self._free = dict(places)
        self._guests: dict[HexSet, dict[tuple[HexSet, ...], int]] = {port: {} for port in places}  # by the ports they can use
        self._full: set[tuple[HexSet, ...]] = set()  # for whom there was no place: nor will there be one

    def seat(self, usable: tuple[HexSet, ...]) -> bool:
        """Give one more unit a place, moving others to other ports if needed; returns whether it worked."""
        for port in usable:
            if self._free[port] > 0:
                self._take(port, usable)
                return True
        if usable in self._full:
            return False
        before: dict[HexSet, tuple[HexSet, tuple[HexSet, ...]] | None] = dict.fromkeys(usable)  # (port, guest) that could move there
        waiting = list(usable)
        for port in waiting:
            if self._free[port] > 0:
                self._move_up(port, before, usable)
                return True
            for guest in self._guests[port]:
                further = [other for other in guest if other not in before]
                before |= dict.fromkeys(further, (port, guest))
                waiting += further
        self._full.add(usable)
        return False

    def _take(self, port: HexSet, guest: tuple[HexSet, ...]) -> None:
        self._free[port] -= 1
        self._guests[port][guest] = self._guests[port].get(guest, 0) + 1

    def _move_up(
        self, port: HexSet, before: Mapping[HexSet, tuple[HexSet, tuple[HexSet, ...]] | None], newcomer: tuple[HexSet, ...]
    ) -> None:
        """Along a chain of ports, move one guest of each to the next port, and put the newcomer in the first."""
        while (step := before[port]) is not None:
            self._take(port, step[1])
            port = step[0]
            self._free[port] += 1
            self._guests[port][step[1]] -= 1
            if not self._guests[port][step[1]]:
                del self._guests[port][step[1]]
        self._take(port, newcomer)

    def ports_with_room(self) -> set[HexSet]:
        """Ports with a free place, or with a guest that could move to a port with one."""
        found = {port for port, free in self._free.items() if free > 0}
        while more := {port for port, guests in self._guests.items() if port not in found and any(not found.isdisjoint(g) for g in guests)}:
            found |= more
        return found


class Claim(NamedTuple):
    """More units than places: the owner decides which units get them."""

    asking: Frame  # (places left, units that could have one)
    berths: list[Frame]


def from_berths(berths: Sequence[Frame]) -> Dependants:
    """The dependants rebuilt from what a state stores; ports are known by their order only."""
    return _from_berths(tuple(berths))


@lru_cache(maxsize=8)
def _from_berths(berths: tuple[Frame, ...]) -> Dependants:
    units = sorted({unit for _, *users in berths for unit in users})
    ports = {unit: tuple(port for port, berth in enumerate(berths) if unit in berth[1:]) for unit in units}
    return Dependants({port: places for port, (places, *_) in enumerate(berths)}, ports)


def groups(places: Mapping[HexSet, int], ports: Mapping[int, tuple[HexSet, ...]]) -> list[Dependants]:
    """The dependants split into groups that share no ports."""
    found: list[tuple[set[HexSet], dict[int, tuple[HexSet, ...]]]] = []
    for unit, usable in sorted(ports.items()):
        touched = [group for group in found if not group[0].isdisjoint(usable)]
        if len(touched) != 1:
            joined = {port for group in touched for port in group[0]}, {u: theirs for group in touched for u, theirs in group[1].items()}
        else:
            joined = touched[0]
        joined[0].update(usable)
        joined[1][unit] = usable
        found = [group for group in found if group not in touched] + [joined]
    return [Dependants({port: places[port] for usable in dict.fromkeys(group.values()) for port in usable}, group) for _, group in found]
