"""Chapter 2: setting up, one side after the other."""

from collections.abc import Iterator
from random import Random

from blockfront.blocks import effects
from blockfront.blocks.block_state import NOT_IN_PLAY
from blockfront.blocks.secret_set_ups import exchanged
from blockfront.core.actions import Action
from blockfront.core.chance import BITS
from blockfront.core.choices import Choices
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import ALONE, Side
from blockfront.games.blocks_series.actions import Deploy
from blockfront.games.blocks_series.aids.automatic_set_up import VARIANTS, automatic_set_up, planned_set_up
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NO_PLAN, SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.powers import PlanChoice
from blockfront.games.blocks_series.steps.showing import Showing


class Deployments:
    """All deployments that satisfy the rules are legal; those listed are the automatic ones."""

    __slots__ = ("_rules", "_side")

    def __init__(self, rules: Rules, side: int) -> None:
        self._rules = rules
        self._side = side

    def _listed(self) -> list[Deploy]:
        return list(dict.fromkeys(Deploy(automatic_set_up(self._rules, self._side, variant)) for variant in range(VARIANTS)))

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed())

    def __contains__(self, action: object, /) -> bool:
        return isinstance(action, Deploy) and not self._rules.set_up.problems(self._side, action.placements)

    def __len__(self) -> int:
        return len(self._listed())

    def sample(self, rng: Random) -> Action:
        return Deploy(automatic_set_up(self._rules, self._side, int(rng.random() * VARIANTS)))

    def drawn(self, rng: Random) -> Action:
        """A set-up planned like an automatic one, but with ties broken by 128 random bits and equal blocks exchanged at random."""
        return self.mixed(Deploy(planned_set_up(self._rules, self._side, int(rng.random() * VARIANTS), rng.getrandbits(BITS))), rng)

    def mixed(self, action: Action, rng: Random) -> Action:
        assert isinstance(action, Deploy)
        problems = self._rules.set_up.problems
        return Deploy(exchanged(self._rules.order, action.placements, rng, lambda placements: not problems(self._side, placements)))


class Deployment(SeriesStep):
    """Frame: (number, stage): the sides set up in the scenario's order, the second after seeing the first."""

    clause = "BE-2.3b"
    FIRST, SECOND, BEGIN = range(3)
    resolves_itself = False

    @rule("BE-2.3b", "BE-BSSb")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] < self.BEGIN:
            return True
        self.done(state)
        return False

    def _side(self, frame: Frame) -> int:
        first = self.rules.scenario.sets_up_first
        return first if frame[1] == self.FIRST else 1 - first

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[self._side(frame)]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Deployments(self.rules, side)

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Deploy)
        for block, steps, hex_ in action.placements:
            effects.set_steps(state, block, steps)
            effects.place(state, block, side, hex_)
        for block, place in self.rules.set_up.left_out(side, action.placements).items():
            effects.put_aside(state, block, place)
        self.set_frame(state, frame[1] + 1)
        self.call(state, Showing, side)

    def why_not(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        if not isinstance(action, Deploy):
            return None
        problems = self.rules.set_up.problems(side, action.placements)
        return Refusal(problems[0].clause, "deployment", {"problems": problems}) if problems else None


class FixedSetUp(SeriesStep):
    """Frame: (number, stage): every unit stands where the scenario says; powers choose secret plans after seeing the first side."""

    PLACE, CHOOSE, SHOW_SECOND, END = range(4)
    clause = "BE-2.3b"

    @rule("BE-2.3b")
    @rule("BW-2.3b")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        first = self.rules.scenario.first_side
        if frame[1] == self.PLACE:
            for side in range(len(self.rules.sides)):
                self._place(state, side)
            self.set_frame(state, self.CHOOSE)
            self.call(state, Showing, first)
        elif frame[1] == self.CHOOSE:
            self.set_frame(state, self.SHOW_SECOND)
            for number, choice in reversed(list(enumerate(self.rules.scenario.choices))):
                if choice.secret:
                    self.call(state, PlanChoice, number)
        elif frame[1] == self.SHOW_SECOND:
            self._follow_plans(state, secret=True)
            self.set_frame(state, self.END)
            self.call(state, Showing, 1 - first)
        elif frame[1] == self.END and self._open_choices(state):
            self.call(state, PlanChoice, self._open_choices(state)[0])
        else:
            self.done(state)
            if any(not choice.secret for choice in self.rules.scenario.choices):
                self._follow_plans(state, secret=False)
                self.call(state, Showing, first)
        return False

    def _place(self, state: SeriesState, side: int) -> None:
        for block, steps, hex_ in self.rules.set_up.placements(side):
            effects.set_steps(state, block, steps)
            effects.place(state, block, Side(side), hex_)

    def _open_choices(self, state: SeriesState) -> list[int]:
        """Choices that everybody sees, made when all units are on the map."""
        chosen = zip(self.rules.scenario.choices, state.plans, strict=True)
        return [number for number, (choice, plan) in enumerate(chosen) if not choice.secret and plan == NO_PLAN]

    def _follow_plans(self, state: SeriesState, *, secret: bool) -> None:
        """Apply the chosen plans, which may let units begin elsewhere or not at all."""
        for choice, plan in zip(self.rules.scenario.choices, state.plans, strict=True):
            if choice.secret != secret:
                continue
            for block in choice.options[plan].left_out:
                effects.eliminate(state, block, self.rules.order.sides[block], NOT_IN_PLAY)
            for block, steps, hex_ in map(self.rules.set_up.placement, choice.options[plan].set_up):
                effects.set_steps(state, block, steps)
                effects.place(state, block, self.rules.order.sides[block], hex_)
