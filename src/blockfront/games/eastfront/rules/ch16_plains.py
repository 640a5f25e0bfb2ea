"""Sections 16.7 and 16.8: the plains beyond the west edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.blocks import effects
from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, OFF_MAP, SOVIET, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules


class Plains(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.regions = rules.regions

    def held_by_soviets(self, state: EastFrontState, edge: HexSet) -> HexSet:
        """Edge hexes that only Soviet units occupy."""
        return edge & state.occupied[SOVIET] & ~state.occupied[AXIS]

    def beyond(self, state: EastFrontState) -> list[int]:
        """Axis units held beyond the map edge."""
        return [block for block in self.order.of_side[AXIS] if state.location[block] <= OFF_MAP]

    @rule("EF-16.7a")
    def unguarded(self, state: EastFrontState) -> list[int]:
        """Edge hexes from Belgrade to Krakow with only Soviet units and no Axis unit held opposite."""
        due = self.held_by_soviets(state, self.regions.plain_edge)
        if due:
            due &= ~mask_of(OFF_MAP - state.location[block] for block in self.beyond(state))
        return list(members(due))

    def guard_is_due(self, state: EastFrontState) -> bool:
        return bool(self.unguarded(state)) and bool(state.occupied[AXIS] & ~state.occupied[SOVIET])

    @rule("EF-16.7b", "EF-R22")
    def nearest(self, state: EastFrontState, hex_: int) -> list[int]:
        """The unengaged Axis units of any type that are nearest to an edge hex."""
        free = state.occupied[AXIS] & ~state.occupied[SOVIET]
        distance: dict[int, int] = {at: self.board.distance(hex_, at) for at in members(free)}
        least = min(distance.values(), default=0)
        location = state.location
        return [b for b in self.order.of_side[AXIS] if location[b] >= 0 and distance.get(location[b]) == least]

    @rule("EF-16.7b", "EF-16.7d", "EF-R22")
    def take_off(self, state: EastFrontState, block: int, hex_: int) -> None:
        """Hold a unit beyond an edge hex; it is neither on the map nor eliminated."""
        effects.hide(state, block)
        effects.place(state, block, AXIS, OFF_MAP - hex_)

    @rule("EF-16.7c")
    def come_back(self, state: EastFrontState) -> bool:
        """Units return to edge hexes that the Soviets have left; True when any did."""
        returned = False
        for block in self.beyond(state):
            hex_ = OFF_MAP - state.location[block]
            if not state.occupied[SOVIET] >> hex_ & 1:
                effects.place(state, block, AXIS, hex_)
                returned = True
        return returned

    @rule("EF-16.8a", "EF-R37")
    def poland_is_crossed(self, state: EastFrontState) -> bool:
        """Whether the Soviets alone occupy a west-edge hex north of Krakow."""
        return bool(self.held_by_soviets(state, self.regions.polish_edge))
