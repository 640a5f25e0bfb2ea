"""Whose the land is in June 1944, and where the East sets up: behind its line, beside the West that stands already."""

from functools import cached_property
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch03_definitions import EasternDefinitions
from blockfront.games.blocks_in_the_west.advanced.ch08_zones_of_control import RiverZones
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch02_set_up_tables import TableSetUp
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.scenario_model import CLOSED, NEUTRAL
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step

AXIS, ALLIES = 0, 1
EASTERN_MAP: Final = "whole_map"  # every hex in which the East plays
EASTERN_BOXES: Final = ("narvik", "tromso", "petsamo", "murmansk", "krasnovodsk", "siberia")


class JoinedDefinitions(EasternDefinitions):
    @rule("BW-R116", "BW-R141", "BE-SBE8a")
    def initial_control(self) -> list[HexSet]:
        """The East by its line, the West by country; neutral and closed countries are nobody's."""
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


class JoinedSetUp(SetUp):
    @cached_property
    def east(self) -> HexSet:
        """Where the table of the East sets up."""
        found = self.board.area(EASTERN_MAP)
        for box in EASTERN_BOXES:
            found |= self.board.box(box)
        return found

    def zone(self, block: int) -> HexSet:
        return super().zone(block) & self.east

    def watched(self, side: int) -> HexSet:
        """The front in the East alone."""
        control = self.rules.definitions.initial_control()
        land = self.rules.theatre & self.board.map.playable_mask & self.east
        return super().watched(side) & step(self.board.grid, control[1 - side] & land, self.board.march_sides) & land

    def wrecked(self) -> HexSet:
        """Factories of the Soviet Union that the Axis holds, and of the Axis that the Soviets do."""
        return super().wrecked() & self.east

    def soviet_land(self) -> HexSet:
        """Everything that is not the enemy's in the East."""
        return self.rules.definitions.initial_control()[ALLIES] & self.east

    @rule("BW-R99", "BW-R143")
    def is_there(self, block: int) -> bool:
        """Who stands in the West already is not to be had for the East."""
        assert isinstance(self, TableSetUp)
        return block not in self._standing and super().is_there(block)  # type: ignore[misc]

    @cached_property
    def _standing(self) -> frozenset[int]:
        """Who stands in the West at the start."""
        return frozenset(placement.block for placement in self.rules.scenario.set_up)

    def left_out(self, side: int, placements: tuple[tuple[int, int, int], ...]) -> dict[int, int]:
        """Who stands in the West is not among those left out."""
        standing = {block for block, _, _ in self.placements(side)}
        return {block: place for block, place in super().left_out(side, placements).items() if block not in standing}


class JoinedZones(RiverZones):
    @rule("BW-R142", "BW-8.0b")
    def __init__(self, rules: Rules) -> None:
        """What the West says of rivers and strong places holds everywhere."""
        super().__init__(rules)
        self.west = self.board.grid.cells
