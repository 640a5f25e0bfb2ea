"""Exact odds of battles of Proving Ground, from the same rule questions that resolve them."""

from functools import partial

from blockfront.blocks.battle_odds.course import GoesOn, Line, Possible, RoundOdds, always, at_start, course, exchange
from blockfront.blocks.battle_odds.volleys import GONE, Shots, Values
from blockfront.core.clauses import rule
from blockfront.games.proving_ground.ruleset import Ruleset
from blockfront.games.proving_ground.state import State


class _Blocks:
    """The blocks of a side in a battle hex, in the form the shared odds calculation expects of an army."""

    hits_per_step = 1

    def __init__(self, rules: Ruleset, state: State, hex_: int, side: int) -> None:
        order = rules.board.order
        blocks = rules.blocks.in_hex(state, hex_, side)
        self.values: Values = tuple(rules.blocks.strength(state, block) for block in blocks)
        self._ladders = [order[block].strengths for block in blocks]
        self._faces = [rules.combat.hits_from(state, block, hex_) for block in blocks]

    def weaker(self, unit: int, value: int) -> int:
        place = self._ladders[unit].index(value)
        return self._ladders[unit][place - 1] if place else GONE

    @rule("PG-6.5")
    def choose(self, equals: list[int], values: Values) -> int:
        """The block that takes the loss among equally strong ones: we assume the one that fires worst, then the one with most steps."""
        return min(equals, key=lambda unit: (-self._faces[unit], -self._ladders[unit].index(values[unit]), unit))

    @rule("PG-6.3")
    def shots(self, values: Values) -> Shots:
        return tuple((value, face) for value, face in zip(values, self._faces, strict=True) if value > 0)

    def opened(self, values: Values) -> Values:
        return values

    def lost(self, values: Values) -> int:
        """The steps lost since the start."""
        return sum(
            ladder.index(before) - (-1 if now == GONE else ladder.index(now))
            for ladder, before, now in zip(self._ladders, self.values, values, strict=True)
        )


@rule("PG-6.3", "PG-6.6", "PG-6.7")
def battle_odds(rules: Ruleset, state: State, hex_: int, rounds: int | None = None, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """The odds at the end of each round, by default for all rounds of a battle; after the last the attacker withdraws."""
    attackers, defenders = (_Blocks(rules, state, hex_, side) for side in (state.active, 1 - state.active))
    active, passive = Line(attackers, attackers.values), Line(defenders, defenders.values)
    most = rules.board.numbers.rounds if rounds is None else rounds
    return course([exchange(at_start(active, passive), passive)], passive, rounds=most, goes_on=goes_on)


def possible(rules: Ruleset, state: State, hex_: int) -> Possible:
    """The odds of the battle in a hex of a state."""
    blocks = [block for side in (0, 1) for block in rules.blocks.in_hex(state, hex_, side)]
    return Possible(tuple((block, rules.blocks.strength(state, block)) for block in blocks), partial(battle_odds, rules, state, hex_))
