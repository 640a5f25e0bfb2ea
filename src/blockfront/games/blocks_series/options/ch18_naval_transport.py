"""Chapter 18: transport of units by sea from port to port."""

from collections.abc import Sequence
from functools import cached_property

from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Later, Listed
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Ship
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.rules.ch13_headquarters import SEA_TRANSPORT
from blockfront.games.blocks_series.state import IN_FLIGHT, MOVED, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class ShippingHeadquarters(CommandingHeadquarters):
    @cached_property
    def _shippers(self) -> dict[int, frozenset[int]]:
        """The headquarters that can send ships, with the phases in which they do."""
        staff, phases = self.units.staff, self.rules.tables.orders.actions[SEA_TRANSPORT]
        return {hq: facts.phases & phases for hq, facts in staff.items() if self.orders_ships(hq)}

    # ---- who ships

    def has_ships(self) -> bool:
        """Whether units can be transported by sea in this game."""
        return False

    @rule("BE-18.0a")
    @rule("BW-13.8.1d5")
    @rule("BW-18.0d")
    def orders_ships(self, hq: int) -> bool:
        """Whether a headquarters sends ships: national high commands and naval headquarters do."""
        return self.has_ships() and SEA_TRANSPORT in self.units.staff[hq].actions

    def may_ship(self, state: SeriesState, hq: int) -> bool:
        """Whether a headquarters may send a transport: high commands one a turn, naval headquarters one for each action point."""
        if state.phase not in self._shippers.get(hq, ()) or state.location[hq] < 0 or self.points_left(state, hq) <= 0:
            return False
        return self.is_free(state, hq) and self.may_repeat(state, hq, SEA_TRANSPORT)

    def commanders(self, state: SeriesState, side: int) -> Sequence[int]:
        found, sides = super().commanders(state, side), self.units.side
        mine = [hq for hq, phases in self._shippers.items() if state.phase in phases and sides[hq] == side and hq not in found]
        return [*found, *(hq for hq in mine if self.may_ship(state, hq))] if mine else found

    def gives_orders(self, state: SeriesState, hq: int) -> bool:
        return super().gives_orders(state, hq) or self.may_ship(state, hq)

    def kinds_of_orders(self, state: SeriesState, hq: int) -> list[Choices]:
        orders = super().kinds_of_orders(state, hq) if super().gives_orders(state, hq) else []
        return [*orders, Later(Ship, lambda: Listed(self.transports(state, hq)))] if self.may_ship(state, hq) else orders

    # ---- from where to where

    @rule("BW-13.8b")
    def transports(self, state: SeriesState, hq: int) -> list[Action]:
        """What the headquarters may send by sea: units in its area, if it has one, from there to any port."""
        area = self.units.staff[hq].area
        reach = self.board.area(area) if area else -1
        harbours = {power: self.rules.sea.harbours(state, power) for power in {self.units.power[b] for b in self.subordinates(hq)}}
        near = [block for block in self.subordinates(hq) if state.location[block] >= 0 and reach >> state.location[block] & 1]
        mine = [block for block in near if self.may_embark(state, block, harbours[self.units.power[block]])]
        return [Ship(hq, block, to) for block in mine for to in members(self.landings(state, block))]

    @rule("BE-6.1.1d", "BE-18.0a")
    @rule("BW-18.0a", "BW-6.1.1b")
    def may_embark(self, state: SeriesState, block: int, harbours: HexSet) -> bool:
        """Whether a unit can be transported: it is in a harbour and has not acted; static infantry and aircraft can be too."""
        hex_ = state.location[block]
        if hex_ < 0 or not harbours >> hex_ & 1 or self.units.is_fixed[block] or self.units.is_work[block]:
            return False
        idle = not state.flags[block] & (MOVED | IN_FLIGHT) and not state.active_hqs >> block & 1
        return idle and not self.rules.definitions.is_frozen(state, block)

    @rule("BE-18.0a")
    @rule("BW-18.0a")
    def landings(self, state: SeriesState, block: int) -> HexSet:
        """Ports with room for a unit, on the same waters as the port it is in."""
        definitions = self.rules.definitions
        found = self.rules.sea.destinations(state, self.units.power[block], state.location[block])
        found &= self.rules.powers.territory(state, block)
        return found & (definitions.free_airfields(state, block) if self.units.is_air[block] else definitions.room_for(state, block))

    def ship(self, state: SeriesState, hq: int, block: int) -> None:
        state.active_hqs |= 1 << hq
        state.orders.append((hq, SEA_TRANSPORT, block))

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, Ship):
            return super().why_not(state, action, side)
        if action.hq not in self.units.headquarters[side] or not self.may_ship(state, action.hq):
            return Refusal("BE-18.0a", "cannot_ship")
        return Refusal("BE-18.0a", "not_by_sea_there", {"hq": action.hq})
