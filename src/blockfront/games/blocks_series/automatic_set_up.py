"""Sensible deployments, worked out once for each side and variant: borders watched, airfields used, strength where the enemy is."""

from collections.abc import Mapping

from blockfront.core.chance import shuffled
from blockfront.games.blocks_series.rules.ch02_set_up import Placements
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

VARIANTS = 4
TRIES = 60


class CannotDeploy(RuntimeError):
    """No deployment was found that satisfies the scenario."""


def automatic_set_up(rules: Rules, side: int, variant: int) -> Placements:
    key = (side, variant)
    found = rules.planned_set_ups.get(key)
    if found is None:
        found = rules.planned_set_ups[key] = _plan(rules, side, variant)
    return found


def _plan(rules: Rules, side: int, variant: int) -> Placements:
    problems = []
    for attempt in range(TRIES):
        placements = _Plan(rules, side, variant * TRIES + attempt).placements()
        problems = rules.set_up.problems(side, placements)
        if not problems:
            return placements
    raise CannotDeploy(f"{rules.scenario.id}, side {side}: {[(p.because, p.values) for p in problems[:5]]}")


class _Plan:
    """One attempt: fixed units first, then aircraft, then watchers of the border, then the rest where they count."""

    def __init__(self, rules: Rules, side: int, seed: int) -> None:
        self.rules = rules
        self.side = side
        self.seed = seed
        self.at: dict[int, int] = {}
        self.enemy_land = rules.definitions.initial_control()[1 - side] & rules.theatre

    def placements(self) -> Placements:
        rules, units = self.rules, self.rules.units
        forces = rules.set_up.forces(self.side)
        zones = {block: rules.set_up.zone(block) for block in forces}
        order = shuffled(list(forces), self.seed)
        fixed = [block for block in order if zones[block].bit_count() == 1]
        aircraft = [block for block in order if units.is_air[block] and block not in fixed]
        ground = [block for block in order if block not in fixed and block not in aircraft]
        for block in fixed:
            self.at[block] = zones[block].bit_length() - 1
        for block in sorted(aircraft, key=lambda b: zones[b].bit_count()):
            self._place_aircraft(block, zones[block])
        ground.sort(key=lambda b: (not units.is_combat[b], zones[b].bit_count()))
        self._watch(ground, zones)
        for block in ground:
            if block not in self.at:
                self._place_ground(block, zones[block])
        return tuple(sorted((block, rules.set_up.start_steps(block), hex_) for block, hex_ in self.at.items()))

    def _watch(self, units: list[int], zones: Mapping[int, HexSet]) -> None:
        """Watchers first where the fewest hexes serve, each where it watches most."""
        set_up = self.rules.set_up
        unwatched = set_up.watched(self.side) & ~set_up.watching(self._held())
        while unwatched:
            free = [block for block in units if block not in self.at]
            open_hexes = 0
            for block in free:
                open_hexes |= zones[block]
            serving: dict[int, HexSet] = {hex_: open_hexes & set_up.watching(1 << hex_) for hex_ in members(unwatched)}
            hardest = min(shuffled(list(serving), self.seed), key=lambda hex_: serving[hex_].bit_count())
            chosen = shuffled(list(members(serving[hardest])), self.seed + hardest)
            chosen.sort(key=lambda hex_: -(set_up.watching(1 << hex_) & unwatched).bit_count())
            if not self._post(chosen, free, zones):
                return
            unwatched &= ~set_up.watching(self._held())

    def _post(self, hexes: list[int], free: list[int], zones: Mapping[int, HexSet]) -> bool:
        for hex_ in hexes:
            for block in free:
                if zones[block] >> hex_ & 1 and self._has_room(block, hex_):
                    self.at[block] = hex_
                    return True
        return False

    def _held(self) -> HexSet:
        held = 0
        for hex_ in self.at.values():
            held |= 1 << hex_
        return held

    def _place_aircraft(self, block: int, zone: HexSet) -> None:
        """As near to the enemy as its range allows it to be of use, one to an airfield."""
        units = self.rules.units
        taken = {hex_ for other, hex_ in self.at.items() if units.is_air[other]}
        free = [hex_ for hex_ in shuffled(list(members(zone)), self.seed + block) if hex_ not in taken]
        if free:
            self.at[block] = min(free, key=self._distance) if units.is_fighter[block] else free[0]

    def _place_ground(self, block: int, zone: HexSet) -> None:
        room = [hex_ for hex_ in shuffled(list(members(zone)), self.seed + block) if self._has_room(block, hex_)]
        if room:
            self.at[block] = min(room, key=lambda h: (self._distance(h), self._company(h)))

    def _has_room(self, block: int, hex_: int) -> bool:
        units = self.rules.units
        here = [other for other, at in self.at.items() if at == hex_ and units.is_ground[other]]
        return self.rules.definitions.is_legal_stack(len(here) + 1, sum(units.is_combat[b] for b in (*here, block)))

    def _company(self, hex_: int) -> int:
        return sum(at == hex_ for at in self.at.values())

    def _distance(self, hex_: int) -> int:
        """Hexes to the enemy's land, as far as that matters."""
        board = self.rules.board
        for distance in range(1, 4):
            if board.within(hex_, distance) & self.enemy_land:
                return distance
        return 4
