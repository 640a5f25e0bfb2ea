"""Odds of battles in the West given as text: `Metz | axis: tank 4, artillery 4 | allies: france infantry 4, france fighter 3`."""

from typing import Final

from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_in_the_west.title import TITLE
from blockfront.games.blocks_series.aids.odds_text import BattleText

EXAMPLE: Final = "'Metz | axis: germany tank 4, germany artillery 4 | allies: usa infantry 3'"
TEXT: Final = BattleText(TITLE.sides, make, "sbw2", "1945-01", EXAMPLE)
odds_of_text = TEXT.odds
battle_of_text = TEXT.battle
