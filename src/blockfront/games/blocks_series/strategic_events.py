"""Events of the strategic war."""

from typing import ClassVar

from blockfront.core.events import Event


class RaidDeclared(Event, frozen=True, tag="raid_declared"):
    side: int
    hex: int
    target: int


class SortieFlown(Event, frozen=True, tag="sortie_flown"):
    """An air unit was sent on a raid or against one; only its own side knows until the raid is under way."""

    hq: int
    block: int


class RaidLaunched(Event, frozen=True, tag="raid_launched"):
    """A raid's air units took off; everybody sees which blocks they are, but not their faces."""

    announces: ClassVar[bool] = True
    side: int
    hex: int
    aircraft: int


class RadarContact(Event, frozen=True, tag="radar_contact"):
    """Radar showed its owner the approaching aircraft, as (unit, steps)."""

    reveals: ClassVar[bool] = True
    hex: int
    blocks: tuple[tuple[int, int], ...]


class RaidBrokenOff(Event, frozen=True, tag="raid_broken_off"):
    """An air unit flies home before the raid is over."""

    block: int


class RaidEnded(Event, frozen=True, tag="raid_ended"):
    """The result of a raid."""

    hex: int
    target: int
    hits: int
    destroyed: int  # factories that are gone for good


class RadarRestored(Event, frozen=True, tag="radar_restored"):
    """A radar station works again."""

    hex: int


class RouteNamed(Event, frozen=True, tag="route_named"):
    """It was named what the submarines of the North Atlantic attack."""

    american: bool


class BoughtAbroad(Event, frozen=True, tag="bought_abroad"):
    blue: bool


class ConvoysAttacked(Event, frozen=True, tag="convoys_attacked"):
    """Convoys were attacked: hits by route, and yellow points lost; lost points of other colours are told one by one (`CargoLost`)."""

    faces: tuple[int, ...]
    hits: tuple[int, ...]
    yellow: int


class CargoLost(Event, frozen=True, tag="cargo_lost"):
    """A red or blue point was lost at sea."""

    route: int
    blue: bool


class LendLeaseBegan(Event, frozen=True, tag="lend_lease_began"):
    """Lend-Lease began: America sends goods from now on."""


class FlyingBombs(Event, frozen=True, tag="flying_bombs"):
    """Flying bombs were launched; `lost` is the number of yellow points they cost Great Britain."""

    faces: tuple[int, ...]
    lost: int


class RocketAimed(Event, frozen=True, tag="rocket_aimed"):
    """Rockets were aimed at a city, or at a unit in the hex, known by its handle."""

    hex: int
    handle: int
    at_unit: bool


class RocketsHit(Event, frozen=True, tag="rockets_hit"):
    """Rockets were launched, with this many `hits` on the target; if that is a unit, everybody sees whether it is still there."""

    reveals: ClassVar[bool] = True
    faces: tuple[int, ...]
    hits: int


class BomberSent(Event, frozen=True, tag="bomber_sent"):
    """A bomber force of a distant ally was sent to a hex."""

    bomber: int
    hex: int


class Scrambled(Event, frozen=True, tag="scrambled"):
    """Fighters took off against bombers over a hex."""

    hex: int


class SquadronsHit(Event, frozen=True, tag="squadrons_hit"):
    """Squadrons lost steps over a hex."""

    hex: int
    raiders: bool
    hits: int


class PointBombed(Event, frozen=True, tag="point_bombed"):
    """A hex lost a point to bombs: it yields one less this turn."""

    hex: int
    target: int


class InterceptorRepaired(Event, frozen=True, tag="interceptor_repaired"):
    interceptor: int


class SubmarinesMoored(Event, frozen=True, tag="submarines_moored"):
    """Submarines of a zone that nobody keeps at sea went to port."""

    zone: int
    hex: int


class SubmarinesLost(Event, frozen=True, tag="submarines_lost"):
    """Submarines of a zone found no port and were lost."""

    zone: int


STRATEGIC_EVENTS: tuple[type[Event], ...] = (
    BomberSent,
    Scrambled,
    SquadronsHit,
    PointBombed,
    InterceptorRepaired,
    FlyingBombs,
    RocketAimed,
    RocketsHit,
    RouteNamed,
    BoughtAbroad,
    ConvoysAttacked,
    CargoLost,
    LendLeaseBegan,
    RaidDeclared,
    SortieFlown,
    RaidLaunched,
    RadarContact,
    RaidBrokenOff,
    RaidEnded,
    RadarRestored,
    SubmarinesMoored,
    SubmarinesLost,
)
