"""Section 4.46: the Supply Phase. The passive side's units are checked and starve."""

from blockfront.blocks.block_state import blocks_at
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import ALONE, Side
from blockfront.games.eastfront.actions import DeployBeachhead, EndPhase, Overcrowd, Sustain
from blockfront.games.eastfront.events import Starved, SupplyChecked
from blockfront.games.eastfront.state import UNSUPPLIED, EastFrontState
from blockfront.games.eastfront.steps.base import ActiveStep, EastFrontStep
from blockfront.games.eastfront.steps.losses import take_step
from blockfront.games.eastfront.steps.surrender import NO_NATION, SurrenderRolls
from blockfront.hexes.hexset import mask_of, members


class SupplyPhase(EastFrontStep):
    """The Supply Phase. Frame: (number, stage)."""

    @rule("EF-4.46a", "EF-4.46b", "EF-4.46c", "EF-7.4e", "EF-15.51a")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        stage = frame[1]
        self.set_frame(state, stage + 1)
        if stage == 0:
            self.rules.supply.link_up(state, events)
            self.call(state, SurrenderRolls, 0, NO_NATION)
        elif stage == 1:
            self.rules.supply.check(state, 1 - state.active)
            self.call(state, Overcrowding)
        elif stage == 2:
            self._starve(state, events)
        elif stage == 3 and self.rules.supply.beachhead_is_due(state):
            self.call(state, Beachhead)
        else:
            self.rules.supply.after_phase(state)
            self.done(state)
        return False

    @rule("EF-10.2a", "EF-10.4a")
    def _starve(self, state: EastFrontState, events: list[Event]) -> None:
        side = 1 - state.active
        cut_off = [b for b in self.rules.order.of_side[side] if state.flags[b] & UNSUPPLIED and state.location[b] >= 0]
        events.append(SupplyChecked(side=side, unsupplied=len(cut_off)))
        hexes = mask_of(state.location[block] for block in cut_off)
        state.chosen = hexes
        self.call(state, Attrition)


class Beachhead(ActiveStep):
    """The Soviets may deploy the Beachhead; they are asked whenever they hold a beach. Frame: (number,)."""

    clause = "EF-15.51a"
    resolves_itself = False  # the opponent must not learn whether the Coastal Army stands on the beach

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Listed((EndPhase(), *self.rules.supply.beachhead_deployments(state)))

    @rule("EF-15.51a")
    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, DeployBeachhead):
            self.rules.supply.deploy_beachhead(state, events)
        self.done(state)

    def why_not(self, state: EastFrontState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return Refusal("EF-15.51a", "no_beach") if isinstance(action, DeployBeachhead) else None


class Overcrowding(EastFrontStep):
    """Where a Repulse left too many units in a hex, the owner chooses which count as unsupplied. Frame: (number,)."""

    clause = "EF-6.22b"

    @rule("EF-6.22b")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.supply.overcrowded(state, 1 - state.active):
            return True
        self.done(state)
        return False

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        return ALONE[1 - state.active]

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        hex_ = self.rules.supply.overcrowded(state, side)[0]
        units = blocks_at(state, hex_, self.rules.order.of_side[side])
        return Listed([Overcrowd(block) for block in units if not state.flags[block] & UNSUPPLIED])

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Overcrowd)
        state.flags[action.block] |= UNSUPPLIED


class Attrition(EastFrontStep):
    """Unsupplied units lose a step, hex by hex; the owner chooses the unit that a fortress sustains. Frame: (number,)."""

    clause = "EF-10.5a"
    resolves_itself = False  # not asking would tell the opponent that there is only one largest unit

    @rule("EF-10.4a", "EF-10.5a", "EF-15.31b")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        side = 1 - state.active
        while state.chosen:
            hex_ = members(state.chosen)[0]
            if len(self._here(state, hex_)) > 1 and self.rules.supply.sustains(state, side, hex_):
                return True
            self._starve(state, hex_, self.rules.supply.sole_sustained(state, side, hex_), events)
        self.done(state)
        return False

    def _here(self, state: EastFrontState, hex_: int) -> list[int]:
        return blocks_at(state, hex_, self.rules.order.of_side[1 - state.active])

    def _starve(self, state: EastFrontState, hex_: int, sustained: int, events: list[Event]) -> None:
        """Take the steps. The opponent sees them in the order of handles, so that blocks cannot be told apart."""
        state.chosen &= ~(1 << hex_)
        found: list[Event] = []
        for block in self._here(state, hex_):
            if state.flags[block] & UNSUPPLIED and self.rules.supply.starves(state, block, sustained):
                take_step(self.rules, state, block, "supply", found)
        shown = sorted((event for event in found if isinstance(event, Starved)), key=lambda event: event.handle)
        events += [event for event in found if not isinstance(event, Starved)]
        events += shown

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        return ALONE[1 - state.active]

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        hex_ = members(state.chosen)[0]
        return Listed([Sustain(block) for block in self.rules.supply.sustained_candidates(state, side, hex_)])

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Sustain)
        self._starve(state, members(state.chosen)[0], action.block, events)
