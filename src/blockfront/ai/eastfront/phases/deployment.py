"""Setting up: starts from the automatic deployment, masses armour where an attack would pay, and evens out the line.

An enemy who has not deployed yet is imagined in his own automatic deployment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Final

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.weights import Weights
from blockfront.ai.eastfront.phases.movement import strikes_of
from blockfront.ai.eastfront.planning.planner import Planner
from blockfront.ai.search.choice import chosen
from blockfront.ai.thoughts import Thoughts, thought
from blockfront.blocks import effects
from blockfront.blocks.secret_set_ups import exchanged
from blockfront.games.eastfront.aids.automatic_set_up import VARIANTS, automatic_set_up
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.rules.ch03_set_up import Placements
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.hexset import members

STRIKERS: Final = ("armor", "ss_armor", "shock", "mech", "ss_mech")
FIST: Final = 6  # strikers around a point of main effort
APART: Final = 4  # hexes between points of main effort
POINTS: Final = (0, 1, 2, 3, 4)  # how many points of main effort are tried
COMMANDED: Final = 0.3  # share of the firepower under one headquarters that is left for another to command
SHIFTS: Final = 8  # most units that are shifted by a hex along the line
SLIGHTLY: Final = 0.5  # points that all such shifts together may cost
NEARLY: Final = 1.5  # points by which a deployment may be worse than the best and still be chosen
ATTACKS: Final = 0.6  # share of the attacks a deployment makes possible that counts in its favour


class Deployer:
    """Sets a side up around a few points of main effort."""

    def __init__(self, game: EastFront, state: EastFrontState, side: int, weights: Weights) -> None:
        self.game, self.rules, self.side, self.weights = game, game.rules, side, weights
        self.state = state
        self.board = game.rules.board
        self.front = members(self.rules.set_up.front_line(state, side))
        self._near: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.stage = self._imagine_enemy()
        self.points = self._points()

    def best(self, rng: Random | None = None) -> tuple[Placements, Thoughts]:
        """Returns the best of a few deployments and the reason; with random numbers, one of those nearly as good."""
        plain = automatic_set_up(self.rules, self.state, self.side, 0)
        if not self.front or not self.points:
            return self.mixed(plain, rng), thought("usual_deployment")
        starts = [plain]
        if rng is not None:
            starts.append(automatic_set_up(self.rules, self.state, self.side, rng.randrange(1, VARIANTS)))
        tried = [(self._even_out(self._with_fists(start, number)), number) for start in starts for number in POINTS]
        placements, number = chosen([(self._judge(one[0]), one) for one in tried], NEARLY, rng)
        places = tuple(self.points[:number])
        varied = placements if rng is None else self._varied(placements, rng)
        return self.mixed(varied, rng), thought("main_efforts", hexes=places) if places else thought("even_line")

    def _varied(self, placements: Placements, rng: Random) -> Placements:
        """Shifts some units by a hex along the line where that hardly matters."""
        placed = {block: (value, hex_) for block, value, hex_ in placements}
        knowledge, appraisal = self._appraisal(placements)
        state, units = knowledge.state, self.rules.units
        least = appraisal.score(state) - SLIGHTLY
        able = [b for b, (_, hex_) in sorted(placed.items()) if hex_ in self.front and not units.is_hq[b] and not units.is_static[b]]
        for block in rng.sample(able, min(SHIFTS, len(able))):
            hex_ = placed[block][1]
            ways = [near for _, near in self.board.neighbours[hex_] if near in self.front]
            to = rng.choice(ways) if ways else hex_
            effects.place(state, block, self.side, to)
            if to == hex_ or appraisal.score(state) < least or not self._try(placed, block, to):
                effects.place(state, block, self.side, hex_)
        return listed(placed)

    def mixed(self, placements: Placements, rng: Random | None) -> Placements:
        """Exchanges like units at random, which looks the same to a side that cannot see the faces."""
        if rng is None:
            return placements
        problems = self.rules.set_up.problems
        return exchanged(self.rules.order, placements, rng, lambda changed: not problems(self.state, self.side, changed))

    # ---- the enemy

    def _imagine_enemy(self) -> EastFrontState:
        state, enemy = self.state.copy(), 1 - self.side
        if not state.occupied[enemy]:
            for block, value, hex_ in automatic_set_up(self.rules, state, enemy, 0):
                effects.set_steps(state, block, value - self.rules.units.lowest[block] + 1)
                effects.place(state, block, enemy, hex_)
        return state

    def _points(self) -> list[int]:
        """Lists enemy front-line hexes worth attacking, best first and some distance apart."""
        enemy = 1 - self.side
        size = self.board.grid.size
        merits: dict[int, float] = {}
        for hex_ in members(self.rules.set_up.front_line(self.state, enemy) & self.stage.occupied[enemy]):
            ways = [(d, near) for d, near in self.board.neighbours[hex_] if near in self.front]
            room = min(4, sum(self.board.limits[hex_][d] for d, _ in ways))
            hard = self.rules.weather.gives_double_defence(self.state, hex_)
            dry = any(not self.board.is_river(near, hex_) for _, near in ways)
            number = self.stage.counts[enemy * size + hex_]
            merits[hex_] = room * (0.4 if hard else 1.0) * (1.0 if dry else 0.6) / (1 + number)
        found: list[int] = []
        for point in sorted(merits, key=lambda h: (-merits[h], h)):
            if merits[point] > 0 and all(self.board.distance(point, other) >= APART for other in found):
                found.append(point)
        return found

    # ---- changing a deployment

    def _with_fists(self, plain: Placements, number: int) -> Placements:
        """Brings strikers and headquarters to the points of main effort, as far as the set-up rules allow."""
        points = self.points[:number]
        placed = {block: (value, hex_) for block, value, hex_ in plain}
        units = self.rules.units
        strikers = [b for b in placed if units.type[b] in STRIKERS and placed[b][1] >= 0]
        strikers.sort(key=lambda b: (units.offence[b], -placed[b][0], b))
        for index, block in enumerate(strikers[: FIST * len(points)]):
            self._bring(placed, block, points[index % len(points)])
        self._move_headquarters(placed)
        return listed(placed)

    def _move_headquarters(self, placed: dict[int, tuple[int, int]], quiet: Collection[int] = (), waste: float = 0.0) -> None:
        """Places each headquarters, strongest first, behind the part of the front where most firepower lacks command.

        Units in `quiet` hexes need no command; `waste` is the share of firepower lost for each hex of distance.
        """
        units = self.rules.units
        hqs = [b for b in placed if units.is_hq[b] and not units.is_supreme[b] and placed[b][1] >= 0]
        waiting: dict[int, float] = dict.fromkeys(self.front, 0.0)
        for block, (value, hex_) in placed.items():
            if hex_ in waiting and hex_ not in quiet and not units.is_hq[block]:
                waiting[hex_] += value * (7 - units.offence[block])
        behind = [h for h in members(self.rules.set_up.open_hexes(self.state, self.side)) if h not in waiting]
        for hq in sorted(hqs, key=lambda b: (-placed[b][0], b)):
            able = self.rules.movement.territory(self.state, hq)
            radius = max(1, placed[hq][0])
            merit = {h: self._covered(waiting, h, radius, waste) for h in behind if able >> h & 1}
            for hex_ in sorted(merit, key=lambda h: (-merit[h], h))[:12]:
                if placed[hq][1] == hex_ or self._try(placed, hq, hex_):
                    for near, _ in self._front_near(hex_, radius):
                        waiting[near] *= COMMANDED
                    break

    def _covered(self, waiting: dict[int, float], hex_: int, radius: int, waste: float) -> float:
        return sum([waiting[near] * (1.0 - waste * away) for near, away in self._front_near(hex_, radius)])

    def _front_near(self, hex_: int, radius: int) -> list[tuple[int, int]]:
        """Lists the front-line hexes within a radius, with their distances."""
        found = self._near.get((hex_, radius))
        if found is None:
            away = [(near, self.board.distance(near, hex_)) for near in self.front]
            found = self._near[hex_, radius] = [(near, distance) for near, distance in away if distance <= radius]
        return found

    def _bring(self, placed: dict[int, tuple[int, int]], block: int, point: int) -> None:
        """Moves a unit next to a point of main effort, where there is most room; fast units also fit in the row behind."""
        ways = [near for _, near in self.board.neighbours[point] if near in self.front]
        if placed[block][1] in ways:
            return
        crowd = {hex_: sum(at == hex_ for _, at in placed.values()) for hex_ in ways}
        second = (
            []
            if self.rules.units.type[block] == "shock"
            else [
                near
                for hex_ in ways
                for _, near in self.board.neighbours[hex_]
                if self.rules.set_up.zone(self.state, self.side) >> near & 1
            ]
        )
        for hex_ in [*sorted(ways, key=lambda h: (crowd[h], h)), *dict.fromkeys(second)]:
            if crowd.get(hex_, 0) < self.board.stacking[hex_] and self._try(placed, block, hex_):
                return

    def _try(self, placed: dict[int, tuple[int, int]], block: int, hex_: int) -> bool:
        """Moves a unit elsewhere if the whole deployment stays legal; returns whether it did."""
        before = placed[block]
        placed[block] = (before[0], hex_)
        if self.rules.set_up.problems(self.state, self.side, listed(placed)):
            placed[block] = before
            return False
        return True

    def _even_out(self, placements: Placements) -> Placements:
        """Moves infantry that shares a hex to where the line needs it more."""
        placed = {block: (value, hex_) for block, value, hex_ in placements}
        knowledge, appraisal = self._appraisal(placements)
        state = knowledge.state
        units = self.rules.units
        score = appraisal.score(state)
        for block in sorted(placed):
            hex_ = placed[block][1]
            if units.is_hq[block] or units.type[block] in STRIKERS or hex_ < 0 or sum(at == hex_ for _, at in placed.values()) < 2:
                continue
            best: tuple[float, int] | None = None
            worth_in, crowd = appraisal.elsewhere(state, block, None), Counter(at for _, at in placed.values())
            for to in self.front:
                if to == hex_ or crowd[to] >= self.board.stacking[to]:
                    continue
                worth = worth_in(to)
                if worth > (score + 0.05 if best is None else best[0]):
                    best = worth, to
            if best is not None and self._try(placed, block, best[1]):
                effects.place(state, block, self.side, best[1])
                score = best[0]
        return listed(placed)

    # ---- judging

    def _appraisal(self, placements: Placements) -> tuple[Knowledge, Appraisal]:
        state = self.stage.copy()
        for block, value, hex_ in placements:
            effects.set_steps(state, block, value - self.rules.units.lowest[block] + 1)
            effects.place(state, block, self.side, hex_)
        self.rules.control.determine(state)
        knowledge = Knowledge(self.rules, state, self.side, self.weights)
        return knowledge, Appraisal(Ground(knowledge))

    def _judge(self, placements: Placements) -> float:
        """Rates a deployment by its position and by the attacks its headquarters could support."""
        knowledge, quiet = self._appraisal(placements)
        state = knowledge.state
        hqs: list[int] = [hq for hq in self.rules.units.hqs[self.side] if state.location[hq] >= 0]
        zone = 0
        for hq in hqs:
            zone |= self.rules.headquarters.zone(state, hq)
        planner = Planner(Appraisal(quiet.ground, zone, strikes_of(self.rules, state, hqs)), state, zone, 0)
        planner.attack()
        return quiet.score(state) + ATTACKS * sum(step.gain for step in planner.steps)


def listed(placed: dict[int, tuple[int, int]]) -> Placements:
    return tuple((block, *placed[block]) for block in sorted(placed))
