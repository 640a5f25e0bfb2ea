"""The decision stack: every pause of a game is a named frame of small integers on top of a stack.

A title lists its steps in rulebook order. A frame is `(step number, …)`; the numbers after the first belong to the step.
Rules never block: a step either works on (`run` returns False) or waits for a decision (True). Saved games name the step, so steps may
be moved in the list and new ones put anywhere; a renamed step lists its earlier names (`formerly`).
"""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from blockfront.core import step_names
from blockfront.core.actions import Action
from blockfront.core.chance import Chance
from blockfront.core.choices import NONE, Choices
from blockfront.core.columns import Columns, Frame, StepFrames, Upgrade
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.refusals import Refusal
from blockfront.core.secrecy import EVERYBODY_SEES
from blockfront.core.sides import NOBODY, Side


def _name_steps(kind: type[Columns], saved: dict[str, Any]) -> None:
    """Upgrade to format 2: frames begin with the name of their step instead of its place."""
    saved["frames"] = step_names.named_from_places(saved["frames"], kind.first_steps)


class StackState(Columns):
    """Base class of states with a decision stack."""

    upgrades: ClassVar[tuple[Upgrade, ...]] = (_name_steps,)
    frames: Annotated[StepFrames, EVERYBODY_SEES]


S = TypeVar("S", bound=StackState)


class Step(Generic[S]):
    """One stage of the sequence of play. Stateless: everything it must remember is in its frame or in the state."""

    number: int  # stands for the step's name in frames
    formerly: tuple[str, ...] = ()  # names it has in older saved games
    others: "dict[type[Step[S]], Step[S]]"  # every step of the stack by its class, set by the stack
    resolves_itself = True  # a single legal answer is given without asking; False where that would tell a secret

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.number = step_names.register(cls.__name__, cls.__dict__.get("formerly", ()))

    def frame(self, *numbers: int) -> Frame:
        return (self.number, *numbers)

    def call(self, state: S, kind: "type[Step[S]]", *numbers: int) -> None:
        """Put another step on top of the stack; this one continues when that is done."""
        state.frames.append(self.others[kind].frame(*numbers))

    def set_frame(self, state: S, *numbers: int) -> None:
        """Replace the numbers in the frame of this step, which must be on top of the stack."""
        state.frames[-1] = self.frame(*numbers)

    def done(self, state: S) -> None:
        """Remove this step from the stack."""
        state.frames.pop()

    def run(self, state: S, frame: Frame, events: list[Event]) -> bool:
        """Work until a decision is needed (True) or the stack has changed (False). Steps that only ask need not override it."""
        if not self.to_act(state, frame):
            raise TypeError(f"{type(self).__name__} does not say what it does")
        return True

    def answers_itself(self, state: S, frame: Frame) -> bool:
        """Whether a single legal answer is taken without asking; False where that would keep the player from undoing the last choice."""
        return self.resolves_itself

    def to_act(self, state: S, frame: Frame) -> frozenset[Side]:
        return NOBODY

    def legal(self, state: S, frame: Frame, side: Side) -> Choices:
        return NONE

    def apply(self, state: S, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        raise TypeError(f"{type(self).__name__} asks for no decision")

    def why_not(self, state: S, frame: Frame, action: Action, side: Side) -> Refusal | None:
        """Why an action outside `legal` is not allowed; None leaves the answer to the title."""
        return None

    def cost(self, state: S, frame: Frame, action: Action, side: Side) -> int | None:
        """The production points that a legal action would cost the side; None if it buys nothing."""
        return None

    def chance(self, state: S, frame: Frame) -> Chance:
        raise TypeError(f"{type(self).__name__} rolls nothing")

    def points(self, state: S, frame: Frame, action: Action, side: Side) -> tuple[int, ...]:
        """The production points that an action costs, by colour; empty if points have no colours."""
        return ()

    def prompt(self, state: S, frame: Frame, side: Side) -> Prompt:
        return Prompt(message=type(self).__name__)


class Stack(Generic[S]):
    """Runs the steps of one game."""

    def __init__(self, steps: Sequence[Step[S]]) -> None:
        self.steps = tuple(steps)
        self.steps_by_number = {step.number: step for step in self.steps}
        by_class = {kind: step for step in self.steps for kind in type(step).__mro__ if issubclass(kind, Step)}
        for step in self.steps:
            step.others = by_class

    def top(self, state: S) -> tuple[Step[S], Frame] | None:
        """The step on top of the stack with its frame; None when the game is over."""
        if not state.frames:
            return None
        frame = state.frames[-1]
        return self.steps_by_number[frame[0]], frame

    def settle(self, state: S, events: list[Event]) -> None:
        """Run until a decision is pending or the game is over, answering forced choices on the way."""
        steps, frames = self.steps_by_number, state.frames
        while frames:
            frame = frames[-1]
            step = steps[frame[0]]
            if not step.run(state, frame, events):
                continue
            forced = self._forced(step, state, frame)
            if forced is None:
                return
            action, side = forced
            step.apply(state, frame, action, side, events)

    def _forced(self, step: Step[S], state: S, frame: Frame) -> tuple[Action, Side] | None:
        if not step.answers_itself(state, frame):
            return None
        actors = step.to_act(state, frame)
        if len(actors) != 1:
            return None
        (side,) = actors
        if side < 0:
            return None
        choices = iter(step.legal(state, frame, side))
        only = next(choices, None)
        if only is None:
            raise RuntimeError(f"{type(step).__name__} asks side {side} to choose among nothing")
        return (only, side) if next(choices, None) is None else None
