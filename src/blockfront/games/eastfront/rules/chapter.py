"""What the chapters share: each is a stateless class of questions that can reach the other chapters."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules
    from blockfront.games.eastfront.state import EastFrontState

Answer = TypeVar("Answer")


class Chapter:
    """Questions of one chapter. Layers (options, scenario rules) subclass chapters and answer some of them differently."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board = rules.board
        self.units = rules.units
        self.order = rules.order

    def cached(self, state: EastFrontState, question: Hashable, basis: Any, work_out: Callable[[], Answer]) -> Answer:
        """The answer to a question that was worked out before from the same facts, or now.

        `basis` names every fact of the state the answer depends on. So an answer outlives moves that do not concern it, and
        copies of a state may share the cache whatever becomes of them: what does not fit is worked out anew.
        """
        known = state.answers.get(question)
        if known is None or known[0] != basis:
            known = state.answers[question] = (basis, work_out())
        answer: Answer = known[1]
        return answer
