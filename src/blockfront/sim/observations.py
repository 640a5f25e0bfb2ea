"""Views as arrays of fixed shape. Everything in them comes from the view of one side, so they reveal no secrets.

`planes` has the shape (plane, row, column): hexes in play, own blocks, others' blocks, then the lists of hexes that the title's
contract names.
`facts` is a vector: the numbers of the view (turn, phase, weather …) in the order the view declares them, the pending decision,
blocks off the map, and blocks in each box beside it.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from blockfront.blocks.sightings import OwnBlock, SeenBlock
from blockfront.core.game import AnyGame
from blockfront.core.sides import SPECTATOR
from blockfront.core.stack_game import StackGame
from blockfront.games import catalogue
from blockfront.games.catalogue import map_of
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

Array = NDArray[np.float32]
BOUND: Final = 1e6  # largest absolute value of a number in an observation
KEPT: Final = 256  # sets of hexes whose cells are cached
FRAME: Final = 12  # numbers of the pending decision that are included
BLOCK_PLANES: Final = (
    "in play",
    "own blocks",
    "own steps",
    "own blocks face up",
    "others' blocks",
    "others' blocks whose face is known",
    "others' steps as known",
    "others' blocks face up",
)


class Counted(NamedTuple):
    """The counts of a list of blocks: positions in the flattened planes, the numbers there, and blocks in places off the grid."""

    places: NDArray[np.intp]
    numbers: Array
    elsewhere: Counter[int]

    @staticmethod
    def of(found: dict[int, int], elsewhere: Counter[int]) -> "Counted":
        places, numbers = np.fromiter(found, np.intp, len(found)), np.fromiter(found.values(), np.float32, len(found))
        return Counted(places, numbers, elsewhere)


class OwnTally:
    """The counts of a side's own blocks, updated from view to view, because few blocks change and their order stays the same."""

    def __init__(self, cell: dict[int, int], size: int) -> None:
        self._cell, self._size = cell, size
        self._blocks: tuple[OwnBlock, ...] = ()
        self._found: dict[int, int] = {}
        self._elsewhere: Counter[int] = Counter()

    def count(self, blocks: tuple[OwnBlock, ...]) -> Counted:
        """Returns the counts for a new list of blocks, changing only what differs from the last list."""
        if len(self._blocks) != len(blocks):
            self._found, self._elsewhere = {}, Counter()
            for own in blocks:
                self._add(own, 1)
        else:
            for old, new in zip(self._blocks, blocks, strict=True):
                if old is not new:
                    self._add(old, -1)
                    self._add(new, 1)
        self._blocks = blocks
        return Counted.of(self._found, self._elsewhere)

    def _add(self, own: OwnBlock, number: int) -> None:
        place, found, size = self._cell.get(own.location), self._found, self._size
        if place is None:
            self._elsewhere[own.location] += number
            return
        place += size
        found[place] = found.get(place, 0) + number
        found[place + size] = found.get(place + size, 0) + number * own.steps
        if own.face_up:
            found[place + 2 * size] = found.get(place + 2 * size, 0) + number


class Encoder:
    """Makes the observations of one game."""

    def __init__(self, game: AnyGame) -> None:
        self._grid = map_of(game.title.id).grid
        self._cell: dict[int, int] = {hex_: self._place(hex_) for hex_ in members(self._grid.cells)}
        self._known: dict[tuple[str, int], tuple[Any, Counted]] = {}  # by list of blocks: the one last counted, with its counts
        self._tallies: dict[int, OwnTally] = {}
        self._cells_of = lru_cache(maxsize=KEPT)(self._cells)
        self._boxes = range(self._grid.size, self._grid.size + len(map_of(game.title.id).boxes))  # titles number boxes after the hexes
        self._hex_fields = catalogue.contract(game.title.id).hex_planes
        steps = game.stack.steps if isinstance(game, StackGame) else ()
        self._step = {step.number: place for place, step in enumerate(steps)}  # consecutive numbers, which networks learn more easily
        blank = game.view(game.setup(), SPECTATOR)
        self._numbers = [name for name in blank.__struct_fields__ if isinstance(getattr(blank, name), int)]
        self.planes = (*BLOCK_PLANES, *self._plane_names(blank))
        in_boxes = (f"{whose} in box {box - self._grid.size}" for box in self._boxes for whose in ("own", "others'"))
        decision = (f"decision {number}" for number in range(FRAME))
        self.facts = (*self._numbers, *decision, "own off map", "others' open", "others' secret", *in_boxes)
        self.shape = (len(self.planes), self._grid.rows, self._grid.columns)
        self._blank: Array = np.zeros((len(self.planes), self._grid.rows * self._grid.columns), dtype=np.float32)
        for hex_, data in map_of(game.title.id).hexes.items():
            self._blank[0, self._cell[hex_]] = data.play != "closed"

    def _place(self, hex_: int) -> int:
        column, row = self._grid.offset(hex_)
        return row * self._grid.columns + column

    def _plane_names(self, view: Any) -> Iterable[str]:
        for field in self._hex_fields:
            value = getattr(view, field)
            if value and isinstance(value[0], tuple):
                yield from (f"{field} {side}" for side in range(len(value)))
            else:
                yield field

    def encode(self, view: msgspec.Struct, *more: int) -> tuple[Array, Array]:
        """Returns (planes, facts) of a view; `more` is added at the end of the facts."""
        return self._encode_planes(view), self._encode_facts(view, more)

    def _encode_planes(self, view: Any) -> Array:
        planes = self._blank.copy()
        cells = planes.reshape(-1)
        for counted in self._counted(view):
            cells[counted.places] = counted.numbers
        for plane, hexes in enumerate(self._lists(view), start=len(BLOCK_PLANES)):
            if hexes:
                planes[plane, self._cells_of(mask_of(hexes))] = 1
        return planes.reshape(self.shape)

    def _counted(self, view: Any) -> tuple["Counted", "Counted"]:
        """Returns the counts of own and others' blocks. Views share unchanged lists, so these are counted once."""
        return (
            self._once(("own", view.viewer), view.blocks.own, self._tally(view.viewer).count),
            self._once(("seen", view.viewer), view.blocks.seen, self._count_seen),
        )

    def _tally(self, viewer: int) -> OwnTally:
        if viewer not in self._tallies:
            self._tallies[viewer] = OwnTally(self._cell, self._blank.shape[1])
        return self._tallies[viewer]

    def _once(self, what: tuple[str, int], blocks: Any, count: Callable[[Any], "Counted"]) -> "Counted":
        known = self._known.get(what)
        if known is None or known[0] is not blocks:
            known = self._known[what] = blocks, count(blocks)
        return known[1]

    def _count_seen(self, blocks: Iterable[SeenBlock]) -> "Counted":
        cell, size, found = self._cell.get, self._blank.shape[1], dict[int, int]()
        get, elsewhere = found.get, Counter[int]()
        for seen in blocks:
            place = cell(seen.location)
            if place is None:
                elsewhere[seen.location] += 1
                continue
            place += 4 * size
            found[place] = get(place, 0) + 1
            if seen.block >= 0:
                found[place + size] = get(place + size, 0) + 1
                found[place + 2 * size] = get(place + 2 * size, 0) + seen.steps
            if seen.face_up:
                found[place + 3 * size] = get(place + 3 * size, 0) + 1
        return Counted.of(found, elsewhere)

    def _cells(self, hexes: HexSet) -> NDArray[np.intp]:
        return np.array([self._cell[hex_] for hex_ in members(hexes & self._grid.cells)], dtype=np.intp)

    def _lists(self, view: Any) -> Iterable[tuple[int, ...]]:
        for field in self._hex_fields:
            value = getattr(view, field)
            if value and isinstance(value[0], tuple):
                yield from value
            else:
                yield value

    def _encode_facts(self, view: Any, more: tuple[int, ...]) -> Array:
        numbers = [int(getattr(view, name)) for name in self._numbers]
        frame = [self._step[view.frames[-1][0]], *view.frames[-1][1:FRAME]] if view.frames else []
        frame += [-1] * (FRAME - len(frame))
        own, others = (counted.elsewhere for counted in self._counted(view))
        off_map = (
            sum(number for place, number in own.items() if place < 0),
            len(view.blocks.open),
            sum(place.number for place in view.blocks.secret),
        )
        in_boxes = [counted.get(box, 0) for box in self._boxes for counted in (own, others)]
        facts: Array = np.array([*numbers, *frame, *off_map, *in_boxes, *more], dtype=np.float32)
        return facts.clip(-BOUND, BOUND, out=facts)
