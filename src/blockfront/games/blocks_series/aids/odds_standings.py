"""Two sides in a battle hex after any losses, as the rules see them: which units fire, which take hits, which are out.

A standing is what is left of each unit of a side. Every question goes to the rules that resolve battles, once for each standing that
makes a difference, and the answer is kept.
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
    """The hits that a volley may score, and who fires it."""

    hits: Distribution
    shooters: tuple[int, ...]  # places in the standing


class Battery(NamedTuple):
    """The units that fire in a step: all that stays the same while the same units are present, whatever their strength."""

    places: tuple[int, ...]
    shooters: tuple[Shooter, ...]  # their units are places
    guns: list[Shot]  # of the place
    is_plain: bool  # the dice follow from the above

    def shots(self, values: tuple[int, ...]) -> list[Shot]:
        return pooled(self.shooters, values) + self.guns


Volleys = dict[int, dict[int, Volley | None]]  # by own aspect, then by the enemy's bearing
Chain = tuple[tuple[int, ...], int]  # standings after 0, 1, 2 … hits; the last of them where nobody fights on in it, or -1
Rank = tuple[int, tuple[int, int], int, int]  # less than zero by its strength, what a hit costs, the place, what a hit leaves
Pressed = tuple[bool, FireContext, int, bool]  # hits on aircraft, when, role, an enemy with combat units


class Force:
    """The units of one side, ground units first, and every standing that has occurred so far, by number."""

    def __init__(self, rules: Rules, state: SeriesState, hex_: int, side: int) -> None:
        units = rules.fire.units_at(state, hex_, side)
        self.side = side
        self.blocks = tuple(sorted(units, key=lambda block: (rules.units.is_air[block], block)))
        self.ground = sum(rules.units.is_ground[block] for block in units)
        self.strengths = tuple(rules.units.strengths[block] for block in self.blocks)
        self._value_of = [(0, *(value for value in edge for _ in range(2))) for edge in self.strengths]  # by place and what is left
        self._state_of = [self._states(rules.fire.heeds_full(block), edge) for block, edge in zip(self.blocks, self.strengths, strict=True)]
        self.standings: list[Standing] = []
        self.values: list[tuple[int, ...]] = []
        self.lost: list[int] = []  # steps lost since the start
        self.presence: list[tuple[int, int, int]] = []  # the units present, with or without strength: on the ground, in the air, all
        self.has_strength: list[tuple[bool, bool]] = []  # ground units, air units
        self.aspects: list[tuple[int, int]] = []  # the units present, and the strength of those on the ground, of those in the air
        self._numbers: dict[Standing, int] = {}
        self._presences: dict[tuple[int, ...], int] = {}  # from 1 on; 0 means that no unit is there
        self._aspects: dict[tuple[int, bool, Standing], int] = {}
        self.whole = self.number(tuple(2 * state.steps[block] - bool(state.flags[block] & HALF_HIT) for block in self.blocks))

    def number(self, standing: Standing) -> int:
        found = self._numbers.get(standing)
        if found is None:
            found = self._numbers[standing] = len(self.standings)
            self.standings.append(standing)
            self._describe(standing)
        return found

    def _describe(self, standing: Standing) -> None:
        ground = self.ground
        values = tuple([table[left] for table, left in zip(self._value_of, standing, strict=True)])
        here = tuple([table[left] for table, left in zip(self._state_of, standing, strict=True)])
        on_ground = (*here[:ground], *[there == 1 for there in here[ground:]])
        whole = self._known_as(here)
        self.values.append(values)
        self.lost.append(sum([(w + 1) // 2 - (s + 1) // 2 for w, s in zip(self.standings[0], standing, strict=True)]))
        self.presence.append((self._known_as(on_ground), self._known_as(here[ground:]), whole))
        self.has_strength.append((any(values[:ground]), any(values[ground:])))
        parts = ((whole, False, standing[:ground]), (whole, True, standing[ground:]))
        on_ground_as, in_air_as = [self._aspects.setdefault(part, len(self._aspects)) for part in parts]
        self.aspects.append((on_ground_as, in_air_as))

    def _known_as(self, here: tuple[int, ...]) -> int:
        return self._presences.setdefault(here, len(self._presences) + 1) if any(here) else 0

    @staticmethod
    def _states(heeds_full: bool, edge: tuple[int, ...]) -> tuple[int, ...]:
        """By what is left of a unit: 0 if it is gone, more if it is present, has strength, or is at full strength where that matters."""
        values = [value for value in edge for _ in range(2)]
        return (0, *(1 + (value > 0) + (heeds_full and left >= len(values) - 2) for left, value in enumerate(values)))

    def with_unit(self, number: int, place: int, left: int) -> int:
        standing = self.standings[number]
        return self.number((*standing[:place], left, *standing[place + 1 :]))


class Confrontation:
    """Both forces, on a scratch copy of the position."""

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
        self._bearings: dict[tuple[int, FireContext, int], tuple[list[int], dict[int, int]]] = defaultdict(lambda: ([], {}))
        self._hittable: dict[tuple[int, FireContext, int, int], bool] = {}
        self._batteries: dict[tuple[int, FireContext, int, int, int], Battery] = {}  # by the units present
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
        self._ranks = [[self._ranking(role, place) for place in range(len(force.blocks))] for role, force in enumerate(self.forces)]

    def context(self, first: bool) -> FireContext:
        return FireContext(self.hex, 1 if first else LATER, self.raid)

    def _show(self, attackers: int, defenders: int) -> SeriesState:
        """The scratch position, changed to these standings."""
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
        """The known volleys of a force in a step; `volley` adds missing ones."""
        return self._volleys[step, context, role]

    def aspects(self, step: int, role: int) -> list[int]:
        """For each known standing of a force, a number for everything about it that affects its own fire."""
        kind = step in OF_AIRCRAFT
        return [aspect[kind] for aspect in self.forces[role].aspects]

    def bearings(self, step: int, context: FireContext, role: int) -> list[int]:
        """For each known standing of a force, a number for everything about it that affects the enemy's fire."""
        (known, by_presence), force = self._bearings[step, context, role], self.forces[role]
        for number in range(len(known), len(force.standings)):
            presence = force.presence[number][WHOLE]
            if presence not in by_presence:
                by_presence[presence] = self._bearing(step, context, role, number)
            known.append(by_presence[presence])
        return known

    def _bearing(self, step: int, context: FireContext, role: int, number: int) -> int:
        """That number for one standing: often it only says whether there is anything to hit, else which units are present."""
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
        """The possible hits of a force in a step; None if nobody fires."""
        bearing = self.bearings(step, context, 1 - role)[enemy]
        known = self._volleys[step, context, role][self.forces[role].aspects[own][step in OF_AIRCRAFT]]
        if bearing not in known:
            known[bearing] = None if bearing == NOT_HITTABLE else self._alike_or_asked(step, context, role, own, enemy, bearing)
        return known[bearing]

    def _alike_or_asked(self, step: int, context: FireContext, role: int, own: int, enemy: int, bearing: int) -> Volley | None:
        """The volley of a standing, shared by all standings in which the same units fire with the same strengths."""
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
        """Whether anybody can fire in a round, which depends only on the units present."""
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
        """The standing after artillery has fired, which costs it a step each."""
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
        """The results of hits on a force, by its standing, against an enemy like this one."""
        key = (step in AT_AIRCRAFT, context, role, self._presses(1 - role, enemy))
        found = self._chains.get(key)
        if found is None:
            found = self._chains[key] = Chains(self, step, context, role, enemy)
        return found

    def capped(self, hits: Distribution) -> Capped:
        """The chances of numbers of hits, cut off at the number that still has an effect."""
        found = self._capped.get(hits)
        if found is None:
            found = self._capped[hits] = Capped(hits)
        return found

    def _presses(self, role: int, number: int) -> bool:
        """Whether a force has combat units; nothing else about an enemy affects losses, and only those of units without strength."""
        presence = self.forces[role].presence[number][WHOLE]
        found = self._pressing.get((role, presence))
        if found is None:
            state, side = self._pair(role, number, self.forces[1 - role].whole), self.forces[role].side
            found = self._pressing[role, presence] = self.rules.fire.has_combat_unit(state, self.hex, side)
        return found

    @rule("BE-7.7.8a", "BE-7.7.8b", "BE-7.7.8c", "BE-7.7.9a")
    def find_hit(self, step: int, context: FireContext, role: int, own: int, enemy: int) -> tuple[int, int] | None:
        """The place of the unit that takes the next hit, and what is left of it; None if a hit has no effect."""
        standing, ranks = self.forces[role].standings[own], self._ranks[role]
        able = [ranks[place][standing[place]] for place in self._hit_first(step, context, role, own, enemy)]
        return min(able)[2:] if able else None

    def _hit_first(self, step: int, context: FireContext, role: int, own: int, enemy: int) -> tuple[int, ...]:
        """Places of the units that may take hits, the strongest first; depends only on the units present."""
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
        """What a hit costs its owner: first the hits lost with its dice, then the price of the step."""
        block, steps = self.forces[role].blocks[place], (left + 1) // 2
        units = self.rules.units
        hitting, colour_price = self._worth[role][place]
        if not left & 1 and units.hits_to_lose(block, steps) > 1:
            return 0, 0
        return (units.value(block, steps) - units.value(block, steps - 1)) * hitting, colour_price

    def _ranking(self, role: int, place: int) -> list[Rank]:
        """By what is left of a unit: its rank among those that may take the next hit, and what the hit leaves of it."""
        units, block = self.rules.units, self.forces[role].blocks[place]
        found: list[Rank] = [(0, (0, 0), place, 0)]
        for left in range(1, 2 * len(units.strengths[block]) + 1):
            steps = (left + 1) // 2
            takes_two = not left & 1 and units.hits_to_lose(block, steps) > 1
            rest = left - 1 if takes_two else 2 * steps - 2
            found.append((-units.value(block, steps), self.cost_of_hit(role, place, left), place, rest))
        return found

    def _worths(self, force: Force) -> list[tuple[int, int]]:
        """For each unit, how many faces of a die hit when it fires, and the price of its best step."""
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
        """Whether no unit of a force fights on."""
        force = self.forces[role]
        presence = force.presence[number][WHOLE]
        if not presence:
            return True
        found = self._out.get((role, context.round, presence))
        if found is None:
            state = self._pair(role, number, self.forces[1 - role].whole)
            found = self._out[role, context.round, presence] = not self.rules.fire.fighting(state, context, force.side)
        return found

    def charges(self, attackers: int, defenders: int) -> int:
        """The kinds of charge possible now; depends only on the units present."""
        there = (self.forces[ATTACKER].presence[attackers][WHOLE], self.forces[DEFENDER].presence[defenders][WHOLE])
        found = self._charges.get(there)
        if found is None:
            found = self._charges[there] = self.rules.fire.charges(self._show(attackers, defenders), self.hex)
        return found

    def note_charge(self, kind: int) -> None:
        """Note the later effects of a charge that was possible from the start."""
        if self.charges(*(force.whole for force in self.forces)) & kind:
            context = self.context(True)._replace(charge=kind, wave=CHARGING)
            state = self._show(*(force.whole for force in self.forces))
            self.rules.fire.note_fire(state, context, self.rules.fire.shots(state, context, GROUND, self.forces[ATTACKER].side))

    @rule("BE-12.4.1a", "BE-12.4.1c")
    def after_first_round(self, attackers: int, defenders: int) -> int:
        """The attackers' standing after desperate attackers have surrendered."""
        for place in self.desperate(attackers, defenders):
            attackers = self.forces[ATTACKER].with_unit(attackers, place, 0)
        return attackers

    def desperate(self, attackers: int, defenders: int) -> tuple[int, ...]:
        """Places of the attackers that surrender after the first round; depends only on the units present."""
        force = self.forces[ATTACKER]
        there = (force.presence[attackers][WHOLE], self.forces[DEFENDER].presence[defenders][WHOLE])
        found = self._desperate.get(there)
        if found is None:
            desperate = self.rules.fire.desperate(self._show(attackers, defenders), self.hex)
            found = self._desperate[there] = tuple(force.blocks.index(block) for block in desperate)
        return found

    def giving_up(self, attackers: int, defenders: int) -> int:
        """The defenders' standing after those that give up after one round have surrendered."""
        force = self.forces[DEFENDER]
        for block in self.rules.losses.giving_up(self._show(attackers, defenders), self.hex):
            defenders = force.with_unit(defenders, force.blocks.index(block), 0)
        return defenders


class Chains(dict[int, Chain]):
    """By standing: the standings after 0, 1, 2 … hits of a kind, as far as hits have an effect."""

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
    """By the largest number of hits that have an effect: the chances of each number up to it."""

    def __init__(self, hits: Distribution) -> None:
        self._hits = hits

    def __missing__(self, most: int) -> Distribution:
        hits = self._hits
        found = self[most] = (*hits[:most], sum(hits[most:])) if most < len(hits) else hits
        return found
