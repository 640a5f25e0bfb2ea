"""Declares the players of Blocks in the West: those shared by the series, with the opening plans that each power chooses."""

from functools import partial
from typing import Final

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.expectation import EXPECTATION
from blockfront.ai.blocks_series.phases.governments import Openings
from blockfront.ai.blocks_series.proposed import proposed
from blockfront.ai.blocks_series.search.general import General, mind_of
from blockfront.ai.blocks_series.sense import sense
from blockfront.ai.registry import TitlePlayers
from blockfront.ai.thoughts import thought

OPENINGS: Final[Openings] = {
    "france": ("fr-b", thought("plan_escaut")),
    "uk": ("gb-a", thought("plan_tanks")),
}

PLAYERS: Final = TitlePlayers(
    makers={"captain": partial(Captain, openings=OPENINGS), "general": partial(General, openings=OPENINGS)},
    sense=sense,
    proposes=proposed,
    mind=mind_of,
    expectation=EXPECTATION,
)
