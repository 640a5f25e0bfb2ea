"""What a title provides for the search of one decision: its plans and what they are worth, as far as the side's view tells."""

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

from blockfront.ai.search.needs import Need
from blockfront.ai.thoughts import Thoughts
from blockfront.core.actions import Action

World = TypeVar("World")  # a plausible enemy that the view allows
Plan = TypeVar("Plan")


class Mind(Protocol[World, Plan]):
    """The plans for one decision and their judgement; it knows only the view it was made for."""

    def needs(self) -> Sequence[Need]:
        """Lists what would be lost in the enemy's next turn unless units are sent, worst first."""
        ...

    def plans(self) -> Sequence[Plan]:
        """Lists the plans worth trying, the usual one first."""
        ...

    def actions(self, plan: Plan) -> tuple[Action, ...]:
        """Returns the actions of a plan, in order."""
        ...

    def world(self, rng: Random) -> World:
        """Guesses one enemy that the view allows; all plans are tried against the same one."""
        ...

    def standing(self, world: World) -> float:
        """Returns what the current position is worth in a world."""
        ...

    def foretold(self, plan: Plan, world: World, seed: float) -> float | None:
        """Returns the worth after a plan and the enemy's likely answer, with the same dice for all plans; None if time ran out."""
        ...

    def worth(self, plan: Plan, world: World, seed: float) -> float | None:
        """Returns the value by which plans are compared in a world: the trusted part of what is foretold, less the price."""
        ...

    def why(self, plan: Plan) -> Thoughts:
        """Returns the explanation that people read."""
        ...
