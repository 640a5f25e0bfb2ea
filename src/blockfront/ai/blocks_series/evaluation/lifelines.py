"""Railways behind an advance: gaps that somebody has to close, and hexes that an enemy nearby would cut if nobody stood there."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import GONE, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of
from blockfront.hexes.reach import step

NOBODY: Final[dict[int, int]] = {}
WIDEST: Final = 4  # hexes of a gap in a railway that is closed
REACH: Final = 3  # hexes from a railway to those it supplies
NEAR: Final = 5  # hexes from which infantry may come to close a gap
MOST: Final = 6  # units beyond which a gap is no more urgent


class Lifelines:
    """Reads the state of a plan as it changes."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground) -> None:
        self.rules, self.state, self.ground, self.side = rules, state, ground, ground.side
        self._hangs: dict[int, int] = {}
        self._closers: dict[int, int | None] = {}  # by gap
        powers = Counter(rules.units.power[b] for b in rules.units.combat[self.side] if state.location[b] >= 0)
        self._power = max(powers, key=lambda power: (powers[power], -power), default=-1)

    def kept_by(self, block: int, places: Iterable[int]) -> dict[int, int]:
        """By place: how many units are in supply only because this one stands there; places where it makes no difference are left out."""
        state, board, side = self.state, self.rules.board, self.side
        watched = board.around(state.occupied[1 - side]) & board.rail_hexes & (state.control[side] | state.passed)
        posts = [hex_ for hex_ in places if watched >> hex_ & 1]
        if not posts:
            return NOBODY
        without = self._hungry(block, GONE)
        return {hex_: saved for hex_ in posts if (saved := without - self._hungry(block, hex_)) > 0}

    def cut_by(self) -> dict[int, float]:
        """By enemy hex: the units that would be in supply if he were gone and not if he alone stayed and nobody held the railways."""
        board, side, state = self.rules.board, self.side, self.state
        held = self.ground.foreseen(state, side).control[side] & board.rail_hexes
        found = {}
        for hex_ in sorted({state.location[b] for b in self.rules.units.ground[1 - side] if state.location[b] >= 0}):
            near = (1 << hex_ | board.neighbours(hex_)) & board.rail_hexes
            if near and (lost := self._supplied_by(held | near) - self._supplied_by(held & ~near)) > 0:
                found[hex_] = lost
        return found

    def _supplied_by(self, rails: HexSet) -> float:
        """Units of the greatest army near the railways that are linked with its main source; armour counts twice."""
        board, units, location = self.rules.board, self.rules.units, self.state.location
        here = [b for b in units.combat[self.side] if location[b] >= 0 and units.power[b] == self._power]
        main = self.rules.powers.main_sources(self.state, self._power) if here else 0
        reach = board.linked(main, rails | main, board.rail_sides, board.rail_jumps) if main else 0
        for _ in range(REACH):
            reach |= board.around(reach)
        return sum(1.0 if units.is_armour[b] else 0.5 for b in here if reach >> location[b] & 1)

    def gaps(self) -> dict[int, float]:
        """Rail hexes that part railways of one's own from the network, by the number of units that those would supply."""
        board, side, state = self.rules.board, self.side, self.ground.foreseen(self.state, self.side)
        lines = board.rail_hexes & self.rules.theatre & board.playable & board.grid.cells
        lines &= ~state.occupied[1 - side] & ~self.rules.zones.zone(state, 1 - side)
        network = self.ground.network(state) & board.grid.cells
        islands, found = lines & state.control[side] & ~network, dict[int, float]()
        while islands:
            island = board.linked(islands & -islands, islands, board.rail_sides, {})
            islands &= ~island
            for hex_ in self._between(island, network, lines):
                found[hex_] = max(found.get(hex_, 0.0), self._who_waits(island))
        return found

    def _between(self, island: HexSet, network: HexSet, lines: HexSet) -> list[int]:
        """The hexes of the shortest railway between the two, where it is short."""
        board, rings, seen = self.rules.board, [island], island
        while rings[-1] and not step(board.grid, rings[-1], board.rail_sides) & network and len(rings) <= WIDEST:
            rings.append(step(board.grid, rings[-1], board.rail_sides) & lines & ~seen)
            seen |= rings[-1]
        if not rings[-1] or not step(board.grid, rings[-1], board.rail_sides) & network:
            return []
        at, found = network, list[int]()
        for ring in rings[:0:-1]:
            at = step(board.grid, at, board.rail_sides) & ring
            at &= -at
            found.append(at.bit_length() - 1)
        return found

    def _who_waits(self, island: HexSet) -> float:
        """Units near an island of railway, a little more for the railway itself."""
        board, near, location = self.rules.board, island, self.state.location
        for _ in range(REACH):
            near |= board.around(near)
        waiting = sum(1 for b in self.rules.units.ground[self.side] if location[b] >= 0 and near >> location[b] & 1)
        return min(MOST, waiting) + min(1.0, island.bit_count() / 8)

    def hanging_on(self, hex_: int) -> int:
        """Units elsewhere that would find no supply if the enemy walked into a railway hex; told once."""
        if not self.rules.board.rail_hexes >> hex_ & 1:
            return 0
        if hex_ not in self._hangs:
            state, side, unsupplied = self.ground.foreseen(self.state, self.side), self.side, self.rules.supply.unsupplied
            others: list[int] = [b for b in self.rules.units.ground[side] if state.location[b] >= 0 and state.location[b] != hex_]
            before = len(unsupplied(state, others)[0])
            state.control[side] &= ~(1 << hex_)
            state.control[1 - side] |= 1 << hex_
            state.occupied[side] &= ~(1 << hex_)
            state.derived = {}
            self._hangs[hex_] = len(unsupplied(state, others)[0]) - before
        return self._hangs[hex_]

    def closer(self, hex_: int, units: Sequence[int], rank: Callable[[int], float]) -> int | None:
        """Of the infantry that can close a gap now the one with the highest rank; told once."""
        if hex_ not in self._closers:
            near, state, moves = self.rules.board.within(hex_, NEAR), self.state, self.rules.movement.moves
            foot = [b for b in units if not self.rules.units.is_armour[b] and near >> state.location[b] & 1 and state.entered[b] < 0]
            able = [b for b in foot if state.location[b] == hex_ or Move(b, hex_) in moves(state, b)]
            self._closers[hex_] = max(able, key=lambda b: (rank(b), -b), default=None)
        return self._closers[hex_]

    def _hungry(self, block: int, hex_: int) -> int:
        """Other units without supply while one is in a hex or away."""
        state, side, units = self.state.copy(), self.side, self.rules.units
        state.location[block] = hex_
        state.occupied[side] = mask_of(state.location[b] for b in self.rules.order.of_side[side] if state.location[b] >= 0)
        state.derived = {}
        others: list[int] = [b for b in units.ground[side] if b != block and state.location[b] >= 0]
        return len(self.rules.supply.unsupplied(self.ground.foreseen(state, side), others)[0])
