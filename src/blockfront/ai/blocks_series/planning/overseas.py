"""Concerns of an army overseas: guarding its harbours, supply, bombers that can join attacks, and waiting parachutists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimate
from blockfront.ai.blocks_series.evaluation.exact import fought_out
from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.ai.blocks_series.planning.barges import who_waits
from blockfront.ai.blocks_series.planning.drops import Drops
from blockfront.ai.blocks_series.planning.leaders import Leaders
from blockfront.ai.blocks_series.planning.places import Places
from blockfront.ai.blocks_series.planning.ports import capacity
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MARKED, NO_HEX, SeriesState
from blockfront.hexes.hexset import mask_of, members

NEAR: Final = 3  # hexes within which enemies threaten a harbour
PLACE: Final = 4.0  # worth of a unit's place in a port for an army that has none left
MOST_PLACES: Final = 2


class Overseas:
    """Reads the state of a plan while it changes; which units stay is settled at the beginning. Does nothing in games without landings."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground, able: Sequence[int]) -> None:
        self.rules, self.state, self.ground, self.side = rules, state, ground, ground.side
        self.matters = ground.attacks and rules.landings.is_played()
        self.keepers = self._keepers(able) if self.matters and not ground.is_last_turn(state) else frozenset[int]()
        self.waiting = self._waiting(able) if ground.attacks else who_waits(rules, state, self.side, able)
        self._flying: list[int] | None = None
        self._places = Places(rules, state, self.side, ground)
        self._network = ground.network(state) if self.matters else 0

    def _keepers(self, able: Sequence[int]) -> frozenset[int]:
        """Returns the weakest unit in each harbour that supplies an army overseas, if enemies are near."""
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
        """Returns the parachutists that wait at their airfields because the goals lie overseas, or because they jump in this turn."""
        airborne = self.rules.airborne
        if not isinstance(airborne, AirborneAssaults):
            return frozenset()
        ready = (block for block in able if airborne.is_ready(self.state, block))
        far = frozenset(block for block in ready if self.matters and self.ground.way[self.state.location[block]] >= FAR)
        return far | Drops(self.rules, self.state, self.side, self.ground).who_jumps()

    def is_tied(self, block: int) -> bool:
        """Says whether a unit must not attack: it guards a harbour, or it is out of supply and would be lost if the attack failed."""
        desperate = self.matters and self.state.flags[block] & MARKED and not self.ground.is_last_turn(self.state)
        return block in self.keepers or bool(desperate)

    def storms(self, hex_: int) -> bool:
        """Says whether a hex is a large port without which the army starves: everybody joins its storm, fed or not."""
        return capacity(self.rules, hex_) > 1 and self.feeds(hex_) > 0

    def feeds(self, hex_: int) -> float:
        """Returns the worth of an enemy port to an army overseas that has no port capacity left."""
        if not self.matters or not self.rules.board.port_hexes >> hex_ & 1 or not self.state.control[1 - self.side] >> hex_ & 1:
            return 0.0
        left = self._places.left(hex_)
        return PLACE * min(capacity(self.rules, hex_), MOST_PLACES) if left <= 0 else 0.0

    def is_overseas(self, blocks: Sequence[int]) -> bool:
        """Says whether units stand on land that is not connected with the railway network at home."""
        board = self.rules.board
        land = board.linked(mask_of(self.state.location[b] for b in blocks), board.map.land_mask, board.march_sides, {})
        return not land & self._network

    def wings(self, hex_: int) -> list[int]:
        """Returns the best commanded bomber that can join an attack on a hex, and where a port is to be won a second aircraft."""
        if not self.matters:
            return []
        rules, state = self.rules, self.state
        if self._flying is None:
            leaders = Leaders(rules, state, self.side)
            flying = [block for block in rules.units.aircraft[self.side] if state.location[block] >= 0]
            self._flying = [block for block in flying if leaders.commands_in_the_air(block)]
        near = [b for b in self._flying if rules.board.within(state.location[b], rules.air.range_of(state, b)) >> hex_ & 1]
        near.sort(key=lambda block: (rules.units.is_fighter[block], -rules.units.value(block, state.steps[block]), block))
        if not self.feeds(hex_):
            return [block for block in near if not rules.units.is_fighter[block]][:1]
        return [*near[:1], *sorted(near[1:], key=lambda block: (-rules.units.value(block, state.steps[block]), block))[:1]]

    def odds(self, hex_: int, moves: Sequence[Move]) -> Estimate:
        """Returns the exact odds of an attack, with the bomber that can join it."""
        entries = {move.block: move.entry for move in moves}
        return fought_out(self.rules, self.state, self.side, hex_, entries, self.wings(hex_))
