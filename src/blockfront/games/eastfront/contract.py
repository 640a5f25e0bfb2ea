"""What EastFront declares to the platform."""

from typing import Final

from blockfront.blocks.contract import BattleOdds, ClientFacts, MapOverlays, TitleContract
from blockfront.games.eastfront import state
from blockfront.games.eastfront.aids.aim import aim
from blockfront.games.eastfront.aids.battle_facts import modifiers
from blockfront.games.eastfront.aids.forces import forces
from blockfront.games.eastfront.aids.measures import MEASURES
from blockfront.games.eastfront.aids.odds import possible
from blockfront.games.eastfront.aids.odds_text import odds_of_text
from blockfront.games.eastfront.aids.overlays import KINDS, overlay
from blockfront.games.eastfront.aids.routes import route
from blockfront.games.eastfront.aids.scene import position
from blockfront.games.eastfront.aids.sheet import sheet
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.loading.data_model import NATIONS
from blockfront.games.eastfront.loading.tables import DATA
from blockfront.games.eastfront.title import TITLE

CLIENT: Final = ClientFacts(
    phases=state.PHASES,
    turn_phases=state.PHASES[state.COMMAND :],
    weathers=state.WEATHERS,
    powers=NATIONS,
    flags={
        "moved": state.MOVED,
        "strategic": state.STRATEGIC,
        "unsupplied": state.UNSUPPLIED,
        "rearguard": state.REARGUARD,
        "fresh": state.NEW,
        "dispersed": state.DISPERSED,
        "rebuilt": state.REBUILT,
        "disbanded": state.DISBANDED,
    },
    orders={"mask": state.ORDERS, "active": state.ACTIVE, "blitz": state.BLITZ, "spent": state.SPENT},
)

CONTRACT: Final = TitleContract(
    title=TITLE,
    make=make,
    data=DATA,
    position=position,
    odds=BattleOdds(odds_of_text, possible),
    overlays=MapOverlays(KINDS, overlay, modifiers),
    route=route,
    measures=MEASURES,
    aim=aim,
    sheet=sheet,
    forces=forces,
    hex_planes=("axis_hexes", "soviet_hexes", "axis_defends", "new_battles", "chosen", "fought"),
    client=CLIENT,
)
