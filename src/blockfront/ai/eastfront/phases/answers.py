"""Small decisions outside the main phases: satellites, fortress supply, overcrowding, the plain beyond the map, the Beachhead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import Defect, DeployBeachhead, Overcrowd, Surrender, Sustain, TakeOff


def answer(knowledge: Knowledge, legal: list[Action]) -> Action | None:
    """Returns the answer to a small decision; None if it is not one."""
    step, value, life = knowledge.step, knowledge.value, knowledge.life
    rules: tuple[tuple[type[Action], Callable[[Any], tuple[float, ...]]], ...] = (
        (Surrender, lambda action: (1.0,)),
        (DeployBeachhead, lambda action: (1.0,)),
        (Defect, lambda action: (value[action.block], -action.block)),
        (Sustain, lambda action: (step[action.block], life[action.block], -action.block)),
        (Overcrowd, lambda action: (value[action.block] > 1, -step[action.block], -action.block)),
        (TakeOff, lambda action: (-step[action.block] * value[action.block], -action.block)),
    )
    for kind, merit in rules:
        offered = [action for action in legal if isinstance(action, kind)]
        if offered:
            return max(offered, key=merit)
    return None
