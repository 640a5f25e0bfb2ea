"""Chapter 18 in the East: transport by sea."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.advanced.ch11_production import ColouredProduction
from blockfront.games.blocks_series.options.ch18_naval_transport import ShippingHeadquarters
from blockfront.games.blocks_series.rules.ch18_sea import Sea, Seas
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

WITHOUT_SHIPS: Final = ("finland", "hungary")
KERCH_JOINS: Final[Seas] = frozenset(("black_sea", "sea_of_azov"))


class PointsAtSea(ColouredProduction):
    """Points shipped over dangerous waters may be lost."""

    @rule("BE-18.2a")
    def risky_ports(self, state: SeriesState, side: int) -> HexSet:
        """Ports on waters that are mined or that the enemy controls: points shipped through them are at risk."""
        controls = self.rules.definitions.controls_sea
        hostile = {sea for sea in self.board.sea_ports if controls(state, 1 - side, sea)}
        hostile |= {area.id for area in self.board.map.areas.values() if area.mined}
        ports = (hex_ for hex_, _, _, seas in self.board.ports if seas and hostile.issuperset(seas))
        return super().risky_ports(state, side) | mask_of(ports)


class EasternShipping(ShippingHeadquarters):
    """Which headquarters order ships."""

    def has_ships(self) -> bool:
        return True

    @rule("BE-18.0a")
    def orders_ships(self, hq: int) -> bool:
        """Finnish and Hungarian headquarters have no ships to send."""
        return self.order[hq].nation not in WITHOUT_SHIPS and super().orders_ships(hq)


class EasternSea(Sea):
    """Voyages between the Black Sea and the Sea of Azov."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.strait = mask_of((self.board.hex("Kerch"), self.board.hex("Taman")))

    @rule("BE-18.0b")
    def reach(self, state: SeriesState, power: int, seas: Seas) -> Seas:
        """A side that holds both shores at Kerch can sail between the Black Sea and the Sea of Azov."""
        found, side = super().reach(state, power, seas), self.rules.tables.powers[power].side
        open_strait = not self.strait & ~state.control[side]
        return found | KERCH_JOINS if open_strait and found & KERCH_JOINS else found
