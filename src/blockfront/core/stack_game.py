"""A game on a decision stack: every part of the `Game` contract that does not depend on the title.

A title derives from `StackGame`, lists its steps and sentences, and implements the remaining methods: `new_state`, `view`,
`guess`, `result`, `player_turn`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Generic, Self, TypeVar, Union

import msgspec

from blockfront.core.actions import Action, Deal, Roll
from blockfront.core.chance import Chance
from blockfront.core.choices import NONE, Choices
from blockfront.core.events import Event, plain
from blockfront.core.game import Prompt, Result, Title
from blockfront.core.messages import Messages
from blockfront.core.refusals import MATCH_CLAUSE, Refusal
from blockfront.core.secrecy import Belongings
from blockfront.core.sides import NOBODY, Side
from blockfront.core.steps import Stack, StackState, Step
from blockfront.core.teams import Division

S = TypeVar("S", bound=StackState)
V = TypeVar("V", bound=msgspec.Struct)


def tagged_union(types: Sequence[type[Any]]) -> Any:
    """A union type of several tagged structs, which msgspec can decode."""
    return Union[tuple(types)]  # noqa: UP007 - built at run time


def tag_of(value: msgspec.Struct) -> str:
    """The name under which an action or event is stored and its sentence is found."""
    return str(value.__struct_config__.tag)


class StackGame(ABC, Generic[S, V]):
    """Base class of titles that run on a `Stack`. Immutable; `legal` asks only the step on top of the stack."""

    title: Title
    state_type: type[S]
    view_type: type[V]
    actions: Sequence[type[Action]]  # the title's own
    events: Sequence[type[Event]]

    def __init__(self, scenario: str, options: frozenset[str], steps: Sequence[Step[S]], messages: Messages) -> None:
        self.scenario = scenario
        self.options = options
        self.stack = Stack(steps)
        self.messages = messages
        self.action_type = tagged_union((Roll, Deal, *self.actions))
        self.event_type = tagged_union(self.events)

    def __deepcopy__(self, memo: Any) -> Self:
        """The game itself: it is immutable, so copies share it."""
        return self

    def __repr__(self) -> str:
        chosen = f" with {', '.join(sorted(self.options))}" if self.options else ""
        return f"<{self.title.name}: {self.title.scenario(self.scenario).name}{chosen}>"

    # ---- what a title answers

    @abstractmethod
    def new_state(self) -> S:
        """The state at the start of the scenario, with the first frames on its stack."""

    @abstractmethod
    def view(self, state: S, viewer: Side) -> V: ...

    @abstractmethod
    def guess(self, view: V, rng: Random) -> S: ...

    @abstractmethod
    def result(self, state: S) -> Result | None: ...

    @abstractmethod
    def player_turn(self, state: S) -> int: ...

    def belongings(self, side: Side) -> Belongings:
        return {}

    def divisions(self, side: Side) -> tuple[Division, ...]:
        return ()

    def why_not_seated(self, seats: Sequence[frozenset[Side]]) -> list[str]:
        return []

    def concerned(self, state: S, action: Action, side: Side) -> frozenset[str]:
        return frozenset()

    def ends(self, action: Action) -> bool:
        return False

    def standing_answer(self, state: S, side: Side, orders: frozenset[str]) -> Action | None:
        return None

    # ---- play

    def setup(self) -> S:
        state = self.new_state()
        self.stack.settle(state, [])
        return state

    def to_act(self, state: S) -> frozenset[Side]:
        if not state.frames:
            return NOBODY
        frame = state.frames[-1]
        return self.stack.steps_by_number[frame[0]].to_act(state, frame)

    def legal(self, state: S, side: Side) -> Choices:
        """The choices of a side, as the step on top of the stack offers them."""
        if not state.frames:
            return NONE
        frame = state.frames[-1]
        step = self.stack.steps_by_number[frame[0]]
        return step.legal(state, frame, side) if side in step.to_act(state, frame) else NONE

    def apply(self, state: S, action: Action, side: Side) -> list[Event]:
        """Let the step on top of the stack handle an action, then run on to the next decision."""
        events: list[Event] = []
        frame = state.frames[-1]
        self.stack.steps_by_number[frame[0]].apply(state, frame, action, side, events)
        self.stack.settle(state, events)
        return events

    def chance(self, state: S) -> Chance:
        frame = state.frames[-1]
        return self.stack.steps_by_number[frame[0]].chance(state, frame)

    def why_not(self, state: S, action: Action, side: Side) -> Refusal | None:
        """None if the action is legal; else the step's own reason, or a general one that cites the pending clause."""
        top = self.stack.top(state)
        if top is None:
            return Refusal(MATCH_CLAUSE, "game_over")
        step, frame = top
        if side not in step.to_act(state, frame):
            return Refusal(MATCH_CLAUSE, "not_your_decision")
        if action in step.legal(state, frame, side):
            return None
        reason = step.why_not(state, frame, action, side)
        return reason or Refusal(step.prompt(state, frame, side).clause or MATCH_CLAUSE, "not_offered")

    def cost(self, state: S, action: Action, side: Side) -> int | None:
        top = self.stack.top(state)
        return None if top is None else top[0].cost(state, top[1], action, side)

    def points(self, state: S, action: Action, side: Side) -> tuple[int, ...]:
        top = self.stack.top(state)
        return () if top is None else top[0].points(state, top[1], action, side)

    def prompt(self, state: S, side: Side) -> Prompt:
        if not state.frames:
            return Prompt("game_over")
        frame = state.frames[-1]
        return self.stack.steps_by_number[frame[0]].prompt(state, frame, side)

    # ---- words

    def refusal_text(self, refusal: Refusal) -> str:
        return self.messages.text("refusals", refusal.because, refusal.values)

    def prompt_text(self, prompt: Prompt) -> str:
        return self.messages.text("prompts", prompt.message, prompt.values)

    def action_text(self, action: Action) -> str:
        """An action in words for the side that takes it, made from the action alone so that it tells nothing else."""
        return self.messages.text("actions", tag_of(action), msgspec.structs.asdict(action))

    def event_text(self, event: Event) -> str:
        return self.messages.text("events", tag_of(event), plain(event))
