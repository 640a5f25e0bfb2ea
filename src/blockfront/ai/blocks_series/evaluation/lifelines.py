"""The railways behind an advance: gaps to be closed, and hexes that an enemy nearby could cut if nobody guards them."""

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
WIDEST: Final = 4  # longest gap in a railway, in hexes, that is worth closing
REACH: Final = 3  # hexes from a railway to the units it supplies
NEAR: Final = 5  # hexes within which infantry may come to close a gap
MOST: Final = 6  # number of waiting units beyond which a gap is no more urgent


class Lifelines:
    """Finds gaps and weak hexes in the railways; reads the state of a plan while it changes."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground) -> None:
        self.rules, self.state, self.ground, self.side = rules, state, ground, ground.side
        self._hangs: dict[int, int] = {}
        self._closers: dict[int, int | None] = {}  # by gap: the unit that closes it
        powers = Counter(rules.units.power[b] for b in rules.units.combat[self.side] if state.location[b] >= 0)
        self._power = max(powers, key=lambda power: (powers[power], -power), default=-1)

    def kept_by(self, block: int, places: Iterable[int]) -> dict[int, int]:
        """Returns, for each place that matters, how many units are in supply only because this one stands there."""
        state, board, side = self.state, self.rules.board, self.side
        watched = board.around(state.occupied[1 - side]) & board.rail_hexes & (state.control[side] | state.passed)
        posts = [hex_ for hex_ in places if watched >> hex_ & 1]
        if not posts:
            return NOBODY
        without = self._hungry(block, GONE)
        return {hex_: saved for hex_ in posts if (saved := without - self._hungry(block, hex_)) > 0}

    def cut_by(self) -> dict[int, float]:
        """Returns, for each enemy-held hex, how much supply he takes from one's army by standing on or beside its railways."""
        board, side, state = self.rules.board, self.side, self.state
        held = self.ground.foreseen(state, side).control[side] & board.rail_hexes
        found = {}
        for hex_ in sorted({state.location[b] for b in self.rules.units.ground[1 - side] if state.location[b] >= 0}):
            near = (1 << hex_ | board.neighbours(hex_)) & board.rail_hexes
            if near and (lost := self._supplied_by(held | near) - self._supplied_by(held & ~near)) > 0:
                found[hex_] = lost
        return found

    def _supplied_by(self, rails: HexSet) -> float:
        """Weighs the units of the largest army within reach of railways linked to its main source; armour counts double."""
        board, units, location = self.rules.board, self.rules.units, self.state.location
        here = [b for b in units.combat[self.side] if location[b] >= 0 and units.power[b] == self._power]
        main = self.rules.powers.main_sources(self.state, self._power) if here else 0
        reach = board.linked(main, rails | main, board.rail_sides, board.rail_jumps) if main else 0
        for _ in range(REACH):
            reach |= board.around(reach)
        return sum(1.0 if units.is_armour[b] else 0.5 for b in here if reach >> location[b] & 1)

    def gaps(self) -> dict[int, float]:
        """Returns rail hexes that separate one's own railways from the network, with the number of units waiting beyond."""
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
        """Lists the hexes of the shortest railway between an island of railway and the network, if it is short enough."""
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
        """Counts the units near an island of railway, with a little extra for the length of the railway."""
        board, near, location = self.rules.board, island, self.state.location
        for _ in range(REACH):
            near |= board.around(near)
        waiting = sum(1 for b in self.rules.units.ground[self.side] if location[b] >= 0 and near >> location[b] & 1)
        return min(MOST, waiting) + min(1.0, island.bit_count() / 8)

    def hanging_on(self, hex_: int) -> int:
        """Counts the units elsewhere that would lose supply if the enemy entered a railway hex; computed once per hex."""
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
        """Returns the infantry unit of highest rank that can close a gap now; computed once per gap."""
        if hex_ not in self._closers:
            near, state, moves = self.rules.board.within(hex_, NEAR), self.state, self.rules.movement.moves
            foot = [b for b in units if not self.rules.units.is_armour[b] and near >> state.location[b] & 1 and state.entered[b] < 0]
            able = [b for b in foot if state.location[b] == hex_ or Move(b, hex_) in moves(state, b)]
            self._closers[hex_] = max(able, key=lambda b: (rank(b), -b), default=None)
        return self._closers[hex_]

    def _hungry(self, block: int, hex_: int) -> int:
        """Counts the other units without supply if this unit stands in a hex (or nowhere)."""
        state, side, units = self.state.copy(), self.side, self.rules.units
        state.location[block] = hex_
        state.occupied[side] = mask_of(state.location[b] for b in self.rules.order.of_side[side] if state.location[b] >= 0)
        state.derived = {}
        others: list[int] = [b for b in units.ground[side] if b != block and state.location[b] >= 0]
        return len(self.rules.supply.unsupplied(self.ground.foreseen(state, side), others)[0])
