"""Sections 11.1 to 11.3: what the production sites on the map yield, and to which power."""

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
    """The hexes from which points reach a power's main source."""

    safe: HexSet
    mined: HexSet  # only through mined waters


class SiteIncome(Production):
    """Income counted on the map: the scenario's figure, adjusted by every site gained, lost, cut off or destroyed since its start."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        scenario = rules.scenario
        self.figures = scenario.production if scenario.layer == "advanced" else scenario.advanced_production
        self.printed_sites = tuple(self._read_sites())
        self.mined_ports: HexSet = self._mined_ports()
        self._at_start: dict[int, Points] = {}
        self._known: dict[tuple[object, ...], tuple[Points, Points]] = {}
        self._sites_then: tuple[tuple[object, ...], tuple[Site, ...]] = ((), ())  # those of the last position that was asked about

        self._held_then: tuple[tuple[object, ...], dict[int, list[Site]]] = ((), {})  # those of the last side and position, by power
        great = [(hex_, freezes) for hex_, size, freezes, _ in self.board.ports if size == "major"]
        self._great, self._freezing = mask_of(hex_ for hex_, _ in great), mask_of(hex_ for hex_, freezes in great if freezes)

    # ---- sites

    @rule("BE-11.1a", "BE-11.1b", "BE-11.1c", "BE-11.2a", "BE-11.2b", "BE-11.2d", "BE-R81", "BE-5.6b")
    @rule("BW-11.1a", "BW-11.2e")
    def _read_sites(self) -> list[Site]:
        """Every production site of the map data, except factories that are not complete."""
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
        """The sites that could yield points now, no matter which side holds them."""
        key = self._sites_key(state)
        then, found = self._sites_then
        if then != key:
            found = self._sites_now(state)
            self._sites_then = key, found
        return found

    def _sites_key(self, state: SeriesState) -> tuple[object, ...]:
        """Everything that the sites depend on; as long as it is the same, the sites are the same."""
        changed = (tuple(state.bombed_out), tuple(state.ruins), tuple(state.dismantled), tuple(state.resettled), tuple(state.built))
        return (state.month, state.wrecked, *changed)

    def _sites_now(self, state: SeriesState) -> tuple[Site, ...]:
        working = (site for site in self.printed_sites if site.since <= state.month)
        found = tuple(site for site in working if not (site.is_factory and state.wrecked >> site.hex & 1))
        return self._standing(state, found) if state.bombed_out else found

    @rule("BE-32.1a")
    @rule("BW-32.1b")
    def _standing(self, state: SeriesState, sites: tuple[Site, ...]) -> tuple[Site, ...]:
        """The sites, without the factories that bombs have destroyed."""
        for hex_, target in state.bombed_out:
            gone = next((site for site in sites if site.hex == hex_ and site.kind == SITES[target] and site.value), None)
            if gone is not None:
                sites = tuple(site._replace(value=site.value - 1) if site is gone else site for site in sites)
        return sites

    @rule("BE-32.1a")
    @rule("BW-32.1b")
    def industry(self, state: SeriesState, block: int) -> HexSet:
        """As without bombing, but nothing is built where bombs have destroyed the last factory of its kind."""
        found = super().industry(state, block)
        if not state.bombed_out or found == -1:
            return found
        kind = "armour" if self.units.is_armour[block] else "aircraft"
        left = {site.hex for site in self.sites(state) if site.kind == kind and site.value}
        return found & ~mask_of(hex_ for hex_, target in state.bombed_out if SITES[target] == kind and hex_ not in left)

    def leader(self, side: int) -> int:
        """The great power of a side."""
        return self.rules.powers.leader(None, side)

    @rule("BE-11.2i", "BE-3.3b")
    def profits(self, site: Site, holder: int, surrendered: int) -> int | None:
        """The power that gets a site's points while a side holds it: captured centres serve the side's great power, factories nobody."""
        if self.rules.tables.powers[site.owner].side == holder:
            return None if surrendered >> site.owner & 1 else site.owner
        return None if site.is_factory else self.leader(holder)

    def profits_now(self, state: SeriesState, site: Site, holder: int) -> int | None:
        """As `profits`, in the present state, for titles in which more than the holding side matters."""
        return self.profits(site, holder, state.surrendered)

    # ---- links

    def _mined_ports(self) -> HexSet:
        """Ports that lie only on mined seas."""
        mined = {area.id for area in self.board.map.areas.values() if area.mined}
        found = 0
        for hex_, _, _, seas in self.board.ports:
            if seas and mined.issuperset(seas):
                found |= 1 << hex_
        return found

    def risky_ports(self, state: SeriesState, side: int) -> HexSet:
        """Ports on whose waters points may be lost."""
        return self.mined_ports

    @rule("BE-11.2g", "BE-11.2h", "BE-9.2g", "BE-11.3a")
    def links(self, state: SeriesState, power: int) -> Links:
        """The hexes whose points arrive: by rail, and along blue routes between major ports that are held and not frozen."""
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
        """Hexes from which points reach the main source by rail; a partisan at the site or on the way stops them."""
        found = self.rules.supply.sources(state, power).by_rail
        if not found & cut:
            return found
        main = self.rules.powers.main_sources(state, power) & found
        return self.board.linked(main, found & ~cut, self.rules.definitions.railways(state).sides, self.board.rail_jumps) & ~cut

    def transit_land(self, state: SeriesState, power: int) -> HexSet:
        """Land through which points of a power may travel."""
        return state.control[self.rules.tables.powers[power].side] & self.rules.powers.supply_area(state, power)

    def _great_ports(self, state: SeriesState, held: HexSet) -> HexSet:
        return self._great & held & ~(self._freezing & self.rules.weather.where(state, SNOW))

    def _ship(self, state: SeriesState, reached: HexSet, rails: HexSet, ports: HexSet) -> HexSet:
        """The reached hexes, and all that blue routes between the ports, and railways from there, connect with them."""
        board, sides = self.board, self.rules.definitions.railways(state).sides
        waiting = [1 << one | 1 << other for one, other in self.rules.definitions.sea_routes(state)]
        waiting = [ends for ends in waiting if not ends & ~ports]
        while half := next((ends for ends in waiting if ends & reached and ends & ~reached), 0):
            target = half & ~reached
            reached |= board.linked(target, rails | target, sides, board.rail_jumps)
        return reached

    # ---- income

    def counts_sites(self) -> bool:
        """Whether income follows the map; a scenario that states only yellow points keeps its figures."""
        return bool(self.figures)

    @rule("BE-R6", "BE-3.6c", "BE-3.13e", "BE-SBE5b", "BE-SBE6b", "BE-SBE7b", "BE-SBE8b", "BE-SBE9d")
    def income(self, state: SeriesState, power: int) -> Points:
        """The scenario's figure plus what has changed on the map. The figure includes what no site shows, such as the cost of research."""
        if not self.counts_sites():
            return super().income(state, power)
        if state.month < self.rules.scenario.production_from or state.surrendered >> power & 1:
            return NOTHING
        stated = self.stated(power)
        now, _ = self.yields(state, power)
        return tuple(max(0, figure + here - before) for figure, here, before in zip(stated, now, self.at_start(power), strict=True))

    def stated(self, power: int) -> Points:
        """The scenario's figure; for a power whose oil is free, the oil is what its wells yield at the start."""
        name = self.rules.tables.powers[power].id
        found = self.figures.get(name, NOTHING)
        return (*found[:BLACK], self.at_start(power)[BLACK]) if name in self.rules.scenario.free_oil else found

    def at_start(self, power: int) -> Points:
        """What a power's sites would yield under the control at the start of the scenario if all were linked."""
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
        """The points of a power's linked sites: those that certainly arrive, and those that must pass mined waters."""
        found = self.counted(state, power)
        return self._after_raids(state, power, found) if state.bombed else found

    def counted(self, state: SeriesState, power: int) -> tuple[Points, Points]:
        """As `yields`, before raids; remembered by everything it depends on."""
        side = self.rules.tables.powers[power].side
        zone = self.rules.supply.rail_zone(state, 1 - side)
        land = (*state.control, zone, self.rules.zones.zone(state, 1 - side), state.occupied[1 - side], state.soviet_land)
        seas = (state.weather, state.coast_weather, state.eastern_weather, *self.rules.sea.circumstances(state))
        powers = (state.surrendered, state.happened, state.neutral, state.turning_points)
        key = (power, self._sites_key(state), *land, *seas, *powers, *state.partisans)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._count(state, power)
        return found

    @rule("BE-32.1a")
    @rule("BW-32.1a", "BW-R136")
    def _after_raids(self, state: SeriesState, power: int, points: tuple[Points, Points]) -> tuple[Points, Points]:
        """The points after raids: every hit costs its site a point this turn."""
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
        mine = self._sites_of_side(state, self.rules.tables.powers[power].side).get(power)
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

    def _sites_of_side(self, state: SeriesState, side: int) -> dict[int, list[Site]]:
        """The sites that a side holds, by the power that profits; remembered, since each power of the side asks in turn."""
        held = state.control[side]
        key = (self._sites_key(state), side, held, state.soviet_land, state.surrendered)
        then, found = self._held_then
        if then != key:
            found = {}
            for site in self.sites(state):
                winner = self.profits_now(state, site, side) if held >> site.hex & 1 else None
                if winner is not None:
                    found.setdefault(winner, []).append(site)
            self._held_then = key, found
        return found

    @rule("BE-R6")
    def is_first_income(self, state: SeriesState) -> bool:
        """Whether this is the first month, in which powers receive the stated figure whatever the set-up."""
        return state.month == self.rules.scenario.first_month

    def is_kept_apart(self, state: SeriesState, site: Site) -> bool:
        """Whether the points of a site that is cut off can be spent at the site itself."""
        return False

    def delivered(self, state: SeriesState, site: Site) -> int:
        """The points of a linked site that reach the power's pool."""
        return site.value

    @rule("BE-11.3a")
    def at_risk(self, state: SeriesState, power: int) -> Points:
        """The points that have to pass mined waters in this phase."""
        if not self.counts_sites() or state.month < self.rules.scenario.production_from or state.surrendered >> power & 1:
            return NOTHING
        return self.yields(state, power)[1]
