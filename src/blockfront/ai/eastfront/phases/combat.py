"""The Combat Phases: air strikes, which battles to fight, and which units take the losses."""

from __future__ import annotations

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import EndPhase, Fight, Repulse, Resolve, Strike, TakeLoss

WORTH_A_STRIKE = 0.02


def assign_strikes(knowledge: Knowledge, appraisal: Appraisal, legal: list[Action]) -> Action:
    """Returns the air strike that improves a battle most, or the end of the phase if none does."""
    rules, state = knowledge.rules, knowledge.state
    mandatory = rules.battles.mandatory(state)
    best: tuple[float, Action] = (WORTH_A_STRIKE, EndPhase())
    for action in legal:
        if not isinstance(action, Strike):
            continue
        without = appraisal.exchange(state, action.hex, 0)
        struck = appraisal.exchange(state, action.hex, rules.air.dice(state, action.hq))
        if not struck.fought and not mandatory >> action.hex & 1:
            continue
        gain = struck.worth(knowledge.weights.reply) - without.worth(knowledge.weights.reply)
        if gain > best[0] + 1e-9:
            best = gain, action
    return best[1]


def choose_battles(knowledge: Knowledge, appraisal: Appraisal, legal: list[Action]) -> Action:
    """Returns a battle worth fighting a round of, or the end of the choice."""
    struck = {hex_: knowledge.rules.air.dice(knowledge.state, hq) for hq, hex_ in knowledge.state.strikes}
    for action in legal:
        if isinstance(action, Fight) and appraisal.exchange(knowledge.state, action.hex, struck.get(action.hex, 0)).fought:
            return action
    return EndPhase()


def resolve(legal: list[Action]) -> Action:
    return next(action for action in legal if isinstance(action, Resolve))


def take_loss(knowledge: Knowledge, legal: list[Action]) -> Action:
    """Among the units offered for a loss, chooses the one that is missed least."""
    losses = [action for action in legal if isinstance(action, TakeLoss)]
    return min(losses, key=lambda action: (_missed(knowledge, action.block), action.block))


def go_back(knowledge: Knowledge, legal: list[Action]) -> Action:
    """Among the units offered for a repulse, chooses the one with the least firepower."""
    back = [action for action in legal if isinstance(action, Repulse)]
    return min(back, key=lambda action: (knowledge.offence[action.block], action.block))


def _missed(knowledge: Knowledge, block: int) -> float:
    last = knowledge.state.steps[block] == 1
    return knowledge.step[block] + (knowledge.life[block] if last else 0.0)
