"""Declares the players of Blocks in the East: those shared by the whole Blocks series, with a bolder attacker."""

from functools import partial
from typing import Final

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.expectation import EXPECTATION
from blockfront.ai.blocks_series.proposed import proposed
from blockfront.ai.blocks_series.search.general import BOLD, General, mind_of
from blockfront.ai.blocks_series.sense import sense
from blockfront.ai.registry import TitlePlayers


class EastGeneral(General):
    """Leaves no garrisons behind while it attacks: the way is long, and in SBE3 they cost more games than they saved."""

    attacking = BOLD


PLAYERS: Final = TitlePlayers(
    makers={"captain": Captain, "general": EastGeneral},
    sense=sense,
    proposes=proposed,
    mind=partial(mind_of, attacking=BOLD),
    expectation=EXPECTATION,
)
