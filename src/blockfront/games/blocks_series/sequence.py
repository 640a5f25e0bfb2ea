"""The sequence of play: every step, in rulebook order."""

from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.steps.air_war import AirWarMonth
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.battle import Battle
from blockfront.games.blocks_series.steps.blitz import BlitzPhase
from blockfront.games.blocks_series.steps.bombardment import Bombardment
from blockfront.games.blocks_series.steps.bombing import Raid, StrategicWarfarePhase
from blockfront.games.blocks_series.steps.calendar import (
    Calendar,
    CollapseRoll,
    DismissalRoll,
    PlayerTurn,
    SecondWeatherRoll,
    SurrenderRoll,
    WeatherRoll,
)
from blockfront.games.blocks_series.steps.combat import CombatPhase
from blockfront.games.blocks_series.steps.convoys import ConvoyWar
from blockfront.games.blocks_series.steps.crossings import Crossings, MourningRoll
from blockfront.games.blocks_series.steps.deployment import Deployment, FixedSetUp
from blockfront.games.blocks_series.steps.encounters import AirReturn, AirReturns, Encounters
from blockfront.games.blocks_series.steps.factories import FactorySite, ScorchedEarthDecision
from blockfront.games.blocks_series.steps.headquarters import Activations, Deactivation
from blockfront.games.blocks_series.steps.landings import Harbours, Landfall, SecondWave
from blockfront.games.blocks_series.steps.movement import AirMovement, Exploitation, GroundMovement, RailPhase, Reaction
from blockfront.games.blocks_series.steps.partisans import PartisanFight
from blockfront.games.blocks_series.steps.powers import Armistice, Assistance, Interruption, Landing, PlanChoice
from blockfront.games.blocks_series.steps.production import MineRoll, ProductionPhase
from blockfront.games.blocks_series.steps.reconnaissance import Reconnaissance
from blockfront.games.blocks_series.steps.reserves import ReserveReaction
from blockfront.games.blocks_series.steps.showing import Showing
from blockfront.games.blocks_series.steps.supply import SupplyCheck

STEPS: tuple[type[SeriesStep], ...] = (
    Calendar,
    Deployment,
    CollapseRoll,
    WeatherRoll,
    SurrenderRoll,
    PlayerTurn,
    SupplyCheck,
    ProductionPhase,
    MineRoll,
    RailPhase,
    GroundMovement,
    Encounters,
    AirMovement,
    Reaction,
    CombatPhase,
    Battle,
    BlitzPhase,
    AirReturns,
    AirReturn,
    Exploitation,
    ReserveReaction,
    FactorySite,
    Crossings,
    Reconnaissance,
    Activations,
    Deactivation,
    Showing,
    FixedSetUp,
    PlanChoice,
    Assistance,
    Armistice,
    Interruption,
    Landing,
    ScorchedEarthDecision,
    Landfall,
    SecondWave,
    Harbours,
    StrategicWarfarePhase,
    Raid,
    ConvoyWar,
    Bombardment,
    AirWarMonth,
    DismissalRoll,
    MourningRoll,
    PartisanFight,
    SecondWeatherRoll,
)


def steps(rules: Rules) -> list[SeriesStep]:
    return [step(rules) for step in STEPS]
