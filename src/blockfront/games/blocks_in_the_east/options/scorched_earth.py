"""Chapter 16: scorched earth, captured factories, and factories that are moved east."""

from collections.abc import Mapping
from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_in_the_east.options.factory_sites import FACTORY_SITES
from blockfront.games.blocks_series.actions import Evacuate, Repair
from blockfront.games.blocks_series.advanced.ch11_income import Site
from blockfront.games.blocks_series.advanced.ch11_production import ColouredProduction
from blockfront.games.blocks_series.events import Evacuated, Resettled, Spoils
from blockfront.games.blocks_series.loading.data_model import CENTRES, COLOURS, MOVABLE_FACTORIES, PLANTS, REPAIR_COST
from blockfront.games.blocks_series.options.ch15_new_factories import side_of
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, STRATEGIC_RAIL, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

SOVIET: Final = 1
LAST_EVACUATION: Final = month_number("1941-12") or 0
EVACUATION_MOVES: Final = 3
FIRST_BOX, LAST_BOX = 8, 10
NO_FACTORY: Final = -1
Place = tuple[int, str]  # hex and kind of a site


class ScorchedDefinitions(Definitions):
    """What is left of a place when it is captured."""

    @rule("BE-16.0a", "BE-16.0d", "BE-16.1a", "BE-R75")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        taken, wrecked = hexes & state.control[1 - side], state.wrecked
        super().capture(state, side, hexes, events)
        production = self.rules.production
        if taken and isinstance(production, ScorchedEarth):
            production.fall(state, side, taken, wrecked, events)


class ScorchedEarth(ColouredProduction):
    """Production with ruins, stored as (hex, kind of centre, points paid for repair), and with factories that have moved."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.soviets = rules.tables.power("ussr")
        self.pairs = tuple(tuple(self.board.hex(place) for place in pair) for pair in FACTORY_SITES)

    # ---- sites

    @rule("BE-16.0b", "BE-16.0c", "BE-16.2b", "BE-16.2c")
    def _sites_now(self, state: SeriesState) -> tuple[Site, ...]:
        """The centres and factories as they are now: ruins yield what was repaired, evacuated factories nothing until they are rebuilt."""
        found = super()._sites_now(state)
        if not (state.ruins or state.dismantled or state.resettled):
            return found
        repaired = {(hex_, CENTRES[kind]): paid // REPAIR_COST for hex_, kind, paid in state.ruins}
        gone = {(hex_, MOVABLE_FACTORIES[kind]): number for hex_, kind, number in state.dismantled}
        touched = repaired.keys() | gone.keys()
        changed = [self._changed(site, repaired, gone) if site[:2] in touched else site for site in found]
        new = [self._site(hex_, MOVABLE_FACTORIES[kind], 1, self.soviets) for hex_, kind, month in state.resettled if state.month >= month]
        return (*changed, *new)

    def _changed(self, site: Site, repaired: Mapping[Place, int], gone: Mapping[Place, int]) -> Site:
        return site._replace(value=repaired.get(site[:2], site.value) - gone.get(site[:2], 0))

    def industry(self, state: SeriesState, block: int) -> HexSet:
        found = super().industry(state, block)
        if self.units.power[block] != self.soviets or not (state.dismantled or state.resettled):
            return found
        wanted = MOVABLE_FACTORIES.index("armour" if self.units.is_armour[block] else "aircraft")
        if found == -1 or found == self.board.shipyards:
            return found
        emptied = mask_of(h for h, kind, number in state.dismantled if kind == wanted and number >= self._printed(h, kind))
        return found & ~emptied | mask_of(h for h, kind, _ in state.resettled if kind == wanted)

    def _printed(self, hex_: int, kind: int) -> int:
        return sum(site.value for site in self.printed_sites if site[:2] == (hex_, MOVABLE_FACTORIES[kind]))

    # ---- capture

    @rule("BE-16.0a", "BE-16.0d", "BE-R75")
    def fall(self, state: SeriesState, side: int, taken: HexSet, wrecked: HexSet, events: list[Event]) -> None:
        """Soviet centres are destroyed when they fall, unless spared, and whole again when retaken. Captured factories give points."""
        if not self.counts_sites():
            return
        if side != AXIS:
            state.ruins[:] = [ruin for ruin in state.ruins if not taken >> ruin[0] & 1]
            state.falling[:] = [place for place in state.falling if not taken >> place[0] & 1]
        else:
            burnt = [site for site in self.printed_sites if taken >> site.hex & 1 and site.kind in CENTRES and site.owner == self.soviets]
            known = {ruin[:2] for ruin in state.ruins}
            new = {(site.hex, CENTRES.index(site.kind)) for site in burnt} - known
            state.ruins[:] = sorted([*state.ruins, *((*place, 0) for place in new)])
            state.falling[:] = sorted([*state.falling, *new])
        self._plunder(state, side, taken, wrecked, events)

    @rule("BE-16.1a")
    def _plunder(self, state: SeriesState, side: int, taken: HexSet, wrecked: HexSet, events: list[Event]) -> None:
        """Each captured enemy factory gives one point of its colour, once."""
        points = [0] * len(COLOURS)
        gone = {(hex_, MOVABLE_FACTORIES[kind]): number for hex_, kind, number in state.dismantled}
        for site in self.printed_sites:
            foreign = site.is_factory and self.rules.tables.powers[site.owner].side != side
            if foreign and (taken & ~wrecked) >> site.hex & 1:
                points[site.colour] += site.value - gone.get(site[:2], 0)
        for builder, hex_, kind, _ in state.built:
            if side_of(builder) != side:
                points[self._site(hex_, PLANTS[kind], 1, self.leader(side_of(builder))).colour] += taken >> hex_ & 1
        if side == AXIS:
            for hex_, kind, _ in state.resettled:
                points[self._site(hex_, MOVABLE_FACTORIES[kind], 1, self.soviets).colour] += taken >> hex_ & 1
            state.resettled[:] = [factory for factory in state.resettled if not taken >> factory[0] & 1]
        if any(points):
            power = self.leader(side)
            for colour, number in enumerate(points):
                state.pool[power * len(COLOURS) + colour] += number
            events.append(Spoils(power=power, points=tuple(points)))

    # ---- repair

    @rule("BE-16.0b")
    def projects(self, state: SeriesState, side: int) -> list[Action]:
        """The Axis may pay a yellow point a turn for each ruined centre it holds."""
        found = super().projects(state, side)
        germany = self.leader(AXIS)
        if side != AXIS or not self.can_pay(state, germany, 1, (YELLOW,)):
            return found
        ruins = [ruin for ruin in state.ruins if state.control[AXIS] >> ruin[0] & 1 and ruin[:2] not in state.mended]
        return found + [Repair(hex_, kind) for hex_, kind, paid in ruins if paid < REPAIR_COST * self._worth(hex_, kind)]

    def _worth(self, hex_: int, kind: int) -> int:
        return sum(site.value for site in self.printed_sites if site[:2] == (hex_, CENTRES[kind]))

    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        if not isinstance(action, Repair):
            super().undertake(state, action, events)
            return
        self.pay(state, self.leader(AXIS), 1, (YELLOW,))
        place = (action.hex, action.kind)
        state.ruins[:] = [(*place, paid + 1) if (hex_, kind) == place else (hex_, kind, paid) for hex_, kind, paid in state.ruins]
        state.mended.append(place)

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if isinstance(action, Repair):
            return Refusal("BE-16.0b", "nothing_to_repair")
        return super().why_not(state, action, side)

    # ---- evacuated factories

    @rule("BE-16.2b")
    def advance_factories(self, state: SeriesState, side: int) -> int:
        """Move evacuated factories on by one box; returns how many have arrived and can be given a site."""
        if side != SOVIET or not state.transit:
            return super().advance_factories(state, side)
        state.transit[:] = [(kind, min(LAST_BOX, box + 1)) for kind, box in state.transit]
        return sum(box == LAST_BOX and bool(self.new_homes(state, kind)) for kind, box in state.transit)

    def new_homes(self, state: SeriesState, kind: int) -> HexSet:
        """Cities of the production track in Soviet hands without a new factory of this kind."""
        cities = mask_of(city for pair in self.pairs for city in pair)
        taken = mask_of(hex_ for hex_, other, _ in state.resettled if other == kind)
        return cities & ~taken & state.control[SOVIET]

    def arrived(self, state: SeriesState) -> int:
        """The kind of a factory that has arrived and can be given a site."""
        return next((kind for kind, box in state.transit if box == LAST_BOX and self.new_homes(state, kind)), NO_FACTORY)

    @rule("BE-16.2c")
    def homes_for(self, state: SeriesState, kind: int, face: int) -> list[int]:
        """The cities that a die roll offers, without those that are full or lost."""
        return sorted(set(self.pairs[face - 1]) & set(members(self.new_homes(state, kind))))

    @rule("BE-16.2c")
    def resettle(self, state: SeriesState, kind: int, hex_: int, events: list[Event]) -> None:
        """Rebuild a factory in a city; it produces from the next turn on."""
        state.transit.remove((kind, LAST_BOX))
        state.resettled[:] = sorted([*state.resettled, (hex_, kind, state.month + 1)])
        events.append(Resettled(hex=hex_, kind=kind))


class FactoryTrains(StrategicRail):
    """Factories that are moved east by rail."""

    @rule("BE-16.2a")
    def evacuations(self, state: SeriesState, side: int) -> list[Action]:
        """In 1941 the Soviets may evacuate a factory for three rail moves, if the railway there is free."""
        production = self.rules.production
        if side != SOVIET or state.phase != STRATEGIC_RAIL or state.month > LAST_EVACUATION or not isinstance(production, ScorchedEarth):
            return super().evacuations(state, side)
        ((_, most),) = self.limits(state, side)
        if (state.rail_moves[0] if state.rail_moves else 0) + EVACUATION_MOVES > most:
            return []
        if not production.can_pay(state, production.soviets, EVACUATION_MOVES, (YELLOW,)):
            return []
        free = self.network(state, side) & self.rules.supply.sources(state, production.soviets).by_rail
        standing = [s for s in production.sites(state) if s.kind in MOVABLE_FACTORIES and s.owner == production.soviets and s.value > 0]
        printed = {site[:2] for site in production.printed_sites}
        return [Evacuate(s.hex, MOVABLE_FACTORIES.index(s.kind)) for s in standing if free >> s.hex & 1 and s[:2] in printed]

    @rule("BE-16.2a", "BE-16.2b")
    def evacuate(self, state: SeriesState, action: Evacuate, events: list[Event]) -> None:
        production = self.rules.production
        assert isinstance(production, ScorchedEarth)
        production.pay(state, production.soviets, EVACUATION_MOVES, (YELLOW,))
        state.rail_moves[:] = [(state.rail_moves[0] if state.rail_moves else 0) + EVACUATION_MOVES]
        gone = {(hex_, kind): number for hex_, kind, number in state.dismantled}
        place = (action.hex, action.kind)
        gone[place] = gone.get(place, 0) + 1
        state.dismantled[:] = sorted((*where, number) for where, number in gone.items())
        state.transit[:] = sorted([*state.transit, (action.kind, FIRST_BOX)])
        events.append(Evacuated(hex=action.hex, kind=action.kind))

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if isinstance(action, Evacuate):
            return Refusal("BE-16.2a", "no_evacuation")
        return super().why_not(state, action, side)
