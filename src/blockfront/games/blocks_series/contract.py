"""What the games of the Blocks series declare to the platform; most of it is the same for all of them."""

from collections.abc import Callable, Sequence
from importlib.resources.abc import Traversable
from typing import Final

from blockfront.blocks.battle_odds.course import GoesOn, RoundOdds
from blockfront.blocks.contract import BattleOdds, ClientFacts, MapOverlays, TitleContract
from blockfront.core.game import Title
from blockfront.core.situation import SituationOf
from blockfront.games.blocks_series import state
from blockfront.games.blocks_series.aids.aim import aim
from blockfront.games.blocks_series.aids.forces import forces
from blockfront.games.blocks_series.aids.landing_sheet import landing_sheet
from blockfront.games.blocks_series.aids.measures import MEASURES
from blockfront.games.blocks_series.aids.odds import possible
from blockfront.games.blocks_series.aids.overlays import KINDS, modifiers, overlay
from blockfront.games.blocks_series.aids.prospects import prospects
from blockfront.games.blocks_series.aids.routes import route
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.aids.sheet import sheet
from blockfront.games.blocks_series.aids.situation import SHARED, situation_of
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.data_model import COLOURS, WEATHERS, Power
from blockfront.games.blocks_series.loading.tables import load_tables
from blockfront.maps.model import MapData

NOT_SHOWN: Final = (state.SET_UP, state.SUPPLY, state.FINAL_SUPPLY, state.VICTORY)  # phases in which nobody decides anything
SELDOM: Final = (state.STRATEGIC_WARFARE,)  # phases that few games have: a page names them while they last
FLAGS: Final = {
    "unsupplied": state.MARKED,
    "flying": state.IN_FLIGHT,
    "half_hit": state.HALF_HIT,
    "fired": state.ATTACKED,
    "blitz": state.BLITZED,
    "moved": state.MOVED,
    "fresh": state.NEW,
    "disbanded": state.DISBANDED,
}


def series_contract(
    title: Title,
    make: Callable[[str, frozenset[str]], SeriesGame],
    data: Traversable,
    position: Callable[..., Position],
    odds_of_text: Callable[[str, int, GoesOn], tuple[RoundOdds, ...]],
    situation: SituationOf | None = None,
    *,
    read_map: Callable[[], MapData] | None = None,
    powers: Sequence[Power] | None = None,
) -> TitleContract:
    """The contract of a game of the series; a game that joins others gives its own map and powers."""
    return TitleContract(
        title=title,
        make=make,
        data=data,
        read_map=read_map,
        position=position,
        odds=BattleOdds(odds_of_text, possible),
        overlays=MapOverlays(KINDS, overlay, modifiers),
        route=route,
        measures=MEASURES,
        aim=aim,
        situation=situation or situation_of(*SHARED),
        landing_sheet=landing_sheet,
        prospects=prospects,
        sheet=sheet,
        forces=forces,
        hex_planes=("axis_hexes", "battles", "fallen", "razed", "wrecked"),
        client=ClientFacts(
            phases=state.PHASES,
            turn_phases=tuple(name for phase, name in enumerate(state.PHASES) if phase not in NOT_SHOWN + SELDOM),
            weathers=WEATHERS,
            powers=tuple(power.id for power in powers or load_tables(data, title.sides).powers),
            colours=COLOURS,
            flags=FLAGS,
        ),
    )
