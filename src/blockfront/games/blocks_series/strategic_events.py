"""Events of the strategic war."""

from typing import ClassVar

from blockfront.core.events import Event


class RaidDeclared(Event, frozen=True, tag="raid_declared"):
    side: int
    hex: int
    target: int


class SortieFlown(Event, frozen=True, tag="sortie_flown"):
    """An air unit is sent; only its own side knows until the raid is under way."""

    hq: int
    block: int


class RaidLaunched(Event, frozen=True, tag="raid_launched"):
    """So many air units are in the air; everybody sees which blocks, not what they are."""

    announces: ClassVar[bool] = True
    side: int
    hex: int
    aircraft: int


class RadarContact(Event, frozen=True, tag="radar_contact"):
    """Radar shows what comes, as (unit, steps), to the side whose radar it is."""

    reveals: ClassVar[bool] = True
    hex: int
    blocks: tuple[tuple[int, int], ...]


class RaidBrokenOff(Event, frozen=True, tag="raid_broken_off"):
    """An air unit flies home before the raid is over."""

    block: int


class RaidEnded(Event, frozen=True, tag="raid_ended"):
    """What a raid has done."""

    hex: int
    target: int
    hits: int
    destroyed: int  # factories that are gone for good


class RadarRestored(Event, frozen=True, tag="radar_restored"):
    """A radar station works again."""

    hex: int


class RouteNamed(Event, frozen=True, tag="route_named"):
    """What the submarines of the North Atlantic attack."""

    american: bool


class BoughtAbroad(Event, frozen=True, tag="bought_abroad"):
    blue: bool


class ConvoysAttacked(Event, frozen=True, tag="convoys_attacked"):
    """Hits by route, and yellow points lost; single points of other colours follow."""

    faces: tuple[int, ...]
    hits: tuple[int, ...]
    yellow: int


class CargoLost(Event, frozen=True, tag="cargo_lost"):
    """A red or blue point is lost at sea."""

    route: int
    blue: bool


class LendLeaseBegan(Event, frozen=True, tag="lend_lease_began"):
    """America sends goods from now on."""


class FlyingBombs(Event, frozen=True, tag="flying_bombs"):
    """What flying bombs cost Great Britain."""

    faces: tuple[int, ...]
    lost: int


class RocketAimed(Event, frozen=True, tag="rocket_aimed"):
    """The target of the rockets: a city, or a unit there by its handle."""

    hex: int
    handle: int
    at_unit: bool


class RocketsHit(Event, frozen=True, tag="rockets_hit"):
    faces: tuple[int, ...]
    hits: int


class BomberSent(Event, frozen=True, tag="bomber_sent"):
    """A bomber force of a distant ally is over a hex."""

    bomber: int
    hex: int


class Scrambled(Event, frozen=True, tag="scrambled"):
    """Fighters rise against bombers over a hex."""

    hex: int


class SquadronsHit(Event, frozen=True, tag="squadrons_hit"):
    """Steps that squadrons lose over a hex."""

    hex: int
    raiders: bool
    hits: int


class PointBombed(Event, frozen=True, tag="point_bombed"):
    """A point that a hex does not yield in this turn."""

    hex: int
    target: int


class InterceptorRepaired(Event, frozen=True, tag="interceptor_repaired"):
    interceptor: int


class SubmarinesMoored(Event, frozen=True, tag="submarines_moored"):
    """Submarines of a zone that nobody keeps at sea lie in port."""

    zone: int
    hex: int


class SubmarinesLost(Event, frozen=True, tag="submarines_lost"):
    """Submarines of a zone found no port."""

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
