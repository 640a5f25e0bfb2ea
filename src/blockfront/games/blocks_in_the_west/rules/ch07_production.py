"""Section 7.3 in the West: debts of leaders, points from plans, redoubts."""

from collections.abc import Callable

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.months import month_number
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.rules.ch05_powers import WesternPowers
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.actions import Build, Rebuild
from blockfront.games.blocks_series.events import BuildingBegan
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Payments, Production
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NEW, NO_PLAN, REPUBLIC, SIEGFRIED_MANNED, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

INCOME_OF_FREED_FRANCE = 3
ITALY, REPUBLIC_OF_SALO = "italy", "rsi"
LINE_OWNER = "germany"  # the power that builds the Siegfried line
VOLUNTEERS_FROM = month_number("1942-01") or 0
NAMED_PLACE = "named_place"  # tag of redoubts that are built only in one place and never dismantled


class WesternProduction(Production):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        scenario = rules.scenario
        self._is_western = bool(western(self.board))
        self._listed = {arrival.block for arrival in scenario.arrivals} | {placement.block for placement in scenario.set_up}

    # ---- income

    @rule("BW-5.1c", "BW-5.3a")
    def income(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """The income of a power, with additional points from a plan in its month."""
        points = super().income(state, power)
        name = self.rules.tables.powers[power].id
        extra = self._of_freed_france(state, power, points[YELLOW])
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            option = choice.options[plan] if plan != NO_PLAN else None
            if option is not None and option.extra_power == name and option.extra_month == state.month:
                extra += option.extra_points
        extra -= self.price_of_tech(state, power)
        return (max(0, points[YELLOW] + extra), *points[1:]) if extra else points

    @rule("BW-3.13b")
    def price_of_tech(self, state: SeriesState, power: int) -> int:
        """The points of its income that the TECH calendar costs a great power every turn."""
        is_out = state.month < self.rules.scenario.production_from or state.surrendered >> power & 1
        return 0 if is_out else self.rules.tables.powers[power].tech_price

    @rule("BW-5.7f")
    def _of_freed_france(self, state: SeriesState, power: int, listed: int) -> int:
        """The points that Free France has in addition to the scenario's figure once it governs from Paris."""
        powers = self.rules.powers
        at_home = isinstance(powers, WesternPowers) and powers.is_home_again(state, power)
        return max(0, INCOME_OF_FREED_FRANCE - listed) if at_home and not state.surrendered >> power & 1 else 0

    @rule("BW-5.6.2b", "BW-R120")
    def receive(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """A leader's debts are taken from its income first; what it cannot pay remains owed."""
        points = super().receive(state, power)
        if state.owed and state.owed[power]:
            place = power * len(COLOURS) + YELLOW
            paid = min(state.owed[power], state.pool[place])
            state.pool[place] -= paid
            state.owed[power] -= paid
        return points

    # ---- the Siegfried line

    @rule("BW-5.2f", "BW-R14")
    def works(self, state: SeriesState, side: int) -> list[Action]:
        """Where the Siegfried line is not manned yet, its owner may pay for it once."""
        found, scenario = super().works(state, side), self.rules.scenario
        if not scenario.siegfried or not scenario.works or state.turning_points & SIEGFRIED_MANNED:
            return found
        owner = self.rules.tables.power(LINE_OWNER)
        if self.rules.tables.powers[owner].side != side or not self.can_pay(state, owner, scenario.works[0].cost, (YELLOW,)):
            return found
        return [*found, Build(0)]

    @rule("BW-5.2f", "BW-R14")
    def begin_work(self, state: SeriesState, action: Build, events: list[Event]) -> None:
        """Man the line: every hex of it that is held and was never entered by the enemy gets its bunker."""
        scenario, owner = self.rules.scenario, self.rules.tables.power(LINE_OWNER)
        self.pay(state, owner, scenario.works[action.work].cost, (YELLOW,))
        line = mask_of(self.board.hex(place) for place in scenario.siegfried)
        held = state.control[self.rules.tables.powers[owner].side]
        state.turning_points |= SIEGFRIED_MANNED
        state.razed &= ~(line & held & ~state.wrecked)
        state.derived = {}
        events.append(BuildingBegan(work=action.work))

    # ---- redoubts

    @rule("BW-6.6a", "BW-6.6b", "BW-6.6e", "BW-R24", "BW-R26", "BW-5.0c", "BW-R121")
    def destroyed(self, state: SeriesState, side: int) -> list[int]:
        """Units that can be rebuilt, none of a power that is out of the war. Redoubts that can be built anywhere are alike, so only one of
        them is listed."""
        out = self._out_of_the_war(state)
        found = [b for b in super().destroyed(state, side) if not self.units.is_work[b] and not out >> self.units.power[b] & 1]
        return found + self._spare_redoubts(state, side) + self._volunteers(state, side)

    def _out_of_the_war(self, state: SeriesState) -> int:
        """Bits of the powers that have surrendered, without Italy while its republic pays for Italian units."""
        if not self._is_western or not state.surrendered:
            return 0
        return state.surrendered & ~(1 << self.rules.tables.power(ITALY) if self._has_republic(state) else 0)

    @rule("BW-5.7c", "BW-R122")
    def _volunteers(self, state: SeriesState, side: int) -> list[int]:
        """Units of Free France that the scenario does not list; from 1942 on they can be built for points."""
        powers = self.rules.powers
        if not isinstance(powers, WesternPowers) or state.month < VOLUNTEERS_FROM:
            return []
        exiled = {number for number in range(len(self.rules.tables.powers)) if powers.is_in_exile(state, number)}
        mine = [block for block in self.order.of_side[side] if self.units.power[block] in exiled] if exiled else []
        return [block for block in mine if state.location[block] == NOT_IN_PLAY and block not in self._listed]

    @rule("BW-5.7e")
    def places(self, state: SeriesState, block: int) -> HexSet:
        """Once it governs from Paris, Free France may also build its units in France."""
        found, power, powers = super().places(state, block), self.units.power[block], self.rules.powers
        if not isinstance(powers, WesternPowers) or not powers.is_home_again(state, power):
            return found
        side = self.units.side[block]
        cities = self._home_cities[self.rules.tables.power("france")] & state.control[side] & ~state.occupied[1 - side]
        return found | cities & ~self.filled_cities(state.placed) & self.linked_cities(state, power)

    def _spare_redoubts(self, state: SeriesState, side: int) -> list[int]:
        spare = [b for b in sorted(self.units.works[side]) if state.location[b] in (NOT_IN_PLAY, ELIMINATED)]
        spare = [b for b in spare if not state.flags[b] & NEW and self._is_built_by(state, self.units.power[b])]
        waiting = {order.power for order in self.rules.scenario.special.redoubts_from if state.month < order.month}
        spare = [b for b in spare if self.units.power[b] not in waiting]
        anywhere: dict[int, int] = {}
        for block in spare:
            if NAMED_PLACE not in self.units.tags[block]:
                anywhere.setdefault(self.units.power[block], block)
        return sorted([*anywhere.values(), *(b for b in spare if NAMED_PLACE in self.units.tags[b])])

    @rule("BW-6.6a")
    def _is_built_by(self, state: SeriesState, power: int) -> bool:
        """Whether redoubts of a power can be built: while it fights; those of Italy also by Germany once the republic of Salò exists."""
        facts = self.rules.tables.powers[power]
        fights = facts.id not in self.rules.scenario.absent and not state.surrendered >> power & 1
        if facts.id != ITALY or (fights and self.rules.scenario.special.circumstances.italy == "at_war"):
            return fights
        return self._has_republic(state)

    def _has_republic(self, state: SeriesState) -> bool:
        """Whether the Italian Social Republic exists, from the start or since its declaration."""
        fallen = state.surrendered >> self.rules.tables.power(REPUBLIC_OF_SALO) & 1
        return not fallen and (bool(state.turning_points & REPUBLIC) or self.rules.scenario.special.circumstances.rsi)

    def rebuilding(self, state: SeriesState) -> Callable[[int], list[Action]]:
        usual, payments = super().rebuilding(state), Payments(self, state)

        def rebuildings(block: int) -> list[Action]:
            if not self.units.is_work[block]:
                return usual(block)
            if not self.may_rebuild(state, block, payments):
                return []
            return [Rebuild(block, hex_) for hex_ in members(self.redoubt_places(state, block))]

        return rebuildings

    @rule("BW-6.6b", "BW-6.6c", "BW-R26")
    def redoubt_places(self, state: SeriesState, block: int) -> HexSet:
        """Where redoubts can be built: own land in supply, with room and without another redoubt."""
        side, power = self.units.side[block], self.units.power[block]
        supply = self.rules.supply
        land = self.board.map.playable_mask & self.rules.theatre & state.control[side] & ~state.occupied[1 - side]
        land &= supply.covered(state, power, supply.sources(state, power).everything) & self.rules.definitions.room_for(state, block)
        land &= ~mask_of(state.location[b] for b in self.units.works[side] if state.location[b] >= 0)
        if self.rules.tables.powers[power].id == ITALY and self._has_republic(state):
            land &= self.board.nation("IT")
        if NAMED_PLACE in self.units.tags[block]:
            land &= 1 << self.board.hex(self.rules.tables.facts[block].place)
        return land

    @rule("BW-6.6d")
    def may_gain_step(self, state: SeriesState, block: int, payments: Payments | None = None) -> bool:
        """Next to the enemy a redoubt gains only one step a turn."""
        if self.units.is_work[block] and state.flags[block] & NEW:
            near = self.board.around(1 << state.location[block]) & state.occupied[1 - self.units.side[block]]
            if near:
                return False
        return super().may_gain_step(state, block, payments)

    @rule("BW-6.6c", "BW-R26")
    def disbandable(self, state: SeriesState, side: int) -> list[Action]:
        found = super().disbandable(state, side)
        fixed = {b for b in self.units.works[side] if NAMED_PLACE in self.units.tags[b]}
        return [action for action in found if getattr(action, "block", -1) not in fixed] if fixed else found
