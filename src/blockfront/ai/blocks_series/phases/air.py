"""What aircraft do: fly to battles where they make a difference, otherwise to airfields near the front."""

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimator
from blockfront.ai.blocks_series.evaluation.exact import fought_out
from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.planning.places import PLENTY, Places
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import Command, EndPhase, Fly, Scout
from blockfront.games.blocks_series.options.ch19_reconnaissance import SUCCEEDS_TO, ScoutedFire, ScoutingHeadquarters
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, FireContext
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

LEAST: Final = 0.25  # least gain for which a mission is flown
OUT_OF_REACH: Final = 2.0  # worth of flying away from an airfield that enemies could walk into
UNLIKELY: Final = 0.03  # chance of enemies coming up to which aircraft stay
BASE_GAIN: Final = 2.0  # hexes nearer to the enemy from which a transfer is worthwhile
TRANSFER: Final = 10.0  # hexes nearer to the enemy that are worth one point of gain
NEARER: Final = 6.0  # the same for hexes nearer to the only goal
STORM: Final = 4.0  # worth of joining the battle for a goal
SAFE: Final = 2  # hexes within which the enemy makes an airfield unsafe
SAFE_PENALTY: Final = 8.0
FLAK: Final = 0.3  # cost of a step of aircraft that will be missed when the goal is stormed
IN_RANGE: Final = 4.0  # worth, in hexes, of being in range of the goal
FAR_AWAY: Final = 30
BEACH: Final = 0.3  # worth of a step of aircraft over a landing for either side: everything depends on its first rounds
A_PLACE: Final = 8.0  # cost, in hexes, of an airfield where aircraft take a corps's place in a port
JOINS: Final = 0.4  # worth of an aircraft over an attack in which it seems to make no difference
COVER: Final = 5.0  # worth of a fighter over the place that must be kept
WATCH: Final = 10.0  # worth of an airfield from which fighters reach that place


class AirMarshal:
    """Decides where aircraft fly."""

    def __init__(
        self, rules: Rules, state: SeriesState, side: int, ground: Ground, weights: Weights, exposure: Exposure | None = None
    ) -> None:
        self.rules, self.state, self.side, self.ground = rules, state, side, ground
        self.estimator = Estimator(rules, state)
        self._distance: dict[int, int] = {}
        self._goal = next(iter(ground.wanted)) if ground.attacks and ground.one_goal and ground.wanted else None
        self._post = ground.post() if weights.posts else None
        self._prudent = bool(weights.exposed)
        self._exposure = exposure or Exposure(rules, state, side)
        self._places = Places(rules, state, side, ground)

    def choose(self, legal: Sequence[Action]) -> Action:
        """Returns the best flight that is worth making, then a command that helps, then reconnaissance, otherwise the end of the phase."""
        commands = [action for action in legal if isinstance(action, Command)]
        flights = [action for action in legal if isinstance(action, Fly)]
        if commands and self.state.landings and self.state.active == self.side:
            flights = [flight for flight in flights if self.state.occupied[1 - self.side] >> flight.to & 1]  # no aircraft leaves a landing
        worth = {flight: self._worth(flight) for flight in flights}
        best = max(flights, key=lambda f: (worth[f], -f.block, -f.to), default=None)
        if best is not None and (worth[best] > LEAST or EndPhase() not in legal):
            return best
        if commands and self.state.battles | self._fights():
            return min(commands, key=lambda c: (-self._value(c.block), c.hq, c.block))
        scouting = self._reconnaissance([action for action in legal if isinstance(action, Scout)])
        return scouting or (EndPhase() if EndPhase() in legal else legal[0])

    def _reconnaissance(self, flights: Sequence[Scout]) -> Action | None:
        """Returns the reconnaissance that helps most guns and aircraft to hit in their first round.

        Only staffs that are active anyway fly it: any other would lose a step for it.
        """
        headquarters = self.rules.headquarters
        if not isinstance(headquarters, ScoutingHeadquarters):
            return None
        worth: dict[Scout, float] = {}
        for flight in flights:
            chance = (SUCCEEDS_TO - headquarters.difficulty(self.state, flight.hq, flight.hex)) / 6
            if self.state.active_hqs >> flight.hq & 1 and self._fights() >> flight.hex & 1:
                worth[flight] = min(1.0, chance) * self._unaimed(flight.hex)
        best = max(worth, key=lambda flight: (worth[flight], -flight.hq, -flight.hex), default=None)
        return best if best is not None and worth[best] > 0.0 else None

    def _unaimed(self, hex_: int) -> int:
        """Adds up the strength of one's own guns and aircraft in a battle that suffer if the defenders are not scouted."""
        fire, units = self.rules.fire, self.rules.units
        aiming = [b for b in fire.units_at(self.state, hex_, self.side) if units.is_air[b] or units.is_artillery[b]]
        return sum(self._value(b) for b in aiming if isinstance(fire, ScoutedFire) and fire.needs_scouting(self.state, hex_, b))

    def _fights(self) -> int:
        return self.state.occupied[0] & self.state.occupied[1]

    def _value(self, block: int) -> int:
        return self.rules.units.value(block, self.state.steps[block])

    def _worth(self, flight: Fly) -> float:
        if self.state.occupied[1 - self.side] >> flight.to & 1:
            return self._mission(flight)
        if self._prudent and self._is_lost(flight.block, flight.to):
            return 0.0
        if self._prudent and self._is_lost(flight.block, self.state.location[flight.block]):
            return OUT_OF_REACH + self._base_worth(flight.block, flight.to) / FAR_AWAY
        gain = self._base_worth(flight.block, flight.to) - self._base_worth(flight.block, self.state.location[flight.block])
        return gain / (TRANSFER if self._goal is None else NEARER) if gain >= BASE_GAIN else 0.0

    def _is_lost(self, block: int, hex_: int) -> bool:
        """Says whether aircraft in a hex would be lost: enemies may walk in, and no other combat unit there would stop them."""
        mine = self.rules.fire.units_at(self.state, hex_, self.side)
        return not any(self.rules.units.is_combat[b] for b in mine if b != block) and self._exposure.chance(hex_) > UNLIKELY

    def _mission(self, flight: Fly) -> float:
        """Returns how much an aircraft improves a battle; nothing without own ground units in it."""
        fire, enemy = self.rules.fire, 1 - self.side
        mine = fire.units_at(self.state, flight.to, self.side)
        if not any(self.rules.units.is_ground[block] for block in mine):
            return 0.0
        if self._post is not None and self._can_fight_in_the_air(flight.block):
            return COVER if flight.to == self._post else 0.0
        theirs = fire.units_at(self.state, flight.to, enemy)
        attackers, defenders = (mine, theirs) if self.state.active == self.side else (theirs, mine)
        if self._storms_a_port(flight.to):
            before, after = (fought_out(self.rules, self.state, self.side, flight.to, {}, wings) for wings in ((), (flight.block,)))
        else:
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
            + self._idle(flight)
            + 0.3 * abs(after.defenders_lose - before.defenders_lose)
            + cover
            - 0.1
            - self._flak(flight.to, theirs)
        )

    def _idle(self, flight: Fly) -> float:
        """Rates joining any attack rather than none: quick estimates take battles for won that aircraft would really decide.

        This holds where parachutists are played, as in the short campaigns of the West; a place that counts comes first.
        """
        if self.state.active != self.side or not self.ground.attacks or not isinstance(self.rules.airborne, AirborneAssaults):
            return 0.0
        return JOINS + (0.1 * self._value(flight.block) if flight.to in self.ground.wanted else 0.0)

    def _storms_a_port(self, hex_: int) -> bool:
        """Says whether a port that the scenario counts is stormed: then exact odds are worked out, because much depends on it."""
        attacks = self.ground.attacks and self.state.active == self.side and self.rules.landings.is_played()
        return bool(attacks and hex_ in self.ground.wanted and self.rules.board.port_hexes >> hex_ & 1)

    def _flak(self, hex_: int, theirs: Sequence[int]) -> float:
        """Returns the likely cost of anti-aircraft fire; ignored over the goal on the last day, when nothing is saved for later."""
        if self._goal is None or (hex_ == self._goal and self.ground.is_last_turn(self.state)):
            return 0.0
        return FLAK * sum(self._value(block) for block in theirs if self.rules.units.is_ground[block]) / 6

    def _can_fight_in_the_air(self, block: int) -> bool:
        return self.rules.fire.lowest(self.state, FireContext(0, 1, True), AIR_TO_AIR, block) < 7

    def _base_worth(self, block: int, hex_: int) -> float:
        """Rates an airfield: in range of the only goal if there is one, otherwise near the enemy but not beside him.

        Overseas aircraft need a place in a port like everybody else, and leave it to those who cannot fight from afar.
        """
        return self._field(block, hex_) - (A_PLACE if self._takes_a_place(hex_) else 0.0)

    def _takes_a_place(self, hex_: int) -> bool:
        return self.ground.attacks and self.rules.landings.is_played() and self._places.left(hex_) < PLENTY

    def _field(self, block: int, hex_: int) -> float:
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
        """Rates an airfield by covering the place that must be kept from far away from the enemy; fighters may use the place itself."""
        if hex_ == post:
            return WATCH + SAFE_PENALTY if self._can_fight_in_the_air(block) else 0.0
        far = self.ground.hexes_to(hex_, 1 << post, FAR_AWAY)
        in_range = far <= self.rules.air.range_of(self.state, block)
        return (WATCH if in_range else -float(far)) + min(distance, SAFE + 2)

    def land(self, legal: Sequence[Action]) -> Action:
        """Chooses the airfield to land on."""
        flights = [action for action in legal if isinstance(action, Fly)]
        return max(flights, key=lambda f: (self._base_worth(f.block, f.to), -f.block, -f.to), default=legal[0])
