"""Proposals for people: the deployment, the purchases, that a machine of the title would choose from the same view.

    propose(game, view, Random(seed))

answers with actions that the side can carry out one after the other, or with None where nothing is proposed. Like every player,
a proposal knows the view and nothing else.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import msgspec

from blockfront.ai.player import Budget, Player
from blockfront.ai.registry import levels_of, player, players_of
from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Shuffle
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.core.stack_game import StackGame

DEPLOYMENT: Final = "deployment"
PRODUCTION: Final = "production"
QUICK: Final = ("captain", "recruit")  # levels that answer at once, the better first


class Proposal(msgspec.Struct, frozen=True):
    """What a level would do, in order, and why in a sentence. `kind` is `deployment` or `production`."""

    kind: str
    level: str
    actions: tuple[Action, ...]
    explanation: str


def propose(game: AnyGame, view: Any, rng: Random) -> Proposal | None:
    """What the title's quickest good level would do for the viewer now; None unless the viewer is to deploy or to produce."""
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
    """Whether a title says where it proposes something."""
    return players_of(title_id).proposes is not None


def kind_of_step(game: StackGame[Any, Any], state: Any, kinds: Mapping[type, str]) -> str | None:
    """The kind of decision that is pending, by the step that asks for it; None for steps of no kind."""
    top = game.stack.top(state)
    return None if top is None else next((kind for step, kind in kinds.items() if isinstance(top[0], step)), None)


def _carried_out(game: AnyGame, view: Any, chooser: Player, kind: str, rng: Random) -> tuple[tuple[Action, ...], str]:
    """Decisions one after the other on a guessed state, until others act or the matter is settled.

    Dealing handles anew, which chance may do in between, changes nothing for the side's own choices.
    """
    side = Side(view.viewer)
    state = game.guess(view, rng)
    actions: list[Action] = []
    explanation = ""
    while side in game.to_act(state) and _kind(game, state) == kind:
        decision = chooser.decide(game, game.view(state, side), Budget(), rng)
        actions.append(decision.action)
        explanation = explanation or decision.explanation
        game.apply(state, decision.action, side)
        while CHANCE in game.to_act(state) and isinstance(game.chance(state), Shuffle):
            game.apply(state, Deal(0), CHANCE)
    return tuple(actions), explanation


def _kind(game: AnyGame, state: Any) -> str | None:
    """What the title proposes something for in this position."""
    proposes = players_of(game.title.id).proposes
    return proposes(game, state) if proposes else None
