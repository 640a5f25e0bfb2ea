"""Section 6.7: artificial harbours (Mulberries), paid for in instalments, towed to a beach, used by one nation; and the limits of ports."""

from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.advanced.ch12_supply import WesternSiege
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.loading.data_model import COLOURS, FIELDS
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Production
from blockfront.games.blocks_series.rules.ch18_sea import Sea
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings, Landings
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.sea_actions import PayMulberry, PlaceMulberry
from blockfront.games.blocks_series.sea_events import MulberryGone, MulberryPaid, MulberryPlaced
from blockfront.games.blocks_series.state import NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

PRICE: Final = 30
NAVAL_TECH: Final = 3
NAVAL: Final = FIELDS.index("naval")
MOST_UNITS, MOST_COMBAT_UNITS = 5, 4
PLACES: Final = 5  # units that a harbour supplies, besieged or not
BUILDERS: Final = ("usa", "uk")
NATIONS: Final = {"usa": "usa", "free_france": "usa", "uk": "uk", "canada": "uk"}  # the nation whose harbour each power uses
BLACK: Final = COLOURS.index("black")


def lose_harbours(state: SeriesState, hexes: HexSet, events: list[Event]) -> None:
    """Harbours in these hexes are destroyed; a new one must be paid for in full."""
    for number, (builder, hex_, _) in enumerate(list(state.mulberries)):
        if hex_ != NO_HEX and hexes >> hex_ & 1:
            state.mulberries[number] = (builder, NO_HEX, 0)
            state.derived = {}
            events.append(MulberryGone(power=builder, hex=hex_))


class MulberrySetUp(SetUp):
    """Harbours that are there when a scenario begins."""

    @rule("BW-6.7a")
    def mulberries(self) -> list[tuple[int, ...]]:
        """The United States and Great Britain have one each if they reach naval TECH 3 in the scenario; some are paid for already."""
        powers, scenario = [power.id for power in self.rules.tables.powers], self.rules.scenario
        paid = {entry.power for entry in scenario.special.mulberries if entry.paid}
        levels = self.rules.definitions.levels(scenario.last_month)
        builders = [powers.index(name) for name in BUILDERS if name in powers and name not in scenario.absent]
        able = [power for power in builders if levels[power][NAVAL] >= NAVAL_TECH]
        return [(power, NO_HEX, PRICE if power in paid else 0) for power in able]


class MulberrySea(Sea):
    """An artificial harbour is a port of its nation."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        powers = [power.id for power in rules.tables.powers]
        self._builder = tuple(powers.index(NATIONS[name]) if NATIONS.get(name) in powers else -1 for name in powers)

    @rule("BW-6.7b", "BW-6.7.2a", "BW-R27")
    def built_ports(self, state: SeriesState, power: int) -> HexSet:
        """The artificial harbour of the power's own nation is a port too."""
        mine = self._builder[power]
        if mine < 0 or not state.mulberries:
            return super().built_ports(state, power)
        placed = mask_of(hex_ for builder, hex_, _ in state.mulberries if builder == mine and hex_ != NO_HEX)
        return super().built_ports(state, power) | placed

    def ports(self, state: SeriesState, power: int) -> HexSet:
        return super().ports(state, power) | self.built_ports(state, power)

    def circumstances(self, state: SeriesState) -> tuple[int, ...]:
        placed = [number for builder, hex_, _ in state.mulberries if hex_ != NO_HEX for number in (builder, hex_)]
        return *super().circumstances(state), *placed


class MulberrySupply(WesternSiege):
    """Supply through artificial harbours."""

    def fleet(self, power: int) -> int:
        """A number for powers that share their ports; each nation with a harbour of its own has another number."""
        nation = NATIONS.get(self.rules.tables.powers[power].id)
        return super().fleet(power) * len(BUILDERS) * 2 + (BUILDERS.index(nation) + 1 if nation else 0)

    @rule("BW-24.5b", "BW-R112")
    def beachheads(self, state: SeriesState, side: int) -> HexSet:
        """Hexes won by landings, where the side has no port on the same landmass."""
        won = state.beachheads & state.control[side]
        if not won:
            return 0
        ports = self.board.port_hexes & state.control[side]
        found = 0
        for hex_ in members(won):
            landmass = self.board.linked(1 << hex_, self.board.map.land_mask, self.board.march_sides, {})
            if not landmass & ports:
                found |= 1 << hex_
        return found

    @rule("BW-12.1a", "BW-R8")
    def siege_capacity(self, state: SeriesState, hex_: int, side: int) -> int:
        """A besieged artificial harbour keeps five units alive."""
        found = super().siege_capacity(state, hex_, side)
        here = any(at == hex_ and self.rules.tables.powers[builder].side == side for builder, at, _ in state.mulberries)
        return max(found, PLACES) if here and self.is_closed_in(state, hex_, side) else found


class MulberryDefinitions(Definitions):
    """Room in an artificial harbour, and its end when the hex is lost."""

    def _harbour(self, state: SeriesState, side: int) -> dict[int, tuple[int, int]]:
        """Hexes with an artificial harbour of a side, and the number of its ground and of its combat units there."""
        powers, found = self.rules.tables.powers, {}
        for builder, hex_, _ in state.mulberries:
            if hex_ != NO_HEX and powers[builder].side == side:
                here = [block for block in self.rules.fire.units_at(state, hex_, side) if self.units.is_ground[block]]
                found[hex_] = len(here), sum(self.units.is_combat[block] for block in here)
        return found

    @rule("BW-6.7c", "BW-R131")
    def room_for(self, state: SeriesState, block: int) -> HexSet:
        """A unit may stack higher in the artificial harbour of its own nation."""
        found = super().room_for(state, block)
        built = self.rules.sea.built_ports(state, self.units.power[block]) if state.mulberries else 0
        if built:
            harbours = self._harbour(state, self.units.side[block])
            for hex_ in members(built):
                ground, combat = harbours[hex_]
                if ground < MOST_UNITS and (combat < MOST_COMBAT_UNITS or not self.units.is_combat[block]):
                    found |= 1 << hex_
        return found

    @rule("BW-6.7c", "BW-R131", "BW-3.10e")
    def overstacked(self, state: SeriesState, side: int) -> HexSet:
        found = super().overstacked(state, side)
        if found and state.mulberries:
            for hex_, (ground, combat) in self._harbour(state, side).items():
                if ground <= MOST_UNITS and combat <= MOST_COMBAT_UNITS:
                    found &= ~(1 << hex_)
        return found

    @rule("BW-6.7.2b", "BW-R112")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """A harbour that the enemy takes is destroyed, and a beach that changes hands is no beachhead any more."""
        taken = hexes & ~state.control[side]
        super().capture(state, side, hexes, events)
        state.beachheads &= ~taken
        lose_harbours(state, taken, events)


class MulberryLandings(AmphibiousLandings):
    """Towing a harbour to a beach, and landing through it."""

    @rule("BW-R130")
    def within_reach(self, state: SeriesState, block: int) -> HexSet:
        """Units on hold may go to the harbour of their nation at any distance."""
        port = state.location[block]
        built = self.rules.sea.built_ports(state, self.units.power[block])
        return super().within_reach(state, block) | mask_of(
            hex_ for hex_ in members(built) if self.rules.sea.may_sail(state, self.units.power[block], port, hex_)
        )

    @rule("BW-6.7.1a", "BW-6.7.1b", "BW-24.0c")
    def harbours(self, state: SeriesState) -> list[Action]:
        """A harbour that is paid for can be towed to a hex won by a landing of this turn in which its nation took part."""
        found: list[Action] = []
        for builder, hex_, paid in state.mulberries:
            if hex_ == NO_HEX and paid >= PRICE and self.rules.tables.powers[builder].side == state.active:
                found += [PlaceMulberry(builder, to) for to in self._sites(state, builder)]
        return found

    def _sites(self, state: SeriesState, builder: int) -> list[int]:
        """Beaches that the builder's nation has invaded; units that landed on a beach of their side have invaded nothing."""
        name = self.rules.tables.powers[builder].id
        invaders = [(block, to) for block, to, _ in state.landings if not state.disembarked >> block & 1]
        won = {to for block, to in invaders if NATIONS.get(self.rules.tables.powers[self.units.power[block]].id) == name}
        clear = state.beachheads & state.control[state.active] & ~state.occupied[1 - state.active]
        taken = {hex_ for _, hex_, _ in state.mulberries}
        return sorted(to for to in won if clear >> to & 1 and to not in taken)

    def place_harbour(self, state: SeriesState, action: PlaceMulberry, events: list[Event]) -> None:
        number = next(number for number, entry in enumerate(state.mulberries) if entry[0] == action.power)
        state.mulberries[number] = (action.power, action.hex, PRICE)
        state.derived = {}
        events.append(MulberryPlaced(power=action.power, hex=action.hex))


class MulberryProduction(Production):
    """Paying for harbours, and points that come through them."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)

    @rule("BW-6.7a", "BW-6.7d")
    def projects(self, state: SeriesState, side: int) -> list[Action]:
        """From naval TECH 3 on a nation may pay a point towards its harbour."""
        powers = self.rules.tables.powers
        mine = [builder for builder, _, paid in state.mulberries if powers[builder].side == side and paid < PRICE]
        able = [builder for builder in mine if self.rules.definitions.level(state, builder, NAVAL) >= NAVAL_TECH]
        return super().projects(state, side) + [PayMulberry(builder) for builder in able if self.can_pay(state, builder, 1, (YELLOW,))]

    @rule("BW-6.7d")
    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        if not isinstance(action, PayMulberry):
            super().undertake(state, action, events)
            return
        self.pay(state, action.power, 1, (YELLOW,))
        number = next(number for number, entry in enumerate(state.mulberries) if entry[0] == action.power)
        builder, hex_, paid = state.mulberries[number]
        state.mulberries[number] = (builder, hex_, paid + 1)
        events.append(MulberryPaid(power=builder, points=paid + 1))

    # ---- points through ports

    @rule("BW-6.7.3a", "BW-6.7.4a", "BW-6.7.4b", "BW-R9", "BW-R10")
    def within_limit(self, state: SeriesState, block: int, price: int) -> bool:
        """Ports let through as many points as they can supply units; a harbour that supplies the unit lets through any fuel in addition."""
        if not super().within_limit(state, block, price):
            return False
        ports = self.ports_of(state, block)
        if not ports:
            return True
        mine = set(ports)
        spent = sum(points for unit, points in state.overseas if mine & set(self.ports_of(state, unit)))
        return spent + self._shipped(state, block, state.steps[block] + 1, price) <= sum(ports.values())

    def _shipped(self, state: SeriesState, block: int, steps: int, price: int) -> int:
        """The points of a purchase that use up capacity of a port."""
        colours = self.colours_of_step(block, steps)
        built = self.rules.sea.built_ports(state, self.units.power[block])
        fuel_flows = any(port & built for port in self.ports_of(state, block))
        return price * sum(not (colour == BLACK and fuel_flows) for colour in colours)

    def pay_for(self, state: SeriesState, block: int, steps: int, price: int) -> None:
        if self.ports_of(state, block):
            before = sum(points for unit, points in state.overseas if unit == block)
            others = [entry for entry in state.overseas if entry[0] != block]
            state.overseas[:] = sorted([*others, (block, before + self._shipped(state, block, steps, price))])
        super().pay_for(state, block, steps, price)

    def ports_of(self, state: SeriesState, block: int) -> dict[HexSet, int]:
        """The ports on which a unit depends, with their capacities; none for a unit supplied by rail."""
        hex_, supply = state.location[block], self.rules.supply
        if hex_ < 0 or not self.west >> hex_ & 1:
            return {}
        power = self.units.power[block]
        known: dict[int, tuple[HexSet, list[tuple[HexSet, dict[HexSet, int]]]]] = state.derived.setdefault("ports of units", {})
        if power not in known:
            sources = supply.sources(state, power)
            networks = [(supply.covered(state, power, network.hexes), dict(network.places)) for network in sources.by_sea]
            known[power] = supply.covered(state, power, sources.by_rail), networks
        by_rail, networks = known[power]
        found: dict[HexSet, int] = {}
        if not by_rail >> hex_ & 1:
            for covered, places in networks:
                if covered >> hex_ & 1:
                    found |= places
        return found


MULBERRIES: Final[Layer] = {
    SetUp: MulberrySetUp,
    Sea: MulberrySea,
    Supply: MulberrySupply,
    Definitions: MulberryDefinitions,
    Landings: MulberryLandings,
    Production: MulberryProduction,
}
