"""Plans a Movement Phase: first the attacks that pay, then every other unit marches to where it is most useful."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cached_property
from random import Random
from typing import Final, NamedTuple

from blockfront.ai.blocks_series.evaluation.battles import Estimate, Estimator
from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.ai.blocks_series.evaluation.lifelines import Lifelines
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.planning.caution import Caution
from blockfront.ai.blocks_series.planning.corridors import keep_open
from blockfront.ai.blocks_series.planning.defence import GARRISON, Defence
from blockfront.ai.blocks_series.planning.duties import Duties
from blockfront.ai.blocks_series.planning.errands import SPEED, Errands
from blockfront.ai.blocks_series.planning.overseas import Overseas
from blockfront.ai.blocks_series.planning.posts import Posts
from blockfront.ai.blocks_series.planning.staffs import Staffs
from blockfront.core.actions import Action
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.rules.reach import layers_of
from blockfront.games.blocks_series.state import EXPLOITATION, GONE, MARKED, SeriesState
from blockfront.games.blocks_series.steps.movement import MovingStep
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

LAST_DAY: Final = 0.2  # factor on the balance of losses on the last day, away from the place that decides
NEAREST: Final = 6  # best places of an armoured unit for which the effect on enemy supply is worked out
THREATENED: Final = 6  # hexes within which an enemy may come back to an empty city
REFRESH: Final = 2  # number of moves after which supply is worked out again
BEYOND_THE_SEA: Final = 0.4  # least chance for an attack overseas, where losses are not made good; not applied on the last day


class Attack(NamedTuple):
    """The moves into one battle and their expected outcome."""

    gain: float
    hex: int
    moves: tuple[Move, ...]
    estimate: Estimate


class Plan(NamedTuple):
    """All actions of a Movement Phase."""

    actions: tuple[Action, ...]
    attacks: tuple[Attack, ...]
    state: SeriesState  # as the plan leaves it


class Mover:
    """Plans moves on a copy of a guessed state, carrying out each of them by the rules."""

    def __init__(
        self, game: SeriesGame, state: SeriesState, side: int, weights: Weights, avoid: HexSet = 0, exposure: Exposure | None = None
    ) -> None:
        self.game, self.rules, self.side, self.weights = game, game.rules, side, weights
        self.units, self.board = game.rules.units, game.rules.board
        self.state = state.copy()
        self.ground = Ground(game.rules, state, side)
        self.estimator = Estimator(game.rules, self.state)
        self.avoid = avoid
        self.actions: list[Action] = []
        self.defence = Defence(game.rules, self.state, self.ground, weights)
        goal = self.ground.post() if weights.posts else None
        self.posts = Posts(game.rules, self.state, self.ground, goal) if goal in self.ground.kept else None
        self._covered = self.ground.covered(self.state, side)
        self.railway = self.ground.railway(self.state) if self.ground.attacks else {}
        self._is_last_turn = self.ground.is_last_turn(state)
        self.able = able = [b for b in self.units.combat[side] if state.location[b] >= 0 and not self.units.is_static[b]]
        self.overseas = Overseas(game.rules, self.state, self.ground, able)
        self.errands = Errands(game.rules, state, self.ground, able if self.ground.attacks else ())
        self.lifelines = Lifelines(game.rules, self.state, self.ground) if self._guards() else None
        self._gaps: dict[int, float] = {}
        self._has_linked = False  # whether a unit has walked into a gap since supply was last worked out
        self._ring = self.ground.ring(state)
        self._near_the_prize = self._near_the_prize_now()
        self._middle = self._middle_of(able)
        self._their_lines = self.board.rail_hexes & state.control[1 - side]
        self._hungry = self.ground.cut_off(state, side) if self.ground.attacks and self.ground.one_goal else []
        self._relieved: dict[int, int] = {}
        self._own_rails = self.board.rail_hexes & state.control[side] if self.ground.attacks else 0
        self.exposure = exposure or Exposure(game.rules, state, side)
        self._retaking = self._ways_to_the_lost()
        self.caution = Caution(self)
        self.duties = Duties(self)
        self.staffs = Staffs(self)

    @cached_property
    def _cutting(self) -> dict[int, float]:
        """Enemy hexes that cut one's own units off from supply, as they were when planning began."""
        return self.lifelines.cut_by() if self.lifelines is not None else {}

    def _ways_to_the_lost(self) -> list[float] | None:
        """Movement points to the only place a defender must keep, if he has lost it and this is the last turn; else None."""
        goal = self.ground.post() if self.weights.posts else None
        if goal not in self.ground.wanted or not self._is_last_turn:
            return None
        return self.ground.ways_to(self.state, (goal,), self.side)

    def _guards(self) -> bool:
        """Says whether railways are guarded: only attackers do so, because their armour advances far."""
        return bool(self.weights.guard) and self.ground.attacks

    def _middle_of(self, able: Sequence[int]) -> float:
        """Returns the median distance of the side's armour to the goal; enemies farther away are behind the armour."""
        if not self.ground.attacks or not self.ground.one_goal or self._is_last_turn:
            return FAR
        armour = [block for block in able if self.units.is_armour[block]]
        ways = sorted(self.ground.way[self.state.location[block]] for block in armour or able)
        return ways[len(ways) // 2] if ways else FAR

    def plan(self) -> Plan:
        """Plans in order: command, then needs (what would be lost next), then attacks by the other units, then marches."""
        self.staffs.lead()
        self.meet_needs(self._movable())
        attacks = self._attack()
        if self.lifelines is not None and self.ground.one_goal and self.weights.hunt and not self._is_last_turn:
            self.errands.hunt(self.state, self.able, self._cutting)
        self._march()
        return Plan(tuple(self.actions), tuple(attacks), self.state)

    def meet_needs(self, movable: Collection[int]) -> None:
        """Assigns units to what would be lost in the enemy's next turn, unless no such turn follows or everything is staked on winning."""
        ground, state = self.ground, self.state
        staked = self._retaking is not None or (ground.cuts and not self._is_last_turn)
        if self.weights.needs and not staked and not ground.has_the_last_word(state):
            self.duties.fulfil(movable)

    def _movable(self) -> frozenset[int]:
        return frozenset(self.rules.movement.movable(self.state, self.side))

    def quiet(self) -> Plan:
        """Plans only command and the meeting of needs."""
        self.staffs.lead()
        self.meet_needs(self._movable())
        return Plan(tuple(self.actions), (), self.state)

    def thinned_out(self) -> Action | None:
        """Returns the best move out of an overfull hex, preferably of a unit that cannot land from the sea; None if none can leave."""
        overfull, landings = self.rules.definitions.overstacked(self.state, self.side), self.rules.landings
        moves = [move for move in self.game.legal(self.state, Side(self.side)) if isinstance(move, Move)]
        leaving = [move for move in moves if overfull >> self.state.location[move.block] & 1 and move.entry < 0]
        lands = {b: isinstance(landings, AmphibiousLandings) and landings.is_trained(b) for b in {move.block for move in leaving}}
        worth = {move: self.worth(move.block, move.to) - self.worth(move.block, self.state.location[move.block]) for move in leaving}
        return max(leaving, key=lambda move: (not lands[move.block], worth[move], -move.block, -move.to), default=None)

    def exploit(self) -> tuple[Action, ...]:
        """Plans the further moves of armour after the battles; only commanded units can move, so command comes first."""
        self.staffs.lead()
        able = self.rules.blitz.exploiters(self.state, self.side)
        self.meet_needs(able)
        for block in sorted(
            (b for b in able if b not in self.duties.settled and b not in self.staffs.placed), key=lambda b: (self.way_to_go(b), b)
        ):
            self.look_around()
            self._go(block)
        return tuple(self.actions)

    def do(self, action: Action) -> None:
        """Adds an action to the plan and carries it out on the planned state."""
        self.actions.append(action)
        self.game.apply(self.state, action, Side(self.side))
        self._settle()
        if isinstance(action, Move) and self.ground.wanted.get(action.to) and not self.state.occupied[1 - self.side] >> action.to & 1:
            self.ground.reached(self.state, 1 << action.to)

    def _settle(self) -> None:
        """Answers whatever a move sets off (fleeing aircraft, mixed blocks) with any legal action, so that planning can go on."""
        while (top := self.game.stack.top(self.state)) is not None and not isinstance(top[0], MovingStep):
            side = min(self.game.to_act(self.state))
            chance = side == CHANCE
            action = self.game.chance(self.state).sample(Random(0)) if chance else next(iter(self.game.legal(self.state, side)))
            self.game.apply(self.state, action, side)

    def value_of(self, block: int) -> int:
        """Returns a unit's current strength."""
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
                if move in self.game.legal(self.state, Side(self.side)):  # artillery follows its combat units and may be stopped
                    self.do(move)
            moves.pop(best.hex)
            moves = {hex_: {b: m for b, m in able.items() if b not in used} for hex_, able in moves.items()}

    def _stands_the_test(self, attack: Attack) -> bool:
        """Says whether an attack that seems to pay also pays by exact odds."""
        if not self.rules.fire.units_at(self.state, attack.hex, 1 - self.side):
            return True
        odds = self.overseas.odds(attack.hex, attack.moves)
        if odds.clears < BEYOND_THE_SEA and not self._is_last_turn and self.overseas.is_overseas([move.block for move in attack.moves]):
            return False
        return self.gain(attack.hex, [move.block for move in attack.moves], odds) > 0

    def _moves_into_enemies(self) -> dict[int, dict[int, Move]]:
        """Returns, by enemy-occupied hex and unit, the move that enters it, preferably not across a river."""
        rules, state = self.rules, self.state
        found: dict[int, dict[int, Move]] = defaultdict(dict)
        enemy = rules.movement.stops(state, self.side)
        if not enemy:
            return found
        for block in rules.movement.movable(state, self.side):
            if block in self.duties.settled or (self.units.is_hq[block] and not self.units.is_armour[block]):
                continue
            if not self.board.within(state.location[block], 6) & enemy or not rules.movement.may_attack(state, block):
                continue
            tied = self.overseas.is_tied(block)
            for move in self._legs(block):
                if move.entry >= 0 and (not tied or self.overseas.storms(move.to)):
                    known = found[move.to].get(block)
                    if known is None or (self._crosses(known) and not self._crosses(move)):
                        found[move.to][block] = move
        return found

    def _legs(self, block: int) -> list[Move]:
        """Lists the moves of a unit; artillery may also enter hexes that combat units of its stack can attack."""
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
        """Returns the best attack on a hex with one or two combat units and perhaps artillery, if any pays."""
        defenders = self.rules.fire.units_at(self.state, hex_, 1 - self.side)
        combat = sorted(
            (b for b in able if self.units.is_combat[b]), key=lambda b: (-self.estimator.side((b,), hex_).fire, self.way_to_go(b), b)
        )
        if not combat or not (defenders or self.rules.partisans.steps(self.state, hex_)):
            return None
        guns = sorted((b for b in able if self.units.is_artillery[b] and self.value_of(b)), key=lambda b: (-self.value_of(b), b))[:1]
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
        """Lists groups to try: the strongest one or two units, with and without guns, also without armour, which is needed elsewhere."""
        found = [combat[:1], combat[:2], combat[:1] + guns, combat[:2] + guns]
        foot = [block for block in combat if not self.units.is_armour[block]]
        if foot and foot[:2] != combat[:2]:
            found += [foot[:1], foot[:2], foot[:1] + guns, foot[:2] + guns]
        return found

    def way_to_go(self, block: int) -> float:
        """Returns the movement points from a unit to its goal."""
        return self.errands.way(block)[self.state.location[block]]

    def gain(self, hex_: int, group: list[int], estimate: Estimate) -> float:
        """Returns the expected gain of an attack on a hex by a group of units, including its side effects and costs."""
        weights, ground = self.weights, self.ground
        if self._must_be_retaken(hex_):
            return weights.goal * (1.0 + estimate.clears) + estimate.defenders_lose
        won = weights.goal * ground.wanted.get(hex_, 0.0)
        won += weights.city * bool(self.board.majors >> hex_ & 1) + weights.town * bool(self.board.minors >> hex_ & 1)
        if ground.attacks:
            won += sum(self._press(block) * (self.way_to_go(block) - self.errands.way(block)[hex_]) for block in group) / 2
            won += weights.rail * self.railway.get(hex_, 0.0) + 0.5
            won += weights.ring * bool(self._ring >> hex_ & 1)
            won += weights.rear * bool(self.ground.way[hex_] > self._middle)
            won += weights.relief * self._relief(hex_) + weights.guard * self._cutting.get(hex_, 0.0)
            won += weights.lifeline * bool(self.board.around(1 << hex_) & self._own_rails) + self.overseas.feeds(hex_)
        lost = weights.own_step * estimate.attackers_lose
        fought = weights.enemy_step * estimate.defenders_lose - lost
        if self._is_last_turn and ground.attacks:
            fought = self._on_the_last_day(hex_, fought, lost)
        cost = sum(weights.goal * 0.5 * ground.kept.get(self.state.location[block], 0.0) for block in group) if not ground.attacks else 0.0
        cost += self.caution.emptied(group) if weights.hold and ground.attacks else 0.0
        return fought + won * estimate.clears - cost - sum(self._effort(block, hex_) for block in group)

    def _must_be_retaken(self, hex_: int) -> bool:
        """Says whether a defender loses the game unless he retakes a hex in this turn."""
        return bool(self.weights.posts and self._is_last_turn and not self.ground.attacks and self.ground.wanted.get(hex_))

    def _on_the_last_day(self, hex_: int, fought: float, lost: float) -> float:
        """Adjusts a battle's value on the last day: losses do not count at the goals and hardly matter elsewhere."""
        if hex_ in self.ground.wanted:
            return fought + lost
        return fought if self._ring >> hex_ & 1 else fought * LAST_DAY

    def _relief(self, hex_: int) -> int:
        """Counts own units that would be supplied again if a hex were cleared; those about to surrender count twice."""
        if not self._hungry or not self.ground.one_goal:
            return 0
        if hex_ not in self._relieved:
            state = self.state.copy()
            for block in self.rules.fire.units_at(state, hex_, 1 - self.side):
                state.location[block] = GONE
            state.occupied[1 - self.side] &= ~(1 << hex_)
            state.passed |= self.board.neighbours(hex_) & self.board.rail_hexes  # other units can walk there once the hex is cleared
            state.derived = {}
            left = set(self.rules.supply.unsupplied(self.ground.foreseen(state, self.side), self._hungry)[0])
            self._relieved[hex_] = sum(1 + bool(state.flags[block] & MARKED) for block in self._hungry if block not in left)
        return self._relieved[hex_]

    def _effort(self, block: int, hex_: int) -> float:
        """Returns the cost of using a unit in an attack: where one place decides, guns are saved for it."""
        if self.units.is_artillery[block] and self.ground.one_goal and hex_ not in self.ground.wanted:
            return self.weights.guns_effort
        if not self.units.is_armour[block]:
            return self.weights.effort
        strong = self.board.fortresses >> hex_ & 1
        spared = self.weights.storm if strong and self.ground.cuts and hex_ not in self.ground.wanted else 0.0
        return self.weights.armour_effort + spared

    def _press(self, block: int) -> float:
        """Returns the worth of a movement point nearer to the goal: more for armour, so that it leads."""
        return self.weights.armour_march if self.units.is_armour[block] else self.weights.march

    # ---- all other units

    def _march(self) -> None:
        """Moves the remaining units: combat units first, armour before others and those near the goals before the rest; then support."""
        posted = self._man_posts() | self.overseas.waiting | self.overseas.keepers | self.duties.settled.keys() | self.staffs.placed
        support = self.units.is_combat
        movable = [block for block in self.rules.movement.movable(self.state, self.side) if block not in posted]
        for number, block in enumerate(sorted(movable, key=lambda b: (not support[b], not self.units.is_armour[b], self.way_to_go(b), b))):
            if number % REFRESH == 0 or self._has_linked:
                self.look_around()
            self._go(block)

    def _man_posts(self) -> frozenset[int]:
        """Sends units to their assigned posts as room is made there; returns all units that have a post."""
        if self.posts is None:
            return frozenset()
        posts = self.posts.assigned([b for b in self.able if self.state.entered[b] < 0 and b not in self.duties.settled])
        waiting = {block: hex_ for block, hex_ in posts.items() if self.state.location[block] != hex_}
        while going := [b for b, to in waiting.items() if Move(b, to) in self.rules.movement.moves(self.state, b)]:
            self.do(Move(going[0], waiting.pop(going[0])))
        return frozenset(posts)

    def look_around(self) -> None:
        """Works out supply and railway gaps again after the moves so far."""
        self._has_linked = False
        self._covered = self.ground.covered(self.state, self.side)
        if self.lifelines is not None:
            self._gaps = self.lifelines.gaps()

    def _go(self, block: int) -> None:
        """Moves a unit to the best place it can reach, along the way that takes most railways from the enemy."""
        best = None if self._holds_the_prize(block) else self._best_leg(block)
        if best is None:
            return
        if not self.ground.attacks:
            self.do(best)
            return
        for hex_ in self._way(block, best.to):
            self._has_linked |= hex_ in self._gaps
            self.do(Move(block, hex_))

    def _holds_the_prize(self, block: int) -> bool:
        """Says whether a unit stands in the only goal, already taken, and is needed there as garrison."""
        here = self.state.location[block]
        if not self.ground.attacks or not self.ground.one_goal or here not in self.ground.kept or not self.units.is_combat[block]:
            return False
        others = (b for b in self.rules.fire.units_at(self.state, here, self.side) if b != block)
        return sum(self.units.is_combat[b] for b in others) < GARRISON

    def _way(self, block: int, target: int) -> list[int]:
        """Lists the hexes of a cheapest way; among equal ones it prefers railways and towns in enemy hands."""
        state, movement = self.state, self.rules.movement
        network = movement.network(state, block)
        layers = layers_of(network, 1 << state.location[block], movement.points_left(state, block))
        spent = next(number for number, layer in enumerate(layers) if layer >> target & 1)
        found = [target]
        stops = state.occupied[1 - self.side]
        room = self.rules.definitions.room_for(state, block)
        while spent:
            able = [
                (origin, cost)
                for origin, cost in network.step_costs(found[-1])
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
        if self.lifelines is not None and not self.units.is_armour[block]:
            posts = scores if self.ground.one_goal else {here, max(scores, key=lambda h: (scores[h], -h))} & scores.keys()
            for to, saved in self.lifelines.kept_by(block, posts).items():
                scores[to] += self.weights.guard * saved
        keep_open(self, block, scores)
        if not self.ground.attacks and self.weights.raid:
            for to in scores:
                if (self.board.neighbours(to) | 1 << to) & self._their_lines:
                    scores[to] += self.weights.raid * self._would_cut_off(block, to)
        if self.weights.exposed:
            self.caution.mind_the_enemy(block, scores)
        best = max(scores, key=lambda h: (scores[h], -h))
        return None if best == here else legs[best]

    def _closed_without(self, block: int) -> HexSet:
        """Returns the hexes of the ring that other units occupy or stand next to."""
        state, side = self.state, self.side
        others = mask_of(state.location[b] for b in self.units.ground[side] if b != block and state.location[b] >= 0)
        others &= ~state.occupied[1 - side]
        return self._ring & (others | self.board.around(others)) & ~state.occupied[1 - side]

    def _closing(self, closed: HexSet, to: int) -> float:
        """Returns what a unit in a hex adds to the ring; closing the last gap counts like taking the place itself."""
        reach = (1 << to | self.board.neighbours(to)) & self._ring & ~self.state.occupied[1 - self.side]
        added = (reach & ~closed).bit_count()
        completes = added and not self._ring & ~closed & ~reach
        return self.weights.ring * added + (self.weights.goal * 2 if completes else 0.0)

    def _cutting_off(self, block: int, places: Sequence[int]) -> dict[int, float]:
        """Weighs, by place, the enemies a unit would cut off; prudent players count only what it adds and is likely to hold."""
        cut = {to: float(self._would_cut_off(block, to)) for to in places}
        if not self.weights.exposed:
            return cut
        least, at = min(cut.values(), default=0.0), self.rules.fire.units_at
        return {
            to: (number - least) * (1.0 - self.exposure.falls(to, [*(b for b in at(self.state, to, self.side) if b != block), block]))
            for to, number in cut.items()
        }

    def _would_cut_off(self, block: int, to: int) -> int:
        """Counts the enemy ground units that would be out of supply with this unit in a hex."""
        state, side = self.state, self.side
        trial = state.copy()
        trial.location[block] = to
        trial.occupied[side] |= 1 << to
        trial.derived = {}
        return len(self.ground.cut_off(trial, 1 - side))

    def worth(self, block: int, hex_: int) -> float:
        """Rates how useful a unit is in a hex at the end of the phase."""
        weights, ground = self.weights, self.ground
        found = -self.hunger(block, hex_)
        friends = self.friends(hex_, block)
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

    def hunger(self, block: int, hex_: int) -> float:
        """Returns the cost of being out of supply in a hex; on the last day it matters only to armour that wants to exploit."""
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

    def gives_up(self, block: int, hex_: int) -> bool:
        """Says whether a unit would surrender in a hex for lack of supply."""
        rings = self._covered.get(self.units.power[block], ())
        return bool(self.state.flags[block] & MARKED and rings and not rings[0] >> hex_ & 1)

    def _springboard(self, block: int, hex_: int) -> float:
        """Returns the worth, on the last day, of a supplied hex from which armour can enter the empty only goal."""
        if not self._near_the_prize >> hex_ & 1 or not self.units.is_armour[block]:
            return 0.0
        rings = self._covered.get(self.units.power[block], ())
        return self.weights.goal * sum(self.ground.wanted.values()) if rings and rings[0] >> hex_ & 1 else 0.0

    def _garrison(self, block: int, hex_: int) -> float:
        """Returns the worth, on the last day with many goals, of staying in a taken goal while enemies are near."""
        if not self._is_last_turn or self.ground.one_goal or hex_ not in self.ground.kept or self.units.is_support[block]:
            return 0.0
        threatened = self.board.within(hex_, THREATENED) & self.state.occupied[1 - self.side]
        others = sum(self.units.is_combat[b] for b in self.rules.fire.units_at(self.state, hex_, self.side) if b != block)
        return self.weights.stay * self.ground.kept[hex_] if threatened and others < (GARRISON if self.weights.needs else 1) else 0.0

    def _near_the_prize_now(self) -> HexSet:
        """Returns the hexes from which the empty goal can still be entered in the Exploitation Phase of the last turn."""
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
        """Returns the worth of closing a railway gap; armour gains less, so that others do it if they can."""
        gap = self._gaps.get(hex_, 0.0)
        if gap and self.weights.rearmost and self.lifelines is not None:
            gap *= self.lifelines.closer(hex_, self.able, self.way_to_go) in (None, block)
        return self.weights.link * gap * (0.5 if self.units.is_armour[block] else 1.0)

    def friends(self, hex_: int, block: int) -> int:
        """Counts the neighbouring hexes with friendly units, without the unit's own hex."""
        occupied = self.state.occupied[self.side]
        return sum(occupied >> near & 1 for near in self.ground.near[hex_] if near != self.state.location[block])

    def _company(self, hex_: int, block: int) -> bool:
        return any(self.units.is_combat[b] for b in self.rules.fire.units_at(self.state, hex_, self.side) if b != block)

    def _danger(self, block: int, hex_: int) -> float:
        """Returns by how much the enemy strength beside a hex exceeds one's own in it, terrain considered."""
        state, enemy = self.state, 1 - self.side
        beside = sum(
            self.units.value(b, state.steps[b])
            for near in self.ground.near[hex_]
            if state.occupied[enemy] >> near & 1
            for b in self.rules.fire.units_at(state, near, enemy)
        )
        mine = sum(self.value_of(b) for b in self.rules.fire.units_at(state, hex_, self.side) if b != block) + self.value_of(block)
        if self.board.majors >> hex_ & 1:
            mine *= 2
        elif self.board.rough >> hex_ & 1:
            mine = int(mine * 1.5)
        return max(0.0, beside - mine)
