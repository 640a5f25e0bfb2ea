"""A player's plan for the rest of a phase, stored under the views it expects to see; anything unexpected makes it plan again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from itertools import dropwhile
from typing import Any, Final, NamedTuple

import msgspec

from blockfront.ai.player import Decision
from blockfront.ai.thoughts import Explanation
from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Shuffle
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side

KEPT: Final = 32  # expected views for which plans are kept


class Intention(NamedTuple):
    """The next planned actions of a phase, and the reason for them."""

    actions: tuple[Action, ...]
    explanation: Explanation
    expected: Any = None  # the state that the plan led to; it agrees with the view


class Intentions:
    """Plans stored under the last few views that were expected."""

    def __init__(self) -> None:
        self._by_view: OrderedDict[bytes, Intention] = OrderedDict()

    def recall(self, game: AnyGame, view: Any) -> Intention | None:
        """Returns and removes the plan stored for this view, if there is one."""
        return self._by_view.pop(_key(game, view), None)

    def decision(self, game: AnyGame, state: Any, side: Side, meant: Intention, safe: Callable[[list[Action]], Action]) -> Decision:
        """Returns the first planned action that is legal and stores the rest for later; if none is legal, the safe choice."""
        legal = game.legal(state, side)
        actions = list(dropwhile(lambda action: action not in legal, meant.actions))
        if not actions:
            return Decision(safe(list(legal)), meant.explanation)
        if len(actions) > 1:
            self._expect(game, state, side, actions, meant.explanation)
        return Decision(actions[0], meant.explanation)

    def _expect(self, game: AnyGame, state: Any, side: Side, actions: list[Action], explanation: Explanation) -> None:
        """Stores the actions after the first under the view that will be seen then, unless dice come between."""
        after = state.copy()
        game.apply(after, actions[0], side)
        while CHANCE in game.to_act(after):
            if not isinstance(game.chance(after), Shuffle):
                return
            game.apply(after, Deal(0), CHANCE)
        self._by_view[_key(game, game.view(after, side))] = Intention(tuple(actions[1:]), explanation, after)
        if len(self._by_view) > KEPT:
            self._by_view.popitem(last=False)


def _key(game: AnyGame, view: Any) -> bytes:
    return f"{game.scenario} {sorted(game.options)} ".encode() + msgspec.msgpack.encode(view)
