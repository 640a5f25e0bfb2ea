"""What a title gives the search: for one decision of one side, told from its view, its plans and what they come to."""

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

from blockfront.ai.search.needs import Need
from blockfront.core.actions import Action

World = TypeVar("World")  # an enemy that the view allows, made plausible
Plan = TypeVar("Plan")


class Mind(Protocol[World, Plan]):
    """Knows the view it was made for and nothing else."""

    def needs(self) -> Sequence[Need]:
        """What would be lost in the enemy's next turn unless somebody acts, the worst first."""
        ...

    def plans(self) -> Sequence[Plan]:
        """Plans worth a trial, the usual one first."""
        ...

    def actions(self, plan: Plan) -> tuple[Action, ...]:
        """What a plan does, in order."""
        ...

    def world(self, rng: Random) -> World:
        """One of the enemies that the view allows: drawn once, the same for all plans."""
        ...

    def standing(self, world: World) -> float:
        """What the position is worth in a world as it is."""
        ...

    def foretold(self, plan: Plan, world: World, seed: float) -> float | None:
        """The same after a plan and the enemy's likely answer, by the same dice for all plans; None when time was over."""
        ...

    def worth(self, plan: Plan, world: World, seed: float) -> float | None:
        """What a plan is chosen for in a world: what is foretold of it, as far as that is trusted, less its price."""
        ...

    def why(self, plan: Plan) -> str:
        """The explanation that people read."""
        ...
