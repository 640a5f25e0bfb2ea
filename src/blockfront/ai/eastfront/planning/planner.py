"""Plans a Movement Phase: first attacks by several units together, then single moves, as long as each improves the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal, BattlesTogether
from blockfront.ai.search.needs import Need, meet, worst
from blockfront.blocks import effects
from blockfront.blocks.block_state import count_at
from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import Move, RailMove, Rearguard
from blockfront.games.eastfront.loading.data_model import NO_FIRE
from blockfront.games.eastfront.state import MOVED, NO_HEX, REARGUARD, STRATEGIC, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

NEED, ATTACK, MARCH, RETREAT, RAIL = "need", "attack", "march", "retreat", "rail"
MOST_NEEDS: Final = 6  # the worst needs, which are met before anything else
FILLERS: Final = 3
FILLING: Final = 3  # hexes within which units to fill a gap are looked for
FAR: Final = 3  # hexes from the enemy from which a unit may be sent by rail


class PlanStep(NamedTuple):
    """Moves that belong together, and how much they improve the position."""

    gain: float
    kind: str
    hex: int
    actions: tuple[Action, ...]
    origins: HexSet
    supreme: int = 0  # Supreme Moves it needs


class Entries(NamedTuple):
    """How units can enter a battle: by unit, its moves with the hexside each crosses; and how many units may cross each side."""

    ways: dict[int, list[tuple[Move, int]]]
    limits: dict[int, int]


class Planner:
    """Plans moves on a copy of a state.

    Units in `commanded` hexes may move; `supreme` is the number of Supreme Moves for other units; `avoid` hexes are not attacked.
    """

    def __init__(self, appraisal: Appraisal, state: EastFrontState, commanded: HexSet, supreme: int, avoid: HexSet = 0) -> None:
        self.appraisal, self.rules, self.knowledge = appraisal, appraisal.rules, appraisal.knowledge
        self.side, self.enemy, self.weights = appraisal.side, appraisal.enemy, appraisal.weights
        self.state = state.copy()
        self.commanded, self.supreme, self.avoid = commanded, supreme, avoid
        self.steps: list[PlanStep] = []
        self._able: list[int] | None = None  # units that may move, until one does
        self.score = self.appraisal.score(self.state)

    def plan(self) -> list[PlanStep]:
        """Plans in order: needs (what would be lost next), attacks by the other units, retreats, marches, trains."""
        self.meet_needs()
        self.attack()
        self._retreats()
        self._marches()
        if self.supreme > 0:
            self._trains()
        return self.steps

    # ---- who may move

    def _free(self) -> list[int]:
        if self._able is None:
            self._able = self._who_may_move()
        return self._able

    def _who_may_move(self) -> list[int]:
        state, flags = self.state, self.state.flags
        return [
            block
            for block in self.rules.order.of_side[self.side]
            if state.location[block] >= 0
            and not flags[block] & (MOVED | STRATEGIC | REARGUARD)
            and not self.rules.movement.is_tied(state, block)
            and self._price(block) <= self.supreme
        ]

    def _price(self, block: int) -> int:
        """Returns the Supreme Moves that a unit's land move costs."""
        within = self.commanded >> self.state.location[block] & 1
        return 0 if within and not self.rules.units.is_static[block] else 1

    # ---- needs

    def meet_needs(self) -> None:
        """Sends units to where something would be lost in the enemy's next turn; these no longer attack."""
        if not self.weights.hold:
            return
        needs = worst(self.appraisal.ground.front.needs(self.state)[:MOST_NEEDS], self.weights.least_need)
        meet(needs, self._answers, self._accept, lambda step: self.weights.least_supreme if step.supreme else 0.0)

    def _answers(self, need: Need) -> Iterator[PlanStep]:
        """Yields moves without a fight into the hex, by land or rail, or of endangered headquarters out of it."""
        state, is_hq = self.state, self.rules.units.is_hq
        for block in self._free():
            here, leaves = state.location[block], bool(need.hexes >> state.location[block] & 1)
            if self._price(block) > self.supreme or is_hq[block] != leaves or (not leaves and self._holds_alone(block)):
                continue
            moves = [m for m in self.rules.movement.moves(state, block) if m.entry == NO_HEX and (leaves or need.hexes >> m.to & 1)]
            best = self._best_of(state, block, moves)
            if best is not None:
                yield PlanStep(best[0] - self.score, NEED, best[1].to, (best[1],), 1 << here, self._price(block))
            elif self.supreme > 0 and not leaves:
                yield from self._by_train(block, need)

    def _by_train(self, block: int, need: Need) -> Iterator[PlanStep]:
        for move in self.rules.strategic.rail_moves(self.state, block, 1):
            if need.hexes >> move.to & 1:
                gain = self._standing(self.state, block, move.to, self._unconcerned(self.state, block)) - self.score
                yield PlanStep(gain, NEED, move.to, (move,), 1 << self.state.location[block], 1)

    # ---- attacks

    def attack(self) -> None:
        """Begins the battles that pay, best first."""
        ways = self._ways_in()
        targets = dict.fromkeys([*ways, *members(self._worn_battles())])
        found = {target: self._best_step(target, ways.get(target, {})) for target in targets}
        fresh = set(targets)  # targets worked out since the last move
        while True:
            ranked = sorted((step for step in found.values() if step is not None), key=lambda step: (-step.gain, step.hex))
            if not ranked or ranked[0].gain < self.weights.least_attack:
                return
            again: PlanStep | None = ranked[0]
            first = ranked[0].hex
            if first not in fresh:
                again = found[first] = self._best_step(first, ways.get(first, {}))
                fresh.add(first)
            runner_up = ranked[1].gain if len(ranked) > 1 else 0.0
            if again is not None and again.gain >= self.weights.least_attack and again.gain >= 0.7 * runner_up:
                self._accept(again)
                found[again.hex] = None
                fresh.clear()

    def _ways_in(self, only: HexSet = 0) -> dict[int, dict[int, list[Move]]]:
        """Returns, by enemy hex (or only those in `only`), the units that can attack it with their moves."""
        found: dict[int, dict[int, list[Move]]] = {}
        avoid = self.avoid | self._crowded() | (~only if only else 0)
        for block in self._free():
            if self.rules.units.is_hq[block]:
                continue
            for move in self.rules.movement.moves(self.state, block):
                if move.entry != NO_HEX and not avoid >> move.to & 1:
                    found.setdefault(move.to, {}).setdefault(block, []).append(move)
        return found

    def _crowded(self) -> HexSet:
        """Returns hexes with too many enemies to attack while some of them have not been seen."""
        quiet = self.state.occupied[self.enemy] & ~self.state.occupied[self.side]
        large = [hex_ for hex_ in members(quiet) if count_at(self.state, hex_, self.enemy) >= self.weights.crowd]
        enemies, known = self.appraisal.ground.enemies(self.state), self.knowledge.known
        return mask_of(hex_ for hex_ in large if not all(known[block] for block in enemies[hex_]))

    def _best_step(self, target: int, ways: dict[int, list[Move]]) -> PlanStep | None:
        """Returns the best way to begin or strengthen a battle: more units, or fresh ones for worn ones."""
        steps = [self._best_package(target, ways), *self._reliefs(target)]
        return max((step for step in steps if step is not None), key=lambda step: step.gain, default=None)

    def _worn_battles(self) -> HexSet:
        """Returns the standing battles in which units could be relieved."""
        if not self.weights.relieved:
            return 0
        return self.appraisal.before & self.state.occupied[0] & self.state.occupied[1] & ~self.avoid

    def _reliefs(self, target: int) -> Iterator[PlanStep]:
        """Yields steps in which the weakest one, two … units leave a standing battle and others replace them."""
        if not self._worn_battles() >> target & 1:
            return
        fire = {b: self.knowledge.value[b] * self.knowledge.unit(b, target, attacks=True).chance for b in self._free()}
        worn = sorted((b for b in fire if self.state.location[b] == target), key=lambda b: (fire[b], b))
        without = Planner(self.appraisal, self.state, self.commanded, self.supreme, self.avoid)
        for block in worn[: self.weights.relieved]:
            leaving = without._best_of(without.state, block, list(self.rules.movement.moves(without.state, block)))
            if leaving is None:
                return
            price = without._price(block)
            without._accept(PlanStep(0.0, MARCH, target, (leaving[1],), 1 << target, price))
            step = without._best_package(target, without._ways_in(1 << target).get(target, {}))
            if step is not None:
                gone = tuple(action for before in without.steps for action in before.actions)
                gain, supreme = without.score + step.gain - self.score, self.supreme - without.supreme + step.supreme
                yield PlanStep(gain, ATTACK, target, (*gone, *step.actions), step.origins | 1 << target, supreme)

    def _best_package(self, target: int, ways: dict[int, list[Move]]) -> PlanStep | None:
        """Returns the best set of units to send into a hex, with others filling the places they leave."""
        free = [block for block in self._free() if block in ways]
        if not free:
            return None
        power = {b: self.knowledge.value[b] * self.knowledge.unit(b, target, attacks=True).chance for b in free}
        entries = self._entries(target, {block: ways[block] for block in free})
        trials: dict[tuple[Move, ...], float] = {}
        for order in self._orders(free, power):
            self._try_out(target, self._assign(target, order, entries), trials)
        best: PlanStep | None = None
        for chosen, worth in sorted(trials.items(), key=lambda trial: -trial[1])[:3]:
            if worth < -3.0:
                continue
            step = self._package(target, chosen)
            if best is None or step.gain > best.gain:
                best = step
        return best

    def _orders(self, blocks: list[int], power: dict[int, float]) -> list[list[int]]:
        """Lists orders in which to add attackers: strongest first; cheapest for their power; strong ones mixed with large ones."""
        step, value = self.knowledge.step, self.knowledge.value
        spare = [b for b in blocks if not self._holds_alone(b)]
        found: list[list[int]] = []
        for group in (spare, blocks) if len(spare) < len(blocks) else (blocks,):
            strong = sorted(group, key=lambda b: (-power[b], step[b], b))
            cheap = sorted(group, key=lambda b: (step[b] / max(power[b], 0.01), -value[b], b))
            bearers = sorted(group, key=lambda b: (-value[b], step[b], b))
            mixed = [block for pair in zip(strong, bearers, strict=True) for block in pair]
            found += [strong, cheap, list(dict.fromkeys(mixed))]
        return [list(order) for order in dict.fromkeys(map(tuple, found))]

    def _holds_alone(self, block: int) -> bool:
        hex_ = self.state.location[block]
        return count_at(self.state, hex_, self.side) == 1 and self.appraisal.ground.to_enemy[hex_] <= 1

    def _entries(self, target: int, ways: dict[int, list[Move]]) -> Entries:
        """Returns each unit's ways into a hex, those not across a river first, and how many may cross each side."""
        board, sides = self.rules.board, dict[int, list[tuple[Move, int]]]()
        for block, moves in ways.items():
            sides[block] = []
            for move in sorted(moves, key=lambda move: (board.is_river(move.entry, target), move.entry)):
                direction = board.grid.direction(target, move.entry)
                assert direction is not None
                sides[block].append((move, direction))
        used = {direction for ways_in in sides.values() for _, direction in ways_in}
        return Entries(sides, {side: self.rules.movement.crossings_left(self.state, target, side) for side in used})

    def _assign(self, target: int, order: list[int], entries: Entries) -> list[Move]:
        """Gives each unit in turn a way in, as far as hexsides, room and Supreme Moves allow."""
        room = self.rules.board.stacking[target] - count_at(self.state, target, self.side)
        left = dict(entries.limits)
        supreme = self.supreme
        moves: list[Move] = []
        for block in order:
            if len(moves) == room:
                break
            price = self._price(block)
            if price > supreme:
                continue
            for move, direction in entries.ways[block]:
                if left[direction] > 0:
                    left[direction] -= 1
                    supreme -= price
                    moves.append(move)
                    break
        return moves

    def _try_out(self, target: int, moves: list[Move], known: dict[tuple[Move, ...], float]) -> None:
        """Records in `known` what the battle by itself is worth with the first unit, the first two, and so on."""
        trial, sent = self.state.copy(), tuple[Move, ...]()
        for move in moves:
            self.rules.movement.carry_out(trial, move)
            sent = (*sent, move)
            if sent not in known:
                known[sent] = self.appraisal.alone(trial, target).worth(self.weights.reply)

    def _after(self, moves: Iterable[Move]) -> EastFrontState:
        trial = self.state.copy()
        for move in moves:
            self.rules.movement.carry_out(trial, move)
        return trial

    def _package(self, target: int, moves: tuple[Move, ...]) -> PlanStep:
        trial = self._after(moves)
        emptied = [hex_ for move in moves if not count_at(trial, hex_ := self.state.location[move.block], self.side)]
        score = self.appraisal.score(trial)
        actions: list[Action] = list(moves)
        supreme = sum(self._price(move.block) for move in moves)
        for hex_ in emptied:
            if self.appraisal.ground.to_enemy[hex_] <= 2:
                filler = self._filler(trial, hex_, score, self.supreme - supreme)
                if filler is not None:
                    score, move = filler
                    supreme += self._price(move.block)
                    self.rules.movement.carry_out(trial, move)
                    actions.append(move)
        origins = 0
        for action in actions:
            assert isinstance(action, Move)
            origins |= 1 << self.state.location[action.block]
        return PlanStep(score - self.score, ATTACK, target, tuple(actions), origins, supreme)

    def _filler(self, trial: EastFrontState, hex_: int, score: float, supreme: int) -> tuple[float, Move] | None:
        """Returns the best of a few units to fill a place that attackers leave, if one improves the position."""
        able = self._able_to_fill(trial, hex_, supreme)
        best: tuple[float, Move] | None = None
        battles = self.appraisal.battles(trial) if able else None
        for move in able:
            worth = self._standing(trial, move.block, move.to, battles)
            if worth > (score if best is None else best[0]) + 0.05:
                best = worth, move
        return best

    def _able_to_fill(self, trial: EastFrontState, hex_: int, supreme: int) -> list[Move]:
        """Lists the moves of the first few units that could come, those least useful in attack first."""
        offence, value, location = self.knowledge.offence, self.knowledge.value, trial.location
        is_hq, distance = self.rules.units.is_hq, self.rules.board.distance
        engaged = trial.occupied[0] & trial.occupied[1]
        near = [
            block
            for block in self._free()
            if not trial.flags[block] & MOVED
            and not is_hq[block]
            and not engaged >> location[block] & 1
            and distance(location[block], hex_) <= FILLING
            and self._price(block) <= supreme
            and not self._holds_alone(block)
        ]
        near.sort(key=lambda block: (offence[block], -value[block], block))
        found: list[Move] = []
        for block in near:
            found += [move for move in self.rules.movement.moves(trial, block) if move.to == hex_][:1]
            if len(found) == FILLERS:
                break
        return found

    # ---- retreats

    def _retreats(self) -> None:
        """Leaves battles that are better given up: all units go, the last as rearguard."""
        for hex_ in members(self.appraisal.before & self.state.occupied[0] & self.state.occupied[1]):
            mine = [b for b in self._free() if self.state.location[b] == hex_]
            if not mine or len(mine) != count_at(self.state, hex_, self.side):
                continue
            if self.appraisal.exchange(self.state, hex_).worth(self.weights.reply) > -0.3:
                continue
            step = self._withdraw(hex_, mine)
            if step is not None and step.gain > self.weights.least_attack:
                self._accept(step)

    def _withdraw(self, hex_: int, mine: list[int]) -> PlanStep | None:
        """Plans that all units leave a hex, with the fastest and cheapest as rearguard; None if they cannot."""
        rearguard = max(mine, key=lambda b: (self.rules.weather.speed(self.state, b), -self.knowledge.step[b], b))
        trial, actions = self.state.copy(), []
        supreme = sum(self._price(block) for block in mine)
        if supreme > self.supreme:
            return None
        for block in [b for b in mine if b != rearguard]:
            best = self._best_of(trial, block, list(self.rules.movement.moves(trial, block)))
            if best is None:
                return None
            self.rules.movement.carry_out(trial, best[1])
            actions.append(best[1])
        if not self.rules.movement.may_be_rearguard(trial, rearguard):
            return None
        last = self._best_of(trial, rearguard, list(self.rules.movement.disengaging(trial, rearguard)))
        if last is None:
            return None
        gain = last[0] - self.pursuit(trial, rearguard) - self.score
        return PlanStep(gain, RETREAT, hex_, (*actions, Rearguard(rearguard)), 1 << hex_, supreme)

    def _best_of(self, state: EastFrontState, block: int, moves: list[Move]) -> tuple[float, Move] | None:
        """Returns the best of some moves that begin no battle, with the worth of the position after it."""
        if not moves:
            return None
        worth_in = self.appraisal.elsewhere(state, block, self._unconcerned(state, block))
        best: tuple[float, Move] | None = None
        for move in moves:
            worth = worth_in(move.to)
            if best is None or worth > best[0]:
                best = worth, move
        return best

    def _unconcerned(self, state: EastFrontState, block: int) -> BattlesTogether | None:
        """Returns the worth of all battles if the unit is in none of them, else None."""
        engaged = (state.occupied[0] & state.occupied[1]) >> state.location[block] & 1
        return None if engaged else self.appraisal.battles(state)

    def _standing(self, state: EastFrontState, block: int, hex_: int, battles: BattlesTogether | None) -> float:
        """Returns the worth of a position with a unit moved to a hex."""
        origin = state.location[block]
        effects.place(state, block, self.side, hex_)
        worth = self.appraisal.score(state, battles)
        effects.place(state, block, self.side, origin)
        return worth

    def pursuit(self, state: EastFrontState, rearguard: int) -> float:
        """Returns the expected cost of pursuit fire at a rearguard."""
        knowledge, movement = self.knowledge, self.rules.movement
        hex_ = state.location[rearguard]
        hits = 0.0
        for block in self.rules.battles.units_of(state, hex_, self.enemy):
            lowest = movement.pursuit_firepower(state, block, rearguard) if knowledge.known[block] else 6
            hits += knowledge.value[block] * (7 - lowest) / 6 if lowest < NO_FIRE else 0.0
        steps = hits / self.rules.defence.pursuit_hits_per_step(state, hex_, self.side)
        left = knowledge.value[rearguard]
        return min(steps, left) * knowledge.step[rearguard] + min(1.0, steps / max(left, 1)) ** 2 * knowledge.life[rearguard]

    # ---- single moves

    def _marches(self) -> None:
        for _ in range(2):
            improved = False
            for block in self._march_order():
                if self.state.flags[block] & MOVED:
                    continue
                improved |= self._march(block)
            if not improved:
                return

    def _march_order(self) -> list[int]:
        """Lists units in marching order: those that leave no hole first, then from the front backwards."""
        far, location = self.appraisal.ground.to_enemy, self.state.location
        return sorted(self._free(), key=lambda b: (count_at(self.state, location[b], self.side) == 1, far[location[b]], b))

    def _march(self, block: int) -> bool:
        if self._price(block) > self.supreme:
            return False
        moves = [move for move in self.rules.movement.moves(self.state, block) if move.entry == NO_HEX]
        best = self._best_of(self.state, block, [move for move in moves if self._is_of_use(block, move)])
        price = self._price(block)
        least = self.weights.least_supreme if price else self.weights.least_march
        if best is None or best[0] - self.score < least:
            return False
        origin = self.state.location[block]
        self._accept(PlanStep(best[0] - self.score, MARCH, best[1].to, (best[1],), 1 << origin, price))
        return True

    def _is_of_use(self, block: int, move: Move) -> bool:
        far = self.appraisal.ground.to_enemy
        return far[move.to] <= FAR or far[move.to] < far[self.state.location[block]]

    def _trains(self) -> None:
        """Sends units from far behind by rail to where they are most useful, one Supreme Move each."""
        far = self.appraisal.ground.to_enemy
        hqs = self.knowledge.is_hq
        waiting = [b for b in self._free() if far[self.state.location[b]] >= FAR or (hqs[b] and not self.rules.units.is_supreme[b])]
        waiting.sort(key=lambda b: (not hqs[b], -self.knowledge.value[b] * self.knowledge.step[b], b))
        for block in waiting[: 2 * self.supreme]:
            if self.supreme <= 0:
                return
            near = (2, 3) if hqs[block] else (0, 1, 2)
            moves = [m for m in self.rules.strategic.rail_moves(self.state, block, 1) if far[m.to] in near]
            best: tuple[float, RailMove] | None = None
            worth_in = self.appraisal.elsewhere(self.state, block, self._unconcerned(self.state, block))
            for move in self._spread_out(moves):
                worth = worth_in(move.to)
                if best is None or worth > best[0]:
                    best = worth, move
            if best is not None and best[0] - self.score >= self.weights.least_supreme:
                origin = 1 << self.state.location[block]
                self._accept(PlanStep(best[0] - self.score, RAIL, best[1].to, (best[1],), origin, 1))

    def _spread_out(self, moves: list[RailMove]) -> list[RailMove]:
        """Returns at most a dozen destinations, the weakest held first."""
        return sorted(moves, key=lambda move: (count_at(self.state, move.to, self.side), move.to))[:12]

    # ---- carrying on

    def _accept(self, step: PlanStep) -> None:
        self._able = None
        for action in step.actions:
            if isinstance(action, Move):
                self.rules.movement.carry_out(self.state, action)
            elif isinstance(action, RailMove):
                effects.place(self.state, action.block, self.side, action.to)
                self.state.flags[action.block] |= MOVED | STRATEGIC
            elif isinstance(action, Rearguard):
                self._leave(action.block)
        self.supreme -= step.supreme
        self.score = self.appraisal.score(self.state)
        self.steps.append(step)

    def _leave(self, block: int) -> None:
        """Puts a rearguard where it will probably go, for the rest of the plan."""
        last = self._best_of(self.state, block, list(self.rules.movement.disengaging(self.state, block)))
        if last is not None:
            effects.place(self.state, block, self.side, last[1].to)
        self.state.flags[block] |= MOVED
