"""Countries, fronts and edges of the EastFront map for chapters 12, 16 and 17: masks made once."""

from functools import cache
from typing import Final

from blockfront.games.eastfront.loading.board import Board, board
from blockfront.games.eastfront.loading.data_model import NATIONS
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import expanded_mask

HUNGARIAN: Final = NATIONS.index("hungarian")

COUNTRIES: Final = ("romania", "bulgaria", "hungary")
_HOMES: Final = ("romania_1939", "bulgaria", "hungary")  # the country to which a restricted unit must keep


@cache
def regions() -> "Regions":
    return Regions(board())


class Regions:
    """Countries and fronts as masks; they never change. Lists by nation follow the order of `NATIONS`."""

    def __init__(self, ground: Board) -> None:
        areas = ground.map
        self._board = ground
        self.countries = tuple(areas.area_mask(area) & ground.playable for area in COUNTRIES)
        homes = [areas.area_mask(area) for area in _HOMES]
        self.homes = tuple(expanded_mask(ground.grid, home) & ground.playable for home in homes)
        self._ways_home = tuple(self._rings(home) for home in self.homes)
        self.west_front: HexSet = areas.area_mask("west_front") & ground.playable
        self.plain_edge: HexSet = areas.area_mask("belgrade_to_krakow") & ground.playable
        self.polish_edge: HexSet = areas.area_mask("polish_plain") & ground.playable
        self.army_group_e: HexSet = areas.area_mask("army_group_e") & ground.playable
        self.arctic_entries: HexSet = areas.area_mask("arctic_rail_entries") & ground.playable
        self.baku = 1 << ground.baku
        self.ploesti = 1 << areas.hex("Ploesti")
        self.guryev = 1 << areas.hex("Guryev")
        self.astrakhan = 1 << areas.hex("Astrakhan")
        self.danzig = 1 << areas.hex("Danzig")
        self.ventspils = 1 << areas.hex("Ventspils")

    def _rings(self, home: HexSet) -> tuple[HexSet, ...]:
        """Everything within 0, 1, 2, … hexes of a country."""
        found = [home]
        while found[-1] != self._board.playable:
            wider = expanded_mask(self._board.grid, found[-1]) & self._board.playable
            if wider == found[-1]:
                break
            found.append(wider)
        return tuple(found)

    def nearer_home(self, nation: int, hex_: int) -> HexSet:
        """Hexes that are nearer than this one to a nation's country and the hexes around it."""
        nearer = 0
        for ring in self._ways_home[nation]:
            if ring >> hex_ & 1:
                break
            nearer = ring
        return nearer
