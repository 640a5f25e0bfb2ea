"""A machine player at one seat of a team: it plans for the whole side and carries out what is its own."""

from collections.abc import Collection
from random import Random
from typing import Any, Final

from blockfront.ai.player import Budget, Decision, Player
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.core.teams import commands

FAR: Final = 80  # actions of team mates that are imagined before one's own


def member_decision(
    game: AnyGame, view: Any, player: Player, parts: Collection[str], budget: Budget, rng: Random, *, is_led: bool
) -> Decision | None:
    """The first action of the plan that is the seat's own; the end of the phase when there is none; None to leave it to the others.

    What team mates would do before it is imagined: they may do something else, so the action must be possible now. Where a person leads,
    what concerns everybody is his to decide.
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
    return None if ending is None else Decision(ending, "nothing more to do for my part")


def _ending(game: AnyGame, state: Any, side: Side) -> Action | None:
    return next((action for action in game.legal(state, side) if game.ends(action)), None)
