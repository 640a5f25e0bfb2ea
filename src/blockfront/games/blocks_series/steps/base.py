"""What the steps of a Blocks game share."""

from __future__ import annotations

from typing import ClassVar, Final

from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side, audience
from blockfront.core.steps import Step
from blockfront.games.blocks_series.events import PhaseBegan
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState


class SeriesStep(Step[SeriesState]):
    """Base class of the steps: a step knows the rules and the other steps; its frame holds its numbers."""

    clause: ClassVar[str] = ""  # what its prompt cites

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def begin_phase(self, state: SeriesState, phase: int, events: list[Event]) -> None:
        state.phase = phase
        events.append(PhaseBegan(phase=phase, side=state.active, month=state.month))

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        return Prompt(message=type(self).__name__, clause=self.clause)


class ActiveStep(SeriesStep):
    """A decision of the active player."""

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[state.active]


class ChanceStep(SeriesStep):
    """A step decided by chance: dice or a shuffle."""

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return CHANCE_ALONE


def privately(side: int) -> int:
    """The audience of an event that only its owner may know."""
    return _PRIVATELY[side]


_PRIVATELY: Final = (audience(0), audience(1))
