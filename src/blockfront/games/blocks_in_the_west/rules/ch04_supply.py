"""Chapter 4 in the West: sea links need no control of the sea, the Allies pass Gibraltar, only ground units cut railways."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch04_supply import HOLDS_OUT, Port, Supply
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import EXPLOITATION, FINAL_SUPPLY, SUPPLY, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step
from blockfront.hexes.sides import touching

THROUGH_GIBRALTAR: Final = frozenset(("uk", "canada", "usa", "france", "free_france"))
INNER: Final = "inner_port_"
CHECKS: Final = (SUPPLY, FINAL_SUPPLY, EXPLOITATION)  # phases in which the sides look who is supplied


class WesternSupply(Supply):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)
        self._shores: HexSet = touching(self.board.strait_sides) & self.west
        names = list(self.board.sea_ports)
        self._mouths = {1 << port: mouth for port, mouth in self._inner_ports()}
        for mouth in self._mouths.values():
            self.harbours |= mouth
        self._gibraltar = sum(1 << names.index(sea) for sea in ("atlantic", "mediterranean") if sea in names and self.west)

    def _inner_ports(self) -> list[tuple[int, HexSet]]:
        """Ports that lie up a river, and the coastal hex that leads to each."""
        if not self.west:
            return []
        mouths = [(area.id.removeprefix(INNER).title(), area.id) for area in self.board.map.areas.values() if area.id.startswith(INNER)]
        return [(self.board.hex(place), self.board.area(area)) for place, area in mouths]

    def fleet(self, power: int) -> int:
        return int(self.rules.tables.powers[power].id in THROUGH_GIBRALTAR) if self.west else super().fleet(power)

    @rule("BW-7.5.5d", "BW-4.2c")
    def _usable_ports(self, state: SeriesState, held: HexSet) -> list[Port]:
        """An inner port needs its mouth too."""
        return [port for port in super()._usable_ports(state, held) if not self._mouths.get(port.at, 0) & ~held]

    @rule("BW-4.2a", "BW-4.2c", "BW-4.2d", "BW-R90", "BW-R106")
    def port_seas(self, state: SeriesState, power: int, port: Port, controlled: int) -> int:
        """A western port serves its water whoever controls that; Allied ships pass between Atlantic and Mediterranean."""
        if not port.at & self.west:
            return super().port_seas(state, power, port, controlled)
        passes = port.seas & self._gibraltar and self.rules.tables.powers[power].id in THROUGH_GIBRALTAR
        return port.seas | self._gibraltar if passes else port.seas

    @rule("BW-R90", "BW-R40")
    def rail_zone(self, state: SeriesState, enemy: int) -> HexSet:
        """Only zones of ground units cut western railways; until supply is checked nobody knows which units these are."""
        zone = super().rail_zone(state, enemy)
        if state.phase not in CHECKS:
            return zone
        return zone & ~self.west | self.rules.zones.ground_zone(state, enemy) & self.west

    @rule("BW-4.3d")
    def spread(self, state: SeriesState, power: int, sources: HexSet, length: int) -> HexSet:
        """A line across a western strait is as long as three hexes: it leads straight from a source to the other shore."""
        found = super().spread(state, power, sources, length)
        if length < self.numbers.arrow_cost or not sources & self._shores:
            return found
        return found | step(self.board.grid, sources & self._shores, self.board.strait_sides)

    @rule("BW-R119")
    def units_to_check(self, state: SeriesState, side: int) -> list[int]:
        """Neutrals live at home."""
        found = super().units_to_check(state, side)
        return [block for block in found if not state.neutral >> self.units.power[block] & 1] if state.neutral else found

    @rule("BW-6.6j")
    def fates(self, state: SeriesState, side: int) -> dict[int, int]:
        """A Festung never gives up."""
        found = super().fates(state, side)
        works = self.units.works[side]
        return {b: HOLDS_OUT if b in works and state.steps[b] == self.units.full[b] else fate for b, fate in found.items()}

    @rule("BW-7.7.15a", "BW-R36")
    def retreat_ways(self, state: SeriesState, side: int, power: int, battle: int) -> HexSet:
        """Hexes from which a retreating unit could go on to its supply, however long the way."""
        board, enemy = self.board, 1 - side
        closed = self.rules.zones.zone(state, enemy) | state.occupied[enemy] | board.cities & state.control[enemy]
        closed |= state.occupied[0] & state.occupied[1] | 1 << battle
        passable = board.playable & self.rules.theatre & ~closed
        return board.linked(self.sources(state, power).everything & passable, passable, board.march_sides, board.land_jumps)
