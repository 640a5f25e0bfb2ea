"""What happens in EastFront. Events name a block by number if its face is public, otherwise by handle."""

from typing import ClassVar

import msgspec

from blockfront.core.events import Event


class PhaseBegan(Event, frozen=True, tag="phase"):
    phase: int
    side: int
    month: int
    half: int


class WeatherSet(Event, frozen=True, tag="weather"):
    weather: int
    west_weather: int
    faces: tuple[int, ...] = ()


class Deployed(Event, frozen=True, tag="deployed"):
    """A side has finished its set-up: (handle, hex) of every block."""

    side: int
    blocks: tuple[tuple[int, int], ...]


class Activated(Event, frozen=True, tag="activated"):
    reveals: ClassVar[bool] = True
    hq: int
    value: int
    blitz: bool
    hex: int
    role: int = 0  # PARA or INVASION


class Spent(Event, frozen=True, tag="spent"):
    """A headquarters lost a step by commanding; it is `still_active` if it goes on to blitz."""

    hq: int
    value: int
    hex: int
    still_active: bool = False


class Moved(Event, frozen=True, tag="moved"):
    block: int
    origin: int
    to: int
    mode: str


class MovesShown(Event, frozen=True, tag="moves_shown"):
    """What the opponent sees of a phase's moves: (handle, from, to); a place off the map is negative."""

    side: int
    moves: tuple[tuple[int, int, int], ...]


class StrikesAssigned(Event, frozen=True, tag="strikes_assigned"):
    """(headquarters, hex) of every air strike of this Combat Phase."""

    announces: ClassVar[bool] = True
    strikes: tuple[tuple[int, ...], ...]


class BattlesChosen(Event, frozen=True, tag="battles_chosen"):
    announces: ClassVar[bool] = True
    hexes: tuple[int, ...]


class Revealed(Event, frozen=True, tag="revealed"):
    """Blocks turned their faces up: (block, steps)."""

    reveals: ClassVar[bool] = True
    blocks: tuple[tuple[int, int], ...]


class BattleOpened(Event, frozen=True, tag="battle"):
    """A round of battle began."""

    hex: int
    active: int
    supported: bool
    assault: bool


class Rolled(Event, frozen=True, tag="rolled"):
    """A unit fired: `kind` is air, defensive, offensive or pursuit; `block` is the firing unit."""

    hex: int
    kind: str
    side: int
    block: int
    faces: tuple[int, ...]
    lowest: int
    hits: int
    repulses: int = 0


class PartialHit(Event, frozen=True, tag="partial"):
    """A unit has taken a hit that does not yet cost a step."""

    announces: ClassVar[bool] = True
    block: int
    hits: int
    needed: int


class LostStep(Event, frozen=True, tag="lost_step"):
    announces: ClassVar[bool] = True
    block: int
    steps: int
    hex: int
    cause: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    announces: ClassVar[bool] = True
    block: int
    hex: int
    cause: str


class WentBack(Event, frozen=True, tag="went_back"):
    """An attacker was repulsed."""

    announces: ClassVar[bool] = True
    block: int
    origin: int
    to: int


class BattleClosed(Event, frozen=True, tag="battle_closed"):
    hex: int
    over: bool


class Starved(Event, frozen=True, tag="starved"):
    """A hidden block lost a step, as the opponent sees it: `block` is -1 unless that eliminated it."""

    announces: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    handle: int
    hex: int
    block: int


class SupplyChecked(Event, frozen=True, tag="supply"):
    """Supply was checked: everybody sees which units are cut off, and recognises by it a restricted satellite outside its country."""

    reveals: ClassVar[bool] = True
    side: int
    unsupplied: int


class Bought(Event, frozen=True, tag="bought"):
    """A side bought something, seen by that side alone: a step, cadre or reinforcement, or a unit disbanded."""

    block: int
    what: str
    cost: int
    hex: int


class BeachheadChanged(Event, frozen=True, tag="beachhead"):
    """The Beachhead was deployed, eliminated or withdrawn; its owner also sees it become ready or return to Prep."""

    what: str
    hex: int
    cost: int = 0


class Produced(Event, frozen=True, tag="produced"):
    """A side has finished its Production."""

    side: int


class ProductionEnded(Event, frozen=True, tag="production_ended"):
    """Both sides have finished Production, and what they built appears."""

    reveals: ClassVar[bool] = True


class Released(Event, frozen=True, tag="released"):
    """A satellite unit may leave its country from now on, or must keep to it again."""

    block: int
    free: bool


class Surrendered(Event, frozen=True, tag="surrendered"):
    nation: int
    faces: tuple[int, ...]
    needed: int
    succeeded: bool


class Defected(Event, frozen=True, tag="defected"):
    block: int
    hex: int


class Mixed(Event, frozen=True, tag="mixed"):
    """Blocks of a side were shuffled where they stand together."""

    side: int


class Score(msgspec.Struct, frozen=True):
    """The victory points of a side, item by item; deductions are negative."""

    production: int
    command: int
    lost_hqs: int
    lost_units: int
    expeditions: int = 0
    unsupplied: int = 0
    bonus: int = 0

    @property
    def total(self) -> int:
        return sum(msgspec.structs.astuple(self))


class ScenarioEnded(Event, frozen=True, tag="scenario_ended"):
    """Victory points are counted; only now do both sides know the exact balance."""

    reveals: ClassVar[bool] = True
    scenario: str
    axis: int
    soviet: int
    handicap: int
    margin: int  # the Axis' advantage, handicap included
    level: str
    axis_score: Score
    soviet_score: Score


class GameEnded(Event, frozen=True, tag="game_ended"):
    """`points` are the tournament points of each side."""

    winner: int
    margin: int
    level: str
    reason: str
    points: tuple[int, int]


ALL_EVENTS: tuple[type[Event], ...] = (
    PhaseBegan,
    WeatherSet,
    Deployed,
    Activated,
    Spent,
    Moved,
    MovesShown,
    StrikesAssigned,
    BattlesChosen,
    Revealed,
    BattleOpened,
    Rolled,
    PartialHit,
    LostStep,
    Eliminated,
    WentBack,
    BattleClosed,
    Starved,
    SupplyChecked,
    Bought,
    BeachheadChanged,
    Produced,
    ProductionEnded,
    Released,
    Surrendered,
    Defected,
    Mixed,
    ScenarioEnded,
    GameEnded,
)
