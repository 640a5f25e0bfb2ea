"""Chapter 5 in the West: neutrals and their entry into the war, assistance, air units bound to a base, the French capital."""

from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.rules.ch03_definitions import UNCLAIMED, WesternDefinitions
from blockfront.games.blocks_in_the_west.rules.ch07_turn import WesternLosses
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.power_actions import DeclareOpenCity
from blockfront.games.blocks_series.power_events import ArmisticeSigned, EnteredWar, OpenCityDeclared, PlansRevealed, PowerFounded
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.scenario_model import SecretPlan
from blockfront.games.blocks_series.state import ARMISTICE, MOVEMENT, NO_HEX, NO_PLAN, OPEN_CITY, PLANS_KNOWN, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

ASSISTANCE: Final = 5  # yellow points that a leader pays for each minor power it assists
SECOND_CAPITALS: Final = {"france": "Bordeaux"}  # where a government goes when its capital is an open city
NO_POWER: Final = -1
WINTER: Final = "winter"  # tag of units that stay in Scandinavia


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
        self._exile = self._names.index("free_france") if self._has("free_france") else NO_POWER
        self._paris = self.board.hex("Paris") if self._exile != NO_POWER else NO_HEX
        self._scandinavia = self.board.nation("NO") | self.board.nation("SE") | self.board.nation("FI")
        self._bonds = {block: bond for bond in rules.scenario.bonds for block in bond.blocks}

    def _has(self, name: str) -> bool:
        return bool(self.west) and name in self._names

    # ---- the French capital

    @rule("BW-5.1d", "BW-5.7e", "BW-R16")
    def capital(self, state: SeriesState, power: int) -> int:
        """The capital of a power. It moves when the first is declared an open city; Free France governs from Paris once it is freed."""
        if self.is_home_again(state, power):
            return self._paris
        moved = state.turning_points & OPEN_CITY and power in self._second
        return self._second[power] if moved else super().capital(state, power)

    @rule("BW-4.1a", "BW-5.7f")
    def main_sources(self, state: SeriesState, power: int) -> HexSet:
        if self.is_home_again(state, power):
            anchored = super().main_sources(state, power) if self._names[power] in self.rules.scenario.anchors else 0
            return anchored | 1 << self._paris
        moved = state.turning_points & OPEN_CITY and power in self._second
        return 1 << self._second[power] if moved else super().main_sources(state, power)

    @rule("BW-5.7e")
    def is_home_again(self, state: SeriesState, power: int) -> bool:
        """Whether Paris has been freed and Free France governs there."""
        if not self.is_in_exile(state, power) or not state.control[self.rules.tables.powers[power].side] >> self._paris & 1:
            return False
        return "france" in self.rules.scenario.absent or bool(state.surrendered >> self._names.index("france") & 1)

    @rule("BW-5.1n", "BW-5.7b", "BW-R122")
    def is_in_exile(self, state: SeriesState, power: int) -> bool:
        """Whether a power is Free France and in play: from the start of the scenario, or since the French armistice."""
        if power != self._exile:
            return False
        return "free_france" not in self.rules.scenario.absent or bool(state.turning_points & ARMISTICE)

    @rule("BW-5.1d", "BW-5.1f", "BW-R16")
    def declarations(self, state: SeriesState, side: int) -> list[Action]:
        """A capital that is held and has no enemy next to it may be declared an open city."""
        found = super().declarations(state, side)
        return found + [DeclareOpenCity(power) for power in self._second if self._may_declare(state, power, side)]

    def _may_declare(self, state: SeriesState, power: int, side: int) -> bool:
        if self.rules.tables.powers[power].side != side or (state.surrendered >> power & 1) or state.turning_points & OPEN_CITY:
            return False
        if self._names[power] in self.rules.scenario.absent or not state.control[side] >> self._second[power] & 1:
            return False
        capital = 1 << self._capitals[power]
        return bool(state.control[side] & capital) and not self.board.around(capital) & state.occupied[1 - side]

    def declare(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        if not isinstance(action, DeclareOpenCity):
            super().declare(state, action, events)
            return
        state.turning_points |= OPEN_CITY
        state.derived = {}
        events.append(OpenCityDeclared(power=action.power, hex=self._second[action.power]))

    @rule("BW-5.1e", "BW-R16")
    def _open_city(self, state: SeriesState, side: int) -> HexSet:
        """The capital that a side has declared an open city; its units must leave it and not return."""
        if not state.turning_points & OPEN_CITY:
            return 0
        mine = [power for power in self._second if self.rules.tables.powers[power].side == side and not state.surrendered >> power & 1]
        return mask_of(self._capitals[power] for power in mine)

    @rule("BW-5.1e")
    def must_march(self, state: SeriesState, side: int) -> list[int]:
        city = self._open_city(state, side)
        inside = [b for b in self.units.ground[side] if state.location[b] >= 0 and city >> state.location[b] & 1] if city else []
        movement = self.rules.movement
        leaving = [b for b in inside if movement.may_move(state, b) and movement.moves(state, b)]
        return leaving + self._must_arrive(state, side) + super().must_march(state, side)

    @rule("BW-5.1e", "BW-R36")
    def overstayers(self, state: SeriesState, side: int) -> list[int]:
        city = self._open_city(state, side)
        inside = [b for b in self.order.of_side[side] if state.location[b] >= 0 and city >> state.location[b] & 1] if city else []
        return inside + super().overstayers(state, side)

    # ---- the French armistice

    @rule("BW-5.1g", "BW-5.0g")
    def may_ask_armistice(self, state: SeriesState) -> list[int]:
        """France may ask for an armistice until its capital has fallen."""
        asking = [power for power in self._second if self._names[power] not in self.rules.scenario.absent]
        free = [power for power in asking if not state.surrendered >> power & 1]
        held = [p for p in free if state.control[self.rules.tables.powers[p].side] >> self.capital(state, p) & 1]
        return held + super().may_ask_armistice(state)

    @rule("BW-5.1i", "BW-5.1j", "BW-5.1k", "BW-5.1n", "BW-5.0g", "BW-R122")
    def sign_armistice(self, state: SeriesState, power: int, events: list[Event]) -> None:
        """France signs: its units are removed without points for anybody, its land goes to the enemy, its fortifications are destroyed."""
        state.surrendered |= 1 << power
        state.turning_points |= ARMISTICE
        events.append(ArmisticeSigned(power=power))
        if self._exile != NO_POWER and "free_france" in self.rules.scenario.absent:
            events.append(PowerFounded(power=self._exile))
        for block in self._of_power[power]:
            if state.location[block] >= 0:
                self.rules.losses.remove_for_good(state, block)
        losses, definitions = self.rules.losses, self.rules.definitions
        assert isinstance(losses, WesternLosses)
        assert isinstance(definitions, WesternDefinitions)
        state.razed |= definitions.maginot & self.homelands[power]
        losses.hand_over(state, power, events)
        definitions.open_skies(state)

    # ---- neutrals

    def is_neutral(self, state: SeriesState, power: int) -> bool:
        return bool(state.neutral >> power & 1)

    @rule("BW-R119", "BW-3.23a", "BW-3.24a")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        """Allies of a neutral power may not enter its land until it is attacked; its own units do not move."""
        zone = super().territory(state, block)
        if WINTER in self.units.tags[block]:
            zone &= self._scandinavia
        if state.turning_points & OPEN_CITY:
            zone &= ~self._open_city(state, self.units.side[block])
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

    @rule("BW-R119")
    def supply_area(self, state: SeriesState, power: int) -> HexSet:
        """No line of supply passes land that is still neutral."""
        area = super().supply_area(state, power)
        neutral = self.rules.definitions.neutral_land(state) | self._unclaimed
        return area & ~(neutral & ~state.control[0] & ~state.control[1]) if neutral else area

    @rule("BW-R119", "BW-5.6.2a")
    def moves_shown(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """A unit in a neutral's land, or on a mission over it, brings that power into the war."""
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
        """Attacked minor powers whose leader has not yet decided whether to assist them."""
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
        """Assist a minor power: the leader pays from its next income on, but the help takes effect at once."""
        state.assisted |= 1 << power
        state.owed[:] = state.owed or [0] * len(self._names)
        state.owed[self.leader(state, self.rules.tables.powers[power].side)] += ASSISTANCE
        state.derived = {}

    # ---- plans and bonds

    def _shut_by_plan(self, state: SeriesState, block: int) -> HexSet:
        """Land that the plan of its side keeps a unit out of in this month."""
        if not state.plans:
            return 0
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
        """Neutral land that a plan opens to a unit: the named places, and for units from certain starting places whole countries."""
        choice = next(choice for choice in self.rules.scenario.choices if choice.power == power)
        option, found = choice.options[plan], 0
        for place in option.enter_places:
            found |= 1 << self.board.hex(place)
        starts = {one.block: one.place for one in self.rules.scenario.set_up}
        if not option.enter_from or starts.get(block) in option.enter_from:
            for country in option.enter_countries:
                found |= self.board.nation(country)
        return found

    @rule("BW-5.1c")
    def _must_arrive(self, state: SeriesState, side: int) -> list[int]:
        """Units that must march into neutral land, while fewer are there than the plan of their side demands."""
        if state.phase != MOVEMENT or not state.plans:
            return []
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            option = choice.options[plan] if plan != NO_PLAN else None
            if option is None or not option.must_end or option.enter_month != state.month:
                continue
            if self.rules.tables.powers[choice.power].side != side or state.neutral:
                continue
            return self._short_of(state, side, option)
        return []

    def _short_of(self, state: SeriesState, side: int, option: SecretPlan) -> list[int]:
        land = 0
        for country in option.enter_countries:
            land |= self.board.nation(country)
        guests = [b for b in self.units.combat[side] if self._names[self.units.power[b]] not in self.rules.scenario.neutrals]
        there = [b for b in guests if state.location[b] >= 0 and land >> state.location[b] & 1]
        if len(there) >= option.must_end:
            return []
        movement = self.rules.movement
        able = [b for b in guests if b not in there and state.location[b] >= 0 and movement.may_move(state, b)]
        return [b for b in able if any(isinstance(move, Move) and land >> move.to & 1 for move in movement.moves(state, b))]

    @rule("BW-5.3a")
    def base_area(self, state: SeriesState, block: int) -> HexSet:
        """Some air units must be based in certain countries, until a plan frees them."""
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
