"""How good a position is for a side, in victory points, at the moment between its movement and its battles.

The sum of: centres that produce and ground held; units of both sides without supply; battles to be fought; what the enemy could
attack or slip through in his turn; and whether units and headquarters stand where they are of use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from blockfront.ai.battle_odds import Odds, Volley, line, round_odds
from blockfront.ai.titles.eastfront.ground import Ground
from blockfront.ai.titles.eastfront.knowledge import SIXTH, chance
from blockfront.games.eastfront.data_model import NO_FIRE
from blockfront.games.eastfront.state import AXIS, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members


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
        self._enemy_cut = self._cut_by_hex()
        self._all_centres = mask_of(hex_ for hex_, _ in self.knowledge.worth.centres)
        self._produced: dict[tuple[int, int], float] = {}
        self._bonus: dict[int, float] = {}
        self._places_of: dict[int, dict[int, float]] = {block: {} for block in self.rules.order.of_side[self.side]}
        self._commands: dict[tuple[int, ...], tuple[HexSet, float]] = {}
        self._threats: dict[tuple[int, int, tuple[int, ...]], float] = {}
        self._exchanges: dict[tuple[object, ...], Exchange] = {}
        self._commanded = self._enemy_command()

    # ---- the sum

    def score(self, state: EastFrontState) -> float:
        """The position's worth; control in the state is determined anew."""
        self.rules.control.determine(state)
        return self.lines(state) + self._front(state) + self._battles(state) + self._places(state)

    def lines(self, state: EastFrontState) -> float:
        """Control, production and supply."""
        return self._control(state) + self._supply(state)

    def _control(self, state: EastFrontState) -> float:
        friendly, sources = state.friendly, self.rules.supply.sources
        mine, theirs = friendly[self.side], friendly[self.enemy]
        total = 0.0
        for worth, hexes in self.ground.classes:
            total += worth * ((mine & hexes).bit_count() - (theirs & hexes).bit_count())
        produces, denied = sources(state, self.side) & mine, sources(state, self.enemy) & theirs
        return total + self._centres(produces, self.side) - self._centres(denied, self.enemy)

    def _centres(self, produces: HexSet, side: int) -> float:
        """Worth of the centres among some hexes for a side."""
        key = (produces & self._all_centres, side)
        found = self._produced.get(key)
        if found is None:
            found = sum(worth[side] for hex_, worth in self.knowledge.worth.centres if produces >> hex_ & 1)
            self._produced[key] = found
        return found

    def _supply(self, state: EastFrontState) -> float:
        in_reach = self.rules.supply.in_reach
        total = 0.0
        cut = state.occupied[self.side] & ~in_reach(state, self.side)
        if cut:
            total -= sum(self._cut(block) for hex_ in members(cut) for block in self._units(state, hex_, self.side))
        cut = state.occupied[self.enemy] & ~in_reach(state, self.enemy)
        if cut:
            total += sum(self._enemy_cut[hex_] for hex_ in members(cut))
        return total

    def _cut(self, block: int) -> float:
        knowledge = self.knowledge
        last = knowledge.value[block] <= knowledge.units.lowest[block]
        life = knowledge.life[block] * (1.0 if last else 0.15)
        return self.weights.out_of_supply * knowledge.step[block] + self.weights.no_zone + life

    def _cut_by_hex(self) -> dict[int, float]:
        found: dict[int, float] = {}
        state = self.knowledge.state
        for block in self.rules.order.of_side[self.enemy]:
            if (hex_ := state.location[block]) >= 0:
                found[hex_] = found.get(hex_, 0.0) + self._cut(block)
        return found

    def _units(self, state: EastFrontState, hex_: int, side: int) -> list[int]:
        return self.rules.battles.units_of(state, hex_, side)

    # ---- what the enemy can do

    def _enemy_command(self) -> dict[int, float]:
        """Chance by hex that the enemy commands there in his turn: higher near headquarters whose place is known."""
        knowledge, state = self.knowledge, self.knowledge.state
        seen = [hq for hq in self.rules.units.hqs[self.enemy] if knowledge.known[hq] and state.location[hq] >= 0]
        hqs = [(state.location[hq], knowledge.value[hq]) for hq in seen]
        found: dict[int, float] = {}
        for hex_ in members(self.rules.board.playable):
            near = any(value > 0 and self.rules.board.distance(hex_, at) <= value + 1 for at, value in hqs)
            found[hex_] = self.weights.commanded_near_hq if near else self.weights.commanded
        return found

    def _front(self, state: EastFrontState) -> float:
        engage_from, free = self.ground.free_reach(state)
        own = state.occupied[self.side] & ~state.occupied[self.enemy]
        total = 0.0
        for hex_ in members(own & self.ground.near(engage_from)):
            total -= self._threat(state, hex_, engage_from)
        leaking = free & state.friendly[self.side]
        total -= self.weights.no_mans_land * leaking.bit_count()
        hangs = self.ground.hangs_on
        for hex_ in members(leaking):
            total -= self.weights.leak * hangs.get(hex_, 0.0)
        return total

    def _threat(self, state: EastFrontState, hex_: int, engage_from: HexSet) -> float:
        """What the enemy's best attack on a hex is expected to cost."""
        units = tuple(self._units(state, hex_, self.side))
        key = (hex_, engage_from & self.ground.around[hex_], units)
        found = self._threats.get(key)
        if found is None:
            found = self._threats[key] = self._attack_on(hex_, key[1], list(units))
        return found

    def _attack_on(self, hex_: int, entries: HexSet, units: list[int]) -> float:
        attackers = self._attackers(hex_, entries)
        if not attackers:
            return 0.0
        knowledge, weights = self.knowledge, self.weights
        fortress = bool(self.rules.board.fortresses >> hex_ & 1)
        defence = knowledge.stack(units, hex_, attacks=False, fortress=fortress)
        offence = knowledge.stack(attackers, hex_, attacks=True)
        needed = knowledge.hits_per_step(hex_, self.side, self.side, supported=True)
        odds = round_odds(offence, defence, needed, ((1, 1 / 3),))
        key_worth = weights.held + 0.5 * self.ground.hangs_on.get(hex_, 0.0)
        gain = odds.defender_lost - odds.attacker_lost + odds.cleared * key_worth
        follow = (1.0 - odds.cleared) * 0.3 * (odds.defender_lost - odds.attacker_lost)
        return weights.share * self._commanded[hex_] * max(0.0, gain + max(0.0, follow))

    def _attackers(self, hex_: int, entries: HexSet) -> list[int]:
        """The enemy's best units that could enter a hex together from some of its neighbours."""
        knowledge, limits = self.knowledge, self.ground.limits[hex_]
        room = self.rules.board.stacking[hex_]
        ways: dict[int, list[int]] = {}
        for direction, near in self.rules.board.neighbours[hex_]:
            if entries >> near & 1:
                for block in self.ground.arrivals.get(near, ()):
                    ways.setdefault(block, []).append(direction)
        left = list(limits)
        chosen: list[int] = []
        power = {block: knowledge.value[block] * knowledge.unit(block, hex_, attacks=True).chance for block in ways}
        for block in sorted(ways, key=lambda b: (-power[b], len(ways[b]), b)):
            if len(chosen) == room:
                break
            open_ways = [d for d in ways[block] if left[d] > 0]
            if open_ways:
                left[max(open_ways, key=lambda d: left[d])] -= 1
                chosen.append(block)
        return chosen

    # ---- battles

    def _battles(self, state: EastFrontState) -> float:
        hexes = members(state.occupied[0] & state.occupied[1])
        air = self.air(hexes)
        return sum(self.exchange(state, hex_, air.get(hex_, 0)).worth for hex_ in hexes)

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
        mine, theirs = self._units(state, hex_, self.side), self._units(state, hex_, self.enemy)
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
            before = state.copy()
            self.rules.control.determine(before)
            self.rules.control.determine(cleared)
            found = self._bonus[hex_] = self.weights.held + self.lines(cleared) - self.lines(before)
        return found

    # ---- places

    def _places(self, state: EastFrontState) -> float:
        total, location, places = 0.0, state.location, self._places_of
        for block, known in places.items():
            hex_ = location[block]
            if hex_ >= 0:
                worth = known.get(hex_)
                if worth is None:
                    worth = known[hex_] = self._place(block, hex_)
                total += worth
        commanded, near = self._command_of(tuple(location[hq] for hq in self.rules.units.hqs[self.side]))
        front = commanded & state.occupied[self.side] & self.ground.near(state.occupied[self.enemy])
        size = self.rules.board.grid.size * self.side
        return total + near + self.weights.covered * sum(state.counts[size + hex_] for hex_ in members(front))

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

    def _place(self, block: int, hex_: int) -> float:
        """What it is worth that a unit stands in a hex, whoever else does."""
        distance, weights, knowledge = self.ground.to_enemy[hex_], self.weights, self.knowledge
        if knowledge.is_hq[block]:
            far = 0.0 if self.rules.units.is_supreme[block] else weights.behind * max(0, distance - 4)
            return -far - (weights.exposed if distance <= 1 else 0.0)
        if distance > 2:
            return -weights.behind * (min(distance, 12) - 2)
        return weights.ready * knowledge.value[block] * knowledge.offence[block] if distance == 1 else 0.0
