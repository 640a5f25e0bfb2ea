"""The decision stack: steps call each other, forced choices answer themselves, secret ones do not."""

from random import Random

import pytest

from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.columns import Frame, Ints
from blockfront.core.events import Event
from blockfront.core.messages import Messages
from blockfront.core.sides import CHANCE, NOBODY, Side
from blockfront.core.stack_game import StackGame
from blockfront.core.steps import StackState, Step


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
            self.set_frame(state, frame[1] + 1)
            self.call(state, Ask, 1)
        return False


class Told(Event, frozen=True, tag="told"):
    """A game has events."""


class Asking(StackGame[Log, Told]):
    """A game of these steps and nothing else."""

    actions, events = (), (Told,)

    def __init__(self, *steps: Step[Log]) -> None:
        super().__init__("", frozenset(), steps or [Twice(), AskSecretly(), Ask()], Messages())

    def new_state(self) -> Log:
        return Log(frames=[], taken=[])

    def view(self, state: Log, viewer: Side) -> Told:
        return Told()

    def guess(self, view: Told, rng: Random) -> Log:
        return self.new_state()

    def result(self, state: Log) -> None:
        return None

    def player_turn(self, state: Log) -> int:
        return 0


def settled(*frames: Frame) -> tuple[Asking, Log]:
    game, state = Asking(), Log(frames=list(frames), taken=[])
    game.stack.settle(state, [])
    return game, state


def test_a_choice_between_one_answers_itself() -> None:
    game, state = settled(Ask().frame(1))
    assert state.taken == [0]
    assert game.to_act(state) == NOBODY
    assert not list(game.legal(state, Side(1)))
    assert game.stack.top(state) is None


def test_a_secret_choice_waits_even_where_there_is_only_one() -> None:
    game, state = settled(AskSecretly().frame(1))
    assert state.taken == []
    assert game.to_act(state) == {1}
    assert game.apply(state, Deal(0), Side(1)) == []
    assert state.taken == [0]


def test_a_real_choice_waits() -> None:
    game, state = settled(Ask().frame(3))
    assert len(game.legal(state, Side(1))) == 3
    assert len(game.legal(state, Side(0))) == 0


def test_steps_call_each_other_by_class() -> None:
    _, state = settled(Twice().frame(0))
    assert state.taken == [0, 0]
    assert state.frames == []


def test_a_step_that_offers_nothing_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="Ask asks side 1 to choose among nothing"):
        settled(Ask().frame(0))


def test_steps_say_what_they_leave_out() -> None:
    step = Asking().stack.steps[0]
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
    game, state = Asking(Throw()), Log(frames=[Throw().frame(1)], taken=[])
    game.stack.settle(state, [])
    assert game.to_act(state) == {CHANCE}
    assert isinstance(game.chance(state), Dice)
