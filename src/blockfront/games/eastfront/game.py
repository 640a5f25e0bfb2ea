"""EastFront as a game of the platform."""

from collections.abc import Sequence
from importlib import resources

from blockfront.blocks.months import month_text
from blockfront.core.actions import Action
from blockfront.core.events import Event, plain
from blockfront.core.game import Result
from blockfront.core.messages import Messages
from blockfront.core.refusals import Refusal
from blockfront.core.secrecy import BLOCKS, Belongings
from blockfront.core.sentences import Word
from blockfront.core.sides import Side
from blockfront.core.stack_game import StackGame
from blockfront.games.eastfront import actions, events
from blockfront.games.eastfront.events import WeatherSet
from blockfront.games.eastfront.loading.regions import COUNTRIES
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.sequence import steps
from blockfront.games.eastfront.standing_orders import standing_answer
from blockfront.games.eastfront.state import PHASES, SIDES, WEATHERS, EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep
from blockfront.games.eastfront.steps.battle import BattleRound
from blockfront.games.eastfront.steps.calendar import Calendar
from blockfront.games.eastfront.steps.combat import AssignStrikes, ChooseBattles
from blockfront.games.eastfront.steps.movement import MovementPhase
from blockfront.games.eastfront.steps.plains import PlainGuard
from blockfront.games.eastfront.title import TITLE
from blockfront.games.eastfront.view import EastFrontView, ViewBuilder, empty_state
from blockfront.hexes.hexset import members

MODE_NAMES = {
    "land": "on land",
    "rail": "by rail",
    "naval": "by sea",
    "drop": "by parachute",
    "deploy": "deployed",
    "mobilise": "mobilised",
    "plain": "beyond the edge",
}  # how a unit moved


class EastFront(ViewBuilder, StackGame[EastFrontState, EastFrontView]):
    title = TITLE
    state_type = EastFrontState
    view_type = EastFrontView
    actions = actions.ALL_ACTIONS
    events = events.ALL_EVENTS

    def __init__(self, scenario: str, options: frozenset[str]) -> None:
        ViewBuilder.__init__(self, Rules(scenario, options))
        messages = Messages(resources.files("blockfront.games.eastfront") / "data" / "messages.toml", self._words())
        StackGame.__init__(self, scenario, options, steps(self.rules), messages)
        by_class = {type(step): step.number for step in self.stack.steps}
        self.rules.secret_steps = frozenset((by_class[AssignStrikes], by_class[ChooseBattles]))
        self.rules.shown_movement = (by_class[MovementPhase], MovementPhase.SHOW)
        self.rules.battle_round = by_class[BattleRound]
        self.rules.between_phases = frozenset((by_class[PlainGuard],))
        self._calendar = by_class[Calendar]

    def new_state(self) -> EastFrontState:
        state = empty_state(self.rules)
        state.frames.append((self._calendar, Calendar.DEPLOY))
        return state

    def belongings(self, side: Side) -> Belongings:
        return {BLOCKS: self.order.side_masks[side], SIDES: 1 << side} if side >= 0 else {}

    def result(self, state: EastFrontState) -> Result | None:
        return self.rules.victory.result(state) if state.outcome and not state.frames else None

    def player_turn(self, state: EastFrontState) -> int:
        return state.turn

    def standing_answer(self, state: EastFrontState, side: Side, orders: frozenset[str]) -> Action | None:
        top = self.stack.top(state)
        if top is None or side not in top[0].to_act(state, top[1]) or not isinstance(top[0], EastFrontStep):
            return None
        return standing_answer(self.rules, state, top[0], top[0].legal(state, top[1], side), orders)

    def event_text(self, event: Event) -> str:
        """The text of an event. It mentions the weather of the West Front only where it differs."""
        if isinstance(event, WeatherSet):
            return self.messages.text("events", "weather", plain(event) | {"differs": event.weather != event.west_weather})
        return super().event_text(event)

    def _words(self) -> dict[str, Word]:
        board, blocks = self.rules.board, self.rules.order.blocks
        names = {hex_: board.name(hex_) for hex_ in members(board.grid.cells)}
        return {
            "hex": lambda hex_: names.get(hex_, "off the map"),
            "block": lambda block: blocks[block].name,
            "hexes": lambda hexes: ", ".join(names[hex_] for hex_ in hexes),
            "blocks": lambda given: ", ".join(blocks[block].name for block in given),
            "side": lambda side: TITLE.sides[side].capitalize(),
            "phase": lambda phase: PHASES[phase].replace("_", " "),
            "weather": lambda weather: WEATHERS[weather],
            "month": month_text,
            "nation": lambda nation: COUNTRIES[nation].capitalize(),
            "fire": lambda kind: "air strike" if kind == "air" else f"{kind} fire",
            "mode": lambda mode: str(MODE_NAMES.get(mode, mode)),
            "problems": self._list_problems,
        }

    def _list_problems(self, problems: Sequence[Refusal]) -> str:
        """Every rule that a deployment breaks, each with its clause."""
        return " ".join(f"{self.refusal_text(problem)} [{problem.clause}]" for problem in problems)


def make(scenario: str, options: frozenset[str]) -> EastFront:
    return EastFront(scenario, options)
