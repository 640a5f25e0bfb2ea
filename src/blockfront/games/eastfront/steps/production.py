"""Section 4.2: Production, which both sides make secretly and at the same time."""

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.choices import ByUnit, Choices, Joined, Later, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import Side, audience
from blockfront.games.eastfront.actions import Arrive, BuildCadre, BuyStep, Disband, EndPhase
from blockfront.games.eastfront.events import Bought, Eliminated, Produced, ProductionEnded
from blockfront.games.eastfront.rules.ch11_production import FOR_POINTS
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import DISBANDED, NEW, PRODUCTION, UNSUPPLIED, EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep
from blockfront.games.eastfront.steps.showing import Showing

BOTH_SIDES = 3
OFTEN, SELDOM, RARELY = 6.0, 1.0, 0.2  # how often a random player chooses a kind of purchase


class ProductionPhase(EastFrontStep):
    """The Production Phase. Frame: (number, stage): 0 to begin, 1 while the sides produce, 2 to end."""

    BEGIN, PRODUCING, SHOW, END = range(4)
    clause = "EF-11.1b"
    resolves_itself = False

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._disbanding = tuple((Disband(block),) for block in range(len(rules.order)))

    @rule("EF-4.2a", "EF-4.2b", "EF-11.1a", "EF-11.1b", "EF-0.2e", "EF-11.3a")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        stage = frame[1]
        if stage == self.BEGIN:
            self.begin_phase(state, PRODUCTION, events)
            state.budget[:] = state.levels
            state.done = 0
            self.set_frame(state, self.PRODUCING)
        elif stage == self.PRODUCING:
            if state.done != BOTH_SIDES:
                return True
            self.set_frame(state, self.SHOW)
            events.append(ProductionEnded())
        elif stage == self.SHOW:
            self.set_frame(state, self.END)
            self._disband(state, events)
            self.rules.production.close(state, events)
            self.call(state, Showing, 1)
            self.call(state, Showing, 0)
        else:
            self._end(state)
        return False

    @rule("EF-11.52a")
    def _disband(self, state: EastFrontState, events: list[Event]) -> None:
        """Remove disbanded units, only when both sides are done: earlier the enemy could infer it from a battle that ends."""
        for block, side in enumerate(self.rules.units.side):
            if state.flags[block] & DISBANDED:
                events.append(Eliminated(block=block, hex=state.location[block], cause="disbanded"))
                effects.eliminate(state, block, side)

    def _end(self, state: EastFrontState) -> None:
        for block in range(len(state.flags)):
            state.flags[block] &= ~(NEW | DISBANDED)
        state.done = 0
        state.budget[:] = [0, 0]
        self.done(state)

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        return frozenset(Side(side) for side in (0, 1) if not state.done >> side & 1)

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        production = self.rules.production
        ending = () if production.must_arrive(state, side) else (EndPhase(),)
        offered: list[tuple[Choices, float]] = [
            (Listed(ending), SELDOM),
            (Later(BuyStep, lambda: Listed(production.steps(state, side))), OFTEN),
            (Later(BuildCadre, lambda: self._cadres(state, side)), OFTEN),
            (Later(Arrive, lambda: Listed(production.arrivals(state, side, production.arrival_hexes(state, side)))), OFTEN),
            (Later(Disband, lambda: ByUnit(production.untouched(state, side), self._disbanding.__getitem__, "block")), RARELY),
        ]
        others = production.other_purchases(state, side)
        if others:
            offered.insert(-1, (Listed(others), SELDOM))
        return Joined([family for family, _ in offered], [weight for _, weight in offered])

    def _cadres(self, state: EastFrontState, side: int) -> Choices:
        hexes = self.rules.production.arrival_hexes(state, side)
        rebuildable = self.rules.production.rebuildable(state, side) if hexes else []
        return ByUnit(rebuildable, self.rules.production.cadres(state, side, hexes), "block")

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, EndPhase):
            state.done |= 1 << side
            events.append(Produced(side=side))
        elif isinstance(action, BuyStep):
            self._buy_step(state, action, side, events)
        elif isinstance(action, BuildCadre):
            self._build_cadre(state, action, side, events)
        elif isinstance(action, Arrive):
            self._arrive(state, action, side, events)
        elif isinstance(action, Disband):
            state.flags[action.block] |= NEW | DISBANDED
            self._tell(events, side, action.block, "disbanded", 0, state.location[action.block])
        else:
            self.rules.production.carry_out(state, action, side, events)

    @rule("EF-11.41a", "EF-10.7a", "EF-2.3a")
    def _buy_step(self, state: EastFrontState, action: BuyStep, side: int, events: list[Event]) -> None:
        cost = self.rules.production.step_cost(state, action.block)
        state.budget[side] -= cost
        effects.set_steps(state, action.block, state.steps[action.block] + 1)
        state.flags[action.block] |= NEW
        self._tell(events, side, action.block, "step", cost, state.location[action.block])

    @rule("EF-11.42a", "EF-11.6a")
    def _build_cadre(self, state: EastFrontState, action: BuildCadre, side: int, events: list[Event]) -> None:
        cost = self.rules.production.cadre_cost(state, action.block)
        state.budget[side] -= cost
        self.rules.production.mark_rebuilt(state, action.block)
        self._appear(state, action.block, side, action.hex, 1)
        self._tell(events, side, action.block, "cadre", cost, action.hex)

    @rule("EF-11.5a", "EF-11.51a", "EF-R15")
    def _arrive(self, state: EastFrontState, action: Arrive, side: int, events: list[Event]) -> None:
        cost = self.rules.production.cadre_cost(state, action.block) if action.early == FOR_POINTS else 0
        value = self.rules.production.arrival_value(state, action)
        state.budget[side] -= cost
        self._appear(state, action.block, side, action.hex, value - self.rules.units.lowest[action.block] + 1)
        self._tell(events, side, action.block, "reinforcement", cost, action.hex)

    @rule("EF-11.41b", "EF-10.2a")
    def _appear(self, state: EastFrontState, block: int, side: int, hex_: int, steps: int) -> None:
        """Place a new unit. It is supplied, whatever its status was when it was lost."""
        effects.set_steps(state, block, steps)
        effects.place(state, block, side, hex_)
        state.flags[block] = state.flags[block] & ~UNSUPPLIED | NEW

    def _tell(self, events: list[Event], side: int, block: int, what: str, cost: int, hex_: int) -> None:
        events.append(Bought(block=block, what=what, cost=cost, hex=hex_, seen_by=audience(side)))

    def cost(self, state: EastFrontState, frame: Frame, action: Action, side: Side) -> int | None:
        return self.rules.production.cost(state, action)

    def why_not(self, state: EastFrontState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return self.rules.production.why_not(state, action, side)
