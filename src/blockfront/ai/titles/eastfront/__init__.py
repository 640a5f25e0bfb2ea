"""EastFront: the sense of a recruit."""

from blockfront.ai.player import Makers
from blockfront.ai.titles.eastfront.sense import sense

PLAYERS: Makers = {}
SENSE = sense
