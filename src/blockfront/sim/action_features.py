"""Actions as vectors of fixed length, for learners that compare choices instead of learning what each index means.

`kind` is 1 for the title's first kind of action, 2 for the second, and so on. Block numbers, rows and columns are counted from 1, so
that 0 means none; rows and columns are those of the observation's planes. All other numbers come last, in the action's own order.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from blockfront.core.actions import Action
from blockfront.core.stack_game import tag_of
from blockfront.games.catalogue import map_of

OTHERS: Final = 6
FEATURES: Final = ("kind", "block", "row", "column", "second row", "second column", *(f"number {place}" for place in range(OTHERS)))
TURNS_THE_PAGE: Final = -1.0  # value of `kind` for the index that turns to the next page
BOUND: Final = 1e6
BLOCKS: Final = frozenset(("block", "hq", "first", "second"))  # fields that name blocks
HEXES: Final = frozenset(("hex", "to", "target", "origin", "entry", "exit"))  # fields that name hexes


class ActionEncoder:
    """Turns the actions of one game into feature vectors."""

    def __init__(self, game: Any) -> None:
        self._kinds = {kind.__struct_config__.tag: number for number, kind in enumerate(game.actions, start=1)}
        self._grid = map_of(game.title.id).grid

    def encode(self, actions: Sequence[Action]) -> NDArray[np.float32]:
        """Returns one row of features for each action."""
        return np.array([self._row(action) for action in actions], dtype=np.float32)

    def _row(self, action: Action) -> list[float]:
        block = 0.0
        places: list[float] = []
        others: list[float] = []
        for name, value in msgspec.structs.asdict(action).items():
            if not isinstance(value, int):
                others.append(float(len(value)) if hasattr(value, "__len__") else 0.0)
            elif name in BLOCKS and not block:
                block = value + 1.0
            elif name in HEXES and 0 <= value < self._grid.size and len(places) < 4:
                column, row = self._grid.offset(value)
                places += [row + 1.0, column + 1.0]
            else:
                others.append(float(value))
        places += [0.0] * (4 - len(places))
        others += [0.0] * (OTHERS - len(others))
        numbers = (max(-BOUND, min(BOUND, number)) for number in others[:OTHERS])
        return [float(self._kinds.get(tag_of(action), 0)), block, *places, *numbers]
