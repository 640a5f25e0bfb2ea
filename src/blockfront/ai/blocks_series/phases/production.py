"""Spends production points: on fighting units near the front first; destroyed units return where they are needed."""

from collections.abc import Callable, Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.phases.partisans import best_place
from blockfront.ai.blocks_series.phases.rail import Railwayman
from blockfront.ai.blocks_series.planning.barges import fighters_decide, put_by
from blockfront.blocks.block_state import NOT_IN_PLAY
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Rebuild, Reinforce
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NEW, SeriesState

KIND: Final = {
    "tank": 1.4,
    "tankette": 1.1,
    "artillery": 1.2,
    "armour_hq": 1.5,
    "air_hq": 0.9,
    "fighter": 0.7,
    "bomber": 0.8,
    "static": 0.4,
}
REBUILT: Final = 0.8  # worth of a rebuilt block beside a step of an existing one
VOLUNTEERS: Final = 0.3  # worth of a block that was never in play: units that land or fight need the points first
NEAR: Final = 12.0  # hexes up to which the distance to the front matters
HOME: Final = 6  # hexes around the only place that must be kept in which steps are bought
RIDES: Final = 5  # points kept for trains that bring defenders of that place
FARES: Final = 4  # points kept for trains by an attacker with one goal
BODIES: Final = 3.0  # worth of a block that can bar the way to the only place that must be kept
FIGHTERS: Final = 2.0  # worth of a step of aircraft that can cover it
STORMS: Final = 0.6  # nearness from which a unit can attack there in this turn
COVER: Final = 5.0  # factor on fighters where they decide whether an invasion can sail
GARRISON: Final = 2.0  # worth of a block that appears in a place worth keeping


class Quartermaster:
    """Buys what is most useful for its price, keeping `fares` points for trains or barges."""

    def __init__(self, rules: Rules, state: SeriesState, side: int, ground: Ground, fares: int = 0) -> None:
        self.rules, self.state, self.side, self.ground, self.fares = rules, state, side, ground, fares

    def choose(self, legal: Sequence[Action]) -> Action:
        """Places free arrivals first, then makes the most useful purchase per point while points are left to spend."""
        rising = best_place(self.rules, self.state, self.side, legal)
        if rising is not None:
            return rising
        arrivals = [action for action in legal if isinstance(action, Reinforce)]
        if arrivals:
            return min(arrivals, key=lambda action: (self._distance(action.hex), action.block, action.hex))
        uses = {action: self.use(action) for action in legal if isinstance(action, BuyStep | Rebuild)}
        best = max((action for action in uses if uses[action] > 0), key=lambda action: (uses[action], -action.block), default=None)
        if best is not None and (self._points_left() > self.fares or EndPhase() not in legal):
            return best
        return EndPhase() if EndPhase() in legal else legal[0]

    def _points_left(self) -> int:
        powers = [number for number, power in enumerate(self.rules.tables.powers) if power.side == self.side]
        return sum(self.state.pool[number * len(COLOURS)] for number in powers)

    def use(self, action: BuyStep | Rebuild) -> float:
        """Rates how useful a purchase is for its price."""
        block, units, state = action.block, self.rules.units, self.state
        worth = KIND.get(units.type[block], 1.0)
        if units.is_fighter[block] and (fighters_decide(self.rules, self.side) or fighters_decide(self.rules, 1 - self.side)):
            worth *= COVER
        if isinstance(action, Rebuild):
            steps, hex_ = units.weakest[block], action.hex
            worth = worth * (self._use_of_volunteers(block, hex_) if state.location[block] == NOT_IN_PLAY else REBUILT)
            if not self.ground.attacks:
                worth += GARRISON * self.ground.kept.get(hex_, 0.0) / 5
        else:
            steps, hex_ = state.steps[block] + 1, state.location[block]
        gained = units.value(block, steps) - (units.value(block, steps - 1) if isinstance(action, BuyStep) else 0)
        price = max(1, self.rules.production.price(block, steps))
        return worth * max(gained, 0.5) / price * (1.3 - self._distance(hex_) / NEAR / 2)

    def _use_of_volunteers(self, block: int, hex_: int) -> float:
        """Rates units that were never in play: useless where they would take the room of others, who may wait there to land."""
        if self.rules.units.is_work[block]:
            return REBUILT
        return VOLUNTEERS if self.rules.definitions.room_for(self.state, block) >> hex_ & 1 else 0.0

    def _distance(self, hex_: int) -> float:
        return float(self.ground.hexes_to(hex_, self.state.occupied[1 - self.side], int(NEAR), least=1))


class Warden(Quartermaster):
    """A quartermaster who buys only for the defence of one place."""

    def __init__(self, rules: Rules, state: SeriesState, side: int, ground: Ground, fares: int, post: int) -> None:
        super().__init__(rules, state, side, ground, fares)
        self.post = post

    def _for_the_storm(self, action: BuyStep | Rebuild) -> float:
        """Rates a purchase for retaking the lost place on the last day: bombers, and steps of units near enough to attack."""
        units, state = self.rules.units, self.state
        if units.is_air[action.block]:
            return FIGHTERS if units.type[action.block] == "bomber" else 0.0
        if isinstance(action, Rebuild):
            return 0.0
        near = 1.1 - self.ground.hexes_to(self.post, 1 << state.location[action.block], int(NEAR)) / NEAR
        return near + (BODIES if units.is_combat[action.block] and near > STORMS else 0.0)

    def use(self, action: BuyStep | Rebuild) -> float:
        """Rates new units that can stand in the way highest, then fighters, then steps of the nearest units."""
        units, flags = self.rules.units, self.state.flags
        if self.post in self.ground.wanted and self.ground.is_last_turn(self.state):
            return self._for_the_storm(action)
        hex_ = action.hex if isinstance(action, Rebuild) else self.state.location[action.block]
        far = self.ground.hexes_to(self.post, 1 << hex_, int(NEAR))
        if isinstance(action, BuyStep) and far > HOME and not flags[action.block] & NEW:
            return 0.0
        near = 1.1 - far / NEAR
        if units.is_air[action.block]:
            return near / 2 + (FIGHTERS if units.type[action.block] == "fighter" else 0.0)
        return near + (BODIES if isinstance(action, Rebuild) else 0.0)


def purchases(game: SeriesGame, state: SeriesState, side: Side, weights: Weights, fares: int = FARES) -> tuple[Action, ...]:
    """Returns all purchases of a month, each chosen in the state that the earlier ones leave."""
    after, ground = state.copy(), Ground(game.rules, state, side)
    post = ground.post() if weights.posts else None
    if post is not None:
        fares = RIDES
    elif not ground.one_goal or not ground.attacks:
        fares = 0
    kept = min(fares, Railwayman(game, state, side, weights, ground).wishes()) if fares else 0
    if weights.fares and post is None and not ground.attacks:
        kept = min(weights.fares, Railwayman(game, state, side, weights, ground).fugitives())
    kept += put_by(game.rules, state, side)
    if post is not None:
        return one_by_one(game, after, side, Warden(game.rules, after, side, ground, kept, post).choose)
    return one_by_one(game, after, side, Quartermaster(game.rules, after, side, ground, kept).choose)


def one_by_one(game: SeriesGame, state: SeriesState, side: Side, choose: Callable[[list[Action]], Action]) -> tuple[Action, ...]:
    """Makes the decisions of one phase, carrying out each in `state` before the next."""
    found: list[Action] = []
    frames = len(state.frames)
    while not found or not isinstance(found[-1], EndPhase):
        found.append(choose(list(game.legal(state, side))))
        if not isinstance(found[-1], EndPhase):
            game.apply(state, found[-1], side)
            if len(state.frames) != frames or side not in game.to_act(state):
                break
    return tuple(found)
