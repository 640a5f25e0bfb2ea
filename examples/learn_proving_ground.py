# %% [markdown]
# # A first learner
#
# A linear policy learns to play Blue in Proving Ground against a random opponent, by REINFORCE. Every legal action is described by a
# few numbers; the policy weighs them and draws an action, and after each game the weights move towards what was done in games that
# went better than usual. Run it as a script, or cell by cell in a notebook:
#
#     pip install 'blockfront[rl]'
#     python examples/learn_proving_ground.py

# %%
import sys

import numpy as np
from numpy.typing import NDArray

from blockfront.core.actions import Action
from blockfront.core.stack_game import tag_of
from blockfront.sim.gymnasium_env import SingleSeatEnv

Floats = NDArray[np.float64]


# %% [markdown]
# ## What the policy looks at
#
# The kind of action, and for moves how much nearer they bring a block to the enemy's base and to the nearest town it does not hold.


# %%
class Features:
    """Describes the legal actions of a seat by numbers, from its own view alone."""

    def __init__(self, env: SingleSeatEnv) -> None:
        game = env.seats.game
        self.env = env
        self.kinds = sorted(kind.__struct_config__.tag for kind in game.actions)
        self.grid = game.board.grid
        self.goal = game.board.bases[1 - env.side]
        self.towns = list(game.board.towns)
        self.size = len(self.kinds) + 3

    def of(self, actions: list[Action]) -> Floats:
        view = self.env.seats.game.view(self.env.seats.state, self.env.side)
        where = {own.block: own for own in view.blocks.own}
        enemies = {seen.location for seen in view.blocks.seen}
        open_towns = [town for town in self.towns if town not in view.control[self.env.side]]
        found = np.zeros((len(actions), self.size))
        for row, action in enumerate(actions):
            found[row, self.kinds.index(tag_of(action))] = 1.0
            block, target = getattr(action, "block", -1), getattr(action, "target", -1)
            if block in where and where[block].location >= 0 and target >= 0:
                origin = where[block].location
                found[row, -3] = self.grid.distance(origin, self.goal) - self.grid.distance(target, self.goal)
                if open_towns:
                    found[row, -2] = min(self.grid.distance(origin, town) for town in open_towns)
                    found[row, -2] -= min(self.grid.distance(target, town) for town in open_towns)
                found[row, -1] = (target in enemies) * (where[block].steps - 2.0)
        return found


# %% [markdown]
# ## One game


# %%
def play(env: SingleSeatEnv, features: Features, weights: Floats, rng: np.random.Generator, seed: int) -> tuple[float, Floats]:
    """The margin of a game, and the direction in which the weights make its actions more likely."""
    env.reset(seed=seed)
    gradient = np.zeros_like(weights)
    while True:
        described = features.of(env.legal_actions())
        scores = described @ weights
        likely = np.exp(scores - scores.max())
        likely /= likely.sum()
        chosen = int(rng.choice(len(likely), p=likely))
        gradient += described[chosen] - likely @ described
        _, _, over, _, info = env.step(chosen)
        if over:
            return float(info["margin"]), gradient


# %% [markdown]
# ## Learning


# %%
def train(games: int = 400, batch: int = 20, rate: float = 0.1, seed: int = 0) -> tuple[Floats, list[float]]:
    """The weights after so many games, and the mean margin of each batch."""
    env = SingleSeatEnv(max_actions=256)
    features = Features(env)
    rng = np.random.default_rng(seed)
    weights = np.zeros(features.size)
    course = []
    for first in range(0, games, batch):
        played = [play(env, features, weights, rng, seed + first + number) for number in range(batch)]
        margins = np.array([margin for margin, _ in played])
        course.append(float(margins.mean()))
        advantage = (margins - margins.mean()) / (margins.std() + 1e-9)
        step = sum(value * gradient for value, (_, gradient) in zip(advantage, played, strict=True)) / batch
        weights += rate * step / (np.linalg.norm(step) + 1e-9) * np.sqrt(features.size)
    return weights, course


def mean_margin(weights: Floats, games: int = 100, seed: int = 10_000) -> float:
    """How the policy does in games it has not seen."""
    env = SingleSeatEnv(max_actions=256)
    features, rng = Features(env), np.random.default_rng(seed)
    return float(np.mean([play(env, features, weights, rng, seed + number)[0] for number in range(games)]))


# %%
def main(games: int) -> None:
    weights, course = train(games)
    for number, margin in enumerate(course):
        print(f"batch {number + 1:3}: mean margin {margin:+.2f}")
    env = SingleSeatEnv(max_actions=256)
    names = [*Features(env).kinds, "towards the enemy's base", "towards an open town", "strong into battle"]
    for name, weight in sorted(zip(names, weights, strict=True), key=lambda pair: -pair[1]):
        print(f"{weight:+.2f}  {name}")
    print(f"in new games: {mean_margin(np.zeros_like(weights)):+.2f} before, {mean_margin(weights):+.2f} after")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
