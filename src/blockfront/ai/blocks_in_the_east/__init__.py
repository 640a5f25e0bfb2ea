"""Blocks in the East: the sense of a recruit, players that plan, and what they propose to people."""

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.proposed import proposed
from blockfront.ai.blocks_series.search.general import General
from blockfront.ai.blocks_series.sense import sense
from blockfront.ai.player import Makers

PLAYERS: Makers = {"captain": Captain, "general": General}
SENSE = sense
PROPOSES = proposed
