"""Every title and scenario as a PettingZoo environment (AEC): `env(title=…, scenario=…)`, `parallel_env(…)`.

Agents are the sides by name. An observation holds `observation` (planes over the map), `facts` (a vector) and `action_mask`; all of it
comes from the side's own view (`sim.observations`). With `action_features` it also holds `actions`: a feature row for each index. An
action is an index into the side's legal list (`sim.seats`). The reward comes at the end: 1, 0 or -1; `infos` then hold the margin.

By default only the side that has to decide is asked. With `max_cycles`, and in `parallel_env`, every side is asked once in each cycle,
and a side with nothing to decide has a single choice, 0: wait. The game is truncated after `max_cycles` or `max_decisions`.
"""

from typing import Any, Final

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import OrderEnforcingWrapper
from pettingzoo.utils.conversions import aec_to_parallel

from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.sim.action_features import FEATURES
from blockfront.sim.observations import BOUND
from blockfront.sim.raster import Pixels
from blockfront.sim.seats import MAX_ACTIONS, RENDER_MODES, Observation, Seats

DEFAULT: Final = ("proving_ground", "border_incident")


def observation_space(seats: Seats) -> gymnasium.spaces.Dict:
    """Returns the space of a side's observations."""
    spaces: dict[str, gymnasium.spaces.Space[Any]] = {
        "observation": gymnasium.spaces.Box(0, BOUND, seats.encoder.shape, np.float32),
        "facts": gymnasium.spaces.Box(-BOUND, BOUND, (len(seats.facts),), np.float32),
        "action_mask": gymnasium.spaces.Box(0, 1, (seats.max_actions,), np.int8),
    }
    if seats.with_features:
        spaces["actions"] = gymnasium.spaces.Box(-BOUND, BOUND, (seats.max_actions, len(FEATURES)), np.float32)
    return gymnasium.spaces.Dict(spaces)


class OfferedIndices(gymnasium.spaces.Discrete):
    """The space of action indices. Unless a mask is given, `sample` draws only from those the side can choose now."""

    def __init__(self, seats: Seats, side: Side, *, waiting: bool = False) -> None:
        super().__init__(seats.max_actions)
        self._offer = (seats, side, waiting)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        seats, side, waiting = self._offer
        if mask is None and probability is None and seats.deciding():
            mask = seats.mask(side, waiting=waiting)
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: Any) -> "OfferedIndices":
        seats, side, waiting = self._offer
        return OfferedIndices(seats, side, waiting=waiting)


class raw_env(AECEnv[str, Observation, int | None]):  # noqa: N801 - the name PettingZoo gives it
    """The environment without the checks of PettingZoo's wrappers."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "blockfront_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        title: str = DEFAULT[0],
        scenario: str = DEFAULT[1],
        *,
        options: frozenset[str] | None = None,
        max_actions: int = MAX_ACTIONS,
        max_cycles: int | None = None,
        max_decisions: int | None = None,
        in_cycles: bool = False,
        action_features: bool = False,
        render_mode: str | None = None,
        render_side: str | None = None,
    ) -> None:
        super().__init__()
        self.seats = Seats(title, scenario, options, max_actions, with_features=action_features)
        names = self.seats.game.title.sides
        self.possible_agents = list(names)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._render_side = None if render_side is None else self.seats.game.title.side(render_side)
        self._max_cycles = max_cycles
        self._max_decisions = max_decisions
        self._in_cycles = in_cycles or max_cycles is not None
        self._observation_spaces = {name: observation_space(self.seats) for name in names}
        self._action_spaces = {name: OfferedIndices(self.seats, self.side(name), waiting=self._in_cycles) for name in names}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self._action_spaces[agent]

    def side(self, agent: str) -> Side:
        return Side(self.possible_agents.index(agent))

    def legal_actions(self, agent: str) -> list[Action]:
        """Lists the actions behind the indices an agent may choose now; empty if it has nothing to decide."""
        return self.seats.actions(self.side(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.seats.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = self._decisions = 0
        self.agent_selection = self.agents[0] if self._in_cycles else self._next_to_decide()

    def _next_to_decide(self) -> str:
        deciding = self.seats.deciding()
        return self.possible_agents[min(deciding)] if deciding else self.agents[0]

    def observe(self, agent: str) -> Observation:
        return self.seats.observe(self.side(agent), waiting=self._in_cycles)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{agent} must choose an action"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        side = self.side(agent)
        if side in self.seats.deciding():
            self.seats.take(side, action)
            self._decisions += 1
        last_of_cycle = agent == self.agents[-1]
        self._cycles += last_of_cycle
        self._close_if_over(last_of_cycle)
        if self._in_cycles:
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self._next_to_decide()
        self._accumulate_rewards()

    def _close_if_over(self, last_of_cycle: bool) -> None:
        result = self.seats.result
        if result is not None:
            for agent in self.agents:
                self.terminations[agent] = True
                self.rewards[agent] = self.seats.reward(self.side(agent))
                self.infos[agent] = {"margin": result.margin if self.side(agent) == 0 else -result.margin}
            return
        late = self._max_decisions is not None and self._decisions >= self._max_decisions
        if self._max_cycles is not None and last_of_cycle:
            late = late or self._cycles >= self._max_cycles
        if late:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | Pixels | None:
        return self.seats.render(self.render_mode, self._render_side)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def env(**settings: Any) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """Returns the environment with PettingZoo's check of the order of calls; settings are those of `raw_env`."""
    return OrderEnforcingWrapper(raw_env(**settings))


def parallel_env(**settings: Any) -> Any:
    """Returns the environment for callers that ask all sides at once; a side with nothing to decide waits."""
    return aec_to_parallel(env(**{"in_cycles": True, **settings}))
