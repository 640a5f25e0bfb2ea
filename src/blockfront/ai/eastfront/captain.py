"""The captain: plans each phase from its side's view by comparing the positions that plans lead to."""

from __future__ import annotations

from random import Random
from typing import Any

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.weights import DEFAULT, Weights
from blockfront.ai.eastfront.phases import combat
from blockfront.ai.eastfront.phases.answers import answer
from blockfront.ai.eastfront.phases.deployment import Deployer
from blockfront.ai.eastfront.phases.movement import Mover, best_way_out, out_of_crowds
from blockfront.ai.eastfront.phases.production import Quartermaster
from blockfront.ai.eastfront.planning.command import Choice, Commander
from blockfront.ai.eastfront.planning.explanation import Explainer
from blockfront.ai.intentions import Intention, Intentions
from blockfront.ai.player import Budget, Decision
from blockfront.ai.search_budget import TurnClock
from blockfront.ai.thoughts import Thoughts, thought
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.games.eastfront.actions import BuildCadre, Deploy, EndPhase, FireAll, Rearguard, Repulse, TakeLoss
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import BLITZ_MOVEMENT, MOVEMENT, EastFrontState
from blockfront.games.eastfront.steps.combat import AssignStrikes, ChooseBattles, ResolveBattles
from blockfront.games.eastfront.steps.command import CommandPhase
from blockfront.games.eastfront.steps.deployment import Deployment
from blockfront.games.eastfront.steps.movement import MovementPhase
from blockfront.games.eastfront.steps.production import ProductionPhase
from blockfront.games.eastfront.steps.retreat import Rearguards


class Captain:
    """Stores the rest of a phase's plan under the view expected next; an unexpected view means planning again."""

    def __init__(self, weights: Weights = DEFAULT) -> None:
        self.weights = weights
        self._intentions = Intentions()
        self._clock = TurnClock()

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
        """Returns the next action of the stored plan, or the first of a new one."""
        assert isinstance(game, EastFront)
        side = Side(view.viewer)
        self._clock.start(view.turn)
        try:
            state = game.guess(view, rng)
            intention = self._intentions.recall(game, view)
            if intention is None:
                knowledge = Knowledge(game.rules, state, side, self.weights)
                intention = self._think(game, knowledge, view, self._clock.left(budget), rng)
            return self._intentions.decision(game, state, side, intention, lambda legal: self._safe(game, state, side, legal))
        finally:
            self._clock.stop()

    def _safe(self, game: EastFront, state: EastFrontState, side: Side, legal: list[Action]) -> Action:
        """Chooses an action when no plan is left; if an overfull hex keeps the phase from ending, it moves a unit out of it."""
        crowded = game.rules.movement.crowded(state, side) if state.phase in (MOVEMENT, BLITZ_MOVEMENT) else 0
        if EndPhase() in legal or not crowded:
            return _fallback(legal)
        knowledge = Knowledge(game.rules, state, side, self.weights)
        return best_way_out(knowledge, Ground(knowledge), out_of_crowds(state, crowded, legal))

    # ---- thinking

    def _think(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        top = game.stack.top(knowledge.state)
        assert top is not None
        step = top[0]
        legal = game.legal(knowledge.state, Side(knowledge.side))
        if isinstance(step, Deployment):
            placements, reason = Deployer(game, knowledge.state, knowledge.side, self.weights).best(rng)
            return Intention((Deploy(placements),), reason)
        if isinstance(step, ProductionPhase):
            return self._produce(game, knowledge)
        if isinstance(step, CommandPhase):
            return self.command(game, knowledge, view, budget, rng)
        if isinstance(step, MovementPhase):
            return self.move(game, knowledge, view, budget, rng)
        return self._react(game, knowledge, step, list(legal))

    def command(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        """Chooses the headquarters to activate, with the moves planned for them."""
        choice = Commander(game, knowledge, Ground(knowledge)).choose()
        return intention(choice, Explainer(knowledge).command(choice))

    def move(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        """Plans the moves of a Movement Phase."""
        orders = Mover(knowledge, Ground(knowledge)).orders()
        return Intention(tuple(orders.actions), Explainer(knowledge).movement(orders))

    def _produce(self, game: EastFront, knowledge: Knowledge) -> Intention:
        """Returns all purchases of a month, each chosen in the state that the earlier ones leave."""
        side = Side(knowledge.side)
        ground, state = Ground(knowledge), knowledge.state.copy()
        bought: list[Action] = []
        while not bought or not isinstance(bought[-1], EndPhase):
            knowledge.state = state
            begun = any(isinstance(action, BuildCadre) for action in bought)
            bought.append(Quartermaster(knowledge, ground, begun=begun).choose(list(game.legal(state, side))))
            if not isinstance(bought[-1], EndPhase):
                game.apply(state, bought[-1], side)
        return Intention(tuple(bought), Explainer(knowledge).production(bought))

    def _react(self, game: EastFront, knowledge: Knowledge, step: object, legal: list[Action]) -> Intention:
        if len(legal) == 1:
            return Intention((legal[0],), thought("no_choice"))
        explainer = Explainer(knowledge)
        if isinstance(step, AssignStrikes):
            return Intention((combat.assign_strikes(knowledge, self._appraisal(knowledge), legal),), explainer.battles())
        if isinstance(step, ChooseBattles):
            return Intention((combat.choose_battles(knowledge, self._appraisal(knowledge), legal),), explainer.battles())
        if isinstance(step, ResolveBattles):
            return Intention((combat.resolve(legal),), thought("one_by_one"))
        if isinstance(step, Rearguards):
            return Intention((self._leave(knowledge, legal),), thought("leave_battle"))
        if FireAll() in legal:
            return Intention((FireAll(),), thought("best_shots"))
        if isinstance(legal[0], TakeLoss):
            return Intention((combat.take_loss(knowledge, legal),), thought("least_loss"))
        if isinstance(legal[0], Repulse):
            return Intention((combat.go_back(knowledge, legal),), thought("least_fire"))
        found = answer(knowledge, legal)
        return Intention((found or _fallback(legal),), thought("as_usual"))

    def _leave(self, knowledge: Knowledge, legal: list[Action]) -> Action:
        if isinstance(legal[0], Rearguard):
            return legal[0]
        return best_way_out(knowledge, Ground(knowledge), legal)

    def _appraisal(self, knowledge: Knowledge) -> Appraisal:
        mover = Mover(knowledge, Ground(knowledge))
        return mover.appraisal(knowledge.rules.headquarters.active(knowledge.state, knowledge.side))


def intention(choice: Choice, explanation: Thoughts) -> Intention:
    """Returns the activations, then the end of the Command Phase, then the moves planned with them."""
    moves = choice.orders.actions if choice.orders else []
    return Intention((*choice.activations, EndPhase(), *moves), explanation)


def _fallback(legal: list[Action]) -> Action:
    """Ends the phase if allowed, which is always safe; otherwise takes the first legal action."""
    return EndPhase() if EndPhase() in legal else legal[0]
