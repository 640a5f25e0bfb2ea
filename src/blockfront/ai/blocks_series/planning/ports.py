"""Ports worth winning: the force that could storm one next month, its chance, and the units that the port would then feed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import mean
from typing import Final

from blockfront.ai.blocks_series.evaluation.exact import fought_out
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MARKED, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

A_MARCH: Final = 2  # hexes from which a unit ashore reaches the port
FAIR: Final = 0.5  # chance from which an army counts on a port
WORLDS: Final = 2  # guesses of the enemy over which the chance is averaged
CORPS: Final = 2  # combat units that storm together
WINGS: Final = 2  # aircraft that join them


def capacity(rules: Rules, hex_: int) -> int:
    """Returns how many units a port feeds."""
    return sum(rules.tables.numbers.port_capacity[size] for port, size, _, _ in rules.board.ports if port == hex_)


class PortsAhead:
    """Looks, from guesses of the state, for enemy ports that an army could storm from the beaches beside them in its next turn."""

    def __init__(self, rules: Rules, worlds: Sequence[SeriesState], side: int, ground: Ground) -> None:
        self.rules, self.state, self.side, self.ground = rules, worlds[0], side, ground
        self._worlds = worlds[:WORLDS]
        self._chances: dict[int, float] = {}
        self.target: int | None = None

    def beside(self, hex_: int) -> HexSet:
        """Returns the enemy's ports beside a hex."""
        board = self.rules.board
        return board.port_hexes & board.neighbours(hex_) & self.state.control[1 - self.side] if self._counts() else 0

    def _counts(self) -> bool:
        """Says whether ports are planned for: not on the last day, nor by an army that brings a harbour of its own."""
        brings = any(hex_ == NO_HEX for _, hex_, _ in self.state.mulberries)
        return isinstance(self.rules.landings, AmphibiousLandings) and not brings and not self.ground.is_last_turn(self.state)

    def choose(self, beaches: Iterable[int]) -> None:
        """Settles on the port beside some beaches that promises most places, if a large one is likely to fall."""
        ports = {port for hex_ in beaches for port in members(self.beside(hex_)) if capacity(self.rules, port) > 1}
        likely = [port for port in sorted(ports) if self.chance(port) >= FAIR]
        self.target = max(likely, key=lambda port: (capacity(self.rules, port) * self.chance(port), -port), default=None)

    def is_for(self, hex_: int) -> bool:
        """Says whether a hex lies beside the chosen port."""
        return self.target is not None and bool(self.beside(hex_) >> self.target & 1)

    def places(self, hex_: int) -> int:
        """Returns how many more units may be ashore in a hex because the chosen port beside it will feed them."""
        return capacity(self.rules, self.target) if self.target is not None and self.is_for(hex_) else 0

    def chance(self, port: int) -> float:
        """Returns the chance that the best force which can stand beside a port by then takes it."""
        if port not in self._chances:
            self._chances[port] = self._odds(port)
        return self._chances[port]

    def _odds(self, port: int) -> float:
        corps, guns = self.force(port)
        if not corps:
            return 0.0
        if not self.state.occupied[1 - self.side] >> port & 1:
            return 1.0
        board = self.rules.board
        entry = min(members(board.neighbours(port) & board.map.land_mask), key=lambda hex_: (board.crosses_river(hex_, port), hex_))
        entries = dict.fromkeys((*corps, *guns), entry)
        wings = self.wings(port)
        return mean(fought_out(self.rules, world, self.side, port, entries, wings).clears for world in self._worlds)

    def force(self, port: int) -> tuple[Sequence[int], Sequence[int]]:
        """Returns the strongest combat units that can stand beside a port by next month, and the strongest guns."""
        units, state = self.rules.units, self.state
        able = [b for b in units.ground[self.side] if state.location[b] >= 0 and self._can_come(b, port)]
        able.sort(key=lambda block: (-units.value(block, state.steps[block]), block))
        corps = [block for block in able if units.is_combat[block]][:CORPS]
        return corps, [b for b in able if units.is_artillery[b] and units.value(b, state.steps[b])][:1]

    def _can_come(self, block: int, port: int) -> bool:
        """Says whether a unit is ashore near a port, or lands or waits to land beside it."""
        board, state, landings = self.rules.board, self.state, self.rules.landings
        hex_ = state.location[block]
        if board.within(port, A_MARCH) >> hex_ & 1 and not self.rules.units.is_static[block]:
            return True
        if not isinstance(landings, AmphibiousLandings) or not (landings.is_ready(state, block) or state.holding >> block & 1):
            return False
        return bool(landings.within_reach(state, block) & board.neighbours(port))

    def wings(self, port: int) -> Sequence[int]:
        """Returns the strongest aircraft in range of a port that some staff of their nation may command."""
        units, state, board = self.rules.units, self.state, self.rules.board
        staffs = {units.nation[hq] for hq in units.headquarters[self.side] if state.location[hq] >= 0 and units.staff[hq].leads == "air"}
        able = [block for block in units.aircraft[self.side] if state.location[block] >= 0 and units.nation[block] in staffs]
        flying = [block for block in able if not state.flags[block] & MARKED]
        near = [b for b in flying if board.within(state.location[b], self.rules.air.range_of(state, b)) >> port & 1]
        return sorted(near, key=lambda block: (-units.value(block, state.steps[block]), block))[:WINGS]


def shores(rules: Rules, state: SeriesState, side: int) -> HexSet:
    """Returns the hexes in which units of a side stand beside an occupied enemy port that feeds more than one."""
    board = rules.board
    large = mask_of(hex_ for hex_, size, _, _ in board.ports if size == "major")
    return board.around(large & state.control[1 - side] & state.occupied[1 - side]) & state.occupied[side]
