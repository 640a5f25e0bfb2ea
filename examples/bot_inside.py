"""A machine player of your own, in the arena against the levels that come with blockfront.

    python examples/bot_inside.py

A player gets what its side sees and answers with a decision. It never gets the true state: `game.guess` deals one that the view allows,
on which the rules answer as they would at the table.
"""

from random import Random
from typing import Any

from blockfront.ai.player import Budget, Decision, Player
from blockfront.core.game import AnyGame
from blockfront.core.match import Match
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.sim.players import new_player


class Optimist:
    """Tries a few legal actions in one imagined world and keeps the one that leaves the enemy the fewest steps."""

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
        side = Side(view.viewer)
        world = game.guess(view, rng)
        enemies = game.order.of_side[1 - side]
        best, fewest = None, 10**9
        for action in {game.legal(world, side).sample(rng) for _ in range(12)}:
            after = world.copy()
            game.apply(after, action, side)
            left = sum(after.steps[block] for block in enemies)
            if left < fewest:
                best, fewest = action, left
        assert best is not None
        return Decision(best, f"leaves the enemy {fewest} steps")


def play(players: tuple[Player, Player], seed: int) -> str:
    """One game of Proving Ground; the winner's side, or "draw"."""
    game, rng = catalogue.game("proving_ground", "border_incident"), Random(seed)
    match = Match(game, seed=seed.to_bytes(32, "big"))
    while match.result is None:
        side = min(match.to_act())
        decision = players[side].decide(game, game.view(match.state, side), Budget(), rng)
        match.submit(match.seats[side], decision.action)
    return "draw" if match.result.winner is None else game.title.sides[match.result.winner]


if __name__ == "__main__":
    for number in range(4):
        print(play((Optimist(), new_player("recruit", "proving_ground")), number))
