"""Exact odds of battles in a Blocks game: every round with its air combat, anti-aircraft fire, bombing, artillery and ground combat.

All chances are followed from step to step; nothing is sampled. What the players decide on the way follows stated policies: hits among
equals fall where they cost their owner the fewest hits to come, aircraft stay, attackers go on after a round as `goes_on` says and
defenders stand as `stands` says. Losses are counted in steps of the block, artillery's ammunition included. In the middle of a round the
odds start from the dice already thrown.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import Final

from blockfront.blocks.battle_odds.course import GoesOn, Possible, RoundOdds, always
from blockfront.blocks.battle_odds.volleys import Distribution
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.aids.odds_standings import ATTACKER, DEFENDER, OF_AIRCRAFT, Confrontation
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
    """A battle as it goes on: what is still being fought, what has ended, and what was broken off."""

    def __init__(
        self, battle: Confrontation, goes_on: GoesOn = always, stands: GoesOn = always, charge: int = 0, begun: BattleFrame | None = None
    ) -> None:
        """`charge`: the kind of charge that the attackers declare wherever it is possible, or none; `begun`: how far a round has come."""
        self.battle = battle
        self._begun = begun
        self.charge = charge
        self.goes_on = goes_on
        self.stands = stands
        self.open: Rows = {0: {0: 1.0}}  # by the attackers' standing
        self.ended: Chances = defaultdict(float)
        self.broken_off: Chances = defaultdict(float)
        self.given_up: Chances = defaultdict(float)  # the defenders have left
        self._context = battle.context(begun is None or begun.round == 1)

    @rule("BE-7.7d", "BE-7.7.1e", "BE-7.7.12a", "BE-7.7.12b")
    def fight_round(self) -> RoundOdds:
        """The next round, and what the battle may have brought by its end."""
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
        """Where the charge is possible those who charge fire first, are answered, and the others fire last."""
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
        """What is left of a ground combat in which it is settled who charges."""
        context = self._context
        others = (ATTACK, ATTACKER, OTHERS if charge else EVERYBODY_FIRES)
        for later, role, wave in ((CHARGE, ATTACKER, CHARGING), (DEFENCE, DEFENDER, EVERYBODY_FIRES), others):
            if stage <= later:
                self._context = context._replace(charge=charge, wave=wave)
                self._one_fires(GROUND, role)
        self._context = context

    # ---- a round that has begun

    def _finish_stage(self, begun: BattleFrame) -> int:
        """Hits that were rolled are taken, and who has still to roll in this stage does; the stage that comes next."""
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
        """Takes out what will see no shot: there the attackers give way."""
        battle, context = self.battle, self._context
        stuck = {a << SHIFT | d: row[d] for a, row in self.open.items() for d in row if not battle.anybody_fires(context, a, d)}
        for key in stuck:
            del self.open[key >> SHIFT][key & MASK]
        return stuck

    @rule("BE-7.7.1b", "BE-7.7.1d")
    def _air_to_air(self, goes_on: bool) -> None:
        """Air rounds until one side has nobody left in the air, or no fighters are left; those without a hit change nothing."""
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
        """What comes of one air round; nothing when nobody fires."""
        attack, defence = self.battle.volley(AIR_TO_AIR, context, ATTACKER, a, d), self.battle.volley(AIR_TO_AIR, context, DEFENDER, d, a)
        if attack is None and defence is None:
            return {}
        return self._exchanged(context, AIR_TO_AIR, a, d, attack.hits if attack else NOTHING, defence.hits if defence else NOTHING)

    def _first_air_round(self, pending: Chances) -> Chances:
        """One round in which everybody takes part, strategic bombers too."""
        found = defaultdict[int, float](float)
        for key, likely in pending.items():
            for after, chance in (self._air_round(self._context, key >> SHIFT, key & MASK) or {key: 1.0}).items():
                found[after] += likely * chance
        return dict(found)

    def _strength(self, key: int) -> int:
        forces = self.battle.forces
        return sum(forces[ATTACKER].standings[key >> SHIFT]) + sum(forces[DEFENDER].standings[key & MASK])

    def _exchanged(self, context: FireContext, step: int, a: int, d: int, attack: Distribution, defence: Distribution) -> Chances:
        """Both sides have fired at once; the hits on the first side are taken first."""
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
        """Aircraft fire, or are fired at: unless both sides have some, only one side fires."""
        battle = self.battle
        in_air = [[bool(presence[1]) for presence in force.presence] for force in battle.forces]
        met = {(in_air[ATTACKER][a], in_air[DEFENDER][d]) for a, row in self.open.items() for d in row}
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
        """Whether one side has nobody left to fight."""
        battle, context = self.battle, self._context
        return battle.is_out(ATTACKER, key >> SHIFT, context) or battle.is_out(DEFENDER, key & MASK, context)

    @rule("BE-7.7.4a", "BE-7.7.5a")
    def _one_fires(self, step: int, role: int) -> None:
        """One side fires; artillery loses a step for it before its hits are taken."""
        battle, context, foe = self.battle, self._context, 1 - role
        volleys, bearings = battle.volleys(step, context, role), battle.bearings(step, context, foe)
        after = _no_rows()
        for own, row in (self.open if role == ATTACKER else _turned(self.open)).items():
            known, same, before = volleys[own], after[own], None
            for enemy, likely in row.items():
                bearing = bearings[enemy]
                fire = known[bearing] if bearing in known else battle.volley(step, context, role, own, enemy)
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
        self.open = after if role == ATTACKER else _turned(after)

    # ---- between the rounds

    def _end_first_round(self) -> None:
        """Desperate attackers and faint-hearted defenders surrender, long-range bombers leave."""
        after: Chances = defaultdict(float)
        may_give_up = self.battle.rules.losses.may_give_up(self.battle.hex)
        for a, row in self.open.items():
            for d, chance in row.items():
                left = self.battle.after_first_round(a, d)
                stay = self.battle.giving_up(a, d) if may_give_up and left == a else d
                after[left << SHIFT | stay] += chance
        self.battle.note_charge(self.charge)
        self._context = self.battle.context(False)
        for key in [key for key in after if self._is_over(key)]:
            self.ended[key] += after.pop(key)
        self.open = _rows(after)

    @rule("BE-7.7.13b", "BE-7.7.13c")
    def _decide(self) -> None:
        """Who leaves by his policy does so with everybody, the defender first."""
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
        attackers, defenders = self.battle.forces
        losses: tuple[Chances, Chances] = (defaultdict(float), defaultdict(float))
        balance: Chances = defaultdict(float)
        clears = fails = 0.0
        for chances in (_flat(self.open), self.ended, self.broken_off, self.given_up):
            for key, chance in chances.items():
                ours, theirs = attackers.lost[key >> SHIFT], defenders.lost[key & MASK]
                losses[0][ours] += chance
                losses[1][theirs] += chance
                balance[theirs - ours] += chance
        for key, chance in self.ended.items():
            if self.battle.is_out(ATTACKER, key >> SHIFT, self._context):
                fails += chance
            else:
                clears += chance
        clears += sum(self.given_up.values())
        lines = [_line(line) for line in losses]
        means = [sum(steps * chance for steps, chance in enumerate(line)) for line in lines]
        broken_off = sum(self.broken_off.values())
        return RoundOdds(lines[0], lines[1], means[0], means[1], clears, fails, broken_off, tuple(sorted(balance.items())))


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
    """Rows by the other side's standing."""
    found: Rows = defaultdict(dict)
    for own, row in rows.items():
        for other, chance in row.items():
            found[other][own] = chance
    return found


def _key(role: int, own: int, enemy: int) -> int:
    return own << SHIFT | enemy if role == ATTACKER else enemy << SHIFT | own


def _line(chances: Mapping[int, float]) -> tuple[float, ...]:
    return tuple(chances.get(steps, 0.0) for steps in range(max(chances, default=0) + 1))


def fight_at(state: SeriesState, hex_: int) -> BattleFrame | None:
    """How far the battle in a hex has come, if it is being fought."""
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
    """The battle in a hex as a state has it."""
    units = [block for side in (0, 1) for block in rules.fire.units_at(state, hex_, side)]
    likeness = tuple((block, state.steps[block], state.flags[block], state.entered[block]) for block in units)
    return Possible((likeness, fight_at(state, hex_)), partial(battle_odds, rules, state, hex_))
