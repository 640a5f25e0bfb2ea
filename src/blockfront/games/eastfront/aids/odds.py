"""Exact odds of battles, from the same rule questions that resolve them.

The first round may have an air strike and an assault across a river. Later rounds are fire alone, with the same side active, as in a
blitz. A repulsed unit takes no further part.
"""

from collections import defaultdict
from functools import lru_cache, partial
from math import comb

import msgspec
from msgspec import structs

from blockfront.blocks.battle_odds.course import (
    BattleChances,
    GoesOn,
    Line,
    Possible,
    RoundOdds,
    always,
    at_start,
    blank,
    course,
    exchange,
    is_gone,
)
from blockfront.blocks.battle_odds.volleys import GONE, Shots, Values, steps_of, volley
from blockfront.core.clauses import rule
from blockfront.games.eastfront.loading.data_model import TRIPLE
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.steps.battle import FORTRESS_SHOT, GATHERED, GATHERED_HITS, GATHERED_REPULSES, BattleRound, Round

__all__ = ["Engagement", "Fighter", "RoundOdds", "battle_odds", "engagement", "possible", "round_odds"]


class Fighter(msgspec.Struct, frozen=True):
    """A unit in a battle. `face` is its lowest hitting face in this round, 7 when it does not fire."""

    block: int
    value: int
    lowest: int
    face: int
    cost: int
    is_static: bool = False


class Underway(msgspec.Struct, frozen=True):
    """How far a round has got: hits and repulses rolled but not yet carried out, and the units still to fire. Empty before the round."""

    begun: bool = False
    hits_on_active: int = 0
    hits_on_passive: int = 0
    partial: int = 0  # hits on a passive unit that do not yet make a step
    partial_unit: int = -1  # its index among the passive units
    repulses: int = 0
    away: Values = ()  # values of the active units sent back, by index; GONE for all others
    defending: Shots | None = None  # dice of the units still to fire once this side has begun; None: all units
    attacking: Shots | None = None
    gathered: tuple[int, int] = (0, 0)  # repulses and hits that wait until all defenders have fired


class Engagement(msgspec.Struct, frozen=True):
    """Everything that decides the outcome of a round."""

    active: tuple[Fighter, ...]
    passive: tuple[Fighter, ...]
    hits_per_step: int  # hits that cost the passive side a step; 0 when it cannot be hurt
    supported: bool
    repulse: int  # highest die that sends an attacker back
    air_dice: int
    air_face: int
    fortress: bool  # the largest passive unit fires triple
    gathered: bool = False  # Repulses and hits of all defenders are resolved together
    underway: Underway = Underway()


def engagement(rules: Rules, state: EastFrontState, hex_: int, *, strike: int = -1, supported: bool | None = None) -> Engagement:
    """The round that would be fought in a hex now, with the air strike of a headquarters if one is named."""
    active, passive = state.active, 1 - state.active
    backed = rules.battles.is_supported(state, hex_) if supported is None else supported
    fire = rules.firepower
    attackers = [_fighter(rules, state, b, fire.offensive(state, b, hex_)) for b in rules.battles.units_of(state, hex_, active)]
    defenders = [_fighter(rules, state, b, fire.defensive(state, b, hex_, True)) for b in rules.battles.units_of(state, hex_, passive)]
    fortress = bool(rules.board.fortresses >> hex_ & 1) and rules.battles.original_defender(state, hex_) == passive
    return Engagement(
        active=tuple(attackers),
        passive=tuple(defenders),
        hits_per_step=rules.defence.hits_per_step(state, hex_, passive, backed),
        supported=backed,
        repulse=rules.assaults.repulse_number(state, hex_),
        air_dice=rules.air.dice(state, strike) if strike >= 0 else 0,
        air_face=rules.air.firepower(state, active),
        fortress=fortress,
        gathered=rules.assaults.gathers_fire(),
    )


def _fighter(rules: Rules, state: EastFrontState, block: int, face: int) -> Fighter:
    value = rules.firepower.dice(state, block)
    return Fighter(block, value, rules.units.lowest[block], face, rules.production.step_cost(state, block), rules.units.is_static[block])


class _Side:
    """The units of one side, in the form the shared odds calculation expects of an army."""

    def __init__(self, units: tuple[Fighter, ...], hits_per_step: int, fortress: bool, part_hit: int = -1) -> None:
        self.units = units
        self.part_hit = part_hit  # the unit that must take the next hit
        self.hits_per_step = hits_per_step
        self.fortress = fortress
        self.values: Values = tuple(unit.value for unit in units)

    def choose(self, equals: list[int], values: Values) -> int:
        """The unit that takes the loss among equally strong ones: we assume the one that fires worst, then the cheapest."""
        if len(equals) == 1:
            return equals[0]
        if self.part_hit in equals and values[self.part_hit] == self.units[self.part_hit].value:
            return self.part_hit
        return min(equals, key=lambda index: (-self.units[index].face, self.units[index].cost, index))

    def weaker(self, unit: int, value: int) -> int:
        return value - 1 if value > self.units[unit].lowest else GONE

    @rule("EF-2.67c")
    def opened(self, values: Values) -> Values:
        """The values at the start of the round: static units of value 0 do not hold a hex by themselves and count as gone."""
        left = (unit.is_static and not value for unit, value in zip(self.units, values, strict=True) if value != GONE)
        return (GONE,) * len(values) if all(left) else values

    def shots(self, values: Values) -> Shots:
        """(dice, lowest hitting face) of every unit that can fire."""
        top = max(values, default=0)
        gun = values.index(top) if self.fortress and top > 0 else -1
        return tuple(
            (value, TRIPLE if index == gun and unit.face <= 6 else unit.face)
            for index, (unit, value) in enumerate(zip(self.units, values, strict=True))
            if value > 0 and unit.face <= 6
        )

    def lost(self, values: Values) -> int:
        """The steps lost so far; a unit that is gone has lost all its steps."""
        return sum(unit.value - (unit.lowest - 1 if value == GONE else value) for unit, value in zip(self.units, values, strict=True))


Rank = tuple[Values, Values]  # attackers in the hex, attackers sent back
Ranks = dict[Rank, float]


@lru_cache(maxsize=256)
def _repulses_and_hits(dice: int, face: int, repulse: int) -> tuple[tuple[float, ...], ...]:
    """The chance of each number of repulses and, within it, of each number of hits."""
    hit, back = (7 - face) / 6, repulse / 6
    return tuple(
        tuple(
            comb(dice, sent) * comb(dice - sent, hits) * back**sent * hit**hits * (1 - hit - back) ** (dice - sent - hits)
            for hits in range(dice - sent + 1)
        )
        for sent in range(dice + 1)
    )


class _Assault:
    """Attackers across a river while they are repulsed and hit. The effect of each repulse or hit is worked out once and kept."""

    def __init__(self, attack: _Side) -> None:
        self._attack = attack
        self._sent: dict[Rank, Rank] = {}
        self._hurt: dict[Rank, Rank] = {}

    def at_first(self, so_far: Underway) -> Rank:
        """The attackers as they stand now, some perhaps already repulsed."""
        away, values = so_far.away, self._attack.values
        if not away:
            return values if so_far.begun else self._attack.opened(values), (GONE,) * len(values)
        return tuple(value if gone == GONE else GONE for value, gone in zip(values, away, strict=True)), away

    @rule("EF-7.51a", "EF-7.51c", "EF-7.51e", "EF-R48")
    def shot(self, ranks: Ranks, dice: int, face: int, repulse: int) -> Ranks:
        """One defender's fire: its repulses first, on the weakest attackers, then its hits. Repulsed attackers are not fired at again."""
        chances = _repulses_and_hits(dice, face, repulse)
        found: Ranks = defaultdict(float)
        for rank, likely in ranks.items():
            if is_gone(rank[0]):
                found[rank] += likely
                continue
            back = rank
            for sent, by_hits in enumerate(chances):
                back = self._send_back(back) if sent else rank
                hurt = back
                for hits, chance in enumerate(by_hits):
                    hurt = self._hit(hurt) if hits else back
                    found[hurt] += likely * chance
        return found

    @rule("EF-7.51e", "EF-R48")
    def salvo(self, ranks: Ranks, shots: Shots, repulse: int, before: tuple[int, int]) -> Ranks:
        """The fire of all defenders together, including dice thrown before: first all repulses, then all hits."""
        together: dict[tuple[int, int], float] = {before: 1.0}
        for dice, face in shots:
            after: dict[tuple[int, int], float] = defaultdict(float)
            for (sent, hits), likely in together.items():
                for more_sent, by_hits in enumerate(_repulses_and_hits(dice, face, repulse)):
                    for more_hits, chance in enumerate(by_hits):
                        after[sent + more_sent, hits + more_hits] += likely * chance
            together = after
        found: Ranks = defaultdict(float)
        for rank, likely in ranks.items():
            for (sent, hits), chance in together.items():
                found[self.after(rank, sent, hits)] += likely * chance
        return found

    def after(self, rank: Rank, sent: int, hits: int) -> Rank:
        for _ in range(sent):
            rank = self._send_back(rank)
        for _ in range(hits):
            rank = self._hit(rank)
        return rank

    def _send_back(self, rank: Rank) -> Rank:
        found = self._sent.get(rank)
        if found is None:
            found = self._sent[rank] = self._without_weakest(rank)
        return found

    def _without_weakest(self, rank: Rank) -> Rank:
        units, (here, away) = self._attack.units, rank
        alive = [index for index, value in enumerate(here) if value != GONE]
        if not alive:
            return rank
        weakest = min(alive, key=lambda index: (here[index], -units[index].face, units[index].cost, index))
        return _with(here, weakest, GONE), _with(away, weakest, here[weakest])

    def _hit(self, rank: Rank) -> Rank:
        found = self._hurt.get(rank)
        if found is None:
            found = self._hurt[rank] = self._with_loss(rank)
        return found

    def _with_loss(self, rank: Rank) -> Rank:
        """The attackers after one hit. Repulsed attackers are hit only when no other attacker is left."""
        here, away = rank
        target = away if is_gone(here) else here
        top = max(target)
        if top == GONE:
            return rank
        unit = self._attack.choose([index for index, value in enumerate(target) if value == top], target)
        left = _with(target, unit, self._attack.weaker(unit, top))
        return (here, left) if target is away else (left, away)


def _with(values: Values, unit: int, value: int) -> Values:
    return (*values[:unit], value, *values[unit + 1 :])


@rule("EF-7.22a", "EF-7.33b", "EF-7.34c", "EF-7.34e")
def _first_round(battle: Engagement, attack: _Side, passive: Line) -> list[BattleChances]:
    """The round with the air strike and river repulses. Hits of the strike that do not make a step carry over to offensive fire."""
    so_far = battle.underway
    if not battle.repulse and not battle.air_dice and so_far == Underway():
        return [exchange(at_start(Line(attack, attack.opened(attack.values)), passive), passive)]
    courses: dict[Rank, BattleChances] = {}
    assault = _Assault(attack)
    needed = battle.hits_per_step
    thrown = so_far.partial + so_far.hits_on_passive
    for struck, chance in enumerate(volley(((battle.air_dice, battle.air_face),)), start=thrown):
        shooting = min(struck // needed, passive.last) if needed else 0
        for (attackers, back), likely in _defensive_fire(battle, assault, passive, shooting).items():
            if (attackers, back) not in courses:
                line = Line(attack, attackers)
                courses[attackers, back] = BattleChances(line, blank(line, passive), back)
            row = courses[attackers, back].chances[0]
            shots = attack.shots(attackers) if so_far.attacking is None else so_far.attacking
            hits = (1.0,) if is_gone(attackers) or shooting == passive.last else volley(shots)
            for steps, last in enumerate(steps_of(hits, needed, struck % needed if needed else 0)):
                row[min(shooting + steps, passive.last)] += chance * likely * last
    return list(courses.values())


def _defensive_fire(battle: Engagement, assault: _Assault, passive: Line, shooting: int) -> Ranks:
    """The chances of every state of the attackers after defensive fire, beginning with the hits and repulses already rolled."""
    so_far = battle.underway
    ranks: Ranks = {assault.after(assault.at_first(so_far), so_far.repulses, so_far.hits_on_active): 1.0}
    shots = passive.army.shots(passive.states[shooting]) if so_far.defending is None else so_far.defending
    if battle.repulse and battle.gathered:
        return assault.salvo(ranks, shots, battle.repulse, so_far.gathered)
    if battle.repulse:
        for dice, face in sorted(shots, key=lambda shot: (shot[1], -shot[0])):  # the usual order: fire ends with the last repulse
            ranks = assault.shot(ranks, dice, face, battle.repulse)
        return ranks
    found: Ranks = defaultdict(float)
    for rank, likely in ranks.items():
        for hits, chance in enumerate(volley(shots)):
            found[assault.after(rank, 0, hits)] += likely * chance
    return found


def round_odds(battle: Engagement) -> RoundOdds:
    """Losses of both sides in one round and the chance to clear the hex."""
    return battle_odds(battle)[0]


def battle_odds(battle: Engagement, rounds: int = 1, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """The odds at the end of each round; `goes_on` says when the active side continues."""
    attack = _Side(battle.active, 1, False)
    defence = _Side(battle.passive, battle.hits_per_step, battle.fortress, battle.underway.partial_unit)
    passive = Line(defence, defence.values if battle.underway.begun else defence.opened(defence.values))
    return course(_first_round(battle, attack, passive), passive, rounds=rounds, goes_on=goes_on)


def possible(rules: Rules, state: EastFrontState, hex_: int) -> Possible:
    """The odds of the battle in a hex, whether its round has begun or not."""
    battle = round_underway(rules, state, hex_) or engagement(rules, state, hex_, strike=_striker(state, hex_))
    return Possible(battle, partial(battle_odds, battle))


@rule("EF-7.22b", "EF-7.34c", "EF-7.51f")
def round_underway(rules: Rules, state: EastFrontState, hex_: int) -> Engagement | None:
    """The round being fought in a hex, with the dice already thrown; None when no round has begun there."""
    frame = next((frame for frame in state.frames if frame[0] == rules.battle_round and frame[1] == hex_), None)
    if frame is None or Round(*frame).stage == BattleRound.OPEN:
        return None
    round_, fire = Round(*frame), rules.firepower
    stage, striker = round_.stage, _striker(state, hex_)
    whole = engagement(rules, state, hex_, strike=striker, supported=bool(round_.supported))
    sent_back = [b for b in rules.order.of_side[state.active] if state.went_back >> b & 1 and state.location[b] >= 0]
    away = [_fighter(rules, state, block, fire.offensive(state, block, hex_)) for block in sent_back]
    blocks = [unit.block for unit in whole.passive]
    underway = Underway(
        begun=True,
        hits_on_active=round_.hits if stage == BattleRound.DEFENSIVE else 0,
        hits_on_passive=round_.hits if stage != BattleRound.DEFENSIVE else 0,
        partial=round_.partial if round_.partial_block in blocks else 0,
        partial_unit=blocks.index(round_.partial_block) if round_.partial_block in blocks else -1,
        repulses=round_.repulses,
        away=(*(GONE for _ in whole.active), *(unit.value for unit in away)) if away else (),
        defending=_left_to_fire(rules, state, round_, whole.passive, BattleRound.DEFENSIVE),
        attacking=_left_to_fire(rules, state, round_, whole.active, BattleRound.OFFENSIVE),
        gathered=(round_.flags >> GATHERED_REPULSES & GATHERED, round_.flags >> GATHERED_HITS & GATHERED),
    )
    has_struck = stage > BattleRound.AIR or bool(striker >= 0 and state.fired >> striker & 1)
    return structs.replace(
        whole,
        active=(*whole.active, *away),
        repulse=round_.repulse if stage <= BattleRound.DEFENSIVE else 0,
        air_dice=0 if has_struck else whole.air_dice,
        underway=underway,
    )


def _left_to_fire(
    rules: Rules, state: EastFrontState, round_: Round, units: tuple[Fighter, ...], stage: int
) -> Shots | None:
    """The shots of a side still to come in its stage of the round; None before that stage."""
    if round_.stage < stage:
        return None
    if round_.stage > stage:
        return ()
    left = [unit for unit in units if not state.fired >> unit.block & 1 and unit.value > 0 and unit.face <= 6]
    guns = [unit for unit in left if stage == BattleRound.DEFENSIVE and rules.firepower.is_fortress_gun(state, unit.block, round_.hex)]
    gun = guns[0] if guns and not round_.flags & FORTRESS_SHOT else None
    return tuple((unit.value, TRIPLE if unit is gun else unit.face) for unit in left)


def _striker(state: EastFrontState, hex_: int) -> int:
    return next((hq for hq, target in state.strikes if target == hex_), -1)
