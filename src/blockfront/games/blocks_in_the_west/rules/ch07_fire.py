"""Sections 6.6 and 7.7 in the West: redoubts and Festungen, artillery without other units, the guns of cities and fortresses."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, ARTILLERY, GROUND, Fire, FireContext
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

REDOUBT, FESTUNG = 1, 2  # both the attackers' Malus and the defenders' Bonus
SMALL_POWER_LEADER = "minor_hq"
FESTUNG_FIRE = 4  # lowest face with which a Festung hits


class WesternFire(Fire):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)
        self._unarmed = self.board.map.tag_mask("no_aa") & self.west

    # ---- redoubts

    @rule("BW-6.6h", "BW-6.6i", "BW-BOX1f", "BW-BOX1g", "BW-BOX1j")
    def redoubt(self, state: SeriesState, hex_: int, side: int) -> int:
        """The strength of a side's redoubt in a hex: 2 for a Festung (at full strength), else 1, or 0 without a redoubt."""
        works = self.units.works[side]
        if not works:
            return 0
        here = [block for block in self.units_at(state, hex_, side) if block in works and state.steps[block]]
        return max((FESTUNG if state.steps[b] == self.units.full[b] else REDOUBT for b in here), default=0)

    @rule("BW-6.6h", "BW-6.6i", "BW-R146", "BW-7.7.6b", "BW-BOX1f", "BW-BOX1g")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """A redoubt is a Malus for all who attack its hex, on the ground or from the air."""
        found = super().maluses(state, context, step, block)
        if self.units.side[block] != state.active or step == AIR_TO_AIR:
            return found
        return found + self.redoubt(state, context.hex, 1 - state.active)

    @rule("BW-6.6h", "BW-6.6i", "BW-R25", "BW-R146")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """A redoubt is a Bonus for defending combat units in ground combat; it has none itself."""
        if self.units.is_work[block]:
            return 0
        found = super().bonuses(state, context, step, block)
        if self.units.side[block] == state.active or step != GROUND or not self.units.is_combat[block]:
            return found
        return found + self.redoubt(state, context.hex, 1 - state.active)

    @rule("BW-6.6i", "BW-R25", "BW-13.8.1e", "BW-R71")
    def base_firepower(self, state: SeriesState, step: int, block: int) -> int:
        """A Festung fires better than a redoubt. Leaders of minor powers fire like guns of TECH 1, whatever their level."""
        if step == ARTILLERY and self.units.type[block] == SMALL_POWER_LEADER:
            return self.rules.tables.classes["artillery"].attack[1]
        if self.units.is_work[block] and state.steps[block] == self.units.full[block]:
            return FESTUNG_FIRE
        return super().base_firepower(state, step, block)

    def heeds_enemy(self, context: FireContext, step: int) -> bool:
        """Whether fire depends on the enemy's units: in the West always, since a redoubt may fall in any round."""
        return bool(self.west >> context.hex & 1) or super().heeds_enemy(context, step)

    def heeds_full(self, block: int) -> bool:
        return self.units.is_work[block] or super().heeds_full(block)

    # ---- guns

    @rule("BW-6.1.4b", "BW-R35", "BW-R71", "BW-R88")
    def is_overrun(self, state: SeriesState, context: FireContext, side: int) -> bool:
        """Artillery without a combat unit of its side never fires, in any round and against any attacker."""
        if not self.west >> context.hex & 1:
            return super().is_overrun(state, context, side)
        return not self.has_combat_unit(state, context.hex, side)

    @rule("BW-5.6.2d", "BW-R23")
    def gun_kind(self, state: SeriesState, hex_: int) -> str:
        """A fortress without anti-aircraft guns has those of its city."""
        return self.city_kind(hex_) if self._unarmed >> hex_ & 1 else super().gun_kind(state, hex_)

    @rule("BW-7.7.4b", "BW-R92")
    def fires_in(self, state: SeriesState, context: FireContext, step: int, block: int) -> bool:
        """Redoubts fire with the defenders, never in the artillery step."""
        return super().fires_in(state, context, step, block) and not (step == ARTILLERY and self.units.is_work[block])
