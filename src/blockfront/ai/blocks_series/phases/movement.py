"""The plan of a Movement Phase: attacks that pay, then everybody else to where he is of most use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final, NamedTuple

from blockfront.ai.blocks_series.evaluation.battles import Estimate, Estimator
from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.ai.blocks_series.evaluation.lifelines import Lifelines
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.planning.defence import GARRISON, Defence
from blockfront.ai.blocks_series.planning.errands import SPEED, Errands
from blockfront.ai.blocks_series.planning.overseas import Overseas
from blockfront.ai.blocks_series.planning.posts import Posts
from blockfront.core.actions import Action
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_series.actions import Command, Move
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.rules.reach import layers_of
from blockfront.games.blocks_series.state import EXPLOITATION, GONE, MARKED, SeriesState
from blockfront.games.blocks_series.steps.movement import MovingStep
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

LAST_DAY: Final = 0.2  # what losses still matter on the last day, away from the place that decides
NEAREST: Final = 6  # places of an armoured unit for which enemy supply is worked out
THREATENED: Final = 6  # hexes from which an enemy may come back to an empty city
REFRESH: Final = 2  # moves after which supply is worked out anew
BEYOND_THE_SEA: Final = 0.4  # chance that an attack needs where losses are not made good, unless it is the last day


class Attack(NamedTuple):
    """Moves into one battle, and what they promise."""

    gain: float
    hex: int
    moves: tuple[Move, ...]
    estimate: Estimate


class Plan(NamedTuple):
    """A whole Movement Phase."""

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
        self.defence = Defence(game.rules, self.state, self.ground, weights)
        goal = self.ground.post() if weights.posts else None
        self.posts = Posts(game.rules, self.state, self.ground, goal) if goal in self.ground.kept else None
        self._covered = self.ground.covered(self.state, side)
        self.railway = self.ground.railway(self.state) if self.ground.attacks else {}
        self._is_last_turn = self.ground.is_last_turn(state)
        self._able = able = [b for b in self.units.combat[side] if state.location[b] >= 0 and not self.units.is_static[b]]
        self.overseas = Overseas(game.rules, self.state, self.ground, able)
        self.errands = Errands(game.rules, state, self.ground, able if self.ground.attacks else ())
        self._lifelines = Lifelines(game.rules, self.state, self.ground) if self._guards() else None
        self._gaps: dict[int, float] = {}
        self._has_linked = False  # whether somebody has walked into a gap since supply was last worked out
        self._ring = self.ground.ring(state)
        self._near_the_prize = self._near_the_prize_now()
        self._middle = self._middle_of(able)
        self._their_lines = self.board.rail_hexes & state.control[1 - side]
        self._hungry = self.ground.cut_off(state, side) if self.ground.attacks and self.ground.one_goal else []
        self._relieved: dict[int, int] = {}
        self._own_rails = self.board.rail_hexes & state.control[side] if self.ground.attacks else 0
        self.exposure = Exposure(game.rules, state, side)
        self._retaking = self._ways_to_the_lost()

    @cached_property
    def _cutting(self) -> dict[int, float]:
        """Enemy hexes that part one's own units from supply, as they were at first."""
        return self._lifelines.cut_by() if self._lifelines is not None else {}

    def _ways_to_the_lost(self) -> list[float] | None:
        """On the last day of a defender who has lost the only place he must keep: movement points to it."""
        goal = self.ground.post() if self.weights.posts else None
        if goal not in self.ground.wanted or not self._is_last_turn:
            return None
        return self.ground.ways_to(self.state, (goal,), self.side)

    def _guards(self) -> bool:
        """Whether railways are guarded: by attackers, whose armour goes far."""
        return bool(self.weights.guard) and self.ground.attacks

    def _middle_of(self, able: Sequence[int]) -> float:
        """The way that half of a side's armour has yet to go; enemies beyond are behind it and near its railways."""
        if not self.ground.attacks or not self.ground.one_goal or self._is_last_turn:
            return FAR
        armour = [block for block in able if self.units.is_armour[block]]
        ways = sorted(self.ground.way[self.state.location[block]] for block in armour or able)
        return ways[len(ways) // 2] if ways else FAR

    def plan(self) -> Plan:
        """Command first, then attacks, then marches."""
        self._command()
        attacks = self._attack()
        if self._lifelines is not None and self.ground.one_goal and self.weights.hunt and not self._is_last_turn:
            self.errands.hunt(self.state, self._able, self._cutting)
        self._march()
        return Plan(tuple(self.actions), tuple(attacks), self.state)

    def thinned_out(self) -> Action | None:
        """The best move out of an overfull hex, of somebody who will not be missed by a landing, if anybody can leave."""
        overfull, landings = self.rules.definitions.overstacked(self.state, self.side), self.rules.landings
        moves = [move for move in self.game.legal(self.state, Side(self.side)) if isinstance(move, Move)]
        leaving = [move for move in moves if overfull >> self.state.location[move.block] & 1 and move.entry < 0]
        lands = {b: isinstance(landings, AmphibiousLandings) and landings.is_trained(b) for b in {move.block for move in leaving}}
        worth = {move: self.worth(move.block, move.to) - self.worth(move.block, self.state.location[move.block]) for move in leaving}
        return max(leaving, key=lambda move: (not lands[move.block], worth[move], -move.block, -move.to), default=None)

    def exploit(self, able: list[int]) -> tuple[Action, ...]:
        """Further moves of armour, nobody else."""
        self._command()
        for block in sorted(able, key=lambda b: (self._rank(b), b)):
            self.look_around()
            self._go(block)
        return tuple(self.actions)

    def _do(self, action: Action) -> None:
        self.actions.append(action)
        self.game.apply(self.state, action, Side(self.side))
        self._settle()
        if isinstance(action, Move) and self.ground.wanted.get(action.to) and not self.state.occupied[1 - self.side] >> action.to & 1:
            self.ground.reached(self.state, 1 << action.to)

    def _settle(self) -> None:
        """What a move sets off, aircraft that flee and blocks that are mixed, is answered somehow: planning goes on behind it."""
        while (top := self.game.stack.top(self.state)) is not None and not isinstance(top[0], MovingStep):
            side = min(self.game.to_act(self.state))
            chance = side == CHANCE
            action = self.game.chance(self.state).sample(Random(0)) if chance else next(iter(self.game.legal(self.state, side)))
            self.game.apply(self.state, action, side)

    # ---- headquarters

    def _command(self) -> None:
        """Headquarters bring the strongest units they can reach under command."""
        headquarters = self.rules.headquarters
        while True:
            orders = [
                order
                for hq in headquarters.commanders(self.state, self.side)
                for order in headquarters.orders_of(self.state, hq)
                if isinstance(order, Command) and self._is_near(order.block) and not headquarters.is_commanded(self.state, order.block)
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
            if self.overseas.matters and not self._stands_the_test(best):
                moves.pop(best.hex)
                continue
            found.append(best)
            used = set()
            for move in best.moves:
                used.add(move.block)
                if move in self.game.legal(self.state, Side(self.side)):  # guns were promised the way of those they follow
                    self._do(move)
            moves.pop(best.hex)
            moves = {hex_: {b: m for b, m in able.items() if b not in used} for hex_, able in moves.items()}

    def _stands_the_test(self, attack: Attack) -> bool:
        """Whether an attack that seems to pay does so by exact odds, too."""
        if not self.rules.fire.units_at(self.state, attack.hex, 1 - self.side):
            return True
        odds = self.overseas.odds(attack.hex, attack.moves)
        if odds.clears < BEYOND_THE_SEA and not self._is_last_turn and self.overseas.is_overseas([move.block for move in attack.moves]):
            return False
        return self.gain(attack.hex, [move.block for move in attack.moves], odds) > 0

    def _moves_into_enemies(self) -> dict[int, dict[int, Move]]:
        """By enemy-occupied hex and unit: the move that enters it, best not across a river."""
        rules, state = self.rules, self.state
        found: dict[int, dict[int, Move]] = defaultdict(dict)
        enemy = rules.movement.stops(state, self.side)
        if not enemy:
            return found
        for block in rules.movement.movable(state, self.side):
            if (self.units.is_hq[block] and not self.units.is_armour[block]) or self.overseas.is_tied(block):
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
        if not combat or not (defenders or self.rules.partisans.steps(self.state, hex_)):
            return None
        guns = sorted((b for b in able if self.units.is_artillery[b] and self._value(b)), key=lambda b: (-self._value(b), b))[:1]
        best: Attack | None = None
        wings = self.overseas.wings(hex_)
        for group in self._groups(combat, guns):
            moves = tuple(able[block] for block in group)
            estimate = self.estimator.estimate([*group, *wings], defenders, hex_, sum(map(self._crosses, moves)) / len(moves))
            gain = self.gain(hex_, group, estimate)
            if gain > self.weights.least_gain * len(group) and (best is None or gain > best.gain):
                best = Attack(gain, hex_, moves, estimate)
        return best

    def _groups(self, combat: list[int], guns: list[int]) -> list[list[int]]:
        """The strongest one or two, with and without guns; where there is one goal, the same without armour, which is needed elsewhere."""
        found = [combat[:1], combat[:2], combat[:1] + guns, combat[:2] + guns]
        foot = [block for block in combat if not self.units.is_armour[block]]
        if foot and foot[:2] != combat[:2]:
            found += [foot[:1], foot[:2], foot[:1] + guns, foot[:2] + guns]
        return found

    def _rank(self, block: int) -> float:
        return self.errands.way(block)[self.state.location[block]]

    def gain(self, hex_: int, group: list[int], estimate: Estimate) -> float:
        weights, ground = self.weights, self.ground
        if self._must_be_retaken(hex_):
            return weights.goal * (1.0 + estimate.clears) + estimate.defenders_lose
        won = weights.goal * ground.wanted.get(hex_, 0.0)
        won += weights.city * bool(self.board.majors >> hex_ & 1) + weights.town * bool(self.board.minors >> hex_ & 1)
        if ground.attacks:
            won += sum(self._press(block) * (self._rank(block) - self.errands.way(block)[hex_]) for block in group) / 2
            won += weights.rail * self.railway.get(hex_, 0.0) + 0.5
            won += weights.ring * bool(self._ring >> hex_ & 1)
            won += weights.rear * bool(self.ground.way[hex_] > self._middle)
            won += weights.relief * self._relief(hex_) + weights.guard * self._cutting.get(hex_, 0.0)
            won += weights.lifeline * bool(self.board.around(1 << hex_) & self._own_rails) + self.overseas.feeds(hex_)
        lost = weights.own_step * estimate.attackers_lose / self.boldness
        fought = weights.enemy_step * estimate.defenders_lose - lost
        if self._is_last_turn and ground.attacks:
            fought = self._on_the_last_day(hex_, fought, lost)
        cost = sum(weights.goal * 0.5 * ground.kept.get(self.state.location[block], 0.0) for block in group) if not ground.attacks else 0.0
        cost += self._emptied(group) if weights.hold and ground.attacks else 0.0
        return fought + won * estimate.clears - cost - sum(self._effort(block, hex_) for block in group)

    def _emptied(self, group: list[int]) -> float:
        """What it costs that places which count are left empty within the enemy's reach."""
        found = 0.0
        for hex_ in sorted({self.state.location[block] for block in group} & self.ground.kept.keys()):
            here = self.rules.fire.units_at(self.state, hex_, self.side)
            found += self._given_up(hex_, here, [b for b in here if b not in group])
        return found

    def _must_be_retaken(self, hex_: int) -> bool:
        """Whether the game is lost for a defender unless a hex is his again today, whatever that costs."""
        return bool(self.weights.posts and self._is_last_turn and not self.ground.attacks and self.ground.wanted.get(hex_))

    def _on_the_last_day(self, hex_: int, fought: float, lost: float) -> float:
        """Where the game is decided nothing is to be saved for another day; elsewhere losses hardly matter any more."""
        if hex_ in self.ground.wanted:
            return fought + lost
        return fought if self._ring >> hex_ & 1 else fought * LAST_DAY

    def _relief(self, hex_: int) -> int:
        """Own units without supply that would find it if a hex were cleared of enemies; those who would give up count twice."""
        if not self._hungry or not self.ground.one_goal:
            return 0
        if hex_ not in self._relieved:
            state = self.state.copy()
            for block in self.rules.fire.units_at(state, hex_, 1 - self.side):
                state.location[block] = GONE
            state.occupied[1 - self.side] &= ~(1 << hex_)
            state.passed |= self.board.neighbours(hex_) & self.board.rail_hexes  # others walk there when the hex is cleared
            state.derived = {}
            left = set(self.rules.supply.unsupplied(self.ground.foreseen(state, self.side), self._hungry)[0])
            self._relieved[hex_] = sum(1 + bool(state.flags[block] & MARKED) for block in self._hungry if block not in left)
        return self._relieved[hex_]

    def _effort(self, block: int, hex_: int) -> float:
        """Guns are saved for the place that decides, where there is but one."""
        if self.units.is_artillery[block] and self.ground.one_goal and hex_ not in self.ground.wanted:
            return self.weights.guns_effort
        if not self.units.is_armour[block]:
            return self.weights.effort
        strong = self.board.fortresses >> hex_ & 1
        spared = self.weights.storm if strong and self.ground.cuts and hex_ not in self.ground.wanted else 0.0
        return self.weights.armour_effort + spared

    def _press(self, block: int) -> float:
        """What a movement point nearer to the goal is worth to a unit: armour leads."""
        return self.weights.armour_march if self.units.is_armour[block] else self.weights.march

    # ---- everybody else

    def _march(self) -> None:
        """Unit by unit, those nearest to the goals first; artillery and headquarters follow."""
        posted = self._man_posts() | self.overseas.waiting | self.overseas.keepers
        support = self.units.is_combat
        movable = [block for block in self.rules.movement.movable(self.state, self.side) if block not in posted]
        for number, block in enumerate(sorted(movable, key=lambda b: (not support[b], not self.units.is_armour[b], self._rank(b), b))):
            if number % REFRESH == 0 or self._has_linked:
                self.look_around()
            self._go(block)

    def _man_posts(self) -> frozenset[int]:
        """Send everybody who can be at his post to it, as room is made there; who has one."""
        if self.posts is None:
            return frozenset()
        posts = self.posts.assigned([b for b in self._able if self.state.entered[b] < 0])
        waiting = {block: hex_ for block, hex_ in posts.items() if self.state.location[block] != hex_}
        while going := [b for b, to in waiting.items() if Move(b, to) in self.rules.movement.moves(self.state, b)]:
            self._do(Move(going[0], waiting.pop(going[0])))
        return frozenset(posts)

    def look_around(self) -> None:
        """Supply as the moves so far have left it."""
        self._has_linked = False
        self._covered = self.ground.covered(self.state, self.side)
        if self._lifelines is not None:
            self._gaps = self._lifelines.gaps()

    def _go(self, block: int) -> None:
        """The best place a unit can get to, hex by hex along the way that takes most railways from the enemy."""
        best = None if self._holds_the_prize(block) else self._best_leg(block)
        if best is None:
            return
        if not self.ground.attacks:
            self._do(best)
            return
        for hex_ in self._way(block, best.to):
            self._has_linked |= hex_ in self._gaps
            self._do(Move(block, hex_))

    def _holds_the_prize(self, block: int) -> bool:
        """Whether a unit that attacks has what it came for and is one of the few who keep it."""
        here = self.state.location[block]
        if not self.ground.attacks or not self.ground.one_goal or here not in self.ground.kept or not self.units.is_combat[block]:
            return False
        others = (b for b in self.rules.fire.units_at(self.state, here, self.side) if b != block)
        return sum(self.units.is_combat[b] for b in others) < GARRISON

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
            origin, cost = max(able, key=lambda pair: (self._capture(pair[0]) + self._gaps.get(pair[0], 0.0), -pair[0]))
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
        places = [*legs] if crowded else [*legs, here]
        scores = {to: self.worth(block, to) + 0.05 * (to == here) for to in places}
        if self._ring:
            closed = self._closed_without(block)
            scores = {to: score + self._closing(closed, to) for to, score in scores.items()}
        if not scores:
            return None
        if self.ground.attacks and self.units.is_armour[block]:
            places = sorted(scores, key=lambda h: (-scores[h], h))[:NEAREST]
            for to, cut in self._cutting_off(block, places).items():
                scores[to] += self.weights.cut_off * cut
        if self._lifelines is not None and not self.units.is_armour[block]:
            posts = scores if self.ground.one_goal else {here, max(scores, key=lambda h: (scores[h], -h))} & scores.keys()
            for to, saved in self._lifelines.kept_by(block, posts).items():
                scores[to] += self.weights.guard * saved
        if not self.ground.attacks and self.weights.raid:
            for to in scores:
                if (self.board.neighbours(to) | 1 << to) & self._their_lines:
                    scores[to] += self.weights.raid * self._would_cut_off(block, to)
        if self.weights.exposed:
            self._mind_the_enemy(block, scores)
        best = max(scores, key=lambda h: (scores[h], -h))
        return None if best == here else legs[best]

    def _mind_the_enemy(self, block: int, scores: dict[int, float]) -> None:
        """Take from the best places what the enemy could do to whoever is there, and to those who are left behind."""
        here, at = self.state.location[block], self.rules.fire.units_at
        left, best, looked = self.left_behind(block), scores.get(here, -FAR * FAR), 0
        for to in sorted(scores.keys() - {here}, key=lambda h: (-scores[h], h)):
            if looked >= NEAREST and scores[to] - left < best:  # what comes after is no better
                del scores[to]
                continue
            there = at(self.state, to, self.side)
            added = self.exposure.loss(to, [*there, block]) - self.exposure.loss(to, there)
            scores[to] -= self.weights.exposed * added + left
            if self.ground.attacks and not there and not self._friends(to, block) and self.exposure.fighters(to) > 1:
                scores[to] -= self.weights.alone
            best, looked = max(best, scores[to]), looked + 1

    def left_behind(self, block: int) -> float:
        """What it costs that a unit leaves where it is: others there are weaker, or nobody is left in a place that counts."""
        here = self.state.location[block]
        rest = [b for b in self.rules.fire.units_at(self.state, here, self.side) if b != block]
        together = self.exposure.loss(here, [*rest, block])
        found = self.weights.exposed * (self.exposure.loss(here, rest) - together)
        if here in self.ground.kept:
            found = max(0.0, found) + self._given_up(here, [*rest, block], rest)  # danger is no reason to leave what must be held
        chance = 0.0 if any(self.units.is_ground[b] for b in rest) else self.exposure.chance(here)
        return found + (self.weights.pocket * self._lifelines.hanging_on(here) * chance if chance and self._lifelines is not None else 0.0)

    def _given_up(self, hex_: int, before: Sequence[int], after: Sequence[int]) -> float:
        """What it costs that a place which counts is held by fewer."""
        likelier = self.exposure.falls(hex_, after) - self.exposure.falls(hex_, before)
        return self.weights.hold * self.weights.goal * self.ground.kept[hex_] * likelier

    def _closed_without(self, block: int) -> HexSet:
        """Hexes of the ring that others hold or watch."""
        state, side = self.state, self.side
        others = mask_of(state.location[b] for b in self.units.ground[side] if b != block and state.location[b] >= 0)
        others &= ~state.occupied[1 - side]
        return self._ring & (others | self.board.around(others)) & ~state.occupied[1 - side]

    def _closing(self, closed: HexSet, to: int) -> float:
        """What a unit in a hex adds to the ring; the last gap counts for as much as the place itself."""
        reach = (1 << to | self.board.neighbours(to)) & self._ring & ~self.state.occupied[1 - self.side]
        added = (reach & ~closed).bit_count()
        completes = added and not self._ring & ~closed & ~reach
        return self.weights.ring * added + (self.weights.goal * 2 if completes else 0.0)

    def _cutting_off(self, block: int, places: Sequence[int]) -> dict[int, float]:
        """By place the enemies that a unit there would cut off; who minds the enemy counts what it adds, as far as it is likely to stay."""
        cut = {to: float(self._would_cut_off(block, to)) for to in places}
        if not self.weights.exposed:
            return cut
        least, at = min(cut.values(), default=0.0), self.rules.fire.units_at
        return {
            to: (number - least) * (1.0 - self.exposure.falls(to, [*(b for b in at(self.state, to, self.side) if b != block), block]))
            for to, number in cut.items()
        }

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
            found += self._capture(hex_) + self._linking(block, hex_)
            if self.units.is_support[block] and not self._company(hex_, block):
                found -= 4.0
            found += self._springboard(block, hex_) + self._garrison(block, hex_)
            if not self.units.is_support[block]:
                found -= weights.danger * self._danger(block, hex_)
            return found
        if self._retaking is not None:
            return found - min(self._retaking[hex_], FAR)
        if weights.pocket and hex_ not in ground.kept and not self.exposure.safe.get(self.units.power[block], 0) >> hex_ & 1:
            found -= weights.pocket
        if self.posts is not None and block == self.posts.called:
            found -= min(self.posts.home[hex_], FAR)
        return found + self.defence.worth(block, hex_) - 2.5 * weights.danger * self._danger(block, hex_)

    def _hunger(self, block: int, hex_: int) -> float:
        """How bad it is to be beyond the reach of supply there; on the last day only armour that means to go on cares."""
        rings = self._covered.get(self.units.power[block], ())
        beyond = next((number for number, ring in enumerate(rings) if ring >> hex_ & 1), len(rings))
        halts = 0.0
        if beyond and self.units.is_armour[block]:
            halts = self.weights.armour_halt if self.state.phase < EXPLOITATION else 0.0
        if self._is_last_turn:
            return halts
        if beyond and self.state.flags[block] & MARKED:
            return self.weights.surrender + beyond
        if self.units.is_armour[block]:
            lost = self.weights.armour_caution + self.weights.armour_unsupplied + beyond * self.weights.armour_beyond
            return halts + lost if beyond else 0.0
        return beyond * self.weights.unsupplied

    def _springboard(self, block: int, hex_: int) -> float:
        """On the last day: a supplied hex from which armour can go on into the only goal, as long as it is empty."""
        if not self._near_the_prize >> hex_ & 1 or not self.units.is_armour[block]:
            return 0.0
        rings = self._covered.get(self.units.power[block], ())
        return self.weights.goal * sum(self.ground.wanted.values()) if rings and rings[0] >> hex_ & 1 else 0.0

    def _garrison(self, block: int, hex_: int) -> float:
        """On the last day, where there are many goals: somebody stays in one that has been taken as long as enemies are near."""
        if not self._is_last_turn or self.ground.one_goal or hex_ not in self.ground.kept or self.units.is_support[block]:
            return 0.0
        threatened = self.board.within(hex_, THREATENED) & self.state.occupied[1 - self.side]
        return self.weights.stay * self.ground.kept[hex_] if threatened and not self._company(hex_, block) else 0.0

    def _near_the_prize_now(self) -> HexSet:
        """Hexes from which the empty goal can be entered in the Exploitation Phase, which is still to come."""
        goals = mask_of(self.ground.wanted)
        last = self.ground.attacks and self.ground.one_goal and self._is_last_turn and self.state.phase < EXPLOITATION
        if not last or goals & self.state.occupied[1 - self.side]:
            return 0
        return mask_of(hex_ for hex_, far in enumerate(self.ground.strides_to(self.state, goals)) if far <= SPEED)

    def _capture(self, hex_: int) -> float:
        if not self.state.control[1 - self.side] >> hex_ & 1:
            return 0.0
        found = self.weights.goal * self.ground.wanted.get(hex_, 0.0) + self.weights.rail * self.railway.get(hex_, 0.0)
        found += self.overseas.feeds(hex_)
        if self.board.majors >> hex_ & 1:
            return found + self.weights.city
        return found + self.weights.town * bool(self.board.minors >> hex_ & 1)

    def _linking(self, block: int, hex_: int) -> float:
        """What it is worth to stand in a gap of a railway; armour leaves that to others if it can."""
        gap = self._gaps.get(hex_, 0.0)
        if gap and self.weights.rearmost and self._lifelines is not None:
            gap *= self._lifelines.closer(hex_, self._able, self._rank) in (None, block)
        return self.weights.link * gap * (0.5 if self.units.is_armour[block] else 1.0)

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
