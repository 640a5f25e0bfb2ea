"""Chapter 18: ports that ships can use, the waters between them, and the dangers of a crossing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import SNOW, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import expanded_mask, mask_of, members, neighbours_mask
from blockfront.hexes.sides import touching

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules

Seas = frozenset[str]
NO_SEAS: Final[Seas] = frozenset()
FACES: Final = 6


class Crossing(NamedTuple):
    """The highest faces with which a unit arrives whole, and with lost steps; with higher ones it is lost."""

    arrives_to: int
    damaged_to: int
    steps: int = 1  # lost by a damaged unit

    @property
    def is_safe(self) -> bool:
        return self.arrives_to >= FACES

    def is_worse_than(self, other: Crossing) -> bool:
        return (self.arrives_to, self.damaged_to, -self.steps) < (other.arrives_to, other.damaged_to, -other.steps)


SAFE: Final = Crossing(FACES, FACES)
DANGEROUS: Final = Crossing(3, 5)


class Sea(Chapter):
    """Ships belong to powers: a power's allies need not have the same possibilities at sea."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.seas: dict[int, Seas] = {}  # waters on which a port lies
        for hex_, _, _, seas in self.board.ports:
            self.seas[hex_] = self.seas.get(hex_, NO_SEAS) | frozenset(seas)
        self._freezing = mask_of(hex_ for hex_, _, freezes, _ in self.board.ports if freezes)
        self._straits = touching(self.board.map.side_masks("sea")) | touching(self.board.map.side_masks("strait"))
        self._open = {sea: self.board.theatre(sea) for sea in self.board.sea_ports}
        self.shores = {sea: neighbours_mask(self.board.grid, hexes) & self.coast() for sea, hexes in self._open.items()}
        self._ports_on = {sea: self._on(sea) for sea in self.board.sea_ports}
        self._sailed: dict[tuple[int, str], list[HexSet]] = {}
        self.mouths: Mapping[int, HexSet] = {}  # hexes that must be held for a port up a river to be used
        self.watched: HexSet = self.board.port_hexes  # hexes on whose control the use of ports depends

    def coast(self) -> HexSet:
        """All coastal hexes, whether or not they may be entered."""
        return self._coast

    @cached_property
    def _coast(self) -> HexSet:
        return mask_of(hex_ for hex_, facts in self.board.map.hexes.items() if facts.water == "coast")

    def _on(self, sea: str) -> HexSet:
        """The printed ports on a water; a port that names no water lies on those of its shore."""
        shore = self.shores[sea]
        return mask_of(hex_ for hex_, seas in self.seas.items() if (sea in seas if seas else shore >> hex_ & 1))

    # ---- ports

    @rule("BE-18.0a", "BE-18.0c", "BE-9.2f")
    @rule("BW-18.0a", "BW-9.2e")
    def harbours(self, state: SeriesState, power: int) -> HexSet:
        """Ports that ships of a power can use: friendly, free of ice and not fought for."""
        side = self.rules.tables.powers[power].side
        found = self.ports(state, power) & state.control[side] & ~state.occupied[1 - side] & self.rules.theatre
        if state.bombed:
            found &= ~self.rules.strategic.shut_ports(state)
        return found & ~(self._freezing & self.rules.weather.where(state, SNOW))

    def ports(self, state: SeriesState, power: int) -> HexSet:
        """Ports that a power could use if they were free of ice and battles."""
        return self.board.port_hexes

    def built_ports(self, state: SeriesState, power: int) -> HexSet:
        """Artificial harbours of a power."""
        return 0

    def circumstances(self, state: SeriesState) -> tuple[int, ...]:
        """What the use of ports depends on besides control and ice: damage by bombs."""
        return (self.rules.strategic.cut_ports(state),) if state.bombed else ()

    def waters_of(self, state: SeriesState, hex_: int) -> Seas:
        """The waters on which a port or coastal hex lies."""
        return self.seas.get(hex_) or frozenset(sea for sea, shore in self.shores.items() if shore >> hex_ & 1)

    # ---- ways

    @rule("BE-18.0a", "BE-18.0b")
    @rule("BW-18.0b", "BW-18.0c", "BW-3.1.2a")
    def reach(self, state: SeriesState, power: int, seas: Seas) -> Seas:
        """The waters that ships of a power can reach from others."""
        return seas

    def may_sail(self, state: SeriesState, power: int, origin: int, target: int) -> bool:
        """Whether there is a route by sea between two coasts."""
        return bool(self.reach(state, power, self.waters_of(state, origin)) & self.waters_of(state, target))

    def destinations(self, state: SeriesState, power: int, origin: int) -> HexSet:
        """The other harbours that ships can reach from a harbour."""
        key = ("harbours by sea", power, origin, state.month, state.weather, state.surrendered)
        found: HexSet | None = state.derived.get(key)
        if found is None:
            others = self.harbours(state, power) & ~(1 << origin)
            reached = self.reach(state, power, self.waters_of(state, origin))
            built = self.built_ports(state, power) & others
            linked = mask_of([hex_ for hex_ in members(built) if reached & self.waters_of(state, hex_)])
            for sea in reached:
                linked |= self._ports_on.get(sea, 0)
            found = state.derived[key] = linked & others
        return found

    @rule("BE-18.1a")
    @rule("BW-18.1a", "BW-18.1c", "BW-R41")
    def crossing(self, state: SeriesState, power: int, origin: int, target: int, *, is_landing: bool = False) -> Crossing:
        """The dangers of the passage between two coasts: only where the enemy controls the water."""
        enemy = 1 - self.rules.tables.powers[power].side
        here, there = self.waters_of(state, origin), self.waters_of(state, target)
        shared = here & there
        controlled = [self.rules.definitions.controls_sea(state, enemy, sea) for sea in shared or here | there]
        return DANGEROUS if (all(controlled) if shared else any(controlled)) else SAFE

    # ---- distances

    def sailed(self, state: SeriesState, origin: int, distance: int) -> HexSet:
        """Coastal hexes at most this far from a port by sea: through open water, and along shores divided by water."""
        found = 0
        for sea in self.waters_of(state, origin):
            rings = self._sailed.get((origin, sea))
            if rings is None:
                rings = self._sailed[origin, sea] = self._rings(origin, sea)
            found |= rings[min(distance, len(rings) - 1)]
        return found & ~(1 << origin)

    def _rings(self, origin: int, sea: str) -> list[HexSet]:
        return self._spread(origin, sea, self._open[sea] | self._straits)

    def _spread(self, origin: int, sea: str, open_water: HexSet, farthest: int = 20) -> list[HexSet]:
        grid = self.board.grid
        found = frontier = 1 << origin
        rings = [0]
        for _ in range(farthest):
            frontier = expanded_mask(grid, frontier & grid.cells, 1) & ~found
            found |= frontier
            frontier &= open_water
            rings.append(found & self.shores[sea])
        return rings
