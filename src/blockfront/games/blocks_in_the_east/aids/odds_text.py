"""Odds of battles in the East given as text: `Poltava | axis: tank 4, artillery 4 | soviet: infantry 4, fighter 3`."""

from typing import Final

from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.aids.odds_text import BattleText

EXAMPLE: Final = "'Poltava | axis: tank 4, artillery 4 | soviet: infantry 3'"
TEXT: Final = BattleText(TITLE.sides, make, "sbe4", "1941-07", EXAMPLE)
odds_of_text = TEXT.odds
battle_of_text = TEXT.battle
