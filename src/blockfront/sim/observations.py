"""Views as arrays of fixed shape. Whatever is in them is read from the view of one side, so they hold no secret.

`planes` is (plane, row, column): hexes in play, then own and others' blocks, then the lists of hexes
of the title's view that its contract names.
`facts` is a vector: the numbers of the view (turn, phase, weather …) in the order the view declares them, the pending decision,
blocks off the map, and blocks in each box beside it.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from blockfront.core.game import AnyGame
from blockfront.core.sides import SPECTATOR
from blockfront.core.stack_game import StackGame
from blockfront.games import catalogue
from blockfront.games.catalogue import map_of
from blockfront.hexes.hexset import members

Array = NDArray[np.float32]
BOUND: Final = 1e6  # of every number in an observation
FRAME: Final = 12  # numbers of the pending decision that are told
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


class Encoder:
    """Makes observations of one game."""

    def __init__(self, game: AnyGame) -> None:
        self._grid = map_of(game.title.id).grid
        self._cell: dict[int, int] = {hex_: self._place(hex_) for hex_ in members(self._grid.cells)}
        self._boxes = range(self._grid.size, self._grid.size + len(map_of(game.title.id).boxes))  # as titles number them
        self._hex_fields = catalogue.contract(game.title.id).hex_planes
        steps = game.stack.steps if isinstance(game, StackGame) else ()
        self._step = {step.number: place for place, step in enumerate(steps)}  # a small number tells a network more
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

    def encode(self, view: msgspec.Struct) -> tuple[Array, Array]:
        """(planes, facts) of a view."""
        return self._encode_planes(view), self._encode_facts(view)

    def _encode_planes(self, view: Any) -> Array:
        planes, cell = self._blank.copy(), self._cell
        for own in view.blocks.own:
            if own.location in cell:
                planes[1:4, cell[own.location]] += (1, own.steps, own.face_up)
        for seen in view.blocks.seen:
            if seen.location in cell:
                planes[4:8, cell[seen.location]] += (1, seen.block >= 0, seen.steps, seen.face_up)
        for plane, hexes in enumerate(self._lists(view), start=len(BLOCK_PLANES)):
            planes[plane, [cell[hex_] for hex_ in hexes if hex_ in cell]] = 1
        return planes.reshape(self.shape)

    def _lists(self, view: Any) -> Iterable[tuple[int, ...]]:
        for field in self._hex_fields:
            value = getattr(view, field)
            if value and isinstance(value[0], tuple):
                yield from value
            else:
                yield value

    def _encode_facts(self, view: Any) -> Array:
        numbers = [int(getattr(view, name)) for name in self._numbers]
        frame = [self._step[view.frames[-1][0]], *view.frames[-1][1:FRAME]] if view.frames else []
        frame += [-1] * (FRAME - len(frame))
        off_map = (
            sum(own.location < 0 for own in view.blocks.own),
            len(view.blocks.open),
            sum(place.number for place in view.blocks.secret),
        )
        own = Counter(block.location for block in view.blocks.own)
        others = Counter(block.location for block in view.blocks.seen)
        in_boxes = [counted[box] for box in self._boxes for counted in (own, others)]
        facts: Array = np.array([*numbers, *frame, *off_map, *in_boxes], dtype=np.float32)
        return np.clip(facts, -BOUND, BOUND)
