"""Chapter 24: landings: going ashore, difficult coasts, the second wave."""

from collections import Counter

from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Joined, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.events import Moved
from blockfront.games.blocks_series.rules.ch24_landings import NO_WAVE
from blockfront.games.blocks_series.sea_actions import Land, PlaceMulberry
from blockfront.games.blocks_series.sea_events import BeachTaken, LandingsDeclared, StoodDown
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import ActiveStep, SeriesStep, privately
from blockfront.games.blocks_series.steps.crossings import Crossings, set_sail
from blockfront.games.blocks_series.steps.losses import hit
from blockfront.games.blocks_series.steps.showing import Showing
from blockfront.hexes.hexset import members

OFTEN, SELDOM = 8.0, 1.0


@rule("BE-24.0d", "BW-24.1h")
def go_ashore(step: SeriesStep, state: SeriesState, action: Land, events: list[Event]) -> None:
    """Send the unit to a beach; the crossing is rolled for when the moves are shown."""
    side, origin = step.rules.units.side[action.block], state.location[action.block]
    set_sail(state, action.block, step.rules.landings.land(state, action))
    events.append(Moved(block=action.block, origin=origin, to=action.to, mode="sea", seen_by=privately(side)))


@rule("BW-R132")
def declare_landings(state: SeriesState, events: list[Event]) -> None:
    """Tell everybody the targets and numbers of landings, and how many units wait in which ports."""
    targets = Counter(to for _, to, _ in state.landings)
    ports = Counter(state.location[block] for block in members(state.holding))
    events.append(LandingsDeclared(side=state.active, targets=tuple(sorted(targets.items())), ports=tuple(sorted(ports.items()))))


def forget_landings(state: SeriesState) -> None:
    """Clear the landings at the end of the turn of the side that landed."""
    if state.landings or state.wave or state.holding or state.travelled:
        state.landings.clear()
        state.paused.clear()
        state.holding = state.travelled = state.disembarked = 0
        state.wave = NO_WAVE


class Landfall(SeriesStep):
    """Frame: (number,). Landed units reach the coast: a difficult one hurts them, one without enemies is taken."""

    @rule("BE-24.0i", "BW-24.3a", "BW-24.0c")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        self.done(state)
        landings = self.rules.landings
        for block in landings.hurt(state):
            hit(self.rules, state, block, events)
        free = landings.hexes(state) & ~state.occupied[1 - state.active] & ~state.control[state.active]
        if free:
            self.rules.definitions.capture(state, state.active, free, events)
            note_beaches(state, free, events)
        landings.ashore(state, events)
        return False


@rule("BW-R112")
def note_beaches(state: SeriesState, hexes: int, events: list[Event]) -> None:
    """Note the hexes that landings have won."""
    new = hexes & ~state.beachheads
    state.beachheads |= hexes
    for hex_ in members(new):
        events.append(BeachTaken(hex=hex_))


class Harbours(ActiveStep):
    """Frame: (number,). Artificial harbours are towed to beaches."""

    clause = "BW-6.7.1b"
    resolves_itself = False

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.landings.harbours(state):
            return True
        self.done(state)
        return False

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed((*self.rules.landings.harbours(state), EndPhase()))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, PlaceMulberry):
            self.rules.landings.place_harbour(state, action, events)
        else:
            self.done(state)


class SecondWave(ActiveStep):
    """Frame: (number, stage). Units on hold may land."""

    CHOOSE, ASHORE = range(2)
    clause = "BW-24.5e"
    resolves_itself = False

    @rule("BW-24.5e", "BW-R129")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.CHOOSE:
            return True
        self.done(state)
        waiting = state.holding.bit_count()
        state.holding = 0
        if waiting:
            events.append(StoodDown(number=waiting))
        self.call(state, Landfall)
        if state.at_sea:
            self.call(state, Crossings)
        self.call(state, Showing, state.active)
        return False

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        landings = self.rules.landings.second_wave(state) + self.rules.landings.harbours(state)
        end = Listed((EndPhase(),))
        return Joined((Listed(landings), end), (OFTEN, SELDOM)) if landings else end

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, EndPhase):
            self.set_frame(state, self.ASHORE)
            return
        if isinstance(action, PlaceMulberry):
            self.rules.landings.place_harbour(state, action, events)
            return
        assert isinstance(action, Land)
        go_ashore(self, state, action, events)

    def why_not(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return self.rules.landings.why_not(state, action, side)
