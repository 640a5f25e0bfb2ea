"""The engine of a Blocks game on the platform; a title provides its facts."""

from collections.abc import Sequence
from importlib import resources

import msgspec

from blockfront.blocks.months import month_text
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.game import Prompt, Result
from blockfront.core.messages import Messages
from blockfront.core.refusals import Refusal
from blockfront.core.secrecy import BLOCKS, Belongings
from blockfront.core.sentences import Word
from blockfront.core.sides import Side
from blockfront.core.stack_game import StackGame
from blockfront.core.teams import Division
from blockfront.games.blocks_series import actions, events
from blockfront.games.blocks_series.first_state import empty_state
from blockfront.games.blocks_series.loading.data_model import CENTRES, COLOURS, FIELDS, MOVABLE_FACTORIES, ROUTES, WEATHERS
from blockfront.games.blocks_series.power_actions import ChoosePlan
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import CHARGE_NAMES
from blockfront.games.blocks_series.rules.ch13_headquarters import ORDER_NAMES
from blockfront.games.blocks_series.ruleset import Rules, SeriesFacts
from blockfront.games.blocks_series.sequence import steps
from blockfront.games.blocks_series.standing_orders import standing_answer
from blockfront.games.blocks_series.state import NO_BLOCK, NO_HEX, PHASES, POINTS, POWERS, SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.games.blocks_series.view import SeriesView, ViewBuilder
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

PLAN_LETTERS = "ABC"

TEAM_LINE = "green_line"  # parts the players of a side
HALVES = ("north", "south")
BOXES_OF_HALVES = (("narvik", "tromso", "petsamo", "murmansk"), ("krasnovodsk",))
PLANT_NAMES = ("armour factory", "aircraft factory", "hydrogenation plant")
SIDE_NAMES = {"allies": "Allied"}  # as they stand before "side", "moves" or "blocks"


def price_in_words(points: Sequence[int]) -> str:
    """Points by colour: 1 yellow and 1 black."""
    return " and ".join(f"{number} {COLOURS[colour]}" for colour, number in enumerate(points) if number) or "production points"


class SeriesGame(ViewBuilder, StackGame[SeriesState, SeriesView]):
    state_type = SeriesState
    view_type = SeriesView
    actions = actions.ALL_ACTIONS
    events = events.ALL_EVENTS

    def __init__(self, facts: SeriesFacts, scenario: str, options: frozenset[str]) -> None:
        ViewBuilder.__init__(self, Rules(facts, scenario, options))
        messages = Messages(resources.files("blockfront.games.blocks_series") / "data" / "messages.toml", self._words())
        StackGame.__init__(self, scenario, options, steps(self.rules), messages)
        self._calendar = next(step.number for step in self.stack.steps if type(step) is Calendar)
        self._halves = self._parted_map()
        self._belongings = [self._belongings_of(side) for side in range(len(self.order.of_side))]

    def new_state(self) -> SeriesState:
        state = empty_state(self.rules)
        state.frames.append((self._calendar, Calendar.SET_UP))
        return state

    def belongings(self, side: Side) -> Belongings:
        """Empty if faces are open: then everybody sees what a side does to its units."""
        return self._belongings[side] if side >= 0 and not self.rules.definitions.faces_are_open() else {}

    def _belongings_of(self, side: int) -> Belongings:
        powers = mask_of(number for number, power in enumerate(self.rules.tables.powers) if power.side == side)
        points = mask_of(power * len(COLOURS) + colour for power in members(powers) for colour in range(len(COLOURS)))
        return {BLOCKS: self.order.side_masks[side], POWERS: powers, POINTS: points}

    def result(self, state: SeriesState) -> Result | None:
        return self.rules.victory.result(state) if state.outcome and not state.frames else None

    def why_not(self, state: SeriesState, action: Action, side: Side) -> Refusal | None:
        refusal = super().why_not(state, action, side)
        return None if refusal is None else msgspec.structs.replace(refusal, clause=self.rules.cite(refusal.clause))

    def prompt(self, state: SeriesState, side: Side) -> Prompt:
        prompt = super().prompt(state, side)
        return msgspec.structs.replace(prompt, clause=self.rules.cite(prompt.clause))

    def action_text(self, action: Action) -> str:
        """As in the base class, but a plan has the name its scenario gives it."""
        if isinstance(action, ChoosePlan) and 0 <= action.choice < len(self.rules.scenario.choices):
            choice = self.rules.scenario.choices[action.choice]
            if 0 <= action.option < len(choice.options):
                return f"{self.rules.tables.powers[choice.power].name}: {choice.options[action.option].name}"
        return super().action_text(action)

    def player_turn(self, state: SeriesState) -> int:
        return state.turn

    # ---- teams

    def _parted_map(self) -> tuple[HexSet, ...]:
        """The map north and south of the line that separates the players of a side; distant boxes belong to both."""
        board = self.rules.board
        if TEAM_LINE not in board.map.lines:
            return ()
        north, boxes = board.map.west_mask(TEAM_LINE), {name: board.box(name) for name in board.box_hexes}
        return tuple(
            land | sum(boxes[name] for name in names if name in boxes)
            for land, names in zip((north, board.map.land_mask & ~north), BOXES_OF_HALVES, strict=True)
        )

    @rule("BE-38.1a")
    @rule("BW-38.1a", "BW-R2")
    def divisions(self, side: Side) -> tuple[Division, ...]:
        """A side can be divided by powers, and into north and south if the map has a line for it."""
        powers = tuple(power.id for power in self.rules.tables.powers if power.side == side)
        return (*((HALVES,) if self._halves else ()), powers)

    @rule("BE-38.1a", "BE-38.1b")
    @rule("BW-38.1a", "BW-38.1b")
    def concerned(self, state: SeriesState, action: Action, side: Side) -> frozenset[str]:
        """The unit's power, and the half of the map it is or appears in; a unit that crosses the line changes commander at once."""
        block = getattr(action, "block", getattr(action, "hq", NO_BLOCK))
        power = self.rules.units.power[block] if 0 <= block < len(self.order) else getattr(action, "power", NO_BLOCK)
        found = {self.rules.tables.powers[power].id} if 0 <= power < len(self.rules.tables.powers) else set()
        place = state.location[block] if 0 <= block < len(self.order) else NO_HEX
        if place < 0:
            place = getattr(action, "hex", NO_HEX)
        if place >= 0 and found:
            found |= {half for half, hexes in zip(HALVES, self._halves, strict=False) if hexes >> place & 1}
        return frozenset(found)

    def ends(self, action: Action) -> bool:
        return isinstance(action, actions.EndPhase)

    def standing_answer(self, state: SeriesState, side: Side, orders: frozenset[str]) -> Action | None:
        top = self.stack.top(state)
        if top is None or side not in top[0].to_act(state, top[1]) or not isinstance(top[0], SeriesStep):
            return None
        return standing_answer(self.rules, top[0], top[0].legal(state, top[1], side), orders, side)

    def _words(self) -> dict[str, Word]:
        board, powers = self.rules.board, self.rules.tables.powers
        called = self.rules.order.called({power.id: power.name for power in powers})
        return {
            "hex": lambda hex_: board.name(hex_) if 0 <= hex_ < board.size else "off the map",
            "block": lambda block: called[block],
            "unit": lambda block: called[block] if block >= 0 else "",
            "order": lambda kind: ORDER_NAMES[kind],
            "side": lambda side: SIDE_NAMES.get(self.rules.sides[side], self.rules.sides[side].capitalize()),
            "phase": lambda phase: PHASES[phase].replace("_", " "),
            "month": month_text,
            "weather": lambda weather: WEATHERS[weather].replace("_", " "),
            "work": lambda work: self.rules.scenario.works[work].name,
            "power": lambda power: powers[power].name,
            "step": lambda step: step.replace("_", "-"),
            "field": lambda field: FIELDS[field],
            "route": lambda route: ROUTES[route],
            "centre": lambda kind: CENTRES[kind],
            "plant": lambda kind: PLANT_NAMES[kind],
            "factory": lambda kind: MOVABLE_FACTORIES[kind],
            "charge": lambda kinds: CHARGE_NAMES[kinds],
            "problems": self._list_problems,
            "points": _points_text,
            "places": self._list_places,
            "choice": lambda choice: powers[self.rules.scenario.choices[choice].power].name,
            "plan": lambda option: f"plan {PLAN_LETTERS[option]}",
            "plans": self._list_plans,
            "price": price_in_words,
            "yes": lambda granted: "granted" if granted else "refused",
        }

    def _list_places(self, hexes: Sequence[int]) -> str:
        """The named places among hexes, or how many there are."""
        board = self.rules.board
        named = [board.name(hex_) for hex_ in hexes if not board.name(hex_).isdigit()]
        more = len(hexes) - len(named)
        counted = [f"{more} {'hex' if more == 1 else 'hexes'}"] if more else []
        return ", ".join([*named, *counted]) or "none"

    def _list_plans(self, plans: Sequence[int]) -> str:
        """The name of every plan, with the power that chose it."""
        chosen = zip(self.rules.scenario.choices, plans, strict=True)
        return ", ".join(f"{self.rules.tables.powers[choice.power].name} {choice.options[plan].name}" for choice, plan in chosen)

    def _list_problems(self, problems: Sequence[Refusal]) -> str:
        """Every broken rule of a deployment, each with its clause."""
        return " ".join(f"{self.refusal_text(problem)} [{self.rules.cite(problem.clause)}]" for problem in problems[:8])


def _points_text(points: Sequence[int]) -> str:
    """Points of several colours, without those that are zero."""
    return ", ".join(f"{number} {colour}" for number, colour in zip(points, COLOURS, strict=False) if number) or "none"
