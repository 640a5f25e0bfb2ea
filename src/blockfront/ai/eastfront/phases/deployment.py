"""Setting up: the automatic deployment, changed so that fists of armour stand where an attack would pay and the line is even.

Where the enemy has not deployed yet he is imagined as the automatic deployment would place him.
"""

from __future__ import annotations

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
POINTS: Final = (0, 1, 2, 3, 4)  # numbers of points of main effort that are tried
COMMANDED: Final = 0.3  # of the firepower that one headquarters covers that is left for another
SHIFTS: Final = 8  # units that may stand a hex further along the line
SLIGHTLY: Final = 0.5  # points that all such shifts together may cost
NEARLY: Final = 1.5  # points by which a deployment may be worse than the best and still be chosen
ATTACKS: Final = 0.6  # share of the attacks a deployment makes possible that counts for it


class Deployer:
    """Sets a side up around a few points of main effort."""

    def __init__(self, game: EastFront, state: EastFrontState, side: int, weights: Weights) -> None:
        self.game, self.rules, self.side, self.weights = game, game.rules, side, weights
        self.state = state
        self.board = game.rules.board
        self.front = members(self.rules.set_up.front_line(state, side))
        self.stage = self._imagine_enemy()
        self.points = self._points()

    def best(self, rng: Random | None = None) -> tuple[Placements, str]:
        """The best of a few deployments, and what it is about; with random numbers one of those that are nearly as good."""
        plain = automatic_set_up(self.rules, self.state, self.side, 0)
        if not self.front or not self.points:
            return self.mixed(plain, rng), "the usual deployment"
        starts = [plain]
        if rng is not None:
            starts.append(automatic_set_up(self.rules, self.state, self.side, rng.randrange(1, VARIANTS)))
        tried = [(self._even_out(self._with_fists(start, number)), number) for start in starts for number in POINTS]
        placements, number = chosen([(self._judge(one[0]), one) for one in tried], NEARLY, rng)
        places = ", ".join(self.board.name(hex_) for hex_ in self.points[:number])
        varied = placements if rng is None else self._varied(placements, rng)
        return self.mixed(varied, rng), f"main efforts towards {places}" if places else "an even line"

    def _varied(self, placements: Placements, rng: Random) -> Placements:
        """Some units a hex further along the line, where that makes hardly a difference."""
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
        """The same for whoever cannot see the faces: like units may have changed places."""
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
        """Enemy front-line hexes that are worth an attack, best first and apart from each other."""
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
        """Strikers and headquarters brought to the points of main effort, as far as the rules of set-up allow."""
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
        """Each headquarters, the strongest first, behind the part of the front where most firepower waits for command.

        What stands in `quiet` hexes waits for none; of what waits elsewhere `waste` is the share that each hex of distance takes away.
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
                    for near in waiting:
                        if self.board.distance(near, hex_) <= radius:
                            waiting[near] *= COMMANDED
                    break

    def _covered(self, waiting: dict[int, float], hex_: int, radius: int, waste: float) -> float:
        away = {near: self.board.distance(near, hex_) for near in waiting}
        return sum(power * (1.0 - waste * away[near]) for near, power in waiting.items() if away[near] <= radius)

    def _bring(self, placed: dict[int, tuple[int, int]], block: int, point: int) -> None:
        """Next to a point of main effort, where there is most room; a fast unit also behind those hexes."""
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
        """Put a unit elsewhere if the whole deployment stays legal."""
        before = placed[block]
        placed[block] = (before[0], hex_)
        if self.rules.set_up.problems(self.state, self.side, listed(placed)):
            placed[block] = before
            return False
        return True

    def _even_out(self, placements: Placements) -> Placements:
        """Infantry that stands with others goes where the line needs it more."""
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
            for to in self.front:
                if to == hex_ or sum(at == to for _, at in placed.values()) >= self.board.stacking[to]:
                    continue
                effects.place(state, block, self.side, to)
                worth = appraisal.score(state)
                if worth > (score + 0.05 if best is None else best[0]):
                    best = worth, to
            effects.place(state, block, self.side, hex_)
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
        """The position, and the attacks its headquarters could support."""
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
