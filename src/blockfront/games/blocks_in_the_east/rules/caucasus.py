"""Supply of the Caucasus when the railway to it is cut."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch04_supply import PortSources, Sources, Supply
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

PORTS: Final = ("Baku", "Lenkoran")
MOST, MOST_WITHOUT_ASTRAKHAN = 10, 5


class EasternSupply(Supply):
    """Supply in the East, as long as the railway to the Caucasus is open."""

    def is_caucasus_bound(self) -> bool:
        """Whether the Caucasus depends on two ports when its railway is cut; an option turns this off."""
        return True


class CaucasusSupply(EasternSupply):
    """Supply from two ports when the Caucasus is cut off."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        board = rules.board
        self._gate, self._astrakhan = board.hex("Krasnodar"), board.hex("Astrakhan")
        self._caucasus, self._lifelines = board.area("caucasus"), mask_of(board.hex(place) for place in PORTS)

    @rule("BE-BSSo", "BE-E106")
    def _find_sources(self, state: SeriesState, power: int, side: int, held: HexSet, zone: HexSet) -> Sources:
        """With the railway cut, Baku and Lenkoran supply at most ten Soviet units in the Caucasus, five if Astrakhan is lost."""
        found = super()._find_sources(state, power, side, held, zone)
        if side == AXIS or not self.is_caucasus_bound() or found.by_rail >> self._gate & 1:
            return found
        caucasus, ports = self._caucasus, self._lifelines
        most = MOST_WITHOUT_ASTRAKHAN if state.control[AXIS] >> self._astrakhan & 1 else MOST
        by_sea = [sources for sources in found.by_sea if not sources.hexes & caucasus & ~found.by_rail]
        living = [sources for sources in found.by_sea if sources not in by_sea and sources.hexes & ports]
        if living:
            hexes = 0
            for sources in living:
                hexes |= sources.hexes
            held_ports = (ports & hexes).bit_count()
            by_sea.append(PortSources(hexes, ((ports & hexes, min(most, held_ports * self.numbers.port_capacity["major"])),)))
        everything = found.by_rail
        for sources in by_sea:
            everything |= sources.hexes
        return Sources(found.by_rail, tuple(by_sea), everything)
