"""After the battles: control, rebuilding, and the end of a player turn."""

from blockfront.blocks.effects import hide, set_steps
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.refusals import Refusal
from blockfront.core.sides import Side, audience, other
from blockfront.games.proving_ground.actions import EndRebuilding, Rebuild
from blockfront.games.proving_ground.events import Captured, HeadquartersSpent, Rebuilt
from blockfront.games.proving_ground.state import State
from blockfront.games.proving_ground.steps.base import PlayStep
from blockfront.hexes.hexset import members


class TakeControl(PlayStep):
    """The active side takes the hexes it holds alone."""

    @rule("PG-8.1")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        victory = self.rules.victory
        for side in (state.active, other(state.active)):
            taken = victory.newly_held(state, side)
            state.control[side] |= taken
            state.control[other(side)] &= ~taken
            for hex_ in members(taken & victory.worth_telling):
                events.append(Captured(side=side, target=hex_))
        self.done(state)
        return False


class RebuildBlocks(PlayStep):
    """The active side adds steps to its blocks."""

    resolves_itself = False  # whether any block has lost steps is the owner's secret

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return self.active(state)

    @rule("PG-7.3")
    def legal(self, state: State, frame: Frame, side: Side) -> Choices:
        supply = self.rules.supply
        able = [block for block in self.rules.blocks.on_map(state, side) if not supply.why_not_rebuild(state, block)]
        return Listed([EndRebuilding(), *map(Rebuild, able)])

    def why_not(self, state: State, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return self.rules.supply.why_not_rebuild(state, action.block) if isinstance(action, Rebuild) else None

    @rule("PG-7.3")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Rebuild):
            block = action.block
            set_steps(state, block, state.steps[block] + 1)
            state.rebuilt |= 1 << block
            state.points -= 1
            strength = self.rules.blocks.strength(state, block)
            events.append(Rebuilt(block=block, strength=strength, seen_by=audience(side)))
        else:
            self.done(state)

    def prompt(self, state: State, frame: Frame, side: Side) -> Prompt:
        return Prompt("rebuild", "PG-7.3", {"points": state.points})


class EndPlayerTurn(PlayStep):
    """Spends the headquarters and hands over to the other side."""

    @rule("PG-4.3", "PG-8.3")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        if state.hq_active:
            self._spend_headquarters(state, events)
        state.moved = state.rebuilt = state.points = 0
        if self.rules.victory.has_lost_base(state, other(state.active)):
            self.end_game(state, state.active, "base_lost", events)
        else:
            self.done(state)
        return False

    @rule("PG-4.3")
    def _spend_headquarters(self, state: State, events: list[Event]) -> None:
        """An active headquarters loses a step, but never its last, and is hidden again."""
        block = self.rules.board.headquarters(state.active)
        set_steps(state, block, max(1, state.steps[block] - 1))
        events.append(HeadquartersSpent(side=state.active, strength=self.rules.blocks.strength(state, block)))
        hide(state, block)
        state.hq_active = 0
