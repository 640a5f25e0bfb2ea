"""What a position's lines are worth: control, production, supply, and what the enemy could attack or slip through in his turn.

Plans differ in few places, so results that depend only on the occupied hexes are computed once for each such pattern, and every
possible enemy attack once for each stack and its surroundings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from blockfront.ai.eastfront.evaluation.approach import still_to_go
from blockfront.ai.eastfront.evaluation.map_tables import others_within
from blockfront.ai.eastfront.evaluation.offensives import Offensives
from blockfront.ai.search.needs import Need, Reach, worst
from blockfront.blocks.battle_odds.one_round import round_odds
from blockfront.games.eastfront.state import AXIS, DISPERSED, UNSUPPLIED, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

if TYPE_CHECKING:
    from blockfront.ai.eastfront.evaluation.ground import Ground, Walks

Stacks = Mapping[int, Sequence[int]]  # one's own units by hex
FASTEST: Final = 3  # hexes from which units can come into a battle
A_HEX: Final = 4.0  # cost of each hex that units have still to go to a deciding place
LOST_HQ: Final = 0.6  # chance that headquarters attacked without other units are lost


class Threat(NamedTuple):
    """The enemy's best attack on a stack: its expected cost, and the chance that the hex falls, including by a blitz."""

    cost: float
    falls: float


NO_THREAT: Final = Threat(0.0, 0.0)


class Faced(NamedTuple):
    """A hex that can be attacked: the neighbours it is entered from, nearby battles whose units cannot come, and threats known so far."""

    hex: int
    entries: HexSet
    pinned: HexSet
    known: dict[tuple[int, ...], Threat]
    alike: dict[tuple[int, ...], Threat]  # the same, by kinds of units


class Opening(NamedTuple):
    """How the enemy can get somewhere: the chance without a battle, and the stacks he could break through instead."""

    chance: float
    behind: tuple[int, ...] = ()


CLOSED: Final = Opening(0.0)


class Held(NamedTuple):
    """What a pattern of occupied hexes is worth to a side."""

    worth: float  # control, production, enemy units without supply, less ground open to the enemy
    cut: tuple[int, ...]  # hexes of one's own units without a supply line
    endangered: tuple[int, ...]  # hexes of own units whose lines all run through ground open to the enemy
    faced: tuple[Faced, ...]
    battles: tuple[tuple[int, list[int]], ...]  # hexes of battles, with the enemy units in them
    reach: Reach | None  # where the enemy can be after his turn; None if not asked
    keeps: tuple[tuple[int, float, Opening], ...]  # empty centres: hex, what would be lost, and how the enemy gets there
    openings: dict[int, Opening]  # by hex, how the enemy gets next to it; filled when asked for


class Front:
    """Rates the lines of one side's positions on one `Ground`."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.knowledge, self.rules = ground, ground.knowledge, ground.rules
        self.weights, self.side, self.enemy = self.knowledge.weights, self.knowledge.side, self.knowledge.enemy
        self._held: dict[tuple[object, ...], Held] = {}
        self._rails: dict[tuple[int, HexSet, HexSet], HexSet] = {}
        self._faces: dict[tuple[int, HexSet, HexSet], Faced] = {}
        self._through: dict[tuple[int, HexSet], HexSet] = {}
        self._furthest = max(ground.foot, ground.wheels)
        self._battles: dict[tuple[int, tuple[int, ...], int], float] = {}
        self._blocks: dict[int, float] = {}
        self._produced: dict[tuple[HexSet, int], float] = {}
        self._centres = mask_of(hex_ for hex_, _ in self.knowledge.worth.centres)
        self._railway = self._rail_hexes()
        state = self.knowledge.state
        self._frail = [b for b in self.rules.order.of_side[self.side] if state.flags[b] & (UNSUPPLIED | DISPERSED)]
        self._cut_worth = [self._cut(block) for block in range(len(self.rules.order))]
        self.offensives = Offensives(ground)
        self.commanded = self.offensives.commanded
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
        """Rates a position's lines, given one's own units by hex and the costs of the enemy's replies in standing battles."""
        held = self.held(state)
        total = held.worth
        for hex_ in held.cut:
            total -= sum(self._cut_worth[block] for block in stacks.get(hex_, ()))
        for hex_ in held.endangered:
            total -= self.weights.endangered * sum(self._cut_worth[block] for block in stacks.get(hex_, ()))
        costs, falls = self._threatened(stacks, held)
        costs += replies
        costs.sort(reverse=True)
        for share, cost in zip(self.weights.shares, costs, strict=False):
            total -= share * cost
        if held.reach is not None:
            falls |= self._lost_battles(stacks, held)
            total -= sum(self._at_risk(state, stacks, held, falls).values())
        return total - A_HEX * still_to_go(self.rules, state, self.side, stacks) if self.knowledge.worth.deciding else total

    def _threatened(self, stacks: Stacks, held: Held) -> tuple[list[float], dict[int, float]]:
        """Returns the costs of the enemy's best attacks, and by hex the chance that it falls."""
        costs, falls = list[float](), dict[int, float]()
        for faced in held.faced:
            hex_, _, _, known, _ = faced
            stack = tuple(stacks[hex_])
            threat = known.get(stack)
            if threat is None:
                threat = known[stack] = self._threat(faced, stack)
            if threat.cost:
                costs.append(threat.cost)
            if threat.falls:
                falls[hex_] = threat.falls
        return costs, falls

    def _threat(self, faced: Faced, stack: tuple[int, ...]) -> Threat:
        """Returns the enemy's best attack on a stack, computed once for stacks that defend alike."""
        kinds = self.knowledge.kinds
        key = tuple(sorted([kinds[block] for block in stack]))
        found = faced.alike.get(key)
        if found is None:
            found = faced.alike[key] = self._attack_on(faced, stack)
        return found

    # ---- needs

    def needs(self, state: EastFrontState) -> list[Need]:
        """Lists what would be lost in the enemy's next turn for lack of defenders, worst first."""
        stacks: dict[int, list[int]] = {}
        for block in self.rules.order.of_side[self.side]:
            if state.location[block] >= 0:
                stacks.setdefault(state.location[block], []).append(block)
        held = self.held(state)
        if held.reach is None:
            return []
        falls = self._threatened(stacks, held)[1] | self._lost_battles(stacks, held)
        name = self.rules.board.name
        return worst(Need(1 << hex_, risk, name(hex_)) for hex_, risk in self._at_risk(state, stacks, held, falls).items())

    def _lost_battles(self, stacks: Stacks, held: Held) -> dict[int, float]:
        """Returns, by standing battle, the chance that the enemy wins it in his turn."""
        found = dict[int, float]()
        for hex_, enemies in held.battles:
            key = (hex_, tuple(stacks[hex_]), len(enemies))
            known = self._battles.get(key)
            if known is None:
                offence = self.knowledge.stack(enemies, hex_, attacks=True)
                defence = self.knowledge.stack(stacks[hex_], hex_, attacks=False)
                needed = self.knowledge.hits_per_step(hex_, self.side, self.side, supported=True)
                odds = round_odds(offence, defence, needed)
                known = self._battles[key] = self.commanded[hex_] * self.offensives.falls(odds, offence, defence, needed)
            found[hex_] = known
        return found

    def _at_risk(self, state: EastFrontState, stacks: Stacks, held: Held, falls: Mapping[int, float]) -> dict[int, float]:
        """Returns, by hex, the expected loss of empty centres and lone headquarters to enemies who walk in or break through."""
        risks, second = dict[int, float](), self.weights.blitzed
        if held.reach is None:
            return risks
        for hex_, worth, opening in held.keeps:
            if chance := self._chance(opening, falls):
                risks[hex_] = worth * chance
        is_hq, location = self.rules.units.is_hq, state.location
        for hq in self.rules.units.hqs[self.side]:
            hex_ = location[hq]
            found = held.openings.get(hex_)
            if found is None:
                found = held.openings[hex_] = self._way_to(hex_, held)
            if found is CLOSED or hex_ not in stacks or not all(is_hq[block] for block in stacks[hex_]):
                continue
            if chance := min(second, self._chance(found, falls)):
                risks[hex_] = risks.get(hex_, 0.0) + self.weights.hold * self._hq_worth(hq) * self.commanded[hex_] * chance
        return risks

    def _chance(self, opening: Opening, falls: Mapping[int, float]) -> float:
        """Returns the chance that the enemy comes through an opening; `falls` are the chances that stacks fall."""
        chance, second = opening.chance, self.weights.blitzed
        for hex_ in opening.behind:
            if hex_ in falls and second * falls[hex_] > chance:
                chance = second * falls[hex_]
        return chance

    def _way_to(self, hex_: int, held: Held) -> Opening:
        """Returns the opening to a lone headquarters; closed if the hex can be attacked directly, which is counted elsewhere."""
        if hex_ < 0 or held.reach is None or any(faced.hex == hex_ for faced in held.faced):
            return CLOSED
        return self._opening(held.reach, self.ground.around[hex_])

    def _opening(self, reach: Reach, hexes: HexSet) -> Opening:
        """Returns how the enemy can get into one of some hexes."""
        if reach.walked & hexes:
            return Opening(1.0)
        if reach.again & hexes:
            return Opening(self.weights.blitzed)
        behind = tuple([hex_ for hex_, after in reach.behind.items() if after & hexes])
        return Opening(0.0, behind) if behind else CLOSED

    def _hq_worth(self, hq: int) -> float:
        return self.knowledge.step[hq] * self.knowledge.value[hq] + self.knowledge.life[hq]

    def lines(self, state: EastFrontState) -> float:
        """Rates control, production and supply, ignoring what the enemy could do."""
        state = state.copy()
        self.rules.control.determine(state)
        cut = state.occupied[self.side] & ~self._supplied(state, self.side)
        units = self.rules.battles.units_of
        mine = sum(self._cut_worth[block] for hex_ in members(cut) for block in units(state, hex_, self.side))
        return self._control(state) + self._enemy_cut(state) - mine

    def held(self, state: EastFrontState) -> Held:
        """Returns what both sides hold in a state, computed once for states that are alike."""
        occupied, location = state.occupied, state.location
        frail = tuple(location[block] for block in self._frail)
        key = (occupied[0], occupied[1], state.axis_last, state.axis_defends & occupied[0] & occupied[1], frail)
        found = self._held.get(key)
        if found is None:
            found = self._held[key] = self._work_out(state.copy())
        return found

    def _work_out(self, state: EastFrontState) -> Held:
        self.rules.control.determine(state)
        side, ground = self.side, self.ground
        worth = self._control(state) + self._enemy_cut(state)
        cut = state.occupied[side] & ~self._supplied(state, side)
        walks = ground.free_reach(state)
        engage_from, free = walks.engage_from, walks.everywhere
        leaking = free & state.friendly[side]
        worth -= self.weights.no_mans_land * leaking.bit_count()
        worth -= self.weights.leak * sum(ground.hangs_on.get(hex_, 0.0) for hex_ in members(leaking & ground.vital))
        endangered = state.occupied[side] & ~cut & ~self._safely_supplied(state, free)
        battles = state.occupied[0] & state.occupied[1]
        faced = state.occupied[side] & ~battles & ground.near(engage_from)
        found = self._reach(state, walks, faced)
        return Held(
            worth,
            tuple(members(cut)),
            tuple(members(endangered)),
            tuple([self._faced(hex_, engage_from, battles) for hex_ in members(faced)]),
            tuple([(hex_, ground.enemies(state)[hex_]) for hex_ in members(battles)]),
            found,
            self._open_keeps(state, found) if found is not None else (),
            {},
        )

    def _faced(self, hex_: int, engage_from: HexSet, battles: HexSet) -> Faced:
        entries, pinned = engage_from & self.ground.around[hex_], battles & self.ground.disc(hex_, FASTEST)
        key = (hex_, entries, pinned)
        found = self._faces.get(key)
        if found is None:
            found = self._faces[key] = Faced(*key, {}, {})
        return found

    def _open_keeps(self, state: EastFrontState, reach: Reach) -> tuple[tuple[int, float, Opening], ...]:
        """Lists the empty centres that the enemy can reach."""
        somewhere, found = reach.again, []
        for after in reach.behind.values():
            somewhere |= after
        for hex_, worth in self._keeps.items():
            if somewhere >> hex_ & 1 and not state.occupied[self.side] >> hex_ & 1:
                found.append((hex_, self.weights.hold * worth * self.commanded[hex_], self._opening(reach, 1 << hex_)))
        return tuple(found)

    def _reach(self, state: EastFrontState, walks: Walks, faced: HexSet) -> Reach | None:
        """Returns where the enemy can be after his turn; None if the weights ignore it."""
        if not self.weights.hold:
            return None
        ground, battles, own = self.ground, state.occupied[0] & state.occupied[1], state.occupied[self.side]
        walked = walks.everywhere
        fast = walked & (walks.fast | faced | battles)
        again = ground.spread(walked, own, ground.foot)[-1] | ground.spread(fast, own, ground.wheels)[-1]
        return Reach(walked, again | walked, {hex_: self._beyond(hex_, own) for hex_ in members(faced | battles)})

    def _beyond(self, hex_: int, own: HexSet) -> HexSet:
        """Returns where the enemy can go on to after breaking through a stack; only units nearby can stop him."""
        held = own & others_within(self.rules.board, hex_, self._furthest)
        found = self._through.get((hex_, held))
        if found is None:
            ground, start = self.ground, 1 << hex_
            found = self._through[hex_, held] = ground.spread(start, held, ground.foot)[-1] | ground.spread(start, held, ground.wheels)[-1]
        return found

    # ---- control and supply

    def _control(self, state: EastFrontState) -> float:
        mine, theirs = state.friendly[self.side], state.friendly[self.enemy]
        total = 0.0
        for worth, hexes in self.ground.classes:
            total += worth * ((mine & hexes).bit_count() - (theirs & hexes).bit_count())
        produces, denied = self._sources(state, self.side) & mine, self._sources(state, self.enemy) & theirs
        return total + self._producing(produces, self.side) - self._producing(denied, self.enemy)

    def _producing(self, produces: HexSet, side: int) -> float:
        """Returns the worth to a side of the centres among some hexes."""
        key = (produces & self._centres, side)
        found = self._produced.get(key)
        if found is None:
            found = self._produced[key] = sum(worth[side] for hex_, worth in self.knowledge.worth.centres if produces >> hex_ & 1)
        return found

    def _sources(self, state: EastFrontState, side: int) -> HexSet:
        """Returns a side's supply sources; railways are traced once for each pattern of control along them."""
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
        """Returns the hexes still in supply if the enemy entered all ground open to him; changes the state."""
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

    def _attack_on(self, faced: Faced, units: tuple[int, ...]) -> Threat:
        """Returns the enemy's best attack on a stack."""
        hex_, entries = faced.hex, faced.entries
        offence = self.offensives.coming(hex_, entries, self.rules.board.stacking[hex_], faced.pinned)
        if not offence:
            return NO_THREAT
        knowledge, weights = self.knowledge, self.weights
        fortress = bool(self.rules.board.fortresses >> hex_ & 1)
        defence = knowledge.stack(units, hex_, attacks=False, fortress=fortress)
        needed = knowledge.hits_per_step(hex_, self.side, self.side, supported=True)
        odds = round_odds(offence, defence, needed, ((1, 1 / 3),))
        falls = self.offensives.falls(odds, offence, defence, needed) if weights.hold else 0.0
        key_worth = weights.held + max(0.5 * self.ground.hangs_on.get(hex_, 0.0), weights.hold * self._keeps.get(hex_, 0.0))
        gain = odds.defender_lost - odds.attacker_lost + odds.cleared * key_worth
        if weights.contested and self._can_stay(hex_, entries):
            gain += weights.contested * (1.0 - odds.wiped_out) * self._blocked(hex_)
        follow = (1.0 - odds.cleared) * 0.3 * (odds.defender_lost - odds.attacker_lost)
        if weights.hold and all(self.rules.units.is_hq[block] for block in units):
            gain = max(gain, LOST_HQ * sum(map(self._hq_worth, units)))  # undefended headquarters are caught in battle and cannot escape
        return Threat(self.commanded[hex_] * max(0.0, gain + max(0.0, follow)), self.commanded[hex_] * falls)

    def _can_stay(self, hex_: int, entries: HexSet) -> bool:
        """Says whether attackers can enter a hex without risking to be thrown back over a river."""
        if not self.rules.weather.river_repulse(self.knowledge.state, hex_):
            return True
        return any(entries >> near & 1 and not self.rules.board.is_river(near, hex_) for _, near in self.rules.board.neighbours[hex_])

    def _blocked(self, hex_: int) -> float:
        """Returns the worth of one's own production that stops while an enemy stands in a hex: railways do not run through battles."""
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
