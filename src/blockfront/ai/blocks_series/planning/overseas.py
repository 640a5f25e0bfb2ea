"""What an army beyond the sea minds: harbours that feed it, attacks without supply, bombers to count on, parachutists to spare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimate
from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.ai.blocks_series.planning.barges import who_waits
from blockfront.ai.blocks_series.planning.leaders import Leaders
from blockfront.ai.blocks_series.planning.places import Places
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.aids.odds import battle_odds
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import COMBAT, IN_FLIGHT, MARKED, NO_HEX, SeriesState
from blockfront.hexes.hexset import mask_of, members

NEAR: Final = 3  # hexes from which an enemy may come to a harbour
ROUNDS: Final = 3
PLACE: Final = 4.0  # a place in a port for somebody who has none
MOST_PLACES: Final = 2


class Overseas:
    """Reads the state of a plan as it changes; who stays at home is settled at its beginning. Nothing where nobody lands."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground, able: Sequence[int]) -> None:
        self.rules, self.state, self.ground, self.side = rules, state, ground, ground.side
        self.matters = ground.attacks and rules.landings.is_played()
        self.keepers = self._keepers(able) if self.matters and not ground.is_last_turn(state) else frozenset[int]()
        self.waiting = self._waiting(able) if self.matters else who_waits(rules, state, self.side, able)
        self._bombers: list[int] | None = None
        self._places = Places(rules, state, self.side, ground)
        self._network = ground.network(state) if self.matters else 0

    def _keepers(self, able: Sequence[int]) -> frozenset[int]:
        """The weakest unit in each harbour that feeds an army overseas, as long as enemies are near."""
        state, board, units = self.state, self.rules.board, self.rules.units
        built = mask_of(hex_ for _, hex_, _ in state.mulberries if hex_ != NO_HEX)
        harbours = (board.port_hexes | built) & state.control[self.side] & state.occupied[self.side]
        found = set[int]()
        for hex_ in members(harbours & ~self.ground.network(state)) if harbours else ():
            here = [block for block in able if state.location[block] == hex_]
            if here and board.within(hex_, NEAR) & state.occupied[1 - self.side]:
                found.add(min(here, key=lambda block: (units.value(block, state.steps[block]), block)))
        return frozenset(found)

    def _waiting(self, able: Sequence[int]) -> frozenset[int]:
        """Parachutists with the sea before them stay at their airfields."""
        airborne = self.rules.airborne
        if not isinstance(airborne, AirborneAssaults):
            return frozenset()
        ready = (block for block in able if airborne.is_ready(self.state, block))
        return frozenset(block for block in ready if self.ground.way[self.state.location[block]] >= FAR)

    def is_tied(self, block: int) -> bool:
        """Whether a unit keeps a harbour, or has no supply and would be lost unless its attack succeeds at once."""
        desperate = self.matters and self.state.flags[block] & MARKED and not self.ground.is_last_turn(self.state)
        return block in self.keepers or bool(desperate)

    def feeds(self, hex_: int) -> float:
        """What a port in enemy hands is worth to an army overseas that has no places left."""
        if not self.matters or not self.rules.board.port_hexes >> hex_ & 1 or not self.state.control[1 - self.side] >> hex_ & 1:
            return 0.0
        left = self._places.left(hex_)
        size = sum(self.rules.tables.numbers.port_capacity[size] for port, size, _, _ in self.rules.board.ports if port == hex_)
        return PLACE * min(size, MOST_PLACES) if left <= 0 else 0.0

    def is_overseas(self, blocks: Sequence[int]) -> bool:
        """Whether some units stand where no railway leads home."""
        board = self.rules.board
        land = board.linked(mask_of(self.state.location[b] for b in blocks), board.map.land_mask, board.march_sides, {})
        return not land & self._network

    def wings(self, hex_: int) -> list[int]:
        """The best bomber under somebody's command that can join an attack."""
        if not self.matters:
            return []
        rules, state = self.rules, self.state
        if self._bombers is None:
            leaders = Leaders(rules, state, self.side)
            flying = [b for b in rules.units.aircraft[self.side] if state.location[b] >= 0 and not rules.units.is_fighter[b]]
            self._bombers = [block for block in flying if leaders.commands_in_the_air(block)]
        near = [b for b in self._bombers if rules.board.within(state.location[b], rules.air.range_of(state, b)) >> hex_ & 1]
        best = max(near, key=lambda block: (rules.units.value(block, state.steps[block]), -block), default=None)
        return [] if best is None else [best]

    def odds(self, hex_: int, moves: Sequence[Move]) -> Estimate:
        """An attack by exact odds, with the bomber that can join it."""
        rules, after = self.rules, self.state.copy()
        after.active, after.phase, after.battles = self.side, COMBAT, 1 << hex_
        for move in moves:
            relocate(rules.units, after, move.block, hex_)
            after.entered[move.block] = move.entry
        for block in self.wings(hex_):
            rules.air.fly(after, block, hex_)
            after.flags[block] |= IN_FLIGHT
        after.derived = {}
        last = battle_odds(rules, after, hex_, ROUNDS)[-1]
        return Estimate(last.clears, last.active_expected, last.passive_expected)
