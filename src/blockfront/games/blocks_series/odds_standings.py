"""Two sides in a battle hex as the rules see them, whatever losses they have taken: who fires, who takes hits, who is out of it.

Every question is put to the rules that resolve battles, once for each standing that matters, and the answer is kept.
"""

from collections import defaultdict
from typing import Final, NamedTuple

from blockfront.blocks.block_state import ELIMINATED
from blockfront.blocks.odds import Distribution, volley
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_AIR,
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARTILLERY,
    GROUND,
    Scene,
)
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.stacking import units_key
from blockfront.games.blocks_series.state import HALF_HIT, SeriesState

Standing = tuple[int, ...]  # for each unit two times its steps, less one when it has taken half of two hits; 0 when it is gone
ATTACKER: Final = 0
DEFENDER: Final = 1
LATER: Final = 2  # a round that stands for all after the first: the rules know no other difference
OF_AIRCRAFT: Final = (AIR_TO_AIR, AIR_TO_GROUND)
AT_AIRCRAFT: Final = (AIR_TO_AIR, ANTI_AIRCRAFT)
WHOLE: Final = 2  # beside ground units (0) and air units (1)


class Volley(NamedTuple):
    hits: Distribution
    shooters: tuple[int, ...]  # places in the standing


class Force:
    """The units of one side, ground units first, and every standing they have been seen in, by number."""

    def __init__(self, rules: Rules, state: SeriesState, hex_: int, side: int) -> None:
        units = rules.fire.units_at(state, hex_, side)
        self.side = side
        self.blocks = tuple(sorted(units, key=lambda block: (rules.units.is_air[block], block)))
        self.ground = sum(rules.units.is_ground[block] for block in units)
        self.strengths = tuple(rules.units.strengths[block] for block in self.blocks)
        self.standings: list[Standing] = []
        self.values: list[tuple[int, ...]] = []
        self.lost: list[int] = []  # steps lost since the start
        self.presence: list[tuple[int, int, int]] = []  # who is there, with strength or without: on the ground, in the air, at all
        self.parts: list[tuple[Standing, Standing, Standing]] = []  # ground units, air units, all
        self.has_strength: list[tuple[bool, bool]] = []  # ground units, air units
        self._numbers: dict[Standing, int] = {}
        self._presences: dict[tuple[int, ...], int] = {}  # from 1 on; 0 means that nobody is there
        self.whole = self.number(tuple(2 * state.steps[block] - bool(state.flags[block] & HALF_HIT) for block in self.blocks))

    def number(self, standing: Standing) -> int:
        found = self._numbers.get(standing)
        if found is None:
            found = self._numbers[standing] = len(self.standings)
            values = tuple(edge[(left + 1) // 2 - 1] if left else 0 for edge, left in zip(self.strengths, standing, strict=True))
            here = tuple(1 + (value > 0) if left else 0 for left, value in zip(standing, values, strict=True))
            on_ground = (*here[: self.ground], *(there == 1 for there in here[self.ground :]))
            self.standings.append(standing)
            self.values.append(values)
            self.lost.append(sum((w + 1) // 2 - (s + 1) // 2 for w, s in zip(self.standings[0], standing, strict=True)))
            self.presence.append((self._known_as(on_ground), self._known_as(here[self.ground :]), self._known_as(here)))
            self.parts.append((standing[: self.ground], standing[self.ground :], standing))
            self.has_strength.append((any(values[: self.ground]), any(values[self.ground :])))
        return found

    def _known_as(self, here: tuple[int, ...]) -> int:
        return self._presences.setdefault(here, len(self._presences) + 1) if any(here) else 0

    def with_unit(self, number: int, place: int, left: int) -> int:
        standing = self.standings[number]
        return self.number((*standing[:place], left, *standing[place + 1 :]))


class Confrontation:
    """Both forces on a scratch copy of the position."""

    def __init__(self, rules: Rules, state: SeriesState, hex_: int) -> None:
        self.rules = rules
        self.hex = hex_
        self.state = state.copy()
        self.state.derived = {}
        self.forces = tuple(Force(rules, self.state, hex_, side) for side in (state.active, 1 - state.active))
        self.raid = any(rules.units.is_air[block] for block in self.forces[ATTACKER].blocks)
        self._shown = (-1, -1)
        self._volleys: dict[tuple[int, bool, int], dict[int, dict[int, Volley | None]]] = defaultdict(dict)  # by own standing, bearing
        self._alike: dict[tuple[object, ...], Volley | None] = {}
        self._hits: dict[tuple[object, ...], tuple[int, int] | None] = {}
        self._chains: dict[tuple[bool, bool, int], dict[int, dict[int, tuple[int, ...]]]] = defaultdict(dict)
        self._out: dict[tuple[int, bool, int], bool] = {}
        self._worth = [self._worths(force) for force in self.forces]

    def scene(self, first: bool) -> Scene:
        return Scene(self.hex, 1 if first else LATER, self.raid)

    def _show(self, attackers: int, defenders: int) -> SeriesState:
        """The scratch position with these standings."""
        state = self.state
        if self._shown == (attackers, defenders):
            return state
        self._shown = (attackers, defenders)
        state.derived = {}
        for force, number in zip(self.forces, self._shown, strict=True):
            here = []
            for block, left in zip(force.blocks, force.standings[number], strict=True):
                state.steps[block] = (left + 1) >> 1
                state.flags[block] = state.flags[block] & ~HALF_HIT | HALF_HIT * (left & 1)
                state.location[block] = self.hex if left else ELIMINATED
                if left:
                    here.append(block)
            state.derived[units_key(force.side)] = {self.hex: here}
        return state

    def _pair(self, role: int, own: int, other: int) -> SeriesState:
        return self._show(own, other) if role == ATTACKER else self._show(other, own)

    # ---- fire

    def volley(self, step: int, first: bool, role: int, own: int, enemy: int) -> Volley | None:
        """Hits of a force in a step; None when nobody fires."""
        force, foe = self.forces[role], self.forces[1 - role]
        at_aircraft, by_aircraft = step in AT_AIRCRAFT, step in OF_AIRCRAFT
        if (at_aircraft and not foe.presence[enemy][1]) or (by_aircraft and not force.presence[own][1]):
            return None
        kind = at_aircraft if not first and foe.has_strength[enemy][at_aircraft] else WHOLE
        bearing = foe.presence[enemy][kind]
        by_bearing = self._volleys[step, first, role].setdefault(own, {})
        if bearing not in by_bearing:
            alike = (step, first, role, bearing, force.parts[own][by_aircraft], kind == WHOLE and force.parts[own][WHOLE])
            if alike not in self._alike:
                self._alike[alike] = self._ask(step, first, role, own, enemy)
            by_bearing[bearing] = self._alike[alike]
        return by_bearing[bearing]

    def _ask(self, step: int, first: bool, role: int, own: int, enemy: int) -> Volley | None:
        force = self.forces[role]
        shots = self.rules.fire.shots(self._pair(role, own, enemy), self.scene(first), step, force.side)
        if not shots:
            return None
        places = tuple(force.blocks.index(shot.block) for shot in shots) if step == ARTILLERY else ()
        return Volley(volley(tuple((shot.dice, shot.lowest) for shot in shots)), places)

    def anybody_fires(self, first: bool, attackers: int, defenders: int) -> bool:
        later = (GROUND, ARTILLERY, ANTI_AIRCRAFT, AIR_TO_GROUND)
        steps = (*later, AIR_TO_AIR) if first else later
        pairs = ((ATTACKER, attackers, defenders), (DEFENDER, defenders, attackers))
        return any(self.volley(step, first, *pair) is not None for step in steps for pair in pairs)

    @rule("BE-6.1.4d", "BE-7.7.4c", "BE-6.4e")
    def spent(self, role: int, number: int, shooters: tuple[int, ...]) -> int:
        """The standing after artillery has fired: a step each."""
        force = self.forces[role]
        for place in shooters:
            left = force.standings[number][place]
            number = force.with_unit(number, place, (left + 1) // 2 * 2 - 2)
        return number

    # ---- losses

    def chain(self, step: int, first: bool, role: int, own: int, enemy: int) -> tuple[int, ...]:
        """Standings of a force after 0, 1, 2 … hits of a step's fire, as long as hits have an effect."""
        presence = self.forces[1 - role].presence[enemy][WHOLE if first else 0]
        by_presence = self._chains[step in AT_AIRCRAFT, first, role].setdefault(own, {})
        found = by_presence.get(presence)
        if found is None:
            line, force = [own], self.forces[role]
            while (change := self._hit(step, first, role, line[-1], enemy)) is not None:
                line.append(force.with_unit(line[-1], *change))
            found = by_presence[presence] = tuple(line)
        return found

    def _hit(self, step: int, first: bool, role: int, own: int, enemy: int) -> tuple[int, int] | None:
        """Which place the next hit falls on, and what is left there; None when it has no effect."""
        aircraft, force = step in AT_AIRCRAFT, self.forces[role]
        kind = aircraft if not first and force.has_strength[own][aircraft] else WHOLE
        key = (aircraft, first, role, force.parts[own][kind], kind == WHOLE and self.forces[1 - role].presence[enemy][WHOLE])
        if key not in self._hits:
            self._hits[key] = self._find_hit(step, first, role, own, enemy)
        return self._hits[key]

    @rule("BE-7.7.8a", "BE-7.7.8b", "BE-7.7.8c", "BE-7.7.9a")
    def _find_hit(self, step: int, first: bool, role: int, own: int, enemy: int) -> tuple[int, int] | None:
        force = self.forces[role]
        standing = force.standings[own]
        if not any(standing):
            return None
        able = self.rules.fire.loss_candidates(self._pair(role, own, enemy), self.scene(first), step, force.side)
        if not able:
            return None
        places = [force.blocks.index(block) for block in able]
        place = min(places, key=lambda place: (self.cost_of_hit(role, place, standing[place]), place))
        left = standing[place]
        takes_two = not left & 1 and self.rules.units.hits_to_lose(force.blocks[place], left // 2) > 1
        return place, left - 1 if takes_two else (left + 1) // 2 * 2 - 2

    def cost_of_hit(self, role: int, place: int, left: int) -> tuple[int, int]:
        """What a hit costs its owner: first the hits it could have scored with the dice it loses, then what the step is worth."""
        block, steps = self.forces[role].blocks[place], (left + 1) // 2
        units = self.rules.units
        hitting, colour_price = self._worth[role][place]
        if not left & 1 and units.hits_to_lose(block, steps) > 1:
            return 0, 0
        return (units.value(block, steps) - units.value(block, steps - 1)) * hitting, colour_price

    def _worths(self, force: Force) -> list[tuple[int, int]]:
        """Of each unit how many faces hit with it, and the price of its best step."""
        fire, scene, state = self.rules.fire, self.scene(False), self.state
        found = []
        for block in force.blocks:
            steps = OF_AIRCRAFT if self.rules.units.is_air[block] else (ARTILLERY, GROUND)
            faces = [7 - fire.lowest(state, scene, step, block) for step in steps if fire.fires_in(state, scene, step, block)]
            price = self.rules.tables.numbers.step_price.get(self.rules.units.colours[block][-1], 0)
            found.append((max(faces, default=0), price))
        return found

    # ---- the end

    def is_out(self, role: int, number: int, first: bool) -> bool:
        """Whether nobody of a force fights on."""
        key = (role, first, number)
        found = self._out.get(key)
        if found is None:
            force = self.forces[role]
            found = not any(force.standings[number])
            if not found:
                other = self.forces[1 - role].whole
                found = not self.rules.fire.fighting(self._pair(role, number, other), self.scene(first), force.side)
            self._out[key] = found
        return found

    @rule("BE-12.4.1a", "BE-12.4.1c")
    def after_first_round(self, attackers: int, defenders: int) -> int:
        """The attackers' standing when those who attacked in despair have surrendered."""
        force = self.forces[ATTACKER]
        for block in self.rules.fire.desperate(self._show(attackers, defenders), self.hex):
            attackers = force.with_unit(attackers, force.blocks.index(block), 0)
        return attackers
