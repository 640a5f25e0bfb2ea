"""One seat of a game as a Gymnasium environment: the other sides are played by machines of `sim.players`.

    import gymnasium
    import blockfront.sim.gymnasium_env

    gymnasium.make("blockfront/eastfront-s43-v0", side="soviet", opponent="captain")

Importing this module registers every scenario of every title under its name.
"""

from random import Random
from typing import Any, Final

import gymnasium

from blockfront.ai.player import Budget, Player
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.sim.pettingzoo_env import DEFAULT, OfferedIndices, observation_space
from blockfront.sim.players import RANDOM, new_player
from blockfront.sim.seats import MAX_ACTIONS, RENDER_MODES, Observation, Seats

VERSION: Final = 0  # increased when the meaning of observations or actions changes


class SingleSeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game. Observations, actions and rewards are as in `sim.pettingzoo_env`; an episode is a game."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        title: str = DEFAULT[0],
        scenario: str = DEFAULT[1],
        *,
        side: str | None = None,
        opponent: str = RANDOM,
        options: frozenset[str] | None = None,
        max_actions: int = MAX_ACTIONS,
        max_decisions: int | None = None,
        action_features: bool = False,
        budget: Budget | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.seats = Seats(title, scenario, options, max_actions, with_features=action_features)
        self.side = Side(0) if side is None else self.seats.game.title.side(side)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.seats)
        self.action_space = OfferedIndices(self.seats, self.side)
        self._opponent = opponent
        self._budget = budget or Budget()
        self._max_decisions = max_decisions
        new_player(opponent, title)

    def legal_actions(self) -> list[Action]:
        """Lists the actions behind the indices that may be chosen now."""
        return self.seats.actions(self.side)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**31))
        self.seats.begin(number)
        self._others: dict[Side, Player] = {
            side: new_player(self._opponent, self.seats.game.title.id) for side in self.seats.sides if side != self.side
        }
        self._mind = Random(f"opponent {number}")
        self._decisions = 0
        self._let_others_decide()
        return self.seats.observe(self.side), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self.seats.take(self.side, action)
        self._decisions += 1
        self._let_others_decide()
        result = self.seats.result
        late = result is None and self._max_decisions is not None and self._decisions >= self._max_decisions
        info = {} if result is None else {"margin": result.margin if self.side == 0 else -result.margin}
        return self.seats.observe(self.side), self.seats.reward(self.side), result is not None, late, info

    def _let_others_decide(self) -> None:
        """Plays the other sides until this seat has to decide or the game is over."""
        seats = self.seats
        while (deciding := seats.deciding()) and self.side not in deciding:
            other = min(deciding)
            view = seats.game.view(seats.state, other)
            seats.apply(other, self._others[other].decide(seats.game, view, self._budget, self._mind).action)

    def render(self) -> Any:
        """Returns what this seat sees."""
        return self.seats.render(self.render_mode, self.side)


def register() -> None:
    """Registers every scenario for `gymnasium.make` as `blockfront/TITLE-SCENARIO-v0`."""
    for title in catalogue.titles():
        for scenario in title.scenarios:
            name = f"blockfront/{title.id}-{scenario.id}-v{VERSION}"
            if name not in gymnasium.registry:
                settings = {"title": title.id, "scenario": scenario.id}
                gymnasium.register(name, entry_point=f"{__name__}:{SingleSeatEnv.__name__}", kwargs=settings)


register()
