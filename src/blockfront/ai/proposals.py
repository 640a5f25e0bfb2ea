"""Proposals for people: the deployment or the purchases that a machine player would choose from the same view.

    propose(game, view, Random(seed))

returns actions that the side can carry out one after the other, or None if nothing is proposed. Like every player, it knows only
the view.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import msgspec

from blockfront.ai.player import Budget, Player
from blockfront.ai.registry import levels_of, player, players_of
from blockfront.ai.thoughts import Explanation
from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Shuffle
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.core.stack_game import StackGame

DEPLOYMENT: Final = "deployment"
PRODUCTION: Final = "production"
QUICK: Final = ("captain", "recruit")  # levels that answer at once, the better first


class Proposal(msgspec.Struct, frozen=True):
    """What a level would do, in order, and why. `kind` is `deployment` or `production`."""

    kind: str
    level: str
    actions: tuple[Action, ...]
    explanation: Explanation


def propose(game: AnyGame, view: Any, rng: Random) -> Proposal | None:
    """Returns what a quick level would do for the viewer now; None unless the viewer has to deploy or produce."""
    side = Side(view.viewer)
    state = game.guess(view, rng)
    kind = _kind(game, state) if side in game.to_act(state) else None
    if kind is None:
        return None
    able = {known.id for known in levels_of(game.title.id)}
    level = next(name for name in QUICK if name in able)
    actions, explanation = _carried_out(game, view, player(level, game.title.id), kind, rng)
    return Proposal(kind, level, actions, explanation)


def advises(title_id: str) -> bool:
    """Says whether a title proposes anything to people."""
    return players_of(title_id).proposes is not None


def kind_of_step(game: StackGame[Any, Any], state: Any, kinds: Mapping[type, str]) -> str | None:
    """Returns the kind of the pending decision by the step that asks for it; None if the step has no kind."""
    top = game.stack.top(state)
    return None if top is None else next((kind for step, kind in kinds.items() if isinstance(top[0], step)), None)


def _carried_out(game: AnyGame, view: Any, chooser: Player, kind: str, rng: Random) -> tuple[tuple[Action, ...], Explanation]:
    """Makes decisions on a guessed state until another side acts or decisions of this kind are over.

    Chance may give blocks new handles in between; this does not change the side's own choices.
    """
    side = Side(view.viewer)
    state = game.guess(view, rng)
    actions: list[Action] = []
    explanation: Explanation = ""
    while side in game.to_act(state) and _kind(game, state) == kind:
        decision = chooser.decide(game, game.view(state, side), Budget(), rng)
        actions.append(decision.action)
        explanation = explanation or decision.explanation
        game.apply(state, decision.action, side)
        while CHANCE in game.to_act(state) and isinstance(game.chance(state), Shuffle):
            game.apply(state, Deal(0), CHANCE)
    return tuple(actions), explanation


def _kind(game: AnyGame, state: Any) -> str | None:
    """Returns the kind of decision for which the title proposes something in this position, if any."""
    proposes = players_of(game.title.id).proposes
    return proposes(game, state) if proposes else None
