"""Section 3.2: setting up, one side after the other."""

from collections.abc import Iterator
from random import Random

from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED
from blockfront.blocks.secret_set_ups import exchanged
from blockfront.core.actions import Action
from blockfront.core.choices import Choices
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import ALONE, Side
from blockfront.games.eastfront.actions import Deploy
from blockfront.games.eastfront.aids.automatic_set_up import VARIANTS, automatic_set_up
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import AXIS, EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep
from blockfront.games.eastfront.steps.losses import reveal
from blockfront.games.eastfront.steps.showing import Showing


class Deployments:
    """The legal deployments: all that satisfy the rules. Only the automatic ones are listed."""

    __slots__ = ("_rules", "_side", "_state")

    def __init__(self, rules: Rules, state: EastFrontState, side: int) -> None:
        self._rules = rules
        self._state = state
        self._side = side

    def __iter__(self) -> Iterator[Action]:
        for variant in range(VARIANTS):
            yield self._automatic(variant)

    def _automatic(self, variant: int) -> Deploy:
        return Deploy(automatic_set_up(self._rules, self._state, self._side, variant))

    def __contains__(self, action: object, /) -> bool:
        return isinstance(action, Deploy) and not self._rules.set_up.problems(self._state, self._side, action.placements)

    def __len__(self) -> int:
        return VARIANTS

    def sample(self, rng: Random) -> Action:
        return self._automatic(int(rng.random() * VARIANTS))

    def drawn(self, rng: Random) -> Action:
        """An automatic set-up with units of the same kind exchanged at random."""
        return self.mixed(self.sample(rng), rng)

    def mixed(self, action: Action, rng: Random) -> Action:
        assert isinstance(action, Deploy)
        problems = self._rules.set_up.problems
        placements = exchanged(
            self._rules.order, action.placements, rng, lambda placements: not problems(self._state, self._side, placements)
        )
        return Deploy(placements)


class Deployment(EastFrontStep):
    """Frame: (number, stage): the sides deploy in the scenario's order, the second after seeing the first."""

    clause = "EF-3.24b"
    FIRST, SECOND, BEGIN = range(3)

    @rule("EF-3.21a", "EF-3.21b", "EF-S41.0a", "EF-W42.1a")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.scenario_of(state).fixed:
            self._fixed(state)
            self._begin(state, events)
            return False
        if frame[1] == self.FIRST:
            state.friendly[:] = [self.rules.set_up.zone(state, side) for side in (0, 1)]
        if frame[1] < self.BEGIN:
            return True
        self._begin(state, events)
        return False

    def _side(self, state: EastFrontState, frame: Frame) -> int:
        first = self.rules.scenario_of(state).deploys_first
        return first if frame[1] == self.FIRST else 1 - first

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        return ALONE[self._side(state, frame)]

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Deployments(self.rules, state, side)

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Deploy)
        for block, value, hex_ in action.placements:
            effects.set_steps(state, block, value - self.rules.units.lowest[block] + 1)
            effects.place(state, block, side, hex_)
        placed = {block for block, _, _ in action.placements}
        for block, place in self.rules.set_up.left_over(state, side, placed).items():
            effects.place(state, block, side, place)
        self.set_frame(state, frame[1] + 1)
        self.call(state, Showing, side)

    @rule("EF-3.23b", "EF-0.2c", "EF-W42.2a", "EF-W43.2a")
    def _begin(self, state: EastFrontState, events: list[Event]) -> None:
        """Begin play: note the initial battles, reveal their attackers, and set control and production."""
        for battle in self.rules.scenario_of(state).battles:
            hex_ = self.rules.board.map.hex(battle.place)
            if battle.original_defender == AXIS:
                state.axis_defends |= 1 << hex_
            reveal(state, self.rules.battles.units_of(state, hex_, 1 - battle.original_defender), events)
        self.rules.control.determine(state)
        self.rules.scenarios.set_given_production(state)
        self.rules.production.determine_levels(state)
        self.done(state)

    @rule("EF-EDW.1a", "EF-EDW.1b", "EF-R60", "EF-R64")
    def _fixed(self, state: EastFrontState) -> None:
        for placement in self.rules.scenario_of(state).fixed:
            block, side = placement.block, self.rules.units.side[placement.block]
            if placement.place:
                effects.set_steps(state, block, placement.cv - self.rules.units.lowest[block] + 1)
                effects.place(state, block, side, self.rules.board.map.hex(placement.place))
            else:
                effects.place(state, block, side, ELIMINATED)
            effects.show_place(state, block)

    def why_not(self, state: EastFrontState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        if not isinstance(action, Deploy):
            return None
        problems = self.rules.set_up.problems(state, side, action.placements)
        return Refusal(problems[0].clause, "deployment", {"problems": problems}) if problems else None
