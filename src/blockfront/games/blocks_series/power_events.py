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
    """Secret plans became known: the option taken in every choice."""

    reveals: ClassVar[bool] = True
    plans: tuple[int, ...]


class AssistanceAnswered(Event, frozen=True, tag="assistance_answered"):
    """The leader of a side granted or refused help to an attacked minor power."""

    power: int
    granted: bool


class OpenCityDeclared(Event, frozen=True, tag="open_city"):
    """A capital was declared an open city, and the government moved."""

    power: int
    hex: int  # the new capital


class ArmisticeSigned(Event, frozen=True, tag="armistice"):
    """A power left the war by an armistice."""

    power: int


class PowerFounded(Event, frozen=True, tag="power_founded"):
    """A new power was founded."""

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
    """A declared rail move was cancelled."""

    hex: int


class PurseChosen(Event, frozen=True, tag="purse_chosen"):
    """A power will spend its own points first (1), or those that others give it (0)."""

    power: int
    own_first: int


class VolkssturmCalled(Event, frozen=True, tag="volkssturm"):
    """The enemy entered Germany: from now on destroyed corps are raised again."""


class PersiaChanged(Event, frozen=True, tag="persia"):
    """Persia has joined the Axis, or surrendered."""

    fell: int  # 1 when it has surrendered


class PartisansPlaced(Event, frozen=True, tag="partisans_placed"):
    """Partisans rose behind the lines; their `number` in the hex now."""

    hex: int
    number: int


class PartisansScattered(Event, frozen=True, tag="partisans_scattered"):
    """The partisans of a hex are gone."""

    hex: int


class PartisansHit(Event, frozen=True, tag="partisans_hit"):
    """Partisans have lost one of their number in a fight."""

    hex: int
    number: int  # of those left


class PartisansJoined(Event, frozen=True, tag="partisans_joined"):
    """Partisans joined the army that freed their hex, and a power got `number` yellow points."""

    hex: int
    power: int
    number: int


class DismissalRolled(Event, frozen=True, tag="dismissal_rolled"):
    """A die was rolled for a leader's dismissal: he falls if it is below the number of enemy units in the country."""

    faces: tuple[int, ...]
    units: int


class MussoliniMoved(Event, frozen=True, tag="mussolini_moved"):
    """Mussolini was brought to another place, or was lost there."""

    hex: int
    lost: bool


class RepublicDeclared(Event, frozen=True, tag="republic_declared"):
    """A republic was declared in what is left of a country."""

    hex: int


class MoraleFell(Event, frozen=True, tag="morale_fell"):
    """American losses have risen; `losses` counts all so far."""

    losses: int


class MourningRolled(Event, frozen=True, tag="mourning_rolled"):
    """A die was rolled for whether a loss at sea counts against morale: it does on a 1."""

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
