"""The sequence of play: every step, in rulebook order."""

from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.steps.base import EastFrontStep
from blockfront.games.eastfront.steps.battle import BattleRound
from blockfront.games.eastfront.steps.calendar import Calendar, Fortnight, Month, PlayerTurn, WeatherRoll
from blockfront.games.eastfront.steps.combat import AssignStrikes, ChooseBattles, CombatPhase, ResolveBattles
from blockfront.games.eastfront.steps.command import CommandPhase
from blockfront.games.eastfront.steps.deployment import Deployment
from blockfront.games.eastfront.steps.movement import MovementPhase
from blockfront.games.eastfront.steps.plains import PlainGuard
from blockfront.games.eastfront.steps.production import ProductionPhase
from blockfront.games.eastfront.steps.retreat import Pursuit, Rearguards
from blockfront.games.eastfront.steps.showing import Showing
from blockfront.games.eastfront.steps.supply import Attrition, Beachhead, Overcrowding, SupplyPhase
from blockfront.games.eastfront.steps.surrender import Defection, SurrenderRolls

STEPS: tuple[type[EastFrontStep], ...] = (
    Calendar,
    Deployment,
    Month,
    ProductionPhase,
    Fortnight,
    WeatherRoll,
    PlayerTurn,
    CommandPhase,
    MovementPhase,
    Rearguards,
    Pursuit,
    Showing,
    CombatPhase,
    AssignStrikes,
    ChooseBattles,
    ResolveBattles,
    BattleRound,
    SupplyPhase,
    SurrenderRolls,
    Defection,
    Overcrowding,
    Attrition,
    Beachhead,
    PlainGuard,
)


def steps(rules: Rules) -> list[EastFrontStep]:
    return [step(rules) for step in STEPS]
