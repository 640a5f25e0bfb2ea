"""An EastFront position as flat columns, and the small vocabularies its numbers come from."""

from typing import Annotated, ClassVar, Final

from blockfront.blocks.block_state import BlockState
from blockfront.core.columns import Bits, BitsList, Bytes, Derived, Frames, Ints, SavedAs
from blockfront.core.secrecy import ACTIVE_SIDE_SEES, BLOCKS, EVERYBODY_SEES, owner_sees
from blockfront.core.sides import Side

AXIS: Final = Side(0)
SOVIET: Final = Side(1)

DRY: Final = 0
MUD: Final = 1
SNOW: Final = 2
WEATHERS: Final = ("dry", "mud", "snow")

# phases, in the order of a player turn
DEPLOYMENT: Final = 0
PRODUCTION: Final = 1
WEATHER: Final = 2
COMMAND: Final = 3
MOVEMENT: Final = 4
COMBAT: Final = 5
BLITZ_MOVEMENT: Final = 6
BLITZ_COMBAT: Final = 7
SUPPLY: Final = 8
PHASES: Final = (
    "deployment",
    "production",
    "weather",
    "command",
    "movement",
    "combat",
    "blitz_movement",
    "blitz_combat",
    "supply",
)

# flags of a block
MOVED: Final = 1  # has moved in this Movement Phase
STRATEGIC: Final = 2  # has moved strategically in this Player Turn
UNSUPPLIED: Final = 4  # supply status, as of the last enemy Supply Phase
REARGUARD: Final = 8  # stays to cover a retreat
NEW: Final = 16  # appeared in this Production
DISPERSED: Final = 32  # paratroops dropped this turn
REBUILT: Final = 64  # was eliminated and came back as a cadre
DISBANDED: Final = 128  # leaves the map when this Production ends

# command state of a headquarters
INACTIVE: Final = 0
ACTIVE: Final = 1
BLITZ: Final = 2
SPENT: Final = 3  # deactivated in this Player Turn
PARA: Final = 4  # spends its whole command on a drop
INVASION: Final = 8  # directs an invasion or an evacuation; PARA and INVASION come with ACTIVE or BLITZ
ORDERS: Final = 3  # mask of the first four values

# places off the map, in addition to those of block_state
GONE: Final = -3  # eliminated for good
OFF_MAP: Final = -1000  # held on the Hungarian Plain opposite an edge hex: OFF_MAP - hex

NO_HEX: Final = -1

# the Beachhead while it is not deployed
PREP: Final = NO_HEX
READY: Final = -2  # may be deployed
LOST: Final = -3
RETURNING: Final = -4  # bought back: in Prep when this Production ends
WITHDRAWN: Final = -1000  # leaves its hex when this Production ends: WITHDRAWN - hex

SIDES: Final = "sides"  # marks a column that has one entry per side, not per block


class EastFrontState(BlockState):
    first_steps: ClassVar[tuple[str, ...]] = (  # frozen: saved games of format 1 have places in this list
        "Calendar", "Deployment", "Month", "ProductionPhase", "Fortnight", "WeatherRoll", "PlayerTurn", "CommandPhase", "MovementPhase",
        "Rearguards", "Pursuit", "Showing", "CombatPhase", "AssignStrikes", "ChooseBattles", "ResolveBattles", "BattleRound",
        "SupplyPhase", "SurrenderRolls", "Defection", "Overcrowding", "Attrition", "Beachhead", "PlainGuard",
    )
    month: Annotated[int, EVERYBODY_SEES]  # months since year 0: year * 12 + month - 1
    half: Annotated[int, EVERYBODY_SEES]  # 1 or 2
    active: Annotated[int, EVERYBODY_SEES]  # side whose Player Turn it is
    phase: Annotated[int, EVERYBODY_SEES]
    turn: Annotated[int, EVERYBODY_SEES]  # number of the Player Turn, counted from the start of the game
    place_in_chain: Annotated[int, SavedAs("chapter")]  # position in the chain, where several scenarios are played one after another
    weather: int
    west_weather: int
    flags: Annotated[Bytes, owner_sees(BLOCKS, but=UNSUPPLIED | DISPERSED | REARGUARD | REBUILT)]  # per block
    command: Annotated[Bytes, owner_sees(BLOCKS)]  # per block: command state of headquarters
    friendly: BitsList  # hexes friendly to each side, fixed at the start of the phase
    axis_last: Bits  # hexes last controlled by the Axis
    axis_defends: Bits  # battle hexes whose Original Defender is the Axis
    in_command: Annotated[Bits, ACTIVE_SIDE_SEES]  # hexes within reach of an active headquarters in this phase
    supreme_moves: Annotated[int, ACTIVE_SIDE_SEES]  # Supreme Moves left in this Movement Phase
    entered_from: Ints  # per block: the hex it engaged from in this phase, or NO_HEX
    crossings: Ints  # hexsides used into and out of battles in this phase, one entry per unit
    new_battles: Bits  # begun in this phase: combat is mandatory
    chosen: Bits  # Active Battles of this Combat Phase still to be fought
    fought: Bits  # battles already fought in this Combat Phase
    fired: Bits  # blocks that have fired in this step of a battle round
    went_back: Bits  # blocks repulsed in this battle round
    strikes: Frames  # (headquarters, hex) of assigned air strikes
    released: Bits  # satellite blocks that may leave their country
    base: Ints  # base production per side
    levels: Ints  # production levels as last determined, per side
    budget: Annotated[Ints, owner_sees(SIDES)]  # production points left, per side, during Production
    surrendered: int  # bit per satellite nation
    west_front: int  # 1 once Soviet units have entered the West Front
    beachhead: int  # hex of the deployed Beachhead, or its state off the map
    landed: Bits  # blocks that came ashore by invasion and have not moved since
    beaches: Bits  # hexes that Soviet units invaded and have occupied since
    landings: Annotated[Frames, ACTIVE_SIDE_SEES]  # (headquarters, hex) where an Invasion HQ has landed or may land in Blitz Movement
    evacuations: Frames  # (block, port, headquarters) of rearguards that will leave by sea
    ports_used: Annotated[Ints, ACTIVE_SIDE_SEES]  # ports used by naval moves in this Player Turn, one entry per unit
    done: int  # bit per side that has finished a simultaneous step
    outcome: Ints  # winner, margin, level and reason once the game is over
    answers: Derived  # kept answers, each with the facts it was worked out from: see rules.chapter

    def in_sight(self, block: int) -> bool:
        """Whether everybody sees the state of a block: it is face up, landed, dropped, or a rearguard."""
        return bool((self.face_up | self.landed) >> block & 1 or self.flags[block] & (DISPERSED | REARGUARD))
