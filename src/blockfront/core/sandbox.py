"""A position to try things in: play actions, see what happened. For tests, examples and notebooks."""

from typing import Any, Self

from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Shuffle
from blockfront.core.description import describe
from blockfront.core.events import Event, visible_to
from blockfront.core.game import AnyGame
from blockfront.core.pictures import drawn
from blockfront.core.refusals import Refusal
from blockfront.core.sides import CHANCE, Side


class Sandbox:
    """A game in some state. `play` goes on in place and returns the sandbox, so that calls can be chained."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []

    @property
    def side(self) -> Side:
        """Whose decision it is; the first side's where several decide at once."""
        return min(self.game.to_act(self.state))

    def play(self, *actions: Action, side: Side | None = None) -> Self:
        """Take actions one after the other; each must be legal when its turn comes."""
        for action in actions:
            acting = self.side if side is None else side
            if acting == CHANCE:
                assert action in self.game.chance(self.state), f"{action} is not what is rolled for"
            else:
                assert action in self.game.legal(self.state, acting), f"{action} is not among {self.legal(acting)}"
            self.events += self.game.apply(self.state, action, acting)
        return self

    def deal(self) -> Self:
        """Let chance mix what must be mixed."""
        while self.state.frames and self.side == CHANCE and isinstance(self.game.chance(self.state), Shuffle):
            self.play(Deal(3))
        return self

    def legal(self, side: Side | None = None) -> list[Action]:
        return list(self.game.legal(self.state, self.side if side is None else side))

    def refusal(self, action: Action) -> Refusal:
        """Why an action is refused; an error when it is not."""
        refusal = self.game.why_not(self.state, action, self.side)
        assert refusal is not None, f"{action} is legal"
        assert action not in self.game.legal(self.state, self.side)
        return refusal

    def told(self, kind: type[Event], viewer: int | None = None) -> list[Any]:
        """The events of one kind so far, all or those a viewer saw."""
        events = self.events if viewer is None else visible_to(self.events, viewer)
        return [event for event in events if isinstance(event, kind)]

    def __repr__(self) -> str:
        return describe(self.game, self.state)

    def _repr_svg_(self) -> str | None:
        return drawn("position", self.game, self.state)
