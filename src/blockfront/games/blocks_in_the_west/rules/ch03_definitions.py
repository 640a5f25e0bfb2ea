"""Chapter 3 in the West: fortifications by scenario and hexside, land of neutrals, TECH by assistance."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.scenario_model import NEUTRAL
from blockfront.games.blocks_series.state import ARMISTICE, NO_HEX, SKIES_OPEN, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of
from blockfront.hexes.sides import has_side

SPARED: Final = ("FR", "BE", "NL")  # countries whose inland cities are safe from air attack after the armistice
PORTS_TO_OPEN_SKIES: Final = 2
UNCLAIMED: Final = ("LU",)  # neutral countries that are no power: open once a neighbour is at war
BLUE_ROUTES: Final = (("Oslo", "Hamburg"), ("Göteborg", "Hamburg"), ("Palermo", "Naples"))  # the two ports of each route


class WesternDefinitions(Definitions):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        scenario, board = rules.scenario, self.board
        self.west = western(board)
        self.maginot = mask_of(board.hex(place) for place in scenario.maginot)
        self.siegfried = mask_of(board.hex(place) for place in scenario.siegfried)
        self.works: HexSet = self.west & (self.maginot | self.siegfried | board.fortresses | board.bunkers)
        self._orange = board.map.side_masks("fortified")
        self._routes = tuple((board.hex(one), board.hex(other)) for one, other in BLUE_ROUTES) if self.west else ()
        self._islands = board.map.tag_mask("island") & self.west
        self.spared: HexSet = 0
        for country in SPARED if self.west else ():
            self.spared |= board.nation(country)
        self.spared_ports: HexSet = self.spared & mask_of(hex_ for hex_, size, _, _ in board.ports if size == "major")
        sides = [power.side for power in rules.tables.powers if power.id == "france"] if self.west else []
        self._former_ally = sides[0] if sides else -1  # the side that does not attack these cities

    # ---- works

    @rule("BW-3.3d", "BW-5.1q", "BW-5.1r", "BW-5.2d", "BW-BOX1f", "BW-BOX1g")
    def fortification(self, state: SeriesState, hex_: int) -> str:
        """The fortification in a hex. The Maginot line is a fortress against attacks through its front, otherwise a bunker."""
        bit = 1 << hex_
        if not self.west & bit:
            return super().fortification(state, hex_)
        if not self.fortified(state) & bit:
            return ""
        if self.maginot & bit:
            return "fortress" if self._is_frontal(state, hex_) else "bunker"
        return "fortress" if self.board.fortresses & bit else "bunker"

    def fortified(self, state: SeriesState) -> HexSet:
        """Hexes with a fortification: in the West all that have not been destroyed."""
        standing = (self.maginot | self.board.fortresses | self.works) & ~state.razed
        return super().fortified(state) & ~self.west | standing & self.west

    def fortified_places(self) -> HexSet:
        return super().fortified_places() | self.works

    @rule("BW-5.1r")
    def _is_frontal(self, state: SeriesState, hex_: int) -> bool:
        """Whether every attacking ground unit came through an orange hexside."""
        attackers = self.rules.fire.units_at(state, hex_, state.active)
        entries = [state.entered[block] for block in attackers if self.units.is_ground[block]]
        return all(self._is_orange(hex_, origin) for origin in entries if origin != NO_HEX)

    def _is_orange(self, hex_: int, origin: int) -> bool:
        direction = self.board.grid.direction(hex_, origin) if origin < self.board.grid.size else None
        return direction is not None and has_side(self._orange, hex_, direction)

    @rule("BW-5.1s", "BW-5.2e", "BW-5.6.2f", "BW-BOX1h", "BW-BOX1i", "BW-R13", "BW-R14", "BW-3.3a", "BW-R80", "BW-R5")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """Fortifications that are captured are destroyed for good."""
        taken = hexes & ~state.control[side]
        super().capture(state, side, hexes, events)
        state.razed |= taken & self.works
        if taken & self.spared_ports:
            self.open_skies(state)

    @rule("BW-5.1l")
    def spared_cities(self, state: SeriesState, block: int) -> HexSet:
        """Inland cities that air units of France's former allies may not attack after its armistice."""
        if self.units.side[block] != self._former_ally or state.turning_points & SKIES_OPEN or not self._is_signed(state):
            return 0
        return self.spared & self.board.cities & ~self.board.map.coast_mask

    def _is_signed(self, state: SeriesState) -> bool:
        return bool(state.turning_points & ARMISTICE) or self.rules.scenario.special.circumstances.france == "armistice"

    @rule("BW-5.1m")
    def open_skies(self, state: SeriesState) -> None:
        """When the former allies hold two major ports in these countries, they may attack the cities again, for good."""
        if self._former_ally >= 0 and self._is_signed(state):
            held = self.spared_ports & state.control[self._former_ally]
            state.turning_points |= SKIES_OPEN if held.bit_count() >= PORTS_TO_OPEN_SKIES else 0

    @rule("BW-R118")
    def must_be_entered(self, state: SeriesState) -> HexSet:
        """Hexes that change hands only when entered, not through zones of control: those with fortifications, and islands."""
        return super().must_be_entered(state) | self.works & ~state.razed | self._islands

    @rule("BW-11.2h", "BW-11.3d", "BW-R103")
    def sea_routes(self, state: SeriesState) -> tuple[tuple[int, int], ...]:
        return super().sea_routes(state) + self._routes

    # ---- TECH

    @rule("BW-5.6a", "BW-5.6.2c", "BW-17.1a", "BW-R70", "BW-R124")
    def tech(self, state: SeriesState, block: int) -> int:
        """A minor power at TECH 0 that its leader assists has one level less than the leader, but at least TECH 1."""
        level, power = super().tech(state, block), self.units.power[block]
        if level > 0 or not state.assisted >> power & 1:
            return level
        leader = self.rules.powers.leader(state, self.units.side[block])
        return max(1, self.level(state, leader, self.units.field[block]) - 1)

    # ---- neutral land

    @rule("BW-R119")
    def closed_land(self) -> HexSet:
        """Neutral countries that no power of the game stands for take no part: nobody enters them or is supplied through them."""
        found, powers = super().closed_land(), {power.nation for power in self.rules.tables.powers}
        for nation, status in self.rules.scenario.country_control.items():
            if status == NEUTRAL and nation not in powers and nation not in UNCLAIMED:
                found |= self.board.nation(nation)
        return found

    @rule("BW-R119")
    def is_frozen(self, state: SeriesState, block: int) -> bool:
        """Units of a neutral power do not move."""
        return bool(state.neutral >> self.units.power[block] & 1) or super().is_frozen(state, block)

    @rule("BW-3.21a", "BW-7.7.13b")
    def may_not_leave(self, state: SeriesState, block: int) -> bool:
        """In the West immobilised units do not move, but may retreat."""
        return not self.west >> max(0, state.location[block]) & 1 and super().may_not_leave(state, block)

    @rule("BW-R116", "BW-R119")
    def neutral_land(self, state: SeriesState) -> HexSet:
        """The land of powers that are still neutral."""
        found = super().neutral_land(state)
        if state.neutral:
            for power, home in enumerate(self.rules.powers.homelands):
                if state.neutral >> power & 1:
                    found |= home & ~state.control[0] & ~state.control[1]
        return found
