"""Odds of battles of the joined campaign given as text: `Posen | axis: germany tank 4 | allies: ussr infantry 4, ussr tank 3`."""

from typing import Final

from blockfront.games.blocks_east_and_west.game import make
from blockfront.games.blocks_east_and_west.title import TITLE
from blockfront.games.blocks_series.aids.odds_text import BattleText

EXAMPLE: Final = "'Posen | axis: germany tank 4, germany artillery 4 | allies: ussr infantry 4'"
TEXT: Final = BattleText(TITLE.sides, make, "sbew1", "1944-07", EXAMPLE)
odds_of_text = TEXT.odds
