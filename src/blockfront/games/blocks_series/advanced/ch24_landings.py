"""Chapter 24: headquarters that order landings, and stacks on the beaches."""

from collections.abc import Sequence

from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Later, Listed
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.rules.ch13_headquarters import LANDING
from blockfront.games.blocks_series.state import EXPLOITATION, MOVEMENT, SeriesState


class LandingHeadquarters(CommandingHeadquarters):
    def kinds_in_play(self) -> frozenset[int]:
        return super().kinds_in_play() | {LANDING}

    def could_help(self, kind: int, block: int) -> bool:
        """As in chapter 13, but landings are ordered separately, not as special actions."""
        return kind != LANDING and super().could_help(kind, block)

    @rule("BW-24.0c", "BW-24.0e", "BE-24.0b")
    def commanders(self, state: SeriesState, side: int) -> Sequence[int]:
        found, landings = super().commanders(state, side), self.rules.landings
        if state.phase != MOVEMENT:
            return found
        return [*found, *(hq for hq in self.units.headquarters[side] if hq not in found and landings.may_command(state, hq))]

    def gives_orders(self, state: SeriesState, hq: int) -> bool:
        return super().gives_orders(state, hq) or self.rules.landings.may_command(state, hq)

    def kinds_of_orders(self, state: SeriesState, hq: int) -> list[Choices]:
        found, landings = super().kinds_of_orders(state, hq) if super().gives_orders(state, hq) else [], self.rules.landings
        if state.phase not in (MOVEMENT, EXPLOITATION):
            return found
        return [*found, Later(Action, lambda: Listed(landings.orders(state, hq) + landings.follow_ups(state, hq)))]

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return self.rules.landings.why_not(state, action, side) or super().why_not(state, action, side)
