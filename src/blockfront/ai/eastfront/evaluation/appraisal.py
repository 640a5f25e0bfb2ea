"""Rates a position for a side, in victory points, at the moment between its movement and its battles.

The sum covers: production centres and ground held; units of both sides without supply; battles to be fought; what the enemy could
attack or slip through in his turn; and whether units and headquarters stand where they are useful.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from blockfront.ai.eastfront.evaluation.front import FASTEST, Stacks
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import SIXTH, chance
from blockfront.blocks import effects
from blockfront.blocks.battle_odds.one_round import Odds, Round, Stack, line, round_odds
from blockfront.blocks.battle_odds.volleys import Dice
from blockfront.games.eastfront.loading.data_model import NO_FIRE
from blockfront.games.eastfront.state import AXIS, NO_HEX, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Strike(NamedTuple):
    """An air strike that can be sent into a battle."""

    hex: int
    range: int
    dice: int


class Exchange(NamedTuple):
    """The expected course of a battle: what one's own rounds gain (`gain`) and what the enemy's next would cost (`reply`)."""

    gain: float
    reply: float
    odds: Odds | None
    round: Round | None  # the round as it is fought; None if the battle is not fought now

    @property
    def fought(self) -> bool:
        return self.round is not None

    def worth(self, reply_chance: float) -> float:
        """Returns the gain less the cost of the enemy's reply, times the chance that he makes it."""
        return self.gain - reply_chance * self.reply


class BattlesTogether(NamedTuple):
    """The sum of all battles of a position."""

    gain: float
    replies: tuple[float, ...]


class Battle(NamedTuple):
    """The units that meet in a hex, and the circumstances that decide how they fight."""

    hex: int
    mine: tuple[int, ...]
    theirs: list[int]
    defender: int  # the side that was there first
    supported: bool
    is_new: bool
    twice: bool  # whether a second round can follow in the same turn
    entries: HexSet  # neighbours from which enemies could come
    pinned: HexSet  # other battles nearby, whose units cannot come


class Meeting(NamedTuple):
    """A battle with the results already worked out for it."""

    battle: Battle
    repulse: int
    known: dict[int, Exchange]  # by number of air-strike dice


def _left(stack: Stack, losses: int) -> Stack:
    """Returns a stack after some losses."""
    states = line(stack)
    return states[min(losses, len(states) - 1)].left


class Appraisal:
    """Rates positions of one side during one movement.

    `support` are hexes in which battles are supported, `blitz` those in which they can be fought twice this turn, and `paying` the
    steps that active headquarters will have paid by the end of the turn.
    """

    def __init__(
        self,
        ground: Ground,
        support: HexSet = 0,
        strikes: tuple[Strike, ...] = (),
        blitz: HexSet = 0,
        paying: Mapping[int, int] | None = None,
    ) -> None:
        self.ground, self.knowledge, self.rules = ground, ground.knowledge, ground.rules
        self.weights, self.side, self.enemy = self.knowledge.weights, self.knowledge.side, self.knowledge.enemy
        self.support, self.strikes, self.blitz, self.paying = support, strikes, blitz, paying or {}
        self.before: HexSet = self.knowledge.state.occupied[0] & self.knowledge.state.occupied[1]
        self.held = self.weights.held * (1.0 + self.weights.drive * self.knowledge.pressure)
        self.siege = self.weights.siege * self.knowledge.pressure
        self._firepower = chance(firepower) if (firepower := self.rules.air.firepower(self.knowledge.state, self.side)) < NO_FIRE else 0.0
        self._bonus: dict[int, float] = {}
        self._ranges: dict[tuple[Strike, int], bool] = {}
        self._commands: dict[tuple[int, ...], tuple[HexSet, float]] = {}
        self._meetings: dict[tuple[object, ...], Meeting] = {}  # by everything a battle depends on
        self._lines: dict[HexSet, Sequence[int]] = {}

    # ---- the sum

    def score(self, state: EastFrontState, battles: BattlesTogether | None = None) -> float:
        """Returns the position's worth, with control determined again; `battles` is the worth of the battles if already known."""
        stacks: dict[int, list[int]] = {}
        rank, total = self.ground.rank, 0.0
        location = state.location
        for block, by_rank in self.ground.places:
            hex_ = location[block]
            if hex_ >= 0:
                total += by_rank[rank[hex_]]
                if hex_ in stacks:
                    stacks[hex_].append(block)
                else:
                    stacks[hex_] = [block]
        if battles is None:
            battles = self._weigh_battles(state, stacks)
        return total + battles.gain + self.ground.front.worth(state, stacks, battles.replies) + self._command(state, stacks)

    def elsewhere(self, state: EastFrontState, block: int, battles: BattlesTogether | None) -> Callable[[int], float]:
        """Returns a function that gives the position's worth with one unit moved to a hex; what does not depend on it is computed once.

        `battles` is the worth of the battles if the unit is in none of them.
        """
        origin, rank, location = state.location[block], self.ground.rank, state.location
        lists: dict[int, list[int]] = {}
        for other, _ in self.ground.places:
            if location[other] >= 0 and other != block:
                lists.setdefault(location[other], []).append(other)
        stacks: dict[int, tuple[int, ...]] = {hex_: tuple(units) for hex_, units in lists.items()}
        totals: dict[int, float] = {}  # by rank: all hexes of a rank have the same sum

        def summed(far: int) -> float:
            total = 0.0
            for other, by_rank in self.ground.places:
                if other == block:
                    total += by_rank[far]
                elif location[other] >= 0:
                    total += by_rank[rank[location[other]]]
            return total

        def worth(hex_: int) -> float:
            far, before = rank[hex_], stacks.get(hex_)
            if far not in totals:
                totals[far] = summed(far)
            stacks[hex_] = (block,) if before is None else tuple(sorted((*before, block)))
            effects.place(state, block, self.side, hex_)
            known = battles or self._weigh_battles(state, stacks)
            total = totals[far] + known.gain + self.ground.front.worth(state, stacks, known.replies) + self._command(state, stacks)
            effects.place(state, block, self.side, origin)
            if before is None:
                del stacks[hex_]
            else:
                stacks[hex_] = before
            return total

        return worth

    # ---- battles

    def battles(self, state: EastFrontState) -> BattlesTogether:
        """Adds up the worth of all battles of a position."""
        stacks: dict[int, list[int]] = {}
        battles, location = state.occupied[0] & state.occupied[1], state.location
        for block in self.rules.order.of_side[self.side]:
            if location[block] >= 0 and battles >> location[block] & 1:
                stacks.setdefault(location[block], []).append(block)
        return self._weigh_battles(state, stacks)

    def _weigh_battles(self, state: EastFrontState, stacks: Stacks) -> BattlesTogether:
        hexes = members(state.occupied[0] & state.occupied[1])
        if not hexes:
            return BattlesTogether(0.0, ())
        found = self._with_strikes(state, hexes, stacks)[0].values()
        return BattlesTogether(sum(exchange.gain for exchange in found), tuple(exchange.reply for exchange in found))

    def air(self, state: EastFrontState, hexes: Sequence[int]) -> dict[int, int]:
        """Returns the dice of air strikes sent to each of some battles."""
        location, stacks = state.location, {hex_: list[int]() for hex_ in hexes}
        for block in self.rules.order.of_side[self.side]:
            if location[block] in stacks:
                stacks[location[block]].append(block)
        return self._with_strikes(state, hexes, stacks)[1]

    def alone(self, state: EastFrontState, hex_: int) -> Exchange:
        """Returns a battle's expected course as if it were the only one, so that all helpful air strikes go to it."""
        location = state.location
        mine = [block for block in self.rules.order.of_side[self.side] if location[block] == hex_]
        return self._with_strikes(state, (hex_,), {hex_: mine})[0][hex_]

    def _with_strikes(self, state: EastFrontState, hexes: Sequence[int], stacks: Stacks) -> tuple[dict[int, Exchange], dict[int, int]]:
        """Returns the battles and the dice of air strikes in them: each strike, strongest first, goes where it helps most."""
        met = {hex_: self._met(state, hex_, stacks[hex_]) for hex_ in hexes}
        found = {hex_: self._valued(state, meeting, 0) for hex_, meeting in met.items()}
        dice: dict[int, int] = {}
        if not self._firepower or not self.strikes:
            return found, dice
        chance = self.weights.reply
        without = {hex_: exchange.worth(chance) for hex_, exchange in found.items()}
        for strike in self.strikes:
            best, where, bettered = 0.0, NO_HEX, None
            for hex_ in hexes:
                if hex_ not in dice and self._reaches(strike, hex_):
                    struck = self._valued(state, met[hex_], strike.dice)
                    better = struck.worth(chance) - without[hex_]
                    if better > best:
                        best, where, bettered = better, hex_, struck
            if bettered is not None:
                dice[where], found[where] = strike.dice, bettered
        return found, dice

    def _reaches(self, strike: Strike, hex_: int) -> bool:
        key = (strike, hex_)
        found = self._ranges.get(key)
        if found is None:
            found = self._ranges[key] = self.rules.board.distance(strike.hex, hex_) <= strike.range
        return found

    def exchange(self, state: EastFrontState, hex_: int, air_dice: int = 0) -> Exchange:
        """Returns a battle's expected course: fought now if it must or should be, with what follows."""
        location = state.location
        mine: list[int] = [block for block in self.rules.order.of_side[self.side] if location[block] == hex_]
        return self._valued(state, self._met(state, hex_, mine), air_dice)

    def _met(self, state: EastFrontState, hex_: int, mine: Sequence[int]) -> Meeting:
        """Describes the battle in a hex, reusing the results known for the same battle."""
        occupied, ground = state.occupied, self.ground
        theirs = ground.enemies(state)[hex_]
        is_new = bool(state.new_battles >> hex_ & 1)
        attackers = mine if state.active == self.side else None
        repulse = self.rules.assaults.repulse_number(state, hex_, attackers) if is_new else 0
        supported, twice = bool(self.support >> hex_ & 1), bool(self.blitz >> hex_ & 1)
        defender = self.rules.battles.original_defender(state, hex_)
        entries = ground.around[hex_] & ~occupied[self.side]
        pinned = occupied[0] & occupied[1] & ground.disc(hex_, FASTEST)
        key = (hex_, tuple(mine), len(theirs), repulse, supported, is_new, defender, twice, entries, pinned)
        found = self._meetings.get(key)
        if found is None:
            battle = Battle(hex_, tuple(mine), theirs, defender, supported, is_new, twice, entries, pinned)
            found = self._meetings[key] = Meeting(battle, repulse, {})
        return found

    def _valued(self, state: EastFrontState, meeting: Meeting, air_dice: int) -> Exchange:
        found = meeting.known.get(air_dice)
        if found is None:
            volley = ((air_dice, self._firepower),) if air_dice and self._firepower else ()
            found = meeting.known[air_dice] = self._exchange(state, meeting.battle, volley, meeting.repulse)
        return found

    def _exchange(self, state: EastFrontState, battle: Battle, air: Dice, repulse: int) -> Exchange:
        knowledge, hex_ = self.knowledge, battle.hex
        besieged = bool(self.rules.board.fortresses >> hex_ & 1) and battle.defender == self.enemy
        attack = knowledge.stack(battle.mine, hex_, attacks=True)
        defence = knowledge.stack(battle.theirs, hex_, attacks=False, fortress=besieged)
        needed = knowledge.hits_per_step(hex_, self.enemy, battle.defender, supported=battle.supported)
        first = Round(attack, defence, needed, air, repulse * SIXTH)
        odds = round_odds(*first)
        if battle.twice:
            odds = self._and_again(odds, attack, defence, needed)
        later, reply = self._standoff(battle, round(odds.attacker_steps), round(odds.defender_steps))
        goes_on = max(0.0, 1.0 - odds.cleared - odds.wiped_out)
        if battle.is_new and not battle.supported:
            later = min(later, 0.0)  # an attack begun without support may not get it later
        gain = odds.defender_lost - odds.attacker_lost + odds.cleared * self.bonus(state, hex_)
        if self.siege and battle.supported and not battle.is_new:
            gain += self._worn_down(odds, defence) * self.siege * max(0.0, self.bonus(state, hex_) - self.held)
        fought = Exchange(gain + goes_on * later, goes_on * reply, odds, first)
        if battle.is_new or besieged:
            return fought
        waiting = Exchange(*self._standoff(battle, 0, 0), None, None)
        chance = self.weights.reply
        return fought if fought.worth(chance) > waiting.worth(chance) else waiting

    def _worn_down(self, odds: Odds, defence: Stack) -> float:
        """Returns the expected share of a stack that is lost although the hex is not cleared."""
        steps = len(line(defence)) - 1
        return max(0.0, odds.defender_steps / steps - odds.cleared) if steps else 0.0

    def _and_again(self, first: Odds, attack: Stack, defence: Stack, needed: int) -> Odds:
        """Adds a second round in the same turn, fought by the units expected to be left."""
        mine, theirs = _left(attack, round(first.attacker_steps)), _left(defence, round(first.defender_steps))
        goes_on = 1.0 - first.cleared - first.wiped_out
        if not mine or not theirs or goes_on <= 0.0:
            return first
        second = round_odds(mine, theirs, needed)
        if second.defender_lost < second.attacker_lost and second.cleared < first.cleared:
            return first
        return Odds(*(one + goes_on * more for one, more in zip(first, second, strict=True)))

    def _standoff(self, battle: Battle, my_losses: int, their_losses: int) -> tuple[float, float]:
        """Returns, for a battle that goes on, the worth of one's own next round and the cost of the enemy's before it."""
        key = (battle.hex, battle.mine, len(battle.theirs), battle.defender, battle.entries, battle.pinned, my_losses, their_losses)
        found = self.ground.standoffs.get(key)
        if found is None:
            found = self.ground.standoffs[key] = self._going_on(battle, my_losses, their_losses)
        return found

    def _going_on(self, battle: Battle, my_losses: int, their_losses: int) -> tuple[float, float]:
        knowledge, hex_ = self.knowledge, battle.hex
        mine_left = _left(knowledge.stack(battle.mine, hex_, attacks=False), my_losses)
        theirs_left = _left(knowledge.stack(battle.theirs, hex_, attacks=True), their_losses)
        if not mine_left or not theirs_left:
            return 0.0, 0.0
        room = self.rules.board.stacking[hex_] - len(theirs_left)
        joining = self.ground.front.offensives.coming(hex_, battle.entries, room, battle.pinned) if room > 0 else ()
        needed = knowledge.hits_per_step(hex_, self.side, battle.defender, supported=True)
        reply = round_odds(tuple(sorted((*theirs_left, *joining))), mine_left, needed)
        cost = reply.defender_lost - reply.attacker_lost + reply.cleared * self.weights.held
        mine_left = _left(knowledge.stack(battle.mine, hex_, attacks=True), my_losses)
        theirs_left = _left(knowledge.stack(battle.theirs, hex_, attacks=False), their_losses)
        needed = knowledge.hits_per_step(hex_, self.enemy, battle.defender, supported=True)
        mine_next = round_odds(mine_left, theirs_left, needed)
        gain = mine_next.defender_lost - mine_next.attacker_lost + mine_next.cleared * self.held
        return self.weights.later * max(0.0, gain) - self.weights.engaged * len(mine_left), max(0.0, cost)

    def bonus(self, state: EastFrontState, hex_: int) -> float:
        """Returns what clearing a battle hex adds, with control and supply as they would be then."""
        found = self._bonus.get(hex_)
        if found is None:
            cleared = state.copy()
            cleared.derived = {}
            cleared.occupied[self.enemy] &= ~(1 << hex_)
            if self.side == AXIS:
                cleared.axis_defends &= ~(1 << hex_)
            front = self.ground.front
            found = self._bonus[hex_] = self.held + front.lines(cleared) - front.lines(state)
        return found

    # ---- command

    def _command(self, state: EastFrontState, stacks: Stacks) -> float:
        """Rates the position's command: front-line units within command, and headquarters near attacks that would pay."""
        location = state.location
        commanded, near = self._command_of(tuple([location[hq] for hq in self.rules.units.hqs[self.side]]))
        front = commanded & state.occupied[self.side] & self.ground.near_enemies(state)
        hexes = self._lines.get(front)
        if hexes is None:
            hexes = self._lines[front] = members(front)
        return near + self.weights.covered * sum([len(stacks[hex_]) for hex_ in hexes])

    def radius(self, hq: int) -> int:
        """Returns how far a headquarters is expected to command in its side's next turn."""
        value = self.knowledge.value[hq]
        if not self.weights.tired:
            return max(1, value)
        bought = self.knowledge.state.half == 2 and self.knowledge.worth.months > 0
        return min(value - self.paying.get(hq, 0) + bought, self.rules.units.full[hq] - 1)

    def _command_of(self, places: tuple[int, ...]) -> tuple[HexSet, float]:
        """Returns the hexes that headquarters in certain places command, and the worth of being near attacks that would pay."""
        found = self._commands.get(places)
        if found is None:
            units, distance = self.rules.units, self.rules.board.distance
            ordinary = [(hq, hex_) for hq, hex_ in zip(units.hqs[self.side], places, strict=True) if hex_ >= 0 and not units.is_supreme[hq]]
            hqs = [(hex_, radius) for hq, hex_ in ordinary if (radius := self.radius(hq)) > 0]
            commanded, worth = 0, 0.0
            for hex_, value in hqs:
                commanded |= self.ground.disc(hex_, value)
            for hex_, gain in self.ground.hot.items():
                gap = min((max(0, distance(hex_, at) - value) for at, value in hqs), default=99)
                worth += self.weights.hot * gain * self.weights.hot_fading**gap
            found = self._commands[places] = commanded, worth
        return found
