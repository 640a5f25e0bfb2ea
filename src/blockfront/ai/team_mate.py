"""A machine player in one seat of a team: plans for the whole side and carries out its own part."""

from collections.abc import Collection
from random import Random
from typing import Any, Final

from blockfront.ai.player import Budget, Decision, Player
from blockfront.ai.thoughts import thought
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.core.teams import commands

FAR: Final = 80  # most actions of team mates that are imagined before the seat's own


def member_decision(
    game: AnyGame, view: Any, player: Player, parts: Collection[str], budget: Budget, rng: Random, *, is_led: bool
) -> Decision | None:
    """Returns the plan's first action that belongs to the seat, or the end of the phase; None to leave it to the others.

    The team mates' actions before it are only imagined and may turn out otherwise, so the action must be legal now. If a person leads the
    team (`is_led`), decisions that concern everybody are left to him.
    """
    side = Side(view.viewer)
    now = game.guess(view, rng)
    imagined = now.copy()
    for _ in range(FAR):
        decision = player.decide(game, game.view(imagined, side), budget, rng)
        if game.ends(decision.action):
            break
        concerned = game.concerned(imagined, decision.action, side)
        is_own = commands(parts, concerned, game.divisions(side)) if concerned else not is_led
        if is_own and decision.action in game.legal(now, side):
            return decision
        game.apply(imagined, decision.action, side)
        if game.to_act(imagined) != {side}:
            break
    ending = _ending(game, now, side)
    return None if ending is None else Decision(ending, thought("part_done"))


def _ending(game: AnyGame, state: Any, side: Side) -> Action | None:
    return next((action for action in game.legal(state, side) if game.ends(action)), None)
