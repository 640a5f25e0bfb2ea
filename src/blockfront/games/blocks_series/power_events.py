"""Events between powers: entering and leaving the war, plans, help, and what governments declare."""

from typing import ClassVar

from blockfront.core.events import Event


class EnteredWar(Event, frozen=True, tag="entered_war"):
    """A neutral power was attacked."""

    power: int


class PlanChosen(Event, frozen=True, tag="plan_chosen"):
    """A power has chosen its plan; only its side knows which."""

    power: int
    option: int


class PlansRevealed(Event, frozen=True, tag="plans_revealed"):
    """Secret plans become known: the option of every choice."""

    reveals: ClassVar[bool] = True
    plans: tuple[int, ...]


class AssistanceAnswered(Event, frozen=True, tag="assistance_answered"):
    """The leader of a side helps an attacked minor power, or does not."""

    power: int
    granted: bool


class OpenCityDeclared(Event, frozen=True, tag="open_city"):
    """A capital is given up without a fight, and the government moves."""

    power: int
    hex: int  # the new capital


class ArmisticeSigned(Event, frozen=True, tag="armistice"):
    """A power leaves the war by agreement."""

    power: int


class PowerFounded(Event, frozen=True, tag="power_founded"):
    """A power comes into being."""

    power: int


class SailedHome(Event, frozen=True, tag="sailed_home"):
    """A unit was taken off the coast by sea."""

    hex: int
    to: int


class Dropped(Event, frozen=True, tag="dropped"):
    """An airborne unit has landed; everybody sees which."""

    reveals: ClassVar[bool] = True
    block: int
    hex: int


class MoveCancelled(Event, frozen=True, tag="move_cancelled"):
    """A rail move that was declared does not take place."""

    hex: int


class PurseChosen(Event, frozen=True, tag="purse_chosen"):
    """A power will spend its own points first (1), or those that others give it (0)."""

    power: int
    own_first: int


class VolkssturmCalled(Event, frozen=True, tag="volkssturm"):
    """The enemy stands in Germany: from now on corps are raised anew."""


class PersiaChanged(Event, frozen=True, tag="persia"):
    """Persia has joined the Axis, or surrendered."""

    fell: int  # 1 when it has surrendered


class PartisansPlaced(Event, frozen=True, tag="partisans_placed"):
    """Partisans rise behind the lines; `number` of them are in the hex now."""

    hex: int
    number: int


class PartisansScattered(Event, frozen=True, tag="partisans_scattered"):
    """The partisans of a hex are gone."""

    hex: int


class PartisansHit(Event, frozen=True, tag="partisans_hit"):
    """Partisans have lost one of their number in a fight."""

    hex: int
    number: int  # who are left


class PartisansJoined(Event, frozen=True, tag="partisans_joined"):
    """Partisans have joined the army that came: so many yellow points for a power."""

    hex: int
    power: int
    number: int


class DismissalRolled(Event, frozen=True, tag="dismissal_rolled"):
    """A die below the number of enemy units in the country ends a leader's rule."""

    faces: tuple[int, ...]
    units: int


class MussoliniMoved(Event, frozen=True, tag="mussolini_moved"):
    """Mussolini is brought somewhere, or is no more."""

    hex: int
    lost: bool


class RepublicDeclared(Event, frozen=True, tag="republic_declared"):
    """A republic is declared in what is left of a country."""

    hex: int


class MoraleFell(Event, frozen=True, tag="morale_fell"):
    """American losses so far."""

    losses: int


class MourningRolled(Event, frozen=True, tag="mourning_rolled"):
    """Whether a loss at sea weighs on morale: on a one it does."""

    faces: tuple[int, ...]


POWER_EVENTS: tuple[type[Event], ...] = (
    DismissalRolled,
    MussoliniMoved,
    RepublicDeclared,
    PowerFounded,
    MoraleFell,
    MourningRolled,
    EnteredWar,
    PlanChosen,
    PlansRevealed,
    AssistanceAnswered,
    OpenCityDeclared,
    ArmisticeSigned,
    SailedHome,
    Dropped,
    MoveCancelled,
    PurseChosen,
    VolkssturmCalled,
    PersiaChanged,
    PartisansPlaced,
    PartisansScattered,
    PartisansHit,
    PartisansJoined,
)
