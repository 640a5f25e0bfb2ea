"""Declares the players of EastFront."""

from typing import Final

from blockfront.ai.eastfront.blunders import Blunders
from blockfront.ai.eastfront.captain import Captain
from blockfront.ai.eastfront.expectation import EXPECTATION
from blockfront.ai.eastfront.proposed import proposed
from blockfront.ai.eastfront.search.general import General, mind_of
from blockfront.ai.eastfront.sense import sense
from blockfront.ai.registry import TitlePlayers

PLAYERS: Final = TitlePlayers(
    makers={"captain": Captain, "general": General},
    sense=sense,
    proposes=proposed,
    mind=mind_of,
    expectation=EXPECTATION,
    observers=(Blunders,),
)
