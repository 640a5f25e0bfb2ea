"""Chapter 12 in the West: besieged Festungen, and units that a leader supplies from the sea."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.advanced.ch12_supply import SiegeSupply
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.loading.data_model import FIELDS
from blockfront.games.blocks_series.rules.ch04_supply import LOSES_STEP
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch13_headquarters import SUPPLY_COAST
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import FINAL_SUPPLY, MARKED, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

NAVAL_TECH = 3  # from this level on leaders also supply besieged units


class WesternSiege(SiegeSupply):
    """Besieged places of the West, Festungen among them."""

    def festungen(self, state: SeriesState, side: int) -> HexSet:
        """Hexes with a Festung of a side, that is, a redoubt at full strength."""
        works = self.units.works[side]
        return mask_of(state.location[b] for b in works if state.location[b] >= 0 and state.steps[b] == self.units.full[b])

    def beachheads(self, state: SeriesState, side: int) -> HexSet:
        """Invaded coastal hexes that count as besieged minor ports."""
        return 0

    @rule("BW-12.1a", "BW-12.1b", "BW-12.1c", "BW-R8", "BW-R86", "BW-R112")
    def siege_capacity(self, state: SeriesState, hex_: int, side: int) -> int:
        """A Festung has no siege capacity, since it follows rules of its own; a beachhead has that of a minor port."""
        if self.festungen(state, side) >> hex_ & 1:
            return 0
        beach = self.numbers.siege_capacity["minor"] if self.beachheads(state, side) >> hex_ & 1 else 0
        return max(beach, super().siege_capacity(state, hex_, side))

    def capital_stores(self, state: SeriesState, hex_: int, side: int) -> int:
        return 0 if self.festungen(state, side) >> hex_ & 1 else super().capital_stores(state, hex_, side)

    @rule("BW-12.2b", "BW-R86", "BW-R76")
    def fates(self, state: SeriesState, side: int) -> dict[int, int]:
        """In a besieged Festung other units lose a step each turn, while the Festung holds out."""
        found, inside = super().fates(state, side), self.festungen(state, side)
        for block in found:
            if inside >> state.location[block] & 1 and not self.units.is_static[block]:
                found[block] = LOSES_STEP
        return found

    @rule("BW-13.8.4b", "BW-R113")
    def units_to_check(self, state: SeriesState, side: int) -> list[int]:
        """Units supplied from the sea count as supplied until the end of the turn."""
        found = super().units_to_check(state, side)
        return [b for b in found if not state.served >> b & 1] if state.served and state.phase == FINAL_SUPPLY else found


class FestungAttacks(Movement):
    """Units that hold out in a Festung do not attack."""

    @rule("BW-12.2a")
    def may_attack(self, state: SeriesState, block: int) -> bool:
        """Unsupplied units in a Festung may not attack, not even in desperation."""
        supply = self.rules.supply
        if not isinstance(supply, WesternSiege) or not self.rules.headquarters.is_hampered(state, block):
            return super().may_attack(state, block)
        inside = supply.festungen(state, self.units.side[block]) >> max(0, state.location[block]) & 1
        return not inside and super().may_attack(state, block)


class CoastalSupply(CommandingHeadquarters):
    """Leaders who supply units on the coast from the sea."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.shore = western(self.board) & mask_of(hex_ for hex_, facts in self.board.map.hexes.items() if facts.water == "coast")

    def kinds_in_play(self) -> frozenset[int]:
        return super().kinds_in_play() | {SUPPLY_COAST}

    def may_repeat(self, state: SeriesState, hq: int, kind: int) -> bool:
        """A leader supplies at most one unit in a turn."""
        if kind == SUPPLY_COAST and any(order[0] == hq and order[1] == kind for order in state.orders):
            return False
        return super().may_repeat(state, hq, kind)

    @rule("BW-13.8.4b", "BW-24.5a", "BW-R113")
    def may_help(self, state: SeriesState, hq: int, kind: int, block: int) -> bool:
        """After Casablanca a leader may supply an unsupplied unit on the coast; a besieged one only from naval TECH 3 on."""
        if kind != SUPPLY_COAST:
            return super().may_help(state, hq, kind, block)
        hex_ = state.location[block]
        if not self.rules.scenario.special.circumstances.casablanca or not state.flags[block] & MARKED or not self.shore >> hex_ & 1:
            return False
        return not self._is_besieged(state, block) or self._naval_tech(state, hq) >= NAVAL_TECH

    def _is_besieged(self, state: SeriesState, block: int) -> bool:
        supply = self.rules.supply
        return isinstance(supply, SiegeSupply) and supply.is_closed_in(state, state.location[block], self.units.side[block])

    def _naval_tech(self, state: SeriesState, hq: int) -> int:
        return self.rules.definitions.level(state, self.units.power[hq], FIELDS.index("naval"))

    @rule("BW-R113")
    def give_order(self, state: SeriesState, hq: int, kind: int, block: int) -> None:
        """The unit is supplied, and loses its mark, at once."""
        super().give_order(state, hq, kind, block)
        if kind == SUPPLY_COAST:
            state.flags[block] &= ~MARKED
            state.served |= 1 << block

    def begin_turn(self, state: SeriesState, side: int) -> None:
        super().begin_turn(state, side)
        state.served = 0
