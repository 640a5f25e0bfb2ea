"""Chapter 5 in the West: neutrals and their entry into the war, assistance, bonds of air units, the French capital."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.power_events import EnteredWar, PlansRevealed
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NO_PLAN, OPEN_CITY, PLANS_KNOWN, SeriesState
from blockfront.hexes.grid import HexSet

ASSISTANCE: Final = 5  # yellow points that a leader pays for each minor power it assists
SECOND_CAPITALS: Final = {"france": "Bordeaux"}  # where a government goes from an open city
UNCLAIMED: Final = ("LU",)  # neutral countries without a power of their own: they are open once a neighbour is at war


class WesternPowers(Powers):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)
        self._second = {self._names.index(name): self.board.hex(place) for name, place in SECOND_CAPITALS.items() if self._has(name)}
        countries = rules.scenario.country_control
        self._unclaimed: HexSet = 0
        for nation in UNCLAIMED:
            if countries.get(nation) == "neutral":
                self._unclaimed |= self.board.nation(nation)
        self._bonds = {block: bond for bond in rules.scenario.bonds for block in bond.blocks}

    def _has(self, name: str) -> bool:
        return bool(self.west) and name in self._names

    # ---- the French capital

    @rule("BW-5.1d", "BW-4.1a", "BW-R16")
    def capital(self, state: SeriesState, power: int) -> int:
        """After the declaration of an open city the government sits elsewhere."""
        moved = state.turning_points & OPEN_CITY and power in self._second
        return self._second[power] if moved else super().capital(state, power)

    def main_sources(self, state: SeriesState, power: int) -> HexSet:
        moved = state.turning_points & OPEN_CITY and power in self._second
        return 1 << self._second[power] if moved else super().main_sources(state, power)

    # ---- neutrals

    def is_neutral(self, state: SeriesState, power: int) -> bool:
        return bool(state.neutral >> power & 1)

    @rule("BW-R119", "BW-5.6a")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        """Friends of a neutral keep out of its land until it is attacked; its own units stay where they are."""
        zone = super().territory(state, block)
        if not state.neutral:
            return zone & ~self._shut_by_plan(state, block)
        power = self.units.power[block]
        if self.is_neutral(state, power):
            return 0
        side = self.units.side[block]
        for other, home in enumerate(self.homelands):
            if self.is_neutral(state, other) and self.rules.tables.powers[other].side == side:
                zone &= ~home
        if all(self.is_neutral(state, self._names.index(name)) for name in self.rules.scenario.neutrals):
            friends = any(self.rules.tables.powers[self._names.index(name)].side == side for name in self.rules.scenario.neutrals)
            zone &= ~(self._unclaimed & ~state.control[0] & ~state.control[1]) if friends else -1
        return zone & ~self._shut_by_plan(state, block)

    @rule("BW-R119", "BW-5.6.2a")
    def moves_shown(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """A unit in the land of a neutral, or on a mission over it, brings that power into the war."""
        super().moves_shown(state, side, events)
        hostile = [power for power, facts in enumerate(self.rules.tables.powers) if self.is_neutral(state, power) and facts.side != side]
        for power in hostile:
            if self.homelands[power] & (state.occupied[side] | state.control[side]):
                self._enter_war(state, power, events)

    def _enter_war(self, state: SeriesState, power: int, events: list[Event]) -> None:
        side, home = self.rules.tables.powers[power].side, self.homelands[power]
        state.neutral &= ~(1 << power)
        state.control[side] |= home & ~state.control[1 - side]
        state.derived = {}
        events.append(EnteredWar(power=power))
        if any(plan != NO_PLAN for plan in state.plans) and not state.turning_points & PLANS_KNOWN:
            state.turning_points |= PLANS_KNOWN
            events.append(PlansRevealed(plans=tuple(state.plans)))

    # ---- assistance

    @rule("BW-5.6.2a", "BW-3.20b")
    def requests(self, state: SeriesState) -> list[int]:
        """Attacked minor powers that wait for the answer of their leader."""
        answered = state.assisted | state.refused | state.neutral | state.surrendered
        names = self.rules.scenario.neutrals
        asking = [power for power in (self._names.index(name) for name in names) if not answered >> power & 1]
        return [power for power in asking if self._names[power] not in self._left_alone(state)]

    def _left_alone(self, state: SeriesState) -> tuple[str, ...]:
        found: tuple[str, ...] = ()
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            found += choice.options[plan].no_assistance if plan != NO_PLAN else ()
        return found

    @rule("BW-5.6.2b", "BW-R120")
    def assist(self, state: SeriesState, power: int) -> None:
        """The leader owes the price from its next income on; the help holds at once."""
        state.assisted |= 1 << power
        state.owed[:] = state.owed or [0] * len(self._names)
        state.owed[self.leader(state, self.rules.tables.powers[power].side)] += ASSISTANCE
        state.derived = {}

    # ---- plans and bonds

    def _shut_by_plan(self, state: SeriesState, block: int) -> HexSet:
        """Land that a plan of its side keeps a unit out of in this month."""
        side, found = self.units.side[block], 0
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            if plan == NO_PLAN or self.rules.tables.powers[choice.power].side != side or not self.units.is_ground[block]:
                continue
            option = choice.options[plan]
            if option.enter_month == state.month and self._names[self.units.power[block]] not in self.rules.scenario.neutrals:
                found |= self._low_countries() & ~self._opened(state, block, choice.power, plan)
        return found

    def _low_countries(self) -> HexSet:
        found = self._unclaimed
        for name in self.rules.scenario.neutrals:
            found |= self.homelands[self._names.index(name)]
        return found

    @rule("BW-5.1c")
    def _opened(self, state: SeriesState, block: int, power: int, plan: int) -> HexSet:
        """The part of neutral land that a plan opens to a unit: by country for those of named places, or by place."""
        choice = next(choice for choice in self.rules.scenario.choices if choice.power == power)
        option, found = choice.options[plan], 0
        for place in option.enter_places:
            found |= 1 << self.board.hex(place)
        starts = {one.block: one.place for one in self.rules.scenario.set_up}
        if not option.enter_from or starts.get(block) in option.enter_from:
            for country in option.enter_countries:
                found |= self.board.nation(country)
        return found

    @rule("BW-5.3a")
    def base_area(self, state: SeriesState, block: int) -> HexSet:
        """Some air units are based at home, until a plan frees them."""
        bond = self._bonds.get(block)
        if bond is None:
            return super().base_area(state, block)
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            if plan != NO_PLAN and choice.options[plan].id == bond.lifted_by and block in choice.options[plan].may_base:
                return super().base_area(state, block)
        found = 0
        for country in bond.countries:
            found |= self.board.nation(country)
        return found
