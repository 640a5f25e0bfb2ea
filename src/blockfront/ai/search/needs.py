"""What would be lost in the enemy's next turn unless somebody acts, and how likely that is.

An enemy gets somewhere in three steps: he walks; he walks again in a blitz or an exploitation; he breaks through a stack that falls in his
first battle and goes on behind it. How far he walks and how often stacks fall is the title's to say.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

Walk = Callable[[HexSet, HexSet], HexSet]  # where one gets from some hexes around others that are held, the start included
LEAST: Final = 0.02  # chances below this are left out


class Need(NamedTuple):
    """What is lost unless somebody stands in one of some hexes, chances included, and why in a few words."""

    hexes: HexSet
    worth: float
    why: str


class Reach(NamedTuple):
    """Where an enemy can be when his turn is over."""

    walked: HexSet
    again: HexSet  # with a second movement
    behind: Mapping[int, HexSet]  # by stack in his way: with a second movement from where it stood


def reach(free: HexSet, held: HexSet, walk: Walk, again: Walk, stacks: Iterable[int]) -> Reach:
    """For enemies in `free` hexes; `stacks` are held hexes that he can attack at once."""
    walked = walk(free, held)
    behind = {hex_: again(1 << hex_, held & ~(1 << hex_)) for hex_ in stacks}
    return Reach(walked, again(walked, held) | walked, behind)


def chance_at(found: Reach, hexes: HexSet, second: float, falls: Mapping[int, float]) -> float:
    """How likely one of some hexes is entered: `second` is the chance of a second movement, `falls` those that stacks fall."""
    if found.walked & hexes:
        return 1.0
    chance = second if found.again & hexes else 0.0
    for hex_, fall in falls.items():
        if found.behind.get(hex_, 0) & hexes:
            chance = max(chance, second * fall)
    return chance


def worst(needs: Iterable[Need], least: float = LEAST) -> list[Need]:
    """Those that matter, the worst first; of equals the one whose first hex comes first."""
    return sorted((need for need in needs if need.worth >= least), key=lambda need: (-need.worth, members(need.hexes)))
