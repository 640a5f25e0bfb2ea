"""The two camps of the Allies, the Soviets and the West: they do not enter each other's hexes or share supply, headquarters or points."""

from functools import cached_property
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.advanced.ch11_income import Points, Site, SiteIncome
from blockfront.games.blocks_series.events import Spoils
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.rules.ch18_sea import Sea
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import StrategicWarfare
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.strategic_actions import Sortie
from blockfront.hexes.grid import HexSet

ALLIES: Final = 1
SOVIET: Final = "ussr"


def soviet(rules: Rules) -> int:
    """The Soviet Union, which is a camp of its own."""
    return rules.tables.power(SOVIET)


class CampPowers(Powers):
    """Powers: each camp keeps out of the other's hexes."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.soviet = soviet(rules)
        self._western = tuple(sorted({self.units.power[block] for block in self.order.of_side[ALLIES]} - {self.soviet}))

    def held_by_west(self, state: SeriesState) -> HexSet:
        """Hexes with units of the Western Allies."""
        found: HexSet | None = state.derived.get("western units")
        if found is None:
            found = 0
            for power in self._western:
                found |= self.held_by(state, power)
            state.derived["western units"] = found
        return found

    @rule("BW-R144")
    def foreign_land(self, state: SeriesState, power: int) -> HexSet:
        """Allied hexes that the other camp holds."""
        if self.rules.tables.powers[power].side != ALLIES:
            return 0
        return state.control[ALLIES] & ~state.soviet_land if power == self.soviet else state.soviet_land

    @rule("BW-R144")
    def apart(self, state: SeriesState, power: int) -> HexSet:
        """Hexes that units of a power may not enter: those that the other camp holds, and those where its units are."""
        if self.rules.tables.powers[power].side != ALLIES:
            return 0
        others = self.held_by_west(state) if power == self.soviet else self.held_by(state, self.soviet)
        return self.foreign_land(state, power) | others

    @rule("BW-R144")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        return super().territory(state, block) & ~self.apart(state, self.units.power[block])

    def shunned_hexes(self, state: SeriesState, side: int) -> list[HexSet]:
        found = super().shunned_hexes(state, side)
        return [*found, self.held_by_west(state), self.held_by(state, self.soviet)] if side == ALLIES else found

    @rule("BW-R144")
    def supply_area(self, state: SeriesState, power: int) -> HexSet:
        return super().supply_area(state, power) & ~self.foreign_land(state, power)


class CampSupply(Supply):
    """Supply: each camp is supplied from its own ports and railways."""

    @rule("BW-R144")
    def controls_sea(self, state: SeriesState, power: int, sea: str) -> bool:
        """For control of a sea, ports of the other camp do not count."""
        if self.rules.tables.powers[power].side != ALLIES:
            return super().controls_sea(state, power, sea)
        control, ports = state.control[ALLIES] & ~_powers(self.rules).foreign_land(state, power), self.board.sea_ports[sea]
        return any((ports[size] & control).bit_count() >= needed for size, needed in self.numbers.sea_control.items())


class CampSea(Sea):
    """Ships do not use ports of the other camp."""

    @rule("BW-R144")
    def harbours(self, state: SeriesState, power: int) -> HexSet:
        return super().harbours(state, power) & ~_powers(self.rules).apart(state, power)

    def circumstances(self, state: SeriesState) -> tuple[int, ...]:
        return *super().circumstances(state), state.soviet_land & self.watched, state.eastern_weather


class CampAir(AirOperations):
    """Air missions: none over hexes of the other camp."""

    @rule("BW-R144")
    def missions(self, state: SeriesState, block: int, hexes: HexSet) -> HexSet:
        """No missions over hexes that the other camp holds or has units in."""
        return super().missions(state, block, hexes & ~_powers(self.rules).apart(state, self.units.power[block]))


class CampRaids(StrategicWarfare):
    """Strategic bombing: each camp bombs and defends by itself."""

    @rule("BW-R144")
    def sorties(self, state: SeriesState, side: int, hex_: int, target: int) -> list[Action]:
        """The camps neither bomb together nor defend each other's hexes."""
        found = super().sorties(state, side, hex_, target)
        if side != ALLIES:
            return found
        flying = self.flying(state, side)
        defends = bool(state.control[ALLIES] >> hex_ & 1)
        if not defends and not flying:
            return found
        is_red = bool(state.soviet_land >> hex_ & 1) if defends else self._is_soviet(flying[0])
        return [action for action in found if isinstance(action, Sortie) and self._is_soviet(action.block) == is_red]

    def _is_soviet(self, block: int) -> bool:
        return self.units.power[block] == soviet(self.rules)


class CampHeadquarters(Headquarters):
    """Headquarters do not command units of the other camp."""

    @rule("BW-R144")
    def is_subordinate(self, hq: int, block: int) -> bool:
        apart = self.units.side[hq] == ALLIES and (self.order[hq].nation == SOVIET) != (self.order[block].nation == SOVIET)
        return not apart and super().is_subordinate(hq, block)


class CampMovement(Movement):
    """Movement: remembers which camp came through a hex."""

    def carry_out(self, state: SeriesState, move: Move) -> None:
        """Note which camp came through a hex, or next to it, in this turn: if both did, the later one counts."""
        before = state.passed
        super().carry_out(state, move)
        if self.units.side[move.block] != ALLIES:
            return
        way, near = state.passed & ~before | 1 << move.to, self.board.around(1 << move.to)
        if self.order[move.block].nation == SOVIET:
            state.soviet_trail |= way
            state.soviet_approach, state.western_approach = state.soviet_approach | near, state.western_approach & ~near
        else:
            state.soviet_trail &= ~way
            state.soviet_approach, state.western_approach = state.soviet_approach & ~near, state.western_approach | near

    def reinforce(self, state: SeriesState, block: int, target: int, events: list[Event]) -> None:
        """Hexes that reserves pass on their way go to their own camp."""
        state.soviet_trail = self.board.grid.cells if self.order[block].nation == SOVIET else 0
        super().reinforce(state, block, target, events)
        state.soviet_trail = 0

    def begin(self, state: SeriesState) -> None:
        super().begin(state)
        state.soviet_trail = state.soviet_approach = state.western_approach = 0


class CampDefinitions(Definitions):
    """Hexes and captured points go to the camp that takes them."""

    @rule("BW-R144", "BW-R116")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """A hex that the Allies take belongs to the camp that took it, with its captured points."""
        taken = hexes & ~state.control[side]
        if side != ALLIES:
            super().capture(state, side, hexes, events)
            state.soviet_land &= state.control[ALLIES]
            return
        red = taken & self._soviet_part(state, taken)
        super().capture(state, side, hexes & ~red, events)
        if red:
            self._take_for_the_soviets(state, red, events)

    def _soviet_part(self, state: SeriesState, hexes: HexSet) -> HexSet:
        """Of the hexes that fall, those where Soviets are, or where they passed after the West."""
        powers = _powers(self.rules)
        return (powers.held_by(state, powers.soviet) | state.soviet_trail) & ~powers.held_by_west(state) & hexes

    def _take_for_the_soviets(self, state: SeriesState, hexes: HexSet, events: list[Event]) -> None:
        """Capture hexes for the Soviets: captured points, which normally go to the side's leader, go to the Soviet Union."""
        powers, told = self.rules.powers, len(events)
        leader, heir = (power * len(COLOURS) for power in (powers.leader(state, ALLIES), soviet(self.rules)))
        before = state.pool[leader : leader + len(COLOURS)]
        state.soviet_land |= hexes
        super().capture(state, ALLIES, hexes, events)
        for colour in range(len(COLOURS)):
            state.pool[heir + colour] += state.pool[leader + colour] - before[colour]
            state.pool[leader + colour] = before[colour]
        for number, event in enumerate(events[told:], told):
            if isinstance(event, Spoils):
                events[number] = Spoils(power=soviet(self.rules), points=event.points)

    @rule("BW-R118", "BW-R144")
    def claim(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """Hexes in the zone of one camp go to that camp. In the zones of both they go to the one that came near last, else to neither."""
        if side != ALLIES:
            super().claim(state, side, events)
            state.soviet_land &= state.control[ALLIES]
            return
        red, west = (self._zone(state, is_red=is_red) for is_red in (True, False))
        open_to = red & west & ~state.soviet_approach & ~state.western_approach
        lost = state.control[1 - ALLIES]
        state.control[1 - ALLIES] &= ~open_to
        super().claim(state, side, events)
        state.control[1 - ALLIES] |= open_to & lost
        taken = lost & ~state.control[1 - ALLIES]
        state.soviet_land |= taken & (red & ~west | red & west & state.soviet_approach)

    def _zone(self, state: SeriesState, *, is_red: bool) -> HexSet:
        """The hexes in the zones of control of one camp."""
        powers, zones = _powers(self.rules), self.rules.zones
        here = powers.held_by(state, powers.soviet) if is_red else powers.held_by_west(state)
        in_flight = self.crowding(state, ALLIES).only_in_flight
        return zones._around(state, ALLIES, zones.exerting(state, ALLIES, here & ~in_flight))


class CampProduction(SiteIncome):
    """Income: each camp earns with the sites it holds."""

    @rule("BW-R144", "BW-16.2b")
    def profits_now(self, state: SeriesState, site: Site, holder: int) -> int | None:
        """Each camp profits from the sites it holds: the Soviet Union also from conquered centres, the West only from its own."""
        if holder != ALLIES:
            return super().profits_now(state, site, holder)
        return self._of_camp(site, state.surrendered, is_red=bool(state.soviet_land >> site.hex & 1))

    def _of_camp(self, site: Site, surrendered: int, *, is_red: bool) -> int | None:
        if self.rules.tables.powers[site.owner].side == ALLIES:
            its_own = is_red == (site.owner == self._soviet)
            return site.owner if its_own and not surrendered >> site.owner & 1 else None
        return self._soviet if is_red and not site.is_factory else None

    def at_start(self, power: int) -> Points:
        """The points of a power at the start, counted for its camp as in `profits_now`."""
        if self.rules.tables.powers[power].side != ALLIES:
            return super().at_start(power)
        found = self._at_start.get(power)
        if found is None:
            control, red = self.rules.definitions.initial_control()[ALLIES], self.rules.set_up.soviet_land()
            held = [site for site in self.printed_sites if control >> site.hex & 1 and site.since <= self.rules.scenario.first_month]
            mine = [site for site in held if self._of_camp(site, 0, is_red=bool(red >> site.hex & 1)) == power]
            sums = [sum(site.value for site in mine if site.colour == colour) for colour in range(len(COLOURS))]
            found = self._at_start[power] = tuple(sums)
        return found

    @cached_property
    def _soviet(self) -> int:
        return soviet(self.rules)

    @rule("BW-R144", "BW-7.9c")
    def conqueror(self, state: SeriesState, block: int) -> int:
        """A unit that surrenders pays its points to the camp that holds more of the hexes around it."""
        found = super().conqueror(state, block)
        hex_ = state.location[block]
        if self.units.side[block] == ALLIES or hex_ < 0:
            return found
        around = self.board.around(1 << hex_) & state.control[ALLIES]
        red = around & state.soviet_land
        return self._soviet if red.bit_count() > (around & ~red).bit_count() else found


def _powers(rules: Rules) -> CampPowers:
    assert isinstance(rules.powers, CampPowers)
    return rules.powers


CAMPS: Final[Layer] = {
    Powers: CampPowers,
    Supply: CampSupply,
    Sea: CampSea,
    AirOperations: CampAir,
    StrategicWarfare: CampRaids,
    Headquarters: CampHeadquarters,
    Movement: CampMovement,
    Definitions: CampDefinitions,
    Production: CampProduction,
}
