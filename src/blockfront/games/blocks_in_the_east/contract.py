"""What Blocks in the East declares to the platform."""

from typing import Final

from blockfront.games.blocks_in_the_east.aids.odds_text import odds_of_text
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_in_the_east.game import DATA, make
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.contract import series_contract

CONTRACT: Final = series_contract(TITLE, make, DATA, position, odds_of_text)
