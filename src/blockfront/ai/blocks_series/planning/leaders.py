"""Special actions of headquarters besides landings: supply for coastal and cut-off units, command for armour and bombers that lack it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.planning.ports import shores
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import SpecialAction
from blockfront.games.blocks_series.rules.ch13_headquarters import HELP_AIR, HELP_ARMOUR, HELP_MARKED, SUPPLY_COAST
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MARKED, SeriesState

NEAR: Final = 4  # hexes from an enemy within which a unit is worth helping
COMMAND: Final = 5  # hexes within which a headquarters commands
LEAST: Final = 3  # least strength of a unit for which an action pays


class Leaders:
    """Chooses special actions in a guessed state."""

    def __init__(self, rules: Rules, state: SeriesState, side: int) -> None:
        self.rules, self.state, self.side = rules, state, side

    def on_the_coast(self, legal: Sequence[Action]) -> Action | None:
        """Returns the action that supplies an unsupplied coastal unit from the sea: one beside a port to be stormed, else the strongest."""
        hungry = [action for action in self._of_kind(legal, SUPPLY_COAST) if self.state.flags[action.block] & MARKED]
        return self._for_the_storm(hungry) or self._best(hungry, least=1)

    def _for_the_storm(self, hungry: Sequence[SpecialAction]) -> Action | None:
        """Returns the action for the strongest unit beside a large port: guns first, which no second corps makes up for."""
        units, state = self.rules.units, self.state
        beside = shores(self.rules, state, self.side)
        able = [a for a in hungry if beside >> state.location[a.block] & 1 and units.value(a.block, state.steps[a.block])]
        fit = [a for a in able if units.is_artillery[a.block] or (units.is_combat[a.block] and not units.is_hq[a.block])]
        value = {action.block: units.value(action.block, state.steps[action.block]) for action in fit}
        return max(fit, key=lambda a: (units.is_artillery[a.block], value[a.block], -a.block, -a.hq), default=None)

    def help(self, legal: Sequence[Action]) -> Action | None:
        """Returns the action that supplies the strongest cut-off unit near the enemy, else one that helps lone armour there."""
        marked = self._of_kind(legal, HELP_MARKED)
        cut_off = self._for_the_storm(marked) or self._best([a for a in marked if self._is_near(a.block)])
        return cut_off or self._best([a for a in self._of_kind(legal, HELP_ARMOUR) if self._is_near(a.block) and self._is_alone(a.block)])

    def in_the_air(self, legal: Sequence[Action]) -> Action | None:
        """Returns the order for the strongest bomber without a staff that can reach the front; one for each leader."""
        given = {order[0] for order in self.state.orders if order[1] == HELP_AIR}
        units, board, state = self.rules.units, self.rules.board, self.state
        front = board.around(state.occupied[self.side] & board.map.land_mask) & state.occupied[1 - self.side]
        bombers = [a for a in self._of_kind(legal, HELP_AIR) if a.hq not in given and not units.is_fighter[a.block]]
        able = [action for action in bombers if self._is_alone(action.block, ("air", "bomber"))]
        near = [a for a in able if board.within(state.location[a.block], self.rules.air.range_of(state, a.block)) & front]
        return max(near, key=lambda a: (units.value(a.block, state.steps[a.block]), -a.block, -a.hq), default=None)

    def commands_in_the_air(self, block: int) -> bool:
        """Says whether an aircraft is commanded by a staff or by a leader's order."""
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
        """Says whether no headquarters of the unit's nation that leads its kind is near."""
        return not any(self._commands(hq, self.state.location[block]) for hq in self._staffs(block, leads))

    def is_missing(self, hq: int, hex_: int) -> bool:
        """Says whether no armour headquarters of the same nation commands in a hex."""
        return not any(self._commands(other, hex_) for other in self._staffs(hq, ("armour",)))

    def _staffs(self, block: int, leads: Sequence[str]) -> list[int]:
        """Lists the headquarters on the map of a unit's nation that lead one of some kinds."""
        units, state = self.rules.units, self.state
        mine = [hq for hq in units.headquarters[self.side] if state.location[hq] >= 0 and units.nation[hq] == units.nation[block]]
        return [hq for hq in mine if units.staff[hq].leads in leads]

    def _commands(self, hq: int, hex_: int) -> bool:
        near = self.rules.board.within(hex_, COMMAND) >> self.state.location[hq] & 1
        return bool(near) or not self.rules.units.staff[hq].is_near
