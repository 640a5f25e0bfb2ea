"""Sections 7.3f, 7.3.1 and 7.3.3: units that arrive, leave and are exchanged by the calendar of the order of battle."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.actions import Reinforce
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import NOT_FOR_SALE
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.scenario_model import Arrival
from blockfront.games.blocks_series.state import MARKED, NO_BLOCK, NO_PLAN, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules

REINFORCEMENT: Final = "reinforcement"
REPLACES: Final = "replaces_"


class Reinforcements(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._calendars: dict[tuple[int, ...], list[Arrival]] = {}  # by side and the plans that were chosen

    # ---- what a scenario lists

    def is_chosen(self, state: SeriesState, option: str) -> bool:
        """Whether the plan was chosen on which something in a scenario depends."""
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=False):
            if plan != NO_PLAN and choice.options[plan].id == option:
                return True
        return False

    def listed(self, state: SeriesState, side: int) -> list[Arrival]:
        """The scenario's arrivals that are due."""
        return [arrival for arrival in self.calendar(state, side) if arrival.month <= state.month]

    def calendar(self, state: SeriesState, side: int) -> list[Arrival]:
        """The scenario's arrivals, without those of plans that were not chosen."""
        key = (side, *state.plans)
        found = self._calendars.get(key)
        if found is None:
            found = self._calendars[key] = [
                arrival
                for arrival in self.rules.scenario.arrivals
                if self.units.side[arrival.block] == side
                and (not arrival.option or self.is_chosen(state, arrival.option))
                and (not arrival.layer or arrival.layer == self.rules.scenario.layer)
            ]
        return found

    def arrival(self, state: SeriesState, block: int) -> Arrival | None:
        if block not in self._expected:
            return None
        return next((arrival for arrival in self.listed(state, self.units.side[block]) if arrival.block == block), None)

    @cached_property
    def _expected(self) -> frozenset[int]:
        return frozenset(arrival.block for arrival in self.rules.scenario.arrivals)

    # ---- coming

    @rule("BE-7.3f", "BE-7.3.1g", "BE-7.3.3a", "BE-SSc")
    @rule("BW-7.3e", "BW-7.3.3a")
    def due(self, state: SeriesState, side: int) -> list[int]:
        """Units that may be placed without cost: those of this month, and those withheld earlier."""
        coming = [a.block for a in self.listed(state, side) if state.location[a.block] == NOT_IN_PLAY and a.replaces == NO_BLOCK]
        coming = [block for block in coming if not state.surrendered >> self.units.power[block] & 1]
        if coming or self.rules.scenario.layer == "basic":
            return coming
        facts, surrendered = self.rules.tables.facts, state.surrendered
        mine = [block for block in self.unlisted if self.units.side[block] == side and not self.replaces(block)]
        waiting = [block for block in mine if state.location[block] == NOT_IN_PLAY]
        return [b for b in waiting if facts[b].arrives <= state.month and not surrendered >> self.units.power[b] & 1]

    @cached_property
    @rule("BE-SLb", "BE-BSSl")
    def unlisted(self) -> tuple[int, ...]:
        """Units that arrive or replace others by the calendar of the order of battle; short scenarios have none. Where a table says
        who is there at the start, the calendar brings only those of later months."""
        scenario = self.rules.scenario
        if scenario.layer == "basic":
            return ()
        been = scenario.first_month if scenario.table else 0
        return tuple(block for block, facts in enumerate(self.rules.tables.facts) if facts.group == REINFORCEMENT and facts.arrives > been)

    def arrivals(self, state: SeriesState, block: int) -> list[Action]:
        return [Reinforce(block, hex_) for hex_ in members(self.places(state, block))]

    @rule("BE-7.3.1g", "BE-7.3.2b")
    @rule("BW-7.3.2b", "BW-7.3.2c")
    def places(self, state: SeriesState, block: int) -> HexSet:
        """In the homeland like other new units, or in the place that the order of battle names if it is held and linked."""
        named, arrival = self.named_place(block), self.arrival(state, block)
        if arrival is not None:
            return self._first_usable(state, block, arrival)
        if named is None:
            return self.rules.production.places(state, block)
        return self._usable(state, block) & 1 << named

    def _usable(self, state: SeriesState, block: int) -> HexSet:
        """Hexes that are held, linked and have room for aircraft."""
        side = self.units.side[block]
        usable = state.control[side] & ~state.occupied[1 - side] & self.rules.supply.sources(state, self.units.power[block]).everything
        return usable & ~self.rules.definitions.crowding(state, side).based if self.units.is_air[block] else usable

    def _first_usable(self, state: SeriesState, block: int, arrival: Arrival) -> HexSet:
        """The places named by the scenario that can take a new unit; if it names none, those of all new units."""
        if not arrival.places:
            return self.rules.production.places(state, block)
        usable = self._usable(state, block) & ~self.rules.production.filled_cities(state.placed)
        return usable & mask_of(self.board.hex(place) for place in arrival.places)

    def begin_production(self, state: SeriesState) -> None:
        """Clear what was noted during the last Production Phase."""

    def note_arrival(self, state: SeriesState, block: int, hex_: int) -> None:
        """Note that a unit is about to be placed."""

    def named_place(self, block: int) -> int | None:
        place = self.rules.tables.facts[block].place
        if not place or place in self.board.map.areas:
            return None
        box = place.lower()
        return self.board.hex(box if box in self.board.box_hexes else place)

    @rule("BW-7.3.1d")
    def steps(self, state: SeriesState, block: int) -> int:
        arrival = self.arrival(state, block)
        return self.order[block].steps_for(self.rules.tables.facts[block].start if arrival is None else arrival.value)

    # ---- going

    @rule("BE-7.3f", "BE-SLe", "BE-SBE9g")
    @rule("BW-7.3e")
    def leaving(self, state: SeriesState, side: int) -> list[int]:
        """Units that the calendar withdraws by this month and that have not left yet."""
        if self.rules.scenario.layer == "basic":
            return []
        facts = self.rules.tables.facts
        there = [block for block in self.order.of_side[side] if state.location[block] >= 0 or state.location[block] == ELIMINATED]
        called = {departure.block for departure in self.rules.scenario.departures if departure.month <= state.month}
        return [block for block in there if 0 < facts[block].removed <= state.month or block in called]

    @rule("BE-SLe")
    def may_leave(self, state: SeriesState, block: int) -> bool:
        """Whether a unit may leave; one out of supply waits until it is supplied again."""
        return not state.flags[block] & MARKED

    @rule("BE-SLe")
    def cost_to_fill(self, state: SeriesState, block: int) -> int:
        """The points of each of its colours that bring a unit to full strength; steps that cannot be bought cost nothing."""
        have = state.steps[block] if state.location[block] >= 0 else 0
        prices = (self.rules.production.price(block, step) for step in range(have + 1, self.units.full[block] + 1))
        return sum(price for price in prices if price != NOT_FOR_SALE)

    @rule("BE-SLe")
    def pay_to_fill(self, state: SeriesState, block: int) -> None:
        """Pay as much of the price as there is; some units leave as they are."""
        if any(departure.block == block and not departure.full for departure in self.rules.scenario.departures):
            return
        base, cost = self.units.power[block] * len(COLOURS), self.cost_to_fill(state, block)
        for colour in self.rules.production.colours_of(block):
            state.pool[base + colour] -= min(cost, state.pool[base + colour])

    # ---- exchanges

    def replaces(self, block: int) -> list[int]:
        """The units that a reinforcement replaces."""
        return self._replaced[block]

    @cached_property
    def _replaced(self) -> tuple[list[int], ...]:
        return tuple(self._replaced_by(block) for block in range(len(self.order)))

    def _replaced_by(self, block: int) -> list[int]:
        signs = [tag.removeprefix(REPLACES) for tag in self.units.tags[block] if tag.startswith(REPLACES)]
        return [other for other in self.order.of_side[self.units.side[block]] if any(sign in self.units.tags[other] for sign in signs)]

    @rule("BE-SBE9f", "BE-R66")
    def exchanges(self, state: SeriesState, side: int) -> list[tuple[int, int]]:
        """Pairs (old unit, new unit) of exchanges that are due and not yet made."""
        if self.rules.scenario.layer == "basic":
            return []
        facts = self.rules.tables.facts
        found: list[tuple[int, int]] = []
        for block in self.order.of_side[side]:
            if state.location[block] == NOT_IN_PLAY and facts[block].group == REINFORCEMENT and facts[block].arrives <= state.month:
                found += [(old, block) for old in self.replaces(block)]
        return found

    @rule("BE-SBE9f")
    def may_exchange(self, state: SeriesState, old: int) -> bool:
        """Whether an exchange can be made: the old unit must be in play and supplied."""
        return state.location[old] >= 0 and not state.flags[old] & MARKED

    @rule("BE-SBE9f")
    def steps_after_exchange(self, state: SeriesState, old: int, new: int) -> int:
        """The steps of the new unit, which takes over the old one's losses."""
        return max(self.units.weakest[new], self.units.full[new] - (self.units.full[old] - state.steps[old]))
