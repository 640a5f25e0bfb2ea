"""A game as learning machines meet it: decisions as indices into the legal list, chance from a seed, views as arrays.

An action is the place of the choice in the legal list, which is sorted and depends on nothing its owner may not know. Lists longer
than `max_actions` are thinned evenly, first and last choice kept. Indices beyond the list are taken modulo its length, so that even
an unmasked sample is a legal action.
"""

from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from blockfront.core.actions import Action
from blockfront.core.game import Result
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.sim.maps import Marker, markers_of_state, markers_of_view, position_svg
from blockfront.sim.observations import Encoder
from blockfront.sim.raster import Pixels, position_pixels

MAX_ACTIONS: Final = 4096
Observation = dict[str, NDArray[Any]]
RENDER_MODES: Final = ["human", "ansi", "svg", "rgb_array"]


class Seats:
    """A running game and the arrays made of it."""

    def __init__(self, title: str, scenario: str, options: frozenset[str] | None, max_actions: int) -> None:
        if max_actions < 2:
            raise ValueError(f"max_actions must be at least 2, not {max_actions}")
        self.game: Any = catalogue.game(title, scenario, options)
        self.sides = tuple(map(Side, range(len(self.game.title.sides))))
        self.max_actions = max_actions
        self.encoder = Encoder(self.game)
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        self._offered: tuple[Any, dict[Side, list[Action]]] = (None, {})  # the state they belong to, and the choices of its sides
        self.rng = Random() if seed is None else Random(f"environment {seed}")
        self.state: Any = self.game.setup()
        self._let_chance_act()

    @property
    def result(self) -> Result | None:
        found: Result | None = self.game.result(self.state)
        return found

    def deciding(self) -> frozenset[Side]:
        found: frozenset[Side] = frozenset() if self.result else self.game.to_act(self.state)
        return found

    def count(self, side: Side) -> int:
        """How many actions the side can choose from now."""
        return len(self.actions(side))

    def actions(self, side: Side) -> list[Action]:
        """The choices behind the indices; worked out once a decision."""
        state, known = self._offered
        if state is not self.state:
            known = {}
            self._offered = (self.state, known)
        if side not in known:
            offered = list(self.game.legal(self.state, side)) if side in self.deciding() else []
            known[side] = [offered[place] for place in places(len(offered), self.max_actions)]
        return known[side]

    def action(self, side: Side, index: int) -> Action:
        offered = self.actions(side)
        return offered[int(index) % len(offered)]

    def take(self, side: Side, index: int) -> None:
        self.apply(side, self.action(side, index))

    def apply(self, side: Side, action: Action) -> None:
        self._offered = (None, {})
        self.game.apply(self.state, action, side)
        self._let_chance_act()

    def _let_chance_act(self) -> None:
        while self.result is None and CHANCE in self.game.to_act(self.state):
            self.game.apply(self.state, self.game.chance(self.state).sample(self.rng), CHANCE)

    def mask(self, side: Side, *, waiting: bool = False) -> NDArray[np.int8]:
        """1 for every index that is a choice; with `waiting`, who has nothing to decide may choose 0."""
        mask = np.zeros(self.max_actions, dtype=np.int8)
        mask[: self.count(side) or int(waiting)] = 1
        return mask

    def observe(self, side: Side, *, waiting: bool = False) -> Observation:
        planes, facts = self.encoder.encode(self.game.view(self.state, side))
        return {"observation": planes, "facts": facts, "action_mask": self.mask(side, waiting=waiting)}

    def reward(self, side: Side) -> float:
        """1 for a win, -1 for a defeat, 0 for a draw and while the game goes on."""
        result = self.result
        if result is None or result.winner is None:
            return 0.0
        return 1.0 if result.winner == side else -1.0

    # ---- looking at it

    def render(self, mode: str | None, side: Side | None) -> str | Pixels | None:
        """The truth, or what one side sees."""
        if mode == "rgb_array":
            return position_pixels(self.game.title.id, self._markers(side))
        if mode == "svg":
            return position_svg(self.game.title.id, self._markers(side), self.text())
        if mode == "human":
            print(self.text())
            return None
        return self.text() if mode == "ansi" else None

    def _markers(self, side: Side | None) -> list[Marker]:
        if side is None:
            return markers_of_state(self.state, self.game.order)
        return markers_of_view(self.game.view(self.state, side), self.game.order)

    def text(self) -> str:
        """Where the game stands, in a line."""
        name = f"{self.game.title.name}, {self.game.scenario}"
        if (result := self.result) is not None:
            winner = "nobody" if result.winner is None else self.game.title.sides[result.winner]
            return f"{name}: {winner} wins, margin {result.margin}"
        who = " and ".join(self.game.title.sides[side] for side in sorted(self.deciding()))
        return f"{name}: player turn {self.game.player_turn(self.state)}, {who} to decide"


def places(length: int, most: int) -> list[int]:
    """The places of a list that are offered when at most so many can be."""
    return list(range(length)) if length <= most else [index * (length - 1) // (most - 1) for index in range(most)]
