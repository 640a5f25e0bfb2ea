"""What leaders do besides landings: supply for one unit on a coast, for one that is cut off, for armour and bombers without a staff."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import SpecialAction
from blockfront.games.blocks_series.rules.ch13_headquarters import HELP_AIR, HELP_ARMOUR, HELP_MARKED, SUPPLY_COAST
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MARKED, SeriesState

NEAR: Final = 4  # hexes from an enemy within which a unit may have something to do
COMMAND: Final = 5  # hexes within which a headquarters of armour commands
LEAST: Final = 3  # strength for which an action pays


class Leaders:
    """Chooses special actions in a guessed state."""

    def __init__(self, rules: Rules, state: SeriesState, side: int) -> None:
        self.rules, self.state, self.side = rules, state, side

    def on_the_coast(self, legal: Sequence[Action]) -> Action | None:
        """Supply from the sea for the strongest unit that lacks it."""
        return self._best([a for a in self._of_kind(legal, SUPPLY_COAST) if self.state.flags[a.block] & MARKED], least=1)

    def help(self, legal: Sequence[Action]) -> Action | None:
        """Supply for the strongest that is cut off, then for armour near the enemy."""
        cut_off = self._best([a for a in self._of_kind(legal, HELP_MARKED) if self._is_near(a.block)])
        return cut_off or self._best([a for a in self._of_kind(legal, HELP_ARMOUR) if self._is_near(a.block) and self._is_alone(a.block)])

    def in_the_air(self, legal: Sequence[Action]) -> Action | None:
        """The strongest bomber that no staff commands, one for each leader, where troops stand before enemies within its range."""
        given = {order[0] for order in self.state.orders if order[1] == HELP_AIR}
        units, board, state = self.rules.units, self.rules.board, self.state
        front = board.around(state.occupied[self.side] & board.map.land_mask) & state.occupied[1 - self.side]
        bombers = [a for a in self._of_kind(legal, HELP_AIR) if a.hq not in given and not units.is_fighter[a.block]]
        able = [action for action in bombers if self._is_alone(action.block, ("air", "bomber"))]
        near = [a for a in able if board.within(state.location[a.block], self.rules.air.range_of(state, a.block)) & front]
        return max(near, key=lambda a: (units.value(a.block, state.steps[a.block]), -a.block, -a.hq), default=None)

    def commands_in_the_air(self, block: int) -> bool:
        """Whether an aircraft can count on a staff, or on a leader who has ordered it."""
        return not self._is_alone(block, ("air", "bomber")) or any(order[1:] == (HELP_AIR, block) for order in self.state.orders)

    def _of_kind(self, legal: Sequence[Action], kind: int) -> list[SpecialAction]:
        return [action for action in legal if isinstance(action, SpecialAction) and action.kind == kind]

    def _best(self, actions: Sequence[SpecialAction], least: int = LEAST) -> Action | None:
        value = {action: self.rules.units.value(action.block, self.state.steps[action.block]) for action in actions}
        fit = [action for action in actions if value[action] >= least and self.rules.units.is_combat[action.block]]
        return max(fit, key=lambda action: (value[action], -action.block, -action.hq), default=None)

    def _is_near(self, block: int) -> bool:
        return bool(self.rules.board.within(self.state.location[block], NEAR) & self.state.occupied[1 - self.side])

    def _is_alone(self, block: int, leads: Sequence[str] = ("armour",)) -> bool:
        """Whether no headquarters of its nation is near that leads its kind."""
        return not any(self._commands(hq, self.state.location[block]) for hq in self._staffs(block, leads))

    def is_missing(self, hq: int, hex_: int) -> bool:
        """Whether no other headquarters of armour of a nation commands in a hex."""
        return not any(self._commands(other, hex_) for other in self._staffs(hq, ("armour",)))

    def _staffs(self, block: int, leads: Sequence[str]) -> list[int]:
        """Headquarters on the map of a unit's nation that lead some kind."""
        units, state = self.rules.units, self.state
        mine = [hq for hq in units.headquarters[self.side] if state.location[hq] >= 0 and units.nation[hq] == units.nation[block]]
        return [hq for hq in mine if units.staff[hq].leads in leads]

    def _commands(self, hq: int, hex_: int) -> bool:
        near = self.rules.board.within(hex_, COMMAND) >> self.state.location[hq] & 1
        return bool(near) or not self.rules.units.staff[hq].is_near
