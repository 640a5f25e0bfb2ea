"""Section 7.3: the Production Phase of the active player."""

from blockfront.blocks import effects
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import ByUnit, Choices, Joined, Later, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.refusals import Refusal
from blockfront.core.sides import EVERYBODY, Side
from blockfront.games.blocks_series.actions import Build, BuyStep, Disband, EndPhase, Rebuild, Reinforce, Repair, Research
from blockfront.games.blocks_series.events import Bought, Delivered, Disbanded, Received, Shipped, Withdrawn
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.power_actions import PayWith, PlacePartisans
from blockfront.games.blocks_series.power_events import PurseChosen
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import DISBANDED, GONE, NEW, NO_BLOCK, SeriesState
from blockfront.games.blocks_series.steps.base import ActiveStep, ChanceStep, privately
from blockfront.games.blocks_series.steps.factories import FactorySite
from blockfront.games.blocks_series.steps.losses import remove
from blockfront.games.blocks_series.steps.showing import Showing

OFTEN, SELDOM, RARELY = 6.0, 1.0, 0.1  # how often a random player turns to a family of purchases
ONE_POINT = 1


class ProductionPhase(ActiveStep):
    """Frame: (number, stage)."""

    BEGIN, PRODUCING, END = range(3)
    clause = "BE-7.3b"
    resolves_itself = False

    @rule("BE-7.3a", "BE-7.3b", "BE-11.3a", "BE-16.2c")
    @rule("BW-7.3a", "BW-7.3c", "BW-7.3d")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.BEGIN:
            self._receive(state, events)
            self._call_away(state, events)
            self.set_frame(state, self.PRODUCING)
            for _ in range(self.rules.production.advance_factories(state, state.active)):
                self.call(state, FactorySite, 0)
            for number, power in enumerate(self.rules.tables.powers):
                if power.side == state.active and any(self.rules.production.at_risk(state, number)):
                    self.call(state, MineRoll, number)
            return False
        if frame[1] == self.PRODUCING:
            return True
        self._end(state, events)
        self.done(state)
        self.call(state, Showing, state.active)
        return False

    def _receive(self, state: SeriesState, events: list[Event]) -> None:
        state.placed.clear()
        state.spent_on.clear()
        state.overseas.clear()
        state.purses = 0
        self.rules.partisans.begin_production(state)
        self.rules.reinforcements.begin_production(state)
        state.studied = 0
        state.mended.clear()
        state.aid[:] = [0] * len(state.aid)
        for number, power in enumerate(self.rules.tables.powers):
            if power.side == state.active:
                points = self.rules.production.receive(state, number)
                if any(points):
                    events.append(Received(power=number, points=points))
                for route, (red, blue) in enumerate(self.rules.production.deliveries(state, number)):
                    if red or blue:
                        events.append(Delivered(power=number, route=route, red=red, blue=blue))

    @rule("BE-SLe", "BE-SLf", "BE-SBE9f", "BE-SBE9g")
    def _call_away(self, state: SeriesState, events: list[Event]) -> None:
        """Bring units that the calendar withdraws to full strength and remove them for good; exchange others for new ones."""
        calendar, side = self.rules.reinforcements, state.active
        leaving, exchanges = calendar.leaving(state, side), calendar.exchanges(state, side)
        if not leaving and not exchanges:
            return
        gone = [block for block in leaving if calendar.may_leave(state, block)]
        for block in gone:
            calendar.pay_to_fill(state, block)
            remove(self.rules, state, block)
            effects.put_aside(state, block, GONE)
        exchanged = [pair for pair in exchanges if calendar.may_exchange(state, pair[0])]
        for old, new in exchanged:
            hex_, steps = state.location[old], calendar.steps_after_exchange(state, old, new)
            remove(self.rules, state, old)
            effects.put_aside(state, old, GONE)
            effects.set_steps(state, new, steps)
            relocate(self.rules.units, state, new, hex_)
        events.append(Withdrawn(side=side, blocks=tuple(gone), exchanged=tuple(exchanged)))

    @rule("BE-7.3.4a", "BE-7.3.4b", "BE-7.3.4c")
    @rule("BW-7.3.4a", "BW-7.3.4b")
    def _end(self, state: SeriesState, events: list[Event]) -> None:
        """Disbanded units leave; each is worth a yellow point in the next Production Phase."""
        for block in self.rules.order.of_side[state.active]:
            if state.flags[block] & DISBANDED:
                events.append(Disbanded(block=block, hex=state.location[block]))
                remove(self.rules, state, block)
                state.due[self.rules.units.power[block] * len(COLOURS) + YELLOW] += self.rules.production.refund()
            state.flags[block] &= ~NEW
        state.placed.clear()
        self.rules.production.close(state, state.active)

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        production = self.rules.production
        obligations = production.obligations(state, side)
        if obligations:
            return Listed(obligations)
        calendar = self.rules.reinforcements
        offered: list[tuple[Choices, float]] = [
            (Listed((EndPhase(),)), SELDOM),
            (Later(BuyStep, lambda: production.steps(state, side)), OFTEN),
            (Later(Rebuild, lambda: ByUnit(production.destroyed(state, side), production.rebuilding(state), "block")), OFTEN),
            (Later(Action, lambda: Listed(production.projects(state, side))), OFTEN),
            (Later(Reinforce, lambda: ByUnit(calendar.due(state, side), lambda unit: calendar.arrivals(state, unit))), OFTEN),
            (Later(Disband, lambda: Listed(production.disbandable(state, side))), RARELY),
            (Later(Action, lambda: Listed(production.works(state, side))), SELDOM),
            (Later(PayWith, lambda: Listed(production.purse_choices(state, side))), RARELY),
        ]
        if self.rules.partisans.risings(state):
            offered.append((Later(PlacePartisans, lambda: Listed(self.rules.partisans.placements(state, side))), OFTEN))
        return Joined([family for family, _ in offered], [weight for _, weight in offered])

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, EndPhase):
            self.set_frame(state, self.END)
        elif isinstance(action, BuyStep):
            self._pay(state, action.block, state.steps[action.block] + 1, "step", events)
            effects.set_steps(state, action.block, state.steps[action.block] + 1)
            state.flags[action.block] |= NEW
        elif isinstance(action, Rebuild):
            self._rebuild(state, action, events)
        elif isinstance(action, Build):
            self.rules.production.begin_work(state, action, events)
            state.derived = {}
        elif isinstance(action, Reinforce):
            self._reinforce(state, action, events)
        elif isinstance(action, PayWith):
            self.rules.production.choose_purse(state, action)
            events.append(PurseChosen(power=action.power, own_first=action.own_first, seen_by=privately(side)))
        elif isinstance(action, PlacePartisans):
            self.rules.partisans.place(state, action, events)
            state.derived = {}
        elif isinstance(action, Disband):
            state.flags[action.block] |= DISBANDED
            self._tell(state, action.block, "disbanded", 0, events)
        else:
            self.rules.production.undertake(state, action, events)
            state.derived = {}
            if self.rules.production.arrived(state) >= 0:
                self.call(state, FactorySite, 0)

    @rule("BE-7.3d", "BE-R24", "BE-7.3.2c")
    @rule("BW-R87")
    def _rebuild(self, state: SeriesState, action: Rebuild, events: list[Event]) -> None:
        block, steps = action.block, self.rules.units.weakest[action.block]
        effects.set_steps(state, block, steps)
        relocate(self.rules.units, state, block, action.hex)
        self._pay(state, block, steps, "rebuilt", events)
        state.flags[block] = NEW
        state.placed.append(action.hex)

    @rule("BE-7.3.1g", "BE-7.3.3a")
    @rule("BW-7.3.3a")
    def _reinforce(self, state: SeriesState, action: Reinforce, events: list[Event]) -> None:
        """Place a reinforcement with its listed strength, without cost."""
        effects.set_steps(state, action.block, self.rules.reinforcements.steps(state, action.block))
        self.rules.reinforcements.note_arrival(state, action.block, action.hex)
        relocate(self.rules.units, state, action.block, action.hex)
        self._tell(state, action.block, "arrived", 0, events)
        state.flags[action.block] = NEW
        state.placed.append(action.hex)

    def _pay(self, state: SeriesState, block: int, steps: int, what: str, events: list[Event]) -> None:
        production = self.rules.production
        price = production.price_now(state, block, steps)
        points = production.points_taken(state, block, steps, price, state.location[block])
        production.pay_for(state, block, steps, price)
        self._tell(state, block, what, price, events, points)

    def _tell(
        self, state: SeriesState, block: int, what: str, cost: int, events: list[Event], points: tuple[int, ...] = ()
    ) -> None:
        """Tell a purchase to its owner alone; without fog everybody sees the steps of units on the map."""
        is_seen = what == "step" and self.rules.definitions.faces_are_open() and state.shown[block] >= 0
        seen_by = EVERYBODY if is_seen else privately(state.active)
        events.append(Bought(block=block, what=what, cost=cost, hex=state.location[block], points=points, seen_by=seen_by))

    def cost(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> int | None:
        if isinstance(action, Build):
            return self.rules.scenario.works[action.work].cost
        if isinstance(action, BuyStep):
            return self.rules.production.price_now(state, action.block, state.steps[action.block] + 1)
        if isinstance(action, Rebuild):
            return self.rules.production.price_now(state, action.block, self.rules.units.weakest[action.block])
        if isinstance(action, PlacePartisans):
            return int(action.paid)
        return ONE_POINT if isinstance(action, Research | Repair) else None

    @rule("BE-11.0b", "BE-7.3c")
    def points(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> tuple[int, ...]:
        price = self.cost(state, frame, action, side)
        if price is None or not isinstance(action, BuyStep | Rebuild):
            return ()
        block = action.block
        if isinstance(action, Rebuild):
            return self.rules.production.points_taken(state, block, self.rules.units.weakest[block], price, action.hex)
        return self.rules.production.points_taken(state, block, state.steps[block] + 1, price, state.location[block])

    @rule("BE-7.3g")
    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        """The points that can be spent; if there are few, why."""
        production = self.rules.production
        for action in production.obligations(state, side):
            return Prompt("production_obliged", production.obligation_clause, {"block": getattr(action, "block", NO_BLOCK)})
        begins = self.rules.scenario.production_from
        if state.month < begins:
            return Prompt("production_later", self.rules.cite("BE-7.3g"), {"month": begins})
        return super().prompt(state, frame, side)

    def why_not(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        if isinstance(action, PayWith):
            return Refusal("BE-5.2c", "no_other_purse")
        if isinstance(action, PlacePartisans):
            return Refusal("BE-29.1d", "no_partisans_there")
        return self.rules.production.why_not(state, action, side)


class MineRoll(ChanceStep):
    """Frame: (number, power). A die for every point that sails through mined waters."""

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(sum(self.rules.production.at_risk(state, frame[1])))

    @rule("BE-11.3a")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """A point arrives on a roll of one to five, and is lost on a six."""
        assert isinstance(action, Roll)
        production, power = self.rules.production, frame[1]
        colours = [colour for colour, number in enumerate(production.at_risk(state, power)) for _ in range(number)]
        arrived = [0] * len(COLOURS)
        for colour, face in zip(colours, action.faces, strict=True):
            arrived[colour] += int(face <= self.rules.tables.numbers.mines_pass_to)
        for colour, number in enumerate(arrived):
            state.pool[power * len(COLOURS) + colour] += number
        events.append(Shipped(power=power, points=tuple(arrived), faces=action.faces))
        self.done(state)
