"""Chapter 12: sieges, and attacks without supply."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch04_supply import HOLDS_OUT, LOSES_STEP, SURRENDERS, Supply
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.state import MARKED, SNOW, SeriesState

DESPERATE_TECH = 2


class SiegeSupply(Supply):
    @rule("BE-12.1a", "BE-12.1b", "BE-12.1c", "BE-12.1d", "BE-12.1e", "BE-R73")
    def fates(self, state: SeriesState, side: int) -> dict[int, int]:
        """Besieged ports and capitals keep as many units alive as they can, the strongest first: they lose a step."""
        found = super().fates(state, side)
        for block in found:
            if self.is_garrison(state, block):
                found[block] = HOLDS_OUT
        for hex_ in sorted({state.location[block] for block in found}):
            besieged = [block for block in found if state.location[block] == hex_ and found[block] == SURRENDERS]
            besieged.sort(key=lambda block: (-state.steps[block], block))
            for block in besieged[: self.siege_capacity(state, hex_, side)]:
                found[block] = LOSES_STEP
        return found

    @rule("BE-12.1a", "BE-12.1b", "BE-12.1f")
    def siege_capacity(self, state: SeriesState, hex_: int, side: int) -> int:
        """Units a place keeps alive while the enemy closes it on the land side."""
        if not self.is_closed_in(state, hex_, side):
            return 0
        capacities = self.numbers.siege_capacity
        frozen = state.weather == SNOW
        found = [capacities[size] for at, size, freezes, _ in self.board.ports if at == hex_ and not (frozen and freezes)]
        if self._is_own_capital(hex_, side):
            found.append(capacities["capital"])
        return max(found, default=0)

    @rule("BE-12.1a")
    def is_closed_in(self, state: SeriesState, hex_: int, side: int) -> bool:
        """Whether enemy units and their zones of control surround a place on its land side."""
        enemy = 1 - side
        closed = state.occupied[enemy] | self.rules.zones.zone(state, enemy)
        return not self.board.neighbours(hex_) & self.board.playable & ~closed

    def _is_own_capital(self, hex_: int, side: int) -> bool:
        powers = self.rules.tables.powers
        homes = [self.rules.powers.homelands[number] for number, power in enumerate(powers) if power.side == side]
        return bool(self.board.capitals >> hex_ & 1) and any(home >> hex_ & 1 for home in homes)


class DesperateAttacks(Movement):
    @rule("BE-12.4a", "BE-12.4.1a")
    def may_attack(self, state: SeriesState, block: int) -> bool:
        """Ground units of TECH 2 may attack without supply, at the risk of all."""
        if super().may_attack(state, block):
            return True
        able = self.rules.definitions.tech(state, block) >= DESPERATE_TECH and not self.units.is_static[block]
        return bool(state.flags[block] & MARKED) and able and not self.rules.supply.is_garrison(state, block)

    def looks_near(self, state: SeriesState, block: int) -> bool:
        """Who lives on the stores of a fortress does so as long as it is closed in."""
        return not state.flags[block] & MARKED and super().looks_near(state, block)
