"""Sections 7.7.1 to 7.7.7: which units fire in a step of combat, with how many dice and what firepower."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.loading.data_model import NO_FIRE
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.stacking import UNITS
from blockfront.games.blocks_series.state import IN_FLIGHT, NO_BLOCK, NO_HEX, SeriesState

AIR_TO_AIR: Final = 0
ANTI_AIRCRAFT: Final = 1
AIR_TO_GROUND: Final = 2
ARTILLERY: Final = 3
GROUND: Final = 4
STEP_NAMES: Final = ("air_to_air", "anti_aircraft", "air_to_ground", "artillery", "ground")


CAVALRY_CHARGE: Final = 1  # kinds of charge, as bits
ARMOUR_ATTACK: Final = 2
GREAT_CHARGE: Final = 4  # with the cavalry, a unit that has more dice once in the game and uses them now
CHARGE_NAMES: Final = (  # by bits
    "nobody",
    "cavalry",
    "armour",
    "cavalry and armour",
    "nobody",
    "cavalry, with its great charge",
    "armour",
    "cavalry with its great charge, and armour",
)
EVERYBODY_FIRES, CHARGING, OTHERS = range(3)  # who of the attackers fires in ground combat


class FireContext(NamedTuple):
    """The place and moment of an exchange of fire: what the rules of fire need to know about a battle."""

    hex: int
    round: int
    raid: bool  # the attacker came with air units
    charge: int = 0  # kinds of charge in this round
    wave: int = EVERYBODY_FIRES
    again: bool = False  # another round of air combat

    def first(self) -> bool:
        return self.round == 1


class Shot(NamedTuple):
    """Dice of one shooter; `block` is NO_BLOCK for the guns of the place itself."""

    block: int
    dice: int
    lowest: int


class Shooter(NamedTuple):
    """A unit that fires, the lowest face with which it hits, and its maluses."""

    unit: int
    lowest: int
    maluses: int


@rule("BE-7.7.7a", "BE-7.7.7b", "BE-7.7.6b", "BE-7.7.7c", "BE-7.7.7d", "BE-R36")
@rule("BW-7.7.7a", "BW-7.7.7c", "BW-R32")
def pooled(shooters: Sequence[Shooter], values: Sequence[int] | Mapping[int, int]) -> list[Shot]:
    """The dice of each unit; units with the same number of maluses are halved together, and the weakest rolls the dice gained."""
    shots: list[Shot] = []
    groups: dict[int, list[int]] = {}
    for unit, lowest, maluses in shooters:
        shots.append(Shot(unit, max(1, values[unit] >> maluses), lowest))
        groups.setdefault(maluses, []).append(len(shots) - 1)
    for maluses, members in groups.items():
        together = sum(values[shots[index].block] for index in members) >> maluses
        extra = together - sum(shots[index].dice for index in members)
        if extra > 0:
            weakest = max(members, key=lambda index: (shots[index].lowest, -values[shots[index].block], index))
            shots[weakest] = shots[weakest]._replace(dice=shots[weakest].dice + extra)
    return shots


def strongest(units: Sequence[int], values: Sequence[int] | Mapping[int, int]) -> list[int]:
    """The strongest of the units: the next hit falls on one of them."""
    best = max((values[unit] for unit in units), default=0)
    return [unit for unit in units if values[unit] == best]


class Fire(Chapter):
    """Who fires, with how many dice, and with what bonuses and maluses."""

    # ---- who is there

    def units_at(self, state: SeriesState, hex_: int, side: int) -> list[int]:
        """The units of a side in a hex, in order; worked out once for every position."""
        found: dict[int, list[int]] | None = state.derived.get(UNITS[side])
        if found is None:
            found = state.derived[UNITS[side]] = {}
            for block in self.order.of_side[side]:
                if state.location[block] >= 0:
                    found.setdefault(state.location[block], []).append(block)
        return found.get(hex_, [])

    @rule("BE-6.3.1d", "BE-6.3.2e", "BE-6.3.2f", "BE-7.6.1b", "BE-7.6.1c", "BE-R23", "BE-R29")
    @rule("BW-6.3.1d", "BW-6.3.2d", "BW-7.7.3.1b", "BW-7.7.3.1c", "BW-R39", "BW-R93")
    def is_in_the_air(self, state: SeriesState, block: int, context: FireContext) -> bool:
        """Whether an aircraft is flying: flown in, or risen from the attacked airfield (bombers only after the first round)."""
        if not self.units.is_air[block]:
            return False
        if context.again and self.units.is_strategic[block]:
            return False
        if state.flags[block] & IN_FLIGHT:
            return not self.has_left(state, block, context)
        if not self.value(state, block):
            return False
        return self.units.is_fighter[block] or not (context.raid and context.first())

    @rule("BE-R29", "BE-7.7.3d")
    @rule("BW-R93")
    def may_take_off(self, state: SeriesState, block: int) -> bool:
        """Whether aircraft caught on the ground may fly away at the end of a round."""
        return self.value(state, block) > 0

    @rule("BW-6.3.3c", "BW-R39")
    def has_left(self, state: SeriesState, block: int, context: FireContext) -> bool:
        """Whether a bomber has left: long-range and strategic bombers take part in only one round."""
        early = self.units.is_strategic[block] or (self.units.is_long_range[block] and self.leaves_early())
        return early and not context.first() and bool(state.flags[block] & IN_FLIGHT)

    @rule("BE-6.3.2e", "BE-R23")
    def leaves_early(self) -> bool:
        """Whether long-range bombers fight only one round."""
        return True

    def value(self, state: SeriesState, block: int) -> int:
        return self.units.value(block, state.steps[block])

    def fighting(self, state: SeriesState, context: FireContext, side: int) -> list[int]:
        here = self.units_at(state, context.hex, side)
        return here if context.round == 1 else [block for block in here if not self.has_left(state, block, context)]

    def in_the_air(self, state: SeriesState, context: FireContext, side: int) -> list[int]:
        return [block for block in self.units_at(state, context.hex, side) if self.is_in_the_air(state, block, context)]

    def has_combat_unit(self, state: SeriesState, hex_: int, side: int) -> bool:
        return any(self.units.is_combat[block] for block in self.units_at(state, hex_, side))

    def charges(self, state: SeriesState, hex_: int) -> int:
        """The kinds of charge that the attacker may make now."""
        return 0

    def note_fire(self, state: SeriesState, context: FireContext, shots: list[Shot]) -> None:
        """Remember those facts about a volley that matter later."""

    def note_opening(self, state: SeriesState, hex_: int) -> None:
        """Remember what is known about the defenders when a battle begins, before they are revealed."""

    def stays_revealed(self, state: SeriesState) -> int:
        """Units that stay face up after a battle: active headquarters, and those in battles that continue later."""
        found = state.active_hqs
        for fight in state.paused:
            for side in (0, 1):
                for block in self.units_at(state, fight[0], side):
                    found |= 1 << block & state.face_up
        return found

    def is_aimed(self, state: SeriesState, context: FireContext, step: int) -> bool:
        """Whether the attacker, and not the owner, chooses among equal targets."""
        return False

    # ---- targets

    @rule("BE-7.7.9c", "BE-7.7.3a", "BE-7.7.2e")
    @rule("BW-7.7.3a", "BW-7.7.4b", "BW-7.7.2c")
    def targets(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[int]:
        """Units of a side that the enemy's fire in a step can hit."""
        units = self.fighting(state, context, side)
        at_aircraft = step in (AIR_TO_AIR, ANTI_AIRCRAFT)
        return [block for block in units if self.is_in_the_air(state, block, context) == at_aircraft]

    @rule("BE-7.7.9a", "BE-7.7.9b", "BE-3.15b", "BE-R38", "BE-7.7.10b", "BE-7.7.10c", "BE-R39", "BE-R22")
    @rule("BW-7.7.9a", "BW-3.15b", "BW-7.7.10b", "BW-R35", "BW-R92")
    def loss_candidates(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[int]:
        """Units that may take the next hit: the strongest; those at step 0 only if nothing else is left and combat units attack."""
        targets = self.targets(state, context, step, side)
        if not targets:
            return []
        best = max(self.value(state, block) for block in targets)
        if best == 0:
            units = self.fighting(state, context, side)
            if any(self.value(state, block) for block in units):
                return []
            if self.units.is_ground[targets[0]] and not self.has_combat_unit(state, context.hex, 1 - side):
                return []
        return strongest(targets, {block: self.value(state, block) for block in targets})

    @rule("BE-12.4.1a", "BE-12.4.1c")
    @rule("BW-12.4.1a", "BW-12.4.1c")
    def desperate(self, state: SeriesState, hex_: int) -> list[int]:
        """Unsupplied attackers that surrender after the first round because an enemy ground unit is still in the hex."""
        if not any(self.units.is_ground[block] for block in self.units_at(state, hex_, 1 - state.active)):
            return []
        attackers = self.units_at(state, hex_, state.active)
        return [block for block in attackers if self.units.is_ground[block] and self.rules.headquarters.is_hampered(state, block)]

    def heeds_enemy(self, context: FireContext, step: int) -> bool:
        """Whether fire depends on which enemy units are present, not only on whether there is a target."""
        return context.first() or step == AIR_TO_AIR

    def heeds_full(self, block: int) -> bool:
        """Whether any fire depends on this unit being at full strength."""
        return False

    # ---- shots

    @rule("BE-7.7.1a", "BE-7.7.2a", "BE-7.7.7c", "BE-7.7.7d", "BE-R36", "BE-7.7b", "BE-6.0a", "BE-3.17a")
    @rule("BW-7.7.1a", "BW-7.7.2a", "BW-7.7.7c", "BW-R32", "BW-7.7b", "BW-6.0b", "BW-3.17a")
    def shots(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[Shot]:
        """All shots of a side in a step, units in order; empty if there is no target."""
        if not self.loss_candidates(state, context, step, 1 - side):
            return []
        return self.volley(state, context, step, side)

    def volley(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[Shot]:
        """As `shots`, even if there is no target."""
        shooters = self.shooters(state, context, step, side)
        shots = pooled(shooters, {shooter.unit: self.value(state, shooter.unit) for shooter in shooters})
        if step == ANTI_AIRCRAFT:
            shots += self.place_guns(state, context, side)
        return shots

    def has_own_volley(self, context: FireContext, step: int) -> bool:
        """Whether a volley in this step is more than the pooled dice of the units and the guns of the place."""
        return False

    def shooters(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[Shooter]:
        """The units that may fire, with their firepower and maluses."""
        units = [block for block in self.fighting(state, context, side) if self.value(state, block)]
        if step == AIR_TO_AIR and not self.is_air_battle(state, context):
            return []
        chosen = [block for block in units if self.fires_in(state, context, step, block)]
        lowest = [(block, self.lowest(state, context, step, block)) for block in chosen]
        return [Shooter(block, face, self.maluses(state, context, step, block)) for block, face in lowest if face < NO_FIRE]

    @rule("BE-7.7.1a")
    @rule("BW-7.7.1a")
    def is_air_battle(self, state: SeriesState, context: FireContext) -> bool:
        air = [self.in_the_air(state, context, side) for side in (0, 1)]
        return all(air) and any(self.units.is_fighter[block] for units in air for block in units)

    @rule("BE-3.9a", "BE-5.5b", "BE-R20", "BE-4.4e", "BE-R18")
    @rule("BE-6.1.4a", "BE-6.1.4b", "BE-6.1.4e", "BE-6.4c", "BE-6.4d", "BE-6.5a", "BE-7.7.4a", "BE-7.7.4d", "BE-7.7.5a")
    @rule("BW-3.9a", "BW-6.1.4a", "BW-6.1.4d", "BW-6.5a", "BW-6.5b", "BW-7.7.4a", "BW-7.7.4d", "BW-7.7.5a")
    def fires_in(self, state: SeriesState, context: FireContext, step: int, block: int) -> bool:
        """Whether a unit takes part in a step of combat."""
        units = self.units
        if step in (AIR_TO_AIR, AIR_TO_GROUND):
            return self.is_in_the_air(state, block, context)
        if step == ANTI_AIRCRAFT:
            return units.is_ground[block]
        if step == ARTILLERY:
            return units.is_artillery[block] and not self.is_overrun(state, context, units.side[block])
        return units.is_combat[block] or units.is_work[block]

    @rule("BE-6.1.4b", "BE-6.4d")
    def is_overrun(self, state: SeriesState, context: FireContext, side: int) -> bool:
        """Whether support units may not fire: in the first round, if combat units attack and they have none of their own."""
        if side == state.active or not context.first() or self.has_combat_unit(state, context.hex, side):
            return False
        return self.has_combat_unit(state, context.hex, 1 - side)

    @rule("BE-7.7.2b", "BE-7.7.2c", "BE-R31")
    @rule("BW-7.7.2b", "BW-R23")
    def place_guns(self, state: SeriesState, context: FireContext, side: int) -> list[Shot]:
        """The best anti-aircraft guns of the place, which fire for the side that controls it."""
        if not state.control[side] >> context.hex & 1:
            return []
        kind = self.gun_kind(state, context.hex)
        effect = self.numbers.places.get(kind)
        if kind == "bunker" and self.board.majors >> context.hex & 1:
            effect = self.numbers.places["major"]  # two dice are better than one
        return [Shot(NO_BLOCK, effect.dice, effect.lowest)] if effect else []

    def gun_kind(self, state: SeriesState, hex_: int) -> str:
        """The kind of place whose guns fire."""
        return self.rules.definitions.fortification(state, hex_) or self.city_kind(hex_)

    def city_kind(self, hex_: int) -> str:
        if self.board.majors >> hex_ & 1:
            return "major"
        return "minor" if self.board.minors >> hex_ & 1 else ""

    # ---- firepower

    @rule("BE-3.13f", "BE-6.0b", "BE-7.7.1c", "BE-7.7.2d", "BE-7.7.3b", "BE-7.7.4b", "BE-7.7.5b", "BE-7.6c", "BE-R32")
    @rule("BE-R34", "BE-7.7.6a")
    @rule("BW-6.0c")
    def lowest(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """The lowest face that hits, including bonuses."""
        base = self.base_firepower(state, step, block)
        if base >= NO_FIRE:
            return NO_FIRE
        return max(self.best_firepower(), base - self.bonuses(state, context, step, block))

    @rule("BW-R33")
    def best_firepower(self) -> int:
        """The lowest face that can ever hit: whatever the bonuses, a one misses."""
        return self.numbers.best_firepower

    @rule("BE-6.0b", "BE-6.2.2a")
    @rule("BW-6.0c", "BW-6.3.1b", "BW-6.3.2b", "BW-6.2.2a", "BW-6.2.2c", "BW-6.2.1b")
    def base_firepower(self, state: SeriesState, step: int, block: int) -> int:
        """The lowest face with which a unit hits, before bonuses."""
        kind, level = self.units.kind[block], self.rules.definitions.tech(state, block)
        if step == ARTILLERY and self.units.is_hq[block] and not self.units.is_armour[block]:
            kind = self.rules.tables.classes["artillery"]
        if step == AIR_TO_AIR:
            return kind.air[level]
        if step == ANTI_AIRCRAFT:
            return kind.defence[level]
        return kind.attack[level] if self.units.side[block] == state.active else kind.defence[level]

    # ---- bonus and malus

    @rule("BE-7.7.6c", "BE-7.7.6d", "BE-7.7.2g", "BE-7.7.6j")
    @rule("BW-7.7.6b", "BW-7.7.6c", "BW-7.7.6a", "BW-BOX1c", "BW-BOX1e", "BW-BOX1f", "BW-BOX1g")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """How many times a unit's dice are halved."""
        found = self.backwardness(state, step, block)
        if self.units.side[block] != state.active or step == AIR_TO_AIR:
            return found
        kind = self.rules.definitions.fortification(state, context.hex)
        found += self.numbers.places[kind].malus if kind else 0
        if step in (GROUND, ANTI_AIRCRAFT) and self.units.is_combat[block]:
            found += self.terrain_malus(state, context.hex, block) + self.crossing_malus(state, context, block)
            if self.board.majors >> context.hex & 1:
                found += self.numbers.places["major"].malus
        return found

    def backwardness(self, state: SeriesState, step: int, block: int) -> int:
        """Units at TECH 0 roll half their dice, as do those of some powers against aircraft; never halved twice."""
        if self.rules.definitions.tech(state, block) == 0:
            return 1
        return int(step == ANTI_AIRCRAFT and self.rules.tables.powers[self.units.power[block]].halves_aa)

    def unscouted(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """Maluses against targets that were not scouted; none without the reconnaissance option."""
        return 0

    @rule("BE-7.7.6f", "BE-7.7.6i", "BE-6.1.2a")
    @rule("BW-6.1.2a", "BW-BOX1a")
    def terrain_malus(self, state: SeriesState, hex_: int, block: int) -> int:
        if not self.board.rough >> hex_ & 1:
            return 0
        return 0 if self.units.is_mountain[block] and self.is_high(hex_) else 1

    def is_high(self, hex_: int) -> bool:
        return bool((self.board.terrain["hill"] | self.board.terrain["mountain"]) >> hex_ & 1)

    @rule("BE-7.7.6g", "BE-7.7.6m")
    @rule("BW-BOX1d", "BW-BOX1b")
    def crossing_malus(self, state: SeriesState, context: FireContext, block: int) -> int:
        if not context.first():
            return 0
        if self.crossed_arrow(state, context.hex, block):
            return self.numbers.arrow_malus
        return int(self.crossed_river(state, context.hex, block))

    def crossed_river(self, state: SeriesState, hex_: int, block: int) -> bool:
        return state.entered[block] != NO_HEX and self.board.crosses_river(state.entered[block], hex_)

    def crossed_arrow(self, state: SeriesState, hex_: int, block: int) -> bool:
        return state.entered[block] != NO_HEX and self.board.is_arrow(state.entered[block], hex_)

    @rule("BE-7.7.6c", "BE-7.7.6i", "BE-7.7.6k", "BE-7.7.6l", "BE-6.1.2b", "BE-14.0d")
    @rule("BW-6.1.2b", "BW-7.7.6a", "BW-BOX1c", "BW-BOX1f", "BW-BOX1g")
    @rule("BW-14.0f")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """By how many faces a unit's hitting range is widened."""
        if self.units.side[block] == state.active or step != GROUND:
            return 0
        found = self.crossing_bonus(state, context)
        if self.board.majors >> context.hex & 1:
            found += self.numbers.places["major"].bonus
        kind = self.rules.definitions.fortification(state, context.hex)
        if kind:
            found += self.numbers.places[kind].bonus
        return found + int(self.units.is_mountain[block] and self.is_high(context.hex))

    @rule("BE-7.7.6h", "BE-7.7.6m")
    @rule("BW-BOX1b", "BW-BOX1d")
    def crossing_bonus(self, state: SeriesState, context: FireContext) -> int:
        """Defenders get a bonus if every attacking ground unit crossed a river, or every one an arrow."""
        if not context.first():
            return 0
        attackers = [block for block in self.units_at(state, context.hex, state.active) if self.units.is_ground[block]]
        if not attackers:
            return 0
        rivers = all(self.crossed_river(state, context.hex, block) for block in attackers)
        arrows = all(self.crossed_arrow(state, context.hex, block) for block in attackers)
        return int(rivers or arrows)
