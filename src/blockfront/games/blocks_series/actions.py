"""The decisions of a Blocks game. Hexes and units are small integers; -1 stands for "none"."""

from blockfront.core.actions import Action
from blockfront.games.blocks_series.power_actions import POWER_ACTIONS, InvestFor
from blockfront.games.blocks_series.sea_actions import SEA_ACTIONS
from blockfront.games.blocks_series.strategic_actions import STRATEGIC_ACTIONS


class Deploy(Action, frozen=True, tag="deploy_forces"):
    """A whole set-up: (unit, steps, hex) of every unit."""

    placements: tuple[tuple[int, int, int], ...]


class EndPhase(Action, frozen=True, tag="end"):
    """Nothing more in this phase or step."""


class Sustain(Action, frozen=True, tag="sustain"):
    """Choose this unit to be supplied by a port that cannot supply all."""

    block: int


class BuyStep(Action, frozen=True, tag="step"):
    block: int


class Rebuild(Action, frozen=True, tag="rebuild"):
    """A destroyed unit returns with its weakest step."""

    block: int
    hex: int


class Build(Action, frozen=True, tag="build"):
    """Pay for a railway or sea route of the scenario."""

    work: int


class Reinforce(Action, frozen=True, tag="reinforce"):
    """A unit listed in the calendar arrives without cost."""

    block: int
    hex: int


class Disband(Action, frozen=True, tag="disband"):
    block: int


class Research(Action, frozen=True, tag="research"):
    """Pay a point towards the next TECH level of a power in a field."""

    power: int
    field: int


class Repair(Action, frozen=True, tag="repair"):
    """Pay a point to repair a destroyed population centre (0), mine (1) or oil centre (2)."""

    hex: int
    kind: int


class Spare(Action, frozen=True, tag="spare"):
    """Do not destroy a population centre (0), mine (1) or oil centre (2) that falls to the enemy."""

    hex: int
    kind: int


class Invest(Action, frozen=True, tag="invest"):
    """Pay a point for an armour (0), aircraft (1) or hydrogenation plant (2) that has reached this box; box 0 begins a new one."""

    kind: int
    box: int


class Evacuate(Action, frozen=True, tag="evacuate"):
    """Send an armour (0) or aircraft factory (1) away by rail."""

    hex: int
    kind: int


class Settle(Action, frozen=True, tag="settle"):
    """Choose the new site of a factory."""

    hex: int


class RailMove(Action, frozen=True, tag="rail"):
    """A strategic rail move."""

    block: int
    to: int


class Move(Action, frozen=True, tag="move"):
    """A ground move, or one leg of it. `entry` is the last hex before an enemy-occupied one."""

    block: int
    to: int
    entry: int = -1


class Command(Action, frozen=True, tag="command"):
    """A headquarters, active from now on, commands a unit."""

    hq: int
    block: int


class SpecialAction(Action, frozen=True, tag="special"):
    """A national high command spends an action point; `kind` as `rules.ch13_headquarters` numbers them."""

    hq: int
    kind: int
    block: int


class Ship(Action, frozen=True, tag="ship"):
    """A headquarters sends a unit by sea to another port."""

    hq: int
    block: int
    to: int


class Scout(Action, frozen=True, tag="scout"):
    """A headquarters sends reconnaissance over an enemy-occupied hex."""

    hq: int
    hex: int


class Fly(Action, frozen=True, tag="fly"):
    """An air unit goes on a mission, transfers, evacuates, withdraws or returns; the destination decides which."""

    block: int
    to: int


class Resolve(Action, frozen=True, tag="resolve"):
    """Fight this battle next."""

    hex: int


class Charge(Action, frozen=True, tag="charge"):
    """Cavalry (1), armour (2) or both (3) fire before the defenders in ground combat, whose fire then hits them first."""

    kinds: int


class TakeLoss(Action, frozen=True, tag="loss"):
    """Choose which of the strongest units takes the next hit."""

    block: int


class Retreat(Action, frozen=True, tag="retreat"):
    """A ground unit leaves the battle."""

    block: int
    to: int


class BlitzMove(Action, frozen=True, tag="blitz"):
    """An armour unit goes on to an adjacent hex, or artillery follows it."""

    block: int
    to: int


ALL_ACTIONS: tuple[type[Action], ...] = (
    Deploy,
    EndPhase,
    Sustain,
    BuyStep,
    Rebuild,
    Reinforce,
    Disband,
    Build,
    Research,
    Repair,
    Spare,
    Invest,
    Evacuate,
    Settle,
    RailMove,
    Move,
    Command,
    SpecialAction,
    Ship,
    Scout,
    Fly,
    Resolve,
    Charge,
    TakeLoss,
    Retreat,
    BlitzMove,
    *POWER_ACTIONS,
    *SEA_ACTIONS,
    *STRATEGIC_ACTIONS,
    InvestFor,
)
