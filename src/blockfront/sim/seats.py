"""A game as learning environments present it: decisions as indices into the legal list, chance from a seed, views as arrays.

An action is its index in the legal list, which is sorted and depends only on what its side may know. A list longer than `max_actions`
comes in pages: the last index turns to the next page, and from the last page back to the first, so that every legal action can be
chosen. An index that is not offered is an error.
"""

from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from blockfront.core.actions import Action
from blockfront.core.game import Result
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.sim.action_features import FEATURES, TURNS_THE_PAGE, ActionEncoder
from blockfront.sim.maps import Marker, markers_of_state, markers_of_view, position_svg
from blockfront.sim.observations import Encoder
from blockfront.sim.raster import Pixels, position_pixels

MAX_ACTIONS: Final = 4096
Observation = dict[str, NDArray[Any]]
RENDER_MODES: Final = ["human", "ansi", "svg", "rgb_array"]


class Seats:
    """A running game, with its decisions and views as arrays."""

    def __init__(
        self, title: str, scenario: str, options: frozenset[str] | None, max_actions: int, *, with_features: bool = False
    ) -> None:
        if max_actions < 2:
            raise ValueError(f"max_actions must be at least 2, not {max_actions}")
        self.game: Any = catalogue.game(title, scenario, options)
        self.sides = tuple(map(Side, range(len(self.game.title.sides))))
        self.max_actions = max_actions
        self.with_features = with_features
        self.encoder = Encoder(self.game)
        self.facts = (*self.encoder.facts, "page", "pages")
        self._features = ActionEncoder(self.game)
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """Begins a new game."""
        self._offered: tuple[Any, dict[Side, list[Action]]] = (None, {})  # a state, and the choices of its sides
        self._pages: dict[Side, int] = {}  # the open page of each side that has turned pages
        self.rng = Random() if seed is None else Random(f"environment {seed}")
        self.state: Any = self.game.setup()
        self._let_chance_act()

    @property
    def result(self) -> Result | None:
        found: Result | None = self.game.result(self.state)
        return found

    def deciding(self) -> frozenset[Side]:
        """Returns the sides that have to decide now; none when the game is over."""
        found: frozenset[Side] = frozenset() if self.result else self.game.to_act(self.state)
        return found

    def count(self, side: Side) -> int:
        """Returns how many indices the side can choose from now, including the one that turns the page."""
        return len(self.actions(side)) + (self.pages(side) > 1)

    def pages(self, side: Side) -> int:
        """Returns the number of pages of the side's choices."""
        number = len(self.choices(side))
        return 1 if number <= self.max_actions else -(-number // (self.max_actions - 1))

    def page(self, side: Side) -> int:
        """Returns the number of the open page, counted from 0."""
        return self._pages.get(side, 0)

    def actions(self, side: Side) -> list[Action]:
        """Lists the actions behind the indices of the open page."""
        choices = self.choices(side)
        if len(choices) <= self.max_actions:
            return choices
        size = self.max_actions - 1
        return choices[self.page(side) * size :][:size]

    def choices(self, side: Side) -> list[Action]:
        """Lists all choices of a side; computed once per decision."""
        state, known = self._offered
        if state is not self.state:
            known = {}
            self._offered = (self.state, known)
        if side not in known:
            known[side] = list(self.game.legal(self.state, side)) if side in self.deciding() else []
        return known[side]

    def action(self, side: Side, index: int) -> Action | None:
        """Returns the action behind an index; None for the index that turns the page."""
        offered, place = self.actions(side), int(index)
        if not 0 <= place < self.count(side):
            who = self.game.title.sides[side]
            raise ValueError(f"{who} has the indices 0 to {self.count(side) - 1} to choose from, not {place}; the mask tells them")
        return offered[place] if place < len(offered) else None

    def take(self, side: Side, index: int) -> None:
        """Takes one of the offered actions by its index, or turns the page."""
        action = self.action(side, index)
        if action is None:
            self._pages[side] = (self.page(side) + 1) % self.pages(side)
        else:
            self.apply(side, action)

    def apply(self, side: Side, action: Action) -> None:
        """Applies an action of a side, then lets chance act."""
        self._offered = (None, {})
        self._pages = {}
        self.game.apply(self.state, action, side)
        self._let_chance_act()

    def _let_chance_act(self) -> None:
        while self.result is None and CHANCE in self.game.to_act(self.state):
            self.game.apply(self.state, self.game.chance(self.state).sample(self.rng), CHANCE)

    def mask(self, side: Side, *, waiting: bool = False) -> NDArray[np.int8]:
        """Returns 1 for every index that can be chosen; with `waiting`, a side that has nothing to decide may choose 0."""
        mask = np.zeros(self.max_actions, dtype=np.int8)
        mask[: self.count(side) or int(waiting)] = 1
        return mask

    def observe(self, side: Side, *, waiting: bool = False) -> Observation:
        """Returns the observation of a side, including the mask of its choices."""
        planes, facts = self.encoder.encode(self.game.view(self.state, side), self.page(side), self.pages(side))
        found: Observation = {"observation": planes, "facts": facts, "action_mask": self.mask(side, waiting=waiting)}
        if self.with_features:
            found["actions"] = self.features(side)
        return found

    def features(self, side: Side) -> NDArray[np.float32]:
        """Returns a feature row (`action_features`) for each index of the open page; rows of indices not offered are 0."""
        found = np.zeros((self.max_actions, len(FEATURES)), dtype=np.float32)
        actions = self.actions(side)
        if actions:
            found[: len(actions)] = self._features.encode(actions)
        if self.pages(side) > 1:
            found[len(actions), 0] = TURNS_THE_PAGE
        return found

    def reward(self, side: Side) -> float:
        """Returns 1 for a win, -1 for a defeat, 0 for a draw and while the game goes on."""
        result = self.result
        if result is None or result.winner is None:
            return 0.0
        return 1.0 if result.winner == side else -1.0

    # ---- rendering

    def render(self, mode: str | None, side: Side | None) -> str | Pixels | None:
        """Renders the true position, or with `side` what that side sees."""
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
        """Describes the state of the game in one line."""
        name = f"{self.game.title.name}, {self.game.scenario}"
        if (result := self.result) is not None:
            winner = "nobody" if result.winner is None else self.game.title.sides[result.winner]
            return f"{name}: {winner} wins, margin {result.margin}"
        who = " and ".join(self.game.title.sides[side] for side in sorted(self.deciding()))
        return f"{name}: player turn {self.game.player_turn(self.state)}, {who} to decide"
