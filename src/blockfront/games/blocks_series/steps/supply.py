"""Sections 7.2, 7.9 and 7.10: checking supply, marking, surrender."""

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Sustain
from blockfront.games.blocks_series.events import Starved, SupplyTraced, Sustained
from blockfront.games.blocks_series.rules.ch04_supply import LOSES_STEP, STARVES, SURRENDERS
from blockfront.games.blocks_series.rules.port_places import Claim
from blockfront.games.blocks_series.state import EXPLOITATION, FINAL_SUPPLY, MARKED, SeriesState
from blockfront.games.blocks_series.steps.base import ActiveStep, privately
from blockfront.games.blocks_series.steps.losses import give_up, take_step, unmark


class SupplyCheck(ActiveStep):
    """Frame: (number, stage). Checks all units, the marked ones, or the armour, as the phase asks."""

    CHECK, SHARE, END, BESIEGED, STORES = range(5)
    clause = "BE-4.2c"

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.CHECK:
            self.set_frame(state, self.SHARE)
            self.rules.definitions.claim(state, state.active, events)
            self._check(state)
            events.append(SupplyTraced(side=state.active, marked=len(self.rules.supply.marked(state, state.active))))
        elif frame[1] == self.SHARE:
            if state.claims:
                return True
            self.set_frame(state, self.BESIEGED)
        elif frame[1] == self.BESIEGED:
            self._claim(state, self.rules.supply.siege_claims(state, state.active) if state.phase == FINAL_SUPPLY else [])
            self.set_frame(state, self.STORES)
        elif frame[1] == self.STORES:
            if state.claims:
                return True
            self._claim(state, [])
            self.set_frame(state, self.END)
        else:
            if state.phase == FINAL_SUPPLY:
                self._surrender(state, events)
            state.sustained = 0
            self.done(state)
        return False

    def _claim(self, state: SeriesState, claims: list[Claim]) -> None:
        state.claims[:] = [claim.asking for claim in claims]
        state.berths[:] = [berth for claim in claims for berth in claim.berths]

    @rule("BE-7.2a", "BE-7.2b", "BE-7.9a", "BE-7.9b", "BE-7.10b", "BE-7.10c", "BE-4.3f")
    @rule("BW-7.2a", "BW-7.9a", "BW-7.10b", "BW-4.3e")
    def _check(self, state: SeriesState) -> None:
        """Mark units that are cut off and unmark those that no longer are; the final check marks none."""
        supply, units = self.rules.supply, self.rules.supply.units_to_check(state, state.active)
        if state.phase == EXPLOITATION:
            units = [block for block in units if self.rules.units.is_armour[block]]
        lacking, dependent = supply.unsupplied(state, units)
        too_many, claims = supply.shared_out(state, dependent)
        self._claim(state, claims)
        without = {*lacking, *too_many}
        undecided = {block for claim in claims for block in claim.asking[1:]} if state.phase == FINAL_SUPPLY else set()
        for block in units:
            if block not in without and block not in undecided:
                if state.flags[block] & MARKED:
                    unmark(state, block)
            elif state.phase != FINAL_SUPPLY:
                state.flags[block] |= MARKED

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed([Sustain(block) for block in self.rules.supply.eligible(state)])

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        if frame[1] != self.STORES:
            return super().prompt(state, frame, side)
        return Prompt("choose_besieged", "BE-12.1b", {"hex": state.location[state.claims[0][1]]})

    @rule("BE-4.2c", "BE-R16", "BE-12.1b")
    @rule("BW-R8")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """The owner names the units that a port supplies or a besieged place keeps alive; the others get nothing."""
        assert isinstance(action, Sustain)
        left, *units = state.claims[0]
        units.remove(action.block)
        if frame[1] == self.STORES:
            state.sustained |= 1 << action.block
        else:
            unmark(state, action.block)
        events.append(Sustained(hex=state.location[action.block]))
        if left > 1:
            state.claims[0] = (left - 1, *units)
            return
        state.claims.pop(0)
        for block in units:
            state.flags[block] |= MARKED  # units that starve in a siege are marked already

    @rule("BE-4.4f", "BE-4.5a", "BE-4.5c", "BE-4.5d", "BE-7.9c", "BE-12.1c", "BE-12.1d", "BE-12.1e")
    @rule("BW-4.4e", "BW-4.5a", "BW-4.5b", "BW-4.5c", "BW-7.9b")
    def _surrender(self, state: SeriesState, events: list[Event]) -> None:
        """Units still cut off surrender; those with a zero step are reduced to it, static infantry holds out."""
        supply = self.rules.supply
        for block, fate in supply.fates(state, state.active).items():
            is_last = state.steps[block] <= supply.last_siege_step() and not self.rules.units.has_zero[block]
            if fate == SURRENDERS or (fate == LOSES_STEP and is_last):
                give_up(self.rules, state, block, events)
            elif fate == LOSES_STEP:
                if state.steps[block] > 1:
                    take_step(self.rules, state, block, "siege", events)
            elif fate == STARVES and state.steps[block] > 1:
                effects.set_steps(state, block, 1)
                events.append(Starved(block=block, hex=state.location[block], seen_by=privately(state.active)))
