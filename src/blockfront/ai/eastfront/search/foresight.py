"""Foresees what a plan is worth after the enemy's answer: battles end as expected and the enemy plans as a captain would.

The hidden enemy is a plausible guess: headquarters stand behind the front and may have recovered since they were seen, and strengths
are about what the scenario began with.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal, Exchange
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.outlook import EVEN, advantage, likely_steps
from blockfront.ai.eastfront.evaluation.weights import DEFAULT
from blockfront.ai.eastfront.phases.movement import Mover, Orders
from blockfront.ai.eastfront.planning.command import Commander
from blockfront.blocks import effects
from blockfront.blocks.battle_odds.one_round import rolled
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import (
    ACTIVE,
    BLITZ,
    BLITZ_MOVEMENT,
    COMMAND,
    INACTIVE,
    MOVED,
    MOVEMENT,
    NO_HEX,
    REARGUARD,
    STRATEGIC,
    UNSUPPLIED,
    EastFrontState,
)
from blockfront.hexes.hexset import members

GOING_ON: Final = 0.5  # share of their promise that unfinished battles count for
WON: Final = 0.5  # chance from which a battle counts as won
BEHIND: Final = range(2, 5)  # hexes from the front at which hidden headquarters are assumed


def imagine(knowledge: Knowledge, rng: Random) -> EastFrontState:
    """Returns the known state with a plausible hidden enemy instead of the guessed one."""
    rules, state = knowledge.rules, knowledge.state.copy()
    units, enemy = rules.units, knowledge.enemy
    hidden = [b for b in rules.order.of_side[enemy] if state.location[b] >= 0 and not knowledge.known[b]]
    far = Ground(Knowledge(rules, state, enemy, knowledge.weights)).to_enemy  # from the enemy's side: distance to ours
    for hq in [b for b in hidden if units.is_hq[b] and far[state.location[b]] not in BEHIND]:
        others = [b for b in hidden if not units.is_hq[b] and far[state.location[b]] in BEHIND and not units.is_satellite[b]]
        if others:
            _swap(state, hq, rng.choice(others), enemy)
    for hq in [b for b in units.hqs[enemy] if state.location[b] >= 0 and not state.face_up >> b & 1]:
        state.steps[hq] = rng.choice(likely_steps(knowledge, hq))
    for block in [b for b in hidden if not units.is_hq[b]]:
        value = knowledge.value[block] + rng.choice((-1, 0, 0, 0, 1))
        state.steps[block] = min(units.full[block], max(1, value - units.lowest[block] + 1))
    return state


def _swap(state: EastFrontState, first: int, second: int, side: int) -> None:
    here, there = state.location[first], state.location[second]
    effects.place(state, first, side, there)
    effects.place(state, second, side, here)
    state.flags[first], state.flags[second] = state.flags[second], state.flags[first]


class Foresight:
    """Plays one side's plans through an imagined enemy's next turn, and first through a second own turn if the weather may allow it."""

    def __init__(self, game: EastFront, knowledge: Knowledge, rng: Random, *, odd: bool = False) -> None:
        """`odd` says which of the last month's two possible weathers its second Fortnight has."""
        self.odd = odd
        self.game, self.rules, self.knowledge = game, game.rules, knowledge
        self.side, self.enemy = knowledge.side, knowledge.enemy
        self.bold = msgspec.structs.replace(knowledge.weights, crowd=DEFAULT.crowd, relieved=DEFAULT.relieved)  # the enemy's weights
        self.imagined = imagine(knowledge, rng)

    def value(self, after: EastFrontState, support: list[int], blitzing: Sequence[int] = ()) -> float:
        """Returns the worth of a position after one's own movement, once battles and the enemy's turn are over; command is not charged.

        Headquarters in `blitzing` lead a second movement and second battles.
        """
        state = self._with_imagined(after)
        self._fight(state, self.side, support)
        if blitzing:
            state = self._exploit(state, [hq for hq in blitzing if state.location[hq] >= 0])
        self._starve(state, self.enemy)
        haste = self.knowledge.haste
        twice = sum(EVEN * self._outcome(self._once_more(state, weather)) for weather in self.knowledge.again)
        return twice + ((1.0 - haste) * self._outcome(state) if haste < 1.0 else 0.0)

    def ends(self, after: EastFrontState, support: list[int], blitzing: Sequence[int], times: int, rng: Random) -> list[int]:
        """Lists one's final advantage in points for several rolls of the dice; this turn's command is not charged."""
        start = self._with_imagined(after)
        battles = self._battles(start, self.side, support)
        found: list[int] = []
        for _ in range(times):
            state = start.copy()
            self._roll(state, self.side, battles, rng)
            if blitzing:
                state = self._exploit(state, [hq for hq in blitzing if state.location[hq] >= 0], rng)
            self._starve(state, self.enemy)
            found.append(self._points_at_the_end(state))
        return found

    def _points_at_the_end(self, state: EastFrontState) -> int:
        """Returns one's advantage after all remaining turns of the last month."""
        weather = self.rules.weather
        if weather.first_side(state) == self.side:
            state = self._last(state, self.enemy)
        if state.half == 1:
            month = self.rules.tables.east[state.month % 12]
            state.half, state.weather, state.derived = 2, month.odd if self.odd else month.even, {}
            first = weather.first_side(state)
            state = self._last(self._last(state, first), 1 - first)
        return self._advantage(state)

    def _last(self, state: EastFrontState, side: int) -> EastFrontState:
        """Plays one of the last turns and charges its command; one's own turn is left out if it does not pay."""
        before = self._advantage(state)
        later, used = self._turn(state.copy(), side)
        for hq in used:
            later.steps[hq] = max(1, later.steps[hq] - 1)
        return state if side == self.side and self._advantage(later) <= before else later

    def _advantage(self, state: EastFrontState) -> int:
        self.rules.control.determine(state)
        return advantage(self.rules, state, self.side)

    def _once_more(self, state: EastFrontState, weather: int) -> EastFrontState:
        """Plays another turn of one's own in the weather of the next Fortnight."""
        later = state.copy()
        later.derived = {}
        later.weather = weather
        return self._turn(later, self.side)[0]

    def _outcome(self, state: EastFrontState) -> float:
        """Returns what a position is worth after the enemy's turn."""
        if self.knowledge.is_answered:
            state, _ = self._turn(state.copy(), self.enemy)
        return self._standing(state)

    def standing(self) -> float:
        """Returns what the position is worth as it is, with the imagined enemy."""
        return self._standing(self._with_imagined(self.knowledge.state))

    def _standing(self, state: EastFrontState) -> float:
        self._begin_turn(state, self.side)
        knowledge = Knowledge(self.rules, state, self.side, self.knowledge.weights, open_book=True)
        ground = Ground(knowledge)
        battles = Appraisal(ground, self.rules.board.playable).battles(state)
        return self._material(knowledge) + ground.front.lines(state) + GOING_ON * battles.gain

    def _with_imagined(self, after: EastFrontState) -> EastFrontState:
        """Returns a planned position with the imagined enemy: own blocks as planned, his places and strengths as imagined."""
        state = after.copy()
        for block in self.rules.order.of_side[self.enemy]:
            if state.location[block] != self.imagined.location[block] and state.location[block] >= 0:
                effects.place(state, block, self.enemy, self.imagined.location[block])
            state.steps[block] = self.imagined.steps[block]
        state.derived = {}
        return state

    # ---- the course of a turn

    def _fight(self, state: EastFrontState, side: int, active: list[int]) -> None:
        """Fights a side's battles with their expected outcome."""
        for hex_, exchange in self._battles(state, side, active):
            assert exchange.odds is not None
            won = exchange.odds.cleared > WON
            self._lose(state, hex_, side, round(exchange.odds.attacker_steps))
            self._lose(state, hex_, 1 - side, 99 if won else round(exchange.odds.defender_steps))

    def _roll(self, state: EastFrontState, side: int, battles: list[tuple[int, Exchange]], rng: Random) -> None:
        """Fights battles with dice."""
        for hex_, exchange in battles:
            assert exchange.round is not None
            for loser, steps in zip((side, 1 - side), rolled(exchange.round, rng), strict=True):
                self._lose(state, hex_, loser, steps)

    def _battles(self, state: EastFrontState, side: int, active: list[int]) -> list[tuple[int, Exchange]]:
        """Lists the battles a side fights, one round each even in a blitz."""
        rules = self.rules
        state.active = side
        rules.control.determine(state)
        knowledge = Knowledge(rules, state, side, self.knowledge.weights, open_book=True)
        appraisal = Mover(knowledge, Ground(knowledge)).appraisal([hq for hq in active if state.location[hq] >= 0])
        appraisal.blitz = 0
        hexes = members(state.occupied[0] & state.occupied[1])
        air = appraisal.air(state, hexes)
        exchanges = [(hex_, appraisal.exchange(state, hex_, air.get(hex_, 0))) for hex_ in hexes]
        return [(hex_, exchange) for hex_, exchange in exchanges if exchange.fought]

    def _exploit(self, state: EastFrontState, blitzing: list[int], dice: Random | None = None) -> EastFrontState:
        """Plays the second half of a blitz: units commanded by its weakened headquarters move and fight, as expected or with dice."""
        rules = self.rules
        self._begin_turn(state, self.side)
        state.phase = BLITZ_MOVEMENT
        for hq in blitzing:
            state.command[hq] = BLITZ
            state.steps[hq] -= 1
        rules.headquarters.refresh_command(state)
        knowledge = Knowledge(rules, state, self.side, self.knowledge.weights, open_book=True)
        after = Mover(knowledge, Ground(knowledge), state).orders().state
        if dice is None:
            self._fight(after, self.side, blitzing)
        else:
            self._roll(after, self.side, self._battles(after, self.side, blitzing), dice)
        for hq in blitzing:
            if after.location[hq] >= 0:
                after.steps[hq] += 1  # the plan's price covers this step
        return after

    def _lose(self, state: EastFrontState, hex_: int, side: int, steps: int) -> None:
        units = self.rules.units
        for _ in range(steps):
            here = self.rules.battles.units_of(state, hex_, side)
            if not here:
                return
            hit = max(here, key=lambda b: (units.value(b, state.steps[b]), -self.knowledge.worth.step[b]))
            effects.lose_step(state, hit, side)

    def _starve(self, state: EastFrontState, side: int) -> None:
        rules = self.rules
        rules.control.determine(state)
        reach = rules.supply.in_reach(state, side)
        for block in rules.order.of_side[side]:
            hex_ = state.location[block]
            if hex_ < 0 or rules.supply.has_line(state, block, reach):
                state.flags[block] &= ~UNSUPPLIED
            else:
                state.flags[block] |= UNSUPPLIED
                if not rules.supply.sustains(state, side, hex_):
                    effects.lose_step(state, block, side)

    def _turn(self, state: EastFrontState, side: int) -> tuple[EastFrontState, list[int]]:
        """Plays a side's turn as a captain would; headquarters are activated for attacks only. Returns the state and those used."""
        rules, is_own = self.rules, side == self.side
        self._begin_turn(state, side)
        knowledge = Knowledge(rules, state, side, self.knowledge.weights if is_own else self.bold, open_book=is_own)
        ground = Ground(knowledge)
        commander = Commander(self.game, knowledge, ground)
        options = [option for option in commander.options if not option.blitz]
        chosen = commander.cover(options, commander.attacks(options)) if options else []
        for option in chosen:
            effects.place(state, option.hq, side, option.hex)
            state.command[option.hq] = ACTIVE
        state.phase = MOVEMENT
        state.supreme_moves = rules.headquarters.supreme_moves(state, side)
        rules.headquarters.refresh_command(state)
        orders: Orders = Mover(knowledge, ground, state).orders()
        after = orders.state
        self._fight(after, side, [option.hq for option in chosen])
        self._starve(after, 1 - side)
        return after, [option.hq for option in chosen if after.location[option.hq] >= 0]

    def _begin_turn(self, state: EastFrontState, side: int) -> None:
        state.active, state.phase = side, COMMAND
        state.new_battles = state.in_command = state.supreme_moves = 0
        state.crossings.clear()
        for block in range(len(state.flags)):
            state.flags[block] &= ~(MOVED | STRATEGIC | REARGUARD)
            state.entered_from[block] = NO_HEX
            state.command[block] = INACTIVE
        self.rules.control.determine(state)

    # ---- weighing

    def _material(self, knowledge: Knowledge) -> float:
        """Returns the worth of all units on the map, own less enemy."""
        state, total = knowledge.state, 0.0
        for side, sign in ((self.side, 1.0), (self.enemy, -1.0)):
            for block in self.rules.order.of_side[side]:
                if state.location[block] >= 0:
                    total += sign * (state.steps[block] * knowledge.step[block] + knowledge.life[block])
        return total
