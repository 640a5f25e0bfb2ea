"""Chapter 4: supply sources, ports, tracing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch29_partisans import CUTS_RAILWAYS, FIGHTS
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.lines import Lines
from blockfront.games.blocks_series.rules.port_places import Claim, Dependants, from_berths, groups
from blockfront.games.blocks_series.state import FINAL_SUPPLY, MARKED, SNOW, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules

SURRENDERS, STARVES, LOSES_STEP, HOLDS_OUT = range(4)  # fates of units that are still cut off
REMEMBERED: Final = 400  # sources kept for positions seen lately


class PortSources(NamedTuple):
    """Supply sources that depend on ports, with the number of units that each port can supply."""

    hexes: HexSet
    places: tuple[tuple[HexSet, int], ...]

    @property
    def capacity(self) -> int:
        return sum(places for _, places in self.places)


class Port(NamedTuple):
    """A port as supply sees it."""

    at: HexSet  # its hex alone
    capacity: int
    freezes: bool
    seas: int  # a bit for each sea area


class Sources(NamedTuple):
    """The supply sources of a power."""

    by_rail: HexSet  # without limit
    by_sea: tuple[PortSources, ...]
    everything: HexSet


class Supply(Chapter):
    """Where supply comes from, how it is traced, and what happens to units without it."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._known: dict[tuple[int, ...], Sources] = {}
        self._traced: dict[tuple[int, ...], Sources] = {}
        self._open: dict[tuple[int, ...], tuple[Port, ...]] = {}
        self._lines = Lines(self.board)
        self.harbours: HexSet = rules.sea.watched
        self._mouths = {1 << port: mouth for port, mouth in rules.sea.mouths.items()}
        numbers = {sea: number for number, sea in enumerate(self.board.sea_ports)}
        self._ports = tuple(
            Port(1 << hex_, self.numbers.port_capacity[size], freezes, sum(1 << numbers[sea] for sea in set(seas)))
            for hex_, size, freezes, seas in self.board.ports
        )

    # ---- sources

    @rule("BE-4.1a", "BE-4.1b", "BE-4.2a", "BE-4.2b", "BE-R14", "BE-R15", "BE-3.5a")
    @rule("BW-4.1a", "BW-4.2a", "BW-4.2b", "BW-3.5a")
    def sources(self, state: SeriesState, power: int) -> Sources:
        """Rail and port hexes that are linked with the power's main source."""
        side = self.rules.tables.powers[power].side
        enemy = 1 - side
        zone = self.rail_zone(state, enemy)
        rails, main = self.rules.definitions.railways(state).hexes, self.rules.powers.main_sources(state, power)
        area, seas = self.rules.powers.supply_area(state, power), self.rules.sea.circumstances(state)
        key = (power, main, area, state.control[side], zone, state.occupied[enemy], state.weather, rails, *seas)
        found = self._known.get(key)
        if found is None:
            held = state.control[side] & ~state.occupied[enemy]
            found = _keep(self._known, key, self._find_sources(state, power, side, held, zone))
        return found

    @rule("BE-29.1j")
    @rule("BW-29.1e")
    def rail_zone(self, state: SeriesState, enemy: int) -> HexSet:
        """Hexes in which enemy zones of control or partisans cut railways."""
        return self.rules.zones.zone(state, enemy) | self.rules.partisans.hexes(state, 1 - enemy, CUTS_RAILWAYS)

    def _find_sources(self, state: SeriesState, power: int, side: int, held: HexSet, zone: HexSet) -> Sources:
        """The sources of a power, remembered by what they depend on, since few changes affect railways and ports."""
        weather = state.weather
        held &= self.rules.powers.supply_area(state, power) & ~self.rules.partisans.hexes(state, side, CUTS_RAILWAYS)
        railways = self.rules.definitions.railways(state)
        rails, main = railways.hexes & held & ~zone, self.rules.powers.main_sources(state, power) & held
        usable = held & ~self.rules.strategic.cut_ports(state) if state.bombed else held
        watched = self.harbours | self.rules.sea.built_ports(state, power)
        harbours = usable & watched, state.control[side] & watched
        key = (main, rails, railways.hexes, *harbours, side, weather, self.fleet(power), *self.rules.sea.circumstances(state))
        found = self._traced.get(key)
        if found is None:
            found = _keep(self._traced, key, self._trace(state, power, main, rails, usable))
        return found

    def _trace(self, state: SeriesState, power: int, main: HexSet, rails: HexSet, held: HexSet) -> Sources:
        """Trace from the main source by rail, then from port to port over seas the side controls, and from each port by rail."""
        railways = self.rules.definitions.railways(state)
        by_rail = self._lines.linked(power, main, rails, railways) if main else 0
        reached, seas, by_sea = by_rail, 0, list[PortSources]()
        outside: dict[HexSet, Port] = {}
        waiting = 0
        for port in self._open_ports(state, power, held):
            if port.at & reached:
                seas |= port.seas
            else:
                outside[port.at] = port
                waiting |= port.at
        while landing := next((at for at, port in outside.items() if port.seas & seas), 0):
            network = self._lines.linked(power, landing, rails, railways) & ~reached
            there, waiting = network & waiting, waiting & ~network
            inside = [outside.pop(at) for at in ([landing] if there == landing else [at for at in outside if at & there])]
            by_sea.append(PortSources(network, tuple([(port.at, port.capacity) for port in inside if port.seas & seas])))
            reached |= network
            for port in inside:
                seas |= port.seas
        return Sources(by_rail, tuple(by_sea), reached)

    def fleet(self, power: int) -> int:
        """A number for the fleet of a power: powers of a side with the same number use the same waters."""
        return 0

    def controls_sea(self, state: SeriesState, power: int, sea: str) -> bool:
        """Whether a sea carries supply for a power; it does if its side controls the sea."""
        return self.rules.definitions.controls_sea(state, self.rules.tables.powers[power].side, sea)

    def port_seas(self, state: SeriesState, power: int, port: Port, controlled: int) -> int:
        """The seas over which a port is linked with others: those the side controls."""
        return port.seas & controlled

    def _open_ports(self, state: SeriesState, power: int, held: HexSet) -> tuple[Port, ...]:
        """The usable ports, each with only the seas that serve the power; remembered by the ports the side holds."""
        ports = self.harbours | self.rules.sea.built_ports(state, power)
        side = self.rules.tables.powers[power].side
        key = (held & ports, state.control[side] & ports, state.weather == SNOW, self.fleet(power), *self.rules.sea.circumstances(state))
        found = self._open.get(key)
        if found is None:
            if len(self._open) >= REMEMBERED:
                self._open.clear()
            seas = sum(1 << number for number, sea in enumerate(self.board.sea_ports) if self.controls_sea(state, power, sea))
            usable = [*self._usable_ports(state, held), *self._built_ports(state, power, held)]
            serving = [(port, self.port_seas(state, power, port, seas)) for port in usable]
            found = self._open[key] = tuple(port._replace(seas=waters) for port, waters in serving if waters)
        return found

    @rule("BE-4.2c", "BE-4.2d", "BE-R16", "BE-9.2f")
    @rule("BW-3.4d", "BW-3.4e", "BW-7.5.5d", "BW-4.2c")
    def _usable_ports(self, state: SeriesState, held: HexSet) -> list[Port]:
        """Ports that are held and free of ice; a port up a river also needs its mouth."""
        snow, mouths = self.rules.weather.where(state, SNOW), self._mouths
        found = [port for port in self._ports if held & port.at and not (port.freezes and snow & port.at)]
        return [port for port in found if not mouths.get(port.at, 0) & ~held] if mouths else found

    @rule("BW-6.7b")
    def _built_ports(self, state: SeriesState, power: int, held: HexSet) -> list[Port]:
        """Artificial harbours, which count as major ports."""
        built, sea, numbers = self.rules.sea.built_ports(state, power) & held, self.rules.sea, list(self.board.sea_ports)
        seas = {hex_: sum(1 << numbers.index(name) for name in sea.waters_of(state, hex_)) for hex_ in members(built)}
        return [Port(1 << hex_, self.numbers.port_capacity["major"], False, waters) for hex_, waters in seas.items()]

    # ---- tracing

    @rule("BE-4.3a", "BE-4.3b", "BE-4.3c", "BE-4.3d", "BE-4.3e", "BE-R17")
    @rule("BW-4.3a", "BW-4.3b", "BW-4.3c", "BW-R91")
    def covered(self, state: SeriesState, power: int, sources: HexSet) -> HexSet:
        """Hexes with a path of legal length to one of the sources."""
        zones = self.rules.weather.zones(state)
        if len(zones) == 1:
            return self.spread(state, power, sources, self.path_length(state, power, state.weather))
        by_length: dict[int, HexSet] = {}
        for weather, hexes in zones:
            length = self.path_length(state, power, weather)
            by_length[length] = by_length.get(length, 0) | hexes
        found = 0
        for length, reached in self.spreads(state, power, sources, sorted(by_length)).items():
            found |= by_length[length] & reached
        return found

    def spread(self, state: SeriesState, power: int, sources: HexSet, length: int) -> HexSet:
        """The sources and all hexes at most so far away along paths that supply can take."""
        return self.spreads(state, power, sources, [length])[length]

    @rule("BE-29.1i", "BE-29.0c")
    @rule("BW-29.1e", "BW-29.0f")
    def spreads(self, state: SeriesState, power: int, sources: HexSet, lengths: list[int]) -> dict[int, HexSet]:
        """As `spread` for each of several lengths, shortest first: longer paths go on where shorter ones end."""
        board, side = self.board, self.rules.tables.powers[power].side
        blocked = self.barred(state, 1 - side)
        bands = self.rules.partisans.hexes(state, side, FIGHTS)
        passable = self.rules.powers.supply_area(state, power) & ~blocked & ~board.mountains & ~bands
        found, frontier, gone = sources, sources & ~bands, 0
        reached: dict[int, HexSet] = {}
        for length in lengths:
            for _ in range(length - gone):
                near = step(board.grid, frontier & board.grid.cells, board.march_sides) | board.jump(frontier, board.land_jumps)
                frontier = near & ~found
                found |= frontier
                frontier &= passable
            gone = length
            reached[length] = found
        return reached

    def barred(self, state: SeriesState, enemy: int) -> HexSet:
        """Hexes that no supply path may enter, because of enemy ground units or their zones."""
        return self.rules.zones.ground_zone(state, enemy) | self.rules.definitions.crowding(state, enemy).ground[0]

    def path_length(self, state: SeriesState, power: int, weather: int) -> int:
        """How long a supply path may be in a weather."""
        return self.numbers.supply_range

    @rule("BE-4.0a", "BE-7.2a", "BE-4.3f")
    @rule("BW-4.0a", "BW-7.2a", "BW-4.3e")
    def unsupplied(self, state: SeriesState, blocks: list[int]) -> tuple[list[int], list[Dependants]]:
        """Units without a supply path, and those that depend on ports."""
        lacking: list[int] = []
        places: dict[HexSet, int] = {}
        ports: dict[int, tuple[HexSet, ...]] = {}
        for power in sorted({self.units.power[block] for block in blocks}):
            sources = self.sources(state, power)
            by_rail = self.covered(state, power, sources.by_rail)
            here = [block for block in blocks if self.units.power[block] == power and not by_rail >> state.location[block] & 1]
            usable = self._usable_by(state, power, sources.by_sea, here)
            for block in here:
                if usable[block]:
                    ports[block] = usable[block]
                else:
                    lacking.append(block)
            places |= {port: number for network in sources.by_sea for port, number in network.places}
        return lacking, groups(places, ports)

    @rule("BE-4.2c", "BE-R16")
    @rule("BW-R8", "BW-R108")
    def _usable_by(
        self, state: SeriesState, power: int, by_sea: tuple[PortSources, ...], blocks: list[int]
    ) -> dict[int, tuple[HexSet, ...]]:
        """For each unit, the ports that can supply it: all those on railways it can reach."""
        found: dict[int, tuple[HexSet, ...]] = dict.fromkeys(blocks, ())
        for one in by_sea if blocks else ():
            covered, ports = self.covered(state, power, one.hexes), tuple([port for port, _ in one.places])
            for block in blocks:
                if covered >> state.location[block] & 1:
                    found[block] += ports
        return found

    @rule("BE-4.2c", "BE-R16")
    @rule("BW-R8", "BW-R108")
    def shared_out(self, state: SeriesState, dependent: list[Dependants]) -> tuple[list[int], list[Claim]]:
        """Units that ports certainly cannot supply, and claims that the owner has to decide; units supplied before keep their places.

        All powers of a side share the places of a port.
        """
        lacking: list[int] = []
        claims: list[Claim] = []
        for group in dependent:
            served = [block for block in group.ports if state.phase == FINAL_SUPPLY and not state.flags[block] & MARKED]
            asking = [block for block in group.ports if block not in served]
            able, left, is_enough = group.served_together(served, asking)
            if is_enough:
                continue
            lacking += [block for block in asking if block not in able]
            if left < len(able):
                claims.append(Claim((left, *able), group.berths()))
        return lacking, claims

    @rule("BE-4.2c", "BE-R16", "BE-12.1b")
    @rule("BW-R8")
    def eligible(self, state: SeriesState) -> list[int]:
        """Units of the first claim that could still get a place beside the units that have one."""
        waiting = {block for claim in state.claims for block in claim[1:]}
        group = from_berths(state.berths)
        chosen = [block for block in group.ports if state.sustained >> block & 1 or not state.flags[block] & MARKED]
        served = [block for block in chosen if block not in waiting]
        return group.joining(served, state.claims[0][1:])

    def besieged(self, state: SeriesState, side: int) -> list[Dependants]:
        """Marked units in besieged places that can keep some of them alive."""
        return []

    @rule("BE-12.1b")
    def siege_claims(self, state: SeriesState, side: int) -> list[Claim]:
        """Claims of besieged places with more units than they can keep alive: the owner decides which."""
        found = []
        for group in self.besieged(state, side):
            fed = len(group.fed(group.ports))
            if 0 < fed < len(group.ports):
                able = [block for block in group.ports if group.fed([block])]
                found.append(Claim((fed, *able), group.berths()))
        return found

    def units_to_check(self, state: SeriesState, side: int) -> list[int]:
        return [block for block in self.order.of_side[side] if state.location[block] >= 0]

    def is_linked(self, state: SeriesState, power: int, hex_: int) -> bool:
        return bool(self.sources(state, power).everything >> hex_ & 1)

    # ---- being without

    def fates(self, state: SeriesState, side: int) -> dict[int, int]:
        """What happens to each unit that is still cut off at the end of its turn."""
        return {block: self.fate(block) for block in self.marked(state, side)}

    @rule("BE-4.4f", "BE-4.5c", "BE-4.5d", "BE-6.1.1f", "BE-7.9c")
    @rule("BW-4.4e", "BW-4.5b", "BW-4.5c", "BW-6.1.1e", "BW-7.9b")
    def fate(self, block: int) -> int:
        """Static infantry holds out, units with a zero step are reduced to it, all others surrender."""
        if self.units.is_static[block]:
            return HOLDS_OUT
        if self.units.has_zero[block]:
            return STARVES if self.starves() else HOLDS_OUT
        return SURRENDERS

    @rule("BE-4.5c")
    @rule("BW-4.5b")
    def starves(self) -> bool:
        return True

    def last_siege_step(self) -> int:
        """The number of steps at which a besieged unit that must lose one surrenders."""
        return 1

    def is_garrison(self, state: SeriesState, block: int) -> bool:
        """Whether a marked unit lives on the stores of a fortress: it loses nothing and does not attack."""
        return False

    def marked(self, state: SeriesState, side: int) -> list[int]:
        return [block for block in self.order.of_side[side] if state.flags[block] & MARKED and state.location[block] >= 0]

    def distances(self, state: SeriesState, side: int, power: int, start: int) -> list[HexSet]:
        """Rings of hexes around the power's sources, through hexes a retreat may pass; `start` may be reached although it is a battle."""
        board = self.board
        enemy = 1 - side
        passable = board.playable & self.rules.theatre & ~self.rules.zones.zone(state, enemy) & ~state.occupied[enemy]
        passable &= ~(board.cities & state.control[enemy])
        passable &= ~self.rules.powers.closed_land(power)
        rings = [self.sources(state, power).everything]
        seen = rings[0]
        while rings[-1] and not seen >> start & 1:
            frontier = rings[-1] & (passable | rings[0])
            ring = (step(board.grid, frontier & board.grid.cells, board.march_sides) | board.jump(frontier, board.land_jumps)) & ~seen
            ring &= passable | 1 << start
            seen |= ring
            rings.append(ring)
        return rings


def _keep(known: dict[tuple[int, ...], Sources], key: tuple[int, ...], found: Sources) -> Sources:
    if len(known) >= REMEMBERED:
        known.clear()
    known[key] = found
    return found
