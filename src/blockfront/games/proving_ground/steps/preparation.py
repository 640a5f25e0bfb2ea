"""Before the first turn: handles are dealt, plans are chosen in secret."""

from blockfront.blocks.fog_of_war import deal_handles
from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Chance, Shuffle
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import CHANCE_ALONE, Side, audience
from blockfront.games.proving_ground.actions import ChoosePlan
from blockfront.games.proving_ground.events import PlanChosen
from blockfront.games.proving_ground.state import State
from blockfront.games.proving_ground.steps.base import PlayStep


class DealHandles(PlayStep):
    """Deal random handles to all blocks, so that a handle does not tell which block it is."""

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return CHANCE_ALONE

    def chance(self, state: State, frame: Frame) -> Chance:
        return Shuffle()

    @rule("PG-1.3")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Deal)
        deal_handles(state, [list(blocks) for blocks in self.rules.board.order.of_side], action.number)
        self.done(state)


class ChoosePlans(PlayStep):
    """Both sides choose their plans at once, without knowing the other's choice."""

    resolves_itself = False

    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        if all(state.plan):
            self.done(state)
            return False
        return True

    @rule("PG-2.2")
    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return frozenset(Side(side) for side, plan in enumerate(state.plan) if not plan)

    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        return Listed([ChoosePlan(number) for number in range(len(self.rules.reserves.plans))])

    @rule("PG-2.2", "PG-2.3")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, ChoosePlan)
        state.plan[side] = action.plan + 1
        events.append(PlanChosen(side=side, plan=action.plan, seen_by=audience(side)))

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("choose_plan", "PG-2.2")
