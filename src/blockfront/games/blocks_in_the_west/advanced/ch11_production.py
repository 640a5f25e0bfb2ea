"""Chapters 11 and 16 in the West: colours of motorised units and marines, scenarios with a share of the income, conquests."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.advanced.ch11_income import NOTHING, Links, Points, Site
from blockfront.games.blocks_series.advanced.ch11_production import RED, WHITE, ColouredProduction
from blockfront.games.blocks_series.events import Spoils
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

BEHIND_SHOALS: Final = ("Oslo", "Göteborg", "Hamburg")  # ports of the ore route, behind shoals


class WesternColours(ColouredProduction):
    """Colours of production points in the West."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)
        self._outside = self.west & ~rules.theatre
        self._sweden: HexSet = self.board.nation("SE") if self.west else 0
        self._ore_buyer = rules.tables.power("germany") if self.west else -1
        self._shoals = mask_of(self.board.hex(place) for place in BEHIND_SHOALS) if self.west else 0
        self._on_seas: dict[frozenset[str], HexSet] = {}  # western ports that lie only on these seas

    # ---- prices

    @rule("BW-11.0a", "BW-11.0b", "BW-23.0m")
    def colours_of(self, block: int) -> tuple[int, ...]:
        """Marines, including motorised ones, and submarines cost white points."""
        sails = self.units.is_marine[block] or self.units.is_submarine[block]
        return (YELLOW, WHITE) if sails and self.west and self.counts_sites() else super().colours_of(block)

    @rule("BW-11.0c", "BW-11.0d")
    def colours_of_step(self, block: int, steps: int) -> tuple[int, ...]:
        """The weakest and the strongest step of motorised infantry also cost red points."""
        found = super().colours_of_step(block, steps)
        ends = (self.units.weakest[block], self.units.full[block])
        return (*found, RED) if self.units.is_motorised[block] and steps in ends and self.counts_sites() else found

    @rule("BW-12.5a")
    def reward_colours(self, block: int) -> tuple[int, ...]:
        return (YELLOW,) if self.units.is_submarine[block] else super().reward_colours(block)

    @rule("BW-7.3.1c", "BW-11.2c")
    def industry(self, state: SeriesState, block: int) -> HexSet:
        """Marines and naval headquarters are built in shipyards."""
        if not self.west or (not self.units.is_marine[block] and self.units.type[block] != "naval_hq"):
            return super().industry(state, block)
        return (self.board.shipyards | self.board.factories("shipyard", state.month)) & ~state.wrecked

    # ---- income

    @rule("BW-11.2i", "BW-16.2a", "BW-16.2b", "BW-3.3c", "BW-3.3b", "BW-R11", "BW-R12")
    def profits(self, site: Site, holder: int, surrendered: int) -> int | None:
        """Conquered centres give points only to a leader that exploits them; conquered factories give none."""
        found = super().profits(site, holder, surrendered)
        if found is None or found == site.owner or not self.west >> site.hex & 1:
            return found
        return found if self.rules.tables.powers[found].exploits and not self.rules.scenario.no_exploitation else None

    @rule("BW-11.3e", "BW-R119")
    def transit_land(self, state: SeriesState, power: int) -> HexSet:
        """While Sweden is neutral, German points may use its railways."""
        found = super().transit_land(state, power)
        return found | self._sweden & ~state.control[0] & ~state.control[1] if power == self._ore_buyer else found

    @rule("BW-11.3a", "BW-11.3b", "BW-18.2a")
    def risky_ports(self, state: SeriesState, side: int) -> HexSet:
        """Ports on waters that the enemy controls are risky, except those of routes behind shoals."""
        controls = self.rules.definitions.controls_sea
        hostile = frozenset(sea for sea in self.board.sea_ports if controls(state, 1 - side, sea))
        found = self._on_seas.get(hostile)
        if found is None:
            found = mask_of(hex_ for hex_, _, _, seas in self.board.ports if seas and hostile.issuperset(seas)) & self.west
            self._on_seas[hostile] = found
        return (super().risky_ports(state, side) & ~self.west | found) & ~self._shoals

    def links(self, state: SeriesState, power: int) -> Links:
        """Sites outside the scenario's part of the map stay linked."""
        found = super().links(state, power)
        return found._replace(safe=found.safe | self._outside)

    @rule("BW-R138")
    def income(self, state: SeriesState, power: int) -> Points:
        """If the scenario gives a share of the full income, a lost site costs the same share of its value."""
        points = super().income(state, power)
        if not self.rules.scenario.allotted or not self.counts_sites() or points == NOTHING:
            return points
        stated, full, (now, _) = self.stated(power), self.at_start(power), self.yields(state, power)
        return tuple(_allotted(figure, was, here) for figure, was, here in zip(stated, full, now, strict=True))

    def at_start(self, power: int) -> Points:
        """The points of a power at the start, without factories of later years."""
        if self.west and power not in self._at_start:
            known = self.printed_sites
            self.printed_sites = tuple(site for site in known if site.since <= self.rules.scenario.first_month)
            super().at_start(power)
            self.printed_sites = known
        return super().at_start(power)


def _allotted(figure: int, full: int, now: int) -> int:
    """The stated figure less its share of the losses, rounded half up; gains count in full."""
    if now >= full:
        return figure + now - full
    return max(0, figure - (2 * (full - now) * figure + full) // (2 * full))


class ConqueredFactories(Definitions):
    """What an enemy factory is worth to the side that first enters it."""

    @rule("BW-16.1a", "BW-3.3.2a", "BW-R12", "BW-R3")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """An enemy factory entered for the first time is destroyed and gives a point of its colour."""
        whole = hexes & ~state.control[side] & ~state.wrecked
        super().capture(state, side, hexes, events)
        production = self.rules.production
        if not whole or not isinstance(production, WesternColours) or not production.counts_sites():
            return
        points = [0] * len(COLOURS)
        for site in production.printed_sites:
            foreign = site.is_factory and self.rules.tables.powers[site.owner].side != side and site.since <= state.month
            if foreign and (whole & production.west) >> site.hex & 1:
                points[site.colour] += site.value
        if any(points):
            power = self.rules.powers.leader(state, side)
            for colour, number in enumerate(points):
                state.pool[power * len(COLOURS) + colour] += number
            events.append(Spoils(power=power, points=tuple(points)))
