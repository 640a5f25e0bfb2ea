"""Blocks in the East: the sense of a recruit, players that plan, and what they propose to people."""

from blockfront.ai.player import Makers
from blockfront.ai.titles.blocks_in_the_east.captain import Captain
from blockfront.ai.titles.blocks_in_the_east.general import General
from blockfront.ai.titles.blocks_in_the_east.proposed import proposed
from blockfront.ai.titles.blocks_in_the_east.sense import sense

PLAYERS: Makers = {"captain": Captain, "general": General}
SENSE = sense
PROPOSES = proposed
