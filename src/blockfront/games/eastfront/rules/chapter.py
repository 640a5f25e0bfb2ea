"""What the chapters share: each is a stateless class of rule questions that can ask the other chapters."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules
    from blockfront.games.eastfront.state import EastFrontState

Answer = TypeVar("Answer")


class Chapter:
    """The questions of one chapter. Options and scenario rules are layers: subclasses that answer some of the questions differently."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board = rules.board
        self.units = rules.units
        self.order = rules.order

    def cached(self, state: EastFrontState, question: Hashable, basis: Any, work_out: Callable[[], Answer]) -> Answer:
        """The kept answer to a question if `basis` has not changed since, otherwise the answer worked out now.

        `basis` names every fact of the state the answer depends on. So an answer outlives moves that do not concern it, and
        copies of a state may share the cache whatever becomes of them: an answer that does not fit is worked out again.
        """
        known = state.answers.get(question)
        if known is None or known[0] != basis:
            known = state.answers[question] = (basis, work_out())
        answer: Answer = known[1]
        return answer
