"""What happens in Proving Ground. Events with block numbers go to those who may know the block; others get its handle."""

from typing import ClassVar, Final

from blockfront.core.events import Event


class TurnBegan(Event, frozen=True, kw_only=True):
    turn: int


class WeatherRolled(Event, frozen=True, kw_only=True):
    face: int
    mud: bool


class PhaseBegan(Event, frozen=True, kw_only=True):
    side: int
    phase: str


class PlanChosen(Event, frozen=True, kw_only=True):
    side: int
    plan: int


class PlanAnnounced(Event, frozen=True, kw_only=True):
    reveals: ClassVar[bool] = True
    side: int
    plan: int


class Arrived(Event, frozen=True, kw_only=True):
    block: int
    target: int


class Moved(Event, frozen=True, kw_only=True):
    block: int
    origin: int
    target: int


class Manoeuvred(Event, frozen=True, kw_only=True):
    """A published move, as everybody but the block's owner sees it."""

    side: int
    handle: int
    origin: int  # negative if the block came from off the map
    target: int


class HeadquartersActivated(Event, frozen=True, kw_only=True):
    reveals: ClassVar[bool] = True
    side: int
    block: int
    target: int
    strength: int


class HeadquartersSpent(Event, frozen=True, kw_only=True):
    side: int
    strength: int


class BattleBegan(Event, frozen=True, kw_only=True):
    target: int


class Revealed(Event, frozen=True, kw_only=True):
    reveals: ClassVar[bool] = True
    block: int
    target: int
    strength: int


class Fired(Event, frozen=True, kw_only=True):
    side: int
    target: int
    faces: tuple[int, ...]
    hits: int


class StepLost(Event, frozen=True, kw_only=True):
    block: int
    strength: int


class Eliminated(Event, frozen=True, kw_only=True):
    block: int


class AttackBrokenOff(Event, frozen=True, kw_only=True):
    target: int


class Retreated(Event, frozen=True, kw_only=True):
    block: int
    origin: int
    target: int


class Captured(Event, frozen=True, kw_only=True):
    side: int
    target: int


class Rebuilt(Event, frozen=True, kw_only=True):
    block: int
    strength: int


class GameEnded(Event, frozen=True, kw_only=True):
    winner: int  # -1 for nobody
    reason: str


EVENTS: Final[tuple[type[Event], ...]] = (
    TurnBegan,
    WeatherRolled,
    PhaseBegan,
    PlanChosen,
    PlanAnnounced,
    Arrived,
    Moved,
    Manoeuvred,
    HeadquartersActivated,
    HeadquartersSpent,
    BattleBegan,
    Revealed,
    Fired,
    StepLost,
    Eliminated,
    AttackBrokenOff,
    Retreated,
    Captured,
    Rebuilt,
    GameEnded,
)
