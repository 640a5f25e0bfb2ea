"""Declares the players of the joined campaign: those shared by the whole Blocks series."""

from typing import Final

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.expectation import EXPECTATION
from blockfront.ai.blocks_series.proposed import proposed
from blockfront.ai.blocks_series.search.general import General, mind_of
from blockfront.ai.blocks_series.sense import sense
from blockfront.ai.registry import TitlePlayers

PLAYERS: Final = TitlePlayers(
    makers={"captain": Captain, "general": General}, sense=sense, proposes=proposed, mind=mind_of, expectation=EXPECTATION
)
