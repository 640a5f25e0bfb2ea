"""The decisions of EastFront. Hexes and blocks are small integers; NO_HEX (-1) stands for "none"."""

from blockfront.core.actions import Action


class Deploy(Action, frozen=True, tag="deploy_forces"):
    """A side's whole set-up: (block, combat value, hex) of every unit."""

    placements: tuple[tuple[int, int, int], ...]


class Activate(Action, frozen=True, tag="activate"):
    """Activate a headquarters, first deploying it one hex when `to` is given.

    `mark` is the coast on which a blitzing Invasion HQ may land its second unit.
    """

    hq: int
    blitz: bool = False
    to: int = -1
    role: int = 0  # 0, PARA or INVASION
    mark: int = -1


class EndPhase(Action, frozen=True, tag="end"):
    """The side has nothing more to do in this phase or step."""


class Move(Action, frozen=True, tag="move"):
    """A land move. `exit` is the first hex when the unit leaves a battle, `entry` the last hex before it engages."""

    block: int
    to: int
    entry: int = -1
    exit: int = -1


class RailMove(Action, frozen=True, tag="rail"):
    """A strategic move along friendly railways.

    `exit` is the first hex when the unit leaves a battle, or the battle hex itself when the train leaves over the map edge.
    """

    block: int
    to: int
    exit: int = -1


class NavalMove(Action, frozen=True, tag="naval"):
    """A strategic move by sea from port to port."""

    block: int
    to: int


class Drop(Action, frozen=True, tag="drop"):
    """Paratroops jump on the order of the Para HQ in their hex."""

    hq: int
    block: int
    to: int


class Invade(Action, frozen=True, tag="invade"):
    """A unit sails from the port of its Invasion HQ to a coast."""

    hq: int
    block: int
    to: int


class Evacuate(Action, frozen=True, tag="evacuate"):
    """A unit leaves a coast for the port of an Invasion HQ. The last unit of a battle leaves only when all other moves are made."""

    hq: int
    block: int


class Rearguard(Action, frozen=True, tag="rearguard"):
    """The last unit of a battle stays to cover a retreat and leaves when all other moves are made."""

    block: int


class Mobilise(Action, frozen=True, tag="mobilise"):
    """Deactivate a headquarters and move it. With `rail` or `sea` a supreme headquarters goes by train or ship."""

    hq: int
    to: int
    exit: int = -1
    rail: bool = False
    sea: bool = False


def mover(order: Action) -> int:
    """The unit that an order of a Movement Phase moves, at once or later in the phase."""
    assert isinstance(order, Move | RailMove | NavalMove | Drop | Invade | Evacuate | Rearguard | Mobilise)
    return order.hq if isinstance(order, Mobilise) else order.block


class Strike(Action, frozen=True, tag="strike"):
    """Assign a headquarters' air strike to a battle."""

    hq: int
    hex: int


class Fight(Action, frozen=True, tag="fight"):
    """Choose a battle to be fought in this phase."""

    hex: int


class Resolve(Action, frozen=True, tag="resolve"):
    """Fight the round of this Active Battle next."""

    hex: int


class Fire(Action, frozen=True, tag="fire"):
    """Let this unit fire next."""

    block: int


class FireAll(Action, frozen=True, tag="fire_all"):
    """Let all remaining units fire, best firepower first."""


class TakeLoss(Action, frozen=True, tag="loss"):
    """Choose which of the strongest units takes the next hit."""

    block: int


class Repulse(Action, frozen=True, tag="repulsed"):
    """Choose which of the weakest attackers is repulsed next."""

    block: int


class Sustain(Action, frozen=True, tag="sustain"):
    """Choose the unit that the fortress (or port) supply of its hex keeps alive."""

    block: int


class Overcrowd(Action, frozen=True, tag="overcrowd"):
    """Choose a unit of an overstacked hex that counts as unsupplied."""

    block: int


class BuyStep(Action, frozen=True, tag="step"):
    block: int


class BuildCadre(Action, frozen=True, tag="cadre"):
    block: int
    hex: int


class Arrive(Action, frozen=True, tag="arrive"):
    """Place a reinforcement. `early` says how one of next month is paid for: 1 with a step, 2 with production points."""

    block: int
    hex: int
    early: int = 0


class Disband(Action, frozen=True, tag="disband"):
    block: int


class BuyBeachhead(Action, frozen=True, tag="buy_beachhead"):
    """Buy the Beachhead from Prep to Ready, or back into Prep after it was eliminated."""


class WithdrawBeachhead(Action, frozen=True, tag="withdraw_beachhead"):
    """Give up the deployed Beachhead, which returns to Prep."""


class DeployBeachhead(Action, frozen=True, tag="deploy_beachhead"):
    """Deploy the Beachhead where the Coastal Army has landed."""


class TakeOff(Action, frozen=True, tag="plain"):
    """Choose the Axis unit that must guard the plain beyond the map edge."""

    block: int


class Surrender(Action, frozen=True, tag="surrender_roll"):
    """Roll for the surrender of a satellite nation."""

    nation: int


class Defect(Action, frozen=True, tag="defect"):
    """Choose the unit of a surrendering satellite that changes sides."""

    block: int


ALL_ACTIONS: tuple[type[Action], ...] = (
    Deploy,
    Activate,
    EndPhase,
    Move,
    RailMove,
    NavalMove,
    Drop,
    Invade,
    Evacuate,
    Rearguard,
    Mobilise,
    Strike,
    Fight,
    Resolve,
    Fire,
    FireAll,
    TakeLoss,
    Repulse,
    Sustain,
    Overcrowd,
    BuyStep,
    BuildCadre,
    Arrive,
    Disband,
    BuyBeachhead,
    WithdrawBeachhead,
    DeployBeachhead,
    TakeOff,
    Surrender,
    Defect,
)
