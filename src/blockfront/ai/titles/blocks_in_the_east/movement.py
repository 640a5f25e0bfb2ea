"""The plan of a Movement Phase: attacks that pay, then everybody else to where he is of most use."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

from blockfront.ai.titles.blocks_in_the_east.battles import Estimate, Estimator
from blockfront.ai.titles.blocks_in_the_east.errands import Errands
from blockfront.ai.titles.blocks_in_the_east.ground import FAR, Ground
from blockfront.ai.titles.blocks_in_the_east.weights import Weights
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Command, Move
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.reach import layers_of
from blockfront.games.blocks_series.state import MARKED, SeriesState
from blockfront.hexes.grid import HexSet

NEAREST: Final = 6  # places of an armoured unit for which enemy supply is worked out
REFRESH: Final = 2  # moves after which supply is worked out anew
GARRISON: Final = 2  # combat units a place worth keeping needs
THREAT: Final = 7.0  # movement points at which an enemy unit threatens a place


class Attack(NamedTuple):
    gain: float
    hex: int
    moves: tuple[Move, ...]
    estimate: Estimate


class Plan(NamedTuple):
    actions: tuple[Action, ...]
    attacks: tuple[Attack, ...]
    state: SeriesState  # as the plan leaves it


class Mover:
    """Plans on a copy of a guessed state, on which it carries out every move by the rules."""

    def __init__(self, game: SeriesGame, state: SeriesState, side: int, weights: Weights, avoid: HexSet = 0, boldness: float = 1.0) -> None:
        self.game, self.rules, self.side, self.weights = game, game.rules, side, weights
        self.units, self.board = game.rules.units, game.rules.board
        self.state = state.copy()
        self.ground = Ground(game.rules, state, side)
        self.estimator = Estimator(game.rules, self.state)
        self.avoid, self.boldness = avoid, boldness
        self.actions: list[Action] = []
        self._covered = self.ground.covered(self.state, side)
        self._threat = self._threats()
        self.railway = self.ground.railway(self.state) if self.ground.attacks else {}
        self._is_last_turn = self.ground.is_last_turn(state)
        able = [b for b in self.units.combat[side] if state.location[b] >= 0 and not self.units.is_static[b]]
        self.errands = Errands(game.rules, state, self.ground, able if self.ground.attacks else ())
        self._lifelines = self.board.rail_hexes & state.control[side] if self.ground.attacks else 0

    def plan(self) -> Plan:
        self._command()
        attacks = self._attack()
        self._march()
        return Plan(tuple(self.actions), tuple(attacks), self.state)

    def exploit(self, able: list[int]) -> tuple[Action, ...]:
        """Further moves of armour, nobody else."""
        self._command()
        for block in sorted(able, key=lambda b: (self._rank(b), b)):
            self._covered = self.ground.covered(self.state, self.side)
            self._go(block)
        return tuple(self.actions)

    def _do(self, action: Action) -> None:
        self.actions.append(action)
        self.game.apply(self.state, action, Side(self.side))
        if isinstance(action, Move) and self.ground.wanted.get(action.to) and not self.state.occupied[1 - self.side] >> action.to & 1:
            self.ground.reached(self.state, 1 << action.to)

    # ---- headquarters

    def _command(self) -> None:
        """Headquarters bring the strongest units they can reach under command."""
        headquarters = self.rules.headquarters
        while True:
            orders = [
                order
                for hq in headquarters.commanders(self.state, self.side)
                for order in headquarters.orders_of(self.state, hq)
                if isinstance(order, Command) and self._is_near(order.block)
            ]
            if not orders:
                return
            self._do(max(orders, key=lambda o: (self._value(o.block), -o.hq, -o.block)))

    def _is_near(self, block: int) -> bool:
        return bool(self.board.within(self.state.location[block], 4) & self.state.occupied[1 - self.side])

    def _value(self, block: int) -> int:
        return self.units.value(block, self.state.steps[block])

    # ---- attacks

    def _attack(self) -> list[Attack]:
        found: list[Attack] = []
        moves = self._moves_into_enemies()
        while True:
            ideas = [idea for hex_ in moves if not self.avoid >> hex_ & 1 and (idea := self._idea(hex_, moves[hex_])) is not None]
            best = max(ideas, key=lambda idea: (idea.gain, -idea.hex), default=None)
            if best is None:
                return found
            found.append(best)
            used = set()
            for move in best.moves:
                self._do(move)
                used.add(move.block)
            moves.pop(best.hex)
            moves = {hex_: {b: m for b, m in able.items() if b not in used} for hex_, able in moves.items()}

    def _moves_into_enemies(self) -> dict[int, dict[int, Move]]:
        """By enemy-occupied hex and unit: the move that enters it, best not across a river."""
        rules, state = self.rules, self.state
        found: dict[int, dict[int, Move]] = defaultdict(dict)
        enemy = state.occupied[1 - self.side]
        if not enemy:
            return found
        for block in rules.movement.movable(state, self.side):
            if self.units.is_hq[block] and not self.units.is_armour[block]:
                continue
            if not self.board.within(state.location[block], 6) & enemy or not rules.movement.may_attack(state, block):
                continue
            for move in self._legs(block):
                if move.entry >= 0:
                    known = found[move.to].get(block)
                    if known is None or (self._crosses(known) and not self._crosses(move)):
                        found[move.to][block] = move
        return found

    def _legs(self, block: int) -> list[Move]:
        """Every leg of a unit, and for artillery also those into hexes that combat units have yet to enter."""
        state, movement = self.state, self.rules.movement
        found = [move for move in movement.moves(state, block) if isinstance(move, Move)]
        if not self.units.is_combat[block]:
            stand_in = next((b for b in self.units.combat[self.side] if state.location[b] == state.location[block]), None)
            if stand_in is not None and movement.points_left(state, stand_in) == movement.points_left(state, block):
                legs = movement.moves(state, stand_in)
                found += [Move(block, m.to, m.entry) for m in legs if isinstance(m, Move) and m.entry >= 0]
        return found

    def _crosses(self, move: Move) -> bool:
        return self.board.crosses_river(move.entry, move.to)

    def _idea(self, hex_: int, able: dict[int, Move]) -> Attack | None:
        """The best group for an attack on a hex: one or two combat units and artillery."""
        defenders = self.rules.fire.units_at(self.state, hex_, 1 - self.side)
        combat = sorted(
            (b for b in able if self.units.is_combat[b]), key=lambda b: (-self.estimator.side((b,), hex_).fire, self._rank(b), b)
        )
        if not combat or not defenders:
            return None
        guns = sorted((b for b in able if self.units.is_artillery[b] and self._value(b)), key=lambda b: (-self._value(b), b))[:1]
        best: Attack | None = None
        for group in (combat[:1], combat[:2], combat[:1] + guns, combat[:2] + guns):
            moves = tuple(able[block] for block in group)
            estimate = self.estimator.estimate(group, defenders, hex_, sum(map(self._crosses, moves)) / len(moves))
            gain = self.gain(hex_, group, estimate)
            if gain > self.weights.least_gain * len(group) and (best is None or gain > best.gain):
                best = Attack(gain, hex_, moves, estimate)
        return best

    def _rank(self, block: int) -> float:
        return self.errands.way(block)[self.state.location[block]]

    def gain(self, hex_: int, group: list[int], estimate: Estimate) -> float:
        weights, ground = self.weights, self.ground
        won = weights.goal * ground.wanted.get(hex_, 0.0)
        won += weights.city * bool(self.board.majors >> hex_ & 1) + weights.town * bool(self.board.minors >> hex_ & 1)
        if ground.attacks:
            won += sum(self._press(block) * (self._rank(block) - self.errands.way(block)[hex_]) for block in group) / 2
            won += weights.rail * self.railway.get(hex_, 0.0) + 0.5
            won += weights.lifeline * bool(self.board.around(1 << hex_) & self._lifelines)
        fought = weights.enemy_step * estimate.defenders_lose - weights.own_step * estimate.attackers_lose / self.boldness
        cost = sum(weights.goal * 0.5 * ground.kept.get(self.state.location[block], 0.0) for block in group) if not ground.attacks else 0.0
        return fought + won * estimate.clears - cost - weights.effort * len(group)

    def _press(self, block: int) -> float:
        """What a movement point nearer to the goal is worth to a unit: armour leads."""
        return self.weights.armour_march if self.units.is_armour[block] else self.weights.march

    # ---- everybody else

    def _threats(self) -> dict[int, float]:
        """Enemy strength near each place that is worth keeping."""
        found = {}
        state, enemy = self.state, 1 - self.side
        for hex_ in self.ground.kept:
            way = self.ground.ways_to(state, (hex_,), enemy) if len(self.ground.kept) <= 4 else None
            near = self.board.within(hex_, int(THREAT))
            found[hex_] = float(
                sum(
                    self.units.value(b, state.steps[b])
                    for b in self.units.ground[enemy]
                    if state.location[b] >= 0 and near >> state.location[b] & 1 and (way is None or way[state.location[b]] <= 2 * THREAT)
                )
            )
        return found

    def _march(self) -> None:
        """Unit by unit, those nearest to the goals first; artillery and headquarters follow."""
        movable, support = self.rules.movement.movable(self.state, self.side), self.units.is_combat
        for number, block in enumerate(sorted(movable, key=lambda b: (not support[b], not self.units.is_armour[b], self._rank(b), b))):
            if number % REFRESH == 0:
                self._covered = self.ground.covered(self.state, self.side)
            self._go(block)

    def _go(self, block: int) -> None:
        """The best place a unit can get to, hex by hex along the way that takes most railways from the enemy."""
        best = self._best_leg(block)
        if best is None:
            return
        if not self.ground.attacks:
            self._do(best)
            return
        for hex_ in self._way(block, best.to):
            self._do(Move(block, hex_))

    def _way(self, block: int, target: int) -> list[int]:
        """Hexes of a cheapest way; among equal ones over railways and towns in enemy hands."""
        state, movement = self.state, self.rules.movement
        ways = movement.ways(state, block)
        layers = layers_of(ways, 1 << state.location[block], movement.points_left(state, block))
        spent = next(number for number, layer in enumerate(layers) if layer >> target & 1)
        found = [target]
        stops = state.occupied[1 - self.side]
        room = self.rules.definitions.room_for(state, block)
        while spent:
            able = [
                (origin, cost)
                for origin, cost in ways.step_costs(found[-1])
                if cost <= spent and layers[spent - cost] >> origin & 1 and (spent == cost or not stops >> origin & 1)
            ]
            origin, cost = max(able, key=lambda pair: (self._capture(pair[0]), -pair[0]))
            spent -= cost
            found.append(origin)
        return [hex_ for hex_ in found[-2::-1] if hex_ == target or room >> hex_ & 1]

    def _best_leg(self, block: int) -> Move | None:
        state = self.state
        if not self.rules.movement.may_move(state, block):
            return None
        here = state.location[block]
        legs = {m.to: m for m in self.rules.movement.moves(state, block) if isinstance(m, Move) and m.entry < 0}
        crowded = self.rules.definitions.overstacked(state, self.side) >> here & 1
        scores = {to: self.worth(block, to) for to in legs}
        if not crowded:
            scores[here] = self.worth(block, here) + 0.05
        if not scores:
            return None
        if self.ground.attacks and self.units.is_armour[block]:
            for to in sorted(scores, key=lambda h: (-scores[h], h))[:NEAREST]:
                scores[to] += self.weights.cut_off * self._would_cut_off(block, to)
        best = max(scores, key=lambda h: (scores[h], -h))
        return None if best == here else legs[best]

    def _would_cut_off(self, block: int, to: int) -> int:
        """Enemy ground units that would be out of supply with this unit in a hex."""
        state, side = self.state, self.side
        trial = state.copy()
        trial.location[block] = to
        trial.occupied[side] |= 1 << to
        trial.derived = {}
        return len(self.ground.cut_off(trial, 1 - side))

    def worth(self, block: int, hex_: int) -> float:
        weights, ground = self.weights, self.ground
        found = -self._hunger(block, hex_)
        friends = self._friends(hex_, block)
        found += weights.gap * min(1, friends)
        if ground.attacks:
            found -= self._press(block) * min(self.errands.way(block)[hex_], FAR)
            found += self._capture(hex_)
            if self.units.is_support[block] and not self._company(hex_, block):
                found -= 4.0
            if not self.units.is_support[block]:
                found -= weights.danger * self._danger(block, hex_)
            return found
        return found + self._defence(block, hex_)

    def _hunger(self, block: int, hex_: int) -> float:
        """How bad it is to be beyond the reach of supply there; on the last day nobody cares."""
        if self._is_last_turn:
            return 0.0
        rings = self._covered.get(self.units.power[block], ())
        beyond = next((number for number, ring in enumerate(rings) if ring >> hex_ & 1), len(rings))
        if beyond and self.state.flags[block] & MARKED:
            return self.weights.surrender + beyond
        if self.units.is_armour[block]:
            return self.weights.armour_unsupplied + beyond * self.weights.armour_beyond if beyond else 0.0
        return beyond * self.weights.unsupplied

    def _capture(self, hex_: int) -> float:
        if not self.state.control[1 - self.side] >> hex_ & 1:
            return 0.0
        found = self.weights.goal * self.ground.wanted.get(hex_, 0.0) + self.weights.rail * self.railway.get(hex_, 0.0)
        if self.board.majors >> hex_ & 1:
            return found + self.weights.city
        return found + self.weights.town * bool(self.board.minors >> hex_ & 1)

    def _friends(self, hex_: int, block: int) -> int:
        """Friendly units in the hexes around."""
        occupied = self.state.occupied[self.side]
        return sum(occupied >> near & 1 for near in self.ground.near[hex_] if near != self.state.location[block])

    def _company(self, hex_: int, block: int) -> bool:
        return any(self.units.is_combat[b] for b in self.rules.fire.units_at(self.state, hex_, self.side) if b != block)

    def _danger(self, block: int, hex_: int) -> float:
        """Enemy strength next to a hex beyond what stands in it."""
        state, enemy = self.state, 1 - self.side
        beside = sum(
            self.units.value(b, state.steps[b])
            for near in self.ground.near[hex_]
            if state.occupied[enemy] >> near & 1
            for b in self.rules.fire.units_at(state, near, enemy)
        )
        mine = sum(self._value(b) for b in self.rules.fire.units_at(state, hex_, self.side) if b != block) + self._value(block)
        if self.board.majors >> hex_ & 1:
            mine *= 2
        elif self.board.rough >> hex_ & 1:
            mine = int(mine * 1.5)
        return max(0.0, beside - mine)

    def _defence(self, block: int, hex_: int) -> float:
        """Garrisons first, then the ring around what must be kept, else out of harm's way and towards the goals."""
        ground, weights, found = self.ground, self.weights, 0.0
        for place, weight in ground.kept.items():
            threat = min(2.0, self._threat[place] / 6)
            if not threat and place != hex_:
                continue
            distance = self._hexes_between(hex_, place)
            if distance == 0:
                there = sum(self.units.is_combat[b] for b in self.rules.fire.units_at(self.state, hex_, self.side) if b != block)
                found += weights.goal * weight * threat if there < GARRISON else 0.0
            elif distance <= 6:
                found += weight * threat * (7 - distance) / 3
        if self.board.majors >> hex_ & 1 or self.board.rough >> hex_ & 1:
            found += 0.6
        if self.board.rail_hexes >> hex_ & 1:
            found += 0.2
        return found - 2.5 * weights.danger * self._danger(block, hex_)

    def _hexes_between(self, hex_: int, other: int) -> int:
        for distance in range(7):
            if self.board.within(other, distance) >> hex_ & 1:
                return distance
        return 7
