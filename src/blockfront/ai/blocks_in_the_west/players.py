"""The players of Blocks in the West: those of the series, with the plans that its powers choose."""

from functools import partial
from typing import Final

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.expectation import EXPECTATION
from blockfront.ai.blocks_series.phases.governments import Openings
from blockfront.ai.blocks_series.proposed import proposed
from blockfront.ai.blocks_series.search.general import General, mind_of
from blockfront.ai.blocks_series.sense import sense
from blockfront.ai.registry import TitlePlayers

OPENINGS: Final[Openings] = {
    "france": ("fr-b", "the Escaut covers Lille and leaves reserves behind the front"),
    "uk": ("gb-a", "tanks in May are worth more than tanks in June"),
}

PLAYERS: Final = TitlePlayers(
    makers={"captain": partial(Captain, openings=OPENINGS), "general": partial(General, openings=OPENINGS)},
    sense=sense,
    proposes=proposed,
    mind=mind_of,
    expectation=EXPECTATION,
)
