"""Set-ups that opponents cannot recompute: anybody can run the program that plans set-ups, so equal blocks change places at random.

The random numbers must come from at least 128 bits that opponents do not have.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.core.actions import Action

Placements = tuple[tuple[int, int, int], ...]  # block, strength, hex


@runtime_checkable
class SetUps(Protocol):
    """The choices of a set-up, of which only examples are listed."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def drawn(self, rng: Random) -> Action:
        """A set-up in which the random numbers decide more than which variant is used."""
        ...

    def mixed(self, action: Action, rng: Random) -> Action:
        """A set-up that looks like this one to a player who cannot see the faces of blocks."""
        ...


def exchanged(order: OrderOfBattle, placements: Placements, rng: Random, is_legal: Callable[[Placements], bool]) -> Placements:
    """The placements after blocks of the same kind and strength have changed places at random, where that is legal."""
    alike: dict[Hashable, list[int]] = {}
    for place, (block, strength, _) in enumerate(placements):
        one = order[block]
        alike.setdefault((one.type, one.nation, one.tags, one.strengths, strength), []).append(place)
    for places in alike.values():
        if len(places) > 1:
            placements = _with_hexes_mixed(placements, places, rng, is_legal)
    return placements


def _with_hexes_mixed(placements: Placements, places: Sequence[int], rng: Random, is_legal: Callable[[Placements], bool]) -> Placements:
    """The placements after each of some blocks in turn has changed places with an earlier one, or stayed, as in a shuffle."""
    found = list(placements)
    for number, place in enumerate(places):
        other = places[rng.randrange(number + 1)]
        (block, strength, hex_), (with_block, _, there) = found[place], found[other]
        if hex_ != there:
            found[place], found[other] = (block, strength, there), (with_block, strength, hex_)
            if not is_legal(tuple(found)):
                found[place], found[other] = (block, strength, hex_), (with_block, strength, there)
    return tuple(found)
