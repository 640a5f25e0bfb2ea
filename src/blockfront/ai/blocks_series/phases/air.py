"""What aircraft do: fly to battles where they count, else to airfields near the front."""

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimator
from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import Command, EndPhase, Fly
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, FireContext
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

LEAST: Final = 0.25  # what a mission must promise
OUT_OF_REACH: Final = 2.0  # flying away from enemies who could walk in
BASE_GAIN: Final = 2.0  # hexes nearer to the enemy that make a transfer worth while
TRANSFER: Final = 10.0  # hexes nearer that are worth a step
NEARER: Final = 6.0  # the same towards the only goal
STORM: Final = 4.0  # joining the battle for a goal
SAFE: Final = 2  # hexes an airfield should be away from the enemy
SAFE_PENALTY: Final = 8.0
FLAK: Final = 0.3  # a step of aircraft that will be missed when the goal is stormed
IN_RANGE: Final = 4.0  # hexes that being in range of the goal is worth
FAR_AWAY: Final = 30
BEACH: Final = 0.3  # a step of aircraft over a landing, whoever lands: everything hangs on its first rounds
COVER: Final = 5.0  # a fighter over what must be kept
WATCH: Final = 10.0  # an airfield from which fighters reach what must be kept


class AirMarshal:
    """Decides where aircraft fly."""

    def __init__(self, rules: Rules, state: SeriesState, side: int, ground: Ground, weights: Weights) -> None:
        self.rules, self.state, self.side, self.ground = rules, state, side, ground
        self.estimator = Estimator(rules, state)
        self._distance: dict[int, int] = {}
        self._goal = next(iter(ground.wanted)) if ground.attacks and ground.one_goal and ground.wanted else None
        self._post = ground.post() if weights.posts else None
        self._prudent = bool(weights.exposed)
        self._exposure = Exposure(rules, state, side)

    def choose(self, legal: Sequence[Action]) -> Action:
        """The best flight that is offered, or to end."""
        commands = [action for action in legal if isinstance(action, Command)]
        flights = [action for action in legal if isinstance(action, Fly)]
        if commands and self.state.landings and self.state.active == self.side:
            flights = [flight for flight in flights if self.state.occupied[1 - self.side] >> flight.to & 1]  # nobody leaves a landing
        worth = {flight: self._worth(flight) for flight in flights}
        best = max(flights, key=lambda f: (worth[f], -f.block, -f.to), default=None)
        if best is not None and (worth[best] > LEAST or EndPhase() not in legal):
            return best
        if commands and self.state.battles | self._fights():
            return min(commands, key=lambda c: (-self._value(c.block), c.hq, c.block))
        return EndPhase() if EndPhase() in legal else legal[0]

    def _fights(self) -> int:
        return self.state.occupied[0] & self.state.occupied[1]

    def _value(self, block: int) -> int:
        return self.rules.units.value(block, self.state.steps[block])

    def _worth(self, flight: Fly) -> float:
        if self.state.occupied[1 - self.side] >> flight.to & 1:
            return self._mission(flight)
        if self._prudent and self._is_lost(flight.block, self.state.location[flight.block]) and not self._is_lost(flight.block, flight.to):
            return OUT_OF_REACH + self._base_worth(flight.block, flight.to) / FAR_AWAY
        gain = self._base_worth(flight.block, flight.to) - self._base_worth(flight.block, self.state.location[flight.block])
        return gain / (TRANSFER if self._goal is None else NEARER) if gain >= BASE_GAIN else 0.0

    def _is_lost(self, block: int, hex_: int) -> bool:
        """Whether aircraft stand where enemies can walk to and no ground unit of their own would stop them."""
        mine = self.rules.fire.units_at(self.state, hex_, self.side)
        return not any(self.rules.units.is_combat[b] for b in mine if b != block) and self._exposure.chance(hex_) > 0

    def _mission(self, flight: Fly) -> float:
        """How much a battle turns for the better; without own ground units nothing is to be gained."""
        fire, enemy = self.rules.fire, 1 - self.side
        mine = fire.units_at(self.state, flight.to, self.side)
        if not any(self.rules.units.is_ground[block] for block in mine):
            return 0.0
        if self._post is not None and self._can_fight_in_the_air(flight.block):
            return COVER if flight.to == self._post else 0.0
        theirs = fire.units_at(self.state, flight.to, enemy)
        attackers, defenders = (mine, theirs) if self.state.active == self.side else (theirs, mine)
        before = self.estimator.estimate(attackers, defenders, flight.to)
        joined = [*mine, flight.block]
        attackers, defenders = (joined, theirs) if self.state.active == self.side else (theirs, joined)
        after = self.estimator.estimate(attackers, defenders, flight.to)
        better = after.clears - before.clears if self.state.active == self.side else before.clears - after.clears
        cover = 0.3 * self._can_fight_in_the_air(flight.block) * any(self.rules.units.is_air[block] for block in theirs)
        storm = STORM if self.state.active == self.side and flight.to == self._goal else 0.0
        beach = BEACH * self._value(flight.block) if self.rules.landings.hexes(self.state) >> flight.to & 1 else 0.0
        return (
            (3 + storm) * better
            + storm
            + beach
            + 0.3 * abs(after.defenders_lose - before.defenders_lose)
            + cover
            - 0.1
            - self._flak(flight.to, theirs)
        )

    def _flak(self, hex_: int, theirs: Sequence[int]) -> float:
        """What anti-aircraft fire is likely to cost; nobody asks on the last day, where the goals are."""
        if self._goal is None or (hex_ == self._goal and self.ground.is_last_turn(self.state)):
            return 0.0
        return FLAK * sum(self._value(block) for block in theirs if self.rules.units.is_ground[block]) / 6

    def _can_fight_in_the_air(self, block: int) -> bool:
        return self.rules.fire.lowest(self.state, FireContext(0, 1, True), AIR_TO_AIR, block) < 7

    def _base_worth(self, block: int, hex_: int) -> float:
        """Airfields from which the only goal is in range, else near the enemy, though not beside him."""
        if hex_ not in self._distance:
            self._distance[hex_] = self.ground.hexes_to(hex_, self.state.occupied[1 - self.side], 16, least=1)
        distance = self._distance[hex_]
        if self._post is not None:
            return self._watch(self._post, block, hex_, distance)
        unsafe = SAFE_PENALTY if distance <= SAFE else 0.0
        if self._goal is None:
            return -float(distance) - unsafe
        far = self.ground.hexes_to(self._goal, 1 << hex_, FAR_AWAY)
        reach = self.rules.air.range_of(self.state, block)
        return -float(max(far, reach // 2)) + (IN_RANGE if far <= reach else 0.0) - unsafe / 2

    def _watch(self, post: int, block: int, hex_: int, distance: int) -> float:
        """Airfields from which what must be kept can be covered, far from the enemy but for the place itself."""
        if hex_ == post:
            return WATCH + SAFE_PENALTY if self._can_fight_in_the_air(block) else 0.0
        far = self.ground.hexes_to(hex_, 1 << post, FAR_AWAY)
        in_range = far <= self.rules.air.range_of(self.state, block)
        return (WATCH if in_range else -float(far)) + min(distance, SAFE + 2)

    def land(self, legal: Sequence[Action]) -> Action:
        """Where to come down."""
        flights = [action for action in legal if isinstance(action, Fly)]
        return max(flights, key=lambda f: (self._base_worth(f.block, f.to), -f.block, -f.to), default=legal[0])
