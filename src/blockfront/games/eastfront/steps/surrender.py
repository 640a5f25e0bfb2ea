"""Section 16.1: satellites sue for peace."""

from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import CHANCE_ALONE, Side
from blockfront.games.eastfront.actions import Defect, EndPhase, Surrender
from blockfront.games.eastfront.events import Surrendered
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.steps.base import ActiveStep
from blockfront.games.eastfront.steps.losses import reveal

NO_NATION = -1


class SurrenderRolls(ActiveStep):
    """The Soviets roll for surrenders as their Supply Phase begins.

    Frame: (number, bit per nation rolled for, nation being rolled for).
    """

    clause = "EF-16.1b"

    @rule("EF-16.1b", "EF-4.46b")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        if frame[2] != NO_NATION or self._left(state, frame):
            return True
        self.done(state)
        return False

    def _left(self, state: EastFrontState, frame: Frame) -> list[int]:
        return [nation for nation in self.rules.satellites.may_sue(state) if not frame[1] >> nation & 1]

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        return super().to_act(state, frame) if frame[2] == NO_NATION else CHANCE_ALONE

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Listed((EndPhase(), *(Surrender(nation) for nation in self._left(state, frame))))

    @rule("EF-R19")
    def chance(self, state: EastFrontState, frame: Frame) -> Chance:
        return Dice(self.rules.tables.numbers.surrender_dice)

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        _, rolled, nation = frame
        if isinstance(action, EndPhase):
            self.done(state)
        elif isinstance(action, Surrender):
            self.set_frame(state, rolled, action.nation)
        else:
            assert isinstance(action, Roll)
            self.set_frame(state, rolled | 1 << nation, NO_NATION)
            self._roll(state, nation, action.faces, events)

    @rule("EF-16.1c")
    def _roll(self, state: EastFrontState, nation: int, faces: tuple[int, ...], events: list[Event]) -> None:
        needed = self.rules.satellites.surrender_number(state, nation)
        succeeded = sum(faces) < needed
        events.append(Surrendered(nation=nation, faces=faces, needed=needed, succeeded=succeeded))
        if succeeded:
            reveal(state, self.rules.satellites.in_arms(state, nation), events)
            self.call(state, Defection, nation)


class Defection(ActiveStep):
    """The Soviets choose the unit that changes sides; the nation's other units are gone. Frame: (number, nation)."""

    clause = "EF-16.1f"

    @rule("EF-16.1d", "EF-16.1f")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.satellites.defectors(state, frame[1]):
            return True
        self._end(state, frame[1], events)
        return False

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Listed([Defect(block) for block in self.rules.satellites.defectors(state, frame[1])])

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Defect)
        self.rules.satellites.defect(state, action.block, events)
        self._end(state, frame[1], events)

    def _end(self, state: EastFrontState, nation: int, events: list[Event]) -> None:
        self.rules.satellites.surrender(state, nation, events)
        self.done(state)
