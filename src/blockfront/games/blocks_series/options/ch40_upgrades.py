"""Chapter 40: units that their owner may replace by others."""

from blockfront.blocks import effects
from blockfront.blocks.block_state import NOT_IN_PLAY
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.advanced.ch11_production import RED
from blockfront.games.blocks_series.events import Withdrawn
from blockfront.games.blocks_series.power_actions import Upgrade
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import GONE, MARKED, SeriesState


class Upgrades(Production):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._upgrades = {upgrade.block: upgrade for upgrade in rules.scenario.upgrades}

    @rule("BW-40.0b", "BW-40.0c", "BW-40.0e")
    def may_upgrade(self, state: SeriesState, block: int) -> bool:
        """Whether a unit may be replaced: from its month on, if it is in play, at full strength and in supply."""
        upgrade = self._upgrades.get(block)
        if upgrade is None or state.month < upgrade.month or state.location[block] < 0 or state.flags[block] & MARKED:
            return False
        if state.steps[block] < self.units.full[block] or state.location[upgrade.becomes] != NOT_IN_PLAY:
            return False
        return self.can_pay(state, self.units.power[block], upgrade.red, (RED,))

    def projects(self, state: SeriesState, side: int) -> list[Action]:
        able = [block for block in self._upgrades if self.units.side[block] == side and self.may_upgrade(state, block)]
        return [*super().projects(state, side), *(Upgrade(block) for block in able)]

    @rule("BW-40.0d")
    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        """Remove the old unit for good and put the new one in its place at full strength."""
        if not isinstance(action, Upgrade):
            super().undertake(state, action, events)
            return
        upgrade, hex_ = self._upgrades[action.block], state.location[action.block]
        self.pay(state, self.units.power[action.block], upgrade.red, (RED,))
        self.rules.losses.remove(state, action.block)
        effects.put_aside(state, action.block, GONE)
        effects.set_steps(state, upgrade.becomes, self.units.full[upgrade.becomes])
        relocate(self.units, state, upgrade.becomes, hex_)
        events.append(Withdrawn(side=state.active, blocks=(), exchanged=((action.block, upgrade.becomes),)))

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return Refusal("BW-40.0c", "cannot_upgrade") if isinstance(action, Upgrade) else super().why_not(state, action, side)
