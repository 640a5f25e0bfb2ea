"""Chapter 14: mountains, swamps and horses in detail."""

from collections.abc import Callable

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire
from blockfront.games.blocks_series.rules.ch09_weather import EntryCosts
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import GOOD, SNOW, SeriesState
from blockfront.hexes.grid import HexSet

CAVALRY_PAYS = 2


class TerrainMovement(Movement):
    """Entry costs of mountains, swamps and snow by kind of unit."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._mountain_costs = self._by_weather(self.mountain_unit_cost)
        self._cavalry_costs = self._by_weather(self.cavalry_cost)

    def _by_weather(self, cost_of: Callable[[str, int], int]) -> tuple[EntryCosts, ...]:
        return tuple(self._entry_costs(cost_of, weather) for weather in range(len(WEATHERS)))

    def _entry_costs(self, cost_of: Callable[[str, int], int], weather: int) -> EntryCosts:
        found: dict[int, HexSet] = {}
        for kind, hexes in self.board.terrain.items():
            cost = cost_of(kind, weather)
            found[cost] = found.get(cost, 0) | hexes & self.board.playable
        return tuple(sorted(found.items()))

    def _cost(self, kind: str, weather: int) -> int:
        return self.rules.tables.terrain[kind].costs[weather]

    @rule("BE-14.0c")
    @rule("BW-14.0e")
    def mountain_unit_cost(self, kind: str, weather: int) -> int:
        cost = self._cost(kind, weather)
        return max(1, cost - 1) if kind in ("hill", "mountain") else cost

    @rule("BE-14.0f")
    def cavalry_cost(self, kind: str, weather: int) -> int:
        """All terrain but mountains and snow-covered hills is cheap for cavalry."""
        cost = self._cost(kind, weather)
        hard = kind == "mountain" or (kind == "hill" and weather == SNOW)
        return cost if hard else min(cost, CAVALRY_PAYS)

    def costs(self, state: SeriesState, block: int) -> EntryCosts:
        if self.units.is_mountain[block]:
            return self.rules.weather.table(state, self._mountain_costs)
        if self.units.type[block] == "cavalry":
            return self.rules.weather.table(state, self._cavalry_costs)
        return super().costs(state, block)

    @rule("BE-14.0a", "BE-14.0b")
    @rule("BW-14.0c", "BW-14.0d")
    def barred(self, state: SeriesState, block: int) -> HexSet:
        """Armour may not enter mountains; in bad weather only mountain units may."""
        found = super().barred(state, block)
        if self.units.is_armour[block]:
            return found | self.board.mountains
        return found if self.units.is_mountain[block] else found | self.board.mountains & ~self.rules.weather.where(state, GOOD)

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        mine = isinstance(action, Move) and 0 <= action.block < len(self.order) and self.units.side[action.block] == side
        if mine and isinstance(action, Move) and self.board.is_hex(action.to) and self.barred(state, action.block) >> action.to & 1:
            clause = "BE-14.0a" if self.units.is_armour[action.block] else "BE-14.0b"
            return Refusal(clause, "not_its_terrain", {"block": action.block, "hex": action.to})
        return super().why_not(state, action, side)


class SwampFire(Fire):
    """Tanks fire worse in swamps."""

    @rule("BE-14.0e")
    @rule("BW-14.0g")
    def terrain_malus(self, state: SeriesState, hex_: int, block: int) -> int:
        """As without this option, but with a malus for tanks in swamps that are not frozen."""
        in_mud = self.units.is_armour[block] and self.rules.weather.at(state, hex_) != SNOW and self.board.terrain["swamp"] >> hex_ & 1
        return super().terrain_malus(state, hex_, block) + int(in_mud)


class SwiftCavalry(TerrainMovement):
    """Cavalry crosses open ground quickly in any weather."""

    @rule("BE-E78")
    def cavalry_cost(self, kind: str, weather: int) -> int:
        """Clear hexes cost cavalry one point in any weather."""
        return 1 if kind == "clear" else super().cavalry_cost(kind, weather)
