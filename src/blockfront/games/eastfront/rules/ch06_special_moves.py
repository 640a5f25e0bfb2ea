"""Moves of a Movement Phase that exist only with optional chapters: drops, invasions, evacuations."""

from blockfront.core.actions import Action
from blockfront.core.choices import Choices
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import EastFrontState


class SpecialMoves(Chapter):
    def families(self, state: EastFrontState, side: int) -> list[Choices]:
        """Families of special moves offered now: none without options."""
        return []

    def is_reserved(self, state: EastFrontState, block: int) -> bool:
        """Whether a unit must make a special move and may not move in any other way."""
        return False

    def is_owed(self, state: EastFrontState, side: int) -> bool:
        """Whether a special move must still be made before the phase may end."""
        return False

    def carry_out(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        """Make a special move, or note the order for one that waits until all other moves are made."""
        raise TypeError(f"no option knows the move {action}")

    def ways_out(self, state: EastFrontState, rearguard: int) -> list[Action] | None:
        """How a rearguard leaves that was not ordered to leave by land; None for all other rearguards."""
        return None

    def complete(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        """Let a rearguard leave after it was pursued."""
        raise TypeError(f"no option knows the retreat {action}")

    def show(self, state: EastFrontState) -> None:
        """Note what everybody sees of the special moves before rearguards leave."""

    def settle(self, state: EastFrontState) -> None:
        """Forget orders that have been carried out once all moves are made."""

    def why_not(self, state: EastFrontState, action: Action, side: int) -> Refusal | None:
        """Why a special move is not offered."""
        return None
