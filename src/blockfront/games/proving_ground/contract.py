"""What Proving Ground declares to the platform. It has no overlays, routes or charts of its own, and no facts for its page."""

from typing import Final

from blockfront.blocks.contract import BattleOdds, TitleContract
from blockfront.games.proving_ground.aids.odds import possible
from blockfront.games.proving_ground.aids.odds_text import odds_of_text
from blockfront.games.proving_ground.aids.scene import position
from blockfront.games.proving_ground.aids.sheet import sheet
from blockfront.games.proving_ground.game import make
from blockfront.games.proving_ground.loading.board import DATA
from blockfront.games.proving_ground.title import TITLE

CONTRACT: Final = TitleContract(
    title=TITLE,
    make=make,
    data=DATA,
    position=position,
    odds=BattleOdds(odds_of_text, possible),
    sheet=sheet,
    hex_planes=("control",),
)
