"""What a position's lines are worth: control, production, supply, and what the enemy could attack or slip through in his turn.

Plans differ from each other in few places, so everything that hangs on which hexes are occupied is worked out once for each such
pattern, and every attack to be feared once for each stack and its surroundings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from blockfront.ai.search.needs import Need, Reach, chance_at, reach, worst
from blockfront.blocks.battle_odds.one_round import Odds, Stack, line, round_odds
from blockfront.games.eastfront.state import AXIS, DISPERSED, UNSUPPLIED, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.ai.eastfront.evaluation.ground import Ground, Walks

Stacks = Mapping[int, Sequence[int]]  # one's own units by hex
FASTEST: Final = 3  # hexes from which units can come into a battle
LOST_HQ: Final = 0.6  # chance that headquarters which are attacked alone are lost


class Held(NamedTuple):
    """What a pattern of occupied hexes comes to for a side."""

    worth: float  # control, production, the enemy's units without supply, ground that is open to him
    cut: tuple[int, ...]  # hexes of one's own units without a supply line
    endangered: tuple[int, ...]  # hexes of those whose lines all run through ground that is open to the enemy
    faced: tuple[tuple[int, HexSet, HexSet], ...]  # hexes that can be attacked, the neighbours from which, and hexes as far as units go
    reach: Reach | None  # where the enemy can be after his turn, where that is asked


class Threat(NamedTuple):
    """The enemy's best attack on a stack: what it is expected to cost, and the chance that the hex falls, blitz included."""

    cost: float
    falls: float


NO_THREAT: Final = Threat(0.0, 0.0)


class Front:
    """For one side and one ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.knowledge, self.rules = ground, ground.knowledge, ground.rules
        self.weights, self.side, self.enemy = self.knowledge.weights, self.knowledge.side, self.knowledge.enemy
        self._held: dict[tuple[object, ...], Held] = {}
        self._rails: dict[tuple[int, HexSet, HexSet], HexSet] = {}
        self._threats: dict[tuple[int, HexSet, tuple[int, ...], HexSet], Threat] = {}
        self._battles: dict[tuple[int, tuple[int, ...], int], float] = {}
        self._blocks: dict[int, float] = {}
        self._produced: dict[tuple[HexSet, int], float] = {}
        self._centres = mask_of(hex_ for hex_, _ in self.knowledge.worth.centres)
        self._railway = self._rail_hexes()
        state = self.knowledge.state
        self._frail = [b for b in self.rules.order.of_side[self.side] if state.flags[b] & (UNSUPPLIED | DISPERSED)]
        self._cut_worth = [self._cut(block) for block in range(len(self.rules.order))]
        self.commanded = self._enemy_command()
        friendly = state.friendly[self.side]
        centres = self.knowledge.worth.centres
        self._keeps = {hex_: worth[self.side] for hex_, worth in centres if friendly >> hex_ & 1 and worth[self.side]}

    def _rail_hexes(self) -> HexSet:
        found = self.rules.railways.origins(0) | self.rules.railways.origins(1)
        for side in self.rules.board.rail_sides:
            found |= side
        return found

    # ---- the sums

    def worth(self, state: EastFrontState, stacks: Stacks, replies: Sequence[float]) -> float:
        """Everything a position's lines are worth, given one's own units by hex and what replies in standing battles would cost."""
        held = self.held(state)
        total = held.worth
        for hex_ in held.cut:
            total -= sum(self._cut_worth[block] for block in stacks.get(hex_, ()))
        for hex_ in held.endangered:
            total -= self.weights.endangered * sum(self._cut_worth[block] for block in stacks.get(hex_, ()))
        costs, falls = list(replies), dict[int, float]()
        for hex_, threat in self._all_threats(state, stacks, held):
            if threat.cost:
                costs.append(threat.cost)
            if threat.falls:
                falls[hex_] = threat.falls
        costs.sort(reverse=True)
        for share, cost in zip(self.weights.shares, costs, strict=False):
            total -= share * cost
        if held.reach is not None:
            falls |= self._lost_battles(state, stacks)
            total -= sum(self._at_risk(state, stacks, held, falls).values())
        return total

    def _all_threats(self, state: EastFrontState, stacks: Stacks, held: Held) -> Iterator[tuple[int, Threat]]:
        """The enemy's best attack on each hex that he can attack."""
        threats, pinned = self._threats, state.occupied[0] & state.occupied[1]
        for hex_, entries, around in held.faced:
            key = (hex_, entries, tuple(stacks[hex_]), pinned & around)
            threat = threats.get(key)
            if threat is None:
                threat = threats[key] = self._attack_on(hex_, entries, list(stacks[hex_]), pinned & around)
            yield hex_, threat

    # ---- needs

    def needs(self, state: EastFrontState) -> list[Need]:
        """What would be lost in the enemy's next turn where nobody stands in his way, the worst first."""
        stacks: dict[int, list[int]] = {}
        for block in self.rules.order.of_side[self.side]:
            if state.location[block] >= 0:
                stacks.setdefault(state.location[block], []).append(block)
        held = self.held(state)
        if held.reach is None:
            return []
        falls = {hex_: threat.falls for hex_, threat in self._all_threats(state, stacks, held) if threat.falls}
        falls |= self._lost_battles(state, stacks)
        name = self.rules.board.name
        return worst(Need(1 << hex_, risk, name(hex_)) for hex_, risk in self._at_risk(state, stacks, held, falls).items())

    def _lost_battles(self, state: EastFrontState, stacks: Stacks) -> dict[int, float]:
        """By battle that stands the chance that the enemy ends it in his turn."""
        battles, found = members(state.occupied[0] & state.occupied[1]), dict[int, float]()
        enemies = self.ground.enemies(state) if battles else {}
        for hex_ in battles:
            key = (hex_, tuple(stacks[hex_]), len(enemies[hex_]))
            known = self._battles.get(key)
            if known is None:
                offence = self.knowledge.stack(enemies[hex_], hex_, attacks=True)
                defence = self.knowledge.stack(stacks[hex_], hex_, attacks=False)
                needed = self.knowledge.hits_per_step(hex_, self.side, self.side, supported=True)
                odds = round_odds(offence, defence, needed)
                known = self._battles[key] = self.commanded[hex_] * self._falls(odds, offence, defence, needed)
            found[hex_] = known
        return found

    def _at_risk(self, state: EastFrontState, stacks: Stacks, held: Held, falls: Mapping[int, float]) -> dict[int, float]:
        """By hex what is expected to be lost there to enemies who come by, or break through: empty centres, headquarters alone."""
        found, own, risks, second = held.reach, state.occupied[self.side], dict[int, float](), self.weights.blitzed
        if found is None:
            return risks
        faced = {hex_ for hex_, _, _ in held.faced}
        for hex_, worth in self._keeps.items():
            if not own >> hex_ & 1 and (chance := chance_at(found, 1 << hex_, second, falls)):
                risks[hex_] = self.weights.hold * worth * self.commanded[hex_] * chance
        around, is_hq, location = self.ground.around, self.rules.units.is_hq, state.location
        for hq in self.rules.units.hqs[self.side]:
            hex_ = location[hq]
            if hex_ not in stacks or hex_ in faced or not all(is_hq[block] for block in stacks[hex_]):
                continue  # what can be attacked at once is reckoned with as such
            chance = min(second, chance_at(found, around[hex_], second, falls))
            if chance:
                risks[hex_] = risks.get(hex_, 0.0) + self.weights.hold * self._hq_worth(hq) * self.commanded[hex_] * chance
        return risks

    def _hq_worth(self, hq: int) -> float:
        return self.knowledge.step[hq] * self.knowledge.value[hq] + self.knowledge.life[hq]

    def lines(self, state: EastFrontState) -> float:
        """Control, production and supply, without regard to what the enemy could do."""
        state = state.copy()
        self.rules.control.determine(state)
        cut = state.occupied[self.side] & ~self._supplied(state, self.side)
        units = self.rules.battles.units_of
        mine = sum(self._cut_worth[block] for hex_ in members(cut) for block in units(state, hex_, self.side))
        return self._control(state) + self._enemy_cut(state) - mine

    def held(self, state: EastFrontState) -> Held:
        """What both sides hold in a state, worked out once for states that are alike."""
        occupied, location = state.occupied, state.location
        frail = tuple(location[block] for block in self._frail)
        key = (occupied[0], occupied[1], state.axis_last, state.axis_defends & occupied[0] & occupied[1], frail)
        found = self._held.get(key)
        if found is None:
            found = self._held[key] = self._work_out(state.copy())
        return found

    def _work_out(self, state: EastFrontState) -> Held:
        self.rules.control.determine(state)
        side, enemy, ground = self.side, self.enemy, self.ground
        worth = self._control(state) + self._enemy_cut(state)
        cut = state.occupied[side] & ~self._supplied(state, side)
        walks = ground.free_reach(state)
        engage_from, free = walks.engage_from, walks.everywhere
        leaking = free & state.friendly[side]
        worth -= self.weights.no_mans_land * leaking.bit_count()
        worth -= self.weights.leak * sum(ground.hangs_on.get(hex_, 0.0) for hex_ in members(leaking & ground.vital))
        endangered = state.occupied[side] & ~cut & ~self._safely_supplied(state, free)
        faced = state.occupied[side] & ~state.occupied[enemy] & ground.near(engage_from)
        around = ground.around
        threatened = tuple((hex_, engage_from & around[hex_], ground.disc(hex_, FASTEST)) for hex_ in members(faced))
        return Held(worth, tuple(members(cut)), tuple(members(endangered)), threatened, self._reach(state, walks, faced))

    def _reach(self, state: EastFrontState, walks: Walks, faced: HexSet) -> Reach | None:
        """Where the enemy can be after his turn; what he can walk to at once is known."""
        if not self.weights.hold:
            return None
        ground, battles = self.ground, state.occupied[0] & state.occupied[1]

        def again(start: HexSet, held: HexSet) -> HexSet:
            fast = start & (walks.fast | faced | battles)
            return ground.spread(start, held, ground.foot)[-1] | ground.spread(fast, held, ground.wheels)[-1]

        return reach(walks.everywhere, state.occupied[self.side], lambda start, _: start, again, members(faced | battles))

    # ---- control and supply

    def _control(self, state: EastFrontState) -> float:
        mine, theirs = state.friendly[self.side], state.friendly[self.enemy]
        total = 0.0
        for worth, hexes in self.ground.classes:
            total += worth * ((mine & hexes).bit_count() - (theirs & hexes).bit_count())
        produces, denied = self._sources(state, self.side) & mine, self._sources(state, self.enemy) & theirs
        return total + self._producing(produces, self.side) - self._producing(denied, self.enemy)

    def _producing(self, produces: HexSet, side: int) -> float:
        """Worth of the centres among some hexes for a side."""
        key = (produces & self._centres, side)
        found = self._produced.get(key)
        if found is None:
            found = self._produced[key] = sum(worth[side] for hex_, worth in self.knowledge.worth.centres if produces >> hex_ & 1)
        return found

    def _sources(self, state: EastFrontState, side: int) -> HexSet:
        """Where lines run to: railways are traced once for each pattern of control along them."""
        battles = state.occupied[0] & state.occupied[1]
        key = (side, state.friendly[side] & self._railway, battles & self._railway)
        known = self._rails.get(key)
        if known is None:
            self._rails[key] = self.rules.railways.supplied(state, side)
        else:
            self.rules.railways.recall(state, side, known)
        return self.rules.supply.sources(state, side)

    def _supplied(self, state: EastFrontState, side: int) -> HexSet:
        self._sources(state, side)
        return self.rules.supply.in_reach(state, side)

    def _safely_supplied(self, state: EastFrontState, free: HexSet) -> HexSet:
        """Where units would have a line if the enemy entered all the ground that is open to him; changes the state."""
        side, enemy = self.side, self.enemy
        state.friendly[side] &= ~free
        state.friendly[enemy] |= free
        return self._supplied(state, side)

    def _enemy_cut(self, state: EastFrontState) -> float:
        cut = state.occupied[self.enemy] & ~self._supplied(state, self.enemy)
        if not cut:
            return 0.0
        units = self.ground.enemies(state)
        return sum(self._cut_worth[block] for hex_ in members(cut) for block in units[hex_])

    def _cut(self, block: int) -> float:
        knowledge = self.knowledge
        last = knowledge.value[block] <= knowledge.units.lowest[block]
        life = knowledge.life[block] * (1.0 if last else 0.15)
        return self.weights.out_of_supply * knowledge.step[block] + self.weights.no_zone + life

    # ---- what the enemy can do

    def _enemy_command(self) -> list[float]:
        """Chance by hex that the enemy commands there in his turn: higher near headquarters whose place is known."""
        knowledge, state = self.knowledge, self.knowledge.state
        seen = [hq for hq in self.rules.units.hqs[self.enemy] if knowledge.known[hq] and state.location[hq] >= 0]
        near: HexSet = 0
        for hq in seen:
            if knowledge.value[hq] > 0:
                near |= self.ground.disc(state.location[hq], knowledge.value[hq] + 1)
        weights = self.weights
        return [weights.commanded_near_hq if near >> hex_ & 1 else weights.commanded for hex_ in range(self.rules.board.grid.size)]

    def _attack_on(self, hex_: int, entries: HexSet, units: list[int], pinned: HexSet) -> Threat:
        """The enemy's best attack on a hex."""
        attackers = self.attackers(hex_, entries, self.rules.board.stacking[hex_], pinned)
        if not attackers:
            return NO_THREAT
        knowledge, weights = self.knowledge, self.weights
        fortress = bool(self.rules.board.fortresses >> hex_ & 1)
        defence = knowledge.stack(units, hex_, attacks=False, fortress=fortress)
        offence = knowledge.stack(attackers, hex_, attacks=True)
        needed = knowledge.hits_per_step(hex_, self.side, self.side, supported=True)
        odds = round_odds(offence, defence, needed, ((1, 1 / 3),))
        falls = self._falls(odds, offence, defence, needed) if weights.hold else 0.0
        key_worth = weights.held + max(0.5 * self.ground.hangs_on.get(hex_, 0.0), weights.hold * self._keeps.get(hex_, 0.0))
        gain = odds.defender_lost - odds.attacker_lost + odds.cleared * key_worth
        if weights.contested and self._can_stay(hex_, entries):
            gain += weights.contested * (1.0 - odds.wiped_out) * self._blocked(hex_)
        follow = (1.0 - odds.cleared) * 0.3 * (odds.defender_lost - odds.attacker_lost)
        if weights.hold and all(self.rules.units.is_hq[block] for block in units):
            gain = max(gain, LOST_HQ * sum(map(self._hq_worth, units)))  # whom nobody defends is caught in battle and does not get away
        return Threat(self.commanded[hex_] * max(0.0, gain + max(0.0, follow)), self.commanded[hex_] * falls)

    def _falls(self, first: Odds, offence: Stack, defence: Stack, needed: int) -> float:
        """The chance that a hex falls in a round, or in the second of a blitz with those who are expected to be left."""
        goes_on = 1.0 - first.cleared - first.wiped_out
        mine, theirs = line(offence), line(defence)
        left = mine[min(round(first.attacker_steps), len(mine) - 1)].left
        facing = theirs[min(round(first.defender_steps), len(theirs) - 1)].left
        if goes_on <= 0.0 or not left or not facing:
            return first.cleared
        return first.cleared + self.weights.blitzed * goes_on * round_odds(left, facing, needed).cleared

    def _can_stay(self, hex_: int, entries: HexSet) -> bool:
        """Whether units that enter a hex cannot be thrown back over a river."""
        if not self.rules.weather.river_repulse(self.knowledge.state, hex_):
            return True
        return any(entries >> near & 1 and not self.rules.board.is_river(near, hex_) for _, near in self.rules.board.neighbours[hex_])

    def _blocked(self, hex_: int) -> float:
        """Worth of one's own production that stops while an enemy stands in a hex: railways run into battles, not through them."""
        found = self._blocks.get(hex_)
        if found is None:
            found = self._blocks[hex_] = self._produced_with(0) - self._produced_with(1 << hex_) if self._railway >> hex_ & 1 else 0.0
        return found

    def _produced_with(self, intruders: HexSet) -> float:
        state = self.knowledge.state.copy()
        state.derived = {}
        state.occupied[self.enemy] |= intruders
        if self.side == AXIS:
            state.axis_defends |= intruders
        self.rules.control.determine(state)
        return self._producing(self._sources(state, self.side) & state.friendly[self.side], self.side)

    def attackers(self, hex_: int, entries: HexSet, room: int, pinned: HexSet) -> list[int]:
        """The enemy's best units, so many at most, that could enter a hex together from some of its neighbours.

        Those in `pinned` hexes cannot: out of a battle nobody goes into another.
        """
        knowledge, limits, location = self.knowledge, self.ground.limits[hex_], self.knowledge.state.location
        ways: dict[int, list[int]] = {}
        for direction, near in self.rules.board.neighbours[hex_]:
            if entries >> near & 1:
                for block in self.ground.arrivals.get(near, ()):
                    if not pinned >> location[block] & 1:
                        ways.setdefault(block, []).append(direction)
        left = list(limits)
        chosen: list[int] = []
        power = {block: knowledge.value[block] * knowledge.unit(block, hex_, attacks=True).chance for block in ways}
        for block in sorted(ways, key=lambda b: (-power[b], len(ways[b]), b)):
            if len(chosen) == room:
                break
            open_ways = [d for d in ways[block] if left[d] > 0]
            if open_ways:
                left[max(open_ways, key=lambda d: left[d])] -= 1
                chosen.append(block)
        return chosen
