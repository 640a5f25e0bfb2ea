"""Sections 16.2, 16.3, 16.5 and 16.6: oil, lend-lease, Army Group 'E'; in W'44 the sea lane to Courland."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from blockfront.blocks.block_state import NOT_IN_PLAY, battle_hexes
from blockfront.core.clauses import rule
from blockfront.games.eastfront.actions import Arrive
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules


class Objectives(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.regions = rules.regions
        self.army_group_e = tuple(self.order.where(tag="army_group_e"))
        self.with_sevastopol = tuple(b for b, entry in enumerate(rules.tables.entries) if entry.event == "sevastopol")

    # ---- oil and lend-lease

    @rule("EF-16.2a", "EF-16.2b", "EF-16.6a", "EF-16.61c", "EF-W41.1a", "EF-W44.4a", "EF-R51")
    def hqs_cost_more(self, state: EastFrontState, side: int) -> bool:
        """Whether a side's headquarters cost more: without its oil, or the Axis in the first winter."""
        sources = self.rules.supply.sources(state, side) & state.friendly[side]
        if side == SOVIET:
            return not sources & self.regions.baku
        return self.rules.facts(state).winter_paralysis or not sources & (self.regions.ploesti | self.regions.baku)

    @rule("EF-16.3a", "EF-16.61a", "EF-16.61c")
    def base_penalty(self, state: EastFrontState, side: int) -> int:
        """Production points that a side's base loses: the Soviets without Murmansk or the oil route."""
        if side == AXIS:
            return 0
        numbers = self.rules.tables.numbers
        from_the_east = self.rules.railways.fed_from(state, SOVIET, self.board.east_entries)
        return numbers.lend_lease * self.lend_lease_is_cut(state, from_the_east) + numbers.oil_route * self.oil_route_is_cut(
            state, from_the_east
        )

    @rule("EF-16.3a", "EF-R20")
    def lend_lease_is_cut(self, state: EastFrontState, from_the_east: HexSet) -> bool:
        """Whether no Soviet railway joins an Arctic rail entry with the east edge."""
        return not from_the_east & self.regions.arctic_entries & ~battle_hexes(state)

    @rule("EF-16.61a", "EF-16.61b", "EF-16.61c", "EF-R38")
    def oil_route_is_cut(self, state: EastFrontState, from_the_east: HexSet) -> bool:
        """Whether Soviet Baku has lost its route over Guryev: the Axis controls Guryev or Astrakhan, or the railway is cut."""
        regions = self.regions
        is_open = from_the_east & regions.guryev and not state.friendly[AXIS] & regions.astrakhan
        return bool(state.friendly[SOVIET] & regions.baku) and not is_open

    # ---- units that come with events

    @rule("EF-16.5a", "EF-1.7b")
    def watch_west_front(self, state: EastFrontState) -> None:
        """Note that Soviet units have crossed the boundary of the West Front."""
        if state.occupied[SOVIET] & self.regions.west_front:
            state.west_front = 1

    @rule("EF-16.5a", "EF-16.4c", "EF-R21", "EF-2.68a")
    def special_arrivals(self, state: EastFrontState, side: int, hexes: Sequence[int]) -> list[Arrive]:
        """Units that events bring: Army Group 'E' in its own ports, the Italians where reinforcements arrive."""
        if side != AXIS:
            return []
        italians = [b for b in self.with_sevastopol if state.released >> b & 1 and state.location[b] == NOT_IN_PLAY]
        found = [Arrive(block, hex_) for block in italians for hex_ in hexes]
        waiting = self._army_group_e_waits(state)
        ports = self.army_group_e_ports(state) if waiting else []
        return found + [Arrive(block, hex_) for block in waiting for hex_ in ports]

    @rule("EF-16.5a")
    def must_arrive(self, state: EastFrontState, side: int) -> list[int]:
        """Units of Army Group 'E' that are due and have a port must be placed; the Italians may wait."""
        waiting = self._army_group_e_waits(state) if side == AXIS else []
        return waiting if waiting and self.army_group_e_ports(state) else []

    def _army_group_e_waits(self, state: EastFrontState) -> list[int]:
        if not state.west_front:
            return []
        return [block for block in self.army_group_e if state.location[block] == NOT_IN_PLAY]

    @rule("EF-16.5a")
    def army_group_e_ports(self, state: EastFrontState) -> list[int]:
        """Axis-held ports of Albania and Greece that can take a unit of the army group, one each."""
        taken = mask_of(state.location[b] for b in self.army_group_e if state.location[b] >= 0)
        open_ports = self.regions.army_group_e & state.friendly[AXIS] & ~battle_hexes(state) & ~taken
        return [hex_ for hex_ in members(open_ports) if self.rules.movement.has_room(state, AXIS, hex_)]

    @rule("EF-R21", "EF-16.4c")
    def special_value(self, block: int) -> int:
        """The combat value with which a unit arrives that an event brings."""
        return self.rules.tables.entries[block].cv

    # ---- Courland

    @rule("EF-W44.1b", "EF-R42", "EF-R53")
    def sea_lane(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes supplied over Ventspils, in one scenario, while Danzig is Axis-controlled and not engaged."""
        if side != AXIS or not self.rules.facts(state).courland_sea_supply:
            return 0
        if not self.regions.danzig & state.friendly[AXIS] & ~battle_hexes(state):
            return 0
        return self.rules.railways.fed_from(state, AXIS, self.regions.ventspils)
