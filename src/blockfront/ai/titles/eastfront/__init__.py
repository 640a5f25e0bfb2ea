"""EastFront: the sense of a recruit, players that plan, and what they propose to people."""

from blockfront.ai.player import Makers
from blockfront.ai.titles.eastfront.blunders import Blunders
from blockfront.ai.titles.eastfront.captain import Captain
from blockfront.ai.titles.eastfront.general import General
from blockfront.ai.titles.eastfront.proposed import proposed
from blockfront.ai.titles.eastfront.sense import sense

PLAYERS: Makers = {"captain": Captain, "general": General}
SENSE = sense
PROPOSES = proposed
OBSERVERS = (Blunders,)
