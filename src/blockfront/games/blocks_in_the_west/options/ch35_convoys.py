"""Chapters 18.2.1, 34 and 35: submarines against the convoys to Great Britain, and what America sends."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.ch13_headquarters import KEEP_SUBMARINES
from blockfront.games.blocks_series.rules.ch24_landings import Landings
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import Pack, StrategicWarfare
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import BOATS_IN_PORT, BOATS_KEPT, LEND_LEASE, NO_BLOCK, NO_HEX, SeriesState
from blockfront.games.blocks_series.strategic_actions import BuyAbroad
from blockfront.games.blocks_series.strategic_events import LendLeaseBegan, SubmarinesLost, SubmarinesMoored
from blockfront.hexes.grid import HexSet

NORTH, CENTRAL, SOUTH = range(3)
HITS_ON: Final = 6
YELLOW_A_HIT: Final = 2
PRICE: Final = 3  # yellow points for one red or blue point
GIFTS: Final = (3, 2)  # red and blue Lend-Lease points a turn
RED, BLUE = COLOURS.index("red"), COLOURS.index("blue")
FROM_MARCH_1941: Final = month_number("1941-03") or 0
EUROPE: Final = ("FR", "BE", "NL", "LU", "DE", "IT", "NO", "DK", "HU", "SK")
FREE_KEEPER: Final = "de-doenitz"
WATER: Final = "atlantic"
BASES: Final = (("major", 2), ("minor", 1))  # naval units that a port can hold


class Convoys(StrategicWarfare):
    """Convoys to Great Britain and those who hunt them."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.receiver = rules.tables.power("uk")
        self.hunters = 1 - rules.tables.powers[self.receiver].side
        self.circumstances = rules.scenario.special.circumstances
        self.invaded_land = self.board.nation("GB") & ~self.board.map.tag_mask("island")

    @rule("BW-35.2a", "BW-7.1a")
    def is_fought(self, state: SeriesState) -> bool:
        return super().is_fought(state) or self.has_convoys(state)

    def has_convoys(self, state: SeriesState) -> bool:
        """There are convoys in the British phase while Great Britain fights."""
        return state.active != self.hunters and not state.surrendered >> self.receiver & 1

    # ---- submarines

    @rule("BW-35.2b", "BW-R133")
    def begin_turn(self, state: SeriesState, events: list[Event]) -> None:
        """Submarines that were not kept at sea go to port when the enemy's turn begins."""
        super().begin_turn(state, events)
        if state.active != self.hunters:
            stays = bool(state.boats & BOATS_KEPT) or not self.needs_order(state) or state.month == self.rules.scenario.first_month
            state.boats = 0 if stays else BOATS_IN_PORT
            self._moor(state, events)
            if self._is_lend_lease_due(state) or self.is_invaded(state):
                state.turning_points |= LEND_LEASE

    @rule("BW-3.4c")
    def _moor(self, state: SeriesState, events: list[Event]) -> None:
        """Submarines that are not at sea need a port; those without a place in one are lost."""
        state.moored[:] = [berth for berth in state.moored if berth[1] == NO_HEX]
        if not state.boats & BOATS_IN_PORT:
            return
        places = self.berths(state)
        for zone in self._afloat(state):
            port = places.pop(0) if places else NO_HEX
            state.moored.append((zone, port))
            events.append(SubmarinesLost(zone=zone) if port == NO_HEX else SubmarinesMoored(zone=zone, hex=port))

    def _afloat(self, state: SeriesState) -> list[int]:
        """The zones whose submarines are not lost."""
        lost = {zone for zone, hex_ in state.moored if hex_ == NO_HEX}
        return [zone for zone, steps in enumerate(self.rules.scenario.special.submarines) if steps and zone not in lost]

    @rule("BW-3.4d", "BW-3.4e")
    def berths(self, state: SeriesState) -> list[int]:
        """Atlantic ports that the submarines' side holds, major ones first, each listed once for every naval unit it can hold."""
        held = state.control[self.hunters] & ~state.occupied[1 - self.hunters]
        ports = [(hex_, size) for hex_, size, _, seas in self.board.ports if WATER in seas and held >> hex_ & 1]
        return [hex_ for kind, number in BASES for hex_, size in ports if size == kind for _ in range(number)]

    @rule("BW-R133")
    def needs_order(self, state: SeriesState) -> bool:
        """Whether an action point must be spent to keep submarines at sea: if a headquarters could, and Doenitz does not do it for free."""
        there = [hq for hq in self.units.headquarters[self.hunters] if state.location[hq] >= 0]
        if any(self.order[hq].key == FREE_KEEPER for hq in there):
            return False
        return any(KEEP_SUBMARINES in self.units.staff[hq].actions for hq in there)

    @rule("BW-35.2b", "BW-35.2c", "BW-18.2.1a", "BW-R66")
    def packs(self, state: SeriesState, american: int) -> tuple[Pack, ...]:
        """The submarines that attack, zone by zone, with a die for every step."""
        if not self.has_convoys(state) or state.boats & BOATS_IN_PORT:
            return ()
        steps = self.rules.scenario.special.submarines
        return tuple(Pack(zone, steps[zone], HITS_ON) for zone in self._afloat(state))

    @rule("BW-35.2e")
    def may_choose_route(self, state: SeriesState) -> bool:
        """Whether the northern submarines may choose to attack what comes from America."""
        return any(pack.route == NORTH for pack in self.packs(state, 0)) and (self.may_buy_abroad(state) or self.is_lent(state))

    def sinks_cargo(self, route: int, american: int) -> bool:
        return route == NORTH and bool(american)

    @rule("BW-35.2c", "BW-R79", "BW-18.2.1a")
    def lose_yellow(self, state: SeriesState, hits: list[int], american: int) -> int:
        """Take the yellow points that hits on Commonwealth convoys cost, at most those that Great Britain receives this turn."""
        struck = sum(number for route, number in enumerate(hits) if not self.sinks_cargo(route, american))
        coming = self.rules.production.income(state, self.receiver)[YELLOW]
        lost = min(YELLOW_A_HIT * struck, coming)
        state.due[self.receiver * len(COLOURS) + YELLOW] -= lost
        return lost

    # ---- America

    @rule("BW-34.0b", "BW-R65")
    def is_lent(self, state: SeriesState) -> bool:
        """Whether Lend-Lease is in force; once it is, it stays so."""
        return self.circumstances.lend_lease or bool(state.turning_points & LEND_LEASE)

    @rule("BW-34.0b", "BW-R65")
    def _is_lend_lease_due(self, state: SeriesState) -> bool:
        """Whether Lend-Lease begins: from March 1941 on, with France beaten and no Allied ground unit on the continent."""
        france = self.rules.tables.power("france")
        beaten = self.circumstances.france != "at_war" or bool(state.surrendered >> france & 1)
        if state.month < FROM_MARCH_1941 or not beaten:
            return False
        land = 0
        for country in EUROPE:
            land |= self.board.nation(country)
        ground = self.units.ground[1 - self.hunters]
        return not any(state.location[block] >= 0 and land >> state.location[block] & 1 for block in ground)

    @rule("BW-34.0b")
    def is_invaded(self, state: SeriesState) -> bool:
        """Whether an enemy ground unit stands in Great Britain."""
        return bool(self.invaded_land & self.rules.definitions.crowding(state, self.hunters).ground[0])

    @rule("BW-34.0a", "BW-34.0c")
    def may_buy_abroad(self, state: SeriesState) -> bool:
        return self.circumstances.cash_and_carry and not self.is_lent(state)

    @rule("BW-34.0a", "BW-R137")
    def purchases(self, state: SeriesState) -> list[Action]:
        """Great Britain may buy a red or blue point for three yellow ones, as long as saved points and safe income can pay."""
        place = self.receiver * len(COLOURS) + YELLOW
        at_stake = YELLOW_A_HIT * sum(pack.dice for pack in self.packs(state, 0))
        sure = max(0, self.rules.production.income(state, self.receiver)[YELLOW] - at_stake)
        return [BuyAbroad(False), BuyAbroad(True)] if state.pool[place] + state.due[place] + sure >= PRICE else []

    def buy_abroad(self, state: SeriesState) -> None:
        """Pay for a purchase at once, from saved points first, then from those of this turn."""
        place = self.receiver * len(COLOURS) + YELLOW
        saved = min(PRICE, state.pool[place])
        state.pool[place] -= saved
        state.due[place] -= PRICE - saved

    def cargo(self, state: SeriesState, route: int, red: int, blue: int) -> tuple[int, int]:
        """Red and blue points on their way from America, without those sunk."""
        if route != NORTH:
            return 0, 0
        sent = GIFTS if self.is_lent(state) else (red, blue)
        lost = state.sunk[:2] or (0, 0)
        return sent[0] - lost[0], sent[1] - lost[1]

    @rule("BW-34.0c", "BW-R137")
    def arrive(self, state: SeriesState, red: int, blue: int, events: list[Event]) -> None:
        """Points that were not sunk arrive for the Production Phase."""
        coming = self.cargo(state, NORTH, red, blue)
        for colour, number in zip((RED, BLUE), coming, strict=True):
            state.due[self.receiver * len(COLOURS) + colour] += number
        state.sunk.clear()

    def convoy_clause(self, buying: bool) -> str:
        return "BW-34.0a" if buying else "BW-35.2e"


class SubmarineCommand(CommandingHeadquarters):
    """The headquarters that keeps submarines at sea."""

    def kinds_in_play(self) -> frozenset[int]:
        return super().kinds_in_play() | {KEEP_SUBMARINES}

    @rule("BW-24.5i", "BW-R133")
    def special_targets(self, state: SeriesState, hq: int, kind: int) -> list[int]:
        """One action keeps all submarines at sea."""
        if kind != KEEP_SUBMARINES:
            return super().special_targets(state, hq, kind)
        network = self.rules.strategic
        needed = isinstance(network, Convoys) and network.needs_order(state) and not state.boats & BOATS_KEPT
        return [NO_BLOCK] if needed and self.may_repeat(state, hq, kind) else []

    def give_order(self, state: SeriesState, hq: int, kind: int, block: int) -> None:
        super().give_order(state, hq, kind, block)
        if kind == KEEP_SUBMARINES:
            state.boats |= BOATS_KEPT


class InvadedBritain(Definitions):
    """An invasion of Great Britain brings Lend-Lease."""

    @rule("BW-34.0b")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """An invasion of Great Britain brings Lend-Lease into force at once."""
        taken = hexes & ~state.control[side]
        super().capture(state, side, hexes, events)
        convoys = self.rules.strategic
        if not isinstance(convoys, Convoys) or side != convoys.hunters or convoys.is_lent(state):
            return
        if taken & convoys.invaded_land:
            state.turning_points |= LEND_LEASE
            events.append(LendLeaseBegan())


class InvasionOfBritain(Landings):
    """Landings in Great Britain bring American aid."""

    @rule("BW-34.0b")
    def ashore(self, state: SeriesState, events: list[Event]) -> None:
        """A landing in Great Britain is an invasion, too, while its beach is still fought for."""
        super().ashore(state, events)
        convoys = self.rules.strategic
        if isinstance(convoys, Convoys) and state.active == convoys.hunters and not convoys.is_lent(state) and convoys.is_invaded(state):
            state.turning_points |= LEND_LEASE
            events.append(LendLeaseBegan())
