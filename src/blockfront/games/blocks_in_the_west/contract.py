"""What Blocks in the West declares to the platform."""

from typing import Final

from blockfront.games.blocks_in_the_west.aids.odds_text import odds_of_text
from blockfront.games.blocks_in_the_west.aids.scene import position
from blockfront.games.blocks_in_the_west.aids.situation import SITUATION
from blockfront.games.blocks_in_the_west.game import DATA, make
from blockfront.games.blocks_in_the_west.title import TITLE
from blockfront.games.blocks_series.contract import series_contract

CONTRACT: Final = series_contract(TITLE, make, DATA, position, odds_of_text, SITUATION)
