"""Exact odds of battles in a Blocks game: every round with its air combat, anti-aircraft fire, bombing, artillery and ground combat.

Every possible course is followed with its probability; nothing is sampled. Players' decisions follow fixed policies: hits among equals
go where they cost the owner the fewest later hits, aircraft stay, attackers continue after a round as `goes_on` says and defenders stay
as `stands` says. Losses are counted in steps of the block, including artillery's ammunition. In the middle of a round the odds start
from the dice already thrown.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import Final

from blockfront.blocks.battle_odds.course import GoesOn, Possible, RoundOdds, always
from blockfront.blocks.battle_odds.volleys import Distribution
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.aids.odds_standings import ATTACKER, DEFENDER, OF_AIRCRAFT, WHOLE, Confrontation
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_AIR,
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARTILLERY,
    CHARGING,
    EVERYBODY_FIRES,
    GROUND,
    OTHERS,
    FireContext,
)
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.battle import (
    A2A,
    A2G,
    AA,
    ATTACK,
    ATTACKING_GUNS,
    CHARGE,
    DECLARE,
    DEFENCE,
    DEFENDING_GUNS,
    FIRST_ROLL,
    GIVE_WAY,
    HITS,
    OPEN,
    SECOND_ROLL,
    STEP_OF,
    Battle,
    BattleFrame,
)

Chances = dict[int, float]  # by the numbers of both standings: attackers' shifted, defenders' below
Rows = dict[int, dict[int, float]]  # the same by the standing of one side, then by that of the other
SHIFT: Final = 20
MASK: Final = (1 << SHIFT) - 1
NOTHING: Final = (1.0,)


class Course:
    """A battle in progress: the outcomes still being fought, those that have ended, and those that were broken off."""

    def __init__(
        self, battle: Confrontation, goes_on: GoesOn = always, stands: GoesOn = always, charge: int = 0, begun: BattleFrame | None = None
    ) -> None:
        """`charge` is the kind of charge that attackers declare whenever possible, or none; `begun` is how far a round has come."""
        self.battle = battle
        self._begun = begun
        self.charge = charge
        self.goes_on = goes_on
        self.stands = stands
        self._rows: Rows = {0: {0: 1.0}}  # the outcomes still being fought
        self._by = ATTACKER  # whose standing comes first in them
        self.ended: Chances = defaultdict(float)
        self.broken_off: Chances = defaultdict(float)
        self.given_up: Chances = defaultdict(float)  # the defenders have left
        self._context = battle.context(begun is None or begun.round == 1)

    @property
    def open(self) -> Rows:
        """The outcomes still being fought, by the attackers' standing."""
        return self._by_standing_of(ATTACKER)

    @open.setter
    def open(self, rows: Rows) -> None:
        self._rows, self._by = rows, ATTACKER

    def _by_standing_of(self, role: int) -> Rows:
        if self._by != role:
            self._rows, self._by = _turned(self._rows), role
        return self._rows

    @rule("BE-7.7d", "BE-7.7.1e", "BE-7.7.12a", "BE-7.7.12b")
    def fight_round(self) -> RoundOdds:
        """Fight the next round; returns the odds by its end."""
        begun, self._begun = self._begun, None
        stuck = {} if begun is not None and begun.has_fired else self._without_fire()
        stage = A2A if begun is None else self._finish_stage(begun)
        if stage <= A2A and self._context.first():
            self._air_to_air(goes_on=begun is not None and begun.has_fired > 0)
        for later, step in ((AA, ANTI_AIRCRAFT), (A2G, AIR_TO_GROUND)):
            if stage <= later:
                self._both_fire(step)
        for later, role in ((ATTACKING_GUNS, ATTACKER), (DEFENDING_GUNS, DEFENDER)):
            if stage <= later:
                self._one_fires(ARTILLERY, role)
        if stage <= DECLARE:
            self._ground_combat()
        elif begun is not None:
            self._rest_of_ground_combat(stage, begun.charge)
        if self._context.first():
            self._end_first_round()
        for key, chance in stuck.items():
            self.broken_off[key] += chance
        self._decide()
        return self._tally()

    @rule("BE-20.0b", "BE-20.0d", "BE-21.0b")
    def _ground_combat(self) -> None:
        """If a charge is possible, the charging units fire first, the defenders answer, and the other attackers fire last."""
        usual, charging, context = self.open, _no_rows(), self._context
        if self.charge:
            for a, d in [(a, d) for a, row in usual.items() for d in row if self.battle.charges(a, d) & self.charge]:
                charging[a][d] = usual[a].pop(d)
        for role in (DEFENDER, ATTACKER):
            self._one_fires(GROUND, role)
        if charging:
            usual, self.open = self.open, charging
            for role, wave in ((ATTACKER, CHARGING), (DEFENDER, EVERYBODY_FIRES), (ATTACKER, OTHERS)):
                self._context = context._replace(charge=self.charge, wave=wave)
                self._one_fires(GROUND, role)
            self._context = context
            _add_rows(self.open, usual)

    def _rest_of_ground_combat(self, stage: int, charge: int) -> None:
        """The rest of a ground combat for which the charge is already decided."""
        context = self._context
        others = (ATTACK, ATTACKER, OTHERS if charge else EVERYBODY_FIRES)
        for later, role, wave in ((CHARGE, ATTACKER, CHARGING), (DEFENCE, DEFENDER, EVERYBODY_FIRES), others):
            if stage <= later:
                self._context = context._replace(charge=charge, wave=wave)
                self._one_fires(GROUND, role)
        self._context = context

    # ---- a round that has begun

    def _finish_stage(self, begun: BattleFrame) -> int:
        """Take the hits already rolled and make the rolls still due in this stage; returns the next stage."""
        if begun.stage == GIVE_WAY:
            self.broken_off[0], self.open = 1.0, {}
            return begun.stage
        if begun.stage == OPEN or begun.part == FIRST_ROLL:
            return max(begun.stage, A2A)
        if begun.part in (SECOND_ROLL, HITS):
            self._take_what_was_rolled(begun)
        return A2A if begun.stage == A2A else begun.stage + 1

    def _take_what_was_rolled(self, begun: BattleFrame) -> None:
        context, self._context = self._context, begun.context()._replace(round=self._context.round)
        step, (a, d) = STEP_OF[begun.stage], (force.whole for force in self.battle.forces)
        on_attacker, on_defender = (begun.hits[force.side] for force in self.battle.forces)
        attack, defence = _surely(on_defender), _surely(on_attacker)
        if begun.part == SECOND_ROLL:
            answer = self.battle.volley(step, self._context, DEFENDER, d, a)
            defence = answer.hits if answer else NOTHING
        self.open = _no_rows()
        self._meet(self.open, step, a, d, attack, defence, 1.0)
        self._context = context

    # ---- fire

    def _without_fire(self) -> Chances:
        """Remove and return the outcomes in which nobody can fire: there the attackers give way."""
        battle, context, stuck = self.battle, self._context, dict[int, float]()
        silent = {there for there, (a, d) in self._meetings().items() if not battle.anybody_fires(context, a, d)}
        if silent:
            attackers, defenders = (force.presence for force in battle.forces)
            for a, row in self.open.items():
                for d in [d for d in row if (attackers[a][WHOLE], defenders[d][WHOLE]) in silent]:
                    stuck[a << SHIFT | d] = row.pop(d)
        return stuck

    def _meetings(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Which units may meet which others, with the standings of one such outcome."""
        attackers, defenders = ([presence[WHOLE] for presence in force.presence] for force in self.battle.forces)
        return {(attackers[a], defenders[d]): (a, d) for a, row in self.open.items() for d in row}

    @rule("BE-7.7.1b", "BE-7.7.1d")
    def _air_to_air(self, goes_on: bool) -> None:
        """Fight air rounds until one side has no aircraft in the air or no fighters are left; rounds without hits change nothing."""
        battle, pending, done = self.battle, _flat(self.open), defaultdict[int, float](float)
        context = self._context
        if battle.has_single_rounds:
            pending, context = pending if goes_on else self._first_air_round(pending), context._replace(again=True)
        while pending:
            key = max(pending, key=self._strength)
            likely, (a, d) = pending.pop(key), (key >> SHIFT, key & MASK)
            if battle.is_out(ATTACKER, a, self._context) or battle.is_out(DEFENDER, d, self._context):
                self.ended[key] += likely
                continue
            found = self._air_round(context, a, d)
            if not found:
                done[key] += likely
                continue
            changed = 1.0 - found.pop(key, 0.0)
            for after, chance in found.items():
                pending[after] = pending.get(after, 0.0) + likely * chance / changed
        self.open = _rows(done)

    def _air_round(self, context: FireContext, a: int, d: int) -> Chances:
        """The results of one air round; empty if nobody fires."""
        attack, defence = self.battle.volley(AIR_TO_AIR, context, ATTACKER, a, d), self.battle.volley(AIR_TO_AIR, context, DEFENDER, d, a)
        if attack is None and defence is None:
            return {}
        return self._exchanged(context, AIR_TO_AIR, a, d, attack.hits if attack else NOTHING, defence.hits if defence else NOTHING)

    def _first_air_round(self, pending: Chances) -> Chances:
        """One round in which all aircraft take part, including strategic bombers."""
        found = defaultdict[int, float](float)
        for key, likely in pending.items():
            for after, chance in (self._air_round(self._context, key >> SHIFT, key & MASK) or {key: 1.0}).items():
                found[after] += likely * chance
        return dict(found)

    def _strength(self, key: int) -> int:
        forces = self.battle.forces
        return sum(forces[ATTACKER].standings[key >> SHIFT]) + sum(forces[DEFENDER].standings[key & MASK])

    def _exchanged(self, context: FireContext, step: int, a: int, d: int, attack: Distribution, defence: Distribution) -> Chances:
        """The results when both sides fire at the same time; hits on the first side are taken first."""
        battle, found = self.battle, dict[int, float]()
        leading = ATTACKER if battle.forces[ATTACKER].side == 0 else DEFENDER
        own, other = (a, d) if leading == ATTACKER else (d, a)
        on_leading, on_other = (defence, attack) if leading == ATTACKER else (attack, defence)
        chain, _ = battle.chains(step, context, leading, other)[own]
        for left, chance in zip(chain, battle.capped(on_leading)[len(chain) - 1], strict=False):
            theirs, _ = battle.chains(step, context, 1 - leading, left)[other]
            for rest, also in zip(theirs, battle.capped(on_other)[len(theirs) - 1], strict=False):
                key = _key(leading, left, rest)
                found[key] = found.get(key, 0.0) + chance * also
        return found

    def _both_fire(self, step: int) -> None:
        """A step in which aircraft fire or are fired at; if only one side has aircraft, only one side fires."""
        attackers, defenders = (force.presence for force in self.battle.forces)
        met = {(attackers[a][1] > 0, defenders[d][1] > 0) for a, d in self._meetings().values()}
        if (True, True) in met:
            self._fire_at_once(step)
            return
        for role, sign in ((ATTACKER, (True, False)), (DEFENDER, (False, True))):
            if sign in met:
                self._one_fires(step, role if step in OF_AIRCRAFT else 1 - role)

    def _fire_at_once(self, step: int) -> None:
        battle, context, after = self.battle, self._context, _no_rows()
        for a, row in self.open.items():
            for d, likely in row.items():
                attack = battle.volley(step, context, ATTACKER, a, d)
                defence = battle.volley(step, context, DEFENDER, d, a)
                if attack is None and defence is None:
                    after[a][d] += likely
                    continue
                self._meet(after, step, a, d, attack.hits if attack else NOTHING, defence.hits if defence else NOTHING, likely)
        self.open = after

    def _meet(self, after: Rows, step: int, a: int, d: int, attack: Distribution, defence: Distribution, likely: float) -> None:
        for key, chance in self._exchanged(self._context, step, a, d, attack, defence).items():
            if self._is_over(key):
                self.ended[key] += likely * chance
            else:
                after[key >> SHIFT][key & MASK] += likely * chance

    def _is_over(self, key: int) -> bool:
        """Whether one side has no units left that fight."""
        battle, context = self.battle, self._context
        return battle.is_out(ATTACKER, key >> SHIFT, context) or battle.is_out(DEFENDER, key & MASK, context)

    @rule("BE-7.7.4a", "BE-7.7.5a")
    def _one_fires(self, step: int, role: int) -> None:
        """Let one side fire; artillery loses a step for firing before its hits are taken."""
        battle, context, foe = self.battle, self._context, 1 - role
        volleys, aspects, bearings = battle.volleys(step, context, role), battle.aspects(step, role), battle.bearings(step, context, foe)
        after = _no_rows()
        for own, row in self._by_standing_of(role).items():
            known, same, before = volleys[aspects[own]], after[own], None
            for enemy, likely in row.items():
                try:
                    fire = known[bearings[enemy]]
                except KeyError:
                    fire = battle.volley(step, context, role, own, enemy)
                if fire is None:
                    same[enemy] += likely
                    continue
                if fire is not before:
                    before, left = fire, battle.spent(role, own, fire.shooters) if fire.shooters else own
                    chains, capped, target = battle.chains(step, context, foe, left), battle.capped(fire.hits), after[left]
                    most = len(fire.hits)
                    is_spent = left != own and battle.is_out(role, left, context)
                if is_spent:
                    self.ended[_key(role, left, enemy)] += likely
                    continue
                chain, over = chains[enemy]
                for stands, chance in zip(chain, capped[len(chain) - 1], strict=False):
                    target[stands] += likely * chance
                if over >= 0 and len(chain) <= most:
                    self.ended[_key(role, left, over)] += target.pop(over)
        self._rows = after

    # ---- between the rounds

    def _end_first_round(self) -> None:
        """Desperate attackers and defenders that give up quickly surrender; long-range bombers leave."""
        battle = self.battle
        may_give_up = battle.rules.losses.may_give_up(battle.hex)
        if may_give_up or any(battle.desperate(a, d) for a, d in self._meetings().values()):
            after = _no_rows()
            for a, row in self.open.items():
                for d, chance in row.items():
                    left = battle.after_first_round(a, d)
                    after[left][battle.giving_up(a, d) if may_give_up and left == a else d] += chance
            self.open = after
        battle.note_charge(self.charge)
        self._context = battle.context(False)
        self._end_where_a_side_is_out()

    def _end_where_a_side_is_out(self) -> None:
        battle, context, rows = self.battle, self._context, self.open
        gone = {d for d in {d for row in rows.values() for d in row} if battle.is_out(DEFENDER, d, context)}
        for a, row in rows.items():
            is_gone = battle.is_out(ATTACKER, a, context)
            for d in list(row) if is_gone else gone & row.keys():
                self.ended[a << SHIFT | d] += row.pop(d)

    @rule("BE-7.7.13b", "BE-7.7.13c")
    def _decide(self) -> None:
        """Let sides leave as their policies say, always with all units, the defender first."""
        if self.goes_on is always and self.stands is always:
            return
        attackers, defenders = self.battle.forces
        for key, chance in _flat(self.open).items():
            values = attackers.values[key >> SHIFT], defenders.values[key & MASK]
            if not self.stands(*values):
                self.given_up[key] += chance
            elif not self.goes_on(*values):
                self.broken_off[key] += chance
            else:
                continue
            del self.open[key >> SHIFT][key & MASK]

    # ---- telling

    def _tally(self) -> RoundOdds:
        ours, theirs = (force.lost for force in self.battle.forces)
        lost = _no_rows()  # by the attackers' lost steps and the defenders'
        for a, row in self.open.items():
            into = lost[ours[a]]
            for d, chance in row.items():
                into[theirs[d]] += chance
        for chances in (self.ended, self.broken_off, self.given_up):
            for key, chance in chances.items():
                lost[ours[key >> SHIFT]][theirs[key & MASK]] += chance
        clears = fails = 0.0
        for key, chance in self.ended.items():
            if self.battle.is_out(ATTACKER, key >> SHIFT, self._context):
                fails += chance
            else:
                clears += chance
        clears += sum(self.given_up.values())
        lines = [_line({steps: sum(row.values()) for steps, row in rows.items()}) for rows in (lost, _turned(lost))]
        means = [sum(steps * chance for steps, chance in enumerate(line)) for line in lines]
        broken_off = sum(self.broken_off.values())
        return RoundOdds(lines[0], lines[1], means[0], means[1], clears, fails, broken_off, _balance(lost))


def _surely(hits: int) -> Distribution:
    return (*(0.0,) * hits, 1.0)


def _no_rows() -> Rows:
    return defaultdict(lambda: defaultdict(float))


def _add_rows(rows: Rows, more: Rows) -> None:
    for own, row in more.items():
        into = rows.setdefault(own, {})
        for other, chance in row.items():
            into[other] = into.get(other, 0.0) + chance


def _flat(rows: Rows) -> Chances:
    return {a << SHIFT | d: chance for a, row in rows.items() for d, chance in row.items()}


def _rows(chances: Chances) -> Rows:
    found: Rows = defaultdict(dict)
    for key, chance in chances.items():
        found[key >> SHIFT][key & MASK] = chance
    return found


def _turned(rows: Rows) -> Rows:
    """The same rows keyed by the other side's standing."""
    found: Rows = defaultdict(dict)
    for own, row in rows.items():
        for other, chance in row.items():
            found[other][own] = chance
    return found


def _key(role: int, own: int, enemy: int) -> int:
    return own << SHIFT | enemy if role == ATTACKER else enemy << SHIFT | own


def _line(chances: Mapping[int, float]) -> tuple[float, ...]:
    return tuple(chances.get(steps, 0.0) for steps in range(max(chances, default=0) + 1))


def _balance(lost: Rows) -> tuple[tuple[int, float], ...]:
    """The chances of the steps that defenders have lost more than attackers, least first."""
    found: Chances = defaultdict(float)
    for ours, row in lost.items():
        for theirs, chance in row.items():
            found[theirs - ours] += chance
    return tuple(sorted(found.items()))


def fight_at(state: SeriesState, hex_: int) -> BattleFrame | None:
    """The progress of the battle in a hex, or None if it is not being fought."""
    top = state.frames[-1] if state.frames else ()
    if not top or top[0] != Battle.number or top[1] != hex_:
        return None
    return BattleFrame(*top)


def battle_odds(
    rules: Rules, state: SeriesState, hex_: int, rounds: int = 1, goes_on: GoesOn = always, stands: GoesOn = always, charge: int = 0
) -> tuple[RoundOdds, ...]:
    """The odds by the end of each round of the battle between all units in a hex. The active side attacks; `charge` as in `Course`."""
    if rounds < 1:
        raise ValueError(f"a battle has at least one round, not {rounds}")
    battle = Confrontation(rules, state, hex_)
    if not all(force.blocks for force in battle.forces):
        raise ValueError(f"there is no battle in {rules.board.name(hex_)}: it needs units of both sides")
    begun = fight_at(state, hex_)
    if begun is not None and begun.stage != OPEN:
        battle.raid = bool(begun.raid)  # also when those who flew it are gone
    course = Course(battle, goes_on, stands, charge, begun)
    return tuple(course.fight_round() for _ in range(rounds))


def possible(rules: Rules, state: SeriesState, hex_: int) -> Possible:
    """The battle in a hex in one possible state, for averaging over several."""
    units = [block for side in (0, 1) for block in rules.fire.units_at(state, hex_, side)]
    likeness = tuple((block, state.steps[block], state.flags[block], state.entered[block]) for block in units)
    return Possible((likeness, fight_at(state, hex_)), partial(battle_odds, rules, state, hex_))
