"""A position of a Blocks game as flat columns, and the small vocabularies its numbers come from."""

from typing import Annotated, ClassVar, Final

from blockfront.blocks.block_state import BlockState
from blockfront.core.columns import Bits, BitsList, Bytes, Frames, Ints, empty
from blockfront.core.secrecy import ACTIVE_SIDE_SEES, BLOCKS, EVERYBODY_SEES, owner_sees
from blockfront.core.sides import Side

AXIS: Final = Side(0)

GOOD: Final = 0
RAIN: Final = 1
LIGHT_RAIN: Final = 2
SNOW: Final = 3

# phases, in the order of a player turn
SET_UP: Final = 0
SUPPLY: Final = 1
PRODUCTION: Final = 2
STRATEGIC_RAIL: Final = 3
MOVEMENT: Final = 4
AIR_MOVEMENT: Final = 5
REACTION: Final = 6
COMBAT: Final = 7
BLITZ: Final = 8
AIR_RETURN: Final = 9
FINAL_SUPPLY: Final = 10
EXPLOITATION: Final = 11
VICTORY: Final = 12
STRATEGIC_WARFARE: Final = 13  # comes first in a player turn; its number came last, so saved games keep theirs
PHASES: Final = (
    "set_up",
    "supply",
    "production",
    "strategic_rail",
    "movement",
    "air_movement",
    "defender_reaction",
    "combat",
    "blitz",
    "air_return",
    "final_supply",
    "armour_exploitation",
    "victory",
    "strategic_warfare",
)

# kinds of order that headquarters give; all but the first and reconnaissance are special actions
ORDERS: Final = (
    "command",
    "armour",
    "air",
    "marked",
    "rail",
    "ship",
    "jump",
    "reserve",
    "reconnaissance",
    "stand_by",
    "coast",
    "landing",
    "submarines",
)

# flags of a unit
MARKED: Final = 1  # bears the barrel: out of supply
IN_FLIGHT: Final = 2  # an air unit on a mission
ATTACKED: Final = 4  # took part in an attack of this turn's Combat Phase
NEW: Final = 8  # was placed or bought for in this Production Phase
DISBANDED: Final = 16  # leaves the map when this Production Phase ends
HALF_HIT: Final = 32  # has taken the first of two hits in this battle
BLITZED: Final = 64  # has made its Blitz move
MOVED: Final = 128  # has flown or gone by rail in this phase

GONE: Final = -3  # eliminated for good
NO_HEX: Final = -1
NO_BLOCK: Final = -1
NO_WEATHER: Final = -1
NO_PLAN: Final = -1

# turning points
OPEN_CITY: Final = 1  # the capital was declared an open city and moved
ARMISTICE: Final = 2
PLANS_KNOWN: Final = 4  # secret plans have been revealed
MOVE_CANCELLED: Final = 8  # the one rail move that could be cancelled was
VOLKSSTURM: Final = 1 << 16  # the enemy has entered Germany, and corps are raised again
SPEARHEAD: Final = 16  # the one air unit that may fight twice did
SKIES_OPEN: Final = 32  # the ban on air attacks against cities of a power that signed an armistice is over
LEND_LEASE: Final = 256  # America sends goods to Great Britain
BARGES: Final = 512  # a fleet of barges has sailed and must be kept
FRANCE_OUT_BY_JUNE: Final = 1024  # when France left the war, where a scenario asks for it
FRANCE_OUT_BY_JULY: Final = 2048
FLEET_UNCOVERED: Final = 4096  # no fighters cover the fleet that guards a coast
MUSSOLINI_HELD: Final = 1 << 13  # dismissed and kept in the mountains
MUSSOLINI_FREED: Final = 1 << 14
MUSSOLINI_LOST: Final = 1 << 15
REPUBLIC: Final = 1 << 18  # the republic of Salò exists
LIGURIA: Final = 1 << 17  # its corps has been raised
SIEGFRIED_MANNED: Final = 1 << 19  # the bunkers of the Siegfried line were paid for

# submarines
BOATS_KEPT: Final = 1  # an order of this turn keeps them at sea
BOATS_IN_PORT: Final = 2  # they attack nobody in the enemy's next phase

# what entries of columns stand for, beside blocks
POINTS: Final = "points"  # of a power and colour
POWERS: Final = "powers"


class SeriesState(BlockState):
    first_steps: ClassVar[tuple[str, ...]] = (  # frozen: saved games of format 1 have places in this list
        "Calendar", "Deployment", "CollapseRoll", "WeatherRoll", "SurrenderRoll", "PlayerTurn", "SupplyCheck", "ProductionPhase",
        "MineRoll", "RailPhase", "GroundMovement", "Encounters", "AirMovement", "Reaction", "CombatPhase", "Battle", "BlitzPhase",
        "AirReturns", "AirReturn", "Exploitation", "ReserveReaction", "FactorySite", "Crossings", "Reconnaissance", "Activations",
        "Deactivation", "Showing",
    )
    month: Annotated[int, EVERYBODY_SEES]  # months since year 0: year * 12 + month - 1
    active: Annotated[int, EVERYBODY_SEES]  # side whose phases are carried out
    phase: Annotated[int, EVERYBODY_SEES]
    turn: Annotated[int, EVERYBODY_SEES]  # number of the player turn, counted from the start of the game
    weather: int
    variable_weather: int  # what the last month of variable weather brought, or NO_WEATHER
    flags: Annotated[Bytes, owner_sees(BLOCKS, but=MARKED | HALF_HIT)]  # per block
    spent: Annotated[Bytes, owner_sees(BLOCKS)]  # per block: movement points used in this phase
    entered: Annotated[Ints, owner_sees(BLOCKS)]  # per block: the hex from which it entered its battle, or NO_HEX
    fought_at: Annotated[Ints, owner_sees(BLOCKS)]  # per block: hex of its attack in this turn's Combat Phase, or NO_HEX
    control: BitsList  # hexes controlled by each side, as everybody knows them
    aloft: Bits  # air units that everybody knows to be on a mission
    passed: Annotated[Bits, ACTIVE_SIDE_SEES]  # hexes entered by the moving side and not shown yet
    battles: Bits  # battle hexes still to be resolved
    fallen: Bits  # fortresses that were captured and are bunkers
    razed: Bits  # bunkers that were captured and are gone
    wrecked: Bits  # hexes whose factories were destroyed by capture
    pool: Annotated[Ints, owner_sees(POINTS)]  # production points: power * 5 + colour
    due: Annotated[Ints, owner_sees(POINTS)]  # points to be received at the next Production Phase, as `pool`
    pocket: Annotated[Ints, ACTIVE_SIDE_SEES]  # points, by colour, that can be spent in a besieged place alone
    aid: Annotated[Ints, owner_sees(POWERS)]  # points each power has received from its great ally in this phase
    placed: Annotated[Ints, ACTIVE_SIDE_SEES]  # hexes in which new units were placed in this phase, one entry per unit
    rail_moves: Annotated[Ints, ACTIVE_SIDE_SEES]  # strategic rail moves made in this phase, by kind of limit
    active_hqs: Annotated[Bits, owner_sees(BLOCKS)]  # headquarters that are activated; everybody knows those whose faces are up
    commanded: Annotated[Bits, owner_sees(BLOCKS)]  # units that are fully supplied through a headquarters
    woken: Annotated[Bits, owner_sees(BLOCKS)]  # units that have been attacked in the first month
    orders: Annotated[Frames, owner_sees(BLOCKS)]  # (headquarters, kind of action, unit or NO_BLOCK) of this turn's activations
    levels: Ints  # TECH by power and field where it does not follow the calendar, else nothing
    research: Ints  # points paid for the next level, as `levels`
    studied: Bits  # fields in which research was paid for in this phase
    gifts: Annotated[Ints, ACTIVE_SIDE_SEES]  # points of Lend-Lease that are left in this phase: route * 2, red and blue
    ruins: Frames  # (hex, kind, points paid for repair) of destroyed production centres
    mended: Frames  # (hex, kind) of those repaired in this phase
    dismantled: Frames  # (hex, kind, number) of factories that were evacuated
    transit: Frames  # (kind, box of the track) of factories on their way
    falling: Frames = empty()  # (hex, kind) of centres that have just fallen: their owner may still have spared them
    resettled: Frames  # (hex, kind, month from which it produces) of factories at their new sites
    projects: Frames  # (side, kind, box, month of the last payment) of factories being built
    built: Frames  # (side, hex, kind, month from which it produces) of new factories
    motorised: Annotated[Bits, owner_sees(BLOCKS)]  # units in reserve that move in the Exploitation Phase
    reserve: Annotated[Bits, owner_sees(BLOCKS)]  # units in reserve that may come to battles of the enemy's next turn
    at_sea: Bits  # units that cross a sea the enemy controls, until the dice have told how they fared
    scouted: Bits  # hexes that were reconnoitred in this turn
    claims: Annotated[Frames, ACTIVE_SIDE_SEES]  # (places left, unit, …): units that depend on ports with too few places
    berths: Annotated[Frames, ACTIVE_SIDE_SEES] = empty()  # (places, unit, …) of each of these ports: the units that could use them
    sustained: Annotated[Bits, owner_sees(BLOCKS)] = 0  # units that a besieged place keeps alive at this check, as their owner chose
    dead_guards: int  # elite units destroyed, where a scenario counts them
    surrendered: int  # bit per power
    happened: int  # bits of a title's own: what has come about and stays so
    outcome: Ints  # winner, margin, level and reason once the game is over
    # from here on columns that came after 0.1.0: they have defaults, which saved games get that do not know them
    neutral: int = 0  # bit per power that is not in the war yet
    assisted: int = 0  # bit per minor power that a great one assists
    refused: int = 0  # bit per minor power that was refused assistance
    owed: Annotated[Ints, owner_sees(POWERS)] = empty()  # yellow points that a power owes from its next income; none where nobody owes
    plans: Ints = empty()  # number of the option that each choice of the scenario has fallen on, or NO_PLAN
    turning_points: int = 0  # bits of what has come about by decisions of the powers
    drops: Frames = empty()  # (unit, target) of airborne assaults, or of the rail move that may be cancelled
    jumped: Bits = 0  # units that have made their airborne assault
    dropped: Bits = 0  # hexes in which an airborne assault of this turn succeeded
    evacuated: Annotated[int, ACTIVE_SIDE_SEES] = 0  # units that were brought home over the sea
    doubled: Annotated[Bits, owner_sees(BLOCKS)] = 0  # air units on a second mission of the turn
    spent_on: Annotated[Frames, ACTIVE_SIDE_SEES] = empty()  # (unit, yellow points) spent; (NO_BLOCK, unit) that got a free step
    voyages: Annotated[Frames, ACTIVE_SIDE_SEES] = empty()  # (unit, faces to arrive whole and damaged, steps lost) where unusual
    landings: Frames = empty()  # (unit, target, port) of this turn's landings
    disembarked: Annotated[Bits, ACTIVE_SIDE_SEES] = 0  # units that landed this turn on a coast of their side: they invaded nothing
    holding: Bits = 0  # units on hold for the second wave
    travelled: Annotated[Bits, owner_sees(BLOCKS)] = 0  # units that went by rail or sea before this turn's movement
    wave: int = 0  # of the landings: 0 before they are fought, 1 in their first rounds, 2 from the second wave on
    paused: Frames = empty()  # (hex, round, …) of battles that wait for the second wave, as they lay on the stack
    beachheads: Bits = 0  # hexes won by landings, as long as they are held
    mulberries: Frames = empty()  # (power, hex or NO_HEX, points paid) of artificial harbours
    overseas: Annotated[Frames, ACTIVE_SIDE_SEES] = empty()  # (unit, points) spent in this phase on units that depend on ports
    bombed: Frames = empty()  # (hex, kind of target, hits) of the raids on the active side, until its turn ends
    bombed_out: Frames = empty()  # (hex, kind of target) of factories that bombs destroyed, one entry each
    spotted: Bits = 0  # air units that radar shows to the enemy and to nobody else
    silenced: int = 0  # bit per radar station that is out of operation
    boats: int = 0  # bits of what submarines do
    moored: Frames = empty()  # (zone, hex) of submarines in port, NO_HEX for those that found none and are lost
    morale: int = 0  # American ground units lost, as far as they weigh on morale
    squadrons: Frames = empty()  # (force, hex, steps) of those that fly in the air war over a homeland
    interceptors: Ints = empty()  # steps of interceptor forces that are not on the map; none while all are at full strength
    sunk: Ints = empty()  # points lost at sea and not yet left out of what arrives: route * 2, red and blue
    partisans: Frames = empty()  # (hex, colour of the discs, number)
    raised: Frames = empty()  # (hex, whether it was paid for) of partisans placed in this phase
    met: Annotated[Bits, ACTIVE_SIDE_SEES] = 0  # hexes with partisans that moves not shown yet have entered
    coast_weather: int = 0  # of coasts that have weather of their own
    served: Annotated[Bits, owner_sees(BLOCKS)] = 0  # units that a leader supplies from the sea until the turn ends
    mustered: Annotated[Bits, ACTIVE_SIDE_SEES] = 0  # cities in which corps of the Volkssturm were raised in this phase
    purses: Annotated[int, ACTIVE_SIDE_SEES] = 0  # bit per power that spends in the unusual order: others' points and its own
    eastern_weather: int = GOOD  # of lands that have the weather of another book
    eastern_variable: int = NO_WEATHER  # as `variable_weather`, of these lands
    soviet_land: Bits = 0  # hexes of the second side that the Soviets hold, where its powers keep apart
    soviet_trail: Annotated[Bits, ACTIVE_SIDE_SEES] = 0  # hexes through which, of such powers, the Soviets came last in this turn
    soviet_approach: Annotated[Bits, ACTIVE_SIDE_SEES] = 0  # hexes next to which they, of such powers, have moved last in this turn
    western_approach: Annotated[Bits, ACTIVE_SIDE_SEES] = 0  # and those next to which the others have

    def in_sight(self, block: int) -> bool:
        """Whether the other side may see changes of a unit: it is face up, at sea, landing, jumping or on radar."""
        if (self.face_up | self.at_sea | self.spotted) >> block & 1:
            return True
        return any(order[0] == block for order in (*self.landings, *self.drops))


def without_flags(flags: bytearray, gone: int) -> bytearray:
    """The flags of all units without some of them."""
    return flags.translate(_WITHOUT[gone])


_WITHOUT: Final = tuple(bytes(flags & ~gone for flags in range(256)) for gone in range(256))
