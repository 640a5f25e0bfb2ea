"""Where production points go: to units that fight, those near the front first; destroyed ones come back where they are needed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from blockfront.ai.titles.blocks_in_the_east.ground import Ground
from blockfront.ai.titles.blocks_in_the_east.rail import Railwayman
from blockfront.ai.titles.blocks_in_the_east.weights import Weights
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Rebuild
from blockfront.games.blocks_series.data_model import COLOURS
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NEW, SeriesState
from blockfront.hexes.grid import HexSet

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
REBUILT: Final = 0.8  # a new block against a step of an old one
NEAR: Final = 12.0  # hexes within which the front matters
HOME: Final = 6  # hexes around the only place that must be kept
RIDES: Final = 5  # points kept for trains that bring its defenders
FARES: Final = 4  # points kept for trains where one place decides
NOWHERE: Final[Mapping[int, float]] = {}
ANYWHERE: Final = -1
BODIES: Final = 3.0  # a block that can bar the way to the only place that must be kept
FIGHTERS: Final = 2.0  # a step of those who can cover it
GARRISON: Final = 2.0  # a block that appears in a place worth keeping


class Quartermaster:
    """`fares` is what is kept for trains, `places` what new blocks are worth in particular places; steps are bought at `home`."""

    def __init__(
        self,
        rules: Rules,
        state: SeriesState,
        side: int,
        ground: Ground,
        fares: int = 0,
        places: Mapping[int, float] = NOWHERE,
        home: HexSet = ANYWHERE,
        post: int | None = None,
    ) -> None:
        self.rules, self.state, self.side, self.ground = rules, state, side, ground
        self.fares, self.places, self.home, self.post = fares, places, home, post

    def choose(self, legal: Sequence[Action]) -> Action:
        """The next purchase: most use for a point."""
        offers = [action for action in legal if isinstance(action, BuyStep | Rebuild) and self._is_at_home(action)]
        best = max(offers, key=lambda action: (self._use(action), -action.block), default=None)
        if best is not None and (self._purse() > self.fares or EndPhase() not in legal):
            return best
        return EndPhase() if EndPhase() in legal else legal[0]

    def _is_at_home(self, action: BuyStep | Rebuild) -> bool:
        hex_ = action.hex if isinstance(action, Rebuild) else self.state.location[action.block]
        new = isinstance(action, Rebuild) or self.state.flags[action.block] & NEW
        return bool(self.home >> hex_ & 1) or (self.post is not None and bool(new))

    def _purse(self) -> int:
        powers = [number for number, power in enumerate(self.rules.tables.powers) if power.side == self.side]
        return sum(self.state.pool[number * len(COLOURS)] for number in powers)

    def _use(self, action: BuyStep | Rebuild) -> float:
        block, units, state = action.block, self.rules.units, self.state
        if self.post is not None:
            return self._use_for_the_post(action)
        worth = KIND.get(units.type[block], 1.0)
        if isinstance(action, Rebuild):
            steps, hex_ = units.weakest[block], action.hex
            worth = worth * REBUILT + self.places.get(hex_, 0.0)
            if not self.ground.attacks:
                worth += GARRISON * self.ground.kept.get(hex_, 0.0) / 5
        else:
            steps, hex_ = state.steps[block] + 1, state.location[block]
        gained = units.value(block, steps) - (units.value(block, steps - 1) if isinstance(action, BuyStep) else 0)
        price = max(1, self.rules.production.price(block, steps))
        return worth * max(gained, 0.5) / price * (1.3 - self._distance(hex_) / NEAR / 2)

    def _use_for_the_post(self, action: BuyStep | Rebuild) -> float:
        """Whoever can stand in the way comes first, even with a single step; then fighters; then steps, the nearest first."""
        units, board, kind = self.rules.units, self.rules.board, self.rules.units.type[action.block]
        hex_ = action.hex if isinstance(action, Rebuild) else self.state.location[action.block]
        assert self.post is not None
        post = self.post
        near = 1 - next((far for far in range(int(NEAR)) if board.within(post, far) >> hex_ & 1), int(NEAR)) / NEAR
        if units.is_air[action.block]:
            return (FIGHTERS if kind == "fighter" else 0.0) + near / 2
        return near + (BODIES if isinstance(action, Rebuild) else 0.0)

    def _distance(self, hex_: int) -> float:
        board, enemy = self.rules.board, self.state.occupied[1 - self.side]
        return next((float(far) for far in range(1, int(NEAR)) if board.within(hex_, far) & enemy), NEAR)


def purchases(
    game: SeriesGame,
    state: SeriesState,
    side: Side,
    weights: Weights,
    places: Mapping[int, float] = NOWHERE,
    fares: int = FARES,
    home: HexSet = ANYWHERE,
) -> tuple[Action, ...]:
    """All purchases of a month, each tried on the state the ones before it have left."""
    after, ground = state.copy(), Ground(game.rules, state, side)
    post = ground.post() if weights.posts else None
    if post is not None:
        fares, home = RIDES, game.rules.board.within(post, HOME)
    if not ground.one_goal or (not ground.attacks and home == ANYWHERE):
        fares = 0
    kept = min(fares, Railwayman(game, state, side, weights, ground).wishes()) if fares else 0
    return one_by_one(game, after, side, Quartermaster(game.rules, after, side, ground, kept, places, home, post).choose)


def one_by_one(game: SeriesGame, state: SeriesState, side: Side, choose: Callable[[list[Action]], Action]) -> tuple[Action, ...]:
    """Decisions of one phase, each carried out before the next."""
    found: list[Action] = []
    frames = len(state.frames)
    while not found or not isinstance(found[-1], EndPhase):
        found.append(choose(list(game.legal(state, side))))
        if not isinstance(found[-1], EndPhase):
            game.apply(state, found[-1], side)
            if len(state.frames) != frames or side not in game.to_act(state):
                break
    return tuple(found)
