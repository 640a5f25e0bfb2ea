"""Sections 11.1 to 11.3: what the sites on the map yield, and to whom."""

from typing import Final, NamedTuple

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch29_partisans import BARS_TRAINS
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import SITES
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SNOW, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

COLOUR_OF_SITE: Final = {
    "population": "yellow",
    "mine": "yellow",
    "oil": "black",
    "synthetic": "black",
    "armour": "red",
    "aircraft": "blue",
    "shipyard": "white",
}
BLACK: Final = COLOURS.index("black")
FACTORIES: Final = ("armour", "aircraft", "shipyard", "synthetic")
Points = tuple[int, ...]  # by colour
NOTHING: Final[Points] = (0,) * len(COLOURS)
REMEMBERED = 200  # incomes kept for positions seen lately


class Site(NamedTuple):
    """A production centre or factory on the map or in a box."""

    hex: int
    kind: str
    colour: int
    value: int
    owner: int  # the power that profits while its side holds the hex
    is_factory: bool
    since: int = 0  # month from which it works


class Links(NamedTuple):
    """Hexes from which points reach a power's main source."""

    safe: HexSet
    mined: HexSet  # only through mined waters


class SiteIncome(Production):
    """Income counted on the map: the scenario's figure, changed by every site gained, lost, cut off or destroyed since its start."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        scenario = rules.scenario
        self.figures = scenario.production if scenario.layer == "advanced" else scenario.advanced_production
        self.printed_sites = tuple(self._read_sites())
        self.mined_ports: HexSet = self._mined_ports()
        self._at_start: dict[int, Points] = {}
        self._known: dict[tuple[object, ...], tuple[Points, Points]] = {}
        self._sites_then: tuple[tuple[object, ...], tuple[Site, ...]] = ((), ())  # those of the last position that was asked about

    # ---- sites

    @rule("BE-11.1a", "BE-11.1b", "BE-11.1c", "BE-11.2a", "BE-11.2b", "BE-11.2d", "BE-R81", "BE-5.6b")
    @rule("BW-11.1a", "BW-11.2e")
    def _read_sites(self) -> list[Site]:
        """Every site of the map data; factories that are not complete are not in it."""
        board, powers = self.board, self.rules.tables.powers
        by_nation = {power.nation: number for number, power in enumerate(powers) if power.nation}
        by_name = {power.id: number for number, power in enumerate(powers)}
        found = []
        for site in board.sites:
            named = [by_name[tag] for tag in site.tags if tag in by_name]
            owner = named[0] if named else by_nation.get(site.nation, self.leader(0))
            if "counted_in_leningrad" not in site.tags:
                found.append(self._site(site.hex, site.kind, site.value, owner)._replace(since=site.since))
        return found

    def _site(self, hex_: int, kind: str, value: int, owner: int) -> Site:
        return Site(hex_, kind, COLOURS.index(COLOUR_OF_SITE[kind]), value, owner, kind in FACTORIES)

    def sites(self, state: SeriesState) -> tuple[Site, ...]:
        """Sites that could yield now, whoever holds them."""
        key = (state.month, state.wrecked, *state.bombed_out)
        if self._sites_then[0] != key:
            working = (site for site in self.printed_sites if site.since <= state.month)
            found = tuple(site for site in working if not (site.is_factory and state.wrecked >> site.hex & 1))
            self._sites_then = key, self._standing(state, found) if state.bombed_out else found
        return self._sites_then[1]

    @rule("BE-32.1a")
    @rule("BW-32.1b")
    def _standing(self, state: SeriesState, sites: tuple[Site, ...]) -> tuple[Site, ...]:
        """Without the factories that bombs have destroyed."""
        for hex_, target in state.bombed_out:
            gone = next((site for site in sites if site.hex == hex_ and site.kind == SITES[target] and site.value), None)
            if gone is not None:
                sites = tuple(site._replace(value=site.value - 1) if site is gone else site for site in sites)
        return sites

    @rule("BE-32.1a")
    @rule("BW-32.1b")
    def industry(self, state: SeriesState, block: int) -> HexSet:
        """Nothing new is made where bombs have destroyed the last factory of its kind."""
        found = super().industry(state, block)
        if not state.bombed_out or found == -1:
            return found
        kind = "armour" if self.units.is_armour[block] else "aircraft"
        left = {site.hex for site in self.sites(state) if site.kind == kind and site.value}
        return found & ~mask_of(hex_ for hex_, target in state.bombed_out if SITES[target] == kind and hex_ not in left)

    def leader(self, side: int) -> int:
        """A side's great power."""
        return self.rules.powers.leader(None, side)

    @rule("BE-11.2i", "BE-3.3b")
    def profits(self, site: Site, holder: int, surrendered: int) -> int | None:
        """Who receives a site's points while a side holds it: captured centres serve its great power, captured factories nobody."""
        if self.rules.tables.powers[site.owner].side == holder:
            return None if surrendered >> site.owner & 1 else site.owner
        return None if site.is_factory else self.leader(holder)

    def profits_now(self, state: SeriesState, site: Site, holder: int) -> int | None:
        """The same as things stand, where more than the side counts."""
        return self.profits(site, holder, state.surrendered)

    # ---- links

    def _mined_ports(self) -> HexSet:
        """Ports that lie on mined seas alone."""
        mined = {area.id for area in self.board.map.areas.values() if area.mined}
        found = 0
        for hex_, _, _, seas in self.board.ports:
            if seas and mined.issuperset(seas):
                found |= 1 << hex_
        return found

    def risky_ports(self, state: SeriesState, side: int) -> HexSet:
        """Ports whose waters may swallow points."""
        return self.mined_ports

    @rule("BE-11.2g", "BE-11.2h", "BE-9.2g", "BE-11.3a")
    def links(self, state: SeriesState, power: int) -> Links:
        """Points travel by rail, and along blue routes between great ports that are held and not frozen."""
        side = self.rules.tables.powers[power].side
        enemy = 1 - side
        cut = self.rules.partisans.hexes(state, side, BARS_TRAINS)
        held = self.transit_land(state, power) & ~state.occupied[enemy] & ~cut
        rails = self.rules.definitions.railways(state).hexes & held & ~self.rules.zones.zone(state, enemy)
        ports = self._great_ports(state, held)
        by_rail = self._by_rail(state, power, cut)
        safe = self._ship(state, by_rail, rails, ports & ~self.risky_ports(state, side))
        return Links(safe, self._ship(state, safe, rails, ports) & ~safe)

    @rule("BE-11.2j", "BE-29.1h", "BE-29.1k")
    @rule("BW-11.2j", "BW-29.1e", "BW-R101")
    def _by_rail(self, state: SeriesState, power: int, cut: HexSet) -> HexSet:
        """Hexes from which trains bring points to the main source; a partisan on the way or at the site stops them."""
        found = self.rules.supply.sources(state, power).by_rail
        if not found & cut:
            return found
        main = self.rules.powers.main_sources(state, power) & found
        return self.board.linked(main, found & ~cut, self.rules.definitions.railways(state).sides, self.board.rail_jumps) & ~cut

    def transit_land(self, state: SeriesState, power: int) -> HexSet:
        """Land through which points of a power may travel."""
        return state.control[self.rules.tables.powers[power].side] & self.rules.powers.supply_area(state, power)

    def _great_ports(self, state: SeriesState, held: HexSet) -> HexSet:
        found = 0
        for hex_, size, freezes, _ in self.board.ports:
            if size == "major" and not (freezes and self.rules.weather.at(state, hex_) == SNOW):
                found |= 1 << hex_
        return found & held

    def _ship(self, state: SeriesState, reached: HexSet, rails: HexSet, ports: HexSet) -> HexSet:
        """Everything that hangs on the reached hexes by blue routes between the ports, and by rail from there."""
        board, sides, grown = self.board, self.rules.definitions.railways(state).sides, True
        while grown:
            grown = False
            for ends in self.rules.definitions.sea_routes(state):
                for origin, target in (ends, ends[::-1]):
                    if ports >> origin & ports >> target & 1 and reached >> origin & 1 and not reached >> target & 1:
                        reached |= board.linked(1 << target, rails | 1 << target, sides, board.rail_jumps)
                        grown = True
        return reached

    # ---- income

    def counts_sites(self) -> bool:
        """Whether income follows the map; a scenario with yellow figures alone keeps to them."""
        return bool(self.figures)

    @rule("BE-R6", "BE-3.6c", "BE-3.13e", "BE-SBE5b", "BE-SBE6b", "BE-SBE7b", "BE-SBE8b", "BE-SBE9d")
    def income(self, state: SeriesState, power: int) -> Points:
        """The scenario's figure and what the map has changed; the figure holds what no site shows, such as the price of research."""
        if not self.counts_sites():
            return super().income(state, power)
        if state.month < self.rules.scenario.production_from or state.surrendered >> power & 1:
            return NOTHING
        stated = self.stated(power)
        now, _ = self.yields(state, power)
        return tuple(max(0, figure + here - before) for figure, here, before in zip(stated, now, self.at_start(power), strict=True))

    def stated(self, power: int) -> Points:
        """The scenario's figure; oil that need not be counted is what the wells yield."""
        name = self.rules.tables.powers[power].id
        found = self.figures.get(name, NOTHING)
        return (*found[:BLACK], self.at_start(power)[BLACK]) if name in self.rules.scenario.free_oil else found

    def at_start(self, power: int) -> Points:
        """What a power's sites yield with the control of the scenario's start, all of them linked."""
        found = self._at_start.get(power)
        if found is None:
            control = self.rules.definitions.initial_control()
            sums = [0] * len(COLOURS)
            for site in self.printed_sites:
                if self.profits(site, 0 if control[0] >> site.hex & 1 else 1, 0) == power:
                    sums[site.colour] += site.value
            found = self._at_start[power] = tuple(sums)
        return found

    def yields(self, state: SeriesState, power: int) -> tuple[Points, Points]:
        """Points of a power's linked sites: those that arrive, and those that have to pass mines."""
        enemy = 1 - self.rules.tables.powers[power].side
        zone = self.rules.zones.zone(state, enemy)
        cut = self.rules.partisans.hexes(state, 1 - enemy, BARS_TRAINS)
        land = (state.control[0], zone, cut, state.occupied[enemy], state.weather, state.wrecked, state.eastern_weather, state.soviet_land)
        key = (power, *land, state.surrendered, state.happened, self.is_first_income(state), *state.bombed_out)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._count(state, power)
        return self._after_raids(state, power, found) if state.bombed else found

    @rule("BE-32.1a")
    @rule("BW-32.1a", "BW-R136")
    def _after_raids(self, state: SeriesState, power: int, points: tuple[Points, Points]) -> tuple[Points, Points]:
        """Every hit costs a point of its site in this turn."""
        safe, mined = points
        for hex_, target in sorted({(hex_, target) for hex_, target, hits in state.bombed if target < len(SITES) and hits}):
            together = sum(hits for place, kind, hits in state.bombed if (place, kind) == (hex_, target))
            safe = self._without(state, power, safe, hex_, SITES[target], together)
        return safe, mined

    def _without(self, state: SeriesState, power: int, points: Points, hex_: int, kind: str, hits: int) -> Points:
        side = self.rules.tables.powers[power].side
        if not state.control[side] >> hex_ & 1:
            return points
        struck = [s for s in self.sites(state) if s.hex == hex_ and s.kind == kind and self.profits(s, side, state.surrendered) == power]
        if not struck:
            return points
        lost, colour = min(hits, sum(site.value for site in struck)), struck[0].colour
        return tuple(max(0, number - lost) if place == colour else number for place, number in enumerate(points))

    def _count(self, state: SeriesState, power: int) -> tuple[Points, Points]:
        side = self.rules.tables.powers[power].side
        held = (site for site in self.sites(state) if state.control[side] >> site.hex & 1)
        mine = [site for site in held if self.profits_now(state, site, side) == power]
        if not mine:
            return NOTHING, NOTHING
        links, safe, mined = self.links(state, power), [0] * len(COLOURS), [0] * len(COLOURS)
        for site in mine:
            if links.safe >> site.hex & 1:
                safe[site.colour] += self.delivered(state, site)
            elif links.mined >> site.hex & 1:
                mined[site.colour] += self.delivered(state, site)
            elif self.is_first_income(state) and not self.is_kept_apart(state, site):
                safe[site.colour] += site.value
        return tuple(safe), tuple(mined)

    @rule("BE-R6")
    def is_first_income(self, state: SeriesState) -> bool:
        """Whether the stated figure is received for the first time, in the month in which the game begins: no set-up cuts it."""
        return state.month == self.rules.scenario.first_month

    def is_kept_apart(self, state: SeriesState, site: Site) -> bool:
        """Whether the points of a site that is cut off are spent where they are made."""
        return False

    def delivered(self, state: SeriesState, site: Site) -> int:
        """Points of a linked site that reach the pool."""
        return site.value

    @rule("BE-11.3a")
    def at_risk(self, state: SeriesState, power: int) -> Points:
        """Points that have to pass mined waters in this phase."""
        if not self.counts_sites() or state.month < self.rules.scenario.production_from or state.surrendered >> power & 1:
            return NOTHING
        return self.yields(state, power)[1]
