"""Chapter 18: units that go by sea from port to port."""

from collections.abc import Sequence
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Ship
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.rules.ch13_headquarters import SEA_TRANSPORT
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import IN_FLIGHT, MOVED, SNOW, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

ARRIVES_TO, DAMAGED_TO = 3, 5  # highest faces with which a unit arrives whole, and with a step less
Seas = frozenset[str]
NO_SEAS: Final[Seas] = frozenset()


class ShippingHeadquarters(CommandingHeadquarters):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.seas: dict[int, Seas] = {}
        for hex_, _, _, seas in self.board.ports:
            self.seas[hex_] = self.seas.get(hex_, NO_SEAS) | frozenset(seas)

    # ---- who ships

    @rule("BE-18.0a")
    def orders_ships(self, hq: int) -> bool:
        """National high commands and naval headquarters."""
        return SEA_TRANSPORT in self.units.staff[hq].actions

    def may_ship(self, state: SeriesState, hq: int) -> bool:
        """High commands send one transport a turn, naval headquarters as many as they have action points."""
        is_its_phase = state.phase in self.units.staff[hq].phases & self.rules.tables.orders.actions[SEA_TRANSPORT]
        if not is_its_phase or state.location[hq] < 0 or not self.orders_ships(hq) or self.points_left(state, hq) <= 0:
            return False
        return self.is_free(state, hq) and self.may_repeat(state, hq, SEA_TRANSPORT)

    def commanders(self, state: SeriesState, side: int) -> Sequence[int]:
        found = list(super().commanders(state, side))
        return found + [hq for hq in self.units.headquarters[side] if hq not in found and self.may_ship(state, hq)]

    def orders_of(self, state: SeriesState, hq: int) -> list[Action]:
        orders = super().orders_of(state, hq) if self.may_act(state, hq) else []
        return orders + self.transports(state, hq) if self.may_ship(state, hq) else orders

    # ---- from where to where

    @rule("BE-18.0a", "BE-18.0c")
    def harbours(self, state: SeriesState, side: int) -> HexSet:
        """Friendly ports that are neither frozen nor fought for."""
        found = 0
        for hex_, _, freezes, _ in self.board.ports:
            if not (freezes and self.rules.weather.at(state, hex_) == SNOW):
                found |= 1 << hex_
        return found & state.control[side] & ~state.occupied[1 - side] & self.rules.theatre

    def transports(self, state: SeriesState, hq: int) -> list[Action]:
        harbours = self.harbours(state, self.units.side[hq])
        mine = [b for b in self.order.of_side[self.units.side[hq]] if self.may_embark(state, hq, b, harbours)]
        return [Ship(hq, block, to) for block in mine for to in members(self.landings(state, block, harbours))]

    @rule("BE-6.1.1d", "BE-18.0a")
    def may_embark(self, state: SeriesState, hq: int, block: int, harbours: HexSet) -> bool:
        hex_ = state.location[block]
        if hex_ < 0 or not harbours >> hex_ & 1 or not self.is_subordinate(hq, block) or self.units.is_fixed[block]:
            return False
        idle = not state.flags[block] & (MOVED | IN_FLIGHT) and not state.active_hqs >> block & 1
        return idle and not self.rules.definitions.is_frozen(state, block)

    @rule("BE-18.0a", "BE-18.0b")
    def landings(self, state: SeriesState, block: int, harbours: HexSet) -> HexSet:
        """Ports on the waters of the port where a unit is, with room for it."""
        origin, side = state.location[block], self.units.side[block]
        waters = self.waters(state, side, self.seas[origin])
        found = 0
        for hex_ in members(harbours & self.rules.powers.territory(state, block) & ~(1 << origin)):
            if self.seas[hex_] & waters:
                found |= 1 << hex_
        definitions = self.rules.definitions
        return found & (definitions.free_airfields(state, block) if self.units.is_air[block] else definitions.room_for(state, block))

    @rule("BE-18.0b")
    def waters(self, state: SeriesState, side: int, seas: Seas) -> Seas:
        """The sea areas a ship can reach from others without passing a strait that its side does not control."""
        return seas

    @rule("BE-18.1a")
    def is_dangerous(self, state: SeriesState, side: int, origin: int, target: int) -> bool:
        """Whether the enemy controls the sea that has to be crossed."""
        shared = self.seas[origin] & self.seas[target]
        controlled = [self.rules.definitions.controls_sea(state, 1 - side, sea) for sea in shared or self.seas[origin] | self.seas[target]]
        return all(controlled) if shared else any(controlled)

    def ship(self, state: SeriesState, hq: int, block: int) -> None:
        state.active_hqs |= 1 << hq
        state.orders.append((hq, SEA_TRANSPORT, block))

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, Ship):
            return super().why_not(state, action, side)
        if action.hq not in self.units.headquarters[side] or not self.may_ship(state, action.hq):
            return Refusal("BE-18.0a", "cannot_ship")
        return Refusal("BE-18.0a", "not_by_sea_there", {"hq": action.hq})
