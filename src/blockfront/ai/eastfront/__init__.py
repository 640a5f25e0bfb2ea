"""EastFront: the sense of a recruit, players that plan, and what they propose to people."""

from blockfront.ai.eastfront.blunders import Blunders
from blockfront.ai.eastfront.captain import Captain
from blockfront.ai.eastfront.proposed import proposed
from blockfront.ai.eastfront.search.general import General
from blockfront.ai.eastfront.sense import sense
from blockfront.ai.player import Makers

PLAYERS: Makers = {"captain": Captain, "general": General}
SENSE = sense
PROPOSES = proposed
OBSERVERS = (Blunders,)
