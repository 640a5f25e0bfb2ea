"""Landings: which beaches, which units, and which of them wait for the second wave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from statistics import mean
from typing import Final, NamedTuple

from blockfront.ai.blocks_series.evaluation.battles import Estimator
from blockfront.ai.blocks_series.evaluation.ground import FAR, LONG_WAY, Ground
from blockfront.ai.blocks_series.planning.assaults import Assaults, Support
from blockfront.ai.blocks_series.planning.places import Places
from blockfront.ai.blocks_series.planning.ports import PortsAhead
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import EndPhase, Move
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.sea_actions import Hold, Land, PlaceMulberry
from blockfront.games.blocks_series.state import NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

AIM: Final = 1.0  # what a place that counts adds to the beaches around it, for each of its points
AROUND: Final = 7  # hexes within which it does so
PORT: Final = 2.5  # worth of a port taken by the landing
PORT_NEARBY: Final = 1.5  # worth of a port that can be taken next
HARBOUR: Final = 2.0  # worth of a beach to which a floating harbour can be towed
COMPANY: Final = 3.0  # worth of another landing or own troops beside it
PRIZE: Final = 3.0  # worth of a point won by landing on the last day
ASHORE: Final = 0.8  # worth of a unit ashore
LOSS: Final = 0.3  # cost of a step that the landing loses
POINT: Final = 0.6  # cost of an action point
THREAT: Final = 0.15  # cost of an enemy unit that may come to the beach
WORTH_LANDING: Final = 1.0
LEAST_CHANCE: Final = 0.5  # chance of winning a beach that must be exceeded
LAST_CHANCE: Final = 0.15  # the same on the last day, when nothing is saved for later
BESIDE: Final = 0.25  # the same for a beach next to another landing, which bars the way of reserves to it
BEACH_FORCE: Final = 2  # units of a first wave at one beach
LOOKED_AT: Final = 6  # beaches for which odds are worked out
BEACH_BONUS: Final = 1.0  # what the defenders' Bonus adds to their fire in the first round
WORKS: Final = 2.5  # cost of each work and unit beside it, before the odds of a beach are known
STORM: Final = 3.0  # cost of works whose strength is no longer known from the set-up
DEFENDER: Final = 1.0  # cost of any other defending unit
MOST_WAVES: Final = 8
HUNGRY: Final = 2  # units ashore beyond what the ports supply that leaders can supply from the sea
STAFF: Final = 3.0  # cost of landing a headquarters without guns, which takes the place of a corps
GUNS: Final = 3.0  # worth of artillery landed with others, before more corps
HUNGER: Final = 3.0  # cost of a unit ashore beyond those


class Beach(NamedTuple):
    """A landing with its odds and its worth."""

    worth: float
    hex: int
    landings: tuple[Land, ...]
    support: Support
    clears: float  # chance that it is won


class Idea(NamedTuple):
    """A force for a beach, before its odds are known."""

    hex: int
    landings: tuple[Land, ...]
    support: Support
    worth: float  # worth of being ashore there with it
    points: float  # worth of its action points


class Admiral:
    """Plans a side's landings from a guessed state."""

    def __init__(
        self, game: SeriesGame, state: SeriesState, side: int, ground: Ground | None = None, worlds: Sequence[SeriesState] = ()
    ) -> None:
        """`worlds` are further guesses of the state, over which the odds of landings are averaged."""
        self.game, self.rules, self.side = game, game.rules, side
        self.assaults = [Assaults(game.rules, world, side) for world in (state, *worlds)]
        self.ground = ground or Ground(game.rules, state, side)
        self.state = state
        self.places = Places(game.rules, state, side, self.ground)
        self.ports = PortsAhead(game.rules, [assaults.state for assaults in self.assaults], side, self.ground)
        self.aims = {hex_: weight for hex_, weight in self._objectives().items() if state.control[1 - side] >> hex_ & 1}

    @cached_property
    def way(self) -> list[float]:
        """Movement points from every hex to the places the scenario counts."""
        most = max(self.aims.values(), default=0.0)
        handicaps = {hex_: LONG_WAY * (most - weight) for hex_, weight in self.aims.items()}
        return self.ground.ways_from(self.state, handicaps) if self.aims else self.ground.way

    def _objectives(self) -> dict[int, float]:
        """Returns the places the scenario counts with their points, or the side's goals if it names none."""
        named = self.rules.scenario.objectives
        return {self.rules.board.hex(place.place): float(place.points) for place in named} or self.ground.wanted

    @property
    def landings(self) -> AmphibiousLandings | None:
        found = self.rules.landings
        return found if isinstance(found, AmphibiousLandings) else None

    # ---- beaches

    def worth(self, hex_: int, landed: Iterable[int] = ()) -> float:
        """Rates being ashore in a hex: near places that count, near a port, near other landings."""
        board, enemy = self.rules.board, self.state.control[1 - self.side]
        if self.ground.is_last_turn(self.state):
            return PRIZE * self.aims.get(hex_, 0.0)
        aims = self.aims if self.way[hex_] < FAR else {hex_: self.aims.get(hex_, 0.0)}  # from an island no unit goes on by land
        found = sum(AIM * weight * (1 - self.ground.hexes_to(aim, 1 << hex_, AROUND) / AROUND) for aim, weight in aims.items())
        found += max(
            (self._port(port, hex_) for port in members(board.port_hexes & enemy & (board.neighbours(hex_) | 1 << hex_))), default=0.0
        )
        friends = mask_of(landed) | self._ashore
        return found + COMPANY * bool(board.within(hex_, 2) & friends) - THREAT * self._threat(hex_)

    def _port(self, port: int, hex_: int) -> float:
        """Rates a port taken by the landing or next after it; a major port counts double."""
        large = 2.0 if any(at == port and size == "major" for at, size, _, _ in self.rules.board.ports) else 1.0
        if port == hex_:
            return PORT * large
        if self.ports.target == port:
            return PORT * large * self.ports.chance(port)
        return PORT_NEARBY * large / (2 if self.state.occupied[1 - self.side] >> port & 1 else 1)

    @property
    def _ashore(self) -> HexSet:
        """The beaches that this side has already won."""
        return self.state.beachheads & self.state.control[self.side]

    def _threat(self, hex_: int) -> float:
        """Weighs the enemy units that could come to the beach; near ones count more."""
        units, state, board = self.rules.units, self.state, self.rules.board
        able = [b for b in units.ground[1 - self.side] if state.location[b] >= 0 and state.location[b] != hex_ and not units.is_work[b]]
        near, far = board.within(hex_, 2), board.within(hex_, 4)
        return sum(units.is_combat[b] * ((near >> state.location[b] & 1) + (far >> state.location[b] & 1)) / 2 for b in able)

    def _plan(self, state: SeriesState, orders: Sequence[Land], landed: Sequence[int], busy: set[int]) -> tuple[Beach, ...]:
        """Returns the best landing by exact odds, or the best two at once: each bars the way of reserves to the other."""
        ideas = self._ideas(state, orders, landed, busy)
        judged = [(idea, self._judged(idea)) for idea in ideas]
        least = 0.0 if self.ground.is_last_turn(self.state) else WORTH_LANDING
        sure = [(idea, beach) for idea, beach in judged if beach.clears > self._least_chance and beach.worth > least]
        found: list[tuple[Beach, ...]] = [(beach,) for _, beach in sure]
        pairs = [(one, other) for number, (one, _) in enumerate(judged) for other, _ in judged[number + 1 :]]
        for pair in pairs:
            if self._is_possible(state, *pair) and (both := self._together(*pair)):
                found.append(both)
        return max(found, key=lambda beaches: (sum(beach.worth for beach in beaches), -beaches[0].hex), default=())

    @property
    def _least_chance(self) -> float:
        return LAST_CHANCE if self.ground.is_last_turn(self.state) else LEAST_CHANCE

    def _ideas(self, state: SeriesState, orders: Sequence[Land], landed: Sequence[int], busy: set[int]) -> list[Idea]:
        """Lists the most promising beaches with the forces that can be sent there."""
        by_hex = {hex_: ways for hex_, ways in self._by_hex(orders, landed).items() if self._payable(state, ways, hex_)}
        self.ports.choose([*by_hex, *landed])
        is_first = self.state.month == self.rules.scenario.first_month  # works are still as printed in the set-up
        worth = {hex_: self.worth(hex_, landed) - STORM * (self._has_works(hex_) and not is_first) for hex_ in by_hex}
        found = list[Idea]()
        for hex_ in self._foremost(worth, by_hex):
            ways = by_hex[hex_]
            for force in self._forces(ways, hex_):
                harbour = HARBOUR * any(self._brings_harbour(block) for block in force)
                points = POINT * sum(self._price(ways[block]) for block in force)
                landings = tuple(ways[block] for block in force)
                if worth[hex_] + harbour - points < WORTH_LANDING or not self._is_paid_for(state, landings):
                    continue
                support = self.assaults[0].support(hex_, busy, self.rules.units.power[force[0]])
                ashore = ASHORE * len(force) - HUNGER * self._hungry(state, hex_, landed, force)
                found.append(Idea(hex_, landings, support, worth[hex_] + harbour + ashore, points))
        return found

    def _hungry(self, state: SeriesState, hex_: int, landed: Sequence[int], force: Sequence[int]) -> int:
        """Counts the landed units that could not be supplied, including by ports won in this turn's landings."""
        if any(self._brings_harbour(block) for block in force):
            return 0
        left, won = Places(self.rules, state, self.side, self.ground).left(hex_), {hex_, *landed} - {*members(state.control[self.side])}
        ports = sum(self.rules.tables.numbers.port_capacity[size] for port, size, _, _ in self.rules.board.ports if port in won)
        guns = any(isinstance(order, Hold) and self.rules.units.is_artillery[order.block] for order in self._orders(state))
        return max(0, min(len(force), len(force) + guns - left - ports - self._leaders_feed(hex_)))

    def _leaders_feed(self, hex_: int) -> int:
        """Returns how many units beyond the ports' places may be in a hex: those beside the port to be won come before all others."""
        if self.ports.target is None:
            return HUNGRY
        return self.ports.places(hex_) + HUNGRY if self.ports.is_for(hex_) else 0

    def _judged(self, idea: Idea, closed: HexSet = 0, company: float = 0.0) -> Beach:
        """Returns a landing with its mean odds in all guessed worlds, while other units land in the `closed` hexes."""
        force = tuple(landing.block for landing in idea.landings)
        promises = [assaults.promise(idea.hex, force, idea.support, closed) for assaults in self.assaults]
        clears, cost = (mean(promise[number] for promise in promises) for number in (0, 1))
        gain = (idea.worth + company) * clears - LOSS * cost - idea.points
        return Beach(gain, idea.hex, idea.landings, idea.support, clears)

    def _is_possible(self, state: SeriesState, one: Idea, other: Idea) -> bool:
        """Says whether two landings use different beaches and units and can both be paid."""
        blocks = {landing.block for landing in (*one.landings, *other.landings)}
        if one.hex == other.hex or len(blocks) < len(one.landings) + len(other.landings):
            return False
        return not {*one.support.jumpers} & {*other.support.jumpers} and self._is_paid_for(state, (*one.landings, *other.landings))

    def _together(self, one: Idea, other: Idea) -> tuple[Beach, ...]:
        """Returns two simultaneous landings, the surer first; empty if they are too risky."""
        near = self.rules.board.within(one.hex, 2) >> other.hex & 1
        pair = self._judged(one, 1 << other.hex, COMPANY * near), self._judged(other, 1 << one.hex)
        least = min(self._least_chance, BESIDE) if self.rules.board.neighbours(one.hex) >> other.hex & 1 else self._least_chance
        if max(beach.clears for beach in pair) <= self._least_chance or any(b.clears < least or b.worth <= 0 for b in pair):
            return ()
        return tuple(sorted(map(self._covered, pair, reversed(pair)), key=lambda beach: (-beach.clears, beach.hex)))

    def _covered(self, beach: Beach, cover: Beach) -> Beach:
        """Lowers the worth of a beach that is safe only behind another one, by the chance that the other is not won."""
        behind = self.assaults[0].is_cut_off(beach.hex, cover.hex)
        return beach._replace(worth=beach.worth * (1 + cover.clears) / 2) if behind else beach

    def _payable(self, state: SeriesState, ways: Mapping[int, Land], hex_: int) -> bool:
        return any(self._is_paid_for(state, [ways[block] for block in force]) for force in self._forces(ways, hex_))

    def _by_hex(self, orders: Sequence[Land], landed: Sequence[int]) -> dict[int, dict[int, Land]]:
        found: dict[int, dict[int, Land]] = {}
        for order in orders:
            if order.to not in landed:
                found.setdefault(order.to, {}).setdefault(order.block, order)
        return found

    def _foremost(self, worth: Mapping[int, float], ways: Mapping[int, Mapping[int, Land]]) -> list[int]:
        """Chooses the beaches whose odds are worked out: few defenders and works, short voyages.

        Beaches that a landing on one of these would cut off from all reserves are added.
        """
        voyage = {hex_: POINT * BEACH_FORCE * min(map(self._price, ways[hex_].values())) for hex_ in worth}
        seeming = {hex_: worth[hex_] - self._resistance(hex_) - STORM * self._has_works(hex_) - voyage[hex_] for hex_ in worth}
        ranked = sorted(worth, key=lambda hex_: (-seeming[hex_], hex_))
        first = ranked[:LOOKED_AT]
        return [*first, *(hex_ for hex_ in ranked[LOOKED_AT:] if any(self.assaults[0].is_cut_off(hex_, cover) for cover in first))]

    def _has_works(self, hex_: int) -> bool:
        return any(self.rules.units.is_work[block] for block in self.rules.fire.units_at(self.state, hex_, 1 - self.side))

    def _resistance(self, hex_: int) -> float:
        here = self.rules.fire.units_at(self.state, hex_, 1 - self.side)
        works = sum(self.rules.units.is_work[block] for block in here)
        return WORKS * works * len(here) + DEFENDER * (len(here) - works)

    def landers(self, hq: int) -> set[int]:
        """Returns the units for which a headquarters could order a landing that seems worthwhile, without working out odds."""
        orders = self.rules.landings.orders(self.state, hq)
        able = [order for order in orders if isinstance(order, Land) and self.way[self.state.location[order.block]] >= FAR]
        self.ports.choose({order.to for order in able})
        worth = {hex_: self.worth(hex_) - self._resistance(hex_) for hex_ in {order.to for order in able}}
        harbour = {block: HARBOUR * self._brings_harbour(block) for block in {order.block for order in able}}
        return {order.block for order in able if worth[order.to] + harbour[order.block] > WORTH_LANDING + POINT}

    def points_wanted(self, hq: int) -> int:
        """Returns the action points a headquarters should keep: for landings, and for second-wave units where a harbour is brought."""
        blocks = self.landers(hq)
        return len(blocks) + (len(blocks) if any(self._brings_harbour(block) for block in blocks) else 0)

    def _brings_harbour(self, block: int) -> bool:
        """Says whether a floating harbour of the unit's power waits to be towed to a beach."""
        units, state = self.rules.units, self.state
        waiting = {builder for builder, hex_, _ in state.mulberries if hex_ == NO_HEX}
        return units.power[block] in waiting

    def _forces(self, ways: Mapping[int, Land], hex_: int) -> list[tuple[int, ...]]:
        """Lists forces for a beach: the two strongest units of each power; also a single one if the beach is empty and near."""
        units, state = self.rules.units, self.state
        strong = sorted(ways, key=lambda block: (-units.value(block, state.steps[block]), block))
        held, powers = state.occupied[1 - self.side] >> hex_ & 1, sorted({units.power[block] for block in ways})
        groups = [[block for block in strong if units.power[block] == power] for power in powers]
        alone = [(group[0],) for group in groups if len(group) > 1 and not held and self._price(ways[group[0]]) == 1]
        return [*(tuple(group[:BEACH_FORCE]) for group in groups), *alone]

    def _price(self, landing: Land) -> int:
        landings, state = self.landings, self.state
        return landings.price(state, landing.block, state.location[landing.block], landing.to) if landings else 1

    # ---- the first wave

    def first_wave(self) -> tuple[Action, ...]:
        """Returns landings in order of their worth, then orders that hold units for the second wave, while points are left."""
        if self.landings is None:
            return ()
        state, found, busy = self.state.copy(), list[Action](), set[int]()
        landed: list[int] = [*members(self.rules.landings.hexes(self.state))]
        for _ in range(MOST_WAVES):
            orders = [order for order in self._orders(state) if isinstance(order, Land)]
            beaches = self._plan(state, orders, landed, busy)
            if not beaches:
                break
            for landing in (landing for beach in beaches for landing in beach.landings):
                if landing in self.rules.landings.orders(state, landing.hq):
                    self.rules.landings.land(state, landing)
                    found.append(landing)
            landed += [beach.hex for beach in beaches]
            busy |= {block for beach in beaches for block in (*beach.support.wings, *beach.support.jumpers)}
        return (*found, *self._holds(state, landed))

    def _orders(self, state: SeriesState) -> list[Land | Hold]:
        """Lists the landings and holds that headquarters may order for units that cannot walk to what is wanted."""
        orders = [order for hq in self._commanders(state) for order in self.rules.landings.orders(state, hq)]
        return [o for o in orders if isinstance(o, Land | Hold) and self.way[self.state.location[o.block]] >= FAR]

    def _commanders(self, state: SeriesState) -> list[int]:
        return [hq for hq in self.rules.units.headquarters[self.side] if self.rules.landings.may_command(state, hq)]

    def _is_paid_for(self, state: SeriesState, landings: Sequence[Land]) -> bool:
        """Says whether the headquarters have the action points for some landings."""
        needed: dict[int, int] = {}
        for landing in landings:
            needed[landing.hq] = needed.get(landing.hq, 0) + self._price(landing)
        return all(self.rules.headquarters.points_left(state, hq) >= points for hq, points in needed.items())

    def _holds(self, state: SeriesState, landed: Sequence[int]) -> list[Action]:
        """Holds units for the second wave that can reach a beach or the harbour towed there: marines first, then the strongest."""
        landings, found = self.landings, list[Action]()
        if landings is None or not landed:
            return found
        beaches = mask_of(landed)
        while True:
            holds = [order for order in self._orders(state) if isinstance(order, Hold)]
            able = [h for h in holds if landings.within_reach(state, h.block) & beaches or self._brings_harbour(h.block)]
            if not able:
                return found
            best = max(able, key=lambda hold: self._use_on_hold(hold.block, found))
            self.rules.landings.hold(state, best)
            found.append(best)

    def _use_on_hold(self, block: int, holds: Sequence[Action]) -> tuple[int, int, int]:
        """Ranks a unit for the second wave: marines, then one artillery of each power (it fits on full beaches), then the strongest."""
        units, kin = self.rules.units, self.rules.units.power[block]
        guns = units.is_artillery[block] and not any(
            isinstance(hold, Hold) and units.is_artillery[hold.block] and units.power[hold.block] == kin for hold in holds
        )
        rank = 3 if units.is_marine[block] else 2 if guns else int(units.is_combat[block])
        return rank, units.value(block, self.state.steps[block]), -block

    # ---- the second wave

    def second_wave(self, legal: Sequence[Action]) -> Action:
        """Places harbours first, then lands marines on beaches still fought for, then other units on those that are won."""
        harbours = [action for action in legal if isinstance(action, PlaceMulberry)]
        if harbours:
            return max(harbours, key=lambda action: (self.worth(action.hex), -action.power))
        waves = [action for action in legal if isinstance(action, Land)]
        self.ports.choose({action.to for action in waves})
        if not waves:
            return EndPhase()
        best = max(waves, key=lambda action: (self._second(action), -action.block, -action.to))
        return best if self._second(best) > 0 else EndPhase()

    def _kind(self, block: int) -> float:
        """Rates a unit of the second wave by its kind: guns and staffs with guns before corps, other headquarters last."""
        units = self.rules.units
        return GUNS if units.is_artillery[block] else -STAFF if units.is_hq[block] else 0.0

    def _second(self, action: Land) -> float:
        state, units, enemy = self.state, self.rules.units, 1 - self.side
        strength = 0.2 * state.steps[action.block]
        if not state.occupied[enemy] >> action.to & 1:
            harbour = any(hex_ == action.to for _, hex_, _ in state.mulberries)
            fed = harbour or self.places.left(action.to) + self._leaders_feed(action.to) > 0
            if self.way[action.to] >= FAR or not fed:
                return -1.0
            crowd = len(self.rules.fire.units_at(state, action.to, self.side))
            return self.worth(action.to) - 0.3 * crowd + strength + self._kind(action.block) * (crowd > 0)
        if any(fight[0] == action.to for fight in state.paused):
            return 4.0 + strength
        defenders = self.rules.fire.units_at(state, action.to, enemy)
        estimate = Estimator(self.rules, state).estimate([action.block], defenders, action.to, 1.0, BEACH_BONUS)
        return self.worth(action.to) * estimate.clears - LOSS * estimate.attackers_lose if units.is_marine[action.block] else -1.0


def reserves_to_the_beach(game: SeriesGame, state: SeriesState, side: int, legal: Sequence[Action]) -> Action:
    """Sends reserve armour to the battle it improves most, unless that battle is lost anyway."""
    estimator, fire = Estimator(game.rules, state), game.rules.fire
    best: tuple[float, Action] = (0.0, EndPhase())
    for action in legal:
        if not isinstance(action, Move):
            continue
        block, hex_ = action.block, action.to
        attackers, defenders = fire.units_at(state, hex_, 1 - side), fire.units_at(state, hex_, side)
        before = estimator.estimate(attackers, defenders, hex_).clears if defenders else 1.0
        after = estimator.estimate(attackers, [*defenders, block], hex_).clears
        if before - after > best[0] and after < 0.75:
            best = before - after, action
    return best[1]
