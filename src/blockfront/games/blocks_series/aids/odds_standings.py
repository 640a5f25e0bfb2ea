"""Two sides in a battle hex as the rules see them, whatever losses they have taken: who fires, who takes hits, who is out of it.

Every question is put to the rules that resolve battles, once for each standing that matters, and the answer is kept.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

from blockfront.blocks.battle_odds.volleys import Distribution, volley
from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_AIR,
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARTILLERY,
    CHARGING,
    GROUND,
    FireContext,
    Shooter,
    Shot,
    pooled,
    strongest,
)
from blockfront.games.blocks_series.rules.stacking import UNITS
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import HALF_HIT, NO_BLOCK, SeriesState

Standing = tuple[int, ...]  # for each unit two times its steps, less one when it has taken half of two hits; 0 when it is gone
ATTACKER: Final = 0
DEFENDER: Final = 1
LATER: Final = 2  # a round that stands for all after the first: the rules know no other difference
OF_AIRCRAFT: Final = (AIR_TO_AIR, AIR_TO_GROUND)
AT_AIRCRAFT: Final = (AIR_TO_AIR, ANTI_AIRCRAFT)
WHOLE: Final = 2  # beside ground units (0) and air units (1)
NOT_HITTABLE: Final = -1
HITTABLE: Final = 0


class Volley(NamedTuple):
    hits: Distribution
    shooters: tuple[int, ...]  # places in the standing


class Battery(NamedTuple):
    """Who fires in a step: what does not change as long as the same units are there, whatever their strength."""

    places: tuple[int, ...]
    shooters: tuple[Shooter, ...]  # their units are places
    guns: list[Shot]  # of the place
    is_plain: bool  # the dice follow from the above

    def shots(self, values: tuple[int, ...]) -> list[Shot]:
        return pooled(self.shooters, values) + self.guns


Volleys = dict[int, dict[int, Volley | None]]  # by own standing, then by what of the enemy bears on it
Chain = tuple[tuple[int, ...], int]  # standings after 0, 1, 2 … hits; the last of them where nobody fights on in it, or -1
Pressed = tuple[bool, FireContext, int, bool]  # hits on aircraft, when, role, an enemy with combat units


class Force:
    """The units of one side, ground units first, and every standing they have been seen in, by number."""

    def __init__(self, rules: Rules, state: SeriesState, hex_: int, side: int) -> None:
        units = rules.fire.units_at(state, hex_, side)
        self.side = side
        self.blocks = tuple(sorted(units, key=lambda block: (rules.units.is_air[block], block)))
        self.ground = sum(rules.units.is_ground[block] for block in units)
        self.strengths = tuple(rules.units.strengths[block] for block in self.blocks)
        self._heeds_full = tuple(rules.fire.heeds_full(block) for block in self.blocks)
        self.standings: list[Standing] = []
        self.values: list[tuple[int, ...]] = []
        self.lost: list[int] = []  # steps lost since the start
        self.presence: list[tuple[int, int, int]] = []  # who is there, with strength or without: on the ground, in the air, at all
        self.has_strength: list[tuple[bool, bool]] = []  # ground units, air units
        self._numbers: dict[Standing, int] = {}
        self._presences: dict[tuple[int, ...], int] = {}  # from 1 on; 0 means that nobody is there
        self.whole = self.number(tuple(2 * state.steps[block] - bool(state.flags[block] & HALF_HIT) for block in self.blocks))

    def number(self, standing: Standing) -> int:
        found = self._numbers.get(standing)
        if found is None:
            found = self._numbers[standing] = len(self.standings)
            values = tuple(edge[(left + 1) // 2 - 1] if left else 0 for edge, left in zip(self.strengths, standing, strict=True))
            here = tuple(self._state_of(place, left, values[place]) for place, left in enumerate(standing))
            on_ground = (*here[: self.ground], *(there == 1 for there in here[self.ground :]))
            self.standings.append(standing)
            self.values.append(values)
            self.lost.append(sum((w + 1) // 2 - (s + 1) // 2 for w, s in zip(self.standings[0], standing, strict=True)))
            self.presence.append((self._known_as(on_ground), self._known_as(here[self.ground :]), self._known_as(here)))
            self.has_strength.append((any(values[: self.ground]), any(values[self.ground :])))
        return found

    def _known_as(self, here: tuple[int, ...]) -> int:
        return self._presences.setdefault(here, len(self._presences) + 1) if any(here) else 0

    def _state_of(self, place: int, left: int, value: int) -> int:
        """Gone, there, there with strength; or at full strength, where that matters to anybody's fire."""
        if not left:
            return 0
        full = self._heeds_full[place] and (left + 1) // 2 == len(self.strengths[place])
        return 1 + (value > 0) + full

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
        self.has_single_rounds = any(rules.units.is_strategic[block] for force in self.forces for block in force.blocks)
        self.raid = any(rules.units.is_air[block] for block in self.forces[ATTACKER].blocks)
        self._shown = (-1, -1)
        self._volleys: dict[tuple[int, FireContext, int], Volleys] = defaultdict(lambda: defaultdict(dict))
        self._bearings: dict[tuple[int, FireContext, int], list[int]] = defaultdict(list)
        self._hittable: dict[tuple[int, FireContext, int, int], bool] = {}
        self._batteries: dict[tuple[int, FireContext, int, int, int], Battery] = {}  # by who is there
        self._alike: dict[tuple[object, ...], Volley | None] = {}
        self._fires: dict[tuple[FireContext, int, int], bool] = {}
        self._spent: dict[tuple[int, int, tuple[int, ...]], int] = {}
        self._chains: dict[Pressed, Chains] = {}
        self._capped: dict[Distribution, Capped] = {}
        self._targets: dict[tuple[bool, FireContext, int, int, bool], tuple[int, ...]] = {}
        self._pressing: dict[tuple[int, int], bool] = {}
        self._charges: dict[tuple[int, int], int] = {}
        self._desperate: dict[tuple[int, int], tuple[int, ...]] = {}
        self._out: dict[tuple[int, int, int], bool] = {}
        self._worth = [self._worths(force) for force in self.forces]

    def context(self, first: bool) -> FireContext:
        return FireContext(self.hex, 1 if first else LATER, self.raid)

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
            state.derived[UNITS[force.side]] = {self.hex: here}
        return state

    def _pair(self, role: int, own: int, other: int) -> SeriesState:
        return self._show(own, other) if role == ATTACKER else self._show(other, own)

    # ---- fire

    def volleys(self, step: int, context: FireContext, role: int) -> Volleys:
        """What is known of a force's fire in a step; `volley` adds what is missing."""
        return self._volleys[step, context, role]

    def bearings(self, step: int, context: FireContext, role: int) -> list[int]:
        """Of every standing of a force so far, what of it bears on the enemy's fire."""
        known, force = self._bearings[step, context, role], self.forces[role]
        for number in range(len(known), len(force.standings)):
            known.append(self._bearing(step, context, role, number))
        return known

    def _bearing(self, step: int, context: FireContext, role: int, number: int) -> int:
        """Often only whether there is somebody to hit; else who is there."""
        force, target = self.forces[role], step in AT_AIRCRAFT
        if target and not force.presence[number][target]:
            return NOT_HITTABLE
        if not force.has_strength[number][target] or self.rules.fire.heeds_enemy(context, step):
            return HITTABLE + force.presence[number][WHOLE]
        there = (step, context, role, force.presence[number][target])
        if there not in self._hittable:
            state = self._pair(role, number, self.forces[1 - role].whole)
            self._hittable[there] = bool(self.rules.fire.loss_candidates(state, context, step, force.side))
        return HITTABLE if self._hittable[there] else NOT_HITTABLE

    def volley(self, step: int, context: FireContext, role: int, own: int, enemy: int) -> Volley | None:
        """Hits of a force in a step; None when nobody fires."""
        bearing = self.bearings(step, context, 1 - role)[enemy]
        known = self._volleys[step, context, role][own]
        if bearing not in known:
            known[bearing] = None if bearing == NOT_HITTABLE else self._alike_or_asked(step, context, role, own, enemy, bearing)
        return known[bearing]

    def _alike_or_asked(self, step: int, context: FireContext, role: int, own: int, enemy: int, bearing: int) -> Volley | None:
        """Who is there decides who fires; then only the strengths of those who fire count, after the first round nothing else."""
        force = self.forces[role]
        if step in OF_AIRCRAFT and not force.presence[own][1]:
            return None
        comrades = force.presence[own][WHOLE if bearing else step in OF_AIRCRAFT]
        standing, there = force.standings[own], (step, context, role, comrades, bearing)
        battery = self._batteries.get(there)
        if battery is None:
            battery = self._batteries[there] = self._battery(step, context, role, own, enemy)
        alike = (*(there if bearing else there[:3]), battery.places, *(standing[place] for place in battery.places))
        if alike not in self._alike:
            shots = battery.shots(force.values[own]) if battery.is_plain else self._ask(step, context, role, own, enemy)
            hits = volley(tuple((shot.dice, shot.lowest) for shot in shots))
            self._alike[alike] = Volley(hits, battery.places if step == ARTILLERY else ()) if shots else None
        return self._alike[alike]

    def _battery(self, step: int, context: FireContext, role: int, own: int, enemy: int) -> Battery:
        force, fire = self.forces[role], self.rules.fire
        shots = self._ask(step, context, role, own, enemy)
        places = {shot.block: force.blocks.index(shot.block) for shot in shots if shot.block != NO_BLOCK}
        asked = fire.shooters(self._pair(role, own, enemy), context, step, force.side) if shots else []
        shooters = tuple(shooter._replace(unit=places[shooter.unit]) for shooter in asked if shooter.unit in places)
        guns = [shot for shot in shots if shot.block == NO_BLOCK]
        return Battery(tuple(places.values()), shooters, guns, not fire.has_own_volley(context, step))

    def _ask(self, step: int, context: FireContext, role: int, own: int, enemy: int) -> list[Shot]:
        return self.rules.fire.shots(self._pair(role, own, enemy), context, step, self.forces[role].side)

    def anybody_fires(self, context: FireContext, attackers: int, defenders: int) -> bool:
        """Whether a round sees any shot; who is there decides that."""
        there = (context, self.forces[ATTACKER].presence[attackers][WHOLE], self.forces[DEFENDER].presence[defenders][WHOLE])
        found = self._fires.get(there)
        if found is None:
            later = (GROUND, ARTILLERY, ANTI_AIRCRAFT, AIR_TO_GROUND)
            steps = (*later, AIR_TO_AIR) if context.first() else later
            pairs = ((ATTACKER, attackers, defenders), (DEFENDER, defenders, attackers))
            found = any(self.volley(step, context, *pair) is not None for step in steps for pair in pairs)
            self._fires[there] = found
        return found

    @rule("BE-6.1.4d", "BE-7.7.4c", "BE-6.4e")
    def spent(self, role: int, number: int, shooters: tuple[int, ...]) -> int:
        """The standing after artillery has fired: a step each."""
        known = self._spent.get((role, number, shooters))
        if known is None:
            force, known = self.forces[role], number
            for place in shooters:
                left = force.standings[known][place]
                known = force.with_unit(known, place, (left + 1) // 2 * 2 - 2)
            self._spent[role, number, shooters] = known
        return known

    # ---- losses

    def chains(self, step: int, context: FireContext, role: int, enemy: int) -> Chains:
        """What comes of hits on a force before such an enemy, by standing."""
        key = (step in AT_AIRCRAFT, context, role, self._presses(1 - role, enemy))
        found = self._chains.get(key)
        if found is None:
            found = self._chains[key] = Chains(self, step, context, role, enemy)
        return found

    def capped(self, hits: Distribution) -> Capped:
        """The chances of hits where so many and no more have an effect."""
        found = self._capped.get(hits)
        if found is None:
            found = self._capped[hits] = Capped(hits)
        return found

    def _presses(self, role: int, number: int) -> bool:
        """Whether a force has combat units: all of an enemy that matters to losses, and to units without strength alone."""
        presence = self.forces[role].presence[number][WHOLE]
        found = self._pressing.get((role, presence))
        if found is None:
            state, side = self._pair(role, number, self.forces[1 - role].whole), self.forces[role].side
            found = self._pressing[role, presence] = self.rules.fire.has_combat_unit(state, self.hex, side)
        return found

    @rule("BE-7.7.8a", "BE-7.7.8b", "BE-7.7.8c", "BE-7.7.9a")
    def find_hit(self, step: int, context: FireContext, role: int, own: int, enemy: int) -> tuple[int, int] | None:
        """Which place the next hit falls on, and what is left there; None when it has no effect."""
        force = self.forces[role]
        standing, values = force.standings[own], force.values[own]
        places = strongest(self._hit_first(step, context, role, own, enemy), values)
        if not places:
            return None
        place = min(places, key=lambda place: (self.cost_of_hit(role, place, standing[place]), place))
        left = standing[place]
        takes_two = not left & 1 and self.rules.units.hits_to_lose(force.blocks[place], left // 2) > 1
        return place, left - 1 if takes_two else (left + 1) // 2 * 2 - 2

    def _hit_first(self, step: int, context: FireContext, role: int, own: int, enemy: int) -> tuple[int, ...]:
        """Places among which hits fall, the strongest first; who is there decides that."""
        force, aircraft = self.forces[role], step in AT_AIRCRAFT
        there = (aircraft, context, role, force.presence[own][WHOLE], self._presses(1 - role, enemy))
        found = self._targets.get(there)
        if found is None:
            state = self._pair(role, own, enemy)
            able = self.rules.fire.loss_candidates(state, context, step, force.side)
            if able and self.rules.fire.value(state, able[0]):
                able = self.rules.fire.targets(state, context, step, force.side)
            found = self._targets[there] = tuple(force.blocks.index(block) for block in able)
        return found

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
        fire, context, state = self.rules.fire, self.context(False), self.state
        found = []
        for block in force.blocks:
            steps = OF_AIRCRAFT if self.rules.units.is_air[block] else (ARTILLERY, GROUND)
            faces = [7 - fire.lowest(state, context, step, block) for step in steps if fire.fires_in(state, context, step, block)]
            price = self.rules.tables.numbers.step_price.get(self.rules.units.colours[block][-1], 0)
            found.append((max(faces, default=0), price))
        return found

    # ---- the end

    def is_out(self, role: int, number: int, context: FireContext) -> bool:
        """Whether nobody of a force fights on."""
        key = (role, context.round, number)
        found = self._out.get(key)
        if found is None:
            force = self.forces[role]
            found = not any(force.standings[number])
            if not found:
                other = self.forces[1 - role].whole
                found = not self.rules.fire.fighting(self._pair(role, number, other), context, force.side)
            self._out[key] = found
        return found

    def charges(self, attackers: int, defenders: int) -> int:
        """Kinds of charge that are possible now; who is there decides that."""
        there = (self.forces[ATTACKER].presence[attackers][WHOLE], self.forces[DEFENDER].presence[defenders][WHOLE])
        found = self._charges.get(there)
        if found is None:
            found = self._charges[there] = self.rules.fire.charges(self._show(attackers, defenders), self.hex)
        return found

    def note_charge(self, kind: int) -> None:
        """What counts later of a charge that was possible from the start."""
        if self.charges(*(force.whole for force in self.forces)) & kind:
            context = self.context(True)._replace(charge=kind, wave=CHARGING)
            state = self._show(*(force.whole for force in self.forces))
            self.rules.fire.note_fire(state, context, self.rules.fire.shots(state, context, GROUND, self.forces[ATTACKER].side))

    @rule("BE-12.4.1a", "BE-12.4.1c")
    def after_first_round(self, attackers: int, defenders: int) -> int:
        """The attackers' standing when those who attacked in despair have surrendered."""
        force = self.forces[ATTACKER]
        there = (force.presence[attackers][WHOLE], self.forces[DEFENDER].presence[defenders][WHOLE])
        places = self._desperate.get(there)
        if places is None:
            desperate = self.rules.fire.desperate(self._show(attackers, defenders), self.hex)
            places = self._desperate[there] = tuple(force.blocks.index(block) for block in desperate)
        for place in places:
            attackers = force.with_unit(attackers, place, 0)
        return attackers

    def giving_up(self, attackers: int, defenders: int) -> int:
        """The defenders' standing when those have surrendered who give up after one round."""
        force = self.forces[DEFENDER]
        for block in self.rules.losses.giving_up(self._show(attackers, defenders), self.hex):
            defenders = force.with_unit(defenders, force.blocks.index(block), 0)
        return defenders


class Chains(dict[int, Chain]):
    """By standing: what a force looks like after 0, 1, 2 … hits of a kind, as long as hits have an effect; further ones change nothing."""

    def __init__(self, battle: Confrontation, step: int, context: FireContext, role: int, enemy: int) -> None:
        self.battle, self.context, self.role = battle, context, role
        self._asking = (step, context, role)
        self._enemy = enemy  # one for all that matter alike

    def __missing__(self, own: int) -> Chain:
        change = self.battle.find_hit(*self._asking, own, self._enemy)
        rest: tuple[int, ...] = ()
        if change is None:
            over = own if self.battle.is_out(self.role, own, self.context) else -1
        else:
            rest, over = self[self.battle.forces[self.role].with_unit(own, *change)]
        found = self[own] = (own, *rest), over
        return found


class Capped(dict[int, Distribution]):
    """By the number of hits that have an effect: the chances of each number of these."""

    def __init__(self, hits: Distribution) -> None:
        self._hits = hits

    def __missing__(self, most: int) -> Distribution:
        hits = self._hits
        found = self[most] = (*hits[:most], sum(hits[most:])) if most < len(hits) else hits
        return found
