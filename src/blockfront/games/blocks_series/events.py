"""What happens in a Blocks game. Units are named by number where their face is public, by handle where it is not."""

from typing import ClassVar

from blockfront.core.events import Event
from blockfront.games.blocks_series.power_events import POWER_EVENTS
from blockfront.games.blocks_series.sea_events import SEA_EVENTS
from blockfront.games.blocks_series.strategic_events import STRATEGIC_EVENTS


class PhaseBegan(Event, frozen=True, tag="phase"):
    phase: int
    side: int
    month: int


class WeatherSet(Event, frozen=True, tag="weather"):
    weather: int
    faces: tuple[int, ...] = ()


class EasternWeatherSet(Event, frozen=True, tag="eastern_weather"):
    """The weather of lands that have the calendar of the East in a joined campaign."""

    weather: int
    faces: tuple[int, ...] = ()


class WeatherRepeated(Event, frozen=True, tag="weather_repeated"):
    """The die showed the weather of the last variable month and is rolled again."""

    faces: tuple[int, ...]


class CollapseRolled(Event, frozen=True, tag="collapse_rolled"):
    """A die was rolled for whether the war ends: it does on faces up to `highest`."""

    faces: tuple[int, ...]
    highest: int


class SurrenderRolled(Event, frozen=True, tag="surrender_rolled"):
    """A die was rolled for whether a power gives up."""

    power: int
    faces: tuple[int, ...]


class SupplyTraced(Event, frozen=True, tag="supply"):
    """Supply was checked; everybody sees who is cut off, and so can tell some ground units from air units."""

    reveals: ClassVar[bool] = True
    side: int
    marked: int


class Surrendered(Event, frozen=True, tag="surrendered"):
    """A unit without supply gave up; it is shown as it leaves the map."""

    reveals: ClassVar[bool] = True
    block: int
    hex: int


class Starved(Event, frozen=True, tag="starved"):
    """A unit without supply was reduced to its zero step; the opponent sees only that it is still marked."""

    block: int
    hex: int


class Sustained(Event, frozen=True, tag="sustained"):
    """A port that cannot supply all supplies a unit in this hex; its marker shows which."""

    announces: ClassVar[bool] = True
    hex: int


class Received(Event, frozen=True, tag="received"):
    """A power received production points: yellow, red, blue, white, black."""

    power: int
    points: tuple[int, ...]


class Shipped(Event, frozen=True, tag="shipped"):
    """The points of a power that got through mined waters, by colour."""

    power: int
    points: tuple[int, ...]
    faces: tuple[int, ...]


class Delivered(Event, frozen=True, tag="delivered"):
    """Points given to a power arrived by a route: Pacific, Arctic or Persian."""

    power: int
    route: int
    red: int
    blue: int


class Researched(Event, frozen=True, tag="researched"):
    """A point was paid towards the next TECH level of a field."""

    power: int
    field: int
    points: int
    needed: int


class TechRose(Event, frozen=True, tag="tech_rose"):
    power: int
    field: int
    level: int


class Bought(Event, frozen=True, tag="bought"):
    """A purchase, seen by its owner alone: a step, a unit rebuilt or disbanded."""

    block: int
    what: str
    cost: int
    hex: int
    points: tuple[int, ...] = ()  # by colour; empty in games recorded before this field existed


class BuildingBegan(Event, frozen=True, tag="building"):
    """A railway or sea route was paid for; it can be used from the next month on."""

    work: int


class Disbanded(Event, frozen=True, tag="disbanded"):
    block: int
    hex: int


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """Units that the calendar took away, and (old, new) of those it exchanged; told whenever some are due."""

    reveals: ClassVar[bool] = True
    side: int
    blocks: tuple[int, ...]
    exchanged: tuple[tuple[int, int], ...]


class Moved(Event, frozen=True, tag="moved"):
    block: int
    origin: int
    to: int
    mode: str


class Commanded(Event, frozen=True, tag="commanded"):
    """A headquarters spent an action point on a unit; `kind` is 0 for plain command, else that of a special action."""

    hq: int
    kind: int
    block: int


class Activated(Event, frozen=True, tag="activated"):
    """Headquarters were turned up because they act: (unit, steps)."""

    reveals: ClassVar[bool] = True
    side: int
    blocks: tuple[tuple[int, int], ...]


class Crossed(Event, frozen=True, tag="crossed"):
    """A unit crossed a sea that the enemy controls: a die told whether it arrived, lost a step or sank."""

    reveals: ClassVar[bool] = True
    handle: int
    hex: int
    faces: tuple[int, ...]


class ReconnaissanceFlown(Event, frozen=True, tag="reconnaissance"):
    """A headquarters sent reconnaissance over a hex; `dice` are those of the flak there, by lowest hit from 2 to 6."""

    reveals: ClassVar[bool] = True
    hq: int
    hex: int
    dice: tuple[int, ...]


class ReconnaissanceIntercepted(Event, frozen=True, tag="reconnaissance_flak"):
    hex: int
    faces: tuple[int, ...]
    hits: int


class ReconnaissanceMade(Event, frozen=True, tag="reconnaissance_made"):
    hex: int
    faces: tuple[int, ...]
    seen: bool


class Relocated(Event, frozen=True, tag="relocated"):
    """A high command left its post in everybody's sight."""

    reveals: ClassVar[bool] = True
    block: int
    origin: int
    to: int


class MovesShown(Event, frozen=True, tag="moves_shown"):
    """What the opponent sees of a phase's moves: (handle, from, to); a place off the map is negative."""

    side: int
    moves: tuple[tuple[int, int, int], ...]


class Mixed(Event, frozen=True, tag="mixed"):
    """Units of a side were shuffled where they stand together."""

    side: int


class Captured(Event, frozen=True, tag="captured"):
    """Hexes changed hands."""

    side: int
    hexes: tuple[int, ...]


class Scorched(Event, frozen=True, tag="scorched"):
    """Production centres were destroyed as they fell."""

    hexes: tuple[int, ...]


class Spared(Event, frozen=True, tag="spared"):
    """A production centre fell undestroyed."""

    hex: int
    kind: int


class Spoils(Event, frozen=True, tag="spoils"):
    """Points of captured factories, by colour."""

    power: int
    points: tuple[int, ...]


class Evacuated(Event, frozen=True, tag="evacuated"):
    """A factory was sent away by rail."""

    announces: ClassVar[bool] = True
    hex: int
    kind: int


class SiteRolled(Event, frozen=True, tag="site_rolled"):
    faces: tuple[int, ...]


class Invested(Event, frozen=True, tag="invested"):
    """A new factory has reached this box, of ten."""

    side: int
    kind: int
    box: int


class FactoryBuilt(Event, frozen=True, tag="factory_built"):
    hex: int
    kind: int


class Resettled(Event, frozen=True, tag="resettled"):
    """A factory was rebuilt at its new site."""

    hex: int
    kind: int


class Encountered(Event, frozen=True, tag="encountered"):
    """Entered hexes turned out to hold nothing but air units."""

    reveals: ClassVar[bool] = True
    hexes: tuple[int, ...]


class Revealed(Event, frozen=True, tag="revealed"):
    """Units turned their faces up: (unit, steps)."""

    reveals: ClassVar[bool] = True
    blocks: tuple[tuple[int, int], ...]


class BattleOpened(Event, frozen=True, tag="battle"):
    hex: int
    side: int


class Charged(Event, frozen=True, tag="charged"):
    """The attacker declared a charge of cavalry (1), armour (2) or both (3); with 4 more the cavalry makes its great charge."""

    announces: ClassVar[bool] = True
    hex: int
    kinds: int


class RoundBegan(Event, frozen=True, tag="round"):
    hex: int
    round: int


class Rolled(Event, frozen=True, tag="rolled"):
    """A side fired in one step of combat; each shot is (unit or -1 for the place, dice, lowest hit)."""

    hex: int
    step: str
    side: int
    shots: tuple[tuple[int, int, int], ...]
    faces: tuple[int, ...]
    hits: int


class HalfHit(Event, frozen=True, tag="half_hit"):
    announces: ClassVar[bool] = True
    block: int


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


class Retreated(Event, frozen=True, tag="retreated"):
    announces: ClassVar[bool] = True
    block: int
    origin: int
    to: int


class StayedOn(Event, frozen=True, tag="stayed_on"):
    """A side has decided that no unit, or no further unit, leaves the battle now."""

    announces: ClassVar[bool] = True
    hex: int
    side: int


class GaveWay(Event, frozen=True, tag="gave_way"):
    """Nobody could fire any more: the attack ends, and attackers with no way back are lost."""

    reveals: ClassVar[bool] = True
    hex: int


class BattleClosed(Event, frozen=True, tag="battle_closed"):
    hex: int


class PowerSurrendered(Event, frozen=True, tag="power_surrendered"):
    """All units of a power leave the game."""

    reveals: ClassVar[bool] = True
    power: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    """`held`: the places whose points decided the game, each with its points; None if something else decided it."""

    reveals: ClassVar[bool] = True
    winner: int
    margin: int
    level: str
    reason: str
    held: tuple[tuple[int, int], ...] | None = None


ALL_EVENTS: tuple[type[Event], ...] = (
    PhaseBegan,
    WeatherSet,
    EasternWeatherSet,
    WeatherRepeated,
    CollapseRolled,
    SurrenderRolled,
    SupplyTraced,
    Surrendered,
    Starved,
    Sustained,
    Received,
    Shipped,
    Delivered,
    Researched,
    TechRose,
    Bought,
    BuildingBegan,
    Disbanded,
    Withdrawn,
    Moved,
    Commanded,
    Activated,
    Crossed,
    ReconnaissanceFlown,
    ReconnaissanceIntercepted,
    ReconnaissanceMade,
    Relocated,
    MovesShown,
    Mixed,
    Captured,
    Scorched,
    Spared,
    Spoils,
    Evacuated,
    SiteRolled,
    Invested,
    FactoryBuilt,
    Resettled,
    Encountered,
    Revealed,
    BattleOpened,
    Charged,
    RoundBegan,
    Rolled,
    HalfHit,
    LostStep,
    Eliminated,
    Retreated,
    StayedOn,
    GaveWay,
    BattleClosed,
    PowerSurrendered,
    GameEnded,
    *POWER_EVENTS,
    *SEA_EVENTS,
    *STRATEGIC_EVENTS,
)
