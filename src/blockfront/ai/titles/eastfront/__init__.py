"""EastFront: the sense of a recruit, and players that plan."""

from blockfront.ai.player import Makers
from blockfront.ai.titles.eastfront.blunders import Blunders
from blockfront.ai.titles.eastfront.captain import Captain
from blockfront.ai.titles.eastfront.general import General
from blockfront.ai.titles.eastfront.sense import sense

PLAYERS: Makers = {"captain": Captain, "general": General}
SENSE = sense
OBSERVERS = (Blunders,)
