"""Which side holds which land in June 1944, and where the East sets up: behind its line, beside the western units already in place."""

from functools import cached_property
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch03_definitions import EasternDefinitions
from blockfront.games.blocks_in_the_west.advanced.ch08_zones_of_control import RiverZones
from blockfront.games.blocks_series.rules.ch02_set_up_tables import TableSetUp
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.scenario_model import CLOSED, NEUTRAL
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step

AXIS, ALLIES = 0, 1
EASTERN_MAP: Final = "whole_map"  # the area with every hex of the eastern game
EASTERN_BOXES: Final = ("narvik", "tromso", "petsamo", "murmansk", "krasnovodsk", "siberia")


class JoinedDefinitions(EasternDefinitions):
    """Who holds which land in June 1944, in both halves of the map."""

    @rule("BW-R116", "BW-R141", "BE-SBE8a")
    def initial_control(self) -> list[HexSet]:
        """Control in the East follows its line, in the West the countries; neutral and closed countries belong to nobody."""
        scenario, board, sides = self.rules.scenario, self.board, self.rules.sides
        axis, allies = self._control_by_country()
        east = (board.area(EASTERN_MAP) | self.closed_land()) & board.map.land_mask
        behind = board.map.west_mask(scenario.start_line)
        axis, allies = axis & ~east | east & behind, allies & ~east | east & ~behind
        for box in EASTERN_BOXES:
            bit = board.box(box)
            axis, allies = (axis | bit, allies & ~bit) if box in scenario.axis_boxes else (axis & ~bit, allies | bit)
        nobodys = self.closed_land()
        for nation, owner in scenario.country_control.items():
            if owner in (NEUTRAL, CLOSED):
                nobodys |= board.nation(nation)
        for place, owner in scenario.place_control.items():
            bit = 1 << board.hex(place)
            axis, allies = (axis | bit, allies & ~bit) if sides.index(owner) == AXIS else (axis & ~bit, allies | bit)
        return [axis & ~nobodys, allies & ~nobodys]


class JoinedSetUp(TableSetUp):
    """The East sets up by its table; the West stands as its book says."""

    @cached_property
    def east(self) -> HexSet:
        """The hexes in which the eastern table sets up."""
        found = self.board.area(EASTERN_MAP)
        for box in EASTERN_BOXES:
            found |= self.board.box(box)
        return found

    def zone(self, block: int) -> HexSet:
        return super().zone(block) & self.east

    def watched(self, side: int) -> HexSet:
        """Front hexes to be manned: only those in the East."""
        control = self.rules.definitions.initial_control()
        land = self.rules.theatre & self.board.map.playable_mask & self.east
        return super().watched(side) & step(self.board.grid, control[1 - side] & land, self.board.march_sides) & land

    def wrecked(self) -> HexSet:
        """Factories wrecked at the start: Soviet ones that the Axis holds, and Axis ones that the Soviets hold."""
        return super().wrecked() & self.east

    def soviet_land(self) -> HexSet:
        """The land that is Soviet at the start: all Allied hexes in the East."""
        return self.rules.definitions.initial_control()[ALLIES] & self.east

    @rule("BW-R99", "BW-R143")
    def is_there(self, block: int) -> bool:
        """A unit that starts in the West is not available in the East."""
        return block not in self._standing and super().is_there(block)

    @cached_property
    def _standing(self) -> frozenset[int]:
        """The units that start in the West."""
        return frozenset(placement.block for placement in self.rules.scenario.set_up)

    def left_out(self, side: int, placements: tuple[tuple[int, int, int], ...]) -> dict[int, int]:
        """The units that are not placed, without those that start in the West."""
        standing = {block for block, _, _ in self.placements(side)}
        return {block: place for block, place in super().left_out(side, placements).items() if block not in standing}


class JoinedZones(RiverZones):
    """Zones of control: the West's rules about rivers and strong places hold on the whole map."""

    @rule("BW-R142", "BW-8.0b")
    def __init__(self, rules: Rules) -> None:
        """The western rules for zones across rivers and into strong places hold on the whole map."""
        super().__init__(rules)
        self.west = self.board.grid.cells
