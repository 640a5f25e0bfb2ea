"""Every title and scenario as an OpenSpiel game: importing this module registers `blockfront`.

    import pyspiel
    import blockfront.sim.open_spiel_game

    game = pyspiel.load_game("blockfront(title=eastfront,scenario=edelweiss)")

Chance is explicit: dice fall one after the other, six outcomes each; where hidden blocks are mixed, one of MIXES orders is drawn.
A player's action is an index into the legal list; longer lists come in pages as in `sim.seats`. Sides that decide at the same time are
asked one after the other and learn nothing of each other's answer. Observations are those of `sim.observations`, as one vector.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel

from blockfront.core.actions import Action, Deal, Roll
from blockfront.core.chance import Dice, Shuffle
from blockfront.core.description import describe
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.sim.observations import Encoder

NAME: Final = "blockfront"
MIXES: Final = 64
LONGEST: Final = 100_000  # limit on the decisions of a game, page turns included: far more than a game takes
MOST_CHANCE: Final = 1_000_000
DEFAULTS: Final = {"title": "proving_ground", "scenario": "border_incident", "options": "", "max_actions": 512}

TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Block wargames",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class Engine:
    """A game of the catalogue that can be pickled, because OpenSpiel pickles states with everything they hold.

    Every new OpenSpiel state starts from a copy of one first position, so that the game is set up only once.
    """

    def __init__(self, title: str, scenario: str, options: frozenset[str] | None) -> None:
        self.settings = (title, scenario, options)
        self.game: Any = catalogue.game(title, scenario, options)
        self._first: Any = self.game.setup()

    def first_position(self) -> Any:
        return self._first.copy()

    def __deepcopy__(self, memo: Any) -> "Engine":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return engine_of, self.settings


@cache
def engine_of(title: str, scenario: str, options: frozenset[str] | None) -> Engine:
    """Returns the engine of a scenario, made once for equal settings."""
    return Engine(title, scenario, options)


class Offered(tuple[Action, ...]):
    """The choices of a decision. Actions never change, so copies of a state share them."""

    def __deepcopy__(self, memo: Any) -> "Offered":
        return self


class BlockfrontGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A scenario of a title. `options` are separated by spaces; an empty text means the title's defaults."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.max_actions = int(given["max_actions"])
        if self.max_actions < 2:
            raise ValueError(f"max_actions must be at least 2, not {self.max_actions}")
        options = frozenset(str(given["options"]).split()) if given["options"] else None
        self.engine = engine_of(str(given["title"]), str(given["scenario"]), options)
        self.encoder = Encoder(self.engine.game)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.max_actions,
            max_chance_outcomes=MIXES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> "BlockfrontState":
        return BlockfrontState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "BlockfrontObserver":
        if params:
            raise ValueError(f"observations take no parameters; given were {params}")
        return BlockfrontObserver(self)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_CHANCE


class BlockfrontState(pyspiel.State):  # type: ignore[misc]
    """A position; each die of a throw is a separate chance node."""

    def __init__(self, game: BlockfrontGame) -> None:
        super().__init__(game)
        self._engine = game.engine
        self._most = game.max_actions
        self.position: Any = self._engine.first_position()
        self._thrown: list[int] = []
        self._page = 0
        self._offered: Offered | None = None
        self._skip_empty_throws()

    # ---- whose decision it is

    def current_player(self) -> int:
        if self._engine.game.result(self.position) is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        side = min(self._engine.game.to_act(self.position))
        return int(pyspiel.PlayerId.CHANCE if side == CHANCE else side)

    def is_terminal(self) -> bool:
        return self._engine.game.result(self.position) is not None

    def returns(self) -> list[float]:
        result = self._engine.game.result(self.position)
        if result is None or result.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if result.winner == 0 else [-1.0, 1.0]

    # ---- what can be chosen

    def _legal_actions(self, player: int) -> list[int]:
        offered = self.offered(player)
        return list(range(len(self._open_page(offered)) + (len(offered) > self._most)))

    def offered(self, player: int) -> Offered:
        """Returns all choices of the player who has to decide."""
        if self._offered is None:
            self._offered = Offered(self._engine.game.legal(self.position, Side(player)))
        return self._offered

    def _open_page(self, offered: Sequence[Action]) -> Sequence[Action]:
        if len(offered) <= self._most:
            return offered
        size = self._most - 1
        return offered[self._page * size :][:size]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        pending = self._engine.game.chance(self.position)
        number = pending.faces if isinstance(pending, Dice) else MIXES
        return [(outcome, 1.0 / number) for outcome in range(number)]

    # ---- going on

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._throw(action)
        else:
            self._choose(self.current_player(), action)
        self._skip_empty_throws()

    def _throw(self, outcome: int) -> None:
        pending = self._engine.game.chance(self.position)
        if isinstance(pending, Shuffle):
            self._go_on(Deal(outcome), CHANCE)
            return
        self._thrown.append(outcome + 1)
        if len(self._thrown) == pending.count:
            self._go_on(Roll(tuple(self._thrown)), CHANCE)

    def _choose(self, player: int, index: int) -> None:
        offered = self.offered(player)
        page = self._open_page(offered)
        if index < len(page):
            self._go_on(page[index], Side(player))
        else:
            self._page = (self._page + 1) % -(-len(offered) // (self._most - 1))

    def _go_on(self, action: Action, side: Side) -> None:
        self._engine.game.apply(self.position, action, side)
        self._thrown, self._page, self._offered = [], 0, None

    def _skip_empty_throws(self) -> None:
        """Carries out throws of no dice, which are not chance nodes."""
        while self.is_chance_node():
            pending = self._engine.game.chance(self.position)
            if not isinstance(pending, Dice) or pending.count:
                return
            self._go_on(Roll(()), CHANCE)

    # ---- words

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{action + 1}" if isinstance(self._engine.game.chance(self.position), Dice) else f"mix {action}"
        offered = self.offered(player)
        page = self._open_page(offered)
        if action >= len(page):
            return "further choices"
        return f"{action}: {self._engine.game.action_text(page[action])}"

    def __str__(self) -> str:
        thrown = f"\nthrown so far: {' '.join(map(str, self._thrown))}" if self._thrown else ""
        return describe(self._engine.game, self.position, choices=self._choices) + thrown

    def _choices(self, side: Side) -> Collection[Action]:
        mine = side == self.current_player()
        found: Collection[Action] = self.offered(side) if mine else self._engine.game.legal(self.position, side)
        return found


class BlockfrontObserver:
    """What a side sees, from its own view only: planes and facts in one vector."""

    def __init__(self, game: BlockfrontGame) -> None:
        self._game = game
        shape = game.encoder.shape
        planes = int(np.prod(shape))
        self.tensor = np.zeros(planes + len(game.encoder.facts), np.float32)
        self.dict = {"planes": self.tensor[:planes].reshape(shape), "facts": self.tensor[planes:]}

    def set_from(self, state: BlockfrontState, player: int) -> None:
        planes, facts = self._game.encoder.encode(self._game.engine.game.view(state.position, Side(player)))
        self.dict["planes"][:] = planes
        self.dict["facts"][:] = facts

    def string_from(self, state: BlockfrontState, player: int) -> str:
        return repr(self._game.engine.game.view(state.position, Side(player)))


pyspiel.register_game(TYPE, BlockfrontGame)
