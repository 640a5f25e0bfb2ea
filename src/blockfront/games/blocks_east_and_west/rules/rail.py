"""BW-7.4f: strategic rail moves of the joined campaign. A move counts against the limit of the area where it ends."""

from typing import Final

from blockfront.core.choices import Actions
from blockfront.core.clauses import rule
from blockfront.games.blocks_east_and_west.rules.arrivals import JoinedReinforcements
from blockfront.games.blocks_series.actions import RailMove
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MOVED, SeriesState
from blockfront.hexes.grid import HexSet

GERMANY: Final = "germany"
SOVIET: Final = "ussr"
IN_THE_USSR, IN_SCANDINAVIA, ELSEWHERE = 4, 1, 2  # German rail moves in each area
POOLED: Final = ("uk", "canada", "usa", "free_france")  # powers that share one limit
EVERYWHERE: Final = -1


class JoinedRail(StrategicRail):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        board, powers = self.board, rules.tables.powers
        north = board.area("scandinavia", "finland", "finnish_operations_area") & ~board.area("baltic_states") | board.box("narvik")
        soviet = board.area("ussr") & ~north
        self._german = ((soviet, IN_THE_USSR), (north, IN_SCANDINAVIA), (~(soviet | north), ELSEWHERE))
        self._shares: list[tuple[int, int, int]] = []  # (powers as bits, side, number of moves)
        for number, power in enumerate(powers):
            if power.id == POOLED[0]:
                together = sum(1 << n for n, other in enumerate(powers) if other.id in POOLED)
                self._shares.append((together, power.side, power.rail_limit))
            elif power.id not in (*POOLED, GERMANY) and power.rail_limit >= 0:
                self._shares.append((1 << number, power.side, power.rail_limit))
        self._germany = rules.tables.power(GERMANY)
        self._soviet = rules.tables.power(SOVIET)
        self._whose = tuple(self._limited_powers(side) for side in range(len(rules.sides)))

    @rule("BW-7.4f", "BW-R29")
    def limits(self, state: SeriesState, side: int) -> tuple[tuple[HexSet, int], ...]:
        """Germany has four moves in the Soviet Union, one in Scandinavia and two elsewhere; each other power has its own limit."""
        found = list(self._german) if self.rules.tables.powers[self._germany].side == side else []
        for powers, owner, most in self._shares:
            if owner == side:
                moves = self.rules.headquarters.rail_moves(state, side, most) if powers >> self._soviet & 1 else most
                found.append((EVERYWHERE, moves))
        return tuple(found)

    def limited(self, state: SeriesState, side: int) -> tuple[int, ...]:
        return self._whose[side]

    def _limited_powers(self, side: int) -> tuple[int, ...]:
        found = [1 << self._germany] * len(self._german) if self.rules.tables.powers[self._germany].side == side else []
        return *found, *(powers for powers, owner, _ in self._shares if owner == side)

    def open_hexes(self, state: SeriesState, power: int) -> HexSet:
        """Trains may pass through all areas, since a move counts where it ends."""
        return EVERYWHERE

    @rule("BW-7.4f", "BW-R143")
    def targets(self, state: SeriesState, block: int) -> HexSet:
        """Where a rail move may end: where a limit leaves a move, or, beyond all limits, where the West calls the formation."""
        paid = self._within_limits(state, self.units.power[block]) if super().may_go(state, block) else 0
        ends = paid | self._calls(state, block)
        return super().targets(state, block) & ends if ends else 0

    def waiting(self, state: SeriesState, side: int) -> list[int]:
        """Units that may still move by rail: those with a move left within a limit, or called by the West."""
        found, power = super().waiting(state, side), self.units.power
        able = {number for number in {power[block] for block in found} if self._within_limits(state, number)}
        called = self._called(state)
        return [block for block in found if power[block] in able or block in called]

    def offered(self, state: SeriesState, block: int) -> Actions:
        return self.moves(state, block) if self.can_go(state, block) else ()

    def _within_limits(self, state: SeriesState, power: int) -> HexSet:
        """The hexes where rail moves of a power may still end."""
        side = self.rules.tables.powers[power].side
        key = ("ends of rail moves", side, state.active, state.month, *state.rail_moves)
        found: dict[int, HexSet] | None = state.derived.get(key)
        if found is None:
            limits, powers = self.allowed(state, side), enumerate(self.rules.tables.powers)
            found = {number: self._open_under(state, number, limits) for number, other in powers if other.side == side}
            state.derived[key] = found
        return found[power]

    def _calls(self, state: SeriesState, block: int) -> HexSet:
        return self._called(state).get(block, 0)

    def _called(self, state: SeriesState) -> dict[int, HexSet]:
        calendar = self.rules.reinforcements
        return calendar.called(state) if isinstance(calendar, JoinedReinforcements) else {}

    @rule("BW-R143")
    def may_go(self, state: SeriesState, block: int) -> bool:
        return super().may_go(state, block) or (bool(self._calls(state, block)) and self.can_go(state, block))

    @rule("BW-R143")
    def carry_out(self, state: SeriesState, move: RailMove) -> None:
        """The rail move of a called formation is free and counts against no limit."""
        if not self._calls(state, move.block) >> move.to & 1:
            super().carry_out(state, move)
            return
        relocate(self.units, state, move.block, move.to)
        state.flags[move.block] |= MOVED

    def _can_avoid(self, state: SeriesState, move: RailMove, hexes: HexSet) -> bool:
        return not hexes >> move.to & 1

    def _is_beyond_limit(self, state: SeriesState, action: RailMove) -> bool:
        is_open = self._within_limits(state, self.units.power[action.block]) >> max(0, action.to) & 1
        return self.board.is_hex(action.to) and not is_open and bool(super().targets(state, action.block) >> action.to & 1)
