"""Chapter 35: the war against convoys: a route is named, goods are bought abroad, submarines and bombers attack once."""

from typing import NamedTuple

from blockfront.blocks.fire_dice import count_hits
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import USUAL_ROUTES
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.strategic_actions import BuyAbroad, NameRoute
from blockfront.games.blocks_series.strategic_events import BoughtAbroad, CargoLost, ConvoysAttacked, RouteNamed


class Voyage(NamedTuple):
    """The frame of a month at sea on the stack; everybody may know it."""

    number: int
    stage: int
    american: int  # whether the submarines of the north attack what comes from America
    red: int  # goods bought abroad in this phase
    blue: int
    hits: tuple[int, ...] = (0,) * USUAL_ROUTES  # on cargo that is still to be chosen, by route


class ConvoyWar(SeriesStep):
    """Frame: a `Voyage` with the hits by route at its end."""

    ROUTE, BUY, STRIKE, LOSE, ARRIVE = range(5)
    clause = "BE-35.2a"
    resolves_itself = False

    @staticmethod
    def opening() -> tuple[int, ...]:
        return (ConvoyWar.ROUTE, 0, 0, 0, *(0,) * USUAL_ROUTES)

    def _voyage(self, frame: Frame) -> Voyage:
        number, stage, american, red, blue, *hits = frame
        return Voyage(number, stage, american, red, blue, tuple(hits))

    def _keep(self, state: SeriesState, voyage: Voyage) -> None:
        state.frames[-1] = (*voyage[:5], *voyage.hits)

    @rule("BE-35.2a", "BE-35.2b")
    @rule("BW-35.2a", "BW-35.2d", "BW-18.2.1a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        voyage, strategic = self._voyage(frame), self.rules.strategic
        if voyage.stage == self.ROUTE and strategic.may_choose_route(state):
            return True
        if voyage.stage == self.BUY and strategic.may_buy_abroad(state):
            return True
        if voyage.stage == self.STRIKE and strategic.packs(state, voyage.american):
            return True
        if voyage.stage == self.LOSE and self._next_loss(state, voyage) is not None:
            return True
        if voyage.stage == self.ARRIVE:
            strategic.arrive(state, voyage.red, voyage.blue, events)
            self.done(state)
        else:
            self._keep(state, voyage._replace(stage=voyage.stage + 1))
        return False

    def _next_loss(self, state: SeriesState, voyage: Voyage) -> int | None:
        """The route that loses a point next; hits beyond its cargo have no effect."""
        cargo = self.rules.strategic.cargo
        return next((r for r, hits in enumerate(voyage.hits) if hits and sum(cargo(state, r, voyage.red, voyage.blue))), None)

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        if frame[1] == self.ROUTE:
            return ALONE[1 - state.active]
        return ALONE[state.active] if frame[1] == self.BUY else CHANCE_ALONE

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        voyage = self._voyage(frame)
        if voyage.stage == self.ROUTE:
            return Listed([NameRoute(False), NameRoute(True)])
        return Listed([EndPhase(), *self.rules.strategic.purchases(state)])

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        voyage, strategic = self._voyage(frame), self.rules.strategic
        if voyage.stage == self.STRIKE:
            return Dice(sum(pack.dice for pack in strategic.packs(state, voyage.american)))
        route = self._next_loss(state, voyage)
        assert route is not None
        return Dice(1, faces=sum(strategic.cargo(state, route, voyage.red, voyage.blue)))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        voyage = self._voyage(frame)
        if isinstance(action, NameRoute):
            events.append(RouteNamed(american=action.american))
            self._keep(state, voyage._replace(stage=self.BUY, american=int(action.american)))
        elif isinstance(action, BuyAbroad):
            self.rules.strategic.buy_abroad(state)
            events.append(BoughtAbroad(blue=action.blue))
            bought = voyage._replace(blue=voyage.blue + 1) if action.blue else voyage._replace(red=voyage.red + 1)
            self._keep(state, bought)
        elif isinstance(action, EndPhase):
            self._keep(state, voyage._replace(stage=self.STRIKE))
        elif isinstance(action, Roll):
            (self._strike if voyage.stage == self.STRIKE else self._lose)(state, voyage, action.faces, events)

    @rule("BE-35.2a", "BE-35.2b")
    @rule("BW-35.2c", "BW-R66", "BW-R79")
    def _strike(self, state: SeriesState, voyage: Voyage, faces: tuple[int, ...], events: list[Event]) -> None:
        start, hits = 0, [0] * self.rules.strategic.routes()
        for pack in self.rules.strategic.packs(state, voyage.american):
            hits[pack.route] += count_hits(faces[start : start + pack.dice], pack.lowest)
            start += pack.dice
        lost = self.rules.strategic.lose_yellow(state, hits, voyage.american)
        events.append(ConvoysAttacked(faces=faces, hits=tuple(hits), yellow=lost))
        left = [number if self.rules.strategic.sinks_cargo(route, voyage.american) else 0 for route, number in enumerate(hits)]
        while len(left) > USUAL_ROUTES and not left[-1]:
            left.pop()  # saved games have no more than they need
        self._keep(state, voyage._replace(stage=self.LOSE, hits=tuple(left)))

    @rule("BE-35.2b")
    @rule("BW-35.2c")
    def _lose(self, state: SeriesState, voyage: Voyage, faces: tuple[int, ...], events: list[Event]) -> None:
        """Lose a point of the cargo, chosen at random."""
        route = self._next_loss(state, voyage)
        assert route is not None
        red, _ = self.rules.strategic.cargo(state, route, voyage.red, voyage.blue)
        blue = faces[0] > red
        state.sunk.extend([0] * (2 * self.rules.strategic.routes() - len(state.sunk)))
        state.sunk[2 * route + int(blue)] += 1
        events.append(CargoLost(route=route, blue=blue))
        self._keep(state, voyage._replace(hits=tuple(hits - (place == route) for place, hits in enumerate(voyage.hits))))

    def prompt(self, state: SeriesState, frame: Frame, side: Side) -> Prompt:
        return Prompt("buy_abroad" if frame[1] == self.BUY else "ConvoyWar", self.rules.strategic.convoy_clause(frame[1] == self.BUY))
