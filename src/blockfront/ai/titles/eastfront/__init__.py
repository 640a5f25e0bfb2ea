"""EastFront: the sense of a recruit, and players that plan."""

from blockfront.ai.player import Makers
from blockfront.ai.titles.eastfront.blunders import Blunders
from blockfront.ai.titles.eastfront.captain import Captain
from blockfront.ai.titles.eastfront.sense import sense

PLAYERS: Makers = {"captain": Captain}
SENSE = sense
OBSERVERS = (Blunders,)
