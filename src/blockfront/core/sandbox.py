"""A position to try things out: play actions, see what happens. For tests, examples and notebooks."""

from typing import Any, Self

from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Dice, Shuffle
from blockfront.core.description import describe
from blockfront.core.events import Event, visible_to
from blockfront.core.game import AnyGame
from blockfront.core.pictures import drawn
from blockfront.core.refusals import Refusal
from blockfront.core.sides import CHANCE, Side


class Sandbox:
    """A game in some state. `play` changes it in place and returns the sandbox, so that calls can be chained."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []

    @property
    def side(self) -> Side:
        """The side that has to decide; the first of them if several decide at once."""
        return min(self.game.to_act(self.state))

    @property
    def dice(self) -> int:
        """The number of dice to be rolled now."""
        pending = self.game.chance(self.state)
        assert isinstance(pending, Dice), f"{pending} is no throw of dice"
        return pending.count

    def play(self, *actions: Action, side: Side | None = None) -> Self:
        """Take actions one after the other; each must be legal at its turn."""
        for action in actions:
            acting = self.side if side is None else side
            if acting == CHANCE:
                assert action in self.game.chance(self.state), f"{action} is not what is rolled for"
            else:
                assert action in self.game.legal(self.state, acting), f"{action} is not among {self.legal(acting)}"
            self.events += self.game.apply(self.state, action, acting)
        return self

    def deal(self) -> Self:
        """Let chance do all pending shuffles."""
        while self.state.frames and self.side == CHANCE and isinstance(self.game.chance(self.state), Shuffle):
            self.play(Deal(3))
        return self

    def legal(self, side: Side | None = None) -> list[Action]:
        return list(self.game.legal(self.state, self.side if side is None else side))

    def refusal(self, action: Action) -> Refusal:
        """Why an action is refused; raises an error if it is legal."""
        refusal = self.game.why_not(self.state, action, self.side)
        assert refusal is not None, f"{action} is legal"
        assert action not in self.game.legal(self.state, self.side)
        return refusal

    def told(self, kind: type[Event], viewer: int | None = None) -> list[Any]:
        """The events of one kind so far: all of them, or only those that a viewer saw."""
        events = self.events if viewer is None else visible_to(self.events, viewer)
        return [event for event in events if isinstance(event, kind)]

    def __repr__(self) -> str:
        return describe(self.game, self.state)

    def _repr_svg_(self) -> str | None:
        return drawn("position", self.game, self.state)
