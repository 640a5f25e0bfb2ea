"""Which headquarters to activate: a plan is made as if all could command, and those are paid for whose part of it is worth a step."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from blockfront.ai.titles.eastfront.appraisal import Appraisal
from blockfront.ai.titles.eastfront.ground import Ground
from blockfront.ai.titles.eastfront.knowledge import Knowledge
from blockfront.ai.titles.eastfront.movement import Mover, Orders, strikes_of
from blockfront.ai.titles.eastfront.planner import ATTACK, RAIL, Planner, PlanStep
from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED, count_at
from blockfront.core.sides import CHANCE, Side
from blockfront.games.eastfront.actions import Activate, EndPhase
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import INACTIVE, MOVED, NO_HEX, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

REHEARSALS: Final = 3
LIKELY: Final = 0.5  # chance from which on a battle is taken for won


class Option(NamedTuple):
    """A way to activate a headquarters."""

    hq: int
    to: int  # NO_HEX where it stays
    hex: int  # where it commands from
    zone: HexSet
    price: float


class Choice(NamedTuple):
    """What the Command Phase comes to; `net` is what is expected of it, headquarters paid."""

    activations: tuple[Activate, ...]
    net: float
    orders: Orders | None
    dreamt: list[PlanStep]


class Commander:
    def __init__(self, game: EastFront, knowledge: Knowledge, ground: Ground) -> None:
        self.game, self.knowledge, self.ground, self.rules = game, knowledge, ground, knowledge.rules
        self.state, self.side, self.weights = knowledge.state, knowledge.side, knowledge.weights
        self.idle = Appraisal(ground).score(self.state)  # what the position is worth if nothing is done

    def choose(self) -> Choice:
        """The activations to be made: the best of a few sets that the dream suggests, as a rehearsal bears them out."""
        options = self.options()
        best = Choice((), 0.0, None, [])
        if not options:
            return best
        dreamt = self.dream(options)
        best = best._replace(dreamt=dreamt)
        for chosen in self.suggestions(options, dreamt)[:REHEARSALS]:
            choice = self.rehearse(chosen, dreamt)
            if choice.net > best.net:
                best = choice
        return self.with_blitz(best)

    def suggestions(self, options: list[Option], dreamt: list[PlanStep]) -> list[tuple[Option, ...]]:
        """Sets of activations worth a rehearsal, the likeliest first."""
        cover = self.cover(options, dreamt)
        supreme = next((option for option in options if self.rules.units.is_supreme[option.hq]), None)
        singles = sorted(options, key=lambda option: option.price - self.worth(dreamt, [option]))
        found = [cover, cover[:-1]]
        if supreme is not None:
            found.append([option for option in cover if option != supreme] if supreme in cover else [*cover, supreme])
        found += [singles[:1], cover[1:]]
        return list(dict.fromkeys(tuple(sorted(chosen)) for chosen in found if chosen))

    def rehearse(self, chosen: Sequence[Option], dreamt: list[PlanStep], avoid: HexSet = 0) -> Choice:
        """Activate in imagination and plan the Movement Phase that follows."""
        activations = tuple(Activate(option.hq, False, option.to) for option in chosen)
        state = self.state.copy()
        for action in (*activations, EndPhase()):
            self.game.apply(state, action, Side(self.side))
            while CHANCE in self.game.to_act(state):
                self.game.apply(state, self.game.chance(state).sample(Random(0)), CHANCE)
        orders = Mover(self.knowledge, self.ground, state).orders(avoid)
        price = sum(option.price for option in chosen)
        return Choice(activations, orders.score - self.idle - price, orders, dreamt)

    # ---- blitz

    def with_blitz(self, choice: Choice) -> Choice:
        """Headquarters whose second phase promises more than the second step costs go through with a blitz."""
        if choice.orders is None:
            return choice
        profits = {action.hq: self._second_phase(choice.orders, action) for action in choice.activations}
        bold = frozenset(hq for hq, profit in profits.items() if profit > 0)
        if not bold:
            return choice
        activations = tuple(Activate(action.hq, action.hq in bold, action.to) for action in choice.activations)
        return choice._replace(activations=activations, net=choice.net + sum(profits[hq] for hq in bold))

    def _second_phase(self, orders: Orders, action: Activate) -> float:
        """What a headquarters could still direct after the first battles, as they are expected to end, less the step it costs."""
        hq = action.hq
        value = self.rules.headquarters.value(self.state, hq)
        if value < 2 or self.rules.units.is_supreme[hq]:
            return 0.0
        state = self._after_battles(orders)
        effects.place(state, hq, self.side, self.state.location[hq] if action.to == NO_HEX else action.to)
        state.steps[hq] -= 1
        zone = self.rules.headquarters.zone(state, hq)
        quiet = Appraisal(self.ground).score(state)
        appraisal = Appraisal(self.ground, zone, strikes_of(self.rules, state, [hq]))
        planner = Planner(appraisal, state, zone, 0)
        planner.plan()
        return planner.score - quiet - self.weights.blitz_price[value]

    def _after_battles(self, orders: Orders) -> EastFrontState:
        """Battles that will probably be won are over; the others stand."""
        state = orders.state.copy()
        appraisal = orders.appraisal
        hexes = members(state.occupied[0] & state.occupied[1])
        air = appraisal.air(hexes)
        for hex_ in hexes:
            exchange = appraisal.exchange(orders.state, hex_, air.get(hex_, 0))
            if exchange.odds is not None and exchange.fought and exchange.odds.cleared > LIKELY:
                for block in list(self.rules.battles.units_of(state, hex_, 1 - self.side)):
                    effects.place(state, block, 1 - self.side, ELIMINATED)
        self.rules.control.determine(state)
        state.new_battles = 0
        state.crossings.clear()
        for block in self.rules.order.of_side[self.side]:
            state.flags[block] &= ~MOVED
            state.entered_from[block] = NO_HEX
        return state

    # ---- options

    def options(self) -> list[Option]:
        found = []
        for hq in self.rules.units.hqs[self.side]:
            if self.state.location[hq] < 0 or self.state.command[hq] != INACTIVE:
                continue
            found += self._options_of(hq)
        return found

    def _options_of(self, hq: int) -> list[Option]:
        rules, state = self.rules, self.state
        value = rules.headquarters.value(state, hq)
        effective = rules.headquarters.effective_value(state, hq)
        supreme = rules.units.is_supreme[hq]
        if value < 1 or effective < (1 if supreme else 0):
            return []
        if supreme:
            return [Option(hq, NO_HEX, state.location[hq], 0, self.weights.supreme_price[value])]
        price = self.weights.step_price[value]
        found = []
        for to in (NO_HEX, *members(rules.headquarters.deploy_hexes(state, hq))):
            hex_ = state.location[hq] if to == NO_HEX else to
            if to != NO_HEX and (self.ground.to_enemy[hex_] <= 1 or count_at(state, hex_, self.side) >= rules.board.stacking[hex_]):
                continue
            trial = state.copy()
            effects.place(trial, hq, self.side, hex_)
            found.append(Option(hq, to, hex_, rules.headquarters.zone(trial, hq), price + (0.05 if to != NO_HEX else 0.0)))
        return found

    # ---- the dream and its price

    def dream(self, options: list[Option]) -> list[PlanStep]:
        """What would be done if headquarters commanded everywhere."""
        hqs = sorted({option.hq for option in options})
        moves = sum(self._supreme_moves(hq) for hq in hqs if self.rules.units.is_supreme[hq])
        everywhere = self.rules.board.playable
        appraisal = Appraisal(self.ground, everywhere, strikes_of(self.rules, self.state, hqs))
        steps = Planner(appraisal, self.state, everywhere, moves).plan()
        self.ground.hot = {step.hex: step.gain for step in steps if step.kind == ATTACK}
        return steps

    def _supreme_moves(self, hq: int) -> int:
        return self.rules.tables.numbers.supreme_moves_per_value * max(0, self.rules.headquarters.effective_value(self.state, hq))

    def cover(self, options: list[Option], dreamt: list[PlanStep]) -> list[Option]:
        """Headquarters one after the other, as long as one adds more than it costs."""
        chosen: list[Option] = []
        worth = 0.0
        while True:
            taken = {option.hq for option in chosen}
            best: tuple[float, Option] | None = None
            for option in options:
                if option.hq in taken:
                    continue
                profit = self.worth(dreamt, [*chosen, option]) - worth - option.price
                if best is None or profit > best[0] + 1e-9:
                    best = profit, option
            if best is None or best[0] <= 0:
                return chosen
            chosen.append(best[1])
            worth = self.worth(dreamt, chosen)

    def worth(self, dreamt: list[PlanStep], chosen: list[Option]) -> float:
        zone = 0
        for option in chosen:
            zone |= option.zone
        supreme = sum(self._supreme_moves(option.hq) for option in chosen if self.rules.units.is_supreme[option.hq])
        total = 0.0
        for step in dreamt:
            share, needed = self._share(step, zone, supreme)
            total += share * step.gain
            supreme -= needed
        return total

    def _share(self, step: PlanStep, zone: HexSet, supreme: int) -> tuple[float, int]:
        """How much of a step can be done with what is commanded, and the Supreme Moves that takes."""
        if step.kind == RAIL:
            return (1.0, 1) if supreme >= 1 else (0.0, 0)
        within = (step.origins & zone).bit_count()
        outside = step.origins.bit_count() - within
        carried = min(outside, supreme)
        share = (within + carried) / max(1, within + outside)
        if step.kind == ATTACK:
            share = share**2 if zone >> step.hex & 1 else 0.0
        return share, carried if share else 0
