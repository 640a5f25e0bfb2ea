"""Section 4.2: who gets the places of ports when more units depend on them than they can supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from blockfront.core.columns import Frame
from blockfront.hexes.grid import HexSet


class Dependants(NamedTuple):
    """Units of a side that live on the same ports, whatever their nations."""

    places: Mapping[HexSet, int]  # units each port can supply
    ports: Mapping[int, tuple[HexSet, ...]]  # the ports that can supply a unit

    def berths(self) -> list[Frame]:
        """(places, units that could use them) of every port, as a state keeps them."""
        return [(number, *(unit for unit, usable in self.ports.items() if port in usable)) for port, number in self.places.items()]

    def fed(self, units: Iterable[int]) -> list[int]:
        """Those of the units that can have a place together; the first ones go first and keep theirs."""
        guests: dict[HexSet, list[int]] = {port: [] for port in self.places}
        return [unit for unit in units if self._seat(unit, guests, set())]

    def joining(self, served: Iterable[int], candidates: Iterable[int]) -> list[int]:
        """Those of the candidates for whom, one at a time, there is still a place beside those who are served."""
        guests: dict[HexSet, list[int]] = {port: [] for port in self.places}
        for unit in served:
            self._seat(unit, guests, set())
        return [unit for unit in candidates if self._seat(unit, {port: list(here) for port, here in guests.items()}, set())]

    def _seat(self, unit: int, guests: dict[HexSet, list[int]], tried: set[HexSet]) -> bool:
        """Find a place for one more unit; others may have to change their ports for it."""
        for port in self.ports[unit]:
            if port in tried:
                continue
            tried.add(port)
            if len(guests[port]) < self.places[port]:
                guests[port].append(unit)
                return True
            for guest in list(guests[port]):
                if self._seat(guest, guests, tried):
                    guests[port][guests[port].index(guest)] = unit
                    return True
        return False


class Claim(NamedTuple):
    """More units than places: the owner decides."""

    asking: Frame  # (places left, units that could have one)
    berths: list[Frame]


def from_berths(berths: Sequence[Frame]) -> Dependants:
    """What a state has kept of the ports on which its claims depend; their order stands for their names."""
    units = sorted({unit for _, *users in berths for unit in users})
    ports = {unit: tuple(port for port, (_, *users) in enumerate(berths) if unit in users) for unit in units}
    return Dependants({port: places for port, (places, *_) in enumerate(berths)}, ports)


def groups(places: Mapping[HexSet, int], ports: Mapping[int, tuple[HexSet, ...]]) -> list[Dependants]:
    """Units apart whose ports have nothing to do with each other."""
    found: list[dict[int, tuple[HexSet, ...]]] = []
    for unit, usable in sorted(ports.items()):
        touched = [group for group in found if any(set(usable) & set(other) for other in group.values())]
        joined = {known: group[known] for group in touched for known in group} | {unit: usable}
        found = [group for group in found if group not in touched] + [joined]
    return [Dependants({port: places[port] for usable in group.values() for port in usable}, group) for group in found]
