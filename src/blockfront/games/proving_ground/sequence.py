"""The sequence of play, in the order of the rules (PG-3)."""

from typing import Final

from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import CHANCE_ALONE, Side, other
from blockfront.games.proving_ground.events import PhaseBegan, TurnBegan, WeatherRolled
from blockfront.games.proving_ground.ruleset import Ruleset
from blockfront.games.proving_ground.state import State
from blockfront.games.proving_ground.steps.aftermath import EndPlayerTurn, RebuildBlocks, TakeControl
from blockfront.games.proving_ground.steps.base import PlayStep
from blockfront.games.proving_ground.steps.battle import Battle, BreakOff, FightBattles, Fire, TakeLosses
from blockfront.games.proving_ground.steps.manoeuvre import ArriveReserves, GiveCommand, MoveBlocks, PublishMoves
from blockfront.games.proving_ground.steps.preparation import ChoosePlans, DealHandles


class PlayTurns(PlayStep):
    """The turns of the game. Frame: the next part of the turn (0 its beginning, 1 and 2 the player turns, 3 its end)."""

    @rule("PG-3.1")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        _, next_ = frame
        if next_ == 0:
            state.turn += 1
            events.append(TurnBegan(turn=state.turn))
            self.set_frame(state, 1)
            self.call(state, RollWeather)
        elif next_ <= 2:
            state.active = self.rules.first if next_ == 1 else other(self.rules.first)
            self.set_frame(state, next_ + 1)
            self.call(state, PlayerTurn, 0)
        elif self.rules.victory.is_last_turn(state):
            self.end_game(state, *self.rules.victory.outcome_on_towns(state), events)
        else:
            self.set_frame(state, 0)
        return False


class RollWeather(PlayStep):
    """Rolls the weather at the start of a turn."""

    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        if self.rules.weather.dice() is not None:
            return True
        self.done(state)
        return False

    def to_act(self, state: State, frame: Frame) -> frozenset[Side]:
        return CHANCE_ALONE

    def chance(self, state: State, frame: Frame) -> Chance:
        dice = self.rules.weather.dice()
        assert dice is not None
        return dice

    @rule("PG-9.1")
    def apply(self, state: State, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        (face,) = action.faces
        state.mud = int(self.rules.weather.brings_mud(face))
        events.append(WeatherRolled(face=face, mud=bool(state.mud)))
        self.done(state)


PHASES: Final[tuple[tuple[str, type[PlayStep]], ...]] = (
    ("reserves", ArriveReserves),
    ("command", GiveCommand),
    ("movement", MoveBlocks),
    ("", PublishMoves),
    ("combat", FightBattles),
    ("", TakeControl),
    ("rebuilding", RebuildBlocks),
    ("", EndPlayerTurn),
)  # a phase without a name follows automatically


class PlayerTurn(PlayStep):
    """The player turn of one side. Frame: the next phase."""

    @rule("PG-3.2")
    def run(self, state: State, frame: Frame, events: list[Event]) -> bool:
        _, next_ = frame
        if next_ == len(PHASES):
            self.done(state)
            return False
        name, step = PHASES[next_]
        if name:
            events.append(PhaseBegan(side=state.active, phase=name))
        if step is RebuildBlocks:
            state.points = self.rules.supply.points(state, state.active)
        self.set_frame(state, next_ + 1)
        self.call(state, step)
        return False


def steps(rules: Ruleset) -> list[PlayStep]:
    """All steps. Their numbers are stored in saved games, so new steps go to the end."""
    kinds = (
        DealHandles,
        ChoosePlans,
        PlayTurns,
        RollWeather,
        PlayerTurn,
        ArriveReserves,
        GiveCommand,
        MoveBlocks,
        PublishMoves,
        FightBattles,
        Battle,
        Fire,
        TakeLosses,
        BreakOff,
        TakeControl,
        RebuildBlocks,
        EndPlayerTurn,
    )
    return [kind(rules) for kind in kinds]
