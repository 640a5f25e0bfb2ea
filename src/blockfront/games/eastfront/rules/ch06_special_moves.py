"""Moves of a Movement Phase that only optional chapters know: drops, invasions, evacuations."""

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
        """Whether a unit waits for a special move that must be made, and may move in no other way."""
        return False

    def is_owed(self, state: EastFrontState, side: int) -> bool:
        """Whether a special move must still be made before the phase may end."""
        return False

    def carry_out(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        """Make a special move, or give the order for one that waits until all else has moved."""
        raise TypeError(f"no option knows the move {action}")

    def ways_out(self, state: EastFrontState, rearguard: int) -> list[Action] | None:
        """How a rearguard may go that was ordered to leave otherwise than by land; None for all others."""
        return None

    def complete(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        """Let a rearguard that was pursued leave."""
        raise TypeError(f"no option knows the retreat {action}")

    def show(self, state: EastFrontState) -> None:
        """Note what everybody sees of the special moves, before rearguards leave."""

    def settle(self, state: EastFrontState) -> None:
        """Forget orders that have been carried out once all moves are made."""

    def why_not(self, state: EastFrontState, action: Action, side: int) -> Refusal | None:
        """Why a special move is not offered."""
        return None
