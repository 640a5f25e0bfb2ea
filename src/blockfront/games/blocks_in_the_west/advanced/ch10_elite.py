"""Chapter 10: elite units of the West, and the disadvantage of Western Allied units below full strength."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.advanced.ch10_elite import EliteFire
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import NOT_FOR_SALE, Payments, Production
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, GROUND, FireContext
from blockfront.games.blocks_series.state import NO_BLOCK, SeriesState

ALLIED: Final = "allied_elite"  # tag of Allied marines and parachutists, elite at full strength only
LOWEST_TECH: Final = 1
SS: Final = "ss"
CENTRE: Final = "Munich"  # the city on which the SS depends
FREE_STEPS_FROM: Final = month_number("1943-01") or 0


class WesternElites(EliteFire):
    """Elite units, and Allied units below full strength."""

    @rule("BW-10.0a", "BW-10.0b", "BW-10.0c", "BW-10.0d", "BW-10.0e", "BW-10.0f")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """At full strength, Allied marines have a Bonus in attack, parachutists in defence, also against aircraft."""
        found = super().bonuses(state, context, step, block)
        tags = self.units.tags[block]
        allied = ALLIED in tags and self.is_full(state, block)
        if self.units.side[block] == state.active:
            return found + int(step == GROUND and allied and self.units.is_marine[block])
        return found + int(step in (GROUND, ANTI_AIRCRAFT) and allied and self.units.is_paratroop[block])

    def is_full(self, state: SeriesState, block: int) -> bool:
        return state.steps[block] == self.units.full[block]

    def heeds_full(self, block: int) -> bool:
        needs = self.rules.tables.powers[self.units.power[block]].full_strength_only and self.units.is_combat[block]
        return needs or ALLIED in self.units.tags[block] or super().heeds_full(block)

    @rule("BW-10.0g", "BW-10.0h", "BW-R125")
    def base_firepower(self, state: SeriesState, step: int, block: int) -> int:
        """Western Allied combat units below full strength fire as at TECH 1."""
        power = self.rules.tables.powers[self.units.power[block]]
        if not power.full_strength_only or not self.units.is_combat[block] or self.is_full(state, block):
            return super().base_firepower(state, step, block)
        kind = self.units.kind[block]
        attacks = step != ANTI_AIRCRAFT and self.units.side[block] == state.active
        return kind.attack[LOWEST_TECH] if attacks else kind.defence[LOWEST_TECH]


class EliteProduction(Production):
    """SS units are repaired and rebuilt only while Munich is held."""

    @rule("BW-10.0i")
    def has_centre(self, state: SeriesState, block: int) -> bool:
        """Whether Munich is held and linked; if the scenario's part of the map does not include Munich, it counts as held."""
        if not western(self.board) or not self.rules.theatre >> self.board.hex(CENTRE) & 1:
            return True
        return self.rules.supply.is_linked(state, self.units.power[block], self.board.hex(CENTRE))

    @rule("BW-10.0i")
    def may_be_repaired(self, state: SeriesState, block: int) -> bool:
        return super().may_be_repaired(state, block) and (SS not in self.units.tags[block] or self.has_centre(state, block))

    @rule("BW-10.0i")
    def may_rebuild(self, state: SeriesState, block: int, payments: Payments | None = None) -> bool:
        return super().may_rebuild(state, block, payments) and (SS not in self.units.tags[block] or self.has_centre(state, block))

    @rule("BW-10.0j")
    def price_now(self, state: SeriesState, block: int, steps: int) -> int:
        """The first step of an SS unit in a Production Phase is free."""
        price = super().price_now(state, block, steps)
        if SS not in self.units.tags[block] or price == NOT_FOR_SALE or state.month < FREE_STEPS_FROM:
            return price
        return price if any(spent[0] == NO_BLOCK for spent in state.spent_on) else 0

    def pay_for(self, state: SeriesState, block: int, steps: int, price: int) -> None:
        super().pay_for(state, block, steps, price)
        if SS in self.units.tags[block] and not price:
            state.spent_on[:] = sorted([*state.spent_on, (NO_BLOCK, block)])
