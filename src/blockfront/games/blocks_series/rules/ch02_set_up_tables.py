"""Set-up by a table: a number of units of each kind and the strength they share, which their owner distributes along a line."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.loading.data_model import Strength
from blockfront.games.blocks_series.rules.ch02_set_up import Placements, SetUp
from blockfront.games.blocks_series.state import GONE
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules

REINFORCEMENT = "reinforcement"
UNMOVABLE = "fixed"  # tag of high commands that stand in one place


class TableSetUp(SetUp):
    border_clause = "BE-R62"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._kinds = {row: self._units_of(row) for row in rules.scenario.table}

    @cached_property
    def first_control(self) -> list[HexSet]:
        """The control of hexes at the start."""
        return self.rules.definitions.initial_control()

    @rule("BE-3.3b")
    def wrecked(self) -> HexSet:
        """Hexes whose factories are destroyed: all those of places that the enemy holds, since capture destroys them."""
        control, found = self.first_control, 0
        for power, home in zip(self.rules.tables.powers, self.rules.powers.homelands, strict=True):
            found |= home & control[1 - power.side]
        return found

    @rule("BE-SLb")
    def forces(self, side: int) -> tuple[int, ...]:
        """Every unit that could take part: those at the start of the war and reinforcements up to the first month."""
        kinds = [self.units_of(row) for row in self.rows(side)]
        return tuple(sorted(block for units in kinds for block in units))

    def rows(self, side: int) -> list[Strength]:
        return [row for row in self.rules.scenario.table if self.rules.tables.powers[row.power].side == side]

    def units_of(self, row: Strength) -> list[int]:
        """The units that a row of the table may choose from."""
        return self._kinds[row]

    def _units_of(self, row: Strength) -> list[int]:
        units = self.units
        return [
            block
            for block in range(len(self.order))
            if units.power[block] == row.power
            and units.type[block] == row.type
            and ("guards" in units.tags[block]) == row.guards
            and self.is_there(block)
        ]

    def is_there(self, block: int) -> bool:
        """Whether a unit has arrived by the first month and has not been withdrawn or replaced."""
        removed = self.rules.tables.facts[block].removed
        return self._has_come(block) and not (0 < removed <= self.rules.scenario.first_month) and not self._is_replaced(block)

    def _has_come(self, block: int) -> bool:
        facts = self.rules.tables.facts[block]
        if facts.group == REINFORCEMENT:
            return facts.arrives <= self.rules.scenario.first_month
        return facts.group in self.rules.tables.groups

    def _is_replaced(self, block: int) -> bool:
        return any(f"replaces_{tag}" in self._replacing for tag in self.units.tags[block])

    @cached_property
    def _replacing(self) -> frozenset[str]:
        """The tags of all units that have arrived."""
        return frozenset(tag for block in range(len(self.order)) if self._has_come(block) for tag in self.units.tags[block])

    @rule("BE-SLb", "BE-SBE6a", "BE-SBE7a", "BE-SBE8a")
    def zone(self, block: int) -> HexSet:
        """The side's part of the map where the unit's power may operate; for a high command with a fixed place, that place."""
        facts, board = self.rules.tables.facts[block], self.board
        if UNMOVABLE in self.units.tags[block]:
            return 1 << board.hex(facts.place)
        mine = self.first_control[self.units.side[block]]
        zone = mine & self.rules.powers.operations(self.units.power[block]) & (self._at_war() | board.boxes)
        return zone & board.cities if self.units.is_air[block] else zone

    @rule("BE-SBE6a", "BE-SBE7a", "BE-SBE8a", "BE-R62")
    def watched(self, side: int) -> HexSet:
        """Every hex on the side's own side of the line."""
        control = self.first_control
        land = self.rules.theatre & self.board.map.playable_mask
        beyond = control[1 - side] & land & self._at_war()
        return step(self.board.grid, beyond, self.board.march_sides) & control[side] & land & self._at_war()

    def _at_war(self) -> HexSet:
        """Land of powers at war: no unit starts in a neutral country, and lines along its border need not be watched."""
        found = 0
        for home in self.rules.powers.homelands:
            found |= home
        return found

    @rule("BE-SLb")
    def wrong_numbers(self, side: int, placements: Placements) -> list[Refusal]:
        """Rows with a wrong number of units, or whose strengths add up to more than the stated sum."""
        found = []
        steps = {block: number for block, number, _ in placements}
        for row in self.rows(side):
            chosen = [block for block in self.units_of(row) if block in steps]
            values = {"power": row.power, "kind": row.type, "blocks": row.blocks, "steps": row.steps}
            if len(chosen) != row.blocks:
                found.append(Refusal("BE-SLb", "wrong_number", {**values, "placed": len(chosen)}))
            elif any(not 1 <= steps[block] <= self.units.full[block] for block in chosen):
                found.append(Refusal("BE-SLb", "no_such_strength", values))
            elif sum(self.units.value(block, steps[block]) for block in chosen) > row.steps:
                found.append(Refusal("BE-SLb", "too_strong", values))
        return found

    @rule("BE-SLb", "BE-SLf")
    def left_out(self, side: int, placements: Placements) -> dict[int, int]:
        """Units that were not chosen count as destroyed and may be rebuilt; those withdrawn earlier are gone for good."""
        placed = {block for block, _, _ in placements}
        found = {block: ELIMINATED for block in self.forces(side) if block not in placed}
        gone = (block for block in self.order.of_side[side] if self._has_come(block) and not self.is_there(block))
        return found | dict.fromkeys(gone, GONE)
