"""Reserves, command, movement, and the publication of moves."""

from blockfront.blocks.block_choices import BlockTargets
from blockfront.blocks.effects import place, reveal
from blockfront.blocks.fog_of_war import arrival_groups, deal_handles, mixed_groups, publish
from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Chance, Shuffle
from blockfront.core.choices import Choices, Joined, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.refusals import Refusal
from blockfront.core.sides import CHANCE_ALONE, EVERYBODY, Side, audience
from blockfront.games.proving_ground.actions import Activate, Arrive, EndMovement, EndReserves, Hold, Move
from blockfront.games.proving_ground.events import (
    Arrived,
    HeadquartersActivated,
    Manoeuvred,
    Moved,
    PlanAnnounced,
)
from blockfront.games.proving_ground.state import State
from blockfront.games.proving_ground.steps.base import PlayStep


class ArriveReserves(PlayStep):
    """The active side brings in reserves, if its plan allows it now."""

    resolves_itself = False  # whether a block could arrive is the owner's secret

    @rule("PG-2.3", "PG-2.4")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        side = state.active
        reserves = self.rules.reserves
        if reserves.is_announced(state) and not state.plan_known >> side & 1:
            state.plan_known |= 1 << side
            events.append(PlanAnnounced(side=side, plan=state.plan[side] - 1))
        if reserves.due(state, side):
            return True
        self.done(state)
        return False

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return self.active(state)

    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        targets = self.rules.reserves.targets(state, side)
        return Joined([Listed([EndReserves()]), BlockTargets(Arrive, targets)])

    def why_not(self, state: State, frame: Frame, action: Action, side: Side) -> Refusal | None:
        if not isinstance(action, Arrive):
            return None
        return self.rules.reserves.why_not_arrive(state, action.block, action.target, side)

    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Arrive):
            place(state, action.block, side, action.target)
            state.moved |= 1 << action.block
            events.append(Arrived(block=action.block, target=action.target, seen_by=audience(side)))
        else:
            self.done(state)

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("arrive", "PG-2.4", {"left": self.rules.reserves.left(state, side)})


class GiveCommand(PlayStep):
    """The active side activates its headquarters or holds it back."""

    resolves_itself = False  # whether the headquarters is strong enough is the owner's secret

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return self.active(state)

    @rule("PG-4.1")
    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        able = self.rules.command.can_activate(state, side)
        return Listed([Hold(), Activate()] if able else [Hold()])

    def why_not(self, state: State, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return Refusal("PG-4.1", "headquarters_too_weak") if isinstance(action, Activate) else None

    @rule("PG-4.1")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Activate):
            block = self.rules.board.headquarters(side)
            state.hq_active = 1
            reveal(state, block, state.turn)
            strength = self.rules.blocks.strength(state, block)
            events.append(HeadquartersActivated(side=side, block=block, target=state.location[block], strength=strength))
        self.done(state)

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("command", "PG-4.1")


class MoveBlocks(PlayStep):
    """The active side moves its blocks."""

    resolves_itself = False  # whether anything could move depends on hidden types

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return self.active(state)

    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        movement = self.rules.movement
        targets = {block: movement.targets(state, block) for block in movement.movable(state, side)}
        return Joined([Listed([EndMovement()]), BlockTargets(Move, targets)])

    def why_not(self, state: State, frame: Frame, action: Action, side: Side) -> Refusal | None:
        if not isinstance(action, Move):
            return None
        return self.rules.movement.why_not_move(state, action.block, action.target)

    @rule("PG-5.1")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Move):
            origin = state.location[action.block]
            place(state, action.block, side, action.target)
            state.moved |= 1 << action.block
            events.append(Moved(block=action.block, origin=origin, target=action.target, seen_by=audience(side)))
        else:
            self.done(state)

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("move", "PG-5.1")


class PublishMoves(PlayStep):
    """Show the moves to the other side, and mix blocks that came together."""

    @rule("PG-5.5")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        if self._groups(state):
            return True
        self._publish(state, events)
        self.done(state)
        return False

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return CHANCE_ALONE

    def chance(self, state: State, frame: Frame) -> Chance:
        return Shuffle()

    @rule("PG-5.5", "PG-5.6")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Deal)
        order = self.rules.board.order
        arrivals = arrival_groups(state, order, state.active)
        mixed = mixed_groups(state, order, state.active)
        deal_handles(state, arrivals, action.number)
        self._publish(state, events)
        deal_handles(state, mixed, action.number ^ 1 << 32)
        self.done(state)

    def _groups(self, state: State) -> bool:
        order = self.rules.board.order
        return bool(mixed_groups(state, order, state.active) or arrival_groups(state, order, state.active))

    def _publish(self, state: State, events: list[Event]) -> None:
        viewers = EVERYBODY & ~audience(state.active)
        for handle, origin, target in publish(state, self.rules.board.order, state.active):
            events.append(Manoeuvred(side=state.active, handle=handle, origin=origin, target=target, seen_by=viewers))
        state.moved = 0
