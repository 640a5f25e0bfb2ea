"""Set-ups that nobody can work out again: machines' plans for a set-up are known to whoever has the program, so like blocks change places.

The random numbers must come from something of at least 128 bits that opponents do not have.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.core.actions import Action

Placements = tuple[tuple[int, int, int], ...]  # block, strength, hex


@runtime_checkable
class SetUps(Protocol):
    """Choices of a set-up, of which the listed ones are examples."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def drawn(self, rng: Random) -> Action:
        """A set-up that depends on the random numbers in more than a variant."""
        ...

    def mixed(self, action: Action, rng: Random) -> Action:
        """A set-up like this one for whoever cannot see the faces of blocks."""
        ...


def exchanged(order: OrderOfBattle, placements: Placements, rng: Random, is_legal: Callable[[Placements], bool]) -> Placements:
    """The placements after blocks of the same kind and strength have changed places, where that is legal."""
    alike: dict[Hashable, list[int]] = {}
    for place, (block, strength, _) in enumerate(placements):
        one = order[block]
        alike.setdefault((one.type, one.nation, one.tags, one.strengths, strength), []).append(place)
    for places in alike.values():
        if len(places) > 1:
            placements = _with_hexes_mixed(placements, places, rng, is_legal)
    return placements


def _with_hexes_mixed(placements: Placements, places: Sequence[int], rng: Random, is_legal: Callable[[Placements], bool]) -> Placements:
    """Each of some blocks in turn changes places with one of those before it or stays, as in a shuffle of cards."""
    found = list(placements)
    for number, place in enumerate(places):
        other = places[rng.randrange(number + 1)]
        (block, strength, hex_), (with_block, _, there) = found[place], found[other]
        if hex_ != there:
            found[place], found[other] = (block, strength, there), (with_block, strength, hex_)
            if not is_legal(tuple(found)):
                found[place], found[other] = (block, strength, hex_), (with_block, strength, there)
    return tuple(found)
