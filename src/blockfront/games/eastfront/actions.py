"""The decisions of EastFront. Hexes and blocks are small integers; NO_HEX (-1) stands for "none"."""

from blockfront.core.actions import Action


class Deploy(Action, frozen=True, tag="deploy_forces"):
    """A whole set-up: (block, combat value, hex) of every unit."""

    placements: tuple[tuple[int, int, int], ...]


class Activate(Action, frozen=True, tag="activate"):
    """Activate a headquarters, first deploying it one hex when `to` is given."""

    hq: int
    blitz: bool = False
    to: int = -1
    role: int = 0  # 0, PARA or INVASION


class EndPhase(Action, frozen=True, tag="end"):
    """Nothing more in this phase or step."""


class Move(Action, frozen=True, tag="move"):
    """A land move. `exit` is the first hex when leaving a battle, `entry` the last hex before engaging."""

    block: int
    to: int
    entry: int = -1
    exit: int = -1


class RailMove(Action, frozen=True, tag="rail"):
    """A strategic move along friendly railways. `exit` is the first hex when leaving a battle."""

    block: int
    to: int
    exit: int = -1


class Rearguard(Action, frozen=True, tag="rearguard"):
    """The last unit of a battle stays to cover a retreat and leaves when all else has moved."""

    block: int


class Mobilise(Action, frozen=True, tag="mobilise"):
    """Deactivate a headquarters and move it; `rail` for a supreme headquarters going by train."""

    hq: int
    to: int
    exit: int = -1
    rail: bool = False


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
    """This one of the strongest units takes the next hit."""

    block: int


class Repulse(Action, frozen=True, tag="repulsed"):
    """This one of the weakest attackers goes back."""

    block: int


class Sustain(Action, frozen=True, tag="sustain"):
    """This unit lives on the fortress (or port) supply of its hex."""

    block: int


class Overcrowd(Action, frozen=True, tag="overcrowd"):
    """This one of the units too many in a hex counts as unsupplied."""

    block: int


class BuyStep(Action, frozen=True, tag="step"):
    block: int


class BuildCadre(Action, frozen=True, tag="cadre"):
    block: int
    hex: int


class Arrive(Action, frozen=True, tag="arrive"):
    """Place a reinforcement; `early` pays for the coming month's: 1 with a step, 2 with production points."""

    block: int
    hex: int
    early: int = 0


class Disband(Action, frozen=True, tag="disband"):
    block: int


class TakeOff(Action, frozen=True, tag="plain"):
    """The Axis unit that must guard the plain beyond the edge."""

    block: int


class Surrender(Action, frozen=True, tag="surrender_roll"):
    """Roll for the surrender of a satellite nation."""

    nation: int


class Defect(Action, frozen=True, tag="defect"):
    """The unit of a surrendering satellite that changes sides."""

    block: int


ALL_ACTIONS: tuple[type[Action], ...] = (
    Deploy,
    Activate,
    EndPhase,
    Move,
    RailMove,
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
    TakeOff,
    Surrender,
    Defect,
)
