"""Chapter 12: sieges, and attacks without supply."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch04_supply import HOLDS_OUT, LOSES_STEP, Supply
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.port_places import Dependants
from blockfront.games.blocks_series.state import MARKED, SNOW, SeriesState

DESPERATE_TECH = 2
PORT, CAPITAL = range(2)  # what keeps besieged units alive


class SiegeSupply(Supply):
    """Besieged places keep some units alive."""

    @rule("BE-12.1a", "BE-12.1b", "BE-12.1c", "BE-12.1d", "BE-12.1e", "BE-R73")
    def fates(self, state: SeriesState, side: int) -> dict[int, int]:
        """As in the basic game, but besieged ports and capitals keep some units alive, chosen ones first: these lose a step."""
        found = super().fates(state, side)
        for block in found:
            if self.is_garrison(state, block):
                found[block] = HOLDS_OUT
        for group in self.besieged(state, side):
            order = sorted(group.ports, key=lambda block: (not state.sustained >> block & 1, -state.steps[block], block))
            for block in group.fed(order):
                found[block] = LOSES_STEP
        return found

    @rule("BE-12.1a", "BE-12.1b", "BE-12.1c")
    def besieged(self, state: SeriesState, side: int) -> list[Dependants]:
        """Marked units in besieged places, with the places that can keep them alive; static infantry and garrisons do not need it."""
        hungry = [b for b in self.marked(state, side) if not self.units.is_static[b] and not self.is_garrison(state, b)]
        found = []
        for hex_ in sorted({state.location[block] for block in hungry}):
            port = self.siege_capacity(state, hex_, side)
            capital = max(0, self.capital_stores(state, hex_, side) - port)
            here = [block for block in hungry if state.location[block] == hex_]
            stores = {block: (PORT, CAPITAL) if self._is_own_capital(hex_, block) else (PORT,) for block in here}
            if port or (capital and any(CAPITAL in usable for usable in stores.values())):
                found.append(Dependants({PORT: port, CAPITAL: capital}, stores))
        return found

    @rule("BE-12.1a", "BE-12.1b", "BE-12.1f")
    def siege_capacity(self, state: SeriesState, hex_: int, side: int) -> int:
        """The number of units, of any nation, that a port keeps alive while the enemy closes it in on land."""
        if not self.is_closed_in(state, hex_, side):
            return 0
        capacities, frozen = self.numbers.siege_capacity, self.rules.weather.at(state, hex_) == SNOW
        return max((capacities[size] for at, size, freezes, _ in self.board.ports if at == hex_ and not (frozen and freezes)), default=0)

    @rule("BE-12.1a", "BE-12.1b")
    def capital_stores(self, state: SeriesState, hex_: int, side: int) -> int:
        """The number of units of its own nation that a besieged capital keeps alive."""
        return self.numbers.siege_capacity["capital"] if self.is_closed_in(state, hex_, side) else 0

    @rule("BE-12.1a")
    def is_closed_in(self, state: SeriesState, hex_: int, side: int) -> bool:
        """Whether enemy units and their zones of control surround a place on land."""
        enemy = 1 - side
        closed = state.occupied[enemy] | self.rules.zones.zone(state, enemy)
        return not self.board.neighbours(hex_) & self.board.playable & ~closed

    @rule("BE-12.1a")
    def _is_own_capital(self, hex_: int, block: int) -> bool:
        """Whether a place is the capital of the unit's own nation."""
        return bool((self.board.capitals & self.rules.powers.homelands[self.units.power[block]]) >> hex_ & 1)


class DesperateAttacks(Movement):
    """Attacks without supply."""

    @rule("BE-12.4a", "BE-12.4.1a")
    @rule("BW-12.4a", "BW-12.4b")
    def may_attack(self, state: SeriesState, block: int) -> bool:
        """Ground units of TECH 2 may also attack without supply, at the risk of surrender."""
        if super().may_attack(state, block):
            return True
        able = self.rules.definitions.tech(state, block) >= DESPERATE_TECH and not self.units.is_static[block]
        return bool(state.flags[block] & MARKED) and able and not self.rules.supply.is_garrison(state, block)

    def looks_near(self, state: SeriesState, block: int) -> bool:
        """False for marked units: whether they live on a fortress's stores depends on distant units that close it in."""
        return not state.flags[block] & MARKED and super().looks_near(state, block)
