"""What EastFront's steps share."""

from __future__ import annotations

from typing import ClassVar

from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side
from blockfront.core.steps import Step
from blockfront.games.eastfront.events import PhaseBegan
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import COMMAND, PRODUCTION, SUPPLY, EastFrontState
from blockfront.games.eastfront.steps.losses import stand_up


class EastFrontStep(Step[EastFrontState]):
    """A step of EastFront. It knows the rules and the other steps; its frame on the stack holds its numbers."""

    clause: ClassVar[str] = ""  # the clause that its prompt cites

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("EF-8.1a", "EF-0.2c", "EF-11.1b", "EF-R51")
    def begin_phase(self, state: EastFrontState, phase: int, events: list[Event]) -> None:
        """Begin a phase: hex control is determined again, and units that have left their battle are hidden again."""
        state.phase = phase
        state.answers = {}
        self.rules.control.fix(state, events)
        stand_up(self.rules, state)
        if phase in (COMMAND, SUPPLY, PRODUCTION):
            self.rules.production.determine_levels(state)
        events.append(PhaseBegan(phase=phase, side=state.active, month=state.month, half=state.half))

    def prompt(self, state: EastFrontState, frame: Frame, side: Side) -> Prompt:
        return Prompt(message=type(self).__name__, clause=self.clause)


class ActiveStep(EastFrontStep):
    """A step in which the active player decides."""

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        return ALONE[state.active]


class ChanceStep(EastFrontStep):
    """A step decided by chance: dice or a shuffle."""

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        return CHANCE_ALONE
