"""How good a position is for a side, in victory points, at the moment between its movement and its battles.

The sum of: centres that produce and ground held; units of both sides without supply; battles to be fought; what the enemy could
attack or slip through in his turn; and whether units and headquarters stand where they are of use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from blockfront.ai.battle_odds import Odds, Volley, line, round_odds
from blockfront.ai.titles.eastfront.front import Stacks
from blockfront.ai.titles.eastfront.ground import Ground
from blockfront.ai.titles.eastfront.knowledge import SIXTH, chance
from blockfront.games.eastfront.data_model import NO_FIRE
from blockfront.games.eastfront.state import AXIS, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Strike(NamedTuple):
    """Aircraft that can be sent into a battle."""

    hex: int
    range: int
    dice: int


class Exchange(NamedTuple):
    """A battle as it is expected to go."""

    worth: float
    odds: Odds | None
    fought: bool


class Appraisal:
    def __init__(self, ground: Ground, support: HexSet = 0, strikes: tuple[Strike, ...] = ()) -> None:
        self.ground, self.knowledge, self.rules = ground, ground.knowledge, ground.rules
        self.weights, self.side, self.enemy = self.knowledge.weights, self.knowledge.side, self.knowledge.enemy
        self.support, self.strikes = support, strikes
        self.before: HexSet = self.knowledge.state.occupied[0] & self.knowledge.state.occupied[1]
        self._firepower = chance(firepower) if (firepower := self.rules.air.firepower(self.knowledge.state, self.side)) < NO_FIRE else 0.0
        self._bonus: dict[int, float] = {}
        self._commands: dict[tuple[int, ...], tuple[HexSet, float]] = {}
        self._exchanges: dict[tuple[object, ...], Exchange] = {}

    # ---- the sum

    def score(self, state: EastFrontState, fighting: float | None = None) -> float:
        """The position's worth, with control as it would be determined now; `fighting` is what battles come to if that is known."""
        stacks: Stacks = {}
        rank, total = self.ground.rank, 0.0
        location = state.location
        for block, by_rank in self.ground.places:
            hex_ = location[block]
            if hex_ >= 0:
                total += by_rank[rank[hex_]]
                if hex_ in stacks:
                    stacks[hex_].append(block)
                else:
                    stacks[hex_] = [block]
        total += self.ground.front.worth(state, stacks) + self._command(state, stacks)
        return total + (self._battles(state, stacks) if fighting is None else fighting)

    # ---- battles

    def fighting(self, state: EastFrontState) -> float:
        """What the battles of a position come to."""
        hexes = members(state.occupied[0] & state.occupied[1])
        air = self.air(hexes)
        return sum(self.exchange(state, hex_, air.get(hex_, 0)).worth for hex_ in hexes)

    def _battles(self, state: EastFrontState, stacks: Stacks) -> float:
        hexes = members(state.occupied[0] & state.occupied[1])
        air = self.air(hexes)
        return sum(self._valued(state, hex_, stacks[hex_], air.get(hex_, 0)).worth for hex_ in hexes)

    def air(self, hexes: Sequence[int]) -> dict[int, int]:
        """Dice of aircraft for each battle: the strongest strike to the first battle in its range that has none."""
        found: dict[int, int] = {}
        if not self._firepower or not hexes:
            return found
        distance = self.rules.board.distance
        for strike in self.strikes:
            for hex_ in sorted(hexes, key=lambda h: self.before >> h & 1):
                if hex_ not in found and distance(strike.hex, hex_) <= strike.range:
                    found[hex_] = strike.dice
                    break
        return found

    def exchange(self, state: EastFrontState, hex_: int, air_dice: int = 0) -> Exchange:
        """A battle: fought now if it must or should be, and what follows."""
        location = state.location
        mine: list[int] = [block for block in self.rules.order.of_side[self.side] if location[block] == hex_]
        return self._valued(state, hex_, mine, air_dice)

    def _valued(self, state: EastFrontState, hex_: int, mine: list[int], air_dice: int) -> Exchange:
        theirs = self.ground.enemies(state)[hex_]
        is_new = bool(state.new_battles >> hex_ & 1)
        repulse = self.rules.assaults.repulse_number(state, hex_) if is_new else 0
        supported = bool(self.support >> hex_ & 1)
        defender = self.rules.battles.original_defender(state, hex_)
        key = (hex_, tuple(mine), len(theirs), repulse, supported, air_dice, is_new, defender)
        found = self._exchanges.get(key)
        if found is None:
            volley = ((air_dice, self._firepower),) if air_dice and self._firepower else ()
            found = self._exchange(state, hex_, mine, theirs, volley, repulse, supported, is_new, defender)
            self._exchanges[key] = found
        return found

    def _exchange(
        self,
        state: EastFrontState,
        hex_: int,
        mine: list[int],
        theirs: list[int],
        air: Volley,
        repulse: int,
        supported: bool,
        is_new: bool,
        defender: int,
    ) -> Exchange:
        knowledge = self.knowledge
        fortress = bool(self.rules.board.fortresses >> hex_ & 1)
        attack = knowledge.stack(mine, hex_, attacks=True)
        defence = knowledge.stack(theirs, hex_, attacks=False, fortress=fortress and defender == self.enemy)
        needed = knowledge.hits_per_step(hex_, self.enemy, defender, supported=supported)
        odds = round_odds(attack, defence, needed, air, repulse * SIXTH)
        bonus = self.bonus(state, hex_)
        after = self._standoff(hex_, mine, theirs, round(odds.attacker_steps), round(odds.defender_steps), defender)
        fought = odds.defender_lost - odds.attacker_lost + odds.cleared * bonus + (1 - odds.cleared - odds.wiped_out) * after
        must = is_new or (fortress and defender == self.enemy)
        if must:
            return Exchange(fought, odds, True)
        waiting = self._standoff(hex_, mine, theirs, 0, 0, defender)
        return Exchange(fought, odds, True) if fought > waiting else Exchange(waiting, None, False)

    def _standoff(self, hex_: int, mine: list[int], theirs: list[int], my_losses: int, their_losses: int, defender: int) -> float:
        """What a battle that goes on is worth: the enemy's round, then one's own."""
        knowledge = self.knowledge
        attack, defence = knowledge.stack(mine, hex_, attacks=True), knowledge.stack(mine, hex_, attacks=False)
        their_attack, their_defence = knowledge.stack(theirs, hex_, attacks=True), knowledge.stack(theirs, hex_, attacks=False)
        mine_left = line(defence)[min(my_losses, len(line(defence)) - 1)].left
        theirs_left = line(their_attack)[min(their_losses, len(line(their_attack)) - 1)].left
        if not mine_left or not theirs_left:
            return 0.0
        needed = knowledge.hits_per_step(hex_, self.side, defender, supported=True)
        reply = round_odds(theirs_left, mine_left, needed)
        cost = reply.defender_lost - reply.attacker_lost + reply.cleared * self.weights.held
        mine_left = line(attack)[min(my_losses, len(line(attack)) - 1)].left
        theirs_left = line(their_defence)[min(their_losses, len(line(their_defence)) - 1)].left
        needed = knowledge.hits_per_step(hex_, self.enemy, defender, supported=True)
        mine_next = round_odds(mine_left, theirs_left, needed)
        gain = mine_next.defender_lost - mine_next.attacker_lost + mine_next.cleared * self.weights.held
        return self.weights.later * max(0.0, gain) - self.weights.reply * max(0.0, cost) - self.weights.engaged * len(mine_left)

    def bonus(self, state: EastFrontState, hex_: int) -> float:
        """What clearing a battle hex brings: control and supply as they would be then."""
        found = self._bonus.get(hex_)
        if found is None:
            cleared = state.copy()
            cleared.derived = {}
            cleared.occupied[self.enemy] &= ~(1 << hex_)
            if self.side == AXIS:
                cleared.axis_defends &= ~(1 << hex_)
            front = self.ground.front
            found = self._bonus[hex_] = self.weights.held + front.lines(cleared) - front.lines(state)
        return found

    # ---- command

    def _command(self, state: EastFrontState, stacks: Stacks) -> float:
        """Units in the front line that headquarters will command, and headquarters near attacks that would pay."""
        location = state.location
        commanded, near = self._command_of(tuple([location[hq] for hq in self.rules.units.hqs[self.side]]))
        front = commanded & state.occupied[self.side] & self.ground.near(state.occupied[self.enemy])
        number = 0
        for hex_ in stacks:
            if front >> hex_ & 1:
                number += len(stacks[hex_])
        return near + self.weights.covered * number

    def _command_of(self, places: tuple[int, ...]) -> tuple[HexSet, float]:
        """What headquarters in certain places command, and what it is worth that they are near attacks that would pay."""
        found = self._commands.get(places)
        if found is None:
            units, distance = self.rules.units, self.rules.board.distance
            ordinary = [(hq, hex_) for hq, hex_ in zip(units.hqs[self.side], places, strict=True) if hex_ >= 0 and not units.is_supreme[hq]]
            hqs = [(hex_, max(1, self.knowledge.value[hq])) for hq, hex_ in ordinary]
            commanded, worth = 0, 0.0
            for hex_, value in hqs:
                commanded |= self.ground.disc(hex_, value)
            for hex_, gain in self.ground.hot.items():
                gap = min((max(0, distance(hex_, at) - value) for at, value in hqs), default=99)
                worth += self.weights.hot * gain * self.weights.hot_fading**gap
            found = self._commands[places] = commanded, worth
        return found
