"""The decision stack: steps call each other, forced choices answer themselves, secret ones do not."""

import pytest

from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.columns import Frame, Ints
from blockfront.core.events import Event
from blockfront.core.sides import CHANCE, NOBODY, Side
from blockfront.core.steps import Stack, StackState, Step


class Log(StackState):
    taken: Ints


class Ask(Step[Log]):
    """Offers as many answers as its memory says."""

    def run(self, state: Log, frame: Frame, events: list[Event]) -> bool:
        return True

    def to_act(self, state: Log, frame: Frame) -> frozenset[Side]:
        return frozenset((Side(1),))

    def legal(self, state: Log, frame: Frame, side: Side) -> Choices:
        return Listed([Deal(seed) for seed in range(frame[1])])

    def apply(self, state: Log, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Deal)
        state.taken.append(int(action.seed))
        self.done(state)


class AskSecretly(Ask):
    resolves_itself = False


class Twice(Step[Log]):
    """Calls another step twice. Memory: calls made."""

    def run(self, state: Log, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == 2:
            self.done(state)
        else:
            self.remember(state, frame[1] + 1)
            self.call(state, Ask, 1)
        return False


def stack() -> Stack[Log]:
    return Stack([Twice(), AskSecretly(), Ask()])


def settled(*frames: Frame) -> tuple[Stack[Log], Log]:
    steps, state = stack(), Log(frames=list(frames), taken=[])
    steps.settle(state, [])
    return steps, state


def test_a_choice_between_one_answers_itself() -> None:
    steps, state = settled(Ask().frame(1))
    assert state.taken == [0]
    assert steps.to_act(state) == NOBODY
    assert steps.top(state) is None


def test_a_secret_choice_waits_even_where_there_is_only_one() -> None:
    steps, state = settled(AskSecretly().frame(1))
    assert state.taken == []
    assert steps.to_act(state) == {1}
    assert steps.apply(state, Deal(0), Side(1)) == []
    assert state.taken == [0]


def test_a_real_choice_waits() -> None:
    steps, state = settled(Ask().frame(3))
    assert len(steps.legal(state, Side(1))) == 3
    assert len(steps.legal(state, Side(0))) == 0


def test_steps_call_each_other_by_class() -> None:
    _, state = settled(Twice().frame(0))
    assert state.taken == [0, 0]
    assert state.frames == []


def test_a_step_that_offers_nothing_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="Ask asks side 1 to choose among nothing"):
        settled(Ask().frame(0))


def test_steps_say_what_they_leave_out() -> None:
    step = stack().steps[0]
    state = Log(frames=[(0, 0)], taken=[])
    assert step.to_act(state, (0, 0)) == NOBODY
    with pytest.raises(TypeError, match="asks for no decision"):
        step.apply(state, (0, 0), Deal(0), CHANCE, [])
    with pytest.raises(TypeError, match="rolls nothing"):
        step.chance(state, (0, 0))
    with pytest.raises(TypeError, match="does not say what it does"):
        Step[Log]().run(state, (0, 0), [])


class Throw(Ask):
    def to_act(self, state: Log, frame: Frame) -> frozenset[Side]:
        return frozenset((CHANCE,))

    def chance(self, state: Log, frame: Frame) -> Chance:
        return Dice(2)


def test_chance_is_never_answered_on_the_way() -> None:
    steps = Stack([Throw()])
    state = Log(frames=[Throw().frame(1)], taken=[])
    steps.settle(state, [])
    assert steps.to_act(state) == {CHANCE}
    assert isinstance(steps.chance(state), Dice)
