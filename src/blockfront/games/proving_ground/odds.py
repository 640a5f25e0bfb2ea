"""Exact odds of battles of Proving Ground, from the same rule questions that resolve them."""

from blockfront.blocks.battle_course import Force, GoesOn, RoundOdds, Standing, always, course, exchange
from blockfront.blocks.odds import GONE, Shots, Values
from blockfront.core.clauses import rule
from blockfront.games.proving_ground.ruleset import Ruleset
from blockfront.games.proving_ground.state import State


class _Army:
    """The blocks of a side in a battle hex."""

    def __init__(self, rules: Ruleset, state: State, hex_: int, side: int) -> None:
        order = rules.board.order
        blocks = rules.blocks.in_hex(state, hex_, side)
        self.values: Values = tuple(rules.blocks.strength(state, block) for block in blocks)
        self._ladders = [order[block].strengths for block in blocks]
        self._faces = [rules.combat.hits_from(state, block, hex_) for block in blocks]

    @rule("PG-6.5")
    def force(self) -> Force:
        return Force(1, self._weaker, self._choose, self._shots)

    def _weaker(self, unit: int, value: int) -> int:
        place = self._ladders[unit].index(value)
        return self._ladders[unit][place - 1] if place else GONE

    def _choose(self, equals: list[int], values: Values) -> int:
        """Among equals the owner gives up the block that fires worst, then the one with most steps left."""
        return min(equals, key=lambda unit: (-self._faces[unit], -self._ladders[unit].index(values[unit]), unit))

    @rule("PG-6.3")
    def _shots(self, values: Values) -> Shots:
        return tuple((value, face) for value, face in zip(values, self._faces, strict=True) if value > 0)

    def lost(self, values: Values, _: Values) -> int:
        """Steps lost since the start."""
        return sum(
            ladder.index(before) - (-1 if now == GONE else ladder.index(now))
            for ladder, before, now in zip(self._ladders, self.values, values, strict=True)
        )


@rule("PG-6.3", "PG-6.6", "PG-6.7")
def battle_odds(rules: Ruleset, state: State, hex_: int, rounds: int | None = None, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """The odds by the end of each round; after the last the attacker withdraws. By default as many rounds as a battle has."""
    attackers, defenders = (_Army(rules, state, hex_, side) for side in (state.active, 1 - state.active))
    active, passive = attackers.force(), defenders.force()
    most = rules.board.numbers.rounds if rounds is None else rounds
    start = {Standing(attackers.values, defenders.values): 1.0}
    lost = (attackers.lost, defenders.lost)
    return course(exchange(start, active, passive), lambda now: exchange(now, active, passive), lost, rounds=most, goes_on=goes_on)
