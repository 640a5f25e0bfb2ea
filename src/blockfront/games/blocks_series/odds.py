"""Exact odds of battles in a Blocks game: every round with its air combat, anti-aircraft fire, bombing, artillery and ground combat.

All chances are followed from step to step; nothing is sampled. What the players decide on the way follows stated policies: hits among
equals fall where they cost their owner the fewest hits to come, aircraft stay, attackers go on after a round as `goes_on` says and
defenders stand as `stands` says. Losses are counted in steps of the block, artillery's ammunition included.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from blockfront.blocks.battle_course import GoesOn, RoundOdds, always, averaged
from blockfront.blocks.odds import Distribution
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.odds_standings import ATTACKER, DEFENDER, Confrontation
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, GROUND
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

Chances = dict[int, float]  # by the numbers of both standings: attackers' shifted, defenders' below
SHIFT: Final = 20
MASK: Final = (1 << SHIFT) - 1
NOTHING: Final = (1.0,)


class Course:
    """A battle as it goes on: what is still being fought, what has ended, and what was broken off."""

    def __init__(self, battle: Confrontation, goes_on: GoesOn = always, stands: GoesOn = always) -> None:
        self.battle = battle
        self.goes_on = goes_on
        self.stands = stands
        self.open: Chances = {0: 1.0}
        self.ended: Chances = defaultdict(float)
        self.broken_off: Chances = defaultdict(float)
        self.given_up: Chances = defaultdict(float)  # the defenders have left
        self._first = True

    @rule("BE-7.7d", "BE-7.7.1e", "BE-7.7.12a", "BE-7.7.12b")
    def fight_round(self) -> RoundOdds:
        """The next round, and what the battle may have brought by its end."""
        stuck = self._without_fire()
        if self._first:
            self._air_to_air()
        for step in (ANTI_AIRCRAFT, AIR_TO_GROUND):
            self._both_fire(step)
        for step, role in ((ARTILLERY, ATTACKER), (ARTILLERY, DEFENDER), (GROUND, DEFENDER), (GROUND, ATTACKER)):
            self._one_fires(step, role)
        if self._first:
            self._end_first_round()
        for key, chance in stuck.items():
            self.broken_off[key] += chance
        self._decide()
        return self._tally()

    # ---- fire

    def _without_fire(self) -> Chances:
        """Takes out what will see no shot: there the attackers give way."""
        battle, first = self.battle, self._first
        stuck = {key: chance for key, chance in self.open.items() if not battle.anybody_fires(first, key >> SHIFT, key & MASK)}
        for key in stuck:
            del self.open[key]
        return stuck

    @rule("BE-7.7.1b", "BE-7.7.1d")
    def _air_to_air(self) -> None:
        """Air rounds until one side has nobody left in the air, or no fighters are left; those without a hit change nothing."""
        battle, pending, done = self.battle, self.open, defaultdict[int, float](float)
        while pending:
            key = max(pending, key=self._strength)
            likely, (a, d) = pending.pop(key), (key >> SHIFT, key & MASK)
            if battle.is_out(ATTACKER, a, True) or battle.is_out(DEFENDER, d, True):
                self.ended[key] += likely
                continue
            attack = battle.volley(AIR_TO_AIR, True, ATTACKER, a, d)
            defence = battle.volley(AIR_TO_AIR, True, DEFENDER, d, a)
            if attack is None and defence is None:
                done[key] += likely
                continue
            found = self._exchanged(AIR_TO_AIR, a, d, attack.hits if attack else NOTHING, defence.hits if defence else NOTHING)
            changed = 1.0 - found.pop(key, 0.0)
            for after, chance in found.items():
                pending[after] = pending.get(after, 0.0) + likely * chance / changed
        self.open = done

    def _strength(self, key: int) -> int:
        forces = self.battle.forces
        return sum(forces[ATTACKER].standings[key >> SHIFT]) + sum(forces[DEFENDER].standings[key & MASK])

    def _exchanged(self, step: int, a: int, d: int, attack: Distribution, defence: Distribution) -> Chances:
        """Both sides have fired at once; the hits on the first side are taken first."""
        battle, first, found = self.battle, self._first, defaultdict[int, float](float)
        leading = ATTACKER if battle.forces[ATTACKER].side == 0 else DEFENDER
        own, other = (a, d) if leading == ATTACKER else (d, a)
        on_leading, on_other = (defence, attack) if leading == ATTACKER else (attack, defence)
        for chance, left in _merged(on_leading, battle.chain(step, first, leading, own, other)):
            for also, rest in _merged(on_other, battle.chain(step, first, 1 - leading, other, left)):
                key = left << SHIFT | rest if leading == ATTACKER else rest << SHIFT | left
                found[key] += chance * also
        return found

    def _both_fire(self, step: int) -> None:
        battle, first, after = self.battle, self._first, defaultdict[int, float](float)
        for key, likely in self.open.items():
            a, d = key >> SHIFT, key & MASK
            attack = battle.volley(step, first, ATTACKER, a, d)
            defence = battle.volley(step, first, DEFENDER, d, a)
            if attack is None and defence is None:
                after[key] += likely
            elif attack is None or defence is None:
                role = DEFENDER if attack is None else ATTACKER
                self._spread(after, step, role, a, d, (attack or defence).hits, likely)  # type: ignore[union-attr]
            else:
                for new, chance in self._exchanged(step, a, d, attack.hits, defence.hits).items():
                    self._add(after, new, likely * chance)
        self.open = after

    def _spread(self, after: Chances, step: int, role: int, a: int, d: int, hits: Distribution, likely: float) -> None:
        """Take the hits of one side's volley."""
        battle, first = self.battle, self._first
        chain = battle.chain(step, first, DEFENDER, d, a) if role == ATTACKER else battle.chain(step, first, ATTACKER, a, d)
        base, shift = (a << SHIFT, 0) if role == ATTACKER else (d, SHIFT)
        last = len(chain) - 1
        if len(hits) <= last:
            for chance, left in zip(hits, chain, strict=False):
                after[base | left << shift] += likely * chance
            return
        for chance, left in zip(hits[:last], chain, strict=False):
            after[base | left << shift] += likely * chance
        self._add(after, base | chain[last] << shift, likely * sum(hits[last:]))

    def _add(self, after: Chances, key: int, chance: float) -> None:
        """Go on, or end where one side has nobody left to fight."""
        battle, first = self.battle, self._first
        is_over = battle.is_out(ATTACKER, key >> SHIFT, first) or battle.is_out(DEFENDER, key & MASK, first)
        (self.ended if is_over else after)[key] += chance

    @rule("BE-7.7.4a", "BE-7.7.5a")
    def _one_fires(self, step: int, role: int) -> None:
        """One side fires; artillery loses a step for it before its hits are taken."""
        battle, first, after = self.battle, self._first, defaultdict[int, float](float)
        for key, likely in self.open.items():
            a, d = key >> SHIFT, key & MASK
            own, enemy = (a, d) if role == ATTACKER else (d, a)
            fire = battle.volley(step, first, role, own, enemy)
            if fire is None:
                after[key] += likely
                continue
            if fire.shooters:
                own = battle.spent(role, own, fire.shooters)
                if battle.is_out(role, own, first):
                    self.ended[own << SHIFT | d if role == ATTACKER else a << SHIFT | own] += likely
                    continue
            self._spread(after, step, role, *((own, d) if role == ATTACKER else (a, own)), fire.hits, likely)
        self.open = after

    def _without_ended(self, chances: Chances) -> Chances:
        """Sets aside battles in which one side has nobody left to fight."""
        battle, first = self.battle, self._first
        gone = [key for key in chances if battle.is_out(ATTACKER, key >> SHIFT, first) or battle.is_out(DEFENDER, key & MASK, first)]
        for key in gone:
            self.ended[key] += chances.pop(key)
        return chances

    # ---- between the rounds

    def _end_first_round(self) -> None:
        """Desperate attackers surrender, long-range bombers leave."""
        after: Chances = defaultdict(float)
        for key, chance in self.open.items():
            after[self.battle.after_first_round(key >> SHIFT, key & MASK) << SHIFT | key & MASK] += chance
        self._first = False
        self.open = self._without_ended(after)

    @rule("BE-7.7.13b", "BE-7.7.13c")
    def _decide(self) -> None:
        """Who leaves by his policy does so with everybody, the defender first."""
        if self.goes_on is always and self.stands is always:
            return
        attackers, defenders = self.battle.forces
        for key, chance in list(self.open.items()):
            values = attackers.values[key >> SHIFT], defenders.values[key & MASK]
            if not self.stands(*values):
                self.given_up[key] += chance
            elif not self.goes_on(*values):
                self.broken_off[key] += chance
            else:
                continue
            del self.open[key]

    # ---- telling

    def _tally(self) -> RoundOdds:
        attackers, defenders = self.battle.forces
        losses: tuple[Chances, Chances] = (defaultdict(float), defaultdict(float))
        clears = fails = 0.0
        for chances in (self.open, self.ended, self.broken_off, self.given_up):
            for key, chance in chances.items():
                losses[0][attackers.lost[key >> SHIFT]] += chance
                losses[1][defenders.lost[key & MASK]] += chance
        for key, chance in self.ended.items():
            if self.battle.is_out(ATTACKER, key >> SHIFT, self._first):
                fails += chance
            else:
                clears += chance
        clears += sum(self.given_up.values())
        lines = [_line(line) for line in losses]
        means = [sum(steps * chance for steps, chance in enumerate(line)) for line in lines]
        return RoundOdds(lines[0], lines[1], means[0], means[1], clears, fails, sum(self.broken_off.values()))


def _merged(hits: Distribution, chain: tuple[int, ...]) -> list[tuple[float, int]]:
    """(chance, standing) after a volley; hits beyond what the chain can take change nothing more."""
    last = len(chain) - 1
    if len(hits) <= last + 1:
        return list(zip(hits, chain, strict=False))
    return [*zip(hits[:last], chain, strict=False), (sum(hits[last:]), chain[last])]


def _line(chances: Mapping[int, float]) -> tuple[float, ...]:
    return tuple(chances.get(steps, 0.0) for steps in range(max(chances, default=0) + 1))


def battle_odds(
    rules: Rules, state: SeriesState, hex_: int, rounds: int = 1, goes_on: GoesOn = always, stands: GoesOn = always
) -> tuple[RoundOdds, ...]:
    """The odds by the end of each round of the battle between all units in a hex; the active side attacks."""
    if rounds < 1:
        raise ValueError(f"a battle has at least one round, not {rounds}")
    battle = Confrontation(rules, state, hex_)
    if not all(force.blocks for force in battle.forces):
        raise ValueError(f"there is no battle in {rules.board.name(hex_)}: it needs units of both sides")
    course = Course(battle, goes_on, stands)
    return tuple(course.fight_round() for _ in range(rounds))


def odds_from_view(
    rules: Rules,
    guess: Callable[[Any, Random], SeriesState],
    view: Any,
    hex_: int,
    rng: Random,
    guesses: int = 64,
    *,
    rounds: int = 1,
    goes_on: GoesOn = always,
) -> tuple[RoundOdds, ...]:
    """Odds over what a viewer knows, by the end of each round: exact for each guess at the hidden units, averaged over many guesses."""
    known: dict[tuple[object, ...], tuple[RoundOdds, ...]] = {}
    found = []
    for _ in range(guesses):
        state = guess(view, rng)
        units = [block for side in (0, 1) for block in rules.fire.units_at(state, hex_, side)]
        key = tuple((block, state.steps[block], state.flags[block], state.entered[block]) for block in units)
        if key not in known:
            known[key] = battle_odds(rules, state, hex_, rounds, goes_on)
        found.append(known[key])
    return averaged(found)
