"""Decisions of governments: secret plans, help for attacked neutrals, armistice; and what interrupts a move."""

from blockfront.blocks.fire_dice import count_hits
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import ALONE, EVERYBODY, Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.power_actions import AskArmistice, Assist, CancelMove, ChoosePlan
from blockfront.games.blocks_series.power_events import AssistanceAnswered, MoveCancelled, PlanChosen
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, STEP_NAMES, FireContext, Shot
from blockfront.games.blocks_series.state import IN_FLIGHT, MOVE_CANCELLED, SeriesState
from blockfront.games.blocks_series.steps.base import ChanceStep, SeriesStep, privately
from blockfront.games.blocks_series.steps.losses import hit


class PlanChoice(SeriesStep):
    """Frame: (number, choice). A power chooses its plan in secret before the first turn."""

    clause = "BW-5.1c"
    resolves_itself = False

    def _side(self, frame: Frame) -> int:
        return self.rules.tables.powers[self.rules.scenario.choices[frame[1]].power].side

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[self._side(frame)]

    @rule("BW-5.1c", "BW-5.3a")
    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed([ChoosePlan(frame[1], option) for option in range(len(self.rules.scenario.choices[frame[1]].options))])

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, ChoosePlan)
        choice = self.rules.scenario.choices[frame[1]]
        state.plans[frame[1]] = action.option
        seen_by = privately(side) if choice.secret else EVERYBODY
        events.append(PlanChosen(power=choice.power, option=action.option, seen_by=seen_by))
        self.done(state)

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        return Prompt("PlanChoice", self.clause, {"power": self.rules.scenario.choices[frame[1]].power})


class Assistance(SeriesStep):
    """Frame: (number,). Attacked minor powers ask their leader for help, one after the other."""

    clause = "BW-5.6.2a"
    resolves_itself = False

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.powers.requests(state):
            return True
        self.done(state)
        return False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[self.rules.tables.powers[self.rules.powers.requests(state)[0]].side]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        asking = self.rules.powers.requests(state)[0]
        return Listed([Assist(asking, True), Assist(asking, False)])

    @rule("BW-5.6.2b")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Assist)
        if action.granted:
            self.rules.powers.assist(state, action.power)
        else:
            state.refused |= 1 << action.power
        events.append(AssistanceAnswered(power=action.power, granted=action.granted))

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        return Prompt("Assistance", self.clause, {"power": self.rules.powers.requests(state)[0]})


class Armistice(SeriesStep):
    """Frame: (number, power). A power that may do so decides whether to ask for an armistice, which is then granted."""

    clause = "BW-5.1g"
    resolves_itself = False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[self.rules.tables.powers[frame[1]].side]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed([EndPhase(), AskArmistice(frame[1])])

    @rule("BW-5.1g", "BW-5.1h", "BW-R15", "BW-5.2c")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        self.done(state)
        if isinstance(action, AskArmistice):
            self.rules.powers.sign_armistice(state, action.power, events)

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        return Prompt("Armistice", self.clause, {"power": frame[1]})


class Interruption(SeriesStep):
    """Frame: (number, origin, target). The enemy may cancel a declared rail move, without knowing which unit it is."""

    clause = "BW-7.4b"
    resolves_itself = False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[1 - state.active]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed([EndPhase(), CancelMove()])

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        self.done(state)
        if isinstance(action, CancelMove):
            state.turning_points |= MOVE_CANCELLED
            for block, _ in state.drops:
                self.rules.rail.cancel(state, block, frame[1])
            events.append(MoveCancelled(hex=frame[1]))
        state.drops.clear()

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        return Prompt("Interruption", self.clause, {"hex": frame[1], "to": frame[2]})


class Landing(ChanceStep):
    """Frame: (number,). Airborne units land where no enemy is; the guns of the place fire at them."""

    @rule("BW-23.0i", "BW-23.0j")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        waiting = self.rules.airborne.waiting(state)
        if not waiting:
            self.done(state)
            return False
        if self._guns(state, state.location[waiting[0]]):
            return True
        self._land(state, state.location[waiting[0]], events)
        return False

    def _guns(self, state: SeriesState, hex_: int) -> list[Shot]:
        return self.rules.fire.place_guns(state, FireContext(hex_, 1, True), 1 - state.active)

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        hex_ = state.location[self.rules.airborne.waiting(state)[0]]
        return Dice(sum(shot.dice for shot in self._guns(state, hex_)))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        block = self.rules.airborne.waiting(state)[0]
        hex_, guns = state.location[block], self._guns(state, state.location[block])
        hits = count_hits(action.faces, guns[0].lowest)
        shots = tuple((shot.block, shot.dice, shot.lowest) for shot in guns)
        step = STEP_NAMES[ANTI_AIRCRAFT]
        events.append(Rolled(hex=hex_, step=step, side=1 - state.active, shots=shots, faces=action.faces, hits=hits))
        for _ in range(hits):
            for victim in self._victims(state, hex_):
                hit(self.rules, state, victim, events)
        self._land(state, hex_, events)

    @rule("BE-23.0d", "BE-R51")
    @rule("BW-23.0i", "BW-R94")
    def _victims(self, state: SeriesState, hex_: int) -> list[int]:
        """The strongest aircraft and the airborne units they carry take a hit; airborne units alone if no aircraft came with them."""
        fire, units = self.rules.fire, self.rules.units
        aircraft = [b for b in fire.units_at(state, hex_, state.active) if units.is_air[b] and state.flags[b] & IN_FLIGHT]
        found = sorted(aircraft, key=lambda b: (-fire.value(state, b), b))[:1]
        jumper = self.rules.airborne.companion(state, hex_, state.active)
        return found if jumper is None else [*found, jumper]

    def _land(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        for block in self.rules.airborne.land(state, hex_, events):
            hit(self.rules, state, block, events)
        if state.occupied[state.active] >> hex_ & 1:
            self.rules.definitions.capture(state, state.active, 1 << hex_, events)
