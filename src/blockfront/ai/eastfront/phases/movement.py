"""The Movement Phases: plans the moves of commanded units, then moves on the headquarters that are no longer needed."""

from __future__ import annotations

from typing import NamedTuple

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal, Strike
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.planning.planner import Planner, PlanStep
from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import EndPhase, Mobilise, Move, mover
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import BLITZ, COMBAT, MOVEMENT, NO_HEX, ORDERS, EastFrontState
from blockfront.hexes.grid import HexSet

WORTH_MOVING = 0.1  # gain for which a headquarters gives up its support to move
WORTH_LEAVING = 1.0  # the same for the supreme headquarters, which commands everywhere from where it is
SAFE = 3  # hexes from the enemy at which it stays where it is


def strikes_of(rules: Rules, state: EastFrontState, hqs: list[int]) -> tuple[Strike, ...]:
    """Lists the air strikes of headquarters, strongest first."""
    found = [
        Strike(state.location[hq], rules.air.range(state, hq), rules.air.dice(state, hq))
        for hq in hqs
        if state.location[hq] >= 0 and rules.air.dice(state, hq) > 0
    ]
    return tuple(sorted(found, key=lambda strike: (-strike.dice, strike.hex)))


def second_zone(rules: Rules, state: EastFrontState, hq: int, hex_: int | None = None) -> HexSet:
    """Returns the zone a headquarters supports in the second half of its blitz, one step weaker, here or in another hex."""
    later = state.copy()
    if hex_ is not None:
        effects.place(later, hq, rules.units.side[hq], hex_)
    later.steps[hq] -= 1
    return rules.headquarters.support_zone(later, hq)


class Orders(NamedTuple):
    """The orders of a Movement Phase: actions in order, the plan's steps behind them, and the position they lead to."""

    actions: list[Action]
    steps: list[PlanStep]
    score: float
    state: EastFrontState
    appraisal: Appraisal


class Mover:
    """Plans the moves of a phase on the known state, or on one imagined to follow from it."""

    def __init__(self, knowledge: Knowledge, ground: Ground, state: EastFrontState | None = None) -> None:
        self.knowledge, self.ground, self.rules = knowledge, ground, knowledge.rules
        self.state, self.side = state or knowledge.state, knowledge.side

    def appraisal(self, hqs: list[int]) -> Appraisal:
        """Returns an appraisal of the position with the support and air strikes of these headquarters."""
        support: HexSet = 0
        blitz: HexSet = 0
        paying = dict.fromkeys(hqs, 1)
        for hq in hqs:
            zone = self.rules.headquarters.support_zone(self.state, hq)
            support |= zone
            if self.state.command[hq] & ORDERS == BLITZ and self.state.phase <= COMBAT:
                blitz |= second_zone(self.rules, self.state, hq)
                paying[hq] = 2
        return Appraisal(self.ground, support, strikes_of(self.rules, self.state, hqs), blitz, paying)

    def orders(self, avoid: HexSet = 0) -> Orders:
        """Plans the orders of a Movement Phase, without attacks on hexes in `avoid`."""
        active = self.rules.headquarters.active(self.state, self.side)
        appraisal = self.appraisal(active)
        planner = Planner(appraisal, self.state, self.state.in_command, self.state.supreme_moves, avoid)
        steps = planner.plan()
        actions = [action for step in steps for action in step.actions]
        mobile, score = self._mobilise(planner.state, active, planner.score)
        return Orders([*actions, *mobile, EndPhase()], steps, score, planner.state, appraisal)

    def _mobilise(self, planned: EastFrontState, active: list[int], score: float) -> tuple[list[Action], float]:
        """Moves headquarters that no battle needs to better places; returns these moves and the position's worth after them."""
        found: list[Action] = []
        staying = list(active)
        for hq in active:
            supreme = self.rules.units.is_supreme[hq]
            if self.state.phase == MOVEMENT and self.state.command[hq] & ORDERS == BLITZ:
                continue
            if supreme and self.ground.to_enemy[planned.location[hq]] >= SAFE:
                continue
            without = self.appraisal([other for other in staying if other != hq])
            best: tuple[float, Mobilise] | None = None
            for move in self.rules.movement.moves(planned, hq):
                trial = planned.copy()
                effects.place(trial, hq, self.side, move.to)
                worth = without.score(trial)
                if best is None or worth > best[0]:
                    best = worth, Mobilise(hq, move.to, move.exit)
            if best is not None and best[0] > score + (WORTH_LEAVING if supreme else WORTH_MOVING):
                staying.remove(hq)
                score = best[0]
                found.append(best[1])
                effects.place(planned, hq, self.side, best[1].to)
        return found, score


def best_way_out(knowledge: Knowledge, ground: Ground, moves: list[Action]) -> Action:
    """Chooses the move to the best position among those that leave a hex, such as a rearguard's or one out of a crowd."""
    mover = Mover(knowledge, ground)
    appraisal = mover.appraisal(mover.rules.headquarters.active(mover.state, mover.side))
    best: tuple[float, Action] | None = None
    for move in moves:
        trial = mover.state.copy()
        block, to = getattr(move, "block", getattr(move, "hq", NO_HEX)), getattr(move, "to", NO_HEX)
        effects.place(trial, block, mover.side, to)
        worth = appraisal.score(trial)
        if best is None or worth > best[0]:
            best = worth, move
    assert best is not None
    return best[1]


def out_of_crowds(state: EastFrontState, crowded: HexSet, legal: list[Action]) -> list[Action]:
    """Lists orders that take a unit out of an overfull hex: marches without a fight if there are any."""
    leaving = [order for order in legal if crowded >> state.location[mover(order)] & 1]
    marches = [order for order in leaving if isinstance(order, Move) and order.entry == NO_HEX]
    return list(marches) or leaving or legal
