"""Chooses headquarters to activate: plans as if all commanded everywhere, then pays for those whose part of that plan is worth it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Final, NamedTuple

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.phases.movement import Mover, Orders, strikes_of
from blockfront.ai.eastfront.planning.planner import ATTACK, RAIL, Planner, PlanStep
from blockfront.blocks import effects
from blockfront.blocks.block_state import count_at
from blockfront.core.sides import CHANCE, Side
from blockfront.games.eastfront.actions import Activate, EndPhase
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import INACTIVE, NO_HEX
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

REHEARSALS: Final = 3


class Activation(NamedTuple):
    """One way to activate a headquarters."""

    hq: int
    to: int  # NO_HEX if it stays
    hex: int  # where it commands from
    zone: HexSet
    price: float
    blitz: bool = False


class Choice(NamedTuple):
    """The result of a Command Phase; `net` is its expected gain after the cost of headquarters."""

    activations: tuple[Activate, ...]
    net: float
    orders: Orders | None
    ideal: list[PlanStep]


class Suggestions(NamedTuple):
    """Sets of activations worth rehearsing, most promising first, and the ideal plans made as if command were everywhere."""

    sets: list[tuple[Activation, ...]]
    ideal: list[PlanStep]
    bold: list[PlanStep]  # the ideal plan with every attack carried through in a blitz


def one_by_one(
    options: list[Activation], profit: Callable[[list[Activation]], float], leading: list[Activation] | None = None
) -> list[Activation]:
    """Adds headquarters one by one while each gains more than it costs; the first comes from `leading` if that is given."""
    chosen: list[Activation] = []
    reached = 0.0
    while True:
        taken = {option.hq for option in chosen}
        best: tuple[float, Activation] | None = None
        for option in options if chosen or leading is None else leading:
            if option.hq in taken:
                continue
            found = profit([*chosen, option])
            if best is None or found > best[0] + 1e-9:
                best = found, option
        if best is None or best[0] <= reached:
            return chosen
        reached = best[0]
        chosen.append(best[1])


class Commander:
    """Chooses which headquarters to activate."""

    def __init__(self, game: EastFront, knowledge: Knowledge, ground: Ground) -> None:
        self.game, self.knowledge, self.ground, self.rules = game, knowledge, ground, knowledge.rules
        self.state, self.side, self.weights = knowledge.state, knowledge.side, knowledge.weights
        self.economy = knowledge.economy
        self.idle = Appraisal(ground).score(self.state)  # worth of the position if nothing is done

    def choose(self) -> Choice:
        """Rehearses a few sets of activations that the ideal plans suggest and returns the best, which may be none."""
        suggested = self.suggestions()
        best = Choice((), 0.0, None, suggested.ideal)
        for chosen in suggested.sets[:REHEARSALS]:
            choice = self.rehearse(chosen, suggested.ideal)
            if choice.net > best.net:
                best = choice
        return best

    def suggestions(self) -> Suggestions:
        """Returns sets of activations worth rehearsing, and the ideal plans they come from."""
        options = self.options
        if not options:
            return Suggestions([], [], [])
        plain = [option for option in options if not option.blitz]
        ideal = self.ideal_plan(options)
        cover = self.cover(plain, ideal)
        bold_plan = self.bold_ideal_plan(options, ideal)
        bold = self.cover(options, bold_plan, [option for option in options if option.blitz])
        found = [bold, cover, self._with_supreme(plain, bold), cover[:1], bold[:1], cover[:-1], bold[:-1]]
        return Suggestions(list(dict.fromkeys(tuple(sorted(chosen)) for chosen in found if chosen)), ideal, bold_plan)

    def _with_supreme(self, options: list[Activation], chosen: list[Activation]) -> list[Activation]:
        """Returns a set with the supreme headquarters added, or removed if it was in it."""
        is_supreme = self.rules.units.is_supreme
        without = [option for option in chosen if not is_supreme[option.hq]]
        return without if len(without) < len(chosen) else [*chosen, *(option for option in options if is_supreme[option.hq])]

    def rehearse(self, chosen: Sequence[Activation], ideal: list[PlanStep], avoid: HexSet = 0) -> Choice:
        """Activates headquarters on a copy of the state and plans the Movement Phase that follows."""
        activations = tuple(Activate(option.hq, option.blitz, option.to) for option in chosen)
        state = self.state.copy()
        for action in (*activations, EndPhase()):
            self.game.apply(state, action, Side(self.side))
            while CHANCE in self.game.to_act(state):
                self.game.apply(state, self.game.chance(state).sample(Random(0)), CHANCE)
        orders = Mover(self.knowledge, self.ground, state).orders(avoid)
        price = sum(option.price for option in chosen)
        return Choice(activations, orders.score - self.idle - price, orders, ideal)

    # ---- options

    @cached_property
    def options(self) -> list[Activation]:
        """All ways to activate a headquarters in this Command Phase."""
        found = []
        for hq in self.rules.units.hqs[self.side]:
            if self.state.location[hq] < 0 or self.state.command[hq] != INACTIVE:
                continue
            found += self._options_of(hq)
        return found

    def _options_of(self, hq: int) -> list[Activation]:
        rules, state = self.rules, self.state
        value = rules.headquarters.value(state, hq)
        effective = rules.headquarters.effective_value(state, hq)
        supreme = rules.units.is_supreme[hq]
        if value < 1 or effective < (1 if supreme else 0):
            return []
        if supreme:
            return [Activation(hq, NO_HEX, state.location[hq], 0, self.weights.supreme_price[value] * self.economy.factor(hq))]
        price = self.weights.step_price[value] * self.economy.factor(hq)
        found = []
        for to in (NO_HEX, *members(rules.headquarters.deploy_hexes(state, hq))):
            hex_ = state.location[hq] if to == NO_HEX else to
            full = count_at(state, hex_, self.side) >= rules.board.stacking[hex_]
            if to != NO_HEX and (self.ground.to_enemy[hex_] <= self._exposed or full):
                continue
            trial = state.copy()
            effects.place(trial, hq, self.side, hex_)
            zone, cost = rules.headquarters.zone(trial, hq), price + (0.05 if to != NO_HEX else 0.0)
            found.append(Activation(hq, to, hex_, zone, cost))
            if value > 1:
                again = self.weights.blitz_price[value] * (1.0 + self.economy.factor(hq)) / 2
                found.append(Activation(hq, to, hex_, zone, cost + again, True))
        return found

    @property
    def _exposed(self) -> int:
        """The distance from the enemy that headquarters avoid: next to him, unless places decide and nothing else counts any more."""
        worth = self.knowledge.worth
        return 0 if worth.deciding and not worth.months else 1

    # ---- the ideal plan and its price

    def ideal_plan(self, options: list[Activation]) -> list[PlanStep]:
        """Plans what would be done if headquarters commanded everywhere."""
        steps = self._ideal_planner(options, 0).plan()
        self._heat(steps)
        return steps

    def attacks(self, options: list[Activation]) -> list[PlanStep]:
        """Plans only the battles that would be begun if headquarters commanded everywhere."""
        planner = self._ideal_planner(options, 0)
        planner.attack()
        return planner.steps

    def bold_ideal_plan(self, options: list[Activation], ideal: list[PlanStep]) -> list[PlanStep]:
        """Returns the ideal plan with every attack carried through in a blitz."""
        planner = self._ideal_planner(options, self.rules.board.playable)
        planner.attack()
        self._heat(planner.steps)
        return [*planner.steps, *(step for step in ideal if step.kind != ATTACK)]

    def _heat(self, steps: list[PlanStep]) -> None:
        """Marks the hexes of attacks that would pay, so that headquarters are placed near them."""
        for step in steps:
            if step.kind == ATTACK:
                self.ground.hot[step.hex] = max(step.gain, self.ground.hot.get(step.hex, 0.0))

    def _ideal_planner(self, options: list[Activation], blitz: HexSet) -> Planner:
        hqs = sorted({option.hq for option in options})
        moves = sum(self._supreme_moves(hq) for hq in hqs if self.rules.units.is_supreme[hq])
        everywhere = self.rules.board.playable
        appraisal = Appraisal(self.ground, everywhere, strikes_of(self.rules, self.state, hqs), blitz)
        return Planner(appraisal, self.state, everywhere, moves)

    def _supreme_moves(self, hq: int) -> int:
        return self.rules.tables.numbers.supreme_moves_per_value * max(0, self.rules.headquarters.effective_value(self.state, hq))

    def cover(self, options: list[Activation], ideal: list[PlanStep], leading: list[Activation] | None = None) -> list[Activation]:
        """Returns the headquarters whose part of an ideal plan is worth their steps; the first from `leading` if that is given."""
        return one_by_one(options, lambda chosen: self.worth(ideal, chosen) - sum(option.price for option in chosen), leading)

    def worth(self, ideal: list[PlanStep], chosen: list[Activation]) -> float:
        """Returns how much of an ideal plan's gain the chosen activations make possible."""
        zone = 0
        for option in chosen:
            zone |= option.zone
        supreme = sum(self._supreme_moves(option.hq) for option in chosen if self.rules.units.is_supreme[option.hq])
        total = 0.0
        for step in ideal:
            share, needed = self._share(step, zone, supreme)
            total += share * step.gain
            supreme -= needed
        return total

    def _share(self, step: PlanStep, zone: HexSet, supreme: int) -> tuple[float, int]:
        """Returns the share of a plan's step that available command allows, and the Supreme Moves it takes."""
        if step.kind == RAIL:
            return (1.0, 1) if supreme >= 1 else (0.0, 0)
        within = (step.origins & zone).bit_count()
        outside = step.origins.bit_count() - within
        carried = min(outside, supreme)
        share = (within + carried) / max(1, within + outside)
        if step.kind == ATTACK:
            share = share**2 if zone >> step.hex & 1 else 0.0
        return share, carried if share else 0
