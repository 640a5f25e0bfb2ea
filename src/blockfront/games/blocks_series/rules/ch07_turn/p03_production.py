"""Section 7.3: production points, repairs, rebuilding, placing, disbanding."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.actions import Action
from blockfront.core.choices import ByUnit
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Build, BuyStep, Disband, Rebuild, Reinforce
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.power_actions import PayWith
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.legs import Legs
from blockfront.games.blocks_series.state import DISBANDED, MARKED, NEW, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules

YELLOW = 0
NOT_FOR_SALE = 99
NO_LIMIT = -1


class Payments:
    """Whether powers can pay in one position; each answer is worked out once."""

    __slots__ = ("_known", "_production", "_state")

    def __init__(self, production: Production, state: SeriesState) -> None:
        self._production = production
        self._state = state
        self._known: dict[tuple[int, int, tuple[int, ...], int], bool] = {}

    def can(self, power: int, price: int, colours: tuple[int, ...], hex_: int = NO_HEX) -> bool:
        """Whether a power can pay a price in some colours for a unit in a hex."""
        production, state = self._production, self._state
        purse = NO_HEX if hex_ < 0 else production.own_purse(state, power, hex_)
        key = (power, price, colours, purse)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = production.can_pay(state, power, price, colours, purse)
        return found


class Production(Chapter):
    """Income, and what points are spent on."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._prices = tuple(tuple(self.numbers.step_price.get(colour, NOT_FOR_SALE) for colour in steps) for steps in self.units.colours)
        blocks = range(len(self.order))
        self._purchases = tuple((BuyStep(block),) for block in blocks)
        self._disbandings = tuple(Disband(block) for block in blocks)
        self._rebuildings = Legs(Rebuild)
        cities = (self.board.majors | self.board.fortresses) & self.board.playable & rules.theatre
        self._home_cities = tuple(cities & homeland for homeland in rules.powers.homelands)
        self._filled: tuple[list[int], HexSet] = ([], 0)  # where new units were placed, and where no more may be
        names = [power.id for power in rules.tables.powers]
        payers = {poor: rich for rich, served in rules.scenario.shared_income.items() for poor in served}
        payers |= {power.id: power.paid_by for power in rules.tables.powers if power.paid_by}
        self._payers = tuple(names.index(payers.get(name, name)) for name in names)
        self._unit_limits = tuple(rules.scenario.unit_spending.get(name, NO_LIMIT) for name in names)

    # ---- income

    @rule("BE-7.3a", "BE-3.6b", "BE-3.6c", "BE-7.3g", "BE-R6", "BE-SSb", "BE-R77")
    @rule("BW-7.3a", "BW-3.6a")
    def income(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """The points of each colour that a power receives now: the scenario's figure."""
        scenario = self.rules.scenario
        if state.month < scenario.production_from or state.surrendered >> power & 1:
            return (0,) * len(COLOURS)
        return scenario.production.get(self.rules.tables.powers[power].id, (0,) * len(COLOURS))

    def at_risk(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """The points that a power receives only if they get through mined waters."""
        return ()

    @rule("BE-1.0e", "BE-R1")
    @rule("BW-1.0b", "BW-7.3d")
    def receive(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """Add the income, and points due from before, to the power's pool, which has no limit."""
        points = self.income(state, power)
        base = power * len(COLOURS)
        for colour, number in enumerate(points):
            state.pool[base + colour] += number + state.due[base + colour]
            state.due[base + colour] = 0
        return points

    @rule("BE-4.5b", "BE-7.9d")
    @rule("BW-7.9c")
    def reward(self, state: SeriesState, block: int) -> None:
        """Give the enemy's great power the points for a unit that surrendered."""
        winner = self.conqueror(state, block)
        for colour in self.reward_colours(block):
            state.pool[winner * len(COLOURS) + colour] += self.numbers.surrender_points

    def conqueror(self, state: SeriesState, block: int) -> int:
        """The power that gets the points when a unit surrenders."""
        return self.rules.powers.leader(state, 1 - self.units.side[block])

    def reward_colours(self, block: int) -> tuple[int, ...]:
        return (YELLOW,)

    # ---- prices

    @rule("BE-7.3c", "BE-7.3d", "BE-7.3e", "BE-R24", "BE-11.0c")
    @rule("BW-7.3b", "BW-R87")
    def price(self, block: int, steps: int) -> int:
        """The points for regaining a step position; positions marked blue cannot be bought."""
        return self._prices[block][steps - 1]

    def price_now(self, state: SeriesState, block: int, steps: int) -> int:
        """The present price of a step position."""
        return self.price(block, steps)

    def colours_of(self, block: int) -> tuple[int, ...]:
        """The colours of points that a step of a unit costs; the full price is paid in each."""
        return (YELLOW,)

    def colours_of_step(self, block: int, steps: int) -> tuple[int, ...]:
        """As `colours_of`, for one step position."""
        return self.colours_of(block)

    def points_of_step(self, block: int, steps: int, price: int) -> tuple[int, ...]:
        """The points of each colour for a step position at a price, if nothing is free."""
        paid = self.colours_of_step(block, steps)
        return tuple(price if colour in paid else 0 for colour in range(len(COLOURS)))

    def points_taken(self, state: SeriesState, block: int, steps: int, price: int, hex_: int) -> tuple[int, ...]:
        """The points of each colour that a payment really takes: oil may be free, and a besieged city has points of its own."""
        pool, pocket, aid, number = state.pool, state.pocket, state.aid, len(COLOURS)
        state.pool, state.pocket, state.aid = pool.copy(), pocket.copy(), aid.copy()  # all that `pay` changes
        try:
            self.pay(state, self.units.power[block], price, self.colours_of_step(block, steps), hex_)
            before, left = [*pool, *pocket], [*state.pool, *state.pocket]
        finally:
            state.pool, state.pocket, state.aid = pool, pocket, aid
        return tuple([sum(before[colour::number]) - sum(left[colour::number]) for colour in range(number)])

    @rule("BE-5.2c", "BE-5.2d", "BE-5.4a", "BE-5.5i")
    @rule("BW-5.4b")
    def can_pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = NO_HEX) -> bool:
        """Whether a power's own points and its patron's aid are enough; `hex_` is where they are spent, if anywhere."""
        pool, power = state.pool, self._payers[power]
        own = power * len(COLOURS)
        for colour in colours:
            if pool[own + colour] < price:
                break
        else:
            return True
        lacking = [max(0, price - pool[own + colour]) for colour in colours]
        patron = self.rules.powers.patron(state, power)
        if patron is None or state.aid[power] + sum(lacking) > self.numbers.aid_a_turn:
            return False
        return all(pool[patron * len(COLOURS) + colour] >= need for colour, need in zip(colours, lacking, strict=True))

    def own_purse(self, state: SeriesState, power: int, hex_: int) -> int:
        """The hex itself if its points are kept apart from those of its power, else NO_HEX."""
        return NO_HEX

    def pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = NO_HEX) -> None:
        """Take a price from a power's points and, as far as needed or wished, from those of its patron."""
        power = self._payers[power]
        patron = self.rules.powers.patron(state, power)
        spare = self._spare_aid(state, power, price, colours) if patron is not None and not self.spends_own_first(state, power) else 0
        for colour in colours:
            own = power * len(COLOURS) + colour
            from_own = min(price, state.pool[own])
            if patron is not None:
                gift = max(0, min(from_own, spare, state.pool[patron * len(COLOURS) + colour] - (price - from_own)))
                from_own, spare = from_own - gift, spare - gift
                state.pool[patron * len(COLOURS) + colour] -= price - from_own
                state.aid[power] += price - from_own
            state.pool[own] -= from_own

    def _spare_aid(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...]) -> int:
        """The points of aid that a power may still take although it could pay itself."""
        lacking = sum(max(0, price - state.pool[power * len(COLOURS) + colour]) for colour in colours)
        return max(0, self.numbers.aid_a_turn - state.aid[power] - lacking)

    # ---- whose points are spent first

    @rule("BE-5.2c")
    def spends_own_first(self, state: SeriesState, power: int) -> bool:
        """Whether a power spends its own points before those others give it; it does unless its player decides otherwise."""
        return not state.purses >> power & 1

    @rule("BE-5.2c")
    def purse_choices(self, state: SeriesState, side: int) -> list[Action]:
        """For each power with points of its own that may also take those of others, the order of spending it does not follow now."""
        able = [n for n, power in enumerate(self.rules.tables.powers) if power.side == side and self.has_two_purses(state, n)]
        return [PayWith(number, own_first=int(not self.spends_own_first(state, number))) for number in able]

    def has_two_purses(self, state: SeriesState, power: int) -> bool:
        patron = self.rules.powers.patron(state, power)
        if patron is None or self._payers[power] != power or state.aid[power] >= self.numbers.aid_a_turn:
            return False
        return all(any(state.pool[one * len(COLOURS) : (one + 1) * len(COLOURS)]) for one in (power, patron))

    def choose_purse(self, state: SeriesState, action: PayWith) -> None:
        state.purses ^= 1 << action.power

    def pay_for(self, state: SeriesState, block: int, steps: int, price: int) -> None:
        """Pay the price of a step of a unit."""
        self.pay(state, self.units.power[block], price, self.colours_of_step(block, steps), state.location[block])
        if self._unit_limits[self._payers[self.units.power[block]]] != NO_LIMIT:
            others = [spent for spent in state.spent_on if spent[0] != block]
            state.spent_on[:] = sorted([*others, (block, self._spent_on(state, block) + price)])

    def _spent_on(self, state: SeriesState, block: int) -> int:
        return next((points for unit, points in state.spent_on if unit == block), 0)

    def within_limit(self, state: SeriesState, block: int, price: int) -> bool:
        """Whether a scenario's limit allows spending this much more on a unit in this turn."""
        limit = self._unit_limits[self._payers[self.units.power[block]]]
        return limit == NO_LIMIT or self._spent_on(state, block) + price <= limit

    # ---- gifts and projects

    def deliveries(self, state: SeriesState, power: int) -> tuple[tuple[int, int], ...]:
        """The red and blue points that arrive as gifts this turn, by route."""
        return ()

    def projects(self, state: SeriesState, side: int) -> list[Action]:
        """Other things that points may be spent on."""
        return []

    def first_projects(self) -> list[tuple[int, ...]]:
        """Factories that are being built when the game begins."""
        return []

    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        raise TypeError("this game knows no such project")

    # ---- factories on their way

    def advance_factories(self, state: SeriesState, side: int) -> int:
        """Move evacuated factories on; returns how many of them have arrived."""
        return 0

    def arrived(self, state: SeriesState) -> int:
        """The kind of the factory that needs a site, or -1."""
        return -1

    def homes_for(self, state: SeriesState, kind: int, face: int) -> list[int]:
        """The cities that a die roll offers to a factory."""
        return []

    def resettle(self, state: SeriesState, kind: int, hex_: int, events: list[Event]) -> None:
        """Put a factory at its new site."""

    # ---- what may be bought

    obligation_clause = ""  # of what must be bought first

    def obligations(self, state: SeriesState, side: int) -> list[Action]:
        """Purchases that must be made before any others."""
        return []

    @rule("BE-7.3b", "BE-4.4a")
    @rule("BW-7.3c", "BW-4.4a")
    def steps(self, state: SeriesState, side: int) -> ByUnit:
        location, steps, full, purchases = state.location, state.steps, self.units.full, self._purchases
        weakened = [block for block in self.order.of_side[side] if location[block] >= 0 and steps[block] < full[block]]
        payments = Payments(self, state)
        return ByUnit(weakened, lambda block: purchases[block] if self.may_gain_step(state, block, payments) else (), "block")

    def may_gain_step(self, state: SeriesState, block: int, payments: Payments | None = None) -> bool:
        """Whether a step can be bought for a unit now: it is on the map, below full strength, in supply, and the points suffice."""
        hex_ = state.location[block]
        if hex_ < 0 or state.flags[block] & DISBANDED or state.steps[block] >= self.units.full[block]:
            return False
        if not self.may_be_repaired(state, block):
            return False
        steps = state.steps[block] + 1
        price = self.price_now(state, block, steps)
        if price == NOT_FOR_SALE:
            return False
        payments = payments or Payments(self, state)
        able = payments.can(self.units.power[block], price, self.colours_of_step(block, steps), hex_)
        return able and self.within_limit(state, block, price)

    @rule("BE-4.4a")
    @rule("BW-4.4a")
    def may_be_repaired(self, state: SeriesState, block: int) -> bool:
        return not state.flags[block] & MARKED

    @rule("BE-4.5a", "BE-5.4b", "BE-7.3.4b")
    @rule("BW-4.5a", "BW-7.3.4a", "BW-7.3b")
    def rebuildable(self, state: SeriesState, side: int) -> list[int]:
        payments = Payments(self, state)
        return [block for block in self.destroyed(state, side) if self.may_rebuild(state, block, payments)]

    def destroyed(self, state: SeriesState, side: int) -> list[int]:
        """The destroyed units that can be rebuilt if their price is paid."""
        location = state.location
        return [block for block in self.order.of_side[side] if location[block] == ELIMINATED]

    def may_rebuild(self, state: SeriesState, block: int, payments: Payments | None = None) -> bool:
        if state.flags[block] & NEW:
            return False
        price = self.price_now(state, block, self.units.weakest[block])
        if price == NOT_FOR_SALE or not self.within_limit(state, block, price):
            return False
        return self.can_pay_somewhere(state, block, price, payments or Payments(self, state))

    def can_pay_somewhere(self, state: SeriesState, block: int, price: int, payments: Payments) -> bool:
        return payments.can(self.units.power[block], price, self.colours_of_step(block, self.units.weakest[block]))

    def rebuilding(self, state: SeriesState) -> Callable[[int], list[Action]]:
        """A function that lists how a destroyed unit may return; places are worked out once for each power and type of unit."""
        units, known, payments = self.units, dict[tuple[int, str | int], HexSet](), Payments(self, state)

        def rebuildings(block: int) -> list[Action]:
            if not self.may_rebuild(state, block, payments):
                return []
            alike = (units.power[block], block if units.is_hq[block] else units.type[block])
            places = known.get(alike)
            if places is None:
                places = known[alike] = self.places(state, block)
            return self.rebuildings(state, block, places, payments) if places else []

        return rebuildings

    def rebuildings(self, state: SeriesState, block: int, places: HexSet, payments: Payments) -> list[Action]:
        """The ways in which a destroyed unit may return at one of the places."""
        return self._rebuildings.listed(block, places)

    @rule("BE-7.3.1a", "BE-7.3.1b", "BE-7.3.1c", "BE-7.3.1d", "BE-7.3.1e", "BE-7.3.1f", "BE-7.3.2a", "BE-7.3.2b", "BE-5.4d", "BE-11.2e")
    @rule("BW-7.3.1a", "BW-7.3.1c", "BW-7.3.2a", "BW-7.3.2b")
    def places(self, state: SeriesState, block: int) -> HexSet:
        """The hexes in which a new unit may be placed."""
        power, side = self.units.power[block], self.units.side[block]
        cities = self._home_cities[power] & state.control[side] & ~state.occupied[1 - side] & ~self.filled_cities(state.placed)
        cities &= self._linked_now(state, power) & self.industry(state, block)
        return cities & ~self.rules.definitions.crowding(state, side).based if self.units.is_air[block] else cities

    @rule("BW-7.3.1b", "BW-R77")
    def filled_cities(self, placed: list[int]) -> HexSet:
        """Cities that can take no more new units in this phase."""
        known, found = self._filled
        if known != placed:
            great, most, usual = self.board.great_cities, self.numbers.new_units_in_great_cities, self.numbers.new_units
            found = mask_of(hex_ for hex_ in set(placed) if placed.count(hex_) >= (most if great >> hex_ & 1 else usual))
            self._filled = placed.copy(), found
        return found

    def _linked_now(self, state: SeriesState, power: int) -> HexSet:
        """As `linked_cities`, worked out once for all types of units while a side produces."""
        key = ("linked cities", power, state.active, state.phase, state.month)
        found: HexSet | None = state.derived.get(key)
        if found is None:
            found = state.derived[key] = self.linked_cities(state, power)
        return found

    def linked_cities(self, state: SeriesState, power: int) -> HexSet:
        """Hexes that new units can be sent to: the supply sources of their power."""
        return self.rules.supply.sources(state, power).everything

    @rule("BE-7.3.1c", "BE-7.3.1d", "BE-11.2c", "BE-11.0e", "BE-23.0i", "BE-24.0h")
    @rule("BW-7.3.1c")
    @rule("BW-11.2f", "BW-24.1m")
    def industry(self, state: SeriesState, block: int) -> HexSet:
        """Cities with the factory or shipyard that a kind of unit needs."""
        board, power = self.board, self.units.power[block]
        if self.units.is_marine[block] or self.units.type[block] == "naval_hq":
            return board.shipyards & ~state.wrecked
        if self.units.is_armour[block]:
            kind = "armour"
        elif self.units.is_air[block] or self.units.type[block] in ("paratroop", "air_hq"):
            kind = "aircraft"
        else:
            return -1
        if self.rules.tables.powers[power].is_minor:
            return board.capitals
        return board.factories(kind, state.month) & ~state.wrecked

    def works(self, state: SeriesState, side: int) -> list[Action]:
        """What a side may build on the map itself."""
        return []

    def begin_work(self, state: SeriesState, action: Build, events: list[Event]) -> None:
        raise TypeError("nothing can be built in this scenario")

    @rule("BE-7.3.4a")
    @rule("BW-7.3.4a")
    def disbandable(self, state: SeriesState, side: int) -> list[Action]:
        location, flags, disbandings = state.location, state.flags, self._disbandings
        there = [block for block in self.order.of_side[side] if location[block] >= 0]
        return [disbandings[block] for block in there if not flags[block] & (MARKED | NEW | DISBANDED)]

    @rule("BE-7.3.4c")
    @rule("BW-7.3.4b")
    def refund(self) -> int:
        """The yellow points for a disbanded unit, paid from the next Production Phase on."""
        return self.numbers.disband_refund

    def close(self, state: SeriesState, side: int) -> None:
        """Settle points that were not spent: in the basic game they are kept."""

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, BuyStep | Rebuild | Reinforce | Disband):
            return None
        if not 0 <= action.block < len(self.order) or self.units.side[action.block] != side:
            return Refusal("BE-3.1a", "not_your_unit")
        block = action.block
        if isinstance(action, Disband):
            return Refusal("BE-7.3.4a", "cannot_disband", {"block": block})
        if isinstance(action, Reinforce):
            return Refusal("BE-7.3.1g", "cannot_arrive_there", {"block": block})
        if isinstance(action, Rebuild):
            return Refusal("BE-7.3.1a", "cannot_rebuild_there", {"block": block})
        if state.flags[block] & MARKED:
            return Refusal("BE-4.4a", "marked_units_gain_nothing", {"block": block})
        return Refusal("BE-7.3c", self._why_no_step(state, block), {"block": block})

    def _why_no_step(self, state: SeriesState, block: int) -> str:
        """The name of the sentence that says why a unit cannot gain a step."""
        if state.location[block] < 0:
            return "not_on_the_map"
        if state.steps[block] >= self.units.full[block]:
            return "at_full_strength"
        price = self.price_now(state, block, state.steps[block] + 1)
        if price == NOT_FOR_SALE:
            return "step_is_lost"
        return "too_few_points" if self.within_limit(state, block, price) else "limit_for_a_unit"
