"""Chapter 4 in the West: sea links need no control of the sea, ports follow the sea chapter, only ground units cut railways."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.ch18_sea import AXIS_POWERS, THROUGH_GIBRALTAR
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch04_supply import HOLDS_OUT, Port, Supply
from blockfront.games.blocks_series.rules.ch18_sea import Seas
from blockfront.games.blocks_series.rules.ch29_partisans import CUTS_RAILWAYS
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import EXPLOITATION, FINAL_SUPPLY, SUPPLY, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step
from blockfront.hexes.sides import touching

KINDS_OF_FLEETS: Final = 3
CHECKS: Final = (SUPPLY, FINAL_SUPPLY, EXPLOITATION)  # phases in which supply is checked


class WesternSupply(Supply):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)
        self._shores: HexSet = touching(self.board.strait_sides) & self.west
        self._seas = tuple(self.board.sea_ports)
        self._named: dict[int, Seas] = {}  # names of seas by their bits, and below the reverse
        self._numbered: dict[Seas, int] = {}

    def fleet(self, power: int) -> int:
        """A number for powers that sail alike: those that pass Gibraltar, those of the Axis, and the others."""
        name = self.rules.tables.powers[power].id
        kind = 0 if not self.west else 1 if name in THROUGH_GIBRALTAR else 2 if name in AXIS_POWERS else 0
        return super().fleet(power) * KINDS_OF_FLEETS + kind

    @rule("BW-4.2a", "BW-4.2c", "BW-4.2d", "BW-R90", "BW-R106", "BW-18.1.2b", "BW-18.1.3d")
    def port_seas(self, state: SeriesState, power: int, port: Port, controlled: int) -> int:
        """The seas that a western port serves: its own, whoever controls them, and those that ships reach from there."""
        if not port.at & self.west:
            return super().port_seas(state, power, port, controlled)
        if port.seas not in self._named:
            self._named[port.seas] = frozenset(sea for number, sea in enumerate(self._seas) if port.seas >> number & 1)
        reached = self.rules.sea.reach(state, power, self._named[port.seas])
        if reached not in self._numbered:
            self._numbered[reached] = sum(1 << number for number, sea in enumerate(self._seas) if sea in reached)
        return self._numbered[reached]

    @rule("BW-R90", "BW-R40")
    def rail_zone(self, state: SeriesState, enemy: int) -> HexSet:
        """Only zones of ground units cut western railways. Outside supply checks the kind of hidden units is unknown, and all zones do."""
        zone = super().rail_zone(state, enemy)
        if state.phase not in CHECKS:
            return zone
        cut = self.rules.partisans.hexes(state, 1 - enemy, CUTS_RAILWAYS)
        return zone & ~self.west | self.rules.zones.ground_zone(state, enemy) & self.west | cut

    @rule("BW-4.3c", "BW-R40", "BW-1.3a")
    def barred(self, state: SeriesState, enemy: int) -> HexSet:
        """Hexes that block supply. Outside supply checks the kind of a hidden unit is not known, so every unit and its zone count."""
        if state.phase in CHECKS or not self.west:
            return super().barred(state, enemy)
        return self.rules.zones.zone(state, enemy) | state.occupied[enemy]

    @rule("BW-4.3d")
    def spreads(self, state: SeriesState, power: int, sources: HexSet, lengths: list[int]) -> dict[int, HexSet]:
        """A line across a western strait counts as three hexes, so it leads only from a source directly to the other shore."""
        found = super().spreads(state, power, sources, lengths)
        if lengths[-1] < self.numbers.arrow_cost or not sources & self._shores:
            return found
        across = step(self.board.grid, sources & self._shores, self.board.strait_sides)
        return {length: hexes | across if length >= self.numbers.arrow_cost else hexes for length, hexes in found.items()}

    @rule("BW-R119")
    def units_to_check(self, state: SeriesState, side: int) -> list[int]:
        """Units of neutral powers are always supplied."""
        found = super().units_to_check(state, side)
        return [block for block in found if not state.neutral >> self.units.power[block] & 1] if state.neutral else found

    @rule("BW-6.6j")
    def fates(self, state: SeriesState, side: int) -> dict[int, int]:
        """A Festung never surrenders for lack of supply."""
        found = super().fates(state, side)
        works = self.units.works[side]
        return {b: HOLDS_OUT if b in works and state.steps[b] == self.units.full[b] else fate for b, fate in found.items()}

    @rule("BW-7.7.15a", "BW-R36")
    def retreat_ways(self, state: SeriesState, side: int, power: int, battle: int) -> HexSet:
        """Hexes from which a retreating unit can reach its supply, at any distance."""
        board, enemy = self.board, 1 - side
        closed = self.rules.zones.zone(state, enemy) | state.occupied[enemy] | board.cities & state.control[enemy]
        closed |= state.occupied[0] & state.occupied[1] | 1 << battle
        passable = self.rules.powers.supply_area(state, power) & board.playable & ~closed
        return board.linked(self.sources(state, power).everything & passable, passable, board.march_sides, board.land_jumps)
