"""Blocks in the East: players that plan."""

from blockfront.ai.player import Makers
from blockfront.ai.titles.blocks_in_the_east.captain import Captain

PLAYERS: Makers = {"captain": Captain}
