"""Places of ports, against everything that could be tried."""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

from blockfront.core.clauses import clause
from blockfront.games.blocks_series.rules.port_places import Dependants


def _can_be_seated(group: Dependants, units: Sequence[int]) -> bool:
    """Whether some choice of a port for each of the units fills none beyond its places."""
    chosen = product(*(group.ports[unit] for unit in units))
    return any(all(choice.count(port) <= places for port, places in group.places.items()) for choice in chosen)


def _most_that_fit(group: Dependants, units: Sequence[int]) -> list[int]:
    """The first ones go first and keep theirs."""
    found: list[int] = []
    for unit in units:
        if _can_be_seated(group, [*found, unit]):
            found.append(unit)
    return found


def _any_group(rng: Random) -> Dependants:
    places: Mapping[int, int] = {1 << port: rng.randint(0, 2) for port in range(rng.randint(1, 3))}
    ports = {unit: tuple(rng.sample(list(places), rng.randint(1, len(places)))) for unit in rng.sample(range(50), rng.randint(1, 6))}
    return Dependants(places, ports)


@clause("BE-4.2c")
def test_no_unit_goes_without_a_place_that_others_could_leave_to_it() -> None:
    rng = Random(4)
    for _ in range(150):
        group = _any_group(rng)
        units = rng.sample(list(group.ports), len(group.ports))
        assert group.fed(units) == _most_that_fit(group, units)


@clause("BE-4.2c")
def test_who_asks_gets_what_those_who_are_served_leave() -> None:
    rng = Random(5)
    for _ in range(150):
        group = _any_group(rng)
        units = rng.sample(list(group.ports), len(group.ports))
        number = rng.randint(0, len(units))
        served, asking = _most_that_fit(group, units[:number]), units[number:]
        able = [unit for unit in asking if _can_be_seated(group, [*served, unit])]
        assert group.joining(served, asking) == able
        found = group.served_together(units[:number], asking)
        assert (found.able, found.left) == (able, len(_most_that_fit(group, [*served, *able])) - len(served))
        assert found.is_enough == _can_be_seated(group, units)
