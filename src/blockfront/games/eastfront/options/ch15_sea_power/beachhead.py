"""Section 15.51: buying and losing the Beachhead, and what replacements cost that come over it."""

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import audience
from blockfront.games.eastfront.actions import BuyBeachhead, BuyStep, WithdrawBeachhead
from blockfront.games.eastfront.events import BeachheadChanged
from blockfront.games.eastfront.rules.ch08_hex_control import HexControl
from blockfront.games.eastfront.rules.ch11_production import Production
from blockfront.games.eastfront.state import AXIS, LOST, NO_HEX, PREP, READY, RETURNING, SOVIET, WITHDRAWN, EastFrontState


class BeachheadProduction(Production):
    """Buying the Beachhead, and replacements that come over it."""

    @rule("EF-15.52c")
    def step_cost(self, state: EastFrontState, block: int) -> int:
        """A step costs double for a unit that is supplied over the beach."""
        return super().step_cost(state, block) * self.rules.supply.cost_factor(state, block)

    @rule("EF-15.52c")
    def steps(self, state: EastFrontState, side: int) -> list[BuyStep]:
        """Steps that the side can afford, with the double price over the beach."""
        return [step for step in super().steps(state, side) if self.step_cost(state, step.block) <= state.budget[side]]

    def cost(self, state: EastFrontState, action: Action) -> int | None:
        return self.rules.tables.numbers.beachhead_cost if isinstance(action, BuyBeachhead) else super().cost(state, action)

    @rule("EF-15.51b", "EF-15.51d", "EF-R43")
    def other_purchases(self, state: EastFrontState, side: int) -> list[Action]:
        """The Beachhead may be made Ready, or brought back into Prep after it was eliminated, once in a Production, or given up."""
        found = super().other_purchases(state, side)
        if side != SOVIET or not self.rules.facts(state).beachhead:
            return found
        if state.beachhead in (PREP, LOST) and state.budget[side] >= self.rules.tables.numbers.beachhead_cost:
            found.append(BuyBeachhead())
        if state.beachhead >= 0:
            found.append(WithdrawBeachhead())
        return found

    @rule("EF-15.51b", "EF-15.51d")
    def carry_out(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        if isinstance(action, BuyBeachhead):
            cost = self.rules.tables.numbers.beachhead_cost
            state.budget[side] -= cost
            state.beachhead = READY if state.beachhead == PREP else RETURNING
            what = "ready" if state.beachhead == READY else "back in Prep"
            events.append(BeachheadChanged(what=what, hex=NO_HEX, cost=cost, seen_by=audience(side)))
        elif isinstance(action, WithdrawBeachhead):
            events.append(BeachheadChanged(what="to be withdrawn", hex=state.beachhead, seen_by=audience(side)))
            state.beachhead = WITHDRAWN - state.beachhead
        else:
            super().carry_out(state, action, side, events)

    @rule("EF-15.51d", "EF-15.51b", "EF-4.2a")
    def close(self, state: EastFrontState, events: list[Event]) -> None:
        """When both sides have finished, a Beachhead that was given up or bought back goes to Prep."""
        super().close(state, events)
        if state.beachhead <= WITHDRAWN:
            events.append(BeachheadChanged(what="withdrawn", hex=WITHDRAWN - state.beachhead))
            state.beachhead = PREP
        elif state.beachhead == RETURNING:
            state.beachhead = PREP

    def mark_rebuilt(self, state: EastFrontState, block: int) -> None:
        super().mark_rebuilt(state, block)
        state.landed &= ~(1 << block)

    def why_not(self, state: EastFrontState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, BuyBeachhead | WithdrawBeachhead):
            return super().why_not(state, action, side)
        if side != SOVIET or not self.rules.facts(state).beachhead:
            return Refusal("EF-15.51b", "no_beachhead_yet")
        if isinstance(action, WithdrawBeachhead):
            return Refusal("EF-15.51d", "beachhead_is_not_deployed")
        if state.beachhead not in (PREP, LOST):
            return Refusal("EF-15.51b", "beachhead_is_not_for_sale")
        return self.too_dear(self.rules.tables.numbers.beachhead_cost, state.budget[side])


class BeachheadControl(HexControl):
    """The Beachhead is lost with its hex."""

    @rule("EF-15.51e")
    def fix(self, state: EastFrontState, events: list[Event]) -> None:
        """A Beachhead in a hex with only enemy units is lost."""
        super().fix(state, events)
        if state.beachhead >= 0 and state.occupied[AXIS] & ~state.occupied[SOVIET] & 1 << state.beachhead:
            events.append(BeachheadChanged(what="eliminated", hex=state.beachhead))
            state.beachhead = LOST
