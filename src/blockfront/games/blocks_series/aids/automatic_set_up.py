"""Sensible deployments, worked out once for each side and variant.

Posts and borders are manned first, then fortresses and major cities. Strength is concentrated where the scenario has its main efforts:
armour in the front line of an attack, or behind the front in defence. A reserve stays back; headquarters stand behind the troops they
command, aircraft on airfields that troops cover.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from blockfront.core.chance import shuffled, shuffling_key
from blockfront.games.blocks_series.aids.set_up_ground import FAR, Ground
from blockfront.games.blocks_series.aids.set_up_strength import strengths
from blockfront.games.blocks_series.rules.ch02_set_up import Placements
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

VARIANTS = 4
TRIES = 40
RESERVE = 5  # every so-manieth infantry unit stays behind
RESERVE_DEPTH = (2, 5)
HQ_DEPTHS = {"armour_hq": (1, 3), "air_hq": (2, 5), "national_hq": (1, 5), "naval_hq": (1, 30)}
AIR_DEPTHS = {"fighter": (1, 4), "bomber": (2, 7), "long_range_bomber": (4, 12)}
COMMAND_RANGE = 5
GARRISONS = ("static", "marine", "infantry", "paratroop")
LATE = ("armour_hq", "air_hq", "naval_hq", "national_hq", "artillery")


class CannotDeploy(RuntimeError):
    """No deployment was found that satisfies the scenario."""


def automatic_set_up(rules: Rules, side: int, variant: int) -> Placements:
    key = (side, variant)
    found = rules.planned_set_ups.get(key)
    if found is None:
        found = rules.planned_set_ups[key] = planned_set_up(rules, side, variant, variant)
    return found


def planned_set_up(rules: Rules, side: int, variant: int, seed: int) -> Placements:
    """A deployment. The variant chooses the main effort; the seed breaks ties."""
    problems = []
    ground = rules.grounds.get(side) or rules.grounds.setdefault(side, Ground(rules, side))
    for attempt in range(TRIES):  # an attempt that leaves the border open is empty
        placements = _Plan(rules, ground, side, variant, attempt * VARIANTS + seed).placements()
        problems = rules.set_up.problems(side, placements)
        if not problems:
            return placements
    raise CannotDeploy(f"{rules.scenario.id}, side {side}: {[(p.because, p.values) for p in problems[:5]]}")


class _Plan:
    """One attempt to deploy a side. The variant chooses the main effort; the seed breaks ties."""

    def __init__(self, rules: Rules, ground: Ground, side: int, variant: int, seed: int) -> None:
        self.rules, self.ground, self.side, self.seed = rules, ground, side, seed
        self.units = rules.units
        self.attacks = rules.scenario.attacks[side]
        self.pull = ground.pulls(variant)
        self.at: dict[int, int] = {}
        self.here: dict[int, list[int]] = {}  # ground units by hex
        self.combat: dict[int, int] = {}  # combat units by hex
        self.bases: HexSet = 0
        self.full: dict[bool, HexSet] = {True: 0, False: 0}  # hexes without room for one more combat unit, or for one of the others
        self.nations: dict[str, HexSet] = {}  # where ground units of each nation are
        self.scores: dict[Callable[[int], float], dict[int, float]] = {}  # of hexes, until another unit is placed there
        self.steps: Mapping[int, int] = strengths(rules, side, seed)
        for block, _, hex_ in rules.set_up.standing(side):
            self._fill(block, hex_)
        self.order = shuffled(sorted(self.steps), seed)
        self.zones = {block: rules.set_up.proposed_zone(block) for block in self.order}

    def placements(self) -> Placements:
        for block in self.order:
            if self.zones[block].bit_count() == 1:
                self._put(block, self.zones[block].bit_length() - 1)
        self._man_posts()
        troops = [b for b in self._free() if self.units.is_ground[b] and self.units.type[b] not in LATE]
        guards = [b for b in troops if self.units.type[b] in GARRISONS]
        self._garrison(guards, self.rules.board.fortresses)
        others = [b for b in self._free() if b not in troops and not self.units.is_hq[b]]
        if not self._watch([*sorted(troops, key=self._worth), *others]):
            return ()
        self._garrison(guards, self.rules.board.majors)
        self._deploy(troops)
        self._serve()
        return tuple(sorted((block, self.steps[block], hex_) for block, hex_ in self.at.items()))

    def _free(self) -> list[int]:
        return [block for block in self.order if block not in self.at]

    def _worth(self, block: int) -> tuple[bool, int, int]:
        """Sort key for watching the border: first units bound to a place, then plain infantry; armour and elite units last."""
        kind = self.units.type[block]
        mobile = self.units.is_armour[block] or kind in ("paratroop", "marine", "static") or bool(self.units.tags[block])
        return mobile, self.zones[block].bit_count(), self.units.value(block, self.steps[block])

    # ---- placing

    def _put(self, block: int, hex_: int) -> None:
        self.at[block] = hex_
        self._fill(block, hex_)

    def _fill(self, block: int, hex_: int) -> None:
        """Note that a unit now takes up space in a hex."""
        if self.units.is_air[block]:
            self.bases |= 1 << hex_
            return
        here = self.here.setdefault(hex_, [])
        here.append(block)
        combat = self.combat[hex_] = self._combat(hex_) + self.units.is_combat[block]
        for fights in (True, False):
            if not self.rules.definitions.is_legal_stack(len(here) + 1, combat + fights):
                self.full[fights] |= 1 << hex_
        nation = self.rules.order[block].nation
        self.nations[nation] = self.nations.get(nation, 0) | 1 << hex_
        for known in self.scores.values():
            known.pop(hex_, None)

    def _closed(self, block: int) -> HexSet:
        """Hexes without space for a unit, or with units of nations that it shuns."""
        if self.units.is_air[block]:
            return self.bases
        closed = self.full[bool(self.units.is_combat[block])]
        for nation in self.rules.tables.powers[self.units.power[block]].shuns:
            closed |= self.nations.get(nation, 0)
        return closed

    def _has_room(self, block: int, hex_: int) -> bool:
        return not self._closed(block) >> hex_ & 1

    def _choose(self, block: int, score: Callable[[int], float], zone: HexSet | None = None) -> None:
        """Place a unit in the best hex with space, if there is one; ties are broken by a shuffle."""
        allowed = self.zones[block] & (self.ground.near if zone is None else zone)
        space = (allowed or self.zones[block]) & ~self._closed(block)
        open_hexes: Sequence[int] = members(space)
        if open_hexes:
            supplied = set(members(space & self.ground.supplied[self.units.power[block]]))
            known = self.scores.setdefault(score, {})
            known.update([(h, score(h)) for h in open_hexes if h not in known])
            worth = [known[h] + 3 * (h in supplied) for h in open_hexes]
            best = max(worth)
            places = [place for place, one in enumerate(worth) if one == best]
            seed = self.seed + block
            self._put(block, open_hexes[places[0] if len(places) == 1 else min(places, key=lambda place: shuffling_key(seed, place))])

    def _combat(self, hex_: int) -> int:
        return self.combat.get(hex_, 0)

    # ---- what must be

    def _man_posts(self) -> None:
        for post in self.rules.set_up.posts(self.side):
            there = sum(post.hexes >> self.at[b] & 1 for b in post.units if b in self.at)
            free = [block for block in self._free() if block in post.units]
            for number, block in enumerate(free[: max(0, post.number - there)]):
                self._choose(block, self._at_front if number % 2 else self._off_front, post.hexes)

    def _at_front(self, hex_: int) -> float:
        return float(self.ground.depth(hex_) == 0)

    def _off_front(self, hex_: int) -> float:
        return float(self.ground.depth(hex_) > 0)

    def _watch(self, units: list[int]) -> bool:
        """Place units to watch the border, first where the fewest hexes will do; returns False if a hex stays unwatched."""
        set_up, rails = self.rules.set_up, self.rules.board.rail_hexes
        unwatched = set_up.watched(self.side) & ~set_up.watching(mask_of(self.at.values()))
        while unwatched:
            free = [block for block in units if block not in self.at]
            open_hexes = 0
            for block in free:
                open_hexes |= self.zones[block]
            serving: dict[int, HexSet] = {hex_: open_hexes & set_up.watching(1 << hex_) for hex_ in members(unwatched)}
            hardest = min(shuffled(list(serving), self.seed), key=lambda hex_: serving[hex_].bit_count())
            chosen = shuffled(list(members(serving[hardest])), self.seed + hardest)
            chosen.sort(key=lambda hex_: (-(set_up.watching(1 << hex_) & unwatched).bit_count(), not rails >> hex_ & 1))
            if not self._post(chosen, free):
                return False
            unwatched &= ~set_up.watching(mask_of(self.at.values()))
        return True

    def _post(self, hexes: list[int], free: list[int]) -> bool:
        for hex_ in hexes:
            for block in free:
                if self.zones[block] >> hex_ & 1 and self._has_room(block, hex_):
                    self._put(block, hex_)
                    return True
        return False

    def _garrison(self, units: list[int], wanted: HexSet) -> None:
        """Give fortresses and major cities on the front a unit each; static infantry is placed nowhere else."""
        board = self.rules.board
        places: list[int] = [hex_ for hex_ in members(wanted & self.ground.own) if self.ground.depth(hex_) < FAR]
        places.sort(key=lambda h: (self.ground.depth(h), -self.pull.get(h, 0.0)))
        by_kind = sorted(units, key=lambda b: (self.units.type[b] != "static", self.units.type[b] != "marine", self._worth(b)))
        for hex_ in places:
            guards = [block for block in by_kind if block not in self.at and self.zones[block] >> hex_ & 1]
            if not guards or self._combat(hex_) or not self._has_room(guards[0], hex_):
                continue
            if self.ground.depth(hex_) <= 1 or board.fortresses >> hex_ & 1 or self.units.type[guards[0]] == "static":
                self._put(guards[0], hex_)

    # ---- the rest of the troops

    def _deploy(self, troops: list[int]) -> None:
        left = sorted((b for b in troops if b not in self.at), key=lambda b: -self.units.value(b, self.steps[b]))
        infantry = 0
        for block in left:
            kind = self.units.type[block]
            if kind == "paratroop":
                self._choose(block, self._in_reserve)
            elif kind == "marine":
                self._choose(block, self._at_port)
            elif self.units.is_armour[block] or kind == "cavalry":
                self._choose(block, self._as_armour)
            else:
                infantry += 1
                self._choose(block, self._in_reserve if infantry % RESERVE == 0 else self._in_front)

    def _in_front(self, hex_: int) -> float:
        depth = self.ground.depth(hex_)
        board, worth = self.rules.board, 4 * self.pull.get(hex_, 0.0)
        worth += 1.5 * bool(board.majors >> hex_ & 1) + 0.5 * bool(board.minors >> hex_ & 1)
        if not self.attacks:
            worth += 0.5 * bool(board.rough >> hex_ & 1)
        return worth - 2 * self._combat(hex_) - 3 * depth

    def _at_port(self, hex_: int) -> float:
        board = self.rules.board
        return self._in_front(hex_) + 6 * bool(board.port_hexes >> hex_ & 1) + 6 * bool(board.fortresses >> hex_ & 1)

    def _as_armour(self, hex_: int) -> float:
        """The value of a hex for armour: concentrated at the main efforts, in the front line of an attack or just behind a defence."""
        depth, wanted = self.ground.depth(hex_), 0 if self.attacks else 2
        clear = 1.0 - bool(self.rules.board.rough >> hex_ & 1)
        return 8 * self.pull.get(hex_, 0.0) + clear - 2 * abs(depth - wanted) - 1.5 * (self._combat(hex_) == 1)

    def _in_reserve(self, hex_: int) -> float:
        depth, board = self.ground.depth(hex_), self.rules.board
        return 4 * self.pull.get(hex_, 0.0) + bool(board.cities >> hex_ & 1) + _inside(depth, RESERVE_DEPTH) - self._combat(hex_)

    # ---- who serves the troops

    def _serve(self) -> None:
        """Place artillery with the strongest stacks, headquarters near their units, aircraft on covered airfields."""
        for block in self._of("artillery"):
            self._choose(block, self._as_artillery)
        for block in (*self._of("armour_hq"), *self._of("national_hq")):
            self._lead(block)
        for kind, depths in AIR_DEPTHS.items():
            score = partial(self._as_base, depths)
            for block in self._of(kind):
                self._choose(block, score)
        for block in (*self._of("air_hq"), *self._of("naval_hq")):
            self._lead(block)

    def _of(self, kind: str) -> list[int]:
        free = [block for block in self._free() if self.units.type[block] == kind]
        return sorted(free, key=lambda block: -self.units.value(block, self.steps[block]))

    def _as_artillery(self, hex_: int) -> float:
        guns = sum(self.units.type[b] == "artillery" for b in self.here.get(hex_, []))
        return 3 * min(2, self._combat(hex_)) + 4 * self.pull.get(hex_, 0.0) - 2 * self.ground.depth(hex_) - 4 * guns

    def _lead(self, block: int) -> None:
        """Place a headquarters within range of many units that have no other of its kind near, behind the front and with other units."""
        kind, power = self.units.type[block], self.units.power[block]
        within = self.rules.board.within
        served = [within(self.at[b], COMMAND_RANGE) for b in self.at if self.units.type[b] == kind]
        command: dict[int, float] = {}
        for at in [self.at[b] for b in self._led(kind, power)]:
            worth = 0.2 if any(mask >> at & 1 for mask in served) else 1.0
            for near in members(within(at, COMMAND_RANGE)):
                command[near] = command.get(near, 0.0) + worth

        def score(hex_: int) -> float:
            depth = self.ground.depth(hex_)
            port = 6 * (self.rules.board.port_hexes >> hex_ & 1) if kind == "naval_hq" else 0
            return command.get(hex_, 0.0) + port + 2 * _inside(depth, HQ_DEPTHS[kind]) + 0.8 * min(2, self._combat(hex_)) - 6 * (depth == 0)

        self._choose(block, score)

    def _led(self, kind: str, power: int) -> list[int]:
        units = [block for block in self.at if self.units.power[block] == power]
        if kind == "armour_hq":
            return [block for block in units if self.units.is_armour[block] and self.units.is_combat[block]]
        if kind == "air_hq":
            return [block for block in units if self.units.is_air[block]]
        return units if kind == "national_hq" else []

    def _as_base(self, depths: tuple[int, int], hex_: int) -> float:
        depth = self.ground.depth(hex_)
        covered = 1.5 * min(1, self._combat(hex_))
        return 6 * self.pull.get(hex_, 0.0) + 2 * _inside(depth, depths) + covered - 5 * (depth == 0)


def _inside(depth: int, wanted: tuple[int, int]) -> float:
    """1 within the wanted depths, less for every hex outside them."""
    low, high = wanted
    return 1.0 - 0.7 * max(low - depth, depth - high, 0)
