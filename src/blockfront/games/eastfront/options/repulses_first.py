"""Option: in an assault all defenders fire, then all Repulses are made, then all hits fall on the attackers that are left."""

from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.ch07_combat.assaults import Assaults


class RepulsesFirst(Assaults):
    @rule("EF-7.51e", "EF-R48")
    def gathers_fire(self) -> bool:
        return True
